"""The four verdicts on a claim as chips: a heading and a few words each, for where a line is too long."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from derivations.claim.answer import about
from derivations.claim.evaluated_claim import EvaluatedClaim
from derivations.language.display import plural
from derivations.language.unit import parse_unit
from derivations.numbers.format import format_number
from derivations.show.verdicts import verdicts_of

GOOD, BAD, QUIET = "good", "bad", "quiet"
_CLOSE = Fraction(102, 100)  # ends that are as near as that are one number


@dataclass(frozen=True)
class Chip:
    """A verdict in a few words; `tone` says whether it speaks for the claim, against it, or neither."""

    heading: str
    words: str
    tone: str

    def as_data(self) -> dict[str, str]:
        """The chip for a page."""
        return {"heading": self.heading, "words": self.words, "tone": self.tone}


def chips(report: EvaluatedClaim) -> tuple[Chip, ...]:
    """The verdicts on the derivation, as said, on hardware and against measurement, always all four."""
    found = verdicts_of(report).as_data()
    return (
        _derivation(found["derivation"]), _as_said(found["as_said"]), _on_hardware(found["on_hardware"]),
        _measured(found["against_measurement"]),
    )


def _derivation(data: Mapping[str, Any]) -> Chip:
    steps, proven = data["steps"], data["proven"]
    tone = BAD if data["not_shown"] or data["not_refuted"] else GOOD
    told = f"all {steps} steps proven" if steps == proven else f"{proven} of {steps} steps proven"
    return Chip("Derivation", told, tone)


def _as_said(data: Mapping[str, Any] | None) -> Chip:
    judged, follow = (0, 0) if data is None else (data["judged"], data["follow"])
    if not judged:
        return Chip("As said", "nothing to judge", QUIET)
    said = "the conclusion follows" if follow == judged == 1 else f"{follow} of {judged} follow"
    return Chip("As said", said, GOOD if follow == judged else BAD)


def _on_hardware(data: Mapping[str, Any] | None) -> Chip:
    if data is None:
        return Chip("On hardware", "rests on no card", QUIET)
    if data["low"] is None or data["high"] is None:
        return Chip("On hardware", "no deployment fits", BAD)
    low, high = (Fraction(data[end]["value"]).limit_denominator(10**12) for end in ("low", "high"))
    unit = parse_unit(data["unit"])
    ends = [about(each * unit.factor, unit.dimension, data["told"]) for each in (low, high)]
    if abs(high) <= abs(low) * _CLOSE:
        return Chip("On hardware", f"{ends[0]} on all", QUIET)
    (first, _, behind), (_, _, other) = (end.partition(" ") for end in ends)
    return Chip("On hardware", f"{first if behind == other else ends[0]} to {ends[1]}", QUIET)


def _measured(data: Mapping[str, Any] | None) -> Chip:
    tests, failed = (0, 0) if data is None else (data["tests"], len(data["failed"]))
    if not tests:
        return Chip("Measured", "nothing measured", QUIET)
    first = next(iter(data["quantities"]), None) if data else None
    ratio = "" if first is None else f"; {first['quantity']} {_ratio(first['median_ratio'])} times derived"
    if failed:
        verb = "falsifies" if failed == 1 else "falsify"
        return Chip("Measured", f"{failed} of {plural(tests, 'test')} {verb} it{ratio}", BAD)
    words = f"{plural(tests, 'test')}, none falsifies it" if tests > 1 else "its test does not falsify it"
    return Chip("Measured", words + ratio, GOOD)


def _ratio(ratio: float) -> str:
    return format_number(Fraction(ratio), 3)
