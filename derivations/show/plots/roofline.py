"""The numbers of a roofline plot: times per pass over a range of batches, exactly, from a report's relations."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import groupby
from typing import TYPE_CHECKING

from sympy import Expr, Rational

from derivations.claim.evaluated_claim import EvaluatedClaim
from derivations.errors import InputError
from derivations.language.literal import UNITS_TO_ONE
from derivations.numbers.evaluation import Evaluation
from derivations.numbers.format import format_value
from derivations.numbers.value import Value, parse_value

if TYPE_CHECKING:
    from derivations.search.derivation import Derivation
    from derivations.search.step import Step



ROOFLINE = "roofline"
FLOOR = "weight-fetch"
TIMES = ("compute-time", "memory-time", FLOOR)
_POINTS = 120
_DIGITS = 30

Point = tuple[Fraction, Fraction]
Range = tuple[int, int]


@dataclass(frozen=True)
class Curve:
    """A relation of the derivation over a range of batches; `step` names it."""

    step: str
    points: tuple[Point, ...]


@dataclass(frozen=True)
class Stretch:
    """A part of the bound: the regime, the time that is the bound there (or the roofline itself), and its points."""

    regime: str
    step: str
    points: tuple[Point, ...]


@dataclass(frozen=True)
class Panel:
    """What is drawn for one context: the times, the bound in stretches, and the balance or why there is none."""

    context: Value
    times: tuple[Curve, ...]
    bound: tuple[Stretch, ...]
    balance: Point | None
    why_not: str

    def __str__(self) -> str:
        """The panel in words."""
        low, high = self.times[0].points[0][0], self.times[0].points[-1][0]
        regimes = ", then ".join(stretch.regime for stretch in self.bound)
        text = (
            f"Context {self.context}, batches from {batch_text(low)} to {batch_text(high)}: the lower bound starts at "
            f"{time_text(self.bound[0].points[0][1])} and ends at {time_text(self.bound[-1].points[-1][1])}; {regimes}"
        )
        if self.balance is None:
            return f"{text}; {self.why_not}."
        return f"{text}; balance at {batch_text(self.balance[0])} and {time_text(self.balance[1])}."


def roofline_panels(
    report: EvaluatedClaim, contexts: Iterable[Value], gpus: Value, batches: Range | None = None
) -> tuple[Panel, ...]:
    """One panel for each context; without `batches` the range goes to twice the largest balance batch.

    Raises `InputError` if a quantity has no value, or if no context has a balance and `batches` is left out;
    `UnknownNameError` if the derivation has no roofline.
    """
    derivation = report.derivation
    views = []
    for context in contexts:
        scenario = report.scenario.with_values({"L": context, "G": gpus})
        evaluation = Evaluation(derivation, scenario, report.claim.outside)
        views.append((context, evaluation, *_balance(report, evaluation)))
    grid = _grid(batches, [balance[0] for *_, balance, _ in views if balance is not None])
    panels = []
    for context, evaluation, balance, why_not in views:
        inside = balance is not None and grid[0] < balance[0] < grid[-1]
        here = sorted({*grid, balance[0]}) if balance is not None and inside else grid
        times = tuple(Curve(name, _points(evaluation, derivation[name], here)) for name in TIMES)
        panels.append(Panel(context, times, _bound(derivation, evaluation, here), balance, why_not))
    return tuple(panels)


def time_text(number: Fraction) -> str:
    """A time for people, to three figures.

    >>> time_text(Fraction(1, 300))
    '3.33 ms'
    """
    return format_value(number, parse_value("1 s").dimension, "s", 3)


def batch_text(number: Fraction) -> str:
    """A batch for people.

    >>> batch_text(Fraction(5354))
    '5,354 sequence'
    """
    return format_value(number, parse_value("1 sequence").dimension, "sequence")


def _grid(batches: Range | None, balances: Sequence[Fraction]) -> list[Fraction]:
    if batches is None:
        if not balances:
            raise InputError("no balance to draw at any of the contexts: give batches=(first, last)")
        batches = (0, _round_up(2 * max(balances)))
    first, last = map(Fraction, batches)
    if not 0 <= first < last:
        raise InputError(f"batches go from a smaller to a larger number, not from {batches[0]} to {batches[1]}")
    return [first + (last - first) * place / _POINTS for place in range(_POINTS + 1)]


def _balance(report: EvaluatedClaim, evaluation: Evaluation) -> tuple[Point | None, str]:
    """Batch and time at the balance, or None and the reason."""
    step = report.headline
    if step.relation is None:
        return None, report.verdict
    line = evaluation.line(step.name)
    time = None if line.value is None else _function(evaluation, report.derivation[ROOFLINE].rhs)(line.value)
    if line.value is None or time is None:
        return None, line.result
    return (line.value, time), ""


def _bound(derivation: Derivation, evaluation: Evaluation, grid: Sequence[Fraction]) -> tuple[Stretch, ...]:
    """The roofline, taken apart where the derivation does so."""
    roofline = derivation[ROOFLINE]
    stretches = []
    for step in derivation:
        if step.rule != "split" or step.inputs != (ROOFLINE,) or not step.verdict.holds:
            continue
        sides = [(_function(evaluation, c.lhs), _function(evaluation, c.rhs)) for c in step.conditions]
        within = [(batch, all(_at_most(left(batch), right(batch)) for left, right in sides)) for batch in grid]
        time = next((name for name in TIMES if derivation[name].lhs == step.rhs), ROOFLINE)
        for holds, group in groupby(within, key=lambda item: item[1]):
            batches = [batch for batch, _ in group]
            if holds and len(batches) > 1:
                stretches.append(Stretch(step.name, time, _points(evaluation, step, batches)))
    if not stretches:
        return (Stretch(ROOFLINE, ROOFLINE, _points(evaluation, roofline, grid)),)
    return tuple(sorted(stretches, key=lambda stretch: stretch.points[0]))


def _at_most(left: Fraction | None, right: Fraction | None) -> bool:
    return left is not None and right is not None and left <= right


def _points(evaluation: Evaluation, step: Step, grid: Iterable[Fraction]) -> tuple[Point, ...]:
    time = _function(evaluation, step.rhs)
    return tuple((batch, y) for batch in grid if (y := time(batch)) is not None)


def _function(evaluation: Evaluation, expression: Expr) -> Callable[[Fraction], Fraction | None]:
    """An expression as a function of the batch, None where it has no finite value.

    Raises `InputError` if another quantity has no value.
    """
    notation = evaluation.derivation.notation
    batch = notation["B"].symbol
    known = {
        notation[name].symbol: Rational(value.number.numerator, value.number.denominator)
        for name, value in evaluation.scenario.values.items()
        if name != "B"
    }
    filled = evaluation.expanded(expression).xreplace(UNITS_TO_ONE).xreplace(known)
    missing = sorted(symbol.name for symbol in filled.free_symbols - {batch})
    if missing:
        raise InputError(f"the plot needs values for {', '.join(missing)}")

    def at(size: Fraction) -> Fraction | None:
        number = filled.xreplace({batch: Rational(size.numerator, size.denominator)})
        if not number.is_finite:
            return None
        return Fraction(str(number if number.is_Rational else number.evalf(_DIGITS)))

    return at


def _round_up(number: Fraction) -> int:
    """The next even number of the leading two figures: 16,118 becomes 18,000.

    >>> _round_up(Fraction(16118)), _round_up(Fraction(7))
    (18000, 8)
    """
    step = 1
    while step * 100 <= number:
        step *= 10
    return -(-number // (2 * step)) * 2 * step
