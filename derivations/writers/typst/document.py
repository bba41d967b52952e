"""Documents as Typst, which compile by themselves and can be included in another as they are."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from importlib.resources import files

from derivations.document.argument import Argument, passages
from derivations.document.blocks import Document, Part
from derivations.document.parts import LETTERS, SOURCES, Bibliography, Calculation, Letters, readable_author
from derivations.document.table import Table
from derivations.document.telling import Telling, label
from derivations.document.words import Equation, Span
from derivations.language.printing.typst import letter_typst, relation_typst, to_typst, value_typst, word_typst
from derivations.language.quantity import Notation, Quantity
from derivations.language.relation import Relation
from derivations.numbers.format import format_value
from derivations.numbers.numbers_line import NumbersLine
from derivations.numbers.source import STANDINGS, Source
from derivations.numbers.value import Value
from derivations.writers.setting import Setting
from derivations.writers.typst.text import escaped, in_text, prose, string

_WITHOUT_VALUES = 3  # members of a calculation: left side, formula, result


def write(document: Document, level: int = 0) -> str:
    """The document; its title is a heading of that level, or bold.

    Where there are equations with numbers, the function that sets them stands before it.
    """
    text = TypstSetting(level).write(document)
    if not any(isinstance(block, Part) for block in document.blocks):
        return text
    comments = (f"// {' '.join(comment.split())}" for comment in document.comments)
    return "\n\n".join(("\n".join((*comments, _prelude())), text))


class TypstSetting(Setting):
    """Typst."""

    def prose(self, text: str, notation: Notation | None) -> str:
        """Escaped, with formulas between dollars."""
        parts = text.split("`")  # every second one is typed
        return "".join(f"#raw({string(part)})" if place % 2 else prose(part, notation)
                       for place, part in enumerate(parts))

    def letter(self, quantity: Quantity) -> str:
        """Between dollars."""
        return f"${letter_typst(quantity.latex)}$"

    def assignment(self, quantity: Quantity, value: Value) -> str:
        """Between dollars."""
        return f"${letter_typst(quantity.latex)} = {value_typst(str(value))}$"

    def span(self, span: Span, notation: Notation | None) -> str:
        """An equation by its label."""
        if isinstance(span, Equation):
            return f"(#ref(label({string(span.place)}), supplement: none))"
        return super().span(span, notation)

    def part(self, part: Part, notation: Notation | None) -> Iterator[str]:
        """Passages with numbered equations, calculations, a table of letters, and sources as links."""
        level = self.level and self.level + 1
        match part:
            case Argument(heading):
                yield from ([self.heading(heading, level)] if heading else ())
                yield from self._argument(part)
            case Calculation(line):
                yield _calculation(line)
                yield from (self.aside(self.prose(remark, notation)) for remark in part.remarks)
            case Letters(letters):
                rows = [f"  [${letter_typst(each.latex)}$], [{escaped(each.unit or 'a pure number')}], "
                        f"[{escaped(each.meaning)}]," for each in letters]
                yield self.heading(LETTERS, level)
                yield "\n".join(["#table(", "  columns: (auto, auto, 1fr), stroke: none, align: left,",
                                 "  table.header([letter], [unit], [meaning]), table.hline(),", *rows, ")"])
            case Bibliography(sources) if sources:
                yield self.heading(SOURCES, level)
                yield "\n".join(map(_source, sources))
            case _:
                yield from super().part(part, notation)

    def _argument(self, part: Argument) -> Iterator[str]:
        """Steps in order, each with its reason before its equation; wrong statements with what is wrong with them."""
        telling, notation = Telling(part.claim, part.shown), part.shown.derivation.notation
        if part.steps[0].rule == "reject":
            for step in part.steps:
                stands, why = telling.rejected(step)
                shown = in_text(step.relation) if step.relation is not None else f"#raw({string(step.statement)})"
                yield f"{stands} {shown}. {self.words(why, notation)}"
            return
        for passage in passages(part.steps, part.shown, lambda _: True, apart=True):
            equations = [_equation(step.relation, step.conditions, label(part.claim, step.name))
                         for step in passage.steps if step.relation is not None]
            yield "\n".join(filter(None, [self.words(telling.before(passage), notation), *equations]))

    def inline(self, relation: Relation) -> str:
        """Between dollars."""
        return in_text(relation)

    def display(self, relation: Relation) -> str:
        """Between dollars and spaces."""
        left, *terms = relation_typst(relation.written, relation.notation.latex_names)
        return f"$ {left} {' '.join(terms)} $\n"

    def strong(self, text: str) -> str:
        """Bold."""
        return f"#strong[{text}]" if text else ""

    def heading(self, text: str, level: int) -> str:
        """Behind equal signs."""
        return f"{'=' * level} {text}" if level else self.strong(text)

    def warning(self, text: str) -> str:
        """As a quotation."""
        return f"#quote(block: true)[{text}.]"

    def verbatim(self, text: str) -> str:
        """As raw text."""
        lines = text.rstrip("\n").replace("\\", "\\\\").replace('"', '\\"').replace("\n", "\\n")
        return f'#raw(block: true, "{lines}")'

    def table(self, table: Table, notation: Notation | None) -> str:
        """With a rule above and below."""
        head, *rows = (", ".join(f"[{self.cell(cell, notation)}]" for cell in row)
                       for row in (table.columns, *table.cells))
        inner = "\n".join(f"  {row}," for row in (f"table.header({head})", *rows))
        kinds = f"  columns: {len(table.columns)}, stroke: none, align: left,\n  table.hline(),"
        return f"#table(\n{kinds}\n{inner}\n  table.hline(),\n)\n"


def _prelude() -> str:
    return files("derivations.writers.typst").joinpath("prelude.typ").read_text(encoding="utf-8").rstrip("\n")


def _equation(relation: Relation, conditions: Sequence[Relation] = (), name: str = "") -> str:
    """A relation with its conditions and its number."""
    holds = " and ".join(map(in_text, conditions))
    return _members(relation_typst(relation.written, relation.notation.latex_names), holds, name)


def _members(members: Iterable[str], holds: str = "", name: str = "") -> str:
    under = [f"holds: [{holds}]"] if holds else []
    called = [f"name: {string(name)}"] if name else []
    return f"#relation({', '.join([*(f'${member}$' for member in members), *under, *called])})"


def _calculation(line: NumbersLine) -> str:
    """Formula, values and result, each at a sign of its own."""
    written, letters = line.relation.written, line.relation.notation.latex_names
    if line.value is None or line.numeric is not None:
        shown = [_equation(line.relation)]
        if line.numeric is not None and line.value is not None:
            unknown = letter_typst(line.numeric.unknown.latex)
            shown.insert(0, _members([unknown, f"= {value_typst(line.result)}"]))
        return "\n".join(shown)
    result = value_typst(format_value(line.value, line.dimension, line.told_unit))
    left, *terms = relation_typst(written, letters)
    if line.given:
        return _members([left, f"= {result} #h(1em) {word_typst('(given)')}"])
    middle = []
    if line.entering and len(line.latex_parts) > _WITHOUT_VALUES:
        values = {name: value_typst(value.typed) for name, value in line.entering.items()}
        middle = [f"= {to_typst(written.right if line.filled is None else line.filled, letters, values)}"]
    return _members([left, *terms, *middle, f"= {result}"])


def _source(source: Source) -> str:
    """A document with its address, in a numbered list."""
    parts = [escaped(readable_author(source.author)), f"#emph[{escaped(source.title)}]", escaped(source.date)]
    standing = "" if source.is_verified else f" ({escaped(STANDINGS[source.standing])})"
    address = f" #link({string(source.url)})." if source.url else ""
    return f"+ {', '.join(filter(None, parts))}{standing}.{address}"
