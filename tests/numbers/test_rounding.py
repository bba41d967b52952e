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
        [(300, Fraction("295.2")), (100, Fraction("129.6")), (100, Fraction("88.3")), (1, Fraction("0.883")),
         (60, Fraction(50)), (60, Fraction("69.44")), (2, Fraction("2.048")), (200, Fraction("259.2")),
         ((200, 100), Fraction("259.2")), ((200, 100), Fraction(75)), (0, Fraction(0))],
        [(1, Fraction("1.415")), (1, Fraction("0.707")), (300, Fraction(2400)), (1, Fraction(0)), (1, Fraction(-1)),
         ((200, 100), Fraction("282.9")), ((200, 100), Fraction(70))],
    ),
    "two significant figures": ([(2400, Fraction(2449)), (15, Fraction("14.5"))], [(15, Fraction("14.4"))]),
    "three significant figures": (
        [(295, Fraction("295.2")), (562_027, Fraction(562_100))],  # what is printed in more figures than are compared
        [(295, Fraction("295.6")), (562_027, Fraction(562_600)), (562_600, Fraction(562_100))],
    ),
    "four significant figures": ([(5441, Fraction("5440.9"))], [(5441, Fraction("5442"))]),
    "nearest integer": ([(5441, Fraction("5440.54"))], [(5441, Fraction("5440.4"))]),
    "about two significant figures": (
        [(15, Fraction("14.4")), (15, Fraction("15.7"))],
        [(15, Fraction("14.3")), (15, Fraction("15.74")), (15, Fraction("13.09"))],
    ),
    "rounded up to a whole number": (
        [(2, Fraction("1.25")), (1, Fraction("0.4")), (2, Fraction(2)), (-1, Fraction("-1.25"))],
        [(1, Fraction("1.25")), (3, Fraction("1.25")), (2, Fraction("2.01"))],
    ),
    "rounded down to a whole number": (
        [(1, Fraction("1.75")), (2, Fraction(2)), (-2, Fraction("-1.25"))],
        [(2, Fraction("1.75")), (0, Fraction("1.75")), (1, Fraction(2))],
    ),
    "read off a chart": (
        [(Fraction("1.3"), Fraction("1.369")), (Fraction("1.1"), Fraction(1)), (Fraction(1), Fraction("1.1"))],
        [(Fraction("1.3"), Fraction("1.5")), (Fraction("1.11"), Fraction(1)), (Fraction("0.9"), Fraction(1))],
    ),
    "at most": ([(1, Fraction("0.125")), (1, Fraction(1))], [(1, Fraction("1.125")), (0, Fraction(1))]),
    "range": ([((2000, 3000), Fraction(2400)), ((3, 5), Fraction(5))], [((2000, 3000), Fraction(5441))]),
    "order of magnitude": (
        [(1000, Fraction(2400)), (1000, Fraction(320)), (0, Fraction(0))],
        [(1000, Fraction(300)), (1000, Fraction(-1000)), (1, Fraction(0))],
    ),
}
SINGLE = [word for word in WORDS if word not in {"range", "at most"}]
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


def test_a_range_is_a_pair() -> None:
    """A range and a single number are told apart."""
    with pytest.raises(InputError, match="needs a published pair"):
        agrees(5, 5, "range")
    with pytest.raises(InputError, match="low end to its high end"):
        agrees((5, 4), 5, "range")


@pytest.mark.parametrize("word", SINGLE)
def test_of_two_numbers_one_has_to_agree(word: str) -> None:
    """'200 T or 100 T' holds if either does, whichever is said first."""
    agreeing, _ = CASES[word]
    right = next(pair for pair in agreeing if pair[1] and not isinstance(pair[0], tuple))
    wrong = 10**9
    assert not agrees(wrong, right[1], word)
    assert agrees((right[0], wrong), right[1], word)  # type: ignore[arg-type]
    assert agrees((wrong, right[0]), right[1], word)  # type: ignore[arg-type]
    assert not agrees((wrong, 2 * wrong), right[1], word)


SPOKEN = {"one significant figure": Fraction(2), "about two significant figures": Fraction(11, 10),
          "read off a chart": Fraction(121, 100), "order of magnitude": Fraction(10)}


@given(st.integers(1, 9), st.integers(-6, 12), st.fractions(min_value=Fraction(1, 9), max_value=9).filter(bool),
       st.sampled_from(list(SPOKEN)))
def test_what_is_said_is_symmetric_in_ratio(figure: int, power: int, quotient: Fraction, word: str) -> None:
    """What is so many times too large is as far off as what is as many times too small, in every unit."""
    said = figure * Fraction(10) ** power
    assert agrees(said, said * quotient, word) == agrees(said, said / quotient, word)
    assert agrees(said, said * quotient, word) == (1 / SPOKEN[word] <= quotient**2 <= SPOKEN[word])


def test_a_number_said_in_one_figure_has_one() -> None:
    """What has more figures than its word says is no such number, and nothing agrees with it."""
    assert not agrees(120, 100, "one significant figure")
    assert not agrees(120, 120, "one significant figure")
    assert not agrees(155, 150, "about two significant figures")


@given(NUMBERS, st.sampled_from(SINGLE))
def test_a_number_agrees_with_itself_only_where_it_is_round(number: Fraction, word: str) -> None:
    """Rounding a rounded number changes nothing, so the outcome of rounding agrees with its input."""
    figures = {"two": 2, "three": 3, "four": 4}.get(word.partition(" ")[0])
    if figures is not None:
        rounded = to_figures(number, figures)
        assert agrees(rounded, number, word)
        assert agrees(rounded, rounded, word)
    if word in ("exact", "order of magnitude", "read off a chart"):
        assert agrees(number, number, word)
    if word == "one significant figure":
        assert agrees(to_figures(number, 1), to_figures(number, 1), word)


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
        (200, "one significant figure", ""), ((200, 100), "one significant figure", ""),
        ((2, 1), "rounded up to a whole number", "any value below 2 rounds to it"),
        (1, "at most", ""),
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
    assert ratio((200, 100), 150, "one significant figure") == Fraction(3, 4)
    assert ratio((200, 100), 90, "one significant figure") == Fraction(9, 10)


def test_the_ratio_to_zero_is_refused() -> None:
    """Nothing is a multiple of zero."""
    with pytest.raises(InputError, match="not defined"):
        ratio(0, 1)
    with pytest.raises(InputError, match="not defined"):
        ratio((-1, 0), 1)


def test_the_magnitude_of_a_number_of_any_length() -> None:
    """Python refuses to write more than 4,300 digits, and roots of a formula may have more."""
    for number in (Fraction(7**20000, 3), Fraction(3, 7**20000), Fraction(10) ** 50, Fraction(10) ** 50 - 1):
        power = magnitude(number)
        assert Fraction(10) ** power <= number < Fraction(10) ** (power + 1)
