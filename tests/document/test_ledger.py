"""The ledger: every claim, its verdict, and every published number beside what follows."""

import json
from dataclasses import replace

import pytest

from derivations import Report, derive
from derivations.document.ledger import ledger_json, ledger_row
from derivations.writers.terminal import Style

from ..reports import plain
from .texts import ledger_text


@pytest.fixture(scope="module")
def as_built() -> Report:
    """A claim of the ledger."""
    return plain("optimal-batch")


@pytest.fixture(scope="module")
def no_overlap() -> Report:
    """The same without overlap."""
    return derive("optimal-batch", premises={"roofline": "no-overlap"})


def test_every_published_number_has_a_line(as_built: Report) -> None:
    """Marked, with who said it, what is derived, and the verdict; below a statement, what it would be otherwise."""
    table = ledger_row(as_built).table(as_built.claim.name)
    rows = [(row, row.mark if row is item.said else "otherwise")
            for item in as_built.statements for row in (item.said, *item.otherwise)]
    assert len(table.rows) == len(rows) == len(as_built.claim.published)
    for row, (comparison, mark) in zip(table.rows, rows, strict=True):
        assert row[0] == mark
        assert comparison.published.by in row[2]
        assert row[3] == f"{comparison.derived_text}, {comparison.published.reading}"
        assert row[-1] == comparison.verdict


def test_the_brief_ledger_leaves_the_published_numbers_out(as_built: Report, no_overlap: Report) -> None:
    """Claim, result and verdict, for each."""
    brief, full = (ledger_text([as_built, no_overlap], brief=flag) for flag in (True, False))
    assert len(brief) < len(full)
    text = " ".join(brief.split())
    assert as_built.verdict in text
    assert "does not hold: no finite optimum" in text
    assert "Reiner Pope" not in text
    assert "Reiner Pope" in full


def test_no_line_is_wider_than_the_screen(as_built: Report) -> None:
    """Cells wrap."""
    assert max(map(len, ledger_text([as_built], Style(width=80)).splitlines())) <= 80


def test_as_data(as_built: Report) -> None:
    """All of it, and nothing that JSON cannot hold."""
    (entry,) = json.loads(json.dumps(ledger_json([as_built])))
    assert entry["claim"] == "optimal-batch"
    assert entry["derivation"]["words"] == as_built.verdict
    assert len(entry["published"]) == len(as_built.statements)


def test_claims_stand_under_their_chapters(as_built: Report, no_overlap: Report) -> None:
    """A chapter is named once, before the first of its claims; a claim without one has no heading."""
    chapter = as_built.claim.chapter
    bare = replace(as_built, claim=replace(as_built.claim, chapter=""))
    lines = ledger_text([as_built, no_overlap, bare], brief=True).splitlines()
    assert lines[0] == chapter
    assert lines.count(chapter) == 1
    assert sum(line.startswith("optimal-batch  ") for line in lines) == 3
