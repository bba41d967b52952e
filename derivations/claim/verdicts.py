"""The verdicts on a claim: the derivation, its states, as said, on hardware, against measurement; and as it is retold.

Each is computed and could have gone the other way. None speaks for another: a derivation may be proven and the number
that somebody published not follow from it.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from statistics import median
from typing import Any, Protocol

from derivations.claim.claim import Kind
from derivations.claim.published import Comparison, ComparisonOutcome, PublishedStatement
from derivations.derivation.codec import selected
from derivations.derivation.derivation import Derivation
from derivations.derivation.existence import State
from derivations.derivation.step import Step
from derivations.kernel.judgement import BOUNDARY, CASE, LEAST, WHOLE, Context
from derivations.language.display import HOLDS, IN_PART, NOTHING, OTHERWISE, in_markdown, listed, mark_of, plural
from derivations.language.printing.text import relation_text
from derivations.numbers.format import format_number
from derivations.proof.verdict import Finding

MARKS = (
    "The four marks: derivation, published conclusions, hardware, measurements. "
    f"{HOLDS} all steps are proven, all conclusions follow, the result is evaluated on hardware cards, all "
    f"measurements agree. {IN_PART} some steps are argued or solved numerically. {OTHERWISE} a step or a conclusion "
    f"does not follow, or a measurement disagrees. {NOTHING} nothing to check."
)
NOTHING_MEASURED = "nothing measured"
NO_CARD = "the result depends on no hardware or model"
OF_THE_LECTURE = "the lecture's own premises"
OF_THE_SOURCE = "the premises of the source"  # beyond the lecture
_MEASURED = "Against measurement"
IN_MEDIAN = "; median of measured over derived:"  # stands before measured quantities
_NOT_STANDING = {
    Finding.REFUTED: "no longer holds", Finding.INCONCLUSIVE: "no longer shown", Finding.WAITING: "waiting",
}
_OF_THE_FIELD = ("balance",)  # names that are its own words for what is so
_STATED = ("rewrite", "state", "independence", "reject")


class Told(Protocol):
    """A verdict in words and as plain data."""

    @property
    def words(self) -> str:
        """The verdict in a line."""

    def as_data(self) -> dict[str, Any]:
        """The verdict for JSON, with its words."""


@dataclass(frozen=True)
class VerdictLine:
    """A verdict under its heading; where it tells of several measured quantities, each is one of the `items` below it.
    """

    heading: str
    words: str
    items: tuple[str, ...] = ()


@dataclass(frozen=True)
class DerivationVerdict:
    """The verdict on a derivation: steps that are proven and argued, and the conditions of the result."""

    words: str
    steps: int
    proven: int
    argued: int  # by a rule beside the kernel, or from what is
    not_shown: tuple[str, ...] = ()
    not_refuted: tuple[str, ...] = ()
    conditions: tuple[str, ...] = ()

    def as_data(self) -> dict[str, Any]:
        """The verdict for JSON."""
        found: dict[str, Any] = selected(self, "words steps proven argued not_shown not_refuted conditions")
        return found


@dataclass(frozen=True)
class SaidVerdict:
    """Of statements of a kind: how many follow from their speaker's own premises, and the first that does not.

    `idle` agree as any number would, and `inputs` are numbers that they would have to follow from: neither is counted
    among the `judged`. Whose premises these are, `own` says.
    """

    noun: str
    judged: int
    follow: int
    first: Comparison | None = None
    inputs: int = 0
    idle: int = 0
    own: str = OF_THE_LECTURE

    @property
    def words(self) -> str:
        """The verdict in a line."""
        return "; ".join(filter(None, (self._count, self._first, self._apart)))

    @property
    def _count(self) -> str:
        if not self.judged:
            asked = self.inputs or self.idle
            return f"no {self.noun} can be checked" if asked else f"nothing was published as a {self.noun}"
        own = f"from {self.own}"
        if self.judged == self.follow:
            which = {1: f"the one {self.noun} follows", 2: f"both {self.noun}s follow"}
            return f"{which.get(self.judged, f'all {self.judged} {self.noun}s follow')} {own}"
        if not self.follow:
            which = {1: f"the one {self.noun} does not follow", 2: f"neither {self.noun} follows"}
            return f"{which.get(self.judged, f'none of {self.judged} {self.noun}s follows')} {own}"
        return f"{self.follow} of {self.judged} {self.noun}s follow{'s' if self.follow == 1 else ''} {own}"

    @property
    def _first(self) -> str:
        if self.first is None:
            return ""
        row = self.first
        return f"{row.said} ({row.published.step}) {'is ' if row.ratio is not None else ''}{row.verdict}"

    @property
    def _apart(self) -> str:
        idle = f"{self.idle} would fit any number"
        inputs = f"{self.inputs} is an input" if self.inputs == 1 else f"{self.inputs} are inputs"
        return "; ".join([*([idle] if self.idle else []), *([inputs] if self.inputs else [])])

    def as_data(self) -> dict[str, Any]:
        """The verdict for JSON."""
        return {
            **selected(self, "words judged follow inputs say_nothing=idle"),
            "first_that_does_not": selected(
                self.first, "step=published.step said said_by=published.by where=published.where "
                "reading=published.reading derived=derived_text ratio verdict"),
        }


@dataclass(frozen=True)
class MeasuredQuantity:
    """One measured quantity over what is derived for it, in how many rows: the median ratio, and those at the ends.

    `explains` is what its gap is mostly: by the terms of a test, or `attributed` to it in words; empty where neither.
    Where a test of it fails, `furthest` is the ratio of the row that is furthest beyond what that allows.
    """

    name: str
    rows: int
    lowest: Fraction
    median: Fraction
    highest: Fraction
    explains: str = ""
    attributed: bool = False
    furthest: Fraction | None = None

    @classmethod
    def of(
        cls, name: str, ratios: Collection[Fraction], explains: str = "", *, attributed: bool = False,
        furthest: Fraction | None = None,
    ) -> MeasuredQuantity:
        """The quantity of these ratios, never none."""
        middle = Fraction(median(ratios))
        return cls(name, len(ratios), min(ratios), middle, max(ratios), explains, attributed, furthest)

    @property
    def gap(self) -> Fraction:
        """The factor by which that row is off, whichever way; zero where no test of it fails."""
        return max(self.furthest, 1 / self.furthest) if self.furthest else Fraction(0)

    @property
    def words(self) -> str:
        """The quantity in a few words.

        >>> str(MeasuredQuantity.of("time of a step", (Fraction(1), Fraction(2), Fraction(4)), "overhead").words)
        'time of a step 2 (3 rows, 1 to 4, mostly overhead)'
        """
        spread = f", {_ratio(self.lowest)} to {_ratio(self.highest)}" if self.lowest != self.highest else ""
        mostly = f", {'attributed to' if self.attributed else 'mostly'} {self.explains}" if self.explains else ""
        return f"{self.name} {_ratio(self.median)} ({plural(self.rows, 'row')}{spread}{mostly})"

    def as_data(self) -> dict[str, Any]:
        """The quantity for JSON."""
        found: dict[str, Any] = selected(
            self, "quantity=name words rows median_ratio=median lowest_ratio=lowest highest_ratio=highest explains? "
            "attributed")
        return found


@dataclass(frozen=True)
class MeasuredVerdict:
    """The verdict of measurements: tests that failed, and the ratios of each measured quantity by itself.

    A time, a bandwidth and a count have no median in common.
    """

    tests: int = 0
    failed: tuple[str, ...] = ()  # the titles of tests that falsify it
    quantities: tuple[MeasuredQuantity, ...] = ()
    deciding: str = ""  # which test to believe where some disagree; where there is none, what would decide the claim

    @property
    def words(self) -> str:
        """The verdict in a line."""
        if not self.quantities:
            told = "no measured row applies to it" if self.tests else NOTHING_MEASURED
            return "; ".join(filter(None, (told, self.deciding)))
        told = "; ".join(item.words for item in self.quantities)
        return f"{self._tests}{IN_MEDIAN} {told}"

    @property
    def _tests(self) -> str:
        """How many of the tests disagree with the claim, the largest gap, and which to trust, or the first that does.
        """
        failed, all_of = len(self.failed), {1: "the one measurement", 2: "both measurements"}
        every = all_of.get(self.tests, f"all {self.tests} measurements")
        if not failed:
            return f"{every} {'agrees' if self.tests == 1 else 'agree'}"
        others = f", and {plural(failed - 1, 'other')}" if failed > 1 else ""
        many = every if failed == self.tests else f"{failed} of {self.tests} measurements"
        told = f"{many} {'disagrees' if failed == 1 else 'disagree'}"
        parts = (self._largest_gap, self.deciding)
        return "; ".join((told, *filter(None, parts))) if any(parts) else f"{told} ({self.failed[0]}{others})"

    @property
    def _largest_gap(self) -> str:
        """The measured quantity that is furthest beyond what its test allows; empty where that is not known."""
        found = max((item for item in self.quantities if item.furthest), key=lambda item: item.gap, default=None)
        if found is None or found.furthest is None:
            return ""
        way = "up" if found.furthest > 1 else "down"
        which = "largest gap" if len(self.failed) > 1 else "the gap"
        return f"{which}: {found.name}, {way} to {_ratio(found.furthest)} times what is derived"

    def as_data(self) -> dict[str, Any]:
        """The verdict for JSON."""
        return {
            **selected(self, "words tests failed"),
            "rows": sum(item.rows for item in self.quantities),
            "quantities": [item.as_data() for item in self.quantities],
            "would_decide": None if self.tests else self.deciding or None,
            "believe": (self.deciding or None) if self.failed else None,
        }


@dataclass(frozen=True)
class StatesVerdict:
    """Whether exact states satisfy the premises, and what is supposed in contexts, which are given by their words.

    `shown` and `open` are those in which one was found, and those in which none was, which leaves the question open.
    """

    premises: bool
    shown: tuple[str, ...] = ()
    open: tuple[str, ...] = ()

    @classmethod
    def of(cls, states: Iterable[State]) -> StatesVerdict:
        """The verdict of states, the first of which is one of the premises alone."""
        first, *others = states
        shown = tuple(each.context.words for each in others if each.values)
        return cls(bool(first.values or shown), shown, tuple(each.context.words for each in others if not each.values))

    @property
    def words(self) -> str:
        """The verdict in a line."""
        if not self.premises:
            return "no exact point was found that satisfies all premises; whether there is one is open"
        also = f", also {listed(self.shown)}" if self.shown else ""
        none = f"; none was found {listed(self.open, 'or')}" if self.open else ""
        return f"an exact point satisfies all premises{also}{none}"

    def as_data(self) -> dict[str, Any]:
        """The verdict for JSON."""
        return {"words": self.words, "premises": "shown" if self.premises else "open", "shown": list(self.shown),
                "open": list(self.open)}


@dataclass(frozen=True)
class Verdicts:
    """The verdicts on a claim, and the one on those who retell it; what was not computed for it is None."""

    derivation: DerivationVerdict
    as_said: SaidVerdict | None = None
    on_hardware: Told | None = None
    against_measurement: Told | None = None
    retold: SaidVerdict | None = None
    states: StatesVerdict | None = None

    @property
    def lines(self) -> tuple[tuple[str, str], ...]:
        """A heading and the words of each verdict that there is, what others retell last.

        A claim that is held against measurements is as it stands: without a verdict on hardware it rests on none.
        """
        named: Sequence[tuple[str, Told | None]] = (
            ("Derivation", self.derivation), ("Consistency", self.states), ("As said", self.as_said),
            ("On hardware", self.on_hardware),
            (_MEASURED, self.against_measurement), ("Retold", self.retold),
        )
        no_card = self.on_hardware is None and self.against_measurement is not None
        return tuple((heading, NO_CARD if item is None else item.words) for heading, item in named
                     if item is not None or (no_card and heading == "On hardware"))

    @property
    def marks(self) -> str:
        """A mark each for the derivation, as said, on hardware and against measurement, as `MARKS` explains."""
        derived, said = self.derivation, self.as_said
        measured = {} if self.against_measurement is None else self.against_measurement.as_data()
        stands = HOLDS if derived.proven == derived.steps else IN_PART
        follows = said.follow == said.judged if said is not None and said.judged else None
        agrees = not measured.get("failed") if measured.get("quantities") else None
        return "".join((
            OTHERWISE if derived.not_shown or derived.not_refuted else stands,
            mark_of(follows),
            mark_of(None if self.on_hardware is None else True),
            mark_of(agrees),
        ))

    @property
    def listed(self) -> tuple[VerdictLine, ...]:
        """The same, with what is measured listed below its verdict where that are several quantities."""
        measured = self.against_measurement
        found = () if measured is None else measured.as_data().get("quantities", ())
        items = tuple(str(item.get("words", "")) for item in found)
        several = len(items) > 1 and all(items)
        return tuple(
            VerdictLine(heading, words.removesuffix("; ".join(items)).rstrip(), items)
            if several and heading == _MEASURED else VerdictLine(heading, words) for heading, words in self.lines)

    def to_markdown(self) -> str:
        """The verdicts as a list in Markdown."""
        return "\n".join(
            "\n".join((f"- {line.heading}: **{in_markdown(line.words)}**",
                       *(f"  - {in_markdown(item)}" for item in line.items))) for line in self.listed)

    def __str__(self) -> str:
        return "\n".join("\n  ".join((f"{line.heading}: {line.words}", *line.items)) for line in self.listed)

    def as_data(self) -> dict[str, Any]:
        """The verdicts for JSON, under the same keys for every claim."""
        named: Mapping[str, Told | None] = {
            "derivation": self.derivation, "states": self.states, "as_said": self.as_said,
            "on_hardware": self.on_hardware,
            "against_measurement": self.against_measurement, "retold": self.retold,
        }
        return {key: None if item is None else item.as_data() for key, item in named.items()}


def said_verdict(
    found: Iterable[PublishedStatement], kind: Kind = "conclusion", own_premises: str = OF_THE_LECTURE
) -> SaidVerdict:
    """The verdict on the statements of a kind: conclusions, or what others retell."""
    own = [item for item in found if item.kind == kind]
    judged = [item for item in own if item.follows is not None]
    return SaidVerdict(
        kind,
        len(judged), sum(item.follows is True for item in judged),
        next((item.said for item in judged if not item.follows), None),
        sum(item.said.outcome is ComparisonOutcome.INPUT for item in own),
        sum(item.said.outcome is ComparisonOutcome.IDLE for item in own),
        own_premises,
    )


def derivation_verdict(derivation: Derivation) -> DerivationVerdict:
    """The verdict on a derivation.

    proven, of how many steps; does not hold, where something on the way is refuted; not derived, where a rule found
    nothing; and, after a semicolon, the condition under which the result holds. Under changed premises it says whether
    the result still follows.
    """
    steps = derivation.steps
    open_steps = tuple(step.name for step in derivation.unsound if step.rule != "reject")
    standing = tuple(step.name for step in derivation.unsound if step.rule == "reject")
    proven, argued = (sum(step.verdict.finding is finding for step in steps)
                      for finding in (Finding.PROVEN, Finding.ARGUED))
    conditions = tuple(relation_text(condition.written) for condition in derivation.headline.conditions)
    words = _derivation_words(derivation, (len(steps), proven, argued), open_steps, standing, conditions)
    return DerivationVerdict(words, len(steps), proven, argued, open_steps, standing, conditions)


def _derivation_words(
    derivation: Derivation, counts: tuple[int, int, int], open_steps: tuple[str, ...], standing: tuple[str, ...],
    conditions: tuple[str, ...],
) -> str:
    headline = derivation.headline
    if headline.verdict.finding is Finding.CLAIMED:
        return str(headline.verdict)
    if not headline.verdict.holds:
        return _cause(derivation)
    if derivation.assumptions:
        words = _changed(derivation)
    elif open_steps or standing:
        shown = [f"not shown: {', '.join(open_steps)}"] if open_steps else []
        return "; ".join([*shown, *([f"not refuted: {', '.join(standing)}"] if standing else [])])
    else:
        words = _counted(*counts) + _in_numbers(derivation)
    only = f"only if {' and '.join(conditions)}" if conditions else ""
    where = ", ".join(filter(None, (only, *_supposed(derivation, headline.context))))
    return f"{words}; holds {where}" if where else words


def _supposed(derivation: Derivation, context: Context) -> Iterator[str]:
    """What a result supposes, by what is so there: names of steps say it only to whoever reads these."""
    for each in context.suppositions:
        relation = derivation[each.name].relation if each.name in derivation else None
        if each.kind == WHOLE and each.about:
            yield f"with the fewest whole {listed(each.about)}"
        elif each.kind == LEAST and each.about:
            yield f"at the best {listed(each.about)}"
        elif each.kind in (BOUNDARY, CASE) and relation is not None and each.name not in _OF_THE_FIELD:
            yield f"where {relation_text(relation.written)}"
        else:
            yield Context((each,)).words
    if context.limit is not None:
        yield context.limit.words


def _counted(steps: int, proven: int, argued: int) -> str:
    """How many of the steps are proven, and how many argued."""
    if not steps:
        return "premises alone, with no step to prove"
    if steps == proven:
        return "its one step is proven" if steps == 1 else f"all {steps} steps proven"
    return f"{proven} of {plural(steps, 'step')} proven" + (f", {argued} argued" if argued else "")


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
    words += f"; no longer in the form of: {', '.join(forms)}" if forms else ""
    unlike = [step.name for step in others if step.verdict.holds and step.verdict.stored]
    return words + (f"; not confirmed here: {', '.join(unlike)}" if unlike else "")


def _in_numbers(derivation: Derivation) -> str:
    """Words for quantities without a closed form on the way to the result."""
    unknown = dict.fromkeys(step.unknown for step in _behind(derivation) if step.unknown)
    return f", {listed(unknown, 'and')} solved numerically" if unknown else ""


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


def _ratio(ratio: Fraction) -> str:
    return format_number(ratio, 3)
