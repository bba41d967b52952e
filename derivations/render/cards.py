"""Cards of accelerators and models, with the ridge of every accelerator in every format, from the derivation."""

from __future__ import annotations

from typing import Any

from derivations.catalog.card import Accelerator, Model
from derivations.catalog.figure import Figure
from derivations.catalog.formats import FORMATS
from derivations.catalog.loader import Catalog
from derivations.claims.compose import DEFAULT_FORMAT, ridge_of
from derivations.render.tables import Table
from derivations.render.terminal import PLAIN, Style, table_lines
from derivations.values.format import format_value


def accelerators_table(catalog: Catalog) -> Table:
    """Every accelerator: rates, memory, and the ridge for each format that it has."""
    rows = []
    for chip in catalog.accelerators.values():
        ridges = ridge_of(chip)
        shown = ", ".join(
            f"{name} {format_value(value.number, value.dimension, value.unit).removesuffix(' token')}"
            for name, value in ridges.items()
        )
        rates = ", ".join(f"{name} {chip.compute[name]}".replace("/GPU", "") for name in chip.compute)
        bandwidth, capacity = (str(figure).replace("/GPU", "") for figure in (chip.bandwidth, chip.capacity))
        rows.append((chip.name, chip.title, rates, bandwidth, capacity, shown))
    return Table(
        "Accelerators, dense and per GPU; r is the ridge in tokens per pass, weights stored in the compute format",
        ("card", "name", "compute rate", "bandwidth", "memory", "r"),
        tuple(rows),
    )


def models_table(catalog: Catalog) -> Table:
    """Every model: parameters, and the KV cache per token."""
    rows = []
    for model in catalog.models.values():
        cache = model.kv_bytes_per_token(DEFAULT_FORMAT)
        rows.append((model.name, model.title, str(model.total), str(model.active), str(cache)))
    return Table(
        f"Models; KV cache in {DEFAULT_FORMAT}",
        ("card", "name", "parameters", "active", "KV cache"),
        tuple(tuple(cell.replace(" parameter", "") for cell in row) for row in rows),
    )


def cards_lines(catalog: Catalog, style: Style = PLAIN) -> list[str]:
    """Both tables as lines for a terminal."""
    lines = []
    for table in (accelerators_table(catalog), models_table(catalog)):
        lines += [style.paint(table.title, "heading"), *table_lines(table, style), ""]
    return [*lines, "derive cards NAME shows every number of a card with its source."]


def card_lines(catalog: Catalog, name: str, style: Style = PLAIN) -> list[str]:
    """One card with every number, its meaning, its source, and what other sources say."""
    card = _card(catalog, name)
    lines = [style.paint(f"{card.title} ({card.name})", "title"), ""]
    for figure in card.figures:
        lines.append(f"{style.paint(figure.key, 'name')}  {figure}")
        for recorded in figure.recorded:
            prefix = "  " if recorded is figure else f"  also {recorded}: "
            lines += [style.paint(f"{prefix}{_account(recorded)}", "dim")]
    lines.append("")
    if isinstance(card, Accelerator):
        for form, value in ridge_of(card).items():
            lines.append(f"r = {value} in {form}, by its definition, for any number of GPUs")
    else:
        for form in FORMATS:
            value = card.kv_bytes_per_token(form)
            lines.append(f"kappa = {value} in {form}: {value.meaning}")
    return lines


def cards_json(catalog: Catalog) -> dict[str, Any]:
    """All cards as plain data."""
    return {
        "accelerators": [card_json(catalog, name) for name in catalog.accelerators],
        "models": [card_json(catalog, name) for name in catalog.models],
    }


def card_json(catalog: Catalog, name: str) -> dict[str, Any]:
    """One card as plain data, with what is derived from it."""
    card = _card(catalog, name)
    data: dict[str, Any] = {
        "card": card.name,
        "kind": "accelerator" if isinstance(card, Accelerator) else "model",
        "title": card.title,
        "figures": [
            {**_figure_json(figure), "conflicts": [_figure_json(other) for other in figure.conflicts]}
            for figure in card.figures
        ],
    }
    if isinstance(card, Accelerator):
        data["ridge"] = {form: float(value.number) for form, value in ridge_of(card).items()}
    else:
        data["kv_bytes_per_token"] = {form: float(card.kv_bytes_per_token(form).number) for form in FORMATS}
    return data


def _card(catalog: Catalog, name: str) -> Accelerator | Model:
    return catalog.accelerators[name] if name in catalog.accelerators else catalog.model(name)


def _account(figure: Figure) -> str:
    label = figure.source.label
    date = figure.date if figure.date not in label else ""
    return "; ".join(part for part in (figure.meaning, label, figure.source.url, date) if part)


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

