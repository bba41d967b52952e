"""The command `derive premises`: what it prints, in which forms, and how it refuses."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from derivations.claim.claim import Claim
from derivations.claims.index import CLAIMS as BUILT_IN

Command = Callable[..., Any]  # the fixture `command` of `conftest.py`

CLAIMS = """
from derivations import Alternative, Claim, Notation, Premise, Quantity

NOTATION = Notation.of('''
t_disk [s] time to load the weights
S_disk [byte] size of the weights
W_disk [byte/s] bandwidth of the disk
''')
CACHED = Quantity("x_cached", "", "part that is in memory already", "fraction")
LOAD = Premise(
    "load", "t_disk = S_disk/W_disk", because="every byte crosses the link once", source="by hand",
    alternatives=(Alternative("part-cached", "t_disk = (1 - x_cached)*S_disk/W_disk", "some is there",
                              quantities=(CACHED,)),),
)

def cold_start(board):
    return board.solve("bandwidth", board.take(LOAD), for_="W_disk")

def warm_start(board):
    return board.take(LOAD)

COLD_START = Claim("cold-start", NOTATION, cold_start)
WARM_START = Claim("warm-start", NOTATION, warm_start)
"""
CARDS = """
[sources.lab]
title = "Our laboratory"
standing = "verified"

[models.my-model]
title = "My model"
source = "lab"
total = { number = 7e9, unit = "parameter" }
layers = 32
attention = { kv_vectors = 2, kv_heads = 8, head_dim = 128 }
"""


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A folder with a reader's own claims, to work in."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / "mine.py").write_text(CLAIMS, encoding="utf-8")
    (tmp_path / "fails.py").write_text(CLAIMS.replace("board.take(LOAD)\n\nCOLD", "1/0\n\nCOLD"), encoding="utf-8")


def test_of_a_claim_of_ones_own(command: Command) -> None:
    """All that there is to say, and which other claim shares it."""
    done = command("premises", "cold-start", "--full", "--claims", "mine.py")
    assert (done.code, done.err) == (0, "")
    assert done.out.splitlines()[:9] == [
        "Premises of cold-start: 1 premise, 1 named alternative",
        "",
        "load  also in warm-start",
        "  t_disk = S_disk/W_disk",
        "      every byte crosses the link once",
        "      source: by hand",
        "  or part-cached",
        "      t_disk = (1 - x_cached)*S_disk/W_disk",
        "          some is there",
    ]
    assert 'give it by `--set x_cached="..."`' in " ".join(done.out.split())
    assert "\x1b" not in done.out


def test_the_premises_are_an_index(command: Command) -> None:
    """A line for each premise and alternative; why they are so is asked for."""
    done = command("premises", "cold-start", "--claims", "mine.py")
    assert done.out.splitlines()[:5] == [
        "Premises of cold-start: 1 premise, 1 named alternative",
        "",
        "  load: t_disk = S_disk/W_disk",
        "      or part-cached: t_disk = (1 - x_cached)*S_disk/W_disk",
        "",
    ]
    assert "by hand" not in done.out
    assert "`derive premises cold-start --full`" in done.out


@pytest.mark.long
def test_of_all_claims_with_ones_own_at_the_end(command: Command) -> None:
    """Each premise once."""
    data = json.loads(command("premises", "--claims", "mine.py", "--json").out)
    assert data["claims"] == [*BUILT_IN, "cold-start", "warm-start"]
    assert data["premises"][-1]["name"] == "load"
    assert data["premises"][-1]["claims"] == ["cold-start", "warm-start"]
    (reads,) = [item for item in data["premises"] if item["name"] == "memory-time"]
    assert len(reads["claims"]) > 1
    text = command("premises", "--full").out
    for item in data["premises"][:-1]:
        assert f"\n{item['name']}  in {item['claims'][0]}" in text


@pytest.mark.long
def test_what_it_names_is_what_can_be_assumed(command: Command) -> None:
    """Every alternative of a claim, with the numbers that it says the reader must give."""
    data = json.loads(command("premises", "pipeline-kv", "--json").out)
    for premise in data["premises"]:
        for other in premise["alternatives"]:
            given = [f"{item['name']}=2" for item in other["quantities"] if item["to_be_set"]]
            words = [word for text in given for word in ("--set", text)]
            done = command("show", "pipeline-kv", "--brief", "--assume", f"{premise['name']}={other['name']}", *words)
            assert done.code == 0, done.err


@pytest.mark.long
def test_nothing_is_derived(command: Command, monkeypatch: pytest.MonkeyPatch) -> None:
    """Which keeps the answer quick."""
    monkeypatch.setattr(Claim, "derive", lambda *_, **__: pytest.fail("something was derived"))
    assert command("premises").code == 0
    assert command("premises", "cold-start", "--claims", "mine.py").code == 0


def test_as_markdown(command: Command) -> None:
    """To paste into a page."""
    done = command("premises", "optimal-batch", "--to", "markdown")
    assert (done.code, done.err) == (0, "")
    assert done.out.startswith("# Premises of optimal-batch: ")
    assert "- or no-overlap: $T \\ge " in done.out


def test_cards_of_ones_own_are_asked(command: Command, tmp_path: Path) -> None:
    """A card that does not say how many query heads there are has no number for the work of attention."""
    (tmp_path / "my.toml").write_text(CARDS, encoding="utf-8")
    data = [json.loads(command("premises", name, "--catalog", "my.toml", "--json").out)
            for name in ("kv-bytes", "fast-mode")]
    cards = {
        quantity["name"]: quantity["cards"]
        for each in data
        for item in each["premises"]
        for other in item["alternatives"]
        for quantity in other["quantities"]
    }
    assert "my-model" in cards["kappa_all"]
    assert "my-model" not in cards["d_latent"]
    assert "my-model" not in cards["f_attn"]
    words = " ".join(command("premises", "fast-mode", "--full", "--catalog", "my.toml").out.split())
    assert "mixtral-8x22b" not in words.split("brings f_attn", 1)[1].split(" brings ", 1)[0].split(" or ", 1)[0]
    assert "on the cards of `deepseek-v3`, `llama-3.1-70b`, `mixtral-8x7b`" in words
    assert 'for another model give it by `--set f_attn="... FLOP·sequence/token^2"`' in words


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (("optimal-bath",), "unknown claim 'optimal-bath'; did you mean optimal-batch?"),
        (("cold-strt", "--claims", "mine.py"), "unknown claim 'cold-strt'; did you mean cold-start?"),
        (("optimal-batch", "kv-bytes"), "kv-bytes"),
        (("--claims", "nowhere.py"), "no such file: nowhere.py"),
        (("--claims", "fails.py"), "fails.py, line 20, claim 'warm-start': ZeroDivisionError: division by zero"),
        (("--catalog", "nowhere.toml"), "nowhere.toml"),
        (("--json", "--to", "markdown"), "--json and --to: leave one of them out"),
    ],
    ids=lambda value: " ".join(value) if isinstance(value, tuple) else "",
)
def test_bad_input_is_one_line_and_exit_code_two(command: Command, words: tuple[str, ...], told: str) -> None:
    """It names the thing and the nearest valid name."""
    command("premises", *words).refused(told)


def test_the_help_names_the_command(command: Command) -> None:
    """With an example."""
    assert "derive premises optimal-batch" in command("--help").out
