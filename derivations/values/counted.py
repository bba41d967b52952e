"""Numbers of sums, products, factorials and rounding: exact where that stays short, else enclosed until digits agree.

Near a whole number a decimal says nothing of which way it is rounded up, so that only intervals decide.
"""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from math import ceil

import sympy
from mpmath.libmp import finf, fninf
from sympy import Dummy, Expr, Float, Integer, Rational, nan

from derivations.engine.finite import exact_value
from derivations.engine.index import SERIES, series_parts
from derivations.errors import UndecidedError
from derivations.values.enclosure import Interval, enclosing, stretch, to_fraction

_BITS = (160, 320, 640, 1280, 2560, 5120)
_DIGITS = 40
_CLOSE = Fraction(1, 10 ** (_DIGITS - 2))  # relative width at which an interval is a number


def put_into(expression: Expr, fill: Callable[[Expr], Expr]) -> Expr:
    """A sum, product, factorial or rounding with numbers put in by `fill`, and its exact value if it has one.

    Raises `NoValueError` where it has no value, and `UndecidedError` where it cannot be told.
    """
    if isinstance(expression, SERIES):
        term, index, first, last = series_parts(expression)
        made = expression.func(fill(term), (index, fill(first), fill(last)))
    else:
        argument = fill(expression.args[0])
        if isinstance(expression, sympy.ceiling | sympy.floor):
            return _rounded(expression.func, argument)
        made = expression.func(argument, evaluate=False)
    if made.free_symbols:
        return made
    found = exact_value(made)
    return made if found is None else Rational(found.numerator, found.denominator)


def in_digits(expression: Expr) -> Expr:
    """The expression with what is counted over in decimals, if anything is left of that.

    An expression without symbols is enclosed as a whole, so that no digits are lost where it nearly cancels.
    """
    open_parts = expression.atoms(*SERIES, sympy.factorial)
    if not open_parts:
        return expression
    if not expression.free_symbols:
        return _decimal(expression)
    numbers = {part: _decimal(part) for part in open_parts if not part.free_symbols}
    return expression.xreplace(numbers)


def _rounded(kind: Callable[..., Expr], argument: Expr) -> Expr:
    if argument.free_symbols:
        return kind(argument)
    if argument.is_real is False or argument.is_finite is False:
        return nan
    if kind is sympy.floor:
        return -_rounded(sympy.ceiling, -argument)
    exact = exact_value(argument)
    if exact is not None:
        return Integer(ceil(exact))
    for bits in _BITS:
        ends = _ends(argument, bits)
        if ends is None:
            return nan
        low, high = map(ceil, ends)
        if low == high:
            return Integer(low)
    raise UndecidedError(f"not told which way to round: {_shown(argument)} is too near to {low}")


def _decimal(expression: Expr) -> Expr:
    for bits in _BITS:
        ends = _ends(expression, bits)
        if ends is None:
            return nan
        low, high = ends
        if high - low <= _CLOSE * max(abs(low), abs(high)) and (low > 0 or high < 0 or low == high):
            middle = (low + high) / 2
            return Float(Rational(middle.numerator, middle.denominator), _DIGITS)
    raise UndecidedError(f"{_shown(expression)} is too near to zero for its digits to be found")


def _ends(expression: Expr, bits: int) -> tuple[Fraction, Fraction] | None:
    """Two numbers that the value certainly lies between; None where there is no value."""
    nothing: Interval = stretch(Fraction(0), Fraction(0), bits)
    found = enclosing(expression, Dummy("nothing"))(nothing, bits)
    if found is None:
        return None
    low, high = found.value
    if low in (fninf, finf) or high in (fninf, finf):
        return Fraction(-(10**9)), Fraction(10**9)
    return to_fraction(low), to_fraction(high)


def _shown(expression: Expr) -> str:
    text = str(expression).replace("**", "^")
    return text if len(text) <= 80 else text[:79] + "…"
