"""Recurrences that say what comes next, whatever came before: sequences of any beginning satisfy all of them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from sympy import Expr, Integer, Pow, Symbol, log

from derivations.engine.concrete import functions_in
from derivations.engine.opaque import Applied, applications, has_terms_of_functions
from derivations.engine.quantity import Notation
from derivations.engine.relation import Relation


def followed(
    recurrences: Iterable[Relation], others: Iterable[Relation], index: Symbol, start: Expr, notation: Notation
) -> frozenset[Symbol]:
    """The sequences that recurrences continue from the start on for ever; none if it is not sure that they do.

    Each recurrence must say of one sequence what it is at the next index, from values at the index; `others`, what else
    is given, may speak of these sequences only at the start.
    """
    continued: dict[Symbol, Expr] = {}
    for item in recurrences:
        call = item.lhs
        if not (item.is_equation and isinstance(call, Applied) and call.arguments == (index + 1,)):
            return frozenset()
        if call.function in continued or notation[call.function.name].domain != "real" or _may_fail(item.rhs):
            return frozenset()
        continued[call.function] = item.rhs
    sides = [side for item in others for side in (item.lhs, item.rhs)]
    known = (*_places(continued.values(), continued, index), *_places(sides, continued, start))
    return frozenset(continued) if all(known) else frozenset()


def told(
    counterexample: Mapping[str, Expr], continued: Iterable[Symbol], last: int, notation: Notation
) -> dict[str, Expr]:
    """A counterexample in which sequences that are continued are given by their values from 0 to the last place."""
    functions = functions_in(counterexample, notation)
    names = {symbol.name for symbol in continued}
    kept = {name: value for name, value in counterexample.items() if name.partition("(")[0] not in names}
    for symbol in sorted(set(continued) & set(functions), key=lambda symbol: symbol.name):
        kept |= {f"{symbol.name}({place})": functions[symbol](Integer(place)) for place in range(last + 1)}
    return kept


def _may_fail(expression: Expr) -> bool:
    """True where a value may be missing: a root, a logarithm, a division."""
    powers = (power.exp for power in expression.atoms(Pow))
    return expression.has(log) or not all(exponent.is_Integer and exponent > 0 for exponent in powers)


def _places(sides: Iterable[Expr], continued: Mapping[Symbol, Expr], place: Expr) -> Iterable[bool]:
    """Of every call of what is continued whether it is at this place, and of every sum that none is in it."""
    for side in sides:
        for call in applications(side):
            yield call.function not in continued or call.arguments == (place,)
        yield not (has_terms_of_functions(side) and side.free_symbols & set(continued))
