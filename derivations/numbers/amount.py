"""Amounts: numbers in base units that were worked out."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction


@dataclass(frozen=True)
class Amount:
    """A number in base units, and whether it is exactly that or right to many digits."""

    size: Fraction
    exact: bool = True
