"""An equation in one unknown: by how much its sides differ, over stretches and at numbers."""

from __future__ import annotations

from fractions import Fraction
from functools import reduce

from mpmath.libmp import (
    fone,
    mpf_div,
    mpf_sign,
    mpi_abs,
    mpi_add,
    mpi_mul,
    mpi_pow_int,
    mpi_sub,
    round_ceiling,
)
from sympy import Expr, Max, Min, Pow, Rational, Symbol, exp, fraction, log, together

from derivations.errors import UndecidedError
from derivations.values.enclosure import Enclosure, Interval, enclosing, larger_of, sign_of, stretch, to_fraction

_SIGN_BITS = (100, 200, 400, 800)  # more where what cancels leaves too few
_SIDE_BITS = 640
_SHOWN_BITS = 30  # of a residual
_LARGEST_EXACT_ROOT, _LARGEST_EXACT_POWER = 12, 1000  # beyond them, exact powers take too long or too much room


class Equation:
    """An equation whose sides and their difference can be bounded.

    Raises `UndecidedError` if it has other symbols than the unknown, if a side has a function that cannot be bounded,
    or if both sides are the same.
    """

    def __init__(self, left: Expr, right: Expr, unknown: Symbol) -> None:
        symbols = left.free_symbols | right.free_symbols
        if symbols != {unknown}:
            named = ", ".join(sorted(symbol.name for symbol in symbols)) or "no symbols"
            raise UndecidedError(f"roots are found of equations in {unknown} alone, and this one is in {named}")
        self._unknown = unknown
        self._sides = left, right
        self._enclosing_sides = enclosing(left, unknown), enclosing(right, unknown)
        if left - right == 0:
            raise UndecidedError(f"the equation says nothing about {unknown}: both sides are the same")
        self._difference = _cleared(left - right)
        self._enclosing = enclosing(self._difference, unknown)

    def over(self, low: Fraction, high: Fraction, bits: int) -> Enclosure | None:
        """What the difference takes over a stretch; None where it is nowhere defined.

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
        """Whether both sides are defined all over a stretch; None if that cannot be told."""
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
    """What an expression would be if nothing in it cancelled: every term and every factor counts as positive."""
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
