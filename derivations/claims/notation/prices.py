"""The letters of prices, and of the contexts that they pay for."""

from derivations.engine.quantity import Quantity

PRICES = (
    Quantity("p_short", "USD/token", "price of a token of output below the step in context length",
             latex=r"p_{\mathrm{short}}"),
    Quantity("p_long", "USD/token", "price of a token of output above it", latex=r"p_{\mathrm{long}}"),
    Quantity("premium_out", "", "how much dearer output is above the step, as a part of the price below",
             latex=r"\pi", domain="real", definition="p_long/p_short - 1"),
    Quantity("q_short", "USD/token", "price of a token of input below the step", latex=r"q_{\mathrm{short}}"),
    Quantity("q_long", "USD/token", "price of a token of input above it", latex=r"q_{\mathrm{long}}"),
    Quantity("premium_in", "", "how much dearer input is above the step, as a part of the price below",
             latex=r"\pi_{\mathrm{in}}", domain="real", definition="q_long/q_short - 1"),
)  # fmt: skip

# what a dearer price above the step has to pay for
PRICE_TIERS = (
    Quantity("t_far", "s", "time of the memory reads at the longest context", latex=r"t_{\mathrm{far}}"),
    Quantity("y_far", "", "longest context that the dearer price pays for, over that of the step",
             latex=r"y_{\mathrm{far}}"),
    Quantity("u_kv", "", "KV fetch at the step, as a part of compute; the weight fetch is the rest", "fraction",
             latex=r"u_{\mathrm{KV}}"),
    Quantity("L_far", "token/sequence", "longest context that the dearer price pays for",
             latex=r"L_{\mathrm{far}}", definition="y_far*L"),
)  # fmt: skip
