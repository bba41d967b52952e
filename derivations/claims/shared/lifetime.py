"""A model over its life: the cost of training, reinforcement learning and inference, and fitted scaling laws."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from derivations.claim.claim import Said
from derivations.claims.shared.passes import SERVING
from derivations.claims.shared.said import CARDS, LECTURE, POPE
from derivations.derivation.premise import Alternative, Premise
from derivations.language.quantity import Notation, Quantity

if TYPE_CHECKING:
    from derivations.derivation.board import Board
    from derivations.derivation.script import Handle

TRAINING = Notation(
    (
        SERVING["N_active"],
        SERVING["N_total"],
        SERVING["phi"],
        Quantity("cost_pre", "FLOP", "cost of pre-training", latex=r"C_{\mathrm{pre}}"),
        Quantity("cost_RL", "FLOP", "cost of reinforcement learning", latex=r"C_{\mathrm{RL}}"),
        Quantity("cost_inf", "FLOP", "cost of inference over the lifetime of the model", latex=r"C_{\mathrm{inf}}"),
        Quantity("a_pre", "FLOP/parameter/token", "arithmetic of pre-training: forward 2, backward 4"),
        Quantity("a_RL", "FLOP/parameter/token", "arithmetic of reinforcement learning: from 2, forward only, to 6"),
        Quantity("x_trained", "", "fraction of the rollouts that is trained on", "nonnegative"),
        Quantity("a_inf", "FLOP/parameter/token", "arithmetic of inference: forward only"),
        Quantity("eta", "", "efficiency of decode relative to pre-training", "fraction"),
        Quantity("D_pre", "token", "pre-training tokens"),
        Quantity("D_RL", "token", "tokens of reinforcement learning"),
        Quantity("D_inf", "token", "tokens served over the lifetime of the model"),
        Quantity("D_real", "token", "tokens that a model was in fact pre-trained on"),
        Quantity("share_pre", "", "share of pre-training in the cost of all three", latex=r"u_{\mathrm{pre}}",
                 definition="cost_pre/(cost_pre + cost_RL + cost_inf)"),
        Quantity("mult_RL", "", "pre-training tokens for each token of reinforcement learning",
                 latex=r"m_{\mathrm{RL}}", definition="D_pre/D_RL"),
        Quantity("mult_inf", "", "pre-training tokens for each token served", latex=r"m_{\mathrm{inf}}",
                 definition="D_pre/D_inf"),
        Quantity("X_family", "token/s", "traffic of a family of models together"),
        Quantity("n_models", "", "models of the family that share it"),
        Quantity("X_model", "token/s", "traffic of one model"),
        Quantity("t_life", "s", "lifetime of a model: how long it serves"),
        Quantity("k_chin", "token/parameter", "tokens per parameter that Chinchilla's rule calls for", latex="k"),
        Quantity("D_chin", "token", "tokens that Chinchilla's rule calls for", latex=r"D_{\mathrm{Chinchilla}}"),
        Quantity("overtraining", "", "times Chinchilla's rule: pre-training tokens over those of the rule", latex=r"\omega",
                 definition="D_pre/D_chin"),
        Quantity("overtraining_real", "", "tokens that a model was actually pre-trained on, over those of the rule",
                 latex=r"\omega_{\mathrm{real}}", definition="D_real/D_chin"),
    )
)

SERVED_SHARE = Quantity(
    "x_used", "", "fraction of the expected traffic that comes: a model that is not at the frontier may be dropped",
    "fraction",
)

# a fitted scaling law, and what it says about models of equal loss
SCALING = (
    Quantity("fit_loss", "", "loss of a model after pre-training, per token", latex=r"\ell"),
    Quantity("loss_floor", "", "irreducible loss, which no model size and no data remove", latex="E"),
    Quantity("fit_A", "", "fitted loss due to model size, at one parameter", latex="A"),
    Quantity("fit_B", "", "fitted loss due to training tokens, at one token", latex="B"),
    Quantity("fit_alpha", "", "fitted exponent of the parameters", latex=r"\alpha"),
    Quantity("fit_beta", "", "fitted exponent of the tokens", latex=r"\beta"),
    Quantity("n_par", "", "parameters used for one token, as a plain number", latex=r"\hat N",
             definition="N_active/1[parameter]"),
    Quantity("n_tok", "", "pre-training tokens, as a plain number", latex=r"\hat D", definition="D_pre/1[token]"),
    Quantity("loss_by_size", "", "derivative of the loss by the parameters", "real", latex=r"\ell_N"),
    Quantity("loss_by_data", "", "derivative of the loss by the tokens", "real", latex=r"\ell_D"),
    Quantity("data_by_size", "token/parameter", "derivative of the tokens by the parameters at equal loss", "real",
             latex=r"D'"),
    Quantity("rho", "", "percent of tokens that one percent of parameters replaces at equal loss", "real",
             definition="-data_by_size*N_active/D_pre"),
    Quantity("cost_both", "FLOP", "cost of pre-training and inference together", latex=r"C_{\mathrm{both}}"),
    Quantity("cost_by_size", "FLOP/parameter", "derivative of that cost by the parameters", "real", latex=r"C_N"),
    Quantity("cost_by_data", "FLOP/token", "derivative of that cost by the tokens", "real", latex=r"C_D"),
)


TRAINING_ARITHMETIC = Premise(
    "training-arithmetic", "a_pre = phi + 2*phi",
    because="each token takes one forward pass and a backward pass of twice the cost: gradients for the weights and for the inputs",
    source="practice card 15; lecture 1:21:56",
    alternatives=(
        Alternative(
            "recomputed", "a_pre = 2*phi + 2*phi",
            because="activations are not stored: the forward pass runs again before the backward pass",
            source="activation recomputation, known from training at scale",
        ),
    ),
)
INFERENCE_ARITHMETIC = Premise(
    "inference-arithmetic", "a_inf = phi",
    because="serving runs forward only", source="lecture 1:23:00",
)
RL_ARITHMETIC = Premise(
    "rl-arithmetic", "a_RL = phi + 2*phi*x_trained",
    because="forward passes generate every rollout, and the fraction trained on takes a backward pass as well",
    source="after lecture 1:22:13: 2 if nothing is trained on, 6 if everything is",
)
PRETRAINING_COST = Premise(
    "pretraining-cost", "cost_pre = a_pre*N_active*D_pre",
    because="every pre-training token uses every active parameter", source="lecture 1:21:56",
)
RL_COST = Premise(
    "rl-cost", "cost_RL = a_RL*N_active*D_RL/eta",
    because="rollouts are decoded, and decode has a lower MFU: the same arithmetic costs more",
    source="lecture 1:22:13, the efficiency as corrected at 1:26:30",
)
INFERENCE_COST = Premise(
    "inference-cost", "cost_inf = a_inf*N_active*D_inf/eta",
    because="serving decodes too, at the same low efficiency",
    source="lecture 1:23:00, the efficiency as corrected at 1:26:30",
    alternatives=(
        Alternative(
            "efficiency-forgotten", "cost_inf = a_inf*N_active*D_inf",
            because="decode is as efficient as training: the form that the lecturer wrote first",
            source="lecture 1:23:00, before 1:25:02",
        ),
    ),
)
FAMILY_TRAFFIC = Premise(
    "family-traffic", "X_model = X_family/n_models",
    because="the models of a family, each trained separately, share a provider's traffic",
    source="after lecture 1:29:46",
)
SERVED_TOKENS = Premise(
    "served-tokens", "D_inf = X_model*t_life",
    because="a model serves its traffic for as long as it is in use", source="lecture 1:29:46",
    alternatives=(
        Alternative(
            "derated", "D_inf = x_used*X_model*t_life",
            because="a model that is not at the frontier is dropped, and its traffic never materializes",
            source="after lecture 1:28:24",
            quantities=(SERVED_SHARE,),
        ),
    ),
)
CHINCHILLA_RULE = Premise(
    "chinchilla-rule", "D_chin = k_chin*N_active",
    because="the compute-optimal number of tokens is roughly proportional to the parameters",
    source="Hoffmann et al. 2022, arXiv 2203.15556; lecture 1:31:30",
)

# the same at equal loss
FITTED_LAW = Premise(
    "fitted-law", "fit_loss = loss_floor + fit_A/n_par^fit_alpha + fit_B/n_tok^fit_beta",
    because="the loss falls as a power of the parameters and as a power of the tokens, down to a floor",
    source="Hoffmann et al. 2022, arXiv 2203.15556",
)
EQUAL_LOSS = Premise(
    "equal-loss", "data_by_size = -(loss_by_size/loss_by_data)*1[token/parameter]",
    because="along a curve of equal loss, more parameters make up for fewer tokens",
    source="definition of a level curve",
)
COST_OF_BOTH = Premise(
    "cost-of-both", "cost_both = cost_pre + cost_inf",
    because="one model pays for both; reinforcement learning is left out, because it does not change this loss",
    source="after Sardana et al. 2023, arXiv 2401.00448",
)
CHEAPEST_AT_EQUAL_LOSS = Premise(
    "cheapest-at-equal-loss", "cost_by_size = -cost_by_data*data_by_size",
    because="at the cheapest model of a given loss, a small step along the curve does not change the cost",
    source="condition for a minimum under a constraint",
)


class Costs(NamedTuple):
    """The three costs of a model over its life."""

    pretraining: Handle
    learning: Handle
    inference: Handle


def take_costs(board: Board) -> Costs:
    """The three costs: arithmetic for each token, times parameters, times tokens, more expensive where tokens are decoded."""
    board.take(TRAINING_ARITHMETIC)
    board.take(INFERENCE_ARITHMETIC)
    partly = board.take(RL_ARITHMETIC)
    board.solve("trained-share", partly, for_="x_trained", because="the fraction trained on that a given coefficient implies")
    return Costs(board.take(PRETRAINING_COST), board.take(RL_COST), board.take(INFERENCE_COST))


class Rate(NamedTuple):
    """The exchange rate of parameters for tokens at equal loss: counts of both, the rate, and its form by the law."""

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
    """Slopes of a fitted law, and the exchange rate of parameters for tokens along a curve of equal loss."""
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
        because="the ratio of the two terms of the loss, each times its exponent",
    )
    return Rate(size, data, rate, fitted)


def cheapest_ratio(board: Board, costs: Costs, rate: Handle) -> Cheapest:
    """The ratio of inference to pre-training at the cheapest model of its loss."""
    both = board.take(COST_OF_BOTH)
    total = board.substitute("cost-in-full", both, (costs.pretraining, costs.inference), because="written out")
    by_size = board.differentiate(
        "cost-by-size", total, "N_active", "cost_by_size", because="a larger model costs more for every token",
        holding=("D_inf",),
    )
    by_data = board.differentiate(
        "cost-by-data", total, "D_pre", "cost_by_data", because="more tokens add to pre-training only",
        holding=("D_inf",),
    )
    cheapest = board.take(CHEAPEST_AT_EQUAL_LOSS)
    ratio = board.state(
        "cheapest-cost-ratio", "cost_inf/cost_pre = rho - 1",
        (cheapest, by_size, by_data, rate, costs.pretraining, costs.inference),
        because="at the minimum, the ratio of the two costs is the inverse ratio of their exponents: inference grows as the size to the power 1, and pre-training falls with the power rho - 1",
    )
    return Cheapest(both, by_size, by_data, ratio)


PHI = Said("2 FLOP/parameter/token", "practice card 15", "one multiply, one add", CARDS)
RL_WORK = Said("3 FLOP/parameter/token", "practice card 18", "between 2 and 6", CARDS)
THIRD = Said("1/3", "practice card 18", f"after {POPE}, 1:27:47", CARDS)
TRAFFIC_OF_ONE = Said("50e6 token/s", POPE, "1:29:46 to 1:32:10", LECTURE)
LIFE = Said("60 day", POPE, "1:29:46, two months; in days on practice card 19", LECTURE)
RULE = Said("20 token/parameter", POPE, "1:31:30", LECTURE)
SIZE = Said("100e9 parameter", POPE, "1:31:30, 'maybe a bit larger'", LECTURE)
SERVED = Said("200e12 token", POPE, "1:29:46 to 1:32:10", LECTURE)


def _fit(by: str, where: str, a: str, b: str, alpha: str, beta: str) -> dict[str, Said]:
    """The constants of a fitted scaling law."""
    fitted = {"fit_A": a, "fit_B": b, "fit_alpha": alpha, "fit_beta": beta}
    return {name: Said(text, by, where) for name, text in fitted.items()}


HOFFMANN_FIT = _fit("Hoffmann et al. 2022", "arXiv 2203.15556, approach 3", "406.4", "410.7", "0.34", "0.28")
BESIROGLU_FIT = _fit("Besiroglu et al. 2024", "arXiv 2404.10102", "482.01", "2085.43", "0.3478", "0.3658")
