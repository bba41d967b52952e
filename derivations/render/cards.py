"""The cards: an overview of all, or every number of one with its source and what other sources say."""

from __future__ import annotations

from typing import Any

from derivations.catalog.base import Card
from derivations.catalog.card import Accelerator, Model
from derivations.catalog.figure import Figure
from derivations.catalog.loader import Catalog
from derivations.catalog.memory_tier import MemoryTier
from derivations.catalog.price_list import PriceList
from derivations.render.card_derived import derived_json, derived_lines
from derivations.render.card_tables import LEGEND, accelerators_table, models_table, prices_table, tiers_table
from derivations.render.columns import PLAIN, Style, table_lines, wrapped

_KINDS: tuple[tuple[type[Card], str], ...] = (
    (Accelerator, "accelerator"), (Model, "model"), (PriceList, "price list"), (MemoryTier, "memory tier"),
)  # fmt: skip


def cards_lines(catalog: Catalog, style: Style = PLAIN) -> list[str]:
    """The tables of all cards as lines for a terminal."""
    lines: list[str] = []
    for table in (accelerators_table(catalog), models_table(catalog), prices_table(catalog), tiers_table(catalog)):
        lines += [style.paint(part, "heading") for part in wrapped(table.title, style, "")]
        lines += [*table_lines(table, style), ""]
    return [*lines, *wrapped(LEGEND, style, ""), "derive cards NAME shows every number of a card with its source."]


def card_lines(catalog: Catalog, name: str, style: Style = PLAIN) -> list[str]:
    """One card: every number with its meaning and source, what other sources say, and what follows from the card.

    Raises `UnknownNameError` for a name that no card has.
    """
    card = catalog.card(name)
    lines = [style.paint(f"{card.title} ({card.name}), {_kind(card)}", "title"), ""]
    for figure in card.figures:
        lines.append(f"{style.paint(figure.key, 'name')}  {figure}")
        for recorded in figure.recorded:
            said = _account(recorded) if recorded is figure else f"also {recorded}: {_account(recorded)}"
            lines += [style.paint(part, "dim") for part in wrapped(said, style, "  ", "    ")]
    lines += ["", style.paint("Follows from the card", "heading")]
    for text in derived_lines(card):
        lines += wrapped(text, style, "  ", "      ")
    lines += ["", style.paint("Sources", "heading")]
    for text in _sources(card):
        lines += wrapped(text, style, "  ", "    ")
    return lines


def cards_json(catalog: Catalog) -> dict[str, Any]:
    """All cards as plain data, by their kind."""
    return {
        "accelerators": [card_json(catalog, name) for name in catalog.accelerators],
        "models": [card_json(catalog, name) for name in catalog.models],
        "prices": [card_json(catalog, name) for name in catalog.prices],
        "tiers": [card_json(catalog, name) for name in catalog.tiers],
    }


def card_json(catalog: Catalog, name: str) -> dict[str, Any]:
    """One card as plain data, with what is derived from it; raises `UnknownNameError` for an unknown name."""
    card = catalog.card(name)
    return {
        "card": card.name,
        "kind": _kind(card),
        "title": card.title,
        **({"memory": card.kind} if isinstance(card, MemoryTier) else {}),
        "figures": [
            {**_figure_json(figure), "conflicts": [_figure_json(other) for other in figure.conflicts]}
            for figure in card.figures
        ],
        **derived_json(card),
    }


def _kind(card: Card) -> str:
    return next(name for kind, name in _KINDS if isinstance(card, kind))


def _account(figure: Figure) -> str:
    """Meaning, source and date; the addresses of the sources follow below the numbers."""
    label = figure.source.label
    date = figure.date if figure.date not in label else ""
    return "; ".join(part for part in (figure.meaning, label, date) if part)


def _sources(card: Card) -> list[str]:
    """Each source of the card once, with its address."""
    sources = {other.source: None for figure in card.figures for other in figure.recorded}
    return [f"{source.label}: {source.url}" if source.url else source.label for source in sources]


def _figure_json(figure: Figure) -> dict[str, Any]:
    return {
        "key": figure.key,
        "value": str(figure),
        "exact": str(figure.as_value().in_unit(figure.unit)),
        "unit": figure.unit,
        "meaning": figure.meaning,
        "source": figure.source.title,
        "url": figure.source.url or None,
        "standing": figure.source.standing,
        "date": figure.date or figure.source.date or None,
    }
