"""Whole numbers beside a result: at each what is minimized, computed again, and the first that satisfies a bound."""

import csv
from collections.abc import Callable
from fractions import Fraction
from math import ceil, floor
from typing import Any

import pytest

from derivations import Board, Claim, Handle, InputError, Notation, Premise, Quantity, Report, derive
from derivations.claim.claim import Grid
from derivations.claim.counts import comes_whole
from derivations.claim.whole_numbers import (
    WholeBound,
    WholeMinimum,
    all_whole_numbers,
    beside_solution,
    whole_numbers,
)
from derivations.document.fields import report_json
from derivations.document.grids import grid_table
from derivations.document.inversion import by_numbers_json
from derivations.document.sweep import sweep_json, values_table
from derivations.export.page import report_html
from derivations.study.aim import aimed
from derivations.study.difference import result_change
from derivations.study.inversion import inverted
from derivations.study.inversion_by_numbers import inverted_by_numbers
from derivations.study.sweep import sweep

from ..document.texts import answer_text, by_numbers_text, inversion_data, inversion_text, report_markdown

NOTATION = Notation((
    Quantity("t", "s", "time of a step"), Quantity("G", "GPU", "GPUs that share it"),
    Quantity("w", "s*GPU", "work"), Quantity("c", "s/GPU", "time that each GPU adds"),
    Quantity("n", "", "stages"), Quantity("a", "s", "work of stages"), Quantity("b", "s", "time of each stage"),
    Quantity("m", "byte", "memory that is needed"), Quantity("m_gpu", "byte/GPU", "memory of a GPU"),
))

TIME = Premise("time", "t = w/G + c*G", because="shared work, and a hop for each", source="our own")
STAGES = Premise("time", "t = a/n + b*n", because="shared work, and a start for each", source="our own")


def soonest(board: Board) -> Handle:
    """The GPUs at which a step takes least."""
    return board.minimise("soonest", board.take(TIME), over="G", because="shared work against hops")


def by_stages(board: Board) -> Handle:
    """The same over a plain number."""
    return board.minimise("soonest", board.take(STAGES), over="n", because="shared work against starts")


def bounded(operator: str) -> Callable[[Board], Handle]:
    """A body that says how many GPUs there are at least, or at most."""

    def body(board: Board) -> Handle:
        return board.take(Premise("fits", f"G {operator} m/m_gpu", because="it fits", source="our own"))

    return body


def in_gpus(work: str, hop: str = "1 s/GPU") -> Report:
    """A step of so much work, found over any number of GPUs."""
    return derive(Claim("sharing", NOTATION, soonest), values={"w": f"{work} s*GPU", "c": hop})


def beside(report: Report) -> WholeMinimum:
    """The whole numbers beside its result."""
    found = whole_numbers(report)
    assert isinstance(found, WholeMinimum)
    return found


@pytest.mark.parametrize("squared", ["3.5", "6.1", "12.2", "20", "150.3", "168.3", "10000.5"])
def test_the_best_is_that_of_all_whole_numbers(squared: str) -> None:
    """Each of the two has its value in fractions, and none of all others has a lower one."""
    found, work = beside(in_gpus(squared)), Fraction(squared)
    assert [item.value for item in found.at] == [work / item.number + item.number for item in found.at]
    assert found.best == min(range(1, 200), key=lambda number: work / number + number)


def test_the_nearest_whole_number_need_not_be_the_best_one() -> None:
    """The square root of 6.1 is 2.47, nearest to 2, but 3 is better: 6.1/3 + 3 is less than 6.1/2 + 2."""
    report = in_gpus("6.1")
    assert round(float(report.result)) == 2
    assert beside(report).best == 3
    assert beside(report).words == (
        "in whole numbers: at 2 GPUs t = 5.05 s; at 3 GPUs t = 5.033 s; best at 3 GPUs"
    )


def test_values_that_look_alike_have_as_many_figures_as_tell_them_apart() -> None:
    """10,000.5 squared is 100,010,000.25, beside the product 10,000 · 10,001 = 100,010,000, where both are equal."""
    close = beside(in_gpus("100010000.25")).words
    assert "best at 10,001 GPUs" in close
    first, second = (part.split(" = ")[1] for part in close.split("; ")[:2])
    assert first != second


def test_two_that_are_equally_good_are_told_as_that() -> None:
    found = beside(in_gpus("6"))
    assert found.best == 2
    assert found.words.endswith("equally good, 2 GPUs is the least")


def test_a_minimum_that_is_whole_stands_alone() -> None:
    found = beside(in_gpus("144"))
    assert found.best == 12
    assert found.words == "in whole numbers: at 12 GPUs t = 24 s; the minimum itself is whole"


def test_below_one_there_is_no_whole_number() -> None:
    found = beside(in_gpus("0.2"))
    assert [item.number for item in found.at] == [1]
    assert found.words == "in whole numbers: at 1 GPU t = 1.2 s; 1 GPU is the least that there is"


def test_a_plain_number_comes_whole_only_where_the_claim_says_so() -> None:
    """A ratio without a unit may be any number."""
    values = {"a": "6.1 s", "b": "1 s"}
    assert whole_numbers(derive(Claim("stages", NOTATION, by_stages), values=values)) is None
    assert beside(derive(Claim("stages", NOTATION, by_stages, counted=("n",)), values=values)).best == 3
    with pytest.raises(InputError, match="n_stages"):
        Claim("stages", NOTATION, by_stages, counted=("n_stages",))
    assert not comes_whole(Claim("stages", NOTATION, by_stages), NOTATION["t"])


def test_without_numbers_there_are_no_whole_ones() -> None:
    assert whole_numbers(derive(Claim("sharing", NOTATION, soonest), values={"w": "6.1 s*GPU"})) is None


@pytest.mark.parametrize(
    ("operator", "memory", "first", "bound"),
    [(">=", "13.2", 14, "at least"), (">=", "13", 13, "at least"), (">", "13", 14, "above"),
     ("<=", "13.9", 13, "at most"), ("<", "13", 12, "below")],
)
def test_a_bound_names_the_first_whole_number_that_satisfies_it(
    operator: str, memory: str, first: int, bound: str
) -> None:
    report = derive(
        Claim("fits", NOTATION, bounded(operator)), values={"m": f"{memory} byte", "m_gpu": "1 byte/GPU"})
    found = whole_numbers(report)
    assert isinstance(found, WholeBound)
    assert found.first == first
    assert found.words == f"in whole numbers: {bound} {memory} GPUs, so {first} GPUs"


def test_a_bound_that_no_whole_number_satisfies_names_none() -> None:
    """At most half a GPU is no GPU; at least half a GPU is one."""
    values = {"m": "0.5 byte", "m_gpu": "1 byte/GPU"}
    assert whole_numbers(derive(Claim("fits", NOTATION, bounded("<=")), values=values)) is None
    found = whole_numbers(derive(Claim("fits", NOTATION, bounded(">=")), values=values))
    assert isinstance(found, WholeBound)
    assert found.first == 1


@pytest.mark.long
def test_tensor_parallel_in_whole_gpus() -> None:
    """The time of a token at the two whole numbers beside 12.97, as it is with that many GPUs given."""
    report = derive("tensor-parallel")
    found = beside(report)
    low = floor(float(report.result))
    assert [item.number for item in found.at] == [low, low + 1]
    for item in found.at:
        given = derive("tensor-parallel", values={"G": f"{item.number} GPU"})
        assert given.numbers("next-token").value == item.value
    assert found.best == low + 1


@pytest.mark.some(1)
@pytest.mark.parametrize("name", ["replicas", "draft-length"])
def test_a_number_that_was_rounded_up_says_from_what(name: str) -> None:
    found = whole_numbers(derive(name))
    assert isinstance(found, WholeBound)
    assert found.first == ceil(found.bound) > found.bound
    assert found.words.split(", so ")[0].split(" ")[-1] != f"{found.first:,}"


@pytest.mark.long
def test_every_medium_has_them() -> None:
    """Terminal, Markdown, page, LaTeX, Typst and plain data: the values at both, and which is best."""
    report = derive("tensor-parallel")
    words = beside(report).words
    assert words in " ".join(answer_text(report).split())
    assert "best at 13 GPUs" in report_markdown(report)
    assert "best at 13" in report_html(report)
    assert "best at 13 GPUs" in report.to_latex()
    assert "best at 13 GPUs" in report.to_typst()
    (told,) = report_json(report)["whole_numbers"]
    assert told["best"] == 13
    assert told["unit"] == "GPU"
    assert [item["number"] for item in told["at"]] == [12, 13]
    assert told["at"][1]["value"] < told["at"][0]["value"]


@pytest.mark.long
def test_other_steps_are_told_after_the_result() -> None:
    """The layers between kept activations are no result of their claim, and come whole."""
    report = derive("recompute")
    assert [item.step for item in all_whole_numbers(report)] == ["least-held"]
    assert "Least-held, in whole numbers" in report_markdown(report)
    assert "in whole numbers" not in answer_text(report)


def test_tables_of_several_values_have_a_column_of_them() -> None:
    """At each row the better of the two beside the minimum there, also in plain data."""
    report = in_gpus("12").with_values({"c": ["1 s/GPU", "3 s/GPU", "5 s/GPU"]})
    swept = sweep(report)
    squares = {row.values["c"].number: row.cells[0].whole for row in swept.rows}
    for pace, whole in squares.items():
        assert whole is not None
        here, *others = (12 / Fraction(count) + pace * count for count in (whole, whole - 1, whole + 1) if count)
        assert here <= min(others)
    rows = list(csv.DictReader(values_table(swept).to_csv().splitlines()))
    assert [row["G in whole numbers"] for row in rows] == ["3.0", "2.0", "2.0"]
    assert [row["cells"][0]["whole"] for row in sweep_json(swept)["rows"]] == [3, 2, 2]


def test_a_table_of_what_is_whole_anyway_has_no_such_column() -> None:
    report = in_gpus("16").with_values({"c": ["1 s/GPU", "4 s/GPU"]})
    assert "in whole numbers" not in values_table(sweep(report)).to_csv()


def test_differences_and_grids_have_them() -> None:
    """Beside the number before and now, and behind the number of a cell."""
    report = derive("tensor-parallel")
    now = report.with_values({"t_step_on": "1 us"})
    change = result_change(report, now)
    assert change.old.shown == "12.97 GPUs, 13 in whole numbers"
    assert change.new.shown == "16.23 GPUs, 16 in whole numbers"
    grid = report.claim.grids[0]
    assert isinstance(grid, Grid)
    assert [str(row[1]) for row in grid_table(report, grid).cells][-1] == "9.168 GPUs, 9 in whole numbers"


@pytest.mark.long
def test_what_is_no_whole_number_is_told_without_one() -> None:
    """A time is none, and neither is what numbers find of parameters in billions."""
    assert "whole" not in result_change(derive("latency-floor"), derive("latency-floor", values={"L": "2k"})).new.shown
    found = inverted_by_numbers(derive("cheapest-training"), "N_ref", {"y_data": "3"})
    assert found is not None
    assert found.beside == ()


@pytest.mark.long
def test_a_solution_that_is_no_whole_number_names_the_two_around_it() -> None:
    """With what is given at each of them, computed again; others in the range are not excluded."""
    report = derive("draft-length")
    found = inverted_by_numbers(report, "n_ver", {"y_spec": "1.7"})
    assert found is not None
    (whole,) = found.beside
    below, above = whole.at
    assert above.number - below.number == 1
    assert whole.best is None
    assert not found.found
    assert "it lies between two" in found.words
    for item in (below, above):
        again = derive("draft-length", values={"n_ver": str(item.number)}).numbers("speed-up-defined")
        assert item.value == again.value
    assert (below.value or 0) > Fraction("1.7") > (above.value or 0)
    assert "in whole numbers: at 11 y_spec = 1.704; at 12 y_spec = 1.56" in by_numbers_text(found)
    (told,) = by_numbers_json(found)["whole_numbers"]
    assert [item["number"] for item in told["at"]] == [below.number, above.number]
    assert told.keys() == inverted_formula()["whole_numbers"][0].keys()


def inverted_formula() -> dict[str, Any]:
    """What is printed of a solution in a closed form that is no whole number."""
    report = aimed(derive("latency-floor"), "G", {"t_one": "3 ms"})
    found: dict[str, Any] = inversion_data(report, inverted(report, "G", {"t_one": "3 ms"}), "G")["solutions"][0]
    return found


@pytest.mark.long
def test_whole_numbers_are_printed_in_one_form() -> None:
    """Beside a minimum and beside a solution: the other quantity at each, and which is best, if one is."""
    (least,) = report_json(derive("tensor-parallel"))["whole_numbers"]
    (beside_it,) = inverted_formula()["whole_numbers"]
    assert least.keys() == beside_it.keys()
    assert (least["of"], least["of_unit"], least["best"]) == ("t_new_token", "s", 13)
    assert (beside_it["of"], beside_it["of_unit"], beside_it["best"]) == ("t_one", "s", None)
    assert [item["number"] for item in beside_it["at"]] == [2, 3]


@pytest.mark.long
def test_an_inverted_result_has_the_whole_numbers_beside_it() -> None:
    """With what was given at each of them, computed again; neither is called best, and large numbers have none."""
    given = {"t_one": "3 ms"}
    report = aimed(derive("latency-floor"), "G", given)
    found = inverted(report, "G", given)
    told = beside_solution(found.claim, found.evaluation, found.headline.name)
    assert told is not None
    assert [item.number for item in told.at] == [2, 3]
    for item in told.at:
        again = derive("latency-floor", values={"G": str(item.number)}).evaluation.value_of("t_one")
        assert again is not None
        assert item.value == again.number
    assert told.words == "in whole numbers: at 2 GPUs t_one = 3.854 ms; at 3 GPUs t_one = 2.569 ms"
    assert told.words in " ".join(inversion_text(report, found, "G").split())
    rare = {"M_fail": "5 h"}
    large = inverted(aimed(derive("checkpoint-interval"), "G_run", rare), "G_run", rare)
    assert large.numbers(large.headline.name).value is not None
    assert beside_solution(large.claim, large.evaluation, large.headline.name) is None


@pytest.mark.parametrize(("least", "told"), [("2", True), ("5", False)])
def test_no_whole_number_is_recommended_that_another_premise_forbids(least: str, told: bool) -> None:
    """Of at least 2.3, and at least 5, it is not 3."""
    letters = Notation.of("n [] (integer) n\na [] a\nb [] b")

    def body(board: Board) -> Handle:
        work = board.take(Premise("work", "n >= a", because="given"))
        board.take(Premise("hold", "n >= b", because="given"))
        return board.round_up("least", work)

    found = whole_numbers(derive(Claim("own", letters, body), values={"a": "2.3", "b": least}))
    assert (found is not None) is told
    assert found is None or found.best == 3
