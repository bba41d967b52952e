"""Limits: states along a way to the end of a letter, and what a line comes to on it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from random import Random

from derivations.kernel.exact_point import ExactPoint
from derivations.kernel.statement import proposition
from derivations.language.arithmetic import NotPlainError
from derivations.language.tree import WrittenRelation

from .contexts import Arrow
from .states import Told, state

_STATIONS = tuple(10**power for power in (6, 12, 18))  # squares, and powers of three and two
_SMALL = Fraction(1, 10_000)


@dataclass(frozen=True)
class Way:
    """States at which a letter comes closer and closer to its end, other letters being held."""

    points: tuple[ExactPoint, ...]
    arrow: Arrow

    @property
    def end(self) -> Mapping[str, Fraction]:
        """The values at the last state."""
        return self.points[-1].values

    def settles(self) -> bool:
        """True if what moves comes to rest."""
        before = self.points[-2].values
        return all(
            abs(self.end[name] - before[name]) <= _SMALL * (1 + abs(self.end[name]))
            for name in self.arrow.moving if name in self.end
        )

    def stays_positive(self) -> bool:
        """False if a letter goes to 0 of which it is told that it does not."""
        return all(self.end[name] > _SMALL or self.end[name] > self.points[-2].values[name] / 10
                   for name in self.arrow.positive if name in self.end)

    def holds(self, item: WrittenRelation) -> bool | None:
        """Whether a relation holds of what the letters come to; None where that is not seen."""
        op, left, right = proposition(item)
        gaps = []
        for point in self.points[-2:]:
            try:
                over, under = point.value(left), point.value(right)
            except NotPlainError:
                return None
            gaps.append((over - under) / (1 + abs(over) + abs(under)))
        before, last = gaps
        vanishes = abs(last) < _SMALL and (abs(last) < abs(before) / 10 or not last)
        if not vanishes and abs(last - before) > _SMALL:
            return None  # not there yet
        if not vanishes and abs(last) < _SMALL:
            return None
        if op == "=":
            return vanishes
        if op == "!=":
            return not vanishes
        return op == ">=" if vanishes else last > 0


def ways(told: Told, arrow: Arrow, random: Random, wanted: int, attempts: int) -> Iterator[Way]:
    """Ways to the end of a limit on which everything holds that is told."""
    found = 0
    for _ in range(attempts):
        way = _way(told, arrow, random)
        if way is not None and way.settles():
            yield way
            found += 1
            if found == wanted:
                return


def station(arrow: Arrow, place: int) -> Fraction:
    """The value of the letter at a place on its way."""
    return Fraction(_STATIONS[place]) if arrow.to == "oo" else Fraction(1, _STATIONS[place])


def _way(told: Told, arrow: Arrow, random: Random) -> Way | None:
    """One way; the letters that are free have the same value all along it."""
    seed = random.random()
    points: list[ExactPoint] = []
    held: dict[str, Fraction] = {}
    for place in range(len(_STATIONS)):
        preset = {arrow.variable: station(arrow, place), **held}
        functions = points[0].functions if points else None
        point = state(told, Random(seed), preset, arrow.held, functions)
        if point is None:
            return None
        if not points:
            held = {name: point.values[name] for name in sorted(arrow.held) if name in point.values}
        points.append(point)
    return Way(tuple(points), arrow)
