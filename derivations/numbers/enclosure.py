"""Enclosures: intervals that certainly hold what an expression takes over a stretch of its unknown, or over a box.

Interval arithmetic on the numbers of mpmath, which comes with SymPy: every end is rounded outwards, exponents have no
limit, and the precision is an argument, so that nothing global is touched. With the value goes the slope, by the
rules of differentiation; where a maximum changes hands it is taken over both sides. Both enclosures tighten as the
stretch does.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from fractions import Fraction
from functools import cache, lru_cache, partial, reduce
from typing import Any, NamedTuple

import sympy
from mpmath import MPContext
from mpmath.libmp import (
    finf,
    fninf,
    from_int,
    from_man_exp,
    from_rational,
    mpf_ceil,
    mpf_ge,
    mpf_gt,
    mpf_lt,
    mpf_neg,
    mpf_sign,
    mpi_add,
    mpi_div,
    mpi_exp,
    mpi_log,
    mpi_mul,
    mpi_pow_int,
    round_ceiling,
    round_floor,
    to_rational,
)
from sympy import E, Expr, Max, Min, Pow, Symbol, exp, log

from derivations.errors import UndecidedError
from derivations.language.counting import SERIES, NoValueError, counted, factorial_value, series_parts, terms_in
from derivations.language.lambert import Lambert

Interval = tuple[Any, Any]  # two of mpmath's raw numbers, the lower one first; an end may be infinite

_GUARD = 20  # bits beyond those asked for, inside one operation
_ZERO = from_man_exp(0, 0), from_man_exp(0, 0)
_ONE = from_man_exp(1, 0), from_man_exp(1, 0)
_EVERYTHING = fninf, finf
_FARTHEST = from_man_exp(1, 128)  # of an exponential's argument; beyond it the result would fill the memory


class Enclosure(NamedTuple):
    """An enclosure of the values of an expression over a stretch, wherever it is real there, and of its slopes.

    `whole` is true if it is shown to be defined and continuous on the whole stretch, ends included.
    """

    value: Interval
    slope: Interval
    whole: bool


Enclosing = Callable[[Interval, int], Enclosure | None]
"""Of a stretch and a precision in bits; None where the expression has no real value anywhere on the stretch."""

Box = Mapping[Symbol, tuple[Interval, Interval]]
"""For each letter its stretch and its slope along the way that is asked for: 1 of one letter, and 0 of all others."""

_EnclosingBox = Callable[[Any, int], Enclosure | None]
_Leaves = Mapping[Symbol, _EnclosingBox]
_Join = Callable[[Enclosure, Enclosure, int], Enclosure]


def stretch(low: Fraction, high: Fraction, bits: int) -> Interval:
    """The interval of so many bits around all numbers from `low` to `high`."""
    return (
        from_rational(low.numerator, low.denominator, bits, round_floor),
        from_rational(high.numerator, high.denominator, bits, round_ceiling),
    )


def to_fraction(number: Any) -> Fraction:
    """A finite raw number, exactly.

    >>> [to_fraction(end) for end in stretch(Fraction(1, 3), Fraction(1, 2), 4)]
    [Fraction(5, 16), Fraction(1, 2)]
    """
    numerator, denominator = to_rational(number)
    return Fraction(int(numerator), int(denominator))


def sign_of(interval: Interval) -> int | None:
    """The sign of all numbers of the interval; None if they have several."""
    low, high = (int(mpf_sign(end)) for end in interval)
    return low if low == high else None


def larger_of(a: Any, b: Any) -> Any:
    """The larger of two raw numbers."""
    return a if mpf_gt(a, b) else b


def enclosing(expression: Expr, unknown: Symbol, rate: Interval = _ONE) -> Enclosing:
    """A function for enclosures of an expression; `rate` is the slope of the unknown, none where none is asked for.

    Sums, products, powers, max, min, exp and log of rational numbers and the unknown, also over an index, and whole
    numbers; an exponent that is no whole number needs a base that is positive. Raises `UndecidedError` for anything
    else, and `NoValueError` for a sum between what is no whole number.

    >>> x = Symbol("x", positive=True)
    >>> found = enclosing(x**2 - 2*x, x)(stretch(Fraction(3), Fraction(4), 53), 53)
    >>> [[to_fraction(end) for end in interval] for interval in found[:2]]
    [[Fraction(1, 1), Fraction(10, 1)], [Fraction(4, 1), Fraction(6, 1)]]
    """
    return _part(expression, {unknown: lambda x, bits: Enclosure(x, rate, True)})


def enclosing_box(expression: Expr, letters: Iterable[Symbol]) -> Callable[[Box, int], Enclosure | None]:
    """The same for an expression in several letters, of a box and a precision in bits.

    >>> x, y = Symbol("x", positive=True), Symbol("y", positive=True)
    >>> one, none = stretch(Fraction(1), Fraction(1), 53), stretch(Fraction(0), Fraction(0), 53)
    >>> box = {x: (stretch(Fraction(1), Fraction(2), 53), one), y: (stretch(Fraction(3), Fraction(4), 53), none)}
    >>> [[to_fraction(end) for end in interval] for interval in enclosing_box(x*y, [x, y])(box, 53)[:2]]
    [[Fraction(3, 1), Fraction(8, 1)], [Fraction(3, 1), Fraction(4, 1)]]
    """
    return _part(expression, {letter: _leaf(letter) for letter in letters})


def _leaf(letter: Symbol) -> _EnclosingBox:
    return lambda box, bits: Enclosure(box[letter][0], box[letter][1], True)


def _part(expression: Expr, leaves: _Leaves) -> _EnclosingBox:
    if isinstance(expression, Symbol) and expression in leaves:
        return leaves[expression]
    if expression.is_Rational:
        number = _around(expression)
        return lambda x, bits: Enclosure(number(bits), _ZERO, True)
    found = _enclosing(expression, leaves)
    return found if expression.free_symbols else _kept(found)


def _kept(found: _EnclosingBox) -> _EnclosingBox:
    """The same of a number, which is one on every stretch."""
    kept = cache(lambda bits: found(_ONE, bits))
    return lambda x, bits: kept(bits)


def _enclosing(expression: Expr, leaves: _Leaves) -> _EnclosingBox:
    """The same for what is made of parts."""
    def part(whole: Expr) -> _EnclosingBox:
        return _part(whole, leaves)

    def joined(join: _Join) -> _EnclosingBox:
        return _folded(tuple(map(part, expression.args)), join)

    if isinstance(expression, SERIES):
        return _over_index(expression, leaves)
    if isinstance(expression, sympy.ceiling):
        return _applied(_rounded_up, part(expression.args[0]))
    if isinstance(expression, sympy.factorial):
        return _applied(_factorial, part(expression.args[0]))
    if expression == E:
        return lambda x, bits: _exponential(Enclosure(_ONE, _ZERO, True), bits)
    if expression.is_Add:
        return joined(_sum)
    if expression.is_Mul:
        return joined(_product)
    if isinstance(expression, Max):
        return joined(_larger)
    if isinstance(expression, Min):
        return joined(_smaller)
    if isinstance(expression, exp):
        return _applied(_exponential, part(expression.args[0]))
    if isinstance(expression, log) and len(expression.args) == 1:
        return _applied(_logarithm, part(expression.args[0]))
    if isinstance(expression, Lambert):
        return _applied(partial(_lambert, expression.branch), part(expression.args[0]))
    if isinstance(expression, Pow):
        base, exponent = expression.args
        inner = part(base)
        if exponent.is_Integer:
            return _applied(partial(_whole_power, int(exponent)), inner)
        if exponent.is_Rational:
            return _applied(partial(_broken_power, _around(exponent), _around(exponent - 1)), inner)
        if exponent.is_integer and not base.is_positive:
            return _folded((inner, part(exponent)), _power_of_point)
        if base.is_positive:
            logarithm = _applied(_logarithm, inner)
            if not base.free_symbols:
                logarithm = _kept(logarithm)
            return _applied(_exponential, _folded((logarithm, part(exponent)), _product))
    named, letters = str(expression).replace("**", "^"), ", ".join(sorted(map(str, leaves)))
    raise UndecidedError(
        f"{named} cannot be bounded: only fractions, {letters}, and sums, products, powers, max, min, exp and log can"
    )


def _over_index(series: Expr, leaves: _Leaves) -> _EnclosingBox:
    """A sum or product over an index: of each of its terms; where only the index changes, of one term as often."""
    join = _sum if isinstance(series, sympy.Sum) else _product
    neutral = _ZERO if isinstance(series, sympy.Sum) else _ONE
    term, _, first, last = series_parts(series)
    if series.free_symbols & leaves.keys() or term.has(*SERIES):
        parts = [_part(each, leaves) for each in terms_in(series)]
        return _folded(tuple(parts), join) if parts else lambda x, bits: Enclosure(neutral, _ZERO, True)
    if not (first.is_Rational and last.is_Rational):
        raise NoValueError("a range between what is no whole number")
    numbers = counted(first, last)
    return lambda x, bits: _added(series, numbers, bits)


@lru_cache(maxsize=512)
def _added(series: Expr, numbers: range, bits: int) -> Enclosure | None:
    """A sum or product in which nothing but the index changes; kept, as it comes back in other steps."""
    term, index, _, _ = series_parts(series)
    each, adds = enclosing(term, index, _ZERO), isinstance(series, sympy.Sum)  # values alone
    found = Enclosure(_ZERO if adds else _ONE, _ZERO, True)
    for number in numbers:
        point = from_int(number)
        here = each((point, point), bits)
        if here is None:
            return None
        found = (_sum if adds else _product)(found, Enclosure(here.value, _ZERO, here.whole), bits)
    return found


def _rounded_up(argument: Enclosure, bits: int) -> Enclosure:
    low, high = (mpf_ceil(end) for end in argument.value)
    settled = bool(low == high)
    return Enclosure((low, high), _ZERO if settled else _EVERYTHING, argument.whole and settled)


def _factorial(argument: Enclosure, bits: int) -> Enclosure | None:
    """Of a whole number that is known; between whole numbers there is none."""
    return Enclosure(_factorial_of(_point(argument), bits), _ZERO, argument.whole)


@lru_cache(maxsize=8192)
def _factorial_of(number: sympy.Integer, bits: int) -> Interval:
    """Kept, as the terms of several sums have the same ones."""
    found = factorial_value(int(number))
    if found is None:
        raise UndecidedError(f"the factorial of {number} is too large to work with")
    return from_int(found, bits, round_floor), from_int(found, bits, round_ceiling)


def _power_of_point(base: Enclosure, exponent: Enclosure, bits: int) -> Enclosure:
    """A whole power of what may be negative."""
    power = _point(exponent)
    found = _whole_power(int(power), base, bits)
    return Enclosure(_EVERYTHING, _EVERYTHING, False) if found is None else found


def _point(enclosure: Enclosure) -> sympy.Integer:
    low, high = enclosure.value
    if low != high or to_fraction(low).denominator != 1:
        raise UndecidedError("no whole number that is known")
    return sympy.Integer(to_fraction(low).numerator)


def _around(number: Expr) -> Callable[[int], Interval]:
    """The interval of so many bits around a rational number, worked out once."""
    exact = Fraction(int(number.p), int(number.q))
    return cache(lambda bits: stretch(exact, exact, bits))


def _folded(parts: tuple[_EnclosingBox, ...], join: _Join) -> _EnclosingBox:
    def enclose(x: Any, bits: int) -> Enclosure | None:
        found = [part(x, bits) for part in parts]
        defined = [one for one in found if one is not None]
        return reduce(lambda a, b: join(a, b, bits), defined) if len(defined) == len(found) else None

    return enclose


def _applied(function: Callable[[Enclosure, int], Enclosure | None], inner: _EnclosingBox) -> _EnclosingBox:
    def enclose(x: Any, bits: int) -> Enclosure | None:
        found = inner(x, bits)
        return None if found is None else function(found, bits)

    return enclose


def _times(a: Interval, b: Interval, bits: int) -> Interval:
    """The product, where nothing times what has no bound is nothing: a value is finite wherever there is one."""
    if _ZERO in (a, b):
        return _ZERO
    product: Interval = mpi_mul(a, b, bits)
    return product


def _sum(a: Enclosure, b: Enclosure, bits: int) -> Enclosure:
    return Enclosure(mpi_add(a.value, b.value, bits), mpi_add(a.slope, b.slope, bits), a.whole and b.whole)


def _product(a: Enclosure, b: Enclosure, bits: int) -> Enclosure:
    slope = mpi_add(_times(a.slope, b.value, bits), _times(a.value, b.slope, bits), bits)
    return Enclosure(_times(a.value, b.value, bits), slope, a.whole and b.whole)


def _larger(a: Enclosure, b: Enclosure, bits: int) -> Enclosure:
    whole = a.whole and b.whole
    for one, other in ((a, b), (b, a)):
        if mpf_ge(one.value[0], other.value[1]):
            return Enclosure(one.value, one.slope, whole)
    value = larger_of(a.value[0], b.value[0]), larger_of(a.value[1], b.value[1])
    lower = a.slope[0] if mpf_lt(a.slope[0], b.slope[0]) else b.slope[0]
    return Enclosure(value, (lower, larger_of(a.slope[1], b.slope[1])), whole)


def _smaller(a: Enclosure, b: Enclosure, bits: int) -> Enclosure:
    return _turned(_larger(_turned(a), _turned(b), bits))


def _turned(a: Enclosure) -> Enclosure:
    """The negative of it."""
    value, slope = ((mpf_neg(high), mpf_neg(low)) for low, high in (a.value, a.slope))
    return Enclosure(value, slope, a.whole)


def _whole_power(power: int, base: Enclosure, bits: int) -> Enclosure | None:
    has_pole = power < 0 and mpf_sign(base.value[0]) <= 0 <= mpf_sign(base.value[1])
    if has_pole and base.value == _ZERO:
        return None
    value = mpi_pow_int(base.value, power, bits)
    if has_pole:
        return Enclosure(value, _EVERYTHING, False)
    lowered = mpi_pow_int(base.value, power - 1, bits)
    slope = _times(_times((from_int(power), from_int(power)), lowered, bits), base.slope, bits)
    return Enclosure(value, slope, base.whole)


def _broken_power(
    power: Callable[[int], Interval], less_one: Callable[[int], Interval], base: Enclosure, bits: int
) -> Enclosure | None:
    """A power that is no whole number; what is below zero has none."""
    low, high = (int(mpf_sign(end)) for end in base.value)
    rising = sign_of(power(bits)) == 1
    if high < 0 or (high == 0 and not rising):
        return None
    logarithm = _log(base.value if low >= 0 else (_ZERO[0], base.value[1]), bits)
    value, lowered = (_exp(_times(logarithm, to(bits + _GUARD), bits + _GUARD), bits) for to in (power, less_one))
    slope = _times(_times(power(bits), lowered, bits), base.slope, bits)
    return Enclosure(value, slope, base.whole and (low > 0 or (low == 0 and rising)))


def _exponential(argument: Enclosure, bits: int) -> Enclosure:
    value = _exp(argument.value, bits)
    return Enclosure(value, _times(value, argument.slope, bits), argument.whole)


def _logarithm(argument: Enclosure, bits: int) -> Enclosure | None:
    low, high = argument.value
    if mpf_sign(high) <= 0:
        return None
    defined = mpf_sign(low) > 0
    part = (low if defined else _ZERO[0], high)
    slope = _times(mpi_div(_ONE, part, bits), argument.slope, bits)
    return Enclosure(_log(part, bits), slope, argument.whole and defined)


def _lambert(branch: int, argument: Enclosure, bits: int) -> Enclosure | None:
    """A branch of Lambert's W: the principal one rises from -1 at -1/e, the lower one falls from there."""
    low, high = argument.value
    edge = _exp((mpf_neg(_ONE[0]), mpf_neg(_ONE[1])), bits)  # 1/e, enclosed
    if mpf_lt(high, mpf_neg(edge[1])) or (branch and mpf_sign(low) >= 0):
        return None
    defined = bool(mpf_ge(low, mpf_neg(edge[0]))) and (not branch or mpf_sign(high) < 0)
    ends = [_lambert_at(branch, end, bits) for end in (low, high)]
    value = (ends[0][0], ends[1][1]) if branch == 0 else (ends[1][0], ends[0][1])
    steep = mpi_add(_ONE, value, bits)  # the slope is exp(-w)/(1 + w)
    if mpf_sign(steep[0]) <= 0 <= mpf_sign(steep[1]):
        return Enclosure(value, _EVERYTHING, argument.whole and defined)
    slope = mpi_div(_exp(tuple(mpf_neg(end) for end in reversed(value)), bits), steep, bits)
    return Enclosure(value, _times(slope, argument.slope, bits), argument.whole and defined)


@lru_cache(maxsize=1024)
def _lambert_at(branch: int, at: Any, bits: int) -> Interval:
    """Bounds on a branch at a number: guessed, and put apart until ``w*exp(w)`` is shown to be on either side of it.

    That rises above -1 and falls below. What is outside of a branch's domain is taken for its nearer end.
    """
    if branch and mpf_sign(at) >= 0:
        return fninf, fninf
    context, least = MPContext(), mpf_neg(_ONE[0])
    context.prec = 2 * bits + _GUARD
    found = context.lambertw(context.make_mpf(at), branch)
    if context.im(found):
        return least, least
    for apart in range(bits, -bits, -8):
        low, high = (context.re(found) * (1 + side * context.ldexp(1, -apart)) for side in (-1, 1))
        inner, outer = sorted((low, high), key=lambda end: abs(end + 1))  # from -1 outwards
        inner = context.mpf(-1) if (inner < -1) is not bool(branch) else inner
        before, beyond = (_times((end, end), _exp((end, end), context.prec), context.prec)
                          for end in (inner._mpf_, outer._mpf_))
        if (inner == -1 or mpf_ge(at, before[1])) and mpf_ge(beyond[0], at):
            return (outer._mpf_, inner._mpf_) if branch else (inner._mpf_, outer._mpf_)
    return (fninf, least) if branch else (least, finf)


def _log(part: Interval, bits: int) -> Interval:
    return _widened(mpi_log(part, bits + _GUARD), bits + _GUARD)


def _exp(argument: Interval, bits: int) -> Interval:
    low, high = argument
    if mpf_gt(low, _FARTHEST):
        low = _FARTHEST
    elif mpf_lt(low, mpf_neg(_FARTHEST)):
        low = fninf
    if mpf_gt(high, _FARTHEST):
        high = finf
    elif mpf_lt(high, mpf_neg(_FARTHEST)):
        high = mpf_neg(_FARTHEST)
    return _widened(mpi_exp((low, high), bits), bits)


def _widened(interval: Interval, bits: int) -> Interval:
    """The interval, wider by some last bits: mpmath rounds logarithms and exponentials of inexact numbers outwards."""
    slack = from_man_exp((1 << bits) - 4, -bits), from_man_exp((1 << bits) + 4, -bits)
    return _times(interval, slack, bits)
