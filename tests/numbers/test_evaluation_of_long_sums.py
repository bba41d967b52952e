"""Sums of long terms: added up in decimals and kept, and what nearly cancels keeps its digits."""

from fractions import Fraction
from math import exp, factorial, fsum, lgamma, log

import pytest
from sympy import Integer, Rational
from sympy import exp as power_of_e

from derivations import Claim, Notation, Premise, Report, derive
from derivations.derivation.board import Board
from derivations.derivation.script import Handle
from derivations.numbers.substitution import as_fraction

NOTATION = Notation.of("""
    m [] mean
    c [] (integer) places
    k [] (integer) what counts
    p [] chance
    q [] (nonnegative) over it
""")
TAIL = "1 - sum(exp(-m)*m^k/factorial(k), k, 0, c - 1)"


def body(board: Board) -> Handle:
    """The chance of a Poisson count of at least c, and a number over it."""
    chance = board.take(Premise("chance", f"p = {TAIL}"))
    over = board.take(Premise("over", "q = 1/p"))
    return board.substitute("written-out", over, (chance,))


def report_of(mean: int, places: int) -> Report:
    """With numbers."""
    return derive(Claim("tail", NOTATION, body), values={"m": mean, "c": places})


def plain(mean: int, first: int, last: int) -> float:
    """The chances of counts from one to another, added up as floats."""
    return fsum(exp(k * log(mean) - mean - lgamma(k + 1)) for k in range(first, last))


@pytest.mark.some(1)
@pytest.mark.parametrize(("mean", "places"), [(200, 200), (2000, 2000), (2000, 1900)])
def test_thousands_of_long_terms_agree_with_floats(mean: int, places: int) -> None:
    """And are not told as exact."""
    line = report_of(mean, places).numbers("chance")
    assert float(line.value or 0) == pytest.approx(1 - plain(mean, 0, places), rel=1e-8)
    assert not line.exact


@pytest.mark.long
def test_a_tail_far_below_the_digits_of_a_float_is_not_zero() -> None:
    """The upper tail itself, added up directly."""
    tail = report_of(1000, 2000).numbers("chance").value
    assert tail
    assert float(tail) == pytest.approx(plain(1000, 2000, 2400), rel=1e-8)
    assert tail < Fraction(1, 10**160)


def test_a_quotient_with_a_sum_below_is_put_in_at_once() -> None:
    """Where SymPy would put the sum in order by its derivatives."""
    report = report_of(95, 100)
    assert report.numbers("written-out").value == pytest.approx(1 / float(report.numbers("chance").value or 0))


@pytest.mark.long
def test_what_nearly_cancels_is_no_zero() -> None:
    """One, less a fraction that agrees with it in hundreds of digits."""
    below = sum((Rational(1000**k, factorial(k)) for k in range(2000)), Integer(0))
    nearly = 1 - power_of_e(-1000) * below
    number, exact = as_fraction(nearly)
    assert 0 < number < Fraction(1, 10**160)
    assert not exact
