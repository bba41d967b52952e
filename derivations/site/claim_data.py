"""A claim derived, as plain data: all that pages say of it, so that one derivation serves every page."""

from __future__ import annotations

from collections.abc import Iterator
from html import escape
from typing import Any

from derivations.claim.claim import AS_SAID
from derivations.claim.evaluated_claim import EvaluatedClaim
from derivations.claim.published import REPRODUCED, Comparison
from derivations.claim.study import Study
from derivations.errors import DerivationsError
from derivations.language.quantity import Quantity
from derivations.lecture.index import find_claim
from derivations.lecture.spoken import Derived, derived_by
from derivations.numbers.source import Source
from derivations.search.step import Step
from derivations.show.html.page import page_letters, report_body
from derivations.show.report_tables import basis_of
from derivations.site.mathematics import displayed, inline, letter, prose
from derivations.sources.catalog import load_catalog
from derivations.study.application import apply
from derivations.study.provenance.documents import basis


def data(name: str) -> dict[str, Any]:
    """What the site says of the claim of that name; raises `DerivationsError` where it cannot be derived."""
    return claim_data(apply(find_claim(name), Study(), load_catalog()))


def claim_data(report: EvaluatedClaim) -> dict[str, Any]:
    """The claim with its answer, what was published, its letters, its derivation and its sources, for JSON."""
    claim, derivation, result = report.claim, report.derivation, report.headline
    return {
        "name": claim.name,
        "title": claim.title,
        "chapter": claim.chapter,
        "question": claim.question,
        "verdict": prose(report.verdict, derivation.notation),
        "formula": "" if result.relation is None else displayed(result.relation),
        "conditions": [inline(condition) for condition in result.conditions],
        "number": _number(report),
        "scenario": basis(report),
        "published": [_published(row, report) for row in report.published],
        "asserted": list(report.asserted()),
        "letters": list(derivation.letters.names),
        "told": page_letters(report),
        "steps": {step.name: step.label for step in (*derivation.trace, *derivation.rejects)},
        "derivation": report_body(report),
        "notation": [quantity_data(quantity, report) for quantity in derivation.notation],
        "rejects": [_rejected(step) for step in derivation.rejects],
        "sources": list(_sources(report)),
        "derived": {item.place: _derived(item, report) for item in derived_by(claim.name)},
    }


def _derived(item: Derived, report: EvaluatedClaim) -> str:
    """A number that settles, or does not settle, what is told in several versions."""
    scenario = report.readings[item.reading or AS_SAID] if AS_SAID in report.readings else report.scenario
    return report.evaluation.again(scenario).line(item.step).result


def quantity_data(quantity: Quantity, report: EvaluatedClaim) -> dict[str, Any]:
    """A quantity with its letter, unit, domain and meaning; a definition as a relation."""
    derivation = report.derivation
    defined = next((step.relation for step in derivation.definitions
                    if step.relation is not None and step.relation.written_left == quantity.name), None)
    return {
        "name": quantity.name,
        "letter": letter(quantity),
        "unit": quantity.unit,
        "domain": quantity.domain,
        "at_most": quantity.at_most,
        "meaning": prose(quantity.meaning, derivation.notation),
        "definition": "" if defined is None else inline(defined),
    }


def _number(report: EvaluatedClaim) -> str:
    """The result in the default scenario, or why there is none."""
    try:
        return report.result.result
    except DerivationsError as error:
        return str(error)


def _published(row: Comparison, report: EvaluatedClaim) -> dict[str, Any]:
    published = row.published
    return {
        "step": published.step,
        "said": row.said,
        "by": published.by,
        "where": published.where,
        "rounding": published.rounding,
        "basis": basis_of(row, report),
        "derived": row.derived_text,
        "verdict": row.verdict,
        "kind": _kind(row),
        "note": published.note,
    }


def _kind(row: Comparison) -> str:
    """The word that a reader picks verdicts by."""
    if row.verdict == REPRODUCED:
        return "reproduced"
    return "off by a factor" if row.ratio is not None else "nothing to compare"


def _rejected(step: Step) -> dict[str, str]:
    statement = displayed(step.relation) if step.relation is not None else f"<code>{escape(step.statement)}</code>"
    notation = None if step.relation is None else step.relation.notation
    return {
        "name": step.name, "statement": statement, "because": prose(step.because, notation),
        "verdict": str(step.verdict),
    }


def _sources(report: EvaluatedClaim) -> Iterator[dict[str, Any]]:
    """The sources of the numbers of all readings, with the quantities of the claim that each gives a number."""
    found: dict[Source, dict[str, None]] = {}
    letters = report.derivation.letters.names
    for scenario in report.readings.values():
        for source, names in scenario.sources(letters).items():
            found.setdefault(source, {}).update(dict.fromkeys(names))
    for source, valued in found.items():
        yield {
            "key": source.key, "title": source.title, "url": source.url, "date": source.date,
            "standing": source.standing, "quantities": list(valued),
        }
