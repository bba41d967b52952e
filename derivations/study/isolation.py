"""A quantity alone on one side of an inequality, as a bound on it."""

from __future__ import annotations

from sympy import Symbol

from derivations.derivation.rules.base import Input
from derivations.derivation.rules.solve import Solve
from derivations.errors import UndecidedError
from derivations.language.relation import FLIPPED, Relation, from_sides


def isolated(relation: Relation, symbol: Symbol) -> Relation | None:
    """An inequality as a bound on a quantity, which stands on its left and not on its right; None where it is none.

    >>> from derivations import Notation, relation
    >>> lengths = Notation.of("x [s] width\\ny [s] height")
    >>> print(isolated(relation("y >= 2*x", lengths), lengths["x"].symbol))
    x <= y/2
    """
    if symbol not in relation.symbols or relation.is_equation:
        return None
    if relation.lhs == symbol and symbol not in relation.rhs.free_symbols:
        return relation
    if relation.rhs == symbol and symbol not in relation.lhs.free_symbols:
        return from_sides(relation.rhs, FLIPPED[relation.operator], relation.lhs, relation.notation)
    try:
        found = Solve(symbol).compute((Input("condition", relation),), relation.notation)[0].relation
    except UndecidedError:
        return None
    return found if found is not None and found.lhs == symbol and symbol not in found.rhs.free_symbols else None
