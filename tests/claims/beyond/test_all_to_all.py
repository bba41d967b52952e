"""The exchange between experts: out of the tool, and again out of plain fractions."""

from fractions import Fraction

import pytest

from derivations import Report, derive
from derivations.proof.verdict import Finding

# DeepSeek-V3 on sixteen nodes of eight H800, 128 tokens of each; starts of our reading of DeepEP's table
WIDTH, EXPERTS, TOKENS, NODES, LINK = 7168, 8, 128, 16, 50 * 10**9
LAYERS, PLAIN = 61, 3
OUT, BACK = Fraction(33, 32), 2
STARTS = Fraction(45 + 60, 10**6)
RATE, INNER = 1979 * 10**12, 2048
WRONG = ("every-layer-sends", "bytes-that-stay")


@pytest.fixture(scope="module")
def report() -> Report:
    return derive("all-to-all")


def number(report: Report, step: str, reading: str = "") -> Fraction:
    """The number of a step in base units: as built, or in a reading."""
    seen = report.evaluation.again(report.readings[reading]) if reading else report.evaluation
    value = seen.line(step).value
    assert value is not None
    return value


def layer() -> Fraction:
    """Seconds of a dispatch and a combine."""
    leaves = 1 - Fraction(1, NODES)
    return STARTS + leaves * TOKENS * EXPERTS * WIDTH * (OUT + BACK) / LINK


def test_a_layer_and_a_pass(report: Report) -> None:
    assert number(report, "exchange-of-a-layer") == layer()
    assert number(report, "in-turn") == (LAYERS - PLAIN) * layer()
    assert number(report, "speed-in-full") == 1 / ((LAYERS - PLAIN) * layer())


def test_the_papers_example(report: Report) -> None:
    """Its microseconds come out; 58 layers send, so that it is 71 tokens a second; and over a rack 1,220."""
    one = Fraction(3 * 32 * 9 * 7000, LINK)
    assert number(report, "exchange-of-a-layer", "isca") == one == Fraction(12096, 10**8)
    assert number(report, "speed-in-full", "isca") == 1 / (2 * 61 * one)
    assert number(report, "speed-in-full", "isca-58") == 1 / (2 * 58 * one)
    assert round(number(report, "speed-in-full", "isca-58")) == 71
    assert number(report, "speed-in-full", "isca-rack") == 18 / (2 * 61 * one)


def test_what_was_published(report: Report) -> None:
    follows = {(row.published.step, row.published.reading): row.follows for row in report.published}
    assert follows["exchange-of-a-layer", "isca"]
    assert follows["in-turn", "isca"]
    assert follows["speed-in-full", "isca"] is False
    assert follows["speed-in-full", "isca-58"] is False
    assert follows["network-that-hides", "v4-pro"]


def test_bytes_over_work_depend_on_one_width(report: Report) -> None:
    """The experts of DeepSeek-V3 hide a ninth of their bytes."""
    leaves = 1 - Fraction(1, NODES)
    least = leaves * RATE * (OUT + BACK) / (6 * INNER * LINK)
    assert number(report, "least-by-width") == least > 9
    assert number(report, "width-that-hides") == INNER * least
    work = Fraction(6 * WIDTH * INNER * EXPERTS * TOKENS, RATE)
    assert number(report, "exchange-over-work-in-full") == layer() / work


@pytest.mark.parametrize("values", [{"b_micro": "1280 sequence"}, {"k_active": "4"}, {"d_model": "2048 1/token"}])
def test_batch_experts_and_width_cancel(report: Report, values: dict[str, str]) -> None:
    assert number(derive("all-to-all", values=values), "least-by-width") == number(report, "least-by-width")


def test_a_token_that_crosses_once_for_each_node_sends_less(report: Report) -> None:
    once = derive("all-to-all", premises={"sends-that-leave": "once-for-each-rack"})
    nodes = (NODES - 1) * (1 - (1 - Fraction(1, NODES)) ** EXPERTS)
    assert number(once, "sends-that-leave") == nodes / EXPERTS < number(report, "sends-that-leave")


@pytest.mark.parametrize("name", WRONG)
def test_wrong_twins_are_refuted(report: Report, name: str) -> None:
    (wrong,) = (step for step in report.derivation.rejects if step.name == name)
    assert wrong.verdict.finding is Finding.REFUTED
