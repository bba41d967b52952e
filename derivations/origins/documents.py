"""Every document that a report rests on: behind its numbers, its premises, and what was published about it."""

from __future__ import annotations

from collections.abc import Iterator

from derivations.claims.account import Account
from derivations.claims.documents import documents_named
from derivations.errors import DerivationsError
from derivations.values.source import Source


def documents_of(report: Account) -> tuple[Source, ...]:
    """The documents of a report, each once, in the order in which a reader meets them.

    Those that premises and steps name come first, then those behind the numbers of every step, as the report and as
    each reading of the claim has them, then those that published numbers name.
    """
    found: dict[str, Source] = {}
    for source in (*_of_steps(report), *_of_numbers(report), *_of_published(report)):
        found.setdefault(source.key, source)
    return tuple(found.values())


def _of_steps(report: Account) -> Iterator[Source]:
    for step in (*report.derivation, *report.derivation.rejects):
        yield from documents_named(f"{step.because} {step.source}" if step.rule == "reject" else step.source)


def _of_numbers(report: Account) -> Iterator[Source]:
    """The documents behind the given numbers that any step rests on."""
    used = {
        symbol.name for step in report.derivation if step.relation is not None and step.verdict.holds
        for symbol in step.relation.symbols
    }  # fmt: skip
    yield from report.evaluation.scenario.sources(used)
    for scenario in report.readings.values():
        try:
            evaluation = report.evaluation.again(scenario)
        except DerivationsError:  # under changed premises the numbers of a reading may disagree
            continue
        yield from evaluation.scenario.sources(used)


def _of_published(report: Account) -> Iterator[Source]:
    for row in report.claim.published:
        yield from documents_named(f"{row.by}, {row.where}")
    for item in report.claim.asserted:
        yield from documents_named(f"{item.by}, {item.where}")
