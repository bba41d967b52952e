"""Derivations as plain data that a file can hold, and read back without being believed."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import dataclass, fields
from typing import Any, TypeAlias

from sympy import Symbol
from sympy.core.relational import Relational

from derivations.errors import InputError, UnknownNameError
from derivations.language.grammar import parse_relation
from derivations.language.quantity import Notation, Quantity
from derivations.language.relation import SYMPY, bind
from derivations.language.to_sympy import to_sympy
from derivations.search.dependence import refuse_circle
from derivations.search.derivation import Derivation
from derivations.search.obligation import Obligation
from derivations.search.premise import Assumptions
from derivations.search.proof.interpolation import notation_for
from derivations.search.rules import RULES
from derivations.search.rules.base import Rule
from derivations.search.step import Step
from derivations.search.stored_relation import (
    Part,
    flag,
    items,
    kind,
    restored_expression,
    restored_relation,
    stored_expression,
    stored_relation,
    text,
)
from derivations.search.verdict import Finding, Verdict

BY_NAME: dict[str, type[Any]] = {rule.name: rule for rule in RULES}  # type: ignore[attr-defined]

_LEFT_OUT = ("holding", "determines")  # where they are empty, as in data that is older than they are

_Write: TypeAlias = Callable[[Any, Notation], Any]
_Read: TypeAlias = Callable[[Any, Notation, str], Any]


@dataclass(frozen=True)
class _Kind:
    """How options of one type become data, and data options."""

    write: _Write
    read: _Read


def stored_options(rule: Rule, notation: Notation) -> dict[str, Any]:
    """The options of a rule as plain data. Raises `InputError` for an expression that no text leads back to."""
    return {
        item.name: _kind(item.type).write(getattr(rule, item.name), notation)
        for item in _fields(type(rule))
        if item.name not in _LEFT_OUT or getattr(rule, item.name)
    }


def restored_rule(name: str, data: Any, notation: Notation, where: str) -> Rule:
    """The rule of that name with its options. Raises `InputError` or one of its kind for options that do not fit."""
    rule = BY_NAME[name]
    absent = [name for name in _LEFT_OUT if isinstance(data, dict) and name not in data]
    told = [item for item in _fields(rule) if item.name not in absent]
    part = Part(data, f"options of {where}", [item.name for item in told])
    options = {
        item.name: _kind(item.type).read(part.any(item.name), notation, f"{item.name} of {where}") for item in told
    }
    made: Rule = rule(**options)
    return made


def _fields(rule: type[Any]) -> tuple[Any, ...]:
    return fields(rule)


def _kind(annotation: Any) -> _Kind:
    return KINDS[str(annotation)]


def _symbol(data: Any, notation: Notation, where: str) -> Symbol:
    return notation[text(data, where)].symbol


def _pair(data: Any, notation: Notation, where: str) -> Any:
    pair = items(data, where)
    if len(pair) != 2:
        raise InputError(f"{where} are two expressions")
    return tuple(restored_expression(item, notation, where) for item in pair)


def _statement(item: Any, notation: Notation) -> Any:
    """What is rejected: a text of any kind, a relation, or one of SymPy's."""
    if isinstance(item, str):
        return {"as": "text", "says": item}
    if isinstance(item, Relational):
        sides = [stored_expression(bind(side, notation), notation) for side in (item.lhs, item.rhs)]
        return {"as": "sympy", "says": f" {item.rel_op} ".join(sides)}
    return {"as": "relation", "says": stored_relation(item)}


def _said(data: Any, notation: Notation, where: str) -> Any:
    part = Part(data, where, ("as", "says"))
    form = part.text("as")
    if form == "text":
        return part.text("says")
    if form not in ("relation", "sympy"):
        raise InputError(f"{where} is given as text, relation or sympy, not {form[:40]!r}")
    if form == "relation":
        return restored_relation(part.any("says"), notation, where)
    written = parse_relation(part.text("says"), notation.names, notation.functions)
    # its dimensions may be wrong: that may be why it is rejected
    sides = (to_sympy(side, notation) for side in (written.left, written.right))
    return SYMPY[written.operator](*sides, evaluate=False)


def _or_none(kind: _Kind) -> _Kind:
    return _Kind(
        lambda item, notation: None if item is None else kind.write(item, notation),
        lambda data, notation, where: None if data is None else kind.read(data, notation, where),
    )


_RELATION = _Kind(lambda item, _: stored_relation(item), restored_relation)
_PAIR = _Kind(lambda pair, notation: [stored_expression(item, notation) for item in pair], _pair)

KINDS: dict[str, _Kind] = {
    "str": _Kind(lambda item, _: item, lambda data, _, where: text(data, where)),
    "bool": _Kind(lambda item, _: item, lambda data, _, where: flag(data, where)),
    "tuple[str, ...]": _Kind(
        lambda item, _: list(item), lambda data, _, where: tuple(text(each, where) for each in items(data, where))
    ),
    "tuple[Symbol, ...]": _Kind(
        lambda several, _: [item.name for item in several],
        lambda data, notation, where: tuple(_symbol(each, notation, where) for each in items(data, where)),
    ),
    "Symbol": _Kind(lambda item, _: item.name, _symbol),
    "Expr": _Kind(stored_expression, restored_expression),
    "tuple[Expr, Expr] | None": _or_none(_PAIR),
    "Relation": _RELATION,
    "tuple[Relation, ...]": _Kind(
        lambda several, _: [stored_relation(item) for item in several],
        lambda data, notation, where: tuple(restored_relation(item, notation, where) for item in items(data, where)),
    ),
    "Relation | None": _or_none(_RELATION),
    "RelationLike": _Kind(_statement, _said),
}


SCHEMA = 1

DERIVATION_KEYS = ("schema", "notation", "assumptions", "result", "trace", "rejects")
ASSUMPTION_KEYS = ("premises", "quantities")
QUANTITY_KEYS = ("name", "unit", "meaning", "domain", "latex", "definition", "at_most")
STEP_KEYS = (
    "name", "number", "rule", "options", "inputs", "relation", "conditions", "unknown", "within", "fell_back",
    "statement", "verdict", "because", "note", "source", "replaces", "obligations",
)
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


_LARGEST = 20_000_000  # characters of a text
_WAITS = "waiting for "
_NO_INPUTS = ("take", "define", "sum")
_TWO_INPUTS = ("equate",)
_ANY_INPUTS = ("state", "reject", "induction")
_FURTHER_INPUTS = ("substitute", "rewrite")  # what is used comes after what it is used on
_DEFINE = "define"  # puts a definition on the board; no rule has it


def restored(source: Any) -> Derivation:
    """The derivation in plain data or in JSON text: what `stored` made, or a whole report that has it as a part.

    Raises `InputError` or one of its kind for anything else: another schema, a key that is missing or unknown, a value
    of another type, a relation that cannot be read, a step that uses what does not come before it.
    """
    data = _loaded(source) if isinstance(source, str) else source
    if not isinstance(data, dict):
        raise InputError(f"a stored derivation is an object, not {kind(data)}")
    if "derivation" in data:
        data = data["derivation"]
        if not isinstance(data, dict):
            raise InputError(f"the report holds no derivation, but {kind(data)}")
    if data.get("schema") != SCHEMA or isinstance(data.get("schema"), bool):
        given = data.get("schema")
        shown = str(given)[:20] if isinstance(given, int | str) else kind(given)
        raise InputError(f"a stored derivation has schema {SCHEMA}, not {' '.join(shown.split())}")
    return _derivation(Part(data, "the derivation", DERIVATION_KEYS))


def _loaded(source: str) -> Any:
    if len(source) > _LARGEST:
        raise InputError(f"a stored derivation is at most {_LARGEST:,} characters long")
    try:
        return json.loads(source)
    except RecursionError:
        raise InputError("the text is nested too deeply for a stored derivation") from None
    except ValueError as error:  # no JSON, or a number of thousands of digits
        raise InputError(f"the text is no JSON: {' '.join(str(error).split())[:120]}") from None


def _derivation(part: Part) -> Derivation:
    notation = Notation(tuple(_read_quantity(item, "notation") for item in part.items("notation")))
    for quantity in notation:
        _check_bound(quantity, notation)
        if quantity.definition:
            where = f"the definition of {quantity.name}"
            restored_relation(f"{quantity.name} = {quantity.definition}", notation, where)
    assumed = Part(part.any("assumptions"), "assumptions", ASSUMPTION_KEYS)
    assumptions = Assumptions(
        assumed.text_map("premises"), tuple(_read_quantity(item, "assumptions") for item in assumed.items("quantities"))
    )
    if not part.items("trace"):
        raise InputError("the derivation has no steps")
    trace: dict[str, Step] = {}
    for place, item in enumerate(part.items("trace"), 1):
        step = _read_step(item, notation, place, trace)
        if step.rule in ("take", _DEFINE) and step.relation is not None:
            refuse_circle(step.name, step.relation, trace.values())
        trace[step.name] = step
    rejects: dict[str, Step] = {}
    for place, item in enumerate(part.items("rejects"), 1):
        step = _read_step(item, notation, place, trace, rejects)
        rejects[step.name] = step
    result = part.text("result")
    if result and result not in trace and result not in rejects:
        raise UnknownNameError("step", result, trace, where="as the result")
    for name in assumptions.premises:
        if name not in trace or trace[name].rule != "take":
            raise UnknownNameError("premise", name, [s.name for s in trace.values() if s.rule == "take"])
    return Derivation(notation, tuple(trace.values()), tuple(rejects.values()), result, assumptions)


def _check_bound(quantity: Quantity, notation: Notation) -> None:
    """What bounds a quantity is another one, and not, by a detour, itself."""
    seen = [quantity.name]
    while quantity.at_most:
        quantity = notation[quantity.at_most]
        if quantity.name in seen:
            raise InputError(f"quantities bound each other in a circle: {', '.join(seen[:5])}")
        seen.append(quantity.name)


def _read_quantity(data: Any, where: str) -> Quantity:
    is_function = isinstance(data, dict) and "of" in data
    part = Part(data, f"a quantity of {where}", (*QUANTITY_KEYS, *(FUNCTION_KEYS if is_function else ())))
    of, derivative = (part.texts("of"), part.text("derivative")) if is_function else ((), "")
    name, unit, meaning, domain, latex, definition, at_most = (part.text(key) for key in QUANTITY_KEYS)
    return Quantity(name, unit, meaning, domain, latex, definition, at_most, of, derivative)


def _read_step(
    data: Any, notation: Notation, place: int, trace: dict[str, Step], rejects: dict[str, Step] | None = None
) -> Step:
    """The step at a place of the trace, or with `rejects` of these, that may use what stands in the trace so far."""
    named = data.get("name") if isinstance(data, dict) else None
    where = f"step {text(named, 'the name of a step')[:60]!r}" if named is not None else f"step {place}"
    part = Part(data, where, STEP_KEYS)
    name, rule = part.text("name"), part.text("rule")
    if name in trace or name in (rejects or ()):
        raise InputError(f"two steps are named {name[:60]!r}")
    if rule not in BY_NAME and rule != _DEFINE:
        raise UnknownNameError("rule", rule, [*BY_NAME, _DEFINE], where=f"of {where}")
    if (rule == "reject") != (rejects is not None):
        raise InputError(f"{where}: rejects stand apart from the other steps")
    if part.whole("number") != place:
        raise InputError(f"{where} has another number than its place, {place}")
    inputs = part.texts("inputs")
    for each in inputs:
        if each not in trace:
            raise UnknownNameError("step", each, trace, where=f"that {where} uses")
    _check_count(rule, len(inputs), where)
    unknown = part.text("unknown")
    if unknown:
        _ = notation[unknown]
    for each in part.texts("within"):
        if each not in trace and each != name:
            raise UnknownNameError("step", each, trace, where=f"that {where} supposes")
    options = part.any("options")
    if rule == _DEFINE:
        Part(options, f"options of {where}", ())
    stated = part.any("relation")
    return Step(
        name, place, rule, inputs,
        None if stated is None else restored_relation(stated, notation, where),
        _read_verdict(part.any("verdict"), notation, where), part.text("because"),
        tuple(restored_relation(item, notation, f"a condition of {where}") for item in part.items("conditions")),
        part.text("note"), part.text("source"), part.text("replaces"), part.flag("fell_back"), unknown,
        part.texts("within"), part.text("statement"),
        tuple(_read_obligation(item, notation, where) for item in part.items("obligations")),
        None if rule == _DEFINE else restored_rule(rule, options, notation, where),
    )


def _check_count(rule: str, count: int, where: str) -> None:
    """A rule has as many inputs as the board would give it."""
    if rule in _ANY_INPUTS or (rule in _FURTHER_INPUTS and count):
        return
    wanted = 0 if rule in _NO_INPUTS else 2 if rule in _TWO_INPUTS else 1
    if count != wanted:
        raise InputError(f"{where}: {rule} has {wanted or 'no'} input{'s' if wanted != 1 else ''}, not {count}")


def _read_verdict(data: Any, notation: Notation, where: str) -> Verdict:
    part = Part(data, f"the verdict of {where}", VERDICT_KEYS)
    finding = part.text("finding")
    if finding not in tuple(Finding):
        raise UnknownNameError("finding", finding, tuple(Finding), where=f"of {where}")
    point = {
        name: restored_expression(value, notation_for(name, notation), f"the counterexample of {where}")
        for name, value in part.text_map("counterexample").items()
    }
    reason = part.text("reason")
    if finding == Finding.WAITING and not reason.startswith(_WAITS):  # it is shown by its reason alone
        raise InputError(f"the verdict of {where}: what waits says what it is waiting for")
    return Verdict(Finding(finding), part.texts("checked_by"), reason, point)


def _read_obligation(data: Any, notation: Notation, where: str) -> Obligation:
    place = f"an obligation of {where}"
    part = Part(data, place, OBLIGATION_KEYS)
    own = [_read_quantity(item, place) for item in part.items("quantities")]
    wide = notation
    if own:
        wide = Notation((*notation, *own))
        for quantity in own:
            _check_bound(quantity, wide)
    return Obligation(
        restored_relation(part.any("goal"), wide, place),
        tuple(restored_relation(item, wide, place) for item in part.items("given")),
        part.text("says"),
    )
