"""Reports as plain data."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from derivations.claim.evaluated_claim import EvaluatedClaim
from derivations.claim.published import PublishedStatement
from derivations.claim.whole_numbers import WholeBound, WholeNeighbors, all_whole_numbers
from derivations.derivation.derivation import Derivation
from derivations.derivation.step import Step
from derivations.document.data import each, line_data, selected, sourced_by_name
from derivations.document.grids import wide_grids
from derivations.document.report_tables import report_tables
from derivations.document.schema import SCHEMA
from derivations.document.sweep import sweep_json, sweep_of
from derivations.document.verdicts import accepted_json, verdicts_of
from derivations.errors import DerivationsError, InputError
from derivations.language.printing.text import to_text
from derivations.numbers.evaluation import Evaluation
from derivations.numbers.numbers_line import NumbersLine
from derivations.numbers.rounding import as_float
from derivations.study.sweep import Sweep, at_given
from derivations.study.verdicts import told_statements

if TYPE_CHECKING:
    from derivations.numbers.unsolved import Solved


def _range(report: EvaluatedClaim) -> dict[str, Any] | None:
    """Between what the result lies, where a reader gave ranges."""
    if not report.study.ranges:
        return None
    from derivations.document.ranges import range_json

    return range_json(report)


def report_json(report: EvaluatedClaim, *, all_cards: bool = False, swept: Sweep | None = None) -> dict[str, Any]:
    """Everything that `derive show` shows; tables over very many cards only with `all_cards`.

    `swept` is the table of several values where it was made before; all but that is for the first of them.
    """
    derivation = report.derivation
    swept = sweep_of(report) if swept is None else swept
    return {
        "schema": SCHEMA,
        "claim": report.claim.name,
        "contradictions": list(report.contradictions),
        "title": report.claim.title,
        "chapter": report.claim.chapter,
        "question": report.claim.question,
        **verdicts_of(report).as_data(),
        **accepted_json(report),
        "scenario": selected(report.scenario, "name title"),
        "study": report.study.title or None,
        "assumptions": dict(derivation.assumptions.premises),
        "notation": each(derivation.notation, "name latex unit dimension meaning domain definition"),
        "premises": [premise_json(step) for step in derivation.premises],
        "definitions": [premise_json(step) for step in derivation.definitions],
        "steps": [step_json(step) for step in derivation.steps],
        "rejects": [step_json(step) for step in derivation.rejects],
        "result": result_json(report.headline, report.evaluation),
        "range": _range(report),
        "whole_numbers": [whole_json(item) for item in all_whole_numbers(report)],
        "trace": derivation_json(derivation),
        "sweep": None if swept is None else sweep_json(swept),
        "behind": None if (behind := at_given(report)) is None else sweep_json(behind),
        "results": [
            result_json(step, report.evaluation)
            for step in (*derivation.definitions, *derivation.steps)
            if step.relation is not None and step.relation.lhs.is_Symbol
        ],
        "published": [published_json(item) for item in told_statements(report)],
        "tables": [
            {"kind": kind, **table.to_json()}
            for kind, table in report_tables(report, () if all_cards else wide_grids(report), swept)
        ],
        "asserted": [
            {"text": item.text, "said_by": item.by, "where": item.where, "comes_to": line}
            for item, line in zip(report.claim.asserted, report.asserted(), strict=True)
        ],
    }


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
