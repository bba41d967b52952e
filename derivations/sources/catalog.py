"""The catalog: the packaged cards, and those of the user's own card files.

A card file is TOML with tables ``[sources.<key>]``, ``[accelerators.<name>]``, ``[models.<name>]``,
``[prices.<name>]`` and ``[tiers.<name>]``. A user's file may cite packaged sources and adds cards; it never changes a
packaged one, so that a name means the same to every reader. No two cards share a name, of whatever kind they are.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from functools import cache, partial
from importlib.resources import files
from pathlib import Path
from types import MappingProxyType
from typing import Any, TypeVar

from derivations.errors import UnknownNameError
from derivations.numbers.source import Source
from derivations.sources.card import Accelerator, Card, MemoryTier, Model, PriceList
from derivations.sources.reader import read_accelerator, read_model, read_price_list, read_source, read_tier
from derivations.sources.toml_text import Place, read_file, read_table, read_toml

PACKAGED = ("sources.toml", "accelerators.toml", "models.toml", "prices.toml", "tiers.toml")
_READERS: Mapping[str, Callable[..., Any]] = {
    "accelerators": read_accelerator, "models": read_model, "prices": read_price_list, "tiers": read_tier,
}
_CARDS = tuple(_READERS)
_TABLES = ("sources", *_CARDS)
_NAME = re.compile(r"[A-Za-z0-9][A-Za-z0-9._-]{0,59}\Z")
_Entry = TypeVar("_Entry")


@dataclass(frozen=True)
class Catalog:
    """Sources, and cards of four kinds, by name, in the order of their files."""

    sources: Mapping[str, Source]
    accelerators: Mapping[str, Accelerator]
    models: Mapping[str, Model]
    prices: Mapping[str, PriceList]
    tiers: Mapping[str, MemoryTier]

    def accelerator(self, name: str) -> Accelerator:
        """The accelerator of that name; raises `UnknownNameError` with the nearest names."""
        return _look_up("accelerator", name, self.accelerators)

    def model(self, name: str) -> Model:
        """The model of that name; raises `UnknownNameError` with the nearest names."""
        return _look_up("model", name, self.models)

    def price_list(self, name: str) -> PriceList:
        """The price list of that name; raises `UnknownNameError` with the nearest names."""
        return _look_up("price list", name, self.prices)

    def tier(self, name: str) -> MemoryTier:
        """The memory tier of that name; raises `UnknownNameError` with the nearest names."""
        return _look_up("memory tier", name, self.tiers)

    @property
    def cards(self) -> Mapping[str, Card]:
        """Every card by its name: accelerators, models, price lists, memory tiers."""
        return MappingProxyType({**self.accelerators, **self.models, **self.prices, **self.tiers})

    @property
    def names(self) -> tuple[str, ...]:
        """The names of all cards."""
        return tuple(self.cards)

    def card(self, name: str) -> Card:
        """The card of that name, of any kind; raises `UnknownNameError` with the nearest names."""
        return _look_up("card", name, self.cards)


def _look_up(kind: str, name: str, cards: Mapping[str, _Entry]) -> _Entry:
    try:
        return cards[name]
    except KeyError:
        raise UnknownNameError(kind, name, cards) from None


@dataclass(frozen=True)
class _Document:
    """The tables of one card file."""

    file: str
    tables: Mapping[str, Any]


def load_catalog(*paths: Path) -> Catalog:
    """The packaged cards and those of the given files.

    Raises `CardError`, which names file, card and key, for a file that cannot be read as cards and for a name
    that is used twice.

    >>> str(load_catalog().accelerator("h100").bandwidth)
    '3.35 TB/s/GPU'
    """
    if not paths:
        return _packaged_catalog()
    return _catalog([*_packaged(), *(_Document(str(path), read_file(path)) for path in paths)])


@cache
def _packaged_catalog() -> Catalog:
    return _catalog([*_packaged()])


def _catalog(documents: list[_Document]) -> Catalog:
    for document in documents:
        for table in document.tables:
            if table not in _TABLES:
                raise Place(document.file).unknown("table", table, _TABLES)
    _check_names(documents, "sources")
    _check_names(documents, *_CARDS)
    sources = _gather(documents, "sources", read_source)
    cards = {table: _gather(documents, table, partial(read, sources=sources)) for table, read in _READERS.items()}
    return Catalog(sources, **cards)


def _packaged() -> Iterator[_Document]:
    folder = files("derivations.sources") / "data"
    for name in PACKAGED:
        yield _Document(name, read_toml((folder / name).read_text(encoding="utf-8"), name))


def _check_names(documents: list[_Document], *tables: str) -> None:
    """Raises `CardError` for a name that is none, or that is used twice in these tables of all documents."""
    taken: dict[str, str] = {}
    for document in documents:
        for table in tables:
            for name in _entries(document, table):
                place = Place(document.file, f"{table}.{name}")
                if not _NAME.match(name):
                    raise place.error("a name is made of letters, digits, dots, hyphens and underscores")
                if name in taken:
                    raise place.error(f"the name is already taken in {taken[name]}; choose another")
                taken[name] = document.file


def _gather(documents: list[_Document], table: str, read: Callable[[str, Any, Place], _Entry]) -> Mapping[str, _Entry]:
    """The entries of one table over all documents."""
    return MappingProxyType(
        {
            name: read(name, entry, Place(document.file, f"{table}.{name}"))
            for document in documents
            for name, entry in _entries(document, table).items()
        }
    )


def _entries(document: _Document, table: str) -> dict[str, Any]:
    return read_table(document.tables.get(table, {}), Place(document.file, "", table))
