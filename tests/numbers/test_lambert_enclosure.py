"""Enclosures of Lambert's W: they hold the value, and are no wider than they must be."""

from fractions import Fraction

import mpmath
import pytest
from hypothesis import given
from hypothesis import strategies as st
from sympy import Symbol

from derivations.language.lambert import BRANCHES, Lambert
from derivations.numbers.enclosure import enclosing, stretch, to_fraction

X = Symbol("x", real=True)


@pytest.mark.parametrize("branch", BRANCHES)
@given(away=st.fractions(Fraction(1, 10**6), Fraction(20)), width=st.fractions(Fraction(0), Fraction(1, 10)))
def test_the_value_is_inside(branch: type[Lambert], away: Fraction, width: Fraction) -> None:
    """Of the argument w*exp(w), for w at a distance from -1 on the branch."""
    w = -1 - away if branch.branch else away - 1
    with mpmath.workdps(60):
        number = mpmath.mpf(w.numerator) / w.denominator
        near = mpmath.mpf(10) ** -45
        ends = [Fraction(str(number * mpmath.exp(number) * (1 + side * near))) for side in (-1, 1)]
    low, high = min(ends), max(ends)
    found = enclosing(branch(X), X)(stretch(low, high, 120), 120)
    assert found is not None
    assert found.whole
    least, most = (to_fraction(end) for end in found.value)
    assert least <= w <= most
    assert most - least <= Fraction(1, 10**20) * max(Fraction(1), abs(w))
    wide = enclosing(branch(X), X)(stretch(low - width * abs(low), high, 120), 120)
    assert wide is not None
    assert to_fraction(wide.value[0]) <= w <= to_fraction(wide.value[1]) if wide.whole else True


@pytest.mark.parametrize("branch", BRANCHES)
def test_beyond_the_branch_point_there_is_nothing(branch: type[Lambert]) -> None:
    assert enclosing(branch(X), X)(stretch(Fraction(-1), Fraction(-2, 5), 53), 53) is None
    across = enclosing(branch(X), X)(stretch(Fraction(-1), Fraction(-1, 5), 53), 53)
    assert across is not None
    assert not across.whole
    assert to_fraction(across.value[1 if branch.branch else 0]) == -1


def test_the_lower_branch_ends_at_zero() -> None:
    lower = enclosing(BRANCHES[1](X), X)
    assert lower(stretch(Fraction(0), Fraction(1), 53), 53) is None
    reaching = lower(stretch(Fraction(-1, 10), Fraction(0), 53), 53)
    assert reaching is not None
    assert not reaching.whole
