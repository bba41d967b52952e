"""Drawn numbers: as likely as is said, the same each time and in whatever parts, and never outside their domain."""

from __future__ import annotations

from fractions import Fraction

import numpy as np
import pytest

from derivations.errors import InputError
from derivations.language.quantity import Quantity
from derivations.numbers.value import read_range
from derivations.study.drawn_numbers import MOST_DRAWS, Draws

SHARE = Quantity("u", "", "share of the peak", "fraction")
RATE = Quantity("W", "TB/s", "bandwidth")
COUNT = Quantity("n", "", "GPUs", "integer")
COUNTED = 200_000


def draws(quantity: Quantity, text: str, **options: int) -> Draws:
    value = read_range(text)
    assert value is not None
    return Draws(quantity, value, COUNTED, **options)


def test_a_standard_deviation_is_that_of_the_numbers() -> None:
    found = draws(RATE, "4.8 +- 0.2 TB/s")[:]
    assert abs(found.mean() - 4.8) < 0.002
    assert abs(found.std() - 0.2) < 0.002


@pytest.mark.parametrize(("text", "low", "high"), [("0.4 to 0.7 (90%)", 0.4, 0.7), ("0.2 to 0.3 (50%)", 0.2, 0.3)])
def test_so_many_lie_in_a_range_and_as_many_below_as_above(text: str, low: float, high: float) -> None:
    found, value = draws(SHARE, text)[:], read_range(text)
    assert value is not None
    assert value.spread is not None
    assert value.spread.chance is not None
    outside = (1 - float(value.spread.chance)) / 2
    assert abs((found < low).mean() - outside) < 0.004
    assert abs((found > high).mean() - outside) < 0.004
    assert abs(np.median(found) - (low * high) ** 0.5) < 0.002  # lognormal


def test_a_range_through_zero_is_normal() -> None:
    found = draws(Quantity("x", "", "difference", "real"), "-1 to 3 (80%)")[:]
    assert abs(found.mean() - 1) < 0.01
    assert abs((found < -1).mean() - 0.1) < 0.004


def test_nothing_lies_outside_the_domain() -> None:
    found = draws(SHARE, "0.9 +- 0.2")
    assert 0.3 < found.beyond < 0.32
    assert 0 < found[:].min() < found[:].max() <= 1


def test_what_is_most_is_an_edge_too() -> None:
    found = Draws(RATE, read_range("4.8 +- 0.2 TB/s"), 1000, most=Fraction(4_800_000_000_000))  # type: ignore[arg-type]
    assert found[:].max() <= 4.8


def test_counts_are_whole() -> None:
    found = draws(COUNT, "3 +- 2")[:]
    assert (found == np.rint(found)).all()
    assert found.min() == 1


def test_a_part_is_that_of_the_whole() -> None:
    found = draws(RATE, "4 +- 1 TB/s")
    whole = found[:]
    for part in (slice(0, 10), slice(65_530, 65_540), slice(131_000, 131_100), slice(199_990, None), slice(7, 7)):
        assert np.array_equal(found[part], whole[part])
        assert np.array_equal(found[part,], whole[part])
    assert np.array_equal(np.asarray(found), whole)


def test_another_seed_and_another_quantity_have_other_numbers() -> None:
    text = "4 +- 1 TB/s"
    first = draws(RATE, text)[:]
    assert not np.array_equal(first, draws(RATE, text, seed=1)[:])
    other = draws(Quantity("V", "TB/s", "bandwidth"), text)[:]
    assert abs(np.corrcoef(first, other)[0, 1]) < 0.01


@pytest.mark.parametrize("count", [0, -1, MOST_DRAWS + 1])
def test_a_number_of_draws_that_is_none_is_refused(count: int) -> None:
    with pytest.raises(InputError, match="draws are 1 to 100,000,000"):
        Draws(RATE, read_range("4 +- 1 TB/s"), count)  # type: ignore[arg-type]


def test_a_range_alone_does_not_say_how_likely_numbers_are() -> None:
    with pytest.raises(InputError, match="does not say how likely numbers are"):
        draws(RATE, "4 to 5 TB/s")


def test_what_would_mostly_be_outside_is_refused() -> None:
    with pytest.raises(InputError, match="most of what would be drawn is not in"):
        draws(SHARE, "1.5 +- 0.1")
