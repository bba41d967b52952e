"""The letters of a scaling law for routed models, and of the dense model that is as good."""

from derivations.claims.notation.stages import MODEL_SIZE
from derivations.engine.quantity import Quantity

ROUTED = (
    Quantity("x_exp", "", "experts of a layer for each one that a token uses", latex="x"),
    Quantity("x_more", "", "experts beyond the first", "nonnegative", latex="x'", definition="x_exp - 1"),
    Quantity("e_hat", "", "experts as the fitted law counts them, with its ends smoothed", latex=r"\hat x"),
    Quantity("e_start", "", "what the law counts for one expert", latex=r"x_{\mathrm{start}}"),
    Quantity("e_max", "", "what it counts for ever more of them", latex=r"x_{\max}"),
    Quantity("e_shift", "", "what it adds to the experts beyond the first", latex=r"x_{\mathrm{shift}}"),
    Quantity("lg_N", "", "decades of active parameters", "real", latex=r"\lambda_N",
             definition="log(N_active/1[parameter])/log(10)"),
    Quantity("lg_E", "", "decades of experts, as the law counts them", "real", latex=r"\lambda_x",
             definition="log(e_hat)/log(10)"),
    Quantity("lg_one", "", "decades that the law counts for one expert", "real", latex=r"\lambda_1",
             definition="log(e_start)/log(10)"),
    Quantity("lg_loss", "", "decades of the loss", "real", latex=r"\lambda_\ell"),
    Quantity("lg_dense", "", "decades of parameters of the dense model that is as good", "real",
             latex=r"\lambda_{\mathrm{dense}}"),
    Quantity("rt_a", "", "fitted slope of the loss in the size, both in decades", latex="a"),
    Quantity("rt_b", "", "fitted slope of the loss in the experts, both in decades", latex="b"),
    Quantity("rt_c", "", "how much less experts bring for each decade of size", latex="c"),
    Quantity("rt_d", "", "decades of the loss at one parameter", latex="d"),
    Quantity("rt_dense", "", "slope of the loss of dense models in their size, both in decades",
             latex=r"a_{\mathrm{dense}}"),
    Quantity("lg_gain", "", "decades between those and the active parameters", "real",
             latex=r"\lambda_{\mathrm{gain}}", definition="lg_dense - lg_N"),
    Quantity("y_dense", "", "parameters of the dense model that is as good, over the active ones",
             latex=r"y_{\mathrm{dense}}", definition="10^lg_gain"),
    Quantity("N_dense", "parameter", "parameters of the dense model that is as good", latex=r"N_{\mathrm{dense}}",
             definition="y_dense*N_active"),
    Quantity("y_total", "", "all parameters over those of the dense model, if all of them are in experts",
             latex=r"y_{\mathrm{total}}", definition="x_exp/y_dense"),
    Quantity("N_last", "parameter", "size beyond which experts bring nothing more", latex=r"N_{\mathrm{last}}",
             definition="10^(rt_b/rt_c)*1[parameter]"),
)  # fmt: skip

# a power through one point that was read off
READ_OFF = (
    Quantity("x_point", "", "experts at a point that was read off", latex=r"x_0"),
    Quantity("y_point", "", "dense parameters over active ones at that point", latex=r"y_0"),
    Quantity("p_gain", "", "power of the experts by which active parameters count for more", latex="p",
             definition="log(y_point)/log(x_point)"),
    Quantity("x_half", "", "times as many experts for half the active parameters, at equal quality",
             latex=r"x_{1/2}"),
    Quantity("y_half", "", "times as many parameters in all for half the active ones", latex=r"y_{1/2}",
             definition="x_half/2"),
)  # fmt: skip

# what sparsity costs
STORED = (
    Quantity(
        "t_fetch",
        "s/sequence",
        "time to fetch the weights, for each sequence of the batch",
        latex=r"t_{\mathrm{fetch}}",
        definition="t_w/B",
    ),
    MODEL_SIZE,
)
