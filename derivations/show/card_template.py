"""Templates of card files: every field of a kind of card with its unit and meaning, filled in with a packaged card's.

The text is TOML that reads as it stands. Lines that begin with ``#`` and a letter are fields that may be left out.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction

from derivations.errors import UnknownNameError
from derivations.numbers.source import STANDINGS
from derivations.sources.card import KINDS, Card
from derivations.sources.catalog import READERS_OWN, Catalog
from derivations.sources.figure import Figure
from derivations.sources.formats import FORMATS
from derivations.sources.keys import ACCELERATOR, ATTENTION, GROUPED, MEMORY_TIER, MODEL, PRICE_LIST, CardKeys, Key
from derivations.sources.keys import RATES as RATE_TABLES


@dataclass(frozen=True)
class _Kind:
    """A kind of card: its table, its keys, the packaged card that the example is, and how a command takes it."""

    table: str
    keys: CardKeys
    example: str
    used: str


_KINDS = {
    "accelerator": _Kind("accelerators", ACCELERATOR, "h100", "derive show optimal-batch --accelerator my-accelerator"),
    "model": _Kind("models", MODEL, "mixtral-8x7b", "derive show optimal-batch --model my-model"),
    "prices": _Kind("prices", PRICE_LIST, "gemini-2.5-pro-prices", "derive cards my-prices"),
    "tier": _Kind("tiers", MEMORY_TIER, "hbm-h100", "derive cards my-tier"),
}
TEMPLATES = tuple(_KINDS)


def card_template(kind: str, catalog: Catalog) -> str:
    """The template of a card of that kind, as the text of a TOML file.

    Raises `UnknownNameError` for another kind than those of `TEMPLATES`.
    """
    if kind not in _KINDS:
        raise UnknownNameError("template", kind, TEMPLATES)
    return "\n".join(_lines(kind, _KINDS[kind], catalog)) + "\n"


def _lines(kind: str, of: _Kind, catalog: Catalog) -> Iterator[str]:
    example = catalog.card(of.example)
    cards = getattr(catalog, of.table).values()
    yield f"# A card of your own: {of.used} --catalog my.toml"
    yield f"# The numbers are those of {example.title}, as an example. Remove the # before a name to give that, too."
    yield ""
    yield f"[{of.table}.my-{kind}]"
    yield f'title = "My {kind}"'
    yield f"# where its numbers are from: a table of [sources] below; without it they are {READERS_OWN.title}"
    yield '#source = "my-sheet"'
    yield "# when it was read, as 2026, 2026-11 or 2026-11-01"
    yield '#date = "2026-11-01"'
    figures = {figure.key: figure for card in (*cards, example) for figure in card.figures}
    own = {figure.key for figure in example.figures}
    for name, key in of.keys.known.items():
        optional = "" if name in of.keys.required or name in ("active", "active_experts", "experts") else "#"
        yield ""
        if key is not None:
            yield f"# {_meaning(key, name, of.keys)}"
            yield f"{optional}{name} = {_entry(figures.get(name), key)}"
        elif name in RATE_TABLES:
            yield f"# {RATE_TABLES[name].meaning}, one for each number format: {', '.join(FORMATS)}"
            yield from (f"{optional}{each} = {_entry(figures[each], RATE_TABLES[name])}"
                        for each in sorted(own) if each.startswith(f"{name}."))
        else:
            yield from _other(name, example, figures)
    yield from (
        "", '# a figure may be a text, name = "1 TB/s"; a table may have a source, a meaning, and what others say:',
        '# name = { number = 1, unit = "...", source = "...", meaning = "...", conflicts = [{ number = 2, ... }] }', "",
        "#[sources.my-sheet]", '#title = "Data sheet"', '#url = "https://example.org/sheet"', '#author = "Doe, Jane"',
        *(f"# {word}: {meaning}" for word, meaning in STANDINGS.items()), '#standing = "unverified"',
    )


def _meaning(key: Key, name: str, keys: CardKeys) -> str:
    with_it = keys.needs.get(name, ())
    return key.meaning + (f"; with it come {', '.join(with_it)}" if with_it else "")


def _other(name: str, example: Card, figures: Mapping[str, Figure]) -> Iterator[str]:
    """A field that is no figure: the kind of a memory, the format of a model's weights, its attention."""
    if name == "kind":
        yield f"# kind of memory: {', '.join(KINDS)}"
        yield f'kind = "{getattr(example, "kind", KINDS[0])}"'
    elif name == "weights":
        yield f"# number format in which the weights are published: {', '.join(FORMATS)}"
        yield '#weights = "bf16"'
    elif name == "attention_format":
        yield "# number format in which attention computes, where that is not bf16"
        yield '#attention_format = "fp8"'
    else:
        yield "# attention, as heads with keys and values; other kinds have other keys, which follow"
        own = {figure.key for figure in example.figures}
        for each, key in ATTENTION.items():
            full = f"attention.{each}"
            optional = "" if each in GROUPED or full in own else "# "
            yield f"# {key.meaning}"
            yield f"{optional}{full} = {_entry(figures.get(full), key)}"


def _entry(figure: Figure | None, key: Key) -> str:
    """A figure as TOML: a table with number and unit, or the number alone where it is pure."""
    unit = key.unit if figure is None else figure.unit
    number = Fraction(1) if figure is None else figure.as_value().in_unit(figure.unit)
    return _digits(number) if key.unit == "1" else f'{{ number = {_digits(number)}, unit = "{unit}" }}'


def _digits(number: Fraction) -> str:
    return f"{number.numerator:_}" if number.denominator == 1 else repr(float(number))
