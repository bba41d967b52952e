"""equate and substitute: two relations brought together."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from sympy import Expr, Symbol

from derivations.derivation.rules.base import (
    Checked,
    Input,
    Outcome,
    carried,
    discharged,
    given_by,
    kept,
    replaced,
    where_defined,
    with_values_put_in,
    with_writing,
)
from derivations.errors import UndecidedError
from derivations.language.extrema import put_in
from derivations.language.quantity import Notation
from derivations.language.tree import Node, WrittenRelation, replace_in_relation
from derivations.proof.condition import holds_everywhere
from derivations.proof.obligation import Obligation


@dataclass(frozen=True)
class Equate:
    """From ``x = a`` and ``x = b`` conclude ``a = b``."""

    name: ClassVar[str] = "equate"

    def compute(self, inputs: tuple[Input, ...], notation: Notation) -> tuple[Outcome, ...]:
        """The right sides set equal. Raises `UndecidedError` unless both are equations for the same thing."""
        first, second = (item.relation for item in inputs)
        if not (first.is_equation and second.is_equation) or first.lhs != second.lhs:
            raise UndecidedError(f"{first} and {second} are not two equations for the same left side")
        written = WrittenRelation(first.written.right, "=", second.written.right)
        return (Outcome(with_writing(first.rhs, "=", second.rhs, notation, written), carried(inputs)),)

    def check(self, inputs: tuple[Input, ...], outcome: Outcome, notation: Notation) -> Checked:
        """The equality must follow once the common left side is eliminated."""
        assert outcome.relation is not None
        follows = Obligation(outcome.relation, given_by(inputs), "the right sides are equal")
        return discharged([follows, *kept(inputs, outcome)])


@dataclass(frozen=True)
class Substitute:
    """Replace symbols in the first input by what the other inputs, equations for a symbol each, say they equal.

    An input that replaces nothing is told in a note. An equation that only numbers solve replaces nothing either: its
    unknown stays in the outcome, and has its value from there.
    """

    name: ClassVar[str] = "substitute"

    def compute(self, inputs: tuple[Input, ...], notation: Notation) -> tuple[Outcome, ...]:
        """The first relation, and the conditions, with symbols replaced, as often as needed.

        Raises `UndecidedError` if no input replaces anything.
        """
        target = inputs[0].relation
        using = tuple(item for item in inputs[1:] if item.unknown is None)
        unsolved = [item for item in inputs[1:] if item.unknown is not None]
        staying = [f"{item.unknown} is found in numbers ({item.name})" for item in unsolved]
        values: dict[Symbol, Expr] = {}
        writings: dict[str, Node] = {}
        for item in using:
            symbol = item.relation.lhs
            if not isinstance(symbol, Symbol) or not item.relation.is_equation:
                raise UndecidedError(f"{item.name} is no equation for a symbol: {item.relation}")
            values[symbol] = item.relation.rhs
            writings[symbol.name] = item.relation.written.right
        used: set[Symbol] = set()
        lhs, rhs, written = target.lhs, target.rhs, target.written
        conditions = [c for item in inputs for c in item.conditions]
        for _ in range(len(values)):
            present = (lhs.free_symbols | rhs.free_symbols) & set(values)
            if not present:
                break
            used |= present
            lhs, rhs = put_in(lhs, values), put_in(rhs, values)
            written = replace_in_relation(written, writings)
        kept = []
        for condition in conditions:
            new = condition
            for _ in range(len(values)):
                present = new.symbols & set(values)
                if not present:
                    break
                used |= present
                new = replaced(new, values)
            if new not in kept and not holds_everywhere(new):
                kept.append(new)
        idle = [item.name for item in using if item.relation.lhs not in used]
        if idle and not staying and len(idle) == len(using):
            raise UndecidedError(f"{', '.join(idle)} replaces nothing in {target}")
        note = "; ".join([*staying, *([f"not needed here: {', '.join(idle)}"] if idle else [])])
        found = with_writing(lhs, target.operator, rhs, notation, written)
        return (Outcome(found, tuple(kept), note, unknown=inputs[0].unknown),)

    def idle(self, inputs: tuple[Input, ...]) -> list[str]:
        """The inputs that replace nothing, by name."""
        values = {item.unknown or item.relation.lhs: item for item in inputs[1:]}
        pending = [symbol for item in (inputs[0].relation, *inputs[0].conditions) for symbol in item.symbols]
        seen = set[Expr]()
        while pending:
            symbol = pending.pop()
            if symbol not in seen:
                seen.add(symbol)
                pending += values[symbol].relation.rhs.free_symbols if symbol in values else []
        return [item.name for symbol, item in values.items() if symbol not in seen]

    def check(self, inputs: tuple[Input, ...], outcome: Outcome, notation: Notation) -> Checked:
        """The outcome must follow from the inputs, and the first input from the outcome and the others."""
        assert outcome.relation is not None
        target = inputs[0].relation
        found = discharged(
            [
                Obligation(outcome.relation, given_by(inputs), "it follows"),
                where_defined(target, (outcome.relation, *given_by(inputs[1:])), "nothing is lost"),
                *kept(inputs, outcome),
            ]
        )
        return with_values_put_in(found, inputs[1:])
