"""Domains: one table says which numbers a quantity can take; everything else asks it."""

from __future__ import annotations

from fractions import Fraction

import pytest
from sympy import Float, Integer, Rational

from derivations.language.quantity import DOMAINS, Quantity

NUMBERS = (Fraction(-2), Fraction(0), Fraction(1, 2), Fraction(1), Fraction(3, 2), Fraction(2))


@pytest.mark.parametrize(
    ("name", "inside"),
    [
        ("positive", (0, 0, 1, 1, 1, 1)),
        ("nonnegative", (0, 1, 1, 1, 1, 1)),
        ("fraction", (0, 0, 1, 1, 0, 0)),
        ("integer", (0, 0, 0, 1, 0, 1)),
        ("real", (1, 1, 1, 1, 1, 1)),
    ],
)
def test_what_each_domain_contains(name: str, inside: tuple[int, ...]) -> None:
    """The same for fractions and for SymPy's numbers."""
    domain = DOMAINS[name]
    for number, expected in zip(NUMBERS, inside, strict=True):
        assert domain.contains(number) is bool(expected)
        assert domain.contains(Rational(number.numerator, number.denominator)) is bool(expected)
    assert domain.contains(Integer(1))
    assert domain.contains(Float("0.5")) is bool(inside[2])


def test_symbols_carry_what_sympy_can_say() -> None:
    """The assumptions never claim more than the limits."""
    for name, domain in DOMAINS.items():
        symbol = Quantity("q", "", "quantity", domain=name).symbol
        assert bool(symbol.is_positive) is (domain.contains(1) and not domain.contains(0))
        assert bool(symbol.is_nonnegative) is (not domain.contains(-1))
        assert bool(symbol.is_integer) is domain.whole


def test_every_domain_has_words_for_a_reader() -> None:
    """They finish the sentence "L must be ..."."""
    assert all(domain.words for domain in DOMAINS.values())
    assert all(name == domain.name for name, domain in DOMAINS.items())
