"""The command `derive solve`: what it prints, and how it refuses."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

Command = Callable[..., Any]  # the fixture `command` of `conftest.py`

CLAIMS = """
from derivations import Claim, Notation, Premise

NOTATION = Notation.of("a [] height\\nb [] width\\nx [] place")

def parabola(board):
    return board.take(Premise("parabola", "a = 5 + x^2 - 2*b*x"))

def none(board):
    return board.take(Premise("none", "a = 1 + b + x^2*b + a*(1 - 1)"))

PARABOLA = Claim("parabola", NOTATION, parabola)
"""


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A folder with a reader's own claim, to work in."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / "mine.py").write_text(CLAIMS, encoding="utf-8")


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (["optimal-batch", "--for", "L", "--given", "B=10,000 sequence"], "= 1,657 token/sequence"),
        (["optimal-batch", "--for", "L", "--set", "B=10,000 sequence"], "= 1,657 token/sequence"),
        (["optimal-batch", "--for", "L", "--given", "B=10,000 sequence", "--accelerator", "h200"], "NVIDIA H200"),
        (["optimal-batch", "--for", "L", "--given", "B=10,000 sequence", "--assume", "compute-time=with-attention"],
         "Changed: compute-time: with-attention"),
        (["optimal-batch", "--for", "L", "--given", "B=3,000 sequence"], "L would be -2,799 token/sequence"),
        (["optimal-batch", "--for", "s", "--as-said", "--given", "B=5,400 sequence"], "= 18"),
        (["optimal-batch", "--for", "B"], "B is the result of optimal-batch already."),
        (["kv-bytes", "--for", "L", "--given", "kappa=1667 byte/token"], "= 150,364 token/sequence"),
        (["chinchilla", "--for", "t_life", "--as-said", "--given", "overtraining=100"], "= 46.3 day"),
        (["parabola", "--claims", "mine.py", "--for", "x", "--given", "a=7", "--given", "b=3"], "Branch 2 of 2"),
    ],
    ids=lambda value: " ".join(value) if isinstance(value, list) else "",
)
def test_solve_with_options(command: Command, words: list[str], told: str) -> None:
    """Cards, values, premises and claims, as in `derive show`."""
    done = command("solve", *words)
    assert (done.code, done.err) == (0, "")
    assert told in " ".join(done.out.split())
    assert "\x1b" not in done.out


def test_solve_as_plain_data(command: Command) -> None:
    """Nothing but JSON."""
    data = json.loads(command("solve", "optimal-batch", "--for", "L", "--given", "B=10k sequence", "--json").out)
    assert data["for"] == "L"
    assert data["solutions"][0]["unit"] == "token/sequence"


@pytest.mark.parametrize(
    ("words", "code", "told"),
    [
        (("optimal-batch",), 2, "--for"),
        (("optimal-bath", "--for", "L"), 2, "did you mean optimal-batch?"),
        (("optimal-batch", "--for", "Lx"), 2, "did you mean L_x"),
        (("optimal-batch", "--for", "G"), 2, "does not rest on G: it cancels from B = r*s/(n*(1 - L/L_x))"),
        (("optimal-batch", "--for", "L", "--given", "L=2 token/sequence"), 2, "L is what is asked for"),
        (("optimal-batch", "--for", "L", "--given", "B"), 2, "write --given"),
        (("optimal-batch", "--for", "L", "--given", "B=1", "--given", "B=2"), 2, "--given gives 'B' twice"),
        (("optimal-batch", "--for", "L", "--given", "B=3 token"), 2, "B (batch: sequences that share a pass) is"),
        (("optimal-batch", "--for", "L", "--given", "B=1k, 2k sequence"), 2, "B has several values"),
        (("optimal-batch", "--for", "L", "--assume", "roofline=no-overlap"), 1, "balance-batch is waiting for"),
        (("optimal-batch", "--for", "L_x"), 1, "no solution for L_x was found: L_x = n*B*L/(n*B - r*s) is not shown"),
        (("pipeline-kv", "--for", "B"), 1, "B = n_stages*b_micro is not shown to be one"),
    ],
    ids=lambda value: " ".join(value) if isinstance(value, tuple) else "",
)
def test_what_is_refused_is_one_line_and_nothing_else(
    command: Command, words: tuple[str, ...], code: int, told: str
) -> None:
    """Exit code 2 for input that is wrong, 1 where the engine has no answer."""
    command("solve", *words).refused(told, code)


def test_the_help_names_the_command(command: Command) -> None:
    """With an example."""
    assert "derive solve optimal-batch --for L" in command("--help").out
    assert "--given NAME=VALUE UNIT" in command("solve", "--help").out
