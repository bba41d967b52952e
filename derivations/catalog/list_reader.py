"""Price lists and memory tiers read from the tables of a card file."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from derivations.catalog.card_table import not_more, open_card, require
from derivations.catalog.figure_reader import Kind
from derivations.catalog.memory_tier import KINDS, MemoryTier
from derivations.catalog.price_list import PriceList
from derivations.catalog.toml_text import Place, read_text
from derivations.values.source import Source

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
