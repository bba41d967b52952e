"""The letters of long contexts: what one sequence takes, and where a context runs into a wall."""

from derivations.claims.notation.cache import FETCH_OF_ONE
from derivations.claims.notation.stages import PIPELINE
from derivations.engine.quantity import Quantity

ONE_SEQUENCE = (
    *(each for each in PIPELINE if each.name == "K_seq"),
    FETCH_OF_ONE,
    Quantity("y_far_kv", "", "KV fetch over compute at a context: above one, the cost of a token over that at a short "
             "one", "nonnegative", latex=r"y_{\mathrm{KV}}", definition="t_kv/t_c"),
    Quantity("n_gpus", "GPU", "GPUs whose memory the cache of one sequence fills", "nonnegative",
             latex=r"n_{\mathrm{GPUs}}", definition="K_seq*1[sequence]/M_gpu"),
)  # fmt: skip

WALLS = (
    Quantity("L_whole", "token/sequence", "context at which the cache of one sequence fills all memory",
             latex=r"L_{\mathrm{whole}}"),
    Quantity("L_tick", "token/sequence", "context at which fetching the cache of one sequence takes a given interval",
             latex=r"L_{\mathrm{tick}}"),
    Quantity("t_tick", "s", "interval in which the cache of one sequence is to be fetched",
             latex=r"t_{\mathrm{tick}}"),
    Quantity("L_attn", "token/sequence", "context at which attention takes as much arithmetic as the weights",
             latex=r"L_{\mathrm{attn}}"),
)  # fmt: skip
