"""The plots of swings and of trades: their data are the derivation's, their words say what they show."""

import re
import sys
from dataclasses import replace
from fractions import Fraction
from xml.etree import ElementTree

import pytest

from derivations import InputError, Report, UnknownNameError, derive
from derivations.show.plots.drawing import COLOURS, svg_text
from derivations.show.plots.swings_plot import swings_plot
from derivations.show.plots.trade_plot import FALLING, RISING, SUM, trade_plot, trades

PAIRS = (("1", "1"), ("1", "3"))
SPACE = "{http://www.w3.org/2000/svg}"


@pytest.fixture(scope="module")
def report() -> Report:
    """The claim that has ranges, and two costs against one scale."""
    return derive("chinchilla", as_said=True)


@pytest.fixture(scope="module")
def pictures(report: Report) -> tuple[str, str]:
    """Both plots."""
    return svg_text(swings_plot(report)), svg_text(trade_plot(report, PAIRS))


def words(svg: str, tag: str = "text") -> list[str]:
    """What a picture says."""
    return ["".join(element.itertext()).strip() for element in ElementTree.fromstring(svg).iter(SPACE + tag)]


def test_every_range_is_written_beside_its_bar(report: Report, pictures: tuple[str, str]) -> None:
    """Both ends of each, and that the last one changes nothing."""
    labels = words(pictures[0])
    for label in ("18.5 million", "247 million", "30", "360", "118", "18", "0.2", "0.3333", "2 to 6: no change"):
        assert label in labels
    assert "serves [day]" in labels
    assert any(report.result.result in label for label in labels)


def test_swings_are_told_in_words(report: Report, pictures: tuple[str, str]) -> None:
    """One line for each bar, in the order of the bars."""
    (description,) = words(pictures[0], "desc")
    lines = description.splitlines()
    assert [line.split(" ")[0] for line in lines] == [swing.name for swing in report.swings]
    for line, swing in zip(lines[:-1], report.swings[:-1], strict=True):
        assert swing.at_low.result in line
        assert swing.at_high.result in line
        assert f"a factor of {swing.factor_text}." in line
    assert lines[-1].endswith("no change.")


def test_bars_run_from_the_result_to_the_ends(report: Report) -> None:
    """Two strokes for each quantity that moves the result, each from the result to the result at an end."""
    figure = swings_plot(report)
    (axes,) = figure.axes
    drawn = {
        (int(line.get_ydata()[0]), float(line.get_xdata()[1]))
        for line in axes.lines
        if len(line.get_xdata()) == 2 and line.get_linewidth() > 5
    }
    moving = [swing for swing in report.swings if swing.factor != 1]
    assert drawn == {
        (place, float(end.value or 0)) for place, swing in enumerate(moving) for end in (swing.at_low, swing.at_high)
    }


def test_a_report_without_swings_is_refused(report: Report) -> None:
    """Nothing to draw."""
    with pytest.raises(InputError, match="no swings to draw"):
        swings_plot(derive(replace(report.claim, ranges={})))


def test_trades_are_those_of_the_derivation(report: Report) -> None:
    """x and x^-3 in plain fractions; least where one stands to the other as three to one."""
    one, three = trades(report, PAIRS)
    assert one.cheapest == 1
    assert one.costs == {RISING: 1, FALLING: 1, SUM: 2}
    for x, cost in three.curves[SUM]:
        assert cost == x + Fraction(1) / x**3
    assert float(three.cheapest) == pytest.approx(3**0.25)
    assert float(three.costs[RISING]) == pytest.approx(3 * float(three.costs[FALLING]))
    assert min(cost for _, cost in three.curves[SUM]) == three.costs[SUM]


def test_trades_are_told_in_words(report: Report, pictures: tuple[str, str]) -> None:
    """Where the sum is least, and what each cost is there."""
    (description,) = words(pictures[1], "desc")
    assert description.splitlines() == [str(trade) for trade in trades(report, PAIRS)]
    assert "rising cost 1.32" in words(pictures[1])


def test_pictures_are_the_same_each_time_and_have_twins_for_dark_pages(
    report: Report, pictures: tuple[str, str]
) -> None:
    """No date and no random names, and no colour that does not change with the page."""
    assert (svg_text(swings_plot(report)), svg_text(trade_plot(report, PAIRS))) == pictures
    for picture in pictures:
        drawn = set(re.findall(r'style="[^"]*?(?:fill|stroke): (#[0-9a-f]{6})', picture))
        assert drawn <= {light for light, _ in COLOURS.values()} | {"#000000"}


def test_wrong_input_is_refused(report: Report) -> None:
    """No pair, an exponent that is none, and a claim without such costs."""
    with pytest.raises(InputError, match="at least one pair"):
        trade_plot(report, ())
    with pytest.raises(InputError, match="p_up"):
        trades(report, (("0", "1"),))
    with pytest.raises(UnknownNameError, match="unknown step"):
        trades(derive("optimal-batch"), PAIRS)


def test_missing_matplotlib_says_what_to_install(report: Report, monkeypatch: pytest.MonkeyPatch) -> None:
    """Without matplotlib the error names the extra."""
    monkeypatch.setitem(sys.modules, "matplotlib", None)
    for draw in (lambda: swings_plot(report), lambda: trade_plot(report, PAIRS)):
        with pytest.raises(InputError, match=r"pip install 'derivations\[notebook\]'"):
            draw()
