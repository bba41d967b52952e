"""The ledger: all claims side by side with their verdicts."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import groupby
from typing import Any

from derivations.claim.evaluated_claim import EvaluatedClaim
from derivations.claim.published import Comparison
from derivations.errors import DerivationsError
from derivations.show.cells import Cell, bare_cell
from derivations.show.document import EMPTY, Block, TextLine, deeper
from derivations.show.json import published_json
from derivations.show.rocq.accepted import accepted_json, accepted_lines
from derivations.show.table import Table
from derivations.show.terminal import PLAIN, Style, text_of
from derivations.show.verdicts import verdict_lines, verdicts_of


def ledger_text(reports: Iterable[EvaluatedClaim], style: Style = PLAIN, *, brief: bool = False) -> str:
    """The claims by chapter, with result and verdicts and, unless `brief`, every published number beside what follows.

    A claim without a chapter stands under no heading.
    """
    blocks: list[Block] = []
    for chapter, members in groupby(reports, key=lambda report: report.claim.chapter):
        if chapter:
            blocks += [EMPTY, TextLine(chapter, hang=8, role="heading")]
        for report in members:
            blocks += [EMPTY, *_claim(report, brief=brief)]
    return text_of(blocks[1:], style)


def _claim(report: EvaluatedClaim, *, brief: bool) -> Iterator[Block]:
    name = report.claim.name
    yield TextLine(f"{name}  {report.claim.title}", whole=True, role="title", named=name)
    if report.headline.relation is not None:
        yield TextLine(relation=report.headline.relation, depth=1, hang=4)
    yield from deeper([*verdict_lines(report), *accepted_lines(report)], 1)
    if not brief and report.published:
        yield published_ledger(report)


def published_ledger(report: EvaluatedClaim) -> Table:
    """A line for each statement about a claim, with the numbers that it is derived from; below it what others give."""
    head = ("", "said", "by", "derived, from", "verdict")
    rows = [line for item in report.statements for line in (
        _row(item.said, item.said.mark), *(_row(other, "otherwise") for other in item.otherwise))]
    return Table(f"Published numbers of {report.claim.name}", head, tuple(rows))


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


def ledger_csv(reports: Iterable[EvaluatedClaim]) -> str:
    """The claims as comma-separated values: formula and number of the result, and each verdict in words."""
    keys = ("derivation", "as_said", "on_hardware", "against_measurement", "retold")
    rows = []
    for report in reports:
        told = verdicts_of(report).as_data()
        cell, unit = number_cell(report)
        words = ((told[key] or {}).get("words", "") for key in keys)
        claim = report.claim
        rows.append((claim.name, claim.title, claim.chapter, str(report.headline.relation or ""), cell, unit, *words))
    head = ("claim", "title", "chapter", "result", "number", "unit", *(key.replace("_", " ") for key in keys))
    return Table("Claims", head, tuple(rows)).to_csv()


def number_cell(report: EvaluatedClaim) -> tuple[Cell, str]:
    """The number of a result and its unit as cells, or the reason that there is none."""
    try:
        return bare_cell(report.result), report.result.unit
    except DerivationsError as error:
        return str(error), ""
