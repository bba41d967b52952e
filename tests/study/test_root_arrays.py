"""Roots at every point of an array: as the exact engine finds them, and none where it finds none."""

from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from derivations import Board, Claim, Handle, Notation, Premise, Report, derive
from derivations.errors import InputError
from derivations.numbers.value import parse_value
from derivations.study.live_function import Roots, step_function
from derivations.study.root_arrays import root
from derivations.study.sweep_plan import SweepPlan, sweep_plan

from ..reports import few, plain
from .test_sweep_plan import exactly, points, whole

CLOSE = 1e-9
CLAIMS = {
    "cheapest-training": (), "overtraining-optimum": (),
    "draft-length": ("odds", "best-speed-up", "turning-length"),
}
LOW, HIGH = 1e-12, 1e30


def test_each_point_has_its_own_root() -> None:
    """None where the sides never meet, and none at a pole, where the sign changes, too."""
    numbers = np.array([4.0, 1e-10, 1e20, -1.0])
    assert root(lambda x: x**2 - numbers, LOW, HIGH, True) == pytest.approx([2, 1e-5, 1e10, np.nan], nan_ok=True)
    assert np.isnan(root(lambda x: 1 / (x - 3), LOW, HIGH, False))
    assert root(lambda x: np.exp(x) - 5, LOW, HIGH, True) == pytest.approx(np.log(5), rel=1e-15)
    assert root(lambda x: np.exp(x) - np.exp(2 * x) + 2, LOW, HIGH, True) == pytest.approx(np.log(2), rel=1e-14)


def test_several_roots_are_no_root() -> None:
    """Where one alone is not shown, changes of sign are looked for all over."""
    assert root(lambda x: (x - 2) * (x - 3e6), LOW, HIGH, False) == np.inf


def random_axes(report: Report, draw: Any) -> dict[str, Any]:
    """Two or three numbers, near its own, for each of two quantities that the result rests on."""
    behind = step_function(Roots(report.evaluation), report.headline).given
    names = sorted(name for name in behind if not report.derivation.notation[name].range.whole)
    axes = {}
    for name in draw(st.lists(st.sampled_from(names), min_size=1, max_size=2, unique=True)):
        quantity = report.derivation.notation[name]
        base = float(report.scenario.values[name].number / quantity.parsed_unit.factor)
        most = 1.0 if quantity.domain == "fraction" else base * 2
        numbers = draw(st.lists(st.floats(base / 2, most), min_size=1, max_size=3, unique=True))
        axes[name] = np.array(sorted(numbers))
    return axes


def agrees(plan: SweepPlan, point: dict[str, float], found: dict[str, float], reason: str) -> None:
    """Assert that the variables at a point are the exact engine's; a length may be rounded where it is a whole one."""
    seen = exactly(plan, point)
    for item in plan.variables:
        if item.step is None:
            continue
        value, number = seen.line(item.step.name, alone=True).in_unit, found[item.name]
        if value is None:
            assert np.isnan(number), (item.name, point)
            assert item is not plan.result or reason != "holds"
        elif item.name != "n_best" or number != float(value):
            turn = seen.value_of("n_turn") if item.name == "n_best" else None
            rounded = turn is not None and abs(turn.number - round(turn.number)) < CLOSE
            assert rounded or number == pytest.approx(float(value), rel=CLOSE), (item.name, point)


@pytest.mark.long
@pytest.mark.parametrize("name", few(CLAIMS, ["draft-length"]))
def test_every_point_is_what_the_exact_engine_says(name: str) -> None:
    """To a relative 1e-9, or no number where there is none, with NumPy and with numexpr."""
    report = plain(name)

    @given(st.data())
    @settings(max_examples=min(8, settings.default.max_examples // 4))
    def at_random_points(data: st.DataObject) -> None:
        try:
            plan = sweep_plan(report, random_axes(report, data.draw), steps=CLAIMS[name])
        except InputError:  # values that disagree with what a premise makes of others
            return
        found, fast = whole(plan, fast=False), whole(plan, fast=True)
        words = {item.name: item.words for item in plan.variables}
        for place, point in points(plan):
            for numbers in (found, fast):
                here = {key: float(array[place]) for key, array in numbers.items()}
                agrees(plan, point, here, words["reason"][int(here["reason"])])

    at_random_points()


@pytest.mark.long
def test_without_a_root_the_mask_says_so() -> None:
    """The condition that fails, as the engine tells it, or the unknown and the ends between which it was looked for,
    which is no answer; the numbers of a single point are told to contradict a premise there."""
    report = plain("draft-length")
    plan = sweep_plan(report, {"m_out": [3.5, 2.18], "x_draft": [0.02, 2.0]})  # no root at the first point
    found = whole(plan)
    words = next(item.words for item in plan.variables if item.name == "reason")
    told = [[words[code] for code in row] for row in found["reason"]]
    outside = report.claim.outside
    assert told == [
        ["no value here: w_miss has no root from 1e-12 to 1e30"] * 2, ["holds", f"{outside}: c_more < 1 does not hold"]]
    assert np.isnan(found["n_best"]).tolist() == [[True, True], [False, True]]
    alone = derive("draft-length", values={"m_out": "3.5"})
    assert alone.result.result.startswith("the numbers contradict tokens-put-out: with m_out = 3.5 and n_ver = 3")


@pytest.mark.long
def test_where_the_slope_only_rises_its_root_is_the_least_value() -> None:
    """The best length of a round, as the exact engine finds it."""
    shares = [0.05, 0.1]
    plan = sweep_plan(plain("draft-length"), {"x_draft": shares}, steps=["continuous-length"])
    exact = [derive("draft-length", values={"x_draft": str(each)}).numbers("continuous-length") for each in shares]
    assert whole(plan)["n_len"] == pytest.approx([float(line.in_unit or 0) for line in exact], rel=1e-10)


NOTATION = Notation.of("x [] what varies\na [] first\nb [] second\nt [] (real) what is least")


@pytest.mark.parametrize(("cost", "is_least"), [("t = a/x + b*exp(x)", True), ("t = -a/x - b*exp(x)", False)])
def test_where_a_slope_may_fall_its_root_is_no_least_value(cost: str, is_least: bool) -> None:
    """A change of sign alone does not show that something is least there: the twin is greatest at the same point."""
    def body(board: Board) -> Handle:
        return board.minimise("best", board.take(Premise("cost", cost, because="given")), over="x")

    report = derive(Claim("best", NOTATION, body), values={"a": "1", "b": "2"})
    plan = sweep_plan(report, {"a": [1.0, 2.0]})
    found, reasons = whole(plan)["x"], next(item.words for item in plan.variables if item.name == "reason")
    if not is_least:
        assert np.isnan(found).all()
        assert reasons[1:] == (
            "no value: x is where something is least, which a change of sign alone does not show",)
        return
    exact = [report.evaluation.again(report.scenario.with_values({"a": parse_value(each)})).line("best").value
             for each in ("1", "2")]
    assert found == pytest.approx([float(each or 0) for each in exact], rel=1e-13)


@pytest.mark.long
def test_lazy_arrays_stay_lazy() -> None:
    """And say the same as the others."""
    array = pytest.importorskip("dask.array")
    report, shares = plain("cheapest-training"), np.linspace(0.2, 0.9, 40)
    lazy = report.sweep(eta=array.from_array(shares, chunks=7))
    assert hasattr(lazy.y_data.data, "dask")
    assert np.array_equal(lazy.y_data.values, report.sweep(eta=shares).y_data.values)
