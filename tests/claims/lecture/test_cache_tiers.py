"""Hold times, drain times and the prices of keeping: out of the tool, and again out of plain fractions."""

from fractions import Fraction

import pytest

from derivations import Report, derive
from derivations.proof.verdict import Finding

from ..caches import FP8, LATENT
from ..numbers import agreeing, value

CLAIM = "cache-tiers"
MINUTE, HOUR, GB, TB = 60, 3600, 10**9, 10**12
ACTIVE = 37 * 10**9
RECOMPUTE = Fraction(2 * ACTIVE) / (FP8["h200"] * TB)  # seconds of one GPU for each token
OWN = {"p_dev": "0.001 dollar/h"}  # a reader's number, and no more than that


@pytest.fixture(scope="module")
def priced() -> Report:
    """With a price for the device, which no card has."""
    return derive(CLAIM, values=OWN)


# --- drain times


@pytest.mark.parametrize(
    ("card", "capacity", "bandwidth"),
    [
        ("hbm-h100", 80 * GB, "3.35e12"),
        ("ddr5-3tb", 3 * TB, "614.4e9"),
        ("micron-9550-3.84tb", 3840 * GB, "14e9"),
        ("micron-9550-30.72tb", 30_720 * GB, "14e9"),
        ("solidigm-p5336-122.88tb", 122_880 * GB, "7.4e9"),
        ("hdd-20tb", 20 * TB, "285e6"),
    ],
)
def test_a_device_drains_in_capacity_over_bandwidth(said: Report, card: str, capacity: int, bandwidth: str) -> None:
    """And the hold times that are sold are so many times that."""
    drain = capacity / Fraction(bandwidth)
    assert value(said, "drain-time", card) == drain
    assert value(said, "five-minutes-over-drain", card) == 5 * MINUTE / drain
    assert value(said, "hour-over-drain", card) == HOUR / drain


def test_the_nearest_devices_to_both_hold_times_are_flash(said: Report) -> None:
    """Of all cards: a small drive for five minutes, a larger one for an hour."""
    cards = [name for name, tier in said.catalog.tiers.items() if name in said.readings]
    assert len(cards) == len(said.catalog.tiers)

    def farness(card: str, time: int) -> Fraction:
        ratio = value(said, "drain-time", card) / time
        return max(ratio, 1 / ratio)

    nearest = [min(cards, key=lambda card, time=time: farness(card, time)) for time in (5 * MINUTE, HOUR)]
    assert nearest == ["micron-9550-3.84tb", "micron-9550-30.72tb"]
    assert {said.catalog.tiers[card].kind for card in nearest} == {"flash"}


def test_at_the_drain_time_a_device_is_full_and_busy_at_once(built: Report) -> None:
    """By hand: half the hold time needs twice the devices, twice the hold time no fewer."""
    capacity, bandwidth, held = Fraction(3840 * GB), Fraction(14 * GB), Fraction(10**15)
    drain = value(built)

    def devices(hold: Fraction) -> Fraction:
        return max(held / capacity, held / (hold * bandwidth))

    assert devices(drain) == devices(2 * drain) == held / capacity
    assert devices(drain / 2) == 2 * devices(drain)


# --- three ways to have a cache again


def test_in_the_memory_of_a_gpu_a_cache_is_worth_keeping_for_75_seconds(built: Report) -> None:
    """The multipliers' time over the part of the memory; the rent cancels."""
    assert value(built, "hold-in-hbm") == RECOMPUTE * Fraction(141 * GB, LATENT)
    expensive = derive(CLAIM, values={"p_gpu": "4 dollar/h/GPU"})
    assert value(expensive, "hold-in-hbm") == value(built, "hold-in-hbm")


def test_computing_a_token_takes_seven_times_as_long_as_reading_its_cache(built: Report) -> None:
    """One H200 against one drive of 14 GB/s."""
    assert value(built, "loading") == RECOMPUTE / Fraction(LATENT, 14 * GB)


def test_without_a_price_of_the_device_nothing_is_said_about_it(built: Report) -> None:
    """No card has one, and none is made up."""
    for step in ("leave-hbm-by-drain", "hold-on-device-by-drain"):
        line = built.numbers(step)
        assert line.value is None
        assert "p_dev" in line.result


def test_with_a_price_both_break_even_times_come_out_of_the_costs(priced: Report) -> None:
    """At each of them the two costs are the same, put together by hand."""
    gpu, device = Fraction(2, HOUR), Fraction(1, 1000 * HOUR)
    fetch, hold = device * Fraction(LATENT, 14 * GB), device * Fraction(LATENT, 3840 * GB)
    leave, dropped = value(priced, "leave-hbm-by-drain"), value(priced, "hold-on-device-by-drain")
    assert gpu * Fraction(LATENT, 141 * GB) * leave == fetch + hold * leave
    assert gpu * RECOMPUTE == fetch + hold * dropped
    assert leave == value(priced, "leave-hbm")
    assert dropped == value(priced, "hold-on-device")


def test_a_device_that_is_dearer_per_byte_than_the_gpu_is_never_the_better_place() -> None:
    """The condition fails, and the reason is printed."""
    line = derive(CLAIM, values={"p_dev": "1,000 dollar/h"}).numbers("leave-hbm-by-drain")
    assert line.value is None
    assert "y_hold" in line.result


# --- the price lists


@pytest.mark.parametrize(
    ("reading", "write", "hit", "reads"),
    [
        ("as-said", "1.25", "0.1", 1),
        ("five-minutes", "1.25", "0.1", 1),
        ("an-hour", "2", "0.1", 2),
        ("newer-five-minutes", "1.25", "0.05", 1),
        ("newer-hour", "2", "0.05", 2),
    ],
)
def test_keeping_pays_from_the_first_or_the_second_read(
    said: Report, reading: str, write: str, hit: str, reads: int
) -> None:
    """(w - 1)/(1 - c), and the next whole number is cheaper than computing afresh while the one before is not."""
    expensive, cheaper = Fraction(write), Fraction(hit)
    exact = value(said, "reads-that-pay", reading)
    assert exact == (expensive - 1) / (1 - cheaper)
    assert reads - 1 < exact < reads
    assert expensive + reads * cheaper < 1 + reads
    assert expensive + (reads - 1) * cheaper >= 1 + (reads - 1)


@pytest.mark.parametrize(
    ("card", "times"), [("gemini-3.1-pro-prices", 10), ("grok-4-prices", 4), ("claude-fable-5.1-prices", 40)]
)
def test_what_is_found_is_so_much_cheaper(said: Report, card: str, times: int) -> None:
    """Ten times on some lists, and not on others."""
    assert value(said, "input-over-hit", card) == times


# --- the derivation


def test_every_default_step_is_proven_and_says_why(built: Report) -> None:
    """None only computed, none given up; every premise with a source."""
    assert all(step.verdict.shown and not step.fell_back for step in built.derivation.steps)
    assert all(step.because for step in (*built.derivation, *built.derivation.rejects))
    assert all(step.source for step in built.derivation.premises)
    assert [step.verdict.finding for step in built.derivation.rejects] == [Finding.REFUTED] * 2


# --- changed premises


def test_read_several_times_the_hold_time_is_as_many_drain_times(built: Report) -> None:
    """The result keeps its other form, and says so."""
    often = derive(CLAIM, premises={"one-read": "k_hold = 13"})
    assert often.headline.fell_back
    assert value(often) == 13 * value(built)


@pytest.mark.long
def test_what_waits_for_the_read_makes_the_device_dearer(priced: Report) -> None:
    """The GPU moves over later, and computes again sooner."""
    waiting = derive(CLAIM, premises={"held-on-device": "gpu-waits"}, values={**OWN, "p_wait": "2 dollar/h"})
    assert value(waiting, "leave-hbm") > value(priced, "leave-hbm")
    assert value(waiting, "hold-on-device") < value(priced, "hold-on-device")


# --- what was published


def test_what_should_reproduce_does_and_the_rest_says_why(said: Report) -> None:
    """DDR and HBM stand; flash and disk are slower than said."""
    rows = said.published
    known = [row for row in rows if not agreeing(row)]
    assert all(row.published.note for row in known)
    disk = next(row for row in known if row.published.reading == "hdd-20tb")
    assert disk.ratio == Fraction(20 * TB) / (285 * 10**6) / HOUR


def test_the_verdict(built: Report) -> None:
    """Without a condition: a drain time is a quotient."""
    where = "where S_held/M_dev = k_hold*S_held/(t_hold*W_dev)"
    assert built.verdict == f"all {len(built.derivation.steps)} steps proven; holds {where}"
