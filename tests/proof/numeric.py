"""Values of written trees by plain arithmetic: the engine's SymPy side has no part in it."""

from __future__ import annotations

import math
from collections.abc import Mapping
from fractions import Fraction
from functools import reduce
from operator import xor
from random import Random

from mpmath import lambertw

from derivations.language.quantity import Notation
from derivations.language.tree import Call, Name, Negative, Node, Number, Power, Product, Quotient, Sum, WrittenRelation
from derivations.language.unit import parse_unit

Value = Fraction | float
_CLOSE = 1e-9


def value(node: Node, point: Mapping[str, Fraction]) -> Value | None:
    """The value of a tree, exact where no root or exponential stands in the way; None where there is none."""
    try:
        return _value(node, point)
    except (ZeroDivisionError, OverflowError, ValueError):
        return None


def holds(item: WrittenRelation, point: Mapping[str, Fraction]) -> bool | None:
    """Whether a relation holds; None where a side has no value, or where rounding decides."""
    left, right = value(item.left, point), value(item.right, point)
    if left is None or right is None:
        return None
    difference = left - right
    if isinstance(difference, float) and abs(difference) <= _CLOSE * max(abs(left), abs(right), 1e-30):
        return True if item.operator == "=" else None
    return {
        "=": difference == 0,
        ">=": difference >= 0,
        "<=": difference <= 0,
        ">": difference > 0,
        "<": difference < 0,
    }[item.operator]


def point(notation: Notation, random: Random) -> dict[str, Fraction]:
    """A random point in the domains, their ends included where they belong to them."""
    found = {quantity.name: _draw(quantity.domain, random) for quantity in notation}
    for _ in range(3):  # a bound may itself be bounded
        for quantity in notation:
            if quantity.at_most:
                found[quantity.name] = min(found[quantity.name], found[quantity.at_most])
    return found


def _draw(domain: str, random: Random) -> Fraction:
    if domain == "integer":
        return Fraction(random.choice((1, 1, 2, 3, 7)))
    if domain in ("whole", "bit"):
        return Fraction(random.choice((0, 1, 1, 2, 5, 12) if domain == "whole" else (0, 1)))
    if domain == "fraction":
        return random.choice((Fraction(1), Fraction(1, 2), Fraction(1, 7), Fraction(99, 100)))
    number = Fraction(random.choice((1, 1, 2, 3, 5, 11, 100)), random.choice((1, 1, 2, 3, 10)))
    if domain == "nonnegative" and random.random() < 0.3:
        return Fraction(0)
    return number * random.choice((-1, -1, 0, 1, 1)) if domain == "real" else number


def _value(node: Node, point: Mapping[str, Fraction]) -> Value:
    match node:
        case Number(number, unit):
            return number * parse_unit(unit).factor if unit else number
        case Name(name):
            return point[name]
        case Negative(operand):
            return -_value(operand, point)
        case Sum(terms):
            return sum((_value(term, point) for term in terms), Fraction(0))
        case Product(factors):
            return math.prod((_value(factor, point) for factor in factors), start=Fraction(1))
        case Quotient(over, under):
            return _value(over, point) / _value(under, point)
        case Power(base, exponent):
            return _power(_value(base, point), _value(exponent, point))
        case Call("max", arguments):
            return max(_value(argument, point) for argument in arguments)
        case Call("min", arguments):
            return min(_value(argument, point) for argument in arguments)
        case Call("sqrt", (argument,)):
            return _power(_value(argument, point), Fraction(1, 2))
        case Call("exp", (argument,)):
            return math.exp(_value(argument, point))
        case Call("log", (argument,)):
            return math.log(_value(argument, point))
        case Call("lambert_w0" | "lambert_wm1", (argument,)):
            found = lambertw(float(_value(argument, point)), 0 if node.function == "lambert_w0" else -1)
            if found.imag:
                raise ValueError("beyond the branches of Lambert's W")
            return float(found.real)
        case Call("xor", arguments):
            return Fraction(reduce(xor, (int(_value(argument, point)) for argument in arguments)))
    raise AssertionError(node)


def _power(base: Value, exponent: Value) -> Value:
    if isinstance(exponent, Fraction) and exponent.denominator == 1:
        if base == 0 and exponent <= 0:
            raise ZeroDivisionError
        return base ** int(exponent)
    if base < 0 or (base == 0 and exponent <= 0):
        raise ValueError
    return float(base) ** float(exponent)
