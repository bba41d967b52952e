"""The letters of a service in several modes: the usual one, a fast one, and one at a price still higher."""

from derivations.claims.notation.cache import FETCH_OF_ONE
from derivations.claims.notation.prices import PRICES
from derivations.engine.quantity import Quantity

MODES = (
    PRICES[0],
    Quantity("p_fast", "USD/token", "price of a token of output in fast mode", latex=r"p_{\mathrm{fast}}"),
    Quantity("x_price", "", "price in fast mode over the usual one", latex="x", definition="p_fast/p_short"),
    Quantity("v_fast", "", "speed in fast mode over the usual one: tokens of a sequence per second", latex="v",
             definition="T_norm/T_fast"),
    Quantity("B_norm", "sequence", "batch of the usual mode", latex=r"B_{\mathrm{normal}}"),
    Quantity("B_fast", "sequence", "batch of the fast mode", latex=r"B_{\mathrm{fast}}"),
    Quantity("y_batch", "", "batch of the usual mode over that of the fast one", latex="y",
             definition="B_norm/B_fast"),
    Quantity("T_norm", "s", "time of a pass in the usual mode", latex=r"T_{\mathrm{normal}}"),
    Quantity("T_fast", "s", "time of a pass in fast mode", latex=r"T_{\mathrm{fast}}"),
    Quantity("c_seq", "s/sequence", "time of the multiplications for each sequence of a pass", latex="c",
             definition="t_c/B"),
    FETCH_OF_ONE,
    Quantity("w_norm", "", "cache fetch over weight fetch in the usual mode", "nonnegative",
             latex=r"w_{\mathrm{normal}}", definition="k_seq*B_norm/t_w"),
    Quantity("w_fast", "", "cache fetch over weight fetch in fast mode", "nonnegative", latex=r"w_{\mathrm{fast}}",
             definition="k_seq*B_fast/t_w"),
    Quantity("m_norm", "", "batch of the usual mode over the balance batch without a context",
             latex=r"m_{\mathrm{normal}}", definition="n*B_norm/(r*s)"),
    Quantity("m_fast", "", "batch of the fast mode over the balance batch without a context",
             latex=r"m_{\mathrm{fast}}", definition="n*B_fast/(r*s)"),
    Quantity("X_norm", "token/s", "tokens generated in the usual mode", latex=r"X_{\mathrm{normal}}",
             definition="n*B_norm/T_norm"),
)  # fmt: skip

DEARER_STILL = (
    Quantity("x_high", "", "a price still higher, over the usual one", latex=r"x_{\mathrm{high}}"),
    Quantity("v_high", "", "speed at that price over the usual one", latex=r"v_{\mathrm{high}}",
             definition="T_norm/T_high"),
    Quantity("B_high", "sequence", "batch at that price", latex=r"B_{\mathrm{high}}"),
    Quantity("T_high", "s", "time of a pass at that price", latex=r"T_{\mathrm{high}}"),
)  # fmt: skip

MARGIN = Quantity(
    "x_margin", "", "margin in fast mode over the usual one, as a factor on the cost", latex=r"x_{\mathrm{margin}}"
)
