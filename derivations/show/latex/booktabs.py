r"""One table as LaTeX for a paper: rules of booktabs, numbers aligned at the decimal point, also as siunitx sets them.

A unit that all numbers of a column share stands in its head. Without siunitx a column of numbers is two for LaTeX, one
flush right up to the point and one flush left from it, so that nothing but booktabs is needed.
"""

from __future__ import annotations

import re
from dataclasses import replace

from derivations.language.printing.latex_lines import text_width
from derivations.language.quantity import Notation
from derivations.show.latex.tables import left_latex
from derivations.show.latex.text import escaped, prose
from derivations.show.table import Cell, LeftSide, Number, Table, shared_unit

_WIDE_HEAD = 90.0  # points
_WIDE_TEXT, _PARAGRAPHS = 250.0, r"p{0.33\linewidth}"  # as wide as a column of a paper: such text is broken into lines
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
    head, *rows = (" & ".join(cells) + r" \\" for cells in zip(*(cells for _, cells in columns), strict=True))
    kinds = "".join(kind for kind, _ in columns)
    lines = [rf"\begin{{tabular}}{{{kinds}}}", r"\toprule", head, r"\midrule", *rows, r"\bottomrule", r"\end{tabular}"]
    return "\n".join(lines) + "\n"


def _notation(table: Table) -> Notation | None:
    return next((cell.relation.notation for cell in table.columns
                 if isinstance(cell, LeftSide) and cell.relation is not None), None)


def _column(table: Table, place: int, notation: Notation | None, *, siunitx: bool) -> tuple[str, list[str]]:
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
