"""Names replaced in a written tree: grouping survives, and nothing is multiplied by one."""

import pytest

from derivations.language.grammar import parse_expression
from derivations.language.printing.text import to_text
from derivations.language.tree import replace_names

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
