"""Ranges of letters that formulas give: what the form of a formula shows need not be asked of its number."""

import pytest

from derivations import Notation, Quantity
from derivations.language.grammar import parse_expression
from derivations.language.printing.text import to_text
from derivations.numbers.letter_range import ends

NOTATION = Notation.of("""
p [] positive
q [] (fraction) a share
n [] (nonnegative) zero or more
r [] (real) any
""").extended([Quantity("v", "", "v", at_most="p")])


@pytest.mark.parametrize(
    ("letter", "formula", "asked"),
    [
        ("p", "2*p*q/n^2", []),
        ("p", "max(p, r)", []),
        ("p", "sqrt(p) + n", []),
        ("p", "exp(-p)", []),
        ("p", "p - q", [">= 0"]),
        ("p", "p*n", []),
        ("p", "min(p, r)", [">= 0"]),
        ("p", "p/r", [">= 0"]),
        ("p", "0", []),
        ("n", "p*n", []),
        ("n", "p - 1", [">= 0"]),
        ("n", "r^2", [">= 0"]),
        ("q", "q/2", ["<= 1"]),
        ("q", "1 - q", [">= 0", "<= 1"]),
        ("r", "p - q", []),
        ("v", "p/2", ["<= p"]),
    ],
)
def test_what_a_formula_shows_of_its_letter_is_not_asked(letter: str, formula: str, asked: list[str]) -> None:
    """By the form alone: a product of what is positive, say; the square of any number is asked, too."""
    found = ends(NOTATION[letter], parse_expression(formula), NOTATION)
    assert [f"{each.operator} {to_text(each.right)}" for each in found] == asked
    assert {to_text(each.left) for each in found} <= {letter}
