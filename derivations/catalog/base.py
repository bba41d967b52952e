"""What every card is: a name, a title, and figures that are found by their keys."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from derivations.catalog.figure import Figure
from derivations.errors import UnknownNameError


@dataclass(frozen=True)
class Card:
    """A card of any kind: `name` is what options and claims call it, `title` is for people."""

    name: str
    title: str

    @property
    def figures(self) -> Iterator[Figure]:
        """Every figure of the card, defaults only, in reading order."""
        raise NotImplementedError

    def figure(self, key: str) -> Figure:
        """The figure of that key, such as ``bandwidth`` or ``compute.bf16``.

        Raises `UnknownNameError` with the nearest keys if the card has none.
        """
        found = {figure.key: figure for figure in self.figures}
        try:
            return found[key]
        except KeyError:
            raise UnknownNameError("figure", key, found, where=f"on the card of {self.name}") from None


def given(*figures: Figure | None) -> Iterator[Figure]:
    """The figures that a card has, of those that it may have."""
    return (figure for figure in figures if figure is not None)
