"""independence: a quantity shown not to matter."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import ClassVar

from sympy import Symbol

from derivations.language.quantity import Notation
from derivations.language.relation import from_sides
from derivations.search.obligation import Obligation
from derivations.search.proof.normal_form import cancelled
from derivations.search.proof.prove import prove
from derivations.search.rules.base import (
    Checked,
    Input,
    Outcome,
    another,
    discharged,
    held_on_purpose,
    kept,
    with_writing,
)
from derivations.search.verdict import Finding


@dataclass(frozen=True)
class Independence:
    """The right side of the first input has the same value for every value of `of`."""

    name: ClassVar[str] = "independence"
    of: Symbol
    holding: tuple[Symbol, ...] = ()

    def compute(self, inputs: tuple[Input, ...], notation: Notation) -> tuple[Outcome, ...]:
        """The relation in lowest terms, where the quantity is gone if it does not matter."""
        target = inputs[0].relation
        matters = self.of in target.rhs.free_symbols
        value = cancelled(target.rhs) if matters else target.rhs
        relation = with_writing(target.lhs, target.operator, value, notation, None if matters else target.written)
        return (Outcome(relation, inputs[0].conditions, self.note),)

    @property
    def note(self) -> str:
        """The note that makes the relation one of independence."""
        return " ".join(filter(None, (f"for every {self.of}", held_on_purpose(self.holding))))

    def check(self, inputs: tuple[Input, ...], outcome: Outcome, notation: Notation) -> Checked:
        """Two values of the quantity give the same, and the outcome is that value."""
        assert outcome.relation is not None
        target = inputs[0].relation
        other, wide, bounds = another(self.of.name, notation)
        again = target.rhs.xreplace({self.of: other.symbol})
        given = inputs[0].conditions
        same = Obligation(from_sides(target.rhs, "=", again, wide), (*given, *bounds), "two values give the same")
        checked = discharged(
            [
                same,
                Obligation(outcome.relation, (target, *given), "the outcome is that value"),
                Obligation(target, (outcome.relation, *given), "and nothing is lost"),
                *kept(inputs, outcome),
            ]
        )
        if prove(same).finding is not Finding.REFUTED:
            return checked
        reason = f"{target.written_left} changes with {self.of}"
        return replace(checked, verdict=replace(checked.verdict, reason=reason))
