"""Formulas in numbers as SymPy has them: traced back symbolically, where the written form alone does not tell.

Powers of many digits, equations without a closed form, functions, what is not known and cancels.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping
from dataclasses import replace
from fractions import Fraction
from functools import cached_property, lru_cache
from typing import Literal, TypeAlias

from sympy import Expr, Pow, Symbol, cancel, ceiling, floor

from derivations.derivation.derivation import Derivation
from derivations.derivation.step import Step
from derivations.errors import UndecidedError
from derivations.language.from_sympy import from_sympy
from derivations.language.literal import UNITS_TO_ONE
from derivations.language.relation import OPPOSITE, Relation
from derivations.language.tree import Node, names
from derivations.numbers.numbers_line import Amount
from derivations.numbers.roots import Root
from derivations.numbers.scenario import Scenario
from derivations.numbers.substitution import agree, as_fraction, exactly_filled, filled, gap, holds, rational
from derivations.numbers.tracing import Tracing
from derivations.numbers.unsolved import Solved, solve_in_numbers, turns_upward, without_common_factors
from derivations.numbers.written import keep_some
from derivations.proof.condition import holds_everywhere

_End: TypeAlias = Literal["value", "low", "high"]  # of a root: the number to go on with, or an end of its bracket
_BRACKET: tuple[_End, _End] = ("low", "high")
_DEGREE = 1000  # of polynomials that are brought to lowest terms


class Traced:
    """The expressions of a derivation in a scenario that fits its notation.

    `tracing` traces where given names have values; `plain` gives the numbers of defined quantities that fractions hold,
    but of those that would be traced back to a target; `kept` has what numbers found, also in other scenarios.
    """

    def __init__(
        self, derivation: Derivation, scenario: Scenario, tracing: Callable[[frozenset[str]], Tracing],
        plain: Callable[[str], Mapping[str, Fraction]], kept: dict[tuple[object, ...], Solved],
    ) -> None:
        self.derivation = derivation
        self.scenario = scenario
        self.tracing = tracing(frozenset(scenario.values))
        self._tracing_with, self._plain, self._kept = tracing, plain, kept
        self._begun: dict[Symbol | None, tuple[Tracing, Mapping[Symbol, Expr]]] = {}
        self._known = {
            derivation.notation[name].symbol: rational(value.number) for name, value in scenario.values.items()
        }
        self._kept = kept
        self._solutions: dict[str, Solved | tuple[str, ...]] = {}

    def expanded(self, expression: Expr, target: Symbol | None = None) -> Expr:
        """The expression in quantities that the scenario values, as far as definitions reach, in lowest terms."""
        return self.tracing.expanded(expression, target)

    @cached_property
    def unsolved(self) -> Mapping[Symbol, Step]:
        """The step that gives each quantity without a closed form, and without a value of its own."""
        steps = (step for step in self.derivation.trace if step.unknown and step.verdict.holds)
        found = {self.derivation.notation[step.unknown].symbol: step for step in reversed(tuple(steps))}
        return {symbol: step for symbol, step in found.items() if symbol not in self._known}

    def size(self, expression: Expr) -> Fraction | None:
        """The value of an expression in base units in the scenario; None where it has none."""
        value = self._number(expression)
        return None if value is None or isinstance(value, tuple) else as_fraction(value)[0]

    def amount(self, expression: Expr, target: Symbol | None = None) -> Amount | tuple[str, ...] | None:
        """The number of an expression; the missing names; or None where it has no finite value."""
        value = self._number(expression, target)
        if value is None or isinstance(value, tuple):
            return value
        size, exact = as_fraction(value)
        return Amount(size, exact and not self._is_near(expression, target))

    def approached(self, expression: Expr, symbol: Symbol, target: Symbol | None = None) -> Amount | None:
        """What an expression goes to as one given quantity goes to its number, where it is a quotient of polynomials.

        In lowest terms such a quotient has its limit as its value.
        """
        others = {each: number for each, number in self._known.items() if each != symbol}
        value = self._valued(expression, others, target)
        degrees = [part.exp for part in value.atoms(Pow)]
        if value.free_symbols != {symbol} or not all(each.is_Integer and abs(each) <= _DEGREE for each in degrees):
            return None
        found = cancel(value).subs(symbol, self._known[symbol])
        return Amount(as_fraction(found)[0]) if found.is_Rational else None

    def _size_of(self, name: str) -> Fraction | None:
        """The number of a quantity: given, a root, or traced back."""
        if name in self.scenario.values:
            return self.scenario.values[name].number
        symbol = self.derivation.notation[name].symbol
        if symbol in self.unsolved:
            root = self.root(self.unsolved[symbol])
            return None if root is None else root.value
        return self.size(symbol) if symbol in self.tracing.definitions else None

    def exact(self, expression: Expr, target: Symbol | None = None) -> Expr:
        """The expression with the given numbers put in, and nothing rounded; what has no value stays a symbol."""
        return exactly_filled(_without_units(self.expanded(expression, target)), self._known)

    def in_numbers(self, expression: Expr, *, but: Collection[str]) -> Expr:
        """The same, but for some quantities, which stay symbols."""
        known = {symbol: number for symbol, number in self._known.items() if symbol.name not in but}
        return exactly_filled(_without_units(self.expanded(expression)), known)

    def _valued(self, expression: Expr, known: Mapping[Symbol, Expr], target: Symbol | None = None) -> Expr:
        """The expanded expression with numbers put in, as far as they are known."""
        return filled(_without_units(self.expanded(expression, target)), known)

    def _begin(self, target: Symbol | None) -> tuple[Tracing, Mapping[Symbol, Expr]]:
        """What traces back to numbers, and these: what is given, and what is defined and fractions hold.

        Formulas are short so, and only what fractions do not hold is left to SymPy.
        """
        if target not in self._begun:
            plain = self._plain("" if target is None else target.name)
            found = {self.derivation.notation[name].symbol: rational(number) for name, number in plain.items()}
            self._begun[target] = self._tracing_with(frozenset(self.scenario.values).union(plain)), {
                **self._known, **found}
        return self._begun[target]

    def solved(self, step: Step) -> Solved | tuple[str, ...]:
        """The roots of a step without a closed form, or the names that have no value."""
        if step.name not in self._solutions:
            assert step.relation is not None
            quantity = self.derivation.notation[step.unknown]
            self._solutions[step.name] = (quantity.name,)  # an equation that leads back to itself has no value
            tracing, numbers = self._begin(quantity.symbol)
            sides = tracing.expanded(step.lhs - step.rhs, quantity.symbol)
            difference = without_common_factors(sides)
            # what a reader gives for the unknown itself is no part of its equation
            known = {symbol: number for symbol, number in numbers.items() if symbol != quantity.symbol}
            difference = filled(_without_units(difference), known)
            others = difference.free_symbols - {quantity.symbol}
            found = self._found_in_numbers(others)
            missing = tuple(sorted(symbol.name for symbol in others - set(found)))
            bound = self._size_of(quantity.at_most) if quantity.at_most else None
            if not missing:
                least = step.rule == "minimise"  # where a slope vanishes at the end of a domain, nothing turns
                parts = None if least else self._written_with(step.relation, {**known, **found}, quantity.symbol)
                difference = filled(difference, found)
                key = step.name, difference, bound, parts
                if key not in self._kept:
                    solved = solve_in_numbers(step.relation, difference, quantity, bound, parts)
                    if least:
                        slope = filled(filled(_without_units(sides), known), found)
                        solved = replace(solved, least=turns_upward(slope, quantity.symbol, solved.roots))
                    keep_some(self._kept, key, solved)
                self._solutions[step.name] = self._kept[key]
            else:
                self._solutions[step.name] = missing
        return self._solutions[step.name]

    def _written_with(self, equation: Relation, known: Mapping[Symbol, Expr], target: Symbol) -> tuple[Expr, ...]:
        """What an equation and the definitions behind it are written with that is not defined everywhere, in numbers.
        """
        tracing, _ = self._begin(target)
        behind = self.tracing.behind((equation.lhs, equation.rhs), target)
        parts = [part for each in (equation, *behind) for part in each.delicate]
        return tuple(exactly_filled(_without_units(tracing.expanded(part, target)), known) for part in parts)

    def root(self, step: Step) -> Root | None:
        """The one root of a step that only numbers solve."""
        solved = self.solved(step)
        return None if isinstance(solved, tuple) else solved.only

    def _is_near(self, expression: Expr, target: Symbol | None = None) -> bool:
        """True if a number behind an expression is a root that is known to many digits and not exactly."""
        for symbol in self.expanded(expression, target).free_symbols & set(self.unsolved) - {target}:
            step = self.unsolved[symbol]
            root = self.root(step)
            if root is not None and (not root.exact or self._is_near(step.lhs - step.rhs, symbol)):
                return True
        return False

    def _found_in_numbers(self, symbols: Iterable[Symbol], end: _End = "value") -> dict[Symbol, Expr]:
        """Those of the symbols that a step without a closed form gives, with their numbers, or an end of their bracket.
        """
        found = {}
        for symbol in symbols:
            root = self.root(self.unsolved[symbol]) if symbol in self.unsolved else None
            if root is not None:
                found[symbol] = rational(getattr(root, end))
        return found

    def _evaluated(self, expression: Expr, target: Symbol | None = None, end: _End = "value") -> Expr:
        """The expression with numbers put in: those that are given, and those that only numbers gave.

        Raises `UndecidedError` where something is rounded one way at one end of a root's bracket, and the other at the
        other.
        """
        tracing, known = self._begin(target)
        value = filled(_without_units(tracing.expanded(expression, target)), known)
        symbols = value.free_symbols - {target}
        found = self._found_in_numbers(symbols, end)
        if not found:
            return value
        low, high = (self._found_in_numbers(symbols, bound) for bound in _BRACKET)
        for part in value.atoms(ceiling, floor) if low != high else ():
            if filled(part, low) != filled(part, high):
                raise UndecidedError(f"cannot tell which way to round: {part.args[0]} is too near to a whole number")
        return filled(value, found)

    def _number(self, expression: Expr, target: Symbol | None = None) -> Expr | tuple[str, ...] | None:
        """The number of an expression; the missing names; or None where it has no finite value."""
        value = self._evaluated(expression, target)
        missing = tuple(sorted(symbol.name for symbol in value.free_symbols))
        if missing:
            return missing
        return value if value.is_finite and value.is_real else None

    def leaves(
        self, expression: Expr, target: Symbol | None = None, seen: frozenset[Symbol] = frozenset()
    ) -> frozenset[str]:
        """The names of the given numbers behind an expression.

        `seen` are the unknowns on the way here: an equation for one of them that another equation leads back to has
        been looked into already.
        """
        symbols = self.expanded(expression, target).free_symbols | (expression.free_symbols & set(self._known))
        found = {s.name for s in symbols if s in self._known}
        for symbol in symbols & set(self.unsolved) - {target} - seen:
            found |= self.leaves_of(self.unsolved[symbol], seen)
        return frozenset(found)

    def leaves_of(self, step: Step, seen: frozenset[Symbol] = frozenset()) -> frozenset[str]:
        """The names of the given numbers behind an equation without a closed form."""
        unknown = self.derivation.notation[step.unknown]
        return self.leaves(step.lhs - step.rhs, unknown.symbol, seen | {unknown.symbol}) - {unknown.name}

    def stands(self, condition: Relation) -> bool | None:
        """True if a condition holds in the scenario, False if it fails; None where that cannot be told."""
        left, right = (self._evaluated(side) for side in (condition.lhs, condition.rhs))
        difference = gap(left, right)
        if difference.free_symbols:
            # What is not known may not matter: a common factor of both sides cannot change which is larger.
            if self._everywhere(left, condition.operator, right, condition):
                return True
            opposite = OPPOSITE.get(condition.operator)
            return None if opposite is None or not self._everywhere(left, opposite, right, condition) else False
        # a side without a value here fails no condition and meets none
        if not difference.is_comparable or self._hangs_on_digits(condition):
            return None
        return holds(difference, condition.operator)

    def disagreement(self, step: Step) -> tuple[Fraction, frozenset[str]] | None:
        """The number that the definition of a given quantity makes it, and the names behind; None if they agree."""
        assert step.subject is not None
        others = {symbol: value for symbol, value in self._known.items() if symbol != step.subject}
        value = self._valued(step.rhs, others)
        if value.free_symbols or not value.is_finite or not value.is_real or agree(value, self._known[step.subject]):
            return None
        behind = self.expanded(step.rhs).free_symbols & set(others)
        return as_fraction(value)[0], frozenset(symbol.name for symbol in behind)

    def in_known(self, relation: Relation, target: Symbol | None) -> Node | None:
        """The right side of a relation in quantities with values; None where it has others."""
        expanded = from_sympy(self.expanded(relation.rhs, target), relation.notation.order)
        return expanded if names(expanded) <= set(self.scenario.values) else None

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


@lru_cache(maxsize=8192)
def _without_units(expression: Expr) -> Expr:
    """The expression with base units set to one; kept, as every scenario asks for it."""
    return expression.xreplace(UNITS_TO_ONE)
