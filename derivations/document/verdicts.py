"""The verdicts on a claim, and what Rocq accepts of it: a short line each, for every medium."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from derivations.claim.evaluated_claim import EvaluatedClaim
from derivations.claim.verdicts import IN_MEDIAN, Verdicts
from derivations.document.blocks import TextLine, labelled
from derivations.rocq.accepted import accepted
from derivations.study.verdicts import verdicts

ACCEPTED = "Accepted by Rocq"  # the heading of its line


def verdicts_of(report: EvaluatedClaim) -> Verdicts:
    """The verdicts on a report, made once for all media that show it."""
    return report.once(verdicts)


def verdict_lines(report: EvaluatedClaim, *, measured: bool = True) -> Iterator[TextLine]:
    """A line for each verdict that there is, and below it one for each `measured` quantity, if that are several."""
    for line in verdicts_of(report).listed:
        yield labelled(line.heading, line.words if measured else line.words.removesuffix(IN_MEDIAN))
        if not measured:
            continue
        yield from (TextLine(item, depth=1, hang=2) for item in line.items)


def accepted_lines(report: EvaluatedClaim, *, items: bool = True) -> Iterator[TextLine]:
    """A line that says what Rocq accepts, where it judged what the report shows, with `items` what is missing."""
    found = accepted(report.claim.name, report.derivation)
    if found is not None:
        yield labelled(ACCEPTED, found.words)
        yield from (TextLine(item, depth=1, hang=2) for item in found.items * items)


def accepted_json(report: EvaluatedClaim) -> dict[str, Any]:
    """The same as plain data."""
    found = accepted(report.claim.name, report.derivation)
    return {"accepted_by_rocq": None if found is None else found.as_data()}
