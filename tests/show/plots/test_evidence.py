"""Evidence drawn: a panel for each test of the claim, with points, the line of what is derived, and the bound."""

from fractions import Fraction

import pytest

from derivations.errors import InputError
from derivations.lecture.index import find_claim
from derivations.show.plots.drawing import svg_text
from derivations.show.plots.evidence import evidence_panel, evidence_plot
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


def test_a_picture_is_the_same_twice_and_tells_itself_in_words() -> None:
    first, second = (svg_text(evidence_plot(held())) for _ in range(2))
    assert first == second
    assert "h200: 1.2 at 10" in first


def test_other_premises_are_not_drawn_and_nothing_is_an_error() -> None:
    with pytest.raises(InputError, match="nothing measured"):
        evidence_plot(held(HEADER.replace("because", "alternative = true\nbecause")))
