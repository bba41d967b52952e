"""Sensitivity: how far a result moves when one quantity does, exactly."""

from __future__ import annotations

from dataclasses import dataclass, replace
from fractions import Fraction

from sympy import Expr

from derivations.engine.normal_form import cancelled
from derivations.engine.rules.calculus import derivative
from derivations.errors import DerivationsError, UndecidedError
from derivations.values.evaluation import Evaluation
from derivations.values.format import format_number
from derivations.values.value import Value

_NO_NUMBER = "—"


@dataclass(frozen=True)
class Swing:
    """The result at both ends of one quantity's range, all else as it is.

    `by` says whose range it is. `factor` is the larger result over the smaller one, None where an end has no number.
    `elasticity` is the exact power with which the result follows the quantity, as text.
    """

    name: str
    low: Value
    high: Value
    by: str
    at_low: str
    at_high: str
    factor: Fraction | None
    elasticity: str

    @property
    def factor_text(self) -> str:
        """The factor for people."""
        return _NO_NUMBER if self.factor is None else format_number(self.factor, 3)


def swing(evaluation: Evaluation, step: str, name: str, ends: tuple[Value, Value], by: str) -> Swing:
    """The swing of a step's result over one quantity's range.

    Raises `UnknownNameError` for a name that there is not, `InputError` for ends that are no values of it.
    """
    lines = []
    for end in ends:
        scenario = evaluation.scenario
        moved = replace(scenario, values={**scenario.values, name: end})
        lines.append(evaluation.again(moved).line(step))
    sizes = [abs(line.value) for line in lines if line.value]
    factor = max(sizes) / min(sizes) if len(sizes) == len(ends) else None
    low, high = lines
    return Swing(name, *ends, by, low.result, high.result, factor, elasticity(evaluation, step, name))


def elasticity(evaluation: Evaluation, step: str, name: str) -> str:
    """By how many per cent the result of a step rises when a quantity rises by one per cent, in the limit.

    A whole number or fraction where it is the same everywhere, else its value in the scenario, marked "here".
    """
    relation = evaluation.derivation[step].relation
    if relation is None:
        return _NO_NUMBER
    symbol = evaluation.derivation.notation[name].symbol
    target = relation.lhs if relation.lhs.is_Symbol else None
    try:
        value = evaluation.expanded(relation.rhs, target)
        power = cancelled(symbol * derivative(value, symbol) / value)
    except DerivationsError:
        return _NO_NUMBER
    if not power.free_symbols:
        return _text(power)
    try:
        return f"{_text(evaluation.number(power))} here"
    except UndecidedError:
        return _NO_NUMBER


def _text(power: Expr) -> str:
    if power.is_Integer:
        return f"{int(power):+d}" if power else "0"
    return f"{float(power):+.2f}"
