"""The KV cache: letters for bytes stored and bytes read, and the premise that dense attention reads all of them."""

from fractions import Fraction

from derivations.derivation.premise import Alternative, Premise
from derivations.language.quantity import Notation, Quantity
from derivations.numbers.source import Source
from derivations.numbers.value import Value

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

BESIDE_CACHE = (
    Quantity("kappa_win", "byte/token", "memory of layers with a window, for each token in it; 0 without such layers",
             "nonnegative", latex=r"\kappa_{\mathrm{window}}"),
    Quantity("L_win", "token/sequence", "tokens in that window, or chunk", "nonnegative",
             latex=r"L_{\mathrm{window}}"),
    Quantity("K_state", "byte/sequence", "memory that a sequence holds whatever its context: state of linear layers",
             "nonnegative", latex=r"K_{\mathrm{state}}"),
)

HELD_OF_ONE = Quantity(
    "K_held", "byte/sequence", "memory that a sequence holds: growing cache, windows and state",
    latex=r"K_{\mathrm{held}}",
)

FREE_PART = Quantity("x_free", "", "fraction of the memory that is free for weights and KV cache", "fraction")

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


def held(name: str, context: str) -> Premise:
    """What a sequence of a context, given by its letter, holds in memory: a premise of a name of its own for each."""
    return Premise(
        name, f"K_held = kappa*{context} + kappa_win*min({context}, L_win) + K_state",
        because="what grows is stored for the whole context; layers with a window, or a chunk, keep as many tokens as there are, at most those of the window; a state is as large for any context, and counts as far as the card gives it",
        source="layers, windows and state of the model, from its card",
        alternatives=(
            Alternative(
                "growing-cache-alone", f"K_held = kappa*{context}",
                because="as on the blackboard, where every layer sees the whole context and nothing has a fixed size",
                source="lecture 0:07:27",
            ),
        ),
    )


VLLM = Source(
    "vllm",
    "vLLM, CacheConfig: gpu_memory_utilization",
    url="https://github.com/vllm-project/vllm/blob/c1d86421174a87056edc90a41dc9942391509e84/vllm/config/cache.py",
    author="vLLM project",
    standing="verified",
)

FREE_BY_DEFAULT = Value.of(
    Fraction(9, 10), "1", origin="vLLM's default", source=VLLM,
    meaning="fraction of the memory of a GPU that a server takes for itself; later versions take 0.92",
)

FLASHMLA = Source(
    "flashmla",
    "FlashMLA, README and notes on its kernels",
    url="https://github.com/deepseek-ai/FlashMLA/tree/9241ae3ef9bac614dd25e45e507e089f888280e0",
    date="2026-04-29",
    author="DeepSeek-AI",
    standing="verified",
)
