"""The letters of prefill and decode: a token's share of a pass, and prices of input and output."""

from derivations.claims.notation.prices import PRICES
from derivations.engine.quantity import Quantity

TOKEN_SHARES = (
    Quantity("c_tok", "s/token", "time of the multiplications for each new token", latex=r"\hat t_{\mathrm{compute}}",
             definition="t_c/(n*B)"),
    Quantity("m_tok", "s/token", "time of the memory reads for each new token", latex=r"\hat t_{\mathrm{memory}}",
             definition="t_m/(n*B)"),
    Quantity("L_even", "token/sequence", "context at which reads take as long as compute, weights included",
             latex=r"L_{=}"),
    Quantity("L_apart", "token/sequence", "context at which decode waits so long, less the longest that is bound by "
             "compute at the same batch", "real", latex=r"L_{\Delta}", definition="L - L_even"),
)  # fmt: skip

OUTPUT_AND_INPUT = (
    *PRICES,
    Quantity("p_mach", "USD/s", "price of a second of the whole machine, whatever is earned on it included",
             latex=r"p_{\mathrm{machine}}"),
    Quantity("y_price", "", "price of output over that of input", latex=r"y_{\mathrm{price}}",
             definition="p_short/q_short"),
    Quantity("y_long", "", "price of output over that of input, both above the step in context length",
             latex=r"y_{\mathrm{long}}", definition="p_long/q_long"),
    Quantity("y_mem", "", "time of the memory reads in a pass over that of compute", latex=r"y_{\mathrm{memory}}",
             definition="t_m/t_c"),
    Quantity("u_decode", "", "part of the compute rate that decode uses, at the roofline", "fraction",
             latex=r"u_{\mathrm{decode}}", definition="t_c/max(t_c, t_m)"),
)  # fmt: skip

# what a token of input costs at the rent of the GPUs, beside its price
RENT = (
    Quantity("p_gpu", "USD/s/GPU", "rent of one GPU for a second", latex=r"p_{\mathrm{GPU}}"),
    Quantity("q_rent", "USD/token", "rent of the GPUs for the multiplications of one token",
             latex=r"q_{\mathrm{rent}}", definition="p_gpu*phi*N_active/C_gpu"),
    Quantity("y_margin", "", "price of input over the rent of its multiplications", latex=r"y_{\mathrm{margin}}",
             definition="q_short/q_rent"),
)  # fmt: skip
