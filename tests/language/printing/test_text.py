"""Text as an author would type it, and text with values in place of names."""

from fractions import Fraction

import pytest

from derivations.language.grammar import parse_expression, parse_relation
from derivations.language.printing.text import relation_text, to_text
from derivations.language.tree import Name, Number, Power, Product


@pytest.mark.parametrize(
    "text",
    [
        "t_c = phi*n*B*N_active/C",
        "B = (C/W)*(b_w/phi)*(N_total/N_active)",
        "a + b - c >= -d",
        "x = -a^2 + (-a)^2",
        "x = a^-2*b^(1/2)*c^-alpha",
        "x = a^(-q - 2)",
        "x = a - (b - c)",
        "x = a*(b*c)/(d*e)",
        "x = a/b*c",
        "x = (a + b)/c",
        "x < max(a, b + c)/min(a, 2)",
        "x = 2[FLOP/parameter/token]*N/1e12",
        "x = sqrt(L*1[token/sequence])",
        "x = (a^b)^c",
        "x = -(-a)*b",
        "x = a*(-b)",
    ],
)
def test_text_comes_back_as_typed(text: str) -> None:
    """A relation in the house style is its own text."""
    assert relation_text(parse_relation(text)) == text


@pytest.mark.parametrize(
    ("typed", "text"),
    [
        ("((a)*((b)))", "a*b"),
        ("(a/b)*c", "a/b*c"),
        ("a/b*(c/d)", "(a/b)*(c/d)"),
        ("a+(-b)", "a - b"),
        ("1000000000000", "1e12"),
        ("(a*b)/c", "a*b/c"),
        ("a^(2)", "a^2"),
        ("a**2", "a^2"),
        ("--a", "-(-a)"),
        ("max(a,(b))", "max(a, b)"),
    ],
)
def test_superfluous_parentheses_go(typed: str, text: str) -> None:
    """Only what keeps the tree stays, and grouped quotients, which read better with their parentheses."""
    assert to_text(parse_expression(typed)) == text


def test_a_third_is_written_as_a_quotient() -> None:
    """A number that no decimal can hold is still written, and put in parentheses where it must be."""
    third = Number(Fraction(1, 3))
    assert to_text(third) == "1/3"
    assert to_text(Product((Name("a"), third))) == "a*(1/3)"
    assert to_text(Power(third, Number(Fraction(2)))) == "(1/3)^2"


VALUES = {
    "r": "295.2 token",
    "s": "18.14",
    "n": "1 token/sequence",
    "x": "-3 s",
    "k": "8",
}


@pytest.mark.parametrize(
    ("text", "spoken"),
    [
        ("r*s/n", "295.2 token × 18.14 / (1 token/sequence)"),
        ("r/k", "295.2 token / 8"),
        ("r + x", "295.2 token + (-3 s)"),
        ("x + r", "-3 s + 295.2 token"),
        ("r - x", "295.2 token - (-3 s)"),
        ("-x/r", "-(-3 s) / (295.2 token)"),
        ("x^2*k^2", "(-3 s)^2 × 8^2"),
        ("r*x", "295.2 token × (-3 s)"),
        ("r^(1/2)", "(295.2 token)^(1/2)"),
        ("2[FLOP/token]*r*y", "2 FLOP/token × 295.2 token × y"),
        ("r/(s*n)", "295.2 token / (18.14 × 1 token/sequence)"),
        ("max(r, s + k)", "max(295.2 token, 18.14 + 8)"),
        ("(r/s)*(n/k)", "(295.2 token / 18.14) × (1 token/sequence / 8)"),
    ],
)
def test_values_in_place_of_names(text: str, spoken: str) -> None:
    """The formula with its numbers; parentheses keep signs and units where they belong."""
    assert to_text(parse_expression(text), VALUES) == spoken


def test_a_name_without_a_value_stays() -> None:
    """Beside others that have one."""
    assert to_text(parse_expression("B*r*s"), VALUES) == "B × 295.2 token × 18.14"
