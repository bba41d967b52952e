"""What holds of the default derivation of every claim."""

import json
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

from derivations.claim import asked, kept_review
from derivations.claim.answer import answer
from derivations.claim.kept_review import derived_data, kept_derivation, review_text, text_of
from derivations.claims.index import CLAIMS, find_claim
from derivations.derivation.derivation import Derivation
from derivations.derivation.stored_form import restored_beside
from derivations.derivation.transcription import transcribed
from derivations.document.answer import opening
from derivations.document.kept_ledger import kept_row
from derivations.document.ledger import ledger_row
from derivations.language.tree import Call, Node, children
from derivations.proof.cache import digest
from derivations.proof.verdict import Finding
from derivations.study.verdicts import numbers_to_keep
from derivations.writers.terminal import text_of as text_of_blocks

from ..reports import OF_EVERY_FORM, few, plain

SHIPPED = Path(kept_review.__file__).parent / kept_review.SHIPPED
ADVICE = f"if that is meant, raise ENGINE in {Path(asked.__file__).name}, then make fresh"
# steps without a reason of their own: what is put in or turned round says enough
PLAIN = {
    ("roofline", "pass-from-utilization"), ("optimal-batch", "ridge-per-gpu"), ("optimal-batch", "pass-from-share"),
    ("optimal-batch", "roofline-in-full"), ("optimal-batch", "pass-from-rent"), ("optimal-batch", "roofline-in-rent"),
    ("context-wall", "wall-per-gpu"),
}
IN_NUMBERS = {  # the steps that have no closed form
    ("overtraining-optimum", "tokens"), ("cheapest-training", "model-n_tok"), ("checkpoint-interval", "best-interval"),
    ("draft-length", "odds-from-tokens"), ("draft-length", "turning-length"), ("draft-length", "best-failures"),
}
BY_LAMBERT = {  # of Lambert's W the kernel knows nothing, and of a logarithm in an exponent too little
    ("checkpoint-interval", "interval-by-lambert"), ("draft-length", "failures-by-length"),
    ("draft-length", "length-at-the-optimum"), ("draft-length", "length-by-lambert"),
}
ELSEWHERE = IN_NUMBERS | BY_LAMBERT


def derived(name: str) -> Derivation:
    """The claim under its own premises."""
    return plain(name).derivation


@pytest.mark.parametrize("name", CLAIMS)
def test_every_step_is_proven(name: str) -> None:
    """By the kernel, none in a form given up; a rule argues for a least value along a curve, and for Lambert's W."""
    assert derived(name).steps
    for step in derived(name).steps:
        along = [step.name, *step.within] if step.verdict.finding is Finding.ARGUED else []
        argued = any(derived(name)[each].rule == "minimise_subject_to" for each in along)
        assert step.verdict.finding is Finding.PROVEN or argued or (name, step.name) in ELSEWHERE, step
        assert step.verdict.checked_by
        assert not step.fell_back
    assert derived(name).unsound == ()


@pytest.mark.parametrize("name", CLAIMS)
def test_every_claim_names_its_result_so_that_its_answer_opens_the_report(name: str) -> None:
    """An answer with numbers, which `show` leaves out only where another step was asked for."""
    report = plain(name)
    assert report.claim.result == report.headline.name
    told = answer(report)
    assert told
    assert any(told in " ".join(text_of_blocks([block]).split()) for block in opening(report))


@pytest.mark.parametrize("name", CLAIMS)
def test_every_wrong_statement_is_refuted(name: str) -> None:
    """One that stood would be a hole."""
    assert derived(name).rejects
    assert all(step.verdict.finding is Finding.REFUTED for step in derived(name).rejects)


@pytest.mark.parametrize("name", CLAIMS)
def test_what_is_shipped_of_a_claim_is_what_it_gives(name: str) -> None:
    """Every step with its statements and its verdict, and what is derived for published numbers; whichever the SymPy.

    `derive check` evaluates all that is kept of numbers again, and so does a test below for some claims.
    """
    file = SHIPPED / f"{name}.json"
    data, report = json.loads(file.read_text(encoding="utf-8")), plain(name)
    published = derived_data(report.claim, report.derived)
    fresh = json.loads(review_text(report.claim, report.derivation, {**data["numbers"], "published": published}))
    for key in ("asked", "asked_in_numbers"):
        assert data[key] == fresh[key], f"{name} asks something else than what is shipped answers: make fresh {name}"
    others = [key for key, own in fresh.items() if key not in ("seal", "engine") and data.get(key) != own]
    assert not others, f"the same question is answered otherwise ({', '.join(others)}): {ADVICE}"
    assert restored_beside(data["derivation"], report.claim.script)[1] == transcribed(report.derivation)
    seal = data.pop("seal")
    assert seal == digest(data)
    assert file.read_text(encoding="utf-8") == text_of({"seal": seal, **data})


@pytest.mark.parametrize("name", few(CLAIMS, ("chinchilla", "revnet", "train-interval")))
def test_the_verdicts_that_are_shipped_of_a_claim_are_what_they_are(name: str) -> None:
    """On hardware and against measurement; `derive check`, which `make` runs, evaluates all of them again."""
    data = json.loads((SHIPPED / f"{name}.json").read_text(encoding="utf-8"))
    fresh = json.loads(json.dumps(numbers_to_keep(plain(name))))
    assert data["numbers"] == fresh, f"the numbers are others: {ADVICE}"


@pytest.mark.parametrize("name", CLAIMS)
def test_the_row_of_a_claim_that_is_shipped_is_what_the_ledger_says(name: str) -> None:
    """Of its derivation made anew; what takes long of its numbers is taken from the review, which is held to them.

    Rows are of the SymPy that they were made with, as the line that a step has from another one may be set otherwise.
    """
    made_with = json.loads((SHIPPED / f"{name}.json").read_text(encoding="utf-8"))["engine"]
    if made_with[1:] != list(asked.engine())[1:]:
        pytest.skip("the ledger was made with another SymPy")
    row = kept_row(find_claim(name))
    assert row is not None, "the ledger rests on something else: make fresh"
    assert row == ledger_row(plain(name)), "the ledger says something else: make fresh"


@pytest.mark.parametrize("name", CLAIMS)
def test_every_premise_and_step_says_why(name: str) -> None:
    """A premise without a reason and a source could not be weighed."""
    found = derived(name)
    assert all(step.because and step.source for step in found.premises)
    silent = {(name, step.name) for step in (*found.trace, *found.rejects) if not step.because}
    assert silent == {place for place in PLAIN if place[0] == name}


def _operations(node: Node) -> Iterator[str]:
    yield node.function if isinstance(node, Call) else type(node).__name__
    for part in children(node):
        yield from _operations(part)


@cache
def _made_of(name: str) -> frozenset[tuple[str, ...]]:
    """Rules with what was found, relations with their operations, and what steps bring beside them."""
    found: set[tuple[str, ...]] = set()
    derivation = kept_derivation(find_claim(name)) or derived(name)
    for step in (*derivation.trace, *derivation.rejects):
        found |= {("rule", step.rule, str(step.verdict.finding)), ("unknown", str(bool(step.unknown))),
                  ("within", str(bool(step.within))), ("conditions", str(bool(step.conditions)))}
        for item in (step.relation, *step.conditions):
            if item is not None:
                sides = (item.written.left, item.written.right)
                found |= {("relation", item.written.operator)}
                found |= {("operation", operation) for side in sides for operation in _operations(side)}
    return frozenset(found)


@pytest.mark.long
@pytest.mark.parametrize("name", CLAIMS)
def test_no_claim_is_made_of_more_than_those_of_every_form(name: str) -> None:
    """Tests of what derivations are made of go through these alone: a claim with something new is to be one of them."""
    assert _made_of(name) - frozenset[tuple[str, ...]]().union(*map(_made_of, OF_EVERY_FORM)) == set()


@pytest.mark.long
def test_none_of_every_form_can_be_spared() -> None:
    """Without the one that sums over factorials something is missing."""
    others = frozenset[tuple[str, ...]]().union(*(_made_of(name) for name in OF_EVERY_FORM if name != "queueing"))
    assert _made_of("queueing") - others == {("operation", "factorial")}
