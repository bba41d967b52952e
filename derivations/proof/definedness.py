"""Definedness: whether a relation has a value where what is given holds: anywhere, and everywhere.

A proof is sound wherever both sides of its goal have a value. Where what is given excludes every such state, as
``x = 0`` does for ``x/x = 1``, nothing is shown; and where it allows a state without one, as for a real x, the goal is
not said of it. SymPy makes 1 of x/x before anybody asks: the written form counts.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from fractions import Fraction

from sympy import Expr, Integer, Symbol, log

from derivations.errors import DerivationsError, InputError, UndecidedError
from derivations.language.from_sympy import from_sympy
from derivations.language.lambert import BRANCHES
from derivations.language.printing.text import to_text
from derivations.language.quantity import Notation
from derivations.language.relation import Relation, from_sides
from derivations.language.to_sympy import to_sympy
from derivations.language.tree import BINDERS, Call, Name, Negative, Node, Number, Power, Quotient, Sum, children
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


_LAMBERT = {branch.spelled: branch for branch in BRANCHES}
_ONE = Number(Fraction(1))


@dataclass(frozen=True)
class Need:
    """What must hold for a part of a formula to have a value: that a number is ``!=``, ``>`` or ``>=`` 0, or whole.

    `notation` is the one in which an index of a sum that stands in the expression has the domain of its range. Of a
    power with an `exponent` that is open it is enough, and more than that takes: r^p has a value at r = -2 and p = 3.
    """

    expression: Expr
    is_: str
    written: Node
    notation: Notation
    exponent: Expr | None = None

    def is_said_by(self, others: Collection[tuple[Expr, str, Expr | None]]) -> bool:
        """True where the value of something else says it, by what that takes: the same power has one, or a number is
        positive that may be zero here."""
        if (self.expression, self.is_, self.exponent) in others:
            return True
        return any((self.expression, is_, None) in others for is_ in (self.is_, *_FROM.get(self.is_, ())))

    def __str__(self) -> str:
        shown = to_text(self.written)
        return f"{shown} may be no whole number" if self.is_ == _WHOLE else f"{shown} {self.is_} 0 is not shown"


_WHOLE = "whole"
_FROM = {"!=": (">",), ">=": (">",)}  # what else says that a number is not zero, or not negative


def needs(node: Node, notation: Notation) -> Iterator[Need]:
    """What must hold for a written formula to have a value, from the innermost parts on."""
    match node:
        case Call(function, (body, Name(index), first, last)) if function in BINDERS:
            for end in (first, last):
                yield from needs(end, notation)
                yield _need(end, _WHOLE, notation)
            start = to_sympy(first, notation)
            domain = "integer" if start.is_positive else "whole" if start.is_nonnegative else "real"
            own = tuple(replace(q, domain=domain) if q.name == index else q for q in notation)
            yield from needs(body, replace(notation, quantities=own))
            return
    for part in children(node):
        yield from needs(part, notation)
    match node:
        case Quotient(_, under) if not isinstance(under, Number):
            yield _need(under, "!=", notation)
        case Power(base, exponent):
            yield from _needs_of_power(base, exponent, notation)
        case Call("sqrt", (argument,)):
            yield _need(argument, ">=", notation)
        case Call("log", (argument,)):
            yield _need(argument, ">", notation)
        case Call("factorial", (argument,)):
            yield _need(argument, _WHOLE, notation)
            yield _need(argument, ">=", notation)
        case Call(function, (argument,)) if function in _LAMBERT:
            yield _need(Sum((argument, Call("exp", (Negative(_ONE),)))), ">=", notation)
            if _LAMBERT[function].branch:
                yield _need(Negative(argument), ">", notation)


def _need(node: Node, is_: str, notation: Notation, exponent: Expr | None = None) -> Need:
    return Need(to_sympy(node, notation), is_, node, notation, exponent)


def _needs_of_power(base: Node, exponent: Node, notation: Notation) -> Iterator[Need]:
    power = to_sympy(exponent, notation)
    if power.is_integer and power.is_nonnegative:
        return
    own = "!=" if power.is_integer else ">=" if power.is_positive else ">"
    takes_it = power.is_Rational or (power.is_integer and power.is_negative)  # and nothing less than that
    yield _need(base, own, notation, None if takes_it else power)


def may_have_none(goal: Relation, given: Iterable[Relation], shows: Callable[[Relation], bool]) -> str:
    """The reason for which a goal may have no value where what is given holds and has one; empty if it always has one.

    `shows` says whether what is given shows a relation.
    """
    try:
        known = {(need.expression, need.is_, need.exponent) for item in given for need in _needs_of(item)}
        for need in _needs_of(goal):
            if not need.is_said_by(known) and not _is_met(need, shows):
                return f"{goal} may have no value: {need}"
    except InputError as error:  # what nobody may write, as a root of -1 is
        return f"{goal} may have no value: {error}"
    return ""


def _needs_of(item: Relation) -> Iterator[Need]:
    for side in (item.written.left, item.written.right):
        yield from needs(side, item.notation)


def _is_met(need: Need, shows: Callable[[Relation], bool]) -> bool:
    if need.is_ == _WHOLE:
        return bool(need.expression.is_integer)
    # lemma: what is positive, or negative, is not zero; and what is positive is not negative
    for operator in {"!=": (">", "<"), ">": (">",), ">=": (">=",)}[need.is_]:
        try:
            if shows(from_sides(need.expression, operator, Integer(0), need.notation)):
                return True
        except DerivationsError:
            continue
    return False
