"""Conditions are written without minus signs where that is possible."""

from __future__ import annotations

import pytest
from sympy import Expr, ceiling, sqrt

from derivations.errors import UndecidedError
from derivations.language.quantity import Notation
from derivations.language.relation import relation
from derivations.proof.condition import holds_everywhere, positive

NOTATION = Notation.of("a [] a\nb [] b\nc [] c\ne [] (fraction) e\nz [] (nonnegative) z\nx [] (real) x")
A, B, C, E, Z, X = (quantity.symbol for quantity in NOTATION)


def _texts(difference: Expr, *, strict: bool = True) -> list[str]:
    return [str(condition) for condition in positive(difference, NOTATION, strict=strict)]


def test_without_minus_signs() -> None:
    """The negative terms stand on the smaller side; factors of one sign are gone."""
    assert _texts((A - B) / (C * B)) == ["b < a"]
    assert _texts(C * (2 * A - 3 * B)) == ["3*b < 2*a"]


def test_nothing_to_say() -> None:
    """What holds in the whole domain is no condition."""
    assert _texts(A + B) == []
    assert _texts(Z, strict=False) == []


def test_a_quantity_that_may_be_zero() -> None:
    """Strictly positive is a condition on it."""
    assert _texts(Z) == ["0 < z"]


def test_factors_that_may_only_be_zero_stand_apart() -> None:
    """A product with a factor that is never negative is positive where that factor is and the rest is."""
    assert _texts(Z * A * (A - B)) == ["0 < z", "b < a"]
    assert _texts(Z * (A - B), strict=False) == ["b*z <= a*z"]


def test_a_square_is_positive_on_both_sides_of_zero() -> None:
    """Of a quantity that may be negative, only zero is left out; what repeats under a root stands once."""
    assert _texts(X**2 * A) == ["0 < x^2"]
    assert _texts(Z * X**2 * (A - B)) == ["0 < z", "0 < x^2", "b < a"]
    assert _texts(X * (A - B)) == ["b*x < a*x"]
    assert _texts(sqrt(Z + X**2) * (2 * Z + 2 * X**2)) == ["0 < z + x^2"]


def test_a_product_of_two_that_are_never_positive_stands_whole() -> None:
    """Its parts alone would ask for what never holds: both are below zero where it is positive."""
    assert _texts(ceiling(-A) * ceiling(-B)) == ["0 < ceil(-a)*ceil(-b)"]


def test_never() -> None:
    """What holds nowhere is not a condition but the news that there is no answer."""
    with pytest.raises(UndecidedError):
        positive(-A - B, NOTATION)


@pytest.mark.parametrize(
    ("text", "holds"),
    [("0 < a", True), ("a < a + b", True), ("0 < z", False), ("0 <= z", True), ("a < b", False), ("a = a", True)],
)
def test_granted_by_the_domain(text: str, holds: bool) -> None:
    """Positive letters need no saying so."""
    assert holds_everywhere(relation(text, NOTATION)) is holds
