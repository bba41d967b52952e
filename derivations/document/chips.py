"""The four verdicts on a claim as chips: a heading and a few words each, for where a line is too long."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from statistics import median
from typing import Any

from derivations.claim.answer import about
from derivations.claim.evaluated_claim import EvaluatedClaim
from derivations.document.verdicts import verdicts_of
from derivations.language.display import plural
from derivations.language.unit import parse_unit
from derivations.numbers.format import format_number
from derivations.study.evidence import Evidence

GOOD, BAD, QUIET = "good", "bad", "quiet"
_CLOSE = Fraction(102, 100)  # ends that are as near as that are one number


@dataclass(frozen=True)
class Chip:
    """A verdict in a few words; `tone` says whether it speaks for the claim, against it, or neither.

    `detail` is for where there is room for a second line.
    """

    heading: str
    words: str
    tone: str
    detail: str = ""


def chips(report: EvaluatedClaim, measured: Iterable[Evidence]) -> tuple[Chip, ...]:
    """The verdicts on the derivation, as said, on hardware and against measurement, always all four.

    `measured` is the evidence on the claim, test by test.
    """
    found = verdicts_of(report).as_data()
    return (
        _derivation(found["derivation"]), _as_said(found["as_said"]), _on_hardware(found["on_hardware"]),
        _measured([item for item in measured if item.bears]),
    )


def _derivation(data: Mapping[str, Any]) -> Chip:
    steps, proven = data["steps"], data["proven"]
    tone = BAD if data["not_shown"] or data["not_refuted"] else GOOD
    told = f"all {steps} steps proven" if steps == proven else f"{proven} of {steps} steps proven"
    told = told if steps else "no step to prove"
    return Chip("Derivation", told, tone, f"{data['argued']} argued by a rule" if data["argued"] else "")


def _as_said(data: Mapping[str, Any] | None) -> Chip:
    judged, follow = (0, 0) if data is None else (data["judged"], data["follow"])
    if not judged:
        return Chip("As said", "nothing to check", QUIET)
    said = "the conclusion follows" if follow == judged == 1 else f"{follow} of {judged} follow"
    return Chip("As said", said, GOOD if follow == judged else BAD)


def _on_hardware(data: Mapping[str, Any] | None) -> Chip:
    if data is None:
        return Chip("On hardware", "needs no hardware", QUIET)
    if data["low"] is None or data["high"] is None:
        return Chip("On hardware", "no deployment fits", BAD)
    low, high = (Fraction(data[end]["value"]).limit_denominator(10**12) for end in ("low", "high"))
    unit = parse_unit(data["unit"])
    ends = [about(each * unit.factor, unit.dimension, data["told"]) for each in (low, high)]
    if abs(high) <= abs(low) * _CLOSE:
        return Chip("On hardware", f"{ends[0]} on all", QUIET)
    (first, _, behind), (_, _, other) = (end.partition(" ") for end in ends)
    return Chip("On hardware", f"{first if behind == other else ends[0]} to {ends[1]}", QUIET)


def _measured(tests: Sequence[Evidence]) -> Chip:
    """How many tests fail, and how far off the one of these furthest beyond its bound is, or else nearest to it."""
    if not tests:
        return Chip("Measured", "nothing measured", QUIET)
    failing = [item for item in tests if item.falsified]
    failed = len(failing)
    worst = max(failing or (item for item in tests if item.counted), key=_against_bound, default=None)
    detail = "" if worst is None else f"{worst.quantity}: {_size(worst)}"
    if failed and failed == len(tests):
        which = {1: "the one measurement disagrees", 2: "both measurements disagree"}.get(
            failed, f"all {failed} measurements disagree")
        return Chip("Measured", which, BAD, detail)
    if failed:  # which to believe, the verdict says
        words = f"{failed} of {len(tests)} measurements {'disagrees' if failed == 1 else 'disagree'}"
        return Chip("Measured", words, QUIET, detail)
    if not all(item.counted for item in tests):  # a test without rows neither holds nor fails
        words = f"{plural(len(tests), 'measurement')}, none disagrees"
    else:
        words = {1: "the one measurement agrees", 2: "both measurements agree"}.get(
            len(tests), f"all {len(tests)} measurements agree")
    return Chip("Measured", words, GOOD if detail else QUIET, detail)


def _against_bound(item: Evidence) -> Fraction:
    """How far a test is beyond its bound, one being at it."""
    if item.prediction.bound == "error":
        return Fraction(median(item.errors)) / item.prediction.most
    return item.beyond(item.median if item.prediction.bound == "about" else _furthest(item))


def _furthest(item: Evidence) -> Fraction:
    """The ratio of the row that breaks the bound most, or is nearest to it."""
    return item.furthest.ratio or Fraction(1)


def _size(item: Evidence) -> str:
    """What a bound is about: the error in the median, the ratio in the median, or that of the furthest row."""
    if item.prediction.bound == "error":
        return f"off by {format_number(100 * Fraction(median(item.errors)), 2)}% in the median"
    if item.prediction.bound == "about":
        return f"{format_number(item.median, 3)} times derived"
    ratio = _furthest(item)
    return f"{'up' if ratio > 1 else 'down'} to {format_number(ratio, 3)} times derived"
