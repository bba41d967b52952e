"""Claims: an argument, the numbers it is read in, and what was said or printed about its results."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import Literal

from derivations.derivation.derivation import Derivation
from derivations.derivation.premise import Assumptions
from derivations.derivation.script import Body, Script
from derivations.errors import InputError, UnknownNameError
from derivations.language.quantity import Notation
from derivations.mapping import FrozenMapping
from derivations.numbers.source import Source
from derivations.numbers.value import Value, parse_value
from derivations.proof.budget import budget_of

_OWN = "the claim's own"
AS_SAID = "as-said"
AS_BUILT = "as-built"
ALL = ("all",)
# a number in an answer: a step or a quantity, figures, and a form or what it counts, as {ridge:3}, {mfu:%} and
# {n_racks:rack}; {said.ridge} is that of another report
PLACE = re.compile(
    r"\{(?:(?P<other>\w+)\.)?(?P<name>[\w-]+)(?:@(?P<reading>[\w.,-]+))?"
    r"(?::(?P<figures>\d?) ?(?P<form>[%/#]?)(?P<noun>[A-Za-z -]*))?\}"
)

Kind = Literal["conclusion", "premise", "illustration", "look-up", "retelling"]
KINDS: Mapping[Kind, str] = FrozenMapping({
    "conclusion": "follows from other numbers, as whoever gives it says",
    "premise": "is taken, and others follow from it",
    "illustration": "an example, a sketch, a guess, or what was taken back",
    "look-up": "stands on a price list, on a datasheet or in a report, or was read off a figure",
    "retelling": "somebody else repeats the lecture: a summary, a blog, practice cards",
})
"""The kinds of published numbers, each with what it means. Only conclusions, and their retellings, are judged."""


@dataclass(frozen=True)
class Said:
    """A number as somebody gave it: text with unit, who, and where."""

    value: str
    by: str
    where: str
    source: Source | None = None

    def read(self) -> Value:
        """The value, with speaker and place as its origin."""
        plain = parse_value(self.value)
        origin = f"{self.by}, {self.where}" if self.where else self.by
        return Value(plain.number, plain.unit, plain.dimension, origin, self.source)


@dataclass(frozen=True)
class OnCard:
    """A number that stands on a card of the catalog, by the card's name and the figure's key.

    `per` is the unit that it is counted per, where the card leaves that out: a context on a price list is of one
    "sequence".
    """

    card: str
    key: str
    per: str = ""


@dataclass(frozen=True)
class Cards:
    """Cards and number formats to take values from; what is left out is as in "as built"."""

    accelerator: str = ""
    model: str = ""
    compute: str = ""
    weights: str = ""
    cache: str = ""


@dataclass(frozen=True)
class Deployment:
    """The hardware that holds a model and its caches while it runs: the cards of "as built", and how much of them.

    `cards` are those of the claim, where it is not about one node of the default accelerator. The GPUs that share the
    weights, and the sequences under way on them, are products of letters of the claim; `context` is the letter of
    their length.
    """

    cards: Cards = Cards()
    gpus: tuple[str, ...] = ("G",)
    batch: tuple[str, ...] = ("B",)
    context: str = "L"


@dataclass(frozen=True)
class Sentence:
    """An answer in a sentence with places for computed numbers, and the relations where its words are true."""

    text: str
    where: tuple[str, ...] = ()


@dataclass(frozen=True)
class Reading:
    """A set of numbers that go together: the lecturer's own, or another way to read what was said.

    With `cards` the numbers stand beside those of the cards, and before them where both have one.
    """

    name: str
    title: str
    numbers: Mapping[str, Said | OnCard] = field(default_factory=dict)
    cards: Cards | None = None


@dataclass(frozen=True)
class Between:
    """A range in which a quantity may reasonably lie: two texts with unit, and who says so."""

    low: str
    high: str
    by: str
    where: str = ""

    def __post_init__(self) -> None:
        self.read()

    def read(self) -> tuple[Value, Value]:
        """Both ends; raises `InputError` if the low one is above the high one or measures something else."""
        low, high = parse_value(self.low), parse_value(self.high)
        if low.dimension != high.dimension or low.number > high.number:
            raise InputError(f"{self.low} to {self.high} is no range")
        return low, high

    @property
    def source(self) -> str:
        """The speaker of the range, and the place."""
        return f"{self.by}, {self.where}" if self.where else self.by


@dataclass(frozen=True)
class Grid:
    """A table of results on cards: a row for each accelerator, and a column for each step or each model.

    Without `accelerators` all of them are shown. With `models` there is one step and a column for each of them;
    `ALL` stands for all. With `readings` these are the rows, by name, and the columns are steps or letters. `premises`
    are modeling choices under which the table is made. `outside` is what a cell says where a condition fails, and
    where the number lies below that of the quantity `at_least`, for which the premises do not hold.
    """

    steps: tuple[str, ...]
    accelerators: tuple[str, ...] = ()
    models: tuple[str, ...] = ()
    premises: Mapping[str, str] = field(default_factory=dict)
    title: str = ""
    cards: Cards = Cards()
    readings: tuple[str, ...] = ()
    outside: str = ""
    at_least: str = ""


@dataclass(frozen=True)
class ModelGrid:
    """A table of results on models: a column for each step, and a row for each model.

    A model without a number for the first step is left out. `premises` are modeling choices under which the table is
    made.
    """

    steps: tuple[str, ...]
    models: tuple[str, ...] = ALL
    title: str = ""
    premises: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True)
class Published:
    """A number that was said or printed about a step of the derivation.

    `value` is text with a unit, or two texts: for a range, or with another rounding word for one or the other. `step`
    names the step it is about; `reading` names the numbers it is to be derived from (a reading of the claim, or
    `AS_BUILT` for the default cards); `kind` is one of `KINDS`. Whether it follows is computed, and a `note` stays
    true whatever comes out.

    Numbers with the same step, value, speaker and place are one statement. The first names the reading that the
    speaker's own premises are; the others say what it would be otherwise. Where that is a number of another step,
    `otherwise` names the step that the statement is about.
    """

    step: str
    value: str | tuple[str, str]
    by: str
    where: str
    rounding: str
    reading: str = AS_SAID
    kind: Kind = "conclusion"
    note: str = ""
    otherwise: str = ""
    said_answer: str = ""

    def __post_init__(self) -> None:
        if self.kind not in KINDS:
            raise UnknownNameError("kind of published number", self.kind, KINDS)

    @property
    def statement(self) -> tuple[str, str | tuple[str, str], str, str]:
        """Identity of a statement: the step that it is about, the value, who, and where."""
        return self.otherwise or self.step, self.value, self.by, self.where

    def read(self) -> Value | tuple[Value, Value]:
        """The number, or both of a pair."""
        if isinstance(self.value, tuple):
            return parse_value(self.value[0]), parse_value(self.value[1])
        return parse_value(self.value)


@dataclass(frozen=True)
class Asserted:
    """Something said that no step derives: kept beside the claim, and called what it is.

    `times` is a range of multiples of the result, as in "two to three times that"; `across` names accelerators on which
    the step `of` is to be compared. What either comes to is computed.
    """

    text: str
    by: str
    where: str
    times: tuple[int, int] | None = None
    across: tuple[str, ...] = ()
    of: str = ""


@dataclass(frozen=True)
class Claim:
    """A named derivation: notation, body, the step that is its result, and what was published about it.

    `answer` answers the question in a sentence, with places for computed numbers (``{ridge:3}``, see `claim.answer`);
    its words are true only where the relations `answer_if` hold, and `otherwise` is what can be said elsewhere, or
    sentences of which the first is told whose relations hold. Where numbers break a premise, `said_answer` answers with
    the lecturer's own ones.
    `body` writes on a board and may return the handle of its result; `result` names it otherwise. `outside` is what
    to say when a condition of the result fails in a scenario ("no balance"). `defaults` are numbers that no card has; a
    text with a unit is one of the claim's own. `compared` names the steps of the table
    "as said and as built", `grids` are tables of results over cards, `ranges` say how far a quantity may lie to either
    side. `not_from_cards` names quantities that the claim leaves open or traces back, although cards have a value.
    `deployment` is what the claim is evaluated on as built, the default node unless it says otherwise; where its batch
    is the result, and the claim says how many sequences memory holds, `fitting` is the letter of that: no more of them
    run. `staged` is a letter that a premise brings along, by which both the GPUs and the sequences of the deployment
    are more where that is taken: the stages of a pipeline. `moves` names
    the step that a page lets its reader move, where the result itself is a constant; `over` names the quantity that its
    picture is drawn over, where that says more than the first of its conditions and ranges. `deciding` says which
    measurement would decide a claim against which none is held, or why none could; else which test to believe, and why,
    where some disagree. `counted` names quantities without a
    unit that come in whole numbers, although the argument takes them for any number.

    >>> from derivations.derivation.premise import Premise
    >>> def body(board):
    ...     load = board.take(Premise("load", "t = S/W"))
    ...     return board.solve("bandwidth", load, for_="W")
    >>> notation = Notation.of("t [s] time\\nS [byte] size\\nW [byte/s] bandwidth")
    >>> print(Claim("cold-start", notation, body).derive()["bandwidth"].relation)
    W = S/t
    """

    name: str
    notation: Notation
    body: Body
    title: str = ""
    chapter: str = ""
    question: str = ""
    answer: str = ""
    answer_if: tuple[str, ...] = ()
    otherwise: str | tuple[Sentence, ...] = ""
    said_answer: str = ""
    deciding: str = ""
    result: str = ""
    outside: str = "outside the condition"
    defaults: Mapping[str, Said | OnCard | str] = field(default_factory=dict)
    readings: tuple[Reading, ...] = ()
    published: tuple[Published, ...] = ()
    asserted: tuple[Asserted, ...] = ()
    compared: tuple[str, ...] = ()
    grids: tuple[Grid | ModelGrid, ...] = ()
    ranges: Mapping[str, Between] = field(default_factory=dict)
    not_from_cards: tuple[str, ...] = ()
    deployment: Deployment = Deployment()
    fitting: str = ""
    staged: str = ""
    moves: str = ""
    over: str = ""
    counted: tuple[str, ...] = ()

    def __post_init__(self) -> None:
        if not self.title:
            object.__setattr__(self, "title", self.name)
        given = {name: Said(item, _OWN, "") if isinstance(item, str) else item for name, item in self.defaults.items()}
        object.__setattr__(self, "defaults", given)
        named = [*self.defaults, *self.ranges, *self.not_from_cards, *self.counted,
                 *([self.over] if self.over else [])]
        for name in (*named, *(name for reading in self.readings for name in reading.numbers)):
            if name not in self.notation:
                known = self.notation.names
                raise UnknownNameError("quantity", name, known, where=f"in claim {self.name!r}")

    @cached_property
    def script(self) -> Script:
        """What its body writes on a board, computed by nobody."""
        return Script.of(self.body, self.notation)

    def derive(self, assumptions: Assumptions | None = None, budget: float | None = None) -> Derivation:
        """Run the body on a fresh board, every step checked; each rule has the `budget` of work that `Board` takes."""
        from derivations.derivation.board import Board

        board = Board(self.notation, assumptions, budget_of(budget))
        returned = self.body(board)
        derivation = board.finish(returned if returned is not None else self.result)
        if not derivation.trace:
            raise InputError(f"claim {self.name!r} writes nothing on the board")
        if derivation.result and derivation.result not in derivation:
            steps = [step.name for step in derivation]
            raise UnknownNameError("step", derivation.result, steps, where=f"as the result of claim {self.name!r}")
        return derivation

    def reading(self, name: str) -> Reading:
        """The reading of that name; raises `UnknownNameError` with the nearest names."""
        for reading in self.readings:
            if reading.name == name:
                return reading
        raise UnknownNameError("reading", name, [r.name for r in self.readings], where=f"of claim {self.name!r}")


def shares_in(text: str) -> frozenset[str]:
    """The steps and quantities whose numbers an answer gives in per cent.

    >>> sorted(shares_in("At {L} an MFU of {mfu:%}"))
    ['mfu']
    """
    return frozenset(place["name"] for place in PLACE.finditer(text) if place["form"] == "%")
