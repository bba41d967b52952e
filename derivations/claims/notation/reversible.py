"""The letters of layers that can be run backward, and of what they cost and save."""

from derivations.engine.quantity import Quantity

# a layer as it was said, and the block of the paper
LAYER = (
    Quantity("in_x", "", "what the layer before gave", "real", latex="x"),
    Quantity("in_y", "", "what the layer before that one gave", "real", latex="y"),
    Quantity("out_x", "", "what this layer gives", "real", latex=r"x_{\mathrm{out}}"),
    Quantity("out_y", "", "what it hands on as it is", "real", latex=r"y_{\mathrm{out}}"),
    Quantity("f_layer", "", "any function: what a layer computes", "real", of=("",), latex="f"),
    Quantity("x_first", "", "first half before a block", "real", latex="x_{1}"),
    Quantity("x_second", "", "second half before a block", "real", latex="x_{2}"),
    Quantity("y_first", "", "first half after a block", "real", latex="y_{1}"),
    Quantity("y_second", "", "second half after a block", "real", latex="y_{2}"),
    Quantity("f_block", "", "any function: the first of a block", "real", of=("",), latex=r"\mathcal{F}"),
    Quantity("g_block", "", "any function: the second of a block", "real", of=("",), latex=r"\mathcal{G}"),
)

ACTIVATIONS = (
    Quantity("k_kept", "", "activations that a layer keeps for the backward pass, in vectors of the model's width",
             latex=r"k_{\mathrm{kept}}"),
    Quantity("D_held", "token", "tokens whose activations are held at the same time", latex=r"D_{\mathrm{held}}"),
    Quantity("m_vec", "GB", "a vector of the model's width for each of these tokens",
             latex=r"m_{\mathrm{vec}}", definition="d_model*b_act*D_held"),
    Quantity("m_keep", "GB", "activations that ordinary training holds", latex=r"m_{\mathrm{kept}}"),
    Quantity("m_rev", "GB", "activations that training with reversible layers holds",
             latex=r"m_{\mathrm{rev}}"),
    Quantity("m_larger", "GB", "larger of the two", latex=r"m_{\max}", definition="max(m_keep, m_rev)"),
    Quantity("y_act", "", "activations of ordinary training over those with reversible layers",
             latex=r"y_{\mathrm{act}}", definition="m_keep/m_rev"),
    Quantity("D_heavy", "token", "tokens whose kept activations are as large as the weights",
             latex=r"D_{\mathrm{heavy}}", definition="b_w*N_total*D_held/m_keep"),
)  # fmt: skip

REVERSIBLE_WORK = (
    Quantity("a_rev", "FLOP/parameter/token", "arithmetic of training with reversible layers",
             latex=r"a_{\mathrm{rev}}"),
    Quantity("y_work", "", "arithmetic of training with reversible layers over that of ordinary training",
             latex=r"y_{\mathrm{work}}", definition="a_rev/a_pre"),
)  # fmt: skip

TRADES = (
    Quantity("w_byte", "FLOP/byte", "arithmetic that a byte of memory is worth while it is held; a reader's own number",
             latex=r"w_{\mathrm{byte}}"),
    Quantity("g_keep", "FLOP", "ordinary training on the held tokens, memory counted at its worth",
             latex=r"g_{\mathrm{kept}}"),
    Quantity("g_rev", "FLOP", "the same with reversible layers", latex=r"g_{\mathrm{rev}}"),
    Quantity("g_least", "FLOP", "the cheaper of the two", latex=r"g_{\min}", definition="min(g_keep, g_rev)"),
    Quantity("v_rev", "FLOP/byte", "arithmetic that reversible layers spend for each byte they save",
             latex=r"v_{\mathrm{rev}}", definition="(a_rev - a_pre)*N_active*D_held/(m_keep - m_rev)"),
    Quantity("g_cached", "FLOP/token", "keeping the KV cache of a token, at the worth of its memory",
             latex=r"g_{\mathrm{cached}}"),
    Quantity("g_again", "FLOP/token", "computing that cache again", latex=r"g_{\mathrm{again}}"),
    Quantity("g_token", "FLOP/token", "the cheaper of these two", latex=r"g_{\mathrm{token}}",
             definition="min(g_cached, g_again)"),
    Quantity("v_kv", "FLOP/byte", "arithmetic that a KV cache saves for each byte it takes",
             latex=r"v_{\mathrm{KV}}", definition="phi*N_active/kappa"),
    Quantity("y_trade", "", "what a byte of KV cache saves over what a byte costs that reversible layers save",
             latex=r"y_{\mathrm{trade}}", definition="v_kv/v_rev"),
)  # fmt: skip
