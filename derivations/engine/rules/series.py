"""sum: a finite sum in closed form, checked by induction."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import ClassVar

import sympy
from sympy import Dummy, Eq, Expr, Integer, Ne, Piecewise, Symbol

from derivations.engine.condition import positive
from derivations.engine.normal_form import ratio
from derivations.engine.obligation import Obligation
from derivations.engine.proof import prove, prove_all, shows
from derivations.engine.quantity import Notation
from derivations.engine.relation import Relation, from_sides
from derivations.engine.rules.base import Checked, Input, Outcome, carried, wrong_shape
from derivations.engine.verdict import Finding, Verdict, all_of, inconclusive, proven
from derivations.errors import DimensionError, InputError, UndecidedError

INDUCTION = "induction"


@dataclass(frozen=True)
class FiniteSum:
    """The sum of `term` over `index` from `first` to `last`, called `named`; `last` counts up with `count`."""

    name: ClassVar[str] = "sum"
    term: Expr
    index: Symbol
    first: Expr
    last: Expr
    count: Symbol
    named: Symbol

    def compute(self, inputs: tuple[Input, ...], notation: Notation) -> tuple[Outcome, ...]:
        """``named = closed form``. Raises `UndecidedError` if SymPy has no closed form."""
        plain = sympy.Symbol(self.index.name, integer=True)
        value = sympy.summation(self.term.xreplace({self.index: plain}), (plain, self.first, self.last))
        conditions: list[Relation] = []
        if value.has(Piecewise):
            value, conditions = self._generic(sympy.piecewise_fold(value), notation)
        if value.has(sympy.Sum):
            raise UndecidedError(f"no closed form for the sum of {self.term}")
        try:
            relation = from_sides(self.named, "=", value, notation)
        except DimensionError:
            raise
        except InputError:  # a closed form in functions that the grammar does not know
            raise UndecidedError(f"no closed form for the sum of {self.term}") from None
        return (Outcome(relation, carried(inputs, conditions)),)

    def check(self, inputs: tuple[Input, ...], outcome: Outcome, notation: Notation) -> Checked:
        """Right for one term, and each further term adds itself; and the closed form is defined."""
        assert outcome.relation is not None
        shape = wrong_shape(outcome.relation, self.named, "=")
        if shape is not None:
            return Checked(shape)
        value = outcome.relation.rhs
        plain = Dummy("n")  # without assumptions, so that the start may lie before the first count
        start = sympy.solve((self.last - self.first).xreplace({self.count: plain}), plain)
        if len(start) != 1 or not start[0].is_Integer or start[0] > 2:
            return Checked(inconclusive(f"{self.last} does not reach {self.first} at the first or second {self.count}"))
        if self.last.xreplace({self.count: self.count + 1}) - self.last != 1:
            return Checked(inconclusive(f"{self.last} does not rise in steps of one"))
        if self.count in self.term.free_symbols | self.first.free_symbols:
            return Checked(inconclusive(f"the terms themselves change with {self.count}"))
        if self.index in self.first.free_symbols | self.last.free_symbols | value.free_symbols:
            return Checked(inconclusive(f"{self.index} occurs outside the sum"))
        following = {self.count: self.count + 1}
        one_term, its_value = self.term.xreplace({self.index: self.first}), value.xreplace({self.count: start[0]})
        added = self.term.xreplace({self.index: self.last.xreplace(following)})
        obligations = (
            Obligation(from_sides(its_value, "=", one_term, notation), outcome.conditions, "right for a single term"),
            Obligation(
                from_sides(value.xreplace(following) - value, "=", added, notation),
                outcome.conditions,
                "each further term adds itself",
            ),
        )
        verdict = all_of([prove_all(obligations), self._is_defined(value, outcome, notation)])
        return Checked(proven(INDUCTION) if verdict.finding is Finding.PROVEN else verdict, obligations)

    def _is_defined(self, value: Expr, outcome: Outcome, notation: Notation) -> Verdict:
        """The closed form has a value wherever its conditions hold: its denominator has one sign there."""
        denominator = ratio(value)[1]
        zero, found = Integer(0), []
        for operator in (">", "<"):
            found.append(prove(Obligation(from_sides(denominator, operator, zero, notation), outcome.conditions)))
        for verdict in found:
            if verdict.finding is Finding.PROVEN:
                return verdict
        for verdict in found:
            point = {symbol: verdict.counterexample.get(symbol.name) for symbol in denominator.free_symbols}
            if None not in point.values() and denominator.xreplace(point) == 0:
                return replace(verdict, reason=f"no value where {denominator} is zero")
        return inconclusive(f"not shown that {denominator} is never zero")

    def _generic(self, value: Expr, notation: Notation) -> tuple[Expr, list[Relation]]:
        """The case that is left when special values are excluded, and the conditions that exclude them."""
        cases = value.args if isinstance(value, Piecewise) else ()
        found: list[Relation] = []
        for branch, condition in cases:
            if condition == sympy.true:
                return branch, found
            if isinstance(condition, Ne):
                return branch, [*found, *self._apart(condition.lhs - condition.rhs, notation)]
            if not isinstance(condition, Eq):
                break
            found += self._apart(condition.lhs - condition.rhs, notation)
        raise UndecidedError(f"the sum of {self.term} has several cases: {value}")

    def _apart(self, difference: Expr, notation: Notation) -> list[Relation]:
        """The condition that a difference is not zero, where it has one sign otherwise; none if it never is zero."""
        zero = Integer(0)
        for sign, strict, weak in ((-1, "<", "<="), (1, ">", ">=")):
            if shows(Obligation(from_sides(difference, strict, zero, notation), ())).holds:
                return []
            if shows(Obligation(from_sides(difference, weak, zero, notation), ())).holds:
                return list(positive(sign * difference, notation))
        raise UndecidedError(f"the sum of {self.term} is another one where {difference} is zero")
