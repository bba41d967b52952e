"""A growing batch: on a machine that does as the roofline says, the points lie on the derived curve."""

from collections.abc import Callable
from fractions import Fraction
from pathlib import Path

import pytest

from derivations.claims.index import find_claim
from derivations.document.evidence import evidence_json, evidence_table
from derivations.export.plots.evidence import curve_panel
from derivations.measure.batches import BATCHES, measure_batches
from derivations.measure.held import measured_batches
from derivations.measure.measurement import MINE, card_toml, measure
from derivations.sources.catalog import load_catalog
from derivations.sources.kept_cards import place_to_keep
from derivations.study.evidence import Evidence, evidence

from ..document.texts import evidence_text
from .machines import SMALL, Told

RIDGE = 40  # tokens: 2 TFLOP/s over 100 GB/s, four byte a weight and two FLOP


def held(passes: Callable[[float, float], float]) -> tuple[Evidence, ...]:
    catalog, tables = measured_batches(load_catalog(), Told(passes))
    return evidence(find_claim("optimal-batch"), tables, catalog)


def test_a_batch_grows_until_it_is_far_beyond_the_ridge() -> None:
    found = measure_batches(Told(), "fp32", SMALL, Fraction(RIDGE))
    assert list(found.times) == [batch for batch in BATCHES if batch <= 192]
    assert found.floor / found.slope == RIDGE


def test_a_machine_that_does_as_derived_lies_on_the_curve() -> None:
    curve, knee = held(max)
    assert len(curve.counted) >= 10
    assert all(abs(ratio - 1) < Fraction(1, 1000) for ratio in (*curve.ratios, *knee.ratios))
    assert not curve.falsified
    assert not knee.falsified
    assert knee.counted[0].derived is not None
    assert knee.counted[0].derived.number == RIDGE


def test_a_machine_that_does_one_after_the_other_is_off_by_two_at_the_knee() -> None:
    """The curve's bound is that: a machine without overlap keeps it."""
    curve, _ = held(lambda arithmetic, reads: arithmetic + reads)
    assert Fraction(3, 2) < max(curve.ratios) < 2
    assert not curve.falsified


@pytest.mark.long
def test_a_machine_slower_than_its_kept_card_falsifies_the_curve(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """The kept card is what the times are held against, if it is of this machine."""
    monkeypatch.setenv("DERIVATIONS_CONFIG", str(tmp_path))
    fast = card_toml(measure(Told(), SMALL, "2026-11-23"))
    place_to_keep(tmp_path / "cards", MINE).write_text(fast, encoding="utf-8")
    curve, knee = held(lambda arithmetic, reads: 3 * max(arithmetic, reads))
    assert curve.falsified
    assert all(abs(ratio - 3) < Fraction(1, 100) for ratio in curve.ratios)
    assert not knee.falsified  # both lines are as much higher


@pytest.mark.long
def test_a_kept_card_of_another_machine_is_left_alone(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("DERIVATIONS_CONFIG", str(tmp_path))
    theirs = Told()
    theirs.title, theirs.bandwidth = "theirs", 1e9
    other = card_toml(measure(theirs, SMALL, "2026-11-23"))
    place = place_to_keep(tmp_path / "cards", MINE)
    place.write_text(other, encoding="utf-8")
    curve, _ = held(max)
    assert not curve.falsified
    assert place.read_text(encoding="utf-8") == other


@pytest.mark.long
def test_what_was_timed_is_told_in_every_form() -> None:
    found = held(max)
    claim = find_claim("optimal-batch")
    text = " ".join(evidence_text(claim, found).split())
    assert "2 tests over" in text
    assert "the measurements do not falsify the claim" in text
    assert {row["table"] for row in evidence_json(found)} == {"batches", "knee"}
    assert evidence_table(found).to_csv().count("\n") > len(found[0].counted)


@pytest.mark.long
def test_the_points_are_drawn_on_the_derived_curve() -> None:
    panel = curve_panel(held(max)[0])
    derived, measured = (line.points for line in panel.lines)
    assert [batch for batch, _ in derived] == [batch for batch, _ in measured] == sorted(batch for batch, _ in derived)
    assert (panel.across, panel.up) == ("batch [sequences]", "time [us]")
