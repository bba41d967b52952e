"""Documents as a fragment of HTML, mathematics as MathML."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape

from derivations.derivation.step import letters_data
from derivations.language.printing.mathml import letters_mathml, math, relation_mathml, relation_pieces
from derivations.language.quantity import Notation
from derivations.language.relation import Relation
from derivations.show.cells import Cell, Number
from derivations.show.document import Document
from derivations.show.html.mathematics import display, prose
from derivations.show.setting import Setting
from derivations.show.table import Table


def write(document: Document, level: int = 0) -> str:
    """The document; its title is a heading of that level, or bold."""
    return HtmlSetting(level).write(document)


class HtmlSetting(Setting):
    """HTML."""

    def prose(self, text: str, notation: Notation | None) -> str:
        """Escaped, with formulas as MathML."""
        return prose(text, {} if notation is None else letters_data(notation))

    def inline(self, relation: Relation) -> str:
        """In running text."""
        return math(relation_mathml(relation.written, letters_mathml(relation.notation.latex_names)))

    def display(self, relation: Relation) -> str:
        """On lines of its own, which break where the page is narrow."""
        return display(relation_pieces(relation.written, letters_mathml(relation.notation.latex_names)))

    def strong(self, text: str) -> str:
        """Bold."""
        return f"<strong>{text}</strong>" if text else ""

    def heading(self, text: str, level: int) -> str:
        """A heading, or a bold paragraph."""
        return f"<h{level}>{text}</h{level}>" if level else self.paragraph(self.strong(text))

    def warning(self, text: str) -> str:
        """A paragraph of the class ``warning``."""
        return f'<p class="warning">{text}.</p>'

    def paragraph(self, text: str) -> str:
        """A paragraph."""
        return f"<p>{text}</p>"

    def items(self, items: list[tuple[int, str]]) -> str:
        """Lists in lists."""
        return _nested(items, 0)

    def verbatim(self, text: str) -> str:
        """As it is."""
        return f"<pre>{escape(text)}</pre>"

    def table(self, table: Table, notation: Notation | None) -> str:
        """With its head."""
        head = self.row(table.columns, "th", notation)
        rows = "\n".join(self.row(row, "td", notation) for row in table.cells)
        return f"<table>\n<thead>\n{head}\n</thead>\n<tbody>\n{rows}\n</tbody>\n</table>"


    def row(self, cells: Sequence[Cell], tag: str, notation: Notation | None) -> str:
        """A row of cells; names of the notation stand as mathematics, numbers as they are."""
        texts = (escape(str(cell)) if isinstance(cell, Number) else self.prose(str(cell), notation) for cell in cells)
        return "<tr>" + "".join(f"<{tag}>{text}</{tag}>" for text in texts) + "</tr>"


def _nested(items: Sequence[tuple[int, str]], depth: int) -> str:
    """The items at a depth, each with those that stand further in below it."""
    starts = [place for place, (at, _) in enumerate(items) if at <= depth] or [0]
    parts = []
    for start, end in zip(starts, [*starts[1:], len(items)], strict=True):
        inner = items[start + 1 : end]
        parts.append(f"<li>{items[start][1]}{_nested(inner, depth + 1) if inner else ''}</li>")
    return "<ul>\n" + "\n".join(parts) + "\n</ul>"
