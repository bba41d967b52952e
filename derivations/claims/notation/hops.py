"""The letters of a token on its way through the stages of a pipeline."""

from derivations.engine.quantity import Quantity

HOPS = (
    Quantity("t_stage", "s", "time of a token on one stage", latex=r"t_{\mathrm{stage}}"),
    Quantity("t_hop", "s", "time of the hand-over from one stage to the next", "nonnegative",
             latex=r"t_{\mathrm{hop}}"),
    Quantity("n_hops", "", "hand-overs on the way of a token", "nonnegative", latex=r"n_{\mathrm{hops}}"),
    Quantity("t_token", "s", "time between two tokens of a sequence", latex=r"t_{\mathrm{token}}"),
    Quantity("t_more", "s", "what the hand-overs add for each token", "nonnegative", latex=r"t_{\mathrm{more}}",
             definition="t_token - T"),
    Quantity("y_token", "", "time between two tokens over that without hand-overs", latex=r"y_{\mathrm{token}}",
             definition="t_token/T"),
    Quantity("n_keep", "", "micro-batches that keep every stage at work", latex=r"n_{\mathrm{keep}}"),
)  # fmt: skip
