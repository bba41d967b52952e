"""SVG of figures: the same text each time, with words for those who do not see it and colors for dark pages."""

import re
import sys
from collections.abc import Callable
from fractions import Fraction
from typing import Any
from xml.etree import ElementTree

import pytest

from derivations import InputError, Line, Panel, derive, panels_plot, points_plot, swings_plot
from derivations.export.plots.drawing import COLORS, plain, svg_text

SPACE = "{http://www.w3.org/2000/svg}"


def panels() -> Any:
    """Two panels with all that a panel can have."""
    rising = Line("rising", [(0, 1), (1, None), (2, 3)], "ms", spread=(0, 0, 1), marker="o")
    first = Panel([rising], "steps", "time [ms]", "first", marks={"here": 1}, levels={"limit": 2})
    bars = Panel([Line("bars", [(1, 2), (2, 3)], role="third")], "stages", "memory", "second", stacked=True)
    return panels_plot([first, bars], "A title")


def points() -> Any:
    """Points of every kind."""
    rows = {"one": {"a": Fraction(3), "b": (None, 4), "range": (1, 9)}, "other": {"a": Fraction(5), "b": "never"}}
    return points_plot(rows, axis="x", title="A title", marks={"said": 4}, written=True)


def swings() -> Any:
    """The swings of a claim that has ranges."""
    return swings_plot(derive("chinchilla"))


@pytest.mark.long
@pytest.mark.parametrize("draw", [panels, points, swings])
def test_a_picture_is_the_same_each_time_and_changes_with_the_page(draw: Callable[[], Any]) -> None:
    """No date and no random names, whatever a reader's matplotlib says, and no color without a twin."""
    import matplotlib

    picture = svg_text(draw())
    with matplotlib.rc_context({"font.size": 30, "axes.facecolor": "black", "svg.fonttype": "path"}):
        assert svg_text(draw()) == picture
        assert matplotlib.rcParams["font.size"] == 30
    assert "Matplotlib" not in picture
    drawn = set(re.findall(r'style="[^"]*?(?:fill|stroke): (#[0-9a-f]{6})', picture))
    assert drawn <= {light for light, _ in COLORS.values()} | {"#000000"}


def test_names_of_shapes_do_not_hang_on_the_last_digit_of_a_float() -> None:
    """Which differs from machine to machine."""
    from matplotlib.figure import Figure

    def drawn(place: float) -> str:
        figure = Figure((2.0, 2.0), label="A line")
        figure.add_axes((place, 0.2, 0.7, 0.7)).plot([1, 2, 3], [1, 2, 3], marker="o")
        return svg_text(figure)

    near, other = drawn(0.1 + 0.2), drawn(0.3)
    assert near == other
    assert {"shape1", "shape2"} <= set(re.findall(r'id="(shape\d+)"', near))
    assert set(re.findall(r'(?:href="|url\()#([^")]+)', near)) <= set(re.findall(r'id="([^"]+)"', near))


@pytest.mark.some(1)
@pytest.mark.parametrize("draw", [panels, points, swings])
def test_missing_matplotlib_says_what_to_install(draw: Callable[[], Any], monkeypatch: pytest.MonkeyPatch) -> None:
    """Without matplotlib the error names the extra."""
    monkeypatch.setitem(sys.modules, "matplotlib", None)
    with pytest.raises(InputError, match=r"pip install 'derivations\[plot\]'"):
        draw()


@pytest.mark.long
def test_a_picture_has_a_title_and_a_description() -> None:
    """The first line of the figure's label, and the rest; words stay words."""
    root = ElementTree.fromstring(svg_text(panels()))
    assert root.get("role") == "img"
    assert root.findtext(f"{SPACE}title") == "A title"
    told = str(root.findtext(f"{SPACE}desc")).splitlines()
    assert told == ["first:", "rising [ms]: 1 at 0; 3 at 2.", "limit.", "second:", "bars: 2 at 1; 3 at 2."]
    words = {"".join(item.itertext()).strip() for item in root.iter(f"{SPACE}text")}
    assert {"steps", "time [ms]", "here", "limit", "first", "second", "stages"} <= words


def test_a_shape_that_is_drawn_by_reference_has_no_color_of_light_pages() -> None:
    """On a dark page each place has its own color."""
    text = svg_text(points())
    shapes, places = re.findall(r"<defs>\s*<path [^>]*>", text), re.findall(r"<use [^>]*>", text)
    assert shapes
    assert not any("stroke: #" in shape for shape in shapes)
    assert all("stroke: #" in place for place in places)


def test_each_color_is_legible_on_its_paper() -> None:
    for role, pair in COLORS.items():
        for color, paper in zip(pair, COLORS["paper"], strict=True):
            assert role in ("paper", "rule") or contrast(color, paper) >= 4.5


def test_numbers_along_an_axis_are_plain() -> None:
    assert [plain(number) for number in (0.01, 12_000.0, 1e12, 2e-5)] == ["0.01", "12,000", "10¹²", "2·10⁻⁵"]


def contrast(first: str, second: str) -> float:
    """The contrast of two colors, as accessibility guidelines measure it."""
    high, low = sorted((luminance(first), luminance(second)), reverse=True)
    return (high + 0.05) / (low + 0.05)


def luminance(color: str) -> float:
    """The relative luminance of a color."""
    parts = [int(color[place : place + 2], 16) / 255 for place in (1, 3, 5)]
    red, green, blue = (p / 12.92 if p <= 0.04045 else ((p + 0.055) / 1.055) ** 2.4 for p in parts)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue
