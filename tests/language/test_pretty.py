"""Two-dimensional text for a terminal keeps the author's order and grouping."""

import pytest
from hypothesis import given

from derivations.language.grammar import parse_expression, parse_relation
from derivations.language.printing.pretty import relation_pretty, to_pretty
from derivations.language.tree import Node

from .strategies import steady, trees


@pytest.mark.parametrize(
    ("text", "picture"),
    [
        ("a + b*c - d", "a + b⋅c - d"),
        ("a*(b*c) - (a - b)", "a⋅(b⋅c) - (a - b)"),
        ("-a^2", "  2\n-a"),
        ("phi*n*B/C", "φ⋅n⋅B\n─────\n  C"),
        ("(a/b)*(c/d)", "a c\n─⋅─\nb d"),
        ("(a/b)^2", "   2\n⎛a⎞\n⎜─⎟\n⎝b⎠"),
        ("a^(1/2) + a^-2", " 1/2    -2\na    + a"),
        ("a^-(b/c)", " -b/c\na"),
        ("max(a/b, c)", "   ⎛a   ⎞\nmax⎜─, c⎟\n   ⎝b   ⎠"),
        ("sqrt(a)*log(b)", "  ___\n╲╱ a ⋅log(b)"),
        ("2[byte/s]*a", "(2 byte/s)⋅a"),
        ("1e12*a", "1e12⋅a"),
        ("exp(-x)^2", "         2\n(exp(-x))"),
    ],
)
def test_pictures(text: str, picture: str) -> None:
    """Fractions are stacked and exponents raised."""
    assert to_pretty(parse_expression(text)) == picture


def test_relation() -> None:
    """A relation stands on one baseline, with the signs of mathematics and Greek letters."""
    picture = relation_pretty(parse_relation("t_m >= kappa*B*L/W + (C/W)*(b_w/phi)"))
    assert picture == "      κ⋅B⋅L   C b_w\nt_m ≥ ───── + ─⋅───\n        W     W  φ"
    assert relation_pretty(parse_relation("a <= b")) == "a ≤ b"


@steady
@given(trees)
def test_every_tree_can_be_drawn(tree: Node) -> None:
    """No line ends in blanks, and nothing is empty."""
    picture = to_pretty(tree)
    assert picture.strip()
    assert all(line == line.rstrip() for line in picture.splitlines())
