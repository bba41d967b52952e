"""Reviews: counts of what was checked in a claim, and the problems for which it does not stand.

A published number that does not follow is no problem of the derivation: it is counted, and told.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from derivations.derivation.codec import selected
from derivations.derivation.transcript import ARGUED, PROVEN, Transcript
from derivations.language.display import plural

if TYPE_CHECKING:
    from derivations.claim.published import Comparison
    from derivations.derivation.derivation import Derivation


@dataclass(frozen=True)
class Review:
    """Counts of what was checked, and the problems found; no problems means that the derivation stands."""

    claim: str
    steps: int
    proven: int
    argued: int  # by a rule beside the kernel, or from what is
    certificates: int  # replayed by the kernel for the steps that are proven
    rejects: int
    follow: int  # of the conclusions that were published, from their own premises
    conclusions: int  # that can be judged
    problems: tuple[str, ...]
    statements: frozenset[str] = frozenset()  # the digests of those behind all that is proven

    @property
    def summary(self) -> str:
        """One line: the claim and its counts."""
        state = "ok" if not self.problems else f"{len(self.problems)} problem(s)"
        argued = f", {self.argued} argued" if self.argued else ""
        return (
            f"{self.claim}: {state}. {self.proven} of {self.steps} steps proven{argued}, "
            f"{plural(self.certificates, 'certificate')} replayed, "
            f"{self.rejects} wrong statements refuted, "
            f"{self.follow} of {plural(self.conclusions, 'conclusion')} {'follows' if self.follow == 1 else 'follow'}"
        )

    def as_data(self) -> dict[str, Any]:
        """The review as plain data."""
        return {"claim": self.claim, "ok": not self.problems, **selected(
            self, "steps proven argued certificates_replayed=certificates rejects_refuted=rejects conclusions "
            "conclusions_that_follow=follow problems")}


@dataclass(frozen=True)
class PublishedCount:
    """Of the conclusions that were published about a claim: how many can be judged, and how many follow."""

    conclusions: int
    follow: int


def published_count(rows: Iterable[Comparison]) -> PublishedCount:
    """The count of statements in rows of published numbers, beside what follows."""
    from derivations.claim.published import statements
    from derivations.claim.verdicts import said_verdict

    said = said_verdict(statements(rows))
    return PublishedCount(said.judged, said.follow)


def review(name: str, derivation: Derivation, rows: Iterable[Comparison]) -> Review:
    """Review a derivation with the published numbers beside it."""
    from derivations.derivation.transcription import transcribed

    return reviewed(name, transcribed(derivation), published_count(rows))


def reviewed(name: str, transcript: Transcript, published: PublishedCount) -> Review:
    """The review of what a transcript tells, once the kernel has replayed what is behind it."""
    steps = [step for step in transcript.steps if step.derived]
    rejects = [step for step in transcript.steps if step.rejected]
    problems = [f"{'reject' if step.rejected else 'step'} {step.name}: {step.problem or step.finding}"
                for step in transcript.steps if not step.sound]
    return Review(
        name, len(steps), sum(step.finding == PROVEN for step in steps), sum(step.finding == ARGUED for step in steps),
        len(transcript.behind), sum(step.sound for step in rejects), published.follow, published.conclusions,
        tuple(problems), frozenset(transcript.behind),
    )
