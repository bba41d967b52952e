"""The command `derive check`: certificates replayed by the kernel alone, and a derivation where there are none."""

import json
from collections.abc import Callable
from typing import Any

import pytest

from derivations.claim import kept_review
from derivations.claim.claim import Claim
from derivations.lecture.index import CLAIMS

from .programs import imported

Command = Callable[..., Any]  # the fixture `command` of `conftest.py`

def test_unchanged_claims_are_replayed_without_sympy() -> None:
    """All of them, each with a count of its certificates."""
    out, heavy = imported("check")
    assert heavy == ""
    assert [line.split(":")[0] for line in out.splitlines()] == list(CLAIMS)
    assert all("certificate" in line and " replayed" in line for line in out.splitlines())


def test_it_says_the_same_when_it_is_derived(command: Command) -> None:
    """Word by word and as data, from what is shipped and without any store."""
    for more in ((), ("--json",)):
        replayed = command("check", "optimal-batch", *more)
        derived = command("check", "optimal-batch", "--no-store", *more)
        assert replayed == derived
        assert replayed.code == 0
    (row,) = json.loads(command("check", "optimal-batch", "--json").out)["claims"]
    assert row["certificates_replayed"] > row["proven"] > 0


def test_nothing_is_derived_where_the_certificates_are_kept(command: Command, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Claim, "derive", lambda *_, **__: pytest.fail("something was derived"))
    assert command("check", "chinchilla", "revnet").code == 0


def test_a_claim_whose_sources_changed_is_derived_and_kept(command: Command, monkeypatch: pytest.MonkeyPatch) -> None:
    """Nothing is said of it; the second time it is replayed."""
    before = command("check", "optimal-batch")
    monkeypatch.setattr(kept_review, "made_from", lambda: {"sources": "edited"})
    derive, derived = Claim.derive, []
    monkeypatch.setattr(Claim, "derive", lambda *given, **named: derived.append(given) or derive(*given, **named))
    assert command("check", "optimal-batch") == before
    assert len(derived) == 1
    assert command("check", "optimal-batch") == before
    assert len(derived) == 1
