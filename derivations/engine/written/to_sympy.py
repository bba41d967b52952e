"""Tree to SymPy: the written form becomes the expression that is computed with."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING

from sympy import Add, Expr, I, Integer, Max, Min, Mul, Pow, Rational, exp, factorrat, log, nan, oo, sqrt, zoo

from derivations.engine.literal import literal
from derivations.engine.written.limits import check_size
from derivations.engine.written.nodes import (
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
from derivations.engine.written.text import to_text
from derivations.errors import InputError

if TYPE_CHECKING:
    from derivations.engine.quantity import Notation

_CALLS = {"max": Max, "min": Min, "sqrt": sqrt, "exp": exp, "log": log}
# What SymPy itself fails with on rare expressions: 1.13 and 1.14 assert wrongly when they ask whether
# -(1/3)**(1 - 2*k) is odd, for an integer k.
_FAILURES = (ArithmeticError, AssertionError, NotImplementedError, RecursionError)
_MINUS_ONE = Integer(-1)
_SMALL_ROOT = 12
_LARGEST_TRIED = 2**15  # prime factors of a number under a root are looked for up to here


def to_sympy(node: Node, notation: Notation) -> Expr:
    """The SymPy expression of a tree, with the symbols of `notation`.

    Raises `UnknownNameError` for a name outside the notation and `InputError` for a tree that is too large or
    that has no finite real value, such as ``1/(x - x)`` or ``sqrt(-1)``.

    >>> from derivations.engine.quantity import Notation
    >>> from derivations.engine.written.parser import parse_expression
    >>> to_sympy(parse_expression("b*(a + 2)/a"), Notation.of("a [] x\\nb [] y"))
    b*(a + 2)/a
    """
    check_size(node)
    try:
        return _checked(_convert(node, notation), node)
    except _FAILURES as error:
        raise InputError(f"SymPy cannot work with {_clipped(node)}: {type(error).__name__}") from error


def _convert(node: Node, notation: Notation) -> Expr:
    match node:
        case Number(value, unit):
            number = Rational(value.numerator, value.denominator)
            return literal(number, unit) if unit else number
        case Name(name):
            return notation[name].symbol
        case Sum(terms):
            return Add(*(_convert(term, notation) for term in terms))
        case Power(base, exponent):
            return _built(_power, (base, exponent), notation, node)
        case Call(function, arguments):
            return _built(_CALLS[function], arguments, notation, node)
        case _:
            return Mul(*_factors(node, notation))


def _factors(node: Node, notation: Notation) -> Iterator[Expr]:
    """All factors of a product or quotient at once: SymPy would spread 2*(a + b) if they came one by one."""
    match node:
        case Negative(operand):
            yield _MINUS_ONE
            yield from _factors(operand, notation)
        case Product(parts):
            for part in parts:
                yield from _factors(part, notation)
        case Quotient(numerator, denominator):
            yield from _factors(numerator, notation)
            for factor in _factors(denominator, notation):
                yield Pow(factor, _MINUS_ONE)
        case _:
            yield _convert(node, notation)


def _built(operation: Callable[..., Expr], parts: tuple[Node, ...], notation: Notation, whole: Node) -> Expr:
    """An operation on parts; only powers, roots, logarithms and max can leave the real numbers."""
    arguments = [_checked(_convert(part, notation), part) for part in parts]
    # max and min refuse what they cannot compare: with our symbols, what is not real.
    try:
        result = operation(*arguments)
    except ValueError:
        raise _not_real(whole) from None
    result = _checked(result, whole)
    if result.is_real is False or any(map(_is_root_of_minus_one, result.atoms(Pow))):
        raise _not_real(whole)
    return result


def _power(base: Expr, exponent: Expr) -> Expr:
    """The power, a number in the base factor by factor.

    SymPy would bring 841369000000000^0.28315 under one root, over a whole number that is a million bits long.
    """
    number, rest = base.as_coeff_Mul()
    if not exponent.is_Rational or exponent.q <= _SMALL_ROOT or not number.is_Rational or abs(number) in (0, 1):
        return Pow(base, exponent)
    primes = factorrat(abs(number), limit=_LARGEST_TRIED)
    others = Pow(rest if number > 0 else -rest, exponent)
    return Mul(*(Pow(Integer(prime), times * exponent) for prime, times in primes.items()), others)


def _is_root_of_minus_one(power: Pow) -> bool:
    """True for what SymPy makes of (-b)^(1/3); it calls that neither real nor not if b may be 0."""
    return power.base == _MINUS_ONE and isinstance(power.exp, Rational)


def _checked(expression: Expr, node: Node) -> Expr:
    if expression.has(nan, zoo, oo, -oo):
        raise InputError(f"{_clipped(node)} has no finite value: it divides by zero")
    if expression.has(I):
        raise _not_real(node)
    return expression


def _not_real(node: Node) -> InputError:
    return InputError(f"{_clipped(node)} is not a real number")


def _clipped(node: Node) -> str:
    text = to_text(node)
    return text if len(text) <= 100 else text[:99] + "…"
