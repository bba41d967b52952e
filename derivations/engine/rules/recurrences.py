"""Recurrences that say what comes next, whatever came before: sequences of any beginning satisfy all of them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from sympy import Expr, Integer, Symbol, factorial

from derivations.engine.concrete import functions_in
from derivations.engine.counterexample import delicate
from derivations.engine.normal_form import field_of
from derivations.engine.opaque import Applied, applications, has_terms_of_functions
from derivations.engine.quantity import Notation
from derivations.engine.relation import Relation
from derivations.engine.series_form import aligned


def followed(
    recurrences: Iterable[Relation], others: Iterable[Relation], index: Symbol, start: Expr, notation: Notation
) -> frozenset[Symbol]:
    """The sequences that recurrences continue from the start on for ever; none if it is not sure that they do.

    Each recurrence must say of one sequence what it is at the next index, from values at the index; `others`, what else
    is given, may speak of these sequences only at the start, and the start is the first index there is: those before it
    are continued, too.
    """
    if start != notation[index.name].range.limits[0][1]:
        return frozenset()
    continued: dict[Symbol, Expr] = {}
    for item in recurrences:
        call = item.lhs
        if not (item.is_equation and isinstance(call, Applied) and call.arguments == (index + 1,)):
            return frozenset()
        if call.function in continued or notation[call.function.name].domain != "real" or may_fail(item.rhs):
            return frozenset()
        continued[call.function] = item.rhs
    sides = [side for item in others for side in (item.lhs, item.rhs)]
    known = (*_places(continued.values(), continued, index), *_places(sides, continued, start))
    return frozenset(continued) if all(known) else frozenset()


def stays_within(goal: Relation, continued: Iterable[Symbol], places: range) -> bool:
    """True if a goal speaks of the sequences that are continued at these places only: what comes later is not open."""
    names = set(continued)
    for side in aligned([goal.lhs, goal.rhs], field_of):
        if has_terms_of_functions(side) and side.free_symbols & names:
            return False
        calls = [call for call in applications(side) if call.function in names]
        if not all(call.arguments[0].is_Integer and int(call.arguments[0]) in places for call in calls):
            return False
    return True


def told(
    counterexample: Mapping[str, Expr], continued: Iterable[Symbol], places: range, notation: Notation
) -> dict[str, Expr]:
    """A counterexample in which sequences that are continued are given by their values at these places."""
    functions = functions_in(counterexample, notation)
    names = {symbol.name for symbol in continued}
    kept = {name: value for name, value in counterexample.items() if name.partition("(")[0] not in names}
    for symbol in sorted(set(continued) & set(functions), key=lambda symbol: symbol.name):
        kept |= {f"{symbol.name}({place})": functions[symbol](Integer(place)) for place in places}
    return kept


def may_fail(expression: Expr) -> tuple[Expr, ...]:
    """The parts that may have no value: a root, a logarithm, a division, a factorial."""
    return (*delicate(expression), *expression.atoms(factorial))


def _places(sides: Iterable[Expr], continued: Mapping[Symbol, Expr], place: Expr) -> Iterable[bool]:
    """Of every call of what is continued whether it is at this place, and of every sum that none is in it."""
    for side in sides:
        for call in applications(side):
            yield call.function not in continued or call.arguments == (place,)
        yield not (has_terms_of_functions(side) and side.free_symbols & set(continued))
