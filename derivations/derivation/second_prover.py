"""Second provers: every obligation of a derivation put to one that shares nothing with the engine's own."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from derivations.derivation.derivation import ClaimedDerivation, Derivation
from derivations.derivation.step import Step
from derivations.errors import InputError, UndecidedError
from derivations.proof.exact_refutation import EXACT
from derivations.proof.obligation import Obligation
from derivations.proof.prove import prove
from derivations.proof.provers import Prover, find_prover
from derivations.proof.verdict import Finding, Verdict


class Provers(StrEnum):
    """The provers that show a step, or refute a reject."""

    BOTH = "both"
    FIRST = "first alone"  # the normal form and the signs; the other prover has no proof, or was not asked
    SECOND = "second alone"
    OWN = "own argument"  # something that is no obligation, or not all of it
    DIMENSIONS = "dimensions"  # of a reject; nothing is left for a prover
    NEITHER = "neither"
    AT_ODDS = "at odds"  # one prover proves what the other refutes


@dataclass(frozen=True)
class Answer:
    """The verdicts of two provers on one obligation; `second` is None where the other is not asked (`unasked`)."""

    obligation: Obligation
    first: Verdict
    second: Verdict | None
    unasked: str = ""

    @property
    def confirmed(self) -> bool:
        """True if the other prover proves it."""
        return self.second is not None and self.second.finding is Finding.PROVEN

    @property
    def denied(self) -> bool:
        """True if the other prover refutes it."""
        return self.second is not None and self.second.finding is Finding.REFUTED

    @property
    def at_odds(self) -> bool:
        """True if one prover proves what the other refutes."""
        return self.second is not None and {self.first.finding, self.second.finding} == {
            Finding.PROVEN, Finding.REFUTED,
        }


@dataclass(frozen=True)
class Compared:
    """A step, or a reject, with what both provers say of each of its obligations."""

    step: Step
    answers: tuple[Answer, ...]

    @property
    def beyond(self) -> tuple[str, ...]:
        """The methods of its verdict that prove none of its obligations: an argument of the rule's own."""
        used = {EXACT, *(method for answer in self.answers for method in answer.first.checked_by)}
        return tuple(method for method in self.step.verdict.checked_by if method not in used)

    @property
    def standing(self) -> Provers:
        """The provers that show it: a step is to be proven, a reject to be refuted."""
        if self._at_odds:
            return Provers.AT_ODDS
        rejected = self.step.rule == "reject"
        found = self.step.verdict.finding
        again = any(a.denied for a in self.answers) if rejected else self._all_confirmed
        if rejected and found is Finding.REFUTED and not self.answers:
            return Provers.DIMENSIONS
        if found is Finding.REFUTED if rejected else self.step.verdict.holds:
            if not self.answers or self.beyond:
                return Provers.OWN
            return Provers.BOTH if again else Provers.FIRST
        left_open = any(answer.first.finding is Finding.INCONCLUSIVE for answer in self.answers)
        return Provers.SECOND if again and left_open else Provers.NEITHER

    @property
    def _at_odds(self) -> bool:
        found = self.step.verdict.finding
        return (
            any(answer.at_odds for answer in self.answers)
            or (found is Finding.PROVEN and any(answer.denied for answer in self.answers))
            or (found is Finding.REFUTED and self._all_confirmed)
        )

    @property
    def _all_confirmed(self) -> bool:
        return bool(self.answers) and all(answer.confirmed for answer in self.answers)


@dataclass(frozen=True)
class Agreement:
    """All steps and rejects of a derivation, each seen by two provers; `prover` names the other."""

    prover: str
    steps: tuple[Compared, ...]
    rejects: tuple[Compared, ...]

    @property
    def everything(self) -> tuple[Compared, ...]:
        """Steps, then rejects."""
        return (*self.steps, *self.rejects)

    @property
    def disagreements(self) -> tuple[Compared, ...]:
        """Steps and rejects of which one prover shows what the other refutes."""
        return tuple(item for item in self.everything if item.standing is Provers.AT_ODDS)


def agreement(derivation: Derivation, prover: str = "z3") -> Agreement:
    """Put every obligation of a derivation to the engine's own prover and to another.

    Raises `UnknownNameError` for an unknown prover, and `InputError` for one that is not installed or for what a file
    claims, which is to be checked first.
    """
    if isinstance(derivation, ClaimedDerivation):
        raise InputError("what a file claims is put to no second prover: take what its checked() gives")
    second = find_prover(prover)

    def seen(step: Step) -> Compared:
        return Compared(step, tuple(ask(obligation, second) for obligation in step.obligations))

    return Agreement(prover, tuple(map(seen, derivation.steps)), tuple(map(seen, derivation.rejects)))


def ask(obligation: Obligation, second: Prover) -> Answer:
    """The answers of the engine's own prover and another to one obligation."""
    first = prove(obligation)
    try:
        return Answer(obligation, first, second(obligation))
    except UndecidedError as error:
        return Answer(obligation, first, None, str(error))
