"""Ranges: between what a result lies while numbers behind it are known no better than from one end to another.

Both ends of the result are rigorous (`numbers.box`), also where it rests on a root that only numbers find
(`numbers.root_range`); where neither encloses it, what is told is what was seen at points, and it says so. What
changes inside the ranges (the branch, a condition, a contradiction) is looked for along each range, with the others in
their middle.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from fractions import Fraction
from itertools import pairwise

from sympy import Expr, Symbol

from derivations.claim.evaluated_claim import EvaluatedClaim
from derivations.claim.feasibility import NO_ROOM, misfits
from derivations.derivation.step import Step
from derivations.errors import DerivationsError, InputError, UndecidedError
from derivations.numbers.box import Bound, Bounds, Ends, bounds
from derivations.numbers.definitions import DEFINING
from derivations.numbers.evaluation import Evaluation
from derivations.numbers.format import format_value, range_text
from derivations.numbers.numbers_line import NumbersLine
from derivations.numbers.root_range import root_range
from derivations.numbers.rounding import magnitude, nearest_integer
from derivations.numbers.sensitivity import corners, points
from derivations.numbers.value import Value, parse_value
from derivations.study.regimes import Regimes, regimes

MOST_RANGES = 6  # twice as many corners with each
_PARTS = 8  # of a range, at whose ends it is looked what changes
_HALVINGS = 16  # of a part in which something changes
_FIGURES = 4  # of an end that is told
_NUDGES = 20  # of a tenth of the last figure


@dataclass(frozen=True)
class Share:
    """How much of the width of a result is one quantity's: alone, and what is left of it with that one in its middle.

    Both as parts of the whole width; None where an end is not known.
    """

    name: str
    value: Value
    alone: Fraction | None
    left: Fraction | None


@dataclass(frozen=True)
class Change:
    """Where something begins or ends inside a range: what is so up to a number, and what from there on."""

    name: str
    at: Value
    below: str
    above: str


@dataclass(frozen=True)
class Ranged:
    """Between what a result lies, with everything in a range anywhere in it.

    `enclosed` says that nothing lies outside; else both ends are what was seen at points, and `why` says why. An end is
    None where there is no bound, or no number. `tight` says that both ends are reached, but for a hundredth of the
    width; `reached` are the farthest that were seen.
    """

    values: Mapping[str, Value]
    line: NumbersLine
    low: Fraction | None
    high: Fraction | None
    reached: tuple[Fraction | None, Fraction | None]
    enclosed: bool
    tight: bool
    why: str = ""
    shares: tuple[Share, ...] = ()
    changes: tuple[Change, ...] = ()

    @property
    def told_ends(self) -> tuple[Fraction | None, Fraction | None]:
        """The ends as they are told in a few figures: enclosed ones rounded outwards, seen ones as they are."""
        if not self.enclosed:
            return self.low, self.high
        ends = (self.low, True), (self.high, False)
        low, high = (None if end is None else _outward(end, self.line, down=down) for end, down in ends)
        return low, high

    @property
    def shown(self) -> str:
        """Between what it lies in a few words, as in "1,791 to 2,940 sequences"."""
        dimension, unit, (low, high) = self.line.dimension, self.line.told_unit, self.told_ends
        if low is None or high is None:
            end = low if high is None else high
            if end is None or not self.enclosed:
                return "without bounds" if self.enclosed else "no number"
            return f"{'above' if high is None else 'below'} {format_value(end, dimension, unit)}"
        told = format_value(low, dimension, unit) if self.low == self.high else range_text(low, high, dimension, unit)
        return told if self.enclosed else f"{told} as far as seen"


def ranged(evaluated: EvaluatedClaim, *, brief: bool = False) -> Ranged:
    """Between what the result of a claim lies over the ranges of its study.

    `brief` leaves out the shares and what changes inside. Raises `InputError` without a range, for more than
    `MOST_RANGES`, or several values beside a range; `UndecidedError` where there is no result, or one of them has a
    standard deviation in place of ends.

    >>> from derivations import derive
    >>> found = ranged(derive("optimal-batch", values={"L": "1k to 2k token/sequence"}))
    >>> found.enclosed, found.tight, float(found.low) < float(found.line.value) < float(found.high)
    (True, True, True)
    """
    values = evaluated.study.ranges
    if not values:
        raise InputError("there is no range: give one, as in --set L='4k to 8k'")
    if len(values) > MOST_RANGES:
        raise InputError(f"{len(values)} ranges are too many: give at most {MOST_RANGES}")
    if evaluated.study.several:
        raise InputError(f"{next(iter(values))} is a range, and {next(iter(evaluated.study.several))} has several "
                         "values: give one or the other")
    if open_ := next((name for name, value in values.items() if value.deviation is not None), ""):
        raise UndecidedError(f"{open_} = {values[open_]} may be any number of its domain")
    line, evaluation = evaluated.result, evaluated.evaluation
    behind = {name: value for name, value in values.items() if name in evaluation.scenario.values}
    try:
        whole = _Enclosure(evaluation, evaluated.headline, behind)
        found = whole.bounds(behind)
    except UndecidedError as error:
        return _seen(evaluated, behind, str(error), brief=brief)
    low, high = (_end(evaluation, evaluated.headline, bound) for bound in (found.low, found.high))
    told = Ranged(values, line, low, high, (found.low.reached, found.high.reached), enclosed=True, tight=found.tight)
    if brief:
        return told
    return replace(told, shares=tuple(whole.shares(behind, found)), changes=tuple(_changes(evaluated, behind)))


class _Enclosure:
    """The formula of a step in the quantities with ranges, everything else in numbers."""

    def __init__(self, evaluation: Evaluation, step: Step, values: Mapping[str, Value]) -> None:
        relation = step.relation
        if relation is None or step.unknown:
            raise UndecidedError(f"only numbers solve the equation of {step.name}" if step.unknown
                                 else f"{step.name} has no formula")
        self._symbols = {name: evaluation.derivation.notation[name].symbol for name in values}
        subject = step.subject_name
        formula = relation.rhs
        if step.rule in DEFINING and subject in evaluation.scenario.values:
            formula = relation.lhs
        self._evaluation = evaluation
        self._formula = evaluation.in_numbers(formula, but=values)
        self._equations: dict[Symbol, Expr] = {}  # of what has no closed form
        for unknown in sorted(self._others(self._formula), key=str):
            if unknown not in evaluation.unsolved:
                raise UndecidedError(f"there is no number for {unknown}")
            equation = evaluation.unsolved[unknown]
            difference = evaluation.in_numbers(equation.lhs - equation.rhs, but=[*values, unknown.name])
            if self._others(difference) != {unknown}:
                raise UndecidedError(f"only numbers solve the equations that give {unknown} and what it rests on")
            self._equations[unknown] = difference

    def _others(self, formula: Expr) -> set[Symbol]:
        return set(formula.free_symbols) - set(self._symbols.values())

    def bounds(self, values: Mapping[str, Value]) -> Bounds:
        """Over ranges, and with single numbers where a value has no ends."""
        box: Ends = {self._symbols[name]: value.ends or (value.number, value.number) for name, value in values.items()}
        roots = {unknown: root_range(difference, unknown, box, self._seen(unknown, values))
                 for unknown, difference in self._equations.items()}
        return bounds(self._formula, {**box, **roots})

    def _seen(self, unknown: Symbol, values: Mapping[str, Value]) -> tuple[Fraction, Fraction]:
        """The lowest and the highest root at the corners of the ranges, where there is one, and one alone."""
        found = []
        for corner in corners({name: value.bounds for name, value in values.items()}):
            value = self._evaluation.moved(corner).value_of(unknown.name)
            if value is None or value.number <= 0:
                raise UndecidedError(f"{unknown} has no number, or several, at an end of the ranges")
            found.append(value.number)
        return min(found), max(found)

    def shares(self, values: Mapping[str, Value], whole: Bounds) -> Iterator[Share]:
        """The shares of all quantities in the width of the whole."""
        width = _width(whole)
        if len(values) == 1 or not width:  # there is nothing to share
            return
        for name, value in values.items():
            alone = {other: each if other == name else each.middle for other, each in values.items()}
            parts = [self._part(each, width) for each in (alone, {**values, name: value.middle})]
            yield Share(name, value, *parts)

    def _part(self, values: Mapping[str, Value], width: Fraction) -> Fraction | None:
        try:
            found = _width(self.bounds(values))
        except UndecidedError:
            return None
        return None if found is None else found / width


def _width(found: Bounds) -> Fraction | None:
    low, high = found.low.outer, found.high.outer
    return None if low is None or high is None else high - low


def _end(evaluation: Evaluation, step: Step, bound: Bound) -> Fraction | None:
    """The bound itself, or the number at the corner where it is reached exactly and no more than rounding lies between.
    """
    notation = evaluation.derivation.notation
    corner = {name: replace(value, number=bound.at[symbol]) for name, value in evaluation.scenario.values.items()
              if (symbol := notation[name].symbol) in bound.at}
    if bound.outer is None or not bound.corner or len(corner) < len(bound.at):  # a root is no number of its own
        return bound.outer
    try:
        line = evaluation.moved(corner).line(step.name)
    except DerivationsError:
        return bound.outer
    return line.value if line.exact and line.value is not None else bound.outer


def _outward(number: Fraction, line: NumbersLine, *, down: bool) -> Fraction:
    """A number that is told in four figures as one that lies on the side of a bound on which nothing is."""
    shown, place = number, Fraction(10) ** (magnitude(number) - _FIGURES) if number else Fraction(0)
    for _ in range(_NUDGES):
        told = parse_value(format_value(shown, line.dimension, line.told_unit, _FIGURES)).number
        if told <= number if down else told >= number:
            break
        shown += -place if down else place
    return shown


def _seen(evaluated: EvaluatedClaim, values: Mapping[str, Value], why: str, *, brief: bool) -> Ranged:
    """The least and the greatest result that is seen at the corners of all ranges, and along each of them."""
    along = ({name: at} for name, value in values.items() for at in _points(evaluated, name, value))
    found, step = list[Fraction](), evaluated.headline.name
    for point in (*corners({name: value.bounds for name, value in values.items()}), *along):
        try:
            number = evaluated.evaluation.moved(point).line(step, alone=True).value
        except DerivationsError:
            continue
        if number is not None:
            found.append(number)
    low, high = (min(found), max(found)) if found else (None, None)
    changes = () if brief else tuple(_changes(evaluated, values))
    return Ranged(
        evaluated.study.ranges, evaluated.result, low, high, (low, high), enclosed=False, tight=False, why=why,
        changes=changes,
    )


def _points(evaluated: EvaluatedClaim, name: str, value: Value) -> list[Value]:
    return points(evaluated.derivation.notation[name], *value.bounds, _PARTS)


def _changes(evaluated: EvaluatedClaim, values: Mapping[str, Value]) -> Iterator[Change]:
    """What begins or ends along each range, by number."""
    found = regimes(evaluated.derivation, [evaluated.headline])
    for name, value in values.items():
        whole = evaluated.derivation.notation[name].range.whole
        marks = [(at, _marks(evaluated, found, {name: at})) for at in _points(evaluated, name, value)]
        for (low, below), (high, above) in pairwise(marks):
            for kind in sorted(below.keys() | above.keys()):
                first = below.get(kind)
                if first == above.get(kind):
                    continue

                def is_as_below(at: Value, name: str = name, kind: str = kind, first: str | None = first) -> bool:
                    return _marks(evaluated, found, {name: at}).get(kind) == first

                at = _turn(is_as_below, low, high, whole=whole)
                yield Change(name, replace(value.middle, number=at.number), first or "", above.get(kind, ""))


def _turn(is_as_below: Callable[[Value], bool], low: Value, high: Value, *, whole: bool) -> Value:
    """Where something changes between two values; of whole ones the first behind."""
    for _ in range(_HALVINGS):
        number = (low.number + high.number) / 2
        middle = replace(low, number=Fraction(nearest_integer(number)) if whole else number)
        if middle.number in (low.number, high.number):
            break
        if is_as_below(middle):
            low = middle
        else:
            high = middle
    return high


def _marks(evaluated: EvaluatedClaim, found: Iterable[Regimes], at: Mapping[str, Value]) -> dict[str, str]:
    """What is so at a point: by a key, words that have no number in them."""
    try:
        evaluation = evaluated.evaluation.moved(at)
        line = evaluation.line(evaluated.headline.name)
    except DerivationsError as error:
        return {"number": str(error)}
    marks = {f"branch of {each.of}": f"{each.of} is that of {branch}"
             for each in found if (branch := each.at(evaluation))}
    if line.value is None:
        needed = " and ".join(map(str, evaluated.headline.conditions))
        marks["number"] = f"no number, as not {needed}" if line.outside and needed else "no number"
    for broken in evaluation.contradictions:
        marks[f"contradiction {broken.step}"] = f"{broken.step} ({broken.relation}) is broken"
    for leftover in evaluated.leftovers_in(evaluation):
        marks[f"left out {leftover.premise.name}"] = f"{leftover.premise.name} leaves out {leftover.left_out.what}"
    if misfits(evaluated.claim, evaluation.scenario, evaluation):
        marks["memory"] = NO_ROOM
    return marks
