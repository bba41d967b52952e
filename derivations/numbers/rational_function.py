"""Rational functions of one letter: a formula as a quotient of two polynomials, with numbers for all else in it."""

from __future__ import annotations

from fractions import Fraction
from functools import reduce
from itertools import zip_longest
from typing import NamedTuple

from derivations.language.arithmetic import NotPlainError, NumberOf, exact_value
from derivations.language.tree import Name, Negative, Node, Power, Product, Quotient, Sum, fold, names

_MOST = 12  # degree of a polynomial on the way

Polynomial = tuple[Fraction, ...]  # coefficients from the constant on; the last one is not zero
_ONE: Polynomial = (Fraction(1),)


class RationalFunction(NamedTuple):
    """A numerator and a denominator without a common factor; where the denominator is zero there is no value."""

    over: Polynomial
    under: Polynomial

    def sign_below(self) -> int:
        """1 or -1 if the denominator has that sign for every positive number, by its coefficients; else 0."""
        signs = {(each > 0) - (each < 0) for each in self.under} - {0}
        return signs.pop() if len(signs) == 1 else 0


def rational_function(tree: Node, letter: str, number_of: NumberOf) -> RationalFunction:
    """A formula as a quotient of polynomials in a letter, in lowest terms. Raises `NotPlainError` where it is none.

    What has no value as the formula is written may have one here, where a factor cancels.

    >>> from derivations.language.grammar import parse_expression
    >>> rational_function(parse_expression("1/x - x/(x*x)*3 + a"), "x", {"a": Fraction(4)}.__getitem__)
    RationalFunction(over=(Fraction(-2, 1), Fraction(4, 1)), under=(Fraction(0, 1), Fraction(1, 1)))
    """
    over, under = _quotient(tree, letter, number_of)
    common = under
    rest = over
    while rest:
        common, rest = rest, _divided(common, rest)[1]
    lead = common[-1]
    common = tuple(each / lead for each in common)
    return RationalFunction(_divided(over, common)[0], _divided(under, common)[0])


def _quotient(node: Node, letter: str, number_of: NumberOf) -> tuple[Polynomial, Polynomial]:
    """The same, in no lowest terms."""

    def parts(trees: tuple[Node, ...]) -> list[tuple[Polynomial, Polynomial]]:
        return [_quotient(tree, letter, number_of) for tree in trees]

    if letter not in names(node):
        return _trimmed((exact_value(node, number_of),)), _ONE
    match node:
        case Name():
            return (Fraction(0), Fraction(1)), _ONE
        case Negative(operand):
            over, under = _quotient(operand, letter, number_of)
            return tuple(-each for each in over), under
        case Sum(terms):
            return reduce(_sum, parts(terms))
        case Product(factors):
            return reduce(_product, parts(factors))
        case Quotient(numerator, denominator):
            first, (over, under) = parts((numerator, denominator))
            if not over:
                raise NotPlainError("a division by zero")
            return _product(first, (under, over))
        case Power(base, exponent) if (power := fold(exponent)) is not None and power.denominator == 1 \
                and 0 < abs(power) <= _MOST:
            over, under = _quotient(base, letter, number_of)
            if power < 0 and not over:
                raise NotPlainError("a division by zero")
            return reduce(_product, [(over, under) if power > 0 else (under, over)] * abs(int(power)))
    raise NotPlainError(f"no quotient of polynomials in {letter}")


def _sum(one: tuple[Polynomial, Polynomial], other: tuple[Polynomial, Polynomial]) -> tuple[Polynomial, Polynomial]:
    (over, under), (more, below) = one, other
    if under == below:
        return _added(over, more), under
    return _added(_multiplied(over, below), _multiplied(more, under)), _multiplied(under, below)


def _product(one: tuple[Polynomial, Polynomial], other: tuple[Polynomial, Polynomial]) -> tuple[Polynomial, Polynomial]:
    return _multiplied(one[0], other[0]), _multiplied(one[1], other[1])


def _added(one: Polynomial, other: Polynomial) -> Polynomial:
    return _trimmed(tuple(a + b for a, b in zip_longest(one, other, fillvalue=Fraction(0))))


def _multiplied(one: Polynomial, other: Polynomial) -> Polynomial:
    if len(one) + len(other) > _MOST + 2:
        raise NotPlainError("a polynomial of many terms")
    found = [Fraction(0)] * max(0, len(one) + len(other) - 1)
    for place, a in enumerate(one):
        for step, b in enumerate(other):
            found[place + step] += a * b
    return _trimmed(tuple(found))


def _divided(one: Polynomial, other: Polynomial) -> tuple[Polynomial, Polynomial]:
    """Quotient and remainder; the divisor is not zero."""
    rest, found = list(one), [Fraction(0)] * max(0, len(one) - len(other) + 1)
    for place in reversed(range(len(found))):
        factor = found[place] = rest[place + len(other) - 1] / other[-1]
        for step, each in enumerate(other):
            rest[place + step] -= factor * each
    return _trimmed(tuple(found)), _trimmed(tuple(rest))


def _trimmed(polynomial: Polynomial) -> Polynomial:
    while polynomial and not polynomial[-1]:
        polynomial = polynomial[:-1]
    return polynomial
