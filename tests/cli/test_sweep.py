"""The command `derive sweep`: what a sweep comes to, or a file; one line for what cannot be swept."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from derivations.claims.index import find_claim

Command = Callable[..., Any]  # the fixture `command` of `conftest.py`
CONTEXT = find_claim("optimal-batch").notation["L"].meaning


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An empty folder to work in."""
    monkeypatch.chdir(tmp_path)
    return tmp_path


def test_what_a_sweep_comes_to_is_printed(command: Command) -> None:
    """The ends of each number, how many points are in each regime, and why some have no number."""
    done = command("sweep", "optimal-batch", "--set", "L=0..10k linear 4", "--set", "B=64, 50k",
                   "--accelerator", "gb200,h200")
    assert (done.code, done.err) == (0, "")
    assert "16 points: 2 of accelerator, 4 of L, 2 of B" in done.out
    assert "regime (T): compute-bound" in done.out
    assert "no balance: L < L_kv*(1 + L/L_attn) does not hold 12.5%" in done.out
    rack = ("sweep", "optimal-batch", "--accelerator", "gb200", "--set", "L=0..10k linear 4")
    data = json.loads(command(*rack, "--json").out)
    assert data["dimensions"] == {"L": 4}
    (balance,) = data["variables"]
    assert (balance["name"], balance["unit"], balance["points"]) == ("B", "sequence", 3)
    assert balance["least"] == pytest.approx(312.5 * 671 / 37, rel=1e-6)


def test_every_point_is_written(command: Command, folder: Path) -> None:
    """A row each; a single --set is a change as in every command, and so are a study's several values."""
    pytest.importorskip("pyarrow")
    (folder / "mine.toml").write_text('[set]\nL = ["1k", "2k"]\n', encoding="utf-8")
    done = command("sweep", "cost-per-token", "--set", "B=1, 2, 4", "--set", "n=2", "--study", "mine.toml",
                   "-o", "a.csv")
    assert (done.code, done.out, done.err) == (0, "", "wrote a.csv: 6 points\n")
    lines = (folder / "a.csv").read_text(encoding="utf-8").splitlines()
    assert len(lines) == 7
    assert lines[0].startswith('"B [sequence]","L [token/sequence]","y_cost"')
    command("sweep", "cost-per-token", "--set", "B=1, 2, 4", "-o", "a.csv").refused("a.csv exists: give --force")
    assert (folder / "a.csv").read_text(encoding="utf-8").splitlines() == lines
    assert command("sweep", "cost-per-token", "--set", "B=1, 2", "-o", "a.csv", "--force").code == 0
    assert len((folder / "a.csv").read_text(encoding="utf-8").splitlines()) == 3


@pytest.mark.some(2)
@pytest.mark.parametrize(("words", "told"), [
    ((), "a sweep needs a quantity, cards or premises"),
    (("--set", "L=5..1"), "is above"),
    (("--set", "L=1.."), "as a range"),
    (("--set", "Z=1..2"), "unknown quantity 'Z'"),
    (("--set", "L=1 s..2 s"), f"L ({CONTEXT})"),
    (("--set", "L=1k,2k", "-o", "a.xlsx"), "ends in .zarr, .parquet, .csv"),
    (("--set", "L=1k,2k", "-o", "none/a.csv"), "there is no folder none"),
    (("--set", "L=1k,2k", "--resume"), "name it with -o"),
    (("--set", "L=0..9999 step 1", "--set", "B=1..1M step 1", "--set", "n=1..1000 step 1"),
     "more than the memory has room for: write them to a file"),
    (("--set", "L=1k,2k", "--accelerator", "h100,h1000"), "unknown accelerator 'h1000'"),
])
def test_what_cannot_be_swept_is_one_line(command: Command, folder: Path, words: tuple[str, ...], told: str) -> None:
    """And leaves no file."""
    command("sweep", "optimal-batch", *words).refused(told)
    assert not list(folder.iterdir())


def test_without_the_libraries_the_extra_is_named(command: Command, monkeypatch: pytest.MonkeyPatch) -> None:
    """In one line."""
    import sys

    monkeypatch.setitem(sys.modules, "numpy", None)
    command("sweep", "optimal-batch", "--set", "L=1k,2k").refused("pip install 'derivations[sweep]'")


@pytest.mark.long
def test_what_the_claim_solves_for_shows_the_steps_behind_it(command: Command) -> None:
    """At one value and at several: pass time, regime, cost, and the balance; it is not without influence."""
    one = command("show", "optimal-batch", "--set", "B=4096", "--brief").out
    assert "At B = 4,096 sequences" in one
    assert "compute-bound" in one
    assert "without effect" not in one
    several = command("show", "optimal-batch", "--set", "B=1,4096", "--csv").out.splitlines()
    assert len(several) == 3
    assert "memory-bound" in several[1]
    assert "compute-bound" in several[2]
    assert all("2422.478" in line for line in several[1:])
    data = json.loads(command("show", "optimal-batch", "--set", "B=4096", "--json").out)
    steps = {column["step"] for column in data["behind"]["columns"]}
    assert steps >= {"roofline", "rent-of-a-token", "balance-batch", None}


def test_draws_go_beside_other_values(command: Command, folder: Path) -> None:
    """And each is written, with the numbers that were drawn."""
    draws = ("--set", "L=8k +- 1k", "--draws", "500")
    done = command("sweep", "optimal-batch", *draws, "--set", "W_gpu=4 TB/s..5 TB/s")
    assert "12,500 points: 500 of draw, 25 of W_gpu" in done.out
    done = command("sweep", "optimal-batch", *draws, "-o", "draws.csv")
    assert done.err.endswith("wrote draws.csv: 500 points\n")
    rows = (folder / "draws.csv").read_text(encoding="utf-8").splitlines()
    assert len(rows) == 501
    assert len({row.partition(",")[0] for row in rows}) > 400
