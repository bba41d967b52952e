"""Families of models: what the layers of each `model_type` of Hugging Face are made of, and which keys say how large.

A type that is not in `FAMILIES` is not counted: keys of the same name do not mean the same parts everywhere.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from typing import Any, TypeAlias

from derivations.mapping import FrozenMapping
from derivations.sources.model_configuration import Configuration, told
from derivations.sources.parameter_count import (
    Heads,
    LatentWidths,
    LinearLayer,
    gated_delta,
    lightning,
    mamba,
    mamba_2,
)

# What mixes the tokens of a layer, and what follows in it.
FULL, WINDOW, LINEAR, NOTHING = "full", "window", "linear", "nothing"
DENSE, ROUTED = "dense", "routed"

Sorts: TypeAlias = "tuple[str, ...]"  # one for each layer

_TYPES = {
    "full_attention": FULL, "sliding_attention": WINDOW, "chunked_attention": WINDOW, "linear_attention": LINEAR,
    "attention": FULL, "mamba": LINEAR, "mlp": NOTHING, "moe": NOTHING,
}
_PATTERN = {"M": (LINEAR, NOTHING), "*": (FULL, NOTHING), "-": (NOTHING, DENSE), "E": (NOTHING, ROUTED)}
_BLOCKS = {"mamba": "M", "attention": "*", "mlp": "-", "moe": "E"}


@dataclass(frozen=True)
class Experts:
    """The keys for routed experts: how many, how many a token uses, their width; and for the shared ones.

    `shared` are as many as that key says, each as wide as a routed one; or one that is as wide as `shared_width` says,
    with a `shared_gate` or none; `one_shared` is as wide as a routed one and has no key. `correction` is a number for
    each expert in the router, `biases` are those of router and experts.
    """

    all_of: str = "num_experts"
    used: str = "num_experts_per_tok"
    width: str = "moe_intermediate_size"
    shared: str = ""
    shared_width: str = ""
    shared_gate: bool = False
    one_shared: bool = False
    correction: bool = False
    biases: bool = False


def uniform(read: Configuration) -> Sorts:
    """All layers alike: with a window where `sliding_window` is one."""
    return (WINDOW if read.has("sliding_window") else FULL,) * read.layers


def full(read: Configuration) -> Sorts:
    """All layers see all, or hold a latent cache of all."""
    return (FULL,) * read.layers


def typed(otherwise: Callable[[Configuration], Sorts]) -> Callable[[Configuration], Sorts]:
    """As `layer_types` says; by a rule of the family where a file has none, as older ones."""

    def sorts(read: Configuration) -> Sorts:
        if not read.has("layer_types"):
            return otherwise(read)
        return tuple(_sort(read, "layer_types", entry) for entry in read.of_layers("layer_types"))

    return sorts


def _sort(read: Configuration, key: str, entry: Any) -> str:
    if not isinstance(entry, str) or entry not in _TYPES:
        raise read.error(key, f"no sort of layer that is known: {told(entry)}; known: {', '.join(_TYPES)}")
    return _TYPES[entry]


def _every(period: int, layers: int, usual: str, other: str) -> Sorts:
    """The other sort in each last layer of a period."""
    return tuple(usual if (layer + 1) % period else other for layer in range(layers))


def _qwen_windows(read: Configuration) -> Sorts:
    """Windows from `max_window_layers` on, where they are used."""
    if not read.flag("use_sliding_window") or not read.has("sliding_window"):
        return full(read)
    first = read.count("max_window_layers", zero=True)
    return tuple(WINDOW if layer >= first else FULL for layer in range(read.layers))


def _alternating(read: Configuration) -> Sorts:
    return _every(2, read.layers, WINDOW, FULL)


def _gemma_3(read: Configuration) -> Sorts:
    key = "sliding_window_pattern" if read.has("sliding_window_pattern") else "_sliding_window_pattern"
    return _every(read.count(key, 6), read.layers, WINDOW, FULL)


def _every_fourth_is_full(read: Configuration) -> Sorts:
    return _every(4, read.layers, WINDOW, FULL)


def _llama_4(read: Configuration) -> Sorts:
    """Chunks, but for layers without positions: those that `no_rope_layers` marks by 0, or every fourth."""
    if not read.has("attention_chunk_size"):
        return full(read)
    if read.is_set("no_rope_layers"):
        return tuple(WINDOW if entry else FULL for entry in read.of_layers("no_rope_layers"))
    return _every(read.count("no_rope_layer_interval", 4), read.layers, WINDOW, FULL)


def _qwen_linear(read: Configuration) -> Sorts:
    return _every(read.count("full_attention_interval"), read.layers, LINEAR, FULL)


def _minimax(read: Configuration) -> Sorts:
    """As `attn_type_list` says, in which 1 is full attention and 0 linear."""
    return tuple(FULL if entry else LINEAR for entry in read.of_layers("attn_type_list"))


def _jamba(read: Configuration) -> Sorts:
    if read.has("layers_block_type"):
        return tuple(_sort(read, "layers_block_type", entry) for entry in read.of_layers("layers_block_type"))
    period, offset = read.count("attn_layer_period"), read.count("attn_layer_offset", zero=True)
    return tuple(FULL if layer % period == offset else LINEAR for layer in range(read.layers))


def _pattern(read: Configuration) -> str:
    """A letter for each layer of Nemotron-H: M, * for attention, - for a feed-forward part, E for experts."""
    if read.has("layers_block_type"):
        entries = read.of_layers("layers_block_type")
        if not all(isinstance(entry, str) and entry in _BLOCKS for entry in entries):
            raise read.error("layers_block_type", f"expected entries of {', '.join(_BLOCKS)}")
        return "".join(_BLOCKS[entry] for entry in entries)
    pattern = read.get("hybrid_override_pattern")
    if not isinstance(pattern, str) or len(pattern) != read.layers or set(pattern) - _PATTERN.keys():
        wanted = f"one of {' '.join(_PATTERN)} for each of {read.layers:,} layers"
        raise read.error("hybrid_override_pattern", f"expected a text with {wanted}")
    return pattern


def _nemotron(read: Configuration) -> Sorts:
    return tuple(_PATTERN[letter][0] for letter in _pattern(read))


def _nemotron_feeds(read: Configuration) -> Sorts:
    return tuple(_PATTERN[letter][1] for letter in _pattern(read))


def all_linear(read: Configuration) -> Sorts:
    """No layer has a cache that grows."""
    return (LINEAR,) * read.layers


def dense(read: Configuration) -> Sorts:
    """A dense feed-forward part in each layer."""
    return (DENSE,) * read.layers


def routed(read: Configuration) -> Sorts:
    """Experts in each layer."""
    return (ROUTED,) * read.layers


def nothing(read: Configuration) -> Sorts:
    """No feed-forward part."""
    return (NOTHING,) * read.layers


def _qwen_experts(read: Configuration) -> Sorts:
    """Experts in each `decoder_sparse_step`-th layer, unless `mlp_only_layers` has it."""
    step, alone = read.count("decoder_sparse_step", 1), read.get("mlp_only_layers") or []
    if not isinstance(alone, list):
        raise read.error("mlp_only_layers", f"expected a list of layers, not {told(alone)}")
    return tuple(DENSE if layer in alone or (layer + 1) % step else ROUTED for layer in range(read.layers))


def _after_dense(read: Configuration) -> Sorts:
    """Experts behind the first layers, in each of `moe_layer_freq`."""
    first, step = read.count("first_k_dense_replace", zero=True), read.count("moe_layer_freq", 1)
    return tuple(ROUTED if layer >= first and layer % step == 0 else DENSE for layer in range(read.layers))


def _llama_4_experts(read: Configuration) -> Sorts:
    layers = read.get("moe_layers")
    if isinstance(layers, list):
        return tuple(ROUTED if layer in layers else DENSE for layer in range(read.layers))
    return _every(read.count("interleave_moe_layer_step"), read.layers, DENSE, ROUTED)


def _jamba_experts(read: Configuration) -> Sorts:
    if read.count("num_experts") == 1:
        return dense(read)
    period, offset = read.count("expert_layer_period"), read.count("expert_layer_offset", zero=True)
    return tuple(ROUTED if layer % period == offset else DENSE for layer in range(read.layers))


def _granite_experts(read: Configuration) -> Sorts:
    """Experts beside the shared part, or the shared part alone."""
    return routed(read) if read.is_set("num_local_experts") else dense(read)


def heads_of(read: Configuration, sort: str) -> Heads:
    """The heads, alike in all layers; one for keys and values of each query head unless the file has fewer."""
    _ = sort
    query = read.count("num_attention_heads")
    kv = read.count("num_key_value_heads", query)
    if query % kv:
        raise read.error("num_key_value_heads", f"{kv:,} heads of keys and values do not divide {query:,} query heads")
    own = next((key for key in ("head_dim", "attention_head_dim") if read.has(key)), "")
    return Heads(query, kv, read.count(own) if own else read.ratio("hidden_size", "num_attention_heads"))


def _gemma_4_heads(read: Configuration, sort: str) -> Heads:
    """Layers that see all have heads of their own, whose values may be the keys."""
    usual = heads_of(read, sort)
    if sort != FULL:
        return usual
    shared = read.flag("attention_k_eq_v")
    kv = read.count("num_global_key_value_heads", usual.kv) if shared else usual.kv
    return Heads(usual.query, kv, read.count("global_head_dim", usual.width), 1 if shared else 2)


def latent_widths(read: Configuration) -> LatentWidths:
    """The widths of latent attention."""
    return LatentWidths(
        read.count("num_attention_heads"), read.count("kv_lora_rank"),
        read.count("q_lora_rank") if read.has("q_lora_rank") else None,
        read.count("qk_nope_head_dim"), read.count("qk_rope_head_dim"), read.count("v_head_dim"),
    )


def _delta_layer(read: Configuration) -> LinearLayer:
    keys = ("linear_num_key_heads", "linear_key_head_dim", "linear_num_value_heads", "linear_value_head_dim",
            "linear_conv_kernel_dim")
    return gated_delta(read.count("hidden_size"), *map(read.count, keys))


def _lightning_layer(read: Configuration) -> LinearLayer:
    heads = heads_of(read, LINEAR)
    return lightning(read.count("hidden_size"), heads.query, heads.width)


def _jamba_layer(read: Configuration) -> LinearLayer:
    inner = read.count("mamba_expand") * read.count("hidden_size")
    sizes = map(read.count, ("mamba_d_state", "mamba_dt_rank", "mamba_d_conv"))
    return mamba(read.count("hidden_size"), inner, *sizes, norms=True)


def _mamba_layer(read: Configuration) -> LinearLayer:
    sizes = map(read.count, ("intermediate_size", "state_size", "time_step_rank", "conv_kernel"))
    return mamba(read.count("hidden_size"), *sizes)


def _mamba_2_layer(read: Configuration) -> LinearLayer:
    sizes = map(read.count, ("num_heads", "head_dim", "state_size", "n_groups", "conv_kernel"))
    return mamba_2(read.count("hidden_size"), *sizes)


def _granite_layer(read: Configuration) -> LinearLayer:
    keys = ("mamba_n_heads", "mamba_d_head", "mamba_d_state", "mamba_n_groups", "mamba_d_conv")
    return mamba_2(read.count("hidden_size"), *map(read.count, keys))


def _nemotron_layer(read: Configuration) -> LinearLayer:
    sizes = map(read.count, ("mamba_num_heads", "mamba_head_dim", "ssm_state_size", "n_groups", "conv_kernel"))
    return mamba_2(read.count("hidden_size"), *sizes)


@dataclass(frozen=True)
class Family:
    """What the layers of a type of model are made of.

    An `index` selects what latent attention reads. `biases` of attention are none; "all" and "in" (queries, keys and
    values) always, or with "?" behind where `attention_bias` says so. `query_norms` are as `grouped_attention` takes
    them, with "?" behind where `use_qk_norm` says so; `norms` are those of a layer. `tied` is what holds where the file
    does not say whether the embedding is the output, too. `defaults` are those of the library's class for keys that
    published files leave out; `uncounted` are keys for parts that are not counted here.
    """

    mixers: Callable[[Configuration], Sorts] = full
    feeds: Callable[[Configuration], Sorts] = dense
    heads: Callable[[Configuration, str], Heads] = heads_of
    latent: bool = False
    index: bool = False
    biases: str = ""
    gated: bool = False
    query_norms: str = ""
    sinks: bool = False
    norms: int = 2
    window: str = "sliding_window"
    matrices: int = 3
    dense_width: str = "intermediate_size"
    experts: Experts | None = None
    linear: Callable[[Configuration], LinearLayer] | None = None
    tied: bool = False
    defaults: Mapping[str, Any] = FrozenMapping()
    uncounted: tuple[str, ...] = ()


_GEMMA_4_PARTS = ("enable_moe_block", "hidden_size_per_layer_input", "num_kv_shared_layers", "use_double_wide_mlp")
_DEEPSEEK = Experts("n_routed_experts", shared="n_shared_experts")
_CORRECTED = replace(_DEEPSEEK, correction=True)
_MIXTRAL = Experts("num_local_experts", width="intermediate_size")

_LLAMA = Family(biases="all?")
_MISTRAL = Family(uniform, defaults=FrozenMapping(sliding_window=4096))
_QWEN_2 = Family(typed(_qwen_windows), biases="in")
_QWEN_3 = Family(typed(_qwen_windows), biases="all?", query_norms="head")
_QWEN_3_MOE = replace(_QWEN_3, feeds=_qwen_experts, experts=Experts())
_GEMMA = Family(tied=True)
_GEMMA_3 = Family(
    typed(_gemma_3), query_norms="head", norms=4, tied=True,
    defaults=FrozenMapping(vocab_size=262_208, num_attention_heads=8, num_key_value_heads=4, head_dim=256),
)
_GEMMA_4 = Family(typed(_gemma_3), heads=_gemma_4_heads, query_norms="head", norms=4, tied=True,
                  uncounted=_GEMMA_4_PARTS)
_DEEPSEEK_2 = Family(full, _after_dense, latent=True, experts=_DEEPSEEK)
_DEEPSEEK_3 = Family(full, _after_dense, latent=True, experts=_CORRECTED)
_DEEPSEEK_SPARSE = replace(_DEEPSEEK_3, index=True)
_SHARED = Experts(shared_width="shared_expert_intermediate_size", shared_gate=True)
_QWEN_NEXT = Family(typed(_qwen_linear), _qwen_experts, gated=True, query_norms="head", experts=_SHARED,
                    linear=_delta_layer)
_LLAMA_4 = Family(
    typed(_llama_4), _llama_4_experts, window="attention_chunk_size", dense_width="intermediate_size_mlp",
    experts=replace(_MIXTRAL, one_shared=True),
)
_MINIMAX = Family(typed(_minimax), routed, experts=_MIXTRAL, linear=_lightning_layer,
                  uncounted=("shared_intermediate_size",))
_MINIMAX_2 = Family(full, routed, query_norms="whole", experts=replace(_MIXTRAL, correction=True),
                    uncounted=("shared_intermediate_size",))

_SHARED_CACHES = ("some of its layers read the cache of others, and each adds a table of embeddings of its own, which "
                  "a card has no keys for")

FAMILIES: Mapping[str, Family] = FrozenMapping({
    "llama": _LLAMA, "granite": _LLAMA, "smollm3": replace(_LLAMA, tied=True),
    "seed_oss": replace(_LLAMA, biases="in?"),
    "mistral": _MISTRAL, "phi3": Family(uniform),
    "qwen2": _QWEN_2, "qwen2_vl": _QWEN_2, "qwen2_vl_text": _QWEN_2, "qwen2_5_vl": _QWEN_2, "qwen2_5_vl_text": _QWEN_2,
    "qwen3": _QWEN_3, "qwen3_vl_text": _QWEN_3,
    "olmoe": Family(full, routed, query_norms="whole", experts=Experts(width="intermediate_size")),
    "olmo2": Family(query_norms="whole"), "olmo3": Family(typed(_every_fourth_is_full), query_norms="whole"),
    "gemma": _GEMMA, "gemma2": Family(typed(_alternating), norms=4, tied=True),
    "gemma3": _GEMMA_3, "gemma3_text": _GEMMA_3, "gemma4": _GEMMA_4, "gemma4_text": _GEMMA_4,
    "mixtral": Family(uniform, routed, experts=_MIXTRAL),
    "qwen2_moe": Family(typed(_qwen_windows), _qwen_experts, biases="in", experts=_SHARED),
    "qwen3_moe": _QWEN_3_MOE, "qwen3_vl_moe_text": _QWEN_3_MOE, "qwen3_omni_moe_text": _QWEN_3_MOE,
    "gpt_oss": Family(typed(_alternating), routed, biases="all?", sinks=True,
                      experts=replace(_MIXTRAL, biases=True)),
    "deepseek_v2": _DEEPSEEK_2,
    "deepseek_v3": _DEEPSEEK_3, "kimi_k2": _DEEPSEEK_3, "glm4_moe_lite": _DEEPSEEK_3,
    "deepseek_v32": _DEEPSEEK_SPARSE, "glm_moe_dsa": _DEEPSEEK_SPARSE,
    "glm": Family(biases="in?"), "glm4": Family(biases="in?", norms=4),
    "glm4_moe": Family(full, _after_dense, biases="in?", query_norms="head?", experts=_CORRECTED),
    "llama4": _LLAMA_4, "llama4_text": _LLAMA_4,
    "minimax_m2": _MINIMAX_2,
    "minimax": _MINIMAX, "minimax_text_01": _MINIMAX,
    "qwen3_next": _QWEN_NEXT, "qwen3_5_moe": _QWEN_NEXT, "qwen3_5_moe_text": _QWEN_NEXT,
    "qwen3_5": replace(_QWEN_NEXT, feeds=dense, experts=None),
    "qwen3_5_text": replace(_QWEN_NEXT, feeds=dense, experts=None),
    "jamba": Family(_jamba, _jamba_experts, experts=Experts(width="intermediate_size"), linear=_jamba_layer),
    "granitemoehybrid": Family(
        typed(all_linear), _granite_experts, linear=_granite_layer, dense_width="shared_intermediate_size",
        experts=replace(_MIXTRAL, shared_width="shared_intermediate_size"),
    ),
    "mamba": Family(all_linear, nothing, norms=1, linear=_mamba_layer, tied=True),
    "mamba2": Family(all_linear, nothing, norms=1, linear=_mamba_2_layer),
    "nemotron_h": Family(
        _nemotron, _nemotron_feeds, norms=1, matrices=2, linear=_nemotron_layer, uncounted=("moe_latent_size",),
        experts=Experts("n_routed_experts", shared_width="moe_shared_expert_intermediate_size", correction=True),
    ),
})

# why a model of a type is not counted, as the end of a sentence
NOT_COUNTED: Mapping[str, str] = FrozenMapping({
    "kimi_linear": "it has layers of Kimi Delta Attention, whose gates and state are not counted here",
    "falcon_h1": "each of its layers has attention and a state-space mixer side by side, and a card has one of them",
    "gemma3n": _SHARED_CACHES, "gemma3n_text": _SHARED_CACHES,
})
