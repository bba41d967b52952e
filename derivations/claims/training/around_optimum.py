"""Around the cheapest model of its loss: that it is the only one, what answers to what, reinforcement learning."""

from __future__ import annotations

from derivations.claims.training.costs import Costs
from derivations.claims.training.fixed_loss import Cheapest, Rate
from derivations.engine.board import Board


def bends_upward(board: Board, costs: Costs, rate: Rate, best: Cheapest) -> None:
    """Wherever the slope along the curve of equal loss vanishes it rises, so that it does so once: at the minimum."""
    along = board.define("slope-along", "cost_slope")
    slope = board.state(
        "slope-at-equal-loss", "cost_slope = cost_pre*(1 - rho) + cost_inf",
        (along, best.by_size, best.by_data, rate.rate, costs.pretraining, costs.inference),
        because="a larger model saves tokens and pays for them with inference",
    )  # fmt: skip
    each = board.define("slope-per-parameter", "slope_per")
    per = board.substitute("slope-in-full", each, (slope, costs.pretraining, costs.inference), because="written out")
    by_data = board.differentiate(
        "slope-by-data", per, "D_pre", "slope_by_data", because="tokens alone", holding=("rho",)
    )
    by_rate = board.differentiate("slope-by-rate", per, "rho", "slope_by_rate", because="the rate alone")
    rate_by_size = board.differentiate("rate-by-size", rate.fitted, "n_par", "rho_by_size", because="parameters alone")
    rate_by_data = board.differentiate("rate-by-data", rate.fitted, "n_tok", "rho_by_data", because="tokens alone")
    total = board.define("rate-along", "rho_slope")
    falls = board.state(
        "rate-falls", "rho_slope = -rho*(fit_alpha + fit_beta*rho)", (total, rate_by_size, rate_by_data, rate.fitted),
        because="along the curve a larger model replaces ever fewer tokens",
    )  # fmt: skip
    bend = board.define("bend-along", "cost_bend")
    spelled = board.state(
        "bend-at-equal-loss", "cost_bend = cost_pre*rho*(rho - 1 + fit_alpha + fit_beta*rho)",
        (bend, by_data, by_rate, falls, rate.rate, costs.pretraining),
        because="tokens fall with the size, and what a further parameter replaces falls as well",
    )  # fmt: skip
    bent = board.state(
        "bend-at-the-optimum", "cost_bend = rho*(cost_inf + cost_pre*(fit_alpha + fit_beta*rho))",
        (spelled, best.ratio, costs.pretraining, costs.inference), because="where the slope vanishes",
    )  # fmt: skip
    board.state(
        "bends-upward", "cost_bend > 0", (bent, rate.fitted),
        because="wherever the slope vanishes the cost bends upward: there is one such model, and it is the cheapest",
    )  # fmt: skip


def answers(board: Board, costs: Costs, rate: Rate, best: Cheapest) -> None:
    """How the best number of tokens answers to the tokens served, and to the size."""
    served = board.define("counted-service", "n_inf")
    cause = board.state(
        "service-at-the-optimum",
        "n_inf = (a_pre*eta/a_inf)*n_tok*(fit_alpha*fit_A*n_tok^fit_beta/(fit_beta*fit_B*n_par^fit_alpha) - 1)",
        (served, best.ratio, rate.fitted, rate.size, rate.data, costs.pretraining, costs.inference),
        because="the equation for the tokens, turned round: for which service these would be the best",
    )  # fmt: skip
    by_tok = board.differentiate("service-by-data", cause, "n_tok", "inf_by_tok", because="tokens alone")
    by_par = board.differentiate("service-by-size", cause, "n_par", "inf_by_par", because="parameters alone")
    for name, letter, slope, form, why in (
        ("served-elasticity", "e_served", (by_tok,), "e_served = (rho - 1)/(rho - 1 + fit_beta*rho)",
         "less than one: twice the service asks for less than twice the tokens"),
        ("size-elasticity", "e_size", (by_tok, by_par), "e_size = fit_alpha*rho/(rho - 1 + fit_beta*rho)",
         "a larger model asks for more tokens, though not in proportion"),
    ):  # fmt: skip
        own = board.define(f"{name}-defined", letter)
        answer = board.state(f"{name}-by-the-rate", form, (own, *slope, cause, rate.fitted), because=why)
        board.substitute(name, answer, (rate.fitted,), because="with the rate of the law")


def with_rl(board: Board, costs: Costs, rate: Rate, best: Cheapest) -> None:
    """What reinforcement learning changes: held fixed are the loss, the tokens served and those of the rollouts."""
    life = board.define("cost-of-life", "cost_life")
    spelled = board.substitute("life-in-full", life, costs, because="three costs, written out")
    by_size = board.differentiate("life-by-size", spelled, "N_active", "life_by_size", because="parameters alone")
    by_data = board.differentiate("life-by-data", spelled, "D_pre", "life_by_data", because="tokens alone")
    along = board.define("life-along", "life_slope")
    board.state(
        "rl-asks-for-less", "life_slope = cost_RL", (along, by_size, by_data, rate.rate, best.ratio, *costs),
        because="at the cheapest model for the other two, rollouts still grow with the size: smaller is cheaper",
    )  # fmt: skip
    decoded = board.define("decoded-tokens", "D_decoded")
    board.state(
        "rl-as-service", "cost_inf + cost_RL = a_inf*N_active*D_decoded/eta",
        (decoded, costs.inference, costs.learning),
        because="rollouts count as so many more tokens served: the same equation with D_decoded for D_inf",
    )  # fmt: skip
