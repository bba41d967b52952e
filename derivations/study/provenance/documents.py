"""Documents behind an evaluated claim, and the name of the numbers that its result rests on."""

from __future__ import annotations

from collections.abc import Iterator

from derivations.claim.composition import OWN_NUMBERS
from derivations.claim.evaluated_claim import EvaluatedClaim
from derivations.claims.shared.documents import documents_named
from derivations.errors import DerivationsError, UndecidedError
from derivations.numbers.source import Source
from derivations.sources.card import Accelerator, Model
from derivations.study.provenance.leaf import card_behind


def basis(evaluated: EvaluatedClaim) -> str:
    """The title of the scenario, or what the result rests on in its place.

    A result that follows from a price list alone is not "as built" on any accelerator.
    """
    try:
        leaves = tuple(evaluated.result.leaves.values())
    except UndecidedError:
        return evaluated.scenario.title
    cards = [card for value in leaves if (card := card_behind(value, evaluated.catalog)) is not None]
    if not leaves or evaluated.given or any(isinstance(card, Accelerator | Model) for card in cards):
        return evaluated.scenario.title
    return " and ".join([*dict.fromkeys(card.title for card in cards), OWN_NUMBERS])


def documents_of(report: EvaluatedClaim) -> tuple[Source, ...]:
    """The documents of a report, each once, in the order in which a reader meets them.

    Those that premises and steps name come first, then those behind the numbers of every step, as the report and as
    each reading of the claim has them, then those that published numbers name.
    """
    found: dict[str, Source] = {}
    for source in (*_of_steps(report), *_of_numbers(report), *_of_published(report)):
        found.setdefault(source.key, source)
    return tuple(found.values())


def _of_steps(report: EvaluatedClaim) -> Iterator[Source]:
    for step in (*report.derivation, *report.derivation.rejects):
        yield from documents_named(f"{step.because} {step.source}" if step.rule == "reject" else step.source)


def _of_numbers(report: EvaluatedClaim) -> Iterator[Source]:
    """The documents behind the given numbers that any step rests on."""
    used = {
        symbol.name for step in report.derivation if step.relation is not None and step.verdict.holds
        for symbol in step.relation.symbols
    }
    yield from report.evaluation.scenario.sources(used)
    for scenario in report.readings.values():
        try:
            evaluation = report.evaluation.again(scenario)
        except DerivationsError:  # under changed premises the numbers of a reading may disagree
            continue
        yield from evaluation.scenario.sources(used)


def _of_published(report: EvaluatedClaim) -> Iterator[Source]:
    for row in report.claim.published:
        yield from documents_named(f"{row.by}, {row.where}")
    for item in report.claim.asserted:
        yield from documents_named(f"{item.by}, {item.where}")
