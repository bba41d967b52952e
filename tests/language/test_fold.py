"""Literal arithmetic is exact; anything else has no value."""

from fractions import Fraction

import pytest

from derivations.language.grammar import parse_expression
from derivations.language.tree import Number, Power, fold


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("1/2", Fraction(1, 2)),
        ("-2", Fraction(-2)),
        ("(1 + 1)", Fraction(2)),
        ("2*3/4 - 0.5", Fraction(1)),
        ("2^-3", Fraction(1, 8)),
        ("50[%]", Fraction(1, 2)),
        ("-(1 - 1)", Fraction(0)),
    ],
)
def test_values(text: str, value: Fraction) -> None:
    """Arithmetic on numbers folds to a fraction."""
    assert fold(parse_expression(text)) == value


@pytest.mark.parametrize("text", ["a", "1 + a", "2*a", "a/2", "2/a", "2[byte]", "sqrt(4)", "4^0.5", "2^a", "0^-1"])
def test_no_value(text: str) -> None:
    """Names, units, roots and powers with no short value are left alone."""
    assert fold(parse_expression(text)) is None


def test_long_powers_are_left_alone() -> None:
    """A power is not worked out if its value would be very long."""
    assert fold(parse_expression("1e40^20")) == Fraction(10**800)
    assert fold(Power(Number(Fraction(10**40)), Number(Fraction(64)))) is None
