"""The letters of price tiers: what a request costs below and above a step in the price."""

from derivations.engine.quantity import Quantity

COST_LINE = (
    Quantity(
        "cost_out",
        "USD/token",
        "cost of a token of output: its share of the price of a pass",
        latex=r"c_{\mathrm{out}}",
    ),
)

REQUESTS = (
    Quantity("L_low", "token/sequence", "context of a request below the step in the price", "nonnegative",
             latex=r"L_{\mathrm{low}}"),
    Quantity("t_low", "s", "time of the memory reads if all contexts were that of the lower request",
             latex=r"t_{\mathrm{low}}"),
    Quantity("cost_low", "USD/token", "cost of a token of output at that context", latex=r"c_{\mathrm{low}}"),
    Quantity("L_high", "token/sequence", "context of a request above the step in the price",
             latex=r"L_{\mathrm{high}}"),
    Quantity("t_high", "s", "time of the memory reads if all contexts were that of the higher request",
             latex=r"t_{\mathrm{high}}"),
    Quantity("cost_high", "USD/token", "cost of a token of output at that context", latex=r"c_{\mathrm{high}}"),
    Quantity("y_high", "", "cost of a token of output at that context, over the price below the step",
             latex=r"y_{\mathrm{high}}", definition="cost_high/p_short"),
    Quantity("m_high", "", "what is earned on a token at that context, as a part of the price below the step", "real",
             latex=r"m_{\mathrm{high}}", definition="(p_long - cost_high)/p_short"),
)  # fmt: skip
