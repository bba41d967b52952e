"""Intervals: what premises that are linear in a letter leave of it, beside its domain and its bound."""

from __future__ import annotations

from dataclasses import dataclass, replace
from fractions import Fraction
from math import ceil, floor

from derivations.language.quantity import Quantity
from derivations.language.relation import FLIPPED

_ABOVE, _BELOW = (">", ">=", "="), ("<", "<=", "=")


@dataclass(frozen=True)
class End:
    """An end of an interval, and the step that says it; none of a domain."""

    number: Fraction
    strict: bool
    step: str = ""


@dataclass(frozen=True)
class Interval:
    """A lowest and a highest end, either of which may be missing."""

    low: End | None = None
    high: End | None = None

    def along(self, operator: str, offset: Fraction, slope: Fraction, step: str) -> Interval:
        """What a relation leaves of it, that offset and slope times the letter stands so to zero."""
        if not slope:
            return self
        return self.within(operator if slope > 0 else FLIPPED[operator], -offset / slope, step)

    def within(self, operator: str, number: Fraction, step: str = "") -> Interval:
        """What a relation leaves of it, that a letter stands so to a number."""
        low, high = self.low, self.high
        end = End(number, operator in ("<", ">"), step)
        if operator in _ABOVE and (low is None or (number, end.strict) > (low.number, low.strict)):
            low = end
        if operator in _BELOW and (high is None or (-number, end.strict) > (-high.number, high.strict)):
            high = end
        return Interval(low, high)

    def widened(self, by: Fraction) -> Interval:
        """The interval whose ends are further apart by a part of what they are, and belong to it."""
        low = None if self.low is None else replace(self.low, number=self.low.number - by * abs(self.low.number))
        high = None if self.high is None else replace(self.high, number=self.high.number + by * abs(self.high.number))
        return Interval(*(None if end is None else replace(end, strict=False) for end in (low, high)))

    def is_empty(self, *, whole: bool) -> bool:
        """True if no number, or no whole number, lies in it."""
        if self.low is None or self.high is None:
            return False
        low, high = self.low, self.high
        if whole:
            first = floor(low.number) + 1 if low.strict else ceil(low.number)
            last = ceil(high.number) - 1 if high.strict else floor(high.number)
            return first > last
        return low.number > high.number or (low.number == high.number and (low.strict or high.strict))


def interval_of(letter: Quantity) -> Interval:
    """The domain of a letter."""
    found = Interval()
    for operator, end in letter.range.limits:
        found = found.within(operator, Fraction(end))
    return found
