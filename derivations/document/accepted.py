"""What Rocq accepts of a claim, as a line of its report and as plain data."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from derivations.claim.evaluated_claim import EvaluatedClaim
from derivations.document.blocks import TextLine, labelled
from derivations.rocq.accepted import accepted

ACCEPTED = "Accepted by Rocq"  # the heading of its line


def accepted_lines(report: EvaluatedClaim) -> Iterator[TextLine]:
    """A line that says what Rocq accepts, where it judged what the report shows."""
    found = accepted(report.claim.name, report.derivation)
    if found is not None:
        yield labelled(ACCEPTED, found.words)


def accepted_json(report: EvaluatedClaim) -> dict[str, Any]:
    """The same as plain data."""
    found = accepted(report.claim.name, report.derivation)
    return {"accepted_by_rocq": None if found is None else found.as_data()}
