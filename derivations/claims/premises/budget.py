"""Premises about models of equal loss, and about a budget in three shares."""

from derivations.engine.premise import Alternative, Premise

SAME_LOSS = Premise(
    "same-loss",
    "loss_even + fit_B/m_even^fit_beta = fit_A/n_par^fit_alpha + fit_B/n_tok^fit_beta",
    determines="loss_even",
    because="the model at which the costs are equal is to be as good as the cheapest one; the floor is the same for "
    "both",
    source="the fitted law of Hoffmann et al. 2022, arXiv 2203.15556, at one loss",
)
LEFT_BY_SIZE = Premise(
    "left-by-size",
    "fit_A/n_even^fit_alpha = loss_even",
    determines="n_even",
    because="the part of the loss that is left to the parameters of that model",
    source="the same law",
)
EVEN_TOKENS = Premise(
    "even-tokens",
    "a_pre*N_even*D_even = a_inf*N_even*D_inf/eta",
    determines="D_even",
    because="the rule of thumb, for another size: its pre-training costs what its inference does",
    source="lecture 1:20:19 to 1:23:51",
)
EVEN_COST = Premise(
    "even-cost",
    "cost_even = a_pre*N_even*D_even + a_inf*N_even*D_inf/eta",
    because="both are paid for that model, as for the cheapest one",
    source="lecture 1:20:19",
)

# a budget in three shares
PRODUCT_QUALITY = Premise(
    "product-quality",
    "q_model = c_pre*c_RL^v_RL*c_inf^v_inf",
    because="each of the three helps, with falling returns, and none replaces another altogether: a product of powers, "
    "on a scale that only has to order models; nothing measured says so",
    source="our own, for the rule of thumb of lecture 1:23:51: the lecture names no such function",
)
WHOLE_BUDGET = Premise(
    "whole-budget",
    "c_sum = c_pre + c_RL + c_inf",
    because="the three are paid out of one budget of arithmetic",
    source="lecture 1:20:19 to 1:23:51",
)
RL_WEIGHT = Premise(
    "rl-weight",
    "v_RL = 1",
    because="no reason is known to favour one of them: as the lecturer says, labs know more",
    source="after lecture 1:23:51, a good ballpark",
)
INFERENCE_WEIGHT = Premise(
    "inference-weight",
    "v_inf = 1",
    because="no reason is known to favour one of them",
    source="after lecture 1:23:51, a good ballpark",
    alternatives=(
        Alternative(
            "as-much-as-both",
            "v_inf = v_RL + 1",
            because="inference counts as much as the other two together: then the host's split is the best one",
            source="the host's split, lecture about 1:23:51",
        ),
    ),
)
SAME_QUALITY = Premise(
    "same-quality",
    "q_model = (z_pre*c_other)*(z_RL*c_other)^v_RL*(z_inf*c_other)^v_inf",
    because="another split is to buy the same quality, out of a larger budget",
    source="the same product of powers",
)
WHOLE_SPLIT = Premise(
    "whole-split",
    "z_pre = 1 - z_RL - z_inf",
    because="the three shares are all there is",
    source="definition of a share",
)
REST_HALVED = Premise(
    "rest-halved",
    "z_RL = (1 - z_inf)/2",
    because="what inference leaves is shared evenly by the other two",
    source="lecture about 1:23:51: 25% stands against 33%",
)
SECOND_ORDER = Premise(
    "second-order",
    "y_more = (cube_bend/3)*d_room^2/2",
    because="close to a third: the term of first order is missing, and a cube root changes by a third of its cube",
    source="Taylor's formula; an approximation",
)
