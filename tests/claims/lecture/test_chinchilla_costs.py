"""Where two costs are least: the lemma, the same at equal loss, and what moves the ratio."""

from fractions import Fraction

import pytest

from derivations import Report, derive
from derivations.claims.lecture.chinchilla import CLAIM
from derivations.proof.verdict import Finding

from ..budgets import DAY
from ..numbers import value
from ..proofs import holds

NAME = "chinchilla"
FITS = {"hoffmann": (406.4, 410.7, 0.34, 0.28), "besiroglu": (482.01, 2085.43, 0.3478, 0.3658)}


# --- the lemma, and the same at equal loss


def test_costs_are_equal_where_the_exponents_are_and_only_there(said: Report) -> None:
    """Both ways, from what the lemma says."""
    stand = str(said["costs-stand-crosswise"].relation)
    assert holds(said, "cost_up = cost_down", stand, "p_up = q_down") is Finding.PROVEN
    assert holds(said, "p_up = q_down", stand, "cost_up = cost_down") is Finding.PROVEN
    assert holds(said, "cost_up = cost_down", stand) is Finding.REFUTED


@pytest.mark.parametrize(("p", "q"), [(1.0, 1.0), (1.0, 2.0), (0.5, 3.0), (2.5, 0.4)])
def test_the_cheapest_scale_is_cheaper_than_its_neighbors(said: Report, p: float, q: float) -> None:
    """In floating point: 3 x^p + 5 x^-q at the scale that the formula gives, and where the costs stand."""
    given = {"a_up": "3 FLOP", "a_down": "5 FLOP", "p_up": f"{p}", "q_down": f"{q}"}
    best = float(value(derive("chinchilla", as_said=True, values=given), "cheapest-scale"))

    def total(x: float) -> float:
        return 3 * x**p + 5 * x**-q

    assert best == pytest.approx((5 * q / (3 * p)) ** (1 / (p + q)))
    assert all(total(best) < total(best * factor) for factor in (0.5, 0.99, 1.01, 2))
    assert p * 3 * best**p == pytest.approx(q * 5 * best**-q)


def test_the_lemma_supposes_nothing_about_the_claim(said: Report) -> None:
    """No step on the way to the overtraining rests on the lemma, on the law, or on the condition at its cheapest."""
    behind, pending = set(), ["overtraining"]
    while pending:
        name = pending.pop()
        behind.add(name)
        pending += said[name].inputs
    assert behind == {
        "overtraining", "overtraining-in-full", "tokens-over-rule", "chinchilla-rule", "data-by-inference",
        "inference-balance", "equal-inference", "pretraining-cost", "inference-cost",
    }
    assert not any(said[name].context for name in behind)


@pytest.mark.parametrize(("fit", "ratio"), [("hoffmann", 1.374), ("besiroglu", 5.147)])
def test_the_fits_ask_for_another_ratio_of_the_costs(said: Report, fit: str, ratio: float) -> None:
    """rho - 1 at the lecture's tokens, where equal costs say 1: alpha A N^-alpha over beta B D^-beta, less one."""
    a, b, alpha, beta = FITS[fit]
    by_hand = alpha * a * 100e9**-alpha / (beta * b * 259.2e12**-beta) - 1
    found = float(value(said, "cost-ratio-at-these-tokens", fit))
    assert found == pytest.approx(by_hand, rel=1e-12)
    assert found == pytest.approx(ratio, rel=1e-3)


@pytest.mark.parametrize(("fit", "tokens", "ratio"), [("hoffmann", 177e12, 1.13), ("besiroglu", 71e12, 2.8)])
def test_where_the_costs_stand_as_the_law_asks_no_neighbor_is_cheaper(
    said: Report, fit: str, tokens: float, ratio: float
) -> None:
    """Tokens for which the ratio of the costs is rho - 1, found by bisection; then models of equal loss beside it."""
    a, b, alpha, beta = FITS[fit]
    served, size = 200e12, 100e9
    left, right = 1e12, 1e15
    for _ in range(200):
        middle = (left * right) ** 0.5
        rho = alpha * a * size**-alpha / (beta * b * middle**-beta)
        left, right = (middle, right) if served / middle > rho - 1 else (left, middle)
    best = left
    assert best == pytest.approx(tokens, rel=0.01)
    assert served / best == pytest.approx(ratio, rel=0.01)
    loss = a * size**-alpha + b * best**-beta

    def cost(other: float) -> float:
        data = ((loss - a * other**-alpha) / b) ** (-1 / beta)
        return 6 * other * data + 6 * other * served

    assert all(cost(size) < cost(size * factor) for factor in (0.9, 0.99, 1.01, 1.1))
    here = {"n_tok": str(round(best))}
    values = {name: item.read() for name, item in CLAIM.reading(fit).numbers.items()}
    by_tool = value(derive("chinchilla", values={**values, **here}), "cost-ratio-by-the-law")
    assert float(by_tool) == pytest.approx(served / best, rel=1e-6)


def test_equal_costs_are_cheapest_only_where_rho_is_two(said: Report) -> None:
    """One per cent of parameters for two of tokens."""
    at_best = str(said["cheapest-cost-ratio"].relation)
    assert holds(said, "cost_inf = cost_pre", at_best, "rho = 2") is Finding.PROVEN
    assert holds(said, "rho = 2", at_best, "cost_inf = cost_pre") is Finding.PROVEN
    assert holds(said, "cost_inf = cost_pre", at_best, "rho = 3") is Finding.REFUTED


# --- what moves the ratio


@pytest.mark.parametrize(
    ("name", "power"),
    [("X_model", "+1"), ("t_life", "+1"), ("eta", "-1"), ("k_chin", "-1"), ("N_active", "-1"), ("a_RL", "0")],
)
def test_every_elasticity_is_one_or_nothing(built: Report, said: Report, name: str, power: str) -> None:
    """Exactly: so only ranges can rank the inputs. Reinforcement learning does not matter."""
    for report in (built, said):
        assert {swing.name: swing.elasticity for swing in report.swings}[name] == power


def test_the_ranges_rank_traffic_and_life_first(built: Report) -> None:
    """As each enters with the power 1, the factor of the result is that of the range."""
    factors = {
        "X_model": Fraction("247") / Fraction("18.5"), "t_life": 12, "k_chin": Fraction(118, 18),
        "N_active": Fraction(200, 37), "eta": Fraction(5, 3), "a_RL": 1,
    }
    assert {swing.name: swing.factor for swing in built.swings} == factors
    assert [swing.name for swing in built.swings] == sorted(factors, key=lambda name: -factors[name])


def test_the_ends_of_the_traffic_are_googles_tokens_over_models() -> None:
    """480 trillion in a month over ten models, 3.2 quadrillion over five, to three figures."""
    low, high = CLAIM.ranges["X_model"].read()
    assert low.number == round(480 * 10**12 / (30 * DAY) / 10, -5)
    assert high.number == round(3200 * 10**12 / (30 * DAY) / 5, -6)


def test_the_ends_of_the_rule_are_where_each_fit_trains_cheapest() -> None:
    """At 100 billion parameters: 6 N D is least at equal loss where rho is 1."""
    tokens = {
        fit: (beta * b / (alpha * a) * 1e11**alpha) ** (1 / beta) / 1e11 for fit, (a, b, alpha, beta) in FITS.items()
    }
    low, high = CLAIM.ranges["k_chin"].read()
    assert (low.number, high.number) == (round(tokens["besiroglu"]), round(tokens["hoffmann"]))
