"""Premises about the least time of a pass: which parameters there are, an older machine, hops between racks."""

from derivations.engine.premise import Premise

ALL_PARAMETERS = Premise(
    "all-parameters",
    "N_total = N_always + N_experts",
    because="a parameter is in a routed expert or is used by every token",
    source="layout of a mixture of experts; counts from the model's card",
)
ACTIVE_PARAMETERS = Premise(
    "active-parameters",
    "N_active = N_always + N_experts*k_active/n_experts",
    because="a token uses so many of the routed experts, which are of one size, and all of the rest",
    source="layout of a mixture of experts; counts from the model's card",
)
OLDER_FETCH = Premise(
    "older-fetch",
    "t_old = t_w*W/(G_old*W_old)",
    because="the same bytes at the bandwidth of an older domain, all of its GPUs together",
    source="after lecture 1:17:07",
)
HOPS_ADD_UP = Premise(
    "hops-add-up",
    "t_token = T + t_hops",
    because="in decode the next token waits for this one, so that every hop is waited for",
    source="lecture 1:15:20",
)
