"""All roots of an equation in one unknown, found as numbers, and a count that is shown."""

from collections.abc import Callable
from decimal import Decimal, localcontext
from fractions import Fraction
from math import prod

import pytest
from hypothesis import assume, example, given, settings
from hypothesis import strategies as st
from sympy import E, Expr, Integer, Max, Min, Rational, Symbol, exp, expand, log, sin, sqrt

from derivations.errors import InputError, UndecidedError
from derivations.numbers.roots import Roots, roots

from .curves import X, curves, rational

WIDE = Fraction(1, 10**9), Fraction(10**30)
CLOSE = Fraction(1, 10**20)
DECIMAL = Rational("0.3478")


def solved(left: Expr | int, right: Expr | int, low: Fraction | int = WIDE[0], high: Fraction | int = WIDE[1]) -> Roots:
    """The roots in a wide range, if no other is given."""
    return roots(Integer(0) + left, Integer(0) + right, X, Fraction(low), Fraction(high))


def values(found: Roots) -> list[Fraction]:
    """The roots of an equation that is shown to have no others."""
    assert found.complete
    assert all(root.low <= root.value <= root.high for root in found.found)
    return [root.value for root in found.found]


def bisected(difference: Callable[[Decimal], Decimal], low: str, high: str) -> Fraction:
    """A root between two numbers to 35 digits, by halving, without anything that is tested here."""
    with localcontext(prec=60):
        a, b = Decimal(low), Decimal(high)
        rising = difference(b) > 0
        assert (difference(a) > 0) is not rising
        while (b - a) > a * Decimal("1e-35"):
            middle = (a + b) / 2
            a, b = (a, middle) if (difference(middle) > 0) is rising else (middle, b)
        return Fraction(a)


def near(value: Fraction, other: Fraction) -> bool:
    """True if two numbers agree to twenty digits."""
    return abs(value - other) <= CLOSE * abs(other)


# --- roots at which the difference touches zero and does not cross it


@pytest.mark.parametrize(
    ("difference", "found"),
    [
        ((X - 2) ** 2, [2]),
        (expand((X - 2) ** 2 * (X**3 + X + 1)), [2]),
        (expand((X - 2) ** 2 * (X - 3)), [2, 3]),
        pytest.param(expand((X - 1) ** 2 * (X - 2) ** 4 * (X**2 + 1)), [1, 2], marks=pytest.mark.long),
        (expand((X - 2) ** 2) / (X + 1), [2]),
        (expand((X - 2) ** 2) / (X - 2), []),  # at 2 it has no value
        (expand((X - 2) ** 2 * (X + 3)) + Rational(1, 10**12), []),  # its twin does not reach zero
    ],
)
def test_a_double_root_is_found_exactly(difference: Expr, found: list[int]) -> None:
    """By the factors of a polynomial, each once; that there are no others is shown."""
    assert values(solved(difference, 0)) == found


@pytest.mark.long
def test_a_double_root_that_is_no_fraction_is_found_where_a_factor_is_a_power() -> None:
    """The root of 2, twice, and e, at which a logarithm is one."""
    (root, other) = values(solved(expand((X**2 - 2) ** 2 * (X - 3)), 0))
    assert near(root**2, Fraction(2))
    assert other == 3
    (own,) = values(solved((log(X) - 1) ** 2, 0))
    assert near(own, Fraction(str(E.n(40))))


@pytest.mark.long
def test_a_double_root_of_what_no_factor_is_told_of_is_left_open() -> None:
    """With an irrational number among its coefficients no factor is known: that there is no root is not said."""
    found = solved(expand((X - sqrt(2)) ** 2 * (X**3 + X)), 0)
    assert found.found == ()
    assert not found.complete


# --- equations that have no closed form


@pytest.mark.parametrize(
    ("offset", "brackets"),
    [(5 * 10**13, [("1e13", "1e15")]), (-3 * 10**12, [("1e12", "2e13"), ("2e13", "1e14")]), (-6 * 10**12, [])],
    ids=["one", "two", "none"],
)
def test_the_optimum_of_a_scaling_law(offset: int, brackets: list[tuple[str, str]]) -> None:
    """A decimal power of a number of tokens around 1e13, less that number, as large as another one."""
    found = solved(X ** Rational("1.3658") / 100_000 - X, offset)
    expected = [bisected(lambda d: d ** Decimal("1.3658") / 100_000 - d - offset, *ends) for ends in brackets]
    assert len(values(found)) == len(expected)
    assert all(near(value, other) for value, other in zip(values(found), expected, strict=True))
    assert all(0 < root.residual < CLOSE and not root.exact for root in found.found)


@pytest.mark.parametrize(("compute", "low", "high"), [("0.6", "10", "2000"), ("0.1342", "1000", "9000")])
def test_the_balance_where_only_touched_experts_are_read(compute: str, low: str, high: str) -> None:
    """The batch stands in an exponent."""
    always, experts = 17, 654
    found = solved(Rational(compute) * X, always + experts * (1 - Rational(248, 256) ** X))
    left = Decimal("0.96875")  # of the experts, by one token
    expected = bisected(lambda b: Decimal(compute) * b - always - experts * (1 - left**b), low, high)
    assert len(values(found)) == 1
    assert near(values(found)[0], expected)


def test_a_root_is_a_short_decimal_in_a_narrow_bracket() -> None:
    """The first digits of the square root of two, the last one raised or not."""
    (root,) = solved(X**2, 2).found
    assert 0 < root.high - root.low <= root.low / 10**24
    assert root.low**2 < 2 < root.high**2
    assert root.value in [Fraction(f"1.414213562373095048801688{last}") for last in (7, 72, 724, 725)]


# --- roots that are known


FRACTIONS = st.fractions(Fraction(1, 30), 60, max_denominator=30)


@given(st.lists(FRACTIONS, min_size=1, max_size=5, unique=True), st.fractions(-9, 9, max_denominator=9).filter(bool))
def test_every_root_of_a_product_is_found_once(numbers: list[Fraction], factor: Fraction) -> None:
    """In rising order, exactly, and no others; the outermost may lie on the ends of the range."""
    product = rational(factor) * prod((X - rational(number) for number in numbers), start=Integer(1))
    for low, high in (WIDE, (min(numbers) / 2, max(numbers)), (min(numbers), max(numbers) * 3)):
        found = solved(product, 0, low, high)
        assert values(found) == sorted(numbers)
        assert all(root.exact and root.residual == 0 for root in found.found)


@example([23, 24, 25], 1)  # near the least value in between, thousands cancel to less than one
@given(st.lists(st.integers(1, 40), min_size=1, max_size=3, unique=True), st.sampled_from([1, Rational("0.37"), -2]))
def test_the_same_multiplied_out_and_in_another_power(numbers: list[int], power: Expr) -> None:
    """Where terms cancel, the count stands all the same."""
    product = expand(prod((X - number for number in numbers), start=Integer(1)))
    found = solved(product.xreplace({X: X**power}), 0)
    expected = sorted(float(number) ** (1 / float(power)) for number in numbers)
    assert [float(value) for value in values(found)] == pytest.approx(expected, rel=1e-12)


@settings(max_examples=2 * settings.default.max_examples)
@given(curves, FRACTIONS)
def test_no_root_is_lost(curve: Expr, number: Fraction) -> None:
    """A number that solves the equation is found, or lies where the search says that it cannot tell."""
    try:
        right = curve.xreplace({X: rational(number)})
    except ValueError:  # max of what cannot be compared
        right = None
    assume(right is not None and right.is_finite and right.is_real and curve.has(X))
    assert right is not None
    found = solved(curve, right, Fraction(1, 100), 1000)
    brackets = [(root.low, root.high) for root in found.found] + list(found.undecided)
    assert any(low <= number <= high for low, high in brackets)


@pytest.mark.parametrize(
    ("left", "right", "expected"),
    [
        (2**X, X**2, [2, 4]),
        (X**X, 27, [3]),
        (log(X) ** 2, log(X), [1, E]),
        (exp(-X), Rational(1, 8), [3 * log(2)]),
        (sqrt(X - 3), 2, [7]),
        (exp(exp(X)), 10**6, [log(6 * log(10))]),
        (Integer(10) ** 40 * X ** Rational("2.5"), Integer(10) ** -40 * X ** Rational("-7.5"), [Rational(1, 10**8)]),
        (X**100, 2, [2 ** Rational(1, 100)]),
    ],
    ids=str,
)
def test_roots_with_a_closed_form(left: Expr, right: Expr, expected: list[Expr]) -> None:
    """Exponents, logarithms, roots, and numbers that no float holds."""
    found = values(solved(left, right))
    assert len(found) == len(expected)
    for value, other in zip(found, expected, strict=True):
        assert near(value, Fraction(str((Integer(0) + other).evalf(40))))


def test_two_roots_that_are_close_are_told_apart() -> None:
    """One part in ten thousand million."""
    gap = Fraction(1, 10**10)
    assert values(solved((X - 1) * (X - 1 - rational(gap)), 0)) == [1, 1 + gap]


@pytest.mark.parametrize("equation", [(X**2 + 1, X), (exp(-X), -1), (X, X + 1), (X + 2, sqrt(X)), (1 / (X + 1), 2)])
def test_that_there_is_no_root_is_shown(equation: tuple[Expr, Expr]) -> None:
    """Nothing found, and nothing left open."""
    assert values(solved(*equation)) == []


# --- where a side is not defined


@pytest.mark.parametrize(
    ("left", "right", "expected"),
    [
        (1 / (X - 3), 0, []),
        (1 / (X - 3), 5, ["16/5"]),
        (1 / (X - 3) + 1 / (X - 4), 0, ["7/2"]),
        ((X - 3) ** -2, 4, ["5/2", "7/2"]),
        (1 / (sqrt(X) - 2), 3, ["49/9"]),
        ((X**2 - 1) / (X - 1), 0, []),
        ((X**2 - 1) / (X - 1), X**2 - 5, ["3"]),
        ((X**2 - Rational(1, 9)) / (X - Rational(1, 3)), 0, []),
        (X + sqrt(X - 5), sqrt(X - 5) + 3, []),
        (X + sqrt(X - 5), sqrt(X - 5) + 7, ["7"]),
        (X + log(X - 5) / 7, log(X - 5) / 7 + 3, []),
    ],
    ids=str,
)
def test_a_pole_is_no_root_and_hides_none(left: Expr, right: Expr, expected: list[str]) -> None:
    """A sign that changes across a pole is none of a root; what would be a root where a side has no value is none."""
    assert [str(value) for value in values(solved(left, right))] == expected


def test_a_hole_that_no_fraction_names_is_left_open() -> None:
    """Where it would be a root that one point is missing from."""
    found = solved((X**4 - 4) / (X**2 - 2), 0)
    assert found.found == ()
    ((low, high),) = found.undecided
    assert low**2 < 2 < high**2


def test_a_root_where_a_side_ends_is_not_settled() -> None:
    """sqrt(x - 3) begins at 3: the other root is found, and the place is named."""
    found = solved(sqrt(X - 3), X - 3)
    assert [root.value for root in found.found] == [4]
    assert not found.complete
    ((low, high),) = found.undecided
    assert low <= 3 <= high
    assert high - low < Fraction(1, 10**12)
    assert values(solved(sqrt(X - 3), X - 3, 3, 100)) == [3, 4]


@pytest.mark.parametrize("right", [2, 5])
def test_a_pole_on_an_end(right: int) -> None:
    """Inside a max it stays, and is named: nothing is known of the last bit beside it."""
    third = Fraction(1, 3)
    found = solved(Max(1 / (X - rational(third)), 1), right, third, 9)
    assert [root.value for root in found.found] == [third + Fraction(1, right)]
    assert all(low == third for low, _ in found.undecided)


# --- touching, kinks


@pytest.mark.parametrize(
    "left", [(X - 3) * (1 - exp(X - 3)), 2**X - 8 - 8 * log(2) * (X - 3), Max(X - 3, 3 - X), Max(X, 3) - 3])
def test_a_root_without_a_crossing_is_not_missed_in_silence(left: Expr) -> None:
    """It is named as undecided, and a root elsewhere is found all the same."""
    found = solved(left * (X - 11), 0)
    assert not found.complete
    assert any(low <= 3 <= high for low, high in found.undecided)
    assert 11 in [root.value for root in found.found]


def test_two_that_all_but_touch_are_decided() -> None:
    """A gap of one part in 1e12, on either side."""
    gap = Rational(1, 10**24)
    assert values(solved((X - 3) ** 2, -gap)) == []
    assert values(solved((X - 3) ** 2, gap)) == [3 - Fraction(1, 10**12), 3 + Fraction(1, 10**12)]


@pytest.mark.parametrize(
    ("left", "right", "expected"),
    [
        (Max(X, 3), 4, [4]),
        (Max(X, 2 * X - 3), 3, [3]),
        (Max(X, 7) + Min(X, 5), 11, [4]),
        (Max(X - 3, 3 - X), 1, [2, 4]),
        (Max(3 / X, X / 100), Rational(1, 2), [6, 50]),
        (Min(X, 5), 6, []),
    ],
    ids=str,
)
def test_kinks(left: Expr, right: Expr, expected: list[int]) -> None:
    """Also a root exactly on a kink, where both branches rise."""
    assert values(solved(left, right)) == expected


def test_a_whole_range_of_roots_is_not_counted() -> None:
    """Up to 3, the larger of x and 3 is 3."""
    found = solved(Max(X, 3), 3)
    assert not found.complete
    ((low, high),) = found.undecided
    assert low == found.low
    assert 3 <= high < 3 + Fraction(1, 10**9)


# --- the ends of the range


@pytest.mark.parametrize(
    ("left", "right", "end"),
    [(3 * X, 1, Fraction(1, 3)), (sqrt(X), 2, 4), (log(X), 0, 1), (exp(X), E, 1), (X**DECIMAL, 3**DECIMAL, 3)],
    ids=str,
)
def test_a_root_on_an_end_counts_once(left: Expr, right: Expr, end: Fraction | int) -> None:
    """Also in the geometric middle, where the range is split; where no digits can tell it from the end, it is in."""
    for low, high in ((end, end * 2), (Fraction(end) / 2, end), (Fraction(end) / 4, end * 4)):
        (value,) = values(solved(left, right, low, high))
        assert near(value, Fraction(end))


def test_sides_that_touch_at_an_end() -> None:
    """A root for certain, and by the factor without its power no other one beside it."""
    for low, high in ((3, 9), (1, 3)):
        found = solved((X - 3) ** 2, 0, low, high)
        assert [(root.value, root.exact) for root in found.found] == [(3, True)]
        assert found.complete


def test_a_root_beyond_an_end_is_not_in_the_range() -> None:
    """By one part in 1e15."""
    assert values(solved(X, 2, 2 + Fraction(1, 10**15), 5)) == []
    assert values(solved(X, 2, 1, 2 - Fraction(1, 10**15))) == []
    assert values(solved(exp(X), E, 1 + Fraction(1, 10**15), 5)) == []


# --- how far it may be trusted


def test_the_residual_counts_from_what_the_sides_would_be_if_nothing_cancelled() -> None:
    """A product that is zero is compared with its factors' terms, and a logarithm with one; a max with the largest."""
    for left in ((X**2 - 2) * (X + 5), log(X / 3) + log(X - 2), Max(log(X / 3), -X)):
        found = solved(left, 0)
        assert all(not root.exact and root.residual < CLOSE for root in found.found)
        assert len(values(found)) == 1


def test_where_most_digits_cancel_there_are_more() -> None:
    """Up to a limit, beyond which nothing is said to be found."""
    assert values(solved((X + 7**30) ** 2, (2 + 7**30) ** 2)) == [2]
    found = solved((X + 7**240) ** 2, (10**25 + 7**240) ** 2)
    assert (found.found, found.undecided) == ((), (WIDE,))


def test_the_same_equation_has_the_same_answer() -> None:
    """Down to the last digit of the bracket."""
    assert solved(exp(-X), X) == solved(exp(-X), X)


@pytest.mark.long
def test_what_has_too_many_places_to_look_at_is_left_open() -> None:
    """The sides are the same everywhere, and no search ends that."""
    found = solved((1 + exp(X)) ** 2, exp(2 * X) + 2 * exp(X) + 1, 1, 2)
    assert not found.complete
    assert found.undecided == ((1, 2),)


# --- input


@pytest.mark.parametrize(("low", "high"), [(2, 2), (3, 2), (0, 2), (-1, 2)])
def test_a_range_that_is_empty_or_not_positive_is_refused(low: int, high: int) -> None:
    """It has no geometric middle."""
    with pytest.raises(InputError, match=f"not from {low} to {high}"):
        solved(X, 1, low, high)


@pytest.mark.parametrize(
    ("left", "right", "words"),
    [
        (X + Symbol("y"), 1, "alone, and this one is in x, y"),
        (Integer(1), 1, "says nothing of it"),
        (X, X, "both sides are the same"),
        (sin(X), X, "sin"),
        (X, Rational(1, 2) * sin(1), "sin"),
    ],
)
def test_what_is_no_equation_in_one_unknown_is_refused(left: Expr, right: Expr, words: str) -> None:
    """With the reason."""
    with pytest.raises(UndecidedError, match=words):
        solved(left, right)
