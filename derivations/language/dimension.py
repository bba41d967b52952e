"""Dimensions: what a number counts or measures.

Nine bases are kept apart, because mixing them is how most errors in this field are made:
bytes are not parameters, tokens are not sequences, and a count of GPUs is not a pure number.
Energy is a base of its own, as nothing here weighs or moves; power is energy per time.
Counts such as layers, stages and micro-batches are pure.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction

BASES = ("FLOP", "byte", "token", "parameter", "sequence", "GPU", "dollar", "J", "s")


@dataclass(frozen=True)
class Dimension:
    """A product of powers of the bases, as exponents in the order of `BASES`.

    >>> byte, second = Dimension.base("byte"), Dimension.base("s")
    >>> str(byte / second)
    'byte/s'
    """

    exponents: tuple[Fraction | int, ...]  # whole ones as they stand, with which to count is ten times as fast

    @classmethod
    def base(cls, name: str) -> Dimension:
        """The dimension of one base unit."""
        return cls(tuple(int(base == name) for base in BASES))

    @classmethod
    def of(cls, powers: Mapping[str, Fraction | int]) -> Dimension:
        """The dimension with the given powers of bases, such as ``{"byte": 1, "s": -1}``."""
        return cls(tuple(_plain(powers.get(base, 0)) for base in BASES))

    @property
    def is_pure(self) -> bool:
        """True for a plain number."""
        return not any(self.exponents)

    def powers(self) -> dict[str, Fraction | int]:
        """The bases with an exponent other than zero."""
        return {b: e for b, e in zip(BASES, self.exponents, strict=True) if e}

    def __mul__(self, other: Dimension) -> Dimension:
        return Dimension(
            tuple(a + b for a, b in zip(self.exponents, other.exponents, strict=True))
        )

    def __truediv__(self, other: Dimension) -> Dimension:
        return Dimension(
            tuple(a - b for a, b in zip(self.exponents, other.exponents, strict=True))
        )

    def __pow__(self, exponent: Fraction | int) -> Dimension:
        return Dimension(tuple(_plain(e * exponent) for e in self.exponents))

    def __str__(self) -> str:
        over = [_power(b, e) for b, e in self.powers().items() if e > 0]
        under = [_power(b, -e) for b, e in self.powers().items() if e < 0]
        if not over and not under:
            return "1"
        head = "·".join(over) or "1"
        if not under:
            return head
        return f"{head}/{under[0]}" if len(under) == 1 else f"{head}/({'·'.join(under)})"


def _plain(exponent: Fraction | int) -> Fraction | int:
    return exponent.numerator if exponent.denominator == 1 else exponent


def _power(base: str, exponent: Fraction | int) -> str:
    if exponent == 1:
        return base
    return f"{base}^{exponent}" if exponent.denominator == 1 else f"{base}^({exponent})"


PURE = Dimension.of({})
