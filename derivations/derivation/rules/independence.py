"""independence: a quantity shown not to matter."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import ClassVar

from sympy import Expr, Integer, Symbol

from derivations.derivation.rules.base import (
    Checked,
    Input,
    Outcome,
    another,
    discharged,
    kept,
    where_defined,
    with_writing,
)
from derivations.derivation.rules.calculus import derivative
from derivations.derivation.rules.family import Spelled, family_words, implicit_slope, laws_of, spelled_out
from derivations.errors import UndecidedError
from derivations.language.quantity import Notation
from derivations.language.relation import Relation, from_sides
from derivations.proof.normal_form import cancelled
from derivations.proof.obligation import Obligation
from derivations.proof.prove import prove
from derivations.proof.verdict import Finding


@dataclass(frozen=True)
class Independence:
    """The right side of the first input has the same value for every value of `of`."""

    name: ClassVar[str] = "independence"
    of: Symbol
    holding: tuple[Symbol, ...] = ()
    written: tuple[Symbol, ...] = ()
    following: tuple[Symbol, ...] = ()

    def compute(self, inputs: tuple[Input, ...], notation: Notation) -> tuple[Outcome, ...]:
        """The relation in lowest terms, where the quantity is gone if it does not matter."""
        spelled = spelled_out(self, inputs, notation)
        target = spelled.first.relation
        if self._laws(spelled, notation):
            return (Outcome(target, spelled.first.conditions, self.note),)
        matters = self.of in target.rhs.free_symbols
        value = cancelled(target.rhs) if matters else target.rhs
        relation = with_writing(target.lhs, target.operator, value, notation, None if matters else target.written)
        return (Outcome(relation, spelled.first.conditions, self.note),)

    def _laws(self, spelled: Spelled, notation: Notation) -> list[tuple[Expr, Symbol]]:
        """The expressions that vanish as others follow. Raises `UndecidedError` where one does not follow."""
        if self.following and spelled.first.conditions:
            raise UndecidedError("what holds under conditions may hold in stretches, with a value in each")
        return laws_of(spelled, self.following, self.of, notation, everywhere=True)

    @property
    def note(self) -> str:
        """The note that makes the relation one of independence."""
        beside = family_words(self.holding, self.written, self.following)
        return " ".join(filter(None, (f"for every {self.of}", beside)))

    def check(self, inputs: tuple[Input, ...], outcome: Outcome, notation: Notation) -> Checked:
        """Two values of the quantity give the same, and the outcome is that value.

        Where another quantity follows, its slope vanishes: on a stretch without a gap that is as much.
        """
        spelled = spelled_out(self, inputs, notation)
        laws = self._laws(spelled, notation)
        if laws:
            return spelled.beside(self._check_implicitly(spelled, laws, outcome, notation))
        return spelled.beside(self._check(spelled.inputs, outcome, notation))

    def _check_implicitly(
        self, spelled: Spelled, laws: list[tuple[Expr, Symbol]], outcome: Outcome, notation: Notation
    ) -> Checked:
        assert outcome.relation is not None
        target = spelled.first.relation
        value = implicit_slope(target.rhs, self.of, laws, lambda part, by: derivative(part, by, notation))
        given = tuple(law.relation for law in spelled.laws)
        flat = Obligation(from_sides(value, "=", Integer(0), notation), given, "its slope vanishes")
        same = Obligation(outcome.relation, (target,), "the outcome is that value")
        checked = discharged([flat, same, where_defined(target, (outcome.relation,), "and nothing is lost")])
        return self._explained(checked, flat, target)

    def _check(self, inputs: tuple[Input, ...], outcome: Outcome, notation: Notation) -> Checked:
        assert outcome.relation is not None
        target = inputs[0].relation
        other, wide, bounds = another(self.of.name, notation)
        again = target.rhs.xreplace({self.of: other.symbol})
        given = inputs[0].conditions
        same = where_defined(from_sides(target.rhs, "=", again, wide), (*given, *bounds), "two values give the same")
        checked = discharged(
            [
                same,
                Obligation(outcome.relation, (target, *given), "the outcome is that value"),
                where_defined(target, (outcome.relation, *given), "and nothing is lost"),
                *kept(inputs, outcome),
            ]
        )
        return self._explained(checked, same, target)

    def _explained(self, checked: Checked, same: Obligation, target: Relation) -> Checked:
        """A refutation with what it says of the quantity."""
        if prove(same).finding is not Finding.REFUTED:
            return checked
        reason = f"{target.written_left} changes with {self.of}"
        return replace(checked, verdict=replace(checked.verdict, reason=reason))
