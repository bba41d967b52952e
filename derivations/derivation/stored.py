"""Derivations as plain data that a file can hold, and read back without being believed."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from typing import Any, TypeVar

from sympy import Expr, Symbol
from sympy.core.relational import Relational

from derivations.derivation.codec import Codec, Form, entries, kind_of, record, text, types
from derivations.derivation.dependence import refuse_circle
from derivations.derivation.premise import Assumptions
from derivations.derivation.rules import RULES
from derivations.derivation.step import Step
from derivations.derivation.stored_form import CONTEXT, VERDICT, WHOLE
from derivations.derivation.trace import ASSUMED, Trace
from derivations.errors import DerivationsError, InputError, StoppedError, UndecidedError, UnknownNameError
from derivations.kernel.judgement import Context
from derivations.language.dimensional_analysis import check_relation
from derivations.language.grammar import parse_expression, parse_relation
from derivations.language.printing.text import to_text
from derivations.language.quantity import Notation, Quantity
from derivations.language.read_back import clipped, stored_expression
from derivations.language.relation import Relation, as_relational, bind, from_written
from derivations.language.to_sympy import to_sympy
from derivations.language.tree import WrittenRelation
from derivations.proof.budget import RULE_BUDGET, attempt
from derivations.proof.interpolation import notation_for
from derivations.proof.normal_form import vanishes
from derivations.proof.obligation import Obligation
from derivations.proof.verdict import Finding, Verdict, claimed

BY_NAME: dict[str, type[Any]] = {rule.name: rule for rule in RULES}  # type: ignore[attr-defined]
_Made = TypeVar("_Made")
SCHEMA = 2

DERIVATION_KEYS = ("schema", "notation", "assumptions", "result", "trace", "rejects")
_OPTIONS = "options"  # of the rule of a step
_QUANTITIES = tuple[Quantity, ...]
_VERDICT = {**VERDICT, "counterexample": Mapping[str, Expr]}
_FOUND = tuple(str(finding) for finding in Finding if finding is not Finding.CLAIMED)
_WAITS = "waiting for "


def _statement(item: Any, notation: Notation) -> Any:
    """The data of what is rejected: a text of any kind, a relation, or one of SymPy's."""
    if isinstance(item, str):
        return {"as": "text", "says": item}
    if isinstance(item, Relational):
        sides = [stored_expression(bind(side, notation), notation) for side in (item.lhs, item.rhs)]
        return {"as": "sympy", "says": f" {item.rel_op} ".join(sides)}
    return {"as": "relation", "says": stored_relation(item)}


def _said(data: Any, notation: Notation, where: str) -> Any:
    part = record(data, where, ("as", "says"))
    form = text(part["as"], f"as of {where}")
    if form not in ("text", "relation", "sympy"):
        raise InputError(f"{where} is given as text, relation or sympy, not {form[:40]!r}")
    if form == "relation":
        return restored_relation(part["says"], notation, where)
    says = text(part["says"], f"says of {where}")
    if form == "text":
        return says
    written = parse_relation(says, notation.names, notation.functions)
    # its dimensions may be wrong: that may be why it is rejected
    left, right = (to_sympy(side, notation) for side in (written.left, written.right))
    return as_relational(left, written.operator, right)


def _point(point: Mapping[str, Expr], notation: Notation) -> dict[str, Any]:
    return {name: stored_expression(value, notation_for(name, notation)) for name, value in point.items()}


def _read_point(data: Any, notation: Notation, where: str) -> dict[str, Expr]:
    texts = Codec(notation, {}).read(data, Mapping[str, str], where)
    return {name: restored_expression(value, notation_for(name, notation), where) for name, value in texts.items()}


def _obligation(obligation: Obligation, notation: Notation) -> dict[str, Any]:
    """An obligation, with the quantities that only it has: another value of one that is shown not to matter, say."""
    own = tuple(quantity for quantity in obligation.quantities if quantity not in notation.quantities)
    codec = Codec(notation, FORMS)
    return {**codec.told(obligation, types(Obligation)), "quantities": codec.write(own, _QUANTITIES)}


def _read_obligation(data: Any, notation: Notation, where: str) -> Obligation:
    kinds = types(Obligation)
    part = record(data, where, (*kinds, "quantities"))
    own = Codec(notation, FORMS).read(part["quantities"], _QUANTITIES, f"quantities of {where}")
    wide = Notation((*notation, *own)) if own else notation
    for quantity in own:
        _check_bound(quantity, wide)
    told = {key: value for key, value in part.items() if key in kinds}
    return Obligation(**Codec(wide, FORMS).fields(told, kinds, where))


def _verdict(verdict: Verdict, notation: Notation) -> dict[str, Any]:
    """What was found; of what a file claims, what it claims."""
    told = verdict.stored if verdict.stored and verdict.finding is Finding.CLAIMED else verdict
    return Codec(notation, FORMS).told(told, _VERDICT)


def _read_verdict(data: Any, notation: Notation, where: str) -> Verdict:
    """Whatever it says, it is claimed; a file that says "claimed" says nothing of what was found."""
    found = text(record(data, where, _VERDICT)["finding"], f"finding of {where}")
    if found not in _FOUND:
        raise UnknownNameError("finding", found, _FOUND, where=f"in {where}")
    told = Verdict(**Codec(notation, FORMS).fields(data, _VERDICT, where))
    if told.finding is Finding.WAITING and not told.reason.startswith(_WAITS):  # it is shown by its reason alone
        raise InputError(f"{where}: what waits says what it is waiting for")
    return claimed(told)


def stored_relation(item: Relation) -> Any:
    """A text or, where that leads to other SymPy sides, an object with the sides written out as well.

    Raises `InputError` for a relation that no text leads back to: one that is too large, say.
    """
    shown = str(item)
    try:
        again = from_written(parse_relation(shown, None, item.notation.functions), item.notation)
    except DerivationsError as error:
        raise InputError(f"cannot be stored, as {clipped(shown)} does not read back: {error}") from None
    if str(again) != shown or again.latex != item.latex:
        raise InputError(f"cannot be stored, as {clipped(shown)} reads back as {clipped(str(again))}")
    if again == item:
        return shown
    return {"text": shown, "sides": [stored_expression(side, item.notation) for side in (item.lhs, item.rhs)]}


def restored_relation(data: Any, notation: Notation, where: str) -> Relation:
    """The relation that `stored_relation` made data of.

    Raises `InputError` or one of its kind for data that is none: where the sides do not say what the text says, too.
    """
    if isinstance(data, str):
        return _told(lambda: from_written(_parsed(text(data, where), notation), notation), where)
    told = record(data, where, ("text", "sides"))
    sides = entries(told["sides"], f"sides of {where}")
    if len(sides) != 2:
        raise InputError(f"sides of {where} are two")
    written = _told(lambda: _parsed(text(told["text"], f"text of {where}"), notation), where)
    left, right = (restored_expression(side, notation, f"sides of {where}") for side in sides)

    def made() -> Relation:
        check_relation(written, notation)
        plain = from_written(written, notation)
        try:
            with attempt(RULE_BUDGET):
                same = vanishes(plain.lhs - left) and vanishes(plain.rhs - right)
        except StoppedError:
            raise
        except UndecidedError:
            same = False
        if not same:
            said = f"{to_text(written.left)} {written.operator} {to_text(written.right)}"
            raise InputError(f"its sides do not say {clipped(said)}")
        return Relation(left, written.operator, right, notation, written)

    return _told(made, where)


def restored_expression(data: Any, notation: Notation, where: str) -> Expr:
    """The expression of a text. Raises `InputError` or one of its kind for a text that is none."""
    known = notation.names
    return _told(lambda: to_sympy(parse_expression(text(data, where), known, notation.functions), notation), where)


def _parsed(shown: str, notation: Notation) -> WrittenRelation:
    return parse_relation(shown, notation.names, notation.functions)


def _told(make: Callable[[], _Made], where: str) -> _Made:
    """The product of `make`; its errors say where the text stands."""
    try:
        return make()
    except InputError as error:
        raise InputError(f"{where}: {error}") from None


FORMS: dict[Any, Form] = {
    Symbol: Form(
        lambda item, _: item.name, lambda data, notation, where: notation[text(data, where)].symbol
    ),
    Expr: Form(stored_expression, restored_expression),
    Relation: Form(lambda item, _: stored_relation(item), restored_relation),
    str | Relation | Relational: Form(_statement, _said),
    Mapping[str, Expr]: Form(_point, _read_point),
    Obligation: Form(_obligation, _read_obligation),
    Verdict: Form(_verdict, _read_verdict),
    Context: CONTEXT,
}


def stored(derivation: Trace) -> dict[str, Any]:
    """The derivation as plain data.

    Raises `InputError` that names the step where an expression is too large to be read back from its text.
    """
    codec = Codec(derivation.notation, FORMS)
    return {
        "schema": SCHEMA,
        "notation": codec.write(derivation.notation.quantities, _QUANTITIES),
        "assumptions": codec.write(derivation.assumptions, Assumptions),
        "result": derivation.result,
        "trace": [_step(step, codec) for step in derivation.trace],
        "rejects": [_step(step, codec) for step in derivation.rejects],
    }


def _step(step: Step, codec: Codec) -> dict[str, Any]:
    try:
        options = {} if step.applied is None else codec.write(step.applied, type(step.applied))
        return {
            key: options if key == _OPTIONS else codec.write(getattr(step, key), kind) for key, kind in WHOLE.items()
        }
    except InputError as error:
        raise InputError(f"step {step.name!r} {error}") from None


_LARGEST = 20_000_000  # characters of a text
_NO_INPUTS = ("take", "suppose", "define", "sum")
_TWO_INPUTS = ("equate", "minimise_subject_to")
_ANY_INPUTS = ("state", "reject", "induction")
_FURTHER_INPUTS = ("substitute", "rewrite")  # what is used comes after what it is used on
_DEFINE = "define"  # puts a definition on the board; no rule has it


def restored(source: Any) -> Trace:
    """The trace that plain data or a JSON text claims: what `stored` made, or a whole report that holds it.

    Raises `InputError` or one of its kind for anything else: another schema, a key that is missing or unknown, a value
    of another type, a relation that cannot be read, a step that uses what does not come before it.
    """
    data = _loaded(source) if isinstance(source, str) else source
    if not isinstance(data, dict):
        raise InputError(f"a stored derivation is an object, not {kind_of(data)}")
    if "claim" in data:  # a report, which has the derivation as its trace
        data = data.get("trace")
        if not isinstance(data, dict):
            raise InputError(f"the report holds no derivation, but {kind_of(data)}")
    if data.get("schema") != SCHEMA or isinstance(data.get("schema"), bool):
        given = data.get("schema")
        shown = str(given)[:20] if isinstance(given, int | str) else kind_of(given)
        raise InputError(f"a stored derivation has schema {SCHEMA}, not {' '.join(shown.split())}")
    return _derivation(record(data, "the derivation", DERIVATION_KEYS))


def _loaded(source: str) -> Any:
    if len(source) > _LARGEST:
        raise InputError(f"a stored derivation is at most {_LARGEST:,} characters long")
    try:
        return json.loads(source)
    except RecursionError:
        raise InputError("the text is nested too deeply for a stored derivation") from None
    except ValueError as error:  # no JSON, or a number of thousands of digits
        raise InputError(f"the text is no JSON: {' '.join(str(error).split())[:120]}") from None


def _derivation(data: dict[str, Any]) -> Trace:
    plain = Codec(Notation(()), FORMS)
    notation = Notation(plain.read(data["notation"], _QUANTITIES, "notation of the derivation"))
    for quantity in notation:
        _check_bound(quantity, notation)
        if quantity.definition:
            where = f"the definition of {quantity.name}"
            restored_relation(f"{quantity.name} = {quantity.definition}", notation, where)
    codec = Codec(notation, FORMS)
    assumptions: Assumptions = codec.read(data["assumptions"], Assumptions, "assumptions")
    trace: dict[str, Step] = {}
    for place, item in enumerate(entries(data["trace"], "trace of the derivation"), 1):
        step = _read_step(item, codec, place, trace)
        if step.rule in ("take", _DEFINE) and step.relation is not None:
            refuse_circle(step.name, step.relation, trace.values())
        trace[step.name] = step
    if not trace:
        raise InputError("the derivation has no steps")
    rejects: dict[str, Step] = {}
    for place, item in enumerate(entries(data["rejects"], "rejects of the derivation"), 1):
        step = _read_step(item, codec, place, trace, rejects)
        rejects[step.name] = step
    result = text(data["result"], "result of the derivation")
    if result and result not in trace and result not in rejects:
        raise UnknownNameError("step", result, trace, where="as the result")
    for name in assumptions.premises:
        if name not in trace or trace[name].rule not in ASSUMED:
            raise UnknownNameError("premise", name, [s.name for s in trace.values() if s.rule in ASSUMED])
    return Trace(notation, tuple(trace.values()), tuple(rejects.values()), result, assumptions)


def _check_bound(quantity: Quantity, notation: Notation) -> None:
    """Raise `InputError` where quantities bound each other in a circle."""
    seen = [quantity.name]
    while quantity.at_most:
        quantity = notation[quantity.at_most]
        if quantity.name in seen:
            raise InputError(f"quantities bound each other in a circle: {', '.join(seen[:5])}")
        seen.append(quantity.name)


def _read_step(
    data: Any, codec: Codec, place: int, trace: dict[str, Step], rejects: dict[str, Step] | None = None
) -> Step:
    """The step at a place of the trace, or with `rejects` of these, that may use what stands in the trace so far."""
    named = data.get("name") if isinstance(data, dict) else None
    where = f"step {text(named, 'the name of a step')[:60]!r}" if named is not None else f"step {place}"
    options = record(data, where, WHOLE)[_OPTIONS]
    name, rule = text(data["name"], f"name of {where}"), text(data["rule"], f"rule of {where}")
    if name in trace or name in (rejects or ()):
        raise InputError(f"two steps are named {name[:60]!r}")
    if rule not in BY_NAME and rule != _DEFINE:
        raise UnknownNameError("rule", rule, [*BY_NAME, _DEFINE], where=f"of {where}")
    if (rule == "reject") != (rejects is not None):
        raise InputError(f"{where}: rejects are kept separate from the other steps")
    told = codec.fields(
        {key: value for key, value in data.items() if key != _OPTIONS},
        {key: kind for key, kind in WHOLE.items() if key != _OPTIONS}, where,
    )
    for key in ("name", "note"):  # which are no author's prose, and stand beside the verdict
        if Finding.PROVEN in told[key].lower() or "\n" in told[key]:
            raise InputError(f"{where}: a {key} is one line, and never says '{Finding.PROVEN}', as only a check may")
    if told["number"] != place:
        raise InputError(f"{where} has another number than its place, {place}")
    for each in told["inputs"]:
        if each not in trace:
            raise UnknownNameError("step", each, trace, where=f"that {where} uses")
    applied = None if rule == _DEFINE else codec.read(options, BY_NAME[rule], f"options of {where}")
    beside = (*getattr(applied, "written", ()), *getattr(applied, "following", ()))
    _check_count(rule, len(told["inputs"]) - len(beside), where)
    if told["unknown"]:
        _ = codec.notation[told["unknown"]]
    for each in told["context"].names:
        if each not in trace and each != name:
            raise UnknownNameError("step", each, trace, where=f"that {where} supposes")
    if rule == _DEFINE:
        record(options, f"options of {where}", ())
        return Step(**told)
    return Step(**told, applied=applied, determines=getattr(applied, "determines", ""))


def _check_count(rule: str, count: int, where: str) -> None:
    """A rule has as many inputs, beside what it writes out or follows, as the board would give it."""
    if rule in _ANY_INPUTS or (rule in _FURTHER_INPUTS and count):
        return
    wanted = 0 if rule in _NO_INPUTS else 2 if rule in _TWO_INPUTS else 1
    if count != wanted:
        raise InputError(f"{where}: {rule} has {wanted or 'no'} input{'s' if wanted != 1 else ''}, not {count}")
