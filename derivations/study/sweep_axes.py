"""Axes: what a quantity of a sweep goes through, as an array in the quantity's own unit.

Whatever a reader has: a text or a range as in ``--set``, numbers, an array of NumPy, dask or pandas, one of pint or
astropy with its unit, a `DataArray` of xarray with dimensions of its own.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

import numpy as np

from derivations.claim.study import study_of
from derivations.errors import InputError
from derivations.language.quantity import Quantity
from derivations.numbers.foreign import foreign_value
from derivations.numbers.scenario import check_value, fitted_values, in_full
from derivations.numbers.value import Span, Value, read_span
from derivations.study.drawn_numbers import DRAW, Draws

_EXACT = 2**53  # whole numbers up to here are floats


@dataclass(frozen=True)
class Axis:
    """A quantity with the numbers that it goes through, in its own unit, along dimensions that have names.

    `first` is one of its values. A lazy one is an array of dask's, which nobody has looked into. `beside` are further
    coordinates of its dimensions.
    """

    quantity: Quantity
    dims: tuple[str, ...]
    data: Any
    first: Value
    beside: Mapping[str, Any]

    @property
    def is_lazy(self) -> bool:
        """True for an array of dask's."""
        return is_dask(self.data)

    @property
    def is_index(self) -> bool:
        """True for a dimension of its own name."""
        return self.dims == (self.quantity.name,)

    @property
    def sizes(self) -> dict[str, int]:
        """The number of points along each dimension."""
        return dict(zip(self.dims, self.data.shape, strict=True))


def axis_of(quantity: Quantity, given: Any, *, counted: bool = False) -> Axis:
    """The axis of a quantity from what a reader gives; one value alone has no dimension, draws have that of all draws.

    What is `counted` without a unit that tells it has whole numbers in a range.

    Raises `InputError` or one of its kind for what cannot be read, is empty, or lies outside the quantity's domain.

    >>> axis_of(Quantity("L", "token/sequence", "context"), "1k, 2k").data
    array([1000., 2000.])
    """
    name = quantity.name
    if isinstance(given, Draws):
        return Axis(quantity, (DRAW,), given, given.value.middle, {})
    if isinstance(given, str):
        return _written(quantity, given, counted)
    foreign = foreign_value(given)
    if foreign is not None and isinstance(foreign[0], np.ndarray):  # of pint or astropy
        return axis_of(quantity, _in_own_unit(quantity, *foreign))
    if hasattr(given, "dims") and hasattr(given, "data"):  # of xarray
        data, dims = _in_own_unit(quantity, given.data, given.attrs.get("units")), tuple(map(str, given.dims))
        beside = {str(key): item for key, item in given.coords.items() if str(key) != name}
        return _of_array(quantity, data, dims, beside)
    if is_dask(given) or isinstance(given, np.ndarray) or hasattr(given, "to_numpy"):
        data = given if is_dask(given) else np.asarray(given)
        if data.ndim > 1:
            raise InputError(f"{name}: {data.ndim} dimensions of an array need names: give an xarray.DataArray")
        return _of_array(quantity, data, (name,) * data.ndim, {})
    values = fitted_values(quantity, study_of(values={name: given}).values[name])
    listed = not isinstance(given, str | int | float | Fraction | Value) and hasattr(given, "__iter__")
    return _of_values(quantity, values, single=not listed)


def is_dask(data: Any) -> bool:
    """True for an array of dask's, without importing it."""
    return hasattr(data, "__dask_graph__")


def _written(quantity: Quantity, text: str, counted: bool) -> Axis:
    """Values or a range as they are typed; one of steps is counted and not listed."""
    if ".." in text:
        try:
            span = read_span(text)
        except InputError as error:
            raise InputError(f"{quantity.name}: {error}") from None
        if span.step is not None:
            return _by_steps(quantity, span)
    values = fitted_values(quantity, study_of(values={quantity.name: text}).values[quantity.name], counted=counted)
    return _of_values(quantity, values, single=len(values) == 1 and ".." not in text)


def _of_values(quantity: Quantity, values: tuple[Value, ...], *, single: bool) -> Axis:
    factor = quantity.parsed_unit.factor
    data = np.array([float(value.number / factor) for value in values])
    return Axis(quantity, () if single else (quantity.name,), data[0] if single else data, values[0], {})


def _by_steps(quantity: Quantity, span: Span) -> Axis:
    """A range by steps: each number is the float nearest to the exact one."""
    assert span.step is not None
    gap = span.step.number
    ends = [span.low.number, span.low.number + gap, span.low.number + (span.count - 1) * gap]
    last = fitted_values(quantity, [Value(end, span.high.unit, span.high.dimension) for end in ends[: span.count]])
    factor = quantity.parsed_unit.factor
    low = last[0].number / factor
    step = (last[1].number / factor - low) if span.count > 1 else Fraction(0)
    under = low.denominator * step.denominator
    start, each = int(low * under), int(step * under)
    if max(abs(start), abs(start + each * span.count), under) < _EXACT:
        data = (start + each * np.arange(span.count, dtype=np.int64)) / under
    else:
        data = np.array([float(low + place * step) for place in range(span.count)])
    return Axis(quantity, (quantity.name,), data, last[0], {})


def _of_array(quantity: Quantity, data: Any, dims: tuple[str, ...], beside: Mapping[str, Any]) -> Axis:
    """An array of numbers, which are checked unless it is lazy."""
    name = quantity.name
    if data.dtype.kind not in "iuf":
        raise InputError(f"{name}: an array of numbers is wanted, not of {data.dtype}")
    if 0 in data.shape:
        raise InputError(f"{name}: an array without values: give some")
    unit, size = quantity.parsed_unit, Fraction(1)
    if not is_dask(data):
        data = np.asarray(data, dtype=float)
        if not np.isfinite(data).all():
            raise InputError(f"{name}: a value is not a finite number")
        ends = [data.min(), data.max()]
        if quantity.range.whole:
            ends += data[data != np.floor(data)][:1].tolist()
        for end in ends:
            check_value(quantity, Value(Fraction(float(end)) * unit.factor, unit.text, unit.dimension))
        size = Fraction(float(data.flat[0]))
    return Axis(quantity, dims, data, Value(size * unit.factor, unit.text, unit.dimension), beside)


def _in_own_unit(quantity: Quantity, data: Any, written: Any) -> Any:
    """The numbers of an array in the quantity's unit; without a unit they are in it."""
    if not written:
        return data
    one = in_full(quantity, Value.of(1, str(written)))
    if one.dimension != quantity.dimension:
        raise InputError(f"{quantity.name} is in {quantity.unit or 'pure numbers'}, but the array is in {written}")
    size = one.number / quantity.parsed_unit.factor
    return data if size == 1 else data * float(size)
