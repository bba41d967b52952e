"""Draws: how a result is spread while it is known how likely the numbers behind it are.

Everything goes through the programs of sweeps, part by part; what is kept is one number a draw. Two results with the
same spreads and seed rest on the same numbers, draw by draw.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass, field, replace
from fractions import Fraction
from functools import cached_property
from typing import Any

import numpy as np

from derivations.claim.evaluated_claim import EvaluatedClaim
from derivations.errors import InputError
from derivations.numbers.format import range_text
from derivations.numbers.numbers_line import NumbersLine
from derivations.numbers.value import Value
from derivations.study.drawn_numbers import Draws
from derivations.study.ranges import Share
from derivations.study.sweep_formula import CONTRADICTION
from derivations.study.sweep_kernel import run
from derivations.study.sweep_plan import HOLDS, NONE, REGIME, SweepPlan, sweep_plan

AT = tuple(Fraction(each, 20) for each in (1, 5, 10, 15, 19))  # the shares below the numbers that are told
DIGITS = 3  # of a number that is told: what more there is changes with the seed
_PART = 1 << 20  # draws at once
_FOR_SHARES = 100_000  # draws are enough to share a width among the quantities


@dataclass(frozen=True)
class Drawn:
    """A result over draws.

    `numbers` are those of the result in its own unit, which is `factor` base units: none where a draw has no number, as
    `without` says of what share of the draws for what reason, or contradicts something, as `broken` says. `regimes` are
    the shares of the branches of a max or min, by the quantity that has them; `beyond` what its domain cuts off of what
    would be drawn of a quantity. `shares` are of the width between the outermost of `at`.
    """

    values: Mapping[str, Value]
    line: NumbersLine
    count: int
    seed: int
    numbers: Any = field(compare=False)
    factor: Fraction
    without: Mapping[str, Fraction]
    broken: Mapping[str, Fraction]
    regimes: Mapping[str, Mapping[str, Fraction]]
    beyond: Mapping[str, Fraction]
    shares: tuple[Share, ...] = ()

    @cached_property
    def at(self) -> tuple[Fraction, ...]:
        """The numbers, in base units, below which shares of `AT` lie of those draws that have one; or nothing."""
        return tuple(Fraction(each) * self.factor for each in _quantiles(self.numbers))

    @property
    def shown(self) -> str:
        """Between what nine tenths of the results lie in a few words."""
        if not self.at:
            return "no number in any draw"
        told = range_text(self.at[0], self.at[-1], self.line.dimension, self.line.told_unit, DIGITS)
        return f"{told} in 90% of the draws"

    @property
    def moves(self) -> bool:
        """False where every draw has the same number: nothing that is drawn is behind it."""
        return self.some < 1 or len(set(self.at)) > 1

    @property
    def some(self) -> Fraction:
        """The share of the draws that have a number."""
        return Fraction(int(np.isfinite(self.numbers).sum()), self.count)


@dataclass(frozen=True)
class DrawnRatio:
    """A result over another, draw by draw: the numbers at `AT`, and in what share of the draws it is the larger."""

    at: tuple[Fraction, ...]
    larger: Fraction


def drawn_ratio(old: Drawn | Fraction, new: Drawn | Fraction) -> DrawnRatio | None:
    """The new result over the old one, of which one at least is drawn; None where no draw has both.

    What is drawn on both sides is the same there, if its spread, and the seed, are.
    """
    count = min(each.count for each in (old, new) if isinstance(each, Drawn))
    before, after = (each.numbers[:count] * float(each.factor) if isinstance(each, Drawn) else
                     np.full(count, float(each)) for each in (old, new))
    both = np.isfinite(before) & np.isfinite(after) & (before != 0)
    if not both.any():
        return None
    ratios = after[both] / before[both]
    return DrawnRatio(tuple(map(Fraction, _quantiles(ratios))), Fraction(int((ratios > 1).sum()), len(ratios)))


def drawn(evaluated: EvaluatedClaim, *, brief: bool = False) -> Drawn:
    """How the result of a claim is spread over the draws of its study.

    `brief` leaves out whose part of the spread is whose. Raises `InputError` where nothing says how likely a number is,
    where a range beside one that does says nothing, and for several values beside them; `UndecidedError` where no
    formula gives the result.

    >>> from derivations import derive
    >>> found = drawn(derive("optimal-batch", values={"L": "1k to 2k token/sequence (90%)"}))
    >>> found.count, float(found.at[0]) < float(found.line.value) < float(found.at[-1])
    (100000, True)
    """
    plan, arrays = _plan(evaluated)
    quantity, count = plan.result.quantity, plan.points
    factor = Fraction(1) if quantity is None else quantity.parsed_unit.factor
    numbers = np.empty(count)
    counts = {item.name: np.zeros(len(item.words), dtype=np.int64) for item in plan.variables if not item.is_number}
    for start in range(0, count, _PART):
        part = slice(start, min(start + _PART, count))
        found = plan.block((part,))
        numbers[part] = _told(plan, found)
        for name, codes in counts.items():
            codes += np.bincount(found[name].ravel(), minlength=len(codes))
    shares = {item.name: {word: Fraction(int(each), count)
                          for word, each in zip(item.words, counts[item.name], strict=True) if each}
              for item in plan.variables if not item.is_number}
    told = Drawn(
        evaluated.study.likely, evaluated.result, count, evaluated.study.seed, numbers, factor,
        without=_but(shares.get(plan.result.reason, {}), HOLDS), broken=_but(shares.get(CONTRADICTION, {}), NONE),
        regimes={item.of: shares[item.name] for item in plan.variables if item.name.startswith(REGIME)},
        beyond={name: Fraction(draws.beyond) for name, draws in arrays.items() if draws.beyond},
    )
    return told if brief or len(arrays) < 2 or not told.at else replace(told, shares=tuple(_shares(plan, arrays, told)))


def _told(plan: SweepPlan, found: Mapping[str, Any]) -> Any:
    """The numbers of the result; none where they contradict something."""
    words = next((item.words for item in plan.variables if item.name == CONTRADICTION), ())
    own = found[plan.result.name]
    return np.where(found[CONTRADICTION] == words.index(NONE), own, np.nan) if NONE in words else own


def _but(shares: Mapping[str, Fraction], word: str) -> dict[str, Fraction]:
    return {each: share for each, share in shares.items() if each != word}


def _shares(plan: SweepPlan, arrays: Mapping[str, Draws], told: Drawn) -> Iterator[Share]:
    """What each quantity brings: while it alone is drawn, and while all others are."""
    part = slice(0, min(told.count, _FOR_SHARES))
    lots = {name: draws[part] for name, draws in arrays.items()}
    still = {axis.quantity.name: float(axis.first.number / axis.quantity.parsed_unit.factor) for axis in plan.axes}

    def width(moving: Collection[str]) -> Fraction | None:
        chosen = {name: lots[name] if name in moving else np.full(part.stop, still[name]) for name in lots}
        at = _quantiles(_told(plan, run(plan.variants[0].program, chosen, (part.stop,))))
        return Fraction(at[-1] - at[0]) if at else None

    whole = width(lots)
    for name, value in told.values.items() if whole else ():
        parts = (width([name]), width([each for each in lots if each != name]))
        yield Share(name, value, *(None if each is None or whole is None else each / whole for each in parts))


def _quantiles(numbers: Any) -> list[float]:
    """The numbers at `AT` of those that are any."""
    found = numbers[np.isfinite(numbers)]
    places = [round(float(share) * (len(found) - 1)) for share in AT] if len(found) else []
    found.partition(places)  # a copy, of which no more is ordered than is told
    return [float(found[place]) for place in places]


def _plan(evaluated: EvaluatedClaim) -> tuple[SweepPlan, Mapping[str, Draws]]:
    """The sweep over all draws, and what is drawn by name."""
    study = evaluated.study
    if not study.likely:
        raise InputError("nothing is drawn: say how likely a number is, as in --set u_flop='0.55 +- 0.1'")
    if study.several:
        raise InputError(f"{next(iter(study.likely))} is drawn, and {next(iter(study.several))} has several values: "
                         "derive sweep goes over both")
    for name, value in study.ranges.items():
        if name not in study.likely:
            raise InputError(f"{next(iter(study.likely))} is drawn, and {name} = {value} does not say how likely its "
                             f"numbers are: write {name}='{value.typed} (90%)'")
    plan = sweep_plan(evaluated, study.likely)
    return plan, {axis.quantity.name: axis.data for axis in plan.axes}
