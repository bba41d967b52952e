"""overtraining-optimum: the cheapest model of its loss, when training and serving are paid together.

Lecture 1:20:19 to 1:32:49 takes equal costs as about the best and says that showing it needs the fitted exponents.
Here the fitted law is put in: held fixed are the loss and the tokens served.
"""

from __future__ import annotations

from derivations.claims import chapters
from derivations.claims.claim import Claim
from derivations.claims.notation.budget import ALONG, ANSWERS, EVEN, WITH_RL
from derivations.claims.notation.training import SCALING, TRAINING
from derivations.claims.premises.budget import EVEN_COST, EVEN_TOKENS, LEFT_BY_SIZE, SAME_LOSS
from derivations.claims.premises.training import CHINCHILLA_RULE, SERVED_TOKENS
from derivations.claims.training.around_optimum import answers, bends_upward, with_rl
from derivations.claims.training.costs import Costs, three_costs
from derivations.claims.training.fixed_loss import Cheapest, Rate, cheapest_ratio, exchange_rate
from derivations.claims.training.overtraining_optimum_said import ASSERTED, DEFAULTS, PUBLISHED, RANGES, READINGS
from derivations.engine.board import Board, Handle


def overtraining_optimum(board: Board) -> Handle:
    """The cheapest model of its loss, that it is the only one, what equal costs lose, and what answers to what."""
    costs = three_costs(board)
    board.take(SERVED_TOKENS)
    rate = exchange_rate(board)
    best = cheapest_ratio(board, costs, rate.rate)
    result = against_the_rule(board, costs, rate, best)
    bends_upward(board, costs, rate, best)
    equal_costs_lose(board, costs, rate, best)
    answers(board, costs, rate, best)
    with_rl(board, costs, rate, best)
    return result


def against_the_rule(board: Board, costs: Costs, rate: Rate, best: Cheapest) -> Handle:
    """The tokens at the optimum, over those that Chinchilla's rule asks for."""
    per_served = board.define("pretraining-per-served-token", "mult_inf")
    multiple = board.state(
        "multiple-by-the-rate", "mult_inf = a_inf/(a_pre*eta*(rho - 1))",
        (per_served, best.ratio, costs.pretraining, costs.inference),
        because="as many tokens trained on as served exactly where a_inf over a_pre eta is rho - 1",
    )  # fmt: skip
    board.substitute("multiple-at-the-optimum", multiple, (rate.fitted,), because="with the rate of the law")
    by_law = board.substitute("cost-ratio-by-the-law", best.ratio, (rate.fitted,), because="with the rate of the law")
    optimum = board.substitute(
        "optimum", by_law, (costs.pretraining, costs.inference, rate.data), because="one equation for the tokens"
    )
    tokens = board.solve("tokens", optimum, for_="D_pre", because="they stand in two powers: only numbers solve it")
    rule = board.take(CHINCHILLA_RULE)
    over = board.define("tokens-over-rule", "overtraining")
    result = board.substitute("overtraining", over, (tokens, rule), because="over what the rule asks for")
    own = board.define("own-rule", "k_fit")
    board.state(
        "rate-by-own-rule", "rho = (D_pre/(k_fit*N_active))^fit_beta", (rate.fitted, own, rate.size, rate.data),
        because="beyond the law's own rule a per cent of parameters replaces more than one of tokens",
    )  # fmt: skip
    board.reject(
        "same-tokens", "D_pre = D_inf", (multiple, per_served),
        because="each model puts out what went into it (1:28:24 to 1:29:46): at the optimum only for one efficiency "
        "of decode",
    )  # fmt: skip
    return result


def equal_costs_lose(board: Board, costs: Costs, rate: Rate, best: Cheapest) -> None:
    """The model of the same loss at which the two costs are equal, and what it costs over the cheapest."""
    same = board.take(SAME_LOSS)
    left = board.take(LEFT_BY_SIZE)
    even = board.take(EVEN_TOKENS)
    even_data = board.solve("even-data", even, for_="D_even", because="its size cancels")
    count, size_count = board.define("even-counted-data", "m_even"), board.define("even-counted-size", "N_even")
    counted = board.substitute("even-count", count, (even_data,), because="as a plain number")
    spent = board.solve("even-loss", same, for_="loss_even", because="what its tokens leave to its parameters")
    size = board.solve("even-size", left, for_="n_even", because="as many parameters as that takes")
    cost = board.take(EVEN_COST)
    over = board.define("even-over-least", "y_even")
    least = board.state(
        "least-cost", "cost_both = rho*cost_pre", (best.both, best.ratio), because="pre-training, and rho - 1 times it"
    )
    excess = board.substitute("excess", over, (cost, least, costs.pretraining), because="one cost over the other")
    short = board.rewrite(
        "excess-by-the-rate", excess, "y_even = 2*n_even*m_even/(rho*n_par*n_tok)",
        using=(even_data, rate.size, rate.data, count, size_count),
        because="twice the pre-training of one model, over rho times that of the other",
    )  # fmt: skip
    board.substitute(
        "excess-of-equal-costs", short, (rate.fitted, size, spent, counted),
        because="with the rate of the law, and the size that leaves the same loss",
    )  # fmt: skip


OVERTRAINING_OPTIMUM = Claim(
    name="overtraining-optimum",
    title="The cheapest model of its loss: what equal costs miss",
    chapter=chapters.OVERTRAINED,
    question="Which size and how many tokens are cheapest, if a model of a given loss is trained and then served?",
    notation=TRAINING.extended((*SCALING, *ALONG, *ANSWERS, *EVEN, *WITH_RL)),
    body=overtraining_optimum,
    result="overtraining",
    defaults=DEFAULTS,
    readings=READINGS,
    published=PUBLISHED,
    asserted=ASSERTED,
    compared=("own-rule", "tokens", "overtraining", "multiple-at-the-optimum", "cost-ratio-by-the-law",
              "excess-of-equal-costs", "served-elasticity"),
    not_from_cards=("N_total", "D_real"),
    ranges=RANGES,
)  # fmt: skip
