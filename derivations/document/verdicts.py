"""The verdicts on a claim, a short line each, for every medium."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from fractions import Fraction
from typing import Any

from derivations.claim.evaluated_claim import EvaluatedClaim
from derivations.claim.verdicts import Verdicts
from derivations.document.blocks import TextLine, labelled
from derivations.language.display import plural
from derivations.numbers.format import format_number
from derivations.study.verdicts import verdicts

_DIGITS = 3  # of a ratio


def verdicts_of(report: EvaluatedClaim) -> Verdicts:
    """The verdicts on a report, made once for all media that show it."""
    return report.once(verdicts)


def verdict_lines(report: EvaluatedClaim) -> Iterator[TextLine]:
    """A line for each verdict that there is, and below it one for each measured quantity, if that are several."""
    for line in verdicts_of(report).listed:
        yield labelled(line.heading, line.words)
        yield from (TextLine(item, depth=1, hang=2) for item in line.items)


def verdicts_prose(report: EvaluatedClaim) -> list[dict[str, Any]]:
    """The same as plain data for a page: `measured` lists what is measured, if that are several quantities."""
    return [{"heading": line.heading, "words": line.words,
             "measured": [_measured(item) for item in line.quantities] if line.items else []}
            for line in verdicts_of(report).listed]


def _measured(item: Mapping[str, Any]) -> dict[str, str]:
    """A measured quantity, its median ratio to what is derived, and the rows and the gap behind that."""
    median, low, high = (format_number(Fraction(item[key]), _DIGITS)
                         for key in ("median_ratio", "lowest_ratio", "highest_ratio"))
    rows = plural(item["rows"], "row") + (f", {low} to {high}" if low != high else "")
    gap = f"; {'attributed to' if item['attributed'] else 'mostly'} {item['explains']}" if item["explains"] else ""
    return {"quantity": item["quantity"], "ratio": median, "rows": rows + gap}
