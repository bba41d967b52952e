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
from derivations.rocq.claim_file import claim_file

from ..document.texts import ledger_text, report_markdown, report_text
from ..reports import few, plain

CLAIM = "bubbles"


WITHOUT = ("cheapest-training", "draft-length")  # results that are no theorem: powers and logarithms of several letters


@pytest.mark.parametrize("claim", CLAIMS)
def test_rocq_judged_the_statements_as_they_are(claim: str) -> None:
    """`make rocq` writes the entry; the kernel proves these statements, Rocq accepts them: no two judges disagree."""
    review, entry = kept_review(find_claim(claim)), all_accepted()[claim]
    assert review is not None, "make fresh"
    assert entry.statements_digest == digest_of(review.statements), f"make rocq: {claim} has changed"
    assert entry.lines <= entry.of_lines <= entry.lines + len(entry.missing)
    assert all(entry.missing.values())
    assert all(entry.unseen.values())


@pytest.mark.parametrize("claim", few())
def test_rocq_accepted_the_file_as_it_is(claim: str) -> None:
    """`make rocq` has Rocq judge what is written otherwise."""
    report, entry = plain(claim), all_accepted()[claim]
    found = claim_file(report.derivation, report.reference.numbers)
    assert entry.file == file_digest(found.text), f"make rocq: {claim} is written otherwise"
    assert (entry.result, entry.premises) == (found.result, len(found.premises))
    assert (entry.missing, entry.unseen) == (found.missing, found.unseen)
    assert entry.by


def test_every_word_of_a_file_counts_but_those_of_its_first_comment() -> None:
    text = "(* Lemmas of a claim, for Rocq. *)\nLemma a : 0 = 0. (* by definition *)\nProof. reflexivity. Qed.\n"
    assert file_digest(text) == file_digest(text.replace("for Rocq", "for Coq"))
    for old, new in (("0 = 0", "0 = 1"), ("reflexivity", "auto"), ("definition", "rule")):
        assert file_digest(text) != file_digest(text.replace(old, new))


def test_nearly_every_result_is_a_theorem() -> None:
    entries = all_accepted()
    assert entries.keys() == set(CLAIMS)
    assert tuple(name for name, entry in entries.items() if not entry.result) == WITHOUT
    assert sum(entry.lines for entry in entries.values()) >= 0.95 * sum(entry.of_lines for entry in entries.values())


@pytest.mark.long
def test_what_is_accepted_stands_on_the_page_in_the_ledger_and_in_data() -> None:
    """With each line that is missing, and the reason."""
    report = derive(CLAIM)
    entry = accepted(CLAIM, report.derivation)
    assert entry is not None
    assert entry.statements_digest == statements_digest_of(report.derivation)
    line = f"Accepted by Rocq: {entry.words}"
    assert f"result from {entry.premises} premises" in line
    assert line in " ".join(report_text(report).split())
    assert f"**Accepted by Rocq**: {entry.words}" in report_markdown(report)
    assert entry.items
    for told in (line, *entry.items):
        assert told in " ".join(report_text(report).split())
        assert told in " ".join(ledger_text([report]).split())
    assert ledger_json([report])[0]["accepted_by_rocq"] == entry.as_data()


def test_what_is_accepted_is_told_in_plain_words() -> None:
    """All of it, all but a line, all but the result; and where no state is found, that."""
    whole = Accepted(True, 7, 3, 3, "", "")
    assert whole.words == "the whole argument, result from 7 premises"
    partly = Accepted(True, 1, 2, 3, "", "", missing={"far": "a sum"}, unseen={"at balance": "no exact point"})
    assert partly.words == ("the whole argument, result from 1 premise; 2 of 3 lines; "
                            "for 1 context nothing shows that such a state exists")
    assert partly.items == ("without far: a sum", "at balance: nothing shows that such a state exists (no exact point)")
    assert Accepted(False, 0, 2, 3, "", "", missing={"far": "a sum"}).words == "2 of 3 lines, not the result"


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
    partly = Accepted(True, 3, 1, 2, "ab", "cd", "01", "8.16", {"far": 'no "root"'}, {"at balance": "no point"})
    entries = {"b-claim": partly, "a-claim": Accepted(False, 0, 2, 2, "ef", "gh")}
    text = accepted_text(entries)
    assert read_accepted(text) == entries
    assert text.index('"a-claim"') < text.index('"b-claim"')
