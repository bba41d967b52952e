"""Sensitivity: how far a result moves when one quantity does, exactly."""

from __future__ import annotations

from dataclasses import dataclass, replace
from fractions import Fraction

from derivations.engine.normal_form import cancelled
from derivations.engine.rules.calculus import derivative
from derivations.errors import DerivationsError
from derivations.values.evaluation import Evaluation
from derivations.values.format import format_number
from derivations.values.numbers import NumbersLine
from derivations.values.scenario import check_value
from derivations.values.value import Value

NO_NUMBER = "—"


@dataclass(frozen=True)
class Swing:
    """The result at both ends of one quantity's range, all else as it is.

    `by` says whose range it is. `elasticity` is the exact power with which the result follows the quantity, as text.
    """

    name: str
    low: Value
    high: Value
    by: str
    at_low: NumbersLine
    at_high: NumbersLine
    elasticity: str

    @property
    def factor(self) -> Fraction | None:
        """The larger result over the smaller one; None where an end has no number, or one of them is zero."""
        if not self.at_low.value or not self.at_high.value or self.at_low.value * self.at_high.value < 0:
            return None
        quotient = self.at_high.value / self.at_low.value
        return max(quotient, 1 / quotient)

    @property
    def factor_text(self) -> str:
        """The factor for people."""
        return NO_NUMBER if self.factor is None else format_number(self.factor, 3)


def swing(evaluation: Evaluation, step: str, name: str, ends: tuple[Value, Value], by: str) -> Swing:
    """The swing of a step's result over one quantity's range.

    A quantity that the result does not rest on moves it by a factor of 1. Raises `UnknownNameError` for a name that
    there is not, and `InputError` for ends that are no values of the quantity, or that contradict what the scenario
    says of it through its definition.

    >>> from derivations import derive
    >>> from derivations.values.value import parse_value
    >>> report = derive("optimal-batch")
    >>> ends = parse_value("1 token/sequence"), parse_value("4 token/sequence")
    >>> found = swing(report.evaluation, "balance-batch", "n", ends, "drafted tokens")
    >>> found.factor_text, found.elasticity
    ('4', '-1 here')
    """
    for end in ends:
        check_value(evaluation.derivation.notation[name], end)
    low, high = (_moved(evaluation, name, end) for end in ends)
    # a quantity that the scenario traces back has no power of its own until it is given
    here = evaluation if name in evaluation.scenario.values else low
    return Swing(name, *ends, by, low.line(step), high.line(step), elasticity(here, step, name))


def elasticity(evaluation: Evaluation, step: str, name: str) -> str:
    """By how many per cent the result of a step rises when a quantity rises by one per cent, in the limit.

    A whole number or a fraction where it is the same everywhere; else rounded, the value in the scenario, marked
    "here".

    >>> from derivations import derive
    >>> report = derive("optimal-batch", values={"L": "1k token/sequence"})
    >>> [elasticity(report.evaluation, "balance-batch", name) for name in ("N_total", "L", "phi")]
    ['+1', '+0.39 here', '-1.39 here']
    """
    relation = evaluation.derivation[step].relation
    if relation is None:
        return NO_NUMBER
    symbol = evaluation.derivation.notation[name].symbol
    target = relation.lhs if relation.lhs.is_Symbol else None
    try:
        value = evaluation.expanded(relation.rhs, target)
        power = cancelled(symbol * derivative(value, symbol) / value)
    except DerivationsError:
        return NO_NUMBER
    if power.is_Rational:
        return f"{'+' if power > 0 else ''}{power}"
    here = evaluation.size(power)
    if here is None:
        return NO_NUMBER
    return f"{'+' if here > 0 else ''}{format_number(here, 3)} here"


def _moved(evaluation: Evaluation, name: str, value: Value) -> Evaluation:
    """The same with one quantity at another value."""
    scenario = evaluation.scenario
    return evaluation.again(replace(scenario, values={**scenario.values, name: value}))
