"""Numbers put into expressions: exact where they stay short, else enclosed until enough digits agree."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from fractions import Fraction
from math import ceil

import sympy
from mpmath.libmp import finf, fninf
from sympy import Dummy, Expr, Float, Integer, Pow, Rational, Symbol, exp, log, nan, preorder_traversal

from derivations.errors import UndecidedError
from derivations.language.counting import SERIES, WHOLE, NoValueError, exact_value, series_parts
from derivations.language.tree import COMPARE
from derivations.numbers.enclosure import Interval, enclosing, stretch, to_fraction
from derivations.numbers.format import format_number
from derivations.proof.normal_form import equal

DIGITS = 30
_WORKING_DIGITS = 40
_CLOSE = Fraction(1, 10 ** (_WORKING_DIGITS - 2))  # relative width at which an interval is a number
_BITS = (160, 320, 640, 1280, 2560, 5120)
_LARGEST_EXACT_ROOT = 12
_LARGEST_POWER = 1000  # beyond it an exact number fills pages
_MOST_DIGITS = 10**6  # and beyond this many its size means nothing any more
_SMALL = 10_000  # exponents below it are computed and not written as logarithms
_FURTHEST = 4000  # powers of ten that a result may be away from one
_NOT_REAL = "it is no real number"
_NOISE = Float(10, _WORKING_DIGITS) ** -DIGITS  # relative; what is smaller is the rounding of decimal powers


def filled(expression: Expr, known: Mapping[Symbol, Expr]) -> Expr:
    """The expression with numbers put in; not a number where a max would compare what is none, such as 1/0.

    A power such as 7123^0.3478 becomes a number of many digits at once: kept exact, SymPy would look for factors of
    numbers that are thousands of digits long.
    """
    try:
        if not expression.has(*WHOLE):
            return _filled(expression, known)
        return _filled(_in_digits(_filled(expression, known, exact=True)), {})
    except (ValueError, NoValueError):
        return nan


def exactly_filled(expression: Expr, known: Mapping[Symbol, Expr]) -> Expr:
    """The expression with numbers put in, and nothing rounded: a root, a logarithm or a large power stays one."""
    try:
        return _filled(expression, known, exact=True)
    except NoValueError:
        return nan


def _filled(expression: Expr, known: Mapping[Symbol, Expr], *, exact: bool = False) -> Expr:
    """With `exact`, powers that are no fractions stay powers, so that nothing is rounded before it is added up."""
    if isinstance(expression, WHOLE):
        return _put_into(expression, lambda part: _filled(part, known, exact=True))
    if not expression.has(*WHOLE) and all(power.exp.is_Integer for power in expression.atoms(Pow)):
        return expression.xreplace(dict(known))
    if isinstance(expression, Symbol):
        return known.get(expression, expression)
    if not expression.args:
        return expression
    arguments = [_filled(argument, known, exact=exact) for argument in expression.args]
    if isinstance(expression, Pow):
        base, exponent = arguments
        if base.is_negative and exponent.is_Rational and not exponent.is_Integer:
            raise NoValueError  # two such roots would make a number again
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


def _put_into(expression: Expr, fill: Callable[[Expr], Expr]) -> Expr:
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
    return made if found is None else rational(found)


def _in_digits(expression: Expr) -> Expr:
    """The expression with its sums, products and factorials in decimals, if any are left.

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
    raise UndecidedError(f"cannot tell which way to round: {_shown(argument)} is too near to {low}")


def _decimal(expression: Expr) -> Expr:
    for bits in _BITS:
        ends = _ends(expression, bits)
        if ends is None:
            return nan
        low, high = ends
        if high - low <= _CLOSE * max(abs(low), abs(high)) and (low > 0 or high < 0 or low == high):
            middle = (low + high) / 2
            return Float(rational(middle), _WORKING_DIGITS)
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


def gap(left: Expr, right: Expr) -> Expr:
    """Left minus right; of decimal powers, what is below the digits that are worked with is nothing."""
    difference = left - right
    if difference.has(Float) and difference.is_comparable:
        noise = _NOISE * max(abs(left), abs(right))
        return Integer(0) if abs(difference) <= noise else difference
    return difference


def agree(value: Expr, given: Expr) -> bool:
    """True if the two are one number, as far as decimal powers have digits, or as this package writes a root out."""
    if value.has(Float):
        return bool(gap(value, given) == 0)
    return equal(value, given) or (not value.is_Rational and rational(as_fraction(value)[0]) == given)


def holds(difference: Expr, operator: str) -> bool:
    """True if a difference of two sides stands so to zero. Raises `UndecidedError` where one of them is not real."""
    found = None if difference is nan else COMPARE[operator](difference, 0)
    if found not in (True, False):
        raise UndecidedError(f"{_NOT_REAL} where it is compared")
    return bool(found)


def rational(number: Fraction) -> Rational:
    """A fraction as a SymPy number."""
    return Rational(number.numerator, number.denominator)


def as_fraction(number: Expr) -> tuple[Fraction, bool]:
    """A real SymPy number as a fraction, and whether it is exact. Raises `UndecidedError` for another, or a vast one.
    """
    if number.is_Rational:
        return Fraction(int(number.p), int(number.q)), True
    # SymPy calls what nearly cancels zero, unless it may look further; a tower of powers has more digits than there is
    # room for, but its logarithm has not
    size = number.evalf(DIGITS, maxn=_FURTHEST) if _has_small_powers(number) else number
    if size is nan or not size.is_comparable:
        raise UndecidedError(f"{_NOT_REAL} where its size is asked for")
    away = log(abs(size), 10).n() if size != 0 else Integer(0)
    if abs(away) > _FURTHEST:
        sign = "-" if number.is_negative else ""
        raise UndecidedError(f"{sign}10^{format_number(Fraction(str(away)))} is too far from one to write out")
    return Fraction(str(size.evalf(DIGITS, maxn=_FURTHEST))), False


def _has_small_powers(number: Expr) -> bool:
    """True if no exponent in a number is large. Inner powers are asked first: they stand in exponents of the others."""
    return all(_is_small(power.exp) for power in sorted(number.atoms(Pow, exp), key=_length))


def _is_small(exponent: Expr) -> bool:
    found = exponent if exponent.is_Rational else exponent.evalf()
    return bool(found.is_real and abs(found) < _SMALL)


def _length(expression: Expr) -> int:
    return sum(1 for _ in preorder_traversal(expression))
