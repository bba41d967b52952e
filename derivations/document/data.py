"""Plain data: numbers, values and sources, in one shape wherever a command prints them."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from fractions import Fraction
from typing import Any

from derivations.derivation import codec
from derivations.derivation.step import Step
from derivations.language.quantity import Quantity
from derivations.numbers.numbers_line import NumbersLine
from derivations.numbers.rounding import as_float
from derivations.numbers.source import source_data
from derivations.numbers.value import Value


def selected(item: Any, keys: str) -> Any:
    """Attributes of an item as plain data by their keys (`codec.selected`): steps and quantities are told by name."""
    return codec.selected(item, keys, _FORMS)


def each(items: Iterable[Any], keys: str) -> list[Any]:
    """The same of each of several."""
    return [selected(item, keys) for item in items]


def line_data(line: NumbersLine | None, why_not: str = "") -> dict[str, Any]:
    """A number that is derived, in the unit of its quantity: `exact` is None where it is an approximation.

    `text` is the number as it is shown; without one it is None, and `why_not` says why. `value` is None beyond floats.
    """
    number = None if line is None else line.in_unit
    told = why_not or (line.result if line is not None and number is None else "")
    return {
        "value": None if number is None else as_float(number),
        "exact": str(number) if number is not None and line is not None and line.exact else None,
        "unit": None if line is None or line.quantity is None else line.quantity.unit,
        "text": None if number is None or line is None else line.result,
        "why_not": told or None,
    }


def value_data(value: Value) -> dict[str, Any]:
    """A number that is given, in the unit that it was given in."""
    number = value.in_unit(value.unit)
    return {"value": as_float(number), "exact": str(number), "unit": value.unit, "text": value.typed}


def sourced_data(value: Value) -> dict[str, Any]:
    """The same with who or what gave it, what it means, and its source."""
    return {**value_data(value), "origin": value.origin, "meaning": value.meaning or None,
            **source_data(value.source, value.date)}


def sourced_by_name(values: Mapping[str, Value]) -> dict[str, Any]:
    """Values with their sources, by name."""
    return {name: sourced_data(value) for name, value in values.items()}


def ratio_data(ratio: Fraction | None) -> dict[str, Any] | None:
    """A ratio, exact and as a decimal number."""
    return None if ratio is None else {"value": as_float(ratio), "exact": str(ratio)}


_FORMS: Mapping[Any, Callable[[Any], Any]] = {
    Value: value_data, NumbersLine: line_data, Step: lambda step: step.name, Quantity: lambda quantity: quantity.name,
}
