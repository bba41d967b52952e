"""What a catalog records behind a value: the figure of a card, or the counts that a value was computed from."""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping
from dataclasses import fields

from derivations.catalog.attention import GroupedAttention, LatentAttention
from derivations.catalog.base import Card
from derivations.catalog.card import Model
from derivations.catalog.figure import Figure
from derivations.catalog.loader import Catalog
from derivations.values.value import Value

_ORIGIN = re.compile(r"card (?P<card>[^,]+)(?:, (?P<form>.+))?\Z")
_NUMBER = re.compile(r"[0-9][0-9,]*")
# what of a model's attention never enters the numbers that are kept, those kept for good, and those that grow
_ONLY_WORK = ("query_heads", "index_heads")
_ONLY_FIXED = ("top_k", "window", "window_vectors", "window_heads", "window_dim")
_ONLY_GROWING = ("index_dim", "selected_ratio", "dense_ratio", "dense_layers")
_LAYERS = ("layers", "cached_layers", "window_layers", "linear_layers")  # some of them less the others keep a cache


def card_behind(value: Value, catalog: Catalog) -> Card | None:
    """The card that a value names as its origin; None if it names none."""
    match = _ORIGIN.match(value.origin)
    tables = [getattr(catalog, item.name) for item in fields(catalog)] if match else []
    cards = [table.get(match["card"]) for table in tables if match and isinstance(table, Mapping)]
    return next((card for card in cards if isinstance(card, Card)), None)


def figure_behind(value: Value, catalog: Catalog) -> Figure | None:
    """The figure of a card that a value is, with what other sources say; None if it is none as it stands."""
    card, match = card_behind(value, catalog), _ORIGIN.match(value.origin)
    if card is None or match is None:
        return None
    equal = [figure for figure in card.figures if figure.as_value(value.origin) == value]
    if isinstance(card, Model) and card.active.as_value(value.origin) == value:
        equal.append(card.active)  # of a dense model, whose figures name it once
    # two formats may have the same rate from the same source: the origin says which one is meant
    named = [figure for figure in equal if match["form"] and figure.key.endswith(f".{match['form']}")]
    return next(iter(named or equal), None)


def counts_behind(value: Value, catalog: Catalog) -> tuple[Figure, ...]:
    """The counts of a model's card that its cache, or its arithmetic of attention, was computed from.

    They are read off the product that the meaning of the value spells out. Empty for a value that is no such product,
    and for the arithmetic of attention that selects.
    """
    card = card_behind(value, catalog)
    if not isinstance(card, Model):
        return ()
    attention, parts = card.attention, {"layers": card.layers, **card.attention_figures}
    numbers = {int(text.replace(",", "")) for text in _NUMBER.findall(value.meaning)}
    spelled = {key for key, figure in parts.items() if figure.number in numbers and key not in (*_ONLY_WORK, *_LAYERS)}
    if value == card.attention_work:
        if isinstance(attention, GroupedAttention):
            keys = {"head_dim", "query_heads", *_layers(parts, {attention.layers})}
        elif isinstance(attention, LatentAttention):
            keys = {"latent_rank", "rope_dim", "query_heads", *_layers(parts, {attention.layers})}
        else:
            return ()
    elif any(formula in value.meaning for formula in (attention.formula, attention.read_formula)):
        keys = spelled.difference(_ONLY_FIXED) | _layers(parts, numbers)
    elif attention.fixed_formula in value.meaning and value.number:
        windowed = "window_layers" if "window_layers" in parts else "layers"
        keys = spelled.difference(_ONLY_GROWING) | {windowed}
    else:
        return ()
    return tuple(figure for key, figure in parts.items() if key in keys)


def _layers(parts: Mapping[str, Figure], numbers: Collection[int]) -> set[str]:
    """The counts of layers behind the number of those whose cache grows."""
    if "selected_layers" in parts:
        return {"selected_layers", "dense_layers"}
    return {"layers"} if parts["layers"].number in numbers else set(_LAYERS)
