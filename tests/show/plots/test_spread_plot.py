"""The plot of means: its curves are the means that it was given, its bands one deviation to either side."""

import pytest

from derivations.errors import InputError
from derivations.show.plots.drawing import svg_text
from derivations.show.plots.spread_plot import Means, Panel, spread_plot

ONE = Means("rising", ((0.0, 0.0), (0.5, 0.1), (1.0, 0.2)))
OTHER = Means("falling", ((0.0, 0.0), (-3.0, 0.5)))


def test_curves_are_the_means() -> None:
    panels = [Panel("steps", "share", (ONE,), level=0.5), Panel("steps", "decades", (OTHER,))]
    axes = spread_plot(panels, title="t").axes
    level, line = axes[0].lines
    assert list(level.get_ydata()) == [0.5, 0.5]
    assert list(line.get_xdata()) == [0, 1, 2]
    assert list(line.get_ydata()) == [0.0, 0.5, 1.0]
    assert list(axes[1].lines[0].get_ydata()) == [0.0, -3.0]


def test_bands_reach_one_deviation_to_either_side() -> None:
    (axes,) = spread_plot([Panel("steps", "share", (ONE,))], title="t").axes
    heights = axes.collections[0].get_paths()[0].vertices[:, 1]
    assert (min(heights), max(heights)) == (0.0, 1.2)


def test_words_say_where_each_curve_ends() -> None:
    text = svg_text(spread_plot([Panel("steps", "share", (ONE, OTHER))], title="which"))
    assert "rising: from 0 to 1, with a deviation of 0.2." in text
    assert "falling: from 0 to -3, with a deviation of 0.5." in text


@pytest.mark.parametrize("panels", [[], [Panel("a", "b", ())], [Panel("a", "b", (Means("none", ()),))]])
def test_nothing_is_no_plot(panels: list[Panel]) -> None:
    with pytest.raises(InputError, match="a curve in each panel"):
        spread_plot(panels, title="t")
