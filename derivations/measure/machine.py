"""Machines that can be measured: what each can do once, and how long one call takes.

The method carries over from the project's own measurements: random data, a warm-up, times by the device's own events
where it has any, and second-level caches emptied between repeats.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Protocol

Call = Callable[[], object]


@dataclass(frozen=True)
class Size:
    """Size of a measurement, and number of its repeats.

    `memory` [byte] is read or copied at a time; `width` is the side of the matrices whose product gives a rate, and
    `matrix` that of the one which a growing batch is multiplied with. A call is repeated `repeats` times, or at least
    three times if that would take more than `seconds`.
    """

    memory: int
    width: int
    matrix: int
    repeats: int = 20
    seconds: float = 4.0

    @property
    def quick(self) -> Size:
        """Smaller, and repeated less often: for a look."""
        return Size(self.memory // 16, self.width // 4, self.matrix // 4, 3, self.seconds / 4)


@dataclass(frozen=True)
class Transfer:
    """A call that moves so many bytes, in the words of `way`."""

    way: str
    byte_count: int
    call: Call


class Machine(Protocol):
    """A processor or GPU, through one library.

    `title` is what its maker calls it, `library` the software with its version, and `clock` says how times are taken.
    `capacity` [byte] is all of its memory, and `together` how many of its kind the computer has. `formats` are number
    formats to try, in which products of matrices are multiplied; `missing` are the errors by which the library says
    that one of them is not to be had here.
    """

    title: str
    library: str
    clock: str
    capacity: int
    together: int
    size: Size
    formats: tuple[str, ...]
    missing: tuple[type[Exception], ...]

    def reads(self, byte_count: int) -> tuple[Transfer, ...]:
        """Ways to read about so many bytes of memory, each byte once."""
        ...

    def product(self, number_format: str, rows: int, inner: int, columns: int) -> Call:
        """The product of a matrix of `rows` by `inner` random numbers with one of `inner` by `columns`."""
        ...

    def link(self, byte_count: int) -> Mapping[str, Transfer]:
        """Transfers from and to the memory of the host, ``to`` and ``from`` the device; none on the host itself."""
        ...

    def empty_caches(self) -> None:
        """Write over the caches, so that the next call finds nothing there."""
        ...

    def seconds(self, call: Call) -> float:
        """Duration of one call."""
        ...
