"""sum: a finite sum in closed form, checked by induction."""

from __future__ import annotations

from dataclasses import dataclass, replace
from fractions import Fraction
from typing import ClassVar

import sympy
from sympy import Add, Dummy, Eq, Expr, Integer, Ne, Piecewise, Symbol

from derivations.derivation.rules.base import (
    Checked,
    Input,
    Outcome,
    Ways,
    another,
    beside,
    carried,
    discharged,
    inside_domain,
    lies_within,
    require_whole,
    to_lie_within,
    wrong_shape,
)
from derivations.errors import DimensionError, InputError, UndecidedError
from derivations.language.counting import CountedSum, index_symbol, series_parts
from derivations.language.quantity import Notation
from derivations.language.relation import Relation, from_sides
from derivations.language.to_sympy import to_sympy
from derivations.language.tree import Call, Name, Node, Number
from derivations.proof.condition import positive
from derivations.proof.elimination import fact_of
from derivations.proof.normal_form import lowest_terms
from derivations.proof.obligation import Obligation
from derivations.proof.prove import known_sign, prove, prove_all, shows
from derivations.proof.sign import Sign
from derivations.proof.verdict import Finding, Verdict, all_of, inconclusive, proven
from derivations.proof.worker import by_sympy

INDUCTION = "induction"
_FEW = 4  # operations in terms whose sum takes SymPy a moment
_MOST_AT_ONCE = 12  # terms before the first count


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
        term = self.term.xreplace({self.index: plain})
        value = by_sympy(_FEW, sympy.summation, term, (plain, self.first, self.last))
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
        require_whole(value, self.named.name, notation, whole=bool(term.is_integer))
        within = to_lie_within(self._ways(value, notation), tuple(conditions), notation)
        return (Outcome(relation, carried(inputs, (*conditions, *within))),)

    def _ways(self, value: Expr, notation: Notation) -> Ways:
        """What may show that the sum lies in the domain of its name: the closed form, or the terms that it has.

        Lemma: what holds of m + 1 for every whole number m from 0 holds of every count from 1.
        """
        closed = inside_domain(value, self.named.name, notation), ()
        # between whole numbers only the closed form says what it is
        if not (notation[self.count.name].range.whole and notation[self.index.name].range.whole):
            return (closed,)
        index, own = index_symbol(self.index.name), notation[self.count.name]
        other, *_ = another(own.name, notation)
        wide = notation.extended([replace(other, domain="whole", at_most="")])
        counted = wide[other.name].symbol + (0 if own.range.contains(0) else 1)
        last = self.last.xreplace({self.count: counted})
        terms = CountedSum(self.term.xreplace({self.index: index}), (index, self.first, last))
        return closed, (inside_domain(terms, self.named.name, wide), ())

    def without_domain(self, outcome: Outcome, notation: Notation) -> tuple[Relation, ...]:
        """The conditions under which the closed form is shown; others may say when it is a value of what it is called.
        """
        assert outcome.relation is not None
        limits = inside_domain(outcome.relation.rhs, self.named.name, notation)
        facts = map(fact_of, limits)
        domain = {each for fact in facts for each in positive(fact.expression, notation, strict=fact.strict)}
        return tuple(each for each in outcome.conditions if each not in domain or self.count not in each.symbols)

    def check(self, inputs: tuple[Input, ...], outcome: Outcome, notation: Notation) -> Checked:
        """Right for the least count, and each further term adds itself; and the closed form is defined."""
        assert outcome.relation is not None
        shape = wrong_shape(outcome.relation, self.named, "=")
        if shape is not None:
            return Checked(shape)
        value = outcome.relation.rhs
        plain = Dummy("n")  # without assumptions, so that the start may lie before the first count
        start = by_sympy(_FEW, sympy.solve, (self.last - self.first).xreplace({self.count: plain}), plain)
        own = notation[self.count.name].range
        if not own.limits:
            return Checked(inconclusive(f"{self.count} is {own.words} and counts from no first number"))
        operator, least = own.limits[0]
        least += operator == ">"  # only whole numbers count, also of what may be any number
        late = len(start) == 1 and start[0].is_Integer and start[0] > least + 1  # a shorter sum is no longer one step
        if len(start) != 1 or not start[0].is_Integer or late:
            return Checked(inconclusive(f"{self.last} does not reach {self.first} at the first or second {self.count}"))
        if least - start[0] >= _MOST_AT_ONCE:
            return Checked(inconclusive(f"too many terms at the first {self.count} to add them up one by one"))
        if self.last.xreplace({self.count: self.count + 1}) - self.last != 1:
            return Checked(inconclusive(f"{self.last} does not rise in steps of one"))
        if self.count in self.term.free_symbols | self.first.free_symbols:
            return Checked(inconclusive(f"the terms themselves change with {self.count}"))
        conditions = self.without_domain(outcome, notation)
        if any(self.count in condition.symbols for condition in conditions):
            return Checked(inconclusive(f"a condition on {self.count} interrupts the steps from one to the next"))
        if self.index in self.first.free_symbols | self.last.free_symbols | value.free_symbols:
            return Checked(inconclusive(f"{self.index} occurs outside the sum"))
        following = {self.count: self.count + 1}
        # steps are shown from the first count on, so what the sum starts with are all terms that it has there
        begin = max(start[0], Integer(least))
        terms = [self.term.xreplace({self.index: self.first + turn}) for turn in range(int(begin - start[0]) + 1)]
        first_terms, its_value = Add(*terms), value.xreplace({self.count: begin})
        added = self.term.xreplace({self.index: self.last.xreplace(following)})
        obligations = (
            Obligation(from_sides(its_value, "=", first_terms, notation), conditions, "right for the first"),
            Obligation(
                from_sides(value.xreplace(following) - value, "=", added, notation),
                conditions,
                "each further term adds itself",
            ),
        )
        verdict = all_of([prove_all(obligations), self._is_defined(value, conditions, notation)])
        if verdict.finding is not Finding.PROVEN:
            return Checked(verdict, obligations)
        within = discharged(lies_within(self._ways(value, notation), outcome.conditions))
        return beside(Checked(proven(INDUCTION), obligations), within)

    def _is_defined(self, value: Expr, conditions: tuple[Relation, ...], notation: Notation) -> Verdict:
        """The closed form has a value wherever its conditions hold: its denominator has one sign there."""
        denominator = lowest_terms(value)[1]
        zero, found = Integer(0), []
        for operator in (">", "<"):
            found.append(prove(Obligation(from_sides(denominator, operator, zero, notation), conditions)))
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


def require_counted(term: Node, index: str, first: Expr, notation: Notation) -> None:
    """Raise `InputError` for terms that are others below the numbers that the index, as a quantity, can be.

    For every k from 1, SymPy makes k of sqrt(k^2); in a sum from -2 on it is not.
    """
    own, zero = notation[index], Number(Fraction(0))
    whole = replace(notation, quantities=tuple(replace(q, domain="whole") if q == own else q for q in notation))
    counted, counting, *_ = series_parts(to_sympy(Call("sum", (term, Name(index), zero, zero)), whole))
    if to_sympy(term, notation).xreplace({own.symbol: counting}) == counted:
        return
    for operator, limit in own.range.limits:
        reached = (Sign.POSITIVE,) if operator == ">" else (Sign.POSITIVE, Sign.NONNEGATIVE, Sign.ZERO)
        if operator != "<=" and known_sign(first - limit) not in reached:
            raise InputError(f"{index} counts from {first}, and is {own.range.words}: its terms may be others there")
