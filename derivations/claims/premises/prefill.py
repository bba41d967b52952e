"""Premises about what input and output cost: a pass of many new tokens per sequence, and a pass of one."""

from derivations.claims.notation.serving import REACHED_RATE
from derivations.engine.premise import Alternative, Premise

SLOWER_OF_BOTH = "p_mach*max(t_c, t_m)/(n*B)"

INPUT_PRICE = Premise(
    "input-price",
    "q_short = p_mach*t_c/(n*B)",
    because="prefill is bound by compute, and a token's share of compute is the same however many share the pass",
    source="after lecture 1:41:24 to 1:48:50",
    alternatives=(
        Alternative(
            "prefill-below-peak",
            "q_short = p_mach*t_c/(u_flop*n*B)",
            because="prefill reaches a part of the rate on the data sheet only, which makes input dearer",
            source="after lecture 0:19:31, where real efficiency is below the roofline",
            quantities=(REACHED_RATE,),
        ),
    ),
)
OUTPUT_PRICE = Premise(
    "output-price",
    f"p_short = {SLOWER_OF_BOTH}",
    because="a token of output takes its share of a pass, which is as long as the slower of compute and reads",
    source="after lecture 1:41:24 to 1:48:50",
    alternatives=(
        Alternative(
            "no-overlap",
            "p_short = p_mach*(t_c + t_m)/(n*B)",
            because="nothing overlaps: compute waits for its reads, and both are paid for",
        ),
    ),
)
OUTPUT_DEARER = Premise(
    "output-dearer",
    "y_price > 1",
    because="output costs more than input on every list",
    source="lecture 1:41:24 to 1:48:50",
    alternatives=(
        Alternative(
            "no-dearer",
            "y_price <= 1",
            because="below the step at 200,000 tokens the price is flat in the context, so that decode computes, and "
            "costs what input does",
            source="after lecture 1:33:03 to 1:38:22, the other argument from a price list",
        ),
    ),
)
