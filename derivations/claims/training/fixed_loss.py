"""Two costs against one scale, and training against inference among models of equal loss."""

from __future__ import annotations

from typing import NamedTuple

from derivations.claims.premises.training import (
    BOTH_COSTS,
    CHEAPEST_AT_EQUAL_LOSS,
    COST_OF_BOTH,
    EQUAL_LOSS,
    FALLING_COST,
    FITTED_LAW,
    RISING_COST,
)
from derivations.claims.training.costs import Costs
from derivations.engine.board import Board, Handle


def powers(board: Board) -> None:
    """Where a rising and a falling power have their least sum: the costs stand as the exponents, crosswise."""
    rising = board.take(RISING_COST)
    falling = board.take(FALLING_COST)
    both = board.take(BOTH_COSTS)
    total = board.substitute("sum-of-powers", both, (rising, falling), because="both costs, written out")
    cheapest = board.minimise(
        "cheapest-scale", total, over="x_scale",
        because="wherever its slope vanishes the sum bends upward, so that it does so only once: at the minimum",
    )  # fmt: skip
    stand = board.state(
        "costs-stand-crosswise", "p_up*cost_up = q_down*cost_down", (cheapest, rising, falling),
        because="where the sum is least, one per cent more scale costs as much on one side as it saves on the other",
    )  # fmt: skip
    board.state(
        "gap-between-costs", "cost_down - cost_up = (p_up/q_down - 1)*cost_up", (stand,),
        because="there is no gap exactly where the exponents are the same, as for x and 1/x: the rule of thumb",
    )  # fmt: skip
    board.reject(
        "equal-costs", "cost_up = cost_down", (stand,),
        because="the rule of thumb for any two powers: with exponents 1 and 2 one cost is twice the other",
    )  # fmt: skip


class Rate(NamedTuple):
    """How many tokens a parameter replaces at equal loss: counts of both, the rate, and what it is by the law."""

    size: Handle
    data: Handle
    rate: Handle
    fitted: Handle


class Cheapest(NamedTuple):
    """The cheapest model of a given loss: the sum of its costs, the slopes of that sum, and the ratio of the costs."""

    both: Handle
    by_size: Handle
    by_data: Handle
    ratio: Handle


def exchange_rate(board: Board) -> Rate:
    """What parameters and tokens gain by a fitted law, and how many of one replace the other at equal loss."""
    size = board.define("counted-parameters", "n_par")
    data = board.define("counted-tokens", "n_tok")
    law = board.take(FITTED_LAW)
    by_size = board.differentiate("loss-by-size", law, "n_par", "loss_by_size", because="what more parameters gain")
    by_data = board.differentiate("loss-by-data", law, "n_tok", "loss_by_data", because="what more tokens gain")
    curve = board.take(EQUAL_LOSS)
    rate = board.define("exchange-rate", "rho")
    slopes = board.substitute(
        "exchange-rate-in-full", rate, (curve, by_size, by_data), because="along the curve of equal loss"
    )
    fitted = board.rewrite(
        "exchange-rate-of-the-law", slopes, "rho = fit_alpha*fit_A*n_tok^fit_beta/(fit_beta*fit_B*n_par^fit_alpha)",
        using=(size, data),
        because="what parameters still cost in loss over what tokens still cost, each times its exponent",
    )  # fmt: skip
    return Rate(size, data, rate, fitted)


def cheapest_ratio(board: Board, costs: Costs, rate: Handle) -> Cheapest:
    """The ratio of inference to pre-training at the cheapest model of its loss."""
    both = board.take(COST_OF_BOTH)
    total = board.substitute("cost-in-full", both, (costs.pretraining, costs.inference), because="written out")
    by_size = board.differentiate(
        "cost-by-size", total, "N_active", "cost_by_size", because="a larger model is dearer for every token",
        holding=("D_inf",),
    )  # fmt: skip
    by_data = board.differentiate(
        "cost-by-data", total, "D_pre", "cost_by_data", because="more tokens cost pre-training alone",
        holding=("D_inf",),
    )  # fmt: skip
    cheapest = board.take(CHEAPEST_AT_EQUAL_LOSS)
    ratio = board.state(
        "cheapest-cost-ratio", "cost_inf/cost_pre = rho - 1",
        (cheapest, by_size, by_data, rate, costs.pretraining, costs.inference),
        because="at the least the two stand as their powers, crosswise: inference grows with the size by the power 1, "
        "and pre-training falls by rho - 1",
    )  # fmt: skip
    return Cheapest(both, by_size, by_data, ratio)


def equal_loss(board: Board, costs: Costs, tokens: Handle) -> None:
    """The same question with a scaling law: which ratio of the costs is cheapest among models of equal loss."""
    rate = exchange_rate(board)
    ratio = cheapest_ratio(board, costs, rate.rate).ratio
    by_law = board.substitute(
        "cost-ratio-by-the-law", ratio, (rate.fitted,), because="with the exchange rate of the law"
    )
    board.state(
        "cheapest-as-a-premise",
        "cost_pre = cost_inf/(fit_alpha*fit_A*(D_pre/1[token])^fit_beta"
        "/(fit_beta*fit_B*(N_active/1[parameter])^fit_alpha) - 1)",
        (by_law, rate.size, rate.data),
        because="what a reader may put in the place of equal costs: `equal-inference=cheapest-at-fixed-loss`",
    )
    board.substitute(
        "cost-ratio-at-these-tokens", by_law, (rate.data, tokens),
        because="evaluated where the rule of thumb says 1: what it misses by",
    )  # fmt: skip
    board.reject(
        "equal-costs-at-equal-loss", "cost_inf = cost_pre", (ratio,),
        because="the rule of thumb at equal loss: right only where one per cent of parameters replaces two of tokens",
    )  # fmt: skip
