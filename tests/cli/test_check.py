"""The command `derive check`: certificates replayed by the kernel alone, and a derivation where there are none."""

import json
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from derivations.claim import kept_review
from derivations.claim.claim import Claim
from derivations.claim.kept_review import text_of
from derivations.proof import cache
from derivations.rocq import accepted

from .programs import imported

Command = Callable[..., Any]  # the fixture `command` of `conftest.py`

CLAIM = "train-interval"  # which is quickly evaluated on all deployments and against all measurements

def test_unchanged_claims_are_replayed_without_sympy() -> None:
    """With a count of its certificates, once its numbers were evaluated, for which it takes SymPy."""
    for _ in range(2):
        out, heavy = imported("check", "revnet")
        assert re.fullmatch(r"revnet: .* certificates? replayed.*\n", out)
    assert heavy == ""


def test_it_says_the_same_when_it_is_derived(command: Command) -> None:
    """Word by word and as data, from what is shipped and without any store."""
    for more in ((), ("--json",)):
        replayed = command("check", CLAIM, *more)
        derived = command("check", CLAIM, "--no-store", *more)
        assert replayed == derived
        assert replayed.code == 0
    (row,) = json.loads(command("check", CLAIM, "--json").out)["claims"]
    assert row["certificates_replayed"] > row["proven"] > 0


def test_nothing_is_derived_where_the_certificates_are_kept(command: Command, monkeypatch: pytest.MonkeyPatch) -> None:
    """Once that was checked."""
    first = command("check", "revnet")
    assert first.code == 0
    monkeypatch.setattr(Claim, "derive", lambda *_, **__: pytest.fail("something was derived"))
    assert command("check", "revnet") == first


@pytest.mark.parametrize("store", [(), pytest.param(("--no-store",), marks=pytest.mark.long)])
def test_several_claims_are_checked_side_by_side(
    command: Command, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, store: tuple[str, ...]
) -> None:
    """In the order in which they are named, with stores or without, and as each is checked alone."""
    monkeypatch.setattr("derivations.cli.check.cores", lambda: 2)
    names = ("revnet", "dollar-per-token")
    monkeypatch.setenv(cache.VARIABLE, str(tmp_path / "cache"))
    together = command("check", *names, *store)
    assert together.code == 0
    assert together.out == "".join(command("check", name, *store).out for name in names)


@pytest.fixture
def shipped(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Callable[[bytes], None]:
    """Ship other bytes as the review of a claim, for a reader with an empty cache."""
    monkeypatch.setenv(cache.VARIABLE, str(tmp_path / "cache"))
    own, places = kept_review._shipped, tmp_path / "shipped.json"

    def ship(content: bytes) -> None:
        places.write_bytes(content)
        monkeypatch.setattr(kept_review, "_shipped", lambda claim: (
            places.read_text(encoding="utf-8") if claim == CLAIM else own(claim)))

    return ship


REVIEW = Path(kept_review.__file__).parent / kept_review.SHIPPED / f"{CLAIM}.json"
BROKEN = {"random bytes": bytes(range(256)), "truncated": REVIEW.read_bytes()[:9000], "empty": b"",
          "another engine": re.sub(rb'"engine": \[\n  \d+,', b'"engine": [\n  0,', REVIEW.read_bytes()),
          "another question": b'{"seal": "", "engine": [], "asked": ""}'}


@pytest.mark.some(1)
@pytest.mark.parametrize("kind", BROKEN)
def test_a_broken_review_is_told_in_a_line_and_derived_anew(
    shipped: Callable[[bytes], None], command: Command, kind: str
) -> None:
    """All else is as ever, and once it was checked, what was derived for that is there."""
    answers = [(words, command(*words)) for words in (("show", CLAIM, "--brief"), ("check", CLAIM))]
    shipped(BROKEN[kind])
    for words, before in answers:
        first = command(*words)
        assert (first.code, first.out, before.err) == (before.code, before.out, "")
        assert first.err.startswith(f"derive: reviews/{CLAIM}.json ")
        assert first.err.endswith(": derived anew\n")
        assert first.err.count("\n") == 1
    assert command("check", CLAIM) == before


@pytest.mark.parametrize("content", [b"\xff\xfe\x00", b"[revnet]\nstatements = 7\n", b"[revnet", b"revnet = 1\n"])
def test_a_broken_list_of_what_rocq_accepts_is_told_in_a_line(
    content: bytes, command: Command, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Then nothing is told of Rocq, and all else is as ever."""
    before = command("check", "revnet")
    (tmp_path / "rocq").mkdir()
    (tmp_path / "rocq" / accepted.FILE).write_bytes(content)
    accepted._shipped.cache_clear()
    with monkeypatch.context() as patch:
        patch.setattr(accepted.resources, "files", lambda _: tmp_path)
        assert accepted.all_accepted() == {}
    told = command("check", "revnet")
    accepted._shipped.cache_clear()
    assert told.err == f"derive: rocq/{accepted.FILE} cannot be read: what Rocq accepts is not told\n"
    assert (told.code, told.out) == (0, re.sub(", accepted by Rocq.*", "", before.out))
    assert before == command("check", "revnet")


def lie(change: Callable[[Any], object]) -> bytes:
    """The shipped review changed, and sealed anew."""
    data = json.loads(REVIEW.read_bytes())
    data.pop("seal")
    change(data)
    return text_of({"seal": cache.digest(data), **data}).encode()


def test_a_review_with_another_step_is_found(shipped: Callable[[bytes], None], command: Command) -> None:
    """All of which replays: without a step on which nothing rests."""

    def drop(data: Any) -> None:
        record = data["derivation"]
        used = {name for step in (*record["trace"], *record["rejects"]) for name in step.get("inputs", ())}
        idle = next(step["name"] for step in reversed(record["trace"])
                    if step["name"] not in {*used, record["result"]} and step["rule"] not in ("take", "define"))
        record["trace"] = [step for step in record["trace"] if step["name"] != idle]

    shipped(lie(drop))
    found = command("check", CLAIM)
    assert (found.code, found.err) == (1, "")
    assert "what is kept of its steps is not what they come to" in found.out


@pytest.mark.long
def test_a_state_that_is_none_is_not_told_and_found(shipped: Callable[[bytes], None], command: Command) -> None:
    """The point is put in whenever it is read, so that what it is kept for is open."""
    assert "Consistency: an exact point satisfies all premises" in command("show", CLAIM, "--brief").out
    shipped(lie(lambda data: [state.update(T="1") for state in data["numbers"]["states"]]))
    assert "Consistency: no exact point was found" in command("show", CLAIM, "--brief").out
    found = command("check", CLAIM)
    assert found.code == 1
    assert "what is kept under 'states' is not what it comes to" in found.out


@pytest.mark.long
def test_a_review_that_lies_is_found(shipped: Callable[[bytes], None], command: Command) -> None:
    """What it says is printed, as its numbers are taken from it, and a check evaluates them again, each time."""
    true = command("show", CLAIM).out
    shipped(lie(lambda data: data["numbers"]["on_hardware"].update(feasible=483)))
    assert command("show", CLAIM).out != true
    found = command("check", CLAIM)
    assert found == command("check", CLAIM)
    assert (found.code, found.err) == (1, "")
    assert "what is kept under 'on_hardware' is not what it comes to" in found.out
