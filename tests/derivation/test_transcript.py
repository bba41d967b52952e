"""Transcripts: what a derivation tells is replayed without SymPy, and nothing is proven by what it merely says."""

from dataclasses import replace
from typing import Any

import pytest

from derivations import Board, Notation, Premise
from derivations.derivation.transcript import TranscribedStep, Transcript
from derivations.derivation.transcription import transcribed
from derivations.kernel.statement import closed

from ..reports import few, plain

FEW = few()
KEPT = transcribed(plain("optimal-batch").derivation)


def changed(name: str, **fields: Any) -> Transcript:
    """The transcript with a step of it changed."""
    steps = [replace(step, **fields) if step.name == name else step for step in KEPT.steps]
    assert steps != list(KEPT.steps)
    return Transcript(tuple(steps))


def named(name: str) -> TranscribedStep:
    return next(step for step in KEPT.steps if step.name == name)


@pytest.mark.parametrize("claim", FEW)
def test_a_step_is_proven_where_it_is_in_the_derivation(claim: str) -> None:
    derivation = plain(claim).derivation
    made = transcribed(derivation)
    told = {step.name: str(step.verdict.finding) for step in (*derivation.trace, *derivation.rejects)}
    assert {step.name: step.finding for step in made.steps} == told
    assert [step.name for step in made.steps if not step.sound] == [step.name for step in derivation.unsound]
    assert all(bool(step.statements) == (step.finding == "proven") for step in made.steps)


@pytest.mark.parametrize("claim", FEW)
def test_what_is_told_as_proven_is_upheld(claim: str) -> None:
    """By the certificates that are shipped."""
    assert transcribed(plain(claim).derivation).upheld()


def test_a_false_statement_is_not_upheld() -> None:
    """The kernel has no certificate of it."""
    step = next(step for step in KEPT.steps if step.finding == "proven" and step.rule == "substitute")
    (extra, (operator, left, right)), *others = step.statements[0].goals
    wrong = replace(step.statements[0], goals=((extra, (operator, left, ("+", right, ("n", 1, 1)))), *others))
    assert not changed(step.name, statements=(wrong, *step.statements[1:])).upheld()


@pytest.mark.parametrize("rule", ["substitute", "rewrite", "solve", "state", "split", "boundary", "independence"])
def test_another_statement_does_not_prove_a_step(rule: str) -> None:
    """A true one, of which the kernel has a certificate: it is not what the step says."""
    step = next((s for s in KEPT.steps if s.finding == "proven" and s.rule == rule), None)
    if step is None:
        pytest.skip("no such step there")
    other = next(s for s in KEPT.steps if s.finding == "proven" and s.says and s.says[0] != step.says[0])
    mine = [each for each in step.statements if each.goals[0][1] != step.says[0]]
    assert not changed(step.name, statements=(*mine, *other.statements)).upheld()
    assert not changed(step.name, statements=()).upheld()


def test_a_rule_with_statements_of_its_own_needs_some_that_speak_of_the_step() -> None:
    step = next(s for s in KEPT.steps if s.finding == "proven" and s.rule == "isolate")
    other = next(s for s in KEPT.steps if s.finding == "proven" and s.says and s.says[0] != step.says[0])
    assert not changed(step.name, statements=other.statements).upheld()


def test_what_a_proven_step_is_given_are_its_inputs() -> None:
    """A premise that it does not name, or no step at all, is not among them."""
    step = next(s for s in KEPT.steps if s.finding == "proven" and s.rule == "substitute")
    assert not changed(step.name, inputs=()).upheld()
    assert not changed(step.name, inputs=("none",)).upheld()
    assert not changed(step.name, inputs=(KEPT.steps[-1].name,)).upheld()


def test_what_is_argued_is_not_made_proven_by_a_word() -> None:
    """By a rule beside the kernel, and from what is argued."""
    board = Board(Notation.of("x [] size\na [] load\nb [] width\ny [] limit"))
    root = board.solve("root", board.take(Premise("square", "x^2 = a + b*x")), "x")
    board.substitute("from-root", board.take(Premise("same", "y = x")), (root,))
    steps = transcribed(board.finish()).steps
    assert [step.name for step in steps if step.finding == "argued"] == ["root", "from-root"]
    other = next(step for step in KEPT.steps if step.finding == "proven")
    for name in ("root", "from-root"):
        for fields in ({"finding": "proven"}, {"finding": "proven", "statements": other.statements}):
            told = [replace(step, **fields) if step.name == name else step for step in steps]
            assert not Transcript(tuple(told)).upheld()
    proven = next(s for s in KEPT.steps if s.finding == "proven" and s.inputs)
    for word in ("argued", "refuted", "waiting", "checked", "PROVEN"):
        assert not changed(proven.inputs[0], finding=word).upheld()


def test_a_premise_is_not_proven() -> None:
    premise = next(step for step in KEPT.steps if step.rule == "take")
    own = closed(premise.says, ((frozenset(), premise.says[0]),), dict.fromkeys(_names(), "positive"), {})
    assert not changed(premise.name, finding="proven", statements=(own,)).upheld()


def test_a_reject_is_sound_only_if_it_is_refuted() -> None:
    reject = next(step for step in KEPT.steps if step.rejected)
    assert reject.sound
    assert not replace(reject, finding="proven").sound
    assert not replace(named(KEPT.steps[0].name), finding="refuted").sound


def _names() -> set[str]:
    return {name for step in KEPT.steps for each in step.statements for name in each.domains}
