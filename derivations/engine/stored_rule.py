"""Rules as data: the options of a rule by name, and the rule made of them again.

What a rule needs to check a step stands in its options; so a step that comes back from a file can be checked as it was
when it was derived.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, fields
from typing import Any, TypeAlias

from sympy import Symbol
from sympy.core.relational import Relational

from derivations.engine.quantity import Notation
from derivations.engine.relation import SYMPY, bind
from derivations.engine.rules import RULES
from derivations.engine.rules.base import Rule
from derivations.engine.stored_part import Part, flag, items, text
from derivations.engine.stored_relation import (
    restored_expression,
    restored_relation,
    stored_expression,
    stored_relation,
)
from derivations.engine.written.parser import parse_relation
from derivations.engine.written.to_sympy import to_sympy
from derivations.errors import InputError

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
