"""Keys of cards: for each kind of card its figures, with unit, usual meaning and range, and the rules between them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field


@dataclass(frozen=True)
class Key:
    """A figure that a card may have: a unit of the right dimension, the usual meaning, and the numbers allowed."""

    unit: str
    meaning: str
    whole: bool = False
    zero: bool = False


def _count(meaning: str, unit: str = "1", *, zero: bool = False) -> Key:
    return Key(unit, meaning, whole=True, zero=zero)


@dataclass(frozen=True)
class CardKeys:
    """The keys of one kind of card.

    `known` has None for an entry that is no single figure. A card has all that is `required`; with a key it has those
    that this key `needs`; and of each pair in `ascending` the first figure is no larger than the second.
    """

    known: Mapping[str, Key | None]
    required: tuple[str, ...]
    needs: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    ascending: tuple[tuple[str, str], ...] = ()


# Tables of an accelerator with one figure for each number format.
RATES = {
    "compute": Key("TFLOP/s/GPU", "dense peak"),
    "sparse": Key("TFLOP/s/GPU", "peak with structured sparsity"),
}
ACCELERATOR = CardKeys(
    {
        **dict.fromkeys(RATES),
        "bandwidth": Key("TB/s/GPU", "peak bandwidth of the high-bandwidth memory"),
        "capacity": Key("GB/GPU", "capacity of the high-bandwidth memory"),
        "scale_up_bandwidth": Key("GB/s/GPU", "scale-up network, per direction"),
        "scale_out_bandwidth": Key("GB/s/GPU", "scale-out network, per direction"),
        "domain": _count("GPUs joined by the scale-up network", "GPU"),
        "host_link": Key("GB/s/GPU", "link to the memory of the host, per direction"),
        "power": Key("W/GPU", "power that the board is limited to"),
        "site_power": Key("W/GPU", "power of a GPU with its share of server, network and cooling"),
        "owner_cost": Key("USD/h/GPU", "what an hour of a GPU costs the owner of a site, with all that is around it"),
    },
    required=("compute", "bandwidth", "capacity"),
    ascending=(("power", "site_power"),),
)

MODEL = CardKeys(
    {
        "total": Key("parameter", "all parameters"),
        "active": Key("parameter", "parameters used for one token"),
        "layers": _count("transformer layers"),
        "experts": _count("routed experts per layer"),
        "active_experts": _count("routed experts used for one token"),
        "shared_experts": _count("experts used for every token", zero=True),
        "train_tokens": Key("token", "pre-training tokens"),
        "width": _count("numbers in the activation of a token"),
        "weights": None,
        "attention_format": None,
        "attention": None,
    },
    required=("total", "layers", "attention"),
    needs={"experts": ("active", "active_experts")},
    ascending=(("active", "total"), ("active_experts", "experts")),
)

# The keys of a model's attention, by what they describe.
GROUPED = {
    "kv_vectors": _count("vectors kept per head and layer: keys and values are 2"),
    "kv_heads": _count("key and value heads"),
    "head_dim": _count("width of a head"),
}
LATENT = {
    "latent_rank": _count("width of the compressed keys and values"),
    "rope_dim": _count("width of the positional key"),
}
COMPRESSED = {
    "entry_dim": _count("width of a compressed entry, keys and values in one"),
    "selected_layers": _count("layers whose entries are selected by the index"),
    "selected_ratio": _count("tokens in one of their entries"),
    "dense_layers": _count("layers whose entries are all read"),
    "dense_ratio": _count("tokens in one of their entries"),
}
INDEX = {
    "index_heads": _count("query heads of the index"),
    "index_dim": _count("width of an index key"),
    "top_k": _count("entries that the index selects for each new token"),
}
WINDOW = {
    "window_layers": _count("layers that see a window of the context only"),
    "window": _count("tokens in the window", "token"),
}
WINDOW_SHAPE = {
    "window_vectors": _count("vectors kept per head in windowed layers"),
    "window_heads": _count("key and value heads in windowed layers"),
    "window_dim": _count("width of a head in windowed layers"),
}
_CACHED = {"cached_layers": _count("layers whose cache grows with the context; 0 if none does", zero=True)}
LINEAR = {
    "linear_layers": _count("layers of linear attention or state-space layers, with a state in place of a cache"),
    "state": Key("byte/sequence", "state of all linear layers for one sequence, as large for any context"),
}
VALUES = {"value_dim": _count("width of a value, where it is not that of a key, which is head_dim")}
_QUERY = {"query_heads": _count("query heads")}

# In the order in which a card prints them.
ATTENTION: Mapping[str, Key] = {
    **_CACHED, **GROUPED, **VALUES, **LATENT, **COMPRESSED, **INDEX, **_QUERY, **WINDOW, **WINDOW_SHAPE, **LINEAR,
}
# For each kind of attention: its name, the keys it needs, and those it may have beside them.
SHAPES = (
    ("attention with heads", GROUPED, {**_CACHED, **VALUES, **_QUERY, **WINDOW, **WINDOW_SHAPE, **LINEAR}),
    ("latent attention", LATENT, {**_CACHED, **_QUERY, **INDEX, **LINEAR}),
    ("compressed attention", {**COMPRESSED, **INDEX}, {**_QUERY, **WINDOW}),
)
# What a model may have that has no layer with a growing cache, and none of those kinds.
NOTHING_GROWS = {**_CACHED, **WINDOW, **WINDOW_SHAPE, **LINEAR}

_PRICE = "dollar/Mtoken"
PRICE_LIST = CardKeys(
    {
        "input": Key(_PRICE, "price of input"),
        "output": Key(_PRICE, "price of output"),
        "cached_input": Key(_PRICE, "price of input found in the cache", zero=True),
        "write_5_minutes": Key(_PRICE, "price of input kept in the cache for 5 minutes"),
        "write_1_hour": Key(_PRICE, "price of input kept in the cache for 1 hour"),
        "long_from": Key("token", "context above which the prices for long context hold"),
        "long_input": Key(_PRICE, "price of input at long context"),
        "long_output": Key(_PRICE, "price of output at long context"),
        "long_cached_input": Key(_PRICE, "price of input found in the cache, at long context", zero=True),
        "fast_input": Key(_PRICE, "price of input in fast mode"),
        "fast_output": Key(_PRICE, "price of output in fast mode"),
        "fast_speed": Key("1", "speed of output in fast mode over the usual speed, at most"),
    },
    required=("input", "output"),
    needs={
        "long_from": ("long_input", "long_output"),
        "long_input": ("long_from",),
        "long_output": ("long_from",),
        "long_cached_input": ("long_from", "cached_input"),
        "fast_input": ("fast_output",),
        "fast_output": ("fast_input",),
        "fast_speed": ("fast_input", "fast_output"),
    },
    ascending=(("cached_input", "input"), ("long_cached_input", "long_input")),
)

MEMORY_TIER = CardKeys(
    {
        "kind": None,
        "capacity": Key("GB", "capacity"),
        "bandwidth": Key("GB/s", "peak bandwidth of reads"),
        "price": Key("dollar/GB", "price of the memory"),
    },
    required=("kind", "capacity", "bandwidth"),
)
