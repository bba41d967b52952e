"""Remedies: the values at which a condition that fails in a scenario would hold, all other values as they are."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING

from derivations.claim.evaluated_claim import EvaluatedClaim
from derivations.derivation.step import Step
from derivations.errors import UndecidedError
from derivations.language.quantity import Quantity
from derivations.language.relation import FLIPPED, Relation
from derivations.language.tree import COMPARE
from derivations.numbers.format import format_value
from derivations.numbers.rounding import magnitude

if TYPE_CHECKING:
    from sympy import Expr

    from derivations.numbers.evaluation import Evaluation
    from derivations.numbers.numbers_line import NumbersLine

_FIGURES = 4
_MOST = 3


@dataclass(frozen=True)
class Remedy:
    """A bound on a quantity under which a condition holds: `operator` and `number`, in base units."""

    quantity: Quantity
    operator: str
    number: Fraction

    def __str__(self) -> str:
        """The bound to four figures, on the side where the condition holds."""
        shown = _outward(self.number, up=self.operator.startswith(">"))
        quantity = self.quantity
        return f"{quantity.name} {self.operator} {format_value(shown, quantity.dimension, quantity.unit)}"


def remedies(evaluated: EvaluatedClaim, step: Step) -> tuple[Remedy, ...]:
    """What would make the first condition of a step hold that fails, one quantity at a time; what was given first.

    Only quantities that stand in the condition and have a value of their own are told, and none for a condition on a
    quantity that stands alone on a side with a value: its message has the bound already. Behind a condition on what is
    derived alone, as t_c <= t_m, they are those that were given and those that the claim itself values.

    >>> from derivations import derive
    >>> report = derive("prefill-decode", values={"y_price": "1.5"})
    >>> [str(item) for item in remedies(report, report.headline)]
    ['y_price >= 1.67', 'n >= 1.113 tokens per sequence', 'B >= 2,226 sequences']
    """
    evaluation = evaluated.evaluation
    for condition in step.conditions:
        sizes = [evaluation.size_of(side) for side in (condition.left, condition.right)]
        if None in sizes and condition.rhs.is_positive:  # what both of them lack may cancel
            sizes = [_size(evaluation, condition.lhs / condition.rhs), Fraction(1)]
        if None in sizes or COMPARE[condition.operator](*sizes):
            continue
        if condition.is_equation or {condition.left.name, condition.right.name} & set(evaluated.scenario.values):
            return ()
        valued = any(symbol.name in evaluated.scenario.values for symbol in condition.symbols)
        found = _bounds(evaluated, condition) if valued else _bounds_behind(evaluated, condition)
        return tuple(found)[:_MOST]
    return ()


def _bounds_behind(evaluated: EvaluatedClaim, condition: Relation) -> Iterator[Remedy]:
    """Bounds on what stands behind both sides, where one is linear in it with all else as it is."""
    from sympy import expand  # with SymPy, which most answers do without

    from derivations.language.literal import UNITS_TO_ONE
    from derivations.numbers.substitution import as_fraction, rational

    evaluation, values = evaluated.evaluation, evaluated.scenario.values
    try:
        beyond = evaluation.expanded(condition.lhs - condition.rhs)
    except UndecidedError:
        return
    names = dict.fromkeys((*evaluated.given, *evaluated.claim.defaults))
    for name in names:
        if name not in values or values[name].number == 0:
            continue
        quantity = condition.notation[name]
        moved = quantity.symbol
        numbers = {symbol: rational(values[symbol.name].number) for symbol in beyond.free_symbols
                   if symbol != moved and symbol.name in values}
        line = expand(beyond.xreplace({**UNITS_TO_ONE, **numbers}))
        slope = line.coeff(moved, 1)
        rest = line - slope * moved
        bound = expand(-rest / slope) if slope.is_positive or slope.is_negative else None
        if bound is None or not bound.is_Rational:  # with letters that have no value, unless they cancel
            continue
        number, _ = as_fraction(bound)
        operator = condition.operator if slope.is_positive else FLIPPED[condition.operator]
        if quantity.range.contains(number):
            yield Remedy(quantity, operator, number)


def _bounds(evaluated: EvaluatedClaim, condition: Relation) -> Iterator[Remedy]:
    from derivations.study.isolation import isolated  # with SymPy, which most answers do without

    notation, values = condition.notation, evaluated.scenario.values
    names = sorted((s.name for s in condition.symbols if s.name in values),
                   key=lambda name: (name not in evaluated.given, notation.order[name]))
    for name in names:
        quantity = notation[name]
        try:
            bound = isolated(condition, quantity.symbol)
            number = None if bound is None else evaluated.evaluation.size(bound.rhs)
        except UndecidedError:
            continue
        if bound is not None and number is not None and quantity.range.contains(number):
            yield Remedy(quantity, bound.operator, number)


def _size(evaluation: Evaluation, expression: Expr) -> Fraction | None:
    try:
        return evaluation.size(expression)
    except UndecidedError:
        return None


def _outward(number: Fraction, *, up: bool) -> Fraction:
    """The number to four figures, none of the way lost on which it is a bound."""
    if not number:
        return number
    place = Fraction(10) ** (magnitude(number) - _FIGURES + 1)
    whole, rest = divmod(number, place)
    return (whole + (1 if up and rest else 0)) * place


def here_instead(evaluated: EvaluatedClaim) -> NumbersLine | None:
    """The number of another step about the same quantity whose conditions hold here, where those of the result fail."""
    headline = evaluated.headline
    if not evaluated.result.outside:
        return None
    for step in evaluated.derivation.steps:
        if step.subject_name != headline.subject_name or step.within or step.context.limit is not None:
            continue
        if step.verdict.holds and step.relation is not None and step.relation.is_equation:
            line = evaluated.evaluation.line_or_none(step.name)
            if line is not None and line.value is not None and not line.unchecked:
                return line
    return None
