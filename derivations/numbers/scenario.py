"""Scenarios: numbers for the quantities of a derivation, each with its origin."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Mapping, Sequence, Set
from dataclasses import dataclass, replace
from fractions import Fraction
from itertools import combinations

from derivations.errors import DimensionError, InputError
from derivations.language.quantity import Notation, Quantity
from derivations.language.unit import parse_unit
from derivations.mapping import FrozenMapping
from derivations.numbers.format import format_number
from derivations.numbers.rounding import nearest_integer
from derivations.numbers.source import Source
from derivations.numbers.value import BILLION, Value

_COUNTED = frozenset({"token", "sequence", "parameter", "GPU"})  # they come whole
_LEFT_OUT = frozenset({"GPU", "sequence", "parameter"})  # people say "80 GB" of a GPU, and "1k tokens" of a sequence


@dataclass(frozen=True)
class Scenario:
    """Named values for quantities. "As said" and "as built" are scenarios; a reader's own values make another."""

    name: str
    title: str
    values: Mapping[str, Value]

    def __post_init__(self) -> None:
        object.__setattr__(self, "values", FrozenMapping(self.values))

    @property
    def numbers(self) -> dict[str, Fraction]:
        """The values in base units, by name."""
        return {name: value.number for name, value in self.values.items()}

    def with_values(self, changed: Mapping[str, Value]) -> Scenario:
        """The scenario with values added or replaced; the title says so."""
        if not changed:
            return self
        shown = ", ".join(f"{name} = {value}" for name, value in changed.items())
        title = f"{self.title}, with {shown}" if self.values else f"given: {shown}"
        points = {name: value.middle for name, value in changed.items()}
        return replace(self, title=title, values={**self.values, **points})

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
        """The scenario restricted to a notation, with every value as `fitted_value` takes it for its quantity.

        Raises `DimensionError` for a value that measures something else, `InputError` for one outside the domain.
        """
        kept = {name: fitted_value(notation[name], value) for name, value in self.values.items() if name in notation}
        for name, value in kept.items():
            bound = notation[name].at_most
            if bound in kept and value.number > kept[bound].number:
                raise InputError(f"{name} ({notation[name].meaning}) = {value} exceeds {bound} = {kept[bound]}")
        return replace(self, values=kept)


def fitted_value(quantity: Quantity, value: Value) -> Value:
    """The value as it is meant for a quantity, in full, and checked.

    A bare number is in the quantity's own unit, and "671B" of what is no size in bytes is 671 billion in it. A unit may
    leave out what it is per: GPU, sequence or parameter. How a B was read stands in the origin. Raises as
    `check_value` does.

    >>> from derivations.numbers.value import parse_value
    >>> rate = Quantity("C_gpu", "FLOP/s/GPU", "compute rate of a GPU")
    >>> str(fitted_value(rate, parse_value("2 PFLOP/s"))), str(fitted_value(rate, parse_value("5")))
    ('2 PFLOP/s per GPU', '5 FLOP/s per GPU')
    >>> str(fitted_value(Quantity("N", "parameter", "size"), parse_value("671B")))
    '671 billion parameters'
    """
    full = _typed(in_full(quantity, value))
    check_value(quantity, full)
    return full


def refuse_without_unit(quantity: Quantity, values: Iterable[Value], known: Iterable[Value]) -> None:
    """Raise `InputError` for a number without a unit where other numbers of the quantity are not in its own unit.

    "4.8" of a bandwidth is hardly meant in bytes per second where its card has terabytes.

    >>> from derivations.numbers.value import parse_value
    >>> rate = Quantity("W_gpu", "byte/s/GPU", "bandwidth of a GPU")
    >>> refuse_without_unit(rate, [parse_value("4.8")], [parse_value("8 TB/s/GPU")])
    Traceback (most recent call last):
    derivations.errors.InputError: W_gpu = 4.8 has no unit: write W_gpu="4.8 TB/s/GPU" or W_gpu="4.8 byte/s/GPU"
    """
    own = quantity.parsed_unit
    bare = next((value for value in values if not value.unit and value.dimension.is_pure and value.number), None)
    other = next((value for value in known if value.dimension == own.dimension and parse_unit(value.unit) != own), None)
    if bare is None or other is None or own.dimension.is_pure or parse_unit(other.unit).factor == own.factor:
        return
    digits = format_number(bare.number, 6)
    meant = " or ".join(f'{quantity.name}="{digits} {unit}"' for unit in (parse_unit(other.unit).text, own.text))
    raise InputError(f"{quantity.name} = {digits} has no unit: write {meant}")


def fitted_values(quantity: Quantity, values: Sequence[Value], *, counted: bool = False) -> tuple[Value, ...]:
    """Several values as `fitted_value` takes them, each once.

    Of a range the ends are as typed, and what is counted has whole numbers between them; `counted` says so of what has
    no unit that tells it.
    """
    counted = counted or is_counted(quantity)
    found: dict[Fraction, Value] = {}
    whole = [in_full(quantity, value) for value in values]
    ends = [full.number for full in whole if not full.spaced]
    for value in whole:
        full = _typed(value)
        if value.spaced:
            full = _whole(full) if counted else full
            if not min(ends) < full.number < max(ends):
                continue
        if full.ends is not None:
            full = _whole(full) if counted else full
            for end in full.bounds if full.deviation is None else ():  # what is drawn is cut at its domain
                check_value(quantity, end)
        check_value(quantity, full)
        found.setdefault(full.number, full)
    return tuple(found.values())


def _typed(value: Value) -> Value:
    """The value as one that was typed, and not one of a range."""
    return replace(value, spaced=False) if value.spaced else value


def _whole(value: Value) -> Value:
    """The whole number beside a value."""
    return replace(value, number=Fraction(nearest_integer(value.number)))


def is_counted(quantity: Quantity) -> bool:
    """True for what comes whole by its domain, or by its unit, also for each of something else: tokens of a sequence.

    >>> is_counted(Quantity("L", "token/sequence", "context")), is_counted(Quantity("v", "token/s", "speed"))
    (True, False)
    """
    if quantity.range.whole:
        return True
    powers = quantity.dimension.powers()
    counted = [base for base, power in powers.items() if power > 0]
    return len(counted) == 1 and powers[counted[0]] == 1 and not powers.keys() - _COUNTED


def in_full(quantity: Quantity, value: Value) -> Value:
    """The value in the quantity's dimension, where what was written means one; else as it is, and nothing checked."""
    own = quantity.parsed_unit
    if value.dimension == own.dimension:
        return _noted(value, "B read as byte") if _may_be_bytes(value) else value
    if value.dimension.is_pure and not value.unit:
        return value.scaled(own.factor, own.text, own.dimension)
    per = _left_out(quantity, value)
    if per and not parse_unit(per).dimension.powers().keys() - _LEFT_OUT:
        whole = parse_unit(f"{value.unit}{per[1:]}")
        full = value.scaled(parse_unit(per).factor, whole.text, whole.dimension)
        return _noted(full, "B read as byte") if _may_be_bytes(full) else full
    if value.unit == "B":
        return _noted(value.scaled(10**9 * own.factor, own.text, own.dimension), BILLION)
    return value


def _left_out(quantity: Quantity, value: Value) -> str:
    """What the quantity's unit is per and the value's is not, as in ``1/sequence``; empty if that is no difference."""
    under = quantity.parsed_unit.text.partition("/")[2]
    words = [] if "^" in under else re.findall(r"[A-Za-zµ$]+", under)
    for count in range(1, len(words) + 1):
        for chosen in combinations(words, count):
            per = "1/" + "/".join(chosen)
            if value.dimension * parse_unit(per).dimension == quantity.dimension:
                return per
    return ""


def _may_be_bytes(value: Value) -> bool:
    """True for a number of bytes that is written as a billion of something might be."""
    return value.unit.partition("/")[0] == "B" and value.origin == "given"


def _noted(value: Value, how: str) -> Value:
    """The value with the way in which it was read in its origin."""
    return value if how in value.origin else replace(value, origin=f"{value.origin}, {how}")


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
        told = f"{quantity.name} ({quantity.meaning}) is {wanted}, but {value} is {given}"
        raise DimensionError(f"{told}; {_instead(quantity, value)}")
    if not quantity.range.contains(value.number):
        raise InputError(f"{quantity.name} ({quantity.meaning}) must be {quantity.range.words}, not {value}")


def _instead(quantity: Quantity, value: Value) -> str:
    """What may have been meant by a value of another dimension, in words."""
    per = _left_out(quantity, value)
    if per:
        return f'did you mean {quantity.name}="{value.typed}{per[1:]}"?'
    digits = format_number(value.number / parse_unit(value.unit).factor)
    above, per, under = quantity.unit.partition("/")
    typed = value.unit.partition("/")[0]
    if above and typed and parse_unit(typed).dimension == parse_unit(above).dimension:
        above = typed  # with its prefix
    meant = f'{quantity.name}="{digits} {above}{per}{under}"' if quantity.unit else f"{quantity.name}={digits}"
    return f"did you mean {meant}?"
