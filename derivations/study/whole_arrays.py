"""Whole numbers at every point of an array, in floats: beside a minimum the better one, of a bound the first.

The exact engine finds them in `claim.whole_numbers`. This imports NumPy and nothing else, and runs on the workers of a
cluster.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

_CLOSE = 1e-12  # two numbers nearer to each other, relative to them, are none that a chain of floats tells apart
_WITHIN: dict[str, Callable[[Any, Any], Any]] = {
    ">": np.greater, ">=": np.greater_equal, "<": np.less, "<=": np.less_equal,
}
Limits = Sequence[tuple[str, float]]


def least_whole(value: Callable[[Any], Any], at: Any, limits: Limits, values: Limits, most: float) -> Any:
    """The whole number beside a minimum at which a value is lower, at each point; of two alike the smaller one.

    It is not a number where there is none within the limits of what comes whole, where there is no value at any within
    the limits of that, and for a minimum from `most` on.

    >>> [float(each) for each in least_whole(lambda n: 6.1 / n + n, np.array([6.1**0.5, np.nan]), [(">", 0)], [], 1e6)]
    [3.0, nan]
    """
    with np.errstate(all="ignore"):
        low, high = (np.where(np.abs(at) < most, each(at), np.nan) for each in (np.floor, np.ceil))
        below, above = (np.where(_good(number, limits), value(number), np.nan) for number in (low, high))
        below, above = (np.where(_good(each, values), each, np.nan) for each in (below, above))
        better = (below - above > _CLOSE * np.abs(below)) | np.isnan(below)
        return np.where(better, np.where(np.isnan(above), np.nan, high), low)[()]


def first_whole(bound: Any, operator: str, limits: Limits) -> Any:
    """The first whole number that satisfies a bound, at each point; not a number where none does within the limits.

    A bound that floats do not tell from a whole number is taken for it.

    >>> [float(each) for each in first_whole(np.array([13.2, 13.0, 0.5]), ">", [(">", 0)])]
    [14.0, 14.0, 1.0]
    >>> [float(each) for each in first_whole(np.array([13.9, 13.0, 0.5]), "<", [(">", 0)])]
    [13.0, 12.0, nan]
    """
    with np.errstate(all="ignore"):
        near = np.round(bound)
        edge = np.where(np.abs(bound - near) <= _CLOSE * np.maximum(1, np.abs(near)), near, bound)
        upward, least = operator[0] == ">", 0.0 if _good(np.zeros(()), limits) else 1.0
        first = np.ceil(edge) if upward else np.floor(edge)
        if len(operator) == 1:
            first = np.where(first == edge, first + (1 if upward else -1), first)
        first = np.maximum(first, least) if upward else first
        return np.where(_good(first, limits), first, np.nan)[()]


def _good(numbers: Any, limits: Limits) -> Any:
    """Where numbers are finite and within limits."""
    good = np.isfinite(numbers)
    for operator, bound in limits:
        good = good & _WITHIN[operator](numbers, bound)
    return good
