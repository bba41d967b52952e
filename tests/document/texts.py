"""Results as a terminal and Markdown show them."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import partial
from typing import Any

from derivations.claim.claim import Claim
from derivations.claim.evaluated_claim import EvaluatedClaim
from derivations.claim.premises import TakenPremise
from derivations.document.blocks import Document
from derivations.document.cards import ShownCards, cards_document
from derivations.document.difference import difference_document
from derivations.document.evidence import ShownEvidence, evidence_document
from derivations.document.fields import ANSWER, report_document
from derivations.document.forms import written
from derivations.document.inversion import Inverse, by_numbers_document, inversion_document, inversion_json
from derivations.document.judgement import judgement_document
from derivations.document.ledger import ledger_document
from derivations.document.premises import TakenPremises, premises_document, premises_json
from derivations.document.sensitivity import sensitivity_document
from derivations.document.spoken import spoken_document, versions_document
from derivations.document.why import Asked, why_document, why_json
from derivations.sources.catalog import Catalog
from derivations.study.difference import Difference
from derivations.study.evidence import Evidence
from derivations.study.inversion_by_numbers import InversionByNumbers
from derivations.study.judge.judgement import Judgement
from derivations.study.sensitivity import Sensitivity
from derivations.study.sweep import Sweep
from derivations.writers.terminal import PLAIN, Style

markdown = partial(written, form="markdown")


def _text(document: Document, style: Style) -> str:
    return written(document, style=style)


def judgement_text(found: Judgement, style: Style = PLAIN) -> str:
    """A judgement in a terminal."""
    return _text(judgement_document(found), style)


def judgement_markdown(found: Judgement) -> str:
    """A judgement as Markdown."""
    return markdown(judgement_document(found))


def difference_text(found: Difference, style: Style = PLAIN, *, brief: bool = False) -> str:
    """A difference in a terminal."""
    return _text(difference_document(found, brief=brief), style)


def difference_markdown(found: Difference, *, brief: bool = False, level: int = 1) -> str:
    """A difference as Markdown."""
    return markdown(difference_document(found, brief=brief), level=level)


def why_text(report: EvaluatedClaim, name: str, style: Style = PLAIN, also: Sequence[str] = ()) -> str:
    """An origin in a terminal."""
    return _text(why_document(Asked.of(report, name, also)), style)


def why_data(report: EvaluatedClaim, name: str, also: Sequence[str] = ()) -> dict[str, Any]:
    """An origin as plain data."""
    return why_json(Asked.of(report, name, also))


def inversion_text(report: EvaluatedClaim, found: EvaluatedClaim, for_: str, style: Style = PLAIN) -> str:
    """An inverse in a terminal."""
    return _text(inversion_document(Inverse(report, found, for_)), style)


def inversion_data(report: EvaluatedClaim, found: EvaluatedClaim, for_: str) -> dict[str, Any]:
    """An inverse as plain data."""
    return inversion_json(Inverse(report, found, for_))


def by_numbers_text(found: InversionByNumbers) -> str:
    """An inverse by numbers in a terminal."""
    return _text(by_numbers_document(found), PLAIN)


def sensitivity_text(report: EvaluatedClaim, found: Sensitivity, style: Style = PLAIN) -> str:
    """A sensitivity in a terminal."""
    return _text(sensitivity_document(report, found), style)


def premises_text(claims: Sequence[Claim], found: Sequence[TakenPremise], style: Style = PLAIN) -> str:
    """Premises in a terminal."""
    return _text(premises_document(TakenPremises(claims, found)), style)


def premises_markdown(claims: Sequence[Claim], found: Sequence[TakenPremise]) -> str:
    """Premises as Markdown."""
    return markdown(premises_document(TakenPremises(claims, found)), level=1)


def premises_data(claims: Sequence[Claim], found: Sequence[TakenPremise]) -> dict[str, Any]:
    """Premises as plain data."""
    return premises_json(TakenPremises(claims, found))


def cards_text(catalog: Catalog) -> str:
    """Full tables of all cards in a terminal."""
    return _text(cards_document(ShownCards(catalog, full=True)), PLAIN)


def card_text(catalog: Catalog, name: str) -> str:
    """A card in a terminal."""
    return _text(cards_document(ShownCards(catalog, name)), PLAIN)


def evidence_text(claim: Claim, found: Sequence[Evidence]) -> str:
    """The evidence on a claim in a terminal."""
    return _text(evidence_document(ShownEvidence((claim,), (found,))), PLAIN)


def ledger_text(reports: Iterable[EvaluatedClaim], style: Style = PLAIN, *, brief: bool = False) -> str:
    """The ledger in a terminal."""
    return _text(ledger_document(reports, brief=brief), style)


def spoken_text(rows: Iterable[Any], style: Style = PLAIN) -> str:
    """The numbers of the lecture in a terminal."""
    return _text(spoken_document(rows), style)


def versions_text(topics: Iterable[Any], style: Style = PLAIN) -> str:
    """The versions of them in a terminal."""
    return _text(versions_document(topics), style)


def report_text(report: EvaluatedClaim, style: Style = PLAIN, *, steps: str = "all", swept: Sweep | None = None) -> str:
    """A report in a terminal."""
    return _text(report_document(report, steps=steps, swept=swept), style)


def report_markdown(report: EvaluatedClaim) -> str:
    """A report as Markdown."""
    return markdown(report_document(report), level=1)


def answer_text(report: EvaluatedClaim, style: Style = PLAIN, swept: Sweep | None = None) -> str:
    """The answer of a report in a terminal."""
    return _text(report_document(report, ANSWER, swept=swept), style)
