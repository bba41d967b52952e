"""Several values at once, drawn: the table, the words for what the rest of a report is for, and plain data."""

from __future__ import annotations

from collections.abc import Container
from dataclasses import replace
from fractions import Fraction
from typing import Any

from derivations.claim.evaluated_claim import EvaluatedClaim
from derivations.document.cells import Cell, LeftSide, Number, shared_unit
from derivations.document.columns import NOTHING
from derivations.document.data import each, selected
from derivations.document.table import Table
from derivations.numbers.format import format_number
from derivations.numbers.rounding import as_float
from derivations.study.sweep import Column, Sweep, SweepRow, SweptValue, at_given, sweep, told_behind

VALUES = "values"  # the kind of the table
_CONTRADICTED = "the numbers contradict "


def sweep_of(evaluated: EvaluatedClaim) -> Sweep | None:
    """Sweep of an evaluated claim over the several values of its study, to print; None without such."""
    return sweep(evaluated).selection if evaluated.study.several else None


def values_table(swept: Sweep, asked: Container[str] = ()) -> Table:
    """A row for every combination of the values; a row without numbers says why.

    A unit that all numbers of a column share stands in its head. What varies stands first, then what moves with it,
    then what does not. A result that does not move is told in the title, unless it is `asked` for.
    """
    swept, still = _moving_first(swept, asked)
    rows = [_cells(row, swept) for row in swept.rows]
    units = [shared_unit(cells) for cells in zip(*rows, strict=True)]
    lefts = [*(LeftSide(quantity.name) for quantity in swept.varied), *map(_left, swept.columns)]
    head: list[Cell] = [replace(left, unit=unit) for left, unit in zip(lefts, units, strict=True)]
    shown = [[cell.without_unit if unit and isinstance(cell, Number) else cell
              for cell, unit in zip(cells, units, strict=True)] for cells in rows]
    for place, column in reversed(tuple(enumerate(swept.columns))):
        cells_of = [row.cells[place] for row in swept.rows if row.cells]
        if any(cell.whole is not None and cell.whole != cell.number for cell in cells_of):
            at = len(swept.varied) + place + 1
            head.insert(at, LeftSide(f"{_symbol(column)} in whole numbers"))
            shown = [[*cells[:at], _whole(row, place), *cells[at:]]
                     for cells, row in zip(shown, swept.rows, strict=True)]
    if any(row.contradictions for row in swept.rows):
        head.append("contradiction")
        told = ["; ".join(row.contradictions) or NOTHING for row in swept.rows]
        shown = [[*(NOTHING if _is_told_in(text, cell) else cell for cell in cells),
                  "as above" if text == before != NOTHING else text]
                 for cells, text, before in zip(shown, told, ["", *told], strict=False)]
    return Table(sweep_title(swept) + still, tuple(head), tuple(map(tuple, shown)), keys=len(swept.varied))


def whole_table(swept: Sweep) -> Table:
    """The same with every column, for a program that reads it."""
    return values_table(swept, [column.name if column.step is None else column.step.name for column in swept.columns])


def _moving_first(swept: Sweep, asked: Container[str]) -> tuple[Sweep, str]:
    """The sweep with columns that move before those that do not, and the result in words where it is one of these."""
    rows = [row.cells for row in swept.rows]
    places = range(len(swept.columns))
    if len(rows) < 2 or not all(rows):
        return swept, ""
    moves = [place for place in places if len({cells[place].text for cells in rows}) > 1]
    if not moves:
        return swept, ""
    result = swept.columns[0]
    told = 0 not in moves and (result.name if result.step is None else result.step.name) not in asked
    order = [*moves, *(place for place in places if place not in moves and not (told and place == 0))]
    first = f"; {_left(result)} {result.operator} {rows[0][0].text} throughout" if told else ""
    kept = replace(swept, columns=tuple(swept.columns[place] for place in order), rows=tuple(
        replace(row, cells=tuple(row.cells[place] for place in order)) for row in swept.rows))
    return kept, first


def _is_told_in(contradictions: str, cell: Cell) -> bool:
    """True for a cell that has no number for a contradiction which is told beside it."""
    if not isinstance(cell, str) or not cell.startswith(_CONTRADICTED):
        return False
    return f"{cell.removeprefix(_CONTRADICTED).partition(':')[0]} says " in contradictions


def behind_table(report: EvaluatedClaim) -> Table | None:
    """Steps behind the result at the value that a reader gives for what it solves for; None without such."""
    swept = at_given(report)
    if swept is None:
        return None
    told = " and ".join(f"{name} = {value}" for name, value in swept.first.items())
    return replace(values_table(swept), title=f"At {told}, {swept.title}" if swept.title else f"At {told}")


def idle_names(report: EvaluatedClaim) -> tuple[str, ...]:
    """Names of quantities that a reader gives, and neither the result nor what stands behind it rests on."""
    told = told_behind(report) if report.idle else ""
    return tuple(name for name in report.idle if name != told)


def sweep_title(swept: Sweep) -> str:
    """Title of the table: the result, the quantities that vary, and the scenario."""
    varied = " and ".join(quantity.name for quantity in swept.varied)
    title = f"{column_heading(swept.columns[0])} for each {varied}"
    title = f"{title}, {swept.title}" if swept.title else title
    rows = len(swept.rows)
    return f"{title}: {rows} of {rows + swept.left_out:,} rows" if swept.left_out else title


def column_heading(column: Column) -> str:
    """The left side of a step with the name of the step, or the letter of a quantity."""
    return str(_left(column))


def first_text(swept: Sweep) -> str:
    """The values that all else in a report is for."""
    shown = " and ".join(f"{name} = {value}" for name, value in swept.first.items())
    return f"numbers below are for {shown}, the first"


def sweep_json(swept: Sweep) -> dict[str, Any]:
    """The varied quantities, the columns, and the rows with plain numbers in the units that are named."""
    return {
        "title": swept.title,
        "varied": each(swept.varied, "name unit"),
        "columns": [{"step": None if column.step is None else column.step.name, "symbol": _symbol(column),
                     **selected(column, "operator unit")} for column in swept.columns],
        "rows": [_row_json(row, swept) for row in swept.rows],
    }


def _row_json(row: SweepRow, swept: Sweep) -> dict[str, Any]:
    given = {q.name: row.values[q.name].in_unit(q.unit) for q in swept.varied}
    return {
        "values": {
            name: {"text": str(row.values[name]), "value": as_float(number), "exact": str(number)}
            for name, number in given.items()
        },
        "cells": [_cell_json(cell) for cell in row.cells or (SweptValue(row.refused),) * len(swept.columns)],
        "contradictions": list(row.contradictions),
    }


def _cell_json(cell: SweptValue) -> dict[str, Any]:
    has = cell.number is not None
    if cell.is_word:
        return {"value": None, "exact": None, "text": cell.text, "why_not": None, "unchecked": [], "whole": None}
    return {
        **selected(cell, "value=number"),
        "exact": str(cell.number) if has and cell.exact else None,
        "text": cell.text if has else None,
        "why_not": None if has else cell.text,
        **selected(cell, "unchecked whole"),
    }


def _cells(row: SweepRow, swept: Sweep) -> list[Cell]:
    """All cells of a row, what varies first."""
    given: list[Cell] = [Number.of_value(value) for value in row.values.values()]
    if row.refused:
        return [*given, row.refused, *(NOTHING for _ in swept.columns[1:])]
    return [*given, *(_cell(found, column) for found, column in zip(row.cells, swept.columns, strict=True))]


def _cell(found: SweptValue, column: Column) -> Cell:
    """A number with the sign of an inequality and its undecided conditions; text where there is none."""
    if found.number is None:
        return found.text
    under = f" if {' and '.join(found.unchecked)}" if found.unchecked else ""
    sign = "" if column.operator == "=" else column.operator
    return Number(found.text, found.number, column.unit, sign, under)


def _whole(row: SweepRow, place: int) -> Cell:
    """The whole number to take in place of a column's number; a dash where there is none."""
    whole = row.cells[place].whole if row.cells else None
    return NOTHING if whole is None else Number(format_number(whole, len(str(abs(whole)))), Fraction(whole))


def _left(column: Column) -> LeftSide:
    """The left side of a step with the name of the step, or the letter of a quantity."""
    return LeftSide(column.name) if column.step is None else LeftSide.of(column.step)


def _symbol(column: Column) -> str | None:
    if column.step is None:
        return column.name
    return None if column.step.relation is None else column.step.relation.written_left
