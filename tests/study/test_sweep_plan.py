"""Sweeps over arrays: what the exact engine says at every point, with its regimes and its reasons."""

from collections.abc import Callable, Iterator, Mapping
from contextlib import suppress
from dataclasses import replace
from fractions import Fraction
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from derivations import (
    Board,
    Claim,
    Handle,
    InputError,
    Notation,
    Premise,
    Report,
    UndecidedError,
    UnknownNameError,
    derive,
)
from derivations.errors import DerivationsError
from derivations.numbers.evaluation import Evaluation
from derivations.numbers.value import Value
from derivations.study.regimes import regimes
from derivations.study.sweep_plan import SweepPlan, refuse_too_large, sweep_plan

from ..lecture_balance import LECTURE_BALANCE
from ..reports import OF_EVERY_FORM, plain

FEW = ("cost-per-token", "queueing")
# an equation that only numbers solve stands behind the result; it rests on nothing; it is swept with its GPUs
WITHOUT_A_FORM = {
    "overtraining-optimum", "cheapest-training", "checkpoint-interval", "budget-split", "speculative-decoding",
    "draft-length",
}
TOLERANCE = 1e-12
STEP = Fraction(1, 10**6)


def whole(plan: SweepPlan, **how: Any) -> dict[str, Any]:
    """All variables at all points."""
    return plan.block(tuple(slice(0, size) for size in plan.dims.values()), **how)


def exactly(plan: SweepPlan, point: Mapping[str, float]) -> Evaluation:
    """The exact engine at a point."""
    base = plan.evaluated
    notation = base.derivation.notation
    given = {name: Value(Fraction(number) * notation[name].parsed_unit.factor, notation[name].unit,
                         notation[name].dimension) for name, number in point.items()}
    return base.evaluation.again(replace(base.scenario, values={**base.scenario.values, **given}))


def points(plan: SweepPlan) -> Iterator[tuple[tuple[int, ...], dict[str, float]]]:
    """Every point of a plan: its place in the arrays, and the numbers of the quantities that vary."""
    for place in np.ndindex(*plan.dims.values()):
        yield place, {axis.quantity.name: float(axis.data[at]) for axis, at in zip(plan.axes, place, strict=True)}


def condition_number(plan: SweepPlan, seen: Evaluation, step: str, at: Fraction) -> float:
    """By how much more the result changes than what goes into it, added up; one at least."""
    found = 1.0
    for name in seen.function(step).chain.given:
        value = seen.scenario.values[name]
        moved = {**seen.scenario.values, name: replace(value, number=value.number * (1 + STEP))}
        with suppress(DerivationsError):
            other = seen.again(replace(seen.scenario, values=moved)).line(step, alone=True).value
            if other is not None and at:
                found += abs(float((other - at) / at / STEP))
    return found


def agrees(plan: SweepPlan, point: Mapping[str, float], number: float, reason: str) -> None:
    """Assert that a number is what the exact engine says, or that it has none either, for the same condition."""
    step = plan.evaluated.headline
    try:
        seen = exactly(plan, point)
    except InputError as error:  # over the number that bounds it, by less than a float tells
        if " exceeds " not in str(error):
            raise
        return
    line = seen.line(step.name, alone=True)
    if line.value is None or line.in_unit is None:
        assert np.isnan(number)
        assert reason != "holds"
        if line.outside:
            failing = [item for item in step.conditions if str(item) in reason]
            assert failing, reason
        return
    assert reason == "holds"
    off, bound = abs(number - float(line.in_unit)), TOLERANCE * abs(float(line.in_unit))
    if line.value == 0:  # no relative error there
        assert off <= TOLERANCE
        return
    assert off <= bound or off <= bound * condition_number(plan, seen, step.name, line.value)


def random_axes(report: Report, draw: Any) -> dict[str, Any]:
    """Three numbers, near its own, for each of two quantities that the result rests on."""
    chain = report.evaluation.function(report.headline.name).chain
    names = sorted(name for name in chain.given if report.scenario.values[name].number > 0)
    axes = {}
    for name in draw(st.lists(st.sampled_from(names), min_size=1, max_size=2, unique=True)):
        quantity = report.derivation.notation[name]
        base = float(report.scenario.values[name].number / quantity.parsed_unit.factor)
        most = 1.0 if quantity.domain == "fraction" else base * 8
        near = st.floats(base / 8, most).filter(lambda number, own=base: number != own)  # may lie above what it is
        numbers = draw(st.lists(near, min_size=1, max_size=3, unique=True))
        if quantity.range.whole:
            numbers = [max(1.0, float(round(number))) for number in numbers]
        axes[name] = np.array(sorted(set(numbers)))
    return axes


@pytest.mark.parametrize("name", [
    *FEW, *(pytest.param(name, marks=pytest.mark.long)
            for name in OF_EVERY_FORM if name not in {*FEW, *WITHOUT_A_FORM})])
def test_every_point_is_what_the_exact_engine_says(name: str) -> None:
    """To a relative 1e-12 times the condition number, with NumPy and with numexpr, or no number for the same reason."""
    report = plain(name)

    @given(st.data())
    @settings(max_examples=5 if name in FEW else 20)
    def at_random_points(data: st.DataObject) -> None:
        axes = random_axes(report, data.draw)
        try:
            plan = sweep_plan(report, axes)
        except InputError:  # values that disagree with what a premise makes of others
            return
        found, fast = whole(plan, fast=False), whole(plan, fast=True)
        words = {item.name: item.words for item in plan.variables}
        for place, point in points(plan):
            for numbers in (found, fast):
                agrees(plan, point, numbers[plan.result.name][place], words["reason"][numbers["reason"][place]])

    at_random_points()


def test_reasons_and_regimes_are_those_of_the_exact_engine() -> None:
    """Over the crossover context there is no balance, and a pass is compute-bound from the balance batch on."""
    plan = sweep_plan(derive(LECTURE_BALANCE), {"L": "0..4k linear 4", "B": "64, 4096, 50k"})
    found = whole(plan)
    words = {item.name: item.words for item in plan.variables}
    assert [item.name for item in plan.variables] == [
        "B_balance", "t_c", "t_kv", "t_m", "T", "t_seq", "rent_tok", "regime", "contradiction", "reason"]
    (split,) = regimes(plan.evaluated.derivation, [plan.evaluated.derivation["roofline"]])
    outside = 0
    for place, point in points(plan):
        reason = words["reason"][found["reason"][place]]
        agrees(plan, point, found["B_balance"][place], reason)
        seen = exactly(plan, point)
        gpus = Value(Fraction(8), "GPU", plan.evaluated.derivation.notation["G"].dimension)
        seen = seen.again(replace(seen.scenario, values={**seen.scenario.values, "G": gpus}))
        assert words["regime"][found["regime"][place]] == split.at(seen)
        line = seen.line("time-per-sequence", alone=True)
        assert line.in_unit is not None
        assert found["t_seq"][place] == pytest.approx(float(line.in_unit), rel=1e-13)
        outside += reason == "no balance: L < L_x does not hold"
    assert 0 < outside < plan.points
    assert set(words["regime"]) == {"none", "compute-bound", "memory-bound"}


@pytest.mark.long
def test_cards_and_premises_are_dimensions() -> None:
    """Each combination is what a report of its own says."""
    changed = {"kv-fetch": "t_kv = 2*kappa*B*L/W"}
    plan = sweep_plan(plain("cost-per-token"), {"L": "1k, 4k", "B": "64"}, accelerator=["h100", "b200"],
                      premises=[{}, changed])
    assert plan.dims == {"accelerator": 2, "premises": 2, "L": 2}
    found = whole(plan)["y_cost"]
    for second, premises in enumerate(({}, changed)):
        alone = derive("cost-per-token", premises=premises, values={"L": "4k", "B": "64"})
        for first, chip in enumerate(("h100", "b200")):
            assert found[first, second, 1] == pytest.approx(float(alone.with_cards(chip).result), rel=1e-13)


@pytest.mark.long
def test_a_count_without_a_unit_is_whole_within_a_range() -> None:
    """Micro-batches, in a sweep and in a table; a list is as it was typed."""
    report = derive("bubbles")
    table = report.at(n_mb="1..10 linear 5")
    assert [row[0].value for row in table.cells] == [1, 3, 6, 8, 10]
    assert list(sweep_plan(report, {"n_mb": "1..10 linear 5"}).axes[0].data) == [1, 3, 6, 8, 10]
    assert list(sweep_plan(report, {"n_mb": "1.5, 2"}).axes[0].data) == [1.5, 2]


def test_cards_alone_are_a_sweep() -> None:
    """Each card is one point, without a quantity that varies."""
    found = whole(sweep_plan(plain("optimal-batch"), {}, accelerator=["h100", "h200"]))["B"]
    alone = [float(plain("optimal-batch").with_cards(chip).result) for chip in ("h100", "h200")]
    assert list(found) == pytest.approx(alone, rel=1e-13)


def test_what_a_change_leaves_without_a_number_says_why() -> None:
    """Where compute and reads follow each other there is no balance to solve for, and no regimes."""
    plan = sweep_plan(plain("optimal-batch"), {"B": "1, 64"}, premises=["", "roofline=no-overlap"])
    found, words = whole(plan), {item.name: item.words for item in plan.variables}
    assert np.isnan(found["B_balance"][1]).all()
    assert words["reason"][found["reason"][1, 0]].startswith("no value: step balance-batch cannot be used")
    assert np.isfinite(found["T"]).all()
    assert [words["regime"][code] for code in found["regime"][:, 0]] == ["memory-bound", "none"]


@pytest.mark.long
def test_a_part_is_the_part_of_the_whole() -> None:
    """In the order of rows, whatever the shape of the parts."""
    plan = sweep_plan(plain("cost-per-token"), {"L": "0..2k", "B": "1..100"}, accelerator=["h100", "h200"])
    found = whole(plan)
    for shape in ((1, 7, 25), (1, 1, 4), (2, 25, 25)):
        for name, numbers in found.items():
            parts = [plan.block(part)[name].ravel() for part in plan.parts(shape)]
            covered = np.empty_like(numbers)
            for part, each in zip(plan.parts(shape), parts, strict=True):
                covered[part] = each.reshape(covered[part].shape)
            assert np.array_equal(covered, numbers, equal_nan=True)


@pytest.mark.parametrize(("over", "how", "told"), [
    ({}, {}, "a sweep needs a quantity, cards or premises"),
    ({"Z": "1..2"}, {}, "unknown quantity 'Z'"),
    ({"L": "5..1"}, {}, "is above"),
    ({"L": []}, {}, "L: a value is missing"),
    ({"L": np.array([])}, {}, "L: an array without values"),
    ({"L": np.array([1.0, np.nan])}, {}, "not a finite number"),
    ({"L": np.array([-1.0])}, {}, "must be zero or more"),
    ({"L": np.array(["1k"])}, {}, "an array of numbers is wanted"),
    ({"L": np.ones((2, 2))}, {}, "give an xarray.DataArray"),
    ({"L": "1 s, 2 s"}, {}, "token"),
    ({"C_alt": "1 PFLOP/s, 2 PFLOP/s"}, {"accelerator": ["h100", "h100"]}, "named twice"),
    ({"L": "1k"}, {"accelerator": ["h1000"]}, "unknown accelerator"),
    ({"L": "1k"}, {"premises": ["roofline"]}, "write PREMISE=RELATION"),
    ({"L": "1k"}, {"premises": []}, "premises: a set of changes is missing"),
    ({"L": "1k"}, {"premises": ["", {}]}, "given twice"),
    ({"L": "1k"}, {"steps": ["balanc"]}, "unknown step or quantity"),
])
def test_what_cannot_be_swept_is_one_line(
    as_built: Report, over: dict[str, Any], how: dict[str, Any], told: str
) -> None:
    """And says what is wrong."""
    with pytest.raises((InputError, UnknownNameError), match=told) as caught:
        sweep_plan(as_built, over, **how)
    assert "\n" not in str(caught.value)


def test_more_than_the_memory_holds_is_refused(as_built: Report) -> None:
    """Before anything is computed; the message names the file and the lazy way."""
    plan = sweep_plan(as_built, {"L": "0..999999 step 1", "n": "1..1000 step 1"})
    assert plan.points == 10**9
    with pytest.raises(InputError, match=r"1,000,000,000 points take 10\.0 GB.*-o FILE\.zarr.*chunks='auto'"):
        refuse_too_large(plan, room=10**9)


def alone(board: Board) -> str:
    """An equation that only numbers solve is the result."""
    board.solve("alone", board.take(EXPONENTIAL), for_="x")
    return "alone"


def behind(board: Board) -> str:
    """The result rests on one."""
    alone(board)
    board.take(Premise("twice", "y = 2*x"))
    return "twice"


EXPONENTIAL = Premise("line", "exp(x) + x = a")


@pytest.mark.parametrize("body", [alone, behind])
def test_a_root_whose_range_is_its_own_is_undecided(body: Callable[[Board], str]) -> None:
    """The exact table is named."""
    notation = Notation.of("x [] (fraction) one\na [] other\ny [] result")
    report = derive(Claim("exponential", notation, body), values={"a": "2"})
    with pytest.raises(UndecidedError, match=r"a range that depends on.*derive show"):
        sweep_plan(report, {"a": [1.5, 2.0]})


def test_a_result_that_only_numbers_solve_is_swept_by_its_roots() -> None:
    """The result is the unknown of the equation itself."""
    report = derive(Claim("exponential", Notation.of("x [] one\na [] other"), alone), values={"a": "2"})
    found = whole(sweep_plan(report, {"a": [0.5, 2.0, 3.0]}))["x"]
    assert np.isnan(found[0])  # exp(x) + x is above 1 for positive x
    assert np.exp(found[1:]) + found[1:] == pytest.approx([2.0, 3.0], rel=1e-12)


def test_what_is_not_derived_is_not_swept_and_says_why() -> None:
    """The step that failed, with its reason, also where the result only waits for it."""
    def contradicting(board: Board) -> str:
        equations = [board.take(Premise(name, text, determines=unknown)) for name, text, unknown in (
            ("one", "x + y = a", "x"), ("two", "2*x + 2*y = 3*a", "y"))]
        board.solve_together("both", equations, ("x", "y"))
        board.substitute("result", equations[0], [Handle("both-x")])
        return "result"

    report = derive(Claim("contradicting", Notation.of("x [] one\ny [] two\na [] other"), contradicting))
    told = r"contradicting has no result to sweep: both-x is inconclusive \(no solution unless 2\*a = 3\*a"
    with pytest.raises(UndecidedError, match=told):
        sweep_plan(report, {"a": [1.5, 2.0]})
