"""Records: what a derivation says, as plain data that is read back without SymPy.

A record holds what is shown and evaluated: every step with its relation as it was written, its conditions and its
verdict. It leaves out the options of rules and their obligations, which `stored` keeps too: what is read back is not
checked again. It leaves out what the argument says of its steps as well, reasons and sources and wrong statements: they
are read from the script of the argument. Of steps that the engine makes by itself it has the reasons.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from derivations.derivation.derivation import Derivation
from derivations.derivation.script import Prose, Script, definition
from derivations.derivation.step import Step
from derivations.derivation.trace import BELIEVED
from derivations.errors import InputError
from derivations.kernel.judgement import context_data, read_context
from derivations.language.grammar import parse_relation
from derivations.language.quantity import Notation
from derivations.language.relation import Relation
from derivations.proof.verdict import Finding, Verdict

_PLAIN = ("name", "number", "rule", "note", "replaces", "fell_back", "unknown", "determines")


def record(derivation: Derivation, script: Script) -> dict[str, Any]:
    """The record of a derivation under its own premises, beside the script of its argument.

    Raises `InputError` for changed premises, and for a relation that its text does not lead back to.
    """
    if derivation.assumptions:
        raise InputError("a record is of a derivation under its own premises")
    return {
        "result": derivation.result,
        "trace": [_step(step, derivation.notation, script) for step in derivation.trace],
        "rejects": [_step(step, derivation.notation, script) for step in derivation.rejects],
    }


def record_or_none(derivation: Derivation, script: Script) -> dict[str, Any] | None:
    """The record of a derivation, if it has one."""
    try:
        return record(derivation, script)
    except InputError:
        return None


def recorded(data: Mapping[str, Any], script: Script) -> Derivation:
    """The derivation of a record, in the notation and with the prose of the script that it was made beside.

    Raises `InputError` or one of its kind, `LookupError`, `TypeError` or `ValueError` for data that is none, or that
    takes, defines or rejects anything but what the script does.
    """
    notation = script.notation
    trace, rejects = (tuple(_read(step, script) for step in data[key]) for key in ("trace", "rejects"))
    written = {
        **{premise.name: premise.relation for premise in script.premises},
        **{call.name: definition(notation[call.options["quantity"]]) for call in script.calls if call.rule == "define"},
    }
    found = {step.name: step.relation.written for step in trace if step.relation and step.rule in BELIEVED}
    if found != {name: _relation(text, notation).written for name, text in written.items()}:
        raise InputError("a record that begins with other premises or definitions")
    if [step.name for step in rejects] != [call.name for call in script.calls if call.rule == "reject"]:
        raise InputError("a record that rejects other statements")
    return Derivation(notation, trace, rejects, str(data["result"]))


def _step(step: Step, notation: Notation, script: Script) -> dict[str, Any]:
    verdict, prose = step.verdict, script.prose(step.name)._asdict()
    own = {key: value for key, text in prose.items() if (value := getattr(step, key)) != text}
    if own and script.speaks_of(step.name):
        raise InputError(f"step {step.name!r} has other words than those of its argument")
    return {
        **{key: value for key in _PLAIN if (value := getattr(step, key))},
        **own,
        **({"inputs": list(step.inputs)} if step.inputs else {}),
        **({"context": context_data(step.context)} if step.context else {}),
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


def _read(data: Mapping[str, Any], script: Script) -> Step:
    finding, checked_by, reason, point = data["verdict"]
    notation = script.notation
    plain: dict[str, Any] = {key: data[key] for key in _PLAIN if key in data}
    plain |= script.prose(data["name"])._asdict()
    if not script.speaks_of(data["name"]):
        plain |= {key: str(data[key]) for key in Prose._fields if key in data}
    return Step(
        **plain, inputs=tuple(map(str, data.get("inputs", ()))), context=read_context(data.get("context")),
        relation=None if data["relation"] is None else _relation(data["relation"], notation),
        conditions=tuple(_relation(text, notation) for text in data["conditions"]),
        verdict=Verdict(Finding(finding), tuple(checked_by), reason, dict(point)),
    )


def _relation(text: str, notation: Notation) -> Relation:
    return Relation.as_written(parse_relation(text, notation.names, notation.functions), notation)
