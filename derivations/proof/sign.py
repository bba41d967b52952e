"""Signs by positive coefficients.

In lowest terms and factored, a quotient of polynomials is positive on the whole positive orthant if every
coefficient of every factor is positive. A square root beside terms of the other sign is compared by squares:
a - b sqrt(c) has the sign of a^2 - b^2 c. Together with slack variables (`slack.py`), which turn conditions into
plain positivity, this proves the inequalities that derivations of this kind need, and never a false one.
"""

from __future__ import annotations

from enum import Enum
from typing import Any

from sympy import Expr, Max, Min, Pow, Product, Symbol, ceiling, factorial, log
from sympy.polys.rings import PolyElement

from derivations.errors import UndecidedError
from derivations.language.counting import SERIES, series_parts
from derivations.proof.both_signs import has_both_signs
from derivations.proof.budget import remembered
from derivations.proof.normal_form import Field, Generator, field_of
from derivations.proof.polynomials import factor_list, greatest_divisor
from derivations.proof.series import inside

_MOST_TERMS = 60  # beyond this, factoring costs more than it finds
_HIGHEST_DEGREE = 120  # beyond this, factoring takes minutes; exponents such as 0.2831 lead there


class Sign(Enum):
    """The sign of an expression everywhere in the domain, as far as it is known."""

    POSITIVE = "positive"
    NONNEGATIVE = "nonnegative"
    ZERO = "zero"
    NONPOSITIVE = "nonpositive"
    NEGATIVE = "negative"
    UNKNOWN = "unknown"

    @property
    def flipped(self) -> Sign:
        """The sign of the negative."""
        return _FLIPPED[self]


_FLIPPED = {
    Sign.POSITIVE: Sign.NEGATIVE,
    Sign.NONNEGATIVE: Sign.NONPOSITIVE,
    Sign.ZERO: Sign.ZERO,
    Sign.NONPOSITIVE: Sign.NONNEGATIVE,
    Sign.NEGATIVE: Sign.POSITIVE,
    Sign.UNKNOWN: Sign.UNKNOWN,
}
ONE_SIGN = (Sign.POSITIVE, Sign.NEGATIVE)  # of what is never zero
_UP = (Sign.POSITIVE, Sign.NONNEGATIVE)
_DOWN = (Sign.NEGATIVE, Sign.NONPOSITIVE)


def sign(expression: Expr, *, thorough: bool = True, where_defined: bool = False) -> Sign:
    """The sign of an expression for all admissible values of its symbols, as far as coefficients show it.

    Without `thorough`, polynomials are not factored: quicker, and more often unknown. With `where_defined`, values
    at which a denominator is zero do not count.

    >>> from sympy.abc import x
    >>> from sympy import Symbol
    >>> a, b = Symbol("a", positive=True), Symbol("b", positive=True)
    >>> sign(a / b + b).value, sign(a - b).value
    ('positive', 'unknown')
    """
    if has_both_signs(expression):
        return Sign.UNKNOWN
    own = field_of(expression)
    numerator = own.numerator(own.elements[0])
    if numerator == 0:
        # lemma: a fraction is zero, wherever it has a value, if its numerator is
        return Sign.ZERO
    below = polynomial_sign(own.elements[0].denom, own, thorough=thorough)
    if where_defined:
        # lemma: what is not negative, and not zero as a denominator that has a value is not, is positive
        below = {Sign.NONNEGATIVE: Sign.POSITIVE, Sign.NONPOSITIVE: Sign.NEGATIVE}.get(below, below)
    # lemma: where d is not 0, n/d has the sign of n d, as it is n d times 1/d^2
    return _times(polynomial_sign(numerator, own, thorough=thorough), below)


def polynomial_sign(polynomial: PolyElement, own: Field, *, thorough: bool = True) -> Sign:
    """The sign of a polynomial in the generators of a field."""
    if not polynomial:
        return Sign.ZERO
    direct = _by_coefficients(polynomial, own)
    if direct is Sign.UNKNOWN:
        direct = _by_squares(polynomial, own)
    if direct is not Sign.UNKNOWN or not thorough or len(polynomial) > _MOST_TERMS:
        return direct
    constant, factors = factors_of(polynomial)
    # lemma: the sign of a product is the product of the signs of its factors
    result = Sign.POSITIVE if constant > 0 else Sign.NEGATIVE
    for factor, power in factors:
        own_sign = _by_coefficients(factor, own)
        if own_sign is Sign.UNKNOWN:
            own_sign = _by_squares(factor, own)
        if own_sign is Sign.UNKNOWN and power % 2 == 0 and _is_real(factor, own):
            # lemma: an even power of a real number is not negative
            own_sign = Sign.NONNEGATIVE
        elif power % 2 == 0 and own_sign in (Sign.NEGATIVE, Sign.NONPOSITIVE):
            # lemma: f^(2 k) = (-f)^(2 k), which is positive where f < 0 and not negative where f <= 0
            own_sign = own_sign.flipped
        result = _times(result, own_sign)
    return result


def _by_squares(polynomial: PolyElement, own: Field) -> Sign:
    """The sign of a g + b, g the square root of s, a and b of opposite signs: that of a^2 s - b^2 decides."""
    for symbol, generator in own.generators.items():
        if generator.relation is None or generator.root != 2:
            continue
        variable = polynomial.ring(symbol)
        if polynomial.degree(variable) != 1:
            continue
        factor = polynomial.diff(variable)
        rest = polynomial - factor * variable
        if not rest:
            continue
        signs = _by_coefficients(factor, own), _by_coefficients(rest, own)
        if not (signs[0] in _UP and signs[1] in _DOWN) and not (signs[0] in _DOWN and signs[1] in _UP):
            continue
        # lemma: where g = sqrt(s) >= 0, a >= 0 and b <= 0, a g + b has the sign of (a g)^2 - b^2, as squares rise from
        # 0 on; with a <= 0 and b >= 0 it is minus such an expression
        difference = sign(own.back(factor) ** 2 * generator.expression - own.back(rest) ** 2, thorough=False)
        return difference if signs[0] in _UP else difference.flipped
    return Sign.UNKNOWN


@remembered(maxsize=4096)  # the same few polynomials are asked for in every step that varies a quantity
def factors_of(polynomial: PolyElement) -> tuple[Any, list[tuple[PolyElement, int]]]:
    """A constant and the factors of a polynomial with their powers; the monomial factor is kept as one.

    Most polynomials here are linear in some symbol. There the factors come from one greatest common divisor, which
    is far cheaper than factoring: a x + b with coprime a and b is irreducible. What is of high degree in all of its
    symbols is not taken apart.
    """
    common, rest = monomial_apart(polynomial)
    constant = polynomial.ring.domain.one
    factors = [] if common == 1 else [(common, 1)]
    open_parts = [rest]
    while open_parts:
        part = open_parts.pop()
        if part.is_ground:
            constant *= part.LC
            continue
        places = [place for place, degree in enumerate(part.degrees()) if degree == 1]
        if not places and max(part.degrees()) > _HIGHEST_DEGREE:
            factors.append((part, 1))
            continue
        if not places:
            own_constant, own_factors = factor_list(part)
            constant *= own_constant
            factors += own_factors
            continue
        variable = part.ring.gens[places[0]]
        slope = part.diff(variable)
        divisor = greatest_divisor(slope, part - slope * variable)
        # lemma (Gauss): a x + b is irreducible if a and b have no common factor
        if divisor.is_ground:
            factors.append((part, 1))
        else:
            factors.append((part.exquo(divisor), 1))
            open_parts.append(divisor)
    return constant, factors


def monomial_apart(polynomial: PolyElement) -> tuple[PolyElement, PolyElement]:
    """The largest monomial that divides a polynomial, and the rest; far cheaper than factoring at once."""
    monomials = polynomial.monoms()
    lowest = tuple(map(min, zip(*monomials, strict=True)))
    ring = polynomial.ring
    rest = ring.from_dict(
        {tuple(a - b for a, b in zip(m, lowest, strict=True)): c for m, c in polynomial.terms()}
    )
    return ring({lowest: ring.domain.one}), rest


def _by_coefficients(polynomial: PolyElement, own: Field) -> Sign:
    symbols = polynomial.ring.symbols
    signs = _generator_signs(own, symbols)
    strict, all_up, all_down = False, True, True
    for monomial, coefficient in polynomial.terms():
        term = Sign.POSITIVE if coefficient > 0 else Sign.NEGATIVE
        for place, power in enumerate(monomial):
            if power == 0:
                continue
            base = signs[place]
            if power % 2 == 0 and base in (Sign.POSITIVE, Sign.NEGATIVE):
                # lemma: an even power of a number that is not 0 is positive, and of any real number not negative
                base = Sign.POSITIVE
            elif power % 2 == 0 and _is_real_generator(symbols[place], own):
                base = Sign.NONNEGATIVE
            term = _times(term, base)
        all_up = all_up and term in (Sign.POSITIVE, Sign.NONNEGATIVE)
        all_down = all_down and term in (Sign.NEGATIVE, Sign.NONPOSITIVE)
        strict = strict or term in (Sign.POSITIVE, Sign.NEGATIVE)
    # lemma: a sum of terms of one sign has that sign, and is not zero if one term is not
    if all_up:
        return Sign.POSITIVE if strict else Sign.NONNEGATIVE
    if all_down:
        return Sign.NEGATIVE if strict else Sign.NONPOSITIVE
    return Sign.UNKNOWN


@remembered(maxsize=1024)
def _generator_signs(own: Field, symbols: tuple[Symbol, ...]) -> list[Sign]:
    # asked for every polynomial of a field anew, and always the same
    return [_generator_sign(symbol, own.generators.get(symbol)) for symbol in symbols]


def _is_real(polynomial: PolyElement, own: Field) -> bool:
    used = [s for s, d in zip(polynomial.ring.symbols, polynomial.degrees(), strict=True) if d > 0]
    return all(_is_real_generator(symbol, own) for symbol in used)


def _is_real_generator(symbol: Symbol, own: Field) -> bool:
    """False for a power such as x^p of a symbol that may be negative: x^(2 p) may then be negative too."""
    generator = own.generators.get(symbol)
    if generator is None or generator.relation is not None:
        return True
    return isinstance(generator.expression, Max | Min | log) or generator.expression.is_extended_real is True


def _generator_sign(symbol: Symbol, generator: Generator | None) -> Sign:
    source = symbol if generator is None else generator.expression
    if generator is not None and (generator.root % 2 == 0 or generator.relation is not None):
        # lemma: a real root of what is not negative is not negative, and positive where that is; of what may be
        # negative a root counts as defined only where that is not negative, and so for odd degrees, too
        return Sign.POSITIVE if source.is_positive else Sign.NONNEGATIVE
    if isinstance(source, Max):
        return _of_max([sign(argument) for argument in source.args])
    if isinstance(source, Min):
        # lemma: min(a, b, ...) = -max(-a, -b, ...)
        return _of_max([sign(argument).flipped for argument in source.args]).flipped
    if isinstance(source, ceiling):
        return _rounded_up(sign(source.args[0]))
    if isinstance(source, factorial):
        # lemma: n! >= 1 for whole n >= 0, and for others it is not defined
        return Sign.POSITIVE
    if isinstance(source, SERIES):
        return series_sign(source, _sign_inside(source))
    if isinstance(source, Pow) and source.base.is_nonnegative:
        # lemma: b^u = exp(u log(b)) > 0 for b > 0 and real u; 0^u, wherever it is defined, is 0 or 1
        return Sign.POSITIVE if source.base.is_positive else Sign.NONNEGATIVE
    for holds, word in (
        (source.is_positive, Sign.POSITIVE),
        (source.is_negative, Sign.NEGATIVE),
        (source.is_nonnegative, Sign.NONNEGATIVE),
    ):
        if holds:
            return word
    return Sign.UNKNOWN


def series_sign(series: Expr, of_term: Sign) -> Sign:
    """The sign of a sum or product whose terms have that sign; an empty range adds up to 0 and multiplies to 1."""
    _, _, first, last = series_parts(series)
    if isinstance(series, Product):
        # lemma: a product of factors that are positive, or not negative, is; an empty one is 1
        return of_term if of_term in _UP else Sign.UNKNOWN
    # lemma: a sum of terms of one sign has that sign; it is certain not to be zero only if it has a term
    never_empty = (last - first).is_nonnegative
    if of_term is Sign.POSITIVE:
        return Sign.POSITIVE if never_empty else Sign.NONNEGATIVE
    if of_term is Sign.NEGATIVE:
        return Sign.NEGATIVE if never_empty else Sign.NONPOSITIVE
    return of_term


def _sign_inside(series: Expr) -> Sign:
    try:
        return sign(inside(series)[0])
    except UndecidedError:
        return Sign.UNKNOWN


def _rounded_up(argument: Sign) -> Sign:
    """The sign of ceil(x): x <= ceil(x), and ceil(x) <= m for every whole m >= x, so that ceil(x) <= 0 where x <= 0."""
    if argument is Sign.NEGATIVE:
        return Sign.NONPOSITIVE
    return argument


def _of_max(signs: list[Sign]) -> Sign:
    # lemma: max(a, b, ...) is at least each of them, and is one of them
    if Sign.POSITIVE in signs:
        return Sign.POSITIVE
    if Sign.NONNEGATIVE in signs or Sign.ZERO in signs:
        return Sign.NONNEGATIVE
    if all(s is Sign.NEGATIVE for s in signs):
        return Sign.NEGATIVE
    return Sign.NONPOSITIVE if all(s in _DOWN for s in signs) else Sign.UNKNOWN


def _times(left: Sign, right: Sign) -> Sign:
    # lemma: a product is 0 if a factor is; else it is positive where both signs are the same, and negative otherwise
    if Sign.ZERO in (left, right):
        return Sign.ZERO
    if Sign.UNKNOWN in (left, right):
        return Sign.UNKNOWN
    strict = {left, right} <= {Sign.POSITIVE, Sign.NEGATIVE}
    down = (left in (Sign.NEGATIVE, Sign.NONPOSITIVE)) != (right in (Sign.NEGATIVE, Sign.NONPOSITIVE))
    if strict:
        return Sign.NEGATIVE if down else Sign.POSITIVE
    return Sign.NONPOSITIVE if down else Sign.NONNEGATIVE
