"""What the cards of an accelerator and a model value."""

from derivations.language.quantity import Notation
from derivations.lecture.cache import CACHE, LATENT, SPARSE_READ
from derivations.lecture.lifetime import TRAINING
from derivations.lecture.passes import ATTENTION_WORK, EXPERTS, MEMORY, SERVING
from derivations.lecture.racks import ON_NETWORK_CARDS

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
        *ON_NETWORK_CARDS,
    )
)
