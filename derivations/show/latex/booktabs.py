r"""One table as LaTeX for a paper: rules of booktabs, numbers aligned at the decimal point, also as siunitx sets them.

A unit that all numbers of a column share stands in its head. Without siunitx a column of numbers is two for LaTeX, one
flush right up to the point and one flush left from it, so that nothing but booktabs is needed.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace

from derivations.language.printing.latex_lines import text_width
from derivations.language.quantity import Notation
from derivations.show.latex.tables import left_latex
from derivations.show.latex.text import escaped, prose
from derivations.show.table import Cell, LeftSide, Number, Table, shared_unit

_WIDE_HEAD = 90.0  # points
_WIDE_TEXT, _PARAGRAPHS = 250.0, r"p{0.33\linewidth}"  # as wide as a column of a paper: such text is broken into lines
_LABEL, _GAP = 50.0, 12.0  # points: of a name that stays on a line, and between columns
_LEAST, _MOST = 0.18, 0.33  # of the width of a paper's column, for a column of broken names
_NARROWER = 0.85  # letters of Times, in which papers of two columns are set, over those that are measured here
_Column = tuple[str, list[str]]  # what LaTeX calls its kind, and its head and cells
_SPAN = re.compile(r"\\multicolumn\{2\}\{[cl]\}|\\shortstack|&(?=[.0-9]*\Z)|\{\}")  # what takes no room
_PLAIN = re.compile(r"(-?)([0-9][0-9,]*)(\.[0-9]+)?\Z")


def booktabs(table: Table, notation: Notation | None = None, *, siunitx: bool = False) -> str:
    r"""The table between ``\begin{tabular}`` and ``\end{tabular}``; names of the notation stand as mathematics.

    Without a `notation` it is that of the relations in the head. With `siunitx` columns of numbers are of its kind S.

    >>> from fractions import Fraction
    >>> cells = (("a", Number("9.4 µs", Fraction("9.4e-6"), "s")), ("b", Number("12 µs", Fraction("1.2e-5"), "s")))
    >>> print(booktabs(Table("Times", ("card", "time"), cells)), end="")
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
    columns = _fitting(columns)
    head, *rows = (" & ".join(cells) + r" \\" for cells in zip(*(cells for _, cells in columns), strict=True))
    kinds = "".join(kind for kind, _ in columns)
    lines = [rf"\begin{{tabular}}{{{kinds}}}", r"\toprule", head, r"\midrule", *rows, r"\bottomrule", r"\end{tabular}"]
    return "\n".join(lines) + "\n"


def _notation(table: Table) -> Notation | None:
    return next((cell.relation.notation for cell in table.columns
                 if isinstance(cell, LeftSide) and cell.relation is not None), None)


def _column(table: Table, place: int, notation: Notation | None, *, siunitx: bool) -> _Column:
    """What LaTeX calls the kind of a column, and its head and cells."""
    cells = [row[place] for row in table.cells]
    unit = shared_unit(cells)
    cells = [cell.without_unit if unit and isinstance(cell, Number) else cell for cell in cells]
    head = _head(table.columns[place], unit, notation)
    texts = [prose(str(cell), notation) for cell in cells]
    numbers = [_parts(cell) for cell in cells]
    found = [parts for parts in numbers if parts is not None]
    if not found:
        long = any(text_width(text) > _WIDE_TEXT for text in texts)
        return _PARAGRAPHS if long else "l", [head, *map(_safe, texts)]
    if siunitx:
        before, after = (max(len(parts[side].strip("-.").replace(",", "")) for parts in found) for side in (0, 1))
        sign = "-" if any(parts[0].startswith("-") for parts in found) else ""
        shown = ["{" + text + "}" if parts is None else "".join(parts).replace(",", "")
                 for text, parts in zip(texts, numbers, strict=True)]
        return f"S[table-format={sign}{before}.{after}]", ["{" + head + "}", *shown]
    wide = [rf"\multicolumn{{2}}{{l}}{{{text}}}" if parts is None else f"{_signed(parts[0])}&{parts[1]}"
            for text, parts in zip(texts, numbers, strict=True)]
    return "r@{}l", [rf"\multicolumn{{2}}{{c}}{{{head}}}", *wide]


def _fitting(columns: list[_Column]) -> list[_Column]:
    """The columns with long names broken into lines, flush left, where the table is wider than a column of a paper.

    They share what the others leave of one such column, or of both where that is too little.
    """
    widths = [_NARROWER * _width(cells) for _, cells in columns]
    long = [place for place, (kind, _) in enumerate(columns[:-1]) if kind == "l" and widths[place] > _LABEL]
    if not long or sum(widths) + _GAP * len(columns) <= _WIDE_TEXT:
        return columns
    reasons = sum(kind == _PARAGRAPHS for kind, _ in columns)
    rest = _GAP * len(columns) + sum(widths[place] for place, (kind, _) in enumerate(columns)
                                     if place not in long and kind != _PARAGRAPHS)
    one, both = (((1 - _MOST * reasons) - rest / wide) / len(long) for wide in (_WIDE_TEXT, 2 * _WIDE_TEXT))
    share = min(_MOST, one) if one >= _LEAST else max(_LEAST / 2, min(_MOST, both))
    kind = rf"p{{{share:.2f}\linewidth}}"
    return [(kind, [cells[0], *(rf"\raggedright {cell}" for cell in cells[1:])]) if place in long else (own, cells)
            for place, (own, cells) in enumerate(columns)]


def _width(cells: Sequence[str]) -> float:
    """Points that a column takes, roughly; a head may have two lines, and a number's halves stand side by side."""
    lines = (line for cell in cells for line in _SPAN.sub("", cell).split(r"\\"))
    return max(text_width(line.strip("{}&")) for line in lines)


def _head(cell: Cell, unit: str, notation: Notation | None) -> str:
    if isinstance(cell, LeftSide) and notation is not None:
        own = cell.unit or unit
        told = left_latex(replace(cell, unit=""), notation)
        return _with_unit(told, own) if own else told
    told = _safe(prose(str(cell), notation))
    return _with_unit(told, unit) if unit and not (isinstance(cell, LeftSide) and cell.unit) else told


def _with_unit(told: str, unit: str) -> str:
    """A head with its unit beside it, or below it where that is wide: columns of papers are narrow."""
    beside = f"{told} [{escaped(unit)}]"
    return beside if text_width(beside) <= _WIDE_HEAD else rf"\shortstack{{{told}\\{{}}[{escaped(unit)}]}}"


def _parts(cell: Cell) -> tuple[str, str] | None:
    """The digits of a number before and from the decimal point; None for what has words beside it."""
    found = _PLAIN.match(str(cell)) if isinstance(cell, Number) else None
    return None if found is None else (found[1] + found[2], found[3] or "")


def _signed(digits: str) -> str:
    return f"${digits[0]}${digits[1:]}" if digits.startswith("-") else digits


def _safe(text: str) -> str:
    """A cell that begins with a bracket or a star would be read with the end of the row before."""
    return f"{{}}{text}" if text.startswith(("[", "*")) else text
