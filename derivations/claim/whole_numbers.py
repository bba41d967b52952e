"""Whole numbers beside a result: what comes whole, such as GPUs, where the argument takes it for any number.

A minimum over any number lies between two whole ones, and the nearer one need not be the better one: what is minimized
is found at both. A bound says which whole number is the first that satisfies it.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from math import ceil, floor
from typing import TYPE_CHECKING

from derivations.claim.counts import comes_whole
from derivations.derivation.step import Step
from derivations.errors import DerivationsError
from derivations.language.quantity import Quantity
from derivations.language.relation import IN_WORDS
from derivations.numbers.format import format_value
from derivations.numbers.numbers_line import NumbersLine
from derivations.numbers.rounding import nearest_integer
from derivations.numbers.scenario import Scenario
from derivations.numbers.value import Value

if TYPE_CHECKING:
    from derivations.claim.claim import Claim
    from derivations.claim.evaluated_claim import EvaluatedClaim
    from derivations.derivation.derivation import Derivation
    from derivations.numbers.evaluation import Evaluation

_LEAST, _BOUND = "minimise", "round_up"
MOST_WHOLE = 10**6  # from which on a number and the whole ones beside it look the same
_FEW = 100  # of what is solved for: beyond, one more or less changes what was given by less than a per cent or so
_CLOSE = Fraction(1, 10**20)  # within which a number that is found with many digits may be a whole one
_SHOWN, _MOST_SHOWN = 4, 30  # significant figures: as many as tell two values apart


@dataclass(frozen=True)
class AtWhole:
    """Another quantity at a whole number: its value in base units, or why it has none there.

    `broken` are premises of the claim, inequalities, that do not hold there.
    """

    number: int
    value: Fraction | None
    why_not: str = ""
    broken: tuple[str, ...] = ()


@dataclass(frozen=True)
class WholeNeighbors:
    """The whole numbers beside a number, with another quantity, `of`, at each of them."""

    step: str
    quantity: Quantity
    of: Quantity
    at: tuple[AtWhole, ...]

    @property
    def best(self) -> int | None:
        """The whole number to take; None where none is better than another."""
        return None

    @property
    def words(self) -> str:
        """Each of them with its value, in as many figures as tell the values apart, and the best one."""
        texts = [f"at {_counted(item.number, self.quantity)} "
                 f"{'' if item.value is None else f'{self.of.name} = '}{self.value_words(item)}" for item in self.at]
        return "; ".join((f"in whole numbers: {texts[0]}", *texts[1:], *self._verdict()))

    def _verdict(self) -> Iterator[str]:
        """Where it is best, and what the comparison leaves out."""
        yield from ()

    def value_words(self, item: AtWhole) -> str:
        """The other quantity at one of them, in as many figures as tell the values apart, or why it has no value there.
        """
        return item.why_not if item.value is None else self._shown(item.value, self._digits)

    @property
    def _digits(self) -> int:
        """As many figures as tell the values apart."""
        values = {item.value for item in self.at if item.value is not None}
        digits = range(_SHOWN, _MOST_SHOWN)
        return next((each for each in digits if len({self._shown(value, each) for value in values}) == len(values)),
                    _MOST_SHOWN)

    def _shown(self, value: Fraction, digits: int) -> str:
        return format_value(value, self.of.dimension, self.of.unit, digits)


@dataclass(frozen=True)
class WholeMinimum(WholeNeighbors):
    """The whole numbers beside a minimum that lies at any number, with what is minimized at each."""

    found: Fraction  # where the minimum lies, in base units

    @property
    def best(self) -> int | None:
        """The one of these at which it is least, the smaller one of two alike; None where it has no value at any."""
        found = [(item.value, item.number) for item in self.at if item.value is not None]
        return min(found)[1] if found else None

    def _verdict(self) -> Iterator[str]:
        if self.best is None:
            return
        best, values = _counted(self.best, self.quantity), [item.value for item in self.at if item.value is not None]
        if self.found == self.best:
            yield "the minimum itself is whole"
        elif len(self.at) == 1:
            yield f"{best} is the least that there is"
        elif len(values) == 1:
            yield f"only at {best} is there a value"
        else:
            yield f"best at {best}" if values.count(min(values)) == 1 else f"equally good, {best} is the least"


@dataclass(frozen=True)
class WholeSolution(WholeNeighbors):
    """The whole numbers beside a solution that is none, with the quantity that was given at each: none is best."""


@dataclass(frozen=True)
class WholeBound:
    """The first whole number that satisfies a bound: the least of a lower bound, the largest of an upper one."""

    step: str
    quantity: Quantity
    operator: str
    bound: Fraction  # in base units
    first: int

    @property
    def best(self) -> int:
        """The whole number to take: the first that satisfies the bound."""
        return self.first

    @property
    def words(self) -> str:
        """The bound, in as many figures as tell it from the whole number, and that number.

        >>> from derivations.language.quantity import Quantity
        >>> WholeBound("least", Quantity("n", "", "racks"), ">=", Fraction(79, 10), 8).words
        'in whole numbers: at least 7.9, so 8'
        """
        measure = self.quantity.dimension, self.quantity.unit
        digits = range(_SHOWN, _MOST_SHOWN)
        texts = (format_value(self.bound, *measure, figures) for figures in digits)
        plain = format_value(self.first, *measure, _MOST_SHOWN)
        told = plain if self.bound == self.first else next((text for text in texts if text != plain), plain)
        return f"in whole numbers: {IN_WORDS[self.operator]} {told}, so {_counted(self.first, self.quantity)}"


def whole_numbers(report: EvaluatedClaim, step: str = "") -> WholeMinimum | WholeBound | None:
    """The whole numbers beside the number of a step, by default the result, for a quantity that comes whole.

    Of a minimum that is found over any number they are its two neighbors, of a bound the first one that satisfies it.
    None where the step is neither of these, its quantity does not come whole, or the scenario has no number for it.
    Raises `UnknownNameError` for a step that there is not.
    """
    return whole_numbers_in(report.claim, report.evaluation, step or report.headline.name)


def whole_numbers_in(claim: Claim, evaluation: Evaluation, step: str) -> WholeMinimum | WholeBound | None:
    """The same in any evaluation of the claim's derivation, as at each row of a table."""
    basis = basis_of(claim, evaluation.derivation, step)
    if basis is None:
        return None
    try:
        free = basis.free(evaluation)  # whatever the quantity itself is given as
        if free.consistency.contradiction_of(step) is not None or free.line(step, alone=True).outside:
            return None
        return _beside_minimum(evaluation, basis) if basis.is_minimum else _of_bound(evaluation, basis)
    except DerivationsError:  # no number here, which the numbers line gives the reason of
        return None


@dataclass(frozen=True)
class Basis:
    """What the whole numbers beside a step's `quantity` are found from: `source` says what is minimized, or is a bound.

    A step that is `rounded` up has a whole number itself, the first that satisfies the bound.
    """

    step: Step
    quantity: Quantity
    source: Step
    is_minimum: bool

    @property
    def rounded(self) -> bool:
        """True for a step whose own number is whole already."""
        return not self.is_minimum and self.source is not self.step

    def at(self, evaluation: Evaluation, number: Fraction) -> Evaluation:
        """The evaluation at a number of the quantity, everything else as it is; the source says what it comes to there.
        """
        return _valued(evaluation, self.quantity, self.source, number)

    def free(self, evaluation: Evaluation) -> Evaluation:
        """The evaluation without a value of the quantity, which a premise would give back for its left side."""
        name = self.quantity.name
        return evaluation.again(_without(evaluation, name)) if name in evaluation.scenario.values else evaluation


def basis_of(claim: Claim, derivation: Derivation, step: str) -> Basis | None:
    """The basis of a step's whole numbers; None where it is no minimum and no bound, or its quantity is not whole.

    Raises `UnknownNameError` for a step that there is not.
    """
    shown = derivation[step]
    name = shown.subject_name
    if not name or not shown.verdict.holds or not comes_whole(claim, derivation.notation[name]):
        return None
    quantity, found = derivation.notation[name], _behind(derivation, shown)
    source = shown if found is None else derivation[found.inputs[0]]
    if found is not None and found.rule == _LEAST:
        return Basis(shown, quantity, source, is_minimum=True) if source.subject_name else None
    if source.relation is None or source.relation.is_equation or source.subject_name != name:
        return None
    return Basis(shown, quantity, source, is_minimum=False)


def whole_remark(claim: Claim, evaluation: Evaluation, step: str) -> str:
    """Words behind a number in a table: the whole number to take in its place; empty where there is no other one."""
    found = whole_numbers_in(claim, evaluation, step)
    if found is None or found.best is None:
        return ""
    here = found.found if isinstance(found, WholeMinimum) else evaluation.line(step, alone=True).value
    return "" if here == found.best else f", {found.best:,} in whole numbers"


def all_whole_numbers(report: EvaluatedClaim) -> Iterator[WholeMinimum | WholeBound]:
    """Those of the result, then those of each other step that is a minimum or a bound rounded up."""
    others = [step.name for step in report.derivation.trace if step.rule in (_LEAST, _BOUND)]
    subjects = set()
    for name in (report.headline.name, *others):
        found = whole_numbers(report, name)
        if found is not None and found.quantity.name not in subjects:
            subjects.add(found.quantity.name)
            yield found


def _behind(derivation: Derivation, step: Step) -> Step | None:
    """The minimum or the rounded bound that a step restates, which may be itself; None without one."""
    if step.rule in (_LEAST, _BOUND):
        return step
    for name in step.inputs:
        before = derivation[name]
        if before.subject_name == step.subject_name and (found := _behind(derivation, before)) is not None:
            return found
    return None


def _beside_minimum(evaluation: Evaluation, basis: Basis) -> WholeMinimum | None:
    """What is minimized at the whole numbers beside the minimum, everything else as it is."""
    line = evaluation.line(basis.step.name, alone=True)
    if line.value is None or line.quantity is None or abs(line.value) >= MOST_WHOLE:
        return None
    found = tuple(_at_whole(evaluation, basis.quantity, basis.source, _beside(line)))
    if all(item.value is None for item in found):
        return None
    of = evaluation.derivation.notation[basis.source.subject_name]
    return WholeMinimum(basis.step.name, basis.quantity, of, found, line.value)


def _at_whole(
    evaluation: Evaluation, quantity: Quantity, source: Step, numbers: tuple[int, ...], *, judged: bool = False
) -> Iterator[AtWhole]:
    """The number of a step at whole numbers of a quantity; if `judged`, with the premises that do not hold there."""
    for number in numbers:
        if not quantity.range.contains(number):
            continue
        try:
            there = _valued(evaluation, quantity, source, Fraction(number))
            line = there.line(source.name, alone=True, anyway=judged)
            why_not = "" if line.value is not None else line.result
            yield AtWhole(number, line.value, why_not, tuple(map(str, there.contradictions)) if judged else ())
        except DerivationsError as error:
            yield AtWhole(number, None, str(error))


def _valued(evaluation: Evaluation, quantity: Quantity, source: Step, number: Fraction) -> Evaluation:
    """The evaluation at a number of a quantity, and without a value of what the source gives."""
    taken = Value(number, quantity.unit, quantity.dimension, "a whole number")
    return evaluation.again(_without(evaluation, source.subject_name).with_values({quantity.name: taken}))


def _without(evaluation: Evaluation, name: str) -> Scenario:
    """The scenario without a value of a quantity."""
    return evaluation.scenario.without([name])


def beside_solution(claim: Claim, evaluation: Evaluation, step: str) -> WholeSolution | None:
    """The whole numbers beside the solution of an equation that gives another quantity, with that at each of them.

    None where what is solved for does not come whole, is whole here or so large that one more or less changes little,
    and where the equation gives no such quantity.
    """
    shown = evaluation.derivation[step]
    name = shown.subject_name
    if shown.rule != "solve" or not name or not comes_whole(claim, evaluation.derivation.notation[name]):
        return None
    target, line = evaluation.derivation[shown.inputs[0]], evaluation.line_or_none(step)
    if line is None or line.value is None or line.value.denominator == 1 or line.value >= _FEW:
        return None
    if target.relation is None or not target.relation.is_equation or not target.subject_name or target.unknown:
        return None
    notation = evaluation.derivation.notation
    found = tuple(item for item in _at_whole(evaluation, notation[name], target, _beside(line), judged=True)
                  if item.value is not None)
    return WholeSolution(step, notation[name], notation[target.subject_name], found) if found else None


def _beside(line: NumbersLine) -> tuple[int, ...]:
    """The whole numbers on both sides of a number; itself where it is one, and its neighbors where it may be one."""
    assert line.value is not None
    near = _perhaps(line)
    if near is not None:
        return near - 1, near, near + 1
    return tuple(dict.fromkeys((floor(line.value), ceil(line.value))))


def _perhaps(line: NumbersLine) -> int | None:
    """The whole number that a number may be, which is not known exactly; None where it is exact, or none is so near."""
    assert line.value is not None
    near = nearest_integer(line.value)
    return near if not line.exact and abs(line.value - near) <= _CLOSE * max(1, near) else None


def _of_bound(evaluation: Evaluation, basis: Basis) -> WholeBound | None:
    """The first whole number that a bound with the quantity alone on its left allows."""
    line = basis.free(evaluation).line(basis.source.name, alone=True)
    operator = line.relation.operator
    if line.value is None or line.quantity is None:
        return None
    if _perhaps(line) is not None:
        return None  # nothing tells on which side of the whole number it is
    upward, strict = operator[0] == ">", operator in ("<", ">")
    first = ceil(line.value) if upward else floor(line.value)
    if strict and first == line.value:
        first += 1 if upward else -1
    if upward:
        first = max(first, 0 if line.quantity.range.contains(0) else 1)
    if not line.quantity.range.contains(first):
        return None  # none satisfies it
    return WholeBound(basis.step.name, line.quantity, operator, line.value, first)


def _counted(number: int, quantity: Quantity) -> str:
    return format_value(number, quantity.dimension, quantity.unit, len(str(abs(number))) + 1)
