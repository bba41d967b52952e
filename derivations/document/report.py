"""What a whole report has behind its answer: numbers, argument, tables, letters and sources; each also as data."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from derivations.claim.evaluated_claim import EvaluatedClaim
from derivations.claim.published import Comparison
from derivations.claim.whole_numbers import all_whole_numbers
from derivations.document.answer import origin_lines
from derivations.document.argument import Argument
from derivations.document.blocks import EMPTY, Block, TextLine, titled
from derivations.document.data import each, selected
from derivations.document.grids import wide_grids
from derivations.document.json import derivation_json, premise_json, published_json, result_json, step_json, whole_json
from derivations.document.parts import Bibliography, Letters
from derivations.document.report_tables import basis_of, report_tables
from derivations.document.selection import selection
from derivations.document.sweep import VALUES, sweep_json
from derivations.document.words import Cited
from derivations.errors import DerivationsError
from derivations.numbers.value import Value
from derivations.study.provenance.documents import documents_of
from derivations.study.sweep import at_given
from derivations.study.verdicts import told_statements

if TYPE_CHECKING:
    from derivations.document.fields import View

_ROLES = {True: "good", False: "bad", None: "dim"}


def result_data(view: View) -> dict[str, Any]:
    """The result, the whole numbers beside it, and the tables of several values."""
    report, behind = view.report, at_given(view.report)
    return {
        "result": result_json(report.headline, report.evaluation),
        "whole_numbers": [whole_json(item) for item in all_whole_numbers(report)],
        "sweep": None if view.swept is None else sweep_json(view.swept),
        "behind": None if behind is None else sweep_json(behind),
    }


def number_lines(view: View) -> Iterator[Block]:
    """Where the numbers of the result are from."""
    try:
        lines = list(origin_lines(view.report.result))
    except DerivationsError:
        return
    if lines:
        yield from (EMPTY, TextLine("Numbers", role="heading"), *lines)


def numbers_data(view: View) -> dict[str, Any]:
    """The scenario, and every definition and step with its number in it."""
    report = view.report
    named = (step for step in (*report.derivation.definitions, *report.derivation.steps)
             if step.relation is not None and step.relation.lhs.is_Symbol)
    return {"scenario": selected(report.scenario, "name title"),
            "results": [result_json(step, report.evaluation) for step in named]}


def argument_parts(view: View) -> Iterator[Argument]:
    """Premises, steps, and what is rejected; without headings, premises and steps alone."""
    chosen, headings = selection(view.report, view.steps), view.in_full
    part, rejects = chosen.part, chosen.rejects if headings else ()
    for heading, shown in (("Premises", part.premises), ("Derivation", part.argument), ("Rejected", rejects)):
        if shown:
            yield Argument(heading if headings else "", shown, chosen, view.report.claim.name)


def argument_data(view: View) -> dict[str, Any]:
    """Premises, steps and what is rejected, and all of it as `Derivation.from_json` reads it back."""
    derivation = view.report.derivation
    return {
        "premises": [premise_json(step) for step in derivation.premises],
        "definitions": [premise_json(step) for step in derivation.definitions],
        "steps": [step_json(step) for step in derivation.steps],
        "rejects": [step_json(step) for step in derivation.rejects],
        "trace": derivation_json(derivation),
    }


def table_blocks(view: View) -> Iterator[Block]:
    """Tables, and what was said; of grids over very many cards the titles alone, unless all cards are asked for."""
    report = view.report
    if view.steps != "all":
        return
    wide = wide_grids(report)
    named = () if view.all_cards else wide
    for kind, table in report_tables(report, without={VALUES, *named}):
        if kind == "published":
            yield from (EMPTY, TextLine(table.title, role="heading"), *_published(report))
        else:
            yield from titled(table)
    for kind, grid in wide.items():
        if kind in named:
            yield from (EMPTY, TextLine(f"{grid.title}: over all cards with `--all-cards`"))
    if report.claim.asserted:
        yield from (EMPTY, TextLine("Said, and not derived here", role="heading"))
        yield from (TextLine(line, depth=1, hang=2) for line in report.asserted())


def tables_data(view: View) -> dict[str, Any]:
    """Tables, and what was said."""
    report, without = view.report, () if view.all_cards else wide_grids(view.report)
    return {
        "published": [published_json(item) for item in told_statements(report)],
        "tables": [{"kind": kind, **table.to_json()} for kind, table in report_tables(report, without, view.swept)],
        "asserted": [{"text": item.text, "said_by": item.by, "where": item.where, "comes_to": line}
                     for item, line in zip(report.claim.asserted, report.asserted(), strict=True)],
    }


def _published(report: EvaluatedClaim) -> Iterator[TextLine]:
    """What was said, statement by statement, what follows, and what would with other numbers."""
    for statement in told_statements(report):
        row, said = statement.said, statement.said.published
        by = Cited(f"{said.by}, {said.where}")
        yield TextLine((f"{said.step}: {row.said} ({said.rounding}). ", by), depth=1, hang=4)
        yield TextLine(f"{row.mark} {followed_text(row, report)}", depth=3, hang=2, role=_ROLES[row.follows])
        for other in statement.otherwise:
            step = "" if other.published.step == said.step else f"{other.published.step} "
            yield TextLine(f"otherwise {step}{followed_text(other, report)}", depth=4, hang=2, role="dim")


def followed_text(row: Comparison, report: EvaluatedClaim) -> str:
    """The number derived for a published one, from which numbers, the verdict and the note."""
    note = f"; {row.published.note}" if row.published.note else ""
    return f"{row.derived_text} from {basis_of(row, report)}: {row.verdict}{note}"


def notation_data(view: View) -> dict[str, Any]:
    """Every letter."""
    return {"notation": each(view.report.derivation.notation, "name latex unit dimension meaning domain definition")}


def letters_and_sources(view: View) -> Iterator[Block]:
    """The letters in what is shown, with their values, and every document behind it."""
    report = view.report
    letters = tuple(selection(report, view.steps).part.letters)
    if letters:
        yield Letters(letters, {q.name: found for q in letters if (found := _value(report, q.name)) is not None})
    yield Bibliography(tuple(documents_of(report)))


def _value(report: EvaluatedClaim, name: str) -> Value | None:
    """The value of a quantity; None for one that has none, or of which numbers disagree under changed premises."""
    try:
        return report.evaluation.value_of(name)
    except DerivationsError:
        return None
