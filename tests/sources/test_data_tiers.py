"""The packaged memory tiers: their drain times, and that they agree with the cards of accelerators."""

from fractions import Fraction
from itertools import pairwise

import pytest

from derivations.sources.card import KINDS
from derivations.sources.catalog import Catalog


@pytest.mark.parametrize(
    ("name", "unit", "time"),
    [
        ("hbm-h100", "ms", "24"), ("hbm-b300", "ms", "36"), ("hbm-rubin", "ms", "13"), ("grace-lpddr5x", "s", "0.94"),
        ("ddr5-1.5tb", "s", "2.4"), ("ddr5-3tb", "s", "4.9"), ("host-ram-pcie5", "s", "3.9"),
        ("micron-9550-3.84tb", "min", "4.6"), ("micron-9550-7.68tb", "min", "9.1"),
        ("micron-9550-30.72tb", "min", "37"), ("micron-9650-7.68tb", "min", "4.6"), ("micron-9650-30.7tb", "min", "18"),
        ("solidigm-p5336-61.44tb", "h", "2.4"), ("solidigm-p5336-122.88tb", "h", "4.6"),
        ("pascari-d205v-122.88tb", "h", "2.3"), ("hdd-20tb", "h", "19"), ("hdd-32tb", "h", "31"),
    ],
)
def test_the_time_to_read_a_memory_once(catalog: Catalog, name: str, unit: str, time: str) -> None:
    """Capacity over bandwidth, to as many places as are written here."""
    digits = len(time.partition(".")[2])
    assert round(catalog.tier(name).drain.in_unit(unit), digits) == Fraction(time)


def test_slower_kinds_of_memory_take_longer(catalog: Catalog) -> None:
    """The slowest of a kind drains before the fastest of the next."""
    times = {kind: [tier.drain.number for tier in catalog.tiers.values() if tier.kind == kind] for kind in KINDS}
    for faster, slower in pairwise(KINDS):
        assert 0 < max(times[faster]) < min(times[slower])


@pytest.mark.parametrize("name", ["h100", "b300", "rubin"])
def test_high_bandwidth_memory_is_as_on_the_accelerator(catalog: Catalog, name: str) -> None:
    """Its numbers are among those recorded there."""
    tier, chip = catalog.tier(f"hbm-{name}"), catalog.accelerator(name)
    assert tier.capacity.number in {figure.number for figure in chip.capacity.recorded}
    assert tier.bandwidth.number in {figure.number for figure in chip.bandwidth.recorded}


def test_no_packaged_tier_has_a_price(catalog: Catalog) -> None:
    """None was found that could be trusted; it is the reader's to give."""
    assert all(tier.price is None for tier in catalog.tiers.values())
