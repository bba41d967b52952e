"""Tables: cells with a title and a head, printed in each medium in its own way."""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

from derivations.document.cells import Cell, Cells, LeftSide, Number
from derivations.document.columns import NOTHING, column_lines
from derivations.document.forms import writer
from derivations.errors import InputError
from derivations.language.display import in_markdown
from derivations.numbers.rounding import as_float

if TYPE_CHECKING:
    from pandas import DataFrame

    from derivations.language.quantity import Notation

_WIDTH = 100  # characters of a table that is printed
_WIDEST = 40  # letters that a column of Markdown counts for


@dataclass(frozen=True, repr=False)
class Table(Cells):
    """A title, the heads of the columns and rows of cells; the first `keys` cells of a row say what it is about."""

    def to_markdown(self) -> str:
        """The table in GitHub's Markdown, without its title."""
        own = self.without_drawings()
        head, *rows = ([in_markdown(cell.replace("\n", " ")) for cell in row] for row in (own.head, *own.rows))
        return markdown_table(head, rows)

    def to_json(self) -> dict[str, Any]:
        """Title, head and rows of text; beside them in `numbers` each cell's value and unit, None for one of words."""
        return {
            "title": self.title,
            "head": list(self.head),
            "rows": [list(row) for row in self.rows],
            "numbers": [[_cell_json(cell) for cell in row] for row in self.cells],
        }

    def to_latex(self, *, siunitx: bool = False, notation: Notation | None = None) -> str:
        r"""The table as a LaTeX ``tabular`` with the rules of booktabs, its numbers aligned; without its title.

        With `siunitx` the numbers stand in that package's columns. Names of the `notation`, or else of the relations in
        the head, stand as mathematics.
        """
        text: str = writer("latex").write_table(self, notation, siunitx=siunitx)
        return text

    def to_columns(self) -> dict[str, list[float | str | None]]:
        """The cells by the heads that `to_csv` prints: floats where all numbers of a column have one unit, else text.

        A cell of such a column that has no number is None. What stands there in words (a reason, the sign of an
        inequality, a remark) is in a further column, called after it with "note" behind.
        """
        found: dict[str, list[float | str | None]] = {}
        for place, head in enumerate(self.columns):
            cells = [row[place] for row in self.cells]
            unit = _csv_unit(cells)
            name = _csv_head(head, unit)
            name = name if name not in found else f"{name} ({place + 1})"
            if unit is None:
                found[name] = [str(cell) for cell in cells]
                continue
            found[name] = [as_float(cell.value) if isinstance(cell, Number) else None for cell in cells]
            notes = [_note(cell) for cell in cells]
            if any(notes):
                found[f"{name} note"] = list(notes)
        return found

    def to_pandas(self) -> DataFrame:
        """The table as a DataFrame with the columns of `to_columns`; its title and units stand in `attrs`.

        Raises `InputError` where pandas is not installed.
        """
        try:
            import pandas
        except ImportError:
            raise InputError("this needs pandas: pip install pandas; to_csv() and to_columns() do without") from None
        frame = pandas.DataFrame(self.to_columns())
        units = {head: _csv_unit(row[place] for row in self.cells) for place, head in enumerate(self.head)}
        frame.attrs.update(title=self.title, units={head: unit for head, unit in units.items() if unit is not None})
        return frame

    def __arrow_c_stream__(self, requested_schema: object = None) -> object:
        """The columns of `to_columns` for whatever reads Arrow: ``polars.DataFrame(table)``, ``pyarrow.table(table)``.

        Raises `InputError` where pyarrow is not installed.
        """
        try:
            import pyarrow
        except ImportError:
            raise InputError("this needs pyarrow: pip install pyarrow; to_columns() does without") from None
        return pyarrow.table(self.to_columns()).__arrow_c_stream__(requested_schema)

    def to_csv(self) -> str:
        """The columns of `to_columns` as comma-separated values: whatever reads numbers reads them as numbers.

        A cell without a number, and one in which nothing stands, is empty; before text that a spreadsheet would run, as
        ``=1+1``, stands an apostrophe.

        >>> from fractions import Fraction
        >>> time = Number("9.4 µs", Fraction("9.4e-6"), "s")
        >>> print(Table("Times", ("card", "time"), (("a", time), ("b", "no such pass"))).to_csv(), end="")
        card,time [s],time [s] note
        a,9.4e-06,
        b,,no such pass
        """
        out = io.StringIO()
        writer = csv.writer(out, lineterminator="\n")
        columns = self.to_columns()
        writer.writerow(map(_in_sheet, columns))
        cells = ["" if cell is None or cell == NOTHING else _in_sheet(cell) if isinstance(cell, str) else cell
                 for column in columns.values() for cell in column]
        rows = len(self.cells)
        writer.writerows([cells[place::rows] for place in range(rows)])
        return out.getvalue()

    def _repr_markdown_(self) -> str:
        return self.to_markdown()

    def __str__(self) -> str:
        """The table in columns, its title above."""
        return "\n".join([self.title, *column_lines([self.head, *self.rows], self.keys, _WIDTH)])

    def __repr__(self) -> str:
        return f"Table(title={self.title!r}, head={self.head!r}, rows={self.rows!r})"


def markdown_table(head: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    """A table of GitHub's Markdown from cells in Markdown.

    Where lines are long, pandoc and so `jupyter nbconvert` makes columns as wide as their dashes say.
    """
    body = [list(row) for row in rows]
    dashes = ("-" * min(_WIDEST, max(len("---"), *map(len, column))) for column in zip(head, *body, strict=True))
    return "\n".join(map(_markdown_row, (head, list(dashes), *body)))


def _markdown_row(cells: Sequence[str]) -> str:
    return f"| {' | '.join(cells)} |"


def _cell_json(cell: Cell) -> dict[str, Any] | None:
    """The number of a cell as fields; None for a cell of words."""
    if not isinstance(cell, Number):
        return None
    told = {"value": as_float(cell.value), "exact": str(cell.value), "unit": cell.unit}
    return {**told, "sign": cell.sign} if cell.sign else told


def _note(cell: Cell) -> str:
    """What a cell of a column of numbers says beside a number, or in place of one."""
    if not isinstance(cell, Number):
        return "" if str(cell) == NOTHING else str(cell)
    return f"{cell.sign} {cell.remark.strip()}".strip()


_NUMERAL = re.compile(r"[+-]?[0-9.,]+(?:e[+-]?[0-9]+)?")


def _in_sheet(text: str) -> str:
    """Text that no spreadsheet takes for a formula; a number stays one."""
    return f"'{text}" if text.startswith(("=", "+", "-", "@")) and not _NUMERAL.fullmatch(text) else text


def _csv_unit(cells: Iterable[Cell]) -> str | None:
    """Unit of all numbers of a column; None if they differ."""
    units = {cell.unit for cell in cells if isinstance(cell, Number)}
    return units.pop() if len(units) == 1 else None


def _csv_head(cell: Cell, unit: str | None) -> str:
    if unit is None:
        return str(cell)
    bare = replace(cell, unit="") if isinstance(cell, LeftSide) else cell
    return f"{bare} [{unit}]" if unit else str(bare)
