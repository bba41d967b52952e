"""Parts of a report beside its argument: the numbers of its result, its letters, and its sources."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from derivations.document.blocks import Line, Part, TextLine, titled
from derivations.document.cells import LeftSide
from derivations.document.columns import NOTHING
from derivations.document.table import Table
from derivations.language.quantity import Quantity
from derivations.numbers.numbers_line import NumbersLine
from derivations.numbers.source import STANDINGS, Source
from derivations.numbers.value import Value

LETTERS, SOURCES = "Letters", "Sources"


@dataclass(frozen=True)
class Calculation(Part):
    """A formula, the numbers in it and its result; why there is none, or how numbers found it; what is not decided."""

    line: NumbersLine

    @property
    def blocks(self) -> Iterator[TextLine]:
        """The line as text."""
        yield TextLine(str(self.line), depth=1, hang=4)
        if self.line.unchecked:
            yield TextLine(self.undecided, depth=1)

    @property
    def undecided(self) -> str:
        """The conditions that are not decided; empty where all are."""
        return f"{self.line.undecided}: {', '.join(self.line.unchecked)}" if self.line.unchecked else ""

    @property
    def remarks(self) -> tuple[str, ...]:
        """What is to be said of the formula: why it has no number, or how it was solved, and what is not decided."""
        line = self.line
        said = line.result if line.value is None else ""
        solved = f"solved with numbers: {line.numeric.words}" if line.numeric is not None and not said else ""
        return tuple(filter(None, (said, solved, self.undecided)))


@dataclass(frozen=True)
class Letters(Part):
    """Letters with unit and meaning, and values where there are any."""

    letters: tuple[Quantity, ...]
    values: Mapping[str, Value]

    @property
    def blocks(self) -> Iterator[Line]:
        """A table of letter, unit and meaning: the values stand at the result that they enter."""
        rows = tuple((LeftSide(q.name), q.unit or NOTHING, q.meaning) for q in self.letters)
        yield from titled(Table(LETTERS, ("letter", "unit", "meaning"), rows))


@dataclass(frozen=True)
class Bibliography(Part):
    """Documents with their addresses."""

    sources: tuple[Source, ...]

    @property
    def blocks(self) -> Iterator[TextLine]:
        """A line for each, and one for its address."""
        if self.sources:
            yield from (TextLine(), TextLine(SOURCES, role="heading"))
        for source in self.sources:
            yield TextLine(_entry(source), depth=1, hang=2)
            if source.url:
                yield TextLine(source.url, depth=2, role="dim", whole=True)


def _entry(source: Source) -> str:
    standing = "" if source.is_verified else f" ({STANDINGS[source.standing]})"
    author = readable_author(source.author)
    told = ", ".join(filter(None, (author, source.title, source.date)))
    return f"{told}{standing}"


def readable_author(author: str) -> str:
    """Authors as BibTeX has them, for people.

    >>> readable_author("Hoffmann, Jordan and others"), readable_author("Pope, Reiner and Patel, Dwarkesh")
    ('Jordan Hoffmann et al.', 'Reiner Pope and Dwarkesh Patel')
    """
    names = [" ".join(reversed(name.split(", ", 1))) for name in author.split(" and ") if name]
    if names[-1:] == ["others"]:
        return f"{', '.join(names[:-1])} et al."
    return " and ".join(names)
