"""The command: what it prints, its plain data, its exit codes, and one line for everything that it refuses."""

import gc
import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from derivations import Report
from derivations.claims.index import find_claim
from derivations.document.schema import SCHEMA

from ..own_claims import CLAIMS
from ..reports import plain

Command = Callable[..., Any]  # the fixture `command` of `conftest.py`
CONTEXT = find_claim("optimal-batch").notation["L"].meaning

WRONG_CLAIM = """
from derivations import Claim, Notation, Premise

def wrong(board):
    load = board.take(Premise("load", "t = S/W"))
    return board.state("doubled", "t = 2*S/W", [load])

WRONG = Claim("wrong", Notation.of("t [s] time\\nS [byte] size\\nW [byte/s] rate"), wrong)
"""
CARDS = """
[sources.lab]
title = "Our laboratory"
standing = "verified"

[accelerators.mychip]
title = "My chip"
source = "lab"
compute.bf16 = { number = 500, unit = "TFLOP/s/GPU" }
bandwidth = { number = 2.5, unit = "TB/s/GPU" }
capacity = { number = 64, unit = "GiB/GPU" }
"""


FILES = {
    "mine.py": CLAIMS,
    "wrong.py": WRONG_CLAIM,
    "fails.py": "1/0\n",
    "none.py": "x = 1\n",
    "two.py": CLAIMS + 'A = Claim("a", NOTATION, cold_start)\nB = Claim("a", NOTATION, print)\n',
    "taken.py": CLAIMS + 'A = Claim("optimal-batch", NOTATION, cold_start)\n',
    "my.toml": CARDS,
    "unit.toml": CARDS.replace('"TB/s/GPU"', '"TB/GPU"'),
    "negative.toml": CARDS.replace("2.5", "-2.5"),
    "again.toml": CARDS.replace("mychip", "h100"),
    "broken.toml": CARDS + "[accelerators.x\n",
    "key.toml": CARDS.replace("capacity", "capazity"),
    "old.tex": "old",
}


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder with a reader's own files, to work in."""
    monkeypatch.chdir(tmp_path)
    for name, text in FILES.items():
        (tmp_path / name).write_text(text, encoding="utf-8")
    (tmp_path / "sub").mkdir()
    return tmp_path


# --- showing


def test_show_gives_answer_argument_and_verdicts_on_two_screens(command: Command, few_claims: tuple[str, ...]) -> None:
    """A line for each premise and step behind the result; what is told at length is asked for."""
    for claim in few_claims:
        assert len(command("show", claim).out.splitlines()) < 90
    done = command("show", "optimal-batch")
    lines, shown = done.out.splitlines(), " ".join(done.out.split())
    assert "  roofline: T >= max(t_c, t_m)" in lines
    assert "  sparsity: s = N_total/N_active" in lines
    assert "✓ balance-batch (at balance): B = r*s/(n*(1 + L/L_attn - L/L_kv)) if L < L_kv*(1 + L/L_attn)" in shown
    assert "= 2,422 sequences" in shown
    assert "Against measurement: 4 of 7 measurements disagree; largest gap: " in shown
    assert "knee of a matrix product 0.939" not in shown
    assert "derive show optimal-batch --full" in shown
    refused = command("show", "optimal-batch", "--brief", "--full")
    assert (refused.code, refused.err) == (2, "derive: --brief is the result alone, and --full all of it: give one\n")


def test_show_in_full_gives_result_reasons_and_verdicts(command: Command, as_built: Report) -> None:
    """The whole report, without color in a pipe."""
    done = command("show", "optimal-batch", "--full")
    assert done.code == 0
    assert done.err == ""
    shown = " ".join(done.out.split())
    for part in ("2,422 sequences", "Premises", as_built["roofline"].because, "proven", "2,400 sequences"):
        assert part in shown
    assert "\x1b" not in done.out


@pytest.mark.some(2)
@pytest.mark.parametrize(
    ("words", "told"),
    [
        (["--as-said"], "= 2,400 sequences"),
        (["--accelerator", "gb200", "--set", "L=128k token/sequence"],
         "no balance: L = 128,000 tokens per sequence is not below L_kv*(1 + L/L_attn) = 100,717"),
        (["--set", "L = 2k token/sequence"], "= 3,291 sequence"),
        (["--accelerator", "h100"], "= 28,564 sequences"),
        (["--model", "llama-3.1-70b", "--set", "L=0"], "= 206 sequences"),
        (["--compute", "fp8", "--weights", "fp4"], "103.1 token"),
        (["--cache", "fp8"], "5,108"),
        (["--set", "n=4 token/sequence", "--set", "L=0"], "= 934.6 sequence"),
        (["--as-said", "--set", "n=4 token/sequence", "--set", "s=32"], "= 2,400 sequence"),
        (["--assume", "roofline=no-overlap"], "no finite optimum"),
        (["--catalog", "my.toml", "--accelerator", "mychip", "--set", "L=0"], "= 3,627 sequences"),
        (["--symbol", "mfu [] (fraction) share of the peak", "--set", "mfu=40%", "--set", "L=0", "--assume",
          "arithmetic-time=t_c = phi*n*B*N_active/(mfu*C)"], "= 1,495 sequence"),
    ],
    ids=lambda value: " ".join(value) if isinstance(value, list) else "",
)
def test_show_with_options(command: Command, words: list[str], told: str) -> None:
    """Cards, formats, values, premises, new symbols."""
    done = command("show", "optimal-batch", "--brief", *words)
    assert done.code == 0
    assert told in " ".join(done.out.split())


def test_pretty_is_two_dimensional_and_plain_is_not(command: Command) -> None:
    """Both by wish, whatever is on the other end."""
    plain = command("show", "optimal-batch", "--brief", "--plain").out
    pretty = command("show", "optimal-batch", "--brief", "--pretty").out
    assert "─" not in plain
    assert "─" in pretty


@pytest.mark.long
def test_show_as_plain_data(command: Command) -> None:
    """Nothing but JSON, with the result as a plain number in its unit."""
    data = json.loads(command("show", "optimal-batch", "--json").out)
    assert {"schema", "claim", "premises", "steps", "rejects", "result", "results", "published"} <= set(data)
    assert data["result"]["value"] == pytest.approx(2422.4783, abs=1e-3)
    assert data["result"]["unit"] == "sequence"


def test_show_as_plain_data_under_changed_premises(command: Command) -> None:
    """The same keys, and no number where there is none."""
    data = json.loads(command("show", "optimal-batch", "--json", "--assume", "roofline=no-overlap").out)
    assert data["result"]["value"] is None
    assert data["derivation"]["words"].startswith("does not hold")


# --- lists and checks


def test_list_names_every_claim_with_result_and_verdict(command: Command, few_claims: tuple[str, ...]) -> None:
    """In a line each; with every verdict and published number if they are asked for; and as data with its keys."""
    index = command("list").out
    line = "✓✓✓≠  optimal-batch         How many sequences should share a forward pass? 2,422 sequences"
    assert line in index.splitlines()
    assert "As said: " not in index
    assert len(index.splitlines()) < 3*len(few_claims) + 20
    done = command("list", "--verdicts")
    assert "practice card 8" in " ".join(done.out.split())
    assert done.code == 0
    for part in ("optimal-batch", "B = r*s/(n*(1 + L/L_attn - L/L_kv))", "As said: ", "Against measurement: "):
        assert part in done.out
    rows = json.loads(command("list", "--json").out)
    assert [row["claim"] for row in rows] == list(few_claims)
    for row in rows:
        assert row["schema"] == SCHEMA
        assert set(row) == {"schema", "claim", "title", "chapter", "result", "derivation", "states", "as_said",
                            "on_hardware", "against_measurement", "retold", "accepted_by_rocq", "published"}
        assert all(isinstance(row[key], str) for key in ("claim", "title", "chapter", "result"))
        assert all(row[key]["words"] for key in ("derivation", "against_measurement"))
        assert row["published"] or not (row["as_said"] or {"judged": 0})["judged"]


def test_check_of_everything_passes(command: Command, quickly_checked: tuple[str, ...]) -> None:
    """All steps proven, and it says how many."""
    done = command("check")
    assert (done.code, done.err) == (0, "")
    assert [line.split(":")[0] for line in done.out.splitlines()] == list(quickly_checked)
    steps = len(plain("revnet").derivation.steps)
    assert f"{steps} of {steps} steps proven, " in done.out
    (row,) = json.loads(command("check", "revnet", "--json").out)["claims"]
    assert row["claim"] == "revnet"
    assert row["ok"] is True
    assert row["problems"] == []
    assert row["steps"] == row["proven"] + row["argued"]


def test_check_fails_with_one_and_names_the_problem(command: Command, quickly_checked: tuple[str, ...]) -> None:
    """A stated fact that does not follow."""
    done = command("check", "--claims", "wrong.py")
    assert done.code == 1
    assert all(f"{name}: ok" in done.out for name in quickly_checked)
    assert "doubled" in done.out
    done = command("check", "wrong", "--claims", "wrong.py", "--json")
    assert done.code == 1
    assert json.loads(done.out)["claims"][0]["ok"] is False


def test_a_claim_of_ones_own_gets_everything_that_a_built_in_one_has(
    command: Command, quickly_checked: tuple[str, ...]
) -> None:
    """Show, list, check and export from a dozen lines."""
    done = command("show", "cold-start", "--claims", "mine.py", "--set", "S=140 GB", "--set", "t=20 s")
    assert done.code == 0
    assert "W = S/t = 140 GB / (20 s) = 7 GB/s" in done.out
    assert "H100" not in done.out
    assert "needs S, t" in command("show", "cold-start", "--claims", "mine.py").out
    names = [row["claim"] for row in json.loads(command("list", "--claims", "mine.py", "--json").out)]
    assert names == [*quickly_checked, "cold-start"]
    assert command("check", "cold-start", "--claims", "mine.py").code == 0
    assert (
        r"\label{eq:cold-start:bandwidth}"
        in command("export", "cold-start", "--claims", "mine.py", "--to", "latex").out
    )
    data = json.loads(command("show", "cold-start", "--claims", "mine.py", "--json").out)
    assert data["result"]["expression"] == "S/t"
    assert data["published"] == []


# --- cards


def test_cards(command: Command) -> None:
    """All of them, one of them, and both as data."""
    assert "295.2" in command("cards", "--full").out
    assert "h100       NVIDIA H100 SXM" in command("cards").out
    one = command("cards", "h100").out
    assert "3.35 TB/s per GPU" in one
    assert "aiconfigurator" in one
    data = json.loads(command("cards", "--json").out)
    assert set(data) == {"schema", "accelerators", "models", "prices", "tiers"}
    card = json.loads(command("cards", "h100", "--json").out)
    assert card.pop("schema") == data["schema"]
    assert card in data["accelerators"]
    assert "My chip" in command("cards", "--catalog", "my.toml").out


# --- bad input

SHOW = ("show", "optimal-batch")
TEX = ("export", "optimal-batch", "--to", "latex")
BAD: list[tuple[tuple[str, ...], str]] = [
    # words
    (("shwo",), "show"),
    (("show",), "CLAIM"),
    (("show", "optimal-bath"), "unknown claim 'optimal-bath'; did you mean optimal-batch?"),
    (("check", "optimal-bath"), "did you mean optimal-batch?"),
    (("show", "optimal-batch", "extra"), "extra"),
    (("list", "extra"), "extra"),
    ((*SHOW, "--nope"), "--nope"),
    ((*SHOW, "--set"), "--set"),
    (("export", "optimal-batch"), "--to"),
    (("cards", "h101"), "did you mean h100"),
    # cards and formats
    ((*SHOW, "--accelerator", "h10"), "did you mean h100"),
    ((*SHOW, "--model", "deepseek"), "did you mean deepseek-v3 or"),
    ((*SHOW, "--model", "h100"), "unknown model 'h100'"),
    ((*SHOW, "--compute", "fp9"), "unknown number format 'fp9'"),
    ((*SHOW, "--compute", "fp4"), "on the card of h200"),
    ((*SHOW, "--weights", "fp9"), "unknown number format 'fp9'"),
    ((*SHOW, "--cache", "fp9"), "unknown number format 'fp9'"),
    ((*SHOW, "--as-said", "--accelerator", "h100"), "leave out"),
    ((*SHOW, "--as-said", "--weights", "fp8"), "leave out"),
    # values
    ((*SHOW, "--set", "L"), 'write --set NAME="VALUE UNIT"'),
    ((*SHOW, "--set", "L="), 'write --set NAME="VALUE UNIT"'),
    ((*SHOW, "--set", "=3"), 'write --set NAME="VALUE UNIT"'),
    ((*SHOW, "--set", "Lx=3 token/sequence"), "unknown quantity 'Lx'; did you mean L_x"),
    ((*SHOW, "--set", "L=128%"), "is token/sequence, but 128% is a pure number; did you mean"),
    ((*SHOW, "--set", "L=128k byte"), "is token/sequence, but 128 kB is byte; did you mean"),
    ((*SHOW, "--set", "L=128k tokn"), "L: unknown unit 'tokn'; did you mean"),
    ((*SHOW, "--set", "L=many token/sequence"), "L: 'many token/sequence' does not begin with a number"),
    ((*SHOW, "--set", "L=nan token/sequence"), "not a finite number"),
    ((*SHOW, "--set", "L=-1 token/sequence"), "must be zero or more"),
    ((*SHOW, "--set", "n=0 token/sequence"), "must be positive"),
    ((*SHOW, "--set", "N_active=700e9 parameter"), "exceeds N_total = 671 billion parameter"),
    ((*SHOW, "--set", "L=1 token/sequence", "--set", "L=2 token/sequence"), "--set gives 'L' twice"),
    ((*SHOW, "--set", "r=300 token"), "r = 300 tokens is given, but C_gpu, W_gpu, b_w, phi make it 206.1 tokens"),
    ((*SHOW, "--brief", "--as-said", "--set", "N_total=9 parameter", "--set", "N_active=1 parameter"), "s = 8 is"),
    ((*SHOW, "--symbol", "x [s] idle", "--set", "x=3 s"), "nothing in optimal-batch uses x"),
    # premises
    ((*SHOW, "--assume", "roofline"), 'write --assume PREMISE="RELATION"'),
    ((*SHOW, "--assume", "rooflin=no-overlap"), "unknown premise 'rooflin'; did you mean roofline?"),
    ((*SHOW, "--assume", "roofline=nooverlap"), "'nooverlap' of premise 'roofline'; did you mean no-overlap?"),
    ((*SHOW, "--assume", "roofline=no-overlap", "--assume", "roofline=T >= t_c"), "--assume gives 'roofline' twice"),
    ((*SHOW, "--assume", "kv-fetch=t_w = kappa*B*L/W"), "defines t_kv, not t_w"),
    ((*SHOW, "--assume", "roofline=max(t_c, t_m) <= T"), "defines T"),
    ((*SHOW, "--assume", "arithmetic-time=t_c = phi*n*B*N_active"), "t_c is s but phi*n*B*N_active is FLOP"),
    ((*SHOW, "--assume", "memory-time=t_m = (N_total + B*L*kappa)/W"), "N_total is parameter but B*L*kappa is byte"),
    ((*SHOW, "--assume", "memory-time=t_m = t_m + t_kv"), "circular"),
    ((*SHOW, "--assume", "arithmetic-time=t_c = phi*n*B*N_activ/C"), "did you mean N_active? (column 15"),
    ((*SHOW, "--assume", "arithmetic-time=t_c = phi*n*B*N_active/C)"), "column"),
    ((*SHOW, "--assume", "arithmetic-time=t_c = " + "(" * 3000), "long"),
    ((*SHOW, "--assume", "arithmetic-time=t_c = " + "(" * 400 + "T" + ")" * 400), "column"),
    ((*SHOW, "--assume", "arithmetic-time=t_c = 9^9^9^9[s]"), "exponent"),
    ((*SHOW, "--assume", "arithmetic-time=t_c = __import__('os').mkdir('pwned')"), "column"),
    ((*SHOW, "--assume", "arithmetic-time=t_c = T.__class__"), "column"),
    # new symbols
    ((*SHOW, "--symbol", "x"), "write 'name [unit] meaning'"),
    ((*SHOW, "--symbol", "x [foo] bar"), "unknown unit 'foo'"),
    ((*SHOW, "--symbol", "1x [s] bar"), "cannot name a quantity"),
    ((*SHOW, "--symbol", "L [s] other"), "'L' is defined twice"),
    # files of claims
    ((*SHOW, "--claims", "nowhere.py"), "no such file: nowhere.py"),
    (("list", "--claims", "sub"), "no such file: sub"),
    (("list", "--claims", "fails.py"), "fails.py, line 1: ZeroDivisionError: division by zero"),
    (("list", "--claims", "none.py"), "none.py holds no Claim at its top level"),
    (("list", "--claims", "two.py"), "two.py has two claims named 'a'"),
    (("list", "--claims", "taken.py"), "taken.py: there is already a claim named 'optimal-batch'"),
    (("list", "--claims", "mine.py", "--claims", "mine.py"), "there is already a claim named 'cold-start'"),
    (("show", "cold-strt", "--claims", "mine.py"), "did you mean cold-start?"),
    (("show", "cold-start", "--claims", "mine.py", "--as-said"), "unknown reading 'as-said' of claim 'cold-start'"),
    (("show", "cold-start", "--claims", "mine.py", "--accelerator", "h200"), "takes nothing from cards"),
    # files of cards
    ((*SHOW, "--catalog", "nowhere.toml"), "nowhere.toml"),
    ((*SHOW, "--catalog", "sub"), "sub"),
    (("cards", "--catalog", "unit.toml"), "unit.toml, card accelerators.mychip, key bandwidth"),
    (("cards", "--catalog", "negative.toml"), "negative.toml, card accelerators.mychip, key bandwidth"),
    (("cards", "--catalog", "again.toml"), "again.toml, card accelerators.h100: the name is already taken"),
    (("cards", "--catalog", "broken.toml"), "broken.toml"),
    (("cards", "--catalog", "key.toml"), "key.toml, card accelerators.mychip: unknown key 'capazity'; did you mean"),
    (("cards", "--catalog", "my.toml", "--catalog", "my.toml"), "my.toml, card sources.lab: the name is already taken"),
    (("show", "optimal-batch", "--budget", "-1"), "Invalid value for '--budget': -1 is not in the range"),
    (("show", "optimal-batch", "--budget", "1" + "0" * 16), "a budget is a number up to 1,000,000,000,000,000, or 0"),
    # files to write
    ((*TEX, "-o", "old.tex"), "old.tex exists: give --force to replace it"),
    ((*TEX, "-o", "sub"), "folder"),
    ((*TEX, "-o", "sub", "--force"), "folder"),
    ((*TEX, "-o", "nowhere/new.tex"), "cannot write nowhere/new.tex"),
    ((*TEX, "-o", "old.tex/new.tex"), "cannot write old.tex/new.tex"),
    ((*TEX, "-o", "x" * 300), "cannot write"),
    ((*TEX, "-o", "new.tex", "--set", "L=3 s"), f"L ({CONTEXT}) is token/sequence, but 3 s is s"),
    (("export", "optimal-batch", "--to", "odt", "-o", "new.odt"), "unknown format 'odt'; known: latex, pdf"),
]


@pytest.mark.parametrize(("words", "told"), BAD, ids=[" ".join(words)[:70] for words, _ in BAD])
def test_bad_input_is_one_line_and_exit_code_two(
    command: Command, folder: Path, words: tuple[str, ...], told: str
) -> None:
    """It names the thing and the nearest valid names; nothing is printed, run or written."""
    before = {path.name: path.stat().st_mtime_ns for path in folder.iterdir()}
    command(*words).refused(told)
    assert {path.name: path.stat().st_mtime_ns for path in folder.iterdir() if path.name != "__pycache__"} == before


@pytest.mark.long
def test_a_small_budget_says_what_it_was_spent_on(command: Command) -> None:
    """The step is inconclusive, and those before it stand; what is kept would take no work at all."""
    done = command("show", "optimal-batch", "--full", "--budget", "100", "--no-store")
    assert "inconclusive (ran out of its budget of 100 while" in done.out


def test_an_interrupt_is_no_traceback(command: Command, monkeypatch: pytest.MonkeyPatch) -> None:
    """The shell's own code for it."""

    def interrupted(*_: object, **__: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr("derivations.study.application.apply", interrupted)
    done = command("show", "optimal-batch")
    assert done.code == 130
    assert done.out == ""
    assert "Traceback" not in done.err


@pytest.mark.some(1)
@pytest.mark.parametrize("options", [(), ("--brief",), ("--json",)])
def test_what_is_given_and_contradicts_itself_is_no_success(command: Command, options: tuple[str, ...]) -> None:
    """A time that is the negative of positive times; the other change is odd, and contradicts nothing."""
    negative = command("show", "optimal-batch", "--assume", "memory-time=t_m = 0 - t_w - t_kv", *options)
    assert negative.code == 1
    assert "what is given contradicts itself" in negative.out
    assert command("show", "optimal-batch", "--assume", "memory-time=t_m = 2*t_w + t_kv", *options).code == 0


@pytest.mark.long
def test_a_premise_of_unequal_degrees_is_solved_with_numbers(command: Command) -> None:
    """The roots of a cubic are no formula that anybody could write; the equation stays, and its roots are counted."""
    cubic = "weight-fetch=t_w = b_w*N_total/W*(1 + (B/B_q)^3)"
    numbers = ("--symbol", "B_q [sequence] where fetching slows", "--set", "L=1k token/sequence")
    for given, told in (("50k", "B has 2 roots"), ("1k", "B has no root")):
        done = command("show", "optimal-batch", "--assume", cubic, *numbers, "--set", f"B_q={given} sequence")
        text = " ".join(done.out.split())
        assert (done.code, done.err) == (0, "")
        assert told in text
        assert "phi*n*B*N_active/C + f_attn*n*B*L/C_attn = b_w*N_total/W*(1 + (B/B_q)^3) + kappa*B*L/W" in text


@pytest.mark.parametrize("words", [("list", "--help"), ("show", "optimal-bath")])
def test_cycles_are_looked_for_as_before_once_a_command_is_done(command: Command, words: tuple[str, ...]) -> None:
    """Also after one that fails: a notebook or a test that calls it goes on as it was."""
    before = gc.get_threshold()
    command(*words)
    assert gc.get_threshold() == before
