"""Reviews: counts of what was checked in a claim, and the problems for which it does not stand."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from derivations.claim.published import REPRODUCED, Comparison
from derivations.search.derivation import Derivation
from derivations.search.verdict import Finding


@dataclass(frozen=True)
class Review:
    """Counts of what was checked, and the problems found; no problems means that the claim stands."""

    claim: str
    steps: int
    proven: int
    rejects: int
    reproduced: int
    expected: int
    problems: tuple[str, ...]

    @property
    def summary(self) -> str:
        """One line: the claim and its counts."""
        state = "ok" if not self.problems else f"{len(self.problems)} problem(s)"
        return (
            f"{self.claim}: {state}. {self.proven} of {self.steps} steps proven, {self.rejects} wrong statements "
            f"refuted, {self.reproduced} of {self.expected} published numbers reproduced"
        )

    def as_data(self) -> dict[str, Any]:
        """The review as plain data."""
        return {
            "claim": self.claim,
            "ok": not self.problems,
            "steps": self.steps,
            "proven": self.proven,
            "rejects_refuted": self.rejects,
            "reproduced": self.reproduced,
            "should_reproduce": self.expected,
            "problems": list(self.problems),
        }


def review(name: str, derivation: Derivation, rows: Sequence[Comparison]) -> Review:
    """Review a derivation with the published numbers beside it."""
    problems = []
    for step in derivation.unsound:
        kind = "reject" if step.rule == "reject" else "step"
        fallen = " (its form was given up)" if step.fell_back else ""
        problems.append(f"{kind} {step.name}: {step.verdict}{fallen}")
    for row in rows:
        if row.fails:
            problems.append(f"published {row.said} for {row.published.step}, {row.published.by}: {row.verdict}")
    return Review(
        name,
        len(derivation.steps),
        sum(step.verdict.finding is Finding.PROVEN for step in derivation.steps),
        sum(step.sound for step in derivation.rejects),
        sum(row.published.reproduces and row.verdict == REPRODUCED for row in rows),
        sum(row.published.reproduces for row in rows),
        tuple(problems),
    )
