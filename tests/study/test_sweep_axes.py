"""Axes of a sweep: whatever a reader has, as floats in the quantity's own unit."""

from fractions import Fraction
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from derivations import InputError
from derivations.language.quantity import Quantity
from derivations.numbers.scenario import fitted_values
from derivations.numbers.value import parse_values
from derivations.study.sweep_axes import axis_of

CONTEXT = Quantity("L", "token/sequence", "context", "nonnegative")
BATCH = Quantity("B", "sequence", "batch")
RATE = Quantity("C_gpu", "TFLOP/s/GPU", "compute rate")
EXPERTS = Quantity("n_experts", "", "experts", "integer")


def typed(quantity: Quantity, text: str) -> list[float]:
    """The values of a text as every command reads them."""
    factor = quantity.parsed_unit.factor
    return [float(value.number / factor) for value in fitted_values(quantity, parse_values(text))]


@pytest.mark.parametrize(("quantity", "text"), [
    (CONTEXT, "0..2k"), (CONTEXT, "1k, 2k, 4k"), (BATCH, "1..4096"), (BATCH, "1..4096 log 9"), (RATE, "1..2 PFLOP/s"),
    (CONTEXT, "0..1000 step 250"), (RATE, "1 PFLOP/s..2 PFLOP/s step 100 TFLOP/s"), (EXPERTS, "1..64 step 3"),
    (CONTEXT, "0.5..3 step 1/3"),
])
def test_a_text_is_what_every_command_reads(quantity: Quantity, text: str) -> None:
    """The same numbers, also where a range by steps is counted and not listed."""
    axis = axis_of(quantity, text)
    assert axis.data.tolist() == typed(quantity, text)
    assert (axis.dims, axis.is_index) == ((quantity.name,), True)
    assert float(axis.first.number / quantity.parsed_unit.factor) == axis.data[0]


@given(low=st.fractions(0, 1000, max_denominator=1000), step=st.fractions(Fraction(1, 100), 50, max_denominator=100),
       count=st.integers(1, 40))
def test_steps_are_the_nearest_floats(low: Fraction, step: Fraction, count: int) -> None:
    """Of the exact numbers, each of them."""
    high = low + step * (count - 1)
    axis = axis_of(CONTEXT, f"{low}..{high} step {step}")
    assert axis.data.tolist() == [float(low + place * step) for place in range(count)]


def test_one_value_has_no_dimension() -> None:
    """A list of one has."""
    assert axis_of(CONTEXT, "1k").dims == axis_of(CONTEXT, 1000).dims == ()
    assert axis_of(CONTEXT, ["1k"]).dims == axis_of(CONTEXT, [1000]).dims == axis_of(CONTEXT, "5..5").dims == ("L",)


def test_arrays_are_in_the_own_unit() -> None:
    """Unless a `DataArray` says another; its dimensions keep their names and their coordinates."""
    xarray = pytest.importorskip("xarray")
    assert axis_of(RATE, np.array([1979])).first.number == 1979 * 10**12
    named = xarray.DataArray([[1.0, 2.0]], dims=("a", "b"), coords={"b": [5, 6]}, attrs={"units": "PFLOP/s/GPU"})
    found = axis_of(RATE, named)
    assert found.data.tolist() == [[1000.0, 2000.0]]
    assert (found.dims, found.is_index, list(found.beside)) == (("a", "b"), False, ["b"])
    with pytest.raises(InputError, match="the array is in token"):
        axis_of(RATE, xarray.DataArray([1.0], dims="a", attrs={"units": "token"}))


def test_an_array_of_dask_stays_as_it_is() -> None:
    """Nobody looks into it."""
    array = pytest.importorskip("dask.array")

    def never(*_: Any) -> Any:
        raise AssertionError("somebody looked")

    lazy = array.from_delayed(__import__("dask").delayed(never)(), shape=(3,), dtype=float)
    axis = axis_of(BATCH, lazy)
    assert axis.data is lazy
    assert axis.is_lazy


@pytest.mark.parametrize(("quantity", "numbers", "told"), [
    (BATCH, [1.0, 0.0], "must be positive"), (EXPERTS, [1.0, 2.5], "a whole number from 1"),
    (BATCH, [np.inf], "finite"),
    (BATCH, [True], "an array of numbers is wanted"),
])
def test_arrays_outside_the_domain_are_refused(quantity: Quantity, numbers: list[float], told: str) -> None:
    """With the value that is."""
    with pytest.raises(InputError, match=told):
        axis_of(quantity, np.array(numbers))
