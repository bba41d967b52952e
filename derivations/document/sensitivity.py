"""Sensitivities of a result: tables of elasticities and swings, a tornado of block characters, and plain data."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from fractions import Fraction
from functools import partial
from math import log
from typing import Any

from derivations.claim.evaluated_claim import EvaluatedClaim
from derivations.document.blocks import EMPTY, TERMINAL, Document, Section, TextLine, changed, warning_lines
from derivations.document.cells import Cell, Drawing, LeftSide, Number, result_cell
from derivations.document.columns import NOTHING
from derivations.document.data import each, line_data, selected
from derivations.document.json import result_json
from derivations.document.parts import Calculation
from derivations.document.schema import SCHEMA
from derivations.document.shown import Producer
from derivations.document.table import Table
from derivations.language.display import plural
from derivations.numbers.numbers_line import NumbersLine
from derivations.numbers.sensitivity import Elasticity, Swing
from derivations.numbers.value import Value
from derivations.study.sensitivity import GIVEN, Band, Corner, Minimizer, RoundedUp, Sensitivity

_BAR = 24  # characters
_FREE, _TO_LOW, _TO_HIGH, _HERE = "·▒█│"
_LEGEND = f"{_TO_LOW} toward the low end, {_TO_HIGH} toward the high end, {_HERE} the result here; logarithmic"


def sensitivity_document(evaluated: EvaluatedClaim, found: Sensitivity) -> Document:
    """The result, its elasticities, and its swings over each range and over all of them."""
    without = () if found.band is not None else (EMPTY, TextLine('for ranges: `--range NAME="LOW..HIGH UNIT"`'))
    return Document.of(
        warning_lines(evaluated.contradictions), TextLine(evaluated.claim.title, role="title"),
        changed(evaluated.derivation.assumptions.premises),
        EMPTY, TextLine(f"Result, {evaluated.scenario.title}", hang=2, role="heading"),
        Calculation(found.result),
        *(section.blocks for section in _sections(evaluated, found)), without,
        notation=evaluated.derivation.notation,
    )


def sensitivity_producer(evaluated: EvaluatedClaim) -> Producer[Sensitivity]:
    """How the sensitivity of an evaluated claim is told."""
    return Producer(
        partial(sensitivity_document, evaluated), partial(sensitivity_json, evaluated),
        partial(sensitivity_table, evaluated),
    )


def _sections(evaluated: EvaluatedClaim, found: Sensitivity) -> Iterator[Section]:
    """The powers, the swings over each range, and the corners of all ranges."""
    powers = elasticity_table(evaluated, found) if found.bound is None else bound_table(evaluated, found.bound)
    yield Section(powers.title, table=powers)
    for minimizer in found.minimizers:
        table = minimizer_table(minimizer)
        yield Section(table.title, table=table)
    if found.band is None:
        return
    swings = tornado_table(evaluated, found)
    legend = TextLine(_LEGEND, depth=1, role="dim", only=TERMINAL)
    yield Section(swings.title, (legend, *_outside(found), *_whose(found)), swings)
    yield _corners(evaluated, found.band)


def elasticity_table(evaluated: EvaluatedClaim, found: Sensitivity) -> Table:
    """Elasticity of the result in each number behind it, the largest power first."""
    title = f"Percent that {LeftSide.of(evaluated.headline)} rises for one percent more of each number"
    return _elasticity_rows(title, "elasticity", found.result, found.elasticities)


def _elasticity_rows(title: str, here: str, line: NumbersLine, found: Iterable[Elasticity]) -> Table:
    """How a number follows each number behind it; `here` heads what it is with these."""
    rows = tuple((item.name, Number.of_value(line.leaves[item.name]), item.text, item.formula or NOTHING)
                 for item in found)
    return Table(title, ("quantity", "value here", here, "in general"), rows)


def bound_table(evaluated: EvaluatedClaim, found: RoundedUp) -> Table:
    """How the bound that a result is rounded up from follows each number behind it: the result itself jumps."""
    left = LeftSide.of(evaluated.headline)
    title = (f"Percent that {left} before it is rounded up ({found.line.step}) rises for one percent more "
             "of each number")
    return _elasticity_rows(title, f"elasticity at {found.line.result}", found.line, found.elasticities)


def minimizer_table(found: Minimizer) -> Table:
    """How a quantity at which something is least follows each number behind it, the largest power first."""
    least = f", where {found.minimized} is least," if found.minimized else ""
    title = f"Percent that {found.name} ({found.line.step}){least} rises for one percent more of each number"
    here = f"elasticity at {found.name} = {found.line.result}"
    return _elasticity_rows(title, here, found.line, found.elasticities)


def tornado_table(evaluated: EvaluatedClaim, found: Sensitivity) -> Table:
    """Swing of the result over each range alone, the widest first, with a bar for each."""
    numbers = [line.value for item in found.swings for line in (item.at_low, item.at_high)]
    axis = _Axis(found.result.value or Fraction(0), [number for number in numbers if number is not None])
    rows = tuple(
        (item.name, item.range_text, result_cell(item.at_low), result_cell(item.at_high), item.factor_text,
         Drawing(axis.bar(item)))
        for item in found.swings
    )
    head = ("quantity", "range", "at the low end", "at the high end", "factor", "")
    return Table(f"{LeftSide.of(evaluated.headline)} over each range alone", head, rows)


def sensitivity_table(evaluated: EvaluatedClaim, found: Sensitivity) -> Table:
    """A row for each quantity that moves the result: its power and, where it has a range, the result at the ends."""
    swings = {item.name: item for item in found.swings}
    powers = {item.name: item for item in found.elasticities}
    rows: list[tuple[Cell, ...]] = []
    for name in dict.fromkeys((*powers, *swings)):
        unit = evaluated.derivation.notation[name].unit
        here, swing = found.result.leaves.get(name), swings.get(name)
        power = _power(powers[name]) if name in powers else NOTHING
        ends: tuple[Cell, ...] = (NOTHING,) * 5 if swing is None else (
            _within(swing.low, unit), _within(swing.high, unit), result_cell(swing.at_low), result_cell(swing.at_high),
            NOTHING if swing.factor is None else Number(swing.factor_text, swing.factor))
        rows.append((name, unit, NOTHING if here is None else _within(here, unit), power, *ends))
    head = ("quantity", "unit", "here", "elasticity", "low", "high", "result at low", "result at high", "factor")
    return Table(f"What moves {LeftSide.of(evaluated.headline)}", head, tuple(rows))


def _power(item: Elasticity) -> Cell:
    return item.text if item.here is None else Number(item.text, item.here)


def _within(value: Value, unit: str) -> Number:
    """A value as a number in a unit that stands beside it."""
    return Number(str(value), value.in_unit(unit))


class _Axis:
    """A logarithmic axis of characters from the least to the greatest result."""

    def __init__(self, here: Fraction, numbers: list[Fraction]) -> None:
        self._here = here
        places = [_log(number, here) for number in (here, *numbers) if number * here > 0]
        self._start = min(places, default=0.0)
        self._length = max(places, default=0.0) - self._start

    def bar(self, item: Swing) -> str:
        """The bar of a swing; words or a dash where there is none."""
        if item.still:
            return "not seen to move it" if item.between else "does not move it"
        if item.factor == 1:
            return _turning(item)
        low, high = item.at_low.value, item.at_high.value
        if item.factor is None or low is None or high is None or low * self._here <= 0:
            return NOTHING
        here, first, last = (self._place(number) for number in (self._here, low, high))
        middle = min(max(here, min(first, last)), max(first, last))  # the value here may lie outside the range
        letters = [_FREE] * _BAR
        for end, letter in ((first, _TO_LOW), (last, _TO_HIGH)):
            for place in range(min(end, middle), max(end, middle) + 1):
                letters[place] = letter
        letters[here] = _HERE
        return "".join(letters)

    def _place(self, number: Fraction) -> int:
        share = (_log(number, self._here) - self._start) / self._length if self._length else 0.0
        return round(share * (_BAR - 1))


def _turning(item: Swing) -> str:
    """How far the result goes where its two ends are alike."""
    if any(line.value is None for line in item.between):
        return "has no number between"
    low, high = (end((item.at_low, *item.between), key=lambda line: line.value or 0) for end in (min, max))
    return f"{low.result} to {high.result} between"


def _log(number: Fraction, here: Fraction) -> float:
    """The logarithm of a size, of negative numbers so that it rises with them; no fraction is too large for it."""
    size = log(abs(number.numerator)) - log(number.denominator)
    return size if here > 0 else -size


def _outside(found: Sensitivity) -> Iterator[TextLine]:
    """The quantities whose value here is not in their range."""
    for name in found.outside:
        yield TextLine(f"{name} = {found.result.leaves[name]} here lies outside its range", depth=1)


def _whose(found: Sensitivity) -> Iterator[TextLine]:
    """Author of each range that is not the reader's."""
    for item in found.swings:
        if item.by != GIVEN:
            yield TextLine(f"{item.name}: {item.by}", depth=1, hang=2, role="dim")


def _corners(evaluated: EvaluatedClaim, band: Band) -> Section:
    """The least and the greatest result at the corners of all ranges."""
    names, left = ", ".join(band.names), LeftSide.of(evaluated.headline)
    heading = f"{left} over the ends of {names} {'together' if len(band.names) > 1 else 'alone'}"
    if band.least is None or band.greatest is None:
        none = f"at none of the {band.corners} corners is there a number: {band.why}"
        return Section(heading, (TextLine(none, depth=1, hang=2, role="bad"),))
    further = "no value between them lies outside" if band.exact else "values between them may lie outside"
    ends = f"{band.least.line.result} to {band.greatest.line.result}"
    lines = [TextLine(f"{ends}, over {plural(band.corners, 'corner')}; {further}", depth=1, hang=2)]
    for word, corner in (("least", band.least), ("greatest", band.greatest)):
        at = ", ".join(f"{name} = {value}" for name, value in corner.at.items())
        lines.append(TextLine(f"{word}: {corner.line.result}" + (f" at {at}" if at else ""), depth=1, hang=2))
        lines += [_contradicted(text) for text in corner.contradictions]
    if band.without:
        lines.append(TextLine(f"no number at {plural(band.without, 'corner')}: {band.why}", depth=1, hang=2))
    return Section(heading, tuple(lines))


def _contradicted(text: str) -> TextLine:
    return TextLine(f"there the numbers contradict the premises: {text}", depth=1, hang=2, role="bad")


def sensitivity_json(evaluated: EvaluatedClaim, found: Sensitivity) -> dict[str, Any]:
    """All of it as plain data, results in the unit of the result."""
    return {
        "schema": SCHEMA,
        **selected(evaluated.claim, "claim=name title"),
        "scenario": selected(evaluated.scenario, "name title"),
        "assumptions": dict(evaluated.derivation.assumptions.premises),
        "result": result_json(evaluated.headline, evaluated.evaluation),
        "contradictions": list(evaluated.contradictions),
        "elasticities": [_elasticity_json(item) for item in found.elasticities],
        "minimizers": [_minimizer_json(item) for item in found.minimizers],
        "bound": None if found.bound is None else {
            "step": found.bound.line.step, **line_data(found.bound.line),
            "elasticities": [_elasticity_json(item) for item in found.bound.elasticities],
        },
        "swings": each(found.swings, "name low high by at_low at_high factor elasticity"),
        "corners": None if found.band is None else _band_json(found.band),
    }


def _elasticity_json(item: Elasticity) -> dict[str, Any]:
    exact = str(item.here) if item.everywhere else None
    return {**selected(item, "name text here"), "exact": exact, "formula": item.formula or None}


def _minimizer_json(found: Minimizer) -> dict[str, Any]:
    return {
        **selected(found, "name step=line.step minimized?"),
        **line_data(found.line),
        "elasticities": [_elasticity_json(item) for item in found.elasticities],
    }


def _band_json(band: Band) -> dict[str, Any]:
    return {
        **selected(band, "names corners no_further_between=exact"),
        "least": _corner_json(band.least),
        "greatest": _corner_json(band.greatest),
        **selected(band, "without_number=without why_not=why?"),
    }


def _corner_json(corner: Corner | None) -> dict[str, Any] | None:
    if corner is None:
        return None
    at = {name: value.typed for name, value in corner.at.items()}
    return {"at": at, **line_data(corner.line), "contradictions": list(corner.contradictions)}
