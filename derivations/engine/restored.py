"""Derivations from the data that `stored` made of them.

Nothing that is read is believed to be right: `recheck` shows what of it is upheld. It is read with our own grammar, so
that a file can do no more than name a derivation.
"""

from __future__ import annotations

import json
from typing import Any

from derivations.engine.circle import refuse_circle
from derivations.engine.concrete import notation_for
from derivations.engine.derivation import Derivation
from derivations.engine.obligation import Obligation
from derivations.engine.premise import Assumptions
from derivations.engine.quantity import Notation, Quantity
from derivations.engine.step import Step
from derivations.engine.stored import (
    ASSUMPTION_KEYS,
    DERIVATION_KEYS,
    FUNCTION_KEYS,
    OBLIGATION_KEYS,
    QUANTITY_KEYS,
    SCHEMA,
    STEP_KEYS,
    VERDICT_KEYS,
)
from derivations.engine.stored_part import Part, kind, text
from derivations.engine.stored_relation import restored_expression, restored_relation
from derivations.engine.stored_rule import BY_NAME, restored_rule
from derivations.engine.verdict import Finding, Verdict
from derivations.errors import InputError, UnknownNameError

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
    notation = Notation(tuple(_quantity(item, "notation") for item in part.items("notation")))
    for quantity in notation:
        _check_bound(quantity, notation)
        if quantity.definition:
            where = f"the definition of {quantity.name}"
            restored_relation(f"{quantity.name} = {quantity.definition}", notation, where)
    assumed = Part(part.any("assumptions"), "assumptions", ASSUMPTION_KEYS)
    assumptions = Assumptions(
        assumed.text_map("premises"), tuple(_quantity(item, "assumptions") for item in assumed.items("quantities"))
    )
    if not part.items("trace"):
        raise InputError("the derivation has no steps")
    trace: dict[str, Step] = {}
    for place, item in enumerate(part.items("trace"), 1):
        step = _step(item, notation, place, trace)
        if step.rule in ("take", _DEFINE) and step.relation is not None:
            refuse_circle(step.name, step.relation, trace.values())
        trace[step.name] = step
    rejects: dict[str, Step] = {}
    for place, item in enumerate(part.items("rejects"), 1):
        step = _step(item, notation, place, trace, rejects)
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


def _quantity(data: Any, where: str) -> Quantity:
    is_function = isinstance(data, dict) and "of" in data
    part = Part(data, f"a quantity of {where}", (*QUANTITY_KEYS, *(FUNCTION_KEYS if is_function else ())))
    of, derivative = (part.texts("of"), part.text("derivative")) if is_function else ((), "")
    name, unit, meaning, domain, latex, definition, at_most = (part.text(key) for key in QUANTITY_KEYS)
    return Quantity(name, unit, meaning, domain, latex, definition, at_most, of, derivative)


def _step(
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
        _verdict(part.any("verdict"), notation, where), part.text("because"),
        tuple(restored_relation(item, notation, f"a condition of {where}") for item in part.items("conditions")),
        part.text("note"), part.text("source"), part.text("replaces"), part.flag("fell_back"), unknown,
        part.texts("within"), part.text("statement"),
        tuple(_obligation(item, notation, where) for item in part.items("obligations")),
        None if rule == _DEFINE else restored_rule(rule, options, notation, where),
    )  # fmt: skip


def _check_count(rule: str, count: int, where: str) -> None:
    """A rule has as many inputs as the board would give it."""
    if rule in _ANY_INPUTS or (rule in _FURTHER_INPUTS and count):
        return
    wanted = 0 if rule in _NO_INPUTS else 2 if rule in _TWO_INPUTS else 1
    if count != wanted:
        raise InputError(f"{where}: {rule} has {wanted or 'no'} input{'s' if wanted != 1 else ''}, not {count}")


def _verdict(data: Any, notation: Notation, where: str) -> Verdict:
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


def _obligation(data: Any, notation: Notation, where: str) -> Obligation:
    place = f"an obligation of {where}"
    part = Part(data, place, OBLIGATION_KEYS)
    own = [_quantity(item, place) for item in part.items("quantities")]
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
