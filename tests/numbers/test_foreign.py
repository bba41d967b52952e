"""Values of other libraries come with their units, or are refused in one line; ours go to pint."""

from dataclasses import dataclass
from fractions import Fraction
from typing import Any

import pint
import pytest
import sympy
from sympy.physics import units
from sympy.physics.units.prefixes import tera

from derivations import DimensionError, InputError, derive, parse_value
from derivations.claim.study import study_of
from derivations.numbers.foreign import foreign_value
from derivations.numbers.value import Value
from derivations.study.sweep_axes import axis_of

REGISTRY = pint.UnitRegistry()


@dataclass
class _Unit:
    text: str

    def to_string(self) -> str:
        """As astropy writes units."""
        return self.text


@dataclass
class _LikeAstropy:
    value: Any
    unit: _Unit


def read(item: Any) -> tuple[Value, ...]:
    """The values of a quantity that is given so."""
    return study_of(values={"W": item}).values["W"]


@pytest.mark.parametrize(
    ("item", "same"),
    [
        (3.35 * REGISTRY.TB / REGISTRY.s, "3.35 TB/s"),
        (20 * REGISTRY.ms, "20 ms"),
        (3 * REGISTRY.hour**2 / REGISTRY.byte, "3 h^2/byte"),
        (REGISTRY.Quantity(0.5, ""), "1/2"),
        (_LikeAstropy(3.35, _Unit("Tbyte / s")), "3.35 TB/s"),
        (_LikeAstropy(3, _Unit("h2 / byte")), "3 h^2/byte"),
        (_LikeAstropy(50, _Unit("%")), "50%"),
        (3 * tera * units.byte / units.second, "3 TB/s"),
        (20 * units.millisecond, "20 ms"),
        (units.hour, "1 h"),
        (sympy.Rational(1, 3), "1/3"),
    ],
)
def test_a_value_is_read_with_its_unit(item: Any, same: str) -> None:
    """Exactly as the same in text."""
    (value,), wanted = read(item), parse_value(same)
    assert (value.number, value.dimension) == (wanted.number, wanted.dimension)


def test_several_values_come_with_one_unit() -> None:
    """An array of pint's, and a list of its values."""
    assert [value.number for value in read([1, 2] * REGISTRY.hour)] == [3600, 7200]
    assert [value.number for value in read([1 * REGISTRY.s, 2 * REGISTRY.ms])] == [1, Fraction(1, 500)]


@pytest.mark.parametrize(
    ("item", "told"),
    [
        (3 * REGISTRY.meter, "W: unknown unit 'm'"),
        (float("nan") * REGISTRY.s, "W: nan is not a finite number"),
        (2 * sympy.Symbol("x"), "is no number with a unit"),
        (units.hour + units.minute, "is no number with a unit"),
        (_LikeAstropy("many", _Unit("s")), "W: many is no number"),
    ],
)
def test_what_cannot_be_read_is_told_in_a_line(item: Any, told: str) -> None:
    """And nothing is taken for a number without its unit."""
    with pytest.raises(InputError, match=told) as caught:
        read(item)
    assert "\n" not in str(caught.value)


def test_what_is_no_value_of_a_library_is_left_alone() -> None:
    """Texts, numbers and lists are not looked into."""
    assert [foreign_value(item) for item in ("3 s", 3, 2.5, [1, 2], None)] == [None] * 5


def test_it_counts_in_a_report() -> None:
    """As the same text does; what measures something else is refused."""
    said = {"W_gpu": 4 * REGISTRY.TB / REGISTRY.s}
    assert derive("roofline", values=said).result == derive("roofline", values={"W_gpu": "4 TB/s"}).result
    with pytest.raises(DimensionError):
        derive("roofline", values={"W_gpu": 4 * REGISTRY.TB})


def test_an_axis_of_a_sweep_keeps_its_unit() -> None:
    """Numbers are in the quantity's own unit, and an array in another kind of unit is refused."""
    letter = derive("roofline").derivation.notation["W_gpu"]
    assert axis_of(letter, [1.0, 2.0] * REGISTRY.TB / REGISTRY.s).data.tolist() == [1e12, 2e12]
    with pytest.raises(InputError, match="the array is in TB"):
        axis_of(letter, [1.0, 2.0] * REGISTRY.TB)


@pytest.mark.long
def test_a_value_goes_to_pint() -> None:
    """With the unit that it was written in; a unit that the registry lacks is named."""
    rate = parse_value("3.35 TB/s").to_pint(REGISTRY)
    assert (rate.magnitude, rate.units) == (3.35, REGISTRY.Unit("TB/s"))
    with pytest.raises(InputError, match=r"'GPU'.*registry\.define"):
        parse_value("3 TB/s/GPU").to_pint(REGISTRY)
    own = pint.UnitRegistry()
    own.define("GPU = [GPU]")
    assert parse_value("3 TB/s/GPU").to_pint(own).dimensionality == {"[GPU]": -1, "[time]": -1}
