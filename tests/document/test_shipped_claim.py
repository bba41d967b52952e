"""What is shipped of a claim held to what it comes to: once, whoever derives it, and again where something changed."""

import json
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from derivations.claim import kept_review
from derivations.claim.claim import Claim
from derivations.claim.kept_review import kept, kept_derivation, text_of
from derivations.claims.index import find_claim
from derivations.document import kept_ledger, shipped_claim
from derivations.document.shipped_claim import agrees, checked_claim
from derivations.proof import cache
from derivations.site import data

NAME = "revnet"  # which is quickly derived and evaluated
CLAIM = find_claim(NAME)
REVIEW = Path(kept_review.__file__).parent / kept_review.SHIPPED / f"{NAME}.json"


@pytest.fixture(autouse=True)
def reader(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """One who has checked nothing yet."""
    with monkeypatch.context() as patch:
        patch.setenv(cache.VARIABLE, str(tmp_path / "cache"))
        yield


@pytest.fixture
def derived(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The claims that are derived anew from here on, by name."""
    found, own = list[str](), Claim.derive

    def derive(claim: Claim, *given: Any, **options: Any) -> Any:
        found.append(claim.name)
        return own(claim, *given, **options)

    monkeypatch.setattr(Claim, "derive", derive)
    return found


def test_pages_that_derived_a_claim_leave_nothing_to_derive_to_a_check(
    derived: list[str], command: Callable[..., Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    """And the other way round; the check says what it says where it has derived the claim itself."""
    monkeypatch.setattr(data, "claim_data", lambda report: report)
    before = command("check", NAME, "--no-store")
    del derived[:]
    report = data.of_claim_anew(NAME)
    assert (derived, report.claim) == ([NAME], CLAIM)
    assert command("check", NAME) == before
    again = data.of_claim_anew(NAME)
    assert derived == [NAME]
    assert again.derivation == kept_derivation(CLAIM)


@pytest.mark.parametrize("name", [NAME, pytest.param("train-interval", marks=pytest.mark.long)])
def test_pages_show_the_same_of_a_claim_that_is_derived_anew(name: str) -> None:
    assert data.of_claim_anew(name) == data.of_claim(name)


def test_a_check_need_not_be_made_again_until_something_changes(monkeypatch: pytest.MonkeyPatch) -> None:
    """Its file, its row, its module, or what derives and evaluates; another claim's row or module is all the same."""
    found = kept(CLAIM)
    assert found is not None
    assert not agrees(found)
    assert checked_claim(CLAIM).review.problems == ()
    assert agrees(found)
    own = kept_ledger.kept_row
    for name, stands in ((NAME, False), ("kv-bytes", True)):
        with monkeypatch.context() as patch:
            patch.setattr(kept_ledger, "kept_row", lambda claim, at=name: None if claim.name == at else own(claim))
            assert agrees(found) is stands
    digests = cache._room_digest
    for room, stands in (("claims/beyond/revnet.py", True), ("claims/lecture/revnet.py", False), ("numbers", False),
                         ("claims/shared", False), ("study", False), ("claims/lecture/kv_bytes.py", True)):
        with monkeypatch.context() as patch:
            cache.package_digest.cache_clear()
            patch.setattr(cache, "_room_digest", lambda each, other=room: "x" if each == other else digests(each))
            assert agrees(found) is stands, room
    cache.package_digest.cache_clear()
    assert agrees(found)


def test_every_part_of_the_key_is_there() -> None:
    """A room or a module that is not found would be the same whatever it says."""
    for part in (*shipped_claim._EVALUATING, *shipped_claim._OF_ALL_CLAIMS, "claims/lecture/revnet.py"):
        assert cache._room_digest(part), part


def test_a_file_that_lies_is_found_each_time_and_shows_nothing(
    derived: list[str], command: Callable[..., Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Pages that are derived anew do not print it, and do not keep that it were true."""
    told = json.loads(REVIEW.read_bytes())
    told.pop("seal")
    told["numbers"]["against_measurement"]["tests"] += 1
    own, text = kept_review._shipped, text_of({"seal": cache.digest(told), **told})
    monkeypatch.setattr(kept_review, "_shipped", lambda name: text if name == NAME else own(name))
    monkeypatch.setattr(data, "claim_data", lambda report: report)
    for _ in range(2):
        assert data.of_claim_anew(NAME).kept is None
        found = kept(CLAIM)
        assert found is not None
        assert not agrees(found)
    assert derived == [NAME, NAME]
