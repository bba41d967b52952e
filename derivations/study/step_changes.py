"""Changes of premises and steps between two derivations of one claim: the fate of each step, and its causes."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from enum import StrEnum

from derivations.derivation.derivation import Derivation
from derivations.derivation.step import Step
from derivations.errors import UndecidedError
from derivations.numbers.numbers_line import NumbersLine
from derivations.proof.budget import RULE_BUDGET, attempt
from derivations.proof.normal_form import equal
from derivations.proof.verdict import Finding

_OPERATORS = "=<>≤≥"


class Fate(StrEnum):
    """The fate of a step under a change."""

    SAME = "same"
    CHANGED = "changed"
    FORM = "the same in another form"
    FAILS = "no longer shown"
    BLOCKED = "waiting"
    NUMERIC = "solved only numerically"
    FELL_BACK = "form given up"
    HOLDS = "shown now"
    NEW = "new"
    GONE = "gone"


@dataclass(frozen=True)
class PremiseChange:
    """A premise that is not as it was; one of the two is None where only one derivation takes it.

    `alternatives` are the names under which the old and the new relation were chosen, empty where they have none.
    `alone` is the result with this premise new and all else old, where more than one thing changed.
    """

    name: str
    old: Step | None
    new: Step | None
    alternatives: tuple[str, str] = ("", "")
    alone: NumbersLine | None = None


@dataclass(frozen=True)
class StepChange:
    """A definition, a step or a reject as it was and as it is, and its fate.

    `waits_for` names the steps that a waiting one comes down to: those that do not stand and wait for nothing.
    `because_of` names the changed premises that the step rests on, before or now.
    """

    name: str
    fate: Fate
    old: Step | None
    new: Step | None
    waits_for: tuple[str, ...] = ()
    because_of: tuple[str, ...] = ()

    @property
    def step(self) -> Step:
        """The step as it is, or as it was if it is gone."""
        step = self.new or self.old
        assert step is not None
        return step

    @property
    def same(self) -> bool:
        """True if the step is as it was."""
        return self.fate is Fate.SAME


def premise_changes(old: Derivation, new: Derivation) -> tuple[PremiseChange, ...]:
    """The premises whose relation differs, and those that only one derivation takes."""
    return tuple(
        PremiseChange(name, before, after, (_alternative(old, before), _alternative(new, after)))
        for name, before, after in _paired(old.premises, new.premises)
        if (None if before is None else before.relation) != (None if after is None else after.relation)
    )


def step_changes(old: Derivation, new: Derivation) -> tuple[StepChange, ...]:
    """Every definition and step of either derivation, each once."""
    return _changes(_paired(old.argument, new.argument), old, new)


def reject_changes(old: Derivation, new: Derivation) -> tuple[StepChange, ...]:
    """Every rejected statement of either derivation, each once."""
    return _changes(_paired(old.rejects, new.rejects), old, new)


def causes(derivation: Derivation, step: Step) -> tuple[str, ...]:
    """The steps behind a waiting one that fail, or that wait for the form of one which stands, by name and in order."""
    found, pending = set(), [step]
    seen = {step.name}
    while pending:
        item = pending.pop()
        if item.verdict.finding is not Finding.WAITING:
            found.add(item.name)
            continue
        missing = [derivation[name] for name in item.inputs]
        missing = [needed for needed in missing if not needed.verdict.holds or needed.relation is None]
        if not missing:
            found.add(item.name)
        pending += [needed for needed in missing if needed.name not in seen]
        seen |= set(item.inputs)
    return tuple(item.name for item in derivation if item.name in found)


def why_not(derivation: Derivation, step: Step) -> str:
    """Words for what keeps a step from standing: itself, or the failed steps that it waits for."""
    return "; ".join(f"{item.name} is {item.verdict}" for item in map(derivation.__getitem__, causes(derivation, step)))


def _changes(
    pairs: Iterable[tuple[str, Step | None, Step | None]], old: Derivation, new: Derivation
) -> tuple[StepChange, ...]:
    replaced = {change.name for change in premise_changes(old, new)}
    found = []
    for name, before, after in pairs:
        fate = _fate(before, after)
        behind_it = causes(new, after) if fate is Fate.BLOCKED and after is not None else ()
        waits = tuple(cause for cause in behind_it if cause != name)
        behind = {
            premise for derivation, step in ((old, before), (new, after))
            if fate is not Fate.SAME and step is not None for premise in derivation.premises_behind(step)
        }
        found.append(StepChange(name, fate, before, after, waits, tuple(sorted(behind & replaced))))
    return tuple(found)


def _paired(old: Iterable[Step], new: Iterable[Step]) -> list[tuple[str, Step | None, Step | None]]:
    """Steps of one name together: those of the new derivation in order, then those that are gone."""
    before = {step.name: step for step in old}
    pairs: list[tuple[str, Step | None, Step | None]] = [(step.name, before.pop(step.name, None), step) for step in new]
    return pairs + [(name, step, None) for name, step in before.items()]


def _fate(old: Step | None, new: Step | None) -> Fate:
    if old is None:
        return Fate.NEW
    if new is None:
        return Fate.GONE
    if _alike(old, new):
        return Fate.SAME
    if new.verdict.finding is Finding.WAITING:
        return Fate.BLOCKED
    if new.unknown and not old.unknown and not new.fell_back:
        return Fate.NUMERIC
    if new.fell_back and new.verdict.holds and not old.fell_back:
        return Fate.FELL_BACK
    if old.sound != new.sound:
        return Fate.FAILS if old.sound else Fate.HOLDS
    return Fate.FORM if _only_form(old, new) else Fate.CHANGED


def _alike(old: Step, new: Step) -> bool:
    """True if a reader would find nothing new: how a proof went, and at which point a reject fails, says no more."""
    if old.rule == "reject" and old.sound and new.sound:
        return old.statement == new.statement
    return old.relation == new.relation and _stand_alike(old, new)


def _stand_alike(old: Step, new: Step) -> bool:
    """True if two steps stand under the same conditions and suppositions, with the same finding."""
    return (
        set(old.conditions) == set(new.conditions)
        and old.context == new.context
        and old.fell_back == new.fell_back
        and old.verdict.finding is new.verdict.finding
        and (old.verdict.holds or old.verdict.reason == new.verdict.reason)
    )


def _only_form(old: Step, new: Step) -> bool:
    """True if both sides are the functions that they were, put in another way."""
    before, after = old.relation, new.relation
    if before is None or after is None or before.operator != after.operator or not _stand_alike(old, new):
        return False
    try:
        with attempt(RULE_BUDGET):
            return equal(before.lhs, after.lhs) and equal(before.rhs, after.rhs)
    except UndecidedError:
        return False


def _alternative(derivation: Derivation, premise: Step | None) -> str:
    """The name of the alternative that a premise was replaced by; empty for a relation or the default."""
    text = "" if premise is None else derivation.assumptions.premises.get(premise.name, "")
    return "" if any(operator in text for operator in _OPERATORS) else text.strip()
