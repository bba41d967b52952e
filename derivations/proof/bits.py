"""Obligations about bits, by cases: every bit is 0 or 1.

Equations that say what a bit is leave fewer to choose. A function of bits has one value for each argument, so that of
the cases only those count in which equal arguments give equal values.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import combinations, product

from sympy import Expr, Integer, Symbol

from derivations.language.functions import is_bit
from derivations.language.relation import Relation
from derivations.language.tree import COMPARE
from derivations.proof.budget import charge
from derivations.proof.elimination import put_in
from derivations.proof.normal_form import vanishes
from derivations.proof.obligation import Obligation
from derivations.proof.uninterpreted import Freed, Term
from derivations.proof.verdict import CONTRADICTION, NEITHER, Verdict, inconclusive, proven

METHOD = "cases of bits"
_MOST = 10  # bits that are free
_CASE = 100  # what a case is paid for, beside the polynomials in it

Case = dict[Symbol, Expr]


def has_bits(obligation: Obligation) -> bool:
    """True if a quantity or a function of the obligation is a bit."""
    return any(quantity.domain == "bit" for quantity in obligation.quantities)


def by_cases(plain: Freed, show: Callable[[Obligation], Verdict]) -> tuple[Verdict, tuple[Case, ...]]:
    """The verdict, and the cases in which the goal may fail; `show` decides what is left where bits are numbers."""
    bits = {quantity.symbol for quantity in plain.quantities if quantity.domain == "bit"}
    known = _solved(plain.obligation, bits)
    free = sorted(bits - set(known), key=lambda symbol: symbol.sort_key())
    if len(free) > _MOST:
        return inconclusive(f"more than {_MOST} bits are free"), ()
    methods, failing, possible = [METHOD], list[Case](), False
    for case in _cases(free, known):
        charge(_CASE, "telling cases of bits apart for", plain.obligation.goal)
        if not _is_function(plain.terms, case):
            continue
        *given, goal = (_in_case(item, case) for item in plain.obligation.relations)
        open_ones = tuple(item for item in given if _decided(item) is None)
        if any(_decided(item) is False for item in given):
            continue
        possible = True
        if _decided(goal):
            continue
        # lemma: a statement about bits holds if it does in each of the cases that what is given allows
        if _decided(goal) is False:
            failing.append(case)
            continue
        found = show(Obligation(goal, open_ones))
        if not found.holds:
            failing.append(case)
        methods += found.checked_by
    if not possible:
        return inconclusive(CONTRADICTION), ()
    return (inconclusive(NEITHER), tuple(failing)) if failing else (proven(*methods), ())


def in_case(plain: Freed, case: Case) -> Obligation:
    """The rest of an obligation where the bits have these values."""
    *given, goal = (_in_case(item, case) for item in plain.obligation.relations)
    return Obligation(goal, tuple(item for item in given if _decided(item) is None))


def _solved(obligation: Obligation, bits: set[Symbol]) -> Case:
    """Bits that an equation says to be an exclusive or of others."""
    known: Case = {}
    for item in obligation.given:
        if not item.is_equation:
            continue
        left, right = (put_in(side, known) for side in (item.lhs, item.rhs))
        for side, other in ((left, right), (right, left)):
            if isinstance(side, Symbol) and side in bits and is_bit(other, bits) and side not in other.free_symbols:
                known = {key: put_in(value, {side: other}) for key, value in known.items()}
                known[side] = other
                break
    return known


def _cases(free: list[Symbol], known: Case) -> Iterator[Case]:
    for numbers in product((0, 1), repeat=len(free)):
        case: Case = dict(zip(free, map(Integer, numbers), strict=True))
        yield {**case, **{symbol: put_in(value, case) for symbol, value in known.items()}}


def _is_function(terms: tuple[Term, ...], case: Case) -> bool:
    """False where a function would have two values for one argument."""
    for first, second in combinations(terms, 2):
        one, other = case.get(first.symbol), case.get(second.symbol)
        if first.function != second.function or one is None or one == other:
            continue
        pairs = zip(first.arguments, second.arguments, strict=True)
        if all(vanishes(put_in(a, case) - put_in(b, case)) for a, b in pairs):
            return False
    return True


def _in_case(item: Relation, case: Case) -> Relation:
    return item.with_sides(put_in(item.lhs, case), put_in(item.rhs, case))


def _decided(item: Relation) -> bool | None:
    """The truth of a relation of numbers; None for one in which more than bits stands."""
    difference = item.difference
    return bool(COMPARE[item.operator](difference, 0)) if difference.is_Rational else None
