"""The kernel's algebra for a search: it does so much work and no more, and sees soon that nothing divides.

If g divides f, it still does once numbers stand for all atoms but one, modulo a prime: so most divisions that fail are
refused by arithmetic in one letter.
"""

from __future__ import annotations

from fractions import Fraction

from derivations.kernel.normal_form import POSITIVE, Algebra, Polynomial, Symbolic

_MOST_WORK = 60_000  # products of two terms in one search
_PRIME, _BASE = 2**61 - 1, 10**9 + 7  # numbers that stand for atoms, modulo a prime


class ExhaustedError(Exception):
    """The work of a search is done: no certificate, whatever else could be tried."""


class BoundedAlgebra(Algebra):
    """An algebra that multiplies so many terms and no more: a search ends, on any machine at the same point."""

    def __init__(self, domains: dict[str, str]) -> None:
        super().__init__(domains)
        self.work = _MOST_WORK
        self._powers: dict[tuple[int, int], int] = {}  # of the numbers that stand for atoms

    def times(self, a: Polynomial, b: Polynomial) -> Polynomial:
        """The product of two polynomials. Raises `ExhaustedError` once the work is done."""
        self.work -= len(a) * len(b)
        if self.work < 0:
            raise ExhaustedError
        return super().times(a, b)

    def divided(self, over: Polynomial, by: Polynomial) -> Polynomial | None:
        """The exact quotient of two polynomials, or None, as by zero. Raises `ExhaustedError` once the work is done."""
        if not by:
            return None
        self.work -= len(over) + len(by)
        if self.work < 0:
            raise ExhaustedError
        if over and not (self._may_divide(over, by) and self._divides_image(over, by)):
            return None
        self.work -= len(over) ** 2 // 16 if len(by) > 1 else 0
        if self.work < 0:
            raise ExhaustedError
        return super().divided(over, by) if len(by) > 1 else self._divided_by_term(over, by)

    def _divided_by_term(self, over: Polynomial, by: Polynomial) -> Polynomial | None:
        (mono, d), = by.items()
        one_over = 1 if d == 1 else Fraction(1) / d  # fractions take ten times as long
        quotient = self.times(over, {tuple((place, exponent * -1) for place, exponent in mono): one_over})
        below = any(isinstance(e, Symbolic) or e < 0 for each in quotient for p, e in each
                    if self.atoms[p].sign != POSITIVE)
        return None if below or self.times(quotient, by) != over else quotient

    def _may_divide(self, over: Polynomial, by: Polynomial) -> bool:
        """False for a factor in an atom that the polynomial has not, and that has no powers below zero."""
        return all(self.atoms[place].sign == POSITIVE for place in places_of(by) - places_of(over))

    def _divides_image(self, over: Polynomial, by: Polynomial) -> bool:
        """False if there is no quotient once all atoms but one are numbers, modulo a prime: then there is none."""
        places = [place for place, _ in max(by, key=len)]
        if not places or any(not isinstance(e, int) for mono in (*over, *by) for _, e in mono):
            return True
        one, other = (self._image(each, places[0]) for each in (by, over))
        while len(other) >= len(one) > 1:
            factor = other[-1] * pow(one[-1], -1, _PRIME)
            for turn in range(1, len(one) + 1):
                other[-turn] = (other[-turn] - factor * one[-turn]) % _PRIME
            other.pop()
        return len(one) <= 1 or not any(other)

    def _image(self, polynomial: Polynomial, kept: int) -> list[int]:
        """The coefficients of the powers of an atom, from its lowest, where the others are numbers."""
        powers: dict[int, int] = {}
        for mono, c in polynomial.items():
            value = c if isinstance(c, int) else c.numerator * pow(c.denominator, -1, _PRIME)
            degree = 0
            for place, exponent in mono:
                assert isinstance(exponent, int)
                if place == kept:
                    degree = exponent
                else:
                    value = value * self._number(place, exponent) % _PRIME
            powers[degree] = (powers.get(degree, 0) + value) % _PRIME
        powers = {degree: value for degree, value in powers.items() if value}
        if not powers:
            return []
        return [powers.get(degree, 0) for degree in range(min(powers), max(powers) + 1)]

    def _number(self, place: int, exponent: int) -> int:
        """The number that stands for a whole power of an atom."""
        if (place, exponent) not in self._powers:
            self._powers[place, exponent] = pow(_BASE + place, exponent, _PRIME)
        return self._powers[place, exponent]


def places_of(polynomial: Polynomial) -> set[int]:
    """The atoms of a polynomial."""
    return {place for mono in polynomial for place, _ in mono}
