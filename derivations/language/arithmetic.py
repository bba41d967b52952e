"""Arithmetic: the value of a written tree where all its names are numbers, exactly and from the tree alone."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from math import ceil, factorial

from derivations.language.tree import (
    BINDERS,
    Call,
    Name,
    Negative,
    Node,
    Number,
    Power,
    Product,
    Quotient,
    Sum,
)
from derivations.language.unit import parse_unit

NumberOf = Callable[[str], Fraction]

_LARGEST_POWER = 1000
_LARGEST_ROOT = 12
_LARGEST_FACTORIAL = 1000
_MOST_TERMS = 1000  # of a sum or product
_MOST_BITS = 100_000  # of a number on the way


class NotPlainError(Exception):
    """A value that is no fraction, one too long to write out, or none: what arithmetic on fractions cannot tell."""


def exact_value(node: Node, number_of: NumberOf) -> Fraction:
    """The value of a tree in base units, exactly. Raises `NotPlainError` where it is no fraction, or there is none.

    >>> from derivations.language.grammar import parse_expression
    >>> exact_value(parse_expression("sqrt(S/W) + 1"), {"S": Fraction(8), "W": Fraction(2)}.__getitem__)
    Fraction(3, 1)
    """
    match node:
        case Number(value, unit):
            return value * parse_unit(unit).factor if unit else value
        case Name(name):
            return number_of(name)
        case Negative(operand):
            return -exact_value(operand, number_of)
        case Sum(terms):
            return sum((exact_value(term, number_of) for term in terms), Fraction(0))
        case Product(factors):
            total = Fraction(1)
            for factor in factors:
                total *= exact_value(factor, number_of)
            return _short(total)
        case Quotient(numerator, denominator):
            below = exact_value(denominator, number_of)
            if not below:
                raise NotPlainError("a division by zero")
            return _short(exact_value(numerator, number_of) / below)
        case Power(base, exponent):
            return _power(exact_value(base, number_of), exact_value(exponent, number_of))
        case Call(function, (term, Name(index), first, last)) if function in BINDERS:
            ends = exact_value(first, number_of), exact_value(last, number_of)
            return _over_index(function, term, index, ends, number_of)
        case Call(function, arguments):
            return applied(function, [exact_value(argument, number_of) for argument in arguments])
    raise NotPlainError("any function")


def applied(function: str, values: list[Fraction]) -> Fraction:
    """The value of a function of the grammar. Raises `NotPlainError` where it is no fraction, or a long one."""
    match function, values:
        case "max", _:
            return max(values)
        case "min", _:
            return min(values)
        case "sqrt", [value]:
            return _power(value, Fraction(1, 2))
        case "exp", [value] if not value:
            return Fraction(1)
        case "log", [value] if value == 1:
            return Fraction(0)
        case "ceil", [value]:
            return Fraction(ceil(value))
        case "factorial", [value] if value.denominator == 1 and 0 <= value <= _LARGEST_FACTORIAL:
            return Fraction(factorial(int(value)))
        case "xor", _ if all(value.denominator == 1 and value >= 0 for value in values):
            mixed = 0
            for value in values:
                mixed ^= int(value)
            return Fraction(mixed)
    raise NotPlainError(f"{function} of these is no fraction")


def _power(base: Fraction, exponent: Fraction) -> Fraction:
    """A power that is a fraction, and not too long to write out."""
    if abs(exponent) > _LARGEST_POWER or exponent.denominator > _LARGEST_ROOT:
        raise NotPlainError("a power of many digits")
    if base <= 0 and (exponent.denominator != 1 or (not base and exponent < 0)):
        raise NotPlainError("a power without a value")
    if exponent.denominator != 1:
        base = Fraction(*(whole_root(part, exponent.denominator) for part in (base.numerator, base.denominator)))
    bits = max(base.numerator.bit_length(), base.denominator.bit_length())
    if bits > 1 and bits * abs(exponent.numerator) > _MOST_BITS:
        raise NotPlainError("a power of many digits")
    return base**exponent.numerator


def whole_root(number: int, degree: int) -> int:
    """The whole root of a whole number from 0; by bisection, as a float would lose digits.

    Raises `NotPlainError` where it is none.
    """
    if degree == 1 or number in (0, 1):
        return number
    if degree > number.bit_length():  # 1 < root < 2
        raise NotPlainError("a root that is no fraction")
    low, high = 0, 1 << (number.bit_length() // degree + 1)
    while low < high:
        middle = (low + high + 1) // 2
        low, high = (middle, high) if middle**degree <= number else (low, middle - 1)
    if low**degree != number:
        raise NotPlainError("a root that is no fraction")
    return low


def _over_index(
    function: str, term: Node, index: str, ends: tuple[Fraction, Fraction], number_of: NumberOf
) -> Fraction:
    """A sum or product over the whole numbers between two ends; over none of them it is 0 or 1."""
    first, last = ends
    if first.denominator != 1 or last.denominator != 1 or last - first >= _MOST_TERMS:
        raise NotPlainError("a range between what is no whole number, or a long one")
    total = Fraction(0 if function == "sum" else 1)
    for number in range(int(first), int(last) + 1):
        counted = Fraction(number)

        def inside(name: str, counted: Fraction = counted) -> Fraction:
            return counted if name == index else number_of(name)

        part = exact_value(term, inside)
        total = _short(total + part if function == "sum" else total * part)
    return total


def _short(number: Fraction) -> Fraction:
    if number.numerator.bit_length() + number.denominator.bit_length() > _MOST_BITS:
        raise NotPlainError("a number of many digits")
    return number
