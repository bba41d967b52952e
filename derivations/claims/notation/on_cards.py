"""What the cards of an accelerator and a model value."""

from derivations.claims.notation.cache import CACHE, LATENT, SPARSE_READ
from derivations.claims.notation.network import ON_NETWORK_CARDS
from derivations.claims.notation.serving import ATTENTION_WORK, EXPERTS, MEMORY, SERVING
from derivations.claims.notation.training import TRAINING
from derivations.engine.quantity import Notation

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
