"""What tokens cost and earn: out of the tool, and again out of plain fractions."""

from fractions import Fraction

import pytest

from derivations import Report, derive
from derivations.proof.verdict import Finding

# DeepSeek's day, as it is published: tokens of the day, tokens a second of a node, GPUs of it, dollars
OUTPUT, INPUT, HITS = 168 * 10**9, 608 * 10**9, 342 * 10**9
GENERATED, COMPUTED, GPUS, RENT = 14_800, 73_700, 8, 2
PRICE_OUT, PRICE_IN, PRICE_HIT = Fraction("2.19") / 10**6, Fraction("0.55") / 10**6, Fraction("0.14") / 10**6
DAY = 86_400
INCOME = PRICE_OUT * OUTPUT + PRICE_IN * (INPUT - HITS) + PRICE_HIT * HITS
WRONG = ("output-without-input", "margin-taken-for-profit", "hits-are-free")


@pytest.fixture(scope="module")
def report() -> Report:
    return derive("dollar-per-token")


def number(report: Report, step: str, reading: str = "") -> Fraction:
    """The number of a step in its own unit: as built, or in a reading."""
    seen = report.evaluation.again(report.readings[reading]) if reading else report.evaluation
    value = seen.line(step).in_unit
    assert value is not None
    return value


def test_nodes_follow_from_their_rates(report: Report) -> None:
    """226.9 of them, and 226.75 were counted."""
    nodes = Fraction(OUTPUT, DAY * GENERATED) + Fraction(INPUT, DAY * COMPUTED)
    assert number(report, "one-at-a-time") == nodes
    assert round(nodes, 1) == Fraction("226.9")
    assert number(report, "input-gpus-for-each-output-gpu") == Fraction(INPUT * GENERATED, COMPUTED * OUTPUT)


def test_the_day_costs_and_earns_what_is_printed(report: Report) -> None:
    """The cost exactly; the income but for counts that are printed rounded."""
    assert number(report, "paid-for", "deepseek-nodes") == Fraction("226.75") * GPUS * RENT * 24 == 87_072
    assert number(report, "earned") == INCOME == 562_100
    assert abs(INCOME / 562_027 - 1) < Fraction(1, 5000)


def test_profit_and_margin_are_the_same_money(report: Report) -> None:
    profit = INCOME / 87_072 - 1
    assert number(report, "profit-over-cost", "deepseek-nodes") == profit
    assert number(report, "margin-of-income", "deepseek-nodes") == profit / (1 + profit) == 1 - 87_072 / INCOME


def test_a_token_of_output_brings_its_input(report: Report) -> None:
    """On its own it costs what a page prints, and with two tokens of input nearly twice that."""
    alone, of_input = (Fraction(GPUS * RENT * 10**6, 3600 * rate) for rate in (22_300, 52_300))
    assert number(report, "output-alone", "sglang") == alone
    assert round(alone, 2) == Fraction("0.2")
    assert number(report, "output-with-its-input", "sglang") == alone + 2 * of_input


def test_the_rent_that_leaves_nothing(report: Report) -> None:
    """About thirteen dollars an hour."""
    nothing_left = Fraction(INCOME) / (number(report, "mean-gpus") * 24)
    changed = derive("dollar-per-token", values={"p_gpu": f"{nothing_left} USD/h/GPU"})
    assert number(changed, "profit-over-cost") == 0
    assert 12 < nothing_left < 13


def test_published_numbers(report: Report) -> None:
    follows = {(row.published.step, row.published.reading): row.follows for row in report.published}
    assert follows["paid-for", "deepseek-nodes"]
    assert follows["profit-over-cost", "deepseek-printed"]
    assert follows["output-alone", "sglang"]
    assert follows["output-with-its-input", "sglang"] is False
    assert follows["one-at-a-time", "deepseek-day"] is None


def test_gpus_of_ones_own() -> None:
    """30,000 dollars over three years, used 70% of the time: 1.63 dollars an hour."""
    owned = derive("dollar-per-token", premises={"rented": "owned"}, values={
        "K_gpu": "30000 USD/GPU", "t_own": "1095 day", "x_left": "0", "p_run": "0 USD/h/GPU", "u_paid": "70%",
    })
    assert number(owned, "rented") == Fraction(30_000 * 10, 1095 * 24 * 7)


def test_rates_that_leave_hits_out() -> None:
    computed = derive("dollar-per-token", premises={"hits-counted": "hits-left-out"}, values={"X_up": "32206 token/s"})
    assert number(computed, "one-at-a-time") == Fraction(OUTPUT, DAY * GENERATED) + Fraction(INPUT - HITS, DAY * 32_206)


@pytest.mark.parametrize("name", WRONG)
def test_wrong_twins_are_refuted(report: Report, name: str) -> None:
    (wrong,) = (step for step in report.derivation.rejects if step.name == name)
    assert wrong.verdict.finding is Finding.REFUTED
