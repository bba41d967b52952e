"""A rational expression as one quotient of polynomials.

SymPy's own conversion looks for common divisors after every addition and multiplication; here numerators and
denominators are multiplied out and cancelled once, at the end, which is several times as fast on formulas.
"""

from __future__ import annotations

from collections.abc import Iterable
from math import prod

from sympy import Add, Expr, Mul, Pow, Symbol
from sympy.polys.fields import FracElement, FracField
from sympy.polys.rings import PolyElement, PolyRing

from derivations.errors import UndecidedError

_MANY_TERMS = 64  # a denominator with more terms is reduced before anything is multiplied with it
_HIGH = 50  # a degree that counts; exponents such as 0.2831 lead to thousands
_MOST_POINTS = 200_000  # product of high degrees; beyond it a common divisor takes minutes to find


def as_fraction(expression: Expr, within: FracField) -> FracElement:
    """The element of the field that an expression in its symbols is; raises `UndecidedError` for any other."""
    try:
        numerator, denominator = _parts(expression, within.ring)
        _refuse_high_degrees(numerator, denominator)
        return within.new(numerator, denominator)
    except (ValueError, TypeError, ZeroDivisionError) as error:
        raise UndecidedError(f"no normal form for {expression}: {error}") from None


def _parts(expression: Expr, ring: PolyRing) -> tuple[PolyElement, PolyElement]:
    """Numerator and denominator, not yet in lowest terms."""
    if isinstance(expression, Symbol):
        return ring.gens[ring.symbols.index(expression)], ring.one
    if expression.is_Rational:
        return ring.ground_new(ring.domain(expression.p, expression.q)), ring.one
    if isinstance(expression, Mul):
        numerator, denominator = ring.one, ring.one
        for factor in expression.args:
            over, under = _parts(factor, ring)
            numerator, denominator = numerator * over, denominator * under
        return numerator, denominator
    if isinstance(expression, Pow) and expression.exp.is_Integer:
        over, under = _parts(expression.base, ring)
        power = int(expression.exp)
        if power >= 0:
            return over**power, under**power
        if not over:
            raise ZeroDivisionError("division by zero")
        return under**-power, over**-power
    if isinstance(expression, Add):
        return _sum((_parts(term, ring) for term in expression.args), ring)
    raise ValueError(f"{expression} is not rational")


def _sum(terms: Iterable[tuple[PolyElement, PolyElement]], ring: PolyRing) -> tuple[PolyElement, PolyElement]:
    """Terms over one denominator are added first; then the denominators are brought together one by one."""
    over: dict[PolyElement, PolyElement] = {}
    for numerator, denominator in terms:
        over[denominator] = over.get(denominator, ring.zero) + numerator
    numerator, denominator = ring.zero, ring.one
    for under, part in over.items():
        if not part:
            continue
        if under == denominator:
            numerator = numerator + part
            continue
        if _is_short(under) and _is_short(denominator):
            common = denominator.lcm(under)
            numerator = numerator * common.exquo(denominator) + part * common.exquo(under)
            denominator = common
        else:
            numerator, denominator = numerator * under + part * denominator, denominator * under
            if len(denominator) > _MANY_TERMS:
                _refuse_high_degrees(numerator, denominator)
                numerator, denominator = numerator.cancel(denominator)
    return numerator, denominator


def _is_short(polynomial: PolyElement) -> bool:
    """True for a single term, whose least common multiple is read off."""
    return len(polynomial) == 1


def _refuse_high_degrees(numerator: PolyElement, denominator: PolyElement) -> None:
    """Raise `ValueError` where the search for a common divisor would not end; with single terms there is none."""
    if len(numerator) < 2 or len(denominator) < 2:
        return
    degrees = map(max, numerator.degrees(), denominator.degrees())
    if prod(degree for degree in degrees if degree > _HIGH) > _MOST_POINTS:
        raise ValueError("its exponents have too many decimals")
