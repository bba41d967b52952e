"""Points that Z3 finds, checked back by the engine before they count."""

from __future__ import annotations

from collections.abc import Mapping

from sympy import Expr, Symbol

from derivations.engine.concrete import realised
from derivations.engine.counterexample import admissible, holds_at
from derivations.engine.freed import apart, has_functions
from derivations.engine.obligation import Obligation


def checked_back(obligation: Obligation, point: Mapping[Expr, Expr]) -> dict[str, Expr] | None:
    """The point as it is shown, with concrete functions through the values of calls; None if it does not refute."""
    symbols = {each: value for each, value in point.items() if isinstance(each, Symbol)}
    named = {each.name: value for each, value in symbols.items()}
    if has_functions(obligation):
        plain = apart(obligation)
        return realised(obligation, plain, named | {term.symbol.name: point[term.call] for term in plain.terms})
    refutes = (
        all(admissible(quantity, symbols) for quantity in obligation.quantities)
        and all(holds_at(item, symbols) for item in obligation.given)
        and holds_at(obligation.goal, symbols) is False
    )
    return named if refutes else None
