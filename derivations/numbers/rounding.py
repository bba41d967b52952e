"""Rounding words: how a published number relates to the exact number derived for it.

A published number is seldom exact: "about 300" stands for 295.2. Whether the two agree is decided by one
word from the closed table `WORDS`, not by a tolerance chosen for each claim. On a tie (0.5 between 0 and 1) a
writer may have rounded either way, so both neighbors agree.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from fractions import Fraction
from math import ceil, floor
from types import MappingProxyType

from derivations.errors import InputError, UnknownNameError

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


def magnitude(number: Fraction | int) -> int:
    """The integer e with 10^e <= |number| < 10^(e+1); raises `InputError` for zero.

    >>> magnitude(Fraction(999)), magnitude(Fraction(1, 1000))
    (2, -3)
    """
    if not number:
        raise InputError("zero has no order of magnitude")
    size = abs(Fraction(number))
    guess = len(str(size.numerator)) - len(str(size.denominator))
    return guess if size >= Fraction(10) ** guess else guess - 1


def to_figures(number: Fraction | int, figures: int) -> Fraction:
    """The number rounded to so many significant figures; a tie goes away from zero.

    >>> to_figures(Fraction("295.2"), 1), to_figures(Fraction("9996"), 3)
    (Fraction(300, 1), Fraction(10000, 1))
    """
    if not number:
        return Fraction(0)
    place = _last_place(Fraction(number), figures)
    return nearest_integer(number / place) * place


def agrees(published: NumberOrRange, derived: Fraction | int, word: str) -> bool:
    """True if `published` is what `derived` becomes under the rounding word.

    Both numbers are in the same unit. For the word ``range`` the published number is a pair (low, high); for
    every other word it is a single number. Raises `UnknownNameError` for a word that is not in `WORDS`, and
    `InputError` for a pair with another word, a single number with ``range``, or a pair that runs downwards.

    >>> agrees(300, Fraction("295.2"), "one significant figure")
    True
    >>> agrees((2000, 3000), 2400, "range"), agrees(2400, 5441, "order of magnitude")
    (True, True)
    """
    if word not in WORDS:
        raise UnknownNameError("rounding word", word, WORDS)
    if word == "range":
        low, high = _pair(published)
        return low <= derived <= high
    if isinstance(published, tuple):
        raise InputError(f"a published range needs the rounding word 'range', not {word!r}")
    return _TESTS[word](Fraction(published), Fraction(derived))


def says_nothing(published: NumberOrRange, word: str) -> str:
    """Why agreement under the rounding word would say nothing about a positive number; empty where it says something.

    It says nothing where a number agrees however small or however large it is, as what is raised to 1 does.

    >>> says_nothing(1, "rounded up to a whole number")
    'any value below 1 rounds to it'
    >>> says_nothing(2, "rounded up to a whole number")
    ''
    """
    low, high = _pair(published) if isinstance(published, tuple) else (Fraction(published), Fraction(published))
    if low <= 0 and high <= 0:
        return ""
    if agrees(published, high / _FAR, word):
        return f"any value below {high} rounds to it"
    return f"any value above {low} rounds to it" if agrees(published, high * _FAR, word) else ""


def ratio(published: NumberOrRange, derived: Fraction | int) -> Fraction:
    """The ratio of the derived number to the published one.

    Against a range the nearer end counts, and the ratio is 1 inside. Raises `InputError` if the published
    number is zero.

    >>> ratio(2400, 5400)
    Fraction(9, 4)
    """
    derived = Fraction(derived)
    if isinstance(published, tuple):
        low, high = _pair(published)
        if low <= derived <= high:
            return Fraction(1)
        published = low if derived < low else high
    if not published:
        raise InputError("the ratio to a published number of zero is not defined")
    return derived / Fraction(published)


def _last_place(number: Fraction, figures: int) -> Fraction:
    """The value of one unit in the last kept figure."""
    return Fraction(10) ** (magnitude(number) - figures + 1)


def _pair(published: NumberOrRange) -> tuple[Fraction, Fraction]:
    if not isinstance(published, tuple):
        raise InputError("the rounding word 'range' needs a published pair (low, high)")
    low, high = Fraction(published[0]), Fraction(published[1])
    if low > high:
        raise InputError("a published range runs from its low end to its high end")
    return low, high


def _at_place(rounding: Rounding, figures: int) -> Test:
    """A test that rounds the derived number in its last kept place and looks for the published one."""

    def holds(published: Fraction, derived: Fraction) -> bool:
        if not derived:
            return published == 0
        place = _last_place(derived, figures)
        return any(published == count * place for count in rounding(derived / place))

    return holds


def _either_way(number: Fraction) -> tuple[int, ...]:
    """The nearest integers: two on a tie, otherwise one."""
    half = Fraction(1, 2)
    return (ceil(number - half), floor(number + half))


def _towards_zero(number: Fraction) -> tuple[int, ...]:
    return (int(number),)


def _away_from_zero(number: Fraction) -> tuple[int, ...]:
    return (ceil(number) if number > 0 else floor(number),)


def _within_half_a_decade(published: Fraction, derived: Fraction) -> bool:
    """|log10(derived/published)| <= 1/2, tested without logarithms."""
    if not published or not derived:
        return published == derived
    quotient = derived / published
    return quotient > 0 and Fraction(1, 10) <= quotient**2 <= 10


def _as_on_a_chart(published: Fraction, derived: Fraction) -> bool:
    return abs(published - derived) <= abs(derived) / 10


_FAR = 10**12  # a number so many times another is no rounding of it
_DOWN, _UP = _at_place(_towards_zero, 1), _at_place(_away_from_zero, 2)
_TABLE: tuple[tuple[str, str, Test | None], ...] = (
    ("exact", "the two numbers are equal", lambda published, derived: published == derived),
    ("one significant figure", "rounded to one figure: 295 is 300", _at_place(_either_way, 1)),
    ("two significant figures", "rounded to two figures: 2,449 is 2,400", _at_place(_either_way, 2)),
    ("three significant figures", "rounded to three figures", _at_place(_either_way, 3)),
    ("four significant figures", "rounded to four figures", _at_place(_either_way, 4)),
    ("nearest integer", "rounded to a whole number of the unit", lambda p, d: p in _either_way(d)),
    ("rounded down to one significant figure", "cut after one figure: 259 is 200", _DOWN),
    ("rounded up to two significant figures", "raised to two figures: 14.4 is 15", _UP),
    ("rounded up to a whole number", "raised to a whole number of the unit: 1.25 is 2", lambda p, d: p == ceil(d)),
    ("rounded down to a whole number", "cut to a whole number of the unit: 1.75 is 1", lambda p, d: p == floor(d)),
    ("read off a chart", "within a tenth of it, as an eye reads a figure: 1.369 is 1.3", _as_on_a_chart),
    ("range", "between the two published numbers, ends included", None),  # the only word for a pair
    ("order of magnitude", "within a factor of sqrt(10), half a decade, either way", _within_half_a_decade),
)

_TESTS: dict[str, Test] = {name: test for name, _, test in _TABLE if test is not None}
WORDS: Mapping[str, str] = MappingProxyType({name: meaning for name, meaning, _ in _TABLE})
"""The rounding words, each with what it means."""
