"""Cards and sources read from the tables of a card file."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Any

from derivations.catalog.attention import Attention, GroupedAttention, LatentAttention
from derivations.catalog.card import Accelerator, Model
from derivations.catalog.figure import Figure
from derivations.catalog.figure_reader import Defaults, Kind, read_figure
from derivations.catalog.formats import FORMATS
from derivations.catalog.toml_text import Place, read_date, read_table, read_text
from derivations.errors import UnknownNameError
from derivations.values.source import Source, read_standing

_SOURCE_KEYS = ("title", "url", "date", "standing")
_CARD_KEYS = ("title", "source", "date")
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
}
_GROUPED = {
    "kv_vectors": Kind("1", "vectors kept per head and layer: keys and values are 2", whole=True),
    "kv_heads": Kind("1", "key and value heads", whole=True),
    "head_dim": Kind("1", "width of a head", whole=True),
}
_LATENT = {
    "latent_rank": Kind("1", "width of the compressed keys and values", whole=True),
    "rope_dim": Kind("1", "width of the positional key", whole=True),
}
_ATTENTION = {
    **_GROUPED,
    **_LATENT,
    "cached_layers": Kind("1", "layers whose cache grows with the context", whole=True),
    "query_heads": Kind("1", "query heads", whole=True),
}


def read_source(key: str, entry: Any, place: Place) -> Source:
    """The source that a table describes; raises `CardError` for a missing, unknown or wrong entry."""
    table = _known_keys(entry, _SOURCE_KEYS, place)
    _require(table, ("title", "standing"), place)
    try:
        standing = read_standing(read_text(table["standing"], place.at("standing")))
    except UnknownNameError as reason:
        raise place.at("standing").error(str(reason)) from None
    return Source(
        key,
        read_text(table["title"], place.at("title")),
        read_text(table["url"], place.at("url")) if "url" in table else "",
        read_date(table["date"], place.at("date")) if "date" in table else "",
        standing=standing,
    )


def read_accelerator(name: str, entry: Any, place: Place, sources: Mapping[str, Source]) -> Accelerator:
    """The accelerator that a table describes; raises `CardError` for anything missing or wrong."""
    table = _known_keys(entry, (*_CARD_KEYS, *_RATE, *_ACCELERATOR), place)
    _require(table, ("title", "compute", "bandwidth", "capacity"), place)
    defaults = _defaults(table, place, sources)
    rates = {key: _read_rates(key, table[key], place, defaults) for key in _RATE if key in table}
    figures = _read_figures(table, _ACCELERATOR, place, defaults)
    return Accelerator(
        name=name,
        title=read_text(table["title"], place.at("title")),
        compute=rates["compute"],
        sparse=rates.get("sparse", MappingProxyType({})),
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
    table = _known_keys(entry, (*_CARD_KEYS, *_MODEL, "attention"), place)
    _require(table, ("title", "total", "layers", "attention"), place)
    if "experts" in table:
        _require(table, ("active", "active_experts"), place)
    defaults = _defaults(table, place, sources)
    figures = _read_figures(table, _MODEL, place, defaults)
    parts = _read_attention_figures(table["attention"], place, defaults)
    _not_more(figures, "active", "total", place)
    _not_more(figures, "active_experts", "experts", place)
    _not_more({**parts, "layers": figures["layers"]}, "cached_layers", "layers", place)
    return Model(
        name=name,
        title=read_text(table["title"], place.at("title")),
        total=figures["total"],
        active=figures.get("active", figures["total"]),
        layers=figures["layers"],
        attention=_attention(parts, figures["layers"]),
        attention_figures=MappingProxyType(parts),
        experts=figures.get("experts"),
        active_experts=figures.get("active_experts"),
        shared_experts=figures.get("shared_experts"),
        train_tokens=figures.get("train_tokens"),
    )


def _read_rates(key: str, entry: Any, place: Place, defaults: Defaults) -> Mapping[str, Figure]:
    table = read_table(entry, place.at(key))
    if not table:
        raise place.at(key).error("expected at least one number format")
    for name in table:
        if name not in FORMATS:
            raise place.at(key).unknown("number format", name, FORMATS)
    return MappingProxyType(
        {name: read_figure(table[name], _RATE[key], place.at(f"{key}.{name}"), defaults) for name in table}
    )


def _read_figures(
    table: Mapping[str, Any], kinds: Mapping[str, Kind], place: Place, defaults: Defaults, prefix: str = ""
) -> dict[str, Figure]:
    return {
        key: read_figure(table[key], kinds[key], place.at(prefix + key), defaults)
        for key in kinds
        if key in table
    }


def _read_attention_figures(entry: Any, place: Place, defaults: Defaults) -> dict[str, Figure]:
    table = _known_keys(entry, tuple(_ATTENTION), place.at("attention"))
    if table.keys() & (_GROUPED.keys() | _LATENT.keys()) not in (_GROUPED.keys(), _LATENT.keys()):
        raise place.at("attention").error(
            "expected either kv_vectors, kv_heads and head_dim, or latent_rank and rope_dim"
        )
    return _read_figures(table, _ATTENTION, place, defaults, "attention.")


def _attention(parts: Mapping[str, Figure], all_layers: Figure) -> Attention:
    counts = {key: int(figure.number) for key, figure in parts.items() if key != "cached_layers"}
    layers = int(parts.get("cached_layers", all_layers).number)
    shape = LatentAttention if "latent_rank" in parts else GroupedAttention
    return shape(layers=layers, **counts)


def _defaults(table: Mapping[str, Any], place: Place, sources: Mapping[str, Source]) -> Defaults:
    key = read_text(table["source"], place.at("source")) if "source" in table else ""
    if key and key not in sources:
        raise place.at("source").unknown("source", key, sources)
    return Defaults(sources, key, read_date(table["date"], place.at("date")) if "date" in table else "")


def _known_keys(entry: Any, known: tuple[str, ...], place: Place) -> dict[str, Any]:
    table = read_table(entry, place)
    for key, value in table.items():
        if key not in known:
            # [models.llama-3.1-70b] is read as three nested tables.
            hint = "; a name with a dot needs quotes" if isinstance(value, dict) else ""
            raise place.error(str(UnknownNameError("key", key, known)) + hint)
    return table


def _require(table: Mapping[str, Any], keys: tuple[str, ...], place: Place) -> None:
    for key in keys:
        if key not in table:
            raise place.error(f"the key {key} is missing")


def _not_more(figures: Mapping[str, Figure], small: str, large: str, place: Place) -> None:
    if small in figures and large in figures and figures[small].number > figures[large].number:
        raise place.at(small).error(f"{small} ({figures[small]}) exceeds {large} ({figures[large]})")
