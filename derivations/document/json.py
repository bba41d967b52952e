"""Steps, numbers and published statements as plain data."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from derivations.claim.published import PublishedStatement
from derivations.claim.whole_numbers import WholeBound, WholeNeighbors
from derivations.derivation.derivation import Derivation
from derivations.derivation.step import Step
from derivations.document.data import each, line_data, selected, sourced_by_name
from derivations.errors import DerivationsError, InputError
from derivations.language.printing.text import to_text
from derivations.numbers.evaluation import Evaluation
from derivations.numbers.numbers_line import NumbersLine
from derivations.numbers.rounding import as_float

if TYPE_CHECKING:
    from derivations.numbers.unsolved import Solved


def derivation_json(derivation: Derivation) -> dict[str, Any] | None:
    """The derivation as `Derivation.from_json` reads it back; None where an expression is too large for that."""
    try:
        return derivation.to_json()
    except InputError:
        return None


def premise_json(step: Step) -> dict[str, Any]:
    """A premise or a definition."""
    found: dict[str, Any] = selected(step, "name number relation latex=relation.latex because source replaces?")
    return found


def step_json(step: Step) -> dict[str, Any]:
    """A step or a reject."""
    found: dict[str, Any] = selected(
        step, "name number rule inputs relation latex=relation.latex because conditions note? context=where? "
        "verdict=verdict.finding checked_by=verdict.checked_by reason=verdict.reason? "
        "counterexample=verdict.counterexample? fell_back")
    rejected = {"relation": step.statement or None} if step.relation is None else {}
    return {**found, **rejected, **({"unmet": step.unmet} if step.unmet else {})}


def result_json(step: Step, evaluation: Evaluation) -> dict[str, Any]:
    """A step with its number in the scenario."""
    if step.relation is None:
        nothing = ("symbol", "expression", "numeric", "latex", "context")
        return {"step": step.name, **dict.fromkeys(nothing), "conditions": [], **line_data(None, str(step.verdict)),
                "origins": {}}
    written = step.relation.written
    try:
        line: NumbersLine | None = evaluation.line(step.name)
        why_not = ""
    except DerivationsError as error:
        line, why_not = None, str(error)
    return {
        "step": step.name,
        "symbol": step.unknown or to_text(written.left),
        "operator": "=" if step.unknown else written.operator,
        "expression": None if step.unknown else to_text(written.right),
        "numeric": None if line is None or line.numeric is None else numeric_json(line.numeric),
        "latex": step.relation.latex,
        "conditions": [str(condition) for condition in step.conditions],
        "context": step.holds or None,
        **line_data(line, why_not),
        "origins": {} if line is None else sourced_by_name(line.leaves),
    }


def whole_json(found: WholeNeighbors | WholeBound) -> dict[str, Any]:
    """Whole numbers beside a number, with another quantity, `of`, at each; or the first that satisfies a bound.

    `best` is the one to take: where `of` is least, or the bound satisfied; beside a solution none is.
    """
    dimension = found.quantity.dimension
    told = {"step": found.step, "symbol": found.quantity.name, "unit": "" if dimension.is_pure else str(dimension),
            "says": found.words}
    if isinstance(found, WholeBound):
        return {**told, "operator": found.operator, "bound": as_float(found.bound), "best": found.first}
    scale = found.of.parsed_unit.factor
    return {
        **told,
        "of": found.of.name,
        "of_unit": found.of.unit,
        "at": [
            {"number": item.number, "value": None if item.value is None else as_float(item.value / scale),
             **selected(item, "why_not? broken")}
            for item in found.at
        ],
        "best": found.best,
    }


def numeric_json(solved: Solved) -> dict[str, Any]:
    """An equation that only numbers solve: the range that was searched and every root in it, in the unknown's unit."""
    factor = solved.unknown.parsed_unit.factor
    return {
        "equation": str(solved.equation),
        "unknown": solved.unknown.name,
        "from": str(solved.roots.low / factor),
        "to": str(solved.roots.high / factor),
        "complete": solved.roots.complete,
        "roots": [
            {"value": as_float(root.value / factor), "low": str(root.low / factor), "high": str(root.high / factor),
             "residual": float(root.residual)}
            for root in solved.roots.found
        ],
    }


def published_json(statement: PublishedStatement) -> dict[str, Any]:
    """A statement, what is derived for it from its speaker's own premises, and what would be from others."""
    row = statement.said
    read = row.published.read()
    value: Any
    if isinstance(read, tuple):
        value = [float(item.in_unit(item.unit)) for item in read]
    else:
        value = float(read.in_unit(read.unit))
    return {
        "kind": row.published.kind,
        "value": value,
        **selected(row, f"unit said_by=published.by where=published.where {_COMPARISON}"),
        "otherwise": each(statement.otherwise, _COMPARISON),
    }


# what is derived for a published number; `follows` is null where nothing is asked of it, or it says nothing
_COMPARISON = ("step=published.step rounding=published.rounding scenario=published.reading derived ratio follows "
               "verdict note=published.note?")
