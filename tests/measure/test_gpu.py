"""GPUs through modules that count what is asked of them, as no test needs a GPU."""

import sys
from collections import Counter
from types import SimpleNamespace
from typing import Any

import numpy
import pytest

from derivations.errors import InputError
from derivations.measure.gpu import CupyGpu, TorchGpu
from derivations.measure.libraries import find_machine
from derivations.measure.machine import Size
from derivations.measure.measurement import MINE, Measurement, card_toml, measure
from derivations.measure.processor import Processor
from derivations.sources.catalog import load_catalog

SMALL = Size(memory=2**16, width=16, matrix=16, repeats=3)
GIGABYTE = 10**9


class Array:
    """An array that has a size and counts what is done with it."""

    def __init__(self, calls: Counter[str], *shape: int, width: int = 4) -> None:
        self.calls, self.shape, self.width = calls, shape, width
        self.data = SimpleNamespace(ptr=0)

    @property
    def nbytes(self) -> int:
        return self.numel() * self.width

    def numel(self) -> int:
        return int(numpy.prod(self.shape))

    def to(self, kind: Any) -> "Array":
        self.calls[f"to {kind}"] += 1
        return self

    astype = to

    def t(self) -> "Array":
        return Array(self.calls, *reversed(self.shape))

    T = property(t)

    def sum(self) -> None:
        self.calls["sum"] += 1

    def max(self) -> None:
        self.calls["max"] += 1

    def zero_(self) -> None:
        self.calls["caches"] += 1

    def fill(self, _: int) -> None:
        self.calls["caches"] += 1

    def copy_(self, _: "Array", non_blocking: bool) -> None:
        assert non_blocking
        self.calls["copy"] += 1


class Event:
    """An event of a device on which everything takes a millisecond."""

    def __init__(self, enable_timing: bool = True) -> None:
        assert enable_timing
        self.synchronized = False

    def record(self) -> None:
        pass

    def synchronize(self) -> None:
        self.synchronized = True

    def elapsed_time(self, end: "Event") -> float:
        assert end.synchronized
        return 1.0


def torch_module(calls: Counter[str], *, there: bool = True) -> Any:
    def array(*shape: Any, **_: Any) -> Array:
        sizes = shape[0] if shape and isinstance(shape[0], tuple) else shape
        return Array(calls, *sizes)

    def multiplied(left: Array, right: Array, name: str) -> None:
        assert left.shape[1] == right.shape[0]
        calls[name] += 1

    def scaled(left: Array, right: Array, **options: Any) -> None:
        assert set(options) == {"scale_a", "scale_b", "out_dtype"}
        multiplied(left, right, "fp8")

    def refused(_left: Array, _right: Array) -> None:
        raise RuntimeError("_int_mm is not\nimplemented here")

    kinds = {kind: kind for kind in ("bfloat16", "float16", "float8_e4m3fn", "float32", "int8")}
    cuda = SimpleNamespace(
        is_available=lambda: there, mem_get_info=lambda: (70 * GIGABYTE, 80 * GIGABYTE), device_count=lambda: 1,
        get_device_name=lambda _: "NVIDIA Fake", Event=Event,
    )
    return SimpleNamespace(
        __version__="2.9", version=SimpleNamespace(cuda="12.8"), cuda=cuda, manual_seed=lambda _: None, empty=array,
        randn=array, ones=array, randint=lambda _low, _high, shape, **_: array(*shape), _scaled_mm=scaled,
        _int_mm=refused, matmul=lambda left, right: multiplied(left, right, "product"), **kinds,
    )


def cupy_module(calls: Counter[str], *, devices: int = 1) -> Any:
    class CUDARuntimeError(RuntimeError):
        pass

    def count() -> int:
        if not devices:
            raise CUDARuntimeError("no driver")
        return devices

    def multiplied(left: Array, right: Array) -> None:
        assert left.shape[1] == right.shape[0]
        calls["product"] += 1

    def array(shape: Any, dtype: Any = None) -> Array:
        return Array(calls, *(shape if isinstance(shape, tuple) else (shape,)))

    def copied(_to: int, _from: int, size: int, kind: int) -> None:
        assert size == SMALL.memory
        calls[f"copy {kind}"] += 1

    runtime = SimpleNamespace(
        CUDARuntimeError=CUDARuntimeError, getDeviceCount=count, memGetInfo=lambda: (70 * GIGABYTE, 80 * GIGABYTE),
        getDeviceProperties=lambda _: {"name": b"NVIDIA Fake"}, runtimeGetVersion=lambda: 12080, memcpy=copied,
        memcpyHostToDevice=1, memcpyDeviceToHost=2,
    )
    cuda = SimpleNamespace(
        runtime=runtime, Event=lambda: Event(), get_elapsed_time=lambda begin, end: begin.elapsed_time(end),
        alloc_pinned_memory=lambda _: SimpleNamespace(ptr=0),
    )
    return SimpleNamespace(
        __version__="13.6", cuda=cuda, zeros=array, float16="float16", float32="float32", int8="int8",
        random=SimpleNamespace(seed=lambda _: None, random=array), matmul=multiplied,
    )


def check_card(found: Measurement) -> None:
    """The card of a device of 80 GB whose every call takes a millisecond."""
    card = load_catalog().with_accelerators(card_toml(found), "mine.toml").accelerator(MINE)
    assert (card.title, card.capacity.number) == ("NVIDIA Fake", 80 * GIGABYTE)
    assert card.bandwidth.number == pytest.approx(SMALL.memory * 1000, rel=1e-3)
    assert card.host_link is not None
    assert card.domain is not None
    assert "events of the device" in card.bandwidth.source.title
    for rate in card.compute.values():
        assert rate.number == pytest.approx(2 * 32 * 16 * 16 * 1000, rel=1e-3)  # of the largest product


def test_pytorch_is_asked_for_every_format_and_for_nothing_unwarmed() -> None:
    calls: Counter[str] = Counter()
    found = measure(TorchGpu(torch_module(calls)), SMALL, "2026-11-23")
    check_card(found)
    assert list(found.rates) == ["bf16", "fp16", "fp8", "fp32"]
    assert dict(found.missing) == {"int8": "_int_mm is not implemented here"}
    each = SMALL.repeats + 2  # calls of one timing, the warm-up among them
    assert calls["sum"] == calls["max"] == each
    assert calls["product"] == 3 * 3 * each  # three formats, three sizes
    assert calls["fp8"] == 3 * each
    assert calls["copy"] == 2 * each
    assert calls["caches"] == SMALL.repeats * (2 + 12 + 2)  # before every repeat that counts
    assert calls["to float8_e4m3fn"] == 2 * 3


def test_cupy_has_fewer_formats() -> None:
    calls: Counter[str] = Counter()
    found = measure(CupyGpu(cupy_module(calls)), SMALL, "2026-11-23")
    check_card(found)
    assert list(found.rates) == ["fp16", "fp32"]
    assert calls["copy 1"] == calls["copy 2"] == SMALL.repeats + 2


def test_the_first_library_with_a_gpu_is_taken(monkeypatch: pytest.MonkeyPatch) -> None:
    """PyTorch before CuPy, CuPy before the processor; a module without a device is passed over."""
    calls: Counter[str] = Counter()
    monkeypatch.setitem(sys.modules, "torch", torch_module(calls))
    monkeypatch.setitem(sys.modules, "cupy", cupy_module(calls))
    assert isinstance(find_machine(), TorchGpu)
    assert isinstance(find_machine("cupy"), CupyGpu)
    assert isinstance(find_machine("numpy"), Processor)
    monkeypatch.setitem(sys.modules, "torch", torch_module(calls, there=False))
    assert isinstance(find_machine(), CupyGpu)
    monkeypatch.setitem(sys.modules, "cupy", cupy_module(calls, devices=0))
    assert isinstance(find_machine(), Processor)
    with pytest.raises(InputError, match="--through torch: it is not installed, or finds no GPU"):
        find_machine("torch")
