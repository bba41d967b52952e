"""Signs by positive coefficients.

In lowest terms and factored, a quotient of polynomials is positive on the whole positive orthant if every
coefficient of every factor is positive. Together with slack variables (`slack.py`), which turn conditions into
plain positivity, this proves the inequalities that derivations of this kind need, and never a false one.
"""

from __future__ import annotations

from enum import Enum

from sympy import Expr, Max, Min, Symbol
from sympy.polys.rings import PolyElement

from derivations.engine.normal_form import Field, Generator

_MOST_TERMS = 60  # beyond this, factoring costs more than it finds


class Sign(Enum):
    """What is known of a sign everywhere in the domain."""

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


def sign(expression: Expr, *, thorough: bool = True) -> Sign:
    """The sign of an expression for all admissible values of its symbols, as far as coefficients show it.

    Without `thorough`, polynomials are not factored: quicker, and more often unknown.

    >>> from sympy.abc import x
    >>> from sympy import Symbol
    >>> a, b = Symbol("a", positive=True), Symbol("b", positive=True)
    >>> sign(a / b + b).value, sign(a - b).value
    ('positive', 'unknown')
    """
    own = Field(expression)
    numerator = own.numerator(own.elements[0])
    if numerator == 0:
        return Sign.ZERO
    return _times(_factored(numerator, own, thorough), _factored(own.elements[0].denom, own, thorough))


def _factored(polynomial: PolyElement, own: Field, thorough: bool) -> Sign:
    direct = _by_coefficients(polynomial, own)
    if direct is not Sign.UNKNOWN or not thorough or len(polynomial) > _MOST_TERMS:
        return direct
    common, rest = monomial_apart(polynomial)
    constant, factors = rest.factor_list()
    factors = [*factors, (common, 1)]
    result = Sign.POSITIVE if constant > 0 else Sign.NEGATIVE
    for factor, power in factors:
        own_sign = _by_coefficients(factor, own)
        if own_sign is Sign.UNKNOWN and power % 2 == 0:
            own_sign = Sign.NONNEGATIVE
        elif power % 2 == 0 and own_sign in (Sign.NEGATIVE, Sign.NONPOSITIVE):
            own_sign = own_sign.flipped
        result = _times(result, own_sign)
    return result


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
    signs = [_generator_sign(symbol, own.generators.get(symbol)) for symbol in symbols]
    strict, all_up, all_down = False, True, True
    for monomial, coefficient in polynomial.terms():
        term = Sign.POSITIVE if coefficient > 0 else Sign.NEGATIVE
        for place, power in enumerate(monomial):
            if power == 0:
                continue
            base = signs[place]
            if power % 2 == 0:
                base = Sign.POSITIVE if base in (Sign.POSITIVE, Sign.NEGATIVE) else Sign.NONNEGATIVE
            term = _times(term, base)
        all_up = all_up and term in (Sign.POSITIVE, Sign.NONNEGATIVE)
        all_down = all_down and term in (Sign.NEGATIVE, Sign.NONPOSITIVE)
        strict = strict or term in (Sign.POSITIVE, Sign.NEGATIVE)
    if all_up:
        return Sign.POSITIVE if strict else Sign.NONNEGATIVE
    if all_down:
        return Sign.NEGATIVE if strict else Sign.NONPOSITIVE
    return Sign.UNKNOWN


def _generator_sign(symbol: Symbol, generator: Generator | None) -> Sign:
    source = symbol if generator is None else generator.expression
    if generator is not None and generator.root % 2 == 0:
        return Sign.POSITIVE if source.is_positive else Sign.NONNEGATIVE
    if isinstance(source, Max):
        return _of_max([sign(argument) for argument in source.args])
    if isinstance(source, Min):
        return _of_max([sign(argument).flipped for argument in source.args]).flipped
    for holds, word in (
        (source.is_positive, Sign.POSITIVE),
        (source.is_negative, Sign.NEGATIVE),
        (source.is_nonnegative, Sign.NONNEGATIVE),
    ):
        if holds:
            return word
    return Sign.UNKNOWN


def _of_max(signs: list[Sign]) -> Sign:
    if Sign.POSITIVE in signs:
        return Sign.POSITIVE
    if Sign.NONNEGATIVE in signs or Sign.ZERO in signs:
        return Sign.NONNEGATIVE
    if all(s is Sign.NEGATIVE for s in signs):
        return Sign.NEGATIVE
    return Sign.UNKNOWN


def _times(left: Sign, right: Sign) -> Sign:
    if Sign.ZERO in (left, right):
        return Sign.ZERO
    if Sign.UNKNOWN in (left, right):
        return Sign.UNKNOWN
    strict = {left, right} <= {Sign.POSITIVE, Sign.NEGATIVE}
    down = (left in (Sign.NEGATIVE, Sign.NONPOSITIVE)) != (right in (Sign.NEGATIVE, Sign.NONPOSITIVE))
    if strict:
        return Sign.NEGATIVE if down else Sign.POSITIVE
    return Sign.NONPOSITIVE if down else Sign.NONNEGATIVE
