"""Splits of a budget: the numbers of the tool, and again in plain fractions."""

from fractions import Fraction
from math import isclose

import pytest

from derivations import Report, derive
from derivations.proof.verdict import Finding

from ..numbers import agreeing, value
from ..proofs import holds

CLAIM = "budget-split"


def cube_of_excess(share: Fraction) -> Fraction:
    """Third power of the budget over the least, for a share of inference and the rest halved."""
    rest = (1 - share) / 2
    return Fraction(1, 27) / (share * rest * rest)


def test_equal_weights_make_thirds(said: Report) -> None:
    """Without any number."""
    for step, name in (("pretraining-third", "pre"), ("rl-third", "RL"), ("inference-third", "inf")):
        assert str(said[step].relation) == f"share_{name} = 1/3"
        assert value(said, step) == Fraction(1, 3)


def test_the_hosts_split_costs_under_six_per_cent(said: Report) -> None:
    """The cube root of 32/27."""
    assert cube_of_excess(Fraction(1, 2)) == Fraction(32, 27)
    assert isclose(float(value(said, "excess")), (32 / 27) ** (1 / 3), rel_tol=1e-12)
    assert value(said, "rest-halved") == value(said, "whole-split") == Fraction(1, 4)
    assert value(said, "distance") == Fraction(1, 2)


@pytest.mark.parametrize("share", ["10%", "20%", "25%", "40%", "60%", "80%"])
def test_each_split_of_the_table_agrees_with_plain_fractions(said: Report, share: str) -> None:
    """One over three times the geometric mean of the shares; the cube exactly."""
    number, reading = Fraction(share.rstrip("%")) / 100, f"inference-{share.rstrip('%')}"
    found = value(said, "excess", reading)
    assert isclose(float(found), float(cube_of_excess(number)) ** (1 / 3), rel_tol=1e-12)
    assert value(said, "cube-by-distance", reading) == cube_of_excess(number)


def test_a_third_costs_nothing_on_top(said: Report) -> None:
    """Exactly, and only there among the readings."""
    assert value(said, "cube-by-distance", "third") == 1
    splits = [name for name, reading in said.readings.items() if "z_inf" in reading.values and name != "as-built"]
    assert len(splits) == 8
    assert [name for name in splits if value(said, "cube-by-distance", name) == 1] == ["third"]


def test_no_split_costs_less_than_thirds(said: Report) -> None:
    """By the exact form, for every per cent; that it could cost less is refuted."""
    fact = str(said["cube-over-one"].relation)
    assert holds(said, "y_cube < 1", fact, "d_off > -1", "d_off < 2") is Finding.REFUTED
    for share in (Fraction(number, 100) for number in range(1, 100)):
        off = 3 * share - 1
        over_one = cube_of_excess(share) - 1
        assert over_one == off**2 * (3 - off) / ((1 + off) * (2 - off) ** 2) > 0


def test_no_split_at_all_is_as_good_as_thirds(said: Report) -> None:
    """Proven for any three shares; and here in plain fractions, all shares in steps of a twentieth."""
    assert str(said["thirds-are-least"].relation) == "y_split >= 1"
    assert said["thirds-are-least"].verdict.shown
    for first in range(1, 19):
        for second in range(1, 20 - first):
            a, b, c = (Fraction(part, 20) for part in (first, second, 20 - first - second))
            squares = ((a - b) ** 2 + (b - c) ** 2 + (c - a) ** 2) / 2
            weighed = 3 * (a * (b - c) ** 2 + b * (c - a) ** 2 + c * (a - b) ** 2)
            assert 1 - 27 * a * b * c == squares + weighed > 0


@pytest.mark.long
def test_with_other_weights_thirds_are_not_the_least() -> None:
    changed = derive(CLAIM, premises={"inference-weight": "as-much-as-both"})
    assert not changed["thirds-are-least"].verdict.holds


def test_close_to_a_third_the_excess_is_of_second_order(said: Report) -> None:
    """Half of the bend of the cube, over three, is a quarter of the distance squared."""
    assert str(said["no-slope-at-a-third"].relation) == "cube_slope = 0"
    assert str(said["bend-at-a-third"].relation) == "cube_bend = 3/2"
    for part in (1e-3, -1e-3):
        exact = float(cube_of_excess((1 + Fraction(part)) / 3)) ** (1 / 3) - 1
        assert isclose(exact, part**2 / 4, rel_tol=2e-3)


def test_five_per_cent_on_top_allow_almost_half(said: Report) -> None:
    """By the formula of second order; the exact excess there is close to it."""
    share = value(said, "highest-share-in-full")
    assert isclose(float(share), (1 + 2 * 0.05**0.5) / 3, rel_tol=1e-12)
    assert 0.04 < float(cube_of_excess(share)) ** (1 / 3) - 1 < 0.06


@pytest.mark.parametrize(("first", "second"), [(1.0, 1.0), (1.0, 2.0), (0.5, 3.0)])
def test_no_neighbor_of_the_best_split_is_cheaper(first: float, second: float) -> None:
    """In floating point: the budget for quality one, at the costs by weight and beside them."""

    def budget(rl: float, inference: float) -> float:
        return 1 / (rl**first * inference**second) + rl + inference

    scale = (1 / (first**first * second**second)) ** (1 / (1 + first + second))  # cost of pre-training there
    best = budget(first * scale, second * scale)
    assert isclose(best, (1 + first + second) * scale)
    for a in (0.9, 1.1):
        for b in (0.9, 1.0, 1.1):
            assert budget(first * scale * a, second * scale * b) > best


def test_other_weights_make_other_shares(said: Report) -> None:
    """A weight over all weights, and costs as the weights."""
    assert str(said["inference-share"].relation) == "share_inf = v_inf/(1 + v_RL + v_inf)"
    assert holds(said, "c_inf = 2*c_RL", *(str(said[f"{n}-by-weight"].relation) for n in ("rl", "inference")),
                 "v_inf = 2*v_RL") is Finding.PROVEN


def test_the_hosts_split_is_best_where_inference_weighs_double() -> None:
    """Then half and two quarters, and nothing on top."""
    report = derive(CLAIM, premises={"inference-weight": "as-much-as-both"})
    assert value(report, "inference-by-weights") == Fraction(1, 2)
    assert value(report, "pretraining-by-weights") == value(report, "rl-by-weights") == Fraction(1, 4)
    assert value(report, "excess") == 1
    assert "follows from the changed premises" in report.verdict


def test_every_default_step_is_proven_and_every_reject_refuted(said: Report) -> None:
    """None in a form that was given up."""
    assert all(step.verdict.shown and not step.fell_back for step in said.derivation.steps)
    assert [step.name for step in said.derivation.rejects] == [
        "equal-for-any-weights", "some-split-is-cheaper", "half-for-inference",
    ]
    assert all(step.verdict.finding is Finding.REFUTED for step in said.derivation.rejects)


# --- hours that were published


def test_equal_weights_ask_for_two_months_of_serving_and_as_much_reinforcement_learning(said: Report) -> None:
    """DeepSeek: 2.664 million GPU-hours of pre-training, and 226.75 nodes of eight that serve."""
    days = value(said, "life", "hours-asked") / 86_400
    assert days == Fraction(2_664_000, 1814 * 24)
    assert 61 < days < 62
    assert value(said, "rl-hours", "hours-asked") == 2_664_000


def test_the_weights_that_the_published_hours_show(said: Report) -> None:
    """Served for two months; what was spent on post-training is a five-hundredth of pre-training."""
    assert value(said, "inference-weight-by-hours", "hours-chosen") == Fraction(1814 * 24 * 60, 2_664_000)
    assert value(said, "rl-weight-by-hours", "hours-chosen") == Fraction(5, 2664)


@pytest.mark.long
def test_with_such_weights_halves_are_the_best_and_thirds_cost_half_as_much_again() -> None:
    """Out of the tool, and by weighted means of best share over share."""
    weights = {"rl-weight": "v_RL = 1/500", "inference-weight": "v_inf = 1"}
    report = derive(CLAIM, premises=weights, values={"z_inf": "1/3"})
    total = 2 + 1 / 500
    shares = (1 / total, 1 / 500 / total, 1 / total)
    assert value(report, "pretraining-by-weights") == value(report, "inference-by-weights") == Fraction(500, 1001)
    expected = (3 * shares[0] * (3 * shares[1]) ** (1 / 500) * 3 * shares[2]) ** (1 / total)
    assert isclose(float(value(report, "excess-by-weights")), expected, rel_tol=1e-12)
    assert 1.4 < expected < 1.6


def test_published_numbers_stand_as_expected(said: Report) -> None:
    """A third follows from the premise of equal weights, flatness from the form; half, and the hours, do not."""
    assert [(row.published.step, agreeing(row)) for row in said.published] == [
        ("pretraining-third", True), ("inference-third", False), ("excess", True), ("life", True), ("rl-hours", False),
    ]


def test_no_published_number_is_one_that_was_put_in(said: Report) -> None:
    """The shares that halving leaves are arithmetic on an input: no row certifies them."""
    steps = {row.published.step for row in said.published}
    assert steps.isdisjoint({"rest-halved", "whole-split", "distance"})
