"""Enclosures hold every value and every slope, and tighten with the stretch."""

from fractions import Fraction

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st
from sympy import Abs, E, Expr, Float, Max, Min, Rational, Symbol, exp, log, pi, sin, sqrt

from derivations.errors import UndecidedError
from derivations.numbers.enclosure import Enclosure, Interval, enclosing, sign_of, stretch, to_fraction

from .curves import X, curves, rational

BITS = 60
DIGITS = 60


def over(expression: Expr, low: Fraction | int, high: Fraction | int) -> Enclosure | None:
    """The enclosure of the expression over a stretch."""
    return enclosing(expression, X)(stretch(Fraction(low), Fraction(high), BITS), BITS)


def bounded(expression: Expr, low: Fraction | int, high: Fraction | int) -> Enclosure:
    """The same of an expression that is defined somewhere on the stretch."""
    found = over(expression, low, high)
    assert found is not None
    return found


def ends(interval: Interval) -> tuple[float, float]:
    """The ends, rounded; infinite ones too."""
    low, high = interval
    return tuple(float("inf" if end == INFINITE[1] else "-inf" if end == INFINITE[0] else to_fraction(end))
                 for end in (low, high))


INFINITE = bounded(1 / (X - 2), 1, 3).value


def at(expression: Expr, number: Fraction) -> Expr | None:
    """The value at a number to many digits; None where it is no real number."""
    try:
        value = expression.xreplace({X: rational(number)})
        value = value if value.is_Rational else value.evalf(DIGITS)
    except (ValueError, TypeError):  # max of what cannot be compared
        return None
    return value if value.is_Rational or (value.is_Float and value.is_finite) else None


def holds(interval: Interval, number: Expr) -> bool:
    """True if the number lies in the interval, up to the last of its digits."""
    slack = 0 if number.is_Rational else abs(number) * Rational(10) ** (5 - DIGITS)
    low, high = (Float(end, precision=4 * BITS) for end in interval)  # no fractions: a number may be huge
    return bool(low - slack <= number <= high + slack)


POINTS = st.fractions(Fraction(1, 50), 20, max_denominator=60)


@given(curves, st.lists(POINTS, min_size=4, max_size=4, unique=True))
def test_every_value_lies_in_its_enclosure(curve: Expr, numbers: list[Fraction]) -> None:
    """Between the ends of the stretch, and at them."""
    low, first, second, high = sorted(numbers)
    values = [at(curve, number) for number in (low, first, second, high)]
    found = over(curve, low, high)
    assert found is not None or values == [None] * 4
    if found is not None:
        assert all(holds(found.value, value) for value in values if value is not None)
        assert not found.whole or None not in values


@given(curves, st.lists(POINTS, min_size=2, max_size=2, unique=True))
def test_the_enclosed_slopes_hold_the_mean_one(curve: Expr, numbers: list[Fraction]) -> None:
    """Wherever the expression is defined on the whole stretch, kinks included."""
    low, high = sorted(numbers)
    found = over(curve, low, high)
    assume(found is not None and found.whole)
    assert found is not None
    first, last = at(curve, low), at(curve, high)
    assert first is not None
    assert last is not None
    rise = (last - first) / rational(high - low)
    noise = (abs(first) + abs(last)) / rational(high - low) * Rational(10) ** (5 - DIGITS)
    assert any(holds(found.slope, rise + change) for change in (0, noise, -noise))


@pytest.mark.parametrize("curve", [X**3 - X, X ** Rational("0.3478"), Rational(31, 32) ** X, log(X), exp(-X), 1 / X])
def test_a_narrow_stretch_has_a_narrow_enclosure(curve: Expr) -> None:
    """A thousandth of the width, about a thousandth of the spread."""
    wide, narrow = (bounded(curve, 2, 2 + width) for width in (Fraction(1, 10), Fraction(1, 10_000)))
    spreads = [high - low for low, high in (ends(wide.value), ends(narrow.value))]
    assert 0 < spreads[1] < spreads[0] / 500
    assert sign_of(narrow.slope) is not None


@pytest.mark.parametrize(
    ("curve", "low", "high"),
    [(1 / (X - 2), "-inf", "inf"), ((X - 2) ** -2, "1", "inf"), (log(X - 2), "-inf", "0"), (sqrt(X - 2), "0", "1")],
    ids=str,
)
def test_where_an_expression_is_not_defined_everywhere(curve: Expr, low: str, high: str) -> None:
    """What it takes elsewhere is bounded all the same, and the stretch is not called whole."""
    found = bounded(curve, 1, 3)
    assert not found.whole
    assert ends(found.value) == (pytest.approx(float(low)), pytest.approx(float(high)))


@pytest.mark.parametrize("curve", [sqrt(X - 9), log(X - 9), Max(X, (X - 9) ** Rational("0.1")), 1 / sqrt(X - 9)])
def test_where_an_expression_is_defined_nowhere(curve: Expr) -> None:
    """There is nothing to enclose."""
    assert over(curve, 1, 8) is None
    assert over(curve, 10, 11) is not None


def test_an_expression_that_has_no_value_at_a_point() -> None:
    """One over nothing."""
    assert over(1 / (X - 2), 2, 2) is None


def test_the_larger_one_hides_the_other() -> None:
    """Away from where they meet the slope is that of one; there it is both."""
    parts = (1, 4), (6, 9), (4, 6)
    slopes = [ends(bounded(curve, *part).slope) for curve in (Max(X, 5), Min(X, 5)) for part in parts]
    assert slopes == [(0, 0), (1, 1), (0, 1), (1, 1), (0, 0), (0, 1)]


@pytest.mark.parametrize("curve", [exp(exp(exp(X))), exp(-exp(exp(X))), X ** (10**9), 2 ** (X**100)])
def test_huge_numbers_stay_bounded(curve: Expr) -> None:
    """However large the exponents get, and however wide the stretch is."""
    found = bounded(curve, Fraction(1, 10**9), 10**30)
    assert sign_of(found.slope) == (-1 if curve == exp(-exp(exp(X))) else 1) or sign_of(found.value) is None


def test_a_constant_has_no_slope() -> None:
    """Also one that no fraction is."""
    found = bounded(sqrt(2) * E - log(3), 1, 10**6)
    assert ends(found.slope) == (0, 0)
    assert holds(found.value, (sqrt(2) * E - log(3)).evalf(DIGITS))


@pytest.mark.parametrize(
    "curve", [sin(X), Abs(X - 3), X * pi, X * Float("0.5"), (-2) ** X, (X - 3) ** X, X + Symbol("y"), X + 1 / (X - X)]
)
def test_what_cannot_be_bounded_is_refused(curve: Expr) -> None:
    """Nothing is guessed."""
    with pytest.raises(UndecidedError, match="cannot be bounded"):
        enclosing(curve, X)
