r"""One table as LaTeX, for a paper with rules of booktabs: numbers aligned at the decimal point, also by siunitx.

A unit that all numbers of a column share stands in its head. Without siunitx a column of numbers is two for LaTeX, one
flush right up to the point and one flush left from it, so that nothing but booktabs is needed. Text breaks into lines,
so that the table fits into a column of a paper, or into both where words do not fit into one, or rows would be high.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from math import floor, inf

from derivations.document.cells import Cell, Cells, LeftSide, Number, shared_unit
from derivations.document.columns import NOTHING
from derivations.language.printing.latex_lines import text_width
from derivations.language.quantity import Notation
from derivations.writers.latex.layout import even_widths, lines, longest_word, pages, parts
from derivations.writers.latex.text import escaped, prose

_WIDE_HEAD = 90.0  # points
_ONE, _BOTH = 252.0, 516.0  # points: the width of a column of IEEEtran, and of both
_BETWEEN = 12.0  # points between two columns of a table
_MOST_LINES = 12  # of a row in one column
_MOST_OF_A_PAGE = 48  # lines
_MOST_OF_AN_ARTICLE = 30  # lines, beside its text and at any size of it
_KEY_SHARE = 0.3  # of the room, at least, to a column of long keys where columns go on in a further table
_WORDS_SHARE = 0.3  # of the room, at most, to words in a column of numbers that is not to be broken
_FOR_BOTH = "% as wide as both columns of a paper: for table*"
_PLAIN = re.compile(r"(-?)([0-9][0-9,]*)(\.[0-9]+)?\Z")
_PIECE = re.compile(r"\s*(?:\$[^$]*\$|[^\s$-])+-?|\s*-+")  # of a head: a word with the space before it


@dataclass(frozen=True)
class Rules:
    """The rules of a table; what stands before each row, and before one that follows on rows of several lines."""

    top: str
    middle: str
    bottom: str
    row: str = ""
    apart: str = ""


BOOKTABS = Rules(r"\toprule", r"\midrule", r"\bottomrule", apart=r"\addlinespace[2pt] ")
HLINE = Rules("", r"\hline", "", row=r"\rule{0pt}{2.6ex}")  # with no package


@dataclass(frozen=True)
class _Column:
    """A column: its head, the unit below or beside it, its cells as they are printed and as their text is measured.

    `kind` is what LaTeX calls a column of numbers, and empty for text, which may be broken into lines.
    """

    head: str
    unit: str
    cells: tuple[str, ...]
    texts: tuple[str, ...]
    kind: str = ""
    aligned: float = 0.0  # points that its numbers take below each other

    @property
    def beside(self) -> str:
        """The head in one line."""
        return f"{self.head} [{self.unit}]" if self.unit else self.head

    @property
    def stacked(self) -> list[str]:
        """The lines of the head where there is room: its unit below it where both are wide, as papers are narrow."""
        wide = self.unit and text_width(self.beside) > _WIDE_HEAD
        return [self.head, f"[{self.unit}]"] if wide else [self.beside]

    @property
    def natural(self) -> float:
        """Points that the column takes with no cell broken."""
        return max(*map(text_width, self.stacked), self.aligned, *map(text_width, self.texts)) + _BETWEEN

    @property
    def least(self) -> float:
        """Points that it takes at least: numbers stay as they are, and words are not broken."""
        if not self.kind:
            return longest_word((self.beside, *self.texts)) + _BETWEEN
        return max(longest_word((self.beside,)), self.aligned, *map(text_width, self.texts)) + _BETWEEN

    def high(self, row: int, width: float) -> int:
        """Lines that a row takes at a width; numbers take one."""
        return 1 if self.kind else lines(text_width(self.texts[row]), width)

    def high_head(self, width: float) -> int:
        """Lines that its head takes at a width; zero: natural."""
        if not width:
            return len(self.stacked)
        return len(_broken(self.beside, width)) if self.kind else lines(text_width(self.beside), width)

    def only(self, rows: Sequence[int]) -> _Column:
        """The column with these rows."""
        return replace(self, cells=tuple(self.cells[row] for row in rows), texts=tuple(self.texts[row] for row in rows))

    def printed(self, width: float, room: float) -> tuple[str, list[str]]:
        """What LaTeX calls its kind, and head and cells, at a width that is a part of the room; zero: natural."""
        if not self.kind:
            if not width:
                return "l", [_safe(_stack(self.stacked)), *self.cells]
            told = [rf"\raggedright {cell}" for cell in (_safe(self.beside), *self.cells)]
            return rf"p{{{floor(1000 * width / room) / 1000}\linewidth}}", told
        head = _stack(_broken(self.beside, width) if width else self.stacked)
        siunitx = self.kind.startswith("S")
        return self.kind, [f"{{{head}}}" if siunitx else rf"\multicolumn{{2}}{{c}}{{{head}}}", *self.cells]


def booktabs(table: Cells, notation: Notation | None = None, *, siunitx: bool = False) -> str:
    r"""The table between ``\begin{tabular}`` and ``\end{tabular}``; names of the notation stand as mathematics.

    Without a `notation` it is that of the relations in the head. With `siunitx` columns of numbers are of its kind S.
    What fits on no page is several such tables, with the first columns in each.

    >>> from fractions import Fraction
    >>> cells = (("a", Number("9.4 µs", Fraction("9.4e-6"), "s")), ("b", Number("12 µs", Fraction("1.2e-5"), "s")))
    >>> print(booktabs(Cells("Times", ("card", "time"), cells)), end="")
    \begin{tabular}{lr@{}l}
    \toprule
    card & \multicolumn{2}{c}{time [$\mu$s]} \\
    \midrule
    a & 9&.4 \\
    b & 12& \\
    \bottomrule
    \end{tabular}
    """
    known = notation or _notation(table)
    columns = [_column(table, place, known, siunitx=siunitx) for place in range(len(table.columns))]
    least, natural = [column.least for column in columns], [column.natural for column in columns]
    wide = even_widths(least, natural, _ONE, _BETWEEN)
    high = max((column.high(row, width) for column, width in zip(columns, wide, strict=True)
                for row in range(len(table.cells))), default=1)
    if sum(natural) <= _ONE or (sum(least) <= _ONE and high <= _MOST_LINES):
        return "\n".join(_tabulars(table, columns, [list(range(len(columns)))], _ONE, BOOKTABS))
    return "\n".join(_tabulars(table, columns, parts(least, table.keys, _BOTH), _BOTH, BOOKTABS, _FOR_BOTH))


def fitted(table: Cells, notation: Notation | None, room: float, *, siunitx: bool = False) -> list[str]:
    """The table as one tabular or several that are no wider than the room, in points, and need no package."""
    columns = [_column(table, place, notation, siunitx=siunitx, words=_WORDS_SHARE * room)
               for place in range(len(table.columns))]
    least = [column.least for column in columns]
    for key in range(min(table.keys, len(columns))):  # what a row is about need not stand in a narrow column
        least[key] = max(least[key], min(columns[key].natural, _KEY_SHARE * room))
    return _tabulars(table, columns, parts(least, table.keys, room), room, HLINE, most=_MOST_OF_AN_ARTICLE)


def _tabulars(
    table: Cells, columns: Sequence[_Column], chosen: Iterable[Sequence[int]], room: float, rules: Rules,
    said: str = "", most: int = _MOST_OF_A_PAGE,
) -> list[str]:
    """A tabular for each choice of columns and page of so many lines with its head; `said` stands in a comment."""
    made: list[str] = []
    for places in chosen:
        shown = [columns[place] for place in places]
        rows = [row for row in range(len(table.cells)) if _says(table, row, places)]
        wide = even_widths([column.least for column in shown], [column.natural for column in shown], room, _BETWEEN)
        tall = [max(column.high(row, width) for column, width in zip(shown, wide, strict=True)) for row in rows]
        head = max(column.high_head(width) for column, width in zip(shown, wide, strict=True))
        for page in pages(rows, tall, most - head):
            made.append(_tabular([column.only(page) for column in shown], wide, room, rules, said))
    return made


def _says(table: Cells, row: int, places: Sequence[int]) -> bool:
    """True if a row has something in these columns beside those that say what it is about, or these are all."""
    beside = places[table.keys:]
    return len(places) == len(table.columns) or not beside or any(str(table.cells[row][at]) != NOTHING for at in beside)


def _tabular(columns: Sequence[_Column], wide: Sequence[float], room: float, rules: Rules, said: str) -> str:
    printed = [column.printed(width, room) for column, width in zip(columns, wide, strict=True)]
    broken = any(kind.startswith("p") for kind, _ in printed)
    end = r"\tabularnewline" if broken else r"\\"
    head, *rows = (f"{' & '.join(cells)} {end}" for cells in zip(*(cells for _, cells in printed), strict=True))
    begin = rf"\begin{{tabular}}{{{''.join(kind for kind, _ in printed)}}}{said}"
    rows = [f"{rules.row}{rules.apart if broken and at else ''}{row}" for at, row in enumerate(rows)]
    lines = [begin, rules.top, head, rules.middle, *rows, rules.bottom, r"\end{tabular}"]
    return "\n".join(filter(None, lines)) + "\n"


def _notation(table: Cells) -> Notation | None:
    return next((cell.relation.notation for cell in table.columns
                 if isinstance(cell, LeftSide) and cell.relation is not None), None)


def _column(
    table: Cells, place: int, notation: Notation | None, *, siunitx: bool, words: float = inf
) -> _Column:
    """A column of numbers, aligned, where most are plain ones; words among them take the room of both halves.

    Where some take more than so many points it is one of text, which may be broken.
    """
    cells = [row[place] for row in table.cells]
    unit = shared_unit(cells)
    cells = [cell.without_unit if unit and isinstance(cell, Number) else cell for cell in cells]
    head, unit = _head(table.columns[place], unit, notation)
    texts = tuple(left_latex(cell, notation) if isinstance(cell, LeftSide) and notation else prose(str(cell), notation)
                  for cell in cells)
    numbers = [_parts(cell) for cell in cells]
    found = [parts for parts in numbers if parts is not None]
    others = [text for text, parts, cell in zip(texts, numbers, cells, strict=True)
              if parts is None and str(cell) != NOTHING]
    if len(found) <= len(others) or any(text_width(text) > words for text in others):
        return _Column(head, unit, tuple(map(_safe, texts)), texts)
    aligned = sum(max(text_width(parts[side]) for parts in found) for side in (0, 1))
    if siunitx:
        before, after = (max(len(parts[side].strip("-.").replace(",", "")) for parts in found) for side in (0, 1))
        sign = "-" if any(parts[0].startswith("-") for parts in found) else ""
        shown = ("{" + text + "}" if parts is None else "".join(parts).replace(",", "")
                 for text, parts in zip(texts, numbers, strict=True))
        return _Column(head, unit, tuple(shown), texts, f"S[table-format={sign}{before}.{after}]", aligned)
    halves = (rf"\multicolumn{{2}}{{l}}{{{text}}}" if parts is None else f"{_signed(parts[0])}&{parts[1]}"
              for text, parts in zip(texts, numbers, strict=True))
    return _Column(head, unit, tuple(halves), texts, "r@{}l", aligned)


def _head(cell: Cell, unit: str, notation: Notation | None) -> tuple[str, str]:
    """The head of a column, and its unit where the cells share one or the head has its own."""
    if isinstance(cell, LeftSide) and notation is not None:
        return left_latex(replace(cell, unit=""), notation), escaped(cell.unit or unit)
    own = isinstance(cell, LeftSide) and cell.unit
    return prose(str(cell), notation), "" if own else escaped(unit)


def left_latex(left: LeftSide, notation: Notation) -> str:
    """The left side of a step as mathematics, with the name of the step if that is another, and the unit."""
    if left.name in notation:
        told = f"${notation[left.name].latex}$"
    else:
        told = escaped(left.name) if left.relation is None else f"${prose(left.name, notation).strip('$')}$"
    step = "" if left.step in ("", left.name) else f" ({escaped(left.step)})"
    return f"{told}{step}" + (f" [{escaped(left.unit)}]" if left.unit else "")


def _stack(told: Sequence[str]) -> str:
    """Lines below each other; a bracket after the end of a line would be read with it."""
    return told[0] if len(told) == 1 else r"\shortstack{" + r"\\".join(map(_safe, told)) + "}"


def _broken(told: str, width: float) -> list[str]:
    """A head in lines of a width, of which a word may be wider."""
    found: list[str] = []
    for piece in _PIECE.findall(told):
        if found and text_width(found[-1] + piece) <= width:
            found[-1] += piece
        else:
            found.append(piece.lstrip())
    return found


def _parts(cell: Cell) -> tuple[str, str] | None:
    """The digits of a number before and from the decimal point; None for what has words beside it."""
    found = _PLAIN.match(str(cell)) if isinstance(cell, Number) else None
    return None if found is None else (found[1] + found[2], found[3] or "")


def _signed(digits: str) -> str:
    return f"${digits[0]}${digits[1:]}" if digits.startswith("-") else digits


def _safe(text: str) -> str:
    """A cell that begins with a bracket or a star would be read with the end of the row before."""
    return f"{{}}{text}" if text.startswith(("[", "*")) else text
