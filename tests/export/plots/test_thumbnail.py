"""Small pictures: a curve with its gap and the point of the scenario, in a few hundred letters."""

import re
from html import escape
from xml.etree import ElementTree

import pytest

from derivations.export.live import live_data
from derivations.export.plots.balance import balance_picture
from derivations.export.plots.thumbnail import curve_svg, thumbnail

from ...reports import plain


def test_a_curve_with_a_gap_and_a_point() -> None:
    """What has no number tints the ground, and the point stands on the curve."""
    svg = curve_svg([(0, 1.0), (1, 2.0), (2, None), (3, None)], (1, 2.0), "y <over> x", "1 at 0")
    root = ElementTree.fromstring(svg)
    assert root.findtext("title") == "y <over> x"
    assert [part.get("class") for part in root.iter("path")] == ["axes", "gap", "curve"]
    point = next(root.iter("circle"))
    curve = next(part.get("d") or "" for part in root.iter("path") if part.get("class") == "curve")
    assert curve.endswith(f"{point.get('cx')} {point.get('cy')}")


def test_a_point_outside_the_curve_is_not_drawn() -> None:
    """Nor is a picture of fewer than two numbers."""
    assert "<circle" not in curve_svg([(0, 1.0), (1, 2.0)], (5, 2.0), "", "")
    assert curve_svg([(0, None), (1, 2.0)], (1, 2.0), "", "") == ""


def test_a_flat_line_stands_above_the_foot() -> None:
    """A number that does not move is not zero."""
    svg = curve_svg([(0, 3.0), (1, 3.0)], (0, 3.0), "", "")
    assert 'd="M6.0 6.0 114.0 6.0"' in svg


@pytest.mark.long
def test_a_claim_has_its_own() -> None:
    """It is light, and says in words where it begins; that of a constant is of what the claim moves instead."""
    report = plain("optimal-batch")
    svg = thumbnail(report, live_data(report))
    assert len(svg) < 2000
    assert "2,422 at 8,000" in svg
    third = plain("budget-split")  # a third, whatever else
    moved = escape(third.derivation.notation["y_split"].meaning)
    assert thumbnail(third, live_data(third)).count(moved[1:]) == 1  # it begins the title with a capital


@pytest.mark.long
def test_a_claim_without_a_live_part_is_drawn_over_its_range() -> None:
    """And one over what counts at whole numbers alone."""
    drafts, racks = plain("speculative-decoding"), plain("expert-parallelism")
    assert "1.81 at 0.85" in thumbnail(drafts, {})
    assert "9 at 2; " in thumbnail(racks, live_data(racks))


def test_a_curve_that_goes_far_leaves_the_picture() -> None:
    """So that what is near the scenario can be seen."""
    svg = curve_svg([(0, 1.0), (1, 2.0), (2, 500.0)], (0, 1.0), "", "")
    heights = [float(part.split()[1]) for part in re.findall(r"[-\d.]+ [-\d.]+", svg.partition('"curve" d="M')[2])]
    assert heights[2] < 0 < heights[1] < 60


def test_the_balance_is_where_the_curves_meet() -> None:
    """The picture has the numbers of the claim, and every word within it."""
    root = ElementTree.fromstring(balance_picture(plain("optimal-batch")))
    words = [part.text or "" for part in root.iter("text")]
    assert {"about 3,700 sequences", "memory-bound", "compute-bound", "read all weights: 17 ms"} <= set(words)
    point = next(root.iter("circle"))
    curve = next(part.get("d") or "" for part in root.iter("path") if part.get("class") == "curve")
    assert f"L{point.get('cx')} {point.get('cy')}L" in curve
    height = float((root.get("viewBox") or "").split()[3])
    assert all(0 < float(part.get("y") or 0) < height for part in root.iter("text"))
