"""Cards read from the tables of a TOML file: which keys there are, what they measure, what an entry may look like."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from types import MappingProxyType
from typing import Any

from derivations.errors import InputError, UnknownNameError
from derivations.language.unit import Unit, parse_unit
from derivations.numbers.source import Source, read_standing
from derivations.sources.attention import (
    Attention,
    CompressedAttention,
    GroupedAttention,
    Index,
    LatentAttention,
    SelectedLatentAttention,
    Window,
)
from derivations.sources.card import KINDS, Accelerator, MemoryTier, Model, PriceList
from derivations.sources.figure import Figure
from derivations.sources.formats import FORMATS
from derivations.sources.toml_text import Place, read_amount, read_date, read_table, read_text

_ENTRY_KEYS = ("number", "unit", "source", "date", "meaning", "conflicts")


@dataclass(frozen=True)
class Kind:
    """What a key of a card holds: a unit of the right dimension, the usual meaning, the numbers allowed."""

    unit: str
    meaning: str
    whole: bool = False
    zero: bool = False


@dataclass(frozen=True)
class Defaults:
    """The sources there are, and the source and date that hold for a whole card."""

    sources: Mapping[str, Source]
    source: str = ""
    date: str = ""


def read_figure(entry: Any, kind: Kind, place: Place, defaults: Defaults) -> Figure:
    """The figure that an entry describes, with its conflicting figures.

    Raises `CardError` for an unknown key or source, a missing number, unit or source, a unit of another
    dimension, and a number that is not finite, not positive, or not whole where a count is meant.
    """
    conflicts = entry.get("conflicts", []) if isinstance(entry, dict) else []
    if not isinstance(conflicts, list):
        raise place.error("conflicts must be a list of tables")
    others = tuple(_read_one(read_table(other, place), kind, place, defaults) for other in conflicts)
    for other in conflicts:
        if "conflicts" in other:
            raise place.error("a conflicting figure cannot have conflicts of its own")
    return _read_one(entry, kind, place, defaults, others)


def _read_one(entry: Any, kind: Kind, place: Place, defaults: Defaults, conflicts: tuple[Figure, ...] = ()) -> Figure:
    if not isinstance(entry, dict):
        if kind.unit != "1":
            raise place.error(f'expected a table, as in {{ number = 1, unit = "{kind.unit}" }}')
        entry = {"number": entry, "unit": "1"}
    for key in entry:
        if key not in _ENTRY_KEYS:
            raise place.unknown("key", key, _ENTRY_KEYS)
    for key in ("number", "unit"):
        if key not in entry:
            raise place.error(f"the {key} is missing")
    number = read_amount(entry["number"], place)
    if number < 0 or (not number and not kind.zero):
        raise place.error(f"expected a {'number of zero or more' if kind.zero else 'positive number'}")
    if kind.whole and number.denominator != 1:
        raise place.error("expected a whole number")
    try:
        unit = _unit(read_text(entry["unit"], place))
    except InputError as reason:
        raise place.error(str(reason)) from None
    expected = _unit(kind.unit)
    if unit.dimension != expected.dimension:
        raise place.error(
            f"the unit {unit.text} measures {unit.dimension}, expected {expected.dimension} as in {kind.unit}"
        )
    source = _read_source(entry, place, defaults)
    when = read_date(entry["date"], place) if "date" in entry else defaults.date or source.date
    meaning = read_text(entry["meaning"], place) if "meaning" in entry else kind.meaning
    return Figure(place.key, number * unit.factor, unit.text, unit.dimension, meaning, source, when, conflicts)


def _read_source(entry: Mapping[str, Any], place: Place, defaults: Defaults) -> Source:
    key = read_text(entry["source"], place) if "source" in entry else defaults.source
    if not key:
        raise place.error("the source is missing; name one for the figure or for the whole card")
    if key not in defaults.sources:
        raise place.unknown("source", key, defaults.sources)
    return defaults.sources[key]


@lru_cache(maxsize=256)
def _unit(text: str) -> Unit:
    """`parse_unit`, kept: hundreds of figures are written in a dozen units."""
    return parse_unit(text)


_CARD_KEYS = ("title", "source", "date")


@dataclass(frozen=True)
class CardTable:
    """The table of a card, its place in the files, and what holds for all of its figures."""

    table: Mapping[str, Any]
    place: Place
    defaults: Defaults

    @property
    def title(self) -> str:
        """The card's title; raises `CardError` if it is no text."""
        return read_text(self.table["title"], self.place.at("title"))

    def figures(self, kinds: Mapping[str, Kind]) -> dict[str, Figure]:
        """The figures of those kinds that the table has; raises `CardError` for a wrong one."""
        return read_figures(self.table, kinds, self.place, self.defaults)


def open_card(
    entry: Any, known: tuple[str, ...], required: tuple[str, ...], place: Place, sources: Mapping[str, Source]
) -> CardTable:
    """The table of a card, which must have a title and the `required` keys and may have the `known` ones.

    Raises `CardError` for a missing or unknown key and for an unknown source.
    """
    table = known_keys(entry, (*_CARD_KEYS, *known), place)
    require(table, ("title", *required), place)
    key = read_text(table["source"], place.at("source")) if "source" in table else ""
    if key and key not in sources:
        raise place.at("source").unknown("source", key, sources)
    date = read_date(table["date"], place.at("date")) if "date" in table else ""
    return CardTable(table, place, Defaults(sources, key, date))


def read_figures(
    table: Mapping[str, Any], kinds: Mapping[str, Kind], place: Place, defaults: Defaults, prefix: str = ""
) -> dict[str, Figure]:
    """The figures of those kinds that a table has, in the order of the kinds; `prefix` begins their keys."""
    return {
        key: read_figure(table[key], kind, place.at(prefix + key), defaults)
        for key, kind in kinds.items()
        if key in table
    }


def known_keys(entry: Any, known: tuple[str, ...], place: Place) -> dict[str, Any]:
    """A table that has no other keys than the known ones; raises `CardError` otherwise."""
    table = read_table(entry, place)
    for key, value in table.items():
        if key not in known:
            # [models.llama-3.1-70b] is read as three nested tables.
            hint = "; a name with a dot needs quotes" if isinstance(value, dict) else ""
            raise place.error(str(UnknownNameError("key", key, known)) + hint)
    return table


def require(table: Mapping[str, Any], keys: tuple[str, ...], place: Place) -> None:
    """Raises `CardError` for the first of the keys that the table lacks."""
    for key in keys:
        if key not in table:
            raise place.error(f"the key {key} is missing")


def not_more(figures: Mapping[str, Figure], small: str, large: str, place: Place) -> None:
    """Raises `CardError` if both figures are there and the first is larger than the second."""
    if small in figures and large in figures and figures[small].number > figures[large].number:
        raise place.at(small).error(f"{small} ({figures[small]}) exceeds {large} ({figures[large]})")


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
}
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


# Written instead of a table of compute rates, so that a table that was forgotten is an error.
NOT_KNOWN = "not known"

_SOURCE_KEYS = ("title", "url", "date", "author", "standing")
_RATE = {
    "compute": Kind("TFLOP/s/GPU", "dense peak"),
    "sparse": Kind("TFLOP/s/GPU", "peak with structured sparsity"),
}
_ACCELERATOR = {
    "bandwidth": Kind("TB/s/GPU", "peak bandwidth of the high-bandwidth memory"),
    "capacity": Kind("GB/GPU", "capacity of the high-bandwidth memory"),
    "scale_up_bandwidth": Kind("GB/s/GPU", "scale-up network, per direction"),
    "scale_out_bandwidth": Kind("GB/s/GPU", "scale-out network, per direction"),
    "domain": Kind("GPU", "GPUs joined by the scale-up network", whole=True),
}
_MODEL = {
    "total": Kind("parameter", "all parameters"),
    "active": Kind("parameter", "parameters used for one token"),
    "layers": Kind("1", "transformer layers", whole=True),
    "experts": Kind("1", "routed experts per layer", whole=True),
    "active_experts": Kind("1", "routed experts used for one token", whole=True),
    "shared_experts": Kind("1", "experts used for every token", whole=True, zero=True),
    "train_tokens": Kind("token", "tokens of pre-training"),
    "width": Kind("1", "numbers in the activation of a token", whole=True),
}


def read_source(key: str, entry: Any, place: Place) -> Source:
    """The source that a table describes; raises `CardError` for a missing, unknown or wrong entry."""
    table = known_keys(entry, _SOURCE_KEYS, place)
    require(table, ("title", "standing"), place)
    try:
        standing = read_standing(read_text(table["standing"], place.at("standing")))
    except UnknownNameError as reason:
        raise place.at("standing").error(str(reason)) from None
    return Source(
        key,
        read_text(table["title"], place.at("title")),
        read_text(table["url"], place.at("url")) if "url" in table else "",
        read_date(table["date"], place.at("date")) if "date" in table else "",
        read_text(table["author"], place.at("author")) if "author" in table else "",
        standing=standing,
    )


def read_accelerator(name: str, entry: Any, place: Place, sources: Mapping[str, Source]) -> Accelerator:
    """The accelerator that a table describes; raises `CardError` for anything missing or wrong.

    Compute rates that nobody has stated are written ``compute = "not known"``.
    """
    known = (*_RATE, *_ACCELERATOR)
    card = open_card(entry, known, ("compute", "bandwidth", "capacity"), place, sources)
    rates = {key: _read_rates(key, card) for key in _RATE}
    figures = card.figures(_ACCELERATOR)
    return Accelerator(
        name=name,
        title=card.title,
        compute=rates["compute"],
        sparse=rates["sparse"],
        bandwidth=figures["bandwidth"],
        capacity=figures["capacity"],
        scale_up_bandwidth=figures.get("scale_up_bandwidth"),
        scale_out_bandwidth=figures.get("scale_out_bandwidth"),
        domain=figures.get("domain"),
    )


def read_model(name: str, entry: Any, place: Place, sources: Mapping[str, Source]) -> Model:
    """The model that a table describes; raises `CardError` for anything missing or wrong.

    A model without experts is dense: its active parameters are all parameters unless the card says otherwise.
    """
    card = open_card(entry, (*_MODEL, "attention"), ("total", "layers", "attention"), place, sources)
    if "experts" in card.table:
        require(card.table, ("active", "active_experts"), place)
    figures = card.figures(_MODEL)
    at_attention = place.at("attention")
    table = known_keys(card.table["attention"], tuple(ATTENTION), at_attention)
    parts = read_figures(table, ATTENTION, place, card.defaults, "attention.")
    not_more(figures, "active", "total", place)
    not_more(figures, "active_experts", "experts", place)
    not_more({**parts, "layers": figures["layers"]}, "cached_layers", "layers", place)
    return Model(
        name=name,
        title=card.title,
        total=figures["total"],
        active=figures.get("active", figures["total"]),
        layers=figures["layers"],
        attention=build_attention(parts, figures["layers"], at_attention),
        attention_figures=MappingProxyType(parts),
        experts=figures.get("experts"),
        active_experts=figures.get("active_experts"),
        shared_experts=figures.get("shared_experts"),
        train_tokens=figures.get("train_tokens"),
        width=figures.get("width"),
    )


def _read_rates(key: str, card: CardTable) -> Mapping[str, Figure]:
    entry = card.table.get(key, NOT_KNOWN)
    if entry == NOT_KNOWN:
        return MappingProxyType({})
    place = card.place.at(key)
    table = read_table(entry, place)
    if not table:
        raise place.error(f'expected at least one number format, or "{NOT_KNOWN}"')
    for name in table:
        if name not in FORMATS:
            raise place.unknown("number format", name, FORMATS)
    return MappingProxyType(
        {name: read_figure(table[name], _RATE[key], card.place.at(f"{key}.{name}"), card.defaults) for name in table}
    )


_PRICE = "dollar/Mtoken"
_PRICES = {
    "input": Kind(_PRICE, "price of input"),
    "output": Kind(_PRICE, "price of output"),
    "cached_input": Kind(_PRICE, "price of input found in the cache", zero=True),
    "write_5_minutes": Kind(_PRICE, "price of input kept in the cache for 5 minutes"),
    "write_1_hour": Kind(_PRICE, "price of input kept in the cache for 1 hour"),
    "long_from": Kind("token", "context above which the prices for long context hold"),
    "long_input": Kind(_PRICE, "price of input at long context"),
    "long_output": Kind(_PRICE, "price of output at long context"),
    "long_cached_input": Kind(_PRICE, "price of input found in the cache, at long context", zero=True),
    "fast_input": Kind(_PRICE, "price of input in fast mode"),
    "fast_output": Kind(_PRICE, "price of output in fast mode"),
    "fast_speed": Kind("1", "speed of output in fast mode over the usual speed, at most"),
}
_TIER = {
    "capacity": Kind("GB", "capacity"),
    "bandwidth": Kind("GB/s", "peak bandwidth of reads"),
    "price": Kind("dollar/GB", "price of the memory"),
}
# Keys that say nothing without others.
_NEEDS = {
    "long_from": ("long_input", "long_output"),
    "long_input": ("long_from",),
    "long_output": ("long_from",),
    "long_cached_input": ("long_from", "cached_input"),
    "fast_input": ("fast_output",),
    "fast_output": ("fast_input",),
    "fast_speed": ("fast_input", "fast_output"),
}


def read_price_list(name: str, entry: Any, place: Place, sources: Mapping[str, Source]) -> PriceList:
    """The price list that a table describes; raises `CardError` for anything missing or wrong.

    A table with a part of the prices for long context or fast mode must have what that part needs.
    """
    card = open_card(entry, tuple(_PRICES), ("input", "output"), place, sources)
    for key in card.table:
        require(card.table, _NEEDS.get(key, ()), place)
    figures = card.figures(_PRICES)
    not_more(figures, "cached_input", "input", place)
    not_more(figures, "long_cached_input", "long_input", place)
    return PriceList(name=name, title=card.title, **figures)


def read_tier(name: str, entry: Any, place: Place, sources: Mapping[str, Source]) -> MemoryTier:
    """The memory tier that a table describes; raises `CardError` for anything missing or wrong."""
    card = open_card(entry, ("kind", *_TIER), ("kind", "capacity", "bandwidth"), place, sources)
    kind = read_text(card.table["kind"], place.at("kind"))
    if kind not in KINDS:
        raise place.at("kind").unknown("kind of memory", kind, KINDS)
    return MemoryTier(name=name, title=card.title, kind=kind, **card.figures(_TIER))
