"""Premises about modes of a service that differ in nothing but their batch."""

from derivations.claims.notation.modes import MARGIN
from derivations.engine.premise import Alternative, Premise


def _pass_of(mode: str, letter: str) -> Premise:
    """A pass at the roofline with the batch of a mode."""
    return Premise(
        f"{mode}-pass",
        f"T_{letter} = max(c_seq*B_{letter}, t_w + k_seq*B_{letter})",
        because="the roofline is reached, at the batch of this mode: weights are read once, the rest for each sequence",
        source="after lecture 0:04:58; that batch makes the mode, lecture 0:01:36",
    )


def _price_of(mode: str, letter: str, price: str, *alternatives: Alternative) -> Premise:
    """A price in proportion to the machine time of a token."""
    return Premise(
        f"price-of-{mode}",
        f"{price} = (T_{letter}/B_{letter})/(T_norm/B_norm)",
        because="prices follow the machine time of a token, at the same margin in both modes",
        source="after lecture 0:12:40, the cost of a pass shared by its batch; that prices follow it is our assumption",
        alternatives=alternatives,
    )


NORMAL_PASS = _pass_of("normal", "norm")
FAST_PASS = _pass_of("fast", "fast")
HIGH_PASS = _pass_of("high", "high")
PRICE_OF_FAST = _price_of(
    "fast", "fast", "x_price",
    Alternative(
        "other-margin",
        "x_price = x_margin*(T_fast/B_fast)/(T_norm/B_norm)",
        because="who wants speed may be charged more for it than it costs",
        quantities=(MARGIN,),
    ),
)  # fmt: skip
PRICE_OF_HIGH = _price_of("high", "high", "x_high")
DEARER = Premise("dearer", "x_price > 1", because="fast mode costs more", source="lecture 0:01:05")
FASTER = Premise("faster", "v_fast > 1", because="fast mode is faster", source="lecture 0:01:05")
NORMAL_FITS = Premise(
    "normal-fits",
    "W*(t_w + k_seq*B_norm) <= M",
    because="weights and the caches of the usual batch stand in the memory that they are read from",
    source="after lecture 0:24:01",
)
