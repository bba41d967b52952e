"""The condition of somebody else's formula, held against the one under which the formula follows."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from enum import StrEnum

from sympy import Expr

from derivations.derivation.derivation import Derivation
from derivations.derivation.step import Step
from derivations.language.relation import FLIPPED, OPPOSITE, Relation, from_sides
from derivations.proof.verdict import CONTRADICTION, Finding, Verdict
from derivations.study.judge.numbers import Sides
from derivations.study.judge.reach import Reach, unspoken
from derivations.study.judge.trials import trial

_NEARLY = {">=": ">", "<=": "<", ">": ">=", "<": "<="}


class Standing(StrEnum):
    """Standing of a condition beside the one under which a formula follows."""

    RIGHT = "right"
    STRONGER = "stronger than needed"
    UNNEEDED = "not needed"
    ENOUGH = "enough"
    WEAKER = "too weak"
    FLIPPED = "sign flipped"
    EXCLUDED = "excluded"
    OTHER = "another one"
    OPEN = "not decided"

    @property
    def suffices(self) -> bool:
        """True if the formula follows where the condition holds."""
        return self in (Standing.RIGHT, Standing.STRONGER, Standing.UNNEEDED, Standing.ENOUGH)


@dataclass(frozen=True)
class JudgedCondition:
    """The condition of a formula, all `relations` together, beside what is `needed`.

    `step` is the step whose condition that is, and `origin` the first step on the way to it that came with one. At
    `point` the condition holds and what is needed does not, and at the point `beyond` it is the other way round. Of the
    quantity `unspoken` the condition says nothing, though what is needed bounds it. `here` has the numbers of the
    condition, and `reach` how far it reaches with them. It is `alone` where the formula that was judged is nothing but
    the condition.
    """

    relations: tuple[Relation, ...]
    standing: Standing
    needed: tuple[Relation, ...] = ()
    step: Step | None = None
    origin: Step | None = None
    point: Mapping[str, Expr] = field(default_factory=dict)
    beyond: Mapping[str, Expr] = field(default_factory=dict)
    unspoken: str = ""
    here: tuple[Sides, ...] = ()
    reach: tuple[Reach, ...] = ()
    alone: bool = False


def judged_condition(
    derivation: Derivation, given: tuple[Relation, ...], needed: tuple[Relation, ...], step: Step | None = None
) -> JudgedCondition:
    """A condition beside the one that is needed, which a step came with or which was found for it.

    >>> from derivations import derive, relation
    >>> derivation = derive("optimal-batch").derivation
    >>> step = derivation["balance-batch"]
    >>> flipped = relation("L > L_kv*(1 + L/L_attn)", derivation.notation)
    >>> judged_condition(derivation, (flipped,), step.conditions, step).standing.value
    'sign flipped'
    """
    if not needed:
        return JudgedCondition(given, Standing.UNNEEDED, step=step)
    standing, point, beyond = _compared(derivation, given, needed)
    if not standing.suffices and _is_flipped(derivation, given, needed, excluded=standing is Standing.EXCLUDED):
        standing = Standing.FLIPPED
    origin = _origin(derivation, step) if step is not None and needed == step.conditions else None
    silent = unspoken(derivation, given, needed) if standing is Standing.OTHER else ""
    return JudgedCondition(given, standing, needed, step, origin, point, beyond, silent)


def condition_of(derivation: Derivation, statement: Relation) -> JudgedCondition | None:
    """An inequality as the condition of a step, right or with its sign flipped; None if it is neither."""
    if statement.is_equation:
        return None
    steps = [step for step in derivation.steps if step.verdict.holds and step.conditions]
    once = {step.conditions: step for step in reversed(steps)}  # of several with the same condition the first
    direct = [step for step in once.values() if set().union(*(c.symbols for c in step.conditions)) == statement.symbols]
    direct.sort(key=lambda step: step.name != derivation.headline.name)
    found = [replace(judged_condition(derivation, (statement,), step.conditions, step), alone=True) for step in direct]
    right = next((item for item in found if item.standing is Standing.RIGHT), None)
    if right is not None or any(item.standing in (Standing.STRONGER, Standing.WEAKER) for item in found):
        return right  # of two branches each has the other's condition with its sign flipped
    return next((item for item in found if item.standing is Standing.FLIPPED), None)


def _compared(
    derivation: Derivation, given: tuple[Relation, ...], needed: tuple[Relation, ...]
) -> tuple[Standing, Mapping[str, Expr], Mapping[str, Expr]]:
    """The standing, with a point where only the condition holds, and one where only what is needed does."""
    enough = _all_follow(derivation, needed, given)
    if enough.reason == CONTRADICTION or any(_excludes(derivation, needed, item) for item in given):
        return Standing.EXCLUDED, {}, {}
    back = _all_follow(derivation, given, needed)
    if enough.shown:
        return _standing_of(back), {}, back.counterexample
    if enough.finding is not Finding.REFUTED:
        return Standing.OPEN, {}, {}
    return (Standing.WEAKER if back.shown else Standing.OTHER), enough.counterexample, back.counterexample


def _standing_of(back: Verdict) -> Standing:
    """The standing of a condition that is enough: `back` says whether it follows from what is needed."""
    if back.shown:
        return Standing.RIGHT
    return Standing.STRONGER if back.finding is Finding.REFUTED else Standing.ENOUGH


def _all_follow(derivation: Derivation, goals: Iterable[Relation], given: tuple[Relation, ...]) -> Verdict:
    """The verdict on goals that must all follow from what is given beside the premises; the first that fails, if any.
    """
    found = [trial(derivation, goal, (), given).verdict for goal in goals]
    return min(found, key=lambda verdict: verdict.shown)


def _excludes(derivation: Derivation, needed: tuple[Relation, ...], item: Relation) -> bool:
    """True if nothing satisfies a relation where others hold."""
    opposites = ("<", ">") if item.is_equation else (OPPOSITE[item.operator],)
    return any(
        trial(derivation, from_sides(item.lhs, operator, item.rhs, item.notation), (), needed).proven
        for operator in opposites
    )


def _is_flipped(
    derivation: Derivation, given: tuple[Relation, ...], needed: tuple[Relation, ...], *, excluded: bool
) -> bool:
    """True if the condition with one sign flipped is right, or enough where it is `excluded` as it stands; or else if
    it is needed then, though more than that is.

    Where both sides are the same is on the wrong side of a flipped sign as often as not, so that is tried either way.
    """
    for place, item in enumerate(given):
        if item.is_equation:
            continue
        for operator in (FLIPPED[item.operator], _NEARLY[FLIPPED[item.operator]]):
            turned = from_sides(item.lhs, operator, item.rhs, item.notation)
            standing, *_ = _compared(derivation, (*given[:place], turned, *given[place + 1:]), needed)
            if standing is Standing.RIGHT or (excluded and standing is Standing.STRONGER):
                return True
            if standing is Standing.WEAKER and not trial(derivation, turned, ()).proven:  # which says something
                return True
    return False


def without_implied(derivation: Derivation, relations: tuple[Relation, ...]) -> tuple[Relation, ...]:
    """Those of several relations that do not follow from the others."""
    kept = list(relations)
    for item in reversed(relations):
        others = tuple(other for other in kept if other is not item)
        if others and trial(derivation, item, (), others).proven:
            kept = list(others)
    return tuple(kept)


def _origin(derivation: Derivation, step: Step) -> Step | None:
    """The first step behind a step that came with a condition, if it is another."""
    seen, pending = {step.name}, [step]
    while pending:
        for name in pending.pop().inputs:
            if name in derivation and name not in seen:
                seen.add(name)
                pending.append(derivation[name])
    first = next((item for item in derivation if item.name in seen and item.conditions), None)
    return None if first is None or first.name == step.name else first
