"""sum: a finite sum in closed form, checked by induction."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

import sympy
from sympy import Expr, Ne, Piecewise, Symbol

from derivations.engine.normal_form import equal
from derivations.engine.quantity import Notation
from derivations.engine.relation import Relation, from_sides
from derivations.engine.rules.base import Checked, Input, Outcome, carried
from derivations.engine.verdict import inconclusive, proven, refuted
from derivations.errors import UndecidedError

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
        if isinstance(value, Piecewise):
            value, conditions = self._generic(value, notation)
        if value.has(sympy.Sum):
            raise UndecidedError(f"no closed form for the sum of {self.term}")
        return (Outcome(from_sides(self.named, "=", value, notation), carried(inputs, conditions)),)

    def check(self, inputs: tuple[Input, ...], outcome: Outcome, notation: Notation) -> Checked:
        """Right for one term, and each further term adds itself."""
        assert outcome.relation is not None
        value = outcome.relation.rhs
        start = sympy.solve(self.last - self.first, self.count)
        if len(start) != 1:
            return Checked(inconclusive(f"{self.last} does not reach {self.first} at one {self.count}"))
        base = value.xreplace({self.count: start[0]})
        following = {self.count: self.count + 1}
        added = self.term.xreplace({self.index: self.last.xreplace(following)})
        if not equal(base, self.term.xreplace({self.index: self.first})):
            return Checked(refuted("wrong for a single term", None, INDUCTION))
        if not equal(value.xreplace(following) - value, added):
            return Checked(refuted("one more term does not add itself", None, INDUCTION))
        return Checked(proven(INDUCTION))

    def _generic(self, value: Piecewise, notation: Notation) -> tuple[Expr, list[Relation]]:
        for branch, condition in value.args:
            if isinstance(condition, Ne):
                left, right = condition.lhs, condition.rhs
                if right.is_Symbol:
                    left, right = right, left
                if left.is_Symbol and right == 1 and notation[left.name].domain == "fraction":
                    return branch, [from_sides(left, "<", right, notation)]
        # the branch that is left when the special values are excluded
        special = [condition for _, condition in value.args if isinstance(condition, sympy.Eq)]
        if len(value.args) == 2 and len(special) == 1 and value.args[1][1] == sympy.true:
            symbol = special[0].lhs
            if symbol.is_Symbol and special[0].rhs == 1 and notation[symbol.name].domain == "fraction":
                return value.args[1][0], [from_sides(symbol, "<", special[0].rhs, notation)]
        raise UndecidedError(f"the sum of {self.term} has several cases: {value}")
