"""Roots: all solutions of an equation in one unknown within a range, as numbers, and a count that is shown."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable
from copy import copy
from dataclasses import dataclass
from fractions import Fraction
from functools import cache, reduce
from math import ceil, floor

from mpmath.libmp import (
    fone,
    from_rational,
    mpf_div,
    mpf_ge,
    mpf_le,
    mpf_sign,
    mpf_sqrt,
    mpi_abs,
    mpi_add,
    mpi_div,
    mpi_mul,
    mpi_pow_int,
    mpi_sub,
    round_ceiling,
    round_nearest,
)
from sympy import (
    Expr,
    GeneratorsNeeded,
    Max,
    Min,
    Poly,
    PolynomialError,
    Pow,
    Rational,
    Symbol,
    exp,
    fraction,
    log,
    together,
)

from derivations.errors import InputError, UndecidedError
from derivations.numbers.enclosure import Enclosure, Interval, enclosing, larger_of, sign_of, stretch, to_fraction
from derivations.numbers.rounding import magnitude

_SIGN_BITS = (100, 200, 400, 800)  # more where what cancels leaves too few
_SIDE_BITS = 640
_SHOWN_BITS = 30  # of a residual
_MOST_DEGREE = 40  # of a polynomial that is taken apart
_LARGEST_EXACT_ROOT, _LARGEST_EXACT_POWER = 12, 1000  # beyond them, exact powers take too long or too much room


class Equation:
    """An equation whose sides and their difference can be bounded.

    Raises `UndecidedError` if it has other symbols than the unknown, if a side has a function that cannot be bounded,
    or if both sides are the same.
    """

    def __init__(self, left: Expr, right: Expr, unknown: Symbol) -> None:
        symbols = left.free_symbols | right.free_symbols
        if symbols != {unknown}:
            named = ", ".join(sorted(symbol.name for symbol in symbols))
            if not named:
                raise UndecidedError(f"with these numbers the equation for {unknown} says nothing of it")
            raise UndecidedError(f"roots are found of equations in {unknown} alone, and this one is in {named}")
        self._unknown = unknown
        self._sides = left, right
        self._enclosing_sides = enclosing(left, unknown), enclosing(right, unknown)
        if left - right == 0:
            raise UndecidedError(f"the equation says nothing about {unknown}: both sides are the same")
        self._difference = _cleared(left - right)
        self._enclosing = enclosing(self._difference, unknown)

    def with_each_factor_once(self) -> Equation | None:
        """The same roots, without the powers of the difference's factors; None where no factor is shown to be a power.

        Where a factor is there twice the difference touches zero and does not cross it. Letters, logarithms and other
        functions count as what the factors are polynomials in, with coefficients in fractions.
        """
        try:
            whole = Poly(self._difference)
        except (PolynomialError, GeneratorsNeeded):  # which is none where both sides are the same
            return None
        if not (whole.domain.is_ZZ or whole.domain.is_QQ) or whole.total_degree() > _MOST_DEGREE:
            return None
        once = whole.sqf_part()
        if once.total_degree() == whole.total_degree():
            return None
        found = copy(self)
        found._difference = once.as_expr()
        found._enclosing = enclosing(found._difference, self._unknown)
        return found

    def over(self, low: Fraction, high: Fraction, bits: int) -> Enclosure | None:
        """An enclosure of the difference over a stretch; None where it is nowhere defined.

        The difference is left less right, times what would make it infinite.
        """
        return self._enclosing(stretch(low, high, bits), bits)

    def sign(self, at: Fraction) -> int | None:
        """The sign of the difference at a number; None where it has none, or none that can be told."""
        for bits in _SIGN_BITS:
            found = self.over(at, at, bits)
            known = None if found is None else sign_of(found.value)
            if found is None or known is not None:
                return known
        return 0 if self.is_zero(at) else None

    def is_zero(self, at: Fraction) -> bool:
        """True if the difference is shown to be exactly zero at a number."""
        return bool(self._exactly(self._difference, at) == 0)

    def is_defined(self, low: Fraction, high: Fraction) -> bool | None:
        """True if both sides are defined all over a stretch; None if that cannot be told."""
        found = [side(stretch(low, high, _SIDE_BITS), _SIDE_BITS) for side in self._enclosing_sides]
        if any(side is None for side in found):
            return False
        if all(side is not None and side.whole for side in found):
            return True
        if low != high:
            return None
        exact = [value for side in self._sides if (value := self._exactly(side, low)) is not None]
        return all(value.is_real and value.is_finite for value in exact) if len(exact) == 2 else None

    def residual(self, at: Fraction) -> Fraction:
        """By how much the sides differ at a number, over what the larger one would be if nothing in it cancelled."""
        point = stretch(at, at, _SIDE_BITS)
        left, right = (_value(side, self._unknown, point) for side in self._sides)
        gap = mpi_abs(mpi_sub(left, right, _SIDE_BITS))
        larger = larger_of(*(_size(side, self._unknown, point)[0] for side in self._sides))
        return to_fraction(mpf_div(gap[1], larger, _SHOWN_BITS, round_ceiling)) if mpf_sign(gap[1]) else Fraction(0)

    def _exactly(self, expression: Expr, at: Fraction) -> Expr | None:
        """The value at a number without rounding; None where there is none, or it would take too long."""
        powers = [power.exp for power in expression.atoms(Pow)]
        tame = all(p.is_Rational and p.q <= _LARGEST_EXACT_ROOT and abs(p.p) <= _LARGEST_EXACT_POWER for p in powers)
        if not tame or expression.has(exp, log):
            return None
        try:
            return expression.xreplace({self._unknown: Rational(at.numerator, at.denominator)})
        except ValueError:  # a max of what cannot be compared, such as 1/0
            return None


def _cleared(difference: Expr) -> Expr:
    """The difference, times its denominators if one may vanish: where that is not zero, neither is the difference.

    A pole is then no obstacle to what lies around it.
    """
    powers = difference.atoms(Pow)
    if any(power.exp.is_negative and not power.base.is_positive for power in powers):
        return fraction(together(difference))[0]
    return difference


def _size(expression: Expr, unknown: Symbol, at: Interval) -> Interval:
    """The size of an expression if nothing in it cancelled: every term and every factor counts as positive."""
    if expression.is_Add or expression.is_Mul or isinstance(expression, Max | Min):
        join = mpi_add if expression.is_Add else mpi_mul if expression.is_Mul else _larger
        sizes = (_size(part, unknown, at) for part in expression.args)
        total: Interval = reduce(lambda a, b: join(a, b, _SIDE_BITS), sizes)
        return total
    if isinstance(expression, Pow) and expression.exp.is_Integer and expression.exp.is_positive:
        power: Interval = mpi_pow_int(_size(expression.base, unknown, at), int(expression.exp), _SIDE_BITS)
        return power
    size: Interval = mpi_abs(_value(expression, unknown, at))
    # an argument that is off by all of it moves its logarithm by about one
    return mpi_add(size, (fone, fone), _SIDE_BITS) if isinstance(expression, log) else size


def _larger(a: Interval, b: Interval, bits: int) -> Interval:
    return larger_of(a[0], b[0]), larger_of(a[1], b[1])


def _value(expression: Expr, unknown: Symbol, at: Interval) -> Interval:
    found = enclosing(expression, unknown)(at, _SIDE_BITS)
    assert found is not None  # the sides are defined where there is a root
    return found.value


_MOST_PARTS = 3000  # looked at in a search
_NARROWEST = Fraction(1, 2**50)  # of a part that is split, relative
_SEARCH_BITS = 100
_SHARP = Fraction(1, 10**25)  # of the bracket of a root, relative
_MOST_STEPS = 200
_ROOT_BITS = (160, 320, 640)  # more where what cancels leaves too few

_Part = tuple[Fraction, Fraction]


@dataclass(frozen=True)
class Root:
    """A root between `low` and `high`, which bracket no other one; both are the root itself where it is known exactly.

    `value` is the root itself, or else the shortest decimal in the bracket, right to 24 figures. `residual` is by how
    much the sides differ there, over what the larger one would be if nothing in it cancelled.
    """

    low: Fraction
    high: Fraction
    value: Fraction
    residual: Fraction

    @property
    def exact(self) -> bool:
        """True if the value is shown to be the root itself, and not only near it."""
        return self.low == self.high


@dataclass(frozen=True)
class Roots:
    """The roots between `low` and `high`, in rising order, and the parts of the range where more may hide.

    A root that cannot be told from an end of the range counts as in it.
    """

    found: tuple[Root, ...]
    low: Fraction
    high: Fraction
    undecided: tuple[tuple[Fraction, Fraction], ...] = ()

    @property
    def complete(self) -> bool:
        """True if it is shown that the range holds no other roots."""
        return not self.undecided


def roots(left: Expr, right: Expr, unknown: Symbol, low: Fraction, high: Fraction) -> Roots:
    """All roots of ``left = right`` with `low` <= `unknown` <= `high`.

    Where a side is not defined (a pole, a root or logarithm of what has none) there is no root. Raises `InputError`
    if the range is empty or not positive, and `UndecidedError` if the equation has other symbols, what cannot be
    bounded (`enclosing` says what can), or the same on both sides.

    >>> x = Symbol("x", positive=True)
    >>> both = roots(x**2 + 6, 5*x, x, Fraction(1, 10), Fraction(10**6))
    >>> [str(root.value) for root in both.found], both.complete
    (['2', '3'], True)
    """
    if not 0 < low < high:
        raise InputError(f"roots are searched for in a range of positive numbers, not from {low} to {high}")
    equation = Equation(left, right, unknown)
    monotone, undecided = _searched(equation, low, high)
    if undecided and (once := equation.with_each_factor_once()) is not None:
        equation = once
        monotone, undecided = _searched(equation, low, high)
    sign = cache(equation.sign)
    brackets = {(end, end) for end in (low, high) if sign(end) == 0}
    for part in monotone:
        held = _bracket(equation, part, sign)
        if held is None:
            undecided.append(part)
        brackets.update(_pinned(equation, bracket) for bracket in held or ())
    standing = {bracket: equation.is_defined(*bracket) for bracket in brackets}
    undecided += [bracket for bracket, stands in standing.items() if stands is None]
    found = sorted(bracket for bracket, stands in standing.items() if stands)
    return Roots(tuple(_root(equation, *bracket) for bracket in found), low, high, _merged(undecided))


def _root(equation: Equation, low: Fraction, high: Fraction) -> Root:
    """The root in a bracket that holds one."""
    if low == high:
        return Root(low, high, low, Fraction(0))
    value = _shortest(low, high)
    return Root(low, high, value, equation.residual(value))


def _searched(equation: Equation, low: Fraction, high: Fraction) -> tuple[list[_Part], list[_Part]]:
    """The parts of a range on which the difference only rises or only falls, and those that stay undecided.

    All parts of one width come before those half as wide, so that one hard place does not hide the others.
    """
    monotone, undecided = [], []
    pending = deque([(low, high)])
    for _ in range(_MOST_PARTS):
        if not pending:
            break
        a, b = pending.popleft()
        found = equation.over(a, b, _SEARCH_BITS)
        if found is None or sign_of(found.value):
            continue
        if found.whole and sign_of(found.slope):
            monotone.append((a, b))
        elif sign_of(found.slope) == 0 or b - a < _NARROWEST * a:  # what is constant looks the same in every part
            undecided.append((a, b))
        elif not _keeps_its_sign(equation, a, b, found):
            middle = _between(a, b)
            pending += (a, middle), (middle, b)
    return monotone, undecided + list(pending)


def _keeps_its_sign(equation: Equation, a: Fraction, b: Fraction, over: Enclosure) -> bool:
    """True if the slopes between a and b do not carry the difference from what it is in the middle to zero.

    Where terms cancel this tells more of a narrow part than the sum of their bounds does.
    """
    middle = _between(a, b)
    here = equation.over(middle, middle, _SEARCH_BITS) if over.whole else None
    if here is None:
        return False
    aside = mpi_sub(stretch(a, b, _SEARCH_BITS), stretch(middle, middle, _SEARCH_BITS), _SEARCH_BITS)
    change = mpi_mul(over.slope, aside, _SEARCH_BITS)
    return bool(sign_of(mpi_add(here.value, change, _SEARCH_BITS)))


def _bracket(equation: Equation, part: _Part, sign: Callable[[Fraction], int | None]) -> tuple[_Part, ...] | None:
    """The brackets of the roots, one or none, on a part where the difference only rises or only falls.

    None if it cannot be told whether there is one.
    """
    low, high = (sign(end) for end in part)
    if low is not None and high is not None:
        exact = [(end, end) for end, known in zip(part, (low, high), strict=True) if known == 0]
        if exact or low == high:
            return tuple(exact)
        narrow = _narrowed(equation, *part)
        return None if narrow is None else (narrow,)
    edge = part[0] if low is None else part[1]
    around = edge * (1 - _SHARP / 4), edge * (1 + _SHARP / 4)
    found = equation.over(*around, _ROOT_BITS[-1])
    if found is None or not found.whole or not sign_of(found.slope):
        return None
    return (around,) if {sign(end) for end in around} == {-1, 1} else None


def _narrowed(equation: Equation, a: Fraction, b: Fraction) -> _Part | None:
    """A bracket around the one root between a and b, by Newton's method on intervals: what it cuts off has no root.

    One side of the middle goes in every step, as long as the difference has a sign there. None where so many digits
    cancel that the bracket stays wide.
    """
    part = a, b
    for bits in _ROOT_BITS:
        for _ in range(_MOST_STEPS):
            if b - a <= _SHARP * a:
                return _rounded(a, b, part)
            middle = _between(a, b)
            here, over = equation.over(middle, middle, bits), equation.over(a, b, bits)
            assert here is not None  # defined on the whole part
            assert over is not None
            low, high = _newton(a, b, middle, here, over, bits)
            if high - low > (b - a) / 2 and sign_of(here.value) is None:
                break
            a, b = low, high
    return None


def _pinned(equation: Equation, bracket: _Part) -> _Part:
    """The root alone where it is a fraction, shown exactly; else the bracket."""
    simple = _simplest(*bracket)
    return (simple, simple) if equation.is_zero(simple) else bracket


def _rounded(a: Fraction, b: Fraction, part: _Part) -> _Part:
    """A narrow bracket in short decimals, no wider than the part that holds no other root."""
    place = Fraction(10) ** magnitude(b) * _SHARP
    return max(part[0], floor(a / place) * place), min(part[1], ceil(b / place) * place)


def _newton(a: Fraction, b: Fraction, middle: Fraction, here: Enclosure, over: Enclosure, bits: int) -> _Part:
    """The part of a stretch that the slopes between a and b leave; compared before they become huge fractions."""
    step: Interval = mpi_sub(stretch(middle, middle, bits), mpi_div(here.value, over.slope, bits), bits)
    ends = stretch(a, b, bits)
    low = a if mpf_le(step[0], ends[0]) else to_fraction(step[0])
    high = b if mpf_ge(step[1], ends[1]) else to_fraction(step[1])
    return low, high


def _between(a: Fraction, b: Fraction) -> Fraction:
    """A short binary fraction between two numbers, about at their geometric mean."""
    bits = 4 + int(b / (b - a)).bit_length()
    if b > 2 * a:
        square = a * b
        return to_fraction(mpf_sqrt(from_rational(square.numerator, square.denominator, 2 * bits, round_nearest), bits))
    mean = (a + b) / 2
    return to_fraction(from_rational(mean.numerator, mean.denominator, bits, round_nearest))


def _merged(parts: Iterable[_Part]) -> tuple[_Part, ...]:
    """The parts in rising order, neighbors as one."""
    merged: list[_Part] = []
    for low, high in sorted(parts):
        if merged and low <= merged[-1][1]:
            merged[-1] = merged[-1][0], max(merged[-1][1], high)
        else:
            merged.append((low, high))
    return tuple(merged)


def _shortest(low: Fraction, high: Fraction) -> Fraction:
    """The decimal number of fewest figures from `low` to `high`."""
    place = Fraction(10) ** magnitude(high)
    while ceil(low / place) * place > high:
        place /= 10
    return ceil(low / place) * place


def _simplest(low: Fraction, high: Fraction) -> Fraction:
    """The fraction of the smallest denominator from `low` to `high`.

    >>> _simplest(Fraction("0.333333"), Fraction("0.333334"))
    Fraction(1, 3)
    """
    whole = ceil(low)
    if whole <= high:
        return Fraction(whole)
    return whole - 1 + 1 / _simplest(1 / (high - whole + 1), 1 / (low - whole + 1))
