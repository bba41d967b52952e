"""Inverted results: the answer, its number, and the added steps; as plain data, and as rows."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from derivations.claim.evaluated_claim import EvaluatedClaim
from derivations.claim.whole_numbers import WholeSolution, beside_solution
from derivations.derivation.step import Step
from derivations.document.answer import numbers_blocks, over_ranges, remedy_lines, standing
from derivations.document.blocks import EMPTY, Block, Document, TextLine, changed, headed, warning_lines
from derivations.document.cells import Cell, Number, bare_cell
from derivations.document.columns import NOTHING
from derivations.document.data import each, selected, sourced_by_name
from derivations.document.fields import RESULT, report_document
from derivations.document.json import result_json, step_json, whole_json
from derivations.document.parts import Calculation
from derivations.document.schema import SCHEMA
from derivations.document.shown import Producer
from derivations.document.spread import spread_json
from derivations.document.table import Table
from derivations.errors import DerivationsError
from derivations.numbers.rounding import as_float
from derivations.study.inversion import (
    added_steps,
    held_fixed,
    inadmissible_value,
    missing_values,
    no_solution_reason,
    solutions,
    values_set_aside,
)
from derivations.study.inversion_by_numbers import InversionByNumbers
from derivations.study.ranges import ranged


@dataclass(frozen=True)
class Inverse:
    """An evaluated claim that was inverted for a quantity, and the inverse."""

    evaluated: EvaluatedClaim
    found: EvaluatedClaim
    for_: str

    @property
    def is_the_result(self) -> bool:
        """True where the claim gives that quantity already."""
        return self.found.claim is self.evaluated.claim


def inversion_document(inverse: Inverse, *, brief: bool = False) -> Document:
    """The answer and the steps to it; if `brief`, the answer alone."""
    evaluated, found, for_ = inverse.evaluated, inverse.found, inverse.for_
    if inverse.is_the_result:
        told = TextLine(f"{for_} is the result of {evaluated.claim.name} already.")
        aside = (TextLine(text) for text in _set_aside(evaluated, found, for_))
        return Document.of(told, aside, EMPTY, report_document(found, RESULT).blocks, standing(found))
    return Document.of(_inversion_lines(evaluated, found, for_, brief=brief), notation=found.derivation.notation)


def _inversion_lines(evaluated: EvaluatedClaim, found: EvaluatedClaim, for_: str, *, brief: bool) -> Iterator[Block]:
    yield from warning_lines(found.contradictions)
    yield TextLine(found.claim.title, role="title")
    yield TextLine(found.claim.question)
    yield from changed(found.derivation.assumptions.premises)
    yield from over_ranges(found, brief=brief)
    yield from (EMPTY, headed("Result", f", {found.scenario.title}"))
    steps = solutions(found)
    for place, step in enumerate(steps, 1):
        if len(steps) > 1:
            yield from (EMPTY, TextLine(f"Branch {place} of {len(steps)}", depth=1))
        yield from _solution(evaluated, found, step, brief=brief)
    if brief:
        return
    yield from (TextLine(text, depth=1, hang=2) for text in _notes(evaluated, found, for_))
    yield from (EMPTY, headed("Steps added", f" to the {len(evaluated.derivation.trace)} of {evaluated.claim.name}"))
    for step in added_steps(evaluated, found):
        yield from _step(step)


def inversion_json(inverse: Inverse) -> dict[str, Any]:
    """The same as plain data; a result that was asked for is the report itself."""
    evaluated, found, for_ = inverse.evaluated, inverse.found, inverse.for_
    if inverse.is_the_result:
        return {"schema": SCHEMA, "claim": evaluated.claim.name, "for": for_, "already_the_result": True,
                "solutions": [result_json(found.headline, found.evaluation)],
                "notes": list(_set_aside(evaluated, found, for_)), "steps_added": []}
    aside = values_set_aside(evaluated, found, for_)
    return {
        "schema": SCHEMA,
        "claim": evaluated.claim.name,
        "title": found.claim.title,
        "for": for_,
        "already_the_result": False,
        "scenario": selected(found.scenario, "name title"),
        "assumptions": dict(found.derivation.assumptions.premises),
        "given": sourced_by_name(found.given),
        "range": spread_json(found) if found.study.ranges else None,
        "set_aside": sourced_by_name({name: value for name, (value, _) in aside.items()}),
        "solutions": [
            {
                **result_json(step, found.evaluation),
                **selected(step, "step=name context=where verdict"),
                "whole_numbers": [whole_json(item) for item in _beside(found, step)],
                "missing": each(missing_values(evaluated, found, step) if step.verdict.holds else (),
                                "name=quantity.name unit=quantity.unit cards readings"),
            }
            for step in solutions(found)
        ],
        "notes": list(_notes(evaluated, found, for_)),
        "steps_added": [step_json(step) for step in added_steps(evaluated, found)],
    }


def _beside(found: EvaluatedClaim, step: Step) -> list[WholeSolution]:
    """The whole numbers beside a solution that is none, each with what was given."""
    whole = beside_solution(found.claim, found.evaluation, step.name) if step.verdict.holds else None
    return [] if whole is None else [whole]


def inversion_table(inverse: Inverse) -> Table:
    """A row for each number of each solution, which stands in the unit beside it, or says why there is none."""
    found = inverse.found
    rows: list[tuple[Cell, ...]] = []
    for step in solutions(found):
        name = step.unknown or ("" if step.relation is None else step.relation.written_left)
        cells, unit = _numbers(found, step)
        formula = NOTHING if step.relation is None else str(step.relation)
        where = " and ".join(map(str, step.conditions)), step.where
        if found.study.ranges and step == found.headline:
            rows += [(step.name, f"{which} {name}", formula, *where, str(step.verdict), end, unit)
                     for which, end in _ends(found)]
        rows += [(step.name, name, formula, *where, str(step.verdict), cell, unit) for cell in cells]
    head = ("step", "quantity", "formula", "conditions", "context", "verdict", "number", "unit")
    return Table(found.claim.title, head, tuple(rows), keys=2)


def _numbers(found: EvaluatedClaim, step: Step) -> tuple[list[Cell], str]:
    """The numbers of a solution with their unit: of an equation that only numbers solve, every root."""
    if step.relation is None or not step.verdict.holds:
        return [no_solution_reason(found) if step.relation is None else str(step.verdict)], ""
    try:
        line = found.numbers(step.name)
    except DerivationsError as error:
        return [str(error)], ""
    if line.value is None and line.numeric is not None and line.numeric.roots.found:
        factor = line.numeric.unknown.parsed_unit.factor
        roots: list[Cell] = [Number("", root.value / factor, remark=line.result) for root in line.numeric.roots.found]
        return roots, line.numeric.unknown.unit
    return [bare_cell(line)], line.unit


def _ends(found: EvaluatedClaim) -> Iterator[tuple[str, Cell]]:
    """The least and the greatest number of a solution; the one without a word is for the middle of each range."""
    try:
        told = ranged(found, brief=True)
    except DerivationsError:
        return
    factor = Fraction(1) if told.line.quantity is None else told.line.quantity.parsed_unit.factor
    for which, end in (("least", told.low), ("greatest", told.high)):
        if end is not None:
            yield which, Number("", end / factor)


def by_numbers_document(found: InversionByNumbers, *, brief: bool = False) -> Document:
    """The values at which a given number comes out, each with the step in numbers; if `brief`, these alone."""
    return Document.of(_by_numbers(found, brief=brief), notation=found.evaluated.derivation.notation)


def _by_numbers(found: InversionByNumbers, *, brief: bool) -> Iterator[Block]:
    name, claim = found.quantity.name, found.evaluated.claim
    yield TextLine(f"{claim.name}, solved for {name}", role="title")
    yield TextLine(f"Which {name} goes with {found.target.name} = {found.wanted}?")
    yield from changed(found.evaluated.derivation.assumptions.premises)
    yield from (EMPTY, headed("Result", f", {found.words}"))
    for item in found.found:
        value = f"{name} = {found.shown(item.low)}"
        if not item.is_point:
            value = f"{name} {found.stretch(item)}"
        yield TextLine(value, depth=1)
        yield from (TextLine(f"but there {text}", depth=2, role="bad") for text in item.broken)
        if not brief:
            yield from (EMPTY, TextLine(f"{found.step.name}, with that:", depth=1), *numbers_blocks(item.line))
    for whole in found.beside:
        yield from _whole_lines(whole)
    yield from (TextLine(f"held as it is here: {held} = {value}", depth=1) for held, value in found.held.items())


def _whole_lines(found: WholeSolution) -> Iterator[TextLine]:
    """Whole numbers beside a solution, and the premises that do not hold at them."""
    yield TextLine(found.words, depth=1, hang=2)
    for item in found.at:
        yield from (TextLine(f"but at {item.number:,} {text}", depth=2, role="bad") for text in item.broken)


def by_numbers_json(found: InversionByNumbers) -> dict[str, Any]:
    """The same as plain data, numbers in the unit of the quantity."""
    factor = found.quantity.parsed_unit.factor

    def number(size: Fraction) -> float | None:
        return as_float(size / factor)

    return {
        "schema": SCHEMA, "claim": found.evaluated.claim.name, "for": found.quantity.name, "by_numbers": True,
        "step": found.step.name, "given": sourced_by_name(found.given), "held": sourced_by_name(found.held),
        "unit": found.quantity.unit, "range": [number(found.low), number(found.high)], "others_excluded": False,
        "solutions": [
            {"low": number(item.low), "high": number(item.high), "result": item.line.result,
             "broken": list(item.broken)}
            for item in found.found
        ],
        "whole_numbers": [whole_json(item) for item in found.beside],
        "notes": [found.words],
    }


def by_numbers_table(found: InversionByNumbers) -> Table:
    """A row for each value, or stretch of values, in the unit of the quantity; with what is broken there."""
    factor, name = found.quantity.parsed_unit.factor, found.quantity.name
    told = [(item.low, item.high, item.line.result, item.broken) for item in found.found]
    for whole in found.beside:
        told += [(Fraction(item.number), Fraction(item.number), whole.value_words(item), item.broken)
                 for item in whole.at]
    rows = [(found.step.name, name, Number("", low / factor), Number("", high / factor), found.quantity.unit, result,
             "; ".join(broken)) for low, high, result, broken in told]
    head = ("step", "quantity", "from", "to", "unit", "result", "broken")
    return Table(found.evaluated.claim.title, head, tuple(rows), keys=2)


def _solution(evaluated: EvaluatedClaim, found: EvaluatedClaim, step: Step, *, brief: bool) -> Iterator[Block]:
    """A solution with its conditions, its number, and the sources of that."""
    if step.relation is None:
        yield TextLine(f"none was found: {no_solution_reason(found)}", depth=1)
        return
    yield TextLine(relation=step.relation, depth=1, hang=4)
    if step.conditions:
        yield TextLine(conditions=step.conditions, depth=1)
    if step.where:
        yield TextLine(step.where, depth=1)
    if not step.verdict.holds:
        yield TextLine(str(step.verdict), depth=1)
        return
    try:
        line = found.numbers(step.name)
        told = inadmissible_value(found, step) if line.value is None else ""
        wanting = missing_values(evaluated, found, step)
    except DerivationsError as error:
        yield TextLine(str(error), depth=1)
        return
    yield EMPTY
    if told:
        yield TextLine(f"Here {told}.", depth=1, role="bad")
    yield from (Calculation(line),) if brief else numbers_blocks(line)
    for whole in _beside(found, step):
        yield from _whole_lines(whole)
    if line.outside:
        yield from remedy_lines(found, step)
    yield from (TextLine(item.text, depth=1, hang=4) for item in wanting)
    asked = " ".join(f"--given {item.option}" for item in wanting if not item.quantity.is_function)
    if asked:
        yield TextLine(f"To give what is missing: {asked}", depth=1, hang=4)


def _notes(evaluated: EvaluatedClaim, found: EvaluatedClaim, for_: str) -> Iterator[str]:
    """Remarks on the number: values set aside, held and idle."""
    yield from _set_aside(evaluated, found, for_)
    if for_ not in values_set_aside(evaluated, found, for_):
        own = found.evaluation.value_of(for_)
        if own is not None:
            yield f"the scenario itself has {for_} = {own} ({own.origin})"
    for name, behind in held_fixed(found, for_).items():
        yield f"{name} keeps its value here, though it depends on {', '.join(behind)}, as {for_} does"
    try:
        for name in found.idle:
            yield f"given, but without effect on this result: {name} = {found.given[name]}"
    except DerivationsError:
        return


def _set_aside(evaluated: EvaluatedClaim, found: EvaluatedClaim, for_: str) -> Iterator[str]:
    for name, (value, why) in values_set_aside(evaluated, found, for_).items():
        yield f"not used, as {why}: {name} = {value} ({value.origin})"


def _step(step: Step) -> Iterator[TextLine]:
    yield TextLine(str(step), depth=1, hang=4, role="" if step.sound else "bad")
    if step.conditions:
        yield TextLine(conditions=step.conditions, depth=3)
    if step.because:
        yield TextLine(step.because, depth=3)


INVERSE = Producer(inversion_document, inversion_json, inversion_table)
BY_NUMBERS = Producer(by_numbers_document, by_numbers_json, by_numbers_table)
