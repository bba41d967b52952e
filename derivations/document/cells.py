"""Cells: what a table holds, a title, heads of columns and rows of typed cells, as plain data."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Self, TypeAlias

from derivations.derivation.step import Step
from derivations.document.columns import NOTHING
from derivations.language.relation import Relation
from derivations.numbers.format import unit_in_words
from derivations.numbers.numbers_line import NumbersLine
from derivations.numbers.value import Value

_LONG = 24  # letters of a reason that is not told again beside itself


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
        digits, _, unit = self.text.partition(" ")
        first, gap, more = unit.partition(" ")
        return f"{unit_in_words(first)}{gap}{more}" if digits == "1" else unit

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


@dataclass(frozen=True)
class Drawing:
    """A picture of characters, which have one width in a terminal only: elsewhere its column is left out."""

    text: str

    def __str__(self) -> str:
        return self.text


Cell: TypeAlias = "str | Number | LeftSide | Drawing"


def told_once(row: Iterable[Cell]) -> list[Cell]:
    """The cells of a row, in which a long reason why there is no number stands once.

    >>> told_once(["B200", "the numbers contradict within-a-domain", "the numbers contradict within-a-domain", "none"])
    ['B200', 'the numbers contradict within-a-domain', '—', 'none']
    """
    cells: list[Cell] = []
    for cell in row:
        cells.append(NOTHING if isinstance(cell, str) and len(cell) > _LONG and cell in cells else cell)
    return cells


@dataclass(frozen=True)
class Cells:
    """A title, the heads of the columns and rows of cells; the first `keys` cells of a row say what it is about."""

    title: str
    columns: tuple[Cell, ...]
    cells: tuple[tuple[Cell, ...], ...]
    keys: int = 1

    def without_drawings(self) -> Self:
        """The same without the columns that hold drawings."""
        kept = [place for place, _ in enumerate(self.columns)
                if not any(isinstance(row[place], Drawing) for row in self.cells)]
        if len(kept) == len(self.columns):
            return self
        cells = tuple(tuple(row[place] for place in kept) for row in self.cells)
        return replace(self, columns=tuple(self.columns[place] for place in kept), cells=cells)

    @property
    def head(self) -> tuple[str, ...]:
        """The heads of the columns as text."""
        return tuple(map(str, self.columns))

    @property
    def rows(self) -> tuple[tuple[str, ...], ...]:
        """The cells as text, row by row."""
        return tuple(tuple(map(str, row)) for row in self.cells)


def result_cell(line: NumbersLine, remark: str = "") -> Number | str:
    """The result of a numbers line in the unit of its quantity, with a remark; as text where there is no number."""
    number = line.in_unit
    return line.result + remark if number is None else Number(line.result, number, line.unit, remark=remark)


def bare_cell(line: NumbersLine) -> Number | str:
    """The same where the unit stands in a column of its own, as rows have different ones."""
    number = line.in_unit
    return line.result if number is None else Number(line.result, number)


def shared_unit(cells: Iterable[Cell]) -> str:
    """Unit in the texts of all numbers among the cells; empty if they differ, or there are none."""
    units = {cell.told_unit for cell in cells if isinstance(cell, Number)}
    return units.pop() if len(units) == 1 else ""
