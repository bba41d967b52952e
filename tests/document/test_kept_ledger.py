"""The rows of claims that are shipped: taken where they answer, and found where they lie."""

import json
from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest

from derivations.claim.claim import Claim
from derivations.claims.index import CLAIMS, find_claim
from derivations.document import kept_ledger
from derivations.document.kept_ledger import kept_row, kept_rows, ledger_file
from derivations.document.ledger_row import LedgerRow
from derivations.proof import cache, proof_store

Command = Callable[..., Any]  # the fixture `command` of `conftest.py`
NAME = "train-interval"  # which is quickly evaluated


@pytest.fixture
def ship(monkeypatch: pytest.MonkeyPatch) -> Callable[[str], None]:
    """Ship another text as the ledger."""
    own = kept_ledger._text

    def shipped(text: str) -> None:
        monkeypatch.setattr(kept_ledger, "_text", lambda *place: text if place == kept_ledger.PLACE else own(*place))

    return shipped


def row() -> LedgerRow:
    """The row of a claim."""
    found = kept_row(find_claim(NAME))
    assert found is not None
    return found


def test_what_is_shipped_is_the_file_of_its_rows() -> None:
    """To the letter, with every claim in its turn."""
    claims = [find_claim(name) for name in CLAIMS]
    rows = kept_rows(claims)
    assert rows is not None
    assert ledger_file(zip(claims, rows, strict=True)) == kept_ledger._text(*kept_ledger.PLACE)


@pytest.mark.long
def test_nothing_is_replayed_or_derived_for_the_list(command: Command, monkeypatch: pytest.MonkeyPatch) -> None:
    """It prints what it prints where no store answers."""
    with monkeypatch.context() as patch:
        patch.setattr("derivations.cli.options.CLAIMS", (NAME,))
        anew = command("list", "--no-store")
        for owner, name in ((Claim, "derive"), (proof_store, "kept")):
            patch.setattr(owner, name, lambda *_, **__: pytest.fail("something was derived or replayed"))
        assert command("list") == anew
    assert anew.code == 0


@pytest.mark.parametrize("text", ["", "[]", "null", "{", '{"kv-bytes": 7}', '{"kv-bytes": {"seal": "x", "result": ""}}',
                                  '{"kv-bytes": {"seal": "x", "result": "", "published": 1, "verdicts": []}}'])
def test_what_cannot_be_read_is_none(ship: Callable[[str], None], text: str) -> None:
    """Then the claim is told from its review."""
    ship(text)
    assert kept_row(find_claim(NAME)) is None


def test_a_row_answers_for_its_claim_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    """Not for one that a reader wrote or changed, not for another judgement of Rocq, and not where no store answers."""
    claim = find_claim(NAME)
    assert kept_row(replace(claim, title="Another")) is None
    with cache.without_stores():
        assert kept_row(claim) is None
    for part in ("_rests_on", "asked_in_numbers"):
        with monkeypatch.context() as patch:
            patch.setattr(kept_ledger, part, lambda *_: "something else")
            assert kept_row(claim) is None


def test_an_edited_row_is_none(ship: Callable[[str], None]) -> None:
    """Its seal is that of another row."""
    data = json.loads(kept_ledger._text(*kept_ledger.PLACE))
    data[NAME]["result"] += " "
    ship(json.dumps(data))
    assert kept_row(find_claim(NAME)) is None


@pytest.mark.long
def test_a_check_finds_a_row_that_lies(ship: Callable[[str], None], command: Command) -> None:
    """Sealed anew it is printed, and named by a check."""
    ship(ledger_file([(find_claim(NAME), replace(row(), result="KV = 7"))]))
    assert row().result == "KV = 7"
    found = command("check", NAME)
    assert (found.code, found.err) == (1, "")
    assert "what the kept ledger says is not what it comes to" in found.out
