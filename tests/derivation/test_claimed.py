"""What a file says is claimed, in every medium, until it is checked; a file that was edited never shows a tick."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import Any

import pytest

from derivations import ClaimedDerivation, Derivation, InputError
from derivations.claim.review import review
from derivations.derivation.board import Board
from derivations.derivation.premise import Premise
from derivations.derivation.second_prover import agreement
from derivations.derivation.step import step_data
from derivations.document.json import step_json
from derivations.language.display import MARKS
from derivations.language.quantity import Notation
from derivations.proof.verdict import Finding, Verdict, proven
from derivations.writers.html.template import equation_block

from ..document.texts import why_text
from ..reports import few, plain
from .stored_claims import data, first_of, step_of
from .test_stored_lies import TAMPERED, rejects_of

_MADE_OF_LETTERS = re.compile(r"(?<!\\)&(check|#10003);")  # a tick in Markdown and in HTML
_STYLE = re.compile(r"<(style|script).*?</\1>", re.DOTALL)
OWN = Notation.of("t [s] time\nS [byte] size\nW [byte/s] bandwidth")


def outputs(derivation: Derivation) -> Iterator[tuple[str, str]]:
    """All that a derivation of `optimal-batch` can be shown as, with the name of the medium."""
    yield from (("text", str(derivation)), ("repr", repr(derivation)), ("markdown", derivation.to_markdown()))
    yield from (("headline", str(derivation.headline)), ("verdict", repr(derivation.headline.verdict)))
    for step in (*derivation.trace, *derivation.rejects):
        yield "notebook", json.dumps(step._repr_mimebundle_(), ensure_ascii=False)
        yield "page", equation_block(step_data(step), step.name)
        yield "mark", f"{step.mark} {step.standing}"
    report = replace(plain("optimal-batch"), derivation=derivation)
    yield from (("report", report.to_text()), ("report in markdown", report.to_markdown()))
    yield "page of the report", _STYLE.sub("", report.to_html())
    told = report.to_json()
    del told["trace"]  # the file again, which says what it said
    counts = told["derivation"]
    assert [counts.pop(each) for each in ("proven", "argued")] == [0, 0]
    yield "report in json", json.dumps(told, ensure_ascii=False)
    for options in ({}, {"standalone": True}, {"macros": True}, {"steps": "key"}, {"style": "inline"}):
        yield f"latex {options}", report.to_latex(**options)  # type: ignore[arg-type]
    found = review("optimal-batch", derivation, report.published)
    yield from (("review", re.sub(r"0 of \d+ steps proven", "", found.summary)), ("problems", str(found.problems)))
    yield from (("ledger", report.verdict), ("why", why_text(report, derivation.headline.name)))


def _nothing(stored: Any) -> None:
    """The file as it was written."""


def _all_proven(stored: Any) -> None:
    for step in (*stored["trace"], *stored["rejects"]):
        step["verdict"] = {"finding": "proven", "checked_by": ["proven"], "reason": "proven", "counterexample": {}}


def _a_reject_proven(stored: Any) -> None:
    step_of(stored, rejects_of()[0])["verdict"] |= {"finding": "proven", "counterexample": {}}


def _marked(stored: Any) -> None:
    first_of(stored, "limit")["note"] = "for every value of it"
    step_of(stored, "batch")["because"] = step_of(stored, "batch")["source"] = "&#10003; &check;"


def _given_up(stored: Any) -> None:
    for step in stored["trace"]:
        step["fell_back"] = True


EDITS = [_nothing, _all_proven, _a_reject_proven, _marked, _given_up,
         *(tamper for where in ("batch", "definition", "premise") for tamper in TAMPERED[where])]
SHOWN = (_nothing, _all_proven, _a_reject_proven, TAMPERED["batch"][0])


@pytest.mark.long
@pytest.mark.parametrize("edit", few(EDITS, SHOWN[1:]))
def test_no_output_of_a_file_has_a_tick_or_says_proven(edit: Callable[[Any], None]) -> None:
    """Text, Markdown, LaTeX, pages, JSON, notebooks, reviews: every verdict is claimed."""
    stored = data()
    edit(stored)
    made = Derivation.from_json(stored)
    assert type(made) is ClaimedDerivation
    for medium, told in outputs(made):
        said = [sign for sign in (*"✓✔≈✗", "proven", "argued") if sign in told.lower()]
        assert said == [], (medium, told[:300])
        set_by_letters = "markdown" in medium or "page" in medium
        assert not (set_by_letters and _MADE_OF_LETTERS.search(told)), (medium, told)
    assert "○ *claimed*" in made.to_markdown()
    assert ">○</span>" in equation_block(step_data(made.headline), "headline")
    assert made.unsound == (*made.trace, *made.rejects)
    assert review("", made, ()).proven == review("", made, ()).rejects == 0


@pytest.mark.some(1)
@pytest.mark.parametrize("edit", few(EDITS, SHOWN))
def test_a_file_writes_what_it_claims_and_reads_back(edit: Callable[[Any], None]) -> None:
    """Nothing is lost, whatever it says."""
    stored = data()
    edit(stored)
    made = Derivation.from_json(stored)
    assert made.to_json() == stored
    assert Derivation.from_json(json.dumps(made.to_json())) == made


def test_the_mark_of_what_is_claimed_is_its_own() -> None:
    assert MARKS["claimed"] not in [MARKS[each] for each in MARKS if each != "claimed"]


@pytest.mark.long
def test_only_what_is_claimed_is_a_claimed_derivation() -> None:
    """Neither what was derived, nor what was checked."""
    made = Derivation.from_json(data())
    assert type(made.checked()) is Derivation
    for better in (made.checked()["batch"], replace(made["batch"], verdict=proven("normal form"))):
        with pytest.raises(InputError, match="step 'batch' of what a file claims is not claimed, but proven"):
            replace(made, trace=(better,))


def test_no_second_prover_is_asked_of_what_is_claimed() -> None:
    with pytest.raises(InputError, match="take what its checked"):
        agreement(Derivation.from_json(data()))


# the step that an edit changes, found when a test asks: nothing is derived while tests are collected
CHANGED: dict[Callable[[Any], None], Callable[[], str]] = {
    **dict.fromkeys(TAMPERED["batch"], lambda: "batch"),
    _a_reject_proven: lambda: rejects_of()[0],
    TAMPERED["definition"][0]: lambda: str(first_of(data(), "define")["name"]),
    TAMPERED["premise"][0]: lambda: str(data()["trace"][0]["name"]),
}


@pytest.mark.parametrize("edit", few(CHANGED, SHOWN[3:]))
def test_checked_what_was_edited_is_not_upheld(edit: Callable[[Any], None]) -> None:
    """It says so, without a tick, and what rests on it stands on what is found of it."""
    stored = data()
    edit(stored)
    name = CHANGED[edit]()
    found = Derivation.from_json(stored).checked()
    assert found[name] in found.unsound
    assert (found[name].mark, found[name].unmet) == ("!", "not upheld")
    assert found[name].standing.startswith("not upheld: ")
    for told in (str(found[name]), found[name].to_markdown(), equation_block(step_data(found[name]), name)):
        assert "not upheld" in told
        assert "✓" not in told
    resting = [step for step in found.steps if name in step.inputs]
    assert found[name].verdict.holds or not any(step.verdict.holds for step in resting)
    report = replace(plain("optimal-batch"), derivation=found)
    assert any(name in problem for problem in review("", found, ()).problems)
    assert step_json(found[name])["unmet"] == "not upheld"
    assert "ot upheld" in report.to_latex()
    assert "not upheld" in report.to_text()


def test_what_a_file_does_not_claim_to_hold_does_not_hold() -> None:
    """A check confirms: a premise that is told as refuted is none, and what rests on it waits."""
    stored = data()
    stored["trace"][0]["verdict"]["finding"] = "refuted"
    found = Derivation.from_json(stored).checked()
    premise, *others = found.trace
    assert str(premise.verdict) == "inconclusive (stored as refuted)"
    resting = next(step for step in others if premise.name in step.inputs)
    assert resting.verdict.finding is Finding.WAITING
    assert resting.standing == f"not upheld: waiting for {premise.name}"


def test_what_rests_on_an_argument_is_argued_whatever_the_file_says() -> None:
    """One root of several that is called proven, and all behind it."""
    board = Board(Notation.of("t [] time\na [] load\nx [] size\ny [] limit"))
    root = board.solve("root", board.take(Premise("first", "x^2 = a + t*x")), "x")
    board.substitute("from-root", board.take(Premise("same", "y = x")), (root,))
    made = board.finish()
    assert made["from-root"].verdict.finding is Finding.ARGUED
    stored = made.to_json()
    for step in stored["trace"]:
        if step["verdict"]["finding"] == "argued":
            step["verdict"] |= {"finding": "proven", "reason": ""}
    found = Derivation.from_json(stored).checked()
    assert [step.verdict.finding for step in found.steps] == [Finding.ARGUED, Finding.ARGUED]
    assert [step.mark for step in found.steps] == ["!", "!"]


def test_checked_again_is_upheld_as_it_was_found() -> None:
    """What was derived here stays equal; what was checked here can be stored, and is upheld."""
    board = Board(OWN)
    board.solve("bandwidth", board.take(Premise("load", "t = S/W")), for_="W")
    made = board.finish()
    assert made.checked() == made
    again = Derivation.from_json(Derivation.from_json(made.to_json()).checked().to_json())
    assert all(item.upheld for item in again.check())
    assert [str(item) for item in again.check()] == [f"{step.name}: upheld, {step.verdict}" for step in made]


def test_a_verdict_hides_what_a_file_says() -> None:
    """Neither text nor representation tells it, and it counts for equality."""
    one, other = (Verdict(Finding.CLAIMED, stored=proven(method)) for method in ("sign", "normal form"))
    assert str(one) == "claimed"
    assert "sign" not in repr(one)
    assert one != other
