"""Remedies: the values at which a condition that fails in a scenario would hold, all other values as they are."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction

from derivations.claim.evaluated_claim import EvaluatedClaim
from derivations.derivation.step import Step
from derivations.errors import UndecidedError
from derivations.language.quantity import Quantity
from derivations.language.relation import Relation
from derivations.language.tree import COMPARE
from derivations.numbers.format import format_value
from derivations.numbers.rounding import magnitude

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
    quantity that stands alone on a side with a value: its message has the bound already.

    >>> from derivations import derive
    >>> report = derive("prefill-decode", values={"y_price": "1.5"})
    >>> [str(item) for item in remedies(report, report.headline)]
    ['y_price >= 1.67', 'n >= 1.113 tokens per sequence', 'B >= 2,226 sequences']
    """
    evaluation = evaluated.evaluation
    for condition in step.conditions:
        sizes = [evaluation.size_of(side) for side in (condition.left, condition.right)]
        if None in sizes or COMPARE[condition.operator](*sizes):
            continue
        if condition.is_equation or {condition.left.name, condition.right.name} & set(evaluated.scenario.values):
            return ()
        return tuple(_bounds(evaluated, condition))[:_MOST]
    return ()


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


def _outward(number: Fraction, *, up: bool) -> Fraction:
    """The number to four figures, none of the way lost on which it is a bound."""
    if not number:
        return number
    place = Fraction(10) ** (magnitude(number) - _FIGURES + 1)
    whole, rest = divmod(number, place)
    return (whole + (1 if up and rest else 0)) * place
