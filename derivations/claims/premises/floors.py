"""Premises about which parameters there are: those of every token, and those of routed experts."""

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
