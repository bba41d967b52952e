"""The one root of an equation at every point of an array, by bisection: what only numbers solve, in floats.

The script of pages looks for it the same way. It imports NumPy and nothing else, and runs on the workers of a cluster.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

_PARTS = 240  # in which changes of sign are looked for where one root alone is not shown
_MOST_STEPS = 400  # of a bisection: some sixty by geometric means, and as many to the last place


def root(residual: Callable[[Any], Any], low: float, high: float, once: bool) -> Any:
    """The root of a residual between two positive numbers, for each point that the residual goes over.

    It is not a number where there is none, and infinite where several are seen. `once` is what the engine has shown:
    the residual rises all the way, or falls. Else changes of sign are looked for all over.

    >>> [float(each) for each in root(lambda x: x**2 - np.array([4.0, 9.0, -1.0]), 1e-12, 1e30, True)]
    [2.0, 3.0, nan]
    """
    with np.errstate(all="ignore"):
        start = np.full(np.shape(residual(np.array(low))), low)
        top = _top(residual, start, high)
        left, right, below, count = _brackets(residual, start, top, 1 if once else _PARTS)
        found = _bisected(residual, left, right, below)
        return np.where(count == 1, found, np.where(count > 1, np.inf, np.nan))[()]


def _top(residual: Callable[[Any], Any], low: Any, high: float) -> Any:
    """The upper end, halved until both sides are no longer too large to be told apart."""
    top = np.full(low.shape, high)
    while (bad := np.isnan(residual(top)) & (top > low)).any():
        top = np.where(bad, np.maximum(top / 2, low), top)
    return top


def _brackets(residual: Callable[[Any], Any], low: Any, high: Any, parts: int) -> tuple[Any, Any, Any, Any]:
    """The ends of the first change of sign, the sign below it, and how many changes there are."""
    left, right, below = (np.full(low.shape, np.nan) for _ in range(3))
    count = np.zeros(low.shape, dtype=int)
    begin, before = low, np.sign(residual(low))
    for part in range(1, parts + 1):
        end = high if part == parts else low * (high / low) ** (part / parts)
        here = np.sign(residual(end))
        changed = before * here < 0  # false for what is no number
        first = changed & (count == 0)
        left, right = np.where(first, begin, left), np.where(first, end, right)
        below = np.where(first, before, below)
        count = count + changed
        told = np.abs(here) == 1
        begin, before = np.where(told, end, begin), np.where(told, here, before)
    return left, right, below, count


def _bisected(residual: Callable[[Any], Any], left: Any, right: Any, below: Any) -> Any:
    """The point at which the sign changes between two ends, to the last place; not a number at a pole."""
    most = np.maximum(np.abs(residual(left)), np.abs(residual(right)))
    for _ in range(_MOST_STEPS):
        middle = np.where(right > 2 * left, np.sqrt(left) * np.sqrt(right), left + (right - left) / 2)
        if not ((middle > left) & (middle < right)).any():
            break
        here = np.sign(residual(middle))
        left = np.where(here == -below, left, middle)
        right = np.where(here == below, right, middle)
        lost = np.isnan(here)
        left, right = np.where(lost, np.nan, left), np.where(lost, np.nan, right)
    middle = left + (right - left) / 2
    # a pole changes its sign, too, and grows
    return np.where(np.abs(residual(middle)) <= most, middle, np.nan)
