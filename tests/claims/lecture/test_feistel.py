"""Rounds that any function can make, and what they mix: out of the tool, and again by a cipher of whole numbers."""

import json
from collections.abc import Callable
from itertools import product
from random import Random

import pytest

from derivations import Report, derive
from derivations.claims.lecture.feistel import CLAIM  # noqa: F401  (the fixture `built` derives it)
from derivations.proof.verdict import Finding

NAME = "feistel"
FUNCTIONS: tuple[Callable[[int, int], int], ...] = (
    lambda k, z: 0,
    lambda k, z: z * z,
    lambda k, z: (k + 1) * z**3 - 7 * k,
    lambda k, z: z % 5,
)


def rounds(f: Callable[[int, int], int], left: int, right: int, number: int) -> tuple[int, int]:
    """Both halves after some rounds over whole numbers, once more and without the tool."""
    for k in range(number):
        left, right = right, left + f(k, right)
    return left, right


def text(report: Report, step: str) -> str:
    """The relation of a step."""
    return str(report[step].relation)


def test_the_verdict_counts_the_steps(built: Report) -> None:
    """Nothing was published as a number."""
    assert str(built.verdict) == f"all {len(built.derivation.steps)} steps proven"


def test_a_round_is_undone_as_it_was_said(built: Report) -> None:
    """Over numbers by taking off, over bits by the same step once more."""
    assert text(built, "one-round-undone") == "half_y = half_z - f_one(half_x)"
    assert text(built, "bits-undone-once") == "bits_y = xor(f_bits(bits_x), bits_z)"


def test_any_number_of_rounds_is_undone(built: Report) -> None:
    """By induction from the last round down, and so at the first."""
    assert text(built, "undone-1") == "left_back(k_round) = left(k_round)"
    assert [str(condition) for condition in built["undone-1"].conditions] == ["k_round <= n_rounds"]
    assert text(built, "plain-left") == "left_back(0) = left(0)"
    assert text(built, "plain-right") == "right_back(0) = right(0)"
    assert not built["plain-left"].conditions
    assert "induction" in built["undone-1"].verdict.checked_by


def test_the_same_over_rows_of_bits_of_any_width(built: Report) -> None:
    assert text(built, "plain-left-bits") == "left_bits_back(0) = left_bits(0)"
    assert text(built, "plain-right-bits") == "right_bits_back(0) = right_bits(0)"
    assert "induction" in built["bits-undone-1"].verdict.checked_by


@pytest.mark.parametrize("width", [1, 5, 64])
def test_the_way_back_over_bits_by_hand(width: int) -> None:
    """Halves and tables of functions drawn by chance, at three widths; no function of them has an inverse to use."""
    random, number = Random(width), 7
    made: dict[tuple[int, int], int] = {}

    def f(k: int, half: int) -> int:
        return made.setdefault((k, half), random.getrandbits(width))

    left, right = random.getrandbits(width), random.getrandbits(width)
    here = (left, right)
    for k in range(number):
        here = here[1], here[0] ^ f(k, here[1])
    for k in reversed(range(number)):
        here = here[1] ^ f(k, here[0]), here[0]
    assert here == (left, right)


@pytest.mark.parametrize("f", FUNCTIONS)
def test_the_way_back_in_whole_numbers(f: Callable[[int, int], int]) -> None:
    """The recurrences of the claim with concrete functions, none of them invertible but perhaps the third."""
    for left, right in product(range(-3, 4), repeat=2):
        far = rounds(f, left, right, 6)
        for k in reversed(range(6)):
            far = (far[1] - f(k, far[0]), far[0])
        assert far == (left, right)


def test_without_a_swap_nothing_reaches_the_half_that_stays(built: Report) -> None:
    assert text(built, "never-mixed") == "x_same(k_round) = x_same(0)"
    assert text(built, "change-stays-outside-1") == "x_same_2nd(k_round) = x_same(k_round)"
    assert text(built, "change-stays-outside-2") == (
        "y_same_2nd(k_round) - y_same(k_round) = y_same_2nd(0) - y_same(0)"
    )


def test_with_the_swap_two_rounds_reach_both_halves(built: Report) -> None:
    """Each half rests on both; only y on itself has gone through no function, and after three rounds it has, too."""
    assert text(built, "x-after-two") == "x_two = half_x + f_round(1, half_y + f_round(0, half_x))"
    assert text(built, "slope-yy") == "slope_yy = 1"
    for step in ("slope-yx", "slope-xy", "slope-xx", "slope-yy-three"):
        assert "f_slope" in text(built, step)


@pytest.mark.parametrize("f", FUNCTIONS)
def test_two_and_three_rounds_in_whole_numbers(f: Callable[[int, int], int]) -> None:
    """The halves that the claim states, with y on the left."""
    for y, x in product(range(-3, 4), repeat=2):
        y_two = y + f(0, x)
        x_two = x + f(1, y_two)
        assert rounds(f, y, x, 2) == (y_two, x_two)
        assert rounds(f, y, x, 3) == (x_two, y_two + f(2, x_two))


def test_slopes_of_a_square_by_hand(built: Report) -> None:
    """With f(z) = z^2 in each round, at x = 2 and y = 3: differences over a small step come to the formulas."""
    x, y, step = 2.0, 3.0, 1e-6

    def after_two(x: float, y: float) -> float:
        return x + (y + x * x) ** 2

    inner = y + x * x
    assert (after_two(x, y + step) - after_two(x, y)) / step == pytest.approx(2 * inner, rel=1e-5)
    assert (after_two(x + step, y) - after_two(x, y)) / step == pytest.approx(1 + 2 * inner * 2 * x, rel=1e-5)
    assert text(built, "slope-xx") == "slope_xx = f_slope(1, f_round(0, half_x) + half_y)*f_slope(0, half_x) + 1"


def test_wrong_statements_are_refuted_by_a_point(built: Report) -> None:
    assert len(built.derivation.rejects) >= 5
    for step in built.derivation.rejects:
        assert step.sound, step.name
        assert step.verdict.finding is Finding.REFUTED, step.name
        assert step.verdict.counterexample, step.name


def test_the_point_against_an_invertible_function_names_one_that_is_not(built: Report) -> None:
    """Two halves, one value of f, and the round is undone all the same."""
    point = built["function-has-to-be-invertible"].verdict.counterexample
    assert point["half_x"] != point["half_other"]
    assert "f_one(t)" in point


def test_the_function_of_the_wrong_half_cannot_be_undone() -> None:
    """The way back is not shown, what rests on it waits, and the first round is refuted; rounds of bits stand."""
    changed = derive(NAME, premises={"right-next": "own-half"})
    first = changed["first-round-undone"].verdict
    assert first.finding is Finding.REFUTED
    assert first.counterexample
    assert not changed["undone-1"].verdict.holds
    assert changed["plain-left"].verdict.finding is Finding.WAITING
    assert changed["plain-left-bits"].verdict.shown
    assert changed.verdict.startswith("not derived")


@pytest.mark.long
def test_one_function_for_all_rounds_is_a_special_case() -> None:
    """Both ways with the same function."""
    forward = "right(k_round + 1) = left(k_round) + f_one(right(k_round))"
    back = "left_back(k_round) = right_back(k_round + 1) - f_one(left_back(k_round + 1))"
    changed = derive(NAME, premises={"right-next": forward, "left-back": back})
    assert changed["plain-left"].verdict.shown


def test_a_step_about_any_sequence_has_no_number_and_says_so(built: Report, said: Report) -> None:
    for report in (built, said):
        assert report.numbers("plain-left").value is None
        assert "no number" in report.numbers("plain-left").result
    assert json.dumps(built.to_json())


def test_over_bits_the_function_of_the_wrong_half_cannot_be_undone_either() -> None:
    changed = derive(NAME, premises={"right-next-bits": "own-half"})
    assert not changed["bits-undone-1"].verdict.holds
    assert changed["plain-left-bits"].verdict.finding is Finding.WAITING
    assert changed["plain-left"].verdict.shown


# --- what the way back costs


def test_undoing_costs_what_encrypting_costs(built: Report) -> None:
    """Sixteen functions each way for the rounds of DES, counted once more by running them."""
    computed = 0

    def counted(k: int, z: int) -> int:
        nonlocal computed
        computed += 1
        return FUNCTIONS[3](k, z)

    left, right = rounds(counted, 3, 5, 16)
    forward = computed
    for k in reversed(range(16)):
        left, right = right - counted(k, left), left
    assert (left, right) == (3, 5)
    assert forward == computed - forward == built.result.value == 16
    for name in ("calls", "calls-back", "cost-of-undoing", "costs-as-much-as-forward"):
        assert built[name].verdict.finding is Finding.PROVEN


def test_functions_that_had_to_be_inverted_would_cost_a_search() -> None:
    """256 values of a half, in each round; then undoing is not as expensive as encrypting, and the step says so."""
    searched = derive(NAME, premises={"undo-one": "values-tried"}, values={"n_tried": 2**8, "n_rounds": 3})
    assert searched.result.value == 3 * 2**8
    assert not searched["costs-as-much-as-forward"].verdict.holds
    assert "forward" not in searched["cost-of-undoing"].because
    assert searched["plain-left"].verdict.shown


def test_many_calls_are_told_in_words() -> None:
    """16 times 2 to the 32nd, as a person would say it."""
    searched = derive(NAME, premises={"undo-one": "values-tried"}, values={"n_tried": 2**32})
    assert str(searched.told("It takes {cost-of-undoing:3 call}.")) == "It takes 68.7 billion calls."
