"""The ledger: all claims side by side, with what was said, by whom, what follows, and the verdict."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import groupby
from typing import Any

from derivations.claims.account import Account
from derivations.claims.comparison import REPRODUCED, Comparison
from derivations.render.columns import PLAIN, Style, table_lines, wrapped
from derivations.render.json import published_json
from derivations.render.table import Table


def ledger_lines(reports: Iterable[Account], style: Style = PLAIN, *, brief: bool = False) -> list[str]:
    """The claims by chapter, with result and verdict and, unless `brief`, every published number beside what follows.

    A claim without a chapter stands under no heading.
    """
    lines: list[str] = []
    for chapter, members in groupby(reports, key=lambda report: report.claim.chapter):
        if chapter:
            chapter_lines = wrapped(chapter, style, "", " " * 8)
            lines += [*([""] if lines else []), *(style.paint(line, "heading") for line in chapter_lines)]
        for report in members:
            lines += [*([""] if lines else []), *_claim_lines(report, style, brief=brief)]
    return lines


def _claim_lines(report: Account, style: Style, *, brief: bool) -> list[str]:
    lines = [f"{style.paint(report.claim.name, 'title')}  {report.claim.title}"]
    if report.headline.relation is not None:
        lines += wrapped(str(report.headline.relation), style, "  ", "      ")
    lines += wrapped(report.verdict, style, "  ", "    ")
    if not brief and report.published:
        lines += table_lines(published_ledger(report), style)
    return lines


def published_ledger(report: Account) -> Table:
    """One line for each published number of a claim, with the reading that it is derived from."""
    head = ("", "said", "by", "derived, from", "verdict")
    return Table(f"Published numbers of {report.claim.name}", head, tuple(map(_row, report.published)))


def _row(row: Comparison) -> tuple[str, ...]:
    published = row.published
    mark = "✓" if row.verdict == REPRODUCED else "≠"
    by = f"{published.by}, {published.where}" if published.where else published.by
    return mark, f"{published.step}: {row.said}", by, f"{row.derived_text}, {published.reading}", row.verdict


def ledger_json(reports: Iterable[Account]) -> list[dict[str, Any]]:
    """The ledger as plain data."""
    return [
        {
            "claim": report.claim.name,
            "title": report.claim.title,
            "chapter": report.claim.chapter,
            "result": str(report.headline.relation or ""),
            "verdict": report.verdict,
            "published": [published_json(row) for row in report.published],
        }
        for report in reports
    ]
