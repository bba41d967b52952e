"""Inverted results by numbers: the values of a quantity at which a derived number is the given one.

Where a minimum, or an equation without a closed form, stands between a result and a quantity, no formula gives the
quantity back. The derivation is then evaluated over a range of it, and a root is narrowed down between any two
neighbors with the wanted number between them. What lies between neighbors that show no change is not excluded.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction
from functools import cached_property
from itertools import pairwise
from math import ceil, floor
from typing import TypeAlias

from sympy import Symbol

from derivations.claim.composition import refuse_bare_numbers
from derivations.claim.counts import comes_whole
from derivations.claim.evaluated_claim import EvaluatedClaim
from derivations.claim.study import Given, refuse_ranges, study_of
from derivations.claim.whole_numbers import MOST_WHOLE, AtWhole, WholeSolution
from derivations.derivation.step import Step
from derivations.errors import DerivationsError, InputError
from derivations.language.literal import is_unit
from derivations.language.quantity import Quantity
from derivations.numbers.evaluation import Evaluation
from derivations.numbers.format import format_value
from derivations.numbers.numbers_line import NumbersLine
from derivations.numbers.value import Value, parse_value
from derivations.study.giving_way import as_given, reachable

BY_NUMBERS = "found by numbers"
_DECADES = 6  # that the range reaches to either side of the quantity's own value
_PER_DECADE = 8  # points at which the derivation is evaluated first
_HALVINGS = 60  # of the distance between two neighbors, a hundredth of a billionth of a billionth of it
_EXACT = Fraction(1, 10**12)  # how near to the wanted number, relative to it, a root is found
_JUMP = Fraction(1, 10**6)  # a number farther off than that where nothing is left between neighbors is passed in a jump
_BESIDE = Fraction(9, 10)
_FIGURES = 16  # of the numbers that are put in

_Point: TypeAlias = "tuple[Fraction, NumbersLine | str]"  # a value, and the step in numbers there, or why it has none


@dataclass(frozen=True)
class FoundValue:
    """A value that gives what is wanted: a point, or all values from `low` to `high`; the step in numbers there.

    `broken` are premises of the claim, inequalities, that do not hold there. `ends` say of either end whether it gives
    what is wanted as it is shown: not where it jumps there, or was rounded to what is outside.
    """

    low: Fraction
    high: Fraction
    line: NumbersLine
    broken: tuple[str, ...] = ()
    ends: tuple[bool, bool] = (True, True)

    @property
    def is_point(self) -> bool:
        """True for a root, and not for a stretch on which a rounded number stays the same."""
        return self.high - self.low <= abs(self.high) * _JUMP


@dataclass(frozen=True)
class InversionByNumbers:
    """The values of `quantity` from `low` to `high` at which a step has the wanted number, in base units.

    `jumps` are places at which the number passes the wanted one without taking it. `reached` is the least and the
    largest number of the step in the range; None where it has none. `why_not` says why it has none somewhere. `held`
    are quantities with the numbers that they have by themselves: what they came from gave way to what is asked for.
    `beside` are the two whole numbers around each solution that is none, of a quantity that comes whole, with the step
    at each of them.
    """

    evaluated: EvaluatedClaim
    quantity: Quantity
    step: Step
    wanted: Value
    given: Mapping[str, Value]
    low: Fraction
    high: Fraction
    found: tuple[FoundValue, ...]
    jumps: tuple[tuple[Fraction, Fraction], ...] = ()
    reached: tuple[Fraction, Fraction] | None = None
    why_not: str = ""
    held: Mapping[str, Value] = field(default_factory=dict)
    beside: tuple[WholeSolution, ...] = ()

    @property
    def target(self) -> Quantity:
        """The quantity whose number is given."""
        return self.evaluated.derivation.notation[self.step.subject_name]

    @property
    def where(self) -> str:
        """The range that was looked through, in words."""
        return f"from {self.shown(self.low)} to {self.shown(self.high)}"

    @property
    def words(self) -> str:
        """The number of values found, and that others are not excluded; or why there is none."""
        name, wanted = self.quantity.name, f"{self.target.name} = {self.wanted}"
        if self.found:
            one, several = ("value", "values") if all(item.is_point for item in self.found) else (
                "stretch of values", "stretches of values")
            many = f"one {one}" if len(self.found) == 1 else f"{len(self.found)} {several}"
            return f"{many} {BY_NUMBERS} {self.where}; others are not excluded"
        if self.reached is None:
            why = self.why_not or "the step has no number there"
            return f"no {name} {self.where} was found that gives {wanted}: {why}"
        if self.beside:
            return f"no whole {name} {self.where} was found that gives {wanted}: it lies between two"
        low, high = (format_value(end, self.target.dimension, self.target.unit) for end in self.reached)
        if self.jumps:
            below, above = self.jumps[0]
            return (f"no {name} {self.where} was found that gives {wanted}: between {self.shown(below)} and "
                    f"{self.shown(above)} it is passed in a jump")
        return f"no {name} {self.where} was found that gives {wanted}: there it is from {low} to {high}"

    def stretch(self, item: FoundValue) -> str:
        """A stretch of values in words; an end that does not give what is wanted is outside of it."""
        start, end = "from" if item.ends[0] else "above", "to" if item.ends[1] else "and below"
        end = "up to" if (start, end) == ("above", "to") else end
        return f"{start} {self.shown(item.low)} {end} {self.shown(item.high)}"

    def shown(self, number: Fraction) -> str:
        """A value of the quantity, for people."""
        return _shown(self.quantity, number)


def inverted_by_numbers(
    evaluated: EvaluatedClaim, for_: str, given: Mapping[str, Given | Sequence[Given]] | None = None
) -> InversionByNumbers | None:
    """The values of `for_` at which a given quantity has its given number; None where none that is given rests on it.

    Of several given quantities the last is meant that a step gives and `for_` moves; the others are set. Conditions and
    premises are judged at each value that is found.

    Raises `InputError` for values that contradict each other, or for several values at once.
    """
    study = study_of(values=given)
    refuse_bare_numbers(evaluated.claim, study.values, evaluated.scenario)
    study = study.fitted(evaluated.derivation.notation)
    for each in (evaluated.study, study):
        refuse_ranges(each, "solve")
    for name in (*evaluated.study.several, *study.several):
        raise InputError(f"{name} has several values: a result is inverted at one of them")
    for name in reversed(tuple(study.first)):
        others = {other: value for other, value in study.first.items() if other != name}
        over = None if name == for_ else _Over.of(_without(evaluated, name), for_, others)
        if over is None:
            continue
        for step in over.steps_for(name):
            holding = over.holding(step)
            if holding.moves(step):
                return holding.inverted(step, study.first[name], study.first)
    return None


@dataclass(frozen=True)
class _Over:
    """An evaluated claim over the values of one quantity."""

    evaluated: EvaluatedClaim
    quantity: Quantity
    middle: Fraction
    by_itself: Evaluation
    held: Mapping[str, Value] = field(default_factory=dict)

    @classmethod
    def of(cls, evaluated: EvaluatedClaim, for_: str, values: Mapping[str, Given]) -> _Over | None:
        """The claim with other values set; None where nothing is known of the size of the quantity."""
        quantity = evaluated.derivation.notation[for_]
        own = evaluated.evaluation.value_of(for_) or evaluated.reference.values.get(for_)
        if quantity.is_function or (own is not None and own.number <= 0):
            return None
        middle = quantity.parsed_unit.factor if own is None else own.number
        # not at its own value, which agrees with what it came from: at any other what it came from gives way
        start = evaluated.with_values({**values, for_: _value(quantity, _near(quantity, middle))})
        try:
            return cls(as_given(start), quantity, middle, evaluated.with_values(values).evaluation)
        except DerivationsError:
            return None

    @property
    def near(self) -> Fraction:
        """A value beside its own."""
        return _near(self.quantity, self.middle)

    @cached_property
    def ends(self) -> tuple[Fraction, Fraction]:
        """The range: so many decades to either side, as far as the domain goes; of whole numbers from 1 on.

        Of what may be 0 and is never negative it begins there.
        """
        return Fraction(0) if self._may_be_zero else self._decades[0], self._decades[1]

    @property
    def _may_be_zero(self) -> bool:
        return self.quantity.range.contains(Fraction(0)) and bool(self.quantity.range.limits)

    @cached_property
    def _decades(self) -> tuple[Fraction, Fraction]:
        high = self.middle * 10**_DECADES
        for operator, limit in self.quantity.range.limits:
            if operator in ("<", "<="):
                high = min(high, Fraction(limit))
        return (Fraction(1) if self.quantity.range.whole else self.middle / 10**_DECADES), high

    def grid(self, per_decade: int) -> Iterator[Fraction]:
        """Values over the range, so many in a decade, and 0 before them; whole ones of what is counted."""
        found = _grid(*self._decades, per_decade)
        yield from (Fraction(0),) if self._may_be_zero else ()
        yield from dict.fromkeys(Fraction(round(each)) for each in found) if self.quantity.range.whole else found

    def between(self, low: Fraction, high: Fraction) -> Fraction:
        """The value in the middle of two, which is one of them where there is none between."""
        middle = (low + high) / 2
        return Fraction(floor(middle)) if self.quantity.range.whole else _short(middle)

    def at(self, number: Fraction) -> Evaluation:
        """The derivation at a value of the quantity."""
        return self.evaluated.evaluation.again(
            replace(self.evaluated.scenario, values={
                **self.evaluated.scenario.values, self.quantity.name: _value(self.quantity, number),
            })
        )

    def line(self, step: Step, number: Fraction) -> NumbersLine | str:
        """The step in numbers at a value; or why it has none there."""
        try:
            found = self.at(number).line(step.name, alone=True)
        except DerivationsError as error:
            return str(error)
        return found if found.value is not None else found.result

    def steps_for(self, name: str) -> list[Step]:
        """The steps that give a quantity, that of the result first, a premise or not; one that defines it last."""
        derivation = self.evaluated.derivation
        own = derivation.notation[name].symbol
        given = [derivation.headline, *derivation.steps, *(step for step in derivation.trace if step.rule == "define")]
        steps = [step for step in given if step.verdict.holds and step.relation is not None
                 and (step.unknown == name or (step.lhs == own and step.relation.is_equation))]
        return sorted(steps, key=lambda each: each.name != derivation.headline.name)

    def holding(self, step: Step) -> _Over:
        """The same with what a step lacks here held at the numbers that it has by itself.

        A quantity that rests on the one asked for is not held.
        """
        if not isinstance(self.line(step, self.near), str):
            return self
        behind = {**self.by_itself.definitions, **self.by_itself.unsolved}
        now = self.at(self.near)
        held: dict[str, Value] = {}
        met: set[Symbol] = set()
        pending = [symbol for symbol in (step.lhs, *step.rhs.free_symbols) if isinstance(symbol, Symbol)]
        while pending:
            symbol = pending.pop()
            if symbol in met or symbol == self.quantity.symbol or is_unit(symbol):
                continue
            met.add(symbol)
            value = self.by_itself.value_of(symbol.name)
            if value is None or self.quantity.symbol in reachable(behind, [symbol]):
                step_behind = behind.get(symbol)
                pending += () if step_behind is None else step_behind.lhs.free_symbols | step_behind.rhs.free_symbols
            elif now.value_of(symbol.name) is None:
                held[symbol.name] = value
        scenario = replace(self.evaluated.scenario, values={**self.evaluated.scenario.values, **held})
        return replace(self, evaluated=replace(self.evaluated, scenario=scenario), held=held)

    def moves(self, step: Step) -> bool:
        """True if a step has several numbers over the range."""
        lines = (self.line(step, number) for number in self.grid(1))
        return len({found.value for found in lines if isinstance(found, NumbersLine)}) > 1

    def inverted(self, step: Step, wanted: Value, given: Mapping[str, Value]) -> InversionByNumbers:
        """Every value in the range that is seen to give the wanted number."""
        low, high = self.ends
        points = list(self._to_edges(step, [(number, self.line(step, number)) for number in self.grid(_PER_DECADE)]))
        numbers = [found.value for _, found in points if isinstance(found, NumbersLine) and found.value is not None]
        why = next((found for _, found in points if isinstance(found, str)), "")
        roots, jumps = list[tuple[Fraction, Fraction]](), list[tuple[Fraction, Fraction]]()
        for *stretch, taken in self._between(step, wanted.number, points):
            (roots if taken else jumps).append((stretch[0], stretch[1]))
        found = tuple(replace(each, ends=self._gives(step, wanted.number, each))
                      for each in (self._told(step, *root) for root in _joined(roots)))
        return InversionByNumbers(
            self.evaluated, self.quantity, step, wanted, given, low, high, found, tuple(jumps),
            (min(numbers), max(numbers)) if numbers else None, why, self.held, tuple(self._beside(step, found, jumps)),
        )

    def _to_edges(self, step: Step, points: Sequence[_Point]) -> Iterator[_Point]:
        """Points, and between two of which one has no number the last one that still has: so far the step reaches."""
        yield points[0]
        for before, after in pairwise(points):
            if isinstance(before[1], str) is not isinstance(after[1], str):
                inside, outside = (after, before) if isinstance(before[1], str) else (before, after)
                edge = self._last(step, inside, outside[0])
                yield from () if edge is inside else (edge,)
            yield after

    def _last(self, step: Step, inside: _Point, outside: Fraction) -> _Point:
        """The last point with a number, from one that has a number on towards a value that has none."""
        while abs(outside - inside[0]) > _JUMP * max(inside[0], outside):
            middle = self.between(inside[0], outside)
            if middle in (inside[0], outside):
                break
            found = self.line(step, middle)
            if isinstance(found, str):
                outside = middle
            else:
                inside = middle, found
        return inside

    def _beside(
        self, step: Step, found: Sequence[FoundValue], jumps: Sequence[tuple[Fraction, Fraction]]
    ) -> Iterator[WholeSolution]:
        """The two whole numbers around each solution, of a quantity that comes whole, where both give a number."""
        if not comes_whole(self.evaluated.claim, self.quantity):
            return
        without = [item for item in found if ceil(item.low) > item.high and item.low < MOST_WHOLE]  # one within
        around = [(Fraction(floor(item.low)), Fraction(ceil(item.high))) for item in without]
        around += [(low, high) for low, high in jumps if self.quantity.range.whole and high - low == 1]
        for pair in around:
            if all(number > 0 and not isinstance(self.line(step, number), str) for number in pair):
                told = [self._told(step, number, number) for number in pair]
                at = tuple(AtWhole(int(item.low), item.line.value, "", item.broken) for item in told)
                yield WholeSolution(step.name, self.quantity, self.evaluated.derivation.notation[step.subject_name], at)

    def _told(self, step: Step, low: Fraction, high: Fraction) -> FoundValue:
        inside = self.between(low, high)
        evaluation = self.at(inside)
        return FoundValue(low, high, evaluation.line(step.name), tuple(map(str, evaluation.contradictions)))

    def _gives(self, step: Step, wanted: Fraction, item: FoundValue) -> tuple[bool, bool]:
        """Whether either end of a stretch, as it is shown, gives the wanted number."""
        low, high = (parse_value(_shown(self.quantity, end)).number for end in (item.low, item.high))
        return _side(self.line(step, low), wanted) == 0, _side(self.line(step, high), wanted) == 0

    def _between(
        self, step: Step, wanted: Fraction, points: Sequence[_Point]
    ) -> Iterator[tuple[Fraction, Fraction, bool]]:
        """Stretches that give the wanted number, and jumps past it, between neighbors that both have numbers."""
        sides = [(number, _side(found, wanted)) for number, found in points]
        for place, (number, side) in enumerate(sides):
            if side == 0 and number == 0:  # what is near to zero is no relative distance from it
                yield number, sides[1][0] if sides[1][1] == 0 else number, True
            elif side == 0:
                before = sides[place - 1] if place else None
                after = sides[place + 1] if place + 1 < len(sides) else None
                yield (self._edge(step, wanted, number, before), self._edge(step, wanted, number, after), True)
        for (low, below), (high, above) in pairwise(sides):
            if below is not None and above is not None and below * above < 0:
                yield self._narrowed(step, wanted, (low, below), (high, above))

    def _narrowed(
        self, step: Step, wanted: Fraction, low: tuple[Fraction, int], high: tuple[Fraction, int]
    ) -> tuple[Fraction, Fraction, bool]:
        """The root between two values with the wanted number between theirs, or the jump past it."""
        for _ in range(_HALVINGS):
            middle = self.between(low[0], high[0])
            if not low[0] < middle < high[0]:
                break
            side = _side(self.line(step, middle), wanted)
            if side is None:
                return low[0], high[0], False
            if side == 0 and high[0] - low[0] <= _JUMP * middle:
                return middle, middle, True
            if side == 0:
                return self._edge(step, wanted, middle, low), self._edge(step, wanted, middle, high), True
            low, high = ((middle, side), high) if side == low[1] else (low, (middle, side))
        ends = [self.line(step, end) for end, _ in (low, high)]
        near = all(isinstance(found, NumbersLine) and found.value is not None
                   and abs(found.value - wanted) <= _JUMP * abs(wanted) for found in ends)
        return low[0], high[0], near

    def _edge(
        self, step: Step, wanted: Fraction, inside: Fraction, outside: tuple[Fraction, int | None] | None
    ) -> Fraction:
        """The end of the stretch with the wanted number, towards a neighbor that may have another."""
        if outside is None or outside[1] == 0:
            return inside if outside is None else outside[0]
        near, far = inside, outside[0]
        for _ in range(_HALVINGS):
            middle = self.between(near, far)
            if middle in (near, far):
                break
            near, far = (middle, far) if _side(self.line(step, middle), wanted) == 0 else (near, middle)
        return near


def _near(quantity: Quantity, middle: Fraction) -> Fraction:
    """A value of a quantity beside another one."""
    return middle + 1 if quantity.range.whole else middle * _BESIDE


def _shown(quantity: Quantity, number: Fraction) -> str:
    """A value of a quantity, for people."""
    return format_value(number, quantity.dimension, quantity.unit)


def _side(found: NumbersLine | str, wanted: Fraction) -> int | None:
    """The side of the wanted number on which a number lies, 0 where it is that; None without a number."""
    if isinstance(found, str) or found.value is None:
        return None
    off = found.value - wanted
    return 0 if abs(off) <= _EXACT * abs(wanted) else (1 if off > 0 else -1)


def _joined(stretches: Sequence[tuple[Fraction, Fraction]]) -> Iterator[tuple[Fraction, Fraction]]:
    """Stretches in rising order, those that meet as one."""
    joined: list[tuple[Fraction, Fraction]] = []
    for low, high in sorted(stretches):
        if joined and low <= joined[-1][1]:
            joined[-1] = joined[-1][0], max(joined[-1][1], high)
        else:
            joined.append((low, high))
    yield from joined


def _grid(low: Fraction, high: Fraction, per_decade: int) -> Iterator[Fraction]:
    """Values from `low` to `high`, so many in a decade, both ends among them."""
    ratio = Fraction(str(round(10 ** (1 / per_decade), 6)))
    number = low
    while number < high:
        yield number
        number = _short(number * ratio)
    yield high


def _short(number: Fraction) -> Fraction:
    """A number to so many figures: what is put in need not have hundreds of digits."""
    return Fraction(f"{float(number):.{_FIGURES}e}") if number else number


def _without(evaluated: EvaluatedClaim, name: str) -> EvaluatedClaim:
    """The claim without a value of its own for a quantity that is to come out."""
    return replace(evaluated, scenario=evaluated.scenario.without((name,)))


def _value(quantity: Quantity, number: Fraction) -> Value:
    return Value(number, quantity.unit, quantity.dimension, "tried")
