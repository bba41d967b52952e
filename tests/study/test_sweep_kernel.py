"""The program of a sweep on arrays: NumPy and numexpr alike, in blocks and in one piece."""

import pickle
from typing import Any

import numpy as np
import pytest
from xarray import DataArray

from derivations import Board, Claim, Notation, Premise, derive
from derivations.study import sweep_kernel
from derivations.study.sweep_kernel import run
from derivations.study.sweep_plan import SweepPlan, sweep_plan

NOTATION = Notation.of("""
y [] a sum over layers, and more
k [] (integer) layer
n_up [] (integer) layers
a [] (nonnegative) one
b [] other
""")


def added(board: Board) -> str:
    """A sum whose number of terms may vary, under a root, with a whole number beside it."""
    board.take(Premise("sum", "y = sqrt(sum(k*b, k, 1, n_up)) + 1/3 + ceil(a) + min(a, b, 2)^2"))
    return "sum"


SUM = Claim("added-up", NOTATION, added)


def raised(board: Board) -> str:
    """A power of what varies with the point."""
    board.take(Premise("power", "y = (a + b)^(3/2)"))
    return "power"


POWER = Claim("raised", NOTATION, raised)


@pytest.fixture(scope="module")
def plan() -> SweepPlan:
    """The sum over all that it rests on."""
    report = derive(SUM, values={"n_up": 3, "a": 1, "b": 1})
    return sweep_plan(report, {"n_up": "1..5 step 1", "a": "0..3 linear 4", "b": "1, 2"})


def test_a_sum_counts_as_far_as_each_point_says(plan: SweepPlan) -> None:
    """As plain Python adds it up."""
    found = plan.block(tuple(slice(0, size) for size in plan.dims.values()))["y"]
    for place in np.ndindex(found.shape):
        n, a, b = (axis.data[at] for axis, at in zip(plan.axes, place, strict=True))
        told = sum(k * b for k in range(1, int(n) + 1)) ** 0.5 + 1 / 3 + np.ceil(a) + min(a, b, 2) ** 2
        assert found[place] == pytest.approx(told, rel=1e-14)


PAIRS = {name: DataArray(np.geomspace(1, most, 600), dims="point") for name, most in (("L", 4096), ("B", 8192))}


@pytest.mark.some(1)
@pytest.mark.parametrize(("over", "by_numexpr"), [({"L": "0..4k", "B": "1..8k"}, False), (PAIRS, True)])
def test_blocks_and_libraries_say_the_same(
    over: dict[str, Any], by_numexpr: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whatever the blocks; numexpr to some units in the last place, where what is swept goes along every dimension."""
    plan = sweep_plan(derive("optimal-batch"), over)
    assert any(item.numexpr for item in plan.variants[0].program.each) is by_numexpr
    whole = tuple(slice(0, size) for size in plan.dims.values())
    before = plan.block(whole, fast=False)
    monkeypatch.setattr(sweep_kernel, "_BLOCK", 37)
    monkeypatch.setattr(sweep_kernel, "_LARGE", 90)
    small, fast = plan.block(whole, fast=False), plan.block(whole, fast=True)
    for name, numbers in before.items():
        assert np.array_equal(numbers, small[name], equal_nan=True)
        assert np.allclose(numbers, fast[name], rtol=1e-14, atol=0, equal_nan=True)


def test_on_a_grid_numexpr_does_what_takes_long() -> None:
    """As a power; products, maxima and comparisons NumPy does sooner, as the test before this one says."""
    plan = sweep_plan(derive(POWER), {"a": "1..3 linear 4", "b": "1, 2"})
    (item,) = plan.variants[0].program.each
    assert "**" in item.numexpr
    assert run(plan.variants[0].program, {"a": 1.0, "b": 3.0}, (1, 1))["y"] == 8.0


def test_without_numexpr_numpy_does_it(plan: SweepPlan, monkeypatch: pytest.MonkeyPatch) -> None:
    """It is a matter of speed alone."""
    monkeypatch.setitem(__import__("sys").modules, "numexpr", None)
    whole = tuple(slice(0, size) for size in plan.dims.values())
    assert np.isfinite(plan.block(whole, fast=True)["y"]).all()


def test_a_program_travels(plan: SweepPlan) -> None:
    """To a worker, and says the same there."""
    program = pickle.loads(pickle.dumps(plan.variants[0].program))
    arrays = {axis.quantity.name: plan.shaped(axis, axis.data) for axis in plan.axes}
    found = run(program, arrays, tuple(plan.dims.values()))
    assert np.array_equal(found["y"], plan.block(tuple(slice(0, size) for size in plan.dims.values()))["y"])


@pytest.mark.parametrize(
    ("formula", "masked"),
    [
        ("1/(0.1*b - 0.3)", True),  # 0.1*3 - 0.3 is 5.6e-17 of floats, and 0
        ("a/(2*(0.1*b - 0.3))", True),
        ("0.1*b - 0.3 + a", False),  # nothing is divided by it
        ("1/(0.1*b + 0.3)", False),
    ],
)
def test_what_floats_do_not_tell_from_zero_divides_nothing(formula: str, masked: bool) -> None:
    """At 3 there is no value, as the exact engine says of that point; close to it there is one."""
    letters = Notation.of("y [] (real) y\na [] a\nb [] b")
    claim = Claim("pole", letters, lambda board: board.take(Premise("gives", f"y = {formula}")))
    others = {"a": "1"} if "a" in formula else {}
    report = derive(claim, values={**others, "b": "1"})
    plan = sweep_plan(report, {"b": [1, 2.9999999, 3, 3.0000001]})
    found = plan.block((slice(0, 4),))
    assert list(np.isnan(found["y"])) == [False, False, masked, False]
    assert (derive(claim, values={**others, "b": "3"}).result.value is None) is masked
