"""Rounding words: how a published number relates to the exact number derived for it.

Whether the two agree is decided by one word from the closed table `WORDS`, not by a tolerance chosen for each claim. A
round number that is said is symmetric in ratio: in one figure it stands for what is within a factor of sqrt(2), the
middle of the widest step between such numbers, from 1 to 2; in two figures within sqrt(1.1). What is printed in figures
is rounded as on paper, on a tie (0.5 between 0 and 1) either way. Two numbers are a range, or one or the other. What is
said as a bound ("one layer is enough") is held as one.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from fractions import Fraction
from math import ceil, floor

from derivations.errors import InputError, UnknownNameError
from derivations.mapping import FrozenMapping

AT_MOST = "at most"  # the word of a bound, which no number is rounded to

NumberOrRange = Fraction | int | tuple[Fraction | int, Fraction | int]
Test = Callable[[Fraction, Fraction], bool]  # of (published, derived)
Rounding = Callable[[Fraction], tuple[int, ...]]  # the integers that a number may be rounded to


def nearest_integer(number: Fraction | int) -> int:
    """The nearest integer; a tie goes away from zero, as on paper.

    >>> nearest_integer(Fraction(5, 2)), nearest_integer(Fraction(-5, 2))
    (3, -3)
    """
    size = floor(abs(Fraction(number)) + Fraction(1, 2))
    return size if number >= 0 else -size


_DECADES_OF_A_BIT = Fraction(30103, 100000)  # log10 of 2, a little too large


def as_float(number: Fraction) -> float | None:
    """A number as a float; None beyond the largest of them.

    >>> as_float(Fraction(1, 8)), as_float(Fraction(10) ** 400)
    (0.125, None)
    """
    try:
        return float(number)
    except OverflowError:
        return None


def magnitude(number: Fraction | int) -> int:
    """The integer e with 10^e <= |number| < 10^(e+1); raises `InputError` for zero.

    >>> magnitude(Fraction(999)), magnitude(Fraction(1, 1000))
    (2, -3)
    """
    if not number:
        raise InputError("zero has no order of magnitude")
    size = abs(Fraction(number))
    bits = size.numerator.bit_length() - size.denominator.bit_length()  # text of so long a number may be refused
    guess = floor(bits * _DECADES_OF_A_BIT) + 1
    while size < Fraction(10) ** guess:
        guess -= 1
    return guess


def to_figures(number: Fraction | int, figures: int) -> Fraction:
    """The number rounded to so many significant figures; a tie goes away from zero.

    >>> to_figures(Fraction("295.2"), 1), to_figures(Fraction("9996"), 3)
    (Fraction(300, 1), Fraction(10000, 1))
    """
    if not number:
        return Fraction(0)
    place = _last_place(Fraction(number), figures)
    return nearest_integer(number / place) * place


def outward(number: Fraction | int, figures: int, *, down: bool) -> Fraction:
    """The number in so many significant figures that is not above it, or with `down` false not below it.

    >>> outward(Fraction("295.2"), 2, down=True), outward(Fraction("295.2"), 2, down=False)
    (Fraction(290, 1), Fraction(300, 1))
    """
    if not number:
        return Fraction(0)
    place = _last_place(Fraction(number), figures)
    return (floor if down else ceil)(number / place) * place


def agrees(published: NumberOrRange, derived: Fraction | int, word: str) -> bool:
    """True if `published` is what `derived` becomes under the rounding word.

    Both numbers are in the same unit. For the word ``range`` the published number is a pair (low, high); for every
    other word it is a single number, or a pair of which one has to agree. Raises `UnknownNameError` for a word that
    is not in `WORDS`, and `InputError` for a single number with ``range`` or for a range that runs downwards.

    >>> agrees(300, Fraction("295.2"), "one significant figure"), agrees((200, 100), 130, "one significant figure")
    (True, True)
    >>> agrees((2000, 3000), 2400, "range"), agrees(2400, 5441, "order of magnitude")
    (True, True)
    """
    if word not in WORDS:
        raise UnknownNameError("rounding word", word, WORDS)
    if word == "range":
        low, high = _pair(published)
        return low <= derived <= high
    return any(_TESTS[word](Fraction(one), Fraction(derived)) for one in _each(published))


def says_nothing(published: NumberOrRange, word: str) -> str:
    """Why agreement under the rounding word would say nothing about a positive number; empty where it says something.

    It says nothing where a number agrees however small or however large it is, as what is raised to 1 does. What was
    said as a bound, and not as a number, says something: a larger number breaks it.

    >>> says_nothing(1, "rounded up to a whole number")
    'any value below 1 rounds to it'
    >>> says_nothing(2, "rounded up to a whole number")
    ''
    """
    low, high = Fraction(min(_each(published))), Fraction(max(_each(published)))
    if word == AT_MOST or (low <= 0 and high <= 0):
        return ""
    if agrees(published, high / _FAR, word):
        return f"any value below {high} rounds to it"
    return f"any value above {low} rounds to it" if agrees(published, high * _FAR, word) else ""


def ratio(published: NumberOrRange, derived: Fraction | int, word: str = "range") -> Fraction:
    """The ratio of the derived number to the published one.

    Against a range the nearer end counts, and the ratio is 1 inside; of two numbers with another word, the nearer one
    counts. Raises `InputError` if the published number is zero.

    >>> ratio(2400, 5400)
    Fraction(9, 4)
    """
    derived = Fraction(derived)
    if isinstance(published, tuple) and word == "range":
        low, high = _pair(published)
        if low <= derived <= high:
            return Fraction(1)
        published = low if derived < low else high
    if not all(_each(published)):
        raise InputError("the ratio to a published number of zero is not defined")
    return min((derived / Fraction(one) for one in _each(published)), key=_distance)


def _last_place(number: Fraction, figures: int) -> Fraction:
    """The value of one unit in the last kept figure."""
    return Fraction(10) ** (magnitude(number) - figures + 1)


def _each(published: NumberOrRange) -> tuple[Fraction | int, ...]:
    """The number, or both of a pair."""
    return published if isinstance(published, tuple) else (published,)


def _distance(quotient: Fraction) -> tuple[bool, Fraction]:
    """How far a ratio is from one, either way; of another sign is furthest."""
    return (quotient <= 0, max(quotient, 1 / quotient) if quotient > 0 else -quotient)


def _pair(published: NumberOrRange) -> tuple[Fraction, Fraction]:
    if not isinstance(published, tuple):
        raise InputError("the rounding word 'range' needs a published pair (low, high)")
    low, high = Fraction(published[0]), Fraction(published[1])
    if low > high:
        raise InputError("a published range runs from its low end to its high end")
    return low, high


def _at_place(rounding: Rounding, figures: int) -> Test:
    """A test that rounds both numbers in the last place of the derived one that is kept.

    What is printed in more figures, from inputs that are not rounded, is compared in as many as its inputs have here.
    """

    def holds(published: Fraction, derived: Fraction) -> bool:
        if not derived:
            return published == 0
        place = _last_place(derived, figures)
        return bool({*rounding(published / place)} & {*rounding(derived / place)})

    return holds


def _either_way(number: Fraction) -> tuple[int, ...]:
    """The nearest integers: two on a tie, otherwise one."""
    half = Fraction(1, 2)
    return (ceil(number - half), floor(number + half))


def _within(square: Fraction, figures: int = 0) -> Test:
    """A test for a ratio of at most the root of `square`, either way; what has more figures is not said in them."""

    def holds(published: Fraction, derived: Fraction) -> bool:
        if figures and published and published / _last_place(published, figures) % 1:
            return False
        if not published or not derived:
            return published == derived
        quotient = derived / published
        return quotient > 0 and 1 / square <= quotient**2 <= square

    return holds


_FAR = 10**12  # a number so many times another is no rounding of it
_TABLE: tuple[tuple[str, str, Test | None], ...] = (
    ("exact", "the two numbers are equal", lambda published, derived: published == derived),
    ("one significant figure", "as said, within a factor of sqrt(2): 80 and 125 are 100", _within(Fraction(2), 1)),
    ("about two significant figures", "as said in two, within a factor of sqrt(1.1): 14.4 and 15.7 are 15",
     _within(Fraction(11, 10), 2)),
    ("two significant figures", "rounded to two figures: 2,449 is 2,400", _at_place(_either_way, 2)),
    ("three significant figures", "rounded to three figures", _at_place(_either_way, 3)),
    ("four significant figures", "rounded to four figures", _at_place(_either_way, 4)),
    ("nearest integer", "rounded to a whole number of the unit", lambda p, d: p in _either_way(d)),
    ("rounded up to a whole number", "raised to a whole number of the unit: 1.25 is 2", lambda p, d: p == ceil(d)),
    ("rounded down to a whole number", "cut to a whole number of the unit: 1.75 is 1", lambda p, d: p == floor(d)),
    ("read off a chart", "within a factor of 1.1, either way, as an eye reads a figure: 1.369 is 1.3",
     _within(Fraction(11, 10) ** 2)),
    (AT_MOST, "said as a bound: what is derived is no larger", lambda published, derived: derived <= published),
    ("range", "between the two published numbers, ends included", None),  # elsewhere a pair is one or the other
    ("order of magnitude", "within a factor of sqrt(10), half a decade, either way", _within(Fraction(10))),
)

_TESTS: dict[str, Test] = {name: test for name, _, test in _TABLE if test is not None}
WORDS: Mapping[str, str] = FrozenMapping({name: meaning for name, meaning, _ in _TABLE})
"""The rounding words, each with what it means."""
