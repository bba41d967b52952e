r"""Tables in LaTeX: cells that break within the text width, and further tables for columns that do not fit."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from derivations.language.printing.latex_lines import text_width
from derivations.language.quantity import Notation
from derivations.show.cells import Cells, LeftSide
from derivations.show.latex.layout import lines, longest_word, pages, parts, widths
from derivations.show.latex.text import escaped, prose

_PAGE = 320.0  # points: the width of an article's text, seen at ten points
_BETWEEN = 8.0  # points between two columns
_KEY_SHARE = 0.3  # of the page, at least, to a column of long keys
_SMALL = 0.93  # of a table's letters to those of the text
_MOST_LINES = 30  # on one page
_NOTHING = "---"
_STRUT = r"\rule{0pt}{2.6ex}"  # so that a row stands clear of the line or the long cell above it

Row = Sequence[str]


def table_latex(table: Cells, notation: Notation) -> list[str]:
    """The lines of a table, in which names of the notation stand as mathematics."""
    head = [left_latex(cell, notation) if isinstance(cell, LeftSide) else escaped(str(cell)) for cell in table.columns]
    return tables(head, [[prose(cell, notation) for cell in row] for row in table.rows], table.keys)


def left_latex(left: LeftSide, notation: Notation) -> str:
    """The left side of a step as mathematics, with the name of the step if that is another, and the unit."""
    if left.name in notation:
        told = f"${notation[left.name].latex}$"
    else:
        told = escaped(left.name) if left.relation is None else f"${prose(left.name, notation).strip('$')}$"
    step = "" if left.step in ("", left.name) else f" ({escaped(left.step)})"
    return f"{told}{step}" + (f" [{escaped(left.unit)}]" if left.unit else "")


def tables(head: Row, rows: Sequence[Row], keys: int = 1) -> list[str]:
    """The lines of one or several tables whose cells are LaTeX; the first `keys` columns stand in each of them.

    >>> print(*tables(["$x$"], [["1"]]), sep="\\n")
    \\par\\nopagebreak\\vspace{1ex}
    {\\centering\\small\\setlength{\\tabcolsep}{4pt}%
    \\begin{tabular}{l}
      $x$ \\\\ \\hline
      \\rule{0pt}{2.6ex}1 \\\\
    \\end{tabular}\\par}
    \\vspace{1ex}
    """
    made: list[str] = []
    for columns, wide in _parts(list(zip(head, *rows, strict=True)), keys):
        said = [row for row in rows if _says(row, columns[keys:])]
        cells = [[row[column] for column in columns] for row in said]
        for page in pages(cells, [_lines(row, wide) for row in cells], _MOST_LINES):
            made += _table([[head[column] for column in columns], *page], wide)
    return made


def _says(row: Row, columns: Sequence[int]) -> bool:
    """True if a row has something in these columns, of which there may be none."""
    return not columns or any(row[column] != _NOTHING for column in columns)


def _table(rows: Sequence[Row], wide: Sequence[float]) -> list[str]:
    """One tabular; a width of zero is that of the widest cell."""
    kinds = "".join(f"p{{{width / _PAGE:.3f}\\linewidth}}" if width else "l" for width in wide)
    end = r"\tabularnewline" if any(wide) else r"\\"
    first, *others = (_cells(row, wide) for row in rows)
    return [
        r"\par\nopagebreak\vspace{1ex}",
        r"{\centering\small\setlength{\tabcolsep}{4pt}%",
        rf"\begin{{tabular}}{{{kinds}}}",
        rf"  {first} {end} \hline",
        *(f"  {_STRUT}{cells} {end}" for cells in others),
        r"\end{tabular}\par}",
        r"\vspace{1ex}",
    ]


def _cells(row: Row, wide: Sequence[float]) -> str:
    """Cells side by side; one that begins with a bracket or a star would be read with the end of the row before."""
    safe = (f"{{}}{cell}" if cell.startswith(("[", "*")) else cell for cell in row)
    return " & ".join(rf"\raggedright {cell}" if width else cell for cell, width in zip(safe, wide, strict=True))


def _parts(columns: Sequence[Row], keys: int) -> Iterator[tuple[list[int], list[float]]]:
    """The columns of each table with their widths: as many beside the keys as fit with no word broken."""
    least = [_SMALL * longest_word(cells) + _BETWEEN for cells in columns]
    natural = [_SMALL * max(map(text_width, cells)) + _BETWEEN for cells in columns]
    for key in range(min(keys, len(columns))):  # what a row is about need not stand in a narrow column
        least[key] = max(least[key], min(natural[key], _KEY_SHARE * _PAGE))
    for chosen in parts(least, keys, _PAGE):
        narrow, wide = ([room[column] for column in chosen] for room in (least, natural))
        yield chosen, widths(narrow, wide, _PAGE, _BETWEEN)


def _lines(row: Row, wide: Sequence[float]) -> int:
    return max(lines(_SMALL * text_width(cell), width) for cell, width in zip(row, wide, strict=True))
