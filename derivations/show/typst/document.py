"""Reports as a Typst document, which compiles by itself and can be included in another as it is."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from importlib.resources import files

from derivations.claim.evaluated_claim import EvaluatedClaim
from derivations.derivation.step import Step
from derivations.errors import DerivationsError
from derivations.language.display import listed, sentence
from derivations.language.printing.typst import (
    letter_typst,
    relation_typst,
    to_typst,
    value_typst,
    word_typst,
)
from derivations.language.quantity import Notation
from derivations.language.relation import Relation
from derivations.numbers.format import format_value
from derivations.numbers.numbers_line import NumbersLine
from derivations.numbers.source import STANDINGS, Source
from derivations.show.answer import whole_words
from derivations.show.argument import passages
from derivations.show.cells import Cell, LeftSide
from derivations.show.latex.bibliography import readable_author
from derivations.show.report_tables import basis_of, compared_table
from derivations.show.selection import Selection, headline_relation, selection
from derivations.show.sweep import first_text, sweep_of, values_table
from derivations.show.table import Table
from derivations.show.telling import Telling, label
from derivations.show.typst.text import escaped, in_text, prose, string
from derivations.show.verdicts import verdicts_of
from derivations.study.provenance.documents import documents_of
from derivations.study.verdicts import told_statements
from derivations.version import __version__

_WITHOUT_VALUES = 3  # members of a numbers line: left side, formula, result


@dataclass(frozen=True)
class TypstTelling(Telling):
    """The setting that all steps of a Typst document share."""

    def prose(self, text: str) -> str:
        """Text with formulas between dollars."""
        return prose(text, self.shown.derivation.notation)

    def escaped(self, text: str) -> str:
        """Plain text."""
        return escaped(text)

    def letter(self, name: str) -> str:
        """The letter of a quantity."""
        return f"${letter_typst(self.shown.derivation.notation[name].latex)}$"

    def reference(self, name: str) -> str:
        """The number of a step's equation."""
        return f"(#ref(label({string(label(self.claim, name))}), supplement: none))"


def typst_document(report: EvaluatedClaim, *, steps: str = "all", bare: bool = False) -> str:
    """The report as Typst; with `steps` ``result`` the formula alone, in display.

    With `bare` it is the premises and steps alone, without title, question, verdicts, numbers and sources. Raises
    `UnknownNameError` for another choice of steps, and `UndecidedError` for a formula that there is not.
    """
    chosen = selection(report, steps)
    if steps == "result":
        return equation_typst(headline_relation(report))
    telling = TypstTelling(report.claim.name, chosen)
    blocks = [*_premises(chosen, telling), *_argument(chosen, telling)]
    if not bare:
        blocks = [*_opening(report), *blocks, *_numbers(report, telling)]
        if steps == "all":
            blocks += [*_compared(report), *_published(report, telling), *_asserted(report)]
        blocks += [*_letters(chosen), *_sources(documents_of(report))]
    head = [f"// {_one_line(f'{report.claim.name}: {report.claim.title}')}",
            f"// derived by derivations {__version__}: {_one_line(report.verdict)}", _prelude()]
    return "\n\n".join([*head, *blocks]) + "\n"


def equation_typst(relation: Relation) -> str:
    """A relation alone, in display."""
    left, *terms = relation_typst(relation.written, relation.notation.latex_names)
    return f"$ {left} {' '.join(terms)} $\n"


def table_typst(table: Table, notation: Notation | None) -> str:
    """A table alone, in which names of the notation stand as mathematics."""
    head = ", ".join(f"[{_cell(cell, notation)}]" for cell in table.columns)
    rows = [", ".join(f"[{_cell(cell, notation)}]" for cell in row) for row in table.cells]
    inner = "\n".join(f"  {row}," for row in (f"table.header({head})", *rows))
    kinds = f"  columns: {len(table.columns)}, stroke: none, align: left,\n  table.hline(),"
    return f"#table(\n{kinds}\n{inner}\n  table.hline(),\n)\n"


def _cell(cell: Cell, notation: Notation | None) -> str:
    if not isinstance(cell, LeftSide):
        return prose(str(cell), notation)
    step = "" if cell.step in ("", cell.name) else f" ({escaped(cell.step)})"
    return f"{prose(cell.name, notation)}{step}" + (f" {escaped(f'[{cell.unit}]')}" if cell.unit else "")


def _prelude() -> str:
    return files("derivations.show.typst").joinpath("prelude.typ").read_text(encoding="utf-8").rstrip("\n")


def _opening(report: EvaluatedClaim) -> Iterator[str]:
    """What the numbers break; title, question, verdicts, and what was changed."""
    notation, claim = report.derivation.notation, report.claim
    yield f"= {escaped(claim.title)}"
    yield from (f"*Warning:* these numbers contradict the premises: {prose(text, notation)}."
                for text in report.contradictions)
    if claim.question:
        yield prose(claim.question, notation)
    if report.study.title:
        yield f"Study: {escaped(report.study.title)}."
    yield " \\\n".join(f"{heading}: {prose(words, notation)}." for heading, words in verdicts_of(report).lines)
    for name, text in report.derivation.assumptions.premises.items():
        yield f"*Changed.* Premise {escaped(name)}: {prose(text, notation)}."


def _premises(chosen: Selection, telling: TypstTelling) -> Iterator[str]:
    if chosen.premises:
        yield "== Premises"
        yield from _steps(chosen.premises, telling)


def _argument(chosen: Selection, telling: TypstTelling) -> Iterator[str]:
    if chosen.argument:
        yield "== Derivation"
        yield from _steps(chosen.argument, telling)
    for step in chosen.rejects:
        stands, why = telling.rejected(step)
        yield f"{stands} {in_text(step.relation) if step.relation is not None else _typed(step.statement)}. {why}"


def _steps(steps: Iterable[Step], telling: TypstTelling) -> Iterator[str]:
    """Steps in order, each with its reason before its equation."""
    for passage in passages(steps, telling.shown, lambda _: True, apart=True):
        shown = [_display(step.relation, step.conditions, label(telling.claim, step.name))
                 for step in passage.steps if step.relation is not None]
        yield "\n".join([*filter(None, [telling.before(passage)]), *shown])


def _display(relation: Relation, conditions: Sequence[Relation] = (), name: str = "") -> str:
    """A relation with its conditions and its number."""
    holds = listed(map(in_text, conditions))
    return _members(relation_typst(relation.written, relation.notation.latex_names), holds, name)


def _members(members: Iterable[str], holds: str = "", name: str = "") -> str:
    under = [f"holds: [{holds}]"] if holds else []
    called = [f"name: {string(name)}"] if name else []
    return f"#relation({', '.join([*(f'${member}$' for member in members), *under, *called])})"


def _numbers(report: EvaluatedClaim, telling: TypstTelling) -> Iterator[str]:
    """The numbers of the result with their origins, after the table of several values where there is one."""
    notation, swept = report.derivation.notation, sweep_of(report)
    if swept is not None:
        table = values_table(swept)
        yield f"== {escaped(sentence(table.title))}"
        yield table_typst(table, notation)
        yield f"{sentence(prose(first_text(swept), notation))}."
    yield "== Numbers"
    try:
        line = report.result
    except DerivationsError as error:
        yield f"{sentence(prose(str(error), notation))}."
        return
    yield f"{sentence(prose(report.scenario.title, notation))}:\n{_line(line)}"
    if line.value is None:
        yield f"{sentence(prose(line.result, notation))}."
    elif line.numeric is not None:
        yield f"Solved with numbers: {prose(line.numeric.words, notation)}."
    if line.unchecked:
        yield f"{line.undecided.capitalize()}: {prose(', '.join(line.unchecked), notation)}."
    for words in whole_words(report):
        yield f"{sentence(prose(words, notation))}."
    if report.idle:
        given = listed(f"${_valued(name, str(report.given[name]), notation)}$" for name in report.idle)
        yield f"Given, and without influence on this: {given}."
    items = []
    for name, value in line.leaves.items():
        parts = [prose(text, notation) for text in (value.origin, value.meaning) if text]
        parts += [] if value.source is None else [telling.source(value.source)]
        items.append(f"- ${_valued(name, str(value), notation)}$: {'; '.join(parts)}")
    if items:
        yield "\n".join(["These numbers are", *items])


def _valued(name: str, value: str, notation: Notation) -> str:
    return f"{letter_typst(notation[name].latex)} = {value_typst(value)}"


def _line(line: NumbersLine) -> str:
    """Formula, values and result, each at a sign of its own."""
    written, letters = line.relation.written, line.relation.notation.latex_names
    if line.value is None or line.numeric is not None:
        shown = [_display(line.relation)]
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


def _compared(report: EvaluatedClaim) -> Iterator[str]:
    """The claim's quantities as said and as built."""
    if report.claim.readings and report.claim.compared and (table := compared_table(report)).rows:
        yield f"== {escaped(sentence(table.title))}"
        yield table_typst(table, report.derivation.notation)


def _published(report: EvaluatedClaim, telling: TypstTelling) -> Iterator[str]:
    """Published numbers, each with its author and the derived one."""
    notation, items = report.derivation.notation, []
    for statement in told_statements(report):
        for row in (statement.said, *statement.otherwise):
            said = row.published
            verdict = row.verdict if row is statement.said else f"otherwise {row.verdict}"
            by = telling.source(f"{said.by}, {said.where}")
            found = f": {escaped(row.derived_text)}" if row.derived is not None else ""
            note = f" {sentence(prose(said.note, notation))}." if said.note else ""
            items.append(f"- {escaped(said.step)}: {escaped(row.said)} ({escaped(said.rounding)}), {by}. "
                         f"#emph[{sentence(prose(verdict, notation))}]{found}, "
                         f"{prose(basis_of(row, report), notation)}.{note}")
    if items:
        yield "== Published numbers"
        yield "\n".join(items)


def _asserted(report: EvaluatedClaim) -> Iterator[str]:
    """Statements without a derivation."""
    if report.claim.asserted:
        yield "== Said, and not derived here"
        yield "\n".join(f"- {sentence(prose(line, report.derivation.notation))}." for line in report.asserted())


def _letters(chosen: Selection) -> Iterator[str]:
    """A table of the letters in what is shown: letter, unit, meaning."""
    shown = (relation for step in chosen.trace for relation in (step.relation, *step.conditions) if relation)
    used = {symbol.name for relation in shown for symbol in relation.symbols}
    rows = [f"  [${letter_typst(item.latex)}$], [{escaped(item.unit or 'a pure number')}], [{escaped(item.meaning)}],"
            for item in chosen.derivation.letters if item.name in used]
    if rows:
        yield "== Notation"
        yield "\n".join(["#table(", "  columns: (auto, auto, 1fr), stroke: none, align: left,",
                         "  table.header([letter], [unit], [meaning]), table.hline(),", *rows, ")"])


def _sources(sources: Iterable[Source]) -> Iterator[str]:
    """Every document behind it, with its address."""
    items = []
    for source in sources:
        parts = [escaped(readable_author(source.author)), f"#emph[{escaped(source.title)}]", escaped(source.date)]
        standing = "" if source.is_verified else f" ({escaped(STANDINGS[source.standing])})"
        address = f" #link({string(source.url)})." if source.url else ""
        items.append(f"+ {', '.join(part for part in parts if part)}{standing}.{address}")
    if items:
        yield "== Sources"
        yield "\n".join(items)


def _typed(text: str) -> str:
    return f"#raw({string(text)})"


def _one_line(text: str) -> str:
    """Text for a comment."""
    return " ".join(text.split())
