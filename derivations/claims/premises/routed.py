"""Premises about the quality of routed models, and what their weights take."""

from derivations.engine.premise import Alternative, Premise

FIGURES = "Clark et al. 2022, arXiv 2202.01169"

ROUTED_LAW = Premise(
    "routed-law",
    "lg_loss = rt_d - rt_a*lg_N - rt_b*lg_E + rt_c*lg_N*lg_E",
    because="loss falls with size and with experts, in decades of each, and experts bring less to larger models; "
    "fitted to models that use one expert for a token and saw equally many tokens",
    source=FIGURES,
)
DENSE_LAW = Premise(
    "dense-law",
    "lg_loss = rt_d - rt_b*lg_one - rt_dense*lg_dense",
    because="the same law with one expert: a dense model",
    source=FIGURES,
)
DENSE_SLOPE = Premise(
    "dense-slope",
    "rt_dense = rt_a - rt_c*lg_one",
    because="the slope that the law leaves with one expert",
    source=FIGURES,
)
SMOOTHED_EXPERTS = Premise(
    "smoothed-experts",
    "e_hat = 1/(1/(x_more + e_shift) + 1/e_max)",
    because="the first experts bring less than a power would, and very many bring nothing more",
    source=FIGURES,
)
ONE_EXPERT = Premise(
    "one-expert",
    "e_shift = 1/(1/e_start - 1/e_max)",
    because="so that the law counts e_start for one expert",
    source=FIGURES,
)
ROUTED_EXPERTS = Premise(
    "routed-experts",
    "x_exp = n_experts/k_active",
    because="a model that uses several experts is taken for one of fewer and larger ones",
    source="our own; the law was fitted with one expert for a token",
    alternatives=(
        Alternative(
            "by-parameters",
            "x_exp = N_total/N_active",
            because="experts counted by what is stored over what is used, as the lecture counts sparsity",
            source="after lecture 0:19:05",
        ),
    ),
)
HALF_ACTIVE = Premise(
    "half-active",
    "x_half^p_gain = 2",
    because="half the active parameters, made up for by experts, if the point read off lies on a power",
    source="after lecture 0:29:37 to 0:30:35",
)
