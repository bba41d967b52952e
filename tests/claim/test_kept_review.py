"""Kept reviews: shipped with the claims, keyed by what these ask, and never believed without a replay."""

import functools
import json
from collections.abc import Callable
from dataclasses import replace
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

from derivations import Board, Claim, Handle, Premise, derive
from derivations.claim import asked as keys
from derivations.claim import kept_review as kept
from derivations.claim.asked import asked, asked_in_numbers, engine
from derivations.claim.kept_review import (
    derived_data,
    keep_review,
    kept_derivation,
    kept_numbers,
    kept_review,
    review_text,
    text_of,
    why_not_kept,
)
from derivations.claim.published import Derived
from derivations.claim.review import review
from derivations.claims.index import CLAIMS, find_claim
from derivations.derivation.kernel_statements import statements_behind
from derivations.derivation.transcript import Transcript
from derivations.proof import cache, proof_store
from derivations.proof.finder import find_certificate
from derivations.study.verdicts import lies_in, numbers_to_keep

from ..reports import plain
from .small import BANDWIDTH, LOAD, READING, bandwidth
from .small import claim as claim_of

SHIPPED = Path(kept.__file__).parent / kept.SHIPPED
BATCH = find_claim("optimal-batch")
TRAIN = find_claim("train-interval")  # whose verdicts on deployments and measurements are quickly made


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The folder of an empty cache, and a package that ships no reviews, and certificates as ever."""
    for own in (engine, cache.package_digest, proof_store.shipped):
        own()
    monkeypatch.setenv(cache.VARIABLE, str(tmp_path))
    own = tmp_path / "claim" / kept.SHIPPED
    own.mkdir(parents=True)
    monkeypatch.setattr(kept, "_shipped", lambda claim: (own / f"{claim}.json").read_text(encoding="utf-8"))
    return tmp_path


@functools.cache
def written() -> str:
    """The file of the claim with what is derived for published numbers."""
    report = plain("optimal-batch")
    return review_text(report.claim, report.derivation, {"published": derived_data(report.claim, report.derived)})


def ship(folder: Path, text: str, name: str = "optimal-batch") -> Path:
    """Ship a text as the file of a claim."""
    file = folder / "claim" / kept.SHIPPED / f"{name}.json"
    file.write_text(text, encoding="utf-8")
    return file


def edited(text: str, change: Callable[[Any], object]) -> str:
    """A file with its content changed, and sealed anew."""
    data = json.loads(text)
    data.pop("seal")
    change(data)
    return text_of({"seal": cache.digest(data), **data})


# --- keys


def test_a_file_is_shipped_for_every_claim_and_for_nothing_else() -> None:
    for place in (SHIPPED, Path(proof_store.__file__).parent / proof_store.SHIPPED):
        assert sorted(file.stem for file in place.glob("*.json")) == sorted(CLAIMS)


def test_other_words_are_the_same_question() -> None:
    """Of a reason, a source, a meaning, a title, a note: nothing that is derived hangs on them."""
    before = claim_of(BANDWIDTH)

    def reworded(board: Board) -> Handle:
        load = board.take(replace(LOAD, because="each byte crosses the link", source="a book"))
        return board.solve("bandwidth", load, for_="W", because="in other words")

    letters = replace(before.notation, quantities=tuple(
        replace(each, meaning=f"the {each.meaning}", latex="Q") for each in before.notation))
    after = replace(before, body=reworded, notation=letters, title="another", question="why?", answer="so {bandwidth}",
                    published=(replace(BANDWIDTH, note="as printed"),))
    assert asked(after) == asked(before)
    assert asked_in_numbers(after) == asked_in_numbers(before)


def other_premise(board: Board) -> Handle:
    """Twice the time."""
    return board.solve("bandwidth", board.take(replace(LOAD, relation="t = 2*S/W")), for_="W")


def other_option(board: Board) -> Handle:
    """The size instead."""
    return board.solve("bandwidth", board.take(LOAD), for_="S")


def other_step(board: Board) -> Handle:
    """A step of another name."""
    return board.solve("speed", board.take(LOAD), for_="W")


@pytest.mark.parametrize("body", [other_premise, other_option, other_step])
def test_what_the_body_writes_is_the_question(body: Callable[[Board], Handle]) -> None:
    assert asked(claim_of(body=body)) != asked(claim_of())


def test_letters_and_the_result_are_the_question() -> None:
    own = claim_of()
    letters = tuple(replace(each, domain="nonnegative") if each.name == "S" else each for each in own.notation)
    others = [replace(own, notation=replace(own.notation, quantities=letters)), replace(own, result="load")]
    assert len({asked(own), *map(asked, others)}) == 3


def test_numbers_are_asked_with_readings_alternatives_cards_and_tables(monkeypatch: pytest.MonkeyPatch) -> None:
    """A table that names another claim is none of them."""
    own = claim_of(BANDWIDTH)
    numbers = replace(READING.numbers["t"], value="30 s")
    others = [
        replace(own, readings=(replace(READING, numbers={**READING.numbers, "t": numbers}),)),
        replace(own, published=(replace(BANDWIDTH, value="8 GB/s"),)),
        replace(own, defaults={"x": "20%"}), replace(own, answer="{bandwidth:%}"),
    ]
    assert {asked(each) for each in others} == {asked(own)}
    found = {asked_in_numbers(each) for each in (own, *others)}
    monkeypatch.setattr(keys, "_cards", lambda: "others")
    found.add(asked_in_numbers(own))
    monkeypatch.setattr(keys, "_measured", lambda: (("a.csv", "0", '# claim = "warm-start"'),))
    found.add(asked_in_numbers(own))
    monkeypatch.setattr(keys, "_measured", lambda: (("a.csv", "0", '# claim = "cold-start"'),))
    found.add(asked_in_numbers(own))
    assert len(found) == 7


def test_an_alternative_is_asked_in_numbers_alone() -> None:
    """The derivation under the claim's own premises does not hang on it."""
    premise = next(each for each in BATCH.script.premises if each.alternatives)
    fewer = replace(premise, alternatives=())

    def body(board: Board) -> Handle | str | None:
        take = board.take
        board.take = lambda each: take(fewer if each is premise else each)  # type: ignore[method-assign]
        return BATCH.body(board)

    other = replace(BATCH, body=body)
    assert asked(other) == asked(BATCH)
    assert asked_in_numbers(other) != asked_in_numbers(BATCH)


def test_what_a_premise_leaves_out_is_asked_in_numbers_alone() -> None:
    """Verdicts on hardware are read with it: another share from which it matters leaves out other deployments."""
    own = find_claim("prefill-decode-pools")
    premise = next(each for each in own.script.premises if each.leaves_out)
    always = replace(premise, leaves_out=tuple(replace(each, share=Fraction(0)) for each in premise.leaves_out))

    def body(board: Board) -> Handle | str | None:
        take = board.take
        board.take = lambda each: take(always if each == premise else each)  # type: ignore[method-assign]
        return own.body(board)

    other = replace(own, body=body)
    assert asked(other) == asked(own)
    assert asked_in_numbers(other) != asked_in_numbers(own)


@pytest.mark.parametrize("place", range(3))
def test_another_engine_answers_for_itself(folder: Path, monkeypatch: pytest.MonkeyPatch, place: int) -> None:
    """Another number of it, another SymPy, another mpmath: the file is as if it were not there, and says why."""
    ship(folder, written())
    assert kept_review(BATCH) is not None
    other = tuple("2" if turn == place else each for turn, each in enumerate(engine()))
    for module in (keys, kept):
        monkeypatch.setattr(module, "engine", lambda: other)
    assert kept_review(BATCH) is None
    name = ("engine", "sympy", "mpmath")[place]
    assert f"{name} {engine.__wrapped__()[place]}, here is 2" in why_not_kept(BATCH)  # type: ignore[attr-defined]


def test_a_file_that_answers_another_question_is_no_answer(folder: Path) -> None:
    ship(folder, written())
    other = replace(claim_of(), name="optimal-batch")
    assert kept_review(other) is None
    assert why_not_kept(other) == "reviews/optimal-batch.json answers another question"


def test_numbers_of_other_cards_are_none(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The derivation stands as it is."""
    ship(folder, written())
    assert kept_numbers(BATCH)
    monkeypatch.setattr(keys, "_cards", lambda: "others")
    assert kept_numbers(BATCH) == {}
    assert kept_derivation(BATCH) is not None
    assert kept_review(BATCH) is None


# --- files


def test_a_kept_review_is_that_of_the_derivation(folder: Path) -> None:
    """Once it has been derived."""
    assert kept_review(BATCH) is None
    report = plain("optimal-batch")
    made = keep_review(BATCH, report.derivation, report.derived)
    assert made == review("optimal-batch", report.derivation, report.published)
    assert kept_review(BATCH) == made
    assert kept_review(find_claim("roofline")) is None
    with cache.without_stores():
        assert kept_review(BATCH) is None


def test_what_has_a_problem_is_not_kept(folder: Path) -> None:
    """It may be for want of time."""

    def wrong(board: Board) -> Handle:
        return board.state("doubled", "t = 2*S/W", [board.take(LOAD)])

    for body, kept_files in ((wrong, 0), (bandwidth, 1)):
        report = derive(claim_of(BANDWIDTH, body=body))
        found = keep_review(report.claim, report.derivation, report.derived)
        assert bool(found.problems) == (not kept_files)
        assert len(list((folder / kept.SHIPPED).rglob("*.json"))) == kept_files


def step_where(data: Any, **fields: Any) -> Any:
    """The first step of a file of which all this is so; a finding is that of its verdict."""
    return next(step for step in data["derivation"]["trace"]
                if all({**step, **step["verdict"]}.get(key) == value for key, value in fields.items()))


def other_relation(data: Any) -> None:
    """A formula that nobody proved."""
    data["derivation"]["trace"][-1]["relation"] = "r_alt/r = C_alt/C"


def other_condition(data: Any) -> None:
    """A result without its condition."""
    step_where(data, name="balance-batch").pop("conditions")


def other_inputs(data: Any) -> None:
    """A step that rests on fewer."""
    last = [step for step in data["derivation"]["trace"] if len(step["inputs"]) > 1][-1]
    last["inputs"] = last["inputs"][:1]


def say_proven(data: Any) -> None:
    """What is assumed, told as proven."""
    step_where(data, finding="taken")["verdict"]["finding"] = "proven"


def drop_statements(data: Any) -> None:
    """A proof of nothing."""
    step_where(data, finding="proven").pop("statements")


def unsay_premise(data: Any) -> None:
    """A premise that is another one than the claim's."""
    step_where(data, rule="take")["relation"] = "t_c = 2*phi*n*B*N_active/C"


def no_steps(data: Any) -> None:
    """A derivation of nothing."""
    data["derivation"]["trace"].clear()


def no_relation(data: Any) -> None:
    """What cannot be read."""
    data["derivation"]["trace"][0]["relation"] = "B ="


def other_result(data: Any) -> None:
    """The number of another step as that of the claim."""
    data["derivation"]["result"] = "short-context"


def no_derivation(data: Any) -> None:
    """None at all."""
    data["derivation"] = None


NOT_REPLAYED = [other_relation, other_condition, other_inputs, say_proven, drop_statements]
NOT_THE_CLAIM = [unsay_premise, no_steps, no_relation, other_result, no_derivation]


@pytest.mark.parametrize("tamper", [*NOT_REPLAYED, *NOT_THE_CLAIM])
@pytest.mark.parametrize("sealed", [False, True], ids=["as it is", "sealed anew"])
def test_an_edited_file_gives_no_tick(folder: Path, tamper: Callable[[Any], None], *, sealed: bool) -> None:
    """Not even with a seal that fits: the kernel does not replay it, or it is not the claim's."""
    text = written()
    seal = json.loads(text)["seal"]
    data = json.loads(edited(text, tamper))
    ship(folder, text_of(data if sealed else {**data, "seal": seal}))
    assert kept_review(BATCH) is None
    assert kept_derivation(BATCH) is None
    why = why_not_kept(BATCH)
    if not sealed:
        assert why == "reviews/optimal-batch.json is not as it was written"
    elif tamper in NOT_REPLAYED:
        assert why == "the kernel does not replay all of reviews/optimal-batch.json"
    else:
        assert why.startswith("reviews/optimal-batch.json: ")


def test_a_refuted_step_is_never_ok(folder: Path) -> None:
    """However it is edited and sealed: the word of the verdict alone says that it does not stand."""

    def open_one(data: Any) -> None:
        step_where(data, finding="proven")["verdict"]["finding"] = "inconclusive"

    ship(folder, edited(written(), open_one))
    found = kept_review(BATCH)
    assert found is None or found.problems


BROKEN = ["", "{", "[]", "null", "7", '{"seal": ""}', '{"seal": "", "engine": 3, "asked": ""}', "[" * 100_000, "\x00"]


@pytest.mark.parametrize("text", BROKEN)
def test_a_file_that_is_none_is_no_answer(folder: Path, text: str) -> None:
    ship(folder, text)
    assert kept_review(BATCH) is None
    assert why_not_kept(BATCH).startswith("reviews/optimal-batch.json")


def test_random_bytes_and_a_file_cut_short_are_no_answer(folder: Path) -> None:
    file = ship(folder, "")
    assert why_not_kept(find_claim("roofline")) == "reviews/roofline.json is not there"
    whole = written().encode()
    for content in (bytes(range(256)), b"\xff\xfe" + whole, whole[: len(whole) // 2]):
        file.write_bytes(content)
        assert kept_review(BATCH) is None
        assert why_not_kept(BATCH) == "reviews/optimal-batch.json cannot be read"


def test_nothing_is_wrong_with_what_is_shipped(folder: Path) -> None:
    ship(folder, written())
    assert why_not_kept(BATCH) == ""
    with cache.without_stores():
        assert why_not_kept(find_claim("roofline")) == ""


def test_a_file_of_certificates_that_cannot_be_read_is_named(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The statements that it had are proven anew, and those of other files are replayed."""
    ship(folder, written())
    shipped = dict(proof_store._shipped_texts())
    for own in (proof_store.shipped, proof_store.shipped_digest):
        own.cache_clear()
    monkeypatch.setattr(proof_store, "_shipped_texts", lambda: {**shipped, "optimal-batch.json": None})
    try:
        assert kept_review(BATCH) is None
        assert why_not_kept(BATCH) == "certificates/optimal-batch.json cannot be read"
    finally:
        for own in (proof_store.shipped, proof_store.shipped_digest):
            own.cache_clear()


# --- derivations


def test_a_kept_derivation_says_what_the_derivation_says(folder: Path) -> None:
    """Once it has been derived, and not where no store is to answer."""
    report = plain("optimal-batch")
    assert kept_derivation(BATCH) is None
    keep_review(BATCH, report.derivation, report.derived)
    found = kept_derivation(BATCH)
    assert found is not None
    assert found.to_markdown() == report.derivation.to_markdown()
    with cache.without_stores():
        assert kept_derivation(BATCH) is None


def test_a_proof_from_another_premise_is_no_answer(folder: Path) -> None:
    """All of it replays, and none of it is about the claim."""
    own, other = claim_of(), derive(claim_of(body=other_premise))
    for _, statement in statements_behind(other.derivation):
        found = find_certificate(statement)
        assert found is not None
        proof_store.keep(statement, found)
    text = review_text(other.claim, other.derivation, {"published": []})
    ship(folder, text, "cold-start")
    assert kept_derivation(other.claim) is not None
    ship(folder, edited(text, lambda data: data.update(asked=asked(own), asked_in_numbers=asked_in_numbers(own))),
         "cold-start")
    assert kept_review(own) is None  # though every step of it is proven, from what it begins with
    assert kept_derivation(own) is None


def leave_out_steps(data: Any) -> None:
    """Steps on which nothing rests were never there."""
    gone = ("rent-of-a-token", "roofline-in-rent", "pass-from-rent")
    data["derivation"]["trace"] = [step for step in data["derivation"]["trace"] if step["name"] not in gone]


def call_it_a_limit(data: Any) -> None:
    """A rule whose relation is no goal of a statement, for one whose relation is."""
    step_where(data, name="rent-of-a-token")["rule"] = "limit"


def say_more(data: Any) -> None:
    """Words of the engine's that it never said."""
    data["derivation"]["trace"][-1]["verdict"]["checked_by"] = ["everybody"]


@pytest.mark.parametrize("forge", [leave_out_steps, call_it_a_limit, say_more])
def test_what_a_replay_lets_pass_a_derivation_finds(folder: Path, forge: Callable[[Any], None]) -> None:
    """Every certificate of it is upheld, and it is not what the claim says."""
    text = written()
    ship(folder, text)
    true = kept.kept(BATCH)
    assert true is not None
    assert true.is_of(plain("optimal-batch").derivation)
    ship(folder, edited(text, forge))
    found = kept.kept(BATCH)
    assert found is not None
    assert not found.is_of(plain("optimal-batch").derivation)


@pytest.mark.some(4)
@pytest.mark.parametrize("key", ["domains", "at_most"])
@pytest.mark.parametrize("value", [[], {}, None, 7, "positive"])
def test_a_sealed_file_of_other_types_is_no_answer(folder: Path, key: str, value: Any) -> None:
    """At the letters: what is no text is no domain."""
    text = written()
    changes: list[Callable[[Any], object]] = [
        lambda data: data["derivation"].update({key: value}),
        lambda data: data["derivation"][key].update(dict.fromkeys(data["derivation"][key], value))]
    for change in changes:
        ship(folder, edited(text, change))
        found = kept_review(BATCH)
        assert found is None or value in ({}, "positive")


# --- numbers


def lie_of_a_number(numbers: dict[str, Any]) -> None:
    """A derived number that agrees better."""
    numbers["published"][0]["number"] = "2400"


def lie_of_hardware(numbers: dict[str, Any]) -> None:
    """One more deployment."""
    numbers["on_hardware"]["feasible"] += 1


def lie_of_measurements(numbers: dict[str, Any]) -> None:
    """There is one test more."""
    numbers["against_measurement"]["tests"] += 1


LIES = {"published": lie_of_a_number, "on_hardware": lie_of_hardware, "against_measurement": lie_of_measurements}


@pytest.fixture(scope="module")
def in_full() -> str:
    """The file of the claim as it is shipped."""
    return review_text(TRAIN, plain(TRAIN.name).derivation, numbers_to_keep(plain(TRAIN.name)))


@pytest.mark.long
def test_kept_numbers_are_what_the_claim_comes_to(folder: Path, in_full: str) -> None:
    ship(folder, in_full, TRAIN.name)
    found = kept.kept(TRAIN)
    assert found is not None
    assert lies_in(found, plain(TRAIN.name)) == ()
    assert found.derived == plain(TRAIN.name).derived


@pytest.mark.some(1)
@pytest.mark.parametrize("name", LIES)
def test_a_check_finds_numbers_that_are_not_what_they_come_to(folder: Path, in_full: str, name: str) -> None:
    """However well they are sealed."""
    ship(folder, edited(in_full, lambda data: LIES[name](data["numbers"])), TRAIN.name)
    found = kept.kept(TRAIN)
    assert found is not None
    assert lies_in(found, plain(TRAIN.name)) == (f"what is kept under {name!r} is not what it comes to",)


def _told(number: Any) -> dict[str, Any]:
    return {"number": number, "given": False, "why": ""}


@pytest.mark.parametrize(
    "published", [None, [], [{"number": "1"}], [_told("1/0")] * 15, [_told("x")] * 15, [_told(1)] * 15, 7])
def test_numbers_that_cannot_be_read_are_none(folder: Path, published: Any) -> None:
    text = written()
    ship(folder, edited(text, lambda data: data["numbers"].update(published=published)))
    found = kept.kept(BATCH)
    assert found is not None
    assert found.derived is None
    assert found.review is None


def test_words_for_a_failing_condition_are_not_kept(folder: Path) -> None:
    """The claim's own are told in their place, whatever they are by then."""
    found = derived_data(claim_of(outside="too slow"), [Derived(why="too slow: t = 3 s")])
    assert found == [{"number": None, "given": False, "why": "{outside}: t = 3 s"}]
    own = claim_of(BANDWIDTH, outside="never")
    told = kept.Kept(own, plain(BATCH.name).derivation, Transcript(()), {"published": found}, None, "").derived
    assert told == (Derived(why="never: t = 3 s"),)


def test_a_claim_of_another_name_has_no_file_of_this_one() -> None:
    own = Claim("cold-start", claim_of().notation, lambda board: board.take(Premise("load", "t = S/W")))
    assert why_not_kept(own) == "reviews/cold-start.json is not there"
