"""The letters of a pass: its times, its work, the model and the machine."""

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
    Quantity("k_active", "", "routed experts that a token uses in a layer", "integer", at_most="n_experts",
             latex=r"k_{\mathrm{active}}"),
    Quantity("n_experts", "", "routed experts of a layer", latex=r"n_{\mathrm{experts}}"),
)  # fmt: skip
