"""The summary of a sweep over arrays: what was swept, the ends of each variable, the shares of regimes and reasons."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from typing import Any

from derivations.document.blocks import CONTRADICTED, EMPTY, Block, Document, TextLine
from derivations.document.cells import Cell, Number
from derivations.document.columns import NOTHING
from derivations.document.data import selected
from derivations.document.shown import Producer
from derivations.document.table import Table
from derivations.numbers.format import format_number
from derivations.study.sweep_formula import CONTRADICTION
from derivations.study.sweep_plan import NONE
from derivations.study.sweep_summary import Ends, Shares, SweepSummary


def sweep_summary_document(found: SweepSummary) -> Document:
    """The summary."""
    return Document.of(_blocks(found))


def sweep_summary_json(found: SweepSummary) -> dict[str, Any]:
    """The summary as plain data."""
    return {
        "claim": found.plan.evaluated.claim.name, "title": found.plan.title, "points": found.plan.points,
        "dimensions": found.plan.dims,
        "variables": [
            {**selected(item, "name=variable.name unit step=variable.step"), "least": item.low if item.count else None,
             "greatest": item.high if item.count else None, "points": item.count}
            for item in found.ends
        ],
        "shares": [{**selected(item.variable, "name of"), "points": dict(_counts(item))} for item in found.shares],
    }


def sweep_summary_table(found: SweepSummary) -> Table:
    """The summary as one table: a row for each variable with its ends, and one for each word with its points."""
    rows: list[tuple[Cell, ...]] = []
    for item in found.ends:
        step = item.variable.step
        rows.append((item.variable.name, "" if step is None else step.name, NOTHING, *_ends(item), item.unit,
                     str(item.count)))
    for shares in found.shares:
        rows += [(shares.variable.name, shares.variable.of, word, NOTHING, NOTHING, "", str(count))
                 for word, count in _counts(shares)]
    head = ("variable", "of", "says", "least", "greatest", "unit", "points")
    return Table(found.plan.title, head, tuple(rows), keys=2)


def _ends(item: Ends) -> tuple[Cell, Cell]:
    """The least and the greatest number of a variable, in the unit beside them."""
    if not item.count:
        return NOTHING, NOTHING
    low, high = (Number(format_number(Fraction(end)), Fraction(end)) for end in (item.low, item.high))
    return low, high


def _blocks(found: SweepSummary) -> Iterator[Block]:
    plan = found.plan
    over = ", ".join(f"{size:,} of {name}" for name, size in plan.dims.items())
    points = "1 point" if plan.points == 1 else f"{plan.points:,} points"
    yield TextLine(plan.title, role="title")
    yield TextLine(f"{points}{f': {over}' if over else ''}")
    yield from (TextLine(text, hang=4, role="warning") for text in sweep_warnings(found))
    yield EMPTY
    yield Table("", ("variable", "unit", "least", "greatest", "points"), tuple(map(_row, found.ends)))
    yield EMPTY
    for item in found.shares:
        told = "; ".join(f"{word} {_share(count, plan.points)}" for word, count in _counts(item))
        yield TextLine(f"{item.variable.name} ({item.variable.of}): {told}", depth=1, hang=2)


def sweep_warnings(found: SweepSummary) -> Iterator[str]:
    """A sentence for each thing that numbers break, with the share of the points where they do."""
    for item in found.shares:
        for word, count in _counts(item) if item.variable.name == CONTRADICTION else ():
            if word != NONE:
                yield f"Warning: {CONTRADICTED} at {_share(count, found.plan.points)} of the points: {word}"


def _share(count: int, points: int) -> str:
    """A share in per cent, which is all or nothing only of all or none."""
    if count == points:
        return "100%"
    share = f"{count / points:.1%}"
    return {"0.0%": "below 0.1%", "100.0%": "above 99.9%"}.get(share, share)


def _row(item: Ends) -> tuple[Cell, ...]:
    return item.variable.name, item.unit or NOTHING, *_ends(item), f"{item.count:,}"


def _counts(item: Shares) -> Iterator[tuple[str, int]]:
    """The words that are said of any point, with how many."""
    return ((word, count) for word, count in zip(item.variable.words, item.counts, strict=True) if count)


SWEEP_SUMMARY = Producer(sweep_summary_document, sweep_summary_json, sweep_summary_table)
