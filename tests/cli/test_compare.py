"""The commands that compare: ``derive compare``, and ``derive list`` with changes."""

import json
from collections.abc import Callable
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

from derivations.claims.index import find_claim

Command = Callable[..., Any]  # the fixture `command` of `conftest.py`

OWN = """
from derivations import Claim, Notation, Premise, Said

LOAD = Premise("load", "t_disk = S_disk/W_disk", because="every byte crosses the link once")
NOTATION = Notation.of("t_disk [s] time\\nS_disk [byte] size\\nW_disk [byte/s] bandwidth of the disk")
DEFAULTS = {"S_disk": Said("140 GB", "somebody", "p. 4"), "t_disk": Said("20 s", "somebody", "p. 3")}

def cold_start(board):
    return board.solve("bandwidth", board.take(LOAD), for_="W_disk")

COLD_START = Claim("cold-start", NOTATION, cold_start, defaults=DEFAULTS)
"""
STUDY = """
title = "My study"
accelerator = "h100"

[assume]
one-per-stage = "fixed-number"

[set]
eta = "50%"
n_fixed = 64
"""
FILES = {
    "mine.py": OWN,
    "my.toml": STUDY,
    "base.toml": 'title = "Base"\n[set]\nL = "500 token/sequence"\n',
    "new.toml": 'title = "New"\n[set]\nL = "1k token/sequence"\n',
    "two.toml": '[set]\nL = "2k, 3k token/sequence"\n',
    "short.toml": "[set]\nL = 0\n",
    "empty.toml": 'title = "Nothing"\n',
}

SHORT = ("--from", "short.toml", "--study", "short.toml")  # both without a context


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A folder with a reader's own claims and studies, to work in."""
    monkeypatch.chdir(tmp_path)
    for name, text in FILES.items():
        (tmp_path / name).write_text(text, encoding="utf-8")


def flat(text: str) -> str:
    """Text in one line."""
    return " ".join(text.split())


@pytest.mark.some(2)
@pytest.mark.parametrize(
    ("words", "told"),
    [
        (["optimal-batch", *SHORT, "--accelerator", "h100"], "now: 5,357 sequences, 1.43 times as much"),
        (["optimal-batch", "--accelerator", "h100", "--set", "L=1k"], "5,962 sequences, 2.46 times"),
        (["optimal-batch", "--accelerator", "gb200"], "no balance: L = 8,000 tokens per sequence is not"),
        (["optimal-batch", "--as-said"], "before: 2,422 sequences now: 2,400 sequences"),
        (["optimal-batch", "--assume", "weight-fetch=t_w = b_w*N_active/W"], "balance-batch: its form is given up"),
        (["optimal-batch", "--from", "base.toml", "--study", "new.toml"], "now: 3,501 sequences, 0.968 times"),
        (["optimal-batch", "--from", "base.toml", "--study", "new.toml"], "study before: Base now: New"),
        (["optimal-batch", "--from", "base.toml", "--accelerator", "h200"], "L: 500 tokens per sequence → 8,000"),
        (["chinchilla", "--assume", "equal-inference=half-for-inference"], "now: 64.8, 0.5 times as much"),
        (["cold-start", "--claims", "mine.py", "--set", "t_disk=10 s"], "before: 7 GB/s now: 14 GB/s, 2 times as much"),
    ],
    ids=lambda value: " ".join(value) if isinstance(value, list) else "",
)
def test_compare(command: Command, words: list[str], told: str) -> None:
    """Cards, values, premises and studies; the start is the defaults, or another study."""
    done = command("compare", *words)
    assert (done.code, done.err) == (0, "")
    assert told in flat(done.out)
    assert "\x1b" not in done.out


def test_compare_as_plain_data(command: Command) -> None:
    """Nothing but JSON."""
    data = json.loads(command("compare", "optimal-batch", *SHORT, "--accelerator", "h100", "--json").out)
    assert data["result"]["ratio"]["exact"] == "96/67"
    assert [item["name"] for item in data["numbers"]] == ["W_gpu", "M_gpu"]


def test_compare_in_brief(command: Command) -> None:
    """Without the steps and the other results."""
    brief = command("compare", "optimal-batch", *SHORT, "--accelerator", "h100", "--brief").out
    assert "1.43" in brief
    assert "crossover-context" not in brief


@pytest.mark.parametrize(
    ("words", "told"),
    [
        ((), "CLAIM"),
        (("optimal-batch",), "nothing is changed: give --assume, --set, a card or a study"),
        (("optimal-batch", "--from", "base.toml"), "nothing is changed"),
        (("optimal-batch", "--study", "empty.toml"), "nothing is changed"),
        (("optimal-bath", "--accelerator", "h200"), "unknown claim 'optimal-bath'; did you mean optimal-batch?"),
        (("optimal-batch", "--set", "L=1k,2k token/sequence"), "L has 2 values: give one value each to compare"),
        (("optimal-batch", "--from", "two.toml", "--accelerator", "h200"), "L has 2 values: give one value each"),
        (("optimal-batch", "--from", "nowhere.toml", "--accelerator", "h200"), "cannot read nowhere.toml"),
        (("optimal-batch", "--assume", "rooflin=no-overlap"), "did you mean roofline?"),
        (("optimal-batch", "--set", "eta=0.5"), "eta"),
    ],
    ids=" ".join,
)
def test_bad_comparisons_are_one_line_and_exit_code_two(command: Command, words: tuple[str, ...], told: str) -> None:
    """It names the thing and the nearest valid names."""
    command("compare", *words).refused(told)


@pytest.mark.long
def test_list_with_a_shared_premise(command: Command, few_claims: tuple[str, ...]) -> None:
    """First which claims moved; the others in a line each."""
    done = command("list", "--assume", "roofline=no-overlap")
    assert (done.code, done.err) == (0, "")
    text = flat(done.out)
    moved, still = text.partition(" changed: ")[0].removeprefix("moved: ").split("; not touched: ")
    taking = {name for name in few_claims if "roofline" in (step.name for step in find_claim(name).derive())}
    assert taking <= set(moved.split(", "))
    assert {*moved.split(", "), *still.split(", ")} == set(few_claims)
    assert {"pipeline-kv", "chinchilla"} <= set(still.split(", "))
    assert "B (balance-batch): 2,422 sequences → no number: balance is inconclusive" in text
    assert "T (interval): 29.38 ms → no number" in text  # computing takes part of the interval, and reads all of it
    assert "no longer refuted: always-a-wall, sparsity-upside-down" in text
    assert "pipeline-kv: all 28 steps proven" in text.partition(" not touched ")[2]
    assert "Reiner Pope" not in text  # published numbers are not expected to reproduce here


@pytest.mark.long
def test_a_brief_list_has_only_the_names_of_what_is_not_touched(command: Command, few_claims: tuple[str, ...]) -> None:
    text = flat(command("list", "--brief", "--assume", "training-arithmetic=recomputed").out)
    assert "; not touched: " in text
    assert "takes training-arithmetic; its result does not change: y_act (memory-saved)" in text
    assert "As said" not in text


@pytest.mark.long
def test_list_with_a_study(command: Command, few_claims: tuple[str, ...]) -> None:
    """Each claim under the part of it that concerns it."""
    text = flat(command("list", "--study", "my.toml").out)
    moved = text.partition("; not touched: ")[0].removeprefix("moved: ").split(", ")
    assert {"optimal-batch", "train-interval", "pipeline-kv", "chinchilla", "kv-bytes"} <= set(moved)
    assert "changed: My study;" in text
    assert "overtraining: 129.6 → 86.4, 0.667 times as much" in text
    assert "takes one-per-stage, uses C_gpu, W_gpu, G, M_gpu, n_fixed" in text


@pytest.mark.long
def test_list_with_a_change_as_plain_data(command: Command, few_claims: tuple[str, ...]) -> None:
    """Before, after, and what moved; what a claim takes without moving is told apart."""
    found = json.loads(command("list", "--assume", "pooled-bandwidth=W = 2*G*W_gpu", "--json").out)
    standing = {item["claim"]: item["standing"] for item in found}
    assert {standing[name] for name in ("optimal-batch", "train-interval", "kv-bytes")} == {"moved"}
    assert standing["pipeline-kv"] == "result unchanged"
    assert standing["chinchilla"] == "not touched"
    assert set(standing) == set(few_claims)
    assert all(item["changed"] == ["pooled-bandwidth: W = 2*G*W_gpu"] for item in found)
    (batch,) = (item for item in found if item["claim"] == "optimal-batch")
    before, after = (batch[when]["number"]["value"] for when in ("before", "after"))
    assert float(Fraction(batch["ratio"]["exact"])) == pytest.approx(after / before, rel=1e-9)
    assert 1 / 5 < after / before < 1 / 2  # half the ridge, and caches that are read in half the time
    assert batch["steps"] == {"changed": ["ridge-per-gpu", "any-number-of-gpus"]}
    assert batch["before"]["verdict"].startswith("all 27 steps proven")
    assert batch["after"]["verdict"].startswith("follows from the changed premises")


def test_list_in_brief_with_a_claim_of_ones_own(command: Command, few_claims: tuple[str, ...]) -> None:
    """The result alone."""
    done = command("list", "--claims", "mine.py", "--set", "S_disk=70 GB", "--brief")
    lines = done.out.splitlines()
    assert flat(done.out).startswith(f"moved: cold-start; not touched: {', '.join(few_claims)} changed: S_disk = 70 GB")
    assert "  W_disk (bandwidth): 7 GB/s → 3.5 GB/s, 0.5 times as much" in lines
    assert "verdict" not in done.out


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (("--assume", "rooflin=no-overlap"), "unknown premise 'rooflin'; did you mean roofline"),
        (("--set", "etta=0.5"), "unknown quantity 'etta'; did you mean eta"),
        (("--set", "n_copies=2"), "no claim uses n_copies under these premises"),
        (("--symbol", "y_own [] mine"), "no changed premise names the symbol 'y_own'"),
        (("--set", "L=1k,2k token/sequence"), "L has 2 values"),
        (("--set", "L=1 s"), "but 1 s is s"),
        (("--accelerator", "h20"), "did you mean h200"),
    ],
    ids=" ".join,
)
def test_changes_that_no_claim_can_make_are_refused(command: Command, words: tuple[str, ...], told: str) -> None:
    """In one line, before anything is printed."""
    done = command("list", *words)
    assert (done.code, done.out) == (2, "")
    assert done.err.count("\n") == 1
    assert told in done.err


def test_the_help_names_the_commands(command: Command) -> None:
    """With an example of each."""
    text = command("--help").out
    assert "derive compare optimal-batch --accelerator h100" in text
    assert "derive list --assume roofline=no-overlap" in text
