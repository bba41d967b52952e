"""One card's table in a file: which keys it may have, its title, and its figures."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from derivations.catalog.figure import Figure
from derivations.catalog.figure_reader import Defaults, Kind, read_figure
from derivations.catalog.toml_text import Place, read_date, read_table, read_text
from derivations.errors import UnknownNameError
from derivations.values.source import Source

_CARD_KEYS = ("title", "source", "date")


@dataclass(frozen=True)
class CardTable:
    """The table of a card, its place in the files, and what holds for all of its figures."""

    table: Mapping[str, Any]
    place: Place
    defaults: Defaults

    @property
    def title(self) -> str:
        """The card's title; raises `CardError` if it is no text."""
        return read_text(self.table["title"], self.place.at("title"))

    def figures(self, kinds: Mapping[str, Kind]) -> dict[str, Figure]:
        """The figures of those kinds that the table has; raises `CardError` for a wrong one."""
        return read_figures(self.table, kinds, self.place, self.defaults)


def open_card(
    entry: Any, known: tuple[str, ...], required: tuple[str, ...], place: Place, sources: Mapping[str, Source]
) -> CardTable:
    """The table of a card, which must have a title and the `required` keys and may have the `known` ones.

    Raises `CardError` for a missing or unknown key and for an unknown source.
    """
    table = known_keys(entry, (*_CARD_KEYS, *known), place)
    require(table, ("title", *required), place)
    key = read_text(table["source"], place.at("source")) if "source" in table else ""
    if key and key not in sources:
        raise place.at("source").unknown("source", key, sources)
    date = read_date(table["date"], place.at("date")) if "date" in table else ""
    return CardTable(table, place, Defaults(sources, key, date))


def read_figures(
    table: Mapping[str, Any], kinds: Mapping[str, Kind], place: Place, defaults: Defaults, prefix: str = ""
) -> dict[str, Figure]:
    """The figures of those kinds that a table has, in the order of the kinds; `prefix` begins their keys."""
    return {
        key: read_figure(table[key], kind, place.at(prefix + key), defaults)
        for key, kind in kinds.items()
        if key in table
    }


def known_keys(entry: Any, known: tuple[str, ...], place: Place) -> dict[str, Any]:
    """A table that has no other keys than the known ones; raises `CardError` otherwise."""
    table = read_table(entry, place)
    for key, value in table.items():
        if key not in known:
            # [models.llama-3.1-70b] is read as three nested tables.
            hint = "; a name with a dot needs quotes" if isinstance(value, dict) else ""
            raise place.error(str(UnknownNameError("key", key, known)) + hint)
    return table


def require(table: Mapping[str, Any], keys: tuple[str, ...], place: Place) -> None:
    """Raises `CardError` for the first of the keys that the table lacks."""
    for key in keys:
        if key not in table:
            raise place.error(f"the key {key} is missing")


def not_more(figures: Mapping[str, Figure], small: str, large: str, place: Place) -> None:
    """Raises `CardError` if both figures are there and the first is larger than the second."""
    if small in figures and large in figures and figures[small].number > figures[large].number:
        raise place.at(small).error(f"{small} ({figures[small]}) exceeds {large} ({figures[large]})")
