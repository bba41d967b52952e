"""The command with several values of a quantity: what it prints, further columns, and what it refuses."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

Command = Callable[..., Any]  # the fixture `command` of `conftest.py`

SHOW = ("show", "optimal-batch")
CONTEXTS = ("--set", "L=1k,2k,128k token/sequence")
BATCHES = ("--set", "B=1,8,64,512 sequence", "--set", "G=8 GPU")


def numbers(start: int, stop: int) -> str:
    """Many values."""
    return ",".join(map(str, range(start, stop)))


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An empty folder to work in."""
    monkeypatch.chdir(tmp_path)
    return tmp_path


def test_several_values_make_a_table(command: Command) -> None:
    """Beside all that a report has, which is for the first of them."""
    done = command(*SHOW, *CONTEXTS)
    assert (done.code, done.err) == (0, "")
    for part in ("7,440", "12,187", "no balance: L = 128,000", "numbers below are for L = 1,000", "Premises"):
        assert part in done.out


def test_steps_are_further_columns(command: Command) -> None:
    """By step or by quantity."""
    steps = ("--step", "weight-fetch", "--step", "time-per-sequence", "--step", "t_kv")
    done = command(*SHOW, "--brief", *BATCHES, *steps)
    assert done.code == 0
    for head in ("B [sequence]", "t_w (weight-fetch)", "(time-per-sequence)", "t_kv (kv-fetch)"):
        assert head in done.out
    rows = [line.split() for line in done.out.splitlines() if line.strip()[:3] in ("1  ", "8  ", "64 ", "512")]
    assert [row[:3] for row in rows] == [[batch, "5,354", "50.07"] for batch in ("1", "8", "64", "512")]


def test_several_values_as_plain_data(command: Command) -> None:
    """Nothing but JSON."""
    data = json.loads(command(*SHOW, "--json", *CONTEXTS, "--step", "L_x").out)
    assert [row["cells"][1]["text"] for row in data["sweep"]["rows"]] == ["3,567 token/sequence"] * 3


def test_a_plot_is_written_beside_what_is_printed(command: Command, folder: Path) -> None:
    """Over an existing file only by force."""
    done = command(*SHOW, "--brief", *CONTEXTS, "--plot", "new.svg")
    assert (done.code, "12,187" in done.out) == (0, True)
    assert "<svg" in (folder / "new.svg").read_text(encoding="utf-8")
    assert "exists: give --force" in command(*SHOW, *CONTEXTS, "--plot", "new.svg").err
    assert command(*SHOW, *CONTEXTS, "--plot", "new.svg", "--force", "--json").code == 0


@pytest.mark.parametrize(("form", "part"), [("latex", r"\begin{tabular}"), ("markdown", "| 2,000 | 12,187 |")])
def test_export_has_the_table(command: Command, form: str, part: str) -> None:
    """In either form."""
    assert part in command("export", "optimal-batch", "--to", form, *CONTEXTS).out


@pytest.mark.parametrize(
    ("words", "told"),
    [
        ((*SHOW, *CONTEXTS, "--step", "rigde"), "unknown step or quantity 'rigde'; did you mean ridge"),
        ((*SHOW, "--step", "ridge"), "--step is a column at several values: give some, as in --set"),
        ((*SHOW, "--plot", "new.svg"), "--plot draws a result at several values: give some, as in --set"),
        ((*SHOW, *CONTEXTS, "--plot", "new.png"), "to a file whose name ends in .svg"),
        ((*SHOW, *CONTEXTS, "--set", "G=1,2 GPU", "--plot", "new.svg"), "a plot is over one quantity, and 2 vary"),
        ((*SHOW, "--set", "L=1k,128k token/sequence", "--plot", "new.svg"), "a plot needs two numbers of B"),
        ((*SHOW, "--set", "L=1k,,2k token/sequence"), "L: cannot read '1k,,2k token/sequence': a value is missing"),
        ((*SHOW, "--set", "L=1,024,2,048 token/sequence"), "write a semicolon between values"),
        ((*SHOW, "--set", "L=8k token/sequence, 1 s"), "is token/sequence, but 1 s is s"),
        ((*SHOW, "--set", "L=1k,2K token/sequence"), "write k for 1,000 or Ki for 1,024"),
        ((*SHOW, "--set", "n=1,0 token/sequence"), "must be positive"),
        ((*SHOW, "--set", f"L={numbers(0, 70)} token/sequence"), "70 values of one quantity are too many"),
        ((*SHOW, "--set", f"L={numbers(0, 40)} token/sequence", "--set", f"G={numbers(1, 12)} GPU"),
         "40 of L and 11 of G make 440 rows: give values for at most 400"),
        (("why", "B", *CONTEXTS), "why is about one number: give one value of L"),
    ],
)
def test_bad_input_is_one_line_and_exit_code_two(
    command: Command, folder: Path, words: tuple[str, ...], told: str
) -> None:
    """It names the thing, and nothing is printed or written."""
    command(*words).refused(told)
    assert list(folder.iterdir()) == []
