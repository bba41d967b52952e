"""Equations with the unknown under one root: squaring them gains solutions, which a sign tells apart."""

from __future__ import annotations

from dataclasses import dataclass

from sympy import Expr, Integer, Symbol

from derivations.engine.normal_form import cancelled, field_of, ratio
from derivations.engine.obligation import Obligation
from derivations.engine.quantity import Notation
from derivations.engine.relation import Relation, from_sides
from derivations.engine.sign import Sign, sign


@dataclass(frozen=True)
class Root:
    """The equation ``base^(1/degree) = other``: the same as ``base = other^degree`` where ``other >= 0``."""

    base: Expr
    degree: int
    other: Expr

    @property
    def polynomial(self) -> Expr:
        """What vanishes at every solution of the equation, and at some more."""
        return ratio(self.base - self.other**self.degree)[0]

    def isolates(self, unknown: Symbol) -> bool:
        """True if the unknown is all that stands under the root, and stands nowhere else."""
        return self.base == unknown and unknown not in self.other.free_symbols

    def solved_by(
        self, value: Expr, given: tuple[Relation, ...], notation: Notation, unknown: Symbol
    ) -> list[Obligation]:
        """What a value must satisfy to solve the equation and not only its power."""
        base, other = (side.xreplace({unknown: value}) for side in (self.base, self.other))
        return [
            Obligation(from_sides(base, "=", other**self.degree, notation), given, "it solves the power"),
            Obligation(from_sides(other, ">=", Integer(0), notation), given, "and the root itself"),
        ]


def root_of(target: Relation, unknown: Symbol) -> Root | None:
    """The equation as a root, if the unknown is under just one and that one stands in the first power."""
    own = field_of(target.difference)
    numerator = own.numerator(own.elements[0])
    holders = {
        key: generator
        for key, generator in own.generators.items()
        if unknown in generator.expression.free_symbols and numerator.degree(numerator.ring(key)) > 0
    }
    roots = [key for key, generator in holders.items() if generator.root != 1]
    plain = all(generator.expression == unknown for key, generator in holders.items() if key not in roots)
    if len(roots) != 1 or not plain or numerator.degree(numerator.ring(roots[0])) != 1:
        return None
    generator, variable = holders[roots[0]], numerator.ring(roots[0])
    if generator.relation is None and generator.expression != unknown:
        return None
    factor = numerator.diff(variable)
    if sign(own.back(factor)) not in (Sign.POSITIVE, Sign.NEGATIVE):
        return None
    other = cancelled(-own.back(numerator - factor * variable) / own.back(factor))
    return Root(generator.expression, generator.root, other)
