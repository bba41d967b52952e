"""The plot of a result at several values: its points are the rows, its words say what it shows."""

import math
import re

import pytest

from derivations import InputError, Report, derive
from derivations.show.plots.drawing import COLOURS, svg_text
from derivations.show.plots.sweep_plot import sweep_plot
from derivations.study.sweep import Sweep, sweep


@pytest.fixture(scope="module")
def report() -> Report:
    """Out of order, and with a context in the middle of the list that is beyond the crossover."""
    return derive("optimal-batch", values={"L": "2k, 128k, 100, 1k token/sequence"})


@pytest.fixture(scope="module")
def swept(report: Report) -> Sweep:
    """Its table."""
    return sweep(report)


def test_points_are_the_rows_in_order(report: Report, swept: Sweep) -> None:
    """A row without a number breaks the line, and stands as a cross at the foot."""
    (axes,) = sweep_plot(report, swept).axes
    line, crosses = axes.lines
    wanted = {float(row.values["L"].number): row.cells[0].number for row in swept.rows}
    points = dict(zip(map(float, line.get_xdata()), map(float, line.get_ydata()), strict=True))
    assert list(points) == sorted(wanted)
    for x, number in wanted.items():
        assert math.isnan(points[x]) if number is None else points[x] == float(number)
    assert list(crosses.get_xdata()) == [128_000]
    assert (axes.get_xscale(), axes.get_yscale()) == ("log", "linear")


def test_axes_are_named_with_their_units(report: Report, swept: Sweep) -> None:
    """By what they mean."""
    (axes,) = sweep_plot(report, swept).axes
    assert axes.get_xlabel().endswith("[token/sequence]")
    assert axes.get_ylabel() == "batch: sequences that share a pass [sequence]"


def test_every_point_is_told_in_words(report: Report, swept: Sweep) -> None:
    """In order, with the reason where there is no number."""
    title, *lines = sweep_plot(report, swept).get_label().splitlines()
    assert title.startswith("B (balance-batch) for each L")
    assert lines[:2] == ["L = 100 token/sequence: 5,508 sequence.", "L = 1,000 token/sequence: 7,440 sequence."]
    assert lines[-1].startswith("L = 128,000 token/sequence: no balance")


def test_the_picture_is_the_same_each_time_and_has_a_twin_for_dark_pages(report: Report, swept: Sweep) -> None:
    """No date and no random names, and no colour that does not change with the page."""
    picture = svg_text(sweep_plot(report, swept))
    assert svg_text(sweep_plot(report, swept)) == picture
    drawn = set(re.findall(r'style="[^"]*?(?:fill|stroke): (#[0-9a-f]{6})', picture))
    assert drawn <= {light for light, _ in COLOURS.values()} | {"#000000"}


@pytest.mark.parametrize(
    ("values", "told"),
    [
        ({"L": "1k, 2k token/sequence", "n": "1, 2 token/sequence"}, "over one quantity, and 2 vary"),
        ({"L": "1k, 128k token/sequence"}, r"two numbers of B \(balance-batch\)"),
    ],
)
def test_what_is_no_line_is_refused(values: dict[str, str], told: str) -> None:
    """Two quantities, or a single number."""
    found = derive("optimal-batch", values=values)
    with pytest.raises(InputError, match=told):
        sweep_plot(found, sweep(found))
