"""Results by content: a command prints again what it printed, and only where it would print just that."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from derivations.claim import kept_review
from derivations.claim.claim import Claim
from derivations.claim.kept_review import text_of
from derivations.cli import results
from derivations.cli.main import derive as derive_command
from derivations.cli.results import key_of  # before the fixture of `conftest.py` puts another in its place
from derivations.proof import cache

from ..reports import changed, few, plain
from .programs import imported

Command = Callable[..., Any]  # the fixture `command` of `conftest.py`

WORDS = [
    ("show", "optimal-batch"), ("show", "optimal-batch", "--brief"), ("show", "optimal-batch", "--json"),
    ("show", "optimal-batch", "--as-said"), ("show", "optimal-batch", "--accelerator", "h200"), ("why", "B"),
    ("why", "B", "--json"), ("premises",), ("premises", "optimal-batch", "--to", "markdown"), ("cards",),
    ("cards", "h100", "--json"),
]


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The folder of an empty cache, in which results are kept."""
    monkeypatch.setattr(results, "key_of", key_of)
    monkeypatch.setenv(cache.VARIABLE, str(tmp_path / "cache"))
    monkeypatch.chdir(tmp_path)
    return tmp_path / "cache" / "results"


def count(folder: Path) -> int:
    return len(list(folder.rglob("*.json"))) if folder.exists() else 0


def key(*words: str) -> str | None:
    """The key of a command line."""
    context = derive_command.make_context("derive", list(words), resilient_parsing=False)
    with context:
        name, command, rest = derive_command.resolve_command(context, list(words))
        assert command is not None
        with command.make_context(name, list(rest), parent=context) as inner:
            return key_of(inner)


@pytest.mark.some(2)
@pytest.mark.parametrize("words", WORDS, ids=" ".join)
def test_a_result_is_printed_again_and_nothing_is_derived(
    folder: Path, command: Command, monkeypatch: pytest.MonkeyPatch, words: tuple[str, ...]
) -> None:
    """Letter by letter."""
    first = command(*words)
    assert first.code == 0
    assert count(folder) == 1
    monkeypatch.setattr(Claim, "derive", lambda *_, **__: pytest.fail("something was derived"))
    monkeypatch.setattr("derivations.sources.catalog.load_catalog", lambda *_: pytest.fail("cards were read"))
    assert command(*words) == first
    assert count(folder) == 1


@pytest.mark.long
def test_the_ledger_is_printed_again(folder: Path, command: Command, monkeypatch: pytest.MonkeyPatch) -> None:
    """As long as the one that is shipped is the same."""
    first = command("list")
    assert command("list") == first
    assert (first.code, count(folder)) == (0, 1)
    monkeypatch.setattr("derivations.document.kept_ledger.what_is_shipped", lambda: "another")
    assert command("list") == first
    assert count(folder) == 2


@pytest.mark.long
def test_no_store_derives_anew_and_keeps_nothing(
    folder: Path, command: Command, monkeypatch: pytest.MonkeyPatch
) -> None:
    """With the same words on the page."""
    first = command("show", "train-interval", "--brief")
    held, derive, derived = count(folder), Claim.derive, []
    monkeypatch.setattr(Claim, "derive", lambda *given, **named: derived.append(given) or derive(*given, **named))
    assert command("show", "train-interval", "--brief", "--no-store") == first
    assert derived
    assert command("cards", "h100", "--no-store").code == 0
    assert count(folder) == held


@pytest.mark.parametrize(
    "words",
    [("show", "optimal-batch", "--set", "L=2k token/sequence"),
     ("show", "optimal-batch", "--assume", "roofline=no-overlap"), ("show", "optimal-batch", "--budget", "5"),
     ("show", "mine", "--claims", "mine.py"), ("show", "optimal-batch", "--study", "study.toml"),
     ("show", "optimal-batch", "--without", "L"), ("show", "optimal-batch", "--catalog", "mine.toml"),
     ("show", "optimal-batch", "--no-store"), ("cards", "--catalog", "none.toml")],
    ids=" ".join,
)
def test_what_a_reader_changed_has_no_key(folder: Path, words: tuple[str, ...]) -> None:
    """Nor what rests on files that hold more than data, or are not there."""
    assert key(*words) is None


def test_a_key_is_that_of_words_defaults_and_screen(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """What is said and is the default anyway is no other one."""
    plain_key = key("show", "optimal-batch")
    others = [key("show", "roofline"), key("show", "optimal-batch", "--brief"), key("show", "optimal-batch", "--plain"),
              key("show", "optimal-batch", "--model", "llama-3.1-70b"), key("premises", "optimal-batch")]
    monkeypatch.setattr(results, "terminal", lambda: (True, 80, False))
    others.append(key("show", "optimal-batch"))
    monkeypatch.setattr(results, "terminal", lambda: (True, 80, True))
    others.append(key("show", "optimal-batch"))
    assert None not in {plain_key, *others}
    assert len({plain_key, *others}) == len(others) + 1


def test_a_key_is_that_of_package_versions_and_files(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    Path("mine.toml").write_text("", encoding="utf-8")
    first, own = key("cards"), key("cards", "--catalog", "mine.toml")
    Path("mine.toml").write_text("# another one", encoding="utf-8")
    found = {first, own, key("cards", "--catalog", "mine.toml")}
    with monkeypatch.context() as patch:
        patch.setattr(cache, "package_digest", lambda *_: "edited")
        found.add(key("cards"))
    with monkeypatch.context() as patch:
        patch.setattr("derivations.claim.asked.engine", lambda: (1, "1.12", "1.3.0"))
        found.add(key("cards"))
    assert None not in found
    assert len(found) == 5
    assert key("cards") == first


def test_a_claim_that_does_not_stand_is_not_kept(folder: Path) -> None:
    """A step may be open for want of time; and of a claim of the reader's own nothing is known."""
    assert changed("optimal-batch").derivation.unsound
    made_for = [["show", "optimal-batch"], [False, 100, False], "utf-8"]
    results._keep("a", "text", [changed("optimal-batch")], made_for)
    assert count(folder) == 0
    results._keep("a", "text", [plain("optimal-batch")], made_for)
    assert count(folder) == 1
    assert results._kept("a", made_for) == "text"
    assert results._kept("a", [["show", "revnet"], *made_for[1:]]) is None
    results._keep("b", "x" * 2_000_000, [], made_for)
    assert results._kept("b", made_for) is None


def test_an_error_is_not_kept(folder: Path, command: Command) -> None:
    for words in (("show", "optimal-bath"), ("why", "zeta"), ("cards", "h1000"), ("why", "B", "--branch", "none")):
        assert command(*words).code
    assert count(folder) == 0


@pytest.mark.some(2)
@pytest.mark.parametrize(
    "tamper",
    [lambda data: data.update(text="5,355 sequence"), lambda data: data.update(claims=[]),
     lambda data: data.pop("seal"), lambda data: data.clear(), lambda data: data.update(text=None)],
)
def test_a_changed_entry_is_no_answer(folder: Path, command: Command, tamper: Callable[[dict[str, Any]], Any]) -> None:
    """It is made again, and kept in its place."""
    words = ("show", "revnet", "--brief")
    first = command(*words)
    (file,) = folder.rglob("*.json")
    whole = file.read_text(encoding="utf-8")
    data = json.loads(whole)
    tamper(data)
    for text in (json.dumps(data), *((whole[:-9], "", "[" * 50_000) if not data else ())):
        file.write_text(text, encoding="utf-8")
        assert command(*words) == first
        assert file.read_text(encoding="utf-8") == whole


def sealed_anew(file: Path, **false: Any) -> None:
    """What is kept with something else in it, and a seal that is right for that: whoever can write can reckon it."""
    data = {**json.loads(file.read_text(encoding="utf-8")), **false}
    data["seal"] = results._seal(file.stem, data["text"], data["claims"], data["replayed"], data["made_for"])
    file.write_text(json.dumps(data), encoding="utf-8")


@pytest.mark.long
def test_a_changed_number_under_a_seal_that_fits_is_found_by_check(folder: Path, command: Command) -> None:
    """It is printed until then; `derive check` makes each text again that tells of a claim which is checked."""
    words = ("show", "revnet", "--brief")
    first = command(*words)
    (file,) = folder.rglob("*.json")
    assert command("check", "revnet").code == 0  # its right twin
    sealed_anew(file, text=first.out.replace("54.58", "45.58"))
    assert "45.58" in command(*words).out
    done = command("check", "revnet")
    assert done.code == 1
    assert "what is kept for `derive show revnet --brief` is not what it prints" in done.out
    assert command("check", "dollar-per-token").code == 0
    file.unlink()
    assert command(*words) == first
    assert command("check", "revnet").code == 0


@pytest.mark.some(1)
@pytest.mark.parametrize("false", [
    {"made_for": [["show", "latency-floor", "--brief"], [False, 100, False], "utf-8"]},
    {"made_for": [["show", "revnet", "--brief"], [False, 90, False], "utf-8"]},
    {"made_for": [["show", "revnet", "--brief"], [False, 100, False], "ascii"]},
    {"made_for": None},
])
def test_what_check_would_pass_over_is_no_answer_either(folder: Path, command: Command, false: dict[str, Any]) -> None:
    """With other words, or for another screen, a text would not be made again for its key."""
    words = ("show", "revnet", "--brief")
    first = command(*words)
    (file,) = folder.rglob("*.json")
    sealed_anew(file, text=first.out.replace("54.58", "45.58"), **false)
    assert command("check", "revnet").code == 0
    assert command(*words) == first


@pytest.mark.long
def test_what_says_proven_is_printed_only_if_the_kernel_replays_it(
    folder: Path, command: Command, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Without an upheld review the claim is derived, which is said, wherever its review or a certificate changed since.
    """
    first = command("show", "optimal-batch")
    assert "proven" in first.out
    derive, derived = Claim.derive, []
    monkeypatch.setattr(Claim, "derive", lambda *given, **named: derived.append(given) or derive(*given, **named))
    monkeypatch.setattr("derivations.derivation.transcript.Transcript.upheld", lambda _: False)
    for place, other in (("proof.proof_store.shipped_digest", ""), ("claim.kept_review._shipped", "{}")):
        with monkeypatch.context() as patch:
            patch.setattr(f"derivations.{place}", lambda *_, told=other: told)
            done = command("show", "optimal-batch")
        assert (done.code, done.out) == (first.code, first.out)
        assert done.err.endswith(": derived anew\n")
        assert derived
        derived.clear()


@pytest.mark.long
def test_what_the_kernel_replayed_it_does_not_replay_again(
    folder: Path, command: Command, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Where reviews and certificates are those that were there when the text was kept; once they changed, it does."""
    first, replayed = command("show", "latency-floor"), []
    monkeypatch.setattr("derivations.derivation.transcript.Transcript.upheld", lambda _: replayed.append(1) or True)
    assert command("show", "latency-floor") == first
    assert not replayed
    monkeypatch.setattr("derivations.proof.proof_store.shipped_digest", lambda: "")
    assert command("show", "latency-floor") == first
    assert replayed


def test_what_a_false_review_said_does_not_outlive_it(
    folder: Path, command: Command, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A text is printed again only where reviews and certificates are those that it was made from."""
    words, true = ("show", "revnet", "--brief"), kept_review._shipped("revnet")
    first = command(*words)
    data = json.loads(true)
    data.pop("seal")
    data["numbers"]["on_hardware"]["feasible"] = 99
    with monkeypatch.context() as patch:
        false = text_of({"seal": cache.digest(data), **data})
        patch.setattr(kept_review, "_shipped", lambda claim: false)
        assert command(*words) != first
    assert command(*words) == first


def test_not_more_than_a_number_of_results_is_kept(
    folder: Path, command: Command, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(results, "_STORE", cache.Store("results", 2))
    for card in ("h100", "h200", "b200"):
        command("cards", card)
    assert count(folder) == 2


def test_a_folder_that_cannot_be_used_is_no_harm(
    folder: Path, command: Command, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A file in its place, or none wanted."""
    first = command("cards", "h100")
    for place in (__file__, ""):
        monkeypatch.setenv(cache.VARIABLE, place)
        assert command("cards", "h100") == first


@pytest.mark.long
@pytest.mark.parametrize(
    "words",
    few([("show", "optimal-batch", "--brief"), ("show", "optimal-batch"), ("why", "B"), ("premises", "optimal-batch"),
         ("cards",)], [("show", "optimal-batch", "--brief")]),
    ids=" ".join,
)
def test_the_second_time_nothing_heavy_is_imported(folder: Path, words: tuple[str, ...]) -> None:
    """In a process of its own."""
    first, _ = imported(*words)
    again, heavy = imported(*words)
    assert heavy == ""
    assert again == first


@pytest.mark.long
def test_a_report_tells_how_a_number_was_found_that_only_numbers_find(command: Command) -> None:
    """The bracket of a minimum, and that it is the only one; where there is a formula, nothing of the kind is told."""
    told = " ".join(command("show", "checkpoint-interval", "--full").out.split())
    assert "t_work = 13.29 min, solved with numbers: one minimum from" in told
    assert "solved with numbers" not in command("show", "optimal-batch", "--full").out
