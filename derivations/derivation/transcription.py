"""The transcription of a derivation: what it tells, and the statements behind what is proven."""

from __future__ import annotations

from derivations.derivation.derivation import Derivation
from derivations.derivation.kernel_statements import statements_behind
from derivations.derivation.transcript import Transcript
from derivations.kernel.statement import Statement
from derivations.proof.verdict import Finding


def transcribed(derivation: Derivation) -> Transcript:
    """The transcript of a derivation."""
    behind: dict[str, dict[str, Statement]] = {}
    for step, statement in statements_behind(derivation):
        if step.verdict.finding is Finding.PROVEN:
            behind.setdefault(step.name, {}).setdefault(repr(statement), statement)
    return Transcript.of(derivation, {name: tuple(found.values()) for name, found in behind.items()})
