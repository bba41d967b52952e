"""The letters of what a model costs over its life, and of fitted scaling laws."""

from derivations.claims.notation.serving import SERVING
from derivations.engine.quantity import Notation, Quantity

TRAINING = Notation(
    (
        SERVING["N_active"],
        SERVING["N_total"],
        SERVING["phi"],
        Quantity("cost_pre", "FLOP", "cost of pre-training", latex=r"C_{\mathrm{pre}}"),
        Quantity("cost_RL", "FLOP", "cost of reinforcement learning", latex=r"C_{\mathrm{RL}}"),
        Quantity("cost_inf", "FLOP", "cost of inference over the life of the model", latex=r"C_{\mathrm{inf}}"),
        Quantity("a_pre", "FLOP/parameter/token", "arithmetic of pre-training: forward 2, backward 4",
                 latex=r"a_{\mathrm{pre}}"),
        Quantity("a_RL", "FLOP/parameter/token", "arithmetic of reinforcement learning: from 2, forward only, to 6",
                 latex=r"a_{\mathrm{RL}}"),
        Quantity("x_trained", "", "part of the rollouts that is trained on", "nonnegative",
                 latex=r"x_{\mathrm{trained}}"),
        Quantity("a_inf", "FLOP/parameter/token", "arithmetic of inference: forward only", latex=r"a_{\mathrm{inf}}"),
        Quantity("eta", "", "efficiency of decode beside that of pre-training", "fraction"),
        Quantity("D_pre", "token", "tokens of pre-training", latex=r"D_{\mathrm{pre}}"),
        Quantity("D_RL", "token", "tokens of reinforcement learning", latex=r"D_{\mathrm{RL}}"),
        Quantity("D_inf", "token", "tokens served over the life of the model", latex=r"D_{\mathrm{inf}}"),
        Quantity("D_real", "token", "tokens that a model was in fact pre-trained on", latex=r"D_{\mathrm{real}}"),
        Quantity("share_pre", "", "share of pre-training in the cost of all three", latex=r"u_{\mathrm{pre}}",
                 definition="cost_pre/(cost_pre + cost_RL + cost_inf)"),
        Quantity("mult_RL", "", "tokens of pre-training for each token of reinforcement learning",
                 latex=r"m_{\mathrm{RL}}", definition="D_pre/D_RL"),
        Quantity("mult_inf", "", "tokens of pre-training for each token served", latex=r"m_{\mathrm{inf}}",
                 definition="D_pre/D_inf"),
        Quantity("X_family", "token/s", "traffic of a family of models together", latex=r"X_{\mathrm{family}}"),
        Quantity("n_models", "", "models of the family that share it", latex=r"n_{\mathrm{models}}"),
        Quantity("X_model", "token/s", "traffic of one model", latex=r"X_{\mathrm{model}}"),
        Quantity("t_life", "s", "life of a model: how long it serves", latex=r"t_{\mathrm{life}}"),
        Quantity("k_chin", "token/parameter", "tokens per parameter that Chinchilla's rule asks for", latex="k"),
        Quantity("D_chin", "token", "tokens that Chinchilla's rule asks for", latex=r"D_{\mathrm{Chinchilla}}"),
        Quantity("overtraining", "", "tokens of pre-training over those of Chinchilla's rule",
                 latex=r"\omega", definition="D_pre/D_chin"),
        Quantity("overtraining_real", "", "tokens that a model was in fact pre-trained on, over those of the rule",
                 latex=r"\omega_{\mathrm{real}}", definition="D_real/D_chin"),
    )
)  # fmt: skip

SERVED_SHARE = Quantity(
    "x_used", "", "part of the expected traffic that comes, as a model may not be at the frontier and is dropped",
    "fraction", latex=r"x_{\mathrm{used}}",
)  # fmt: skip

# two costs against a scale: one rises with it, the other falls
TRADE = (
    Quantity("x_scale", "", "scale that is chosen", latex="x"),
    Quantity("cost_up", "FLOP", "cost that rises with the scale", latex=r"C_{\uparrow}"),
    Quantity("cost_down", "FLOP", "cost that falls with the scale", latex=r"C_{\downarrow}"),
    Quantity("cost_sum", "FLOP", "both costs together", latex=r"C_{\Sigma}"),
    Quantity("a_up", "FLOP", "rising cost at scale one", latex=r"a_{\uparrow}"),
    Quantity("a_down", "FLOP", "falling cost at scale one", latex=r"a_{\downarrow}"),
    Quantity("p_up", "", "exponent of the rising cost", latex="p"),
    Quantity("q_down", "", "exponent of the falling cost", latex="q"),
)

# a fitted scaling law, and what it says about models of equal loss
SCALING = (
    Quantity("fit_loss", "", "loss of a model after pre-training, per token", latex=r"\ell"),
    Quantity("loss_floor", "", "loss that no model and no data remove", latex="E"),
    Quantity("fit_A", "", "fitted loss from too few parameters, at one parameter", latex="A"),
    Quantity("fit_B", "", "fitted loss from too few tokens, at one token", latex="B"),
    Quantity("fit_alpha", "", "fitted exponent of the parameters", latex=r"\alpha"),
    Quantity("fit_beta", "", "fitted exponent of the tokens", latex=r"\beta"),
    Quantity("n_par", "", "parameters used for one token, as a plain number", latex=r"\hat N",
             definition="N_active/1[parameter]"),
    Quantity("n_tok", "", "tokens of pre-training, as a plain number", latex=r"\hat D", definition="D_pre/1[token]"),
    Quantity("loss_by_size", "", "slope of the loss in the parameters", "real", latex=r"\ell_N"),
    Quantity("loss_by_data", "", "slope of the loss in the tokens", "real", latex=r"\ell_D"),
    Quantity("data_by_size", "token/parameter", "slope of the tokens in the parameters at equal loss", "real",
             latex=r"D'"),
    Quantity("rho", "", "per cent of tokens that one per cent of parameters replaces at equal loss", "real",
             definition="-data_by_size*N_active/D_pre"),
    Quantity("cost_both", "FLOP", "cost of pre-training and inference together", latex=r"C_{\mathrm{both}}"),
    Quantity("cost_by_size", "FLOP/parameter", "slope of that cost in the parameters", "real", latex=r"C_N"),
    Quantity("cost_by_data", "FLOP/token", "slope of that cost in the tokens", "real", latex=r"C_D"),
)  # fmt: skip
