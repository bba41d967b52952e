"""The letters of budgets: models of equal loss beside the cheapest one, and a budget in three shares."""

from derivations.engine.quantity import Quantity

# along a curve of equal loss
ALONG = (
    Quantity("k_fit", "token/parameter", "tokens per parameter at which a fitted law makes training alone cheapest",
             latex=r"k_{\mathrm{fit}}",
             definition="(fit_beta*fit_B*n_par^fit_alpha/(fit_alpha*fit_A))^(1/fit_beta)*1[token]/N_active"),
    Quantity("cost_slope", "FLOP", "slope of the cost in the logarithm of the size, at equal loss", "real",
             latex=r"C'", definition="(cost_by_size + cost_by_data*data_by_size)*N_active"),
    Quantity("slope_per", "FLOP/parameter", "that slope for each parameter", "real", latex="g",
             definition="cost_slope/N_active"),
    Quantity("slope_by_data", "FLOP/parameter/token", "how it changes with the tokens alone", "real", latex="g_D"),
    Quantity("slope_by_rate", "FLOP/parameter", "how it changes with the exchange rate alone", "real",
             latex=r"g_\rho"),
    Quantity("rho_by_size", "", "slope of the exchange rate in the parameters", "real", latex=r"\rho_N"),
    Quantity("rho_by_data", "", "slope of the exchange rate in the tokens", "real", latex=r"\rho_D"),
    Quantity("rho_slope", "", "slope of the exchange rate in the logarithm of the size, at equal loss", "real",
             latex=r"\rho'", definition="rho_by_size*n_par - rho_by_data*n_tok*rho"),
    Quantity("cost_bend", "FLOP", "how that slope of the cost changes with the logarithm of the size", "real",
             latex=r"C''",
             definition="N_active*(slope_by_data*data_by_size*N_active + slope_by_rate*rho_slope)"),
)  # fmt: skip

# how the best number of tokens answers to what is given
ANSWERS = (
    Quantity("n_inf", "", "tokens served, as a plain number", latex=r"\hat D_{\mathrm{inf}}",
             definition="D_inf/1[token]"),
    Quantity("inf_by_tok", "", "slope of the tokens served in those trained on, at the cheapest model", "real",
             latex=r"D_{\mathrm{inf},D}"),
    Quantity("inf_by_par", "", "slope of the tokens served in the parameters, at the cheapest model", "real",
             latex=r"D_{\mathrm{inf},N}"),
    Quantity("e_served", "", "per cent of tokens of pre-training for one per cent more served, at a fixed size",
             "real", latex=r"e_{\mathrm{inf}}", definition="n_inf/(n_tok*inf_by_tok)"),
    Quantity("e_size", "", "per cent of tokens of pre-training for one per cent more parameters, at fixed service",
             "real", latex=r"e_N", definition="-inf_by_par*n_par/(inf_by_tok*n_tok)"),
)  # fmt: skip

# the model of the same loss at which the costs are equal
EVEN = (
    Quantity("N_even", "parameter", "parameters of the model of the same loss at which both costs are equal",
             latex=r"N_{\mathrm{even}}", definition="n_even*1[parameter]"),
    Quantity("D_even", "token", "tokens of pre-training of that model", latex=r"D_{\mathrm{even}}"),
    Quantity("n_even", "", "its parameters as a plain number", latex=r"\hat N_{\mathrm{even}}"),
    Quantity("m_even", "", "its tokens as a plain number", latex=r"\hat D_{\mathrm{even}}",
             definition="D_even/1[token]"),
    Quantity("loss_even", "", "part of the loss that its number of parameters leaves", latex=r"\ell_{\mathrm{even}}"),
    Quantity("cost_even", "FLOP", "cost of its pre-training and inference together", latex=r"C_{\mathrm{even}}"),
    Quantity("y_even", "", "that cost over the least at this loss", latex=r"y_{\mathrm{even}}",
             definition="cost_even/cost_both"),
)  # fmt: skip

# reinforcement learning beside the two
WITH_RL = (
    Quantity("cost_life", "FLOP", "cost of pre-training, reinforcement learning and inference together",
             latex=r"C_{\mathrm{life}}", definition="cost_pre + cost_RL + cost_inf"),
    Quantity("life_by_size", "FLOP/parameter", "slope of the cost of all three in the parameters", "real",
             latex=r"C_{\mathrm{life},N}"),
    Quantity("life_by_data", "FLOP/token", "slope of the cost of all three in the tokens", "real",
             latex=r"C_{\mathrm{life},D}"),
    Quantity("life_slope", "FLOP", "slope of the cost of all three in the logarithm of the size, at equal loss",
             "real", latex=r"C_{\mathrm{life}}'", definition="(life_by_size + life_by_data*data_by_size)*N_active"),
    Quantity("D_decoded", "token", "tokens served that would cost what all decoded tokens cost",
             latex=r"D_{\mathrm{decoded}}", definition="D_inf + (a_RL/a_inf)*D_RL"),
)  # fmt: skip

# a budget in three parts, and the quality that it buys
SPLIT = (
    Quantity("q_model", "", "quality of a model, on a scale that only orders models", latex="q"),
    Quantity("v_RL", "", "weight of reinforcement learning in the quality beside that of pre-training",
             latex=r"v_{\mathrm{RL}}"),
    Quantity("v_inf", "", "weight of inference in the quality beside that of pre-training",
             latex=r"v_{\mathrm{inf}}"),
    Quantity("c_pre", "", "cost of pre-training as a plain number", latex=r"c_{\mathrm{pre}}",
             definition="cost_pre/1[FLOP]"),
    Quantity("c_RL", "", "cost of reinforcement learning as a plain number", latex=r"c_{\mathrm{RL}}",
             definition="cost_RL/1[FLOP]"),
    Quantity("c_inf", "", "cost of inference as a plain number", latex=r"c_{\mathrm{inf}}",
             definition="cost_inf/1[FLOP]"),
    Quantity("c_sum", "", "the whole budget as a plain number", latex=r"c_\Sigma"),
    Quantity("share_RL", "", "share of reinforcement learning in the cost of all three", latex=r"u_{\mathrm{RL}}",
             definition="cost_RL/(cost_pre + cost_RL + cost_inf)"),
    Quantity("share_inf", "", "share of inference in the cost of all three", latex=r"u_{\mathrm{inf}}",
             definition="cost_inf/(cost_pre + cost_RL + cost_inf)"),
)  # fmt: skip

# another split of a budget that buys the same
OTHER_SPLIT = (
    Quantity("z_pre", "", "share of pre-training in another split", latex=r"z_{\mathrm{pre}}"),
    Quantity("z_RL", "", "share of reinforcement learning in another split", latex=r"z_{\mathrm{RL}}"),
    Quantity("z_inf", "", "share of inference in another split", "fraction", latex=r"z_{\mathrm{inf}}"),
    Quantity("c_other", "", "budget that buys the same quality in that split, as a plain number", latex="c'"),
    Quantity("y_split", "", "that budget over the least", latex="y", definition="c_other/c_sum"),
    Quantity("y_lack", "", "what the product of the three shares lacks of that of thirds, as a part of it", "real",
             latex="w", definition="1 - 27*z_pre*z_RL*z_inf"),
    Quantity("z_gap_train", "", "share of pre-training less that of reinforcement learning", "real",
             latex=r"g_{\mathrm{train}}", definition="z_pre - z_RL"),
    Quantity("z_gap_serve", "", "share of reinforcement learning less that of inference", "real",
             latex=r"g_{\mathrm{serve}}", definition="z_RL - z_inf"),
    Quantity("z_gap_use", "", "share of inference less that of pre-training", "real", latex=r"g_{\mathrm{use}}",
             definition="z_inf - z_pre"),
    Quantity("d_off", "", "how far inference is off a third, as a part of a third", "real", latex="d",
             definition="3*z_inf - 1"),
    Quantity("y_cube", "", "third power of that budget over the least", latex="Y", definition="y_split^3"),
    Quantity("cube_slope", "", "slope of that power in the distance from a third", "real", latex="Y'"),
    Quantity("cube_bend", "", "slope of that slope", "real", latex="Y''"),
    Quantity("y_more", "", "part of the least budget that may be spent on top", latex=r"\epsilon"),
    Quantity("d_room", "", "how far inference may then be off a third, to second order", latex=r"d_\epsilon"),
    Quantity("z_high", "", "share of inference at that distance above a third", latex=r"z_\epsilon",
             definition="(1 + d_room)/3"),
)  # fmt: skip
