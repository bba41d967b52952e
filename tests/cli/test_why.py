"""The command `derive why`: what it prints, which claim it chooses, and how it refuses."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

Command = Callable[..., Any]  # the fixture `command` of `conftest.py`

CLAIMS = """
from derivations import Claim, Notation, Premise

NOTATION = Notation.of('''
t_disk [s] time to load the weights
S_disk [byte] size of the weights
W_disk [byte/s] bandwidth of the disk
phi [FLOP/parameter/token] arithmetic, which nothing here uses
''')

def cold_start(board):
    load = board.take(Premise("load", "t_disk = S_disk/W_disk", because="every byte crosses the link once"))
    return board.solve("bandwidth", load, for_="W_disk")

def warm_start(board):
    return board.take(Premise("load", "t_disk = S_disk/W_disk"))

COLD_START = Claim("cold-start", NOTATION, cold_start)
WARM_START = Claim("warm-start", NOTATION, warm_start)
"""


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A folder with a reader's own claims, to work in."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / "mine.py").write_text(CLAIMS, encoding="utf-8")


@pytest.mark.some(2)
@pytest.mark.parametrize(
    ("words", "told"),
    [
        (["B"], "B = 2,422 sequences"),
        (["balance-batch"], "B = 2,422 sequences"),
        (["r", "--accelerator", "h200"], "card h200"),
        (["kappa", "--claim", "optimal-batch"], "61 layers x (512 latent + 64 positional) x 2 bytes (bf16)"),
        (["kappa", "--claim", "optimal-batch", "--cache", "fp8"], "kappa = 35.14 kB per token"),
        (["B", "--as-said"], "as said: Reiner Pope, 0:18:09"),
        (["B", "--accelerator", "gb200", "--set", "L=128k"], "no balance: L = 128,000 tokens per sequence"),
        (["B", "--assume", "roofline=no-overlap"], "balance is inconclusive"),
        (["u_peak", "--symbol", "u_peak [] (fraction) share of the peak", "--assume",
          "arithmetic-time=t_c = phi*n*B*N_active/(u_peak*C)", "--set", "u_peak=40%"], "u_peak = 40%"),
        (["f_attn", "--claim", "optimal-batch"], "scores and weighted sum of all heads"),
        (["B", "--claim", "optimal-batch"], "in optimal-batch: "),
        (["bandwidth", "--claims", "mine.py", "--set", "S_disk=140 GB", "--set", "t_disk=20 s"], "W_disk = 7 GB/s"),
        (["S_disk", "--claims", "mine.py"], '--set S_disk="... byte"'),
    ],
    ids=lambda value: " ".join(value) if isinstance(value, list) else "",
)
def test_why_with_options(command: Command, words: list[str], told: str) -> None:
    """Cards, formats, values, premises, new symbols and claims, as in `derive show`."""
    done = command("why", *words, "--full")
    assert (done.code, done.err) == (0, "")
    assert told in " ".join(done.out.replace("│", " ").split())
    assert "\x1b" not in done.out


def test_why_is_a_tree_of_numbers_and_their_sources(command: Command) -> None:
    """Where each number comes from, in a line; reasons, checks and addresses are asked for."""
    brief = command("why", "C", "--claim", "optimal-batch")
    lines = brief.out.splitlines()
    assert any("C_gpu = 1,979 TFLOP/s per GPU" in line and line.endswith("card h200, fp8 [2]") for line in lines)
    assert any(line.startswith("  [2] Machine Learning Engineering Open Book") for line in lines)
    assert not any("https://" in line or "another source" in line or "share the work" in line for line in lines)
    full = command("why", "C", "--claim", "optimal-batch", "--full").out
    for part in ("https://", "another source", "share the work evenly"):
        assert part in full


@pytest.mark.long
def test_why_chooses_the_claim_and_names_the_others(command: Command) -> None:
    """Where it is the result, first; where it is derived, else; and the one that is asked for."""
    assert "in cold-start: " in command("why", "W_disk", "--claims", "mine.py").out
    assert "also in: warm-start" in command("why", "W_disk", "--claims", "mine.py").out
    assert "in warm-start: " in command("why", "t_disk", "--claims", "mine.py").out
    asked = command("why", "W_disk", "--claims", "mine.py", "--claim", "warm-start").out
    assert "in warm-start: " in asked
    assert "also in: cold-start" in asked
    own = command("why", "phi", "--claims", "mine.py").out
    assert "in cold-start" not in own
    assert "phi = 2 FLOP per parameter and token" in own


def test_why_derives_one_claim_only(command: Command, monkeypatch: pytest.MonkeyPatch) -> None:
    """The others are known by their outlines."""
    from derivations.claim.claim import Claim

    derived = []
    derive = Claim.derive

    def counted(self: Claim, *arguments: Any) -> Any:
        derived.append(self.name)
        return derive(self, *arguments)

    monkeypatch.setattr(Claim, "derive", counted)
    assert command("why", "W_disk", "--claims", "mine.py").code == 0
    assert derived == ["cold-start"]
    assert command("why", "nonsense", "--claims", "mine.py").code == 2
    assert derived == ["cold-start"]


def test_why_as_plain_data(command: Command) -> None:
    """Nothing but JSON: the tree with values, steps and sources."""
    data = json.loads(command("why", "L_x", "--claim", "optimal-batch", "--json").out)
    assert {"schema", "claim", "also_in", "scenario", "assumptions", "premises", "origin"} <= set(data)
    origin = data["origin"]
    assert (origin["name"], origin["step"]) == ("L_x", "crossover-context")
    behind = {child["name"] for child in origin["children"]}
    assert behind == {"phi", "n", "N_active", "W", "kappa", "C", "C_attn", "f_attn"}
    kappa = next(child for child in origin["children"] if child["name"] == "kappa")
    assert kappa["cited"]["by"] == "card deepseek-v3"
    assert kappa["cited"]["url"].startswith("https://")


@pytest.mark.parametrize(
    ("words", "told"),
    [
        ((), "QUANTITY"),
        (("nonsense",), "unknown quantity or step 'nonsense'; "),
        (("Lx",), "did you mean L_x"),
        (("balance-bach",), "did you mean balance-batch"),
        (("W_dsk", "--claims", "mine.py"), "did you mean W_disk"),
        (("B", "--claim", "optimal-bath"), "unknown claim 'optimal-bath'; did you mean optimal-batch?"),
        (("W_disk", "--claims", "mine.py", "--claim", "cold-strt"), "did you mean cold-start?"),
        (("W_disk", "--claims", "mine.py", "--claim", "optimal-batch"), "unknown quantity or step 'W_disk'"),
        (("B", "--set", "L"), 'write --set NAME="VALUE UNIT"'),
        (("B", "--assume", "rooflin=no-overlap"), "did you mean roofline?"),
        (("B", "--accelerator", "h10"), "did you mean h100"),
        (("B", "--symbol", " "), "write 'name [unit] meaning'"),
        (("B", "--claims", "nowhere.py"), "no such file: nowhere.py"),
    ],
    ids=" ".join,
)
def test_bad_input_is_one_line_and_exit_code_two(command: Command, words: tuple[str, ...], told: str) -> None:
    """It names the thing and the nearest valid names."""
    command("why", *words).refused(told)


def test_the_help_names_the_command(command: Command) -> None:
    """With an example."""
    assert "derive why B" in command("--help").out
