"""The command `derive solve`: what it prints, and how it refuses."""

import csv
import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from derivations.claims.index import find_claim

Command = Callable[..., Any]  # the fixture `command` of `conftest.py`
BATCH = find_claim("optimal-batch").notation["B"].meaning
OUTPUT_OVER_INPUT = find_claim("price-tier").notation["y_price"].meaning

CLAIMS = """
from derivations import Claim, Notation, Premise

NOTATION = Notation.of("a [] height\\nb [] width\\nx [] place")

def parabola(board):
    return board.take(Premise("parabola", "a = 5 + x^2 - 2*b*x"))

def none(board):
    return board.take(Premise("none", "a = 1 + b + x^2*b + a*(1 - 1)"))

PARABOLA = Claim("parabola", NOTATION, parabola)
"""

RACK = ("--accelerator", "gb200")  # on which the batch rises with the context


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A folder with a reader's own claim, to work in."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / "mine.py").write_text(CLAIMS, encoding="utf-8")


@pytest.mark.some(1)
@pytest.mark.parametrize(
    ("words", "told"),
    [
        (["optimal-batch", *RACK, "--for", "L", "--given", "B=10,000 sequence"], "= 3,226 tokens per sequence"),
        (["optimal-batch", *RACK, "--for", "L", "--set", "B=10,000 sequence"], "= 3,226 tokens per sequence"),
        (["optimal-batch", "--for", "L", "--given", "B=2,000 sequence", "--accelerator", "h200"], "NVIDIA H200"),
        (["optimal-batch", "--for", "L", "--given", "B=10,000 sequence", "--assume", "arithmetic-time=weights-alone"],
         "Changed: arithmetic-time: weights-alone"),
        (["optimal-batch", *RACK, "--for", "L", "--given", "B=3,000"], "L would be -6,619 tokens per sequence"),
        (["optimal-batch", "--for", "s", "--as-said", "--given", "B=5,400 sequence"], "= 18"),
        (["optimal-batch", "--for", "B"], "B is the result of optimal-batch already."),
        (["kv-bytes", "--for", "L", "--given", "kappa=1667 byte/token", "--assume", "arithmetic-time=weights-alone"],
         "= 107,669 tokens per sequence"),
        (["kv-bytes", "--for", "L", "--given", "kappa=1667 byte/token"],
         "is not above n*b_w*C*f_attn/(r*phi*C_attn) = 82.46 kB"),
        (["chinchilla", "--for", "t_life", "--as-said", "--given", "overtraining=100"], "= 46.3 days"),
        pytest.param(["checkpoint-interval", "--for", "t_save", "--given", "x_useful=95%"], "t_save = 3.371 s",
                     marks=pytest.mark.long),
        pytest.param(["draft-length", "--for", "c_more", "--given", "n_best=4"], "m_out = 2.18: SGLang",
                     marks=pytest.mark.long),
        (["parabola", "--claims", "mine.py", "--for", "x", "--given", "a=7", "--given", "b=3"], "Branch 2 of 2"),
    ],
    ids=lambda value: " ".join(value) if isinstance(value, list) else "",
)
def test_solve_with_options(command: Command, words: list[str], told: str) -> None:
    """Cards, values, premises and claims, as in `derive show`; where there is no such number, it is no success."""
    done = command("solve", *words)
    assert (done.code, done.err) == (int("no such L" in " ".join(done.out.split())), "")
    assert told in " ".join(done.out.split())
    assert "\x1b" not in done.out


def test_solve_as_plain_data(command: Command) -> None:
    """Nothing but JSON."""
    data = json.loads(command("solve", "optimal-batch", *RACK, "--for", "L", "--given", "B=10k sequence", "--json").out)
    assert data["for"] == "L"
    assert data["solutions"][0]["unit"] == "token/sequence"


def test_a_solution_is_told_with_the_conditions_it_rests_on(command: Command) -> None:
    """The edge that goes with a batch is proven where there is one, and without a context there is none."""
    done = command("solve", "optimal-batch", "--for", "kappa", "--given", "L=0", "--given", "B=4k")
    assert done.code == 1
    told = " ".join(done.out.split())
    assert "if L > 0 and B > r*s*L_attn/(n*L + n*L_attn) at balance" in told
    assert "no such kappa: L = 0 tokens per sequence is not above 0" in told


@pytest.mark.parametrize(
    ("words", "code", "told"),
    [
        (("optimal-batch",), 2, "--for"),
        (("optimal-bath", "--for", "L"), 2, "did you mean optimal-batch?"),
        (("optimal-batch", "--for", "Lx"), 2, "did you mean L_x"),
        (("optimal-batch", "--for", "G"), 2, "does not rest on G: it cancels from B = r*s/(n*(1 + L/L_attn - L/L_kv))"),
        (("optimal-batch", "--for", "L", "--given", "L=2 token/sequence"), 2, "L is what is asked for"),
        (("optimal-batch", "--for", "L", "--given", "B"), 2, "write --given"),
        (("optimal-batch", "--for", "L", "--given", "B=1", "--given", "B=2"), 2, "--given gives 'B' twice"),
        (("optimal-batch", "--for", "L", "--given", "B=3 token"), 2, f"B ({BATCH}) is"),
        (("optimal-batch", "--for", "L", "--given", "B=1k, 2k sequence"), 2, "B has several values"),
        (("optimal-batch", "--for", "L", "--assume", "roofline=no-overlap"), 1, "balance is inconclusive"),
        (("pipeline-kv", "--for", "B"), 2, "m_kv of pipeline-kv does not rest on B"),
    ],
    ids=lambda value: " ".join(value) if isinstance(value, tuple) else "",
)
def test_what_is_refused_is_one_line_and_nothing_else(
    command: Command, words: tuple[str, ...], code: int, told: str
) -> None:
    """Exit code 2 for input that is wrong, 1 where the engine has no answer."""
    command("solve", *words).refused(told, code)


def test_a_range_that_is_given_leaves_a_range_of_what_is_asked_for(command: Command) -> None:
    """In words before the result, and both ends in plain data and rows."""
    words = ("solve", "optimal-batch", "--for", "L", "--given", "B=2000 to 2500 sequence")
    told = " ".join(command(*words).out.split())
    assert "L is enclosed between 7,295 and 12,801 tokens per sequence for B = 2,000 to 2,500 sequences" in told
    assert json.loads(command(*words, "--json").out)["range"]["enclosed"]
    rows = list(csv.DictReader(command(*words, "--csv").out.splitlines()))
    assert [row["quantity"] for row in rows] == ["least L", "greatest L", "L"]
    slow = " ".join(command(*words, "--set", "C_gpu=900 to 1200 TFLOP/s").out.split())
    assert "L must be zero or more: in a part of the range there is none" in slow


def test_the_help_names_the_command(command: Command) -> None:
    """With an example."""
    assert "derive solve optimal-batch --for L" in command("--help").out
    assert "--given NAME=VALUE [UNIT]" in command("solve", "--help").out


@pytest.mark.long
@pytest.mark.parametrize("option", ["--given", "--set"])
def test_what_is_asked_for_gives_way_to_what_is_given(command: Command, option: str) -> None:
    """The context of the claim's own numbers would make the cost over the floor another; it is left out, and named."""
    done = command("solve", "cost-per-token", "--for", "L", option, "y_cost=2")
    assert (done.code, done.err) == (0, "")
    assert "L = 7.238 million tokens per sequence" in done.out
    assert "not used, as it is asked for: L = 0 tokens per sequence" in done.out


@pytest.mark.long
@pytest.mark.parametrize("option", ["--given", "--set"])
def test_what_stands_behind_the_given_alone_gives_way_to_it(command: Command, option: str) -> None:
    """The prices on a list to their premium; what the result rests on otherwise stays."""
    done = command("solve", "price-tier", "--for", "L_far", option, "premium_out=1")
    assert (done.code, done.err) == (0, "")
    for name in ("p_short", "p_long"):
        assert f"not used, as premium_out is given: {name} = " in done.out
    shown = command("show", "price-tier", "--brief", "--set", "premium_out=1")
    assert "with premium_out = 1, without p_long, p_short" in " ".join(shown.out.split())


def test_what_others_need_as_well_does_not_give_way(command: Command) -> None:
    """The rate of the GPU stands behind the ridge, and behind the crossover context, too."""
    told = "r = 300 tokens is given, but C_gpu, W_gpu, b_w, phi make it 206.1 tokens: give one or the other"
    command("show", "optimal-batch", "--set", "r=300").refused(told)


@pytest.mark.long
def test_what_an_equation_needs_besides_does_not_give_way(command: Command) -> None:
    """A round's cost takes the place of the hardware behind it; the chance is found from the measured round as before.
    """
    done = command("show", "draft-length", "--brief", "--set", "c_more=0.1")
    assert (done.code, done.err) == (0, "")
    shown = " ".join(done.out.split())
    assert "n_best = ceil(n_turn) = ceil(4.495) = 5" in shown
    behind = "B, C_attn_gpu, C_gpu, G, L, N_active, N_total, W_gpu, b_w, f_attn, kappa, phi, x_draft"
    assert f"with c_more = 0.1, without {behind}" in shown
    typed = ("show", "draft-length", "--brief", "--set", "c_more=0.1", "--set", "x_accept=0.6957796")
    assert "ceil(4.495)" in command(*typed).out  # what the equation gives, typed in: the measured round gives way to it
    beside = " ".join(command(*typed, "--set", "m_out=2.18").out.split())  # rounded, it is not that one
    assert "the numbers contradict tokens-put-out: m_out = 2.18 against" in beside


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (("--set", "B=1k", "--given", "B=2k"), "B is given twice: by --set or a study, and by --given"),
        (("--without", "n", "--given", "n=2"), "n is left out and given: give one or the other"),
    ],
)
def test_a_quantity_is_given_once(command: Command, words: tuple[str, ...], told: str) -> None:
    """Whichever option says so."""
    command("solve", "optimal-batch", "--for", "L", *words).refused(told)


@pytest.mark.long
@pytest.mark.parametrize(
    ("words", "told"),
    [
        (("cost-per-token", "--given", "cost_tok=0.04 USD/Mtoken", "--set", "B=4096"), "L = 1,972 tokens per sequence"),
        (("optimal-batch", "--given", "t_kv=4ms", "--set", "B=512"), "= 4,269 tokens per sequence"),
        (("optimal-batch", "--given", "T=40ms", "--set", "B=4096", "--assume", "roofline=T = max(t_c, t_m)"),
         "L = 2,371 tokens per sequence"),
    ],
)
def test_what_is_given_may_stand_in_the_result_s_place(command: Command, words: tuple[str, ...], told: str) -> None:
    """The cost of a token, or a time: the step that says what that is is turned round. By hand: t_w is 17.474 ms,
    0.04 dollar/Mtoken are 36.864 ms at 16 dollar/h, a token of 70,272 byte takes 1.83 ns of 38.4 TB/s, and
    its 16.99 MFLOP 2.148 ns at 7.912 PFLOP/s: 20.855 ms beside the 19.145 of the weights
    are 2,371 of them for 4,096."""
    done = command("solve", "--for", "L", *words, "--brief")
    assert (done.code, told in " ".join(done.out.split())) == (0, True), done.out


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (("optimal-batch", "--given", "overtraining=2"), "unknown quantity 'overtraining'; known: "),
        (("optimal-batch", "--given", "T=40ms", "--set", "B=4096"),
         "T is only bounded in optimal-batch, so that no L follows from it: T >= max(t_c, t_m) (roofline); if the "
         'bound is reached, --assume roofline="T = max(t_c, t_m)"'),
    ],
)
def test_what_is_given_and_leads_nowhere_is_told(command: Command, words: tuple[str, ...], told: str) -> None:
    """With the premise that would make a bound a value; there is no claim of over-training and context."""
    command("solve", "--for", "L", *words).refused(told)


@pytest.mark.long
@pytest.mark.parametrize(
    ("claim", "told"),
    [
        pytest.param("price-tier", f"no step of price-tier speaks of y_price ({OUTPUT_OVER_INPUT})",
                     marks=pytest.mark.long),
        ("optimal-batch", "no step of optimal-batch speaks of y_price"),
    ],
)
def test_what_another_claim_speaks_of_is_solved_there(command: Command, claim: str, told: str) -> None:
    """And that is said; the answer is that claim's own."""
    done = command("solve", claim, "--for", "L", "--given", "y_price=5", "--brief")
    assert (done.code, done.err) == (0, f"derive: {told}; prefill-decode does, and is solved instead\n")
    assert done.out == command("solve", "prefill-decode", "--for", "L", "--given", "y_price=5", "--brief").out
    assert "= 3,274 tokens per sequence" in " ".join(done.out.split())


@pytest.mark.long
def test_a_letter_that_no_claim_has_is_refused(command: Command) -> None:
    command("solve", "price-tier", "--for", "L", "--given", "y_prize=2").refused("unknown quantity 'y_prize'")


@pytest.mark.long
def test_two_unknowns_that_lead_back_to_each_other_are_found_by_numbers(command: Command) -> None:
    """The best interval depends on the pause, and the pause that goes with a share on the interval."""
    told = command("solve", "checkpoint-interval", "--for", "t_save", "--given", "x_useful=0.9", "--brief")
    assert told.code == 0
    assert "t_save = 33.66 s" in told.out
    again = command("show", "checkpoint-interval", "--set", "t_save=33.66 s", "--brief")
    assert "= 90%" in again.out
    words = ("solve", "checkpoint-interval", "--for", "t_save", "--given", "x_useful=0.9", "--json")
    data = json.loads(command(*words).out)
    assert data["by_numbers"]
    assert not data["others_excluded"]
    assert data["solutions"][0]["low"] == pytest.approx(33.66, rel=1e-3)


@pytest.mark.long
def test_what_numbers_find_is_a_row_of_csv_with_both_ends(command: Command) -> None:
    """A rounded number is given by a stretch of values, whose ends differ."""
    words = ("solve", "draft-length", "--for", "c_more", "--given", "n_best=4", "--csv")
    (row,) = csv.DictReader(command(*words).out.splitlines())
    assert (row["step"], row["quantity"], row["result"]) == ("best-length", "c_more", "4")
    assert 0 < float(row["from"]) < float(row["to"])


@pytest.mark.long
def test_a_number_that_is_never_reached_exits_with_one(command: Command) -> None:
    """With what is reached instead."""
    words = ("checkpoint-interval", "--for", "t_save", "--given", "x_useful=100%")
    command("solve", *words).refused("was found that gives x_useful = 100%: there it is from", 1)


_OWN = """
from derivations import Claim, Notation, Premise
LETTERS = Notation.of("y [] result\\nx [] (whole) steps")
CLAIM = Claim("doubling", LETTERS, lambda board: board.take(Premise("doubled", "y = 2^x")), defaults={"x": "3"})
"""


@pytest.mark.parametrize(
    ("wanted", "told", "code"),
    [("1", "x = 0, solved with numbers", 0), ("8", "x = 3, solved with numbers", 0), ("1/2", "x has no root at 0", 1)],
)
def test_an_equation_without_a_root_exits_with_one(
    command: Command, tmp_path: Path, wanted: str, told: str, code: int
) -> None:
    """No answer is an answer of its own; zero steps are one."""
    (tmp_path / "own.py").write_text(_OWN, encoding="utf-8")
    words = ("doubling", "--claims", str(tmp_path / "own.py"), "--for", "x", "--given", f"y={wanted}", "--brief")
    done = command("solve", *words)
    assert (done.code, told in done.out) == (code, True), done.out
