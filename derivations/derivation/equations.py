"""Equations of a board written out: what each letter is, and what ties letters beyond that, solved where it can be."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from sympy import Add, Expr, Symbol, expand_log, log, sqrt
from sympy.polys.rings import PolyElement

from derivations.derivation.dependence import letters_in
from derivations.derivation.restrictions import LONGEST_SIGNED, NOT_NEGATIVE, Restriction, is_square, shortest, sign_of
from derivations.derivation.rules.base import Rule
from derivations.derivation.rules.calculus import SMALL, Limit, close_to_the_end
from derivations.errors import DerivationsError
from derivations.language.extrema import put_in
from derivations.language.functions import Applied
from derivations.language.relation import Relation
from derivations.proof.budget import remembered
from derivations.proof.elimination import Fact as Known
from derivations.proof.elimination import linear_parts
from derivations.proof.normal_form import Field, cancelled, field_of
from derivations.proof.sign import ONE_SIGN, Sign, factors_of


def told_by(
    laws: Sequence[tuple[str, Symbol | None, Relation]], varied: frozenset[Symbol], purposely: frozenset[Symbol]
) -> tuple[dict[Symbol, Expr], list[tuple[str, Expr]]]:
    """What equations say that each letter is, and those that say more than that, of what is not held on purpose.

    An equation for a value of a function leaves room: it is that function which follows.
    """
    told, ties = dict[Symbol, Expr](), list[tuple[str, Expr]]()
    for source, letter, item in laws:
        explicit = letter is not None and item.lhs == letter and letter not in item.rhs.free_symbols
        if isinstance(item.lhs, Applied) or (purposely & item.symbols if letter is None else letter in purposely):
            continue
        if explicit and letter not in told and letter not in varied:
            assert letter is not None
            told[letter] = item.rhs
        else:
            ties.append((source, item.difference))
    return told, ties


def written_out(told: Mapping[Symbol, Expr]) -> dict[Symbol, Expr]:
    """What each letter is in those that rest on nothing."""
    found = dict[Symbol, Expr]()

    def value(letter: Symbol, path: frozenset[Symbol]) -> Expr:
        if letter not in found:
            inner = {s: value(s, path | {s}) for s in letters_in(told[letter]) if s in told and s not in path}
            found[letter] = put_in(told[letter], inner)
        return found[letter]

    for letter in told:
        value(letter, frozenset({letter}))
    return found


def solved(
    tie: Expr, fixed: frozenset[Symbol], rule: Rule | None = None, known: Iterable[Known] = ()
) -> tuple[Symbol, Expr] | None:
    """A letter that moves by an equation, and what it is, for a limit close to it; None where none comes out."""
    facts = shortest(known)
    own, numerator = _bare(tie)
    for letter in sorted(letters_in(tie) - fixed, key=str):
        if own.is_open(letter) and own.generators[letter].root == 1 and numerator.degree(numerator.ring(letter)) == 1:
            factor, rest = linear_parts(numerator, letter)
            inside = own.back(factor).free_symbols | own.back(rest).free_symbols
            told: Expr | None = own.back(factor)
            if isinstance(rule, Limit):
                told = leading_factor(own.back(factor), rule.variable, "oo" if rule.to_infinity else "0")
            if letter not in inside and told is not None and sign_of(told, facts) in ONE_SIGN:
                return letter, cancelled(-own.back(rest) / own.back(factor))
    return None


def squared(
    tie: Expr, fixed: frozenset[Symbol], domains: Mapping[Symbol, str]
) -> tuple[Symbol, Expr, Restriction] | None:
    """A letter that moves by an equation of second degree, a value of it, and what must hold so that it has one.

    Lemma: a*L^2 + b*L = c with a > 0 and b >= 0 rises from 0 on with L, so that one positive L meets it if c is
    positive, and none if it is not; with b = 0 a real L does if and only if c is not negative. None where no equation
    is seen to be of that form.
    """
    own, numerator = _bare(tie)
    for letter in sorted(letters_in(tie) - fixed, key=str):
        kind = domains[letter] if own.is_open(letter) and own.generators[letter].root == 1 else ""
        variable = numerator.ring(letter) if kind else None
        if variable is None or numerator.degree(variable) != 2:
            continue
        first = numerator.diff(variable).diff(variable) / 2
        second, rest = linear_parts(numerator - first * variable**2, letter)
        a, b, c = own.back(first), own.back(second), -own.back(rest)
        if sign_of(a, ()) is Sign.NEGATIVE:
            a, b, c = -a, -b, -c
        if letter in letters_in(a, b, c) or sign_of(a, ()) is not Sign.POSITIVE:
            continue
        if b == 0:
            return letter, sqrt(cancelled(c / a)), Restriction("", c, strict=kind == "positive")
        if kind == "positive" and sign_of(b, ()) in NOT_NEGATIVE:
            return letter, (sqrt(b**2 + 4 * a * c) - b) / (2 * a), Restriction("", c, strict=True)
    return None


def _bare(tie: Expr) -> tuple[Field, PolyElement]:
    """The numerator of what vanishes, without factors that are never zero, which say nothing."""
    own = field_of(tie)
    numerator = own.numerator(own.elements[0]).ring.one
    for factor, _ in factors_of(own.numerator(own.elements[0]))[1]:
        if sign_of(own.back(factor), ()) not in ONE_SIGN:
            numerator *= factor
    return own, numerator


@remembered(maxsize=4096)
def leading_factor(expression: Expr, letter: Symbol, end: str) -> Expr | None:
    """The factor of the leading term of an expression close to an end of a letter; None where that is not known."""
    if letter not in expression.free_symbols:
        return expression
    if is_square(expression):  # lemma: the logarithm of what goes to an end has no bound
        base = expand_log(expression.base)
        factor = base.coeff(log(letter))
        if factor.is_Rational and factor != 0 and letter not in (base - factor * log(letter)).free_symbols:
            return factor**2
        inner = leading_factor(expression.base, letter, end)
        return None if inner is None else inner**2
    growing = [term / letter for term in Add.make_args(expression) if letter in term.free_symbols]
    if end == "oo" and len(growing) == 1 and letter not in growing[0].free_symbols:
        return growing[0]
    if expression.count_ops() > LONGEST_SIGNED:
        return None
    try:
        own = field_of(expression)
        generators = own.generators.items()
        if any(letter in each.expression.free_symbols and key != letter for key, each in generators):
            return None
        found = close_to_the_end(expression, letter, to_infinity=end == "oo")
    except DerivationsError:
        return None
    return None if SMALL in found.free_symbols else found
