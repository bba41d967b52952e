"""The ledger: all claims side by side with their verdicts."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from derivations.claim.evaluated_claim import EvaluatedClaim
from derivations.claim.published import Comparison
from derivations.document.blocks import Document
from derivations.document.cells import Cell, bare_cell
from derivations.document.json import published_json
from derivations.document.ledger_row import LedgerRow, rows_document
from derivations.document.shown import Producer
from derivations.document.table import Table
from derivations.document.verdicts import ACCEPTED, accepted_json, verdicts_of
from derivations.errors import DerivationsError
from derivations.rocq.accepted import accepted


def ledger_document(reports: Iterable[EvaluatedClaim], *, brief: bool = False) -> Document:
    """The rows of these claims, as `rows_document` has them."""
    return rows_document(((report.claim, ledger_row(report)) for report in reports), brief=brief)


def ledger_row(report: EvaluatedClaim) -> LedgerRow:
    """What the ledger says of a claim.

    A statement has a line with the number that it is derived from, and below it one for each that others give.
    """
    verdicts = [(line.heading, line.words, line.items) for line in verdicts_of(report).listed]
    found = accepted(report.claim.name, report.derivation)
    rows = [line for item in report.statements for line in (
        _row(item.said, item.said.mark), *(_row(other, "otherwise") for other in item.otherwise))]
    if found is not None:
        verdicts.append((ACCEPTED, found.words, found.items))
    return LedgerRow(report.headline.told, _number(report), verdicts_of(report).marks, tuple(rows), tuple(verdicts))


def _number(report: EvaluatedClaim) -> str:
    """The result with its number; empty where it has none."""
    relation = report.headline.relation
    try:
        line = report.result
    except DerivationsError:
        return ""
    if relation is None or line.value is None:
        return ""
    return f"{relation.written_left} {relation.operator} {line.result}"


def _row(row: Comparison, mark: str) -> tuple[str, ...]:
    published = row.published
    by = f"{published.by}, {published.where}" if published.where else published.by
    return mark, f"{published.step}: {row.said}", by, f"{row.derived_text}, {published.reading}", row.verdict


def ledger_json(reports: Iterable[EvaluatedClaim]) -> list[dict[str, Any]]:
    """The ledger as plain data, an object for each claim."""
    return [
        {
            "claim": report.claim.name,
            "title": report.claim.title,
            "chapter": report.claim.chapter,
            "result": str(report.headline.relation or ""),
            **verdicts_of(report).as_data(),
            **accepted_json(report),
            "published": [published_json(item) for item in report.statements],
        }
        for report in reports
    ]


def ledger_table(reports: Iterable[EvaluatedClaim]) -> Table:
    """The claims: formula and number of the result, and each verdict in words."""
    keys = ("derivation", "as_said", "on_hardware", "against_measurement", "retold")
    rows = []
    for report in reports:
        told = verdicts_of(report).as_data()
        cell, unit = number_cell(report)
        words = ((told[key] or {}).get("words", "") for key in keys)
        claim = report.claim
        rows.append((claim.name, claim.title, claim.chapter, str(report.headline.relation or ""), cell, unit, *words))
    head = ("claim", "title", "chapter", "result", "number", "unit", *(key.replace("_", " ") for key in keys))
    return Table("Claims", head, tuple(rows))


def number_cell(report: EvaluatedClaim) -> tuple[Cell, str]:
    """The number of a result and its unit as cells, or the reason that there is none."""
    try:
        return bare_cell(report.result), report.result.unit
    except DerivationsError as error:
        return str(error), ""


LEDGER = Producer(ledger_document, ledger_json, ledger_table)
