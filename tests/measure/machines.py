"""A machine that takes exactly as long as it is told, for what the measuring makes of times."""

from collections.abc import Callable, Mapping

from derivations.measure.machine import Call, Size, Transfer

SMALL = Size(memory=2**16, width=32, matrix=64, repeats=3, seconds=1.0)


class Told:
    """A machine of 2 TFLOP/s and 100 GB/s, one kind of product missing; `passes` says how long a product takes."""

    title = 'A "machine"\n of ours'
    library = "told times"
    clock = "no clock"
    capacity = 10**9
    together = 1
    size = SMALL
    formats: tuple[str, ...] = ("fp32", "fp8")
    missing: tuple[type[Exception], ...] = (RuntimeError,)
    flops, bandwidth = 2e12, 1e11

    def __init__(self, passes: Callable[[float, float], float] = max) -> None:
        self.passes, self.took, self.calls = passes, 0.0, 0

    def _taking(self, seconds: float) -> Call:
        def call() -> None:
            self.took, self.calls = seconds, self.calls + 1

        return call

    def reads(self, byte_count: int) -> tuple[Transfer, ...]:
        slow, fast = (self._taking(byte_count / share) for share in (self.bandwidth / 2, self.bandwidth))
        return Transfer("slow read", byte_count, slow), Transfer("fast read", byte_count, fast)

    def product(self, number_format: str, rows: int, inner: int, columns: int) -> Call:
        if number_format == "fp8":
            raise RuntimeError("no product\nin fp8 here")
        return self._taking(self.passes(2 * rows * inner * columns / self.flops, 4 * inner * columns / self.bandwidth))

    def link(self, byte_count: int) -> Mapping[str, Transfer]:
        return {"to": Transfer("copy", byte_count, self._taking(byte_count / 5e10)),
                "from": Transfer("copy", byte_count, self._taking(byte_count / 4e10))}

    def empty_caches(self) -> None:
        self.took = 0.0

    def seconds(self, call: Call) -> float:
        call()
        return self.took
