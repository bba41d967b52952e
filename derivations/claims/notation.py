"""The letters of the claims: one ASCII name and one LaTeX letter for each quantity, in reading order."""

from derivations.engine.quantity import Notation, Quantity

PASS_TIME = (
    Quantity("T", "s", "time of one forward pass"),
    Quantity("t_seq", "s/sequence", "machine time per sequence: a pass divided by its batch, not a latency",
             latex=r"t_{\mathrm{seq}}", definition="T/B"),
    Quantity("t_c", "s", "time of the multiplications in a pass", latex=r"t_{\mathrm{compute}}"),
    Quantity("t_m", "s", "time of the memory reads in a pass", latex=r"t_{\mathrm{memory}}"),
    Quantity("t_w", "s", "time to fetch the weights once", latex=r"t_{\mathrm{weights}}"),
    Quantity("t_kv", "s", "time to fetch the KV cache of the batch; 0 without context", domain="nonnegative",
             latex=r"t_{\mathrm{KV}}"),
)  # fmt: skip

WORK = (
    Quantity("r", "token", "ridge: new tokens per pass at which a dense model balances compute and weight fetch",
             definition="(C/W)*(b_w/phi)"),
    Quantity("s", "", "sparsity: total over active parameters", definition="N_total/N_active"),
    Quantity("phi", "FLOP/parameter/token", "arithmetic per active parameter and new token: one multiply, one add"),
    Quantity("n", "token/sequence", "new tokens per sequence in a pass: 1 in decode"),
    Quantity("kappa", "byte/token", "KV cache read per token of context"),
    Quantity("B", "sequence", "batch: sequences that share a pass"),
    Quantity("L", "token/sequence", "context length; 0 leaves the KV cache out", domain="nonnegative"),
    Quantity("L_x", "token/sequence", "context at which the KV fetch alone takes as long as compute",
             latex=r"L_{\times}"),
)  # fmt: skip

MODEL = (
    Quantity("b_w", "byte/parameter", "size of a stored weight"),
    Quantity("N_total", "parameter", "all parameters of the model"),
    Quantity("N_active", "parameter", "parameters used for one token", at_most="N_total"),
)

HARDWARE = (
    Quantity("C", "FLOP/s", "compute rate of all GPUs together"),
    Quantity("W", "byte/s", "memory bandwidth of all GPUs together"),
    Quantity("C_gpu", "FLOP/s/GPU", "compute rate of one GPU", latex=r"C_{\mathrm{GPU}}"),
    Quantity("W_gpu", "byte/s/GPU", "memory bandwidth of one GPU", latex=r"W_{\mathrm{GPU}}"),
    Quantity("G", "GPU", "GPUs that share the model"),
    Quantity("I", "FLOP/byte", "arithmetic intensity of the hardware: compute rate over bandwidth",
             definition="C/W"),
)  # fmt: skip

OTHER_FORMAT = (
    Quantity("r_alt", "token", "ridge in another number format", latex="r'", definition="(C_alt/W)*(b_alt/phi)"),
    Quantity("C_alt", "FLOP/s", "compute rate in another number format", latex="C'"),
    Quantity("b_alt", "byte/parameter", "size of a stored weight in another number format", latex=r"b_w'"),
)

SERVING = Notation((*PASS_TIME, *WORK, *MODEL, *HARDWARE))

MEMORY = Quantity("M_gpu", "byte/GPU", "memory of one GPU", latex=r"M_{\mathrm{GPU}}")
ALL_MEMORY = Quantity("M", "byte", "memory of all GPUs together")

ATTENTION_WORK = Quantity(
    "f_attn", "FLOP·sequence/token^2", "arithmetic of attention for each pair of a new token and a token of context",
    latex=r"f_{\mathrm{attn}}",
)  # fmt: skip

REACHED_RATE = Quantity(
    "u_flop", "", "part of the compute rate on the data sheet that is reached", "fraction",
    latex=r"u_{\mathrm{FLOP}}",
)  # fmt: skip

EXPERTS = (
    Quantity("N_always", "parameter", "parameters that every token uses: all but the routed experts",
             latex=r"N_{\mathrm{always}}"),
    Quantity("N_experts", "parameter", "parameters of all routed experts together", "nonnegative",
             latex=r"N_{\mathrm{experts}}"),
    Quantity("k_active", "", "routed experts that a token uses in a layer", at_most="n_experts",
             latex=r"k_{\mathrm{active}}"),
    Quantity("n_experts", "", "routed experts of a layer", latex=r"n_{\mathrm{experts}}"),
)  # fmt: skip

SQUARE_ROOT = (
    Quantity("L_dense", "token/sequence", "context up to which sparse attention reads as much as dense attention",
             latex=r"L_{\mathrm{dense}}"),
)  # fmt: skip
SELECTED = (
    Quantity("L_top", "token/sequence", "tokens of context that each new token selects", latex=r"L_{\mathrm{top}}"),
)

TRAINS = (
    Quantity("R_pass", "byte", "bytes read from memory in one pass", latex=r"R_{\mathrm{pass}}"),
    Quantity("tau", "s", "interval between the starts of two passes"),
    Quantity("x_wait", "", "part of an interval that a request waits before it starts", "fraction",
             latex=r"x_{\mathrm{wait}}"),
    Quantity("t_sys", "s", "time of a request in the system: waiting, then riding", latex=r"t_{\mathrm{system}}"),
    Quantity("t_mean", "s", "mean time in the system", latex=r"\bar t_{\mathrm{system}}"),
    Quantity("N_req", "", "requests that arrive evenly spread over an interval", "integer",
             latex=r"N_{\mathrm{requests}}"),
    Quantity("j_req", "", "place of a request among them", "integer", latex="j"),
    Quantity("S_req", "", "sum of their places", latex=r"S_{\mathrm{requests}}"),
    Quantity("X_sys", "token/s", "tokens generated by one system", latex=r"X_{\mathrm{system}}"),
    Quantity("X_all", "token/s", "tokens generated in all, by everybody's systems", latex=r"X_{\mathrm{all}}"),
    Quantity("u_sys", "", "share of one system in all traffic", latex=r"u_{\mathrm{system}}",
             definition="X_sys/X_all"),
    Quantity("f_pass", "1/s", "passes per second", latex=r"f_{\mathrm{pass}}", definition="1/T"),
    Quantity("D_announced", "token", "tokens that a provider announced for a period",
             latex=r"D_{\mathrm{announced}}"),
    Quantity("t_announced", "s", "period that the announcement is about", latex=r"t_{\mathrm{announced}}"),
    Quantity("t_given", "s", "an interval that is given and not derived", latex=r"t_{\mathrm{given}}"),
    Quantity("R_given", "byte", "bytes that can be read in the given interval", latex=r"R_{\mathrm{given}}",
             definition="t_given*W"),
    Quantity("n_reads", "", "how many times all memory can be read in the given interval", latex=r"n_{\mathrm{reads}}",
             definition="R_given/M"),
)  # fmt: skip

READ_SHARE = Quantity("u_read", "", "part of the memory that a pass reads", "fraction", latex=r"u_{\mathrm{read}}")
FULL_TRAINS = Quantity(
    "n_full", "", "trains that start full before a request gets a place", "nonnegative", latex=r"n_{\mathrm{full}}"
)

PIPELINE = (
    Quantity("m_gpu", "byte/GPU", "memory in use on one GPU", latex=r"m_{\mathrm{GPU}}"),
    Quantity("m_w", "byte/GPU", "weights held by one GPU", latex=r"m_{\mathrm{weights}}"),
    Quantity("m_kv", "byte/GPU", "KV cache held by one GPU; 0 without context", "nonnegative",
             latex=r"m_{\mathrm{KV}}"),
    Quantity("m_top", "byte/GPU", "larger of weights and KV cache on one GPU", latex=r"m_{\max}",
             definition="max(m_w, m_kv)"),
    Quantity("m_full", "byte/GPU", "larger of the memory in use and the memory of the GPU", latex=r"m_{\mathrm{full}}",
             definition="max(m_gpu, M_gpu)"),
    Quantity("n_stages", "", "pipeline stages", latex="P"),
    Quantity("n_micro", "", "micro-batches under way at the same time", latex=r"N_{\mu}"),
    Quantity("ep_width", "GPU", "expert-parallel width: GPUs that share one stage", latex="E"),
    Quantity("b_micro", "sequence", "sequences in one micro-batch", latex="b"),
    Quantity("S_model", "byte", "size of all weights", latex=r"S_{\mathrm{model}}", definition="b_w*N_total"),
    Quantity("x_idle", "", "part of the time that a stage waits if a single micro-batch is under way", "nonnegative",
             latex=r"x_{\mathrm{idle}}", definition="1 - 1/n_stages"),
    Quantity("w_share", "", "part of all weights that one stage holds", latex=r"u_{\mathrm{weights}}",
             definition="m_w*ep_width/S_model"),
    Quantity("K_seq", "byte/sequence", "KV cache of one sequence, all layers", "nonnegative",
             latex=r"K_{\mathrm{seq}}", definition="kappa*L"),
    Quantity("K_micro", "byte", "KV cache of one micro-batch, all layers", "nonnegative",
             latex=r"K_{\mu}", definition="K_seq*b_micro"),
    Quantity("L_fit", "token/sequence", "context at which the KV cache alone fills the memory of a GPU",
             latex=r"L_{\mathrm{fit}}"),
    Quantity("L_one", "token/sequence",
             "context at which, at the balance batch, a single stage holds as much KV cache as weights",
             latex=r"L_{1}", definition="phi*n*N_active*W/(kappa*C)"),
)  # fmt: skip

FIXED_MICRO = Quantity(
    "n_fixed", "", "micro-batches under way, chosen apart from the stages", latex=r"N_{\mathrm{fixed}}"
)
MICRO_PER_STAGE = Quantity("n_each", "", "micro-batches for each stage", latex=r"n_{\mu}")
CACHE_COPIES = Quantity(
    "n_copies", "", "GPUs of a stage that keep a copy of the same cache", latex=r"n_{\mathrm{copies}}"
)

CACHE = (
    Quantity("kappa_stored", "byte/token", "KV cache stored per token of context",
             latex=r"\kappa_{\mathrm{stored}}"),
    Quantity("n_vectors", "1/token", "vectors kept per token, layer and head: keys and values are two",
             latex=r"n_{\mathrm{vectors}}"),
    Quantity("n_own", "", "layers with a growing cache of their own", latex=r"n_{\mathrm{own}}"),
    Quantity("n_kv", "", "heads of keys and values", latex=r"n_{\mathrm{KV}}"),
    Quantity("d_head", "", "width of a head", latex=r"d_{\mathrm{head}}"),
    Quantity("b_kv", "byte", "size of one number in the KV cache", latex=r"b_{\mathrm{KV}}"),
)  # fmt: skip

CACHE_RATIO = (
    Quantity("y_cache", "", "stored bytes per token over those that a step at this context implies",
             latex=r"y_{\mathrm{stored}}", definition="kappa_stored*r*L/(b_w*n*N_active)"),
    Quantity("kappa_read", "byte/token", "KV cache read per token of context, windows and selection spread over all",
             latex=r"\kappa_{\mathrm{read}}", definition="t_kv*W/(B*L)"),
    Quantity("y_read", "", "bytes read per token over those that a step at this context implies",
             latex=r"y_{\mathrm{read}}", definition="kappa_read*r*L/(b_w*n*N_active)"),
)  # fmt: skip

READ_PART = Quantity("x_kv", "", "part of the stored KV cache that a new token reads", "fraction", latex="x")

LATENT = (
    Quantity("d_latent", "1/token", "numbers of the compressed vector kept per token and layer",
             latex=r"d_{\mathrm{latent}}"),
    Quantity("d_rope", "1/token", "numbers of the positional key kept per token and layer",
             latex=r"d_{\mathrm{rope}}"),
)  # fmt: skip

SPARSE_READ = (
    Quantity("kappa_all", "byte/token", "cache read for every token of context, whatever is selected",
             latex=r"\kappa_{\mathrm{all}}"),
    Quantity("R_fixed", "byte/sequence", "cache read per sequence however long its context: windows, selected tokens",
             "nonnegative", latex=r"R_{\mathrm{fixed}}"),
    Quantity("L_full", "token/sequence", "context from which windows and selection are full; 0 without them",
             "nonnegative", latex=r"L_{\mathrm{full}}"),
)  # fmt: skip

PRICES = (
    Quantity("p_short", "USD/token", "price of a token of output below the step in context length",
             latex=r"p_{\mathrm{short}}"),
    Quantity("p_long", "USD/token", "price of a token of output above it", latex=r"p_{\mathrm{long}}"),
    Quantity("premium_out", "", "how much dearer output is above the step, as a part of the price below",
             latex=r"\pi", domain="real", definition="p_long/p_short - 1"),
    Quantity("q_short", "USD/token", "price of a token of input below the step", latex=r"q_{\mathrm{short}}"),
    Quantity("q_long", "USD/token", "price of a token of input above it", latex=r"q_{\mathrm{long}}"),
    Quantity("premium_in", "", "how much dearer input is above the step, as a part of the price below",
             latex=r"\pi_{\mathrm{in}}", domain="real", definition="q_long/q_short - 1"),
)  # fmt: skip

# what a dearer price above the step has to pay for
PRICE_TIERS = (
    Quantity("t_far", "s", "time of the memory reads at the longest context", latex=r"t_{\mathrm{far}}"),
    Quantity("y_far", "", "longest context that the dearer price pays for, over that of the step",
             latex=r"y_{\mathrm{far}}"),
    Quantity("u_kv", "", "KV fetch at the step, as a part of compute; the weight fetch is the rest", "fraction",
             latex=r"u_{\mathrm{KV}}"),
    Quantity("L_far", "token/sequence", "longest context that the dearer price pays for",
             latex=r"L_{\mathrm{far}}", definition="y_far*L"),
)  # fmt: skip

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

# what the cards of an accelerator and a model value
ON_CARDS = Notation(
    (
        *(SERVING[name] for name in ("C_gpu", "W_gpu", "b_w", "phi", "N_total", "N_active", "kappa")),
        SERVING["G"],
        TRAINING["D_real"],
        MEMORY,
        ATTENTION_WORK,
        *CACHE,
        *LATENT,
        *SPARSE_READ,
        *EXPERTS,
    )
)
