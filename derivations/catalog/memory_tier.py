"""Memory tiers: where a cache can be kept, and how long it takes to read such a memory once."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from derivations.catalog.base import Card, given
from derivations.catalog.figure import Figure, derived
from derivations.values.value import Value

# The kinds of memory, from the fastest to the slowest.
KINDS = ("HBM", "DRAM", "flash", "disk")


@dataclass(frozen=True)
class MemoryTier(Card):
    """A memory of one of the `KINDS`, with `capacity` [byte] and `bandwidth` [byte/s] of one device.

    `price` [dollar/byte] is a place for the reader's own number; no packaged card fills it.
    """

    kind: str
    capacity: Figure
    bandwidth: Figure
    price: Figure | None = None

    @property
    def drain(self) -> Value:
        """The time to read the whole memory once [s]."""
        time = self.capacity.number / self.bandwidth.number
        meaning = "capacity over bandwidth, the time to read the whole memory once"
        return derived(time, "s", f"card {self.name}", meaning, self.bandwidth, self.capacity)

    @property
    def figures(self) -> Iterator[Figure]:
        """Every figure of the card, defaults only, in reading order."""
        yield from (self.capacity, self.bandwidth)
        yield from given(self.price)
