"""The origin of a number as a tree: steps, what enters them, and the cards and documents that state it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, Literal

from derivations.derivation.codec import selected
from derivations.language.quantity import Quantity
from derivations.numbers.source import STANDINGS, Source, source_data

HoldsOrNot = Literal[
    "holds", "does not hold", "not decided for lack of numbers", "not decided, as the formula has no value here",
]

HOLDS: HoldsOrNot = "holds"
FAILS: HoldsOrNot = "does not hold"
OPEN: HoldsOrNot = "not decided for lack of numbers"
VALUELESS: HoldsOrNot = "not decided, as the formula has no value here"  # a root of what is negative, say


@dataclass(frozen=True)
class Cited:
    """A number as it entered: who or what gave it, what exactly was counted, and the document behind it.

    `effect` is what the number in question would be with this one, for a number that another source gives.
    """

    value: str
    by: str
    meaning: str = ""
    source: Source | None = None
    date: str = ""
    effect: str = ""

    def to_json(self) -> dict[str, Any]:
        """Plain data; `standing` is None where no document is cited."""
        return {**selected(self, "value by meaning?"), **source_data(self.source, self.date),
                "effect": self.effect or None}


@dataclass(frozen=True)
class Held:
    """A condition of a step, whether it holds, and the numbers that decide it."""

    condition: str
    standing: HoldsOrNot
    numbers: str = ""

    def __str__(self) -> str:
        return f"{self.condition}: {self.standing}" + (f" ({self.numbers})" if self.numbers else "")


@dataclass(frozen=True)
class Origin:
    """One quantity of the tree: its value, and either the step that gives it or what states it.

    `value` is empty where there is none, and `note` then says why. `rule` is the rule of the step in words, `where` the
    source of a premise, `premises` the premises and definitions that the formula of a derived step rests on, by
    name. `cited` is set where the number enters as it stands; `conflicts` holds what other sources say. A quantity
    that stands further up in the tree is `above`, without its children.
    """

    name: str
    quantity: Quantity | None = None
    value: str = ""
    number: Fraction | None = None  # in the unit beside it
    unit: str = ""  # that of the quantity, or of a figure of a card
    exact: str = ""  # the number in the unit of the quantity, unrounded; empty where it is a decimal approximation
    operator: str = "="
    step: str = ""
    rule: str = ""
    relation: str = ""
    filled: str = ""
    conditions: tuple[Held, ...] = ()
    context: str = ""
    because: str = ""
    where: str = ""
    replaces: str = ""
    verdict: str = ""
    premises: tuple[str, ...] = ()
    cited: Cited | None = None
    conflicts: tuple[Cited, ...] = ()
    children: tuple[Origin, ...] = ()
    note: str = ""
    missing: tuple[str, ...] = ()  # the quantities for want of which there is no value
    above: bool = False

    def walk(self) -> Iterator[Origin]:
        """This origin and all below it, in reading order."""
        yield self
        for child in self.children:
            yield from child.walk()

    @property
    def sources(self) -> tuple[Source, ...]:
        """Every document that the number rests on or is at odds with, each once, in reading order."""
        entries = [entry for item in self.walk() for entry in (item.cited, *item.conflicts) if entry is not None]
        return tuple(dict.fromkeys(entry.source for entry in entries if entry.source is not None))

    @property
    def unverified(self) -> tuple[str, ...]:
        """The names of the numbers in use that rest on an unverified source."""
        return tuple(
            item.name for item in self.walk()
            if item.cited is not None and item.cited.source is not None
            and item.cited.source.standing == "unverified"
        )

    @property
    def shown(self) -> str:
        """The number in one line: ``r = 295.2 token``, or the name alone."""
        return f"{self.name} {self.operator} {self.value}" if self.value else self.name

    def to_json(self) -> dict[str, Any]:
        """The tree as plain data."""
        return {
            **selected(self, "name meaning=quantity.meaning"),
            "unit": self.unit or None if self.quantity is None else self.quantity.unit,
            **selected(self, "operator value? exact? step? rule? relation?"),
            "conditions": [selected(item, "condition standing numbers?") for item in self.conditions],
            **selected(self, "context? because? where? replaces? verdict? premises"),
            "cited": None if self.cited is None else self.cited.to_json(),
            "conflicts": [item.to_json() for item in self.conflicts],
            **selected(self, "note? missing above"),
            "children": [child.to_json() for child in self.children],
        }

    def __str__(self) -> str:
        """The tree in brief, one line for each number."""
        return "\n".join(_brief(self, ""))

    def __repr__(self) -> str:
        return str(self)


def _brief(item: Origin, indent: str) -> Iterator[str]:
    parts = [item.step and f"{item.step}: {item.relation}", item.cited and _cited_in_brief(item.cited), item.note]
    told = "above" if item.above else "; ".join(part for part in parts if part)
    yield f"{indent}{item.shown}" + (f" ({told})" if told else "")
    for child in item.children:
        yield from _brief(child, indent + "  ")


def _cited_in_brief(item: Cited) -> str:
    return f"{item.by}; {item.source.label}" if item.source is not None else item.by


def standing_words(source: Source) -> str:
    """The standing of a document, and its meaning for a reader.

    >>> standing_words(Source("sheet", "Data sheet", standing="verified"))
    'verified: read in the primary source'
    """
    return f"{source.standing}: {STANDINGS[source.standing]}"
