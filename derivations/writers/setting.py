"""Setting: how the blocks of a document become a page or a writeup, whatever the medium; a medium says the rest.

Lines that stand further in are a list, those of a tree stand as in a terminal, and a displayed relation stands
on a line of its own.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import groupby
from typing import ClassVar

from derivations.document.blocks import SET, Block, Document, Part, TextLine
from derivations.document.cells import Cell, LeftSide
from derivations.document.table import Table
from derivations.document.words import Assignment, Letter, Plain, Sentence, Span, Words, plain, spans
from derivations.language.display import sentence
from derivations.language.quantity import Notation, Quantity
from derivations.language.relation import Relation
from derivations.numbers.value import Value
from derivations.writers.terminal import Style, text_of

_WARNING = "Warning:"
_LIST, _TREE, _ALONE = "list", "tree", "alone"


@dataclass(frozen=True)
class Setting(ABC):
    """A medium; with a `level` the title is a heading of that level and headings are of the next one, else bold."""

    columns: ClassVar[int] = 100  # of the lines of a tree

    level: int = 0

    @property
    def sectioned(self) -> bool:
        """True where headings are headings, and not bold."""
        return self.level > 0

    @abstractmethod
    def prose(self, text: str, notation: Notation | None) -> str:
        """Text in which formulas of the notation stand as mathematics, and what stands in backquotes as typed."""

    @abstractmethod
    def inline(self, relation: Relation) -> str:
        """A relation in running text."""

    @abstractmethod
    def display(self, relation: Relation) -> str:
        """A relation on a line of its own."""

    @abstractmethod
    def strong(self, text: str) -> str:
        """Text of this medium in bold."""

    @abstractmethod
    def heading(self, text: str, level: int) -> str:
        """A heading from text of this medium; of level 0 it is a bold paragraph."""

    @abstractmethod
    def warning(self, text: str) -> str:
        """A paragraph that warns, from text of this medium."""

    @abstractmethod
    def letter(self, quantity: Quantity) -> str:
        """The letter of a quantity in running text."""

    def assignment(self, quantity: Quantity, value: Value) -> str:
        """A letter and its value in running text."""
        return self.prose(f"{quantity.name} = {value}", Notation((quantity,)))

    def span(self, span: Span, notation: Notation | None) -> str:
        """A piece of words; sources and equations as they are typed, where a medium has no more."""
        match span:
            case Sentence(parts):
                return sentence(self.words(parts, notation))
            case Letter(name) if notation is not None and name in notation:
                return self.letter(notation[name])
            case Assignment(name, value) if notation is not None and name in notation and value.ends is None:
                return self.assignment(notation[name], value)
        return self.prose(str(span), None if isinstance(span, Plain) else notation)

    def words(self, words: Words, notation: Notation | None) -> str:
        """Words in this medium."""
        return "".join(self.span(span, notation) for span in spans(words))

    def cell(self, cell: Cell, notation: Notation | None) -> str:
        """A cell of words, in which a quantity stands as its letter."""
        if not isinstance(cell, LeftSide) or notation is None or cell.name not in notation:
            return self.prose(str(cell), notation)
        step = "" if cell.step in ("", cell.name) else f" ({cell.step})"
        unit = f" [{cell.unit}]" if cell.unit else ""
        return self.letter(notation[cell.name]) + (self.prose(step + unit, None) if step or unit else "")

    def part(self, part: Part, notation: Notation | None) -> Iterator[str]:
        """A part of a report; line by line, where a medium has no other way."""
        return self.parts(part.where_set, notation)

    def paragraph(self, text: str, role: str = "") -> str:
        """A paragraph from text of this medium; as it is, in one of plain text."""
        return text

    def aside(self, text: str) -> str:
        """A remark from text of this medium: a paragraph that is a sentence."""
        return self.paragraph(f"{sentence(text)}.")

    def items(self, items: list[tuple[int, str]]) -> str:
        """A list from items of this medium, each with how far in it stands, from 0 on; in plain text behind dashes."""
        return "\n".join(f"{'  ' * depth}- {item}" for depth, item in items)

    @abstractmethod
    def verbatim(self, text: str) -> str:
        """Lines as they are."""

    @abstractmethod
    def table(self, table: Table, notation: Notation | None) -> str:
        """A table without its title, in which names of the notation stand as mathematics."""

    def write(self, document: Document) -> str:
        """The document, with the end of its last line."""
        parts = self.parts(document.for_(SET), document.notation)
        return "\n\n".join(part.rstrip("\n") for part in parts) + "\n"

    def parts(self, blocks: Iterable[Block], notation: Notation | None) -> Iterator[str]:
        """The blocks one after the other."""
        for kind, group in groupby(blocks, _kind):
            if kind:
                yield from self._group(kind, list(group), notation)

    def _group(self, kind: str, blocks: list[Block], notation: Notation | None) -> Iterator[str]:
        lines = [block for block in blocks if isinstance(block, TextLine)]
        if kind == _TREE:
            yield self.verbatim(text_of(lines, Style(width=self.columns)))
        elif kind == _LIST:
            yield self.items([(level, self.line(line, notation)) for level, line in _levels(lines)])
        else:
            for block in blocks:
                if isinstance(block, TextLine):
                    yield from self._alone(block, notation)
                elif isinstance(block, Part):
                    yield from self.part(block, notation)
                else:
                    yield self.table(block.without_drawings(), notation)

    def _alone(self, line: TextLine, notation: Notation | None) -> Iterator[str]:
        if line.display and line.relation is not None:
            yield self.display(line.relation)
            if line.words or line.conditions:
                yield self.paragraph(self.line(TextLine(line.words, conditions=line.conditions), notation))
        elif line.role == "warning":
            words = self.prose(plain(line.words).removeprefix(_WARNING), notation)
            yield self.warning(self.strong(self.prose(_WARNING, None)) + words)
        elif line.role in ("title", "heading") and (self.sectioned or not line.named):
            level = self.level and self.level + (line.role == "heading")
            yield self.heading(self.words(line.words, notation), level)
        elif line.role in ("good", "bad") or (line.role == "label" and not line.named):
            yield self.paragraph(self.strong(self.words(line.words, notation)))
        elif line.role == "aside":
            yield self.aside(self.line(line, notation))
        else:
            yield self.paragraph(self.line(line, notation), line.role)

    def line(self, line: TextLine, notation: Notation | None) -> str:
        """Words, the relation and its conditions; what the words begin with is bold, if that is named."""
        notation = line.notation or (notation if line.relation is None else line.relation.notation)
        named = line.named if plain(line.words).startswith(line.named) else ""
        words = self.strong(self.prose(named, None)) if named else ""
        words += self.words(line.words.removeprefix(named) if isinstance(line.words, str) else line.words, notation)
        relation = "" if line.relation is None else self.inline(line.relation)
        under = f"if {self._joined(line.conditions)}" if line.conditions else ""
        return " ".join(filter(None, (words, relation, under)))

    def _joined(self, conditions: Iterable[Relation]) -> str:
        return " and ".join(map(self.inline, conditions))


def _levels(lines: Iterable[TextLine]) -> Iterator[tuple[int, TextLine]]:
    """How many of the lines before it each stands under, which is never more than one more than the line before."""
    above: list[int] = []
    for line in lines:
        while above and above[-1] >= line.depth:
            above.pop()
        yield len(above), line
        above.append(line.depth)


def _kind(block: Block) -> str:
    """What goes on with what: the lines of a list, those of a tree; empty for an empty line."""
    if isinstance(block, Table | Part):
        return _ALONE
    if block.branch or block.trunk:
        return _TREE
    if not block.text:
        return ""
    listed = block.bullet or (block.depth and block.role != "aside")
    return _LIST if listed and not (block.display and block.relation is not None) else _ALONE
