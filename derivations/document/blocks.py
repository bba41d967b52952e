"""Documents: lines, formulas, tables and parts of a report as plain data, which each writer sets in its own way.

What is to be shown is made once, as a document; a terminal, Markdown, HTML, LaTeX and Typst write it (`forms.py`).
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import TypeAlias

from derivations.document.table import Table
from derivations.document.words import Words, plain
from derivations.language.quantity import Notation
from derivations.language.relation import Relation


@dataclass(frozen=True)
class TextLine:
    """Words, then a relation and its conditions; nothing at all is an empty line.

    It stands `depth` steps of two columns in, and goes on `hang` columns further, unless it stays `whole`. `role` says
    how a terminal paints it, or of it `named` alone: as a title, a question, a heading, a label, a name, dim, good or
    bad. Where there is room a `display`ed relation is drawn in two dimensions; an empty line that is displayed is left
    out where formulas take one line each. A `bullet` is an item of a list where there are lists, however far in it
    stands. `branch` stands before it, and `trunk` before what it goes on with: the lines of a tree. What is
    typed stands in backquotes. `only` says that a line is for a ``terminal``, or for where mathematics is ``set``;
    formulas in its words are those of the `notation`, of its relation, or of the document.
    """

    words: Words = ""
    relation: Relation | None = None
    conditions: tuple[Relation, ...] = ()
    depth: int = 0
    hang: int = 0
    role: str = ""
    named: str = ""
    display: bool = False
    bullet: bool = False
    whole: bool = False
    branch: str = ""
    trunk: str = ""
    only: str = ""
    notation: Notation | None = None

    @property
    def text(self) -> str:
        """The line in the grammar that all inputs take."""
        under = f"if {' and '.join(map(str, self.conditions))}" if self.conditions else ""
        return " ".join(filter(None, (plain(self.words), str(self.relation or ""), under)))


Line: TypeAlias = "TextLine | Table"


class Part(ABC):
    """A part of a document that some writers set in a way of their own, and any other line by line."""

    @property
    @abstractmethod
    def blocks(self) -> Iterator[Line]:
        """The lines and tables that it is for a terminal, and for a writer that has no other way."""

    @property
    def where_set(self) -> Iterator[Line]:
        """The same where mathematics is set: what stands in columns of characters may be a table there."""
        return self.blocks


Block: TypeAlias = "Line | Part"
EMPTY, GAP = TextLine(), TextLine(display=True)
TERMINAL, SET = "terminal", "set"  # what a line is only for
CONTRADICTED = "these numbers contradict the premises"


@dataclass(frozen=True)
class Document:
    """Blocks in reading order: lines, tables under their titles, and parts.

    Formulas in words are those of the `notation`, where a line has none of its own. `comments` stand before it where a
    form has a place for what nobody sees.
    """

    blocks: tuple[Block, ...]
    notation: Notation | None = None
    comments: tuple[str, ...] = ()

    @classmethod
    def of(
        cls, *blocks: Block | Iterable[Block], notation: Notation | None = None, comments: Sequence[str] = ()
    ) -> Document:
        """Blocks, and several of them, one after the other."""
        parts = ((each,) if isinstance(each, TextLine | Table | Part) else each for each in blocks)
        return cls(tuple(block for part in parts for block in part), notation, tuple(comments))

    def for_(self, medium: str) -> Iterator[Block]:
        """The blocks that are for a terminal, or for where mathematics is set."""
        return (each for each in self.blocks if not isinstance(each, TextLine) or each.only in ("", medium))

    @property
    def lines(self) -> Iterator[TextLine]:
        """The lines where mathematics is set, those of parts among them, each with the notation of its words."""
        for block in self.for_(SET):
            for line in block.where_set if isinstance(block, Part) else (block,):
                if isinstance(line, TextLine):
                    own = line.notation or (line.relation.notation if line.relation else self.notation)
                    yield replace(line, notation=own)


@dataclass(frozen=True)
class Section:
    """A heading with a table under it, and lines."""

    heading: str
    lines: tuple[TextLine, ...] = ()
    table: Table | None = None

    @property
    def blocks(self) -> Iterator[Line]:
        """The section in the flow of a page, after an empty line."""
        yield from (EMPTY, TextLine(self.heading, hang=2, role="heading"))
        if self.table is not None:
            yield self.table
        yield from self.lines


def titled(table: Table) -> Iterator[Line]:
    """A table under its title."""
    return Section(table.title, table=table).blocks


def within(table: Table) -> Iterator[Line]:
    """A table with its title, within a section."""
    yield from (EMPTY, TextLine(table.title, hang=2, role="label"), table)


def headed(heading: str, words: str = "") -> TextLine:
    """A line that begins with a heading."""
    return TextLine(heading + words, hang=2, role="heading", named=heading)


def labelled(label: str, words: str) -> TextLine:
    """An item of a list that begins with what it is about."""
    return TextLine(f"{label}: {words}", hang=2, role="label", named=label, bullet=True)


def changed(premises: Mapping[str, str]) -> Iterator[TextLine]:
    """The premises that were replaced."""
    return (TextLine(f"Changed: {name}: {text}", hang=2) for name, text in premises.items())


def deeper(lines: Sequence[TextLine], steps: int) -> list[TextLine]:
    """The lines so many steps further in."""
    return [replace(line, depth=line.depth + steps) for line in lines]


def warnings(contradictions: Iterable[str]) -> list[str]:
    """A sentence for each contradiction."""
    return [f"Warning: {CONTRADICTED}: {text}" for text in contradictions]


def warning_lines(contradictions: Iterable[str]) -> Iterator[Block]:
    """The first lines of an answer, one for each contradiction, and an empty line behind them."""
    told = [TextLine(text, hang=4, role="warning") for text in warnings(contradictions)]
    yield from told
    if told:
        yield EMPTY
