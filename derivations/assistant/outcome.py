"""Outcomes: one word for how an answer stands, the weakest of what it tells, from what the engine found."""

from __future__ import annotations

from collections.abc import Iterable
from enum import StrEnum
from typing import TYPE_CHECKING

from derivations.errors import DerivationsError, DimensionError, StoppedError, UndecidedError

if TYPE_CHECKING:
    from derivations.claim.evaluated_claim import EvaluatedClaim
    from derivations.derivation.step import Step
    from derivations.study.judge.judgement import Judgement


class Outcome(StrEnum):
    """The words for how an answer stands, the weakest first."""

    REFUSED = "refused"  # what was given cannot be used
    UNITS = "units"  # its parts measure different things
    CONTRADICTS = "contradicts"  # what is given contradicts itself
    REFUTED = "refuted"
    FALSE_HERE = "false with these numbers"  # and true with others
    DOES_NOT_FOLLOW = "does not follow"
    STOPPED = "stopped"
    UNDECIDED = "undecided"
    WAITING = "waiting"  # what it rests on is none of these below
    BY_NUMBERS = "by numbers"
    IS_A_CONDITION = "is a condition"
    ARGUED_IN_A_LIMIT = "argued in a limit"
    PROVEN_IN_A_LIMIT = "proven in a limit"
    CHECKED = "checked"  # computed, and no independent check covers it
    ARGUED = "argued"
    PROVEN = "proven"
    COMPUTED = "computed"  # numbers from what is proven elsewhere, or a list


_ORDER = tuple(Outcome)
_FINDINGS = {
    "taken": Outcome.PROVEN,  # a premise is what everything is proven from
    "proven": Outcome.PROVEN, "argued": Outcome.ARGUED, "checked": Outcome.CHECKED, "numeric": Outcome.BY_NUMBERS,
    "refuted": Outcome.REFUTED, "inconclusive": Outcome.UNDECIDED, "waiting": Outcome.WAITING,
    "claimed": Outcome.UNDECIDED,
}


def weakest(outcomes: Iterable[Outcome]) -> Outcome:
    """The weakest of some outcomes.

    >>> weakest([Outcome.PROVEN, Outcome.UNDECIDED, Outcome.ARGUED]).value
    'undecided'
    """
    return min(outcomes, key=_ORDER.index, default=Outcome.COMPUTED)


def of_error(error: DerivationsError) -> Outcome:
    """The outcome that an error is."""
    if isinstance(error, DimensionError):
        return Outcome.UNITS
    if isinstance(error, StoppedError):
        return Outcome.STOPPED
    return Outcome.UNDECIDED if isinstance(error, UndecidedError) else Outcome.REFUSED


def of_step(step: Step) -> Outcome:
    """The outcome of a step; that of a statement that was to be refuted is how it was meant."""
    from derivations.proof.verdict import CONTRADICTION

    if step.verdict.stopped:
        return Outcome.STOPPED
    if CONTRADICTION in step.verdict.reason:
        return Outcome.CONTRADICTS
    if step.rule == "reject":
        return Outcome.PROVEN if step.sound else Outcome.UNDECIDED
    if step.fell_back:
        return Outcome.DOES_NOT_FOLLOW
    return _FINDINGS[step.verdict.finding.value]


def of_claim(evaluated: EvaluatedClaim) -> Outcome:
    """The outcome of a claim under its changes: that of its result, or of what does not stand in its derivation."""
    derivation = evaluated.derivation
    if derivation.contradictory or evaluated.contradictions:
        return Outcome.CONTRADICTS
    headline = derivation.headline
    if not headline.verdict.holds:
        return weakest(map(of_step, derivation.failures(headline)))
    return weakest(map(of_step, (headline, *derivation.unsound)))


def of_judgement(judgement: Judgement, evaluated: EvaluatedClaim) -> Outcome:
    """The outcome of a formula that was judged; whether the kernel has the proof is asked once more where it follows.
    """
    from derivations.study.judge.judgement import Entailment

    if judgement.statement is None:
        return Outcome.UNITS
    if evaluated.derivation.contradictory:
        return Outcome.CONTRADICTS
    match judgement.outcome:
        case Entailment.FOLLOWS:
            return Outcome.PROVEN if _is_proven(judgement, evaluated) else Outcome.ARGUED
        case Entailment.IN_A_LIMIT:
            return Outcome.PROVEN_IN_A_LIMIT if _is_proven(judgement, evaluated) else Outcome.ARGUED_IN_A_LIMIT
        case Entailment.FAILS_HERE:
            return Outcome.FALSE_HERE
        case Entailment.IS_A_CONDITION:
            return Outcome.IS_A_CONDITION
        case Entailment.NOT_DECIDED:
            return Outcome.UNDECIDED
    refuted = judgement.point or judgement.rejected is not None or (
        judgement.condition is not None and judgement.condition.point)
    return Outcome.REFUTED if refuted else Outcome.DOES_NOT_FOLLOW


def _is_proven(judgement: Judgement, evaluated: EvaluatedClaim) -> bool:
    """True if the kernel proves the formula from steps that are proven themselves."""
    from derivations.proof.budget import attempt
    from derivations.proof.verdict import Finding
    from derivations.study.judge.trials import trial

    support, statement = judgement.support, judgement.statement
    if support is None or statement is None:
        return False
    used = [step for step in support.steps if step.rule not in ("take", "define")]
    if any(step.verdict.finding is not Finding.PROVEN for step in used):
        return False
    if support.same is not None:
        return support.same.verdict.finding in (Finding.PROVEN, Finding.TAKEN)
    beside = () if judgement.condition is None else judgement.condition.relations
    try:
        with attempt(evaluated.budget):
            found = trial(evaluated.derivation, statement, tuple(used), beside)
    except UndecidedError:
        return False
    return found.verdict.finding is Finding.PROVEN
