"""A sweep written to a file block by block, so that memory stays flat, and gone on with where it was broken off.

Everything is written beside the target, in a folder of its name and ``.part``, with a record of how far it is. The
target appears when it is complete, and what was there stays until then.
"""

from __future__ import annotations

import json
import os
import shutil
from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import dataclass, replace
from math import prod
from pathlib import Path
from typing import Any

import numpy as np

from derivations.derivation.codec import PLAIN
from derivations.errors import InputError
from derivations.files import write_file
from derivations.proof import cache
from derivations.study.sweep import wanted
from derivations.study.sweep_dataset import attributes, axis_attributes, dataset_attributes
from derivations.study.sweep_kernel import CODE, block_shape
from derivations.study.sweep_plan import SweepPlan

FORMS = (".zarr", ".parquet", ".csv")
_BLOCK = 1 << 20  # points of a block
_DIMENSIONS = "_ARRAY_DIMENSIONS"  # where xarray looks for the names of dimensions
_RECORD, _DATA = "record.json", "data"
_NEEDED = {".zarr": ("zarr",), ".parquet": ("pyarrow",), ".csv": ("pyarrow",)}


def refuse_output(path: Path, *, force: bool = False, resume: bool = False) -> None:
    """Raise `InputError` for a place that a sweep cannot be written to, before anything is computed."""
    if path.suffix not in FORMS:
        raise InputError(f"-o {path}: a sweep is written to a place whose name ends in {', '.join(FORMS)}")
    if force and resume:
        raise InputError("--force begins again and --resume goes on: leave one of them out")
    if not path.parent.is_dir():
        raise InputError(f"cannot write {path}: there is no folder {path.parent}")
    if not os.access(path.parent, os.W_OK):
        raise InputError(f"cannot write {path}: Permission denied")
    if path.exists() and not force:
        raise InputError(f"{path} exists: give --force to replace it")
    if path.exists() and path.is_dir() != (path.suffix != ".csv"):
        raise InputError(f"cannot write {path}: it is {'a folder' if path.is_dir() else 'a file'}")
    if path.is_dir() and not _is_ours(path):
        raise InputError(f"cannot write {path}: it is a folder, and no sweep")
    part = _part(path)
    if part.exists() and not (force or resume):
        record = _record(part)
        told = "half written" if record is None else f"half written, {record.done:,} of {record.blocks:,} blocks"
        raise InputError(f"{path} is {told}: give --resume to go on, or --force to begin again")
    for name in _NEEDED[path.suffix]:
        wanted(name)


def write_sweep(
    plan: SweepPlan, path: Path, *, force: bool = False, resume: bool = False, block: int = _BLOCK,
    progress: Callable[[int], None] = lambda points: None,
) -> int:
    """Write every point of a sweep; the number of points. `progress` is told of points as they are written.

    Raises `InputError` for a place that cannot be written to, and with `resume` for what is half written there and is
    another sweep, or cannot be gone on with.
    """
    refuse_output(path, force=force, resume=resume)
    if plan.is_lazy:
        raise InputError("an array of dask's is written by its dataset: report.sweep(...).to_zarr(...)")
    each = block_shape(tuple(plan.dims.values()), block)
    counts = [-(-size // step) for size, step in zip(plan.dims.values(), each, strict=True)]
    blocks, part, digest = prod(counts), _part(path), _digest(plan, path.suffix, each)
    record = _resumed(part, path, digest, blocks) if resume and part.exists() else None
    try:
        if record is None:
            if part.exists():
                shutil.rmtree(part)
            part.mkdir()
            record = _Record(digest, blocks)
            _keep(part, record)
        store = _STORES[path.suffix](plan, part / _DATA, each, record)
        for place, slices in enumerate(plan.parts(each)):
            points = prod(at.stop - at.start for at in slices)
            if place >= record.done:
                record = replace(record, done=place + 1, bytes=store.put(place, slices, plan.block(slices)))
                _keep(part, record)
            progress(points)
        store.close()
        _moved(part / _DATA, path)
        shutil.rmtree(part)
    except OSError as error:
        raise InputError(f"cannot write {path}: {error.strerror or error}") from None
    return plan.points


def _part(path: Path) -> Path:
    return path.with_name(f"{path.name}.part")


def _is_ours(path: Path) -> bool:
    """True for a folder that holds what a sweep is written as, and for an empty one."""
    names = [item.name for item in path.iterdir()]
    return not names or ".zgroup" in names or all(name.endswith(".parquet") for name in names)


@dataclass(frozen=True)
class _Record:
    """How far a sweep is: the digest of what it is, its blocks, those that are done, and the size of a file so far."""

    sweep: str
    blocks: int
    done: int = 0
    bytes: int = 0


def _record(part: Path) -> _Record | None:
    """How far a sweep is; None where that cannot be read."""
    with suppress(OSError, ValueError, InputError):
        found: _Record = PLAIN.read(json.loads((part / _RECORD).read_text(encoding="utf-8")), _Record, "the record")
        return found
    return None


def _keep(part: Path, record: _Record) -> None:
    write_file(part / _RECORD, json.dumps(PLAIN.write(record, _Record)), force=True)


def _resumed(part: Path, path: Path, digest: str, blocks: int) -> _Record:
    record = _record(part)
    again = "give --force to begin again"
    if record is None:
        raise InputError(f"{path} cannot be gone on with, as {part / _RECORD} cannot be read: {again}")
    if (record.sweep, record.blocks) != (digest, blocks):
        raise InputError(f"{path} is half of another sweep: give what that was begun with, or --force to begin again")
    data = part / _DATA
    if record.done and not data.exists():
        raise InputError(f"{path} cannot be gone on with, as {data} is gone: {again}")
    if path.suffix == ".csv" and data.exists() and data.stat().st_size < record.bytes:
        raise InputError(f"{path} cannot be gone on with, as {data} is shorter than it was: {again}")
    if path.suffix == ".zarr" and record.done and not (data / ".zgroup").is_file():
        raise InputError(f"{path} cannot be gone on with, as {data} is no whole store: {again}")
    if path.suffix == ".parquet":
        lost = next((place for place in range(record.done) if not (data / _piece(place)).is_file()), None)
        if lost is not None:
            raise InputError(f"{path} cannot be gone on with, as {data / _piece(lost)} is gone: {again}")
    return record


def _digest(plan: SweepPlan, form: str, each: tuple[int, ...]) -> str:
    """What is the same for the same sweep: its programs, its quantities with every number, and its blocks."""
    arrays = [cache.digest_of_bytes(np.ascontiguousarray(axis.data).tobytes()) for axis in plan.axes]
    return cache.digest([form, each, repr((plan.dims, plan.kinds, plan.variants)), arrays])


def _moved(data: Path, path: Path) -> None:
    """The complete sweep in its place; what was there goes once it is."""
    old = path.with_name(f"{path.name}.old")
    if path.exists():
        if old.exists():
            _removed(old)
        os.replace(path, old)
    os.replace(data, path)
    if old.exists():
        _removed(old)


def _removed(path: Path) -> None:
    if path.is_dir():
        shutil.rmtree(path)
    else:
        path.unlink()


def _piece(place: int) -> str:
    return f"part-{place:06d}.parquet"


@dataclass
class _Zarr:
    """A store of zarr, a chunk a block: one that was broken off is written again."""

    plan: SweepPlan
    data: Path
    each: tuple[int, ...]
    record: _Record

    def __post_init__(self) -> None:
        zarr = wanted("zarr")
        if self.record.done:
            self._group = zarr.open_group(str(self.data), mode="r+")
            return
        self._group = zarr.open_group(str(self.data), mode="w", zarr_format=2)  # which every reader knows
        dims = list(self.plan.dims)
        for item in self.plan.variables:
            self._group.create_array(
                item.name, shape=tuple(self.plan.dims.values()), chunks=self.each,
                dtype="f8" if item.is_number else CODE, fill_value=None,
                attributes={**attributes(item), _DIMENSIONS: dims},
            )
        for axis in self.plan.axes:
            self._whole(axis.quantity.name, np.asarray(axis.data, dtype=float), axis.dims, axis_attributes(axis))
        for kind, names in self.plan.kinds.items():
            single = kind in self.plan.single
            words = np.array(names, dtype=f"U{max(map(len, names))}")
            self._whole(kind, words[0] if single else words, () if single else (kind,), {})
        beside = [axis.quantity.name for axis in self.plan.axes if not axis.is_index]
        coordinates = " ".join([*self.plan.single, *beside])
        self._group.attrs.update({**dataset_attributes(self.plan), "coordinates": coordinates})

    def _whole(self, name: str, data: Any, dims: tuple[str, ...], own: dict[str, Any]) -> None:
        data = np.asarray(data)
        made = self._group.create_array(name, shape=data.shape, dtype=data.dtype, fill_value=None,
                                        attributes={**own, _DIMENSIONS: list(dims)})
        made[...] = data

    def put(self, place: int, slices: tuple[slice, ...], found: Mapping[str, Any]) -> int:
        """Write a block."""
        for name, numbers in found.items():
            self._group[name][slices] = numbers
        return 0

    def close(self) -> None:
        """The names of all arrays in one place, so that a reader need not look for them."""
        wanted("zarr").consolidate_metadata(str(self.data), zarr_format=2)


@dataclass
class _Rows:
    """A row a point: what varies, the numbers, and regimes and reasons in words."""

    plan: SweepPlan
    data: Path
    each: tuple[int, ...]
    record: _Record

    def __post_init__(self) -> None:
        self._arrow = wanted("pyarrow")

    def table(self, slices: tuple[slice, ...], found: Mapping[str, Any], *, units: bool) -> Any:
        """The rows of a block."""
        shape = tuple(at.stop - at.start for at in slices)
        kept = [kind for kind in self.plan.kinds if kind not in self.plan.single]
        columns: dict[str, Any] = {}
        for place, kind in enumerate(kept):
            codes = np.arange(len(self.plan.kinds[kind]))[slices[place]]
            columns[kind] = self._words(_spread(codes, (place,), shape), self.plan.kinds[kind])
        order = {dim: place for place, dim in enumerate(self.plan.dims)}
        for axis in self.plan.axes:
            part = axis.data[tuple(slices[order[dim]] for dim in axis.dims)]
            name = axis.quantity.name
            head = f"{name} [{axis.quantity.unit}]" if units and axis.quantity.unit else name
            columns[head] = _spread(part, tuple(order[dim] for dim in axis.dims), shape)
        for item in self.plan.variables:
            numbers = found[item.name].ravel()
            if not item.is_number:
                columns[item.name] = self._words(numbers, item.words)
                continue
            unit = attributes(item)["units"]
            head = f"{item.name} [{unit}]" if units and unit else item.name
            columns[head] = self._arrow.array(numbers, from_pandas=True)
        return self._arrow.table(columns)

    def _words(self, codes: Any, words: tuple[str, ...]) -> Any:
        return self._arrow.DictionaryArray.from_arrays(codes.astype(np.int32), list(words))


def _spread(part: Any, places: tuple[int, ...], shape: tuple[int, ...]) -> Any:
    """Numbers along some dimensions, one for each point of a block."""
    order = sorted(range(len(places)), key=places.__getitem__)
    sizes = tuple(size if place in places else 1 for place, size in enumerate(shape))
    return np.broadcast_to(part.transpose(order).reshape(sizes), shape).ravel()


class _Parquet(_Rows):
    """A folder of Parquet files, a block each: pandas, pyarrow, polars and dask read it as one table."""

    def put(self, place: int, slices: tuple[slice, ...], found: Mapping[str, Any]) -> int:
        """Write a block, whole or not at all."""
        self.data.mkdir(exist_ok=True)
        table = self.table(slices, found, units=False)
        own = {axis.quantity.name: axis.quantity.unit for axis in self.plan.axes}
        own |= {item.name: attributes(item)["units"] for item in self.plan.variables if item.is_number}
        about = {"units": json.dumps(own), "sweep": json.dumps(dataset_attributes(self.plan))}
        table = table.replace_schema_metadata(about)
        file = self.data / _piece(place)
        wanted("pyarrow.parquet").write_table(table, f"{file}.new")
        os.replace(f"{file}.new", file)
        return 0

    def close(self) -> None:
        """Nothing is left to do."""
        for rest in self.data.glob("*.new"):
            rest.unlink()


class _Csv(_Rows):
    """Comma-separated values, units in the heads; what stands behind the last whole block is cut off first."""

    def __post_init__(self) -> None:
        super().__post_init__()
        with self.data.open("ab") as stream:
            stream.truncate(self.record.bytes)

    def put(self, place: int, slices: tuple[slice, ...], found: Mapping[str, Any]) -> int:
        """Write a block; the length of the file."""
        csv = wanted("pyarrow.csv")
        table = self.table(slices, found, units=True)
        plain = self._arrow.table({name: table[name].cast(self._arrow.string())
                                   if self._arrow.types.is_dictionary(table[name].type) else table[name]
                                   for name in table.column_names})
        with self.data.open("ab") as stream:
            csv.write_csv(plain, stream, csv.WriteOptions(include_header=not place, quoting_style="needed"))
            stream.flush()
            return os.fstat(stream.fileno()).st_size

    def close(self) -> None:
        """Nothing is left to do."""


_STORES: Mapping[str, Callable[..., Any]] = {".zarr": _Zarr, ".parquet": _Parquet, ".csv": _Csv}
