"""Two-dimensional text for a terminal keeps the author's order and grouping."""

import pytest
from hypothesis import given

from derivations.language.grammar import parse_expression, parse_relation
from derivations.language.printing.pretty import (
    Box,
    fraction,
    parenthesised,
    raised,
    relation_pretty,
    root,
    row,
    to_pretty,
    word,
)
from derivations.language.tree import Node

from ..strategies import steady, trees


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


def lines(box: Box) -> list[str]:
    return str(box).splitlines()


def test_a_row_aligns_baselines() -> None:
    """A neighbor on one line stands beside the fraction bar."""
    box = row("y = ", fraction(word("a"), word("bcd")), " + 1")
    assert lines(box) == ["     a", "y = ─── + 1", "    bcd"]
    assert box.baseline == 1


def test_a_bar_is_longer_than_the_bar_inside() -> None:
    """Which fraction is the inner one can be seen."""
    inner = fraction(word("a"), word("b"))
    assert lines(fraction(inner, word("c"))) == [" a", " ─", " b", "───", " c"]
    assert lines(fraction(word("c"), inner)) == [" c", "───", " a", " ─", " b"]


def test_tall_parentheses() -> None:
    """Parentheses take the height of what they hold."""
    assert lines(parenthesised(word("a"))) == ["(a)"]
    assert lines(parenthesised(fraction(word("a"), word("b")))) == ["⎛a⎞", "⎜─⎟", "⎝b⎠"]
    assert lines(parenthesised(raised(word("a"), word("2")))) == ["⎛ 2⎞", "⎝a ⎠"]


def test_exponents_stand_above() -> None:
    """The baseline stays that of the base."""
    box = row(raised(word("x"), word("2")), " + 1")
    assert lines(box) == [" 2", "x  + 1"]


def test_roots_grow() -> None:
    """The root sign is as tall as what stands under it."""
    assert lines(root(word("ab"))) == ["  ____", "╲╱ ab"]
    assert lines(root(fraction(word("a"), word("b")))) == ["    ___", "   ╱ a", "  ╱  ─", "╲╱   b"]


def test_accents_take_no_column() -> None:
    """A combining accent stands on the letter before it."""
    assert word("x\u0302").width == 1
    assert lines(fraction(word("x\u0302"), word("yz"))) == ["x\u0302", "──", "yz"]
