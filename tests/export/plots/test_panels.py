"""Panels: lines with bands, marks and gaps, and bars on each other."""

import math

import pytest

from derivations import InputError, Line, Panel, panels_plot

RISING = Line("rising", [(0, 0.0), (1, 0.5), (2, 1.0)], spread=[0, 0.1, 0.2])
FALLING = Line("falling", [(0, 0), (1, -3)])


def test_lines_are_their_points() -> None:
    axes = panels_plot([Panel([RISING], "steps", "share"), Panel([FALLING], "steps", "decades")], "t").axes
    assert list(axes[0].lines[0].get_xdata()) == [0, 1, 2]
    assert list(axes[0].lines[0].get_ydata()) == [0.0, 0.5, 1.0]
    assert list(axes[1].lines[0].get_ydata()) == [0.0, -3.0]


def test_a_band_reaches_its_half_width_to_either_side() -> None:
    (axes,) = panels_plot([Panel([RISING], "steps", "share")], "t").axes
    heights = axes.collections[0].get_paths()[0].vertices[:, 1]
    assert (min(heights), max(heights)) == (0.0, 1.2)


def test_a_gap_breaks_the_line_and_a_marked_one_has_a_cross_there() -> None:
    points = [(1, 2), (2, None), (3, 4)]
    (axes,) = panels_plot([Panel([Line("plain", points), Line("marked", points, marker="o")], "x", "y")], "t").axes
    plain, marked, crosses = axes.lines
    assert math.isnan(plain.get_ydata()[1])
    assert math.isnan(marked.get_ydata()[1])
    assert list(crosses.get_xdata()) == [2]


def test_bars_stand_on_each_other() -> None:
    """The first line at the bottom."""
    lines = [Line("cache", [(1, 2), (2, 2)]), Line("weights", [(1, 8), (2, 4)])]
    (axes,) = panels_plot([Panel(lines, "stages", "memory", stacked=True)], "t").axes
    assert [(bar.get_y(), bar.get_height()) for bar in axes.patches] == [(0, 2), (0, 2), (2, 8), (2, 4)]


def test_marks_and_levels_are_lines_with_labels() -> None:
    (axes,) = panels_plot([Panel([RISING], "x", "y", marks={"here": 1}, levels={"half": 0.5})], "t").axes
    _, mark, level = axes.lines
    assert (list(mark.get_xdata()), list(level.get_ydata())) == ([1, 1], [0.5, 0.5])
    assert [text.get_text() for text in axes.texts] == ["here"]
    assert axes.get_legend_handles_labels()[1] == ["rising", "half"]


@pytest.mark.long
def test_panels_with_the_same_lines_share_a_legend() -> None:
    """Others have one each."""
    same = panels_plot([Panel([RISING, FALLING], "x", "y", str(number)) for number in (1, 2)], "t", beside=True)
    assert [len(same.legends), *(axes.get_legend() for axes in same.axes)] == [1, None, None]
    apart = panels_plot([Panel([line], "x", "y") for line in (RISING, FALLING)], "t", beside=True)
    assert apart.legends == []
    assert all(axes.get_legend() is not None for axes in apart.axes)


@pytest.mark.some(1)
@pytest.mark.parametrize("names", [
    ("one", "two", "three"),
    ("with caches", "with caches, if fast mode is cheaper", "without a context"),
    ("timetable, not full", "timetable, 20 ms into an overload", "leaving when full", "at random"),
])
def test_no_name_in_a_legend_is_cut(names: tuple[str, ...]) -> None:
    """Where three do not fit beside each other they stand on further lines."""
    figure = panels_plot([Panel([Line(name, RISING.points) for name in names], "x", "y")], "t")
    figure.draw_without_rendering()
    (legend,) = figure.legends
    assert legend.get_window_extent().x1 <= figure.bbox.x1


@pytest.mark.long
def test_words_say_some_points_of_each_line_unless_others_are_given() -> None:
    panels = [Panel([RISING, Line("none", [(1, None)])], "x", "y")]
    assert panels_plot(panels, "t").get_label() == "t\nrising: 0 at 0; 0.5 at 1; 1 at 2.\nnone: no number."
    assert panels_plot(panels, "t", ["in words"]).get_label() == "t\nin words"


@pytest.mark.parametrize(
    ("panels", "says"),
    [
        ([], "needs panels"),
        ([Panel([], "a", "b")], "a line with numbers"),
        ([Panel([Line("none", [(1, None)])], "a", "b")], "a line with numbers"),
        ([Panel([RISING], "a", "b", logarithmic="z")], "axes are called x and y"),
        ([Panel([FALLING], "a", "b", logarithmic="y")], "no place for zero or less"),
    ],
)
def test_what_cannot_be_drawn_is_refused(panels: list[Panel], says: str) -> None:
    with pytest.raises(InputError, match=says):
        panels_plot(panels, "t")
