"""Documents as a fragment of HTML, mathematics as MathML."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from html import escape

from derivations.derivation.step import letters_data, step_data
from derivations.document.argument import Argument
from derivations.document.blocks import SET, Document, Part
from derivations.document.cells import Cell, Number
from derivations.document.parts import LETTERS, SOURCES, Bibliography, Calculation, Letters, readable_author
from derivations.document.table import Table
from derivations.document.telling import label
from derivations.document.words import Cited, Equation, Link, Span
from derivations.language.printing.mathml import letters_mathml, math, relation_mathml, relation_pieces
from derivations.language.quantity import Notation, Quantity
from derivations.language.relation import Relation
from derivations.numbers.numbers_line import numbers_data
from derivations.numbers.source import STANDINGS, Source
from derivations.numbers.value import Value
from derivations.writers.html.equation import anchor, letters_table, numbers_block, places_of
from derivations.writers.html.markdown import Headings
from derivations.writers.html.mathematics import assignment, display, letter, prose
from derivations.writers.setting import Setting

_PAGE = 1  # the level of a title on a page of its own
_CLASSES = {"question": "question", "dim": "quiet"}  # of paragraphs, by their role
_PLACES = {LETTERS: "letters-table"}  # where a heading has not the place of its words


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

    def span(self, span: Span, notation: Notation | None) -> str:
        """Equations, documents and addresses as links."""
        match span:
            case Equation(place):
                return f'<a href="#{escape(place)}">{span}</a>'
            case Cited(Source() as source):
                return _linked(source)
            case Link(text, address):
                return _outside(text, address)
        return super().span(span, notation)

    def letter(self, quantity: Quantity) -> str:
        """As MathML."""
        return letter(quantity.name, letters_data((quantity,)))

    def assignment(self, quantity: Quantity, value: Value) -> str:
        """An equation."""
        return assignment(quantity.name, str(value), letters_data((quantity,)))

    def part(self, part: Part, notation: Notation | None) -> Iterator[str]:
        """Steps as blocks that open, a calculation between rules, letters with their values, sources as links."""
        from derivations.writers.html.template import equation_block

        letters, level = {} if notation is None else letters_data(notation), self.level and self.level + 1
        match part:
            case Argument(heading, steps, shown, claim):
                if heading:
                    yield self.heading(heading, level)
                places = places_of({step.name: step.label for step in (*shown.trace, *shown.rejects)}, claim)
                for step in steps:
                    data = step_data(step)
                    if step.rule != "reject" and shown.steps != "all":  # to a step that is left out nothing can lead
                        data["inputs"] = list(shown.behind(step))
                    yield equation_block(data, label(claim, step.name), places=places, letters=letters)
            case Calculation(line):
                yield f'<div class="result">{numbers_block(numbers_data(line), letters)}</div>'
            case Letters():
                yield from (self.heading(LETTERS, level), letters_table(page_letters(part)))
            case Bibliography(sources):
                if sources:
                    items = [", ".join(filter(None, (escape(readable_author(each.author)), _linked(each))))
                             for each in sources]
                    yield from (self.heading(SOURCES, level), self.items([(0, item) for item in items]))
            case _:
                yield from super().part(part, notation)

    def heading(self, text: str, level: int) -> str:
        """A heading, or a bold paragraph."""
        return f"<h{level}>{text}</h{level}>" if level else self.paragraph(self.strong(text))

    def write(self, document: Document) -> str:
        """The document; on a page of its own each heading begins a section."""
        if self.level != _PAGE:
            return super().write(document)
        pages = [[""]]
        for part in self.parts(document.for_(SET), document.notation):
            if part.startswith(f"<h{_PAGE + 1}>"):
                pages.append([])
            pages[-1].append(part)
        first, *sections = ("\n".join(each) for each in pages)
        headings = Headings()
        return "\n".join((first.lstrip(), *(_section(each, headings) for each in sections))) + "\n"

    def warning(self, text: str) -> str:
        """A paragraph of the class ``warning``."""
        return f'<p class="warning" role="note">{text}.</p>'

    def paragraph(self, text: str, role: str = "") -> str:
        """A paragraph; that of a question has its class, and so has one that is dim."""
        own = _CLASSES.get(role, "")
        return f"<p{_attribute('class', own)}>{text}</p>"

    def items(self, items: list[tuple[int, str]]) -> str:
        """Lists in lists."""
        return _nested(items, 0)

    def verbatim(self, text: str) -> str:
        """As it is."""
        return f"<pre>{escape(text)}</pre>"

    def table(self, table: Table, notation: Notation | None) -> str:
        """With its head."""
        head = self.row(table.columns, "th", notation)
        rows = "\n".join(self.row(row, "td", notation, table.keys) for row in table.cells)
        whole = f"<table>\n<thead>\n{head}\n</thead>\n<tbody>\n{rows}\n</tbody>\n</table>"
        return f'<div class="table" role="region" aria-label="{escape(table.title)}" tabindex="0">{whole}</div>'

    def row(self, cells: Sequence[Cell], tag: str, notation: Notation | None, keys: int = 0) -> str:
        """A row of cells, which the first `keys` head; names of the notation stand as mathematics, numbers as they are.
        """
        told = []
        for place, cell in enumerate(cells):
            text = escape(str(cell)) if isinstance(cell, Number) else self.cell(cell, notation)
            name, scope = ("th", "row") if place < keys else (tag, "col" if tag == "th" else "")
            told.append(f"<{name}{_attribute('scope', scope)}>{text}</{name}>")
        return f"<tr>{''.join(told)}</tr>"


def page_letters(part: Letters) -> dict[str, dict[str, str]]:
    """Letters as a page has them, with their values where there are some."""
    told = letters_data(part.letters)
    for name, value in part.values.items():
        told[name]["value"] = str(value)
    return told


def _section(inner: str, headings: Headings) -> str:
    """A section, which links lead to by the first words of its heading."""
    words = re.sub("<[^>]*>", "", inner.partition("\n")[0]).partition(",")[0].strip()
    place = headings.place(_PLACES.get(words, anchor(words.lower())))
    return f'<section id="{place}">\n{inner}\n</section>'


def _attribute(name: str, value: str) -> str:
    return f' {name}="{escape(value)}"' if value else ""


def _linked(source: Source) -> str:
    """A document as a link, with its date and how far it can be trusted."""
    title = _outside(source.title, source.url)
    standing = f'<span class="quiet">({source.standing}: {escape(STANDINGS[source.standing])})</span>'
    return f"{', '.join(filter(None, (title, escape(source.date))))} {standing}"


def _outside(text: str, address: str) -> str:
    """A link to an address of the web; without such an address the text alone."""
    told = escape(text)
    known = address.startswith(("https://", "http://"))
    return f'<a href="{escape(address)}" rel="noreferrer">{told}</a>' if known else told


def _nested(items: Sequence[tuple[int, str]], depth: int) -> str:
    """The items at a depth, each with those that stand further in below it."""
    starts = [place for place, (at, _) in enumerate(items) if at <= depth] or [0]
    parts = []
    for start, end in zip(starts, [*starts[1:], len(items)], strict=True):
        inner = items[start + 1 : end]
        parts.append(f"<li>{items[start][1]}{_nested(inner, depth + 1) if inner else ''}</li>")
    return "<ul>\n" + "\n".join(parts) + "\n</ul>"
