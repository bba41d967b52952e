"""Figures: numbers on a card, each with unit, source, date and meaning."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

from derivations.language.dimension import Dimension
from derivations.numbers.format import format_value
from derivations.numbers.source import STANDINGS, Source
from derivations.numbers.value import Value


@dataclass(frozen=True)
class Figure:
    """One number of a card.

    `key` names it on the card ("bandwidth", "compute.bf16"), `number` is in base units and `unit` is the unit
    as written. `conflicts` holds what other sources say about the same thing; the figure itself is the
    default.
    """

    key: str
    number: Fraction
    unit: str
    dimension: Dimension
    meaning: str
    source: Source
    date: str = ""
    conflicts: tuple[Figure, ...] = ()

    @property
    def recorded(self) -> tuple[Figure, ...]:
        """Everything recorded for this key, the default first."""
        return (self, *self.conflicts)

    @property
    def is_unverified(self) -> bool:
        """True if no document stands behind the number."""
        return self.source.standing == "unverified"

    def as_value(self, origin: str = "card") -> Value:
        """The figure as a value; `origin` names the card that it comes from."""
        return Value(self.number, self.unit, self.dimension, origin, self.source, self.date, self.meaning)

    def __str__(self) -> str:
        """The number for people, in the spelling of its unit."""
        return format_value(self.number, self.dimension, self.unit)


def derived(number: Fraction | int, unit: str, origin: str, meaning: str, *inputs: Figure) -> Value:
    """A value computed from figures; its source and date are those of the least trusted of them.

    `number` is in base units of `unit`; at least one figure must be given.
    """
    trust = list(STANDINGS)
    weakest = max(inputs, key=lambda figure: trust.index(figure.source.standing))
    return Value.of(number, unit, origin=origin, source=weakest.source, date=weakest.date, meaning=meaning)
