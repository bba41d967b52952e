"""Conditions on a solution itself, told as conditions on everything else."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace

from sympy import Expr, Symbol

from derivations.engine.attempt import attempt
from derivations.engine.condition import positive
from derivations.engine.elimination import fact_of
from derivations.engine.obligation import Obligation
from derivations.engine.proof import prove, prove_all
from derivations.engine.quantity import Notation
from derivations.engine.relation import FLIPPED, Relation, from_sides
from derivations.engine.rules import Solve
from derivations.engine.rules.base import Input
from derivations.engine.step import Step
from derivations.engine.time_limit import RULE_SECONDS
from derivations.engine.verdict import Finding, all_of
from derivations.errors import UndecidedError


def settled(step: Step, solved: Symbol, former: Expr, through: Sequence[Relation] = ()) -> Step:
    """The step with conditions that name what it solves for replaced by what they come to there.

    ``L < L_x`` says nothing more once ``L`` is solved for: it holds of every solution, or it asks something of the
    other quantities. `through` are equations by which a condition may rest on what is solved for. Each condition is
    told as a bound on `former`, the result that was turned round, where it is one. New and old conditions are shown to
    imply each other beside the solution; where that is not shown the step stays as it is.
    """
    relation = step.relation
    if relation is None or relation.lhs != solved or not relation.is_equation or not step.verdict.holds:
        return step
    try:
        with attempt(RULE_SECONDS):
            conditions = _without_implied(
                _bound(part, former, relation.notation)
                for condition in step.conditions
                for part in _put_in(condition, relation, through)
            )
            given = (relation, *through)
            obligations = (
                *(Obligation(new, (*given, *step.conditions), "no stronger than it was") for new in conditions),
                *(Obligation(old, (*given, *conditions), "no condition is lost") for old in step.conditions),
            )
            shown = prove_all(obligations)
    except UndecidedError:
        return step
    if shown.finding is not Finding.PROVEN:
        return step
    return replace(
        step, conditions=conditions, verdict=all_of([step.verdict, shown]) if obligations else step.verdict,
        obligations=(*step.obligations, *obligations),
    )  # fmt: skip


def _put_in(condition: Relation, solution: Relation, through: Sequence[Relation]) -> tuple[Relation, ...]:
    """What a condition asks once the solution is put in."""
    if condition.is_equation:
        return (condition,)
    fact = fact_of(condition)
    for _ in through:
        fact = fact.replaced({item.lhs: item.rhs for item in through})
    if solution.lhs not in fact.expression.free_symbols:
        return (condition,)
    fact = fact.replaced({solution.lhs: solution.rhs})
    return positive(fact.expression, condition.notation, strict=fact.strict)


def _bound(condition: Relation, former: Expr, notation: Notation) -> Relation:
    """A condition as a bound on the former result, where it is linear in it."""
    if condition.lhs == 0:  # "L > 0" can be told with its number: L = 0 is not above 0
        condition = from_sides(condition.rhs, FLIPPED[condition.operator], condition.lhs, notation)
    if not isinstance(former, Symbol) or former not in condition.symbols:
        return condition
    try:
        bound = Solve(former).compute((Input("condition", condition),), notation)[0].relation
    except UndecidedError:
        return condition
    return condition if bound is None or former in bound.rhs.free_symbols else bound


def _without_implied(conditions: Iterable[Relation]) -> tuple[Relation, ...]:
    kept = list(dict.fromkeys(conditions))
    for condition in tuple(kept):
        others = tuple(other for other in kept if other != condition)
        if others and prove(Obligation(condition, others)).finding is Finding.PROVEN:
            kept.remove(condition)
    return tuple(kept)
