"""Words: running text in which values, letters, sources and the numbers of equations are what they are.

A writer sets each as its medium can; as plain text they are what a terminal shows.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TypeAlias

from derivations.language.display import sentence
from derivations.numbers.source import Source
from derivations.numbers.value import Value


@dataclass(frozen=True)
class Assignment:
    """A quantity with its value."""

    name: str
    value: Value

    def __str__(self) -> str:
        return f"{self.name} = {self.value}"


@dataclass(frozen=True)
class Letter:
    """The letter of a quantity, which may be a word."""

    name: str

    def __str__(self) -> str:
        return self.name


@dataclass(frozen=True)
class Plain:
    """Text without formulas: the name of a step may be that of a quantity."""

    text: str

    def __str__(self) -> str:
        return self.text


@dataclass(frozen=True)
class Cited:
    """A source, or a text that names one, which a writeup may cite."""

    source: str | Source

    def __str__(self) -> str:
        return self.source if isinstance(self.source, str) else self.source.label


@dataclass(frozen=True)
class Link:
    """Text that leads to an address of the web, where a medium has links."""

    text: str
    address: str

    def __str__(self) -> str:
        return self.text


@dataclass(frozen=True)
class Equation:
    """The number of a step's equation; `place` is what LaTeX calls it and a page has as its anchor."""

    place: str
    number: str

    def __str__(self) -> str:
        return f"({self.number})"


@dataclass(frozen=True)
class Sentence:
    """Words that begin with a capital letter, but for one that begins a formula."""

    parts: tuple[Span, ...]

    def __str__(self) -> str:
        return sentence(plain(self.parts))


Span: TypeAlias = "str | Assignment | Letter | Plain | Cited | Link | Equation | Sentence"
Words: TypeAlias = "str | tuple[Span, ...]"  # of a text, formulas are found by the letters of a notation


def plain(words: Words) -> str:
    """The words as text.

    >>> plain((Sentence(("from ", Equation("eq:a:b", "3"))), ":"))
    'From (3):'
    """
    return words if isinstance(words, str) else "".join(map(str, words))


def spans(words: Words) -> tuple[Span, ...]:
    """The pieces that the words consist of."""
    return ((words,) if words else ()) if isinstance(words, str) else words


def joined(several: list[Words], between: str) -> tuple[Span, ...]:
    """Several with the same between each two."""
    return tuple(_woven([spans(words) for words in several if words], between))


def _woven(several: list[tuple[Span, ...]], between: str) -> Iterator[Span]:
    for place, words in enumerate(several):
        yield from ((between,) if place else ())
        yield from words
