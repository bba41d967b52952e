"""Widgets: a slider that moves changes the number, the condition's verdict and the curve."""

import re
from dataclasses import replace
from fractions import Fraction
from typing import Any

import pytest

from derivations import InputError, Report, UndecidedError, UnknownNameError, derive
from derivations.export.float_formula import FloatFormula
from derivations.export.widgets import Explorer

from ..lecture_balance import LECTURE_BALANCE


@pytest.fixture(scope="module")
def as_built() -> Report:
    """The balance on the blackboard."""
    return derive(LECTURE_BALANCE)

ipywidgets = pytest.importorskip("ipywidgets")


def parts(box: Any) -> tuple[list[Any], Any, Any]:
    """The sliders, what is told, and the picture."""
    *sliders, told, picture = box.children
    return sliders, told, picture


def test_a_slider_moves_the_number_and_the_curve(as_built: Report) -> None:
    """To what the report itself says there."""
    (context, new_tokens), told, picture = parts(as_built.explore("L", "n"))
    assert context.description == "L [token/sequence]"
    assert "B = 3,738 sequences" in told.value
    before = picture.value
    context.value = 1000.0
    assert "B = 6,144 sequences" in told.value
    assert picture.value != before
    context.value = context.max
    assert "no balance: L =" in told.value
    assert "<circle" not in picture.value
    new_tokens.value, context.value = 2, 0.0
    assert "B = 1,869 sequences" in told.value


def test_the_curve_has_a_gap_where_there_is_no_number(as_built: Report) -> None:
    """It ends before the wall, and says its ends in words."""
    explorer = Explorer(as_built, ["L"])
    assert explorer.picture.count("<polyline") == 1
    points = re.search(r'points="([^"]*)"', explorer.picture)
    assert points is not None
    assert len(points[1].split()) < 97
    assert "<title>B over L: from 3,738 sequences to" in explorer.picture


def test_without_names_it_moves_what_the_claim_leaves_open(as_built: Report) -> None:
    """What the condition speaks of comes first; the result's own letter needs no slider."""
    assert next(iter(Explorer(as_built).numbers)) == "L"
    assert list(Explorer(as_built, ["L", "B"]).numbers) == ["L"]


def test_a_result_without_numbers_behind_it_says_so() -> None:
    """An optimal share that is the same for all models has nothing that a slider could move."""
    with pytest.raises(InputError, match="rests on no number that a slider could move"):
        derive("budget-split").explore()


@pytest.mark.some(1)
@pytest.mark.parametrize(("claim", "name"), [
    ("cheapest-training", "eta"), ("draft-length", "x_draft"), ("overtraining-optimum", "eta")])
def test_what_only_numbers_solve_moves_too(claim: str, name: str) -> None:
    """The result at the slider's start is the report's, and at another place the engine's there."""
    report = derive(claim)
    explorer = Explorer(report, [name])
    assert report.result.result in explorer.told
    assert "<circle" in explorer.picture
    explorer.numbers[name] = 0.25
    assert derive(claim, values={name: "0.25"}).result.result in explorer.told


def test_what_cancels_in_a_condition_needs_no_value() -> None:
    """The number of GPUs has none, and stands on both sides of what holds while a pass is memory-bound."""
    report = derive("speculative-decoding")
    assert "G" not in report.evaluation.scenario.values
    explorer = Explorer(report, ["L", "B"])
    assert f"y_spec = {report.result.result}" in explorer.told
    assert "<circle" in explorer.picture
    explorer.numbers |= {"L": 0.0, "B": 16384.0}
    outside = derive("speculative-decoding", values={"L": 0, "B": 16384}).result
    assert outside.value is None
    assert "the pass is not memory-bound: t_c = " in explorer.told


@pytest.mark.some(1)
@pytest.mark.parametrize(("claim", "moved"), [
    ("optimal-batch", {"n": 4.0}), ("cost-per-token", {"B": 512.0}), ("speculative-decoding", {"n_ver": 3.0})])
def test_what_a_zero_leaves_out_needs_no_value(claim: str, moved: dict[str, float]) -> None:
    """As said there is no context, and nothing tells what one would be measured by: other numbers move all the same."""
    report = derive(claim, as_said=True)
    explorer = Explorer(report, list(moved))
    assert report.result.result in explorer.told
    assert "<circle" in explorer.picture
    explorer.numbers |= moved
    there = report.with_values({name: f"{number:.0f}" for name, number in moved.items()}).result
    assert there.result not in ("", report.result.result)
    assert there.result in explorer.told
    assert "<circle" in explorer.picture


def test_the_zero_itself_has_no_slider() -> None:
    """With another context the number would rest on what has no value; the other curves do not take it for a zero."""
    report = derive(LECTURE_BALANCE, as_said=True)
    assert report.result.result == "2,400 sequences"
    assert "L" not in Explorer(report).numbers
    with pytest.raises(InputError, match="L = 0 leaves out what has no value here"):
        report.explore("L")
    with pytest.raises(UndecidedError, match=r"is no function of these numbers: [A-Za-z_]* has no value"):
        FloatFormula.of(report)


def test_a_condition_that_is_left_open_is_told() -> None:
    """Speculation pays while a pass is memory-bound, which nothing decides as it was said."""
    explorer = Explorer(derive("speculative-decoding", as_said=True), ["x_accept"])
    assert [str(item) for item in explorer.formula.undecided] == ["t_c <= t_m", "t_c/n_ver <= t_m"]
    assert "holds if t_c &lt;= t_m and" in explorer.told


def test_a_number_halfway_between_two_is_rounded_as_the_report_rounds_it() -> None:
    """As floats 47/1600 s is a little less."""
    explorer = Explorer(derive("train-interval"))
    assert Fraction(explorer.formula.number(explorer.values) or 0) < Fraction(47, 1600)
    assert "T = 29.38 ms" in explorer.told


def test_a_curve_writes_no_reason_for_the_points_it_leaves_out(as_built: Report) -> None:
    """Which took longer than the numbers themselves; the number, and the reason at one point, are as before."""
    formula = FloatFormula.of(as_built)
    for context, said in ((1000.0, ""), (5000.0, "no balance: L = 5,000 tokens per sequence is not below")):
        found = formula.at({"L": context})
        assert (found.number is None, found.number) == (bool(said), formula.number({"L": context}))
        assert found.reason.startswith(said)
    written = []
    watched = replace(formula, report=as_built)
    object.__setattr__(watched, "_outside", lambda *parts: written.append(parts))
    explorer = Explorer(as_built, ["L"])
    explorer.formula = watched
    assert explorer.picture
    assert written == []


def test_what_is_no_quantity_of_the_result_is_told(as_built: Report, monkeypatch: pytest.MonkeyPatch) -> None:
    """With the nearest name; and without ipywidgets what to install."""
    with pytest.raises(UnknownNameError, match="did you mean L"):
        as_built.explore("LL")
    monkeypatch.setitem(__import__("sys").modules, "ipywidgets", None)
    with pytest.raises(InputError, match=r"pip install 'derivations\[notebook\]'"):
        as_built.explore("L")


@pytest.mark.long
def test_it_is_shown_by_a_kernel() -> None:
    """As in a notebook: a view of widgets, and no error."""
    nbformat = pytest.importorskip("nbformat")
    client = pytest.importorskip("nbclient")
    source = 'from derivations import derive\nderive("optimal-batch").explore("L", "n")'
    book = nbformat.v4.new_notebook(cells=[nbformat.v4.new_code_cell(source)])
    client.NotebookClient(book, timeout=300, kernel_name="python3").execute()
    (shown,) = [output.data for output in book.cells[0].outputs if output.output_type == "execute_result"]
    assert "application/vnd.jupyter.widget-view+json" in shown


def test_beyond_its_condition_nothing_is_said_to_hold(as_built: Report) -> None:
    """The reason alone, and the part of the picture without a result says so."""
    explorer = Explorer(as_built, ("L",))
    assert "holds if" in explorer.told
    explorer.numbers["L"] = 10_000.0
    assert "no balance" in explorer.told
    assert "holds if" not in explorer.told
    assert '<rect' in explorer.picture
    assert ">no balance</text>" in explorer.picture
