"""A counted model: its parameters by part, how they compare with its name, and what is by a rule or not known."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from derivations.document.blocks import EMPTY, Block, Document, TextLine
from derivations.document.cells import Cell, Number
from derivations.document.shown import Producer
from derivations.document.table import Table
from derivations.numbers.format import format_number
from derivations.sources.counted_model import OUTPUT, CountedModel, Part
from derivations.sources.model_name import NamedSize, sizes_in

NOT_IN_A_CONFIGURATION = ("pre-training tokens", "the release date", "prices", "the format in which attention computes")
_WORDS = ((10**12, "trillion"), (10**9, "billion"), (10**6, "million"))
_DIGITS = 4


@dataclass(frozen=True)
class ShownCount:
    """A counted model under its `title`, which its card is called `name` by."""

    counted: CountedModel
    name: str
    title: str

    @property
    def named(self) -> tuple[tuple[NamedSize, int], ...]:
        """The sizes in the title, each with what is counted."""
        return tuple((size, self.counted.active if size.active else self.counted.total)
                     for size in sizes_in(self.title))


def count_document(shown: ShownCount) -> Document:
    """The parts in a table, then a line for each comparison, rule and gap."""
    return Document.of(_blocks(shown))


def _blocks(shown: ShownCount) -> Iterator[Block]:
    counted = shown.counted
    yield TextLine(f"{shown.title}, counted from its configuration (model_type {counted.model_type})", hang=2,
                   role="title")
    yield from (EMPTY, _parts(counted), EMPTY)
    for size, number in shown.named:
        yield TextLine(_compared(size, number), hang=2, role="warning" if size.is_far(number) else "")
    if tables := list(_tables(counted)):
        yield TextLine("; ".join(tables) + ".", hang=2)
    yield TextLine(f"Weights: {counted.weights.told}.", hang=2)
    yield from (TextLine(f"{_capital(note)}.", hang=2) for note in counted.notes)
    if not counted.grows:
        yield TextLine("No layer has a cache that grows with the context, so what is derived from one has no number.",
                       hang=2)
    missing = ", ".join(NOT_IN_A_CONFIGURATION)
    yield TextLine(f"Not in a configuration, so not on the card: {missing}.", hang=2)


def _capital(text: str) -> str:
    """A text as a sentence begins; a key of a configuration stays as it is written there.

    >>> _capital("no layer of its own"), _capital("head_dim is not in the file")
    ('No layer of its own', 'head_dim is not in the file')
    """
    return text if "_" in text.partition(" ")[0] else f"{text[0].upper()}{text[1:]}"


def _parts(counted: CountedModel) -> Table:
    """All parameters of each part, and those used for a token where these are fewer."""
    columns = 3 if counted.active != counted.total else 2
    head = ("part", "parameters", "used for a token")[:columns]
    parts = (*counted.parts, Part("in all", counted.total, counted.active))
    rows: list[tuple[Cell, ...]] = [(part.name, _number(part.total), _number(part.active))[:columns] for part in parts]
    return Table("Parameters", head, tuple(rows))


def _number(count: int) -> Number:
    return Number(f"{count:,}", Fraction(count), "parameter")


def _compared(size: NamedSize, number: int) -> str:
    """The name and the count, side by side."""
    what = "used for a token" if size.active else "in all"
    difference = size.difference(number)
    if abs(difference) < Fraction(1, 10_000):
        by = "the same"
    else:
        by = f"{format_number(abs(100 * difference), 2)}% {'more' if difference > 0 else 'less'}"
    rounded = ", which rounds to it" if size.is_far(number) and size.rounds_to(number) else ""
    differs = "but" if size.is_far(number) else "and"
    return f"The name says {size.written} {what}, {differs} {in_words(number)} are counted: {by}{rounded}."


def _tables(counted: CountedModel) -> Iterator[str]:
    """What is used for a token without the tables, which some publishers leave out."""
    if counted.active == counted.total or not counted.looked_up:
        return
    left = counted.active - counted.looked_up
    output = next(part.total for part in counted.parts if part.name == OUTPUT)
    yield f"Used for a token without the embedding table, of which it reads a row: {in_words(left)}"
    yield f"without the output matrix, too: {in_words(left - output)}"


def in_words(count: int) -> str:
    """A number of parameters as people say it.

    >>> in_words(235_093_634_560)
    '235.1 billion'
    """
    for size, word in _WORDS:
        if count >= size:
            return f"{format_number(Fraction(count, size), _DIGITS)} {word}"
    return f"{count:,}"


def count_json(shown: ShownCount) -> dict[str, Any]:
    """The same as plain data."""
    counted = shown.counted
    return {
        "card": shown.name, "title": shown.title, "model_type": counted.model_type, "total": counted.total,
        "active": counted.active, "layers": counted.layers, "width": counted.width,
        "attention": dict(counted.attention),
        "parts": [{"part": part.name, "total": part.total, "active": part.active} for part in counted.parts],
        "named": [{"written": size.written, "active": size.active, "parameters": float(size.parameters),
                   "counted": number, "difference": float(size.difference(number)), "far": size.is_far(number)}
                  for size, number in shown.named],
        "weights": counted.weights.told, "notes": list(counted.notes), "missing": list(NOT_IN_A_CONFIGURATION),
    }


def count_table(shown: ShownCount) -> Table:
    """A row for each part, and one for all."""
    return _parts(shown.counted)


COUNT = Producer(count_document, count_json, count_table)
