"""Evaluation: a step of a derivation in a scenario, exactly, with its conditions.

Quantities that the scenario does not value are traced back through definitions, premises and named results, all
of them symbolically, so that what cancels (the number of GPUs, say) need not be known.
"""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction

from sympy import Expr, Integer, Rational, Symbol

from derivations.engine.condition import holds_everywhere
from derivations.engine.derivation import Derivation, Step
from derivations.engine.literal import UNITS_TO_ONE, is_unit
from derivations.engine.normal_form import cancelled, equal
from derivations.engine.relation import Relation
from derivations.engine.verdict import Finding
from derivations.engine.written.from_sympy import from_sympy
from derivations.engine.written.nodes import names
from derivations.engine.written.text import to_text
from derivations.errors import InputError, UndecidedError
from derivations.values.format import format_value
from derivations.values.numbers import NumbersLine
from derivations.values.scenario import Scenario
from derivations.values.value import Value

_DIGITS = 30
_DEFINING = ("take", "define", "isolate")


class Evaluation:
    """A derivation seen through a scenario.

    Raises `InputError` if a quantity is valued both directly and through its definition, and the two disagree.
    """

    def __init__(self, derivation: Derivation, scenario: Scenario, outside: str = "outside the condition") -> None:
        self.derivation = derivation
        self.scenario = scenario.fitted(derivation.notation)
        self._outside = outside
        self._definitions = _definitions(derivation)
        self._known = {
            derivation.notation[name].symbol: Rational(value.number.numerator, value.number.denominator)
            for name, value in self.scenario.values.items()
        }
        self._check_agreement()

    def line(self, name: str) -> NumbersLine:
        """The numbers line of a step, by name. Raises `UndecidedError` if the step has no relation or does not hold."""
        step = self.derivation[name]
        if step.relation is None:
            raise UndecidedError(f"step {name!r} has no relation: {step.verdict}")
        if not step.verdict.holds:
            raise UndecidedError(f"step {name!r} does not stand: {step.verdict}")
        item = step.relation
        quantity = (
            self.derivation.notation[item.lhs.name]
            if isinstance(item.lhs, Symbol) and not is_unit(item.lhs)
            else None
        )
        if step.rule in _DEFINING and quantity is not None and quantity.name in self.scenario.values:
            own = self.scenario.values[quantity.name]
            return NumbersLine(step.name, item, quantity, own.number, given=True, leaves={quantity.name: own})
        outside, unchecked = self._conditions(step)
        entering = {n: v for n in sorted(names(item.written.right)) if (v := self.value_of(n)) is not None}
        leaves = self._leaves(item.rhs)
        line = NumbersLine(step.name, item, quantity, outside=outside, unchecked=unchecked, entering=entering,
                           leaves=leaves)  # fmt: skip
        if outside:
            return line
        number = self._number(item.rhs)
        if isinstance(number, tuple):
            return replace(line, missing=number)
        if number is None:
            return replace(line, undefined="no value here: the formula divides by zero or leaves the real numbers")
        value, exact = _fraction(number)
        return self._shown_in_known(replace(line, value=value, exact=exact))

    def _shown_in_known(self, line: NumbersLine) -> NumbersLine:
        """Where a formula names quantities that cancel and have no value, the numbers stand in the expanded one."""
        if names(line.relation.written.right) <= set(line.entering):
            return line
        expanded = from_sympy(self.expanded(line.relation.rhs), line.relation.notation.order)
        if not names(expanded) <= set(self.scenario.values):
            return line
        entering = {name: self.scenario.values[name] for name in names(expanded)}
        return replace(line, filled=expanded, entering=entering)

    def value_of(self, name: str) -> Value | None:
        """The value of a quantity: given by the scenario, or traced back; None if something is missing."""
        if name in self.scenario.values:
            return self.scenario.values[name]
        quantity = self.derivation.notation[name]
        if quantity.symbol not in self._definitions:
            return None
        number = self._number(quantity.symbol)
        if number is None or isinstance(number, tuple):
            return None
        size, _ = _fraction(number)
        return Value(size, quantity.unit, quantity.dimension, f"from {self._definitions[quantity.symbol].relation}")

    def expanded(self, expression: Expr) -> Expr:
        """The expression in quantities that the scenario values, as far as definitions reach, in lowest terms."""
        for _ in range(len(self._definitions) + 1):
            replaceable = {
                symbol: step.rhs
                for symbol, step in self._definitions.items()
                if symbol in expression.free_symbols and symbol not in self._known
            }
            if not replaceable:
                break
            expression = expression.xreplace(replaceable)
        try:
            return cancelled(expression)
        except UndecidedError:
            return expression

    def _number(self, expression: Expr) -> Expr | tuple[str, ...] | None:
        """The number of an expression; the missing names; or None where it has no finite value."""
        value = self.expanded(expression).xreplace(UNITS_TO_ONE).xreplace(self._known)
        missing = tuple(sorted(symbol.name for symbol in value.free_symbols))
        if missing:
            return missing
        return value if value.is_finite and value.is_real else None

    def _leaves(self, expression: Expr) -> dict[str, Value]:
        symbols = self.expanded(expression).free_symbols | (expression.free_symbols & set(self._known))
        found = {s.name for s in symbols if s in self._known}
        return {name: self.scenario.values[name] for name in self.derivation.notation.order if name in found}

    def _conditions(self, step: Step) -> tuple[str, tuple[str, ...]]:
        """The message of the first condition that fails, and the conditions that cannot be decided."""
        undecided = []
        for condition in step.conditions:
            left, right = (
                self.expanded(side).xreplace(UNITS_TO_ONE).xreplace(self._known)
                for side in (condition.lhs, condition.rhs)
            )
            difference = left - right
            if difference.free_symbols:
                numeric = Relation(left, condition.operator, right, condition.notation, condition.written)
                if not holds_everywhere(numeric):
                    undecided.append(str(condition))
                continue
            if not _holds(difference, condition.operator):
                return self._failure(condition), ()
        return "", tuple(undecided)

    def _failure(self, condition: Relation) -> str:
        words = {"<": "not below", "<=": "above", ">": "not above", ">=": "below", "=": "not equal to"}
        return (
            f"{self._outside}: {self._side(condition.lhs, condition)} is {words[condition.operator]} "
            f"{self._side(condition.rhs, condition)}"
        )

    def _side(self, side: Expr, condition: Relation) -> str:
        written = condition.written.left if side == condition.lhs else condition.written.right
        number = self._number(side)
        if number is None or isinstance(number, tuple):
            return to_text(written)
        size, _ = _fraction(number)
        if isinstance(side, Symbol):
            quantity = condition.notation[side.name]
            return f"{side.name} = {format_value(size, quantity.dimension, quantity.unit)}"
        return to_text(written) if not isinstance(side, Integer) else str(side)

    def _check_agreement(self) -> None:
        for symbol, step in self._definitions.items():
            if symbol not in self._known:
                continue
            others = {key: value for key, value in self._known.items() if key != symbol}
            value = self.expanded(step.rhs).xreplace(UNITS_TO_ONE).xreplace(others)
            if value.free_symbols or equal(value, self._known[symbol]):
                continue
            quantity = self.derivation.notation[symbol.name]
            size, _ = _fraction(value)
            used = sorted(s.name for s in self.expanded(step.rhs).free_symbols if s in others)
            raise InputError(
                f"{symbol.name} = {self.scenario.values[symbol.name]} is given, but {', '.join(used)} make it "
                f"{format_value(size, quantity.dimension, quantity.unit)}: give one or the other"
            )


def _definitions(derivation: Derivation) -> dict[Symbol, Step]:
    """What each quantity can be traced back to: the first equation that defines it and needs nothing later."""
    found: dict[Symbol, Step] = {}
    for step in derivation.trace:
        if step.rule not in _DEFINING or not step.verdict.holds or step.verdict.finding is Finding.WAITING:
            continue
        item = step.relation
        if item is not None and item.is_equation and isinstance(item.lhs, Symbol) and item.lhs not in found:
            found[item.lhs] = step
    return found


def _holds(difference: Expr, operator: str) -> bool:
    if not difference.is_comparable:
        return False
    return bool(
        {"=": difference == 0, "<": difference < 0, "<=": difference <= 0, ">": difference > 0, ">=": difference >= 0}[
            operator
        ]
    )


def _fraction(number: Expr) -> tuple[Fraction, bool]:
    """A real SymPy number as a fraction, and whether it is exact."""
    if number.is_Rational:
        return Fraction(int(number.p), int(number.q)), True
    return Fraction(str(number.evalf(_DIGITS))), False
