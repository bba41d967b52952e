"""Documents: lines, formulas and tables as plain data, which a terminal and Markdown set in their own ways."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, TypeAlias

from derivations.derivation.step import FORMULAS_TYPE, formulas_data
from derivations.language.relation import Relation
from derivations.show.table import Table


@dataclass(frozen=True)
class TextLine:
    """Words, then a relation and its conditions; nothing at all is an empty line.

    It stands `depth` steps of two columns in, and goes on `hang` columns further, unless it stays `whole`. `role` says
    how a terminal paints it, or of it `named` alone: as a title, a heading, a name, dim, good or bad. Where there is
    room a `display`ed relation is drawn in two dimensions; an empty line that is displayed is left out where formulas
    take one line each. `branch` stands before it, and `trunk` before what it goes on with: the lines of a tree.
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

    @property
    def text(self) -> str:
        """The line in the grammar that all inputs take."""
        under = f"if {' and '.join(map(str, self.conditions))}" if self.conditions else ""
        return " ".join(filter(None, (self.words, str(self.relation or ""), under)))


Block: TypeAlias = "TextLine | Table"
EMPTY, GAP = TextLine(), TextLine(display=True)


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


class Shown:
    """Mixin of results that show themselves: as text where printed, as Markdown where a notebook displays them."""

    def to_markdown(self) -> str:
        """The whole of it as GitHub Markdown."""
        raise NotImplementedError

    def relations(self) -> Iterable[Relation]:
        """The relations that stand in the Markdown as LaTeX."""
        return ()

    def _repr_markdown_(self) -> str:
        return self.to_markdown()

    def _repr_mimebundle_(self, include: object = None, exclude: object = None) -> dict[str, Any]:
        """Text, Markdown, and its relations as plain data, from which a page sets them without reading LaTeX."""
        bundle: dict[str, Any] = {"text/plain": str(self), "text/markdown": self.to_markdown()}
        relations = tuple(dict.fromkeys(self.relations()))
        return bundle | ({FORMULAS_TYPE: formulas_data(relations)} if relations else {})

    def __repr__(self) -> str:
        return str(self)


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
