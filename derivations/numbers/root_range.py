"""Where the root of an equation lies while the numbers in it run through ranges of their own.

Below the range the difference of both sides has one sign for all numbers in the box, above it the other: what is
continuous vanishes in between, whichever they are. An equation that has one root has it there.
"""

from __future__ import annotations

from fractions import Fraction

from sympy import Expr, Symbol

from derivations.errors import UndecidedError
from derivations.numbers.box import Ends, bounds

_WIDER, _NEARER = 8, 14  # attempts: to find an end outside, and to bring it closer
_MARGIN = Fraction(1, 50)  # of what was seen, to begin with
_MOST_PARTS = 40  # of the box, to tell a sign


def root_range(
    difference: Expr, unknown: Symbol, box: Ends, seen: tuple[Fraction, Fraction]
) -> tuple[Fraction, Fraction]:
    """Two numbers between which the unknown makes the difference vanish, for all numbers in the box.

    `seen` are the lowest and the highest root that were seen, both above 0. Raises `UndecidedError` where no such
    numbers are found.

    >>> x, a = Symbol("x", positive=True), Symbol("a", positive=True)
    >>> low, high = root_range(x**2 - a, x, {a: (Fraction(4), Fraction(9))}, (Fraction(2), Fraction(3)))
    >>> 1.99 < low <= 2 and 3 <= high < 3.01
    True
    """
    low, high = seen
    margin = max((high - low) * _MARGIN, high * _MARGIN**2)
    for attempt in range(_WIDER):
        below, above = max(low - margin, low / 2 ** (attempt + 1)), high + margin
        first, last = _sign(difference, unknown, below, box), _sign(difference, unknown, above, box)
        if first and last and first != last and _is_continuous(difference, unknown, (below, above), box):
            return _nearer(difference, unknown, box, below, low, first), _nearer(
                difference, unknown, box, above, high, last)
        margin *= 3
    raise UndecidedError(f"no two numbers are found that {unknown} certainly lies between")


def _sign(difference: Expr, unknown: Symbol, at: Fraction, box: Ends) -> int:
    """The sign of the difference with a number for the unknown, all over a box; 0 where it has several, or none."""
    try:
        found = bounds(difference, {**box, unknown: (at, at)}, most=_MOST_PARTS)
    except UndecidedError:
        return 0
    low, high = found.low.outer, found.high.outer
    if low is not None and low > 0:
        return 1
    return -1 if high is not None and high < 0 else 0


def _is_continuous(difference: Expr, unknown: Symbol, ends: tuple[Fraction, Fraction], box: Ends) -> bool:
    return bounds(difference, {**box, unknown: ends}, most=1).whole


def _nearer(difference: Expr, unknown: Symbol, box: Ends, outside: Fraction, seen: Fraction, sign: int) -> Fraction:
    """An end as near to a root that was seen as the sign of the difference is told."""
    for _ in range(_NEARER):
        middle = (outside + seen) / 2
        if _sign(difference, unknown, middle, box) == sign:
            outside = middle
        else:
            seen = middle
    return outside
