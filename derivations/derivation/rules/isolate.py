"""isolate: the edge of a condition, as a quantity of its own.

A solution that holds only under ``C kappa L < phi n N W`` holds up to some context; this rule names that context.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from sympy import Symbol

from derivations.derivation.rules.base import (
    Checked,
    Input,
    Outcome,
    discharged,
    inside_domain,
    require_whole,
    wrong_shape,
)
from derivations.errors import UndecidedError
from derivations.language.quantity import Notation
from derivations.language.relation import FLIPPED, Relation, from_sides
from derivations.proof.condition import positive
from derivations.proof.elimination import fact_of, linear_parts
from derivations.proof.normal_form import cancelled, field_of
from derivations.proof.obligation import Obligation
from derivations.proof.prove import known_sign, prove_all
from derivations.proof.sign import Sign
from derivations.proof.verdict import Finding


@dataclass(frozen=True)
class Isolate:
    """From the condition of the first input on `of`, the value `edge` at which it ends."""

    name: ClassVar[str] = "isolate"
    of: Symbol
    edge: Symbol

    def compute(self, inputs: tuple[Input, ...], notation: Notation) -> tuple[Outcome, ...]:
        """``edge = ...``. Raises `UndecidedError` if no condition bounds the symbol."""
        condition = self._condition(inputs[0])
        own = field_of(condition.difference)
        coefficient, rest = linear_parts(own.numerator(own.elements[0]), self.of)
        value = cancelled(-own.back(rest) / own.back(coefficient)) ** own.generators[self.of].root
        require_whole(value, self.edge.name, notation)
        return (Outcome(from_sides(self.edge, "=", value, notation), positive(value, notation)),)

    def check(self, inputs: tuple[Input, ...], outcome: Outcome, notation: Notation) -> Checked:
        """The condition holds exactly on its side of the edge: each implies the other."""
        assert outcome.relation is not None
        shape = wrong_shape(outcome.relation, self.edge, "=")
        if shape is not None:
            return Checked(shape)
        there = [
            Obligation(limit, outcome.conditions, "there is such an edge")
            for limit in inside_domain(outcome.relation.rhs, self.edge.name, notation)
        ]
        if prove_all(there).finding is Finding.REFUTED:
            return discharged(there)
        condition = self._condition(inputs[0])
        side = from_sides(self.of, self._side(condition, outcome), self.edge, notation)
        return discharged(
            [
                Obligation(side, (outcome.relation, condition, *outcome.conditions), "inside the condition"),
                Obligation(condition, (outcome.relation, side, *outcome.conditions), "and nowhere else"),
                *there,
            ]
        )

    def _condition(self, item: Input) -> Relation:
        bounding = [c for c in item.conditions if self.of in c.symbols and not c.is_equation]
        for condition in bounding:
            own = field_of(condition.difference)
            if own.is_open(self.of):
                numerator = own.numerator(own.elements[0])
                if numerator.degree(numerator.ring(self.of)) == 1:
                    return condition
        if bounding:
            raise UndecidedError(f"{self.of} cannot be isolated in {bounding[0]}: it is not linear there")
        raise UndecidedError(f"{item.name} has no condition that bounds {self.of}")

    def _side(self, condition: Relation, outcome: Outcome) -> str:
        own = field_of(condition.difference)
        coefficient, _ = linear_parts(own.numerator(own.elements[0]), self.of)
        facts = [fact_of(item) for item in outcome.conditions if not item.is_equation]
        direction = known_sign(own.back(coefficient) / own.back(own.elements[0].denom), facts)
        if direction is Sign.POSITIVE:
            return condition.operator
        if direction is Sign.NEGATIVE:
            return FLIPPED[condition.operator]
        raise UndecidedError(f"the factor of {self.of} in {condition} has no definite sign")
