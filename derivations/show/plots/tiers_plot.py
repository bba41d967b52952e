"""A plot of the time to read each memory tier once, beside hold times that are sold."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import TYPE_CHECKING

from derivations.errors import InputError
from derivations.numbers.value import parse_value
from derivations.show.plots.dots import Mark, Row, Series, dot_plot
from derivations.sources.catalog import Catalog

if TYPE_CHECKING:
    from matplotlib.figure import Figure



_DRAIN, _SOLD = Series("read once", "first"), Series("sold", "second", "D")
_MILLISECONDS = 1000
_SHORTER = {  # so that titles fit beside the rows
    "Solidigm D5-": "",
    "D205V ": "",
    "Server ": "",
    "Seagate ": "",
    "through ": "",
    " a Grace CPU": " Grace",
    "(": "",
    ")": "",
}


def drain_rows(catalog: Catalog, sold: Mapping[str, str]) -> tuple[Row, ...]:
    """A row for each memory tier and each hold time, the shortest first, in milliseconds.

    `sold` maps a name to a time as text with unit. Raises `InputError` for what is no time.
    """
    rows = [
        Row(_short(tier.title), {_DRAIN.name: tier.drain.number * _MILLISECONDS}) for tier in catalog.tiers.values()
    ]
    for name, text in sold.items():
        rows.append(Row(name, {_SOLD.name: _time(text) * _MILLISECONDS}))
    return tuple(sorted(rows, key=lambda row: min(row.numbers.values())))


def tiers_plot(catalog: Catalog, sold: Mapping[str, str], said: tuple[str, str]) -> Figure:
    """Drain times of all memory tiers as dots, hold times as diamonds among them, and a line at what was said.

    `said` is a label and a time as text with unit. Raises `InputError` for what is no time.
    """
    label, text = said
    mark = Mark(_time(text) * _MILLISECONDS, label)
    return dot_plot(
        drain_rows(catalog, sold), (_DRAIN, _SOLD), mark, "time [ms]", "Time to read each memory once",
        "capacity over bandwidth, and hold times on a price list",
    )


def _time(text: str) -> Fraction:
    value, second = parse_value(text), parse_value("1 s")
    if value.dimension != second.dimension:
        raise InputError(f"{text!r} is no time")
    return value.number


def _short(title: str) -> str:
    for long, short in _SHORTER.items():
        title = title.replace(long, short)
    return title
