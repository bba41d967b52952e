"""Documents as GitHub Markdown, mathematics as LaTeX between dollars."""

from __future__ import annotations

import re
from collections.abc import Iterator

from derivations.document.argument import Argument
from derivations.document.blocks import Document, Part
from derivations.document.cells import Cell, Number
from derivations.document.parts import LETTERS, Calculation, Letters
from derivations.document.table import Table, markdown_table
from derivations.language.display import in_markdown, markdown_prose
from derivations.language.quantity import Notation, Quantity
from derivations.language.relation import Relation
from derivations.writers.setting import Setting

_BAR = re.compile(r"(?<!\\)\|")  # in a formula: a table would end its cell there


def write(document: Document, level: int = 0) -> str:
    """The document; its title is a heading of that level and its headings are of the next one, or all are bold."""
    return MarkdownSetting(level).write(document)


class MarkdownSetting(Setting):
    """GitHub Markdown."""

    def prose(self, text: str, notation: Notation | None) -> str:
        """Escaped, with formulas between dollars."""
        parts = text.split("`")  # every second one is typed
        return "".join(f"`{part}`" if place % 2 else markdown_prose(part, notation, in_markdown)
                       for place, part in enumerate(parts))

    def inline(self, relation: Relation) -> str:
        """Between dollars."""
        return f"${relation.latex}$"

    def display(self, relation: Relation) -> str:
        """Between two dollars."""
        return f"$$\n{relation.latex}\n$$"

    def strong(self, text: str) -> str:
        """Between two stars."""
        return f"**{text}**" if text else ""

    def heading(self, text: str, level: int) -> str:
        """Behind as many number signs as its level says."""
        return f"{'#' * level} {text}" if level else self.strong(text)

    def warning(self, text: str) -> str:
        """As a quotation."""
        return f"> {text}."

    def verbatim(self, text: str) -> str:
        """In a fence."""
        return f"```text\n{text}```"

    def letter(self, quantity: Quantity) -> str:
        """Between dollars."""
        return f"${quantity.latex}$"

    def part(self, part: Part, notation: Notation | None) -> Iterator[str]:
        """Steps as notebooks show them, a calculation on a line of its own, letters with their LaTeX."""
        level = self.level and self.level + 1
        match part:
            case Argument():
                yield from ([self.heading(part.heading, level)] if part.heading else ())
                yield from (step.to_markdown() for step in part.steps)
            case Calculation():
                yield f"$$\n{part.line.latex_display}\n$$"
                yield from (self.aside(self.prose(remark, notation)) for remark in part.remarks)
            case Letters():
                yield from (self.heading(LETTERS, level), Notation(part.letters).to_markdown())
            case _:
                yield from super().part(part, notation)

    def table(self, table: Table, notation: Notation | None) -> str:
        """A table of GitHub's Markdown."""
        head, *rows = ([self.cell(cell, notation) for cell in row] for row in (table.columns, *table.cells))
        return markdown_table(head, rows)

    def cell(self, cell: Cell, notation: Notation | None) -> str:
        """A cell; names of the notation stand as mathematics, numbers as they are."""
        if isinstance(cell, Number):
            return in_markdown(str(cell))
        return _BAR.sub(r"\\vert ", super().cell(cell, notation)).replace("\n", " ")
