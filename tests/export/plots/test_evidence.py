"""Evidence drawn: a panel for each test of the claim, with points, the line of what is derived, and the bound."""

from fractions import Fraction

import pytest

from derivations.claims.index import find_claim
from derivations.errors import InputError
from derivations.export.plots.drawing import svg_text
from derivations.export.plots.evidence import curve_panel, curve_plot, curves, evidence_panel, evidence_plot
from derivations.sources.catalog import load_catalog
from derivations.sources.measured import measured_table
from derivations.study.evidence import Evidence, evidence

from ...measured import HEADER, ROWS, table

CATALOG = load_catalog()


def held(header: str = HEADER, rows: str = ROWS) -> tuple[Evidence, ...]:
    return evidence(find_claim("train-interval"), [measured_table(table(header, rows), "mine.csv", CATALOG)], CATALOG)


def test_points_stand_beside_the_line_of_what_is_derived() -> None:
    """Each accelerator has its own; derived is read across, measured over derived upward."""
    panel = evidence_panel(held()[0], ["h100", "h200", "b200"])
    assert (panel.across, panel.up) == ("derived, mine [ms]", "measured over derived")
    lines = {line.label: list(line.points) for line in panel.lines}
    assert list(lines) == ["as derived", "bound", "h100", "h200", "b200"]
    assert [(float(x), y) for x, y in lines["h100"]] == [(10, Fraction(26, 25)), (20, Fraction(21, 20))]
    low, high = Fraction(4, 5), Fraction(5, 4)
    assert [y for _, y in lines["bound"]] == [low, low, None, high, high, None]
    assert lines["b200"] == []


GROWING = """\
accelerator,kernel,bytes,time,apart
h100,a,67,21,
h100,b,33.5,10.4,
h100,a,16.75,5.3,
h200,a,48,12,
h200,a,24,6.1,
"""


def test_rows_over_a_condition_that_grows_are_points_on_the_derived_curve() -> None:
    """Of each accelerator by itself, whatever words stand beside; two values make no curve."""
    (curve,) = curves(held(rows=GROWING)[0])
    assert (curve.across, curve.label) == ("bytes", "")
    panel = curve_panel(held(rows=GROWING)[0])
    assert (panel.across, panel.up, panel.logarithmic) == ("bytes [GB]", "time [ms]", "xy")
    lines = {line.label: [(float(x), float(y or 0)) for x, y in line.points] for line in panel.lines}
    assert lines == {"as derived": [(16.75, 5), (33.5, 10), (67, 20)],
                     "measured": [(16.75, 5.3), (33.5, 10.4), (67, 21)]}
    assert curves(held()[0]) == ()


@pytest.mark.long
def test_curves_of_several_accelerators_are_told_apart() -> None:
    """By what differs between them; the name of a line that only repeats a color stands in no legend."""
    found = held(rows=f"{GROWING}h200,a,12,3.1,\n")
    assert curve_panel(found[0]).labels == ("measured, h100", "measured, h200")
    assert "measured, h200 [ms]: 3.1 at 12; 6.1 at 24; 12 at 48." in svg_text(curve_plot(found))


@pytest.mark.long
def test_without_a_curve_the_ratios_are_drawn() -> None:
    assert svg_text(curve_plot(held())) == svg_text(evidence_plot(held()))


@pytest.mark.long
def test_a_picture_is_the_same_twice_and_tells_itself_in_words() -> None:
    first, second = (svg_text(evidence_plot(held())) for _ in range(2))
    assert first == second
    assert "h200: 1.2 at 10" in first


def test_other_premises_are_not_drawn_and_nothing_is_an_error() -> None:
    with pytest.raises(InputError, match="it has no measured rows to draw"):
        evidence_plot(held(HEADER.replace("because", "alternative = true\nbecause")))
