"""Sums and products of functions of their index, ``product(1 + x(i), i, 0, n - 1)``.

How many calls stand in one is open, so that no quantity takes the place of them all: what is proven of such a sum holds
for whatever it adds up to, once everything that can come out of it has. What refutes is looked for at small numbers of
terms, each of which is then a call of its own.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from itertools import islice, product

from sympy import Expr, Integer, Symbol

from derivations.engine.index import SERIES, series_parts
from derivations.engine.normal_form import field_of
from derivations.engine.obligation import Obligation
from derivations.engine.opaque import has_terms_of_functions
from derivations.engine.relation import Relation, from_sides
from derivations.engine.series_form import aligned

_SMALL = tuple(map(Integer, range(5)))
_MOST_TRIED = 12


def has_sequences(obligation: Obligation) -> bool:
    """True if a sum or product counts the argument of a function."""
    return any(map(has_terms_of_functions, obligation.sides))


def in_one_form(obligation: Obligation) -> Obligation:
    """The same with what does not change with an index in front of the sum, and limits that differ brought together.

    An obligation without sequences stays as it is.
    """
    if not has_sequences(obligation):
        return obligation
    return _with_sides(obligation, aligned(obligation.sides, field_of))


def written_out(obligation: Obligation) -> Iterator[tuple[dict[Symbol, Expr], Obligation]]:
    """The obligation at small numbers in the limits of its sums, term by term, and these numbers; a few of them."""
    limits = {
        symbol
        for side in obligation.sides
        for series in side.atoms(*SERIES)
        for limit in series_parts(series)[2:]
        for symbol in limit.free_symbols & side.free_symbols
    }
    counts = sorted(limits, key=lambda symbol: symbol.sort_key())
    domains = [obligation.notation[symbol.name].range for symbol in counts]
    if not all(domain.whole for domain in domains):
        return
    bounded = _bounds(obligation, limits)
    if bounded:
        obligation = replace(obligation, given=(*obligation.given, *bounded))
    tried = product(*([number for number in _SMALL if domain.contains(number)] for domain in domains))
    for numbers in islice(sorted(tried, key=sum), _MOST_TRIED):
        values = dict(zip(counts, numbers, strict=True))
        plain = in_one_form(_with_sides(obligation, [side.xreplace(values) for side in obligation.sides]))
        if not has_sequences(plain):
            yield values, plain


def _bounds(obligation: Obligation, numbers: set[Symbol]) -> tuple[Relation, ...]:
    """That quantities do not exceed what bounds them, where one of the two is to be a number and no quantity."""
    notation = obligation.notation
    pairs = [(each.symbol, notation[each.at_most].symbol) for each in obligation.quantities if each.at_most]
    return tuple(from_sides(low, "<=", high, notation) for low, high in pairs if numbers & {low, high})


def _with_sides(obligation: Obligation, sides: list[Expr]) -> Obligation:
    pairs = zip(obligation.relations, sides[::2], sides[1::2], strict=True)
    *given, goal = (Relation(left, item.operator, right, item.notation, item.written) for item, left, right in pairs)
    return Obligation(goal, tuple(given), obligation.says)
