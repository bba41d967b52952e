"""Discounts and waiting: out of the tool, and again out of plain fractions."""

from fractions import Fraction

import pytest

from derivations import Report, derive
from derivations.proof.verdict import Finding

# DeepSeek's day, power over rent, and half price
MEAN, PEAK, ADDED, OFF = Fraction("226.75"), 278, Fraction("0.07"), Fraction(1, 2)
WRONG = ("half-for-the-night", "anything-is-a-gain", "wait-as-load")


@pytest.fixture(scope="module")
def report() -> Report:
    return derive("batch-discount")


def number(report: Report, step: str, reading: str = "") -> Fraction:
    """The number of a step in base units: as built, or in a reading."""
    seen = report.evaluation.again(report.readings[reading]) if reading else report.evaluation
    value = seen.line(step).value
    assert value is not None
    return value


def test_the_discounts_of_a_day(report: Report) -> None:
    """18% if all is sold at one price, 94% at most."""
    load = MEAN / PEAK
    assert number(report, "discount-of-one-price") == number(report, "discount-of-a-day") == 1 - load
    assert number(report, "largest-discount") == 1 - ADDED * load
    assert round(float(1 - load), 2) == 0.18


def test_filling_gains_what_is_paid_beyond_what_is_added(report: Report) -> None:
    """In units of the cost: capacity 1, list price one over the load."""
    load = MEAN / PEAK
    income = (1 - OFF) / load * (1 - load)
    assert number(report, "gain-of-filling") == income - ADDED * (1 - load)


@pytest.mark.parametrize("mean", ["139", "270"])
def test_half_price_is_one_price_only_where_half_is_idle(mean: str) -> None:
    changed = derive("batch-discount", values={"N_mean": mean})
    assert number(changed, "discount-of-one-price") == 1 - Fraction(int(mean), PEAK)


def test_the_wait_at_a_load(report: Report) -> None:
    """1.06 s and 8.2 s of prompts that take 0.91 s."""
    for reading, load, mixed in (("seven-tenths", Fraction(7, 10), 0), ("nine-tenths-mixed", Fraction(9, 10), 1)):
        wait = load * (1 + mixed) / (2 * (1 - load))
        assert number(report, "wait-by-load", reading) == wait
        assert number(report, "queue-of-prompts", reading) == wait * Fraction(91, 100)


def test_the_load_for_a_wait() -> None:
    """A wait as long as a prompt takes: two-thirds full with one length, half full with mixed ones."""
    for mixed, load in (("0", Fraction(2, 3)), ("1", Fraction(1, 2))):
        turned = derive("batch-discount", values={"y_wait": "1", "y_mixed": mixed, "lam_req": "5 sequence/s"})
        assert number(turned, "load-for-wait") == load


def test_the_load_of_prompts(report: Report) -> None:
    card = {name: report.scenario.values[name].number for name in ("N_active", "C_gpu", "G")}
    assert number(report, "load-in-full") == 10 * 8192 * 2 * card["N_active"] / (card["C_gpu"] * card["G"]) < 1


def test_mixed_lengths_are_as_exponential_ones(report: Report) -> None:
    changed = derive("batch-discount", premises={"queue-of-prompts": "exponential"})
    assert number(changed, "wait-by-load") == number(report, "wait-by-load")


@pytest.mark.parametrize("name", WRONG)
def test_wrong_twins_are_refuted(report: Report, name: str) -> None:
    (wrong,) = (step for step in report.derivation.rejects if step.name == name)
    assert wrong.verdict.finding is Finding.REFUTED
