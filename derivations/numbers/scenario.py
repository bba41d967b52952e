"""Scenarios: numbers for the quantities of a derivation, each with its origin."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Set
from dataclasses import dataclass, replace
from types import MappingProxyType

from derivations.errors import DimensionError, InputError
from derivations.language.quantity import Notation, Quantity
from derivations.numbers.source import Source
from derivations.numbers.value import Value


@dataclass(frozen=True)
class Scenario:
    """Named values for quantities. "As said" and "as built" are scenarios; a reader's own values make another."""

    name: str
    title: str
    values: Mapping[str, Value]

    def __post_init__(self) -> None:
        object.__setattr__(self, "values", MappingProxyType(dict(self.values)))

    def with_values(self, changed: Mapping[str, Value]) -> Scenario:
        """The scenario with values added or replaced; the title says so."""
        if not changed:
            return self
        shown = ", ".join(f"{name} = {value}" for name, value in changed.items())
        title = f"{self.title}, with {shown}" if self.values else f"given: {shown}"
        return replace(self, title=title, values={**self.values, **changed})

    def without(self, names: Collection[str]) -> Scenario:
        """The scenario without the values that it has of some quantities; the title says so.

        The names stand there in their own order, those of a set by the alphabet.
        """
        dropped = [name for name in (sorted(names) if isinstance(names, Set) else names) if name in self.values]
        if not dropped:
            return self
        kept = {name: value for name, value in self.values.items() if name not in dropped}
        return replace(self, title=f"{self.title}, without {', '.join(dropped)}", values=kept)

    def sources(self, names: Collection[str]) -> dict[Source, list[str]]:
        """The documents behind the values of some quantities, each with the names of those that it values."""
        found: dict[Source, list[str]] = {}
        for name, value in self.values.items():
            if value.source is not None and name in names:
                found.setdefault(value.source, []).append(name)
        return found

    def fitted(self, notation: Notation) -> Scenario:
        """The scenario restricted to a notation, after checking every value against its quantity.

        Raises `DimensionError` for a value that measures something else, `InputError` for one outside the domain.
        """
        kept = {name: value for name, value in self.values.items() if name in notation}
        for name, value in kept.items():
            check_value(notation[name], value)
        for name, value in kept.items():
            bound = notation[name].at_most
            if bound in kept and value.number > kept[bound].number:
                raise InputError(f"{name} ({notation[name].meaning}) = {value} exceeds {bound} = {kept[bound]}")
        return replace(self, values=kept)


def check_value(quantity: Quantity, value: Value) -> None:
    """Raise unless the value measures what the quantity, which is no function, does and lies in its domain.

    >>> from derivations.numbers.value import parse_value
    >>> check_value(Quantity("W", "byte/s", "memory bandwidth"), parse_value("3.35 TB/s"))
    """
    if quantity.is_function:
        raise InputError(f"{quantity.name} ({quantity.meaning}) is any function: it has no one value such as {value}")
    if value.dimension != quantity.dimension:
        given = str(value.dimension) if not value.dimension.is_pure else "a pure number"
        wanted = str(quantity.dimension) if not quantity.dimension.is_pure else "a pure number"
        raise DimensionError(f"{quantity.name} ({quantity.meaning}) is {wanted}, but {value} is {given}")
    if not quantity.range.contains(value.number):
        raise InputError(f"{quantity.name} ({quantity.meaning}) must be {quantity.range.words}, not {value}")
