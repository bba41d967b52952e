"""The command `derive sensitivity`: what it prints and draws, and how it refuses."""

import json
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from ..own_claims import CLAIMS

Command = Callable[..., Any]  # the fixture `command` of `conftest.py`

BATCH = ("sensitivity", "optimal-batch", "--accelerator", "gb200", "--set", "L=1k token/sequence")
RANGES = ("--range", "L=500 token/sequence..2k token/sequence", "--range", "n=1..4 token/sequence")


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder with a reader's own claims, to work in."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / "mine.py").write_text(CLAIMS, encoding="utf-8")
    (tmp_path / "old.svg").write_text("old", encoding="utf-8")
    return tmp_path


def test_powers_swings_and_corners(command: Command) -> None:
    """In a terminal's words."""
    done = command(*BATCH, *RANGES)
    assert (done.code, done.err) == (0, "")
    for part in ("6,547 sequences", "+0.686 here", "7,749 sequences", "│", "over 4 corners"):
        assert part in done.out
    assert "\x1b" not in done.out


def test_the_claims_own_ranges_are_the_default(command: Command) -> None:
    """And those given stand in their place."""
    own = command("sensitivity", "pipeline-kv").out
    assert "over the ends of kappa, L, ep_width, b_micro together" in " ".join(own.split())
    given = json.loads(command("sensitivity", "pipeline-kv", "--json", "--range", "ep_width=8..64 GPU").out)
    assert [swing["name"] for swing in given["swings"]] == ["ep_width"]


def test_changed_premises_and_cards_count(command: Command) -> None:
    """The same options as everywhere."""
    changed = ("--assume", "arithmetic-time=weights-alone")
    data = json.loads(command(*BATCH, "--json", *changed).out)
    assert data["assumptions"] == {"arithmetic-time": "weights-alone"}
    assert "GB200" in data["scenario"]["title"]
    names = [item["name"] for item in data["elasticities"]]
    assert "kappa" in names
    assert "f_attn" not in names
    as_it_is = json.loads(command(*BATCH, "--json").out)["elasticities"]
    assert "f_attn" in [item["name"] for item in as_it_is]


def test_a_range_that_does_not_move_the_result_is_no_error(command: Command) -> None:
    """It says so."""
    done = command(*BATCH, "--range", "G=1..8 GPU")
    assert done.code == 0
    assert "does not move it" in done.out


def test_a_plot_is_written_beside_what_is_printed(command: Command, folder: Path) -> None:
    """Over an existing file only by force."""
    done = command(*BATCH, *RANGES, "--plot", "new.svg")
    assert done.code == 0
    assert "│" in done.out
    assert "<svg" in (folder / "new.svg").read_text(encoding="utf-8")
    assert command(*BATCH, *RANGES, "--plot", "old.svg", "--force", "--json").code == 0
    assert "<svg" in (folder / "old.svg").read_text(encoding="utf-8")


def test_a_result_that_does_not_stand_exits_with_one(command: Command) -> None:
    """There is nothing wrong with the input, and no answer."""
    done = command("sensitivity", "optimal-batch", "--assume", "roofline=no-overlap")
    assert (done.code, done.out) == (1, "")
    assert "balance is inconclusive" in done.err


@pytest.mark.long
def test_without_matplotlib_the_error_names_the_extra(
    command: Command, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """And the table alone needs none."""
    monkeypatch.setitem(sys.modules, "matplotlib", None)
    done = command(*BATCH, *RANGES, "--plot", "new.svg")
    assert (done.code, done.out) == (2, "")
    assert "pip install" in done.err
    assert not (folder / "new.svg").exists()
    assert command(*BATCH, *RANGES).code == 0


BAD: list[tuple[tuple[str, ...], str]] = [
    (("sensitivity",), "CLAIM"),
    (("sensitivity", "optimal-bath"), "did you mean optimal-batch?"),
    ((*BATCH, "--range", "n"), 'write --range NAME="LOW..HIGH UNIT"'),
    ((*BATCH, "--range", "n=4 token/sequence"), "n: cannot read '4 token/sequence' as a range: write LOW..HIGH"),
    ((*BATCH, "--range", "n=1..2..3 token/sequence"), "as a range: write LOW..HIGH"),
    ((*BATCH, "--range", "n=..3 token/sequence"), "as a range: write LOW..HIGH"),
    ((*BATCH, "--range", "n=4..1 token/sequence"),
     "n: '4..1 token/sequence' is no range: 4 tokens per sequence is above 1"),
    ((*BATCH, "--range", "n=1..4%"), "is token/sequence, but 1% is a pure number; did you mean"),
    ((*BATCH, "--range", "n=1..4 GB"), "is token/sequence, but 1 GB is byte"),
    ((*BATCH, "--range", "n=1..4 tokn"), "n: unknown unit 'tokn'; did you mean"),
    ((*BATCH, "--range", "n=1 s..4 token/sequence"), "measure different things"),
    ((*BATCH, "--range", "n=many..4 token/sequence"), "n: 'many' does not begin with a number"),
    ((*BATCH, "--range", "n=0..4 token/sequence"), "must be positive"),
    ((*BATCH, "--range", "Lx=1..4 token/sequence"), "unknown quantity 'Lx'; did you mean L_x"),
    ((*BATCH, "--range", "r=200..400 token"),
     "r = 200 tokens is given, but C_gpu, W_gpu, b_w, phi make it 312.5 tokens"),
    ((*BATCH, "--range", "n=1..4 token/sequence", "--range", "n=1..4 token/sequence"), "--range gives 'n' twice"),
    ((*BATCH[:4], "--set", "L=128k token/sequence"), "no number here that could move: no balance"),
    (("sensitivity", "cold-start", "--claims", "mine.py"), "cold-start has no number here that could move: needs S, t"),
    (("sensitivity", "optimal-batch", "--set", "L=1, 2 token/sequence"), "give one value of L"),
    ((*BATCH, *RANGES, "--plot", "new.png"), "to a file whose name ends in .svg"),
    ((*BATCH, *RANGES, "--plot", "old.svg"), "old.svg exists: give --force to replace it"),
    ((*BATCH, *RANGES, "--plot", "nowhere/new.svg"), "cannot write nowhere/new.svg"),
    ((*BATCH, "--plot", "new.svg"), "optimal-batch has no swings to draw"),
]


@pytest.mark.parametrize(("words", "told"), BAD, ids=[" ".join(words)[:90] for words, _ in BAD])
def test_bad_input_is_one_line_and_exit_code_two(
    command: Command, folder: Path, words: tuple[str, ...], told: str
) -> None:
    """It names the thing and the nearest valid names; nothing is printed or written."""
    command(*words).refused(told)
    assert {path.name for path in folder.iterdir() if path.name != "__pycache__"} == {"mine.py", "old.svg"}
    assert (folder / "old.svg").read_text(encoding="utf-8") == "old"


@pytest.mark.parametrize("given", ["n=1..4", "n=1..4 tokens", "n=1..4 token/sequence log 9", "n=4, 1, 2"])
def test_a_range_is_typed_as_a_value_is(command: Command, given: str) -> None:
    """In the quantity's own unit, with points that do not matter here, or as a list of which the ends count."""
    wanted = command(*BATCH, "--range", "n=1..4 token/sequence")
    done = command(*BATCH, "--range", given)
    assert (done.code, done.out) == (0, wanted.out)
