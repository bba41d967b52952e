"""Evaluation: exact, with conditions, with the reason where there is no number."""

from fractions import Fraction
from functools import cache

import pytest
from hypothesis import given
from hypothesis import strategies as st

from derivations import (
    Board,
    Claim,
    InputError,
    Notation,
    NumbersLine,
    Premise,
    Report,
    UndecidedError,
    UnknownNameError,
    derive,
    parse_value,
)
from derivations.numbers.evaluation import Evaluation

from ..lecture_balance import LECTURE_BALANCE
from .loaded import NOTATION, evaluated, loaded

OPEN = Premise("open", "y*(z - n^a) = 1")


def batch(step: str = "balance-batch", **texts: str) -> NumbersLine:
    """A numbers line of the built-in claim on an H100 with DeepSeek-V3 in bf16, with values changed."""
    report = derived()
    values = {name: parse_value(text) for name, text in texts.items()}
    return Evaluation(report.derivation, report.scenario.with_values(values), report.claim.outside).line(step)


@cache
def derived() -> Report:
    """The built-in claim, derived once."""
    return derive(LECTURE_BALANCE, accelerator="h100", compute="bf16")


# --- numbers


def test_a_number_is_an_exact_fraction() -> None:
    """140 GB in 30 s."""
    line = evaluated(loaded(), S="140 GB", t="30 s").line("solved")
    assert (line.value, line.exact) == (Fraction(14 * 10**9, 3), True)
    assert line.result == "4.667 GB/s"


def test_a_root_is_called_inexact() -> None:
    """Thirty digits of it, and the flag that says so."""
    line = evaluated(loaded(premise="t = (S/W)^2/1[s]", solved="S"), t="2 s", W="1 byte/s").line("solved")
    assert not line.exact
    assert line.value is not None
    assert abs(line.value**2 - 2) < Fraction(1, 10**25)


def test_a_root_that_comes_out_is_exact() -> None:
    """The square root of four is two."""
    line = evaluated(loaded(premise="t = (S/W)^2/1[s]", solved="S"), t="4 s", W="1 byte/s").line("solved")
    assert (line.value, line.exact) == (2, True)


def test_a_number_is_told_in_the_quantity_s_own_unit(as_built: Report) -> None:
    """The value itself stays in base units."""
    board = Board(Notation.of("t [ms] time\nS [GB] size\nW [TB/s] rate"))
    board.take(Premise("load", "t = S/W"))
    line = evaluated(board.finish(), S="67 GB", W="3.35 TB/s").line("load")
    assert (line.value, line.in_unit) == (Fraction(1, 50), 20)
    assert line.result == "20 ms"


@given(st.integers(1, 10**15), st.integers(1, 10**6))
def test_a_solved_relation_agrees_with_the_one_it_came_from(size: int, seconds: int) -> None:
    """Put back, exactly."""
    line = evaluated(LOADED, S=f"{size} byte", t=f"{seconds} s").line("solved")
    assert line.value == Fraction(size, seconds)


LOADED = loaded()


# --- what is missing


def test_missing_values_are_named() -> None:
    """All of them, and nothing else."""
    assert evaluated(loaded(), S="140 GB").line("solved").missing == ("t",)
    assert evaluated(loaded()).line("solved").result == "needs S, t"


def test_a_quantity_is_not_needed_for_itself() -> None:
    """W = S/t is no answer to what W is by t = S/W, from which it was solved."""
    line = evaluated(loaded()).line("solved")
    assert "W" not in line.missing


def test_as_said_with_a_context_needs_the_numbers_behind_the_crossover() -> None:
    """Nothing is filled in from a card on the way."""
    line = derive(LECTURE_BALANCE, as_said=True, values={"L": "1k token/sequence"}).result
    assert line.value is None
    assert set(line.missing) == {"C_gpu", "N_active", "W_gpu", "kappa", "phi"}
    assert line.unchecked == ("L < L_x",)


def test_as_said_with_a_crossover_given_needs_nothing_else() -> None:
    """2,400 over one half."""
    values = {"L": "100k token/sequence", "L_x": "200k token/sequence"}
    line = derive(LECTURE_BALANCE, as_said=True, values=values).result
    assert line.value == 4800
    assert line.unchecked == ()


def test_a_step_without_a_relation_has_no_number(no_overlap: Report) -> None:
    """The verdict says why."""
    with pytest.raises(UndecidedError, match="waiting"):
        no_overlap.numbers("balance-batch")


def test_a_refuted_step_has_no_number(as_built: Report) -> None:
    """A wrong formula gives wrong numbers."""
    with pytest.raises(UndecidedError, match="refuted"):
        as_built.numbers("sparsity-upside-down")


def test_an_unknown_step_is_named_with_the_nearest(as_built: Report) -> None:
    """One letter was missing."""
    with pytest.raises(UnknownNameError, match="balance-batch"):
        as_built.numbers("balance-bath")


# --- conditions

L_X = Fraction(2 * 37 * 10**9) * Fraction("3.35") / (70272 * 989)


@pytest.mark.parametrize("context", ["0", "1", "1783", "3566", "3566.95"])
def test_below_the_crossover_there_is_a_balance(context: str) -> None:
    """Up to the last token."""
    line = batch(L=f"{context} token/sequence")
    assert line.value is not None
    assert line.value == Fraction(989) / Fraction("3.35") * Fraction(671, 37) / (1 - Fraction(context) / L_X)
    assert line.outside == ""


@pytest.mark.parametrize("context", ["3567", "4000", "128k", "1e30"])
def test_above_the_crossover_there_is_none(context: str) -> None:
    """The words of the claim, and both sides of the condition."""
    line = batch(L=f"{context} token/sequence")
    assert line.value is None
    assert line.outside.startswith("no balance: L = ")
    assert " is not below L_x = " in line.outside


def test_exactly_at_the_crossover_there_is_none() -> None:
    """The formula would divide by zero; the condition is strict."""
    line = derive(
        LECTURE_BALANCE, as_said=True, values={"L": "200k token/sequence", "L_x": "200k token/sequence"}
    ).result
    assert line.value is None
    assert "not below" in line.outside


def test_two_sides_that_would_look_alike_are_told_more_exactly() -> None:
    """`L = 3,567 is not below L_x = 3,567` would read like a mistake."""
    line = batch(L="3567 token/sequence")
    left, right = line.outside.removeprefix("no balance: ").split(" is not below ")
    assert left.removeprefix("L = ") != right.removeprefix("L_x = ")


@pytest.mark.parametrize("step", ["batch", "smallest-best-batch", "balance-batch", "same-batch"])
def test_every_form_of_the_result_knows_where_it_ends(long_context: Report, step: str) -> None:
    """Also where G is unknown: it stands on both sides of the condition, and cannot matter."""
    line = long_context.numbers(step)
    assert line.value is None
    assert line.outside.startswith("no balance: ")
    assert line.unchecked == ()


def test_a_condition_whose_sides_are_unknown_is_told_by_their_quotient(long_context: Report) -> None:
    """128,000 over 2,554."""
    words = long_context.numbers("batch").outside
    assert "kappa*L*C" in words
    assert "50.11 times" in words


def test_the_result_in_another_form_knows_where_it_ends(half_used: Report) -> None:
    """With 40% of the peak the crossover moves to 6,385."""
    inside, beyond = (
        derive(
            half_used.claim,
            symbols="mfu [] (fraction) achieved share of the peak",
            premises=half_used.derivation.assumptions.premises,
            values={"mfu": "40%", "L": f"{context} token/sequence"},
        ).result
        for context in (6_385, 6_386)
    )
    assert inside.value is not None
    assert inside.value > 0
    assert beyond.value is None
    assert beyond.outside.startswith("no balance")


def test_the_regime_that_does_not_hold_is_not_called_no_balance() -> None:
    """The claim's words are about its result."""
    assert batch("memory-bound", B="2000 sequence", G="8 GPU").value is not None
    words = batch("compute-bound", B="2000 sequence", G="8 GPU").outside
    assert words.startswith("outside the condition: t_m = ")


def test_conditions_that_cannot_be_decided_are_named() -> None:
    """The number stands, and what it hangs on beside it."""
    board = Board(NOTATION)
    board.solve("solved", board.take(Premise("load", "t = S/W - x*N/1[GPU]*1[s]")), for_="x")
    line = evaluated(board.finish("solved"), t="1 s").line("solved")
    assert line.missing
    assert line.unchecked


def test_a_condition_of_many_digits_beside_what_is_unknown_is_left_open() -> None:
    """A power with a decimal exponent has no normal form; the line names what is missing instead of failing."""
    letters = Notation.of("y [] share\nz [] level\nn [] count\na [] exponent")
    claim = Claim("open", letters, lambda board: board.solve("share", board.take(OPEN), for_="y"))
    line = derive(claim, values={"n": "1e11", "a": "0.34"}).numbers("share")
    assert line.missing == ("z",)
    assert line.unchecked == ("n^a < z",)


def test_a_number_outside_the_domain_is_no_answer() -> None:
    """A share of 1.5 is none, whatever the formula gives."""
    board = Board(NOTATION)
    board.take(Premise("cached", "x = S/(W*t)"))
    line = evaluated(board.finish(), S="3 byte", W="2 byte/s", t="1 s").line("cached")
    assert line.value is None
    assert "x must be in (0, 1], not 1.5" in line.undefined


# --- definitions


def test_a_direct_value_cuts_the_definition(as_said: Report) -> None:
    """300 is given, and C, W, b_w and phi are not asked for."""
    line = as_said.numbers("ridge")
    assert line.given
    assert line.value == 300
    assert set(line.leaves) == {"r"}
    assert set(as_said.result.leaves) == {"r", "s", "n", "L"}


def test_a_direct_value_that_disagrees_with_its_inputs_is_refused() -> None:
    """Both numbers and all the names are told."""
    with pytest.raises(InputError) as caught:
        batch(r="300 token")
    for part in ("r = 300 tokens", "C_gpu", "W_gpu", "b_w", "phi", "295.2 tokens"):
        assert part in str(caught.value)


def test_a_direct_value_that_agrees_is_taken() -> None:
    """19780/67 is what the cards make it."""
    assert batch(r="19780/67 token").value == batch().value


def test_inputs_that_disagree_with_a_reading_are_refused() -> None:
    """As said, s is 8; 671 over 37 is not."""
    with pytest.raises(InputError, match="s = 8 is given"):
        derive(LECTURE_BALANCE, as_said=True, values={"N_total": "671e9 parameter", "N_active": "37e9 parameter"})


def test_what_cancels_need_not_be_known(as_built: Report) -> None:
    """G stands in C and in W."""
    assert as_built.numbers("ridge").value is not None
    assert "G" not in as_built.numbers("ridge").leaves
    assert as_built.numbers("balance").missing


def test_a_zero_is_a_value() -> None:
    """A context of zero is not a missing one."""
    line = batch(L="0 token/sequence")
    assert line.value == Fraction(989) / Fraction("3.35") * Fraction(671, 37)
    assert batch("kv-fetch", B="100 sequence", G="8 GPU").result == "0 s"


def test_a_division_by_zero_has_no_value() -> None:
    """Nothing infinite is printed."""
    notation = Notation.of("a [] first\nb [] (real) second")
    board = Board(notation)
    board.take(Premise("quotient", "a = 1/b"))
    line = evaluated(board.finish(), b="0").line("quotient")
    assert line.value is None
    assert "divides by zero" in line.result


def test_a_fact_without_a_single_left_side_has_its_own_dimension(as_built: Report) -> None:
    """n*B = r*s is a number of tokens per pass."""
    line = as_built.numbers("tokens-per-pass")
    assert line.quantity is None
    assert line.result == "3,738 tokens"


@pytest.mark.long
def test_where_only_the_form_fails_the_number_is_not_denied() -> None:
    """With the arithmetic of attention in it, the KV fetch never overtakes compute on an H200: L_x is none there.

    The form with L_x has no value then, but there is a balance, and no reader may be told that there is none.
    """
    report = derive(
        LECTURE_BALANCE,
        accelerator="h200",
        compute="bf16",
        symbols="f [FLOP*sequence/token/token] arithmetic per new token and token of context",
        premises={"arithmetic-time": "t_c = (phi*n*B*N_active + f*n*B*L)/C"},
        values={"f": "17.0e6 FLOP*sequence/token/token", "L": "128k token/sequence"},
    )
    balance = (
        2
        * Fraction(671)
        * 10**9
        * 989
        / ((2 * 37 * 10**9 + 17 * 10**6 * 128_000) * Fraction("4.8") - 70272 * 128_000 * 989)
    )
    assert report.numbers("batch").value == balance
    words = report.result.result
    assert "no balance" not in words
    assert f"batch gives {report.numbers('batch').result}" in words
