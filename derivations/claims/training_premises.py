"""The premises about the cost of a model over its life: training, reinforcement learning, inference."""

from derivations.engine.premise import Premise

PRETRAINING_COST = Premise(
    "pretraining-cost",
    "cost_pre = a_pre*N_active*D_pre",
    because="every token of pre-training passes the active parameters forward once and backward twice as dear",
    source="lecture 1:21:56",
)
RL_COST = Premise(
    "rl-cost",
    "cost_RL = a_RL*N_active*D_RL/eta",
    because="rollouts are decoded, at a lower efficiency than training, and some of them are trained on",
    source="lecture 1:22:13, the efficiency as corrected at 1:26:30",
)
INFERENCE_COST = Premise(
    "inference-cost",
    "cost_inf = a_inf*N_active*D_inf/eta",
    because="serving is forward only, at the efficiency of decode",
    source="lecture 1:23:00, the efficiency as corrected at 1:26:30",
)
EQUAL_RL = Premise(
    "equal-rl",
    "cost_pre = cost_RL",
    because="the lecture's rule of thumb: where effort can be moved between two costs, they end up about equal",
    source="lecture 1:20:19",
)
EQUAL_INFERENCE = Premise(
    "equal-inference",
    "cost_pre = cost_inf",
    because="the lecture's rule of thumb: where effort can be moved between two costs, they end up about equal",
    source="lecture 1:20:19",
)
SERVED_TOKENS = Premise(
    "served-tokens",
    "D_inf = X_model*t_life",
    because="a model serves its traffic for as long as it is the one in use",
    source="lecture 1:29:46",
)
CHINCHILLA_RULE = Premise(
    "chinchilla-rule",
    "D_chin = k_chin*N_active",
    because="the compute-optimal number of tokens is about in proportion to the parameters",
    source="Hoffmann et al. 2022, arXiv 2203.15556; lecture 1:31:30",
)
