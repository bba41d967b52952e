"""Obligations: what must be shown for a step to stand.

A rule computes its output one way; its check restates, independently, what that output claims: given these
relations, that relation follows. The same obligation can be put to the normal form, to the search for a
counterexample, and to another prover.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING

from derivations.language.quantity import Notation, Quantity
from derivations.language.relation import Relation

if TYPE_CHECKING:
    from sympy import Expr


@dataclass(frozen=True)
class Obligation:
    """`goal` must hold wherever every relation of `given` does, within the domains of the quantities."""

    goal: Relation
    given: tuple[Relation, ...]
    says: str = ""

    def __eq__(self, other: object) -> bool:
        """True for the same relations between quantities of the same domains, which symbols alone do not tell apart."""
        if not isinstance(other, Obligation):
            return NotImplemented
        return self is other or self._said == other._said

    def __hash__(self) -> int:
        return hash(self._said)

    @cached_property
    def _said(self) -> tuple[object, ...]:
        domains = tuple((own.name, own.domain, own.at_most) for own in self.quantities)
        return self.goal, self.given, self.says, domains

    @property
    def relations(self) -> tuple[Relation, ...]:
        """All relations, the goal last."""
        return (*self.given, self.goal)

    @cached_property
    def sides(self) -> tuple[Expr, ...]:
        """Both sides of every relation, in that order."""
        return tuple(side for item in self.relations for side in (item.lhs, item.rhs))

    @cached_property
    def delicate(self) -> tuple[tuple[Expr, ...], ...]:
        """For each relation what is not defined everywhere, as it was written: what equal relations may differ in."""
        return tuple(item.delicate for item in self.relations)

    @cached_property
    def quantities(self) -> tuple[Quantity, ...]:
        """The quantities that occur, and those that bound them, each once."""
        found: dict[str, Quantity] = {}
        for item in self.relations:
            for symbol in sorted(item.symbols, key=lambda s: s.name):
                name = symbol.name
                while name and name not in found:
                    found[name] = item.notation[name]
                    name = found[name].at_most
        return tuple(found.values())

    @property
    def notation(self) -> Notation:
        """The notation of the goal."""
        return self.goal.notation

    @cached_property
    def _text(self) -> str:
        return f"{'; '.join(map(str, self.given))} ⊢ {self.goal}" if self.given else f"⊢ {self.goal}"

    def __str__(self) -> str:
        return self._text
