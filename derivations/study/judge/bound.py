"""Bounds that somebody states, beside the number that is derived: tight, weaker by a factor, or wrong by one."""

from __future__ import annotations

from contextlib import suppress
from dataclasses import dataclass
from fractions import Fraction

from sympy import Expr, Rational

from derivations.claim.evaluated_claim import EvaluatedClaim
from derivations.derivation.derivation import Derivation
from derivations.derivation.step import Step
from derivations.errors import DerivationsError, UndecidedError
from derivations.language.relation import Relation, from_sides
from derivations.language.tree import COMPARE
from derivations.numbers.definitions import DEFINING
from derivations.proof.normal_form import equal
from derivations.study.judge.numbers import contrast
from derivations.study.judge.relevant_steps import stated_value
from derivations.study.judge.trials import trial

_UPWARD = (">", ">=")


@dataclass(frozen=True)
class Bound:
    """A bound beside what a step derives, with the numbers here.

    `factor`, at least 1, is how far apart they are, and `below` says that what is stated is the smaller one. With
    `always` that is so whatever the numbers. Where the bound `holds` it is weaker by the factor, else wrong by it.
    `derived` is the number of the step, empty where only the ratio is known; `tighter` is a bound that follows as well.
    """

    step: Step | None
    factor: Fraction
    below: bool
    holds: bool
    always: bool
    derived: str = ""
    tighter: Relation | None = None


def bound_beside(evaluated: EvaluatedClaim, statement: Relation, against: Step | None) -> Bound | None:
    """An inequality beside the step that says what its left side is, or else how far that is bounded.

    None for an equation, and where no number or no ratio above zero is known.

    >>> from derivations import derive, relation
    >>> report = derive("optimal-batch", values={"L": 0})
    >>> statement = relation("B >= r*s/(18*n)", report.derivation.notation)
    >>> bound_beside(report, statement, report.headline).factor
    Fraction(18, 1)
    """
    if statement.is_equation:
        return None
    found = None if against is None else _beside_value(evaluated, statement, against)
    return found or _beside_bound(evaluated, statement)


def tighter_bound(derivation: Derivation, statement: Relation, steps: tuple[Step, ...]) -> Bound | None:
    """A bound that follows from some steps beside the same one without its numeric factor, where that follows, too."""
    factor, rest = statement.rhs.as_coeff_Mul()
    upward = statement.operator in _UPWARD
    if statement.is_equation or not factor.is_Rational or factor <= 0 or (factor < 1) != upward or factor == 1:
        return None
    tighter = from_sides(statement.lhs, statement.operator, rest, statement.notation)
    with suppress(DerivationsError):
        derived = tuple(step for step in steps if step.rule not in DEFINING)
        if trial(derivation, tighter, derived).proven:
            ratio = Fraction(int(factor.p), int(factor.q))
            return Bound(None, max(ratio, 1 / ratio), upward, True, True, tighter=tighter)
    return None


def _beside_value(evaluated: EvaluatedClaim, statement: Relation, step: Step) -> Bound | None:
    """Beside an equation."""
    said = stated_value(step, statement)
    if said is None:
        return None
    found = contrast(evaluated.evaluation, statement, step)
    if found.ratio is None or found.ratio <= 0:
        return None
    left, right = (side.xreplace(dict([said])) for side in (statement.lhs, statement.rhs))
    given = step.rule in DEFINING and said[0].name in evaluated.evaluation.scenario.values
    always = not given and _always(left, right, found.ratio)
    holds = COMPARE[statement.operator](1, found.ratio)
    needless = found.derived.startswith("needs ") or found.said.startswith("needs ")
    return _bound(step, found.ratio, holds, always, "" if needless else found.derived)


def _beside_bound(evaluated: EvaluatedClaim, statement: Relation) -> Bound | None:
    """Beside an inequality of the same direction, a premise or a step."""
    direction = _UPWARD if statement.operator in _UPWARD else ("<", "<=")
    for step in evaluated.derivation:
        if (step.relation is None or not step.verdict.holds or step.rule == "reject" or step.conditions
                or step.lhs != statement.lhs or step.relation.operator not in direction):
            continue
        with suppress(DerivationsError):
            ratio = evaluated.evaluation.size(statement.rhs / step.rhs)
            if ratio is not None and ratio > 0:
                upward = statement.operator in _UPWARD
                if ratio == 1 or (ratio < 1) == upward:  # one beyond it may be right all the same
                    return _bound(step, ratio, True, _always(step.rhs, statement.rhs, ratio))
    return None


def _bound(step: Step, ratio: Fraction, holds: bool, always: bool, derived: str = "") -> Bound:
    return Bound(step, max(ratio, 1 / ratio), ratio < 1, holds, always, derived)


def _always(left: Expr, right: Expr, ratio: Fraction) -> bool:
    """True if two sides are in this ratio whatever the numbers."""
    with suppress(UndecidedError):
        return equal(right, left * Rational(ratio.numerator, ratio.denominator))
    return False
