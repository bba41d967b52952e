"""Everyday tasks, as the how-to has them: each command works at the first try, and a slip in it is one line."""

import re
import shlex
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

Command = Callable[..., Any]  # the fixture `command` of `conftest.py`

DOCS = Path(__file__).parents[2] / "docs"
TASKS = re.search(r"## Twelve everyday tasks\n.*?```sh\n(.*?)```", (DOCS / "how-to.md").read_text("utf-8"), re.DOTALL)
assert TASKS is not None
LINES = [line for line in TASKS[1].splitlines() if line and not line.startswith("#")]
TOLD = {  # what a line is asked for, computed by hand or elsewhere in the tests
    "derive show optimal-batch --catalog": "14,282 sequences",  # 147.7 × 18.14/(1 + 8,000/2,177 - 8,000/1,783)
    "derive show optimal-batch --assume": "= 5,527 sequences",  # 206.1 × 18.14/(1 + 1,000/2,177 - 1,000/1,277)
    "derive solve context-wall": "2,178 tokens per sequence",  # where attention takes as long as the weights
    "derive solve cost-per-token": "7.238 million tokens per sequence",  # (3,819 + L/2,554)/(1 + L/2,177) = 2
    "derive solve prefill-decode": "= 1,290 tokens per sequence",  # 731 × (2 - 3,338/8,000)/(1 - 2 × 0.0512)
    "derive show chinchilla": "= 40.32",  # 129.6 × (1/3)/(3/4) × 70%
    "derive show my-claim": "= 57.23 per second",  # 38.4e12/671e9
    "derive judge": "its condition is the right one",
}


@pytest.mark.long
def test_every_line_of_the_how_to_works_as_it_stands(
    command: Command, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """In an empty folder, one after the other."""
    monkeypatch.chdir(tmp_path)
    told = set()
    for line in LINES:
        words, _, file = line.partition(" > ")
        done = command(*shlex.split(words)[1:])
        assert done.code == 0, (line, done.err)
        if file:
            (tmp_path / file).write_text(done.out, encoding="utf-8")
        for start, text in TOLD.items():
            if line.startswith(start):
                told.add(start)
                assert text in " ".join(done.out.split()), line
    assert told == set(TOLD)
    for name in ("cost.png", "cost.csv", "mine.toml", "shared.html", "batch.pdf", "grid.tex"):
        assert (tmp_path / name).stat().st_size > 0


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("show", '--symbol "e_kv [] (fraction) efficiency of reads"'),
        ("show", '--assume kv-fetch="t_kv = kappa*B*L/(e_kv*W)"'),
        ("show", "--assume equal-rl=share-of-rl --assume equal-inference=share-of-rl"),
        ("show", "--set x_RL=30% --set eta=30%/40%"),
        ("solve", "derive solve context-wall --for L --given y_far_cost=2"),
        ("solve", "derive solve cost-per-token --for L --given y_cost=2"),
        ("compare", "--set L=1k --assume arithmetic-time=weights-alone --save-study mine.toml"),
        ("judge", 'derive judge optimal-batch "B = r*s/(n*(1 + L/L_attn - L/L_kv)) if L < L_kv*(1 + L/L_attn)"'),
    ],
)
def test_what_is_hard_to_guess_stands_in_the_help(command: Command, name: str, text: str) -> None:
    """Word for word, as the how-to has it and the test above runs it."""
    assert text in command(name, "--help").out
    assert any(text in line for line in LINES)
