"""The letters of the least time of a pass: the machine beside an older one, and hops between racks."""

from derivations.engine.quantity import Quantity

WEIGHTS_IN_MEMORY = Quantity(
    "u_held", "", "size of all weights over the memory of all GPUs; above one they do not fit",
    latex=r"u_{\mathrm{held}}", definition="b_w*N_total/M",
)  # fmt: skip

OLDER_DOMAIN = (
    Quantity("G_old", "GPU", "GPUs in a domain of the machine to compare with", latex=r"G_{\mathrm{old}}"),
    Quantity("W_old", "byte/s/GPU", "memory bandwidth of one GPU of that machine", latex=r"W_{\mathrm{old}}"),
    Quantity("t_old", "s", "time to fetch the weights once on that machine", latex=r"t_{\mathrm{old}}"),
    Quantity("y_size", "", "GPUs of a domain over those of the older one", latex=r"y_{\mathrm{size}}",
             definition="G/G_old"),
    Quantity("y_each", "", "memory bandwidth of a GPU over that of the older one", latex=r"y_{\mathrm{each}}",
             definition="W_gpu/W_old"),
    Quantity("y_domain", "", "memory bandwidth of a domain over that of the older one",
             latex=r"y_{\mathrm{domain}}", definition="W/(G_old*W_old)"),
)  # fmt: skip

HOPS = (
    Quantity("t_hop", "s", "time of a hop from one rack to the next", latex=r"t_{\mathrm{hop}}"),
    Quantity("n_hops", "", "hops that a token takes in one pass", "nonnegative", latex=r"n_{\mathrm{hops}}"),
    Quantity("t_hops", "s", "what hops add to the time of a token", "nonnegative", latex=r"t_{\mathrm{hops}}",
             definition="n_hops*t_hop"),
    Quantity("t_token", "s", "time from one token of a sequence to the next", latex=r"t_{\mathrm{token}}"),
)  # fmt: skip
