"""Premises about what requests cost on the two sides of a step in the price."""

from derivations.claims.premises.prefill import SLOWER_OF_BOTH
from derivations.engine.premise import Alternative, Premise

_PLACE = "after lecture 1:33:03 to 1:36:29"

COST_BY_TIME = Premise(
    "cost-by-time",
    f"cost_out = {SLOWER_OF_BOTH}",
    because="a token of output takes its share of a pass, which is as long as the slower of compute and reads",
    source=_PLACE,
)
PRICE_AT_COST = Premise(
    "price-at-cost",
    "p_short = p_mach*t_c/(n*B)",
    because="the lower price is what a token costs where compute is the slower; what is earned is in the price of the "
    "machine",
    source=_PLACE,
)


def _reads(side: str) -> Premise:
    return Premise(
        f"reads-{side}",
        f"t_{side} = t_w + t_kv*L_{side}/L",
        because="the weights as at the step, and the cache in proportion to the context",
        source=_PLACE,
    )


def _cost(side: str) -> Premise:
    return Premise(
        f"cost-{side}",
        f"cost_{side} = {SLOWER_OF_BOTH.replace('t_m', f't_{side}')}",
        because="as any token's: the slower of compute and of the reads at its own context",
        source=_PLACE,
    )


READS_LOW, READS_HIGH, COST_LOW, COST_HIGH = _reads("low"), _reads("high"), _cost("low"), _cost("high")
BELOW_THE_STEP = Premise(
    "below-the-step", "L_low <= L", because="the lower price is that of contexts up to the step", source=_PLACE
)
ABOVE_THE_STEP = Premise(
    "above-the-step", "L <= L_high", because="the dearer price is that of contexts from the step on", source=_PLACE
)
WITHIN_THE_WINDOW = Premise(
    "within-the-window",
    "L_high <= L_far",
    because="no request is longer than what the dearer price is made for",
    source=_PLACE,
    alternatives=(
        Alternative("longer", "L_high >= L_far", because="a request that is longer than what the price was made for"),
    ),
)
