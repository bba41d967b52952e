"""Origins: where one number comes from, as a tree down to the cards and documents that state its parts."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, fields
from typing import Any, Literal

from derivations.claim.claim import Said
from derivations.claim.evaluated_claim import EvaluatedClaim
from derivations.errors import DerivationsError
from derivations.language.quantity import Quantity
from derivations.numbers.source import STANDINGS, Source
from derivations.numbers.value import Value
from derivations.search.step import Step
from derivations.sources.card import Card, Model
from derivations.sources.catalog import Catalog
from derivations.sources.figure import Figure
from derivations.study.provenance.words import left_of

HoldsOrNot = Literal["holds", "does not hold", "not decided for lack of numbers"]

BY_YOU = "given by you"
HOLDS: HoldsOrNot = "holds"
FAILS: HoldsOrNot = "does not hold"
OPEN: HoldsOrNot = "not decided for lack of numbers"


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
        return {
            "value": self.value,
            "by": self.by,
            "meaning": self.meaning or None,
            "source": None if self.source is None else self.source.title,
            "url": None if self.source is None else self.source.url or None,
            "standing": None if self.source is None else self.source.standing,
            "date": self.date or (self.source.date if self.source else "") or None,
            "effect": self.effect or None,
        }


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
    exact: str = ""  # the number in the unit of the quantity, unrounded; empty where it is a decimal approximation
    operator: str = "="
    step: str = ""
    rule: str = ""
    relation: str = ""
    filled: str = ""
    conditions: tuple[Held, ...] = ()
    within: tuple[str, ...] = ()
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
            "name": self.name,
            "meaning": None if self.quantity is None else self.quantity.meaning,
            "unit": None if self.quantity is None else self.quantity.unit,
            "operator": self.operator,
            "value": self.value or None,
            "exact": self.exact or None,
            "step": self.step or None,
            "rule": self.rule or None,
            "relation": self.relation or None,
            "conditions": [
                {"condition": item.condition, "standing": item.standing, "numbers": item.numbers or None}
                for item in self.conditions
            ],
            "within": list(self.within),
            "because": self.because or None,
            "where": self.where or None,
            "replaces": self.replaces or None,
            "verdict": self.verdict or None,
            "premises": list(self.premises),
            "cited": None if self.cited is None else self.cited.to_json(),
            "conflicts": [item.to_json() for item in self.conflicts],
            "note": self.note or None,
            "missing": list(self.missing),
            "above": self.above,
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
    """How far a document can be trusted, for a reader.

    >>> standing_words(Source("sheet", "Data sheet", standing="verified"))
    'verified: read in the primary source'
    """
    return f"{source.standing}: {STANDINGS[source.standing]}"


_ORIGIN = re.compile(r"card (?P<card>[^,]+)(?:, (?P<form>.+))?\Z")


def card_behind(value: Value, catalog: Catalog) -> Card | None:
    """The card that a value names as its origin; None if it names none."""
    match = _ORIGIN.match(value.origin)
    tables = [getattr(catalog, item.name) for item in fields(catalog)] if match else []
    cards = [table.get(match["card"]) for table in tables if match and isinstance(table, Mapping)]
    return next((card for card in cards if isinstance(card, Card)), None)


def figure_behind(value: Value, catalog: Catalog) -> Figure | None:
    """The figure of a card that a value is, with what other sources say; None if it is none as it stands."""
    card, match = card_behind(value, catalog), _ORIGIN.match(value.origin)
    if card is None or match is None:
        return None
    equal = [figure for figure in card.figures if figure.as_value(value.origin) == value]
    if isinstance(card, Model) and card.active.as_value(value.origin) == value:
        equal.append(card.active)  # of a dense model, whose figures name it once
    # two formats may have the same rate from the same source: the origin says which one is meant
    named = [figure for figure in equal if match["form"] and figure.key.endswith(f".{match['form']}")]
    return next(iter(named or equal), None)


def counts_behind(value: Value, catalog: Catalog) -> tuple[Figure, ...]:
    """The counts of a model's card that its cache, or its arithmetic of attention, was computed from.

    Empty for any other value, and for the arithmetic of attention that selects.
    """
    card = card_behind(value, catalog)
    if not isinstance(card, Model):
        return ()
    attention, made_of = card.attention, card.attention.made_of
    if value == card.attention_work:
        return card.counts_behind(made_of.work)
    if attention.formula in value.meaning:
        return card.counts_behind(made_of.stored)
    if attention.read_formula in value.meaning:
        return card.counts_behind(made_of.read)
    return card.counts_behind(made_of.fixed) if attention.fixed_formula in value.meaning and value.number else ()


def stated(account: EvaluatedClaim, quantity: Quantity, cut: Step | None, root: Step | None) -> Origin:
    """The origin of a quantity that the scenario of an account values, with the counts behind it as children.

    `cut` is the step that would give the quantity if nobody had valued it, `root` the step whose number is in question:
    with every other source comes what that number would be.
    """
    value = account.evaluation.scenario.values[quantity.name]
    figure = figure_behind(value, account.catalog)
    note = f"taken as it stands; by {cut.name} it would be {cut.relation}" if cut is not None else ""
    headline = account.headline
    if root is None and cut is None and left_of(headline) == quantity.symbol:
        note = f"taken as it stands; derive why {headline.name} tells what the claim makes it"
    return Origin(
        quantity.name, quantity, value=str(value), exact=str(value.in_unit(value.unit)), note=note,
        cited=Cited(str(value), _by(account, quantity.name, value), value.meaning, value.source, value.date),
        conflicts=() if figure is None else _conflicts(account, figure, value, root),
        children=tuple(_count(account, count, value, root) for count in counts_behind(value, account.catalog)),
    )


def _count(account: EvaluatedClaim, figure: Figure, value: Value, root: Step | None) -> Origin:
    """A count of a card that a value was computed from."""
    cited = Cited(str(figure), value.origin, figure.meaning, figure.source, figure.date)
    return Origin(figure.key, value=str(figure), exact=str(figure.number), cited=cited,
                  conflicts=_conflicts(account, figure, value, root))


def _conflicts(account: EvaluatedClaim, figure: Figure, value: Value, root: Step | None) -> tuple[Cited, ...]:
    return tuple(
        Cited(str(other), value.origin, other.meaning, other.source, other.date,
              "" if root is None else _effect(account, figure, other, value, root))
        for other in figure.conflicts
    )


def _effect(account: EvaluatedClaim, figure: Figure, other: Figure, value: Value, root: Step) -> str:
    """What the number in question would be if the other source were believed; empty if that cannot be said."""
    values = account.evaluation.scenario.values
    # one figure may stand behind two quantities, as all and active parameters of a dense model
    same = [n for n, v in values.items() if v.origin == value.origin and figure_behind(v, account.catalog) == figure]
    if not same:
        return ""
    changed = account.scenario.with_values({name: other.as_value(value.origin) for name in same})
    try:
        line = account.evaluation.again(changed).line(root.name)
    except DerivationsError:  # the other number does not go with the rest
        return ""
    if line.value is None:  # worth telling only where there is a number otherwise
        return line.outside if account.evaluation.line(root.name).value is not None else ""
    return f"{line.left} {line.relation.operator} {line.result}"


def _by(account: EvaluatedClaim, name: str, value: Value) -> str:
    """Who or what gave a number."""
    if name in account.given:
        return BY_YOU if value.origin == "given" else f"{BY_YOU}: {value.origin}"
    claim = account.claim
    said = [numbers[name] for numbers in (claim.defaults, *(r.numbers for r in claim.readings)) if name in numbers]
    if any(isinstance(item, Said) and item.read() == value for item in said):
        return f"as said: {value.origin}"
    return value.origin
