"""The letters of racks: scale-up domains of two generations, and the memory that they hold."""

from derivations.claims.notation.stages import MODEL_SIZE
from derivations.engine.quantity import Quantity

NEXT_GENERATION = (
    Quantity("G_next", "GPU", "GPUs of the scale-up domain of a later generation", latex=r"G'"),
    Quantity("W_next", "byte/s/GPU", "memory bandwidth of one GPU of that generation", latex=r"W_{\mathrm{GPU}}'"),
    Quantity("t_next", "s", "time to fetch the weights once, in that generation", latex=r"t_{\mathrm{weights}}'"),
    Quantity("y_gen", "", "how many times sooner the later generation has read the weights",
             latex=r"y_{\mathrm{gen}}", definition="t_w/t_next"),
    Quantity("y_domain", "", "how many times as many GPUs are in its domain", latex=r"y_{\mathrm{domain}}",
             definition="G_next/G"),
    Quantity("y_gpu", "", "how many times as fast each of its GPUs reads", latex=r"y_{\mathrm{GPU}}",
             definition="W_next/W_gpu"),
    Quantity("u_domain", "", "share of the domain in that, by logarithms", "real", latex=r"u_{\mathrm{domain}}",
             definition="log(y_domain)/log(y_gen)"),
    Quantity("u_gpu", "", "share of the GPU in that, by logarithms", "real", latex=r"u_{\mathrm{GPU}}",
             definition="log(y_gpu)/log(y_gen)"),
)  # fmt: skip

WEIGHTS_OVER_MEMORY = Quantity(
    "u_mem", "", "weights over all memory of a rack: racks that the weights alone fill",
    latex=r"u_{\mathrm{mem}}", definition="S_model/M",
)  # fmt: skip
# what says how much of the memory the weights take
WEIGHTS_IN_MEMORY = (MODEL_SIZE, WEIGHTS_OVER_MEMORY)

RACK_MEMORY = (
    WEIGHTS_OVER_MEMORY,
    Quantity("K_room", "byte", "memory that the weights leave to the KV cache", latex=r"K_{\mathrm{room}}"),
    Quantity("u_room", "", "part of the memory that the weights leave to the KV cache", latex=r"u_{\mathrm{room}}",
             definition="K_room/M"),
    Quantity("D_room", "token", "tokens of context that fit, of all sequences together",
             latex=r"D_{\mathrm{room}}"),
    Quantity("N_fit", "parameter", "parameters that fill the memory alone", latex=r"N_{\mathrm{fit}}"),
)  # fmt: skip

FREE_PART = Quantity(
    "x_free", "", "part of the memory that is free for weights and KV cache", "fraction", latex=r"x_{\mathrm{free}}"
)
