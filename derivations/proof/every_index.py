"""Relations that speak for every index: those that name it only as an index of functions.

A prover reads a relation at one index, which shows what follows there. A point refutes more carefully: ``x(k) = y(k)``
for every k leaves x(0) = y(0) no choice, whatever x(3) is.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from itertools import islice

from sympy import Expr, Symbol, factorial

from derivations.language.functions import Applied, applications, outside_indices
from derivations.language.literal import is_unit
from derivations.language.quantity import Notation
from derivations.language.relation import Relation
from derivations.proof.counterexample import delicate
from derivations.proof.elimination import fact_of, put_in, truth
from derivations.proof.interpolation import functions_in
from derivations.proof.normal_form import vanishes
from derivations.proof.obligation import Obligation

_MOST_INSTANCES = 12


def speaks_elsewhere(obligation: Obligation) -> bool:
    """True if something is given for every index, and its functions occur at places not named with that index."""
    named: dict[Symbol, dict[tuple[Symbol, int], set[Expr]]] = {}
    for item in _recurrences(obligation):
        for index in indices(item, obligation.notation):
            for call in applications(item.lhs, item.rhs):
                for at in _index_places(call, frozenset({index})):
                    named.setdefault(index, {}).setdefault((call.function, at), set()).add(call.arguments[at])
    return any(
        other.arguments[at] not in places
        for calls in named.values() for (function, at), places in calls.items()
        for other in applications(*obligation.sides) if other.function == function
    )


def with_instances(obligation: Obligation) -> Obligation:
    """The obligation with what is given for every index said at the places that it speaks of."""
    given = dict.fromkeys(obligation.given)
    for item in islice(_instances(obligation), _MOST_INSTANCES):
        given.setdefault(item)
    return replace(obligation, given=tuple(given))


def goes_through(obligation: Obligation, counterexample: Mapping[str, Expr]) -> bool:
    """True if the functions that a counterexample names satisfy, at every index, what is given for every one."""
    notation = obligation.notation
    functions = functions_in(counterexample, notation)
    for item in _recurrences(obligation):
        values: dict[Expr, Expr] = {
            notation[name].symbol: value
            for name, value in counterexample.items()
            if name in notation and notation[name].symbol not in indices(item, notation)
        }
        if not holds_at_every_index(item, {**values, **functions}):
            return False
    return True


def indices(item: Relation, notation: Notation) -> frozenset[Symbol]:
    """The whole numbers that a relation names only as an index of functions: it is meant for every one."""
    outside = outside_indices(item.lhs) | outside_indices(item.rhs)
    return frozenset(s for s in item.symbols - outside if _counts(s, notation))


def holds_at_every_index(item: Relation, values: Mapping[Expr, Expr]) -> bool:
    """True if a relation holds for every index, and has a value there, once everything else has these values."""
    parts = [part for side in (item.lhs, item.rhs) for part in may_fail(side)]
    if not all(is_unit(symbol) for part in parts for symbol in put_in(part, values).free_symbols):
        return False  # what has a value at one index may have none at another
    difference = put_in(item.difference, values)
    if difference.has(Applied):
        return False
    if item.is_equation:
        return vanishes(difference)
    left, right = (put_in(side, values) for side in (item.lhs, item.rhs))
    return truth(fact_of(item.with_sides(left, right))) is True


def may_fail(expression: Expr) -> tuple[Expr, ...]:
    """The parts that may have no value: a root, a logarithm, a division, a factorial."""
    return (*delicate(expression), *expression.atoms(factorial))


def _index_places(call: Applied, counted: frozenset[Symbol]) -> list[int]:
    """The arguments that are an index, or one so many further on."""
    subscripts = enumerate(call.arguments[: call.subscripts])
    return [at for at, part in subscripts if any((part - index).is_Integer for index in counted)]


def _counts(symbol: Symbol, notation: Notation) -> bool:
    if is_unit(symbol) or symbol.name not in notation:
        return False
    own = notation[symbol.name]
    return own.range.whole and own.domain != "bit" and not own.is_function


def _recurrences(obligation: Obligation) -> list[Relation]:
    """What is given for every index; an equation that names it elsewhere, too, pins it."""
    pinned = frozenset[Symbol]().union(
        *(outside_indices(side) for item in obligation.given if item.is_equation for side in (item.lhs, item.rhs))
    )
    return [item for item in obligation.given if indices(item, obligation.notation) - pinned]


def _instances(obligation: Obligation) -> Iterator[Relation]:
    """What is given for every index, at those at which its functions stand elsewhere."""
    notation, places = obligation.notation, applications(*obligation.sides)
    for item in _recurrences(obligation):
        for index in sorted(indices(item, notation), key=str):
            found: dict[Expr, None] = {}
            for call in applications(item.lhs, item.rhs):
                for other in (place for place in places if place.function == call.function):
                    for own, there in zip(call.arguments[: call.subscripts], other.arguments, strict=False):
                        value = there - (own - index)
                        if index not in (own - index).free_symbols and value != index:
                            found.setdefault(value)
            for value in found:
                if _is_index(value, index, notation):
                    yield item.with_sides(put_in(item.lhs, {index: value}), put_in(item.rhs, {index: value}))


def _is_index(value: Expr, index: Symbol, notation: Notation) -> bool:
    """True for a whole number known to be in the domain of the index."""
    limits = notation[index.name].range.limits
    return bool(value.is_integer and all((value - limit).is_nonnegative for operator, limit in limits))
