"""Bounds of expressions over boxes hold every value in them, and are reached."""

from __future__ import annotations

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st
from sympy import Expr, Integer, Max, Min, Rational, Symbol, ceiling, exp, log, sqrt

from derivations.errors import UndecidedError
from derivations.numbers.box import Bounds, bounds

X, Y = Symbol("x", positive=True), Symbol("y", positive=True)
CURVES = (
    X / (X + Y), X * (4 - X) * Y, Max(X, 2 * Y) - X / Y, sqrt(X * Y) - X, X**2 - 2 * X * Y + Y**2, log(X) * Y - X,
    ceiling(X * Y / 3), X * exp(-X), Min(X, 2) * Y - X, (X - 2) ** 2 / Y, Integer(3) * Y,
)
_SIZES = st.fractions(Fraction(1, 10), 5, max_denominator=40)
_ENDS = st.tuples(_SIZES, _SIZES).map(lambda ends: (min(ends), max(ends)))
_PARTS = st.fractions(0, 1, max_denominator=30)


def within(low: Fraction, high: Fraction, expression: Expr, point: dict[Symbol, Fraction]) -> bool:
    numbers = {symbol: Rational(at.numerator, at.denominator) for symbol, at in point.items()}
    value = expression.subs(numbers).evalf(60)
    slack = Rational(1, 10**40)
    return bool(Rational(low.numerator, low.denominator) - slack <= value
                <= Rational(high.numerator, high.denominator) + slack)


@given(st.sampled_from(CURVES), _ENDS, _ENDS, _PARTS, _PARTS)
def test_no_value_in_the_box_lies_outside(
    curve: Expr, x: tuple[Fraction, Fraction], y: tuple[Fraction, Fraction], one: Fraction, other: Fraction
) -> None:
    found = bounds(curve, {X: x, Y: y})
    assert found.low.outer is not None
    assert found.high.outer is not None
    point = {X: x[0] + (x[1] - x[0]) * one, Y: y[0] + (y[1] - y[0]) * other}
    assert within(found.low.outer, found.high.outer, curve, point)


def over(curve: Expr, low: int, high: int) -> Bounds:
    return bounds(curve, {X: (Fraction(low), Fraction(high))})


def test_the_highest_value_is_found_inside_where_both_ends_are_lower() -> None:
    """x(4 - x) is 3 at 1 and at 3, and 4 at 2: corners alone would tell 3."""
    found = over(X * (4 - X), 1, 3)
    assert found.high.outer is not None
    assert 4 <= found.high.outer < Fraction(401, 100)
    assert found.low.outer is not None
    assert abs(found.low.outer - 3) < Fraction(1, 10**20)
    assert found.tight


def test_slopes_of_one_sign_tell_the_end_at_which_the_bound_is_reached() -> None:
    found = bounds(X / Y, {X: (Fraction(1), Fraction(3)), Y: (Fraction(2), Fraction(5))})
    assert found.low.corner
    assert found.low.at == {X: 1, Y: 5}
    assert found.high.corner
    assert found.high.at == {X: 3, Y: 2}


def test_a_pole_inside_leaves_no_bound() -> None:
    found = over(1 / (X - 2), 1, 3)
    assert found.low.outer is None
    assert found.high.outer is None
    assert not found.tight


def test_what_jumps_is_enclosed_and_says_that_it_is_not_whole() -> None:
    found = over(ceiling(X), 1, 3)
    assert (found.low.outer, found.high.outer, found.whole) == (1, 3, False)


def test_what_has_no_value_anywhere_is_refused() -> None:
    with pytest.raises(UndecidedError, match="no value anywhere"):
        over(log(X - 5), 1, 3)


def test_a_letter_that_is_no_part_of_the_formula_does_not_matter() -> None:
    found = bounds(Integer(3) * Y, {X: (Fraction(1), Fraction(9)), Y: (Fraction(2), Fraction(2))})
    assert found.low.outer == found.high.outer == 6
