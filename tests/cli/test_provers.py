"""The command `derive check --prover`: what it prints, when it fails, and how it refuses."""

import json
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from derivations.claim.claim import Claim
from derivations.proof.verdict import refuted

Command = Callable[..., Any]  # the fixture `command` of `conftest.py`

CLAIMS = """
from derivations import Claim, Notation, Premise

NOTATION = Notation.of('''
t [s] time to load the weights
S [byte] size of the weights
W [byte/s] bandwidth of the disk
''')
LOAD = Premise("load", "t = S/W", because="every byte crosses the link once")

def right(board):
    return board.solve("bandwidth", board.take(LOAD), for_="W")

def wrong(board):
    return board.state("doubled", "t = 2*S/W", [board.take(LOAD)])

RIGHT = Claim("right", NOTATION, right)
WRONG = Claim("wrong", NOTATION, wrong)
"""


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A folder with a reader's own claims, to work in."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / "mine.py").write_text(CLAIMS, encoding="utf-8")


@pytest.mark.long
def test_the_provers_agree(command: Command) -> None:
    """A line for each claim, in order, and nothing on the error channel; of all claims `tests/claims` asks."""
    asked = ("revnet", "pipeline-kv")
    done = command("check", *asked, "--prover", "z3")
    assert (done.code, done.err) == (0, "")
    heads = [line for line in done.out.splitlines() if not line.startswith(" ")]
    assert [line.split(":")[0] for line in heads] == list(asked)
    assert all(line.endswith("; no disagreement") for line in heads)
    assert "\x1b" not in done.out


def test_a_claim_of_ones_own(command: Command) -> None:
    """Nothing is listed where both show everything."""
    done = command("check", "right", "--claims", "mine.py", "--prover", "z3")
    assert done.code == 0
    assert done.out == (
        "right: 1 step; 1 proven by both, 0 by the normal form alone, 0 by z3 alone; no disagreement\n"
    )


def test_what_the_check_finds_without_the_prover_is_found_with_it(command: Command) -> None:
    """The step is named, with what both say, and the exit code is that of a failed check."""
    done = command("check", "wrong", "--claims", "mine.py", "--prover", "z3")
    assert done.code == 1
    assert "0 proven by both" in done.out
    assert "step doubled, by neither: refuted (does not follow); refuted by z3 at " in done.out
    assert "no disagreement" in done.out
    assert set(command("check", "wrong", "--claims", "mine.py").out.splitlines()[1:]) <= set(done.out.splitlines())


def test_a_disagreement_is_an_error(command: Command, monkeypatch: pytest.MonkeyPatch) -> None:
    """The check itself finds nothing wrong; the step is named."""
    target = "derivations.derivation.second_prover.find_prover"
    monkeypatch.setattr(target, lambda name: lambda obligation: refuted("no"))
    done = command("check", "right", "--claims", "mine.py", "--prover", "z3")
    assert done.code == 1
    assert done.out.splitlines()[0].endswith("; 1 disagreement")
    assert "step bandwidth, the provers disagree: " in done.out
    (row,) = json.loads(command("check", "right", "--claims", "mine.py", "--prover", "z3", "--json").out)["claims"]
    assert (row["ok"], row["prover"]["agrees"], row["prover"]["disagreements"]) == (True, False, ["bandwidth"])


def test_as_plain_data_it_is_the_review_and_what_both_say(command: Command) -> None:
    """Without the option nothing is added."""
    words = ("check", "right", "--claims", "mine.py", "--json")
    (plain,), (row,) = (json.loads(command(*words, *more).out)["claims"] for more in ((), ("--prover", "z3")))
    assert set(row) - set(plain) == {"prover"}
    (step,) = row["prover"]["steps"]
    assert (step["name"], step["shown"], step["reason"]) == ("bandwidth", "by both", None)
    assert all(item["z3"]["finding"] == "proven" for item in step["obligations"])


def test_without_z3_one_line_says_what_to_install(command: Command, monkeypatch: pytest.MonkeyPatch) -> None:
    """Before anything is derived."""
    monkeypatch.setitem(sys.modules, "z3", None)
    monkeypatch.setattr(Claim, "derive", lambda *_, **__: pytest.fail("something was derived"))
    done = command("check", "--prover", "z3")
    assert (done.code, done.out) == (2, "")
    assert done.err == "derive: the second prover needs Z3: pip install 'derivations[prove]'\n"


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (("--prover", "z4"), "unknown prover 'z4'; known: z3"),
        (("--prover", ""), "--prover is empty: write --prover z3"),
        (("--prover",), "--prover"),
        (("optimal-bath", "--prover", "z3"), "unknown claim 'optimal-bath'; did you mean optimal-batch?"),
        (("rigt", "--claims", "mine.py", "--prover", "z3"), "did you mean right"),
    ],
    ids=" ".join,
)
def test_bad_input_is_one_line_and_exit_code_two(command: Command, words: tuple[str, ...], told: str) -> None:
    """It names the thing and the valid names."""
    command("check", *words).refused(told)
