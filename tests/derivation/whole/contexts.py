"""Contexts of steps as a checker needs them: what a step supposes, and the limit that it is said in.

What the engine tells of a step is `step.context`. A step without one tells only `within`; then a step that chooses a
value or takes a limit is in a context of its own, as its rule says, and what is built on it is told as if it held in
every state. `inherited` is what a step ought to tell: all that it rests on.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from derivations.derivation.derivation import Derivation
from derivations.derivation.rules.calculus import Limit
from derivations.derivation.step import Step
from derivations.language.literal import is_unit

CHOICES: Mapping[str, str] = {"minimise": "least", "minimise_subject_to": "least", "round_up": "whole"}


@dataclass(frozen=True)
class Arrow:
    """A limit: what goes where, what is held, what stands for its limit, and what is held although it is tied."""

    variable: str
    to: str
    held: frozenset[str]
    moving: frozenset[str]
    holding: tuple[str, ...] = ()
    positive: frozenset[str] = frozenset()  # those that move to a limit which is told to be positive


@dataclass(frozen=True)
class Context:
    """The names of steps that are supposed, with their kinds, and the limit; several limits only where it is wrong."""

    supposed: tuple[tuple[str, str], ...] = ()
    limits: tuple[Arrow, ...] = ()
    holding: frozenset[str] = frozenset()

    def __or__(self, other: Context) -> Context:
        limits = {(each.variable, each.to): each for each in self.limits}
        for each in other.limits:
            own = limits.get((each.variable, each.to))
            limits[each.variable, each.to] = each if own is None else Arrow(
                each.variable, each.to, own.held | each.held, own.moving | each.moving,
                (*own.holding, *each.holding), own.positive | each.positive)
        return Context(tuple(dict.fromkeys((*self.supposed, *other.supposed))), tuple(limits.values()),
                       self.holding | other.holding)

    @property
    def kinds(self) -> frozenset[str]:
        """The kinds of what it tells."""
        return frozenset(kind for _, kind in self.supposed) | ({"limit"} if self.limits else frozenset())


def context_of(step: Step, derivation: Derivation) -> Context:
    """What a step tells of its context."""
    told: Any = getattr(step, "context", None)
    if told is None:
        return _within(step, derivation) | own_context(step, derivation)
    arrow = told.limit
    limits = () if arrow is None else (Arrow(
        str(arrow.variable), str(arrow.to), frozenset(map(str, arrow.held)), frozenset(map(str, arrow.moving)),
        tuple(map(str, arrow.purposely)), frozenset(map(str, arrow.positive))),)
    supposed = tuple((each.name, each.kind) for each in told.suppositions)
    return Context(supposed, limits, _holding(step))


def own_context(step: Step, derivation: Derivation) -> Context:
    """The context that a step adds by its rule."""
    if step.rule in CHOICES:
        return Context(((step.name, CHOICES[step.rule]),), (), _holding(step))
    if step.rule == "boundary":
        return Context(((step.name, "boundary"),))
    if isinstance(step.applied, Limit) and step.relation is not None:
        rule = step.applied
        inputs = [derivation[name] for name in step.inputs]
        letters = {s.name for each in inputs for s in each.rhs.free_symbols if not is_unit(s)}
        moving = frozenset(s.name for s in step.lhs.free_symbols if not is_unit(s))
        held = frozenset(letters - moving - {rule.variable.name} - {s.name for s in rule.written})
        arrow = Arrow(rule.variable.name, "oo" if rule.to_infinity else "0", held, moving,
                      tuple(s.name for s in rule.holding))
        return Context((), (arrow,), _holding(step))
    return Context((), (), _holding(step))


def inherited(step: Step, derivation: Derivation) -> Context:
    """What a step ought to tell: its own context, and all contexts that it rests on."""
    found = _within(step, derivation) | own_context(step, derivation)
    if step.rule == "isolate":
        return Context()
    for name in step.inputs:
        found |= inherited(derivation[name], derivation)
    return found


def _within(step: Step, derivation: Derivation) -> Context:
    return Context(tuple(
        (name, "boundary" if derivation[name].rule == "boundary" else CHOICES.get(derivation[name].rule, "branch"))
        for name in step.within))


def _holding(step: Step) -> frozenset[str]:
    return frozenset(str(each) for each in getattr(step.applied, "holding", ()))
