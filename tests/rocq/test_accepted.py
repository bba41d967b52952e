"""What Rocq accepts, as it is told: of the statements as they are, and of nothing else."""

import pytest

from derivations import derive
from derivations.claim.kept_review import kept_review
from derivations.claims.index import CLAIMS, find_claim
from derivations.document.ledger import ledger_json
from derivations.rocq.accepted import (
    Accepted,
    accepted,
    accepted_of_statements,
    accepted_text,
    all_accepted,
    digest_of,
    file_digest,
    read_accepted,
    statements_digest_of,
)
from derivations.rocq.calculus import calculus_export
from derivations.rocq.export import rocq_export

from ..document.texts import ledger_text, report_markdown, report_text
from ..reports import few, plain

CLAIM = "bubbles"


@pytest.mark.parametrize("claim", CLAIMS)
def test_rocq_judged_the_statements_as_they_are(claim: str) -> None:
    """`make rocq` writes the entry; the kernel proves these statements, Rocq accepts them: no two judges disagree."""
    review, entry = kept_review(find_claim(claim)), all_accepted()[claim]
    assert review is not None, "make fresh"
    assert entry.statements_digest == digest_of(review.statements), f"make rocq: {claim} has changed"
    assert entry.statements + len(entry.left_out) == entry.of_statements
    assert entry.limits + len(entry.left_out_limits) == entry.of_limits
    assert all(entry.left_out.values())


@pytest.mark.parametrize("claim", few())
def test_rocq_accepted_the_files_as_they_are(claim: str) -> None:
    """`make rocq` has Rocq judge what is written otherwise: lemmas with their proofs, and limits."""
    report, entry = plain(claim), all_accepted()[claim]
    slopes = calculus_export(report)
    texts = (rocq_export(report).text, *([slopes.text] if slopes.lemmas else []))
    assert entry.files == tuple(map(file_digest, texts)), f"make rocq: {claim} is written otherwise"
    assert entry.by


def test_every_word_of_a_file_counts_but_those_of_its_first_comment() -> None:
    text = "(* Lemmas of a claim, for Rocq. *)\nLemma a : 0 = 0. (* by definition *)\nProof. reflexivity. Qed.\n"
    assert file_digest(text) == file_digest(text.replace("for Rocq", "for Coq"))
    for old, new in (("0 = 0", "0 = 1"), ("reflexivity", "auto"), ("definition", "rule")):
        assert file_digest(text) != file_digest(text.replace(old, new))


def test_nearly_every_statement_is_accepted() -> None:
    entries = all_accepted().values()
    assert all_accepted().keys() == set(CLAIMS)
    assert sum(entry.statements for entry in entries) >= 0.99 * sum(entry.of_statements for entry in entries)


@pytest.mark.long
def test_the_counts_stand_on_the_page_in_the_ledger_and_in_data() -> None:
    report = derive(CLAIM)
    entry = accepted(CLAIM, report.derivation)
    assert entry is not None
    assert entry.statements_digest == statements_digest_of(report.derivation)
    line = f"Accepted by Rocq: {entry.words}"
    assert f"{entry.steps} of {entry.of_steps} steps" in line
    assert line in " ".join(report_text(report).split())
    assert f"**Accepted by Rocq**: {entry.words}" in report_markdown(report)
    assert line in " ".join(ledger_text([report]).split())
    assert ledger_json([report])[0]["accepted_by_rocq"] == entry.as_data()


@pytest.mark.long
def test_nothing_is_told_of_changed_premises() -> None:
    """The same claim under another premise has other statements."""
    report = derive(CLAIM)
    name, relation = next((step.name, str(step.relation)) for step in report.derivation.premises
                          if step.relation is not None and step.relation.is_equation)
    left, _, right = relation.partition(" = ")
    changed = derive(CLAIM, premises={name: f"{left} = 2*({right})"})
    assert accepted(CLAIM, changed.derivation) is None
    assert "Rocq" not in report_text(changed)
    assert accepted_of_statements(CLAIM, ["another"]) is None
    assert accepted("of my own", report.derivation) is None


def test_entries_are_read_as_they_are_written() -> None:
    left_out = {"step_x_1": 'no "root"'}
    partly = Accepted(3, 4, 1, 2, "ab", "cd", ("01", "23"), "8.16", left_out, "no point", 1, 2, {"far": "a sum"})
    entries = {"b-claim": partly, "a-claim": Accepted(3, 3, 2, 2, "ef", "gh")}
    text = accepted_text(entries)
    assert read_accepted(text) == entries
    assert text.index('"a-claim"') < text.index('"b-claim"')
