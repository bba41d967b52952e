"""Numbers put into expressions: exact where they stay short, with many digits elsewhere."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction

from sympy import Expr, Float, Integer, Pow, Symbol, log, nan

from derivations.engine.finite import WHOLE, NoValueError
from derivations.engine.normal_form import equal
from derivations.engine.written.nodes import COMPARE
from derivations.errors import UndecidedError
from derivations.values.counted import in_digits, put_into
from derivations.values.format import format_number

DIGITS = 30
_WORKING_DIGITS = 40
_LARGEST_EXACT_ROOT = 12
_LARGEST_POWER = 1000  # beyond it an exact number fills pages
_MOST_DIGITS = 10**6  # and beyond this many its size means nothing any more
_FURTHEST = 4000  # powers of ten that a result may be away from one
_NOISE = Float(10, _WORKING_DIGITS) ** -DIGITS  # relative; what is smaller is the rounding of decimal powers


def filled(expression: Expr, known: Mapping[Symbol, Expr]) -> Expr:
    """The expression with numbers put in; not a number where a max would compare what is none, such as 1/0.

    A power such as 7123^0.3478 becomes a number of many digits at once: kept exact, SymPy would look for factors of
    numbers that are thousands of digits long.
    """
    try:
        if not expression.has(*WHOLE):
            return _filled(expression, known)
        return _filled(in_digits(_filled(expression, known, exact=True)), {})
    except (ValueError, NoValueError):
        return nan


def _filled(expression: Expr, known: Mapping[Symbol, Expr], *, exact: bool = False) -> Expr:
    """With `exact`, powers that are no fractions stay powers: what is rounded or added up is not rounded before."""
    if isinstance(expression, WHOLE):
        return put_into(expression, lambda part: _filled(part, known, exact=True))
    if not expression.has(*WHOLE) and all(power.exp.is_Integer for power in expression.atoms(Pow)):
        return expression.xreplace(dict(known))
    if isinstance(expression, Symbol):
        return known.get(expression, expression)
    if not expression.args:
        return expression
    arguments = [_filled(argument, known, exact=exact) for argument in expression.args]
    if isinstance(expression, Pow):
        base, exponent = arguments
        if exponent.is_Rational and abs(exponent) > _LARGEST_POWER and not _is_plain(base):
            return Pow(base, exponent, evaluate=False) if exact else _large_power(expression, base, exponent)
        if base.is_Rational and exponent.is_Rational and exponent.q > _LARGEST_EXACT_ROOT:
            return Pow(base, exponent, evaluate=False) if exact else Float(base, _WORKING_DIGITS) ** exponent
    return expression.func(*arguments)


def _is_plain(base: Expr) -> bool:
    """True for what has a short power however large the exponent, and for what is no number yet."""
    return bool(not base.is_number or base.is_zero or abs(base) == 1)


def _large_power(expression: Expr, base: Expr, exponent: Expr) -> Expr:
    """A power that would fill pages if it were exact, to as many digits as any other number."""
    lost = len(str(abs(int(exponent))))  # a relative error of the base grows by as much as the exponent
    inexact = base.has(Float) and lost > _WORKING_DIGITS - DIGITS
    if not base.is_positive or inexact or abs(exponent * log(base, 10)) > _MOST_DIGITS:
        named, shown = str(expression).replace("**", "^"), format_number(Fraction(int(exponent.p), int(exponent.q)))
        raise UndecidedError(f"{named} is a power of {shown} here, which is too large to write out")
    return Float(base.evalf(_WORKING_DIGITS + lost) ** exponent, _WORKING_DIGITS)


def gap(left: Expr, right: Expr) -> Expr:
    """Left minus right; of decimal powers, what is below the digits that are worked with is nothing."""
    difference = left - right
    if difference.has(Float) and difference.is_comparable:
        noise = _NOISE * max(abs(left), abs(right))
        return Integer(0) if abs(difference) <= noise else difference
    return difference


def agree(value: Expr, given: Expr) -> bool:
    """True if the two are one number, as far as decimal powers have digits."""
    return bool(gap(value, given) == 0) if value.has(Float) else equal(value, given)


def holds(difference: Expr, operator: str) -> bool:
    return bool(COMPARE[operator](difference, 0))


def fraction(number: Expr) -> tuple[Fraction, bool]:
    """A real SymPy number as a fraction, and whether it is exact."""
    if number.is_Rational:
        return Fraction(int(number.p), int(number.q)), True
    away = log(abs(number), 10).n() if number != 0 else Integer(0)
    if abs(away) > _FURTHEST:
        sign = "-" if number.is_negative else ""
        raise UndecidedError(f"{sign}10^{format_number(Fraction(str(away)))} is too far from one to write out")
    # SymPy calls what nearly cancels zero, unless it may look further
    return Fraction(str(number.evalf(DIGITS, maxn=_FURTHEST))), False
