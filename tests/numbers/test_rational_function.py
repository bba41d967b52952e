"""Formulas as quotients of polynomials in one letter: lowest terms, what is none, and the sign below a line."""

from fractions import Fraction

import pytest

from derivations.language.arithmetic import NotPlainError
from derivations.language.grammar import parse_expression
from derivations.numbers.rational_function import RationalFunction, rational_function

VALUES = {"a": Fraction(2), "b": Fraction(3)}


def found(text: str) -> RationalFunction:
    """The function of x."""
    return rational_function(parse_expression(text), "x", VALUES.__getitem__)


@pytest.mark.parametrize(
    ("text", "over", "under"),
    [
        ("a*x - b", (-3, 2), (1,)),
        ("a - (b - x)/x", (-3, 3), (0, 1)),
        ("(x^2 - 1)/(x - 1)", (1, 1), (1,)),
        ("1/x + a/x - b/x", (), (1,)),
        ("x^-2 + sqrt(4)", (1, 0, 2), (0, 0, 1)),
        ("x/a - b*x/6", (), (1,)),
        ("1/(x/a)", (2,), (0, 1)),
    ],
)
def test_a_formula_is_a_quotient_in_lowest_terms(text: str, over: tuple[int, ...], under: tuple[int, ...]) -> None:
    """By hand."""
    function = found(text)
    lead = function.under[-1]
    assert tuple(each / lead for each in function.over) == over
    assert tuple(each / lead for each in function.under) == under


@pytest.mark.parametrize(
    "text", ["sqrt(x)", "a^x", "log(x)", "1/(x - x)", "(x - x)^-1", "x^40", "a/(b - 3)", "max(x, a)"])
def test_what_is_none_is_not_told(text: str) -> None:
    with pytest.raises(NotPlainError):
        found(text)


@pytest.mark.parametrize(("text", "sign"), [("1/x", 1), ("1/(-x - a)", -1), ("1/(x - a)", 0), ("x/(x^2 + 1)", 1)])
def test_a_sign_below_the_line_is_told_of_positive_numbers_alone(text: str, sign: int) -> None:
    """``x - 2`` has both."""
    assert found(text).sign_below() == sign
