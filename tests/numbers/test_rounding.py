"""One closed table decides whether a published number is what a derived one rounds to."""

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from derivations.errors import InputError, UnknownNameError
from derivations.numbers.rounding import (
    WORDS,
    NumberOrRange,
    agrees,
    magnitude,
    nearest_integer,
    ratio,
    says_nothing,
    to_figures,
)

# word: (published, derived) that agree, and that do not
CASES: dict[str, tuple[list[tuple[NumberOrRange, Fraction]], list[tuple[NumberOrRange, Fraction]]]] = {
    "exact": ([(2400, Fraction(2400))], [(2400, Fraction(2401))]),
    "one significant figure": (
        [(300, Fraction("295.2")), (Fraction(1, 10), Fraction("0.096")), (1000, Fraction(960))],
        [(300, Fraction(240)), (8, Fraction(9)), (1, Fraction(0))],
    ),
    "two significant figures": ([(2400, Fraction(2449)), (15, Fraction("14.5"))], [(15, Fraction("14.4"))]),
    "three significant figures": ([(295, Fraction("295.2"))], [(295, Fraction("295.6"))]),
    "four significant figures": ([(5441, Fraction("5440.9"))], [(5441, Fraction("5442"))]),
    "nearest integer": ([(5441, Fraction("5440.54"))], [(5441, Fraction("5440.4"))]),
    "rounded down to one significant figure": ([(200, Fraction("259.2"))], [(300, Fraction("259.2"))]),
    "rounded up to two significant figures": ([(15, Fraction("14.4"))], [(14, Fraction("14.4"))]),
    "rounded up to a whole number": (
        [(2, Fraction("1.25")), (1, Fraction("0.4")), (2, Fraction(2)), (-1, Fraction("-1.25"))],
        [(1, Fraction("1.25")), (3, Fraction("1.25")), (2, Fraction("2.01"))],
    ),
    "rounded down to a whole number": (
        [(1, Fraction("1.75")), (2, Fraction(2)), (-2, Fraction("-1.25"))],
        [(2, Fraction("1.75")), (0, Fraction("1.75")), (1, Fraction(2))],
    ),
    "read off a chart": (
        [(Fraction("1.3"), Fraction("1.369")), (Fraction("1.1"), Fraction(1)), (Fraction("0.9"), Fraction(1))],
        [(Fraction("1.3"), Fraction("1.5")), (Fraction("1.11"), Fraction(1))],
    ),
    "range": ([((2000, 3000), Fraction(2400)), ((3, 5), Fraction(5))], [((2000, 3000), Fraction(5441))]),
    "order of magnitude": (
        [(1000, Fraction(2400)), (1000, Fraction(320)), (0, Fraction(0))],
        [(1000, Fraction(300)), (1000, Fraction(-1000)), (1, Fraction(0))],
    ),
}
SINGLE = [word for word in WORDS if word != "range"]
NUMBERS = st.fractions(min_value=-(10**9), max_value=10**9, max_denominator=10**6)


def test_every_word_has_a_meaning_and_cases() -> None:
    """A word that is added without cases fails here."""
    assert set(CASES) == set(WORDS)
    assert all(WORDS.values())


@pytest.mark.parametrize("word", list(WORDS))
def test_every_word_accepts_its_own_rounding_and_refuses_another(word: str) -> None:
    """No word accepts everything."""
    agreeing, differing = CASES[word]
    assert all(agrees(published, derived, word) for published, derived in agreeing)
    assert not any(agrees(published, derived, word) for published, derived in differing)


def test_on_a_tie_both_neighbors_agree() -> None:
    """A writer may have rounded a half up or down."""
    assert agrees(2, Fraction(5, 2), "nearest integer")
    assert agrees(3, Fraction(5, 2), "nearest integer")
    assert agrees(1200, Fraction(1250), "two significant figures")
    assert agrees(1300, Fraction(1250), "two significant figures")


def test_an_unknown_word_is_refused_with_the_nearest_one() -> None:
    """The table is closed."""
    with pytest.raises(UnknownNameError, match="did you mean two significant figures"):
        agrees(1, 1, "two significant digits")


def test_a_pair_goes_with_range_and_with_nothing_else() -> None:
    """A range and a single number are told apart."""
    with pytest.raises(InputError, match="needs a published pair"):
        agrees(5, 5, "range")
    with pytest.raises(InputError, match="needs the rounding word 'range'"):
        agrees((4, 5), 5, "exact")
    with pytest.raises(InputError, match="low end to its high end"):
        agrees((5, 4), 5, "range")


@given(NUMBERS, st.sampled_from(SINGLE))
def test_a_number_agrees_with_itself_only_where_it_is_round(number: Fraction, word: str) -> None:
    """Rounding a rounded number changes nothing, so the outcome of rounding agrees with its input."""
    figures = {"one": 1, "two": 2, "three": 3, "four": 4}.get(word.partition(" ")[0])
    if figures is not None:
        rounded = to_figures(number, figures)
        assert agrees(rounded, number, word)
        assert agrees(rounded, rounded, word)
    if word in ("exact", "order of magnitude"):
        assert agrees(number, number, word)


@given(NUMBERS.filter(bool), st.integers(1, 4), st.integers(-20, 20))
def test_significant_figures_do_not_depend_on_the_unit(number: Fraction, figures: int, shift: int) -> None:
    """Milliseconds and seconds round alike."""
    scale = Fraction(10) ** shift
    assert to_figures(number * scale, figures) == to_figures(number, figures) * scale


@given(NUMBERS.filter(bool), st.integers(1, 4))
def test_rounding_moves_a_number_by_half_a_last_place_at_most(number: Fraction, figures: int) -> None:
    """The rounded number is the nearest one of its kind."""
    place = Fraction(10) ** (magnitude(number) - figures + 1)
    assert abs(to_figures(number, figures) - number) <= place / 2


@given(NUMBERS.filter(bool))
def test_the_magnitude_brackets_the_number(number: Fraction) -> None:
    """10^e <= |x| < 10^(e+1)."""
    power = magnitude(number)
    assert Fraction(10) ** power <= abs(number) < Fraction(10) ** (power + 1)


@given(NUMBERS)
def test_the_nearest_integer_is_within_a_half(number: Fraction) -> None:
    """Ties go away from zero."""
    assert abs(nearest_integer(number) - number) <= Fraction(1, 2)
    assert nearest_integer(-number) == -nearest_integer(number)


def test_zero_has_no_magnitude() -> None:
    """Its logarithm is not defined."""
    with pytest.raises(InputError, match="no order of magnitude"):
        magnitude(0)


@pytest.mark.parametrize(
    ("published", "word", "why"),
    [
        (1, "rounded up to a whole number", "any value below 1 rounds to it"),
        ((0, 5), "range", "any value below 5 rounds to it"),
        (2, "rounded up to a whole number", ""), (1, "nearest integer", ""), (0, "exact", ""),
        (1000, "order of magnitude", ""), ((2000, 3000), "range", ""),
        (200, "rounded down to one significant figure", ""),
    ],
)
def test_agreement_that_any_number_would_have_says_nothing(published: NumberOrRange, word: str, why: str) -> None:
    """However small the derived number were, it would be raised to one."""
    assert says_nothing(published, word) == why


def test_the_ratio_says_by_which_factor_a_claim_is_off() -> None:
    """Derived over published; against a range the nearer end counts."""
    assert ratio(2400, 5400) == Fraction(9, 4)
    assert ratio((2000, 3000), 2400) == 1
    assert ratio((2000, 3000), 6000) == 2
    assert ratio((2000, 3000), 1000) == Fraction(1, 2)


def test_the_ratio_to_zero_is_refused() -> None:
    """Nothing is a multiple of zero."""
    with pytest.raises(InputError, match="not defined"):
        ratio(0, 1)
    with pytest.raises(InputError, match="not defined"):
        ratio((-1, 0), 1)
