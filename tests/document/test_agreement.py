"""What two provers say, in a line for each claim and a line for each exception, and as data."""

import json

import pytest
from sympy import Integer

from derivations import Report, derive
from derivations.derivation.second_prover import Agreement, agreement
from derivations.document.agreement import agreement_document, agreement_json, summary
from derivations.document.forms import written
from derivations.proof.obligation import Obligation
from derivations.proof.verdict import Verdict, proven, refuted
from derivations.writers.terminal import PLAIN, Style


def _text(claim: str, found: Agreement, style: Style = PLAIN) -> str:
    """What a terminal shows."""
    return written(agreement_document(claim, found), style=style)


@pytest.fixture(scope="module")
def batch(as_built: Report) -> Agreement:
    """Of a claim that both provers show but for a limit."""
    return agreement(as_built.derivation)


@pytest.fixture(scope="module")
def powers() -> Agreement:
    """Of a claim with symbolic exponents."""
    return agreement(derive("chinchilla").derivation)


def flat(text: str) -> str:
    """The words of lines."""
    return " ".join(text.split())


@pytest.mark.long
def test_one_line_counts_who_shows_what(batch: Agreement, as_built: Report) -> None:
    """All steps are counted once, and so are the wrong statements."""
    steps = len(as_built.derivation.steps)
    assert summary("optimal-batch", batch) == (
        f"optimal-batch: {steps} steps; {steps - 1} proven by both, 0 by the normal form alone, 0 by z3 alone, "
        "1 by an argument of the rule's own; wrong statements: 1 refuted by both, 2 by dimensions; no disagreement"
    )
    data = agreement_json(batch)
    assert sum(data["counts"].values()) == steps
    assert sum(data["counts_of_rejects"].values()) == len(as_built.derivation.rejects)


@pytest.mark.long
def test_every_exception_is_listed_with_its_reason(powers: Agreement) -> None:
    """What has no form in Z3, and what is no obligation at all."""
    text = flat(_text("chinchilla", powers))
    assert "step sum-of-powers, by the normal form alone: z3 is not asked about the exponent p_up" in text
    assert "step loss-by-size, by an argument of the rule's own: sum, product and power rules" in text
    alone = agreement_json(powers)["counts"]["by the normal form alone"]
    assert alone > 0
    assert text.count(", by the normal form alone: ") == alone


def test_obligations_beside_an_argument_are_told(batch: Agreement) -> None:
    """They were put to the other prover, too."""
    text = flat(_text("optimal-batch", batch))
    assert "the difference vanishes in the limit; of the obligations beside it z3 proves 3 of 3" in text


def test_a_disagreement_names_the_step_and_the_point(as_built: Report, monkeypatch: pytest.MonkeyPatch) -> None:
    """And what both say of the obligation; the summary counts it."""
    goal = as_built.derivation["batch"].obligations[0]

    def other(obligation: Obligation) -> Verdict:
        return refuted("no", {"B": Integer(7)}, "other") if obligation == goal else proven("other")

    monkeypatch.setattr("derivations.derivation.second_prover.find_prover", lambda name: other)
    found = agreement(as_built.derivation)
    lines = _text("optimal-batch", found, Style(paint=lambda text, role: f"<{role}>{text}")).splitlines()
    assert lines[0].startswith("<bad>optimal-batch: ")
    assert lines[0].endswith(f"; {len(found.disagreements)} disagreements")
    assert "batch" in [item.step.name for item in found.disagreements]
    text = flat(_text("optimal-batch", found))
    assert f"step batch, the provers disagree: {goal}: proven by the normal form, refuted by z3 at B = 7" in text


@pytest.mark.long
def test_what_neither_shows_is_listed_with_what_both_say(no_overlap: Report) -> None:
    """A step without an answer, and those that wait for it."""
    text = flat(_text("optimal-batch", agreement(no_overlap.derivation)))
    assert "step balance, by neither: inconclusive" in text
    assert "by neither: waiting for" in text


@pytest.mark.long
def test_all_of_it_as_plain_data(powers: Agreement) -> None:
    """Every obligation of every step, with both findings or the reason why one was not asked."""
    data = json.loads(json.dumps(agreement_json(powers)))
    assert (data["name"], data["agrees"], data["disagreements"]) == ("z3", True, [])
    steps = {step["name"]: step for step in data["steps"]}
    assert list(steps) == [item.step.name for item in powers.steps]
    for item in powers.steps:
        assert len(steps[item.step.name]["obligations"]) == len(item.answers)
    unasked = steps["sum-of-powers"]["obligations"][0]
    assert unasked["normal_form"]["finding"] == "proven"
    assert unasked["z3"] is None
    assert unasked["not_asked"].startswith("z3 is not asked about")
    (reject,) = [item for item in data["rejects"] if item["name"] == "equal-tokens"]
    assert reject["shown"] == "by both"
    assert all(found["counterexample"] for found in (reject["obligations"][0][key] for key in ("normal_form", "z3")))


@pytest.mark.some(1)
@pytest.mark.parametrize("width", [60, 100])
def test_the_listing_keeps_to_the_width(powers: Agreement, width: int) -> None:
    """The summary is one line, however long, as that of the check without a second prover."""
    head, *rest = _text("chinchilla", powers, Style(width=width)).splitlines()
    assert head == summary("chinchilla", powers)
    assert max(map(len, rest)) <= width
