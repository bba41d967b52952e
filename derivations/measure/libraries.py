"""The machine to measure: a GPU where a library finds one, else the processor."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from importlib import import_module
from typing import Any

from derivations.errors import InputError
from derivations.mapping import FrozenMapping
from derivations.measure.gpu import CupyGpu, TorchGpu
from derivations.measure.machine import Machine
from derivations.measure.processor import Processor


def _torch(module: Any) -> Machine | None:
    return TorchGpu(module) if module.cuda.is_available() else None


def _cupy(module: Any) -> Machine | None:
    try:
        return CupyGpu(module) if module.cuda.runtime.getDeviceCount() else None
    except module.cuda.runtime.CUDARuntimeError:  # no driver, or none that this version can use
        return None


# in the order in which they are tried; each takes its module, and says None where that finds no GPU
LIBRARIES: Mapping[str, Callable[[Any], Machine | None]] = FrozenMapping({
    "torch": _torch, "cupy": _cupy, "numpy": Processor,
})


def find_machine(library: str = "") -> Machine:
    """The machine that a library finds, by default the first of `LIBRARIES` that is installed and finds one.

    Raises `InputError` if there is none.
    """
    for name in (library,) if library else LIBRARIES:
        try:
            module = import_module(name)
        except ImportError:
            continue
        if (found := LIBRARIES[name](module)) is not None:
            return found
    if library:
        raise InputError(f"--through {library}: it is not installed, or finds no GPU")
    raise InputError("to measure takes NumPy, or PyTorch or CuPy with a GPU: pip install 'derivations[measure]'")
