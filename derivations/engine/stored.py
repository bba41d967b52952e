"""Derivations as plain data that a file can hold. `restored` reads it back.

Relations are text in the grammar of formulas, so that the data can be read and written by hand; steps, rejects and
obligations come back equal, and are printed as before.
"""

from __future__ import annotations

from typing import Any

from derivations.engine.concrete import notation_for
from derivations.engine.derivation import Derivation
from derivations.engine.obligation import Obligation
from derivations.engine.quantity import Notation, Quantity
from derivations.engine.step import Step
from derivations.engine.stored_relation import stored_expression, stored_relation
from derivations.engine.stored_rule import stored_options
from derivations.engine.verdict import Verdict
from derivations.errors import InputError

SCHEMA = 1

DERIVATION_KEYS = ("schema", "notation", "assumptions", "result", "trace", "rejects")
ASSUMPTION_KEYS = ("premises", "quantities")
QUANTITY_KEYS = ("name", "unit", "meaning", "domain", "latex", "definition", "at_most")
STEP_KEYS = (
    "name", "number", "rule", "options", "inputs", "relation", "conditions", "unknown", "within", "fell_back",
    "statement", "verdict", "because", "note", "source", "replaces", "obligations",
)  # fmt: skip
FUNCTION_KEYS = ("of", "derivative")  # of a quantity that is a function, besides
VERDICT_KEYS = ("finding", "checked_by", "reason", "counterexample")
OBLIGATION_KEYS = ("goal", "given", "says", "quantities")


def stored(derivation: Derivation) -> dict[str, Any]:
    """The derivation as plain data.

    Raises `InputError` that names the step where an expression is too large to be read back from its text.
    """
    notation = derivation.notation
    assumed = derivation.assumptions
    return {
        "schema": SCHEMA,
        "notation": [_quantity(quantity) for quantity in notation],
        "assumptions": {
            "premises": dict(assumed.premises),
            "quantities": [_quantity(quantity) for quantity in assumed.quantities],
        },
        "result": derivation.result,
        "trace": [_step(step, notation) for step in derivation.trace],
        "rejects": [_step(step, notation) for step in derivation.rejects],
    }


def _quantity(quantity: Quantity) -> dict[str, Any]:
    plain = {key: getattr(quantity, key) for key in QUANTITY_KEYS}
    return {**plain, "of": list(quantity.of), "derivative": quantity.derivative} if quantity.of else plain


def _step(step: Step, notation: Notation) -> dict[str, Any]:
    try:
        return {
            "name": step.name,
            "number": step.number,
            "rule": step.rule,
            "options": {} if step.applied is None else stored_options(step.applied, notation),
            "inputs": list(step.inputs),
            "relation": None if step.relation is None else stored_relation(step.relation),
            "conditions": [stored_relation(condition) for condition in step.conditions],
            "unknown": step.unknown,
            "within": list(step.within),
            "fell_back": step.fell_back,
            "statement": step.statement,
            "verdict": _verdict(step.verdict, notation),
            "because": step.because,
            "note": step.note,
            "source": step.source,
            "replaces": step.replaces,
            "obligations": [_obligation(obligation, notation) for obligation in step.obligations],
        }
    except InputError as error:
        raise InputError(f"step {step.name!r} {error}") from None


def _verdict(verdict: Verdict, notation: Notation) -> dict[str, Any]:
    point = {
        name: stored_expression(value, notation_for(name, notation)) for name, value in verdict.counterexample.items()
    }
    return {
        "finding": str(verdict.finding),
        "checked_by": list(verdict.checked_by),
        "reason": verdict.reason,
        "counterexample": point,
    }


def _obligation(obligation: Obligation, notation: Notation) -> dict[str, Any]:
    """An obligation, with the quantities that only it has: another value of one that is shown not to matter, say."""
    own = [quantity for quantity in obligation.quantities if quantity not in notation.quantities]
    return {
        "goal": stored_relation(obligation.goal),
        "given": [stored_relation(item) for item in obligation.given],
        "says": obligation.says,
        "quantities": [_quantity(quantity) for quantity in own],
    }
