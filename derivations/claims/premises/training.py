"""The premises about the cost of a model over its life: training, reinforcement learning, inference."""

from derivations.claims.notation.training import SERVED_SHARE
from derivations.engine.premise import Alternative, Premise

RULE_OF_THUMB = "the lecture's rule of thumb: where effort can be moved between two costs, they end up about equal"

TRAINING_ARITHMETIC = Premise(
    "training-arithmetic",
    "a_pre = phi + 2*phi",
    because="each token passes forward once, and backward twice as dear: once for the weights, once for the inputs",
    source="practice card 15; lecture 1:21:56",
    alternatives=(
        Alternative(
            "recomputed",
            "a_pre = 2*phi + 2*phi",
            because="activations are not kept: the forward pass is run again before the backward pass",
            source="activation recomputation, known from training at scale",
        ),
    ),
)
INFERENCE_ARITHMETIC = Premise(
    "inference-arithmetic",
    "a_inf = phi",
    because="serving is forward only",
    source="lecture 1:23:00",
)
RL_ARITHMETIC = Premise(
    "rl-arithmetic",
    "a_RL = phi + 2*phi*x_trained",
    because="every rollout is generated in a forward pass, and what is trained on passes backward as well",
    source="after lecture 1:22:13: 2 if nothing is trained on, 6 if everything is",
)
PRETRAINING_COST = Premise(
    "pretraining-cost",
    "cost_pre = a_pre*N_active*D_pre",
    because="every token of pre-training meets every active parameter",
    source="lecture 1:21:56",
)
RL_COST = Premise(
    "rl-cost",
    "cost_RL = a_RL*N_active*D_RL/eta",
    because="rollouts are decoded, and decode gets less out of the machine: the same arithmetic costs more",
    source="lecture 1:22:13, the efficiency as corrected at 1:26:30",
)
INFERENCE_COST = Premise(
    "inference-cost",
    "cost_inf = a_inf*N_active*D_inf/eta",
    because="serving decodes as well, at the same low efficiency",
    source="lecture 1:23:00, the efficiency as corrected at 1:26:30",
    alternatives=(
        Alternative(
            "efficiency-forgotten",
            "cost_inf = a_inf*N_active*D_inf",
            because="decode as efficient as training: the form that the lecturer wrote first",
            source="lecture 1:23:00, before 1:25:02",
        ),
    ),
)
EQUAL_RL = Premise("equal-rl", "cost_pre = cost_RL", because=RULE_OF_THUMB, source="lecture 1:20:19")
EQUAL_INFERENCE = Premise(
    "equal-inference",
    "cost_pre = cost_inf",
    because=RULE_OF_THUMB,
    source="lecture 1:20:19",
    alternatives=(
        Alternative(
            "half-for-inference",
            "cost_pre = cost_inf/2",
            because="pre-training and reinforcement learning together cost what inference does",
            source="the host's split, lecture about 1:23:51",
        ),
        Alternative(
            "cheapest-at-fixed-loss",
            "cost_pre = cost_inf/(fit_alpha*fit_A*(D_pre/1[token])^fit_beta"
            "/(fit_beta*fit_B*(N_active/1[parameter])^fit_alpha) - 1)",
            because="the cheapest model of its loss: held fixed are the loss, at which this size is the best one, and "
            "the tokens served; pre-training and inference together are as cheap as they can be",
            source="step cheapest-cost-ratio with the fitted law; after Sardana et al. 2023, arXiv 2401.00448",
        ),
    ),
)
FAMILY_TRAFFIC = Premise(
    "family-traffic",
    "X_model = X_family/n_models",
    because="a provider's traffic is shared by a family of models, each trained on its own",
    source="after lecture 1:29:46",
)
SERVED_TOKENS = Premise(
    "served-tokens",
    "D_inf = X_model*t_life",
    because="a model serves its traffic for as long as it is the one in use",
    source="lecture 1:29:46",
    alternatives=(
        Alternative(
            "derated",
            "D_inf = x_used*X_model*t_life",
            because="a model that is not at the frontier is dropped, and its traffic never comes",
            source="after lecture 1:28:24",
            quantities=(SERVED_SHARE,),
        ),
    ),
)
CHINCHILLA_RULE = Premise(
    "chinchilla-rule",
    "D_chin = k_chin*N_active",
    because="the compute-optimal number of tokens is about in proportion to the parameters",
    source="Hoffmann et al. 2022, arXiv 2203.15556; lecture 1:31:30",
)

# the lemma: two costs against one scale
RISING_COST = Premise(
    "rising-cost",
    "cost_up = a_up*x_scale^p_up",
    because="one cost rises with the scale by a power; a scale e^y makes both costs exponentials",
    source="after lecture 1:20:19",
)
FALLING_COST = Premise(
    "falling-cost",
    "cost_down = a_down*x_scale^(-q_down)",
    because="the other falls with it by a power of its own",
    source="after lecture 1:20:19",
)
BOTH_COSTS = Premise(
    "both-costs",
    "cost_sum = cost_up + cost_down",
    because="both are paid",
    source="lecture 1:20:19",
)

# the same at equal loss
FITTED_LAW = Premise(
    "fitted-law",
    "fit_loss = loss_floor + fit_A/n_par^fit_alpha + fit_B/n_tok^fit_beta",
    because="the loss falls as a power of the parameters and as a power of the tokens, down to a floor",
    source="Hoffmann et al. 2022, arXiv 2203.15556",
)
EQUAL_LOSS = Premise(
    "equal-loss",
    "data_by_size = -(loss_by_size/loss_by_data)*1[token/parameter]",
    because="along a curve of equal loss, fewer tokens lose what more parameters gain",
    source="definition of a level curve",
)
COST_OF_BOTH = Premise(
    "cost-of-both",
    "cost_both = cost_pre + cost_inf",
    because="both are paid for one model; reinforcement learning stands apart, as it does not move this loss",
    source="after Sardana et al. 2023, arXiv 2401.00448",
)
CHEAPEST_AT_EQUAL_LOSS = Premise(
    "cheapest-at-equal-loss",
    "cost_by_size = -cost_by_data*data_by_size",
    because="at the cheapest model of a given loss, a step along the curve neither saves nor costs anything",
    source="condition for a minimum under a constraint",
)
