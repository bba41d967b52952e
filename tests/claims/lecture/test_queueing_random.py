"""Trains with random arrivals: finite sums against plain floats, and against a simulation with a fixed seed."""

from dataclasses import dataclass
from itertools import accumulate, repeat
from math import exp, factorial, sqrt
from random import Random

import pytest

from derivations import Report, derive

CLAIM = "queueing"
TAU, RIDE = 0.02, 0.02
CASES = [(8, 2), (8, 7), (8, 20), (1, 1), (50, 45)]  # places, mean arrivals in an interval
CYCLES = 20_000
ERRORS = 4  # standard errors of the simulation itself


def report_of(places: int, mean: int) -> Report:
    """Trains every 20 ms, with so many places and so many arrivals on average."""
    return derive(CLAIM, as_said=True, values={"B_cap": f"{places} sequence", "lam": f"{mean * 50} sequence/s"})


def seen(report: Report, step: str) -> float:
    """The number of a step as a float."""
    number = report.numbers(step).in_unit
    assert number is not None
    return float(number)


def chances(places: int, mean: int) -> list[float]:
    """Of each number of arrivals below the places, and of a full train."""
    below = [exp(-mean) * mean**k / factorial(k) for k in range(places)]
    return [*below, 1 - sum(below)]


@dataclass(frozen=True)
class Cycles:
    """What was seen of each train: how many boarded, the time since the last one, and all their waits together."""

    boarded: list[float]
    lasted: list[float]
    waited: list[float]

    def mean(self, values: list[float]) -> tuple[float, float]:
        """The mean and its standard error."""
        middle = sum(values) / len(values)
        spread = sum((value - middle) ** 2 for value in values) / (len(values) - 1)
        return middle, sqrt(spread / len(values))

    def wait(self) -> tuple[float, float]:
        """The mean wait of those who rode, and its standard error: that of a quotient of two means."""
        quotient = sum(self.waited) / sum(self.boarded)
        rest = [each - quotient * count for each, count in zip(self.waited, self.boarded, strict=True)]
        return quotient, self.mean(rest)[1] / self.mean(self.boarded)[0]


def simulated(places: int, mean: int) -> Cycles:
    """Trains that leave when they are full, and at the latest an interval after the one before."""
    random, rate = Random(20240), mean / TAU
    found = Cycles([], [], [])
    for _ in range(CYCLES):
        gaps = (random.expovariate(rate) for _ in repeat(None, places))
        arrivals = [moment for moment in accumulate(gaps) if moment <= TAU]
        left = arrivals[-1] if len(arrivals) == places else TAU
        found.boarded.append(len(arrivals))
        found.lasted.append(left)
        found.waited.append(sum(left - moment for moment in arrivals))
    return found


@pytest.mark.some(2)
@pytest.mark.parametrize(("places", "mean"), CASES)
def test_the_finite_sums_agree_with_plain_floats(places: int, mean: int) -> None:
    """Mean number on a train, chance of a full one, pairs, and what is left behind."""
    report, chance = report_of(places, mean), chances(places, mean)
    boarded = sum(count * each for count, each in enumerate(chance))
    assert seen(report, "random-fill") == pytest.approx(chance[-1], rel=1e-9)
    for step in ("random-boarded", "boarded-in-full", "mean-boarded"):
        assert seen(report, step) == pytest.approx(boarded, rel=1e-9)
    assert seen(report, "mean-fill") == pytest.approx(boarded / places, rel=1e-9)
    assert seen(report, "random-cycle") == pytest.approx(boarded / mean * TAU, rel=1e-9)
    assert seen(report, "left-in-full") == pytest.approx(mean - boarded, rel=1e-6)
    pairs = sum(count * (count - 1) / 2 * each for count, each in enumerate(chance))
    assert seen(report, "random-pairs") == pytest.approx(pairs, rel=1e-9, abs=1e-15)
    over = chance[-1] - exp(-mean) * mean**places / factorial(places)
    assert seen(report, "random-overflow") == pytest.approx(over, rel=1e-6)


@pytest.mark.some(2)
@pytest.mark.parametrize(("places", "mean"), CASES)
def test_a_simulation_with_a_fixed_seed_agrees(places: int, mean: int) -> None:
    """Within four of its own standard errors: number on a train, interval, chance of a full train, mean time."""
    report, cycles = report_of(places, mean), simulated(places, mean)
    full = [float(count == places) for count in cycles.boarded]
    for step, (found, error) in {
        "mean-boarded": cycles.mean(cycles.boarded),
        "random-cycle": cycles.mean(cycles.lasted),
        "random-fill": cycles.mean(full),
    }.items():
        assert error > 0
        assert abs(seen(report, step) - found) <= ERRORS * error, step
    wait, error = cycles.wait()
    assert abs(seen(report, "random-wait") - RIDE - wait) <= ERRORS * error


def test_a_wrong_mean_wait_would_be_seen_by_that_simulation() -> None:
    """Half of the mean interval, which counts long and short intervals alike, is many standard errors off."""
    report, (wait, error) = report_of(8, 7), simulated(8, 7).wait()
    assert abs(seen(report, "random-cycle") / 2 - wait) > 2 * ERRORS * error


def test_a_train_with_one_place_leaves_with_the_first_arrival() -> None:
    """Its mean number is the chance that anybody comes, and nobody waits for a second."""
    report = report_of(1, 1)
    assert seen(report, "mean-boarded") == pytest.approx(1 - exp(-1), rel=1e-9)
    assert seen(report, "random-wait") == pytest.approx(RIDE, rel=1e-9)


@pytest.mark.parametrize(("mean", "share"), [(10, 1.0), (30, 0.99), (50, 0.9)])
def test_an_even_flow_is_a_good_account_of_trains_that_are_not_nearly_full(mean: int, share: float) -> None:
    """Fill by the even flow is an upper bound, and close to it away from the edge."""
    report = report_of(50, mean)
    even, random = seen(report, "fill-of-a-train"), seen(report, "mean-fill")
    assert share * even - 1e-9 <= random <= even


def test_the_known_sum_follows_from_the_meaning_of_a_mean() -> None:
    """All places less the empty ones, proven and not typed."""
    report = report_of(8, 7)
    assert report["mean-boarded"].verdict.shown
    assert not report["mean-boarded"].fell_back
