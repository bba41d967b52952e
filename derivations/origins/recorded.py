"""What a catalog records behind a value: the figure of a card, or the counts that a value was computed from."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import fields

from derivations.catalog.base import Card
from derivations.catalog.card import Model
from derivations.catalog.figure import Figure
from derivations.catalog.loader import Catalog
from derivations.values.value import Value

_ORIGIN = re.compile(r"card (?P<card>[^,]+)(?:, (?P<form>.+))?\Z")


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

    Empty for any other value, and for the arithmetic of attention that selects.
    """
    card = card_behind(value, catalog)
    if not isinstance(card, Model):
        return ()
    attention, made_of = card.attention, card.attention.made_of
    if value == card.attention_work:
        return card.counts_behind(made_of.work)
    if attention.formula in value.meaning:
        return card.counts_behind(made_of.stored)
    if attention.read_formula in value.meaning:
        return card.counts_behind(made_of.read)
    return card.counts_behind(made_of.fixed) if attention.fixed_formula in value.meaning and value.number else ()
