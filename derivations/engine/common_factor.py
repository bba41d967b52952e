"""What the arguments of a max or min have in common: a positive factor, which comes out in front of it."""

from __future__ import annotations

from math import gcd, lcm
from typing import TYPE_CHECKING

from sympy import Expr, Integer, Rational
from sympy.polys.rings import PolyElement

if TYPE_CHECKING:
    from derivations.engine.normal_form import Field


def common_factor(own: Field) -> tuple[Expr, list[Expr]]:
    """A positive factor of all elements of a field, and what is left of each."""
    ring = own.field.ring
    common = ring.one
    for element in own.elements:
        common = common.lcm(element.denom)
    scaled = [element * common for element in own.elements]
    if not _positive(common, own) or not all(element.denom.is_ground for element in scaled):
        return Integer(1), [own.restore(element.as_expr()) for element in own.elements]
    numerators = [element.numer.quo_ground(element.denom.LC) for element in scaled]
    content = ring.zero
    for numerator in numerators:
        content = content.gcd(numerator)
    if not content or not _positive(content, own):
        content = ring.one
    left = [numerator.exquo(content) for numerator in numerators]
    # a divisor over the rationals says nothing of numbers: their own common factor comes out besides
    numbers = [number for polynomial in left for number in polynomial.coeffs()]
    over = gcd(*(int(abs(number.numerator)) for number in numbers)) or 1
    under = lcm(*(int(number.denominator) for number in numbers))
    reduced = [own.back(polynomial.quo_ground(ring.domain(over, under))) for polynomial in left]
    return Rational(over, under) * own.back(content) / own.back(common), reduced


def _positive(polynomial: PolyElement, own: Field) -> bool:
    """True if every coefficient and every generator of the polynomial is positive."""
    used = [s for s, d in zip(polynomial.ring.symbols, polynomial.degrees(), strict=True) if d > 0]
    return all(c > 0 for c in polynomial.coeffs()) and all(
        symbol.is_positive or (own.generators[symbol].expression.is_positive) for symbol in used
    )
