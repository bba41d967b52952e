"""Exact values of trees that hold numbers only, such as the exponent in ``x^(1/2)``."""

from __future__ import annotations

from fractions import Fraction

from derivations.engine.unit import parse_unit
from derivations.engine.written.nodes import Negative, Node, Number, Power, Product, Quotient, Sum

_MAX_EXPONENT = 64
_MAX_BITS = 4_000  # of a power's value; beyond it the tree is left alone


def fold(node: Node) -> Fraction | None:
    """The exact value of literal arithmetic, or None if `node` is anything else.

    Names, calls, units with a dimension, a division by zero, roots and powers with very long values all
    give None.

    >>> fold(Quotient(Number(Fraction(1)), Number(Fraction(2))))
    Fraction(1, 2)
    """
    match node:
        case Number(value, unit):
            return _number(value, unit)
        case Negative(operand):
            inner = fold(operand)
            return None if inner is None else -inner
        case Sum(terms):
            values = [fold(term) for term in terms]
            known = [value for value in values if value is not None]
            return sum(known, Fraction(0)) if len(known) == len(values) else None
        case Product(factors):
            result = Fraction(1)
            for factor in factors:
                part = fold(factor)
                if part is None:
                    return None
                result *= part
            return result
        case Quotient(numerator, denominator):
            over, under = fold(numerator), fold(denominator)
            return None if over is None or not under else over / under
        case Power(base, exponent):
            return _power(fold(base), fold(exponent))
    return None


def _number(value: Fraction, unit: str) -> Fraction | None:
    if not unit:
        return value
    parsed = parse_unit(unit)
    return value * parsed.factor if parsed.dimension.is_pure else None


def _power(base: Fraction | None, exponent: Fraction | None) -> Fraction | None:
    if base is None or exponent is None or exponent.denominator != 1 or abs(exponent) > _MAX_EXPONENT:
        return None
    bits = max(base.numerator.bit_length(), base.denominator.bit_length())
    if bits * abs(exponent) > _MAX_BITS or (base == 0 and exponent < 0):
        return None
    return Fraction(base ** int(exponent))
