"""Curves of steps: exact points, gaps where a condition fails, and words for those who do not see them."""

from fractions import Fraction
from itertools import pairwise

import pytest

from derivations import InputError, Report, UnknownNameError, derive
from derivations.show.plots.curves_plot import Curve, curves_plot, points_of
from derivations.show.plots.drawing import svg_text

CONTEXTS = ("0 token/sequence", "6k token/sequence")


def test_points_are_those_of_the_evaluation(as_built: Report) -> None:
    """Each point is what the report says at that value."""
    drawn = points_of(Curve(as_built, "balance-batch"), "L", CONTEXTS)
    for x, y in drawn.points[:40:13]:
        assert y == derive("optimal-batch", values={"L": f"{x} token/sequence"}).result.in_unit


def test_a_curve_has_a_gap_where_its_condition_fails(as_built: Report) -> None:
    """Beyond the crossover context there is no balance batch, and none is drawn."""
    edge = as_built.numbers("crossover-context").in_unit
    drawn = points_of(Curve(as_built, "balance-batch"), "L", CONTEXTS)
    assert all((y is None) == (x >= edge) for x, y in drawn.points)
    assert any(y is None for _, y in drawn.points)


def test_a_geometric_range_has_even_ratios_and_both_ends(as_built: Report) -> None:
    xs = [x for x, _ in points_of(Curve(as_built, "balance-batch"), "n", _tokens("1", "1000"), geometric=True).points]
    assert (xs[0], xs[-1]) == (1, 1000)
    ratios = [float(after / before) for before, after in pairwise(xs)]
    assert max(ratios) - min(ratios) < 1e-4


def test_the_figure_says_what_it_shows(as_built: Report, as_said: Report) -> None:
    """In a title and in words, as SVG; the same text each time."""
    curves = [Curve(as_built, "balance-batch", "DeepSeek-V3"), Curve(as_said, "balance-batch", "as said")]
    marks = {"four drafted": "4 token/sequence"}
    made = [svg_text(curves_plot(curves, "n", _tokens("1", "8"), marks=marks, title="Batches")) for _ in range(2)]
    assert made[0] == made[1]
    assert "<title>Batches</title>" in made[0]
    assert "DeepSeek-V3 [sequence]: 5,354 at 1" in made[0]
    assert "as said [sequence]: 2,400 at 1" in made[0]
    assert ">four drafted<" in made[0]


def test_axes_may_be_logarithmic(as_built: Report) -> None:
    axes = curves_plot([Curve(as_built, "balance-batch")], "n", _tokens("1", "1000"), logarithmic="xy").axes[0]
    assert (axes.get_xscale(), axes.get_yscale()) == ("log", "log")


@pytest.mark.parametrize(
    ("change", "says"),
    [
        ({"curves": []}, "at least one curve"),
        ({"between": ("5 token/sequence", "1 token/sequence")}, "no range"),
        ({"between": ("5 s", "9 s")}, "n "),
        ({"logarithmic": "z"}, "axes are called x and y"),
        ({"over": "L", "between": ("0 token/sequence", "1 token/sequence"), "logarithmic": "x"}, "begins above zero"),
        ({"over": "L", "between": ("100k token/sequence", "200k token/sequence")}, "no numbers"),
    ],
)
def test_what_cannot_be_drawn_is_refused(as_built: Report, change: dict[str, object], says: str) -> None:
    """In one line."""
    asked = {"curves": [Curve(as_built, "balance-batch")], "over": "n", "between": _tokens("1", "8"), **change}
    with pytest.raises(InputError, match=says):
        curves_plot(**asked)  # type: ignore[arg-type]


def test_one_axis_holds_one_unit(as_built: Report) -> None:
    with pytest.raises(InputError, match="one axis holds one unit"):
        curves_plot([Curve(as_built, "balance-batch"), Curve(as_built, "ridge")], "n", _tokens("1", "8"))


def test_an_unknown_name_is_told(as_built: Report) -> None:
    with pytest.raises(UnknownNameError):
        curves_plot([Curve(as_built, "no-such-step")], "n", _tokens("1", "8"))


def _tokens(low: str, high: str) -> tuple[str, str]:
    assert Fraction(low) < Fraction(high)
    return f"{low} token/sequence", f"{high} token/sequence"
