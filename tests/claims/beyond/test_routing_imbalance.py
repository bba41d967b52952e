"""The fullest expert: out of the tool, with plain numbers, and with tokens thrown at random."""

from collections import Counter
from fractions import Fraction
from math import isclose, log, sqrt
from random import Random

import pytest

from derivations import Report, derive, expected_largest_load
from derivations.proof.verdict import Finding

EXPERTS, CHOSEN = 256, 8
WRONG = ("even-by-law-of-large-numbers", "as-the-batch", "slower-by-all")


@pytest.fixture(scope="module")
def report() -> Report:
    return derive("routing-imbalance")


def number(report: Report, step: str, reading: str = "") -> float:
    """The number of a step in base units: as built, or in a reading."""
    seen = report.evaluation.again(report.readings[reading]) if reading else report.evaluation
    value = seen.line(step).value
    assert value is not None
    return float(value)


def overhead(tokens: int) -> float:
    """What the fullest expert has beyond the mean, over it, by the bound."""
    mean = tokens * CHOSEN / EXPERTS
    return sqrt(2 * log(EXPERTS)) * sqrt(mean * (1 - CHOSEN / EXPERTS)) / mean


@pytest.mark.parametrize(
    ("tokens", "reading"), [(256, "two-hundred"), (2048, "two-thousand"), (18432, "deepseek-profile")]
)
def test_the_overhead_of_the_fullest(report: Report, tokens: int, reading: str) -> None:
    """1.16, 0.41 and 0.14."""
    assert isclose(number(report, "overhead-by-batch", reading), overhead(tokens), rel_tol=1e-12)
    assert isclose(number(report, "overhead-in-full", reading), overhead(tokens), rel_tol=1e-9)


@pytest.mark.parametrize("tokens", [256, 2048])
def test_tokens_that_are_thrown_stay_below_the_bound(tokens: int) -> None:
    """In the mean over routings, and not by much."""
    random, fullest = Random(1), 0
    routings = 20_000 // tokens
    for _ in range(routings):
        loads = Counter(expert for _ in range(tokens) for expert in random.sample(range(EXPERTS), CHOSEN))
        fullest += max(loads.values())
    seen = fullest / routings / (tokens * CHOSEN / EXPERTS) - 1
    assert 0.8 * overhead(tokens) < seen < overhead(tokens)


@pytest.mark.parametrize(
    ("tokens", "experts", "chosen", "reading"),
    [(8, 8, 1, "eight-counted"), (8, 4, 2, "pairs-counted"), (16, 4, 1, "sixteen-counted")],
)
def test_small_sizes_are_counted_beside_the_bound(
    report: Report, tokens: int, experts: int, chosen: int, reading: str
) -> None:
    """The claim has the exact overhead of the fullest, and it lies between none and the bound."""
    counted = expected_largest_load(tokens, experts, chosen) / Fraction(tokens * chosen, experts) - 1
    assert report.evaluation.again(report.readings[reading]).line("counted-overhead").value == counted
    assert 0 < counted < number(report, "overhead-by-batch", reading)


def test_few_tokens_break_the_bound_for_normal_loads_and_not_that_with_the_long_tail(report: Report) -> None:
    """One token and ten experts: the fullest has one token, which is nine times the mean more than the mean."""
    values = {"B": "1 sequence", "n_bins": "10", "k_active": "1"}
    counted = float(expected_largest_load(1, 10) / Fraction(1, 10) - 1)
    assert number(derive("routing-imbalance", values=values), "overhead-in-full") < counted
    long_tail = derive("routing-imbalance", premises={"fullest": "with-long-tail"}, values=values)
    assert counted < number(long_tail, "overhead-in-full")


def test_the_batch_for_an_overhead(report: Report) -> None:
    """34,000 tokens for a tenth, by the bound; and four times as many for half of an overhead."""
    tokens = number(report, "batch-for-overhead", "a-tenth")
    assert isclose(overhead(round(tokens)), 0.1, rel_tol=1e-3)
    assert isclose(number(report, "batch-for-overhead", "three-per-cent") / tokens, (10 / 3) ** 2, rel_tol=1e-12)


def test_a_pass_that_waits_for_weights_loses_nothing() -> None:
    for tokens in (64, 2048, 65536):
        seen = derive("routing-imbalance", values={"B": f"{tokens} sequence"})
        assert 1 <= number(seen, "slower-in-full") <= number(seen, "overhead-beyond-one") + 1e-9
        assert (number(seen, "slower-in-full") == 1) is (tokens < 65536)


@pytest.mark.long
def test_skew_stays_at_any_batch() -> None:
    for tokens in (256, 65536):
        values = {"s_top": "1%", "B": f"{tokens} sequence"}
        skewed = derive("routing-imbalance", premises={"fullest": "skewed"}, values=values)
        assert Fraction(skewed.numbers("fullest-over-mean").value) == Fraction(EXPERTS, 100)
    values = {"s_top": "1%", "n_copies_top": "2"}
    copied = derive("routing-imbalance", premises={"fullest": "skewed-with-copies"}, values=values)
    assert Fraction(copied.numbers("fullest-over-mean").value) == Fraction(EXPERTS, 200)


@pytest.mark.parametrize("name", WRONG)
def test_wrong_twins_are_refuted(report: Report, name: str) -> None:
    (wrong,) = (step for step in report.derivation.rejects if step.name == name)
    assert wrong.verdict.finding is Finding.REFUTED


def test_the_bins_are_the_experts_of_the_model_that_is_assumed() -> None:
    """By hand, Llama 4 Maverick: one of 128 experts; before, its tokens fell on the 256 of DeepSeek-V3."""
    other = derive("routing-imbalance", model="llama-4-maverick")
    assert other.numbers("bins").value == 128
    mean = 2048 / 128
    expected = sqrt(2 * log(128)) * sqrt(mean * (1 - 1 / 128)) / mean
    assert isclose(number(other, "overhead-by-batch"), expected, rel_tol=1e-9)


def test_gpus_as_bins_are_given() -> None:
    """A scenario that has its own number of bins asks for no experts."""
    groups = derive("routing-imbalance", values={"n_bins": "144"})
    assert groups.numbers("bins").value == 144
    assert groups.result.value is not None
