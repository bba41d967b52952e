"""Several values at once, drawn: the table, the words for what the rest of a report is for, and plain data."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import replace
from typing import Any

from derivations.claim.evaluated_claim import EvaluatedClaim
from derivations.show.table import NOTHING, Table, heading
from derivations.study.sweep import Cell, Column, Row, Sweep, sweep

VALUES = "values"  # the kind of the table
_UNIT = re.compile(r"([<>]=? )?[^ ]+ ?")  # all of a number's text but its unit


def sweep_of(account: EvaluatedClaim) -> Sweep | None:
    """The table of an account that is seen at several values; None for any other."""
    return sweep(account) if account.study.several else None


def values_table(account: EvaluatedClaim, swept: Sweep) -> Table:
    """A row for every combination of the values; a row without numbers says why.

    A unit that all numbers of a column share stands in its head.
    """
    rows = [_row(row, swept) for row in swept.rows]
    units = [_common_unit(cells) for cells in zip(*rows, strict=True)]
    head = [*(q.name for q in swept.varied), *(column_heading(account, column) for column in swept.columns)]
    head = [f"{name} [{unit}]" if unit else name for name, unit in zip(head, units, strict=True)]
    texts = [tuple(map(_shown, cells, units)) for cells in rows]
    if any(row.contradictions for row in swept.rows):
        head.append("contradiction")
        told = ["; ".join(row.contradictions) or NOTHING for row in swept.rows]
        texts = [(*cells, text) for cells, text in zip(texts, told, strict=True)]
    return Table(sweep_title(account, swept), tuple(head), tuple(texts), keys=len(swept.varied))


def sweep_title(account: EvaluatedClaim, swept: Sweep) -> str:
    """What the table shows, over what, and in which scenario."""
    varied = " and ".join(quantity.name for quantity in swept.varied)
    title = f"{column_heading(account, swept.columns[0])} for each {varied}"
    return f"{title}, {swept.title}" if swept.title else title


def column_heading(account: EvaluatedClaim, column: Column) -> str:
    """The left side of a step with the name of the step, or the letter of a quantity."""
    return column.name if column.step is None else heading(column.step.name, account)


def first_text(swept: Sweep) -> str:
    """Which of the values a report shows everything else for."""
    shown = " and ".join(f"{name} = {value}" for name, value in swept.first.items())
    return f"numbers below are for {shown}, the first"


def sweep_json(swept: Sweep) -> dict[str, Any]:
    """What varies, the columns, and the rows with plain numbers in the units that are named."""
    return {
        "title": swept.title,
        "varied": [{"name": quantity.name, "unit": quantity.unit} for quantity in swept.varied],
        "columns": [
            {
                "step": None if column.step is None else column.step.name,
                "symbol": _symbol(column),
                "operator": column.operator,
                "unit": column.unit,
            }
            for column in swept.columns
        ],
        "rows": [_row_json(row, swept) for row in swept.rows],
    }


def _row_json(row: Row, swept: Sweep) -> dict[str, Any]:
    given = {q.name: row.values[q.name].in_unit(q.unit) for q in swept.varied}
    return {
        "values": {
            name: {"text": str(row.values[name]), "value": float(number), "exact": str(number)}
            for name, number in given.items()
        },
        "cells": [_cell_json(cell) for cell in row.cells or (Cell(row.refused),) * len(swept.columns)],
        "contradictions": list(row.contradictions),
    }


def _cell_json(cell: Cell) -> dict[str, Any]:
    has = cell.number is not None
    return {
        "value": float(cell.number) if cell.number is not None else None,
        "exact": str(cell.number) if has and cell.exact else None,
        "text": cell.text if has else None,
        "why_not": None if has else cell.text,
        "unchecked": list(cell.unchecked),
    }


def _row(row: Row, swept: Sweep) -> list[Cell]:
    """All cells of a row, what varies first."""
    given = [Cell(str(value), value.number) for value in row.values.values()]
    if row.refused:
        return [*given, Cell(row.refused), *(Cell(NOTHING) for _ in swept.columns[1:])]
    return [*given, *(_signed(cell, column) for cell, column in zip(row.cells, swept.columns, strict=True))]


def _signed(cell: Cell, column: Column) -> Cell:
    """With the sign of an inequality before its number."""
    plain = cell.number is None or column.operator == "="
    return cell if plain else replace(cell, text=f"{column.operator} {cell.text}")


def _common_unit(cells: Iterable[Cell]) -> str:
    """The unit that all numbers among the cells end with; empty if they differ, or there are none."""
    units = {_UNIT.sub("", cell.text, count=1) for cell in cells if cell.number is not None}
    return units.pop() if len(units) == 1 else ""


def _shown(cell: Cell, unit: str) -> str:
    """The text, without its unit where that stands in the head, and with the conditions that are not decided."""
    if cell.number is None:
        return cell.text
    text = cell.text.removesuffix(f" {unit}") if unit else cell.text
    return f"{text} if {' and '.join(cell.unchecked)}" if cell.unchecked else text


def _symbol(column: Column) -> str | None:
    if column.step is None:
        return column.name
    return None if column.step.relation is None else column.step.relation.written_left
