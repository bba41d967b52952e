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


def test_the_index_has_a_line_for_each_claim(as_built: Report, no_overlap: Report) -> None:
    """Marks, name, question and number; no number where the result has none, nor what others say."""
    lines = ledger_text([as_built, no_overlap], Style(width=200), brief=True).splitlines()
    question = as_built.claim.question
    assert lines[1] == f"✓✓✓≠  optimal-batch         {question} {as_built.result.result}"
    assert lines[2] == f"≠···  optimal-batch         {question}"
    assert lines[4].startswith("The four marks: derivation, published conclusions, hardware, measurements.")
    assert not any("Reiner Pope" in line for line in lines)


def test_the_ledger_tells_each_verdict_and_published_number(as_built: Report, no_overlap: Report) -> None:
    """In words."""
    text = " ".join(ledger_text([as_built, no_overlap]).split())
    assert as_built.verdict in text
    assert "does not hold: no finite optimum" in text
    assert "Reiner Pope" in text


def test_no_line_is_wider_than_the_screen(as_built: Report) -> None:
    """Cells wrap."""
    assert max(map(len, ledger_text([as_built], Style(width=80)).splitlines())) <= 80


def test_as_data(as_built: Report) -> None:
    """All of it, and nothing that JSON cannot hold."""
    (entry,) = json.loads(json.dumps(ledger_json([as_built])))
    assert entry["claim"] == "optimal-batch"
    assert entry["derivation"]["words"] == as_built.verdict
    assert len(entry["published"]) == len(as_built.statements)


@pytest.mark.long
def test_claims_stand_under_their_chapters(as_built: Report, no_overlap: Report) -> None:
    """A chapter is named once, before the first of its claims; a claim without one has no heading."""
    chapter = as_built.claim.chapter
    bare = replace(as_built, claim=replace(as_built.claim, chapter=""))
    lines = ledger_text([as_built, no_overlap, bare], brief=True).splitlines()
    assert lines[0] == chapter
    assert lines.count(chapter) == 1
    assert sum("  optimal-batch  " in line for line in lines) == 3
