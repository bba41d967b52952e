"""The name of a model: where it is found, and what it says of the size that is counted."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from decimal import Decimal
from fractions import Fraction
from pathlib import PurePath

from derivations.sources.counted_model import CountedModel
from derivations.sources.model_configuration import on_one_line

FAR = Fraction(3, 100)  # a difference above this is told
_SIZE = {"m": 10**6, "b": 10**9, "t": 10**12}
_TOTAL = re.compile(r"(?<![\w.])(\d+(?:\.\d+)?)([bmt])(?![a-z0-9])", re.IGNORECASE)
_ACTIVE = re.compile(r"(?<![a-z0-9.])a(\d+(?:\.\d+)?)([bm])(?![a-z0-9])", re.IGNORECASE)
_EXPERTS = re.compile(r"(?<![a-z0-9.])\d+e(?![a-z0-9])", re.IGNORECASE)  # of Llama 4, whose size is the active one


_ENDING = re.compile(r"[ ._-]?config(uration)?([ ._(-]*\d+\)?)?$", re.IGNORECASE)  # and what browsers add to a copy


def name_of(counted: CountedModel, given: str = "") -> str:
    """The name of a model, on one line: the `given` one, or what its file is called, says or lies in, or its type."""
    file = PurePath(counted.file)
    cached = (part.removeprefix("models--") for part in reversed(file.parts) if part.startswith("models--"))
    within = file.parent.name
    candidates = (
        given, _ENDING.sub("", file.stem).rpartition("--")[2], PurePath(counted.path.replace("\\", "/")).name,
        next(cached, "").rpartition("--")[2], within if sizes_in(within) else "", f"{counted.model_type} model",
    )
    return next(filter(None, map(on_one_line, candidates)), "model")


@dataclass(frozen=True)
class NamedSize:
    """A size in a name as it is written there, in parameters; of all of them, or of the `active` ones."""

    written: str
    parameters: Fraction
    active: bool = False

    def difference(self, counted: int) -> Fraction:
        """How much more is counted than the name says, as a fraction of what it says."""
        return (counted - self.parameters) / self.parameters

    def is_far(self, counted: int) -> bool:
        """True if the count differs from the name by more than `FAR`."""
        return abs(self.difference(counted)) > FAR

    def rounds_to(self, counted: int) -> bool:
        """True if the count, rounded to the digits of the name, is what it says.

        >>> [size] = sizes_in("Qwen3-32B")
        >>> size.rounds_to(32_762_123_264), size.rounds_to(32_400_000_000)
        (False, True)
        """
        exponent = Decimal(re.sub(r"[^0-9.]", "", self.written)).as_tuple().exponent
        step = Fraction(10) ** int(exponent) * _SIZE[self.written[-1].lower()]
        return abs(counted - self.parameters) <= step / 2


def sizes_in(name: str) -> tuple[NamedSize, ...]:
    """The sizes in a name: all parameters, and those used for one token. Eight experts of 7B are no size of a model.

    >>> [(size.written, size.active) for size in sizes_in("Qwen3-235B-A22B")]
    [('235B', False), ('A22B', True)]
    >>> [(size.written, size.active) for size in sizes_in("Llama-4-Maverick-17B-128E")]
    [('17B', True)]
    >>> sizes_in("Mixtral-8x7B")
    ()
    """
    return tuple(_sizes(name.replace("_", "-")))


def _sizes(name: str) -> Iterator[NamedSize]:
    found = _TOTAL.search(name)
    if found is not None and float(found[1]):
        yield NamedSize(found[0], _parameters(found), bool(_EXPERTS.search(name)))
    found = _ACTIVE.search(name)
    if found is not None and float(found[1]):
        yield NamedSize(found[0], _parameters(found), True)


def _parameters(found: re.Match[str]) -> Fraction:
    return Fraction(found[1]) * _SIZE[found[2].lower()]
