"""round_up: the least whole number that a lower bound allows."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from sympy import Expr, Symbol, ceiling

from derivations.derivation.rules.base import (
    NO_STRONGER,
    Checked,
    Input,
    Outcome,
    another,
    carried,
    discharged,
    given_by,
    inside_domain,
    kept,
    wrong_shape,
)
from derivations.errors import UndecidedError
from derivations.language.literal import unit_expression
from derivations.language.quantity import Notation
from derivations.language.relation import FLIPPED, Relation, from_sides
from derivations.proof.condition import positive
from derivations.proof.obligation import Obligation


@dataclass(frozen=True)
class RoundUp:
    """From ``N >= x``, N a whole number, the least N: ``N = ceil(x)``, where x is positive."""

    name: ClassVar[str] = "round_up"

    def compute(self, inputs: tuple[Input, ...], notation: Notation) -> tuple[Outcome, ...]:
        """The least number. Raises `UndecidedError` unless the input bounds a whole number from below."""
        number, bound = lower_bound(inputs[0].relation, notation)
        quantity = notation[number.name]
        if not quantity.range.whole or quantity.range.limits[0][1] > 1:
            raise UndecidedError(f"{number} is {quantity.range.words}: only whole numbers from 1 are rounded up to")
        unit = unit_expression(quantity.dimension)
        (_, least), *further = quantity.range.limits
        # lemma: ceil(x) is at least m where x > m - 1, and at most m where x <= m
        conditions = list(positive(bound - (least - 1) * unit, notation))
        for _, most in further:
            conditions += positive(most * unit - bound, notation, strict=False)
        if quantity.at_most:
            conditions += positive(notation[quantity.at_most].symbol - bound, notation, strict=False)
        return (Outcome(from_sides(number, "=", unit * ceiling(bound / unit), notation), carried(inputs, conditions)),)

    def check(self, inputs: tuple[Input, ...], outcome: Outcome, notation: Notation) -> Checked:
        """It is a whole number that keeps to the bound, and no smaller one does; no condition is stronger than that."""
        assert outcome.relation is not None
        target = inputs[0].relation
        number, bound = lower_bound(target, notation)
        shape = wrong_shape(outcome.relation, number, "=")
        if shape is not None:
            return Checked(shape)
        value, given = outcome.relation.rhs, outcome.conditions
        count = value / unit_expression(notation[number.name].dimension)
        other, wide, beyond = another(number.name, notation)
        allowed, no_smaller = (from_sides(other.symbol, ">=", least, wide) for least in (bound, value))
        inside = inside_domain(value, number.name, notation)
        return discharged(
            [
                Obligation(from_sides(ceiling(count), "=", count, notation), given, "it is a whole number"),
                Obligation(target, (outcome.relation, *given), "it keeps to the bound"),
                Obligation(no_smaller, (allowed, *given, *beyond), "no smaller one does"),
                *(Obligation(limit, given, "it is in its domain") for limit in inside),
                *(
                    Obligation(new, (outcome.relation, *given_by(inputs)), NO_STRONGER)
                    for new in given if new not in inputs[0].conditions
                ),
                *kept(inputs, outcome),
            ]
        )


def lower_bound(item: Relation, notation: Notation) -> tuple[Symbol, Expr]:
    """The whole number of a lower bound, and what it is not below; raises `UndecidedError` for any other relation."""
    for side, operator, other in (
        (item.lhs, item.operator, item.rhs), (item.rhs, FLIPPED[item.operator], item.lhs),
    ):
        if isinstance(side, Symbol) and side.name in notation and side not in other.free_symbols:
            if operator == ">=":
                return side, other
            if operator == ">" and notation[side.name].range.whole:
                raise UndecidedError(f"{item} keeps {side} above its bound: where that is whole, it is one more")
    raise UndecidedError(f"{item} is no lower bound on a whole number")
