"""Tables: a title, a head and rows of typed cells, as plain data that each medium prints in its own way."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterable
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Any, TypeAlias

from derivations.errors import DerivationsError
from derivations.language.display import in_markdown
from derivations.language.relation import Relation
from derivations.numbers.evaluation import Evaluation
from derivations.numbers.numbers_line import NumbersLine
from derivations.numbers.value import Value
from derivations.search.step import Step

NOTHING = "—"


@dataclass(frozen=True)
class Number:
    """A number in a cell: its text for people, rounded and with a unit, and its `value` in `unit`.

    `sign` is that of an inequality, written before the number, and `remark` is what is written after it.
    """

    text: str
    value: Fraction
    unit: str = ""
    sign: str = ""
    remark: str = ""

    @classmethod
    def of_value(cls, value: Value) -> Number:
        """A value in its own unit."""
        return cls(str(value), value.in_unit(value.unit), value.unit)

    @property
    def told_unit(self) -> str:
        """The unit in the text, which may have another prefix than `unit`; empty for a pure number."""
        return self.text.partition(" ")[2]

    @property
    def without_unit(self) -> Number:
        """The number where its unit stands in the head of the column, or in the title."""
        return replace(self, text=self.text.partition(" ")[0])

    def __str__(self) -> str:
        return f"{self.sign} {self.text}{self.remark}".lstrip()


@dataclass(frozen=True)
class LeftSide:
    """Left side of a step, with the step's name if that is another, and the unit that a column shares."""

    name: str
    step: str = ""
    relation: Relation | None = None
    unit: str = ""

    @classmethod
    def of(cls, step: Step) -> LeftSide:
        """Left side of the relation of a step; its name where there is none."""
        left = step.unknown or (step.name if step.relation is None else step.relation.written_left)
        return cls(left, step.name, step.relation)

    def __str__(self) -> str:
        told = self.name if self.step in ("", self.name) else f"{self.name} ({self.step})"
        return f"{told} [{self.unit}]" if self.unit else told


Cell: TypeAlias = "str | Number | LeftSide"


@dataclass(frozen=True, repr=False)
class Table:
    """A title, the heads of the columns and rows of cells; the first `keys` cells of a row say what it is about."""

    title: str
    columns: tuple[Cell, ...]
    cells: tuple[tuple[Cell, ...], ...]
    keys: int = 1

    @property
    def head(self) -> tuple[str, ...]:
        """The heads of the columns as text."""
        return tuple(map(str, self.columns))

    @property
    def rows(self) -> tuple[tuple[str, ...], ...]:
        """The cells as text, row by row."""
        return tuple(tuple(map(str, row)) for row in self.cells)

    def to_markdown(self) -> str:
        """The table in GitHub's Markdown, without its title."""
        return "\n".join([_markdown_row(self.head), "|" + " --- |" * len(self.columns), *map(_markdown_row, self.rows)])

    def to_json(self) -> dict[str, Any]:
        """Title, head and rows of text."""
        return {"title": self.title, "head": list(self.head), "rows": [list(row) for row in self.rows]}

    def to_csv(self) -> str:
        """The table as comma-separated values with a head; numbers are plain, in a unit that stands in the head.

        A column whose numbers have several units is left as text, and so is a cell without a number. The sign of an
        inequality and a remark stay with their number.

        >>> time = Number("9.4 µs", Fraction("9.4e-6"), "s")
        >>> print(Table("Times", ("card", "time"), (("a", time),)).to_csv(), end="")
        card,time [s]
        a,9.4e-06
        """
        out = io.StringIO()
        writer = csv.writer(out, lineterminator="\n")
        units = [_csv_unit(row[place] for row in self.cells) for place in range(len(self.columns))]
        writer.writerow([_csv_head(cell, unit) for cell, unit in zip(self.columns, units, strict=True)])
        writer.writerows([[_csv_cell(cell, unit) for cell, unit in zip(row, units, strict=True)] for row in self.cells])
        return out.getvalue()

    def _repr_markdown_(self) -> str:
        return self.to_markdown()

    def __repr__(self) -> str:
        return f"Table(title={self.title!r}, head={self.head!r}, rows={self.rows!r})"


def result_cell(line: NumbersLine, remark: str = "") -> Number | str:
    """The result of a numbers line in the unit of its quantity, with a remark; as text where there is no number."""
    number = line.in_unit
    return line.result + remark if number is None else Number(line.result, number, unit_of(line), remark=remark)


def line_or_none(evaluation: Evaluation, step: str) -> NumbersLine | None:
    """The numbers line of a step; None where it has no relation, does not stand, or is not part of the derivation."""
    try:
        return evaluation.line(step)
    except DerivationsError:
        return None


def unit_of(line: NumbersLine) -> str:
    """Unit of `NumbersLine.in_unit`; empty for a pure number."""
    if line.quantity is not None:
        return line.quantity.unit
    return "" if line.dimension.is_pure else str(line.dimension)


def shared_unit(cells: Iterable[Cell]) -> str:
    """Unit in the texts of all numbers among the cells; empty if they differ, or there are none."""
    units = {cell.told_unit for cell in cells if isinstance(cell, Number)}
    return units.pop() if len(units) == 1 else ""


def _markdown_row(cells: tuple[str, ...]) -> str:
    return "| " + " | ".join(in_markdown(cell.replace("\n", " ")) for cell in cells) + " |"


def _csv_unit(cells: Iterable[Cell]) -> str | None:
    """Unit of all numbers of a column; None if they differ."""
    units = {cell.unit for cell in cells if isinstance(cell, Number)}
    return units.pop() if len(units) == 1 else None


def _csv_head(cell: Cell, unit: str | None) -> str:
    if unit is None:
        return str(cell)
    bare = replace(cell, unit="") if isinstance(cell, LeftSide) else cell
    return f"{bare} [{unit}]" if unit else str(bare)


def _csv_cell(cell: Cell, unit: str | None) -> str:
    if unit is None or not isinstance(cell, Number):
        return str(cell)
    return str(replace(cell, text=str(float(cell.value))))
