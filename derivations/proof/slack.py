"""Conditions turned into plain positivity by slack variables.

``u < v`` with everything positive says ``u = v s/(1 + s)`` for some positive s. Replacing one symbol of a condition
that way makes the condition true by construction, and leaves an expression whose sign can be read off its
coefficients.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from sympy import Dummy, Expr, Symbol
from sympy.polys.rings import PolyElement

from derivations.errors import UndecidedError
from derivations.proof.budget import remembered
from derivations.proof.elimination import Fact, linear_parts, truth
from derivations.proof.normal_form import Field, field_of
from derivations.proof.sign import Sign, factors_of, polynomial_sign

_MOST_TERMS = 60  # beyond this, factoring costs more than it finds
_LONGEST = 90  # operations of a fact in slack variables: beyond this, to multiply it out takes long and tells nothing


@dataclass(frozen=True)
class Slack:
    """Replacements, to be applied one after the other, that make the facts true by construction."""

    replacements: tuple[tuple[Symbol, Expr], ...] = ()
    unused: tuple[Fact, ...] = ()
    contradictory: bool = False  # one fact excludes what the others say

    def apply(self, expression: Expr) -> Expr:
        """The expression in slack variables. Raises `UndecidedError` for a max or min that SymPy refuses then."""
        try:
            for symbol, value in self.replacements:
                expression = expression.xreplace({symbol: value})
        except ValueError as error:
            raise UndecidedError(f"{expression} has no value in slack variables: {error}") from None
        return expression


def slacken(facts: Iterable[Fact]) -> Slack:
    """Slack variables for as many of the facts as have a linear symbol of definite sign."""
    return _slacken(tuple(facts))


@remembered(maxsize=512)
def _slacken(facts: tuple[Fact, ...]) -> Slack:
    # kept by content: a proof, its check for contradictions and the search for a counterexample ask the same
    replacements: list[tuple[Symbol, Expr]] = []
    unused: list[Fact] = []
    contradictory = False
    pending = sorted(facts, key=lambda fact: fact.expression.count_ops())
    for fact in pending:
        try:
            expression = Slack(tuple(replacements)).apply(fact.expression)
        except UndecidedError:
            unused.append(fact)
            continue
        if expression.count_ops() > _LONGEST:
            unused.append(fact)
            continue
        try:
            found = _replacement(Fact(expression, fact.strict))
        except UndecidedError:
            found = None
        if found is None:
            holds = truth(Fact(expression, fact.strict))
            # lemma: every point where the facts before hold is one of slack variables: a fact that is false for all of
            # those excludes the others
            contradictory = contradictory or holds is False
            if not holds:
                unused.append(fact)
            continue
        replacements.append(found)
    return Slack(tuple(replacements), tuple(unused), contradictory)


def _replacement(fact: Fact) -> tuple[Symbol, Expr] | None:
    own = field_of(fact.expression)
    numerator = own.numerator(own.elements[0])
    numerator_sign = polynomial_sign(numerator, own, thorough=False)
    denominator_sign = polynomial_sign(own.elements[0].denom, own)
    if not numerator or (numerator_sign is denominator_sign and numerator_sign is not Sign.UNKNOWN):
        return None
    if denominator_sign not in (Sign.POSITIVE, Sign.NEGATIVE):
        return None
    direction = 1 if denominator_sign is Sign.POSITIVE else -1
    if len(numerator) > _MOST_TERMS:
        return None
    # lemma: of n/d > 0 with factors of n and with d of definite sign, and one other factor f to an odd power, what is
    # left is f > 0, or -f > 0 if negative factors are odd in number; >= 0 likewise
    # factors of definite sign do not matter; exactly one other may remain
    constant, factors = factors_of(numerator)
    direction = direction if constant > 0 else -direction
    open_factors = []
    for factor, power in factors:
        factor_sign = polynomial_sign(factor, own)
        if factor_sign is Sign.NEGATIVE and power % 2:
            direction = -direction
        elif factor_sign not in (Sign.POSITIVE, Sign.NEGATIVE):
            open_factors.append((factor, power))
    if len(open_factors) != 1 or open_factors[0][1] % 2 == 0:
        return None
    return _isolate(open_factors[0][0] * direction, own, fact.strict)


def _isolate(polynomial: PolyElement, own: Field, strict: bool) -> tuple[Symbol, Expr] | None:
    """A symbol that the condition "polynomial > 0" bounds on one side, with its parametrization."""
    best: tuple[int, str, Symbol, Expr] | None = None
    for symbol in polynomial.ring.symbols:
        generator = own.generators.get(symbol)
        if generator is None or generator.expression != symbol or polynomial.degree(polynomial.ring(symbol)) != 1:
            continue
        if not own.is_open(symbol):
            continue
        if not symbol.is_nonnegative:
            continue
        coefficient, rest = linear_parts(polynomial, symbol)
        signs = tuple(polynomial_sign(part, own, thorough=False) for part in (coefficient, rest))
        if signs == (Sign.POSITIVE, Sign.ZERO) and strict:  # a symbol that may be zero, and is not
            # lemma: with a > 0, a x > 0 if and only if x > 0
            return symbol, Dummy("s", positive=True)
        if signs not in ((Sign.NEGATIVE, Sign.POSITIVE), (Sign.POSITIVE, Sign.NEGATIVE)):
            continue
        # lemma: a x + b > 0 if and only if x > -b/a where a > 0, and x < -b/a where a < 0; b has the other sign, so
        # that the bound -b/a is positive; >= likewise
        bound = -own.back(rest) / own.back(coefficient)
        if signs == (Sign.NEGATIVE, Sign.POSITIVE):
            value = _below(symbol, bound, strict)
        else:
            # lemma: with v > 0, u > v if and only if u = v (1 + s) for some s > 0, and u >= v for some s >= 0
            value = bound * (1 + Dummy("s", positive=True if strict else None, nonnegative=True))
        if generator.root != 1:  # the polynomial's variable is a root of the symbol
            # lemma: where x >= 0, x^(1/k) = v >= 0 if and only if x = v^k
            value = value**generator.root
        entry = (len(bound.free_symbols), symbol.name, symbol, value)
        if best is None or entry[:2] < best[:2]:
            best = entry
    return None if best is None else (best[2], best[3])


def _below(symbol: Symbol, bound: Expr, strict: bool) -> Expr:
    """A parametrization of 0 < symbol < bound, bound positive, or of the closed ranges where they are meant."""
    if symbol.is_positive and strict:
        # lemma: s/(1 + s) runs through (0, 1) for s > 0, and through [0, 1) for s >= 0
        slack = Dummy("s", positive=True)
        return bound * slack / (1 + slack)
    if symbol.is_positive:
        # lemma: 1/(1 + s) runs through (0, 1] for s >= 0
        return bound / (1 + Dummy("s", nonnegative=True))
    slack = Dummy("s", nonnegative=True)
    if strict:
        return bound * slack / (1 + slack)
    # lemma: s/(s + u) runs through [0, 1] for s, u >= 0 that are not both 0
    other = Dummy("u", nonnegative=True)
    return bound * slack / (slack + other)  # both ends reached; slack + other is never zero
