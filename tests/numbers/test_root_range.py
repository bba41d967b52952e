"""Where a root lies over ranges of the numbers in its equation."""

from __future__ import annotations

from fractions import Fraction

import pytest
from sympy import Symbol, exp

from derivations.errors import UndecidedError
from derivations.numbers.root_range import root_range

X, A = Symbol("x", positive=True), Symbol("a", positive=True)


def test_both_ends_hold_the_roots_and_are_near_them() -> None:
    """x^2 = a with a from 4 to 9: x runs from 2 to 3."""
    low, high = root_range(X**2 - A, X, {A: (Fraction(4), Fraction(9))}, (Fraction(2), Fraction(3)))
    assert Fraction(199, 100) < low <= 2
    assert 3 <= high < Fraction(301, 100)


def test_what_was_seen_may_lie_inside_of_where_roots_are() -> None:
    """(a - 2)^2 + 1 is 2 at 1 and at 3, and 1 between them: corners alone would tell 2."""
    low, high = root_range(X - (A - 2) ** 2 - 1, X, {A: (Fraction(1), Fraction(3))}, (Fraction(2), Fraction(2)))
    assert low <= 1
    assert high >= 2


def test_a_difference_with_a_pole_between_both_ends_tells_nothing() -> None:
    """1/(x - a) changes its sign at x = a and vanishes nowhere."""
    with pytest.raises(UndecidedError, match="no two numbers"):
        root_range(1 / (X - A), X, {A: (Fraction(2), Fraction(3))}, (Fraction(2), Fraction(3)))


def test_an_equation_without_a_root_tells_nothing() -> None:
    with pytest.raises(UndecidedError, match="no two numbers"):
        root_range(exp(X) + A, X, {A: (Fraction(1), Fraction(2))}, (Fraction(1), Fraction(2)))
