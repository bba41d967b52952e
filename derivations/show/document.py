"""Documents: lines, formulas and tables as plain data, which each writer sets in its own way.

What is to be shown is made once, as a document; a terminal, Markdown, HTML, LaTeX and Typst write it (`forms.py`).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import TypeAlias

from derivations.language.quantity import Notation
from derivations.language.relation import Relation
from derivations.show.table import Table


@dataclass(frozen=True)
class TextLine:
    """Words, then a relation and its conditions; nothing at all is an empty line.

    It stands `depth` steps of two columns in, and goes on `hang` columns further, unless it stays `whole`. `role` says
    how a terminal paints it, or of it `named` alone: as a title, a heading, a name, dim, good or bad. Where there is
    room a `display`ed relation is drawn in two dimensions; an empty line that is displayed is left out where formulas
    take one line each. `branch` stands before it, and `trunk` before what it goes on with: the lines of a tree. What is
    typed stands in backquotes. `only` says that a line is for a ``terminal``, or for where mathematics is ``set``;
    formulas in its words are those of the `notation`, of its relation, or of the document.
    """

    words: str = ""
    relation: Relation | None = None
    conditions: tuple[Relation, ...] = ()
    depth: int = 0
    hang: int = 0
    role: str = ""
    named: str = ""
    display: bool = False
    whole: bool = False
    branch: str = ""
    trunk: str = ""
    only: str = ""
    notation: Notation | None = None

    @property
    def text(self) -> str:
        """The line in the grammar that all inputs take."""
        under = f"if {' and '.join(map(str, self.conditions))}" if self.conditions else ""
        return " ".join(filter(None, (self.words, str(self.relation or ""), under)))


Block: TypeAlias = "TextLine | Table"
EMPTY, GAP = TextLine(), TextLine(display=True)
TERMINAL, SET = "terminal", "set"  # what a line is only for


@dataclass(frozen=True)
class Document:
    """Blocks in reading order: lines, and tables under their titles.

    Formulas in words are those of the `notation`, where a line has none of its own.
    """

    blocks: tuple[Block, ...]
    notation: Notation | None = None

    @classmethod
    def of(cls, *blocks: Block | Iterable[Block], notation: Notation | None = None) -> Document:
        """Blocks, and several of them, one after the other."""
        parts = ((each,) if isinstance(each, TextLine | Table) else each for each in blocks)
        return cls(tuple(block for part in parts for block in part), notation)

    def for_(self, medium: str) -> Iterator[Block]:
        """The blocks that are for a terminal, or for where mathematics is set."""
        return (each for each in self.blocks if not isinstance(each, TextLine) or each.only in ("", medium))

    @property
    def relations(self) -> Iterator[Relation]:
        """The relations that are set as mathematics, with their conditions."""
        for block in self.for_(SET):
            if isinstance(block, TextLine):
                yield from (() if block.relation is None else (block.relation,))
                yield from block.conditions


@dataclass(frozen=True)
class Section:
    """A heading with a table under it, and lines."""

    heading: str
    lines: tuple[TextLine, ...] = ()
    table: Table | None = None

    @property
    def blocks(self) -> Iterator[Block]:
        """The section in the flow of a page, after an empty line."""
        yield from (EMPTY, TextLine(self.heading, hang=2, role="heading"))
        if self.table is not None:
            yield self.table
        yield from self.lines


def titled(table: Table) -> Iterator[Block]:
    """A table under its title."""
    return Section(table.title, table=table).blocks


def headed(heading: str, words: str = "") -> TextLine:
    """A line that begins with a heading."""
    return TextLine(heading + words, hang=2, role="heading", named=heading)


def changed(premises: Mapping[str, str]) -> Iterator[TextLine]:
    """The premises that were replaced."""
    return (TextLine(f"Changed: {name}: {text}", hang=2) for name, text in premises.items())


def deeper(lines: Sequence[TextLine], steps: int) -> list[TextLine]:
    """The lines so many steps further in."""
    return [replace(line, depth=line.depth + steps) for line in lines]
