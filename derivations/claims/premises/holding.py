"""Premises about keeping a cache for later, and about what providers charge for it."""

from derivations.engine.premise import Alternative, Premise
from derivations.engine.quantity import Quantity

_WAITING = Quantity("p_wait", "USD/s", "price of what waits while a cache is read", latex=r"p_{\mathrm{wait}}")
_TABLE = "after lecture 1:48:52 to 1:59:59"

HELD_ON_GPU = Premise(
    "held-on-gpu",
    "cost_hbm = h_hbm*t_hold",
    because="a part of the memory is a part of the GPU for as long; nothing has to be read back first",
    source=_TABLE,
)
HELD_ON_DEVICE = Premise(
    "held-on-device",
    "cost_dev = e_dev + h_dev*t_hold",
    because="a part of the device while the cache is kept, and the device for the time of the read",
    source=_TABLE,
    alternatives=(
        Alternative(
            "gpu-waits",
            "cost_dev = e_dev + p_wait*kappa_stored/W_dev + h_dev*t_hold",
            because="something dearer waits for the read: some of the GPU, too, as he says",
            source=_TABLE,
            quantities=(_WAITING,),
        ),
    ),
)
CHEAPEST_WAY = Premise(
    "cheapest-way",
    "cost_way = min(q_rent, cost_hbm, cost_dev)",
    because="computed again, kept beside the GPU's own work, or kept elsewhere: whichever is cheapest",
    source=_TABLE,
)
ENOUGH_DEVICES = Premise(
    "enough-devices",
    "n_dev = max(S_held/M_dev, k_hold*S_held/(t_hold*W_dev))",
    because="the devices must hold all that is kept, and read each of it in the time it is kept for",
    source="after lecture 2:00:37 to 2:03:38, where the part of a device in use is the same for both",
)
ONE_READ = Premise(
    "one-read",
    "k_hold = 1",
    because="what is kept is read once while it is kept; a read that starts the time anew counts as the end of it",
    source="after lecture 2:00:37 to 2:03:38, which takes one retrieval",
)
CHEAPER_READS = Premise(
    "cheaper-reads",
    "cost_reads = min(q_short*(1 + k_read), q_short + q_extra + k_read*(q_short - q_saved))",
    because="computed afresh each time, or computed and kept once and then found in the cache",
    source="after lecture 1:59:59 to 2:00:25, the prices read out there",
)
