"""Cards read from the tables of a TOML file, each figure with its source, date and meaning.

`unsourced` is the source of figures that name none, for readers' own files; without it they are refused.
Everything raises `CardError`, which names file, card and key, for what is missing, unknown or wrong.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import lru_cache
from typing import Any

from derivations.errors import InputError, UnknownNameError
from derivations.language.quantity import Quantity
from derivations.language.unit import Unit, parse_unit
from derivations.mapping import FrozenMapping
from derivations.numbers.scenario import in_full
from derivations.numbers.source import Source, read_standing
from derivations.numbers.value import Value, parse_value
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
from derivations.sources.keys import (
    ACCELERATOR,
    ATTENTION,
    COMPRESSED,
    GROUPED,
    INDEX,
    LINEAR,
    MEMORY_TIER,
    MODEL,
    NOTHING_GROWS,
    PRICE_LIST,
    RATES,
    SHAPES,
    WINDOW,
    WINDOW_SHAPE,
    CardKeys,
    Key,
)
from derivations.sources.toml_text import Place, known_keys, read_amount, read_date, read_table, read_text, require

# Written instead of a table of compute rates, so that a table that was forgotten is an error.
NOT_KNOWN = "not known"

_SOURCE = ("title", "url", "date", "author", "standing")
_CARD = ("title", "source", "date")
_LAYERS = ("cached_layers", "window_layers", "linear_layers", "selected_layers", "dense_layers")
_KEYS_AND_VALUES = 2  # vectors of a head, of which values may have a width of their own
_FIGURE = ("number", "unit", "source", "date", "meaning", "conflicts")


def read_source(key: str, entry: Any, place: Place) -> Source:
    """The source that a table describes."""
    table = known_keys(entry, _SOURCE, place)
    require(table, ("title", "standing"), place)
    try:
        standing = read_standing(read_text(table["standing"], place.at("standing")))
    except UnknownNameError as reason:
        raise place.at("standing").error(str(reason)) from None
    texts = {name: _optional(table, name, place) for name in ("title", "url", "date", "author")}
    return Source(key, **texts, standing=standing)


def read_accelerator(
    name: str, entry: Any, place: Place, sources: Mapping[str, Source], unsourced: Source | None = None
) -> Accelerator:
    """The accelerator that a table describes; rates that nobody has stated are written ``compute = "not known"``."""
    card = _open(ACCELERATOR, name, entry, place, sources, unsourced)
    rates: dict[str, Any] = {key: card.rates(key) for key in RATES}
    return Accelerator(**rates, **card.fields)


def read_model(
    name: str, entry: Any, place: Place, sources: Mapping[str, Source], unsourced: Source | None = None
) -> Model:
    """The model that a table describes.

    A model without experts is dense: its active parameters are all parameters unless the card says otherwise.
    """
    card = _open(MODEL, name, entry, place, sources, unsourced)
    formats = {key: _optional(card.table, key, place) for key in ("weights", "attention_format")}
    for key, form in formats.items():
        if form and form not in FORMATS:
            raise place.at(key).unknown("number format", form, FORMATS)
    fields, at = card.fields, place.at("attention")
    layers = fields["layers"]
    parts = card.figures(ATTENTION, known_keys(card.table["attention"], tuple(ATTENTION), at), "attention.")
    _refuse_more({**parts, "layers": layers}, "cached_layers", "layers", place)
    attention = build_attention(parts, layers, at)
    return Model(**{"active": fields["total"], **fields}, attention=attention,
                 attention_figures=FrozenMapping(parts), weights=formats["weights"],
                 attention_format=formats["attention_format"])


def read_price_list(
    name: str, entry: Any, place: Place, sources: Mapping[str, Source], unsourced: Source | None = None
) -> PriceList:
    """The price list that a table describes; with a part of the prices for long context or fast mode come the others.
    """
    return PriceList(**_open(PRICE_LIST, name, entry, place, sources, unsourced).fields)


def read_tier(
    name: str, entry: Any, place: Place, sources: Mapping[str, Source], unsourced: Source | None = None
) -> MemoryTier:
    """The memory tier that a table describes."""
    card = _open(MEMORY_TIER, name, entry, place, sources, unsourced)
    kind = read_text(card.table["kind"], place.at("kind"))
    if kind not in KINDS:
        raise place.at("kind").unknown("kind of memory", kind, KINDS)
    return MemoryTier(kind=kind, **card.fields)


def _open(
    keys: CardKeys, name: str, entry: Any, place: Place, sources: Mapping[str, Source], unsourced: Source | None
) -> _CardTable:
    """The table of a card with its keys checked."""
    table = known_keys(entry, (*_CARD, *keys.known), place)
    require(table, ("title", *keys.required), place)
    source, date = _optional(table, "source", place), _optional(table, "date", place)
    if source and source not in sources:
        raise place.at("source").unknown("source", source, sources)
    for key in table:
        require(table, keys.needs.get(key, ()), place)
    return _CardTable(keys, name, table, place, sources, source, date, unsourced)


def _optional(table: Mapping[str, Any], key: str, place: Place) -> str:
    """A text of a table, or a date; empty if there is none."""
    read = read_date if key == "date" else read_text
    return read(table[key], place.at(key)) if key in table else ""


def _refuse_more(figures: Mapping[str, Figure], small: str, large: str, place: Place) -> None:
    if small in figures and large in figures and figures[small].number > figures[large].number:
        raise place.at(small).error(f"{small} ({figures[small]}) exceeds {large} ({figures[large]})")


@dataclass(frozen=True)
class _CardTable:
    """The table of a card, its place in the files, and the source and date that hold for all of its figures.

    Figures that name no source are of the `unsourced` one; without that they are refused.
    """

    keys: CardKeys
    name: str
    table: Mapping[str, Any]
    place: Place
    sources: Mapping[str, Source]
    source: str
    date: str
    unsourced: Source | None = None

    @property
    def fields(self) -> dict[str, Any]:
        """Name, title and figures of the card, as its class takes them."""
        title = read_text(self.table["title"], self.place.at("title"))
        figures = self.figures(self.keys.known, self.table)
        for small, large in self.keys.ascending:
            _refuse_more(figures, small, large, self.place)
        return {"name": self.name, "title": title, **figures}

    def figures(self, keys: Mapping[str, Key | None], table: Mapping[str, Any], prefix: str = "") -> dict[str, Figure]:
        """The figures that a table has, in the order of the keys; `prefix` begins their names on the card."""
        return {
            name: self._figure(table[name], key, prefix + name)
            for name, key in keys.items() if key is not None and name in table
        }

    def rates(self, key: str) -> Mapping[str, Figure]:
        """The figures of a table with one for each number format; none if they are not known."""
        entry, place = self.table.get(key, NOT_KNOWN), self.place.at(key)
        if entry == NOT_KNOWN:
            return FrozenMapping({})
        table = read_table(entry, place)
        if not table:
            raise place.error(f'expected at least one number format, or "{NOT_KNOWN}"')
        for name in table:
            if name not in FORMATS:
                raise place.unknown("number format", name, FORMATS)
        return FrozenMapping({name: self._figure(table[name], RATES[key], f"{key}.{name}") for name in table})

    def _figure(self, entry: Any, key: Key, name: str) -> Figure:
        """The figure that an entry describes, with those that conflict with it."""
        place = self.place.at(name)
        conflicts = entry.get("conflicts", []) if isinstance(entry, dict) else []
        if not isinstance(conflicts, list):
            raise place.error("conflicts must be a list of tables")
        others = tuple(self._stated(read_table(other, place), key, place) for other in conflicts)
        if any("conflicts" in other for other in conflicts):
            raise place.error("a conflicting figure cannot have conflicts of its own")
        return self._stated(entry, key, place, others)

    def _stated(self, entry: Any, key: Key, place: Place, conflicts: tuple[Figure, ...] = ()) -> Figure:
        """The figure as one source states it; a pure number, or a text with a unit, may stand without a table."""
        if isinstance(entry, str):
            value, entry = _typed(entry, place), {}
        else:
            if not isinstance(entry, dict):
                if key.unit != "1":
                    raise place.error(f'the unit is missing, as in "1 {key.unit}"')
                entry = {"number": entry, "unit": "1"}
            value = _written(entry, place)
        expected = _unit(key.unit).dimension
        if not value.unit and not expected.is_pure:
            raise place.error(f'the unit is missing, as in "1 {key.unit}"')
        value = in_full(Quantity("figure", key.unit, key.meaning), value)
        if value.dimension != expected:
            raise place.error(f"the unit {value.unit or '1'} measures {value.dimension}, expected {expected} as in"
                              f" {key.unit}")
        number = value.number
        if number < 0 or (not number and not key.zero):
            raise place.error(f"expected a {'number of zero or more' if key.zero else 'positive number'}")
        if key.whole and number.denominator != 1:
            raise place.error("expected a whole number")
        source = self._source(read_text(entry["source"], place) if "source" in entry else self.source, place)
        date = read_date(entry["date"], place) if "date" in entry else self.date or source.date
        meaning = read_text(entry["meaning"], place) if "meaning" in entry else key.meaning
        return Figure(place.key, number, value.unit, value.dimension, meaning, source, date, conflicts)

    def _source(self, key: str, place: Place) -> Source:
        if not key and self.unsourced is not None:
            return self.unsourced
        if not key:
            raise place.error("the source is missing; name one for the figure or for the whole card")
        if key not in self.sources:
            raise place.unknown("source", key, self.sources)
        return self.sources[key]


def _written(entry: Mapping[str, Any], place: Place) -> Value:
    """The value of the table of a figure, its keys checked."""
    for name in entry:
        if name not in _FIGURE:
            raise place.unknown("key", name, _FIGURE)
    for name in ("number", "unit"):
        if name not in entry:
            raise place.error(f"the {name} is missing")
    number = read_amount(entry["number"], place)
    try:
        unit = _unit(read_text(entry["unit"], place))
    except InputError as reason:
        raise place.error(str(reason)) from None
    return Value(number * unit.factor, unit.text, unit.dimension)


def _typed(text: str, place: Place) -> Value:
    """The value of a figure as people type it: ``"2 PFLOP/s"``."""
    try:
        value = parse_value(read_text(text, place))
    except InputError as reason:
        raise place.error(str(reason)) from None
    _ = read_amount(value.number, place)
    return value


@lru_cache(maxsize=256)
def _unit(text: str) -> Unit:
    """`parse_unit`, kept: hundreds of figures are written in a dozen units."""
    return parse_unit(text)


def build_attention(figures: Mapping[str, Figure], all_layers: Figure, place: Place) -> Attention:
    """The attention that the figures of a card describe; counts belong together, and layers are no more than all."""
    _refuse_misfits(figures, place)
    state = figures["state"].number if "state" in figures else Fraction(0)
    counts = {key: int(figure.number) for key, figure in figures.items() if key != "state"}
    linear = counts.get("linear_layers", 0)
    layers = _growing_layers(counts, all_layers, place)
    queries = counts.get("query_heads")
    index = Index(*(counts[key] for key in INDEX)) if "top_k" in counts else None
    if "entry_dim" in counts:
        assert index is not None
        window = _window(counts, 1, 1, counts["entry_dim"])
        return CompressedAttention(**{key: counts[key] for key in COMPRESSED}, index=index, query_heads=queries,
                                   window=window)
    if "latent_rank" in counts:
        latent = LatentAttention(layers, counts["latent_rank"], counts["rope_dim"], queries, linear, state)
        return latent if index is None else SelectedLatentAttention(latent, index)
    vectors, heads, width = (counts.get(key, 0) for key in GROUPED)
    values = counts.get("value_dim")
    window = _window(counts, vectors, heads, width)
    if window is not None and "window_dim" not in counts:
        window = replace(window, value_width=values)
    return GroupedAttention(layers, vectors, heads, width, queries, window, linear, values, state)


def _window(counts: Mapping[str, int], *shape: int) -> Window | None:
    """The windowed layers, of the given vectors, heads and width unless they have a shape of their own."""
    if "window" not in counts:
        return None
    own = (counts.get(key, usual) for key, usual in zip(WINDOW_SHAPE, shape, strict=True))
    return Window(counts["window_layers"], counts["window"], *own)


def _refuse_misfits(figures: Mapping[str, Figure], place: Place) -> None:
    """Raise for keys of several kinds of attention, or for some of a group without the others."""
    keys = figures.keys()
    _refuse_other_kinds(keys, place)
    for group in (INDEX, WINDOW, WINDOW_SHAPE):
        found = keys & group.keys()
        if found and found != group.keys():
            raise place.error(f"{' and '.join(sorted(found))} alone: expected {', '.join(group)} together")
    if keys & WINDOW_SHAPE.keys() and "window" not in keys:
        raise place.error("window_vectors, window_heads and window_dim need window_layers and window")
    if "state" in keys and "linear_layers" not in keys:
        raise place.at("attention.state").error("a state is that of linear_layers, which are missing")
    if "value_dim" in keys and figures["kv_vectors"].number != _KEYS_AND_VALUES:
        needed = f"kv_vectors = {_KEYS_AND_VALUES}, keys and values"
        raise place.at("attention.value_dim").error(f"a width of values needs {needed}")


def _refuse_other_kinds(keys: Collection[str], place: Place) -> None:
    """Raise for keys of no kind of attention or of several, for one that is missing, and for one that does not go."""
    marked = [shape for shape in SHAPES if not (shape[1].keys() - INDEX.keys()).isdisjoint(keys)]
    if not marked and not (LINEAR.keys() | WINDOW_SHAPE.keys()).isdisjoint(keys):
        marked = [("a model without a growing cache", {}, NOTHING_GROWS)]
    if len(marked) != 1:
        first = [next(key for key in shape[1] if key in keys) for shape in marked]
        told = f"; {' and '.join(first)} are of different kinds" if first else ""
        raise place.error(
            "expected either kv_vectors, kv_heads and head_dim, or latent_rank and rope_dim,"
            f" or entry_dim with the layers, ratios and index of compressed attention{told}"
        )
    kind, needed, allowed = marked[0]
    for key in needed:
        if key not in keys:
            raise place.error(f"{kind} needs {', '.join(needed)}: {key} is missing")
    for key in keys:
        if key not in needed and key not in allowed:
            raise place.at(f"attention.{key}").error(f"{kind} has no such key: it may have {', '.join(allowed)}")


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
    grows = any(key in counts for key in ("kv_heads", "latent_rank", "entry_dim"))
    named = ", ".join(f"{key} = {counts[key]:,}" for key in _LAYERS if key in counts)
    least = 1 if grows and counts.get("cached_layers") != 0 else 0
    if layers < least or used > whole:
        raise place.error(f"the kinds of layers do not fit in layers ({all_layers}), one with a growing cache included:"
                          f" {named}; cached_layers = 0 says that none has one")
    if layers and not grows:
        raise place.error(f"layers with a growing cache ({layers:,}) need kv_vectors, kv_heads and head_dim, or "
                          f"latent_rank and rope_dim; cached_layers = 0 says that none has one")
    return layers
