"""Experts that a pass reads: all of them, those that some token is routed to, or those of a single token."""

from derivations.claims.shared.passes import touched
from derivations.derivation.premise import Alternative, Premise
from derivations.language.quantity import Quantity

READ_BY_TOUCH = (
    Quantity("N_touched", "parameter", "parameters that some token of the pass uses"),
    Quantity("B_one", "sequence", "batch of a single new token", latex=r"B_{1}", definition="1[token]/n"),
    Quantity("N_one", "parameter", "parameters that a single token uses", latex=r"N_{1}", definition=touched("B_one")),
)


ALL_PARAMETERS = Premise(
    "all-parameters", "N_total = N_always + N_experts",
    because="every parameter is either in a routed expert or used by every token",
    source="layout of a mixture of experts; counts from the model's card",
)
ACTIVE_PARAMETERS = Premise(
    "active-parameters", "N_active = N_always + N_experts*k_active/n_experts",
    because="a token uses k of the routed experts, all of one size, and all of the other parameters",
    source="layout of a mixture of experts; counts from the model's card",
)
TOUCHED_EXPERTS = Premise(
    "touched", f"N_touched = {touched('B')}",
    because="a pass reads only experts that some token is routed to; routing is uniform and independent for each token: the mean over routings",
    source="our own; counts of experts from the model's card",
    alternatives=(
        Alternative(
            "every-expert", "N_touched = N_always + N_experts",
            because="every expert is read, however few the tokens, as in a large batch",
            source="lecture 0:05:09, where all weights are fetched in every pass",
        ),
        Alternative(
            "same-experts", "N_touched = N_always + N_experts*k_active/n_experts",
            because="all tokens of the pass are routed to the same experts: the fewest that a pass can read",
            source="our own: the lower end",
        ),
    ),
)
