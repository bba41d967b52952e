"""The KV cache: letters for bytes stored and bytes read, and the premise that dense attention reads all of them."""

from derivations.derivation.premise import Alternative, Premise
from derivations.language.quantity import Notation, Quantity
from derivations.numbers.source import Source

SQUARE_ROOT = (
    Quantity("L_dense", "token/sequence", "context up to which sparse attention reads as much as dense attention"),
)

SELECTED = (
    Quantity("L_top", "token/sequence", "tokens of context that each new token selects"),
)

CACHE = Notation((
    Quantity("kappa_stored", "byte/token", "KV cache stored per token of context"),
    Quantity("n_vectors", "1/token", "vectors kept per token, layer and head: keys and values are two"),
    Quantity("n_own", "", "layers with a growing cache of their own"),
    Quantity("n_kv", "", "heads of keys and values"),
    Quantity("d_head", "", "width of a head"),
    Quantity("b_kv", "byte", "size of one number in the KV cache"),
))

LATENT = (
    Quantity("d_latent", "1/token", "numbers of the compressed vector kept per token and layer"),
    Quantity("d_rope", "1/token", "numbers of the positional key kept per token and layer"),
)

READ_PART = Quantity("x_kv", "", "fraction of the stored KV cache that a new token reads", "fraction", latex="x")

SPARSE_READ = (
    Quantity("kappa_all", "byte/token", "KV cache read for every token of context, not subject to selection"),
    Quantity("R_fixed", "byte/sequence", "KV cache read per sequence at any long context: windows, selected tokens",
             "nonnegative"),
    Quantity("L_full", "token/sequence", "context from which windows and selection are full; 0 without them",
             "nonnegative"),
)

FETCH_OF_ONE = Quantity(
    "k_seq", "s/sequence", "time to fetch the KV cache of each sequence", "nonnegative", latex="k",
    definition="t_kv/B",
)


DENSE_READ = Premise(
    "dense-read", "kappa = kappa_stored",
    because="for each new token, dense attention reads every byte that it stores", source="lecture 0:07:27",
    alternatives=(
        Alternative(
            "sparse-read", "kappa = x_kv*kappa_stored",
            because="sparse attention reads only a fraction, so more can be stored: the way out that the lecturer names",
            source="lecture 1:40:52",
            quantities=(READ_PART,),
        ),
    ),
)

FLASHMLA = Source(
    "flashmla",
    "FlashMLA, README and notes on its kernels",
    url="https://github.com/deepseek-ai/FlashMLA/tree/9241ae3ef9bac614dd25e45e507e089f888280e0",
    date="2026-04-29",
    author="DeepSeek-AI",
    standing="verified",
)
