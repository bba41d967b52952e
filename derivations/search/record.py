"""Records: what a derivation says, as plain data that is read back without SymPy.

A record holds what is shown and evaluated: every step with its relation as it was written, its conditions and its
verdict. It leaves out the options of rules and their obligations, which `stored` keeps too: what is read back is not
checked again.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from derivations.errors import InputError
from derivations.language.grammar import parse_relation
from derivations.language.quantity import Notation
from derivations.language.relation import Relation
from derivations.search.derivation import Derivation
from derivations.search.step import Step
from derivations.search.verdict import Finding, Verdict

_PLAIN = (
    "name", "number", "rule", "because", "note", "source", "replaces", "fell_back", "unknown", "determines",
    "statement",
)


def record(derivation: Derivation) -> dict[str, Any]:
    """The record of a derivation under its own premises.

    Raises `InputError` for changed premises, and for a relation that its text does not lead back to.
    """
    if derivation.assumptions:
        raise InputError("a record is of a derivation under its own premises")
    return {
        "result": derivation.result,
        "trace": [_step(step, derivation.notation) for step in derivation.trace],
        "rejects": [_step(step, derivation.notation) for step in derivation.rejects],
    }


def record_or_none(derivation: Derivation) -> dict[str, Any] | None:
    """The record of a derivation, if it has one."""
    try:
        return record(derivation)
    except InputError:
        return None


def recorded(data: Mapping[str, Any], notation: Notation) -> Derivation:
    """The derivation of a record, in the notation that it was made in.

    Raises `InputError` or one of its kind, `LookupError`, `TypeError` or `ValueError` for data that is none.
    """
    trace, rejects = (tuple(_read(step, notation) for step in data[key]) for key in ("trace", "rejects"))
    return Derivation(notation, trace, rejects, str(data["result"]))


def _step(step: Step, notation: Notation) -> dict[str, Any]:
    verdict = step.verdict
    return {
        **{key: value for key in _PLAIN if (value := getattr(step, key))},
        **{key: list(value) for key in ("inputs", "within") if (value := getattr(step, key))},
        "relation": None if step.relation is None else _text(step.relation, notation),
        "conditions": [_text(condition, notation) for condition in step.conditions],
        "verdict": [str(verdict.finding), list(verdict.checked_by), verdict.reason,
                    {name: str(value) for name, value in verdict.counterexample.items()}],
    }


def _text(item: Relation, notation: Notation) -> str:
    """The text of a relation that leads back to it, as it was written and as SymPy has it."""
    text = str(item)
    if _relation(text, notation).written != item.written or Relation.as_written(item.written, notation) != item:
        raise InputError(f"{text[:80]} is not kept: its text leads to another form")
    return text


def _read(data: Mapping[str, Any], notation: Notation) -> Step:
    finding, checked_by, reason, point = data["verdict"]
    plain: dict[str, Any] = {key: data[key] for key in _PLAIN if key in data}
    inputs, within = (tuple(map(str, data.get(key, ()))) for key in ("inputs", "within"))
    return Step(
        **plain, inputs=inputs, within=within,
        relation=None if data["relation"] is None else _relation(data["relation"], notation),
        conditions=tuple(_relation(text, notation) for text in data["conditions"]),
        verdict=Verdict(Finding(finding), tuple(checked_by), reason, dict(point)),
    )


def _relation(text: str, notation: Notation) -> Relation:
    return Relation.as_written(parse_relation(text, notation.names, notation.functions), notation)
