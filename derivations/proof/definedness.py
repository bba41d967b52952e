"""Definedness: whether a relation has a value anywhere where what is given holds.

A proof is sound wherever both sides of its goal have a value. Where what is given excludes every such state, as
``x = 0`` does for ``x/x = 1``, nothing is shown. SymPy makes 1 of x/x before anybody asks: the written form counts.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from sympy import Expr, Symbol, log

from derivations.errors import UndecidedError
from derivations.language.from_sympy import from_sympy
from derivations.language.printing.text import to_text
from derivations.language.relation import Relation
from derivations.proof.counterexample import delicate
from derivations.proof.elimination import Elimination, Fact, put_in, truth
from derivations.proof.normal_form import cancelled, field_of, vanishes
from derivations.proof.sign import factors_of, monomial_apart

UNDEFINED = "undefined here"

def without_value(
    relations: Iterable[Relation], elimination: Elimination, standing: Mapping[Expr, Symbol] | None = None
) -> str:
    """The reason why one of some relations has no value wherever what is given holds; empty if none is seen.

    `standing` holds the symbols that stand for functions in the elimination.
    """
    for item in relations:
        for part in (*item.delicate, *delicate(item.lhs), *delicate(item.rhs)):
            base, exponent = (part.args[0], None) if isinstance(part, log) else part.args
            if base.is_positive:
                continue
            try:
                value = put_in(put_in(base, standing or {}), elimination.substitution)
                if _has_none(value, exponent, elimination):
                    shown = to_text(from_sympy(base, item.notation.order))
                    return f"{UNDEFINED}: {_words(shown, exponent)} has no value where what is given holds"
            except UndecidedError:
                continue
    return ""


def _words(base: str, exponent: Expr | None) -> str:
    if exponent is None:
        return f"log({base})"
    return f"a division by {base}" if exponent.is_Integer else f"a root or power of {base}"


def _has_none(value: Expr, exponent: Expr | None, given: Elimination) -> bool:
    """True if a power, or a logarithm without an exponent, of a value has none itself."""
    # lemma: 1/b has no value where b = 0, log(b) none where b <= 0, and b^(m/n) none where b < 0, nor, with m < 0, at 0
    if exponent is None:
        return _is_zero(value, given) or _is_shown(Fact(-value, strict=False), given.facts)
    if exponent.is_negative and _is_zero(value, given):
        return True
    return bool(exponent.is_Rational and not exponent.is_Integer) and _is_shown(Fact(-value, strict=True), given.facts)


def _is_zero(value: Expr, given: Elimination) -> bool:
    if value == 0 or vanishes(value):
        return True
    if any(_has_root_in(unused, value) for unused in given.unused):
        return True
    weak = tuple(fact for fact in given.facts if not fact.strict)
    # lemma: v >= 0 and v <= 0 imply v = 0; what is strict says of no expression that it is zero
    return bool(weak) and all(_is_shown(Fact(direction * value, strict=False), weak) for direction in (1, -1))


def _is_shown(wanted: Fact, facts: Iterable[Fact]) -> bool:
    """True if the domains, or a fact about the same quantities, show another fact: no search for how facts combine."""
    if truth(wanted, thorough=False):
        return True
    about = wanted.expression.free_symbols
    for fact in facts:
        if fact.expression.free_symbols == about and (fact.strict or not wanted.strict):
            # lemma: if g = c f with a number c > 0, and f > 0, then g > 0; likewise for >= 0
            quotient = cancelled(wanted.expression / fact.expression)
            if quotient.is_Rational and quotient > 0:
                return True
    return False


def _has_root_in(unused: Expr, value: Expr) -> bool:
    """True if an expression is zero wherever one is that is given to be zero: each of its factors is in it."""
    own = field_of(unused, value)
    first, second = (own.numerator(element) for element in own.elements)
    if not first or not second:
        return False
    common, rest = monomial_apart(first)
    letters = [letter for letter, degree in zip(first.ring.gens, common.degrees(), strict=True) if degree > 0]
    factors = [*letters, *(factor for factor, _ in factors_of(rest)[1])]
    # lemma: a product is zero only where one of its factors is, and there every multiple of that factor is zero
    return bool(factors) and all(not second.rem([factor]) for factor in factors)
