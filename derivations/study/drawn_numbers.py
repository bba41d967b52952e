"""Drawn numbers: those of a quantity with a spread, as an array that holds none of them.

A part of it is drawn when it is asked for, in blocks with generators of their own: the same numbers each time, from a
seed and the quantity's name, whatever else is drawn and in whatever parts.
"""

from __future__ import annotations

from fractions import Fraction
from math import log
from statistics import NormalDist
from typing import Any
from zlib import crc32

import numpy as np

from derivations.errors import InputError
from derivations.language.quantity import Quantity
from derivations.language.tree import COMPARE
from derivations.numbers.value import Value

DRAW = "draw"  # the dimension that all draws have
USUAL = 100_000  # draws, if nobody says how many
MOST_DRAWS = 100_000_000
_BLOCK = 1 << 16


class Draws:
    """Numbers of a quantity, in its own unit, drawn as its value says and cut at its domain, and at `most` if it is
    given. What is `counted` is whole.

    Raises `InputError` for a value without a spread, and for a number of draws that is none or too large.

    >>> from derivations.numbers.value import read_range
    >>> found = Draws(Quantity("u", "", "share of the peak", "fraction"), read_range("0.55 +- 0.1"), 1000)
    >>> bool(0.53 < found[:].mean() < 0.57), found[990:].tolist() == found[:][990:].tolist()
    (True, True)
    """

    ndim = 1
    dtype = np.dtype(float)

    def __init__(
        self, quantity: Quantity, value: Value, count: int, seed: int = 0, *, counted: bool = False,
        most: Fraction | None = None,
    ) -> None:
        if value.spread is None or value.ends is None:
            raise InputError(f"{quantity.name} = {value} does not say how likely numbers are: write "
                             f"{quantity.name}='0.55 +- 0.1', or '0.4 to 0.7 (90%)'")
        if not 1 <= count <= MOST_DRAWS:
            raise InputError(f"draws are 1 to {MOST_DRAWS:,}, not {count:,}")
        self.value, self.shape, self.size, self.nbytes = value, (count,), count, 8 * count
        self.whole = counted or quantity.range.whole
        factor = quantity.parsed_unit.factor
        self._limits = [(operator, float(bound) / float(factor)) for operator, bound in
                        (*quantity.range.limits, *([] if most is None else [("<=", most)]))]
        low, high = (float(end / factor) for end in value.ends)
        chance = value.spread.chance
        self.is_lognormal = value.is_lognormal
        if self.is_lognormal:
            low, high = log(low), log(high)
        deviations = 1.0 if chance is None else NormalDist().inv_cdf((1 + float(chance)) / 2)
        self._law = NormalDist((low + high) / 2, (high - low) / 2 / deviations)
        self._key = (seed, crc32(quantity.name.encode()))
        if self.beyond > 0.5:
            raise InputError(f"{quantity.name} = {value}: most of what would be drawn is not {quantity.range.words}")

    @property
    def beyond(self) -> float:
        """The share of what would be drawn that the domain cuts off."""
        share = 0.0
        for operator, bound in self._limits:
            if self.is_lognormal and bound <= 0:
                continue
            below = self._law.cdf(log(bound) if self.is_lognormal else bound)
            share += below if operator in (">", ">=") else 1 - below
        return share

    def __len__(self) -> int:
        return self.size

    def __getitem__(self, part: slice | tuple[slice, ...]) -> Any:
        """A part of the numbers."""
        at = part[0] if isinstance(part, tuple) else part
        start, stop, _ = at.indices(self.size)
        blocks = [self._block(place)[max(start - place * _BLOCK, 0):max(stop - place * _BLOCK, 0)]
                  for place in range(start // _BLOCK, -(-max(stop, start) // _BLOCK))]
        return np.concatenate(blocks) if blocks else np.empty(0)

    def __array__(self, dtype: Any = None, copy: bool | None = None) -> Any:
        return np.asarray(self[:], dtype=dtype)

    def _block(self, place: int) -> Any:
        """The numbers of a block, whole ones where they are counted; what lies outside the domain is drawn again."""
        generator = np.random.default_rng([*self._key, place])
        found = self._drawn(generator, _BLOCK)
        while (outside := self._outside(found)).any():
            found[outside] = self._drawn(generator, int(outside.sum()))
        return found

    def _drawn(self, generator: np.random.Generator, count: int) -> Any:
        found = generator.normal(self._law.mean, self._law.stdev, count)
        if self.is_lognormal:
            np.exp(found, out=found)
        return np.rint(found, out=found) if self.whole else found

    def _outside(self, found: Any) -> Any:
        outside = np.zeros(found.shape, dtype=bool)
        for operator, bound in self._limits:
            outside |= ~COMPARE[operator](found, bound)
        return outside
