"""The catalog: the packaged cards, and those of the user's own card files.

A card file is TOML with tables ``[sources.<key>]``, ``[accelerators.<name>]`` and ``[models.<name>]``. A
user's file may cite packaged sources and adds cards; it never changes a packaged one, so that a name means
the same to every reader.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from functools import partial
from importlib.resources import files
from pathlib import Path
from types import MappingProxyType
from typing import Any, TypeVar

from derivations.catalog.card import Accelerator, Model
from derivations.catalog.card_reader import read_accelerator, read_model, read_source
from derivations.catalog.toml_text import Place, read_file, read_table, read_toml
from derivations.errors import UnknownNameError
from derivations.values.source import Source

PACKAGED = ("sources.toml", "accelerators.toml", "models.toml")
_TABLES = ("sources", "accelerators", "models")
_NAME = re.compile(r"[A-Za-z0-9][A-Za-z0-9._-]{0,59}\Z")
_Entry = TypeVar("_Entry")


@dataclass(frozen=True)
class Catalog:
    """Sources, accelerators and models by name, in the order of their files."""

    sources: Mapping[str, Source]
    accelerators: Mapping[str, Accelerator]
    models: Mapping[str, Model]

    def accelerator(self, name: str) -> Accelerator:
        """The accelerator of that name; raises `UnknownNameError` with the nearest names."""
        try:
            return self.accelerators[name]
        except KeyError:
            raise UnknownNameError("accelerator", name, self.accelerators) from None

    def model(self, name: str) -> Model:
        """The model of that name; raises `UnknownNameError` with the nearest names."""
        try:
            return self.models[name]
        except KeyError:
            raise UnknownNameError("model", name, self.models) from None


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
    documents = [*_packaged(), *(_Document(str(path), read_file(path)) for path in paths)]
    for document in documents:
        for table in document.tables:
            if table not in _TABLES:
                raise Place(document.file).unknown("table", table, _TABLES)
    sources = _gather(documents, "sources", read_source)
    return Catalog(
        sources,
        _gather(documents, "accelerators", partial(read_accelerator, sources=sources)),
        _gather(documents, "models", partial(read_model, sources=sources)),
    )


def _packaged() -> Iterator[_Document]:
    folder = files("derivations.catalog") / "data"
    for name in PACKAGED:
        yield _Document(name, read_toml((folder / name).read_text(encoding="utf-8"), name))


def _gather(
    documents: list[_Document], table: str, read: Callable[[str, Any, Place], _Entry]
) -> Mapping[str, _Entry]:
    """The entries of one table over all documents, each name once."""
    entries: dict[str, _Entry] = {}
    found_in: dict[str, str] = {}
    for document in documents:
        found = read_table(document.tables.get(table, {}), Place(document.file, "", table))
        for name, entry in found.items():
            place = Place(document.file, f"{table}.{name}")
            if not _NAME.match(name):
                raise place.error("a name is made of letters, digits, dots, hyphens and underscores")
            if name in entries:
                raise place.error(f"the name is already taken in {found_in[name]}; choose another")
            entries[name] = read(name, entry, place)
            found_in[name] = document.file
    return MappingProxyType(entries)
