"""Steps with their numbers: what `report["step"]` gives, a step that is a number where its scenario has one."""

from __future__ import annotations

from dataclasses import dataclass, field, fields
from fractions import Fraction
from typing import TYPE_CHECKING

from derivations.claim.evaluated_claim import EvaluatedClaim
from derivations.derivation.step import Step
from derivations.errors import UndecidedError
from derivations.numbers.numbers_line import NumbersLine

if TYPE_CHECKING:
    from sympy import Expr


@dataclass(frozen=True, eq=False, repr=False)
class NumberedStep(Step):
    """A step as it is, equal to the step of the derivation, with its number in the scenario of a report."""

    evaluated: EvaluatedClaim | None = field(default=None, repr=False)

    @classmethod
    def of(cls, step: Step, evaluated: EvaluatedClaim) -> NumberedStep:
        """The step with its number in the scenario of that claim."""
        return cls(**{item.name: getattr(step, item.name) for item in fields(Step)}, evaluated=evaluated)

    @property
    def numbers(self) -> NumbersLine:
        """The numbers line of the step; raises `UndecidedError` if the step has no relation."""
        if self.evaluated is None:
            raise UndecidedError(f"step {self.name!r} was taken out of its report")
        return self.evaluated.numbers(self.name)

    @property
    def value(self) -> Fraction:
        """The number in `unit`, exact where the formula is; raises `UndecidedError` with the reason if there is none.
        """
        line = self.numbers
        if line.in_unit is None:
            raise UndecidedError(f"step {self.name!r} has no number: {line.result}")
        return line.in_unit

    @property
    def exact(self) -> Expr:
        """The number in `unit` as SymPy has it, with nothing rounded: a root or a logarithm stays one.

        Raises `UndecidedError` with the reason if there is none, or if only numbers find it.
        """
        from sympy import Rational

        line = self.numbers
        if self.evaluated is None or line.value is None:
            raise UndecidedError(f"step {self.name!r} has no number: {line.result}")
        factor = Fraction(1) if line.quantity is None else line.quantity.parsed_unit.factor
        return self.evaluated.evaluation.exact(self.name) / Rational(factor.numerator, factor.denominator)

    @property
    def unit(self) -> str:
        """The unit of `value`; empty for a pure number."""
        return self.numbers.unit

    def __float__(self) -> float:
        """The number in `unit`."""
        return float(self.value)

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Step):
            return NotImplemented
        return all(getattr(self, item.name) == getattr(other, item.name) for item in fields(Step) if item.compare)

    __hash__ = Step.__hash__
