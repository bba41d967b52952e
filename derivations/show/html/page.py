"""A report as one HTML file that needs nothing beside it: mathematics, style, script and font are all within."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import fields
from html import escape

from derivations import __version__
from derivations.claim.evaluated_claim import EvaluatedClaim
from derivations.errors import DerivationsError
from derivations.language.display import sentence
from derivations.language.printing.mathml import letters_mathml, math, relation_mathml, to_mathml, value_mathml
from derivations.language.tree import Name
from derivations.numbers.numbers_data import numbers_data
from derivations.numbers.numbers_line import NumbersLine
from derivations.numbers.source import Source
from derivations.numbers.value import Value
from derivations.search.step_data import letters_data, step_data
from derivations.show.grids import wide_grids
from derivations.show.html.assets import embedded
from derivations.show.html.equation import Place, anchor_of, equation_block, numbers_block, relation_display
from derivations.show.html.letters import Letters, letters_json, letters_of, letters_table
from derivations.show.html.prose import prose
from derivations.show.html.shell import outside_link, page
from derivations.show.html.tables import html_table
from derivations.show.report_tables import report_tables
from derivations.show.selection import Selection, headline_relation, selection
from derivations.show.sweep import VALUES, first_text, sweep_of, values_table
from derivations.show.table import Table
from derivations.study.provenance.origin import standing_words


def changes_list(report: EvaluatedClaim, letters: Letters) -> Iterator[str]:
    """What the reader changed: premises with what they replace, numbers, cards; nothing where nothing was."""
    items = []
    for name in report.derivation.assumptions.premises:
        step = report.derivation[name]
        now = relation_display(str(step.relation), letters) if step.relation is not None else ""
        before = f"in place of {relation_display(step.replaces, letters)}" if step.replaces else ""
        items.append(f"<strong>{escape(name)}</strong>: {now}{before}")
    signs = letters_of(letters)
    for name, values in report.study.values.items():
        told = ", ".join(math(value_mathml(str(value))) for value in values)
        items.append(f"{math(to_mathml(Name(name), signs))} = {told}")
    cards = report.study.cards
    for item in fields(cards):
        if chosen := getattr(cards, item.name):
            items.append(f"{escape(item.name)}: {escape(chosen)}")
    if report.study.as_said:
        items.append("the lecturer's own numbers")
    if report.study.without:
        left_out = ", ".join(math(to_mathml(Name(name), signs)) for name in report.study.without)
        items.append(f"without the numbers of {left_out}")
    if items:
        yield f"<ul>{''.join(f'<li>{item}</li>' for item in items)}</ul>"


def origins_list(line: NumbersLine, letters: Letters) -> Iterator[str]:
    """Every given number that a result rests on, with its origin, its meaning and its source as a link."""
    signs = letters_of(letters)
    items = [
        f"<li>{math(f'<mrow>{to_mathml(Name(name), signs)}<mo>=</mo>{value_mathml(str(value))}</mrow>')}: "
        f"{_origin(value, letters)}</li>"
        for name, value in line.leaves.items()
    ]
    if items:
        yield f'<ul class="sources">{"".join(items)}</ul>'


def _origin(value: Value, letters: Letters) -> str:
    parts = [prose(value.origin, letters)]
    if value.meaning:
        parts.append(prose(value.meaning, letters))
    if value.source is not None:
        parts.append(source_link(value.source))
    return "; ".join(parts)


def source_link(source: Source) -> str:
    """A source with its address, its date, and how far it can be trusted."""
    title = outside_link(source.url, escape(source.title))
    date = f", {escape(source.date)}" if source.date else ""
    return f'{title}{date} <span class="quiet">({escape(standing_words(source))})</span>'


def report_body(report: EvaluatedClaim, steps: str = "all") -> str:
    """The report as HTML to put into a page; raises `UnknownNameError` for another choice of steps."""
    chosen = selection(report, steps)
    letters = page_letters(report)
    blocks = [*_head(report, letters), *_result(report, letters), *_argument(report, chosen, letters)]
    blocks += [*_tables(report, letters), *_asserted(report, letters), *_letters(letters)]
    return "\n".join(blocks)


def page_letters(report: EvaluatedClaim) -> Letters:
    """The letters of the derivation, with their values in the scenario where they have one."""
    told = letters_data(report.derivation.letters)
    for name, letter in told.items():
        if value := _value(report, name):
            letter["value"] = value
    return told


def _value(report: EvaluatedClaim, name: str) -> str:
    try:
        value = report.evaluation.value_of(name)
    except DerivationsError:  # numbers that disagree under changed premises
        return ""
    return "" if value is None else str(value)


def _head(report: EvaluatedClaim, letters: Letters) -> Iterator[str]:
    claim = report.claim
    yield f"<h1>{prose(claim.title, letters)}</h1>"
    if claim.question:
        yield f'<p class="question">{prose(claim.question, letters)}</p>'
    if report.study.title:
        yield f"<p><strong>Study:</strong> {prose(report.study.title, letters)}</p>"
    yield f'<p class="verdict"><strong>Verdict:</strong> {prose(report.verdict, letters)}</p>'
    yield from _section("What was changed", changes_list(report, letters), "changed")


def _result(report: EvaluatedClaim, letters: Letters) -> Iterator[str]:
    swept, parts = sweep_of(report), []
    if swept is not None:
        first = first_text(swept)
        parts += [*_table(values_table(swept), letters, "h3"), f"<p>{prose(sentence(first), letters)}.</p>"]
    try:
        line = report.result
    except DerivationsError as error:
        parts.append(f"<p>{prose(str(error), letters)}</p>")
        yield from _section("Result", parts, "result")
        return
    parts.append(f'<p class="remark">{prose(sentence(report.scenario.title), letters)}:</p>')
    parts.append(numbers_block(numbers_data(line), letters=letters))
    if report.headline.conditions:
        told = " and ".join(map(str, report.headline.conditions))
        parts.append(f'<p class="conditions">Holds if {prose(told, letters)}.</p>')
    if report.idle:
        given = ", ".join(f"{name} = {report.given[name]}" for name in report.idle)
        parts.append(f"<p>Given, and without influence on this: {prose(given, letters)}.</p>")
    parts += [
        f"<p><strong>These numbers contradict the premises:</strong> {prose(text, letters)}.</p>"
        for text in report.contradictions
    ]
    yield from _section("Result", [f'<div class="result">{"".join(parts)}</div>'], "result")
    yield from _section("Numbers and where they come from", origins_list(line, letters), "numbers")


def _argument(report: EvaluatedClaim, chosen: Selection, letters: Letters) -> Iterator[str]:
    claim = report.claim.name
    places = {step.name: Place(step.label, f"#{anchor_of(claim, step.name)}")
              for step in (*chosen.trace, *chosen.rejects)}
    for title, anchor, steps in (
        ("Premises", "premises", chosen.premises),
        ("Derivation", "derivation", chosen.argument),
        ("Rejected", "rejected", chosen.rejects),
    ):
        blocks = []
        for step in steps:
            data = step_data(step)
            if step.rule != "reject" and chosen.steps != "all":  # a step that is left out has no block to lead to
                data["inputs"] = list(chosen.behind(step))
            blocks.append(equation_block(data, anchor_of(claim, step.name), places=places, letters=letters))
        yield from _section(title, blocks, anchor)


def _tables(report: EvaluatedClaim, letters: Letters) -> Iterator[str]:
    wide = wide_grids(report)
    for _, table in report_tables(report, without={VALUES, *wide}):
        yield f"<section>{''.join(_table(table, letters, 'h2'))}</section>"


def _asserted(report: EvaluatedClaim, letters: Letters) -> Iterator[str]:
    items = [f"<li>{prose(line, letters)}</li>" for line in report.asserted()]
    yield from _section("Said, and not derived here", [f"<ul>{''.join(items)}</ul>"] if items else [], "said")


def _letters(letters: Letters) -> Iterator[str]:
    yield from _section("Letters", [letters_table(letters)] if letters else [], "letters-table")
    yield letters_json(letters)


def _table(table: Table, letters: Letters, level: str) -> Iterator[str]:
    yield f"<{level}>{prose(table.title, letters)}</{level}>"
    yield html_table(table, letters)


def _section(title: str, blocks: Iterable[str], anchor: str) -> Iterator[str]:
    """A section with its heading, unless there is nothing in it."""
    inside = "\n".join(blocks)
    if inside:
        yield f'<section id="{anchor}" class="{anchor}-part"><h2>{escape(title)}</h2>\n{inside}\n</section>'


def report_html(report: EvaluatedClaim, *, steps: str = "all") -> str:
    """The report as a page; with `steps` ``result`` the formula alone, as a ``<math>`` element to put into a page.

    Raises `UnknownNameError` for another choice of steps, `UndecidedError` where the result is to stand alone and does
    not stand, and `InputError` if the packages for pages are not installed.
    """
    if steps == "result":
        return _formula(report)
    made = f'<footer><p class="quiet">Made by derivations {escape(__version__)}.</p></footer>'
    return page(report.claim.title, f"{report_body(report, steps)}\n{made}", assets=embedded())


def _formula(report: EvaluatedClaim) -> str:
    relation = headline_relation(report)
    letters = letters_mathml({q.name: q.latex for q in report.derivation.letters})
    return f'<math display="block">{relation_mathml(relation.written, letters)}</math>\n'
