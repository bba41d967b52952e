"""The verdicts on a claim, a short line each, for every medium."""

from __future__ import annotations

from collections.abc import Iterator

from derivations.claim.evaluated_claim import EvaluatedClaim
from derivations.claim.verdicts import Verdicts
from derivations.document.blocks import TextLine, labelled
from derivations.study.verdicts import verdicts


def verdicts_of(report: EvaluatedClaim) -> Verdicts:
    """The verdicts on a report, made once for all media that show it."""
    return report.once(verdicts)


def verdict_lines(report: EvaluatedClaim) -> Iterator[TextLine]:
    """A line for each verdict that there is, and below it one for each measured quantity, if that are several."""
    for line in verdicts_of(report).listed:
        yield labelled(line.heading, line.words)
        yield from (TextLine(item, depth=1, hang=2) for item in line.items)
