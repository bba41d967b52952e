"""The processor of the reader's computer, through NumPy."""

from __future__ import annotations

import os
import platform
from collections.abc import Mapping
from time import perf_counter
from typing import Any

from derivations.errors import InputError
from derivations.measure.machine import Call, Size, Transfer

_CACHES = 64 * 2**20  # bytes that are written over between repeats
_MOST = 2**31  # bytes that are read at a time
_SHARE = 8  # of the memory, the part that is read at a time
_FLOAT = 4  # bytes of a number in fp32
_ROW = 4096  # numbers in a row of the matrix that is read


class Processor:
    """All cores that the library uses, timed by the host's clock.

    Products are multiplied in fp32 alone: NumPy has no bf16, and multiplies narrower formats without its fast library.
    """

    clock = "the host's clock"
    together = 1
    formats: tuple[str, ...] = ("fp32",)
    missing: tuple[type[Exception], ...] = ()

    def __init__(self, numpy: Any) -> None:
        self._numpy = numpy
        self._random = numpy.random.default_rng(0)
        self._caches = numpy.zeros(_CACHES, dtype=numpy.int8)
        self.title = processor_name()
        self.library = f"NumPy {numpy.__version__}, {os.cpu_count() or 1} logical processors"
        self.capacity = memory_size()
        self.size = Size(min(_MOST, self.capacity // _SHARE), 2048, 8192)

    def reads(self, byte_count: int) -> tuple[Transfer, ...]:
        """A product of a matrix and a vector, which reads each weight once, and a product of two vectors."""
        numpy = self._numpy
        matrix = self._numbers(max(1, byte_count // (_FLOAT * _ROW)), _ROW)
        vector, flat = self._numbers(_ROW), matrix.ravel()
        half = len(flat) // 2
        return (
            Transfer("product of a matrix and a vector", matrix.nbytes, lambda: numpy.matmul(matrix, vector)),
            Transfer("product of two vectors", 2 * half * _FLOAT, lambda: numpy.dot(flat[:half], flat[half:2 * half])),
        )

    def product(self, number_format: str, rows: int, inner: int, columns: int) -> Call:
        """A product in fp32, of random numbers, into an array that is there already.

        The larger matrix stands on the left, and the rows of the other are columns: OpenBLAS shares out such a product
        among cores even where there are few of them.
        """
        assert number_format in self.formats
        numpy = self._numpy
        left, right = self._numbers(columns, inner), self._numbers(inner, rows)
        out = numpy.empty((columns, rows), dtype=numpy.float32)
        return lambda: numpy.matmul(left, right, out=out)

    def link(self, byte_count: int) -> Mapping[str, Transfer]:
        """None: this is the host."""
        return {}

    def empty_caches(self) -> None:
        """Write over an array that is larger than the caches of most processors."""
        self._caches.fill(1)

    def seconds(self, call: Call) -> float:
        """By the host's clock."""
        begun = perf_counter()
        call()
        return perf_counter() - begun

    def _numbers(self, *shape: int) -> Any:
        return self._random.random(shape, dtype=self._numpy.float32)


def processor_name() -> str:
    """The maker's name of the processor, as far as the system says."""
    try:
        with open("/proc/cpuinfo", encoding="utf-8", errors="replace") as stream:
            for line in stream:
                key, _, name = line.partition(":")
                if key.strip() == "model name" and name.strip():
                    return " ".join(name.split())
    except OSError:  # a system without that file
        pass
    return platform.processor() or platform.machine() or "a processor without a name"


def memory_size() -> int:
    """The bytes of this computer's memory. Raises `InputError` where Python cannot tell."""
    try:
        return os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES")
    except (AttributeError, OSError, ValueError):
        raise InputError("this system does not tell how large its memory is, and a card has to say") from None
