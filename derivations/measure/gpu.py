"""The first NVIDIA GPU of the reader's computer, through PyTorch or CuPy, timed by the device's own events."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from derivations.measure.machine import Call, Size, Transfer

_CACHES = 256 * 2**20  # bytes that are written over between repeats
_MOST = 2**35  # bytes that are read at a time
_LINK = 2**30  # bytes of a transfer from or to the host
_SHARE = 4  # of the free memory, the part that is read at a time
_MILLI = 1e-3
# how the libraries say that this GPU, or this version of theirs, has no product in a format
_MISSING: tuple[type[Exception], ...] = (
    RuntimeError, AttributeError, NotImplementedError, TypeError, ValueError,
)


class TorchGpu:
    """The GPU through PyTorch. `torch` is the module, with a device that it can use."""

    clock = "events of the device"
    formats: tuple[str, ...] = ("bf16", "fp16", "fp8", "int8", "fp32")
    missing = _MISSING

    def __init__(self, torch: Any) -> None:
        self._torch, self._device = torch, "cuda"
        torch.manual_seed(0)
        free, self.capacity = torch.cuda.mem_get_info()
        self.title = str(torch.cuda.get_device_name(0))
        cuda = f", CUDA {torch.version.cuda}" if torch.version.cuda else ""  # a build for other GPUs has none
        self.library = f"PyTorch {torch.__version__}{cuda}"
        self.together = int(torch.cuda.device_count())
        self._caches = torch.empty(_CACHES, dtype=torch.int8, device=self._device)
        self.size = Size(min(_MOST, free // _SHARE), 8192, 16384)

    def reads(self, byte_count: int) -> tuple[Transfer, ...]:
        """A sum of all numbers, and the largest of them."""
        numbers = self._torch.randn(max(1, byte_count // 4), device=self._device)
        moved = 4 * numbers.numel()
        return Transfer("sum", moved, numbers.sum), Transfer("greatest", moved, numbers.max)

    def product(self, number_format: str, rows: int, inner: int, columns: int) -> Call:
        """A product with a matrix that is stored column by column, as weights are; in fp8 with one scale each."""
        torch = self._torch
        left, right = self._numbers(number_format, rows, inner), self._numbers(number_format, columns, inner).t()
        if number_format == "fp8":
            one = torch.ones((), device=self._device)
            return lambda: torch._scaled_mm(left, right, scale_a=one, scale_b=one, out_dtype=torch.bfloat16)
        if number_format == "int8":
            return lambda: torch._int_mm(left, right)
        return lambda: torch.matmul(left, right)

    def link(self, byte_count: int) -> Mapping[str, Transfer]:
        """Copies from and to memory of the host that is pinned."""
        torch, moved = self._torch, min(byte_count, _LINK)
        here = torch.empty(moved, dtype=torch.int8, pin_memory=True)
        there = torch.empty(moved, dtype=torch.int8, device=self._device)
        return {
            "to": Transfer("copy from pinned memory", moved, lambda: there.copy_(here, non_blocking=True)),
            "from": Transfer("copy to pinned memory", moved, lambda: here.copy_(there, non_blocking=True)),
        }

    def empty_caches(self) -> None:
        """Write over an array that is larger than the second-level cache."""
        self._caches.zero_()

    def seconds(self, call: Call) -> float:
        """Between two events of the device's stream."""
        cuda = self._torch.cuda
        begin, end = cuda.Event(enable_timing=True), cuda.Event(enable_timing=True)
        begin.record()
        call()
        end.record()
        end.synchronize()
        return float(begin.elapsed_time(end)) * _MILLI

    def _numbers(self, number_format: str, rows: int, columns: int) -> Any:
        torch = self._torch
        if number_format == "int8":
            return torch.randint(-128, 128, (rows, columns), dtype=torch.int8, device=self._device)
        kinds = {"bf16": "bfloat16", "fp16": "float16", "fp8": "float8_e4m3fn", "fp32": "float32"}
        return torch.randn(rows, columns, device=self._device).to(getattr(torch, kinds[number_format]))


class CupyGpu:
    """The GPU through CuPy, which has neither bf16 nor fp8. `cupy` is the module, with a device that it can use."""

    clock = "events of the device"
    formats: tuple[str, ...] = ("fp16", "fp32")
    missing = _MISSING

    def __init__(self, cupy: Any) -> None:
        self._cupy = cupy
        cupy.random.seed(0)
        runtime = cupy.cuda.runtime
        free, self.capacity = runtime.memGetInfo()
        name = runtime.getDeviceProperties(0)["name"]
        self.title = name.decode() if isinstance(name, bytes) else str(name)
        self.library = f"CuPy {cupy.__version__}, CUDA {runtime.runtimeGetVersion()}"
        self.together = int(runtime.getDeviceCount())
        self._caches = cupy.zeros(_CACHES, dtype=cupy.int8)
        self.size = Size(min(_MOST, free // _SHARE), 8192, 16384)

    def reads(self, byte_count: int) -> tuple[Transfer, ...]:
        """A sum of all numbers, and the largest of them."""
        numbers = self._cupy.random.random(max(1, byte_count // 4), dtype=self._cupy.float32)
        return Transfer("sum", numbers.nbytes, numbers.sum), Transfer("greatest", numbers.nbytes, numbers.max)

    def product(self, number_format: str, rows: int, inner: int, columns: int) -> Call:
        """A product with a matrix that is stored column by column, as weights are."""
        cupy = self._cupy
        left, right = self._numbers(number_format, rows, inner), self._numbers(number_format, columns, inner).T
        return lambda: cupy.matmul(left, right)

    def link(self, byte_count: int) -> Mapping[str, Transfer]:
        """Copies from and to memory of the host that is pinned."""
        cupy, moved = self._cupy, min(byte_count, _LINK)
        pinned = cupy.cuda.alloc_pinned_memory(moved)
        there = cupy.zeros(moved, dtype=cupy.int8)
        copy, kinds = cupy.cuda.runtime.memcpy, cupy.cuda.runtime
        return {
            "to": Transfer("copy from pinned memory", moved,
                           lambda: copy(there.data.ptr, pinned.ptr, moved, kinds.memcpyHostToDevice)),
            "from": Transfer("copy to pinned memory", moved,
                             lambda: copy(pinned.ptr, there.data.ptr, moved, kinds.memcpyDeviceToHost)),
        }

    def empty_caches(self) -> None:
        """Write over an array that is larger than the second-level cache."""
        self._caches.fill(0)

    def seconds(self, call: Call) -> float:
        """Between two events of the device's stream."""
        cuda = self._cupy.cuda
        begin, end = cuda.Event(), cuda.Event()
        begin.record()
        call()
        end.record()
        end.synchronize()
        return float(cuda.get_elapsed_time(begin, end)) * _MILLI

    def _numbers(self, number_format: str, rows: int, columns: int) -> Any:
        kind = {"fp16": "float16", "fp32": "float32"}[number_format]
        return self._cupy.random.random((rows, columns), dtype=self._cupy.float32).astype(getattr(self._cupy, kind))
