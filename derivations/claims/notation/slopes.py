"""The letters of how fast the output of layers moves with their input, and of differences that pass a cipher."""

from derivations.engine.quantity import Quantity

ONE_LAYER = (
    Quantity("u_net", "", "input of the whole net", "real", latex="u"),
    Quantity("h_before", "", "any function with a derivative: what the layers before have made", "real", of=("",),
             latex="h", derivative="h_slope"),
    Quantity("h_slope", "", "derivative of that function", "real", of=("",), latex="h'"),
    Quantity("v_in", "", "what goes into a layer", "real", latex="v"),
    Quantity("f_smooth", "", "any function with a derivative: what the layer computes", "real", of=("",), latex="f",
             derivative="f_smooth_slope"),
    Quantity("f_smooth_slope", "", "derivative of that function", "real", of=("",), latex="f'"),
    Quantity("v_out", "", "output of the layer with a residual", "real", latex=r"v_{\mathrm{out}}"),
    Quantity("v_bare", "", "output of the layer without one", "real", latex=r"v_{\mathrm{bare}}"),
    Quantity("slope_in", "", "how fast what goes into the layer moves with the input of the net", "real",
             latex=r"J_{\mathrm{in}}"),
    Quantity("slope_out", "", "how fast the output with a residual moves with it", "real",
             latex=r"J_{\mathrm{out}}"),
    Quantity("slope_bare", "", "how fast the output without a residual moves with it", "real",
             latex=r"J_{\mathrm{bare}}"),
)  # fmt: skip

STACK = (
    Quantity("k_layer", "", "layer or round, counted from 0", "whole", latex="k"),
    Quantity("j_layer", "", "every layer before it", "whole", latex="j"),
    Quantity("stream", "", "what goes into layer k", "real", of=("index",), latex="x"),
    Quantity("f_add_slope", "", "derivative of what layer k adds", "real", of=("index", ""), latex="F'"),
    Quantity("slope_to", "", "how fast what goes into layer k moves with the input of the net", "real",
             of=("index",), latex="J"),
)  # fmt: skip

EVEN_STACK = (
    Quantity("e_layer", "", "slope of what each layer computes, the same for all of them", "positive",
             latex=r"\varepsilon"),
    Quantity("slope_even", "", "how fast what goes into layer k moves if all layers are alike", "real",
             of=("index",), latex=r"\bar J"),
    Quantity("slope_plain", "", "the same without residuals", "real", of=("index",), latex=r"\hat J"),
    Quantity("n_deep", "", "layers of the net", "whole", latex="n"),
    Quantity("y_deep", "", "growth of a small change of the input through all layers, with residuals", "real",
             latex=r"y_{\mathrm{deep}}", definition="slope_even(n_deep)"),
    Quantity("y_plain", "", "the same without residuals", "real", latex=r"y_{\mathrm{plain}}",
             definition="slope_plain(n_deep)"),
)  # fmt: skip

CIPHER_DIFFERENCE = (
    Quantity("c_one", "", "bit of a text that a round changes", "bit", latex="a"),
    Quantity("c_two", "", "the same bit of another text", "bit", latex="b"),
    Quantity("c_key", "", "bit of a key", "bit", latex="c"),
    Quantity("keyed_one", "", "bit of the first text after the key is added", "bit", latex=r"\hat a"),
    Quantity("keyed_two", "", "bit of the other text after the key is added", "bit", latex=r"\hat b"),
    Quantity("diff_in", "", "difference of the two bits", "bit", latex=r"\delta", definition="xor(c_one, c_two)"),
    Quantity("diff_key", "", "their difference after the key is added", "bit", latex=r"\hat\delta",
             definition="xor(keyed_one, keyed_two)"),
    Quantity("w_one", "", "half that a function of a round reads, in the first text", "real", latex="r"),
    Quantity("w_two", "", "the same half in the other text", "real", latex="s"),
    Quantity("g_bit", "", "any function: a bit of what a round adds", "bit", of=("",), latex="g"),
    Quantity("next_one", "", "bit of the first text after the round", "bit", latex="a'"),
    Quantity("next_two", "", "bit of the other text after the round", "bit", latex="b'"),
    Quantity("diff_out", "", "their difference after the round", "bit", latex=r"\delta'",
             definition="xor(next_one, next_two)"),
)  # fmt: skip

TRAIL = (
    Quantity("p_pass", "", "probability that a difference passes one function as it is hoped to", "fraction",
             latex="p"),
    Quantity("p_trail", "", "probability that it has so passed k functions", "fraction", of=("index",), latex="P"),
    Quantity("n_passed", "", "functions that a difference has to pass", "whole", latex="m"),
    Quantity("y_trail", "", "probability that a difference passes all of them as it is hoped to", "fraction",
             latex=r"y_{\mathrm{trail}}", definition="p_trail(n_passed)"),
)  # fmt: skip
