"""A table as points: their places, and words that tell them."""

from fractions import Fraction

import pytest

from derivations import InputError, points_plot

ROWS = {
    "thing": {"a": Fraction(3), "b": (None, 4), "c": "never", "elsewhere": (1, 9)},
    "other": {"c": 7, "a": Fraction(5)},
}


def test_points_stand_in_the_rows_of_their_things() -> None:
    """Rows from top to bottom, ranges as lines, and a mark through all of them."""
    (axes,) = points_plot(ROWS, axis="x", title="t", marks={"said": 6}).axes
    drawn = {(tuple(map(float, line.get_xdata())), line.get_ydata()[0]) for line in axes.lines if len(line.get_xdata())}
    assert {((3.0,), 0), ((4.0,), 0), ((1.0, 9.0), 0), ((7.0,), 1), ((5.0,), 1), ((6.0, 6.0), 0)} <= drawn
    assert [label.get_text() for label in axes.get_yticklabels()] == ["thing", "other"]
    assert axes.get_xscale() == "log"


def test_words_tell_every_point() -> None:
    """Numbers, upper ends, what is never reached, and ranges."""
    label = points_plot(ROWS, axis="x", title="t", caption="c", marks={"said": 6}).get_label()
    assert label.splitlines() == [
        "t, c", "said: 6.", "thing: a 3, b before 4, c never, elsewhere 1 to 9.", "other: c 7, a 5.",
    ]


def test_series_come_in_the_order_that_is_asked_for() -> None:
    """In the legend, and so in their looks."""
    (legend,) = points_plot(ROWS, axis="x", title="t", series=("c",)).legends
    assert [text.get_text() for text in legend.get_texts()] == ["c", "a", "b", "elsewhere"]


def test_a_linear_axis_begins_at_zero_and_numbers_may_stand_beside_their_points() -> None:
    (axes,) = points_plot({"one": {"a": Fraction(20, 3)}}, axis="x", title="t", linear=True, written=True).axes
    assert axes.get_xscale() == "linear"
    assert axes.get_xlim()[0] == 0
    assert [text.get_text() for text in axes.texts] == ["6.67"]


def test_a_plot_of_points_needs_rows() -> None:
    """An empty picture says nothing."""
    with pytest.raises(InputError, match="at least one row"):
        points_plot({}, axis="x", title="t")
