"""Derivatives of functions that may be any: those that the notation declares.

What computes a derivative here is SymPy and the chain rule; what checks it is the function close to a point: its
tangent, and a rest of second order about which nothing is known.
"""

from __future__ import annotations

from sympy import Add, Dummy, Expr, Symbol, diff

from derivations.engine.index import SERIES
from derivations.engine.opaque import Applied, has_terms_of_functions
from derivations.engine.quantity import Notation
from derivations.errors import UndecidedError


def slope(call: Applied, by: Symbol, notation: Notation) -> Expr:
    """The declared derivative of a function at its argument. Raises `UndecidedError` where there is none."""
    own = notation[call.function.name]
    if not own.derivative:
        raise UndecidedError(f"{own.name} may be any function, and no derivative of it is declared")
    if any(by in index.free_symbols for index in call.arguments[:-1]):
        raise UndecidedError(f"{by} is in an index of {own.name}, which has no derivative by it")
    return Applied(notation[own.derivative].symbol, *call.args[1:])


def has_calls(expression: Expr, by: Symbol) -> bool:
    """True if a symbol stands in the argument of a function."""
    return bool(_outermost(expression, by))


def total_derivative(expression: Expr, by: Symbol, notation: Notation) -> Expr:
    """The derivative, by the chain rule where there are functions.

    Raises `UndecidedError` for a function without a declared derivative.
    """
    calls = {call: Dummy(real=True) for call in _outermost(expression, by)}
    plain = expression.xreplace(calls)
    inner = (
        diff(plain, symbol) * slope(call, by, notation) * total_derivative(call.arguments[-1], by, notation)
        for call, symbol in calls.items()
    )
    total: Expr = Add(diff(plain, by), *inner)
    return total.xreplace({symbol: call for call, symbol in calls.items()})


def nearby(expression: Expr, by: Symbol, step: Symbol, notation: Notation) -> Expr:
    """The expression where `by` is larger by a small step, up to unknown rests of second order."""
    moved: dict[Expr, Expr] = {by: by + step}
    for call in _outermost(expression, by):
        argument = call.arguments[-1]
        change = nearby(argument, by, step, notation) - argument
        moved[call] = call + change * slope(call, by, notation) + change**2 * Dummy("rest", real=True)
    return expression.xreplace(moved)


def _outermost(expression: Expr, by: Symbol) -> tuple[Applied, ...]:
    """The functions of `by` that are in no other function. Raises `UndecidedError` for sums of them over an index."""
    if by not in expression.free_symbols:
        return ()
    if isinstance(expression, Applied):
        return (expression,)
    if isinstance(expression, SERIES) and has_terms_of_functions(expression):
        raise UndecidedError(f"no derivative known for {expression}: its terms are functions")
    return tuple(dict.fromkeys(call for part in expression.args for call in _outermost(part, by)))
