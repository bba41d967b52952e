"""Published numbers beside derived ones: statements, and whether they follow."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from enum import StrEnum
from fractions import Fraction

from derivations.claim.claim import Claim, Kind, Published
from derivations.derivation.derivation import Derivation
from derivations.errors import DerivationsError, InputError, UnknownNameError
from derivations.language.display import mark_of
from derivations.language.unit import parse_unit
from derivations.numbers.evaluation import Evaluation
from derivations.numbers.format import format_number, format_value, range_text
from derivations.numbers.numbers_line import NumbersLine
from derivations.numbers.rounding import NumberOrRange, agrees, ratio, says_nothing
from derivations.numbers.scenario import Scenario
from derivations.numbers.value import Value

REPRODUCED = "reproduced"
_JUDGED: tuple[Kind, ...] = ("conclusion", "retelling")


class ComparisonOutcome(StrEnum):
    """The outcome of comparing a published number with the derived one."""

    FOLLOWS = "follows"
    DIFFERS = "differs"
    UNDERIVED = "nothing to compare"  # no number is derived for it, or one of another dimension
    INPUT = "an input"  # of the reading, which cannot reproduce it
    IDLE = "says nothing"  # any number would have agreed
    APART = "not judged"  # no conclusion


_NOT_ASKED = (ComparisonOutcome.INPUT, ComparisonOutcome.IDLE, ComparisonOutcome.APART)


@dataclass(frozen=True)
class Comparison:
    """One published number, what is derived for it, and how the two stand to each other."""

    published: Published
    derived: Fraction | None  # in the unit of the published number
    ratio: Fraction | None
    outcome: ComparisonOutcome
    verdict: str  # in a few words

    @property
    def follows(self) -> bool | None:
        """True if it follows; None where that is not asked of it, or says nothing."""
        if self.published.kind not in _JUDGED or self.outcome in _NOT_ASKED:
            return None
        return self.outcome is ComparisonOutcome.FOLLOWS

    @property
    def unjudged(self) -> Comparison:
        """The same number beside what is derived, with no verdict on whoever gave it."""
        if self.published.kind not in _JUDGED or self.derived is None:
            return replace(self, outcome=ComparisonOutcome.APART)
        same = self.outcome in (ComparisonOutcome.FOLLOWS, ComparisonOutcome.IDLE)
        return replace(self, outcome=ComparisonOutcome.APART, verdict="the same" if same else _beside(self.ratio))

    @property
    def mark(self) -> str:
        """A tick for what follows, and another sign for what does not; a dot for what is not judged."""
        return mark_of(self.follows)

    @property
    def unit(self) -> str:
        """The unit of the published number."""
        return _first(self.published.read()).unit

    @property
    def said(self) -> str:
        """The published number for people."""
        read = self.published.read()
        if isinstance(read, tuple):
            low, high = read
            between = "to" if self.published.rounding == "range" else "or"
            return range_text(low.number, high.number, high.dimension, high.unit, between=between)
        return str(read)

    @property
    def derived_text(self) -> str:
        """The derived number for people."""
        if self.derived is None:
            return "—"
        value = _first(self.published.read())
        return format_value(self.derived * parse_unit(value.unit).factor, value.dimension, value.unit)


@dataclass(frozen=True)
class PublishedStatement:
    """A statement of somebody: its number from what it was said with, and what it would be with other numbers."""

    said: Comparison
    otherwise: tuple[Comparison, ...] = ()

    @property
    def unjudged(self) -> PublishedStatement:
        """The same numbers, with no verdict on whoever gave them."""
        return PublishedStatement(self.said.unjudged, tuple(item.unjudged for item in self.otherwise))

    @property
    def kind(self) -> Kind:
        """The kind of number that it is."""
        return self.said.published.kind

    @property
    def follows(self) -> bool | None:
        """True if it follows from its speaker's own premises; None where that is not asked, or says nothing."""
        return self.said.follows


def statements(rows: Iterable[Comparison]) -> tuple[PublishedStatement, ...]:
    """The statements behind rows, in their order, those that others retell behind those of the lecture."""
    found: dict[object, list[Comparison]] = {}
    for row in rows:
        found.setdefault(row.published.statement, []).append(row)
    every = [PublishedStatement(first, tuple(others)) for first, *others in found.values()]
    return tuple(sorted(every, key=lambda item: item.kind == "retelling"))


def derived_numbers(claim: Claim, derivation: Derivation, readings: Mapping[str, Scenario]) -> tuple[Derived, ...]:
    """What is derived for every published number of a claim, in the reading that it names."""
    evaluations: dict[str, Evaluation | InputError] = {}
    rows = []
    for published in claim.published:
        if published.reading not in evaluations:
            scenario = chosen_reading(claim, readings, published.reading)
            evaluations[published.reading] = _evaluated(derivation, scenario, claim.outside)
        rows.append(_derived(published, evaluations[published.reading]))
    return tuple(rows)


def comparisons(claim: Claim, derived: Iterable[Derived]) -> tuple[Comparison, ...]:
    """Every published number of a claim beside what is derived for it."""
    return tuple(each.beside(published) for published, each in zip(claim.published, derived, strict=True))


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


@dataclass(frozen=True)
class Derived:
    """What a reading gives for a published number, in that number's unit; `why` says why there is none.

    It is `given` where it is one of the reading's own numbers.
    """

    number: Fraction | None = None
    given: bool = False
    why: str = ""

    def beside(self, published: Published) -> Comparison:
        """The comparison of the published number with this one."""
        if self.number is None:
            return Comparison(published, None, None, ComparisonOutcome.UNDERIVED, self.why)
        numbers = numbers_said(published)
        quotient = None if numbers == 0 else ratio(numbers, self.number, published.rounding)
        outcome, words = self._judged(published, numbers, quotient)
        return Comparison(published, self.number, quotient, outcome, words)

    def _judged(
        self, published: Published, numbers: NumberOrRange, quotient: Fraction | None
    ) -> tuple[ComparisonOutcome, str]:
        """What becomes of a published number that there is a derived one for, with the words for it."""
        assert self.number is not None
        agree = agrees(numbers, self.number, published.rounding)
        differs = "zero was said" if quotient is None else _off(quotient)
        if published.kind not in _JUDGED:
            return ComparisonOutcome.APART, f"{published.kind}: {'the same' if agree else _beside(quotient)}"
        if self.given:
            return ComparisonOutcome.INPUT, f"an input of these numbers{'' if agree else f'; {differs}'}"
        idle = says_nothing(numbers, published.rounding) if agree else ""
        if idle:
            return ComparisonOutcome.IDLE, f"says nothing: {idle}"
        return (ComparisonOutcome.FOLLOWS, REPRODUCED) if agree else (ComparisonOutcome.DIFFERS, differs)


def numbers_said(published: Published) -> NumberOrRange:
    """The published number in its own unit, or both of a pair."""
    read = published.read()
    scale = parse_unit(_first(read).unit).factor
    if isinstance(read, tuple):
        return read[0].number / scale, read[1].number / scale
    return read.number / scale


def _derived(published: Published, evaluation: Evaluation | InputError) -> Derived:
    """What the reading of a published number gives for it."""
    if isinstance(evaluation, InputError):
        return Derived(why=f"not derived: {evaluation}")
    try:
        line = evaluation.line(published.step, alone=True)
    except DerivationsError as error:
        return Derived(why=f"not derived: {error}")
    if line.value is None:
        return Derived(why=line.result)
    read = _first(published.read())
    if read.dimension != line.dimension:
        return Derived(why=f"not comparable: said in {read.dimension}, derived in {line.dimension}")
    # what is not judged need not be known to be an input
    given = published.kind in _JUDGED and _is_input(line, evaluation)
    return Derived(line.value / parse_unit(read.unit).factor, given)


def _is_input(line: NumbersLine, evaluation: Evaluation) -> bool:
    """True where the number of a step is a given one: valued itself, or the only one behind it and equal to it."""
    if line.given:
        return True
    if all(value.number != line.value for value in evaluation.scenario.values.values()):
        return False
    leaves = evaluation.leaves(line.step)
    return len(leaves) == 1 and any(leaf.number == line.value for leaf in leaves.values())


def _beside(quotient: Fraction | None) -> str:
    """How many times a number that is not judged the derived one is."""
    return "another" if quotient is None else f"derived is {format_number(quotient, 3)} times it"


def _off(quotient: Fraction) -> str:
    """The factor between a published number and the derived one, and the side that it is on."""
    factor, side = (quotient, "small") if quotient > 1 else (1 / quotient if quotient > 0 else quotient, "large")
    text = format_number(factor, 3)
    told = f"a factor of {text}" if text != "1" else f"{format_number(100 * (factor - 1), 2)}%"
    return f"off by {told}, too {side}"


def _first(read: Value | tuple[Value, Value]) -> Value:
    return read[0] if isinstance(read, tuple) else read
