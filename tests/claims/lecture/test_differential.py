"""Slopes through layers and differences through rounds: out of the tool, and again in plain fractions and bits."""

from fractions import Fraction
from itertools import product
from random import Random

import pytest

from derivations import Report, derive
from derivations.claims.lecture.differential import CLAIM
from derivations.proof.verdict import Finding

from ..numbers import value

NAME = "differential"


def text(report: Report, step: str) -> str:
    """The relation of a step."""
    return str(report[step].relation)


def test_the_verdict_counts_the_steps(built: Report) -> None:
    """Nothing was published as a number."""
    assert str(built.verdict) == f"all {len(built.derivation.steps)} steps proven"


def test_a_residual_adds_one_to_the_slope_of_a_layer(built: Report) -> None:
    """By the chain rule, from functions whose derivative is declared."""
    assert text(built, "slope-with-residual") == "slope_out = (1 + f_smooth_slope(v_in))*slope_in"
    assert text(built, "slope-without-residual") == "slope_bare = f_smooth_slope(v_in)*slope_in"
    assert "difference quotient" in built["slope-out"].verdict.checked_by


def test_the_slope_of_a_stack_is_a_product_at_any_depth(built: Report) -> None:
    step = built["product-of-slopes"]
    assert str(step.relation) == (
        "slope_to(k_layer) = product(1 + f_add_slope(j_layer, stream(j_layer)), j_layer, 0, k_layer - 1)"
    )
    assert step.verdict.shown
    assert "induction" in step.verdict.checked_by
    assert not step.conditions
    assert all(f"f_add_slope({place}, stream({place}))" in text(built, "three-layers") for place in range(3))


@pytest.mark.parametrize("depth", [1, 3, 12])
def test_layers_of_a_square_in_plain_fractions(depth: int) -> None:
    """x + x^2/10 again and again: the product of 1 + x/5 is the difference quotient in the limit."""

    def through(x: Fraction) -> Fraction:
        for _ in range(depth):
            x += x * x / 10
        return x

    x, factors = Fraction(1, 2), Fraction(1)
    for _ in range(depth):
        factors *= 1 + x / 5
        x += x * x / 10
    step = Fraction(1, 10**9)
    assert abs((through(Fraction(1, 2) + step) - through(Fraction(1, 2))) / step - factors) < Fraction(1, 10**7)


def test_without_the_residual_the_product_is_another() -> None:
    """Premise changed: then the product of 1 + f' is refuted, and what rests on it waits."""
    bare = "slope_to(k_layer + 1) = f_add_slope(k_layer, stream(k_layer))*slope_to(k_layer)"
    changed = derive(NAME, premises={"slopes-multiply": bare})
    assert changed["product-of-slopes"].verdict.finding is Finding.REFUTED
    assert "slope_to(1)" in changed["product-of-slopes"].verdict.counterexample
    assert changed["three-layers"].verdict.finding is Finding.WAITING
    assert changed["power"].verdict.shown


def test_layers_alike_are_a_power_at_any_depth(built: Report) -> None:
    assert text(built, "power") == "slope_even(k_layer) = (1 + e_layer)^k_layer"
    assert text(built, "plain-power") == "slope_plain(k_layer) = e_layer^k_layer"
    assert "induction" in built["power"].verdict.checked_by


def test_as_built_agrees_with_plain_fractions(built: Report) -> None:
    """The 61 layers of the card, a slope of a tenth, and 25 tables of one in 64."""
    assert value(built, "slope-at-depth") == Fraction(11, 10) ** 61
    assert value(built, "plain-slope-at-depth") == Fraction(1, 10) ** 61
    assert value(built, "chance-of-trail") == Fraction(1, 64) ** 25 == Fraction(1, 2**150)


def test_as_said_agrees_with_plain_fractions(said: Report) -> None:
    assert value(said, "slope-at-depth") == Fraction(11, 10) ** 100


@pytest.mark.parametrize("slope", ["0.01", "0.5", "2"])
def test_another_slope(slope: str) -> None:
    changed = derive(NAME, values={"e_layer": slope, "n_deep": 12})
    assert value(changed, "slope-at-depth") == (1 + Fraction(slope)) ** 12
    assert value(changed, "plain-slope-at-depth") == Fraction(slope) ** 12


def test_a_key_drops_out_of_a_difference(built: Report) -> None:
    """Once more by all cases."""
    assert text(built, "key-drops-out") == "diff_key = diff_in"
    assert all((a ^ c) ^ (b ^ c) == a ^ b for a, b, c in product((0, 1), repeat=3))


def test_a_function_adds_the_difference_of_its_values(built: Report) -> None:
    assert text(built, "difference-after-round") == "diff_out = xor(diff_in, xor(g_bit(w_one), g_bit(w_two)))"
    assert all((a ^ g) ^ (b ^ h) == (a ^ b) ^ (g ^ h) for a, b, g, h in product((0, 1), repeat=4))


def test_wrong_statements_are_refuted(built: Report) -> None:
    assert len(built.derivation.rejects) >= 5
    for step in built.derivation.rejects:
        assert step.sound, step.name
        assert step.verdict.finding is Finding.REFUTED, step.name


def test_layers_that_take_off_have_another_power() -> None:
    """The form that was stated does not follow, and the steps on it wait; the rest stands."""
    changed = derive(NAME, premises={"alike": "against"})
    assert not changed["power"].verdict.holds
    assert changed["slope-at-depth"].verdict.finding is Finding.WAITING
    assert changed["plain-slope-at-depth"].verdict.shown


def test_what_is_said_of_ciphers_is_told_and_not_derived(built: Report) -> None:
    """With who said it, and in the order of the claim; each says whether a step derives a part of it."""
    told = built.asserted()
    assert len(told) == len(CLAIM.asserted) == 8
    for line, item in zip(told, CLAIM.asserted, strict=True):
        assert line.startswith(f"{item.text} ({item.by}, {item.where})")
    assert "99%" in told[0]


# --- avalanche


def hidden_by_hand(width: int, start: Fraction, rounds: int) -> list[Fraction]:
    """The chance that the difference is hidden before each round, step by step."""
    chances = [start]
    for _ in range(rounds):
        chances.append(Fraction(1, 2**width) * (1 - chances[-1]))
    return chances


@pytest.mark.parametrize(("width", "more"), [("16", 1), ("8", 0), ("3", 5), ("1", 2)])
def test_how_far_from_half_the_flipped_bits_may_be(width: str, more: int) -> None:
    """A quarter of two chances, from the closed form and step by step."""
    report = derive(NAME, values={"w_half": width, "n_more": str(more)})
    chances = hidden_by_hand(int(width), Fraction(1, 2), more + 1)
    assert value(report) == value(report, "avalanche-by-width") == (chances[-2] + chances[-1]) / 4


def test_as_built_half_of_the_bits_flip_after_three_rounds(built: Report) -> None:
    """To within 1/174,764, for halves of 16 bits; after two rounds only to within an eighth."""
    assert built.result.result == "1/174,764"
    assert value(built, "avalanche", "two-rounds") == (Fraction(1, 2) + Fraction(1, 2**17)) / 4


def test_both_bounds_are_proven_and_the_difference_rarely_hides(built: Report) -> None:
    """From the second round on, only if all fresh bits of a half agree."""
    for name in ("flips-at-least", "flips-at-most", "rarely-hidden", "rarely-hidden-again", "hidden"):
        assert built[name].verdict.finding is Finding.PROVEN
    assert "induction" in built["hidden"].verdict.checked_by
    assert value(built, "rarely-hidden") == Fraction(1, 2**16)


def test_ciphers_drawn_by_chance_flip_as_many_bits_as_derived() -> None:
    """Halves of two bits, a new cipher for each of many texts: the chance of a hidden difference, and the flips."""
    random, width, rounds, drawn = Random(5), 2, 4, 20_000
    hidden, flipped = [0] * (rounds + 1), [0] * (rounds + 1)
    for _ in range(drawn):
        left, right = random.randrange(4), random.randrange(4)
        bit = 1 << random.randrange(2 * width)
        other_left, other_right = left ^ bit >> width, right ^ bit % 4
        for number in range(rounds + 1):
            hidden[number] += right == other_right
            flipped[number] += (left ^ other_left).bit_count() + (right ^ other_right).bit_count()
            table = [random.randrange(4) for _ in range(4)]
            left, right = right, left ^ table[right]
            other_left, other_right = other_right, other_left ^ table[other_right]
    chances = hidden_by_hand(width, Fraction(1, 2), rounds)
    for number in range(rounds + 1):
        assert hidden[number] / drawn == pytest.approx(float(chances[number]), abs=0.015)
    for number in range(2, rounds + 1):
        off = float(chances[number - 2] + chances[number - 1]) / 4
        assert abs(flipped[number] / (drawn * 2 * width) - 0.5) <= off + 0.01


@pytest.mark.long
def test_without_a_swap_the_closed_form_does_not_follow() -> None:
    """What is hidden stays hidden, and the bounds told by it stand."""
    changed = derive(NAME, premises={"hidden-next": "no-swap"})
    assert not changed["hidden"].verdict.holds
    assert changed["avalanche"].verdict.finding is Finding.WAITING
    assert changed["flips-at-least"].verdict.shown
