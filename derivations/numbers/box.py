"""Boxes: between what an expression lies while each of several letters runs through a range of its own.

Both ends are rigorous: every operation is rounded outwards (`enclosure`). A letter along which the expression only
rises, or only falls, is put at its end; what is left is halved until what is enclosed is no wider than what is reached,
but for a hundredth, or until the work is done. (Moore, Kearfott and Cloud, Introduction to Interval Analysis, SIAM
2009, chapters 5 and 6.)
"""

from __future__ import annotations

import heapq
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from fractions import Fraction
from itertools import count

from mpmath.libmp import finf, fninf, fzero, mpf_ge, mpf_le
from sympy import Expr, Symbol

from derivations.errors import UndecidedError
from derivations.numbers.enclosure import Box, Enclosure, Interval, enclosing_box, stretch, to_fraction

Ends = Mapping[Symbol, tuple[Fraction, Fraction]]
_BITS = 120
_MOST_PARTS = 600  # of a box, for each of its two bounds
TIGHT = Fraction(1, 100)  # of the width: how much wider than what is reached an enclosure may be
_ONE, _NONE = stretch(Fraction(1), Fraction(1), _BITS), stretch(Fraction(0), Fraction(0), _BITS)


@dataclass(frozen=True)
class Bound:
    """A bound of an expression over a box: nothing lies beyond `outer`, and `at` a point it comes to `reached`.

    `outer` is None where there is no bound, as beside a pole. `corner` says that it is shown that the bound is the
    value at that point.
    """

    outer: Fraction | None
    reached: Fraction | None
    at: Mapping[Symbol, Fraction]
    corner: bool = False


@dataclass(frozen=True)
class Bounds:
    """Between what an expression lies over a box, and whether it has a value and no jump all over it."""

    low: Bound
    high: Bound
    whole: bool

    @property
    def tight(self) -> bool:
        """True if it is enclosed no wider than what is reached, but for a hundredth of that."""
        ends = self.low.outer, self.low.reached, self.high.reached, self.high.outer
        if any(end is None for end in ends):
            return False
        outer_low, low, high, outer_high = (end for end in ends if end is not None)
        return (low - outer_low) + (outer_high - high) <= TIGHT * max(high - low, abs(high) * TIGHT)


def bounds(expression: Expr, box: Ends, most: int = _MOST_PARTS) -> Bounds:
    """The bounds of an expression over a box, which names all its letters, each with its lowest and highest number.

    For each of them at most so many parts of the box are looked at.

    Raises `UndecidedError` for what cannot be enclosed, and for what has no value anywhere in the box.

    >>> x, y = Symbol("x", positive=True), Symbol("y", positive=True)
    >>> found = bounds(x/(x + y), {x: (Fraction(1), Fraction(2)), y: (Fraction(1), Fraction(3))})
    >>> round(float(found.low.outer), 6), round(float(found.high.outer), 6), found.tight
    (0.25, 0.666667, True)
    """
    whole = _Enclosed(expression, box)
    everywhere = whole.over(box)
    if everywhere is None:
        raise UndecidedError("it has no value anywhere in this range")
    low = _lowest(whole, box, most)
    turned = _lowest(_Enclosed(-expression, box), box, most)
    outer, reached = (None if end is None else -end for end in (turned.outer, turned.reached))
    return Bounds(low, replace(turned, outer=outer, reached=reached), everywhere.whole)


class _Enclosed:
    """An expression over the parts of a box."""

    def __init__(self, expression: Expr, box: Ends) -> None:
        self._enclosing: Callable[[Box, int], Enclosure | None] = enclosing_box(expression, box)
        self.letters = tuple(letter for letter in box if letter in expression.free_symbols)

    def over(self, part: Ends, along: Symbol | None = None) -> Enclosure | None:
        """The values over a part, and the slopes along one letter."""
        sides = {letter: (stretch(*ends, _BITS), _ONE if letter == along else _NONE) for letter, ends in part.items()}
        return self._enclosing(sides, _BITS)


def _lowest(expression: _Enclosed, box: Ends, most: int) -> Bound:
    """The lowest value over a box: the part that may hold it is halved until it is told."""
    number, best = count(), None
    at: Mapping[Symbol, Fraction] = {letter: low for letter, (low, _) in box.items()}
    parts: list[tuple[Fraction, int, Ends]] = []
    first = _lowered(expression, dict(box))
    if first is None:
        raise UndecidedError("it has no value anywhere in this range")
    floor, part = first
    if floor is None:
        return Bound(None, *_reached(expression, part))
    heapq.heappush(parts, (floor, next(number), part))
    for _ in range(most):
        if not parts:
            break
        floor, _, part = parts[0]
        here, point = _reached(expression, part)
        if here is not None and (best is None or here < best):
            best, at = here, point
        wide = [letter for letter in expression.letters if part[letter][0] < part[letter][1]]
        if not wide:  # the lowest is here, if all else is shown to be above
            corner = here is not None and all(other > here for other, _, _ in parts[1:])
            return Bound(floor, here, point, corner=True) if corner else Bound(floor, best, at)
        if best is not None and best - floor <= TIGHT**2 * max(abs(best), abs(floor)):
            break
        heapq.heappop(parts)
        for half in _halves(expression, part, wide):
            found = _lowered(expression, half)
            if found is None:
                continue
            if found[0] is None:
                return Bound(None, best, at)
            heapq.heappush(parts, (max(found[0], floor), next(number), found[1]))
    if not parts:
        raise UndecidedError("it has no value anywhere in this range")
    return Bound(parts[0][0], best, at)


def _lowered(expression: _Enclosed, part: Ends) -> tuple[Fraction | None, Ends] | None:
    """A bound from below over a part, in which letters stand at the end toward which the expression falls.

    None where it has no value there.
    """
    fixed = dict(part)
    for letter in expression.letters:
        if fixed[letter][0] == fixed[letter][1]:
            continue
        found = expression.over(fixed, letter)
        if found is None:
            return None
        # lemma: what is continuous on a stretch and has a slope of one sign there is least at an end
        if found.whole and (sign := _direction(found.slope)) is not None:
            end = fixed[letter][0 if sign > 0 else 1]
            fixed[letter] = end, end
    found = expression.over(fixed)
    if found is None:
        return None
    low = found.value[0]
    return (None if low in (fninf, finf) else to_fraction(low)), fixed


def _direction(slope: Interval) -> int | None:
    """1 for slopes that are nowhere below 0, -1 for those nowhere above, None for others."""
    low, high = slope
    if mpf_ge(low, fzero):
        return 1
    return -1 if mpf_le(high, fzero) else None


def _reached(expression: _Enclosed, part: Ends) -> tuple[Fraction | None, Mapping[Symbol, Fraction]]:
    """What is reached in the middle of a part, rounded up; None where it has no value."""
    point = {letter: (low + high) / 2 for letter, (low, high) in part.items()}
    found = expression.over({letter: (at, at) for letter, at in point.items()})
    if found is None or found.value[1] in (fninf, finf):
        return None, point
    return to_fraction(found.value[1]), point


def _halves(expression: _Enclosed, part: Ends, wide: list[Symbol]) -> tuple[Ends, Ends]:
    """A part in two, at the middle of the letter along which most may change."""
    def change(letter: Symbol) -> Fraction:
        low, high = part[letter]
        found = expression.over(part, letter)
        if found is None:
            return high - low
        ends = [end for end in found.slope if end not in (fninf, finf)]
        if len(ends) < 2:
            return Fraction(10**30) * (high - low)
        return max(abs(to_fraction(end)) for end in ends) * (high - low)

    letter = max(wide, key=change)
    low, high = part[letter]
    middle = (low + high) / 2
    return {**part, letter: (low, middle)}, {**part, letter: (middle, high)}
