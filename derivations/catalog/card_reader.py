"""Sources, accelerators and models read from the tables of a card file."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Any

from derivations.catalog.attention_reader import ATTENTION, build_attention
from derivations.catalog.card import Accelerator, Model
from derivations.catalog.card_table import CardTable, known_keys, not_more, open_card, read_figures, require
from derivations.catalog.figure import Figure
from derivations.catalog.figure_reader import Kind, read_figure
from derivations.catalog.formats import FORMATS
from derivations.catalog.toml_text import Place, read_date, read_table, read_text
from derivations.errors import UnknownNameError
from derivations.values.source import Source, read_standing

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
