"""Drain times of memory tiers as a picture."""

from fractions import Fraction

import pytest

from derivations import InputError, load_catalog
from derivations.show.plots.drawing import svg_text
from derivations.show.plots.tiers_plot import drain_rows, tiers_plot

SOLD = {"sold: five minutes": "5 min", "sold: an hour": "1 h"}


def test_every_tier_and_every_hold_time_has_a_row_in_order() -> None:
    """From the quickest memory to the slowest disk, hold times in between."""
    catalog = load_catalog()
    rows = drain_rows(catalog, SOLD)
    times = [min(row.numbers.values()) for row in rows]
    assert len(rows) == len(catalog.tiers) + len(SOLD)
    assert times == sorted(times)
    assert Fraction(300_000) in times
    assert times[-1] == Fraction(32 * 10**12, 285 * 10**6) * 1000


def test_the_picture_says_in_words_what_it_shows() -> None:
    """Titles and numbers stand in the description."""
    svg = svg_text(tiers_plot(load_catalog(), SOLD, ("disk, as said", "1 h")))
    assert "sold: an hour" in svg
    assert "Hard disk 20 TB" in svg


def test_what_is_no_time_is_refused() -> None:
    """Bytes are not sorted among seconds."""
    with pytest.raises(InputError, match="no time"):
        drain_rows(load_catalog(), {"sold": "5 GB"})
