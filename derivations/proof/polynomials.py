"""Arithmetic with polynomials, paid for by terms; large divisions and factorizations where they can be stopped.

A product is paid for before it is made. What a common divisor or a factorization takes, nobody knows beforehand: it is
paid for by size, and made in the worker where that is beyond what takes a moment.
"""

from __future__ import annotations

from math import comb, lcm, prod
from typing import Any, Final

from sympy import QQ
from sympy.polys.rings import PolyElement, PolyRing

from derivations.proof.budget import charge
from derivations.proof.worker import stoppable

_CHEAP: Final = 200_000  # terms times terms times degree: twice that of any in a built-in claim
_DENSE: Final = 80_000_000  # terms that there could be by the degrees; SymPy's gcd takes that long where it has no luck
_DIVIDING: Final = 4  # what a unit of that is paid for


def product(one: PolyElement, other: PolyElement) -> PolyElement:
    """The product of two polynomials."""
    charge(len(one) * len(other), "multiplying", _Told(one), "by", _Told(other))
    return one * other


def raised(polynomial: PolyElement, power: int) -> PolyElement:
    """A whole power, zero or more, of a polynomial."""
    terms = len(polynomial)
    # lemma: (t_1 + ... + t_n)^k has at most as many terms as there are ways to choose k of n with repetition
    most = comb(terms + power - 1, power)
    charge(terms * most if terms > 1 else 1, "raising", _Told(polynomial), "to the power", power)
    return polynomial**power


def least_multiple(one: PolyElement, other: PolyElement) -> PolyElement:
    """The least common multiple of two polynomials."""
    found: PolyElement = _divided("lcm", one, other)
    return found


def greatest_divisor(one: PolyElement, other: PolyElement) -> PolyElement:
    """The greatest common divisor of two polynomials."""
    found: PolyElement = _divided("gcd", one, other)
    return found


def lowest(over: PolyElement, under: PolyElement) -> tuple[PolyElement, PolyElement]:
    """Both polynomials without common factors, with whole coefficients and a denominator that begins positively."""
    if over and len(under) == 1:
        return _over_term(over, under)
    one, other = _divided("cancel", over, under)
    return one, other


def _over_term(over: PolyElement, under: PolyElement) -> tuple[PolyElement, PolyElement]:
    """The same for a denominator of one term: what it has in common with every term of the other is read off."""
    charge(len(over), "looking for the lowest terms of", _Told(over), "and", _Told(under))
    (powers, number), = under.items()
    common = tuple(map(min, zip(powers, *over, strict=True)))
    ratios = {powers: c / number for powers, c in over.items()}
    scale = lcm(*(int(ratio.denominator) for ratio in ratios.values()))
    ring = over.ring
    found = ring.from_dict({ring.monomial_div(own, common): ratio * scale for own, ratio in ratios.items()})
    return found, ring.from_dict({ring.monomial_div(powers, common): QQ(scale)})


def factor_list(polynomial: PolyElement) -> tuple[Any, list[tuple[PolyElement, int]]]:
    """A constant, and the irreducible factors with their powers."""
    constant, factors = _divided("factor_list", polynomial)
    return constant, factors


def remainder(polynomial: PolyElement, divisors: list[PolyElement]) -> PolyElement:
    """Remainder of a division by several polynomials."""
    found: PolyElement = _divided("rem", polynomial, divisors)
    return found


def _divided(operation: str, one: PolyElement, *others: Any) -> Any:
    """An operation of one polynomial with another one, or with a list of them."""
    flat = [part for other in others for part in (other if isinstance(other, list) else [other])]
    degree = max((degree for part in (one, *flat) for degree in part.degrees()), default=0)
    work = len(one) * (sum(map(len, flat)) or len(one)) * (1 + degree)
    told = (f"looking for the {_LOOKED_FOR[operation]} of", _Told(one), *(("and", _Told(flat[0])) if flat else ()))
    charge(_DIVIDING * work, *told)
    if work <= _CHEAP and _dense(one, *flat) <= _DENSE:
        return getattr(one, operation)(*others)
    own = one.ring
    return _over(own, stoppable(True, told, in_plain_terms, operation, own.ngens, *map(_plain, (one, *others))))


class _Told:
    """A polynomial in a sentence: as it stands, or its size where it is in letters that stand for maxima, say."""

    def __init__(self, polynomial: PolyElement) -> None:
        self.polynomial = polynomial

    def __str__(self) -> str:
        symbols = zip(self.polynomial.ring.symbols, self.polynomial.degrees(), strict=True)
        if any(degree > 0 and str(symbol).startswith("_") for symbol, degree in symbols):
            return f"a polynomial of {len(self.polynomial):,} terms"
        return str(self.polynomial)


def _dense(*parts: PolyElement) -> int:
    """The number of terms of a polynomial that has every power up to the highest of each generator."""
    return prod(1 + max(*degrees, 0) for degrees in zip(*(part.degrees() for part in parts), strict=True))


def in_plain_terms(operation: str, generators: int, *terms: Any) -> Any:
    """An operation of polynomials over the rationals that are told, and told back, by their terms."""
    own = PolyRing([f"x{place}" for place in range(max(generators, 1))], QQ)
    one, *others = (_over(own, part) for part in terms)
    return _plain(getattr(one, operation)(*others))


def _plain(found: Any) -> Any:
    """Terms for polynomials: their rings do not travel between processes."""
    if isinstance(found, PolyElement):
        return {powers: (int(number.numerator), int(number.denominator)) for powers, number in found.terms()}
    if isinstance(found, (tuple, list)):
        return type(found)(map(_plain, found))
    return found


def _over(own: PolyRing, found: Any) -> Any:
    """Polynomials for terms."""
    if isinstance(found, dict):
        return own.from_dict({powers: QQ(*number) for powers, number in found.items()})
    if isinstance(found, (tuple, list)):
        return type(found)(_over(own, part) for part in found)
    return found


_LOOKED_FOR = {
    "lcm": "least common multiple", "gcd": "greatest common divisor", "cancel": "lowest terms",
    "factor_list": "factors", "rem": "remainder",
}
