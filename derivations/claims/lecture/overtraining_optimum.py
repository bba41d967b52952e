"""overtraining-optimum: the cheapest model of its loss, when training and serving are paid together.

Lecture 1:20:19 to 1:32:49 takes equal costs as about the best and says that showing it needs the fitted exponents.
Here the fitted law is put in: held fixed are the loss and the tokens served.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from derivations.claim.claim import AS_SAID, Asserted, Between, Claim, Published, Reading, Said
from derivations.claims.shared import chapters
from derivations.claims.shared.lifetime import (
    BESIROGLU_FIT,
    CHINCHILLA_RULE,
    HOFFMANN_FIT,
    LIFE,
    PHI,
    RL_WORK,
    RULE,
    SCALING,
    SERVED,
    SERVED_TOKENS,
    SIZE,
    THIRD,
    TRAFFIC_OF_ONE,
    TRAINING,
    Cheapest,
    Costs,
    Rate,
    cheapest_ratio,
    exchange_rate,
    take_costs,
)
from derivations.claims.shared.said import PATEL, POPE
from derivations.derivation.premise import Premise
from derivations.language.quantity import Quantity

if TYPE_CHECKING:
    from derivations.derivation.board import Board
    from derivations.derivation.script import Handle

# --- letters

# along a curve of equal loss
ALONG = (
    Quantity("k_fit", "token/parameter", "tokens per parameter at which a fitted law makes training alone cheapest",
             definition="(fit_beta*fit_B*n_par^fit_alpha/(fit_alpha*fit_A))^(1/fit_beta)*1[token]/N_active"),
    Quantity("over_own", "", "pre-training tokens over those of the law's own rule", latex=r"\omega_{\mathrm{own}}",
             definition="D_pre/(k_fit*N_active)"),
    Quantity("cost_slope", "FLOP", "derivative of the cost by the logarithm of the size, at equal loss", "real",
             latex=r"C'", definition="(cost_by_size + cost_by_data*data_by_size)*N_active"),
    Quantity("slope_per", "FLOP/parameter", "that slope for each parameter", "real", latex="g",
             definition="cost_slope/N_active"),
    Quantity("slope_by_data", "FLOP/parameter/token", "its derivative by the tokens alone", "real", latex="g_D"),
    Quantity("slope_by_rate", "FLOP/parameter", "its derivative by the exchange rate alone", "real", latex=r"g_\rho"),
    Quantity("rho_by_size", "", "slope of the exchange rate in the parameters", "real", latex=r"\rho_N"),
    Quantity("rho_by_data", "", "slope of the exchange rate in the tokens", "real", latex=r"\rho_D"),
    Quantity("rho_slope", "", "slope of the exchange rate in the logarithm of the size, at equal loss", "real",
             latex=r"\rho'", definition="rho_by_size*n_par - rho_by_data*n_tok*rho"),
    Quantity("cost_bend", "FLOP", "second derivative of the cost by the logarithm of the size", "real",
             latex=r"C''", definition="N_active*(slope_by_data*data_by_size*N_active + slope_by_rate*rho_slope)"),
)

# how the best number of tokens answers to what is given
ANSWERS = (
    Quantity("n_inf", "", "tokens served, as a plain number", latex=r"\hat D_{\mathrm{inf}}",
             definition="D_inf/1[token]"),
    Quantity("inf_by_tok", "", "derivative of the tokens served by those trained on, at the cheapest model", "real",
             latex=r"D_{\mathrm{inf},D}"),
    Quantity("inf_by_par", "", "derivative of the tokens served by the parameters, at the cheapest model", "real",
             latex=r"D_{\mathrm{inf},N}"),
    Quantity("e_served", "", "percent of pre-training tokens for one percent more served, at a fixed size",
             "real", latex=r"e_{\mathrm{inf}}", definition="n_inf/(n_tok*inf_by_tok)"),
    Quantity("e_size", "", "percent of pre-training tokens for one percent more parameters, at fixed tokens served",
             "real", latex=r"e_N", definition="-inf_by_par*n_par/(inf_by_tok*n_tok)"),
)

# the model of the same loss at which the costs are equal
EVEN = (
    Quantity("N_even", "parameter", "parameters of the model of the same loss at which both costs are equal",
             definition="n_even*1[parameter]"),
    Quantity("D_even", "token", "pre-training tokens of that model"),
    Quantity("n_even", "", "its parameters as a plain number", latex=r"\hat N_{\mathrm{even}}"),
    Quantity("m_even", "", "its tokens as a plain number", latex=r"\hat D_{\mathrm{even}}",
             definition="D_even/1[token]"),
    Quantity("loss_even", "", "term of the loss that depends on its parameters", latex=r"\ell_{\mathrm{even}}"),
    Quantity("cost_even", "FLOP", "cost of its pre-training and inference together", latex=r"C_{\mathrm{even}}"),
    Quantity("y_even", "", "that cost over the minimum at this loss", definition="cost_even/cost_both"),
)

# reinforcement learning beside the two
WITH_RL = (
    Quantity("cost_life", "FLOP", "cost of pre-training, reinforcement learning and inference together",
             latex=r"C_{\mathrm{life}}", definition="cost_pre + cost_RL + cost_inf"),
    Quantity("life_by_size", "FLOP/parameter", "slope of the cost of all three in the parameters", "real",
             latex=r"C_{\mathrm{life},N}"),
    Quantity("life_by_data", "FLOP/token", "slope of the cost of all three in the tokens", "real",
             latex=r"C_{\mathrm{life},D}"),
    Quantity("life_slope", "FLOP", "slope of the cost of all three in the logarithm of the size, at equal loss",
             "real", latex=r"C_{\mathrm{life}}'", definition="(life_by_size + life_by_data*data_by_size)*N_active"),
    Quantity("D_decoded", "token", "tokens served that would cost as much as all decoded tokens",
             definition="D_inf + (a_RL/a_inf)*D_RL"),
)


# --- premises

SAME_LOSS = Premise(
    "same-loss", "loss_even + fit_B/m_even^fit_beta = fit_A/n_par^fit_alpha + fit_B/n_tok^fit_beta",
    determines="loss_even",
    because="the model with equal costs has the same loss as the cheapest one; the floor of the loss is the same for both",
    source="the fitted law of Hoffmann et al. 2022, arXiv 2203.15556, at one loss",
)
LEFT_BY_SIZE = Premise(
    "left-by-size", "fit_A/n_even^fit_alpha = loss_even",
    determines="n_even",
    because="the term of the loss that depends on the parameters of that model",
    source="the same law",
)
EVEN_TOKENS = Premise(
    "even-tokens", "a_pre*N_even*D_even = a_inf*N_even*D_inf/eta",
    determines="D_even",
    because="the rule of thumb at another size: its pre-training costs as much as its inference",
    source="lecture 1:20:19 to 1:23:51",
)
EVEN_COST = Premise(
    "even-cost", "cost_even = a_pre*N_even*D_even + a_inf*N_even*D_inf/eta",
    because="that model pays for both, like the cheapest one", source="lecture 1:20:19",
)


# --- the argument

def overtraining_optimum(board: Board) -> Handle:
    """The cheapest model of its loss, that it is the only one, what equal costs lose, and what answers to what."""
    costs = take_costs(board)
    board.take(SERVED_TOKENS)
    rate = exchange_rate(board)
    best = cheapest_ratio(board, costs, rate.rate)
    result = _against_the_rule(board, costs, rate, best)
    _bends_upward(board, costs, rate, best)
    _excess_of_equal_costs(board, costs, rate, best)
    _elasticities(board, costs, rate, best)
    _with_rl(board, costs, rate, best)
    return result


def _against_the_rule(board: Board, costs: Costs, rate: Rate, best: Cheapest) -> Handle:
    """The tokens at the optimum, over those that Chinchilla's rule calls for."""
    per_served = board.define("pretraining-per-served-token", "mult_inf")
    multiple = board.state(
        "multiple-by-the-rate", "mult_inf = a_inf/(a_pre*eta*(rho - 1))",
        (per_served, best.ratio, costs.pretraining, costs.inference),
        because="the model trains on as many tokens as it serves exactly if a_inf over a_pre eta is rho - 1",
    )
    board.substitute("multiple-at-the-optimum", multiple, (rate.fitted,), because="with the exchange rate of the law")
    by_law = board.substitute("cost-ratio-by-the-law", best.ratio, (rate.fitted,), because="with the exchange rate of the law")
    optimum = board.substitute(
        "optimum", by_law, (costs.pretraining, costs.inference, rate.data), because="one equation for the tokens"
    )
    tokens = board.solve("tokens", optimum, for_="D_pre", because="the unknown stands in two different powers: it is solved numerically")
    rule = board.take(CHINCHILLA_RULE)
    over = board.define("tokens-over-rule", "overtraining")
    result = board.substitute("overtraining", over, (tokens, rule), because="relative to Chinchilla's rule")
    own, beyond = board.define("own-rule", "k_fit"), board.define("over-own-rule", "over_own")
    board.state(
        "rate-by-own-rule", "rho = over_own^fit_beta", (rate.fitted, own, beyond, rate.size, rate.data),
        because="beyond the law's own rule, one percent of parameters replaces more than one percent of tokens",
    )
    board.reject(
        "same-tokens", "D_pre = D_inf", (multiple, per_served),
        because="each model generates as much as it was trained on (1:28:24 to 1:29:46): at the optimum, only for one efficiency of decode",
    )
    return result


def _bends_upward(board: Board, costs: Costs, rate: Rate, best: Cheapest) -> None:
    """Wherever the slope along the curve of equal loss vanishes it rises, so that it does so once: at the minimum."""
    along = board.define("slope-along", "cost_slope")
    slope = board.state(
        "slope-at-equal-loss", "cost_slope = cost_pre*(1 - rho) + cost_inf",
        (along, best.by_size, best.by_data, rate.rate, costs.pretraining, costs.inference),
        because="a larger model saves pre-training tokens and costs more inference",
    )
    each = board.define("slope-per-parameter", "slope_per")
    per = board.substitute("slope-in-full", each, (slope, costs.pretraining, costs.inference), because="written out")
    by_data = board.differentiate(
        "slope-by-data", per, "D_pre", "slope_by_data", because="with respect to the tokens", holding=("rho",)
    )
    by_rate = board.differentiate(
        "slope-by-rate", per, "rho", "slope_by_rate", because="with respect to the exchange rate", holding=("D_pre",)
    )
    rate_by_size = board.differentiate("rate-by-size", rate.fitted, "n_par", "rho_by_size", because="parameters alone")
    rate_by_data = board.differentiate("rate-by-data", rate.fitted, "n_tok", "rho_by_data", because="tokens alone")
    total = board.define("rate-along", "rho_slope")
    falls = board.state(
        "rate-falls", "rho_slope = -rho*(fit_alpha + fit_beta*rho)", (total, rate_by_size, rate_by_data, rate.fitted),
        because="along the curve, the larger the model, the fewer tokens further parameters replace",
    )
    bend = board.define("bend-along", "cost_bend")
    spelled = board.state(
        "bend-at-equal-loss", "cost_bend = cost_pre*rho*(rho - 1 + fit_alpha + fit_beta*rho)",
        (bend, by_data, by_rate, falls, rate.rate, costs.pretraining),
        because="along the curve tokens fall with the size, and so does what a further parameter replaces",
    )
    bent = board.state(
        "bend-at-the-optimum", "cost_bend = rho*(cost_inf + cost_pre*(fit_alpha + fit_beta*rho))",
        (spelled, best.ratio, costs.pretraining, costs.inference), because="where the slope vanishes",
    )
    board.state(
        "bends-upward", "cost_bend > 0", (bent, rate.fitted),
        because="wherever the slope vanishes the cost is convex: there is one such model, and it is the cheapest",
    )


def _excess_of_equal_costs(board: Board, costs: Costs, rate: Rate, best: Cheapest) -> None:
    """The model of the same loss at which both costs are equal, and its cost over that of the cheapest."""
    same = board.take(SAME_LOSS)
    left = board.take(LEFT_BY_SIZE)
    even = board.take(EVEN_TOKENS)
    even_data = board.solve("even-data", even, for_="D_even", because="the size cancels")
    count, size_count = board.define("even-counted-data", "m_even"), board.define("even-counted-size", "N_even")
    counted = board.substitute("even-count", count, (even_data,), because="as a plain number")
    spent = board.solve("even-loss", same, for_="loss_even", because="the total less the term for its tokens")
    size = board.solve("even-size", left, for_="n_even", because="the parameters that leave that term")
    cost = board.take(EVEN_COST)
    over = board.define("even-over-least", "y_even")
    least = board.state(
        "least-cost", "cost_both = rho*cost_pre", (best.both, best.ratio), because="pre-training plus inference, which is rho - 1 times as much"
    )
    excess = board.substitute("excess", over, (cost, least, costs.pretraining), because="one cost over the other")
    short = board.rewrite(
        "excess-by-the-rate", excess, "y_even = 2*n_even*m_even/(rho*n_par*n_tok)",
        using=(even_data, rate.size, rate.data, count, size_count),
        because="twice the pre-training cost of one model, over rho times that of the other",
    )
    board.substitute(
        "excess-of-equal-costs", short, (rate.fitted, size, spent, counted),
        because="with the exchange rate of the law, and the size that gives the same loss",
    )


def _elasticities(board: Board, costs: Costs, rate: Rate, best: Cheapest) -> None:
    """Elasticities of the best number of tokens: in the tokens served, and in the size."""
    served = board.define("counted-service", "n_inf")
    cause = board.state(
        "service-at-the-optimum",
        "n_inf = (a_pre*eta/a_inf)*n_tok*(fit_alpha*fit_A*n_tok^fit_beta/(fit_beta*fit_B*n_par^fit_alpha) - 1)",
        (served, best.ratio, rate.fitted, rate.size, rate.data, costs.pretraining, costs.inference),
        because="the equation for the tokens, solved for the tokens served",
    )
    by_tok = board.differentiate("service-by-data", cause, "n_tok", "inf_by_tok", because="tokens alone")
    by_par = board.differentiate("service-by-size", cause, "n_par", "inf_by_par", because="parameters alone")
    for name, letter, slope, form, why in (
        ("served-elasticity", "e_served", (by_tok,), "e_served = (rho - 1)/(rho - 1 + fit_beta*rho)",
         "less than one: serving twice the tokens calls for less than twice the pre-training tokens"),
        ("size-elasticity", "e_size", (by_tok, by_par), "e_size = fit_alpha*rho/(rho - 1 + fit_beta*rho)",
         "a larger model calls for more tokens, though not in proportion"),
    ):
        own = board.define(f"{name}-defined", letter)
        answer = board.state(f"{name}-by-the-rate", form, (own, *slope, cause, rate.fitted), because=why)
        board.substitute(name, answer, (rate.fitted,), because="with the exchange rate of the law")


def _with_rl(board: Board, costs: Costs, rate: Rate, best: Cheapest) -> None:
    """Reinforcement learning beside the two: held fixed are the loss, the tokens served and those of the rollouts."""
    life = board.define("cost-of-life", "cost_life")
    spelled = board.substitute("life-in-full", life, costs, because="three costs, written out")
    by_size = board.differentiate("life-by-size", spelled, "N_active", "life_by_size", because="parameters alone")
    by_data = board.differentiate("life-by-data", spelled, "D_pre", "life_by_data", because="tokens alone")
    along = board.define("life-along", "life_slope")
    board.state(
        "rl-asks-for-less", "life_slope = cost_RL", (along, by_size, by_data, rate.rate, best.ratio, *costs),
        because="at the model that is cheapest without them, rollouts still cost more with size: a smaller model is cheaper",
    )
    decoded = board.define("decoded-tokens", "D_decoded")
    board.state(
        "rl-as-service", "cost_inf + cost_RL = a_inf*N_active*D_decoded/eta",
        (decoded, costs.inference, costs.learning),
        because="rollouts count as additional tokens served: the same equation with D_decoded for D_inf",
    )


# --- what was said

HOFFMANN_FLOOR = Said("1.69", "Hoffmann et al. 2022", "arXiv 2203.15556, approach 3")
BESIROGLU_FLOOR = Said("1.8172", "Besiroglu et al. 2024", "arXiv 2404.10102")


_HOFFMANN = {**HOFFMANN_FIT, "loss_floor": HOFFMANN_FLOOR}
_BESIROGLU = {**BESIROGLU_FIT, "loss_floor": BESIROGLU_FLOOR}
_COSTS = {"phi": PHI, "a_RL": RL_WORK, "eta": THIRD, "k_chin": RULE}
_MODEL = {**_COSTS, "N_active": SIZE}
_SERVED = {**_MODEL, "D_inf": SERVED}
# two thirds of the tokens served, as equal costs say: claim chinchilla, step rl-tokens
_ROLLOUTS = Said("400e12/3 token", "the ratio of practice card 18", "D_RL = D_pre/1.5, of 200 T")
_DECODED = Said("400e12 token", "200 T served and as much for rollouts", "step decoded-tokens, with 3 FLOP and 2/3 of 200 T")

_LECTURE = {**_SERVED, **_BESIROGLU, "D_RL": _ROLLOUTS}

READINGS = (
    Reading(AS_SAID, "as said: 100 B, 200 T served, with the law of Besiroglu et al., whose own rule is about the lecture's", _LECTURE),
    Reading("hoffmann", "the same with the law of Hoffmann et al., whose own rule is another", {**_SERVED, **_HOFFMANN, "D_RL": _ROLLOUTS}),
    Reading("unrounded", "the traffic unrounded: 50 M tokens/s for 60 days",
            {**_MODEL, **_BESIROGLU, "X_model": TRAFFIC_OF_ONE, "t_life": LIFE}),
    Reading("with-rl", "with reinforcement learning counted as tokens served",
            {**_MODEL, **_BESIROGLU, "D_inf": _DECODED}),
    Reading("with-rl-hoffmann", "the same with the law of Hoffmann et al.",
            {**_MODEL, **_HOFFMANN, "D_inf": _DECODED}),
)

_BY_EQUAL_COSTS = "from equal costs (claim chinchilla), and from no law"
_EACH_MODEL = "1:28:24 to 1:29:46, each model generates as much as it was trained on"

PUBLISHED = (
    Published("cost-ratio-by-the-law", "1", POPE, "1:20:19 to 1:21:39, 'tend to be'", "one significant figure",
              kind="illustration", note="he names no law and says 'tend to': here by the law whose own rule is about his"),
    Published("cost-ratio-by-the-law", "1", POPE, "1:20:19 to 1:21:39, 'tend to be'", "one significant figure",
              "hoffmann", kind="illustration", note="with the exponents of the first fit, whose own rule is another"),
    Published("tokens", "200e12 token", POPE, "1:29:46 to 1:32:10", "one significant figure",
              kind="illustration", note=_BY_EQUAL_COSTS),
    Published("tokens", "200e12 token", POPE, "1:29:46 to 1:32:10", "one significant figure", "hoffmann",
              kind="illustration", note=_BY_EQUAL_COSTS),
    Published("tokens", "150e12 token", PATEL, "1:29:46 to 1:32:10, 'somebody told me'", "two significant figures",
              kind="look-up", note="hearsay, compared with the derivation"),
    Published("overtraining", "100", POPE, "1:32:12", "one significant figure", kind="illustration", note=_BY_EQUAL_COSTS),
    Published("overtraining", "100", POPE, "1:32:12", "one significant figure", "unrounded",
              kind="illustration", note="with the traffic not rounded down"),
    Published("over-own-rule", "100", POPE, "1:32:12", "one significant figure", "hoffmann",
              kind="illustration", otherwise="overtraining", note="that law's optimum over that law's own rule"),
    Published("multiple-at-the-optimum", "1", PATEL, _EACH_MODEL, "one significant figure",
              kind="illustration", note=_BY_EQUAL_COSTS),
    Published("multiple-at-the-optimum", "1", PATEL, _EACH_MODEL, "one significant figure", "hoffmann",
              kind="illustration", note=_BY_EQUAL_COSTS),
    Published("own-rule", "20 token/parameter", POPE, "1:31:30", "one significant figure", kind="premise"),
    Published("own-rule", "20 token/parameter", POPE, "1:31:30", "one significant figure", "hoffmann",
              kind="premise", note="the rule of thumb comes from the other two approaches of the same paper"),
)

ASSERTED = (
    Asserted("the minimum tends to be where the costs are equal, a property of power laws; showing it takes the scaling laws and their exponents",
             POPE, "1:20:19 to 1:21:39"),
    Asserted("at extreme ratios, fits from ordinary ones overestimate what further tokens bring; every number here extrapolates far beyond the fitted models",
             "Sardana et al. 2023", "arXiv 2401.00448"),
    Asserted("served tokens should be derated by the chance that a model is dropped: `--assume served-tokens=derated --without D_inf`",
             POPE, "1:28:24 to 1:29:46"),
)

RANGES = {
    "D_inf": Between("100e12 token", "400e12 token", f"{POPE}, 1:32:00, the lower figure; twice the upper one, as with reinforcement learning"),
    "eta": Between("1/5", "1/3", f"{POPE}, 1:41:39, from prices five to one; practice card 18"),
}


CLAIM = Claim(
    name="overtraining-optimum",
    title="The cheapest model for its loss: what equal costs miss",
    chapter=chapters.OVERTRAINED,
    question="Which size and how many tokens are cheapest for a given loss, if the model is then served?",
    answer="About {tokens} for {N_active:2}: {overtraining} times what Chinchilla's rule calls for.",
    answer_if=("k_chin = 20[token/parameter]",),
    otherwise="About {tokens} for {N_active:2}: {overtraining} times what a rule of {k_chin} calls for.",
    notation=TRAINING.extended((*SCALING, *ALONG, *ANSWERS, *EVEN, *WITH_RL)), body=overtraining_optimum,
    result="overtraining",
    defaults=_LECTURE, readings=READINGS, published=PUBLISHED, asserted=ASSERTED, ranges=RANGES,
    compared=("own-rule", "tokens", "overtraining", "over-own-rule", "multiple-at-the-optimum", "cost-ratio-by-the-law",
              "excess-of-equal-costs", "served-elasticity"),
    not_from_cards=("N_total", "D_real"),
)
