"""Published numbers beside derived ones, and the verdict on a claim that follows from them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from fractions import Fraction

from derivations.claim.claim import Claim, Published
from derivations.errors import DerivationsError, InputError, UnknownNameError
from derivations.language.printing.text import relation_text
from derivations.language.unit import parse_unit
from derivations.numbers.evaluation import Evaluation
from derivations.numbers.format import format_number, format_value
from derivations.numbers.rounding import Published as Numbers
from derivations.numbers.rounding import agrees, ratio
from derivations.numbers.scenario import Scenario
from derivations.numbers.value import Value
from derivations.search.derivation import Derivation
from derivations.search.step import Step
from derivations.search.verdict import Finding

REPRODUCED = "reproduced"
_NOT_STANDING = {
    Finding.REFUTED: "no longer holds", Finding.INCONCLUSIVE: "no longer shown", Finding.WAITING: "waiting",
}
_STATED = ("rewrite", "state", "independence", "reject")


@dataclass(frozen=True)
class Comparison:
    """One published number, what is derived for it, and how the two stand to each other."""

    published: Published
    derived: Fraction | None  # in the unit of the published number
    ratio: Fraction | None
    verdict: str

    @property
    def fails(self) -> bool:
        """True if the number should reproduce and does not."""
        return self.published.reproduces and self.verdict != REPRODUCED

    @property
    def unit(self) -> str:
        """The unit of the published number."""
        return _first(self.published.read()).unit

    @property
    def said(self) -> str:
        """The published number for people."""
        read = self.published.read()
        if isinstance(read, tuple):
            low, high = (format_value(v.number, v.dimension, v.unit) for v in read)
            start, _, unit = low.partition(" ")
            return f"{start if high.endswith(f' {unit}') and high.count(' ') == 1 else low} to {high}"
        return str(read)

    @property
    def derived_text(self) -> str:
        """The derived number for people."""
        if self.derived is None:
            return "—"
        value = _first(self.published.read())
        return format_value(self.derived * parse_unit(value.unit).factor, value.dimension, value.unit)


def comparisons(claim: Claim, derivation: Derivation, readings: Mapping[str, Scenario]) -> tuple[Comparison, ...]:
    """Every published number of a claim beside what is derived for it in the reading that it names."""
    evaluations: dict[str, Evaluation | InputError] = {}
    rows = []
    for published in claim.published:
        if published.reading not in evaluations:
            scenario = chosen_reading(claim, readings, published.reading)
            evaluations[published.reading] = _evaluated(derivation, scenario, claim.outside)
        rows.append(_comparison(published, evaluations[published.reading]))
    return tuple(rows)


def chosen_reading(claim: Claim, readings: Mapping[str, Scenario], name: str) -> Scenario:
    """The reading of that name; raises `UnknownNameError` with the nearest names."""
    if name not in readings:
        raise UnknownNameError("reading", name, readings, where=f"of claim {claim.name!r}")
    return readings[name]


def _evaluated(derivation: Derivation, scenario: Scenario, outside: str) -> Evaluation | InputError:
    """The evaluation, or why there is none: under changed premises the numbers of a reading may disagree."""
    try:
        return Evaluation(derivation, scenario, outside)
    except InputError as error:
        return error


def claim_verdict(derivation: Derivation, rows: Iterable[Comparison]) -> str:
    """The verdict on a claim in a few words.

    reproduced; derived, where nothing was published; off by a factor; does not hold, where something on the way is
    refuted; not derived, where a rule found nothing; and, after a semicolon, the condition under which the result
    holds. Under changed premises nothing is expected to reproduce: the verdict says whether the result still follows.
    """
    headline = derivation.headline
    if not headline.verdict.holds:
        return _cause(derivation)
    open_steps = [step.name for step in derivation.unsound if step.rule != "reject"]
    standing = [step.name for step in derivation.unsound if step.rule == "reject"]
    if derivation.assumptions:
        words = _changed(derivation)
    elif open_steps or standing:
        shown = [f"not shown: {', '.join(open_steps)}"] if open_steps else []
        return "; ".join([*shown, *([f"not refuted: {', '.join(standing)}"] if standing else [])])
    else:
        words = _agreement(headline.name, tuple(rows)) + _in_numbers(derivation)
    if headline.conditions:
        shown_conditions = " and ".join(relation_text(condition.written) for condition in headline.conditions)
        words += f"; holds only if {shown_conditions}"
    return words


def _changed(derivation: Derivation) -> str:
    """The verdict under changed premises: on the result, then on every other step that does not stand."""
    headline = derivation.headline
    words = "follows from the changed premises"
    words += _in_numbers(derivation) or (", in another form" if headline.fell_back else "")
    others = [step for step in derivation.unsound if step.rule != "reject" and step is not headline]
    for finding, kind in _NOT_STANDING.items():
        names = [step.name for step in others if step.verdict.finding is finding]
        words += f"; {kind}: {', '.join(names)}" if names else ""
    forms = [step.name for step in others if step.fell_back]
    return words + (f"; no longer in the form of: {', '.join(forms)}" if forms else "")


def _in_numbers(derivation: Derivation) -> str:
    """Words for quantities without a closed form on the way to the result."""
    unknown = dict.fromkeys(step.unknown for step in _behind(derivation) if step.unknown)
    return f", with numbers alone for {', '.join(unknown)}" if unknown else ""


def _agreement(headline: str, rows: tuple[Comparison, ...]) -> str:
    """The verdict on all published numbers together: reproduced, or the first one that is not."""
    expected = [row for row in rows if row.published.reproduces]
    failing = [row for row in expected if row.fails]
    if expected and not failing:
        others = sum(row.verdict != REPRODUCED for row in rows)
        numbers = "number does not" if others == 1 else "numbers do not"
        return f"{REPRODUCED}; {others} published {numbers} follow" if others else REPRODUCED
    if not rows:
        return "derived"
    first = (failing or rows)[0]
    place = "" if first.published.step == headline else f" ({first.published.step})"
    return f"{first.verdict}{place}"


def _cause(derivation: Derivation) -> str:
    """The reason why a result is missing: what was refuted says more than a rule that found nothing.

    A form or a fact that no longer follows is no reason why something else is missing, unless that rests on it.
    """
    behind = _behind(derivation)
    found = [step for step in derivation.steps if step.rule not in _STATED]
    for steps, finding, words in (
        (behind, Finding.REFUTED, "does not hold"),
        (found, Finding.REFUTED, "does not hold"),
        (behind, Finding.INCONCLUSIVE, "not derived"),
    ):
        for step in steps:
            if step.verdict.finding is finding:
                return f"{words}: {step.verdict.reason} ({step.name})"
    return f"not derived: {derivation.headline.verdict}"


def _behind(derivation: Derivation) -> list[Step]:
    """The headline and its ancestors, in the order of the derivation."""
    needed, pending = set(), [derivation.headline.name]
    while pending:
        name = pending.pop()
        if name not in needed:
            needed.add(name)
            pending += derivation[name].inputs
    return [step for step in derivation if step.name in needed]


def _comparison(published: Published, evaluation: Evaluation | InputError) -> Comparison:
    if isinstance(evaluation, InputError):
        return Comparison(published, None, None, f"not derived: {evaluation}")
    try:
        line = evaluation.line(published.step)
    except DerivationsError as error:
        return Comparison(published, None, None, f"not derived: {error}")
    if line.value is None:
        return Comparison(published, None, None, line.result)
    read = published.read()
    if _first(read).dimension != line.dimension:
        apart = f"said in {_first(read).dimension}, derived in {line.dimension}"
        return Comparison(published, None, None, f"not comparable: {apart}")
    scale = parse_unit(_first(read).unit).factor
    derived = line.value / scale
    amounts = tuple(value.number / scale for value in (read if isinstance(read, tuple) else (read,)))
    numbers: Numbers = (amounts[0], amounts[1]) if len(amounts) == 2 else amounts[0]
    quotient = None if numbers == 0 else ratio(numbers, derived)
    if agrees(numbers, derived, published.rounding):
        verdict = REPRODUCED
    else:
        verdict = "zero was said" if quotient is None else _off(quotient)
    return Comparison(published, derived, quotient, verdict)


def _off(quotient: Fraction) -> str:
    """The factor between a published number and the derived one, and the side that it is on."""
    factor, side = (quotient, "small") if quotient > 1 else (1 / quotient if quotient > 0 else quotient, "large")
    return f"off by a factor of {format_number(factor, 3)}, too {side}"


def _first(read: Value | tuple[Value, Value]) -> Value:
    return read[0] if isinstance(read, tuple) else read
