"""A sweep as a dataset of xarray: numbers with units, codes with their words, and the quantities as coordinates."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any
from warnings import catch_warnings, simplefilter

import numpy as np

from derivations.study.sweep import wanted
from derivations.study.sweep_axes import Axis, is_dask
from derivations.study.sweep_formula import CONTRADICTION
from derivations.study.sweep_kernel import Program, block_shape, dtype_of, records
from derivations.study.sweep_plan import SweepPlan, Variable, refuse_too_large

if TYPE_CHECKING:
    import xarray


def sweep_dataset(plan: SweepPlan, *, chunks: int | str | None = None) -> xarray.Dataset:
    """All points of a sweep; lazily where a quantity is an array of dask's, or `chunks` asks for it.

    Raises `InputError` without xarray, or for more points than the memory has room for.
    """
    xr = wanted("xarray")
    lazy = chunks is not None or plan.is_lazy
    if not lazy:
        refuse_too_large(plan)
        whole = tuple(slice(0, size) for size in plan.dims.values())
        arrays = plan.block(whole)
    else:
        arrays = _lazily(plan, "auto" if chunks is None else chunks)
    variables = {item.name: (tuple(plan.dims), arrays[item.name], attributes(item)) for item in plan.variables}
    coordinates = xr.Coordinates(_coordinates(plan), indexes=_indexes(plan, xr))
    dataset: xarray.Dataset = xr.Dataset(variables, coordinates, dataset_attributes(plan))
    return dataset


def attributes(item: Variable) -> dict[str, Any]:
    """The attributes of a variable: unit and meaning of numbers, the words of codes as the CF conventions have them."""
    if not item.is_number:
        about = "branch of the max or min of" if item.name.startswith("regime") else "why there is no number in"
        about = "what the numbers break of" if item.name == CONTRADICTION else about
        return {
            "long_name": f"{about} {item.of}", "flag_values": list(range(len(item.words))),
            "flag_meanings": " ".join(word.replace(" ", "_") for word in item.words), "words": list(item.words),
        }
    found = {"units": item.quantity.unit if item.quantity is not None else _base_unit(item)}
    if item.whole:
        return {**found, "long_name": item.whole, "whole_numbers_of": item.of}
    if item.quantity is not None:
        found["long_name"] = item.quantity.meaning
    if item.step is not None and item.step.relation is not None:
        relation = item.step.relation
        found |= {"step": item.step.name, "relation": relation.operator, "formula": str(relation)}
        if item.step.conditions:
            found["holds_if"] = " and ".join(map(str, item.step.conditions))
        if item.step.holds:
            found["context"] = item.step.holds
    return {**found, "reason": item.reason} if item.reason else found


def dataset_attributes(plan: SweepPlan) -> dict[str, Any]:
    """The claim, its verdict, and the numbers that stay as they are."""
    evaluated, swept = plan.evaluated, {axis.quantity.name for axis in plan.axes}
    kept = {name: value for name, value in evaluated.scenario.values.items()
            if name not in swept and name in evaluated.derivation.notation}
    return {
        "title": plan.title, "claim": evaluated.claim.name, "question": evaluated.claim.question,
        "verdict": evaluated.verdict,
        "premises_changed": [f"{name}: {text}" for name, text in evaluated.derivation.assumptions.premises.items()],
        "values_of_first_combination": [f"{name} = {value}" for name, value in kept.items()],
    }


def _base_unit(item: Variable) -> str:
    from derivations.language.dimensional_analysis import check_relation

    if item.step is None or item.step.relation is None:
        return ""
    dimension = check_relation(item.step.relation.written, item.step.relation.notation)
    return "" if dimension.is_pure else str(dimension)


def axis_attributes(axis: Axis) -> dict[str, Any]:
    """Unit and meaning of a quantity."""
    return {"units": axis.quantity.unit, "long_name": axis.quantity.meaning}


def _coordinates(plan: SweepPlan) -> dict[str, Any]:
    found: dict[str, Any] = {}
    for kind, names in plan.kinds.items():
        found[kind] = ((), names[0]) if kind in plan.single else ((kind,), np.array(names))
    for axis in plan.axes:
        found |= axis.beside
    for axis in plan.axes:
        found[axis.quantity.name] = (axis.dims, axis.data, axis_attributes(axis))
    return found


def _indexes(plan: SweepPlan, xr: Any) -> Mapping[str, Any]:
    """An index of each dimension that has one; a lazy array has none, as that would be to look into it."""
    coordinates = _coordinates(plan)
    named = {kind for kind in plan.kinds if kind not in plan.single}
    named |= {axis.quantity.name for axis in plan.axes if axis.is_index and not axis.is_lazy}
    made = xr.Dataset(coords={name: coordinates[name] for name in named})
    return dict(made.xindexes)


def _lazily(plan: SweepPlan, chunks: int | str) -> dict[str, Any]:
    """The variables as arrays of dask's, which compute each point once for all variables."""
    array = wanted("dask.array")
    laid = {}
    for axis in plan.axes:
        data = axis.data if is_dask(axis.data) else array.asarray(axis.data)
        laid[axis.quantity.name] = plan.shaped(axis, data)
    wide = {dim: place for place, dim in enumerate(plan.numeric)}
    if chunks != "auto" or not plan.is_lazy:
        shape = tuple(plan.numeric.values())
        planned = array.core.normalize_chunks(
            chunks if isinstance(chunks, str) else block_shape(shape, chunks), shape=shape, dtype=np.dtype("f8"))
        laid = {name: data.rechunk({place: planned[place] for place in wide.values() if data.shape[place] > 1})
                for name, data in laid.items()}
    names = tuple(laid)
    parts = [_of_variant(each.program, names, [laid[name] for name in names], array) for each in plan.variants]
    counts = [len(chosen) for kind, chosen in plan.kinds.items() if kind not in plan.single]
    joined = parts[0] if not counts else array.stack(parts).reshape(*counts, *plan.numeric.values())
    return {name: joined[name] for name in dtype_of(plan.variants[0].program).names or ()}


def _of_variant(program: Program, names: tuple[str, ...], data: list[Any], array: Any) -> Any:
    """One combination as a lazy array of records."""
    if not data:
        return array.from_array(records(program=program, names=names))
    ndim = data[0].ndim
    pairs = [part for each in data for part in (each, tuple(range(ndim)))]
    with catch_warnings():
        simplefilter("ignore", array.core.PerformanceWarning)  # a table has more chunks than its margins: that is meant
        return array.blockwise(
            records, tuple(range(ndim)), *pairs, dtype=dtype_of(program), program=program, names=names,
            meta=np.empty((0,) * ndim, dtype=dtype_of(program)), align_arrays=True,
        )
