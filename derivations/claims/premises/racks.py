"""Premises about racks: two generations of scale-up domains, and what fills their memory."""

from derivations.claims.notation.cache import CACHE
from derivations.claims.notation.racks import FREE_PART
from derivations.engine.premise import Alternative, Premise

NEXT_FETCH = Premise(
    "next-fetch",
    "t_next = b_w*N_total/(G_next*W_next)",
    because="the same model in a domain of the later generation, which reads it in the same way",
    source="after lecture 1:17:07",
    alternatives=(
        Alternative(
            "half-the-bytes",
            "t_next = b_w*N_total/(2*G_next*W_next)",
            because="the later generation computes in a format of half the size, and its weights are stored in it",
            source="our own: from fp8 to fp4, say",
        ),
    ),
)
ROOM = Premise(
    "room-for-cache",
    "K_room = M - b_w*N_total",
    because="the weights are kept once, and what they leave is for the KV cache; activations are left out",
    source="after lecture 1:04:23",
    alternatives=(
        Alternative(
            "part-held-back",
            "K_room = x_free*M - b_w*N_total",
            because="a part of the memory is kept for activations, buffers and what fragmentation wastes",
            source="our own",
            quantities=(FREE_PART,),
        ),
    ),
)
ROOM_FILLED = Premise(
    "room-filled",
    "K_room = kappa*D_room",
    because="the cache of all tokens of context of all sequences, without copies, fills what is left; dense attention "
    "reads all that is stored",
    source="after lecture 1:04:23",
    alternatives=(
        Alternative(
            "as-stored",
            "K_room = kappa_stored*D_room",
            because="memory holds what is stored, and sparse attention reads only some of that for each token",
            source="layers and windows of the model, from its card",
            quantities=CACHE[:1],
        ),
    ),
)
TOKENS_OF_BATCH = Premise(
    "tokens-of-batch",
    "D_room = B*L",
    because="so many sequences of so long a context: batch and context share the room",
    source="lecture 1:04:23, the product in the KV term",
)
