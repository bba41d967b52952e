"""Evaluation: a step of a derivation in a scenario, exactly, with its conditions.

Quantities that the scenario does not value are traced back through definitions, premises and named results, all
of them symbolically, so that what cancels (the number of GPUs, say) need not be known.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace
from fractions import Fraction
from functools import cached_property
from typing import Literal, TypeAlias

from sympy import Expr, Integer, Symbol, ceiling, floor

from derivations.errors import InputError, UndecidedError
from derivations.language.from_sympy import from_sympy
from derivations.language.literal import UNITS_TO_ONE
from derivations.language.printing.text import to_text
from derivations.language.relation import Relation
from derivations.language.tree import names
from derivations.numbers.format import format_number, format_value
from derivations.numbers.numbers_line import NumbersLine
from derivations.numbers.roots import Root
from derivations.numbers.scenario import Scenario
from derivations.numbers.substitution import DIGITS, agree, filled, fraction, gap, holds, rational
from derivations.numbers.tracing import DEFINING, Tracing
from derivations.numbers.unsolved import Solved, solve_in_numbers, without_common_factors
from derivations.numbers.value import Value
from derivations.search.derivation import Derivation
from derivations.search.proof.condition import holds_everywhere
from derivations.search.step import Step

OUTSIDE = "outside the condition"
NO_FORM = "this form does not apply"

_SHOWN = 4  # significant figures of a side of a condition that fails, unless both sides then look the same
_End: TypeAlias = Literal["value", "low", "high"]  # of a root: the number to go on with, or an end of its bracket
_BRACKET: tuple[_End, _End] = ("low", "high")
_OPPOSITE = {"<": ">=", "<=": ">", ">": "<=", ">=": "<"}


class Evaluation:
    """A derivation seen through a scenario.

    Raises `InputError` if a quantity is valued both directly and through its definition, and the two disagree.
    """

    def __init__(
        self, derivation: Derivation, scenario: Scenario, outside: str = OUTSIDE, tracing: Tracing | None = None
    ) -> None:
        self.derivation = derivation
        self.scenario = scenario.fitted(derivation.notation)
        self._outside = outside
        valued = frozenset(self.scenario.values)
        fits = tracing is not None and tracing.derivation is derivation and tracing.known == valued
        self._tracing = tracing if tracing is not None and fits else Tracing(derivation, valued)
        self._known = {
            derivation.notation[name].symbol: rational(value.number)
            for name, value in self.scenario.values.items()
        }
        self._solutions: dict[str, Solved | tuple[str, ...]] = {}
        self._check_agreement()

    def line(self, name: str) -> NumbersLine:
        """The numbers line of a step, by name. Raises `UndecidedError` if the step has no relation or does not hold."""
        step = self.derivation[name]
        if step.relation is None:
            raise UndecidedError(f"step {name!r} has no relation: {step.verdict}")
        if not step.verdict.holds:
            raise UndecidedError(f"step {name!r} does not stand: {step.verdict}")
        item = step.relation
        if step.unknown:
            return self._in_numbers(step)
        quantity = None if step.subject is None else self.derivation.notation[step.subject.name]
        if step.rule in DEFINING and quantity is not None and quantity.name in self.scenario.values:
            own = self.scenario.values[quantity.name]
            return NumbersLine(step.name, item, quantity, own.number, given=True, leaves={quantity.name: own})
        own_symbol = None if step.rule in DEFINING else step.subject
        outside, unchecked = self._conditions(step)
        entering = {n: v for n in sorted(names(item.written.right)) if (v := self.value_of(n, own_symbol)) is not None}
        leaves = self._leaves(item.rhs, own_symbol)
        line = NumbersLine(step.name, item, quantity, outside=outside, unchecked=unchecked, entering=entering,
                           leaves=leaves)
        if outside:
            return line
        number = self._number(item.rhs, own_symbol)
        if isinstance(number, tuple):
            return replace(line, missing=number)
        if number is None:
            return replace(line, undefined="no value here: the formula divides by zero or leaves the real numbers")
        value, exact = fraction(number)
        if quantity is not None and item.is_equation and not quantity.range.contains(value):
            shown = format_value(value, quantity.dimension, quantity.unit)
            reason = f"no value here: {quantity.name} must be {quantity.range.words}, not {shown}"
            return replace(line, undefined=reason)
        exact = exact and not self._is_near(item.rhs, own_symbol)
        return self._shown_in_known(replace(line, value=value, exact=exact), own_symbol)

    def _shown_in_known(self, line: NumbersLine, target: Symbol | None) -> NumbersLine:
        """The line with its numbers in the expanded formula, where its own names quantities that cancel."""
        if names(line.relation.written.right) <= set(line.entering):
            return line
        expanded = from_sympy(self.expanded(line.relation.rhs, target), line.relation.notation.order)
        if not names(expanded) <= set(self.scenario.values):
            return line
        entering = {name: self.scenario.values[name] for name in sorted(names(expanded))}
        return replace(line, filled=expanded, entering=entering)

    def value_of(self, name: str, target: Symbol | None = None) -> Value | None:
        """The value of a quantity: given by the scenario, or traced back; None if something is missing.

        What would be traced back to `target`, the quantity in question, counts as missing.
        """
        if name in self.scenario.values:
            return self.scenario.values[name]
        quantity = self.derivation.notation[name]
        step = self.unsolved.get(quantity.symbol)
        if step is not None and quantity.symbol != target:
            root = self._root(step)
            return None if root is None else Value(root.value, quantity.unit, quantity.dimension, f"from {step.name}")
        if quantity.symbol not in self.definitions:
            return None
        number = self._number(quantity.symbol, target)
        if number is None or isinstance(number, tuple):
            return None
        size, _ = fraction(number)
        defined = self.definitions[quantity.symbol].relation
        return Value(size, quantity.unit, quantity.dimension, f"from {defined}")

    def expanded(self, expression: Expr, target: Symbol | None = None) -> Expr:
        """The expression in quantities that the scenario values, as far as definitions reach, in lowest terms."""
        return self._tracing.expanded(expression, target)

    @property
    def definitions(self) -> Mapping[Symbol, Step]:
        """The step that each quantity without a value is traced back through."""
        return self._tracing.definitions

    @cached_property
    def unsolved(self) -> Mapping[Symbol, Step]:
        """The step that gives each quantity without a closed form, and without a value of its own."""
        steps = (step for step in self.derivation.trace if step.unknown and step.verdict.holds)
        found = {self.derivation.notation[step.unknown].symbol: step for step in reversed(tuple(steps))}
        return {symbol: step for symbol, step in found.items() if symbol not in self._known}

    def size(self, expression: Expr) -> Fraction | None:
        """The value of an expression in base units in the scenario; None where it has none."""
        value = self._number(expression)
        return None if value is None or isinstance(value, tuple) else fraction(value)[0]

    def again(self, scenario: Scenario) -> Evaluation:
        """The same derivation in another scenario; what was traced serves again where the same names have values."""
        return Evaluation(self.derivation, scenario, self._outside, self._tracing)

    def _valued(self, expression: Expr, known: Mapping[Symbol, Expr], target: Symbol | None = None) -> Expr:
        """The expanded expression with numbers put in, as far as they are known."""
        return filled(self.expanded(expression, target).xreplace(UNITS_TO_ONE), known)

    def _in_numbers(self, step: Step) -> NumbersLine:
        """The line of a step that only numbers solve: its one root, or why there is none."""
        assert step.relation is not None
        quantity = self.derivation.notation[step.unknown]
        line = NumbersLine(step.name, step.relation, quantity, exact=False, leaves=self._leaves_of(step))
        solved = self._solved(step)
        if isinstance(solved, tuple):
            return replace(line, missing=solved)
        line = replace(line, numeric=solved)
        if solved.only is None:
            return replace(line, undefined=solved.words)
        outside, unchecked = self._conditions(step)
        if outside:
            return replace(line, outside=outside)
        return replace(line, value=solved.only.value, unchecked=unchecked)

    def _solved(self, step: Step) -> Solved | tuple[str, ...]:
        """The roots of a step without a closed form, or the names that have no value."""
        if step.name not in self._solutions:
            assert step.relation is not None
            quantity = self.derivation.notation[step.unknown]
            self._solutions[step.name] = (quantity.name,)  # an equation that leads back to itself has no value
            difference = without_common_factors(self.expanded(step.lhs - step.rhs, quantity.symbol))
            # what a reader gives for the unknown itself is no part of its equation
            known = {symbol: number for symbol, number in self._known.items() if symbol != quantity.symbol}
            difference = filled(difference.xreplace(UNITS_TO_ONE), known)
            others = difference.free_symbols - {quantity.symbol}
            found = self._found_in_numbers(others)
            missing = tuple(sorted(symbol.name for symbol in others - set(found)))
            bound = self.value_of(quantity.at_most) if quantity.at_most else None
            self._solutions[step.name] = missing or solve_in_numbers(
                step.relation, filled(difference, found), quantity, None if bound is None else bound.number
            )
        return self._solutions[step.name]

    def _root(self, step: Step) -> Root | None:
        """The one root of a step that only numbers solve."""
        solved = self._solved(step)
        return None if isinstance(solved, tuple) else solved.only

    def _is_near(self, expression: Expr, target: Symbol | None = None) -> bool:
        """True if a number behind an expression is a root that is known to many digits and not exactly."""
        for symbol in self.expanded(expression, target).free_symbols & set(self.unsolved) - {target}:
            step = self.unsolved[symbol]
            root = self._root(step)
            if root is not None and (not root.exact or self._is_near(step.lhs - step.rhs, symbol)):
                return True
        return False

    def _found_in_numbers(self, symbols: Iterable[Symbol], end: _End = "value") -> dict[Symbol, Expr]:
        """Those of the symbols that a step without a closed form gives, with their numbers, or an end of their bracket.
        """
        found = {}
        for symbol in symbols:
            root = self._root(self.unsolved[symbol]) if symbol in self.unsolved else None
            if root is not None:
                found[symbol] = rational(getattr(root, end))
        return found

    def _evaluated(self, expression: Expr, target: Symbol | None = None, end: _End = "value") -> Expr:
        """The expression with numbers put in: those that are given, and those that only numbers gave.

        Raises `UndecidedError` where something is rounded one way at one end of a root's bracket, and the other at the
        other.
        """
        value = self._valued(expression, self._known, target)
        symbols = value.free_symbols - {target}
        found = self._found_in_numbers(symbols, end)
        if not found:
            return value
        low, high = (self._found_in_numbers(symbols, bound) for bound in _BRACKET)
        for part in value.atoms(ceiling, floor) if low != high else ():
            if filled(part, low) != filled(part, high):
                raise UndecidedError(f"not told which way to round: {part.args[0]} is too near to a whole number")
        return filled(value, found)

    def _number(self, expression: Expr, target: Symbol | None = None) -> Expr | tuple[str, ...] | None:
        """The number of an expression; the missing names; or None where it has no finite value."""
        value = self._evaluated(expression, target)
        missing = tuple(sorted(symbol.name for symbol in value.free_symbols))
        if missing:
            return missing
        return value if value.is_finite and value.is_real else None

    def _leaves(self, expression: Expr, target: Symbol | None = None) -> dict[str, Value]:
        symbols = self.expanded(expression, target).free_symbols | (expression.free_symbols & set(self._known))
        found = {s.name for s in symbols if s in self._known}
        for symbol in symbols & set(self.unsolved) - {target}:
            found |= set(self._leaves_of(self.unsolved[symbol]))
        return {name: self.scenario.values[name] for name in self.derivation.notation.order if name in found}

    def _leaves_of(self, step: Step) -> dict[str, Value]:
        """The given numbers behind an equation without a closed form."""
        unknown = self.derivation.notation[step.unknown]
        leaves = self._leaves(step.lhs - step.rhs, unknown.symbol)
        return {name: value for name, value in leaves.items() if name != unknown.name}

    def _conditions(self, step: Step) -> tuple[str, tuple[str, ...]]:
        """The message of the first condition that fails, and the conditions that cannot be decided."""
        undecided = []
        for condition in step.conditions:
            left, right = (self._evaluated(side) for side in (condition.lhs, condition.rhs))
            difference = gap(left, right)
            if difference.free_symbols:
                # What is not known may not matter: a common factor of both sides cannot change which is larger.
                if self._everywhere(left, condition.operator, right, condition):
                    continue
                opposite = _OPPOSITE.get(condition.operator)
                if opposite is None or not self._everywhere(left, opposite, right, condition):
                    undecided.append(str(condition))
                    continue
                return self._failure(step, condition), ()
            # a side without a value here fails no condition and meets none
            if not difference.is_comparable or self._hangs_on_digits(condition):
                undecided.append(str(condition))
            elif not holds(difference, condition.operator):
                return self._failure(step, condition), ()
        return "", tuple(undecided)

    def _hangs_on_digits(self, condition: Relation) -> bool:
        """True if a condition holds at one end of a root's bracket and fails at the other."""
        if not self._is_near(condition.difference):
            return False
        sides = ([self._evaluated(side, end=end) for side in (condition.lhs, condition.rhs)] for end in _BRACKET)
        gaps = (gap(left, right) for left, right in sides)
        return len({holds(difference, condition.operator) for difference in gaps}) > 1

    def _everywhere(self, left: Expr, operator: str, right: Expr, condition: Relation) -> bool:
        try:
            return holds_everywhere(Relation(left, operator, right, condition.notation, condition.written))
        except UndecidedError:  # numbers of many digits beside what is not known have no normal form
            return False

    def _failure(self, step: Step, condition: Relation) -> str:
        headline = self.derivation.headline.relation
        is_result = headline is not None and step.relation is not None and step.relation.lhs == headline.lhs
        outside = self._outside if is_result else OUTSIDE
        elsewhere = self._rewritten(step)
        if elsewhere is not None:
            return f"{self._compared(condition, NO_FORM)}; {elsewhere.step} gives {elsewhere.result}"
        return self._compared(condition, outside)

    def _rewritten(self, step: Step) -> NumbersLine | None:
        """The line of the step that a rewrite is another form of, where that has a value and the form has none."""
        if step.rule != "rewrite" or self.derivation[step.inputs[0]].relation is None:
            return None
        line = self.line(step.inputs[0])
        same = step.relation is not None and line.relation.lhs == step.relation.lhs
        return line if same and line.value is not None and not line.unchecked else None

    def _compared(self, condition: Relation, outside: str) -> str:
        """Both sides of a condition that fails."""
        words = {"<": "not below", "<=": "above", ">": "not above", ">=": "below", "=": "not equal to"}
        word = words[condition.operator]
        left, right = (self._side(side, condition, _SHOWN) for side in (condition.lhs, condition.rhs))
        sizes = [self._number(side) for side in (condition.lhs, condition.rhs)]
        if any(size is None or isinstance(size, tuple) for size in sizes):
            quotient = None if condition.rhs == 0 else self._number(condition.lhs / condition.rhs)
            if quotient is None or isinstance(quotient, tuple):
                return f"{outside}: {left} is {word} {right}"
            return f"{outside}: {left} is {word} {right} but {format_number(fraction(quotient)[0])} times as much"
        digits = _SHOWN
        while _shown_size(left) == _shown_size(right) and sizes[0] != sizes[1] and digits < DIGITS:
            digits += 1
            left, right = (self._side(side, condition, digits) for side in (condition.lhs, condition.rhs))
        return f"{outside}: {left} is {word} {right}"

    def _side(self, side: Expr, condition: Relation, digits: int) -> str:
        written = condition.written.left if side == condition.lhs else condition.written.right
        number = self._number(side)
        if number is None or isinstance(number, tuple):
            return to_text(written)
        size, _ = fraction(number)
        if isinstance(side, Integer):
            return str(side)
        units = [condition.notation[s.name] for s in (condition.lhs, condition.rhs) if isinstance(s, Symbol)]
        if isinstance(side, Symbol):
            units.insert(0, condition.notation[side.name])
        if not units:  # what the two sides measure has no name here, and nobody thinks in its units
            return to_text(written)
        return f"{to_text(written)} = {format_value(size, units[0].dimension, units[0].unit, digits)}"

    def _check_agreement(self) -> None:
        for symbol, step in self.definitions.items():
            if symbol not in self._known:
                continue
            others = {key: value for key, value in self._known.items() if key != symbol}
            value = self._valued(step.rhs, others)
            if value.free_symbols or not value.is_finite or not value.is_real or agree(value, self._known[symbol]):
                continue
            quantity = self.derivation.notation[symbol.name]
            size, _ = fraction(value)
            shown = format_value(size, quantity.dimension, quantity.unit)
            used = sorted(s.name for s in self.expanded(step.rhs).free_symbols if s in others)
            makes = f"{', '.join(used)} make{'s' if len(used) == 1 else ''} it {shown}: give one or the other"
            if not used:  # a premise that is a number
                makes = f"{step.name} says that it is {shown}: replace that premise, or leave the value out"
            raise InputError(f"{symbol.name} = {self.scenario.values[symbol.name]} is given, but {makes}")


def _shown_size(side: str) -> str:
    """The number of a side, behind its equals sign."""
    return side.partition(" = ")[2]
