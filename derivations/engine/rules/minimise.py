"""minimise: the smallest value of one quantity at which another is least, or the news that there is none."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from sympy import Expr, Integer, Max, Min, Symbol

from derivations.engine.counterexample import METHOD as COUNTEREXAMPLE
from derivations.engine.counterexample import find_counterexample
from derivations.engine.elimination import Fact, fact_of
from derivations.engine.normal_form import cancelled, vanishes
from derivations.engine.obligation import Obligation
from derivations.engine.proof import known_sign, prove, prove_all
from derivations.engine.quantity import Notation, Quantity
from derivations.engine.relation import Relation, from_sides
from derivations.engine.rules.base import Checked, Input, Outcome, carried
from derivations.engine.rules.calculus import derivative
from derivations.engine.rules.regimes import extremum_of
from derivations.engine.rules.solve import Solve
from derivations.engine.sign import Sign
from derivations.engine.verdict import Finding, all_of, inconclusive, refuted
from derivations.errors import UndecidedError

MONOTONE = "sign of the derivative"


@dataclass(frozen=True)
class Minimise:
    """The smallest `over` that minimises the right side of the first input."""

    name: ClassVar[str] = "minimise"
    over: Symbol

    def compute(self, inputs: tuple[Input, ...], notation: Notation) -> tuple[Outcome, ...]:
        """``over = ...`` with its conditions, or no relation and a note where there is no finite optimum.

        Candidates are the points where branches cross and where a branch is stationary; the one that passes the
        check is the answer. Raises `UndecidedError` if none does and the function is not monotone either.
        """
        function = inputs[0].relation.rhs
        if self.over not in function.free_symbols:
            raise UndecidedError(f"{inputs[0].relation} does not depend on {self.over}")
        branches = self._branches(inputs[0].relation)
        for outcome in self._candidates(branches, inputs, notation):
            if self.check(inputs, outcome, notation).verdict.finding is Finding.PROVEN:
                return (outcome,)
        verdict = self._monotone(inputs)
        if verdict is None:
            raise UndecidedError(f"no minimum of {inputs[0].relation} over {self.over} could be shown")
        return (Outcome(None, (), verdict),)

    def check(self, inputs: tuple[Input, ...], outcome: Outcome, notation: Notation) -> Checked:
        """From the meaning of a minimum: larger before it, no smaller after it."""
        if outcome.relation is None:
            note = self._monotone(inputs)
            if note is None:
                return Checked(inconclusive("not shown to be monotone"))
            return Checked(refuted(note, None, MONOTONE))
        target = inputs[0].relation
        given = (*inputs[0].conditions, *outcome.conditions)
        if target.rhs.has(Max, Min):
            return self._check_at_a_kink(target, outcome.relation, given, notation)
        return self._check_where_smooth(target, outcome.relation, given, notation)

    def _branches(self, target: Relation) -> list[Expr]:
        if not target.rhs.has(Max, Min):
            return [target.rhs]
        extremum = extremum_of(target)
        if not isinstance(extremum, Max):
            raise UndecidedError(f"{target} has a min: split it into regimes first")
        return [cancelled(target.rhs.xreplace({extremum: argument})) for argument in extremum.args]

    def _candidates(self, branches: list[Expr], inputs: tuple[Input, ...], notation: Notation) -> list[Outcome]:
        equations = [(a, b) for place, a in enumerate(branches) for b in branches[place + 1 :]]
        slopes = [(cancelled(derivative(branch, self.over)), Integer(0)) for branch in branches]
        found: list[Outcome] = []
        for left, right in [*equations, *slopes]:
            if vanishes(left - right) or self.over not in (left - right).free_symbols:
                continue
            equation = from_sides(left, "=", right, notation)
            try:
                solved = Solve(self.over).compute((Input("", equation),), notation)
            except UndecidedError:
                continue
            for outcome in solved:
                assert outcome.relation is not None
                found.append(Outcome(outcome.relation, carried(inputs[:1], outcome.conditions)))
        return found

    def _monotone(self, inputs: tuple[Input, ...]) -> str | None:
        """The note for a function that has no smallest minimiser because it only falls, or only rises."""
        target = inputs[0].relation
        facts = [fact_of(condition) for condition in inputs[0].conditions if not condition.is_equation]
        signs = {known_sign(derivative(branch, self.over), facts) for branch in self._branches(target)}
        if signs == {Sign.NEGATIVE}:
            return f"no finite optimum: {target.written_left} falls for every {self.over}, however large"
        if signs == {Sign.POSITIVE}:
            return f"no optimum: {target.written_left} rises for every {self.over}, down to the lowest"
        return None

    def _check_at_a_kink(
        self, target: Relation, result: Relation, given: tuple[Relation, ...], notation: Notation
    ) -> Checked:
        own = notation[self.over.name]
        other = Quantity(f"{own.name}_other", own.unit, f"another value of {own.name}", own.domain)
        wide = notation.extended([other])
        here = {self.over: result.rhs}
        there = {self.over: other.symbol}
        branches = self._branches(target)
        facts = [fact_of(condition) for condition in given if not condition.is_equation]
        lowest = self._value_at(branches, here, facts)
        if lowest is None:
            return Checked(inconclusive("the branch that counts at the optimum is not known"))
        verdicts, kept = [], []
        for side, operator, says in (("<", ">", "larger before it"), (">", ">=", "no smaller after it")):
            beside = from_sides(other.symbol, side, result.rhs, wide)
            options = [
                Obligation(
                    from_sides(branch.xreplace(there), operator, lowest, wide), (*given, beside), says
                )
                for branch in branches
            ]
            found = [(prove(option), option) for option in options]
            shown = [(verdict, option) for verdict, option in found if verdict.finding is Finding.PROVEN]
            if shown:
                verdicts.append(shown[0][0])
                kept.append(shown[0][1])
                continue
            whole = Max(*(branch.xreplace(there) for branch in branches))
            point = find_counterexample(
                Obligation(from_sides(whole, operator, lowest, wide), (*given, beside), says)
            )
            if point is not None:
                return Checked(refuted(f"not {says}", point, COUNTEREXAMPLE))
            verdicts.append(inconclusive(f"not shown: {says}"))
        return Checked(all_of(verdicts), tuple(kept))

    def _value_at(self, branches: list[Expr], here: dict[Symbol, Expr], facts: list[Fact]) -> Expr | None:
        """The value of the largest branch at the candidate."""
        values = [branch.xreplace(here) for branch in branches]
        for value in values:
            if all(
                vanishes(value - other) or known_sign(value - other, facts) in (Sign.POSITIVE, Sign.NONNEGATIVE)
                for other in values
            ):
                return cancelled(value)
        return None

    def _check_where_smooth(
        self, target: Relation, result: Relation, given: tuple[Relation, ...], notation: Notation
    ) -> Checked:
        slope = derivative(target.rhs, self.over)
        zero = Integer(0)
        stationary = from_sides(cancelled(slope), "=", zero, notation)
        convex = from_sides(derivative(slope, self.over), ">", zero, notation)
        obligations = (
            Obligation(stationary, (result, *given), "the slope vanishes there"),
            Obligation(convex, (stationary, *given), "wherever the slope vanishes the curve bends upward"),
        )
        return Checked(prove_all(obligations), obligations)


