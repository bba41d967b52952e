"""Figures read from card tables: which keys there are, what they measure, and what an entry may look like.

An entry is a table ``{ number, unit, source, date, meaning, conflicts }``. Source and date may be given once
for the whole card. A pure count may be written as a bare number. `conflicts` is a list of such tables.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from derivations.catalog.figure import Figure
from derivations.catalog.toml_text import Place, read_amount, read_date, read_table, read_text
from derivations.engine.unit import Unit, parse_unit
from derivations.errors import InputError
from derivations.values.source import Source

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
