"""Premises about what a KV cache stores and what is read of it."""

from derivations.claims.notation.cache import LATENT, READ_PART
from derivations.engine.premise import Alternative, Premise

CACHE_LAYOUT = Premise(
    "cache-layout",
    "kappa_stored = n_vectors*n_own*n_kv*d_head*b_kv",
    because="each layer with a cache of its own keeps a key and a value for each head; windowed layers count apart",
    source="lecture 1:38:35",
    alternatives=(
        Alternative(
            "latent",
            "kappa_stored = n_own*(d_latent + d_rope)*b_kv",
            because="latent attention keeps one compressed vector and one positional key per layer, for all heads",
            source="DeepSeek-V2 and V3, from the model's card",
            quantities=LATENT,
        ),
    ),
)
DENSE_READ = Premise(
    "dense-read",
    "kappa = kappa_stored",
    because="dense attention reads every byte that it stores, for each new token",
    source="lecture 0:07:27",
    alternatives=(
        Alternative(
            "sparse-read",
            "kappa = x_kv*kappa_stored",
            because="sparse attention reads a part only, so that more may be stored: the way out that he names",
            source="lecture 1:40:52",
            quantities=(READ_PART,),
        ),
    ),
)
