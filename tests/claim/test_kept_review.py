"""Kept reviews: shipped with the claims, and never believed where the kernel does not replay them."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from derivations import Board, Handle, Report, derive
from derivations.claim import kept_review as kept
from derivations.claim.kept_review import keep_review, kept_derivation, kept_review, made_from, review_text
from derivations.claim.review import published_count, review
from derivations.lecture.index import CLAIMS
from derivations.search import cache, proof_store
from derivations.search.record import record
from derivations.search.transcript import text_of, transcript_data
from derivations.search.transcription import transcribed
from derivations.study.verdicts import slow_verdicts

from ..reports import of_every_form, plain
from .small import BANDWIDTH, LOAD, bandwidth
from .small import claim as claim_of

SHIPPED = Path(kept.__file__).parent / kept.SHIPPED


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The folder of an empty cache, and a package that ships no reviews, and certificates as ever."""
    for own in (made_from, cache.package_digest, proof_store.shipped):
        own()
    monkeypatch.setenv(cache.VARIABLE, str(tmp_path))
    own = tmp_path / "claim" / kept.SHIPPED
    monkeypatch.setattr(kept, "_shipped", lambda claim: (own / f"{claim}.json").read_text(encoding="utf-8"))
    return tmp_path


def file_of(report: Report) -> str:
    return review_text(transcribed(report.derivation), published_count(report.published))


def test_what_is_shipped_was_made_from_these_sources() -> None:
    """`make proofs` makes it anew; with another SymPy claims are derived. Tests of every claim hold what it says."""
    assert sorted(file.stem for file in SHIPPED.glob("*.json")) == sorted(CLAIMS)
    for file in SHIPPED.glob("*.json"):
        told = json.loads(file.read_text(encoding="utf-8"))["made_from"]
        assert told["sources"] == made_from()["sources"], f"{file.name}: run `make proofs`"


def test_a_kept_review_is_that_of_the_derivation(folder: Path) -> None:
    """Once it has been derived."""
    assert kept_review("optimal-batch") is None
    report = plain("optimal-batch")
    made = keep_review("optimal-batch", report.derivation, report.published)
    assert made == review("optimal-batch", report.derivation, report.published)
    assert kept_review("optimal-batch") == made
    assert kept_review("roofline") is None
    with cache.without_stores():
        assert kept_review("optimal-batch") is None


def test_what_has_a_problem_is_not_kept(folder: Path) -> None:
    """It may be for want of time."""

    def wrong(board: Board) -> Handle:
        return board.state("doubled", "t = 2*S/W", [board.take(LOAD)])

    for body, kept_files in ((wrong, 0), (bandwidth, 1)):
        report = derive(claim_of(BANDWIDTH, body=body))
        assert bool(keep_review("cold-start", report.derivation, report.published).problems) == (not kept_files)
        assert len(list((folder / kept.SHIPPED).rglob("*.json"))) == kept_files


def test_other_sources_or_another_sympy_need_another_review(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A file of theirs is no answer, wherever it lies."""
    text = file_of(plain("optimal-batch"))
    for place in (folder / "claim" / kept.SHIPPED, folder / kept.SHIPPED / cache.digest(made_from())[:16]):
        place.mkdir(parents=True)
        (place / "optimal-batch.json").write_text(text, encoding="utf-8")
        assert kept_review("optimal-batch") is not None
        for key in made_from():
            with monkeypatch.context() as patch:
                patch.setitem(made_from(), key, "other")
                assert kept_review("optimal-batch") is None
        (place / "optimal-batch.json").unlink()


def swap_goal(data: dict[str, Any]) -> None:
    """A proven relation that says something else."""
    step = next(each for each in data["steps"] if each[3] == "proven" and each[1] == "substitute")
    fact = data["said"][step[5][0]]
    data["terms"].append(["*", fact[2], fact[2]])
    fact[2] = len(data["terms"]) - 1


def say_proven(data: dict[str, Any]) -> None:
    """What is assumed, told as proven."""
    next(each for each in data["steps"] if each[3] == "taken")[3] = "proven"


def drop_statements(data: dict[str, Any]) -> None:
    """A proof of nothing."""
    next(each for each in data["steps"] if each[3] == "proven")[7].clear()


def unsay_premise(data: dict[str, Any]) -> None:
    """A premise that is another one than what is given."""
    next(each for each in data["steps"] if each[1] == "take")[5].clear()


TAMPERED = [swap_goal, say_proven, drop_statements, unsay_premise]


@pytest.mark.parametrize("tamper", TAMPERED)
@pytest.mark.parametrize("sealed", [False, True], ids=["as it is", "sealed anew"])
def test_an_edited_file_gives_no_tick(folder: Path, tamper: Callable[[Any], None], *, sealed: bool) -> None:
    """Not even with a seal that fits: the kernel does not replay it."""
    data = json.loads(file_of(plain("optimal-batch")))
    data.pop("seal")
    seal = cache.digest(data)
    tamper(data)
    place = folder / "claim" / kept.SHIPPED
    place.mkdir(parents=True)
    text = text_of({"seal": cache.digest(data) if sealed else seal, **data})
    (place / "optimal-batch.json").write_text(text, encoding="utf-8")
    assert kept_review("optimal-batch") is None


@pytest.mark.parametrize("text", ["", "{", "[]", "null", "7", '{"seal": ""}', "[" * 100_000, "\x00"])
def test_a_file_that_is_none_is_no_answer(folder: Path, text: str) -> None:
    place = folder / "claim" / kept.SHIPPED
    place.mkdir(parents=True)
    (place / "optimal-batch.json").write_text(text, encoding="utf-8")
    assert kept_review("optimal-batch") is None


def test_a_refuted_step_is_never_ok(folder: Path) -> None:
    """However it is edited and sealed: the word of the verdict alone says that it does not stand."""
    data = transcript_data(transcribed(plain("optimal-batch").derivation))
    step = next(each for each in data["steps"] if each[3] == "proven")
    step[3] = "inconclusive"
    data = {"made_from": made_from(), **json.loads(json.dumps(data)), "published": [0, 0]}
    place = folder / "claim" / kept.SHIPPED
    place.mkdir(parents=True)
    (place / "optimal-batch.json").write_text(text_of({"seal": cache.digest(data), **data}), encoding="utf-8")
    found = kept_review("optimal-batch")
    assert found is None or found.problems


# --- derivations


def kept_file(folder: Path, change: Callable[[Any], None]) -> None:
    """The shipped file of a claim, with its record changed and sealed anew."""
    report = plain("optimal-batch")
    told = transcribed(report.derivation), published_count(report.published)
    data = json.loads(review_text(*told, record(report.derivation)))
    data.pop("seal")
    change(data["record"])
    place = folder / "claim" / kept.SHIPPED
    place.mkdir(parents=True)
    (place / "optimal-batch.json").write_text(text_of({"seal": cache.digest(data), **data}), encoding="utf-8")


def test_a_kept_derivation_says_what_the_derivation_says(folder: Path) -> None:
    """Once it has been derived; not of a claim that has no record, nor where no store is to answer."""
    report = plain("optimal-batch")
    assert kept_derivation(report.claim) is None
    keep_review("optimal-batch", report.derivation, report.published)
    found = kept_derivation(report.claim)
    assert found is not None
    assert found.to_markdown() == report.derivation.to_markdown()
    with cache.without_stores():
        assert kept_derivation(report.claim) is None
    place = next(folder.rglob("*.json"))
    place.write_text(file_of(report), encoding="utf-8")
    assert kept_review("optimal-batch") is not None
    assert kept_derivation(report.claim) is None


def other_relation(data: dict[str, Any]) -> None:
    """A formula that nobody proved."""
    data["trace"][-1]["relation"] = "r_alt/r = C_alt/C"


def other_condition(data: dict[str, Any]) -> None:
    """A result without its condition."""
    next(step for step in data["trace"] if step["conditions"])["conditions"].clear()


def other_verdict(data: dict[str, Any]) -> None:
    """What is assumed, told as proven."""
    next(step for step in data["trace"] if step["verdict"][0] == "taken")["verdict"][0] = "proven"


def other_inputs(data: dict[str, Any]) -> None:
    """A step that rests on fewer."""
    last = [step for step in data["trace"] if len(step.get("inputs", ())) > 1][-1]
    last["inputs"] = last["inputs"][:1]


def no_steps(data: dict[str, Any]) -> None:
    """A derivation of nothing."""
    data["trace"].clear()


def no_relation(data: dict[str, Any]) -> None:
    """What cannot be read."""
    data["trace"][0]["relation"] = "B ="


@pytest.mark.parametrize(
    "change", [other_relation, other_condition, other_verdict, other_inputs, no_steps, no_relation]
)
def test_a_record_that_says_something_else_is_no_answer(folder: Path, change: Callable[[Any], None]) -> None:
    """The kernel's statements are those of the transcript: a record is told only where it says the same."""
    kept_file(folder, lambda data: None)
    assert kept_derivation(plain("optimal-batch").claim) is not None
    (folder / "claim" / kept.SHIPPED / "optimal-batch.json").unlink()
    (folder / "claim" / kept.SHIPPED).rmdir()
    kept_file(folder, change)
    assert kept_derivation(plain("optimal-batch").claim) is None


def test_the_verdicts_that_take_long_are_kept_with_the_review(folder: Path) -> None:
    """A file from other sources tells none."""
    report = plain("optimal-batch")
    told = {"against_measurement": {"words": "nothing measured"}, "on_hardware": None}
    place = folder / "claim" / kept.SHIPPED / "optimal-batch.json"
    place.parent.mkdir(parents=True)
    assert kept.kept_verdicts("optimal-batch") is None
    text = review_text(transcribed(report.derivation), published_count(report.published), verdicts=told)
    place.write_text(text, encoding="utf-8")
    assert kept.kept_verdicts("optimal-batch") == told
    place.write_text(text.replace("nothing measured", "well measured"), encoding="utf-8")
    assert kept.kept_verdicts("optimal-batch") is None


@pytest.mark.parametrize("claim", of_every_form())
def test_what_is_shipped_of_the_verdicts_is_what_they_are(claim: str) -> None:
    """As all were made from these sources, which a test above holds, a claim of every form is enough."""
    data = json.loads((SHIPPED / f"{claim}.json").read_text(encoding="utf-8"))
    assert data["verdicts"] == json.loads(json.dumps(slow_verdicts(plain(claim))))
