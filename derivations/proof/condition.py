"""Conditions: inequalities that travel with a result, written without minus signs where that is possible."""

from __future__ import annotations

from sympy import Expr, Integer, Mul

from derivations.errors import UndecidedError
from derivations.language.quantity import Notation
from derivations.language.relation import Relation, from_sides
from derivations.proof.elimination import fact_of, truth
from derivations.proof.normal_form import divided, field_of, unit_factor
from derivations.proof.sign import Sign, factors_of, polynomial_sign, sign


def holds_everywhere(condition: Relation) -> bool:
    """True for an inequality that the domains of its quantities already grant."""
    if condition.is_equation:
        # lemma: a = b holds wherever both have a value if a - b is the number 0
        return bool(condition.difference == 0)
    return truth(fact_of(condition)) is True


def positive(difference: Expr, notation: Notation, *, strict: bool = True) -> tuple[Relation, ...]:
    """The conditions that an expression is positive, written without minus signs: ``smaller < larger``.

    Empty if it holds everywhere. Factors that are positive wherever they are not zero have a condition of their own.
    Raises `UndecidedError` if it holds nowhere.
    """
    found = sign(difference)
    if found is Sign.POSITIVE or (found in (Sign.NONNEGATIVE, Sign.ZERO) and not strict):
        # lemma: p > 0 implies p >= 0, and p = 0 implies p >= 0
        return ()
    if found in (Sign.NEGATIVE, Sign.ZERO) or (found is Sign.NONPOSITIVE and strict):
        # lemma: p < 0 and p = 0 exclude p > 0, p <= 0 does, too, and p < 0 excludes p >= 0
        raise UndecidedError("no value in the domain satisfies the condition")
    own = field_of(difference)
    element = own.elements[0]
    numerator, denominator = own.numerator(element), element.denom
    denominator_sign = polynomial_sign(denominator, own)
    if denominator_sign is Sign.NEGATIVE:
        # lemma: n/d has the sign of -n where d < 0, of n where d > 0, and of n d where d is not 0
        numerator = -numerator
    elif denominator_sign is not Sign.POSITIVE:
        numerator = numerator * denominator  # the sign of a quotient is that of the product
    # lemma: c f^m g is positive if and only if g is, up to the sign of c f^m, where f is never 0; with f >= 0 if and
    # only if f > 0 and c g > 0; and f^(2 m) may be f^2, and f^(2 m + 1) may be f, for a real f
    constant, factors = factors_of(numerator)
    direction = 1 if constant > 0 else -1
    open_part, apart = numerator.ring.one, list[Expr]()
    for factor, power in factors:
        factor_sign = polynomial_sign(factor, own)
        if factor_sign is Sign.NEGATIVE:
            direction *= (-1) ** power
        elif factor_sign is Sign.NONNEGATIVE and strict:
            apart += _that_may_vanish(own.back(factor.primitive()[1]))
        elif factor_sign is not Sign.POSITIVE:
            open_part *= factor ** (2 if power % 2 == 0 else 1)
    conditions = [from_sides(Integer(0), "<", part, notation) for part in dict.fromkeys(apart)]
    open_part = open_part.primitive()[1] * direction
    if open_part == numerator.ring.one:
        return tuple(conditions)
    # lemma: l - s > 0 if and only if s < l, and both may be divided by units, which are positive
    larger, smaller = numerator.ring.zero, numerator.ring.zero
    for monomial, coefficient in open_part.terms():
        term = numerator.ring({monomial: coefficient})
        if coefficient > 0:
            larger += term
        else:
            smaller -= term
    left, right = own.back(smaller), own.back(larger)
    units = unit_factor(right)
    shown = from_sides(divided(left, units), "<" if strict else "<=", divided(right, units), notation)
    return (*conditions, shown)


def _that_may_vanish(factor: Expr) -> list[Expr]:
    """The factors that may be zero of a product that is never negative: ``L`` for ``L^2``, but ``x^2`` for a real x.

    The whole product where its parts are not all known never to be negative.
    """
    found = []
    parts = Mul.make_args(factor)
    if not all(sign(part) in (Sign.POSITIVE, Sign.NONNEGATIVE) for part in parts):
        return [factor]
    # lemma: a product of numbers that are not negative is positive if and only if each of them is
    for part in parts:
        base, exponent = part.as_base_exp()
        keeps = not exponent.is_Integer or sign(base) is Sign.NONNEGATIVE
        shown = base if keeps else part
        if sign(shown) is not Sign.POSITIVE:
            found.append(shown)
    return found
