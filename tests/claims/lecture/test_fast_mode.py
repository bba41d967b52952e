"""Fast mode: out of the tool, and again out of plain fractions."""

from fractions import Fraction

import pytest

from derivations import Report, derive
from derivations.proof.verdict import Finding

from ..numbers import value
from ..proofs import holds

CLAIM = "fast-mode"
PRICE, SPEED = Fraction(6), Fraction(5, 2)
BALANCE = 2400  # 300 times 256/32


def modes(compute: Fraction, cache: Fraction, normal: Fraction, fast: Fraction) -> tuple[Fraction, Fraction]:
    """Price and speed of a fast batch beside a normal one, in units of the weight fetch."""

    def time(batch: Fraction) -> Fraction:
        return max(compute * batch, 1 + cache * batch)

    return (time(fast) / fast) / (time(normal) / normal), time(normal) / time(fast)


@pytest.fixture(scope="module")
def later() -> Report:
    """Twice the price, at the same speed."""
    return derive(CLAIM, values={"x_price": "2"}, without=("p_fast", "p_short"))


def test_six_times_the_price_and_two_and_a_half_times_the_speed_are_fifteen_batches(
    built: Report, said: Report
) -> None:
    assert value(said) == value(built) == PRICE * SPEED == 15


def test_the_ratio_rests_on_no_hardware_and_no_model(built: Report) -> None:
    assert built["batch-ratio"].conditions == ()
    assert set(built.result.leaves) == {"p_fast", "p_short", "v_fast"}
    for other in (derive(CLAIM, accelerator="rubin"), derive(CLAIM, model="llama-3.1-70b")):
        assert value(other) == 15


def test_with_caches_in_both_modes_they_are_fixed_in_units_of_the_weights(built: Report) -> None:
    """1 + 1.8 over 1 + 0.12 is the speed, and 1.8 over 0.12 the ratio of batches."""
    normal, fast = value(built, "normal-cache-fetch"), value(built, "fast-cache-fetch")
    assert (normal, fast) == (Fraction(9, 5), Fraction(3, 25))
    assert (1 + normal) / (1 + fast) == SPEED
    assert normal / fast == PRICE * SPEED


@pytest.mark.parametrize("cache", [Fraction(1), Fraction(1, 1000)])
def test_those_caches_give_price_and_speed_back(cache: Fraction) -> None:
    """Compute so fast that both modes are memory-bound."""
    assert modes(cache / 2, cache, Fraction(9, 5) / cache, Fraction(3, 25) / cache) == (PRICE, SPEED)


def test_without_a_context_the_batches_are_six_thousand_and_four_hundred(said: Report) -> None:
    """Two and a half balance batches, and a sixth of one."""
    assert value(said, "normal-without-context") == SPEED
    assert value(said, "fast-without-context") == 1 / PRICE
    assert value(said, "normal-batch") == 6000
    assert value(said, "fast-batch") == 400
    assert modes(Fraction(1, BALANCE), Fraction(0), Fraction(6000), Fraction(400)) == (PRICE, SPEED)


@pytest.mark.parametrize("share", [Fraction(0), Fraction(1, 4), Fraction(3, 5)])
def test_a_compute_bound_usual_batch_with_a_context_gives_price_and_speed_back(share: Fraction) -> None:
    """`share` is the context over the crossover: what a sequence reads over what it computes."""
    fast = 1 / (PRICE - share)
    normal = PRICE * SPEED * fast
    assert modes(Fraction(1), share, normal, fast) == (PRICE, SPEED)
    contexts = {"L_x": "1000 token/sequence", "L": f"{1000 * share} token/sequence"}
    report = derive(CLAIM, values=contexts, without="kappa")
    assert value(report, "fast-over-balance") == fast
    assert value(report, "normal-over-balance") == normal


def test_a_memory_bound_usual_batch_needs_a_long_context_and_room_beside_the_weights(built: Report) -> None:
    """1.8 over 2.8 of the crossover, and the weights in less than 1 of 2.8 parts of the memory."""
    share = Fraction(9, 5) / Fraction(14, 5)
    assert value(built, "context-needed") == value(built, "crossover-context") * share
    assert value(built, "weights-at-most") == 1 - share == Fraction(5, 14)


def test_a_usual_batch_without_a_context_needs_users_for_all_of_the_compute(built: Report) -> None:
    rate = Fraction(72 * 5 * 10**15, 2 * 37 * 10**9)  # a rack of 72 GB200 in fp8
    assert value(built, "traffic-of-full-compute") == rate


def test_twice_the_price_for_the_same_speed_is_a_fifth_of_the_batch(later: Report) -> None:
    assert value(later) == 5
    assert value(later, "normal-cache-fetch") == 3
    assert value(later, "fast-cache-fetch") == Fraction(3, 5)
    assert value(later, "weights-at-most") == Fraction(1, 4)


def test_a_hundred_times_the_price_hardly_goes_faster(built: Report) -> None:
    """1 + 1.8 x 0.99, and 2.8 at any price; the speed of fast mode itself comes back at its own price."""
    assert value(built, "speed-for-a-price") == 1 + Fraction(9, 5) * Fraction(99, 100)
    assert value(built, "speed-for-any-price") == Fraction(14, 5)
    assert value(derive(CLAIM, values={"x_high": "6"}), "speed-for-a-price") == SPEED


def test_without_a_context_no_price_buys_more_than_fast_mode_has(built: Report) -> None:
    assert value(built, "no-more-than-fast-mode") == SPEED
    assert built["no-more-than-fast-mode"].verdict.shown


def test_what_holds_without_a_context_only_says_so(built: Report) -> None:
    held = {
        "no-more-than-fast-mode": "x_price, v_fast, x_high", "fast-batch": "x_price, v_fast",
        "normal-batch": "x_price, v_fast",
    }
    for name, letters in held.items():
        assert built[name].note == f"as L → 0 at fixed {letters}"


def test_with_a_context_a_still_higher_price_buys_a_little_more_than_fast_mode() -> None:
    """A compute-bound usual batch at half the crossover: at a hundred times the price, and at that of fast mode."""
    half = {"L_x": "1000 token/sequence", "L": "500 token/sequence"}
    speeds = [
        value(derive(CLAIM, values={**half, "x_high": price}, without="kappa"), "speed-of-both-modes")
        for price in ("6", "100")
    ]
    assert speeds[0] == SPEED
    assert speeds[1] == SPEED * PRICE * (1 - Fraction(1, 200)) / (PRICE - Fraction(1, 2)) > SPEED


def test_between_two_compute_bound_batches_the_price_is_the_same(built: Report) -> None:
    assert modes(Fraction(1), Fraction(0), Fraction(5), Fraction(2))[0] == 1
    assert str(built["compute-buys-nothing"].relation) == "x_price = 1"
    assert len(built["compute-buys-nothing"].conditions) == 2


@pytest.mark.long
def test_a_higher_margin_in_fast_mode_means_a_smaller_ratio_of_batches() -> None:
    """At twice the margin, half of the price is for the batch."""
    charged = derive(CLAIM, premises={"price-of-fast": "other-margin"}, values={"x_margin": "2"})
    assert value(charged) == Fraction(15, 2)
    assert str(charged.headline.relation) == "y_batch = x_price*v_fast/x_margin"


def test_fast_mode_runs_smaller_batches_whatever_price_and_speed(built: Report) -> None:
    given = ("y_batch = x_price*v_fast", "y_batch = B_norm/B_fast", "x_price > 1", "v_fast > 1")
    assert holds(built, "B_fast < B_norm", *given) is Finding.PROVEN
    assert holds(built, "B_fast >= B_norm", *given) is Finding.REFUTED


def test_every_step_is_proven_and_every_wrong_statement_refuted(built: Report) -> None:
    assert all(step.verdict.shown for step in built.derivation.steps)
    assert not any(step.fell_back for step in built.derivation.steps)
    assert {step.name for step in built.derivation.rejects} == {"speed-in-proportion", "larger-batches", "price-alone"}
    assert all(step.verdict.finding is Finding.REFUTED for step in built.derivation.rejects)


def test_what_was_published_and_the_verdict(built: Report) -> None:
    verdicts = {(row.published.step, row.published.reading): row.verdict for row in built.published}
    assert verdicts["normal-without-context", "as-said"] == "premise: the same"
    assert verdicts["price-ratio", "claude-opus-4.6-prices"] == "look-up: the same"
    assert verdicts["price-ratio", "claude-opus-4.8-prices"] == "look-up: derived is 0.333 times it"
    assert built.verdict == f"all {len(built.derivation.steps)} steps proven"


def test_the_answer_says_of_which_list_it_is(built: Report) -> None:
    """15 where a mode costs six times as much, and 5 where it costs twice, at the same speed."""
    assert built.answer == (
        "Batches 15 times smaller, for 6 times the price and 2.5 times the speed; on a later list, at 2 times the "
        "price, 5 times smaller if it is as much faster.")
