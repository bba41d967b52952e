"""What a page says of a report: result, numbers, every step, tables, letters."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from html import escape

from derivations.claims.account import Account
from derivations.engine.display import sentence
from derivations.engine.step_data import letters_data, step_data
from derivations.errors import DerivationsError
from derivations.render.html.equation import Place, anchor_of, equation_block, numbers_block
from derivations.render.html.letters import Letters, letters_json, letters_table
from derivations.render.html.prose import prose
from derivations.render.html.tables import html_table
from derivations.render.sweep import VALUES, first_text, sweep_of, values_table
from derivations.render.table import Table
from derivations.render.tables import report_tables, wide_grids
from derivations.values.numbers_data import numbers_data
from derivations.writeup.page_origins import changes_list, origins_list
from derivations.writeup.selection import Selection, selection


def report_body(report: Account, steps: str = "all") -> str:
    """The report as HTML to put into a page; raises `UnknownNameError` for another choice of steps."""
    chosen = selection(report, steps)
    letters = page_letters(report)
    blocks = [*_head(report, letters), *_result(report, letters), *_argument(report, chosen, letters)]
    blocks += [*_tables(report, letters), *_asserted(report, letters), *_letters(letters)]
    return "\n".join(blocks)


def page_letters(report: Account) -> Letters:
    """The letters of the derivation, with their values in the scenario where they have one."""
    told = letters_data(report.derivation.letters)
    for name, letter in told.items():
        if value := _value(report, name):
            letter["value"] = value
    return told


def _value(report: Account, name: str) -> str:
    try:
        value = report.evaluation.value_of(name)
    except DerivationsError:  # numbers that disagree under changed premises
        return ""
    return "" if value is None else str(value)


def _head(report: Account, letters: Letters) -> Iterator[str]:
    claim = report.claim
    yield f"<h1>{prose(claim.title, letters)}</h1>"
    if claim.question:
        yield f'<p class="question">{prose(claim.question, letters)}</p>'
    if report.study.title:
        yield f"<p><strong>Study:</strong> {prose(report.study.title, letters)}</p>"
    yield f'<p class="verdict"><strong>Verdict:</strong> {prose(report.verdict, letters)}</p>'
    yield from _section("What was changed", changes_list(report, letters), "changed")


def _result(report: Account, letters: Letters) -> Iterator[str]:
    swept, parts = sweep_of(report), []
    if swept is not None:
        first = first_text(swept)
        parts += [*_table(values_table(report, swept), letters, "h3"), f"<p>{prose(sentence(first), letters)}.</p>"]
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


def _argument(report: Account, chosen: Selection, letters: Letters) -> Iterator[str]:
    claim = report.claim.name
    places = {step.name: Place(step.label, f"#{anchor_of(claim, step.name)}")
              for step in (*chosen.trace, *chosen.rejects)}  # fmt: skip
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


def _tables(report: Account, letters: Letters) -> Iterator[str]:
    wide = wide_grids(report)
    for _, table in report_tables(report, without={VALUES, *wide}):
        yield f"<section>{''.join(_table(table, letters, 'h2'))}</section>"


def _asserted(report: Account, letters: Letters) -> Iterator[str]:
    items = [f"<li>{prose(line, letters)}</li>" for line in report.asserted()]
    yield from _section("Said, and not derived here", [f"<ul>{''.join(items)}</ul>"] if items else [], "said")


def _letters(letters: Letters) -> Iterator[str]:
    yield from _section("Letters", [letters_table(letters)] if letters else [], "letters-table")
    yield letters_json(letters)


def _table(table: Table, letters: Letters, level: str) -> Iterator[str]:
    yield f"<{level}>{prose(table.title, letters)}</{level}>"
    yield html_table(table.title, table.head, table.rows, keys=table.keys, letters=letters)


def _section(title: str, blocks: Iterable[str], anchor: str) -> Iterator[str]:
    """A section with its heading, unless there is nothing in it."""
    inside = "\n".join(blocks)
    if inside:
        yield f'<section id="{anchor}" class="{anchor}-part"><h2>{escape(title)}</h2>\n{inside}\n</section>'
