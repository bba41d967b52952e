"""The written tree: names replaced where grouping survives, and the exact value of literal arithmetic."""

from fractions import Fraction

import pytest

from derivations.language.grammar import parse_expression
from derivations.language.printing.text import to_text
from derivations.language.tree import Number, Power, fold, replace_names

KNOWN = ("a", "b", "c", "x", "y")


@pytest.mark.parametrize(
    ("text", "name", "by", "expected"),
    [
        ("a + x", "x", "b + c", "a + b + c"),
        ("a*x", "x", "b*c", "a*b*c"),
        ("a*x", "x", "b + c", "a*(b + c)"),
        ("a/x", "x", "b*c", "a/(b*c)"),
        ("x*a + a", "x", "1", "a + a"),
        ("x*a*b", "x", "1", "a*b"),
        ("x*y", "x", "1", "y"),
        ("c + x*(a + b)", "x", "1", "c + (a + b)"),
        ("x^2*a", "x", "1", "1^2*a"),
        ("1*x", "x", "a", "1*a"),
        ("x + a", "x", "1", "1 + a"),
    ],
)
def test_what_is_written_after_a_replacement(text: str, name: str, by: str, expected: str) -> None:
    """A one that lands in a product is left out; one that the author wrote stays."""
    tree = replace_names(parse_expression(text, KNOWN), {name: parse_expression(by, KNOWN)})
    assert to_text(tree) == expected
    assert parse_expression(expected, KNOWN) == tree


def test_a_product_of_ones_is_one() -> None:
    """And not nothing."""
    tree = replace_names(parse_expression("x*y", KNOWN), dict.fromkeys(("x", "y"), parse_expression("1", KNOWN)))
    assert to_text(tree) == "1"


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
