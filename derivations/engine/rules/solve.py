"""solve: an equation turned round for one of its quantities, every admissible branch with its conditions."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

import sympy
from sympy import Add, Dummy, Expr, Integer, Symbol, powsimp

from derivations.engine.condition import positive_difference
from derivations.engine.elimination import linear_parts
from derivations.engine.normal_form import Field, cancelled, vanishes
from derivations.engine.obligation import Obligation
from derivations.engine.proof import prove_all
from derivations.engine.quantity import Notation
from derivations.engine.relation import FLIPPED, Relation, from_sides
from derivations.engine.rules.base import Checked, Input, Outcome, carried, discharged, given_by
from derivations.engine.sign import Sign, polynomial_sign, sign
from derivations.engine.verdict import Finding, Verdict, all_of, proven
from derivations.errors import UndecidedError

INJECTIVE = "a power of a positive number is injective"
ALL_ROOTS = "product of all roots"
_HIGHEST_DEGREE = 3  # the roots of a quartic fill pages


@dataclass(frozen=True)
class Solve:
    """Solve the first input for `unknown`; further inputs are conditions that may be used."""

    name: ClassVar[str] = "solve"
    unknown: Symbol

    def compute(self, inputs: tuple[Input, ...], notation: Notation) -> tuple[Outcome, ...]:
        """One outcome for each admissible branch. Raises `UndecidedError` if there is none, or no closed form."""
        target = inputs[0].relation
        if self.unknown not in target.symbols:
            raise UndecidedError(f"{self.unknown} does not occur in {target}")
        if not target.is_equation:
            return (self._bound(inputs, notation),)
        outcomes = []
        own = Field(target.difference)
        root = _root_value(own, self.unknown)
        if root is not None:
            condition = positive_difference(root[0], notation, strict=bool(self.unknown.is_positive))
            value = root[0] ** root[1]
            extra = [] if condition is None else [condition]
            return (Outcome(from_sides(self.unknown, "=", value, notation), carried(inputs, extra)),)
        for value in self._values(target):
            try:
                if value.is_real is False:
                    continue
                conditions = self._conditions(value, notation)
            except UndecidedError:
                continue  # outside the domain everywhere
            outcomes.append(
                Outcome(from_sides(self.unknown, "=", value, notation), carried(inputs, conditions))
            )
        if not outcomes:
            raise UndecidedError(f"no solution for {self.unknown} in its domain: {target}")
        return tuple(outcomes)

    def check(self, inputs: tuple[Input, ...], outcome: Outcome, notation: Notation) -> Checked:
        """Put back into the equation as it stood; and nothing else solves it."""
        target, result = inputs[0].relation, outcome.relation
        assert result is not None
        back = Obligation(target, (result, *outcome.conditions, *given_by(inputs[1:])), "it solves the relation")
        only = Obligation(result, (*given_by(inputs), *outcome.conditions), "nothing else does")
        if not target.is_equation:
            return discharged([back, only])
        own = Field(target.difference)
        if _linear(own, self.unknown):
            return discharged([back, only])
        there = prove_all([back])
        return Checked(all_of([there, self._only(target, result)]), (back,))

    def _only(self, target: Relation, result: Relation) -> Verdict:
        """All roots are known: the polynomial is the product over them, or it is a single power."""
        own = Field(target.difference)
        if _power_of(own, self.unknown) is not None or _root_value(own, self.unknown) is not None:
            return proven(INJECTIVE)
        values = self._values(target)
        numerator = own.back(own.numerator(own.elements[0]))
        if not any(vanishes(result.rhs - value) for value in values):
            return Verdict(Finding.INCONCLUSIVE, (), "not among the roots")
        polynomial = sympy.Poly(numerator, self.unknown)
        product: Expr = polynomial.LC()
        for value in values:
            product *= self.unknown - value
        if polynomial.degree() == len(values) and vanishes(numerator - product):
            return proven(ALL_ROOTS)
        return Verdict(Finding.CHECKED, ("sympy",), "it solves the equation; SymPy knows no other solution")

    def _values(self, target: Relation) -> list[Expr]:
        own = Field(target.difference)
        if _linear(own, self.unknown):
            return [_linear_value(own, self.unknown)]
        power = _power_of(own, self.unknown)
        if power is not None:
            return [power]
        numerator = own.back(own.numerator(own.elements[0]))
        plain = Dummy(self.unknown.name)  # without assumptions, so that no root is dropped unseen
        polynomial = numerator.xreplace({self.unknown: plain})
        if not polynomial.is_polynomial(plain):
            raise UndecidedError(f"no closed form for {self.unknown}: it stands inside a power, a root or a max")
        degree = sympy.degree(polynomial, plain)
        if degree > _HIGHEST_DEGREE:
            raise UndecidedError(f"no closed form for {self.unknown}: an equation of degree {degree}")
        return list(sympy.roots(polynomial, plain)) or _no_roots(self.unknown)

    def _conditions(self, value: Expr, notation: Notation) -> list[Relation]:
        conditions = []
        if self.unknown.is_positive or self.unknown.is_nonnegative:
            condition = positive_difference(value, notation, strict=bool(self.unknown.is_positive))
            if condition is not None:
                conditions.append(condition)
        if notation[self.unknown.name].domain == "fraction":
            condition = positive_difference(Integer(1) - value, notation, strict=False)
            if condition is not None:
                conditions.append(condition)
        return conditions

    def _bound(self, inputs: tuple[Input, ...], notation: Notation) -> Outcome:
        """An inequality that is linear in the unknown, with a coefficient of definite sign."""
        target = inputs[0].relation
        own = Field(target.difference)
        if not _linear(own, self.unknown):
            raise UndecidedError(f"{target} is not linear in {self.unknown}")
        coefficient, _ = linear_parts(own.numerator(own.elements[0]), self.unknown)
        direction = sign(own.back(coefficient) / own.back(own.elements[0].denom))
        if direction not in (Sign.POSITIVE, Sign.NEGATIVE):
            raise UndecidedError(f"the factor of {self.unknown} in {target} has no definite sign")
        operator = target.operator if direction is Sign.POSITIVE else FLIPPED[target.operator]
        value = _undisturbed(target, self.unknown)
        if value is None:
            value = _linear_value(own, self.unknown)
        return Outcome(from_sides(self.unknown, operator, value, notation), carried(inputs))


def _undisturbed(target: Relation, unknown: Symbol) -> Expr | None:
    """The other side over the factor, where one side is just factor times unknown (keeps a max readable)."""
    factor = target.lhs / unknown
    if unknown in factor.free_symbols or unknown in target.rhs.free_symbols:
        return None
    return target.rhs / factor


def _no_roots(unknown: Symbol) -> list[Expr]:
    raise UndecidedError(f"no closed form for {unknown}: its roots are not expressible")


def _linear_value(own: Field, symbol: Symbol) -> Expr:
    coefficient, rest = linear_parts(own.numerator(own.elements[0]), symbol)
    return cancelled(-own.back(rest) / own.back(coefficient))


def _linear(own: Field, symbol: Symbol) -> bool:
    numerator = own.numerator(own.elements[0])
    if symbol not in numerator.ring.symbols or own.generators[symbol].root != 1:
        return False
    if any(symbol in g.expression.free_symbols for key, g in own.generators.items() if key != symbol):
        return False
    return bool(numerator.degree(numerator.ring(symbol)) == 1)


def _root_value(own: Field, symbol: Symbol) -> tuple[Expr, int] | None:
    """What a root of the unknown equals, and its degree, in an equation that is linear in that root."""
    numerator = own.numerator(own.elements[0])
    generator = own.generators.get(symbol)
    if generator is None or generator.root == 1 or generator.expression != symbol:
        return None
    if any(symbol in g.expression.free_symbols for key, g in own.generators.items() if key != symbol):
        return None
    if numerator.degree(numerator.ring(symbol)) != 1:
        return None
    coefficient, rest = linear_parts(numerator, symbol)
    if polynomial_sign(coefficient, own) not in (Sign.POSITIVE, Sign.NEGATIVE):
        return None
    return cancelled(-own.back(rest) / own.back(coefficient)), generator.root


def _power_of(own: Field, symbol: Symbol) -> Expr | None:
    """The solution of ``a x^u + b x^v = 0`` for positive x, where the equation has that shape."""
    if not symbol.is_positive:
        return None
    terms: dict[Expr, Expr] = {}
    for term in _terms(own):
        rest, powers = term.as_independent(symbol, as_Add=False)
        base, exponent = powers.as_base_exp() if powers != 1 else (symbol, Integer(0))
        if base != symbol or symbol in exponent.free_symbols:
            return None
        terms[exponent] = terms.get(exponent, Integer(0)) + rest
    if len(terms) != 2:
        return None
    (first, a), (second, b) = sorted(terms.items(), key=lambda item: item[0].sort_key())
    direction = sign(first - second)
    if direction is Sign.NEGATIVE:
        first, second, a, b = second, first, b, a
    value = cancelled(-b / a)
    if direction not in (Sign.POSITIVE, Sign.NEGATIVE) or sign(value) is not Sign.POSITIVE:
        return None
    return value ** (1 / (first - second))


def _terms(own: Field) -> tuple[Expr, ...]:
    """The terms of the numerator of the field's first element, powers of one base collected."""
    terms: tuple[Expr, ...] = Add.make_args(own.back(own.numerator(own.elements[0])))
    return tuple(powsimp(term, force=False) for term in terms)
