"""The plot of swings: its data are the derivation's, its words say what it shows."""

from dataclasses import replace
from xml.etree import ElementTree

import pytest

from derivations import InputError, Report, derive, swings_plot
from derivations.export.plots.drawing import svg_text

SPACE = "{http://www.w3.org/2000/svg}"


@pytest.fixture(scope="module")
def report() -> Report:
    """The claim that has ranges."""
    return derive("chinchilla", as_said=True)


@pytest.fixture(scope="module")
def picture(report: Report) -> str:
    """The plot as SVG."""
    return svg_text(swings_plot(report))


def words(svg: str, tag: str = "text") -> list[str]:
    """What a picture says."""
    return ["".join(element.itertext()).strip() for element in ElementTree.fromstring(svg).iter(SPACE + tag)]


def test_every_range_is_written_beside_its_bar(report: Report, picture: str) -> None:
    """Both ends of each, and that the last one changes nothing."""
    labels = words(picture)
    for label in ("18.5 million", "247 million", "30", "360", "118", "18", "0.2", "0.3333", "2 to 6: no change"):
        assert label in labels
    assert any(label.endswith("[days]") for label in labels)
    assert any(report.result.result in label for label in labels)


def test_both_ends_of_a_range_are_in_the_unit_beside_the_name() -> None:
    """Also where one was written in bytes and the other in kilobytes."""
    report = derive("pipeline-kv")
    kappa = next(swing for swing in report.swings if swing.name == "kappa")
    assert kappa.low.unit != kappa.high.unit
    labels = words(svg_text(swings_plot(report)))
    assert "1,667" in labels
    assert "70,272" in labels


def test_swings_are_told_in_words(report: Report, picture: str) -> None:
    """One line for each bar, in the order of the bars."""
    (description,) = words(picture, "desc")
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


@pytest.mark.long
def test_a_report_without_swings_is_refused(report: Report) -> None:
    """Nothing to draw."""
    with pytest.raises(InputError, match="no swings to draw"):
        swings_plot(derive(replace(report.claim, ranges={})))
