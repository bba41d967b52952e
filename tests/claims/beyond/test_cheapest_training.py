"""The cheapest model of a loss: out of the tool, and again by a search along the law in plain numbers."""

from math import exp, log

import pytest

from derivations import Report, derive
from derivations.claim.published import ComparisonOutcome
from derivations.proof.verdict import Finding

A, B, ALPHA, BETA = 406.4, 410.7, 0.336, 0.283
ROWS = {  # size that is cheapest to train, tokens served
    "30b-10t": (30e9, 1e13), "70b-10t": (70e9, 1e13), "70b-2t": (70e9, 2e12), "13b-2t": (13e9, 2e12),
    "7b-100g": (7e9, 1e11),
}


@pytest.fixture(scope="module")
def report() -> Report:
    return derive("cheapest-training")


def number(report: Report, step: str, reading: str) -> float:
    value = report.evaluation.again(report.readings[reading]).line(step).value
    assert value is not None
    return float(value)


def cheapest(size: float, served: float) -> tuple[float, float, float]:
    """Parameters, tokens and the part that is saved: by thirds over the size, with the tokens that the law leaves."""
    reference = (B * BETA * size**ALPHA / (A * ALPHA)) ** (1 / BETA)
    loss = A / size**ALPHA + B / reference**BETA

    def tokens(own: float) -> float:
        left = loss - A / own**ALPHA
        return (B / left) ** (1 / BETA) if left > 0 else float("inf")

    def cost(own: float) -> float:
        return own * (6 * tokens(own) + 2 * served)

    low, high = log(size / 20), log(size)
    for _ in range(200):
        first, second = low + (high - low) / 3, high - (high - low) / 3
        low, high = (low, second) if cost(exp(first)) < cost(exp(second)) else (first, high)
    own = exp(low)
    return own, tokens(own), 1 - cost(own) / (size * (6 * reference + 2 * served))


@pytest.mark.some(3)
@pytest.mark.parametrize("row", ROWS)
def test_both_unknowns_are_those_of_a_search(report: Report, row: str) -> None:
    size, tokens, saved = cheapest(*ROWS[row])
    assert number(report, "parameters", row) == pytest.approx(size, rel=1e-6)
    assert number(report, "tokens", row) == pytest.approx(tokens, rel=1e-6)
    assert number(report, "part-that-is-saved", row) == pytest.approx(saved, rel=1e-6)


def test_every_published_row_comes_out(report: Report) -> None:
    assert len(report.published) == 10
    assert all(row.outcome is ComparisonOutcome.FOLLOWS for row in report.published)


def test_there_is_one_such_model_in_the_whole_range(report: Report) -> None:
    line = report.evaluation.again(report.readings["30b-10t"]).line("model-n_tok")
    assert line.numeric is not None
    assert line.numeric.words.startswith("one root from ")


def test_what_is_held_is_told(report: Report) -> None:
    """The loss, which the law says the value of; that it is the only such model is the rule's own argument."""
    assert report["cheapest"].note == (
        "a condition for the least value along the curve, together with the equation of that: "
        "n_par and n_tok vary together, at fixed fit_loss"
    )
    assert report["cheapest"].verdict.finding is Finding.ARGUED


def test_without_service_it_is_the_model_that_is_cheapest_to_train() -> None:
    report = derive("cheapest-training", values={"D_inf": "1 token"})
    assert float(report.numbers("times-the-tokens").value or 0) == pytest.approx(1, abs=1e-9)
    assert float(report.numbers("part-that-is-saved").value or 0) == pytest.approx(0, abs=1e-9)


def test_more_service_asks_for_more_tokens(report: Report) -> None:
    found = [float(derive("cheapest-training", values={"D_inf": text}).result.value or 0) for text in
             ("1e12 token", "1e13 token", "1e14 token")]
    assert found == sorted(found)


def test_wrong_statements_are_refuted(report: Report) -> None:
    assert {step.name for step in report.derivation.rejects} == {"as-if-nothing-were-served", "equal-costs"}
    assert all(step.sound for step in report.derivation.rejects)
