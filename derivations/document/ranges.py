"""Ranges told: between what a result lies, how much of that is each input's, and what changes inside."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from fractions import Fraction
from typing import Any

from derivations.claim.evaluated_claim import EvaluatedClaim
from derivations.document.blocks import EMPTY, Block, TextLine, within
from derivations.document.cells import Cell, Number
from derivations.document.columns import NOTHING
from derivations.document.table import Table
from derivations.document.words import Assignment, Span, joined
from derivations.errors import DerivationsError
from derivations.language.display import listed
from derivations.numbers.format import format_value, range_text
from derivations.numbers.numbers_line import NumbersLine
from derivations.numbers.value import Value
from derivations.study.ranges import Change, Ranged, Share, ranged


def range_blocks(report: EvaluatedClaim, *, brief: bool = False) -> Iterator[Block]:
    """Between what the result lies, where a reader gave ranges; `brief` is that alone."""
    yield from (EMPTY, TextLine("Range", role="heading"))
    try:
        found = ranged(report, brief=brief)
    except DerivationsError as error:
        yield TextLine(str(error), depth=1, hang=2, role="bad")
        return
    yield TextLine((f"{_between(found)} ", *for_each(found.values)), depth=1, hang=2)
    yield from (TextLine(words, depth=1, hang=2, role="aside") for words in _remarks(found))
    if found.shares and len(found.shares) > 1:
        yield from within(shares_table(found.line, found.shares))
    for change in found.changes:
        yield TextLine(_change(change), depth=1, hang=2)


def for_each(values: Mapping[str, Value]) -> Iterator[Span]:
    """Words for what has a range."""
    yield from ("for ", *joined([(Assignment(name, value),) for name, value in values.items()], ", "))


def middles(values: Mapping[str, Value]) -> str:
    """What numbers beside those of a range are for."""
    told = [f"{name} = {value.middle}" for name, value in values.items()]
    return f"other numbers here are for the middle: {listed(told, 'and')}"


def shares_table(line: NumbersLine, shares: Iterable[Share], of: str = "") -> Table:
    """How much of the width of the result, or `of` a part of it, each quantity brings, the most first."""
    ordered = sorted(shares, key=lambda each: each.alone or Fraction(0), reverse=True)
    rows = tuple((each.name, str(each.value), _percent(each.alone), _percent(each.left)) for each in ordered)
    head = ("quantity", "range", "this range alone", "all ranges but this one")
    return Table(f"Percent of the width of {of and f'{of} of '}{line.left}", head, rows)


def range_json(report: EvaluatedClaim) -> dict[str, Any] | None:
    """The same as data, numbers in the unit of the result; None where there is no result."""
    try:
        return ranged_data(ranged(report))
    except DerivationsError:
        return None


def ranged_data(found: Ranged) -> dict[str, Any]:
    """Between what a result lies, as data."""
    unit = found.line.quantity.parsed_unit.factor if found.line.quantity is not None else Fraction(1)

    def number(size: Fraction | None) -> float | None:
        return None if size is None else float(size / unit)

    return {
        "of": {name: value.typed for name, value in found.values.items()},
        "low": number(found.low), "high": number(found.high), "unit": found.line.unit,
        "seen": [number(each) for each in found.reached],
        "enclosed": found.enclosed, "tight": found.tight, "why": found.why or None,
        "shares": [{"name": each.name, "alone": _float(each.alone), "left": _float(each.left)}
                   for each in found.shares],
        "changes": [{"name": each.name, "at": each.at.typed, "below": each.below or None, "above": each.above or None}
                    for each in found.changes],
    }


def _between(found: Ranged) -> str:
    """The ends in words: enclosed ends are rounded outwards, seen ones to the nearest."""
    line, low, high = found.line, found.low, found.high
    what = line.left if line.relation.is_equation else f"the bound on {line.left}"
    dimension, unit = line.dimension, line.told_unit
    if not found.enclosed:
        if low is None or high is None:
            return f"{what} has no number at any point that was looked at"
        if low == high:
            return f"{what} is {format_value(low, dimension, unit)} wherever it was looked at"
        return f"{what} was seen from {range_text(low, high, dimension, unit)}"
    if low is not None and low == high:
        return f"{what} is {format_value(low, dimension, unit)} everywhere,"
    least, most = found.told_ends
    if least is None and most is None:
        return f"{what} has no bound"
    if least is None or most is None:
        side, end = ("above", most) if least is None else ("below", least)
        return f"{what} is enclosed from {side} alone, by {format_value(end or 0, dimension, unit)},"
    return f"{what} is enclosed between {range_text(least, most, dimension, unit, between='and')}"


def _remarks(found: Ranged) -> Iterator[str]:
    """What the ends are worth, and what other numbers on the page are for."""
    if not found.enclosed:
        yield f"nothing encloses it: {found.why}"
    elif found.low is None or found.high is None:
        yield "the formula has a pole in this range, or grows without a bound: a narrower range may have both ends"
    elif not found.tight:
        low, high = found.reached
        seen = "" if low is None or high is None else (
            f", of which {range_text(low, high, found.line.dimension, found.line.told_unit)} was seen")
        yield f"nothing lies outside{seen}: a narrower range would tell it closer"
    yield from _beyond_the_domain(found)
    yield middles(found.values)


def _beyond_the_domain(found: Ranged) -> Iterator[str]:
    """What a number must be that in a part of the ranges would be something else."""
    own = found.line.quantity
    if own is not None and found.line.relation.is_equation:
        size = replace(own.range, whole=False)  # what counts takes the whole number beside it
        if any(end is not None and not size.contains(end) for end in (found.low, found.high)):
            yield f"{own.name} must be {own.range.words}: in a part of the range there is none"


def _change(change: Change) -> str:
    """Where something begins or ends, in a line."""
    at = f"{change.name} = {change.at}"
    if change.below and change.above:
        return f"below {at}: {change.below}; from there on: {change.above}"
    return f"below {at}: {change.below}" if change.below else f"from {at} on: {change.above}"


def _percent(share: Fraction | None) -> Cell:
    return NOTHING if share is None else Number(f"{float(100 * share):.0f}", 100 * share)


def _float(number: Fraction | None) -> float | None:
    return None if number is None else float(number)
