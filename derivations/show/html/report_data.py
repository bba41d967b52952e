"""A report as plain data for a page: texts, relations in the grammar, steps, and tables."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import fields
from typing import Any

from derivations.claim.evaluated_claim import EvaluatedClaim
from derivations.derivation.step import Step, letters_data, step_data
from derivations.errors import DerivationsError
from derivations.language.display import sentence
from derivations.numbers.numbers_line import numbers_data
from derivations.numbers.value import Value
from derivations.show.answer import whole_words
from derivations.show.grids import wide_grids
from derivations.show.html.mathematics import Letters
from derivations.show.report_tables import report_tables
from derivations.show.rocq.accepted import accepted_lines
from derivations.show.selection import Selection, selection
from derivations.show.sweep import VALUES, behind_table, first_text, sweep_of, values_table, without_influence
from derivations.show.table import Table
from derivations.show.verdicts import verdicts_prose
from derivations.study.provenance.origin import standing_words


def report_data(report: EvaluatedClaim, steps: str = "all") -> dict[str, Any]:
    """A report from its title to its letters, for the template ``report.html.j2`` and for JSON.

    Raises `UnknownNameError` for another choice of steps.
    """
    chosen, letters = selection(report, steps), page_letters(report)
    placed = {step.name: step.label for step in (*chosen.trace, *chosen.rejects)}
    return {
        "name": report.claim.name,
        "contradictions": list(report.contradictions),
        "title": report.claim.title,
        "question": report.claim.question,
        "study": report.study.title,
        "verdicts": verdicts_prose(report),
        "rocq": [line.words for line in accepted_lines(report)],
        "changes": _changes(report),
        **_result(report),
        "labels": placed,
        "steps": [
            {"title": title, "anchor": title.lower(), "blocks": [_block(step, chosen) for step in members]}
            for title, members in (
                ("Premises", chosen.premises), ("Derivation", chosen.argument), ("Rejected", chosen.rejects),
            )
        ],
        "tables": [_table(table) for _, table in report_tables(report, without={VALUES, *wide_grids(report)})],
        "asserted": list(report.asserted()),
        "letters": letters,
    }


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


def _changes(report: EvaluatedClaim) -> dict[str, Any]:
    """Changes of the study: premises with the relations that they replace, numbers, cards; empty without any."""
    changed = [report.derivation[name] for name in report.derivation.assumptions.premises]
    study = report.study
    cards = {item.name: getattr(study.cards, item.name) for item in fields(study.cards)}
    found = {
        "premises": [
            {"name": step.name, "relation": "" if step.relation is None else str(step.relation),
             "replaces": step.replaces}
            for step in changed
        ],
        "numbers": {name: [str(value) for value in values] for name, values in study.values.items()},
        "cards": {name: card for name, card in cards.items() if card},
        "as_said": study.as_said,
        "without": list(study.without),
    }
    return found if any(found.values()) else {}


def _result(report: EvaluatedClaim) -> dict[str, Any]:
    """The result with its numbers, or why there is none; before it the table of several values."""
    swept = sweep_of(report)
    told: dict[str, Any] = {"swept": None, "result": None, "behind": None, "error": "", "origins": []}
    if swept is not None:
        first = sentence(first_text(swept))
        told["swept"] = {"table": _table(values_table(swept)), "first": first}
    try:
        line = report.result
    except DerivationsError as error:
        return {**told, "error": str(error)}
    told["result"] = {
        "scenario": sentence(report.scenario.title),
        "numbers": numbers_data(line),
        "conditions": [str(condition) for condition in report.headline.conditions],
        "context": report.headline.holds,
        "whole": [sentence(words) for words in whole_words(report)],
        "idle": without_influence(report),
    }
    behind = behind_table(report)
    told["behind"] = None if behind is None else {"title": sentence(behind.title), "table": _table(behind)}
    told["origins"] = list(_origins(line.leaves))
    return told


def _origins(values: Mapping[str, Value]) -> Iterator[dict[str, Any]]:
    """Every given number that a result rests on, with its origin, its meaning and its source."""
    for name, value in values.items():
        source = value.source
        yield {
            "name": name, "value": str(value), "origin": value.origin, "meaning": value.meaning,
            "source": None if source is None else {
                "title": source.title, "url": source.url, "date": source.date, "standing": standing_words(source),
            },
        }


def _block(step: Step, chosen: Selection) -> dict[str, Any]:
    data = step_data(step)
    if step.rule != "reject" and chosen.steps != "all":  # a step that is left out has no block to lead to
        data["inputs"] = list(chosen.behind(step))
    return data


def _table(table: Table) -> dict[str, Any]:
    return {"title": table.title, "head": table.head, "rows": table.rows, "key_columns": table.keys}
