"""Exact numbers in decimal digits."""

from fractions import Fraction

import pytest
from hypothesis import given

from derivations.language.numerals import decimal, is_decimal
from derivations.language.printing.text import number_text

from .strategies import steady, values


@pytest.mark.parametrize(
    ("value", "text"),
    [
        (Fraction(0), "0"),
        (Fraction(7), "7"),
        (Fraction(5354), "5354"),
        (Fraction(128_000), "128000"),
        (Fraction(999_999), "999999"),
        (Fraction(10**6), "1e6"),
        (Fraction(989_500_000_000_000), "9.895e14"),
        (Fraction(123_456_789), "123456789"),
        (Fraction(1, 10), "0.1"),
        (Fraction(34, 100), "0.34"),
        (Fraction(1, 1000), "0.001"),
        (Fraction(1, 10**5), "1e-5"),
        (Fraction(15, 10**7), "1.5e-6"),
        (Fraction(1001, 1000), "1.001"),
    ],
)
def test_number_text(value: Fraction, text: str) -> None:
    """Plain digits, unless a power of ten saves many zeros."""
    assert number_text(value) == text


@steady
@given(values)
def test_digits_are_exact(value: Fraction) -> None:
    """The digits stand for exactly the value."""
    digits, power = decimal(value)
    assert Fraction(digits) * Fraction(10) ** power == value


@pytest.mark.parametrize("value", [Fraction(1, 3), Fraction(-1)])
def test_others_are_refused(value: Fraction) -> None:
    """A third has no decimal digits, and the sign is not part of a number."""
    with pytest.raises(ValueError, match="no non-negative decimal number"):
        decimal(value)


def test_is_decimal() -> None:
    """Only powers of two and five may stand below."""
    assert is_decimal(Fraction(3, 40))
    assert not is_decimal(Fraction(1, 30))
