"""Times of a call: repeated after a warm-up, with the median and the spread."""

from __future__ import annotations

from dataclasses import dataclass
from statistics import median

from derivations.measure.machine import Call, Machine, Size

_WARM = 2  # calls before the first that counts
_TICK = 1e-9  # seconds: no clock tells less
_FEWEST = 3  # repeats, however long they take


@dataclass(frozen=True)
class Timing:
    """The seconds of each repeat, in the order in which they were taken; none is zero or less."""

    seconds: tuple[float, ...]

    @property
    def median(self) -> float:
        """The median over the repeats [s]."""
        return median(self.seconds)

    @property
    def least(self) -> float:
        """The shortest repeat [s]."""
        return min(self.seconds)

    @property
    def greatest(self) -> float:
        """The longest repeat [s]."""
        return max(self.seconds)

    @property
    def repeats(self) -> int:
        """Number of times that the call was timed."""
        return len(self.seconds)


def timed(machine: Machine, call: Call, size: Size) -> Timing:
    """A call timed as often as `size` says, each time with empty caches; what takes less than a tick counts as one."""
    for _ in range(_WARM):
        call()
    found: list[float] = []
    while len(found) < size.repeats and (len(found) < _FEWEST or sum(found) < size.seconds):
        machine.empty_caches()
        found.append(max(machine.seconds(call), _TICK))
    return Timing(tuple(found))
