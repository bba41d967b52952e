"""Whole numbers in sweeps: at every point those of the exact engine, in datasets and in files."""

import json
from dataclasses import replace
from fractions import Fraction
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from derivations import Board, Claim, Handle, Notation, Premise, Quantity, Report, derive
from derivations.claim.whole_numbers import WholeMinimum, whole_numbers, whole_numbers_in
from derivations.numbers.value import Value
from derivations.study.sweep_plan import SweepPlan, sweep_plan
from derivations.study.sweep_store import write_sweep
from derivations.study.whole_arrays import first_whole, least_whole

from ..reports import plain

NOTATION = Notation((
    Quantity("t", "ms", "time of a step"), Quantity("G", "GPU", "GPUs that share it"),
    Quantity("w", "s*GPU", "work"), Quantity("c", "s/GPU", "time that each GPU adds"),
    Quantity("t_hops", "s", "time of all hops", definition="c*G"),
    Quantity("m", "GB", "memory that is needed"), Quantity("m_gpu", "GB/GPU", "memory of a GPU"),
))


def soonest(board: Board) -> Handle:
    """The GPUs at which a step takes least; what hops take is a quantity of its own that rests on them."""
    board.define("hops", "t_hops")
    time = board.take(Premise("time", "t = w/G + t_hops", because="shared work, and a hop for each", source="our own"))
    return board.minimise("soonest", time, over="G", because="shared work against hops")


def bounded(operator: str) -> Report:
    """GPUs by the memory that is needed: at least or at most so many."""

    def body(board: Board) -> Handle:
        return board.take(Premise("fits", f"G {operator} m/m_gpu", because="it fits", source="our own"))

    return derive(Claim("fits", NOTATION, body), values={"m": "100 GB", "m_gpu": "80 GB/GPU"})


@pytest.fixture(scope="module")
def plan() -> SweepPlan:
    """Tensor parallelism over the time of a hop, the all-reduces of a layer, and two cards."""
    over = {"t_step_on": "0.2us..9us linear 9", "n_reduce": [1, 2, 4]}
    return sweep_plan(plain("tensor-parallel"), over, accelerator=["h100", "b200"])


def found(plan: SweepPlan) -> dict[str, Any]:
    """All variables at all points."""
    return plan.block(tuple(slice(0, size) for size in plan.dims.values()))


def exactly(report: Report, point: dict[str, float]) -> WholeMinimum:
    """The whole numbers of the exact engine at a point."""
    notation = report.derivation.notation
    given = {name: Value(Fraction(number) * notation[name].parsed_unit.factor, notation[name].unit,
                         notation[name].dimension) for name, number in point.items()}
    scenario = replace(report.scenario, values={**report.scenario.values, **given})
    whole = whole_numbers_in(report.claim, report.evaluation.again(scenario), report.headline.name)
    assert isinstance(whole, WholeMinimum)
    return whole


@pytest.mark.long
def test_a_sweep_has_the_whole_numbers_of_the_exact_engine(plan: SweepPlan) -> None:
    """The better neighbor of each minimum, and what is minimized there; the nearer one is not always the better."""
    numbers, (times, reduces) = found(plan), [axis.data for axis in plan.axes]
    rounded = 0
    for place, card in enumerate(plan.kinds["accelerator"]):
        report = derive("tensor-parallel", accelerator=card)
        for at in np.ndindex(len(times), len(reduces)):
            whole = exactly(report, {"t_step_on": float(times[at[0]]), "n_reduce": float(reduces[at[1]])})
            best = next(item for item in whole.at if item.number == whole.best)
            assert best.value is not None
            spot = (place, *at)
            assert numbers["G_whole"][spot] == best.number
            assert numbers["t_new_token_at_G_whole"][spot] == pytest.approx(float(best.value), rel=1e-12)
            rounded += round(numbers["G"][spot]) != best.number
    assert rounded


def test_variables_say_what_they_are(plan: SweepPlan) -> None:
    """Beside the result, with units; what is whole anyway has none, and neither has what does not come whole."""
    names = [item.name for item in plan.variables]
    assert names[:3] == ["G", "G_whole", "t_new_token_at_G_whole"]
    whole, at = plan.variables[1:3]
    assert whole.of == at.of == "G"
    assert whole.whole.startswith("whole number beside G at which t_new_token is least")
    assert at.quantity is not None
    assert at.quantity.unit == "s"
    assert [item.name for item in sweep_plan(plain("replicas"), {"n_models": [1, 2]}).variables] == ["N_rep", "reason"]


def test_a_definition_of_what_comes_whole_is_written_out() -> None:
    """The time of the hops is that of the whole number of GPUs, and not of the minimum; in the unit of the time."""
    report = derive(Claim("sharing", NOTATION, soonest, defaults={"w": "6.1 s*GPU", "c": "1 s/GPU"}))
    works = [0.2, 3.5, 6.1, 12.0, 20.0, 144.0, 2e13]
    numbers = found(sweep_plan(report, {"w": works}))
    expected = [min(range(1, 100), key=lambda count: Fraction(str(work)) / count + count) for work in works[:-1]]
    assert numbers["G_whole"][:-1].tolist() == expected
    assert np.isnan(numbers["G_whole"][-1])  # one more or less is too little to be told
    assert numbers["t_at_G_whole"][:-1] == pytest.approx(
        [1000 * (work / count + count) for work, count in zip(works, expected, strict=False)])
    assert np.isnan(numbers["t_at_G_whole"][-1])


@pytest.mark.parametrize(("operator", "expected"), [
    (">=", [1, 1, 2, 3]), (">", [1, 2, 2, 3]), ("<=", [None, 1, 1, 2]), ("<", [None, None, 1, 2])])
def test_a_bound_has_the_first_whole_number_that_satisfies_it(operator: str, expected: list[float | None]) -> None:
    """As the exact engine has it in a table; a dash there is no number here."""
    report, sizes = bounded(operator), [20.0, 80.0, 90.0, 200.0]
    numbers = found(sweep_plan(report, {"m": sizes}))["G_whole"]
    assert [None if np.isnan(number) else number for number in numbers] == expected
    exact = [whole_numbers(report.with_values({"m": f"{size} GB"})) for size in sizes]
    assert [None if whole is None else whole.best for whole in exact] == expected


@pytest.mark.some(2)
@pytest.mark.parametrize("form", [".csv", ".parquet", ".zarr"])
def test_files_have_them(plan: SweepPlan, tmp_path: Path, form: str) -> None:
    """With their units: in the heads of columns, in the metadata, and as attributes."""
    write_sweep(plan, tmp_path / f"a{form}", block=16)
    expected = found(plan)
    if form == ".zarr":
        xarray = pytest.importorskip("xarray")
        with xarray.open_zarr(tmp_path / "a.zarr") as store:
            assert np.array_equal(store.G_whole.values, expected["G_whole"])
            assert store.G_whole.attrs["whole_numbers_of"] == "G"
        return
    pandas = pytest.importorskip("pandas")
    table = pandas.read_csv(tmp_path / "a.csv") if form == ".csv" else pandas.read_parquet(tmp_path / "a.parquet")
    own, time = ("G_whole [GPU]", "t_new_token_at_G_whole [s]") if form == ".csv" else (
        "G_whole", "t_new_token_at_G_whole")
    assert np.array_equal(table[own], expected["G_whole"].ravel())
    assert table[time].to_numpy() == pytest.approx(expected["t_new_token_at_G_whole"].ravel(), rel=1e-14)
    if form == ".parquet":
        pyarrow = pytest.importorskip("pyarrow.parquet")
        schema = pyarrow.read_schema(tmp_path / "a.parquet" / "part-000000.parquet")
        assert json.loads(schema.metadata[b"units"])["G_whole"] == "GPU"


def test_a_lazy_sweep_has_them(plan: SweepPlan) -> None:
    """Chunk by chunk the same."""
    pytest.importorskip("dask.array")
    lazy = plain("tensor-parallel").sweep(
        t_step_on="0.2us..9us linear 9", n_reduce=[1, 2, 4], accelerator=["h100", "b200"], chunks=5)
    assert np.array_equal(lazy.G_whole.values, found(plan)["G_whole"])


def test_of_two_alike_the_smaller_one_is_taken() -> None:
    """12/3 + 3 is 12/4 + 4; where one has no value it is the other, and where none has, none."""
    def value(count: Any) -> Any:
        return 12 / count + count

    assert least_whole(value, 12**0.5, [(">", 0.0)], [], 1e6) == 3
    assert least_whole(lambda count: np.where(count < 4, np.nan, value(count)), 12**0.5, [], [], 1e6) == 4
    assert np.isnan(least_whole(lambda count: count * np.nan, 12**0.5, [], [], 1e6))
    assert np.isnan(least_whole(value, 12**0.5, [], [("<", 7.0)], 1e6))


def test_a_bound_that_floats_do_not_tell_from_a_whole_number_is_taken_for_it() -> None:
    """0.3/0.1 is 2.9999999999999996 in floats, and 3 in fractions."""
    assert [first_whole(0.3 / 0.1, operator, []) for operator in (">=", ">", "<=", "<")] == [3, 4, 3, 2]
