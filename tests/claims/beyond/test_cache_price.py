"""Prompt caches as prices: out of the tool, and again with plain numbers."""

from fractions import Fraction
from math import exp, isclose, log

import pytest

from derivations import Report, derive
from derivations.proof.verdict import Finding

# Claude Opus 5, over the price of input: a write for five minutes and for an hour, and a hit
WRITE, WRITE_LONG, HIT = Fraction(5, 4), Fraction(2), Fraction(1, 10)
KEEP, KEEP_LONG, APART = 300, 3600, 600
WRONG = ("always-saves", "always-a-hit")


@pytest.fixture(scope="module")
def report() -> Report:
    return derive("cache-price")


def number(report: Report, step: str, reading: str = "") -> float:
    """The number of a step in base units: as built, or in a reading."""
    seen = report.evaluation.again(report.readings[reading]) if reading else report.evaluation
    value = seen.line(step).value
    assert value is not None
    return float(value)


def price(apart: float, keep: float, write: Fraction) -> float:
    """The mean price of a call's prompt, with calls so far apart."""
    late = exp(-keep / apart)
    return late * float(write) + (1 - late) * float(HIT)


def test_the_mean_price_of_a_call(report: Report) -> None:
    assert isclose(number(report, "paid"), price(APART, KEEP, WRITE), rel_tol=1e-12)
    assert isclose(number(report, "paid-longer"), price(APART, KEEP_LONG, WRITE_LONG), rel_tol=1e-12)


@pytest.mark.parametrize(
    ("reading", "keep", "write"),
    [("opus", KEEP, WRITE), ("as-read-out", KEEP, WRITE), ("an-hour-alone", KEEP_LONG, WRITE_LONG)],
)
def test_keeping_pays_up_to_the_longest_gap(report: Report, reading: str, keep: int, write: Fraction) -> None:
    """Twenty minutes for five, and eighty for an hour: a little less apart it is cheaper, a little more dearer."""
    most = number(report, "longest-gap", reading)
    assert isclose(most, keep / log((write - HIT) / (1 - HIT)), rel_tol=1e-12)
    assert price(0.99 * most, keep, write) < 1 < price(1.01 * most, keep, write)
    assert isclose(number(report, "late-at-even", reading), (1 - HIT) / (write - HIT), rel_tol=1e-12)


def test_the_hour_is_cheaper_wherever_keeping_pays(report: Report) -> None:
    """Up to 109 minutes apart, and from eighty on neither pays."""
    between = number(report, "gap-between-tiers", "opus")
    assert isclose(between, (KEEP_LONG - KEEP) / log((WRITE_LONG - HIT) / (WRITE - HIT)), rel_tol=1e-12)
    assert price(0.99 * between, KEEP_LONG, WRITE_LONG) < price(0.99 * between, KEEP, WRITE)
    assert price(1.01 * between, KEEP_LONG, WRITE_LONG) > price(1.01 * between, KEEP, WRITE)
    pays = number(report, "longest-gap-longer", "opus")
    assert isclose(pays, KEEP_LONG / log((WRITE_LONG - HIT) / (1 - HIT)), rel_tol=1e-12)
    assert pays == number(report, "longest-gap", "an-hour-alone") < between
    assert price(0.99 * pays, KEEP_LONG, WRITE_LONG) < 1 < price(1.01 * pays, KEEP_LONG, WRITE_LONG)


def test_a_day_without_a_price_for_writing(report: Report) -> None:
    """56.3% found at about a quarter: input costs 0.58 of its list price."""
    found, hit = Fraction(342, 608), Fraction(14, 55)
    assert isclose(number(report, "paid", "deepseek-day"), found * hit + 1 - found, rel_tol=1e-12)


def test_the_surcharge_is_many_rents(report: Report) -> None:
    """$1.25 a million tokens for five minutes, over the rent of 141 GB at two dollars an hour."""
    rent = 2 * 70_272 / 141e9 / 3600
    assert isclose(number(report, "rents-in-full"), 1.25e-6 / KEEP / rent, rel_tol=1e-12)


def test_calls_that_open_sessions_are_late_however_long_it_is_kept() -> None:
    sessions = derive("cache-price", premises={"at-random": "in-sessions"}, values={"x_opens": "20%"})
    late = 0.2 + 0.8 * exp(-KEEP / APART)
    assert isclose(number(sessions, "paid"), late * float(WRITE) + (1 - late) * float(HIT), rel_tol=1e-12)
    assert not sessions["time-by-late"].verdict.holds


@pytest.mark.parametrize("name", WRONG)
def test_wrong_twins_are_refuted(report: Report, name: str) -> None:
    (wrong,) = (step for step in report.derivation.rejects if step.name == name)
    assert wrong.verdict.finding is Finding.REFUTED
