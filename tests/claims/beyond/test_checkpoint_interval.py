"""When to save: out of the tool, and again by a search, and by throwing dice."""

from fractions import Fraction
from math import exp, sqrt
from random import Random

import pytest

from derivations import Report, derive
from derivations.proof.verdict import Finding
from derivations.study.evidence import evidence_of

HOURS_APART = 54 * 24 / 419  # between failures of the whole run


@pytest.fixture(scope="module")
def report() -> Report:
    return derive("checkpoint-interval")


def number(report: Report, step: str, reading: str) -> float:
    """In seconds, or as a share."""
    value = report.evaluation.again(report.readings[reading]).line(step).value
    assert value is not None
    return float(value)


def useful(work: float, save: float, again: float, apart: float) -> float:
    return work / ((apart + again) * (exp((work + save) / apart) - 1))


@pytest.mark.some(2)
@pytest.mark.parametrize(
    ("reading", "save", "again", "apart"),
    [
        ("llama-3", 30, 300, HOURS_APART * 3600), ("slow-save", 120, 300, HOURS_APART * 3600),
        ("asynchronous", 3, 300, HOURS_APART * 3600), ("100,000-gpus", 30, 180, HOURS_APART * 3600 * 16384 / 100000),
    ],
)
def test_the_interval_is_that_of_a_search(
    report: Report, reading: str, save: float, again: float, apart: float
) -> None:
    low, high = 1.0, 10 * sqrt(2 * save * apart)
    for _ in range(200):
        first, second = low + (high - low) / 3, high - (high - low) / 3
        shares = [useful(work, save, again, apart) for work in (first, second)]
        low, high = (low, second) if shares[0] > shares[1] else (first, high)
    assert number(report, "best-interval", reading) == pytest.approx(low, rel=1e-5)
    assert number(report, "useful-share", reading) == pytest.approx(useful(low, save, again, apart), rel=1e-9)
    assert number(report, "young", reading) == pytest.approx(sqrt(2 * save * apart), rel=1e-12)


def test_a_second_series_term_is_close(report: Report) -> None:
    """Daly's second order for 30 and 120 seconds: 797.5 and 1,555.7, within a tenth of a per cent."""
    for reading, daly in (("llama-3", 797.5), ("slow-save", 1555.7)):
        assert number(report, "best-interval", reading) == pytest.approx(daly, rel=1e-3)


def test_the_mean_time_of_a_segment_is_that_of_dice(report: Report) -> None:
    random, part, apart, again = Random("segment"), 1.5, 1.0, 0.25
    total, tries = 0.0, 20_000
    for _ in range(tries):
        while (fails := random.expovariate(1 / apart)) < part:
            total += fails + again
        total += part
    assert total / tries == pytest.approx((apart + again) * (exp(part / apart) - 1), rel=0.03)
    assert report["segment-time"].verdict.finding is Finding.PROVEN


def test_it_is_shown_to_be_the_only_one(report: Report) -> None:
    assert report["best-interval"].verdict.finding is Finding.NUMERIC
    assert report["best-interval"].verdict.reason == "t_work is found in numbers, and is least at one value at most"
    line = report.numbers("best-interval")
    assert line.numeric is not None
    assert line.numeric.words.startswith("one minimum from ")


def test_a_restart_moves_the_share_and_not_the_interval(report: Report) -> None:
    slow = derive("checkpoint-interval", values={"t_again": "1800 s"})
    assert slow.numbers("best-interval").value == report.numbers("best-interval").value
    assert (slow.result.value or 0) < (report.result.value or 0)


def test_lambert_gives_the_same_interval(report: Report) -> None:
    step = report["interval-by-lambert"]
    assert str(step.relation) == "t_work = M_fail*(lambert_w0(-exp(-t_save/M_fail - 1)) + 1)"
    assert step.conditions == ()  # the argument is above -1/e for every pause
    assert step.verdict.finding is Finding.ARGUED
    for reading in ("llama-3", "slow-save", "asynchronous", "100,000-gpus"):
        by_numbers, closed = (number(report, name, reading) for name in ("best-interval", "interval-by-lambert"))
        assert closed == pytest.approx(by_numbers, rel=1e-14)


def test_young_and_daly_are_the_first_terms_of_its_series(report: Report) -> None:
    """tau/sqrt(2 delta M) goes to 1, and what is left to -sqrt(2)/3 of sqrt(delta/M): that is the term -2/3 delta."""
    for pause in ("1e-2 s", "1e-4 s", "1e-6 s"):
        short = derive("checkpoint-interval", values={"t_save": pause})
        found, young = (short.numbers(name).value for name in ("interval-by-lambert", "young"))
        assert found is not None
        assert young is not None
        small = sqrt(float(pause[:-2]) / (HOURS_APART * 3600))
        assert float((found / young - 1) / Fraction(small)) == pytest.approx(-sqrt(2) / 3, rel=small + 1e-9)


def test_one_failure_in_three_hours_is_as_published(report: Report) -> None:
    assert number(report, "failures", "llama-3") == pytest.approx(HOURS_APART * 3600, rel=1e-12)
    assert [row.follows for row in report.published] == [True, None]


def test_wrong_statements_are_refuted(report: Report) -> None:
    wrong = {"a-whole-segment-lost", "restart-moves-young", "interval-on-the-other-branch"}
    assert {step.name for step in report.derivation.rejects} == wrong
    assert all(step.sound for step in report.derivation.rejects)


def test_other_runs_fail_at_the_rate_of_this_one_to_a_factor_of_two(report: Report) -> None:
    """A failure per GPU in so many days, from one run alone, against two runs on fewer and other GPUs.

    A wrong twin: that a run fails as often however many GPUs it has is off by ten times and more.
    """
    (found,) = (each for each in evidence_of(report) if each.table.name == "failures-of-runs")
    of_one, of_all = Fraction(16384 * 54, 419), Fraction(54, 419)
    days = {row.row.number: row.row.values["between"].number / 86400 for row in found.counted}
    gpus = {row.row.number: row.row.values["gpus"].number for row in found.counted}
    assert len(days) == 3
    for row in found.counted:
        number = row.row.number
        assert row.ratio == days[number] / (of_one / gpus[number])
        assert Fraction(1, 2) <= row.ratio <= 2
        assert days[number] / of_all > 10
    assert list(found.apart.values()) == [1]
