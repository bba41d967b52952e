"""The letters of what a token costs: its share of a rented pass, in parts, and beside prices on a list."""

from derivations.claims.notation.prices import PRICES
from derivations.engine.quantity import Quantity

_PRICES = {quantity.name: quantity for quantity in PRICES}

COSTS = (
    Quantity("g_rent", "USD/h/GPU", "rent of a GPU", latex="g"),
    Quantity("cost_pass", "USD", "cost of one forward pass", latex=r"c_{\mathrm{pass}}"),
    Quantity("cost_tok", "USD/Mtoken", "cost of a new token: its share of a pass", latex=r"c_{\mathrm{token}}",
             definition="cost_pass/(n*B)"),
    Quantity("cost_c", "USD/Mtoken", "rent for a token's multiplications", latex=r"c_{\mathrm{compute}}",
             definition="g_rent*G*t_c/(n*B)"),
    Quantity("cost_w", "USD/Mtoken", "rent for a token's share of the weight fetch", latex=r"c_{\mathrm{weights}}",
             definition="g_rent*G*t_w/(n*B)"),
    Quantity("cost_kv", "USD/Mtoken", "rent for fetching a token's KV cache", "nonnegative",
             latex=r"c_{\mathrm{KV}}", definition="g_rent*G*t_kv/(n*B)"),
    Quantity("cost_m", "USD/Mtoken", "rent for a token's share of all reads", latex=r"c_{\mathrm{memory}}",
             definition="cost_w + cost_kv"),
    Quantity("cost_floor", "USD/Mtoken", "cost that no batch goes below", latex=r"c_{\mathrm{floor}}",
             definition="max(cost_c, cost_kv)"),
    Quantity("y_cost", "", "cost of a token over the floor", latex="y", definition="cost_tok/cost_floor"),
    Quantity("y_reads", "", "rent for a token's reads over the one for its multiplications",
             latex=r"y_{\mathrm{reads}}", definition="cost_m/cost_c"),
    Quantity("x_saved", "", "part of the cost that larger batches could save", "nonnegative",
             latex=r"x_{\mathrm{saved}}", definition="1 - cost_floor/cost_tok"),
    _PRICES["p_short"],
    _PRICES["q_short"],
    Quantity("y_out", "", "price of output on a list over the rent for a token's multiplications",
             latex=r"y_{\mathrm{out}}", definition="p_short/cost_c"),
    Quantity("y_in", "", "price of input on a list over the rent for a token's multiplications",
             latex=r"y_{\mathrm{in}}", definition="q_short/cost_c"),
)  # fmt: skip
