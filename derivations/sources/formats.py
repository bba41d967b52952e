"""Number formats and the bytes that one number takes in each.

The scales that block formats store beside their numbers (one byte for every 16 or 32 numbers in the usual fp4
and fp8 layouts) are left out, so that halving the bits halves the bytes exactly.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction

from derivations.errors import UnknownNameError
from derivations.mapping import FrozenMapping
from derivations.numbers.value import Value


@dataclass(frozen=True)
class NumberFormat:
    """A number format and its width in bits, block scales left out."""

    name: str
    bits: int

    @property
    def byte_count(self) -> Fraction:
        """Bytes per number: 2 for bf16, 1/2 for fp4."""
        return Fraction(self.bits, 8)

    @property
    def weight_bytes(self) -> Value:
        """The size of one weight [byte/parameter]."""
        return Value.of(self.byte_count, "byte/parameter", origin=f"format {self.name}",
                        meaning=f"{self.name} weights, block scales left out")


FORMATS: Mapping[str, NumberFormat] = FrozenMapping(
    {
        name: NumberFormat(name, bits)
        for name, bits in (("fp32", 32), ("bf16", 16), ("fp16", 16), ("fp8", 8), ("int8", 8), ("fp4", 4), ("int4", 4))
    }
)
# the formats that models are stored in: a processor multiplies in wider ones, too
STORED = tuple(name for name, each in FORMATS.items() if each.bits <= 16)


def number_format(name: str) -> NumberFormat:
    """The format of that name, in any case; raises `UnknownNameError` with the nearest names.

    >>> str(number_format("fp4").weight_bytes)
    '0.5 bytes per parameter'
    """
    try:
        return FORMATS[name.casefold()]
    except KeyError:
        bits = re.fullmatch(r"([0-9]+)[ -]?bits?", name.casefold())
        meant = [each for each, item in FORMATS.items() if bits is not None and item.bits == int(bits[1])]
        raise UnknownNameError("number format", name, FORMATS, meant=meant) from None
