"""The catalog: the packaged cards, and those of the user's own card files.

A card file is TOML with tables ``[sources.<key>]``, ``[accelerators.<name>]``, ``[models.<name>]``,
``[prices.<name>]`` and ``[tiers.<name>]``. A user's file may cite packaged sources and adds cards; it never changes a
packaged one, so that a name means the same to every reader.
Its figures need no source: without one they are the reader's own. No two cards share a name, of whatever kind they are.
What a reader keeps (`kept_cards`) is read when it is asked for by its name, and yields to a card of a given file.
So is each packaged card, where no file is given: most commands ask for two of them. A card of another installed package
(`installed`) is found in the same way, and yields to all of these.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from functools import cache, partial
from importlib.resources import files
from itertools import chain
from pathlib import Path
from typing import Any, TypeVar

from derivations.errors import InputError, UnknownNameError
from derivations.mapping import FrozenMapping
from derivations.numbers.source import Source
from derivations.sources.card import Accelerator, Card, MemoryTier, Model, PriceList
from derivations.sources.kept_cards import CARD_NAME, kept_file, kept_folder, kept_names
from derivations.sources.reader import read_accelerator, read_model, read_price_list, read_source, read_tier
from derivations.sources.toml_text import MOST_BYTES, Place, entry_texts, read_file, read_table, read_toml, text_of

PACKAGED = ("sources.toml", "accelerators.toml", "models.toml", "prices.toml", "tiers.toml")  # a table in each
_READERS: Mapping[str, Callable[..., Any]] = {
    "accelerators": read_accelerator, "models": read_model, "prices": read_price_list, "tiers": read_tier,
}
_CARDS = tuple(_READERS)
_TABLES = ("sources", *_CARDS)
# of figures in a reader's own file that name no source
READERS_OWN = Source("readers-own", "the reader's own", standing="unverified")
_Entry = TypeVar("_Entry")


@dataclass(frozen=True)
class Catalog:
    """Sources, and cards of four kinds, by name, in the order of their files; `kept` is the folder of further ones."""

    sources: Mapping[str, Source]
    accelerators: Mapping[str, Accelerator]
    models: Mapping[str, Model]
    prices: Mapping[str, PriceList]
    tiers: Mapping[str, MemoryTier]
    kept: Path | None = None

    def accelerator(self, name: str) -> Accelerator:
        """The accelerator of that name, also one that the reader keeps.

        Raises `UnknownNameError` with the nearest names, and `CardError` for a card of the reader's or of another
        package that cannot be read.
        """
        return self._kept(name) or self._found("accelerator", "accelerators", name)

    def model(self, name: str) -> Model:
        """The model of that name; raises `UnknownNameError` with the nearest names."""
        found: Model = self._found("model", "models", name)
        return found

    def price_list(self, name: str) -> PriceList:
        """The price list of that name; raises `UnknownNameError` with the nearest names."""
        found: PriceList = self._found("price list", "prices", name)
        return found

    def tier(self, name: str) -> MemoryTier:
        """The memory tier of that name; raises `UnknownNameError` with the nearest names."""
        found: MemoryTier = self._found("memory tier", "tiers", name)
        return found

    @property
    def cards(self) -> Mapping[str, Card]:
        """Every card by its name: accelerators, models, price lists, memory tiers."""
        return FrozenMapping(chain.from_iterable(kind.items() for kind in self._kinds))

    @property
    def names(self) -> tuple[str, ...]:
        """The names of all cards."""
        return tuple(chain.from_iterable(self._kinds))

    @property
    def _kinds(self) -> tuple[Mapping[str, Card], ...]:
        return (self.accelerators, self.models, self.prices, self.tiers)

    def card(self, name: str) -> Card:
        """The card of that name, of any kind, also one that the reader keeps; errors as those of `accelerator`."""
        return self._kept(name) or self._found("card", "cards", name)

    def with_accelerators(self, text: str, file: str) -> Catalog:
        """The catalog with the accelerators of a card file's text as well; `file` is named in errors.

        Raises `CardError` as `load_catalog` does.
        """
        document = _Document(file, read_toml(text, file))
        _check_tables([document])
        _check_names([document], "sources")
        _check_names([document], "accelerators")
        sources = {**self.sources, **_gather([document], "sources", read_source)}
        found = _gather([document], "accelerators", partial(read_accelerator, sources=sources, unsourced=READERS_OWN))
        for name in found:
            if name in self.names:
                raise Place(file, f"accelerators.{name}").error("the name is already taken; choose another")
        return replace(self, accelerators=FrozenMapping({**self.accelerators, **found}))

    def _found(self, kind: str, table: str, name: str) -> Any:
        """The card of a kind in its table, or else that of another package."""
        if _any_case(name, self.names) is not None:
            return _look_up(kind, name, getattr(self, table))
        from derivations.sources.installed import CARDS, brought_file, brought_names

        if (file := brought_file(CARDS, name, "a card")) is not None:
            found = _of_package(file)
            if name not in found.names:
                raise Place(str(file)).error(f"the file of the card {name} has no card of that name")
            if name in getattr(found, table):
                return getattr(found, table)[name]
        return _look_up(kind, name, getattr(self, table), (*kept_names(self.kept), *brought_names(CARDS)))

    def _kept(self, name: str) -> Accelerator | None:
        """The accelerator that the reader keeps under that name, unless a card of the catalog has it."""
        if _any_case(name, self.names) is not None:
            return None
        name = _any_case(name, kept_names(self.kept)) or name
        file = kept_file(self.kept, name)
        if file is None:
            return None
        found = self.with_accelerators(text_of(file, MOST_BYTES), str(file)).accelerators
        if name not in found:
            raise Place(str(file)).error(f"the file of the card {name} has no accelerator of that name")
        return found[name]


def _look_up(kind: str, name: str, cards: Mapping[str, _Entry], others: Iterable[str] = ()) -> _Entry:
    known = _any_case(name, cards)
    if known is None:
        if name.endswith(".toml"):
            told = f"give the file as --catalog {name}, and the card by its name"
            raise InputError(f"{name!r} is no name of a card: {told}")
        if "," in name:
            raise InputError(f"{name!r} are several cards, and one is taken here: derive sweep goes over several")
        raise UnknownNameError(kind, name, [*cards, *others], otherwise=_OWN_CARD.get(kind, ""))
    return cards[known]


# how a card that nobody ships comes to be known
_OWN_CARD = {
    "accelerator": "To make a card of another one: derive cards --template accelerator > my.toml, then --catalog "
                   "my.toml",
    "model": "To make a card of another one: derive cards --from config.json -o my.toml, then --catalog my.toml",
    "card": "To make a card of your own: derive cards --help",
}


def _any_case(name: str, known: Iterable[str]) -> str | None:
    """The name as it is known, in whatever case it is written; None if it is not, or if it could be two."""
    names = tuple(known)
    folded = [other for other in names if other.casefold() == name.casefold()]
    return name if name in names else folded[0] if len(folded) == 1 else None


@dataclass(frozen=True)
class _Document:
    """The tables of one card file; each figure of a packaged one has a source."""

    file: str
    tables: Mapping[str, Any]
    packaged: bool = False


def load_catalog(*paths: Path) -> Catalog:
    """The packaged cards and those of the given files, and by their names those that the reader keeps.

    Raises `CardError`, which names file, card and key, for a file that cannot be read as cards and for a name
    that is used twice.

    >>> str(load_catalog().accelerator("h100").bandwidth)
    '3.35 TB/s per GPU'
    """
    if not paths:
        return replace(_packaged_catalog(), kept=kept_folder())
    found = _catalog([*_packaged(), *(_Document(str(path), read_file(path)) for path in paths)])
    return replace(found, kept=kept_folder())


@cache
def _of_package(file: Path) -> Catalog:
    return load_catalog(file)


def has_read_packages() -> bool:
    """True if a card of another package was asked for in this process, so that what is told may rest on it."""
    return bool(_of_package.cache_info().currsize)


class _Entries(Mapping[str, _Entry]):
    """Entries of a packaged file by name, each read when it is first asked for."""

    def __init__(self, table: str, texts: Mapping[str, str], read: Callable[[str, str], _Entry]) -> None:
        self._table, self._texts, self._read = table, texts, read
        self._known: dict[str, _Entry] = {}

    def __getitem__(self, name: str) -> _Entry:
        if name not in self._known:
            self._known[name] = self._read(name, self._texts[name])
        return self._known[name]

    def __iter__(self) -> Iterator[str]:
        return iter(self._texts)

    def __len__(self) -> int:
        return len(self._texts)

    def __reduce__(self) -> tuple[Any, ...]:
        return _packaged_entries, (self._table,)


def _packaged_entries(table: str) -> Mapping[str, Any]:
    entries: Mapping[str, Any] = getattr(_packaged_catalog(), table)
    return entries


@cache
def _packaged_catalog() -> Catalog:
    files_of = dict(zip(_TABLES, _packaged_texts(), strict=True))

    def entries(table: str, read: Callable[[str, Any, Place], _Entry]) -> Mapping[str, _Entry]:
        file, text = files_of[table]

        def read_entry(name: str, own: str) -> _Entry:
            return read(name, read_toml(own, file)[table][name], Place(file, f"{table}.{name}"))

        return _Entries(table, entry_texts(text, table), read_entry)

    sources = entries("sources", read_source)
    cards: dict[str, Any] = {table: entries(table, partial(read, sources=sources)) for table, read in _READERS.items()}
    return Catalog(sources, **cards)


def _catalog(documents: list[_Document]) -> Catalog:
    _check_tables(documents)
    _check_names(documents, "sources")
    _check_names(documents, *_CARDS)
    sources = _gather(documents, "sources", read_source)
    cards: dict[str, Any] = {
        table: FrozenMapping({
            **_gather([item for item in documents if item.packaged], table, partial(read, sources=sources)),
            **_gather([item for item in documents if not item.packaged], table,
                      partial(read, sources=sources, unsourced=READERS_OWN)),
        })
        for table, read in _READERS.items()
    }
    return Catalog(sources, **cards)


def _check_tables(documents: list[_Document]) -> None:
    for document in documents:
        for table in document.tables:
            if table not in _TABLES:
                where = f"a card stands under its kind: [accelerators.{table[:40]}]"
                raise Place(document.file).error(f"{UnknownNameError('table', table, _TABLES)}; {where}")


def _packaged() -> Iterator[_Document]:
    for name, text in _packaged_texts():
        yield _Document(name, read_toml(text, name), packaged=True)


def _packaged_texts() -> Iterator[tuple[str, str]]:
    folder = files("derivations.sources") / "data"
    for name in PACKAGED:
        yield name, (folder / name).read_text(encoding="utf-8")


def _check_names(documents: list[_Document], *tables: str) -> None:
    """Raises `CardError` for a name that is none, or that is used twice in these tables of all documents."""
    taken: dict[str, str] = {}
    for document in documents:
        for table in tables:
            for name in _entries(document, table):
                place = Place(document.file, f"{table}.{name}")
                if not CARD_NAME.match(name):
                    raise place.error("a name is made of letters, digits, dots, hyphens and underscores")
                if name in taken:
                    raise place.error(f"the name is already taken in {taken[name]}; choose another")
                taken[name] = document.file


def _gather(documents: list[_Document], table: str, read: Callable[[str, Any, Place], _Entry]) -> Mapping[str, _Entry]:
    """The entries of one table over all documents."""
    return FrozenMapping(
        {
            name: read(name, entry, Place(document.file, f"{table}.{name}"))
            for document in documents
            for name, entry in _entries(document, table).items()
        }
    )


def _entries(document: _Document, table: str) -> dict[str, Any]:
    return read_table(document.tables.get(table, {}), Place(document.file, "", table))
