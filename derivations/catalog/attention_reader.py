"""The attention of a model, read from the counts on its card.

The keys decide the kind: ``kv_heads`` and its like for grouped attention, ``latent_rank`` for latent attention (with
``index_heads`` and its like where an index selects), ``entry_dim`` for compressed attention.
"""

from __future__ import annotations

from collections.abc import Mapping

from derivations.catalog.attention import Attention, GroupedAttention, LatentAttention, Window
from derivations.catalog.figure import Figure
from derivations.catalog.figure_reader import Kind
from derivations.catalog.sparse_attention import CompressedAttention, Index, SelectedLatentAttention
from derivations.catalog.toml_text import Place

_GROUPED = {
    "kv_vectors": Kind("1", "vectors kept per head and layer: keys and values are 2", whole=True),
    "kv_heads": Kind("1", "key and value heads", whole=True),
    "head_dim": Kind("1", "width of a head", whole=True),
}
_LATENT = {
    "latent_rank": Kind("1", "width of the compressed keys and values", whole=True),
    "rope_dim": Kind("1", "width of the positional key", whole=True),
}
_COMPRESSED = {
    "entry_dim": Kind("1", "width of a compressed entry, keys and values in one", whole=True),
    "selected_layers": Kind("1", "layers whose entries are selected by the index", whole=True),
    "selected_ratio": Kind("1", "tokens in one of their entries", whole=True),
    "dense_layers": Kind("1", "layers whose entries are all read", whole=True),
    "dense_ratio": Kind("1", "tokens in one of their entries", whole=True),
}
_INDEX = {
    "index_heads": Kind("1", "query heads of the index", whole=True),
    "index_dim": Kind("1", "width of an index key", whole=True),
    "top_k": Kind("1", "entries that the index selects for each new token", whole=True),
}
_WINDOW = {
    "window_layers": Kind("1", "layers that see a window of the context only", whole=True),
    "window": Kind("token", "tokens in the window", whole=True),
}
_WINDOW_SHAPE = {
    "window_vectors": Kind("1", "vectors kept per head in windowed layers", whole=True),
    "window_heads": Kind("1", "key and value heads in windowed layers", whole=True),
    "window_dim": Kind("1", "width of a head in windowed layers", whole=True),
}
_CACHED = {"cached_layers": Kind("1", "layers whose cache grows with the context", whole=True)}
_LINEAR = {"linear_layers": Kind("1", "layers of linear attention, whose state is left out", whole=True)}
_QUERY = {"query_heads": Kind("1", "query heads", whole=True)}

# In the order in which a card prints them.
ATTENTION: Mapping[str, Kind] = {
    **_CACHED, **_GROUPED, **_LATENT, **_COMPRESSED, **_INDEX, **_QUERY, **_WINDOW, **_WINDOW_SHAPE, **_LINEAR,
}  # fmt: skip
# For each kind of attention: the keys it needs, and those it may have beside them.
_SHAPES = (
    (_GROUPED, {**_CACHED, **_QUERY, **_WINDOW, **_WINDOW_SHAPE, **_LINEAR}),
    (_LATENT, {**_CACHED, **_QUERY, **_INDEX}),
    ({**_COMPRESSED, **_INDEX}, {**_QUERY, **_WINDOW}),
)
_EXPECTED = (
    "expected either kv_vectors, kv_heads and head_dim, or latent_rank and rope_dim,"
    " or entry_dim with the layers, ratios and index of compressed attention"
)


def build_attention(figures: Mapping[str, Figure], all_layers: Figure, place: Place) -> Attention:
    """The attention that the figures of a card describe.

    Raises `CardError` for counts that do not belong together, and for more layers than the model has.
    """
    _fits_together(figures, place)
    counts = {key: int(figure.number) for key, figure in figures.items()}
    layers = _growing_layers(counts, all_layers, place)
    if "entry_dim" in counts:
        return _compressed(counts)
    return _latent(counts, layers) if "latent_rank" in counts else _grouped(counts, layers)


def _fits_together(figures: Mapping[str, Figure], place: Place) -> None:
    keys = figures.keys()
    if not any(needed.keys() <= keys <= needed.keys() | allowed.keys() for needed, allowed in _SHAPES):
        raise place.error(_EXPECTED)
    for group in (_INDEX, _WINDOW, _WINDOW_SHAPE):
        found = keys & group.keys()
        if found and found != group.keys():
            raise place.error(f"{' and '.join(sorted(found))} alone: expected {', '.join(group)} together")
    if keys & _WINDOW_SHAPE.keys() and "window" not in keys:
        raise place.error("window_vectors, window_heads and window_dim need window_layers and window")


def _growing_layers(counts: Mapping[str, int], all_layers: Figure, place: Place) -> int:
    """Layers whose cache grows with the context: all that are not said to be of another sort."""
    whole = int(all_layers.number)
    windowed = counts.get("window_layers", 0)
    if "entry_dim" in counts:
        layers = counts["selected_layers"] + counts["dense_layers"]
        used = max(layers, windowed)  # here windows stand beside the entries, in the same layers
    else:
        apart = windowed + counts.get("linear_layers", 0)
        layers = counts.get("cached_layers", whole - apart)
        used = layers + apart
    if layers < 1 or used > whole:
        raise place.error(f"the kinds of layers do not fit in layers ({all_layers}), one with a growing cache included")
    return layers


def _grouped(counts: Mapping[str, int], layers: int) -> GroupedAttention:
    vectors, heads, width = (counts[key] for key in _GROUPED)
    window = None
    if "window" in counts:
        window = Window(
            counts["window_layers"],
            counts["window"],
            counts.get("window_vectors", vectors),
            counts.get("window_heads", heads),
            counts.get("window_dim", width),
        )
    linear = counts.get("linear_layers", 0)
    return GroupedAttention(layers, vectors, heads, width, counts.get("query_heads"), window, linear)


def _latent(counts: Mapping[str, int], layers: int) -> Attention:
    latent = LatentAttention(layers, counts["latent_rank"], counts["rope_dim"], counts.get("query_heads"))
    return SelectedLatentAttention(latent, _index(counts)) if "top_k" in counts else latent


def _compressed(counts: Mapping[str, int]) -> CompressedAttention:
    window = None
    if "window" in counts:
        window = Window(counts["window_layers"], counts["window"], 1, 1, counts["entry_dim"])
    shape = {key: counts[key] for key in _COMPRESSED}
    return CompressedAttention(**shape, index=_index(counts), query_heads=counts.get("query_heads"), window=window)


def _index(counts: Mapping[str, int]) -> Index:
    return Index(*(counts[key] for key in _INDEX))
