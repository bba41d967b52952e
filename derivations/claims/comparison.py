"""Published numbers beside what the derivation gives, and the verdict on a claim."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from fractions import Fraction

from derivations.claims.claim import AS_BUILT, Claim, Published
from derivations.engine.derivation import Derivation
from derivations.engine.unit import parse_unit
from derivations.engine.verdict import Finding
from derivations.engine.written.text import relation_text
from derivations.errors import DerivationsError
from derivations.values.evaluation import Evaluation
from derivations.values.format import format_number, format_value
from derivations.values.rounding import agrees, ratio
from derivations.values.scenario import Scenario
from derivations.values.value import Value

REPRODUCED = "reproduced"


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
            return f"{low.split(' ')[0]} to {high}"
        return str(read)

    @property
    def derived_text(self) -> str:
        """The derived number for people."""
        if self.derived is None:
            return "—"
        value = _first(self.published.read())
        return format_value(self.derived * parse_unit(value.unit).factor, value.dimension, value.unit)


def compare(claim: Claim, derivation: Derivation, built: Scenario) -> tuple[Comparison, ...]:
    """Every published number of a claim against the derivation; `built` stands for the default cards."""
    evaluations: dict[str, Evaluation] = {}
    rows = []
    for published in claim.published:
        if published.reading not in evaluations:
            scenario = built if published.reading == AS_BUILT else claim.reading(published.reading).scenario()
            evaluations[published.reading] = Evaluation(derivation, scenario, claim.outside)
        rows.append(_compare(published, evaluations[published.reading]))
    return tuple(rows)


def claim_verdict(derivation: Derivation, rows: Iterable[Comparison]) -> str:
    """The verdict on a claim in a few words.

    reproduced; off by a factor; does not hold; and, after a semicolon, the condition under which the result holds.
    Under changed premises nothing is expected to reproduce: the verdict says whether the result still follows.
    """
    headline = derivation.headline
    if not headline.verdict.holds:
        return f"does not hold: {_cause(derivation)}"
    open_steps = [step.name for step in derivation.unsound if step.rule != "reject" or not derivation.assumptions]
    if open_steps and not derivation.assumptions:
        return f"not shown: {', '.join(open_steps)}"
    failing = [row for row in rows if row.fails]
    words = failing[0].verdict if failing else REPRODUCED
    if derivation.assumptions:
        words = "follows from the changed premises"
        if open_steps:
            words += f" in another form; no longer holds: {', '.join(open_steps)}"
    if headline.conditions:
        shown = " and ".join(relation_text(condition.written) for condition in headline.conditions)
        words += f"; holds only if {shown}"
    return words


def _cause(derivation: Derivation) -> str:
    """Why a result is missing: a statement refuted on the way says more than a rule that found nothing."""
    blocked = [step for step in derivation.steps if not step.verdict.holds]
    for finding in (Finding.REFUTED, Finding.INCONCLUSIVE):
        for step in blocked:
            if step.verdict.finding is finding:
                return f"{step.verdict.reason} ({step.name})"
    return str(derivation.headline.verdict)


def _compare(published: Published, evaluation: Evaluation) -> Comparison:
    try:
        line = evaluation.line(published.step)
    except DerivationsError as error:
        return Comparison(published, None, None, f"not derived: {error}")
    if line.value is None:
        return Comparison(published, None, None, line.result)
    read = published.read()
    scale = parse_unit(_first(read).unit).factor
    derived = line.value / scale
    numbers = tuple(v.number / scale for v in read) if isinstance(read, tuple) else read.number / scale
    quotient = ratio(numbers, derived)  # type: ignore[arg-type]
    if agrees(numbers, derived, published.rounding):  # type: ignore[arg-type]
        verdict = REPRODUCED
    else:
        verdict = f"off by a factor of {format_number(quotient, 3)}"
    return Comparison(published, derived, quotient, verdict)


def _first(read: Value | tuple[Value, Value]) -> Value:
    return read[0] if isinstance(read, tuple) else read
