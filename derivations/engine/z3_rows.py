"""Exclusive ors of whole numbers put to Z3: a row of bits is an array that says of every place whether a bit is set.

A whole number is such an array, and a function of whole numbers one of arrays, so that what Z3 proves of all arrays
holds for all numbers. An array that refutes may have no end; so nothing is refuted here.
"""

from __future__ import annotations

from functools import reduce
from typing import Any

from sympy import Add, Expr, Integer, Mul, Symbol

from derivations.engine.obligation import Obligation
from derivations.engine.opaque import Applied, ExclusiveOr
from derivations.engine.relation import Relation
from derivations.engine.verdict import CONTRADICTION, Verdict, inconclusive, proven
from derivations.engine.written.nodes import COMPARE
from derivations.engine.z3_library import METHOD, new_solver
from derivations.errors import UndecidedError


def prove_rows(z3: Any, obligation: Obligation, timeout_ms: int) -> Verdict:
    """What Z3 says of an obligation about rows of bits and indices: proven, or inconclusive.

    Raises `UndecidedError` for one that speaks of anything else.
    """
    question = _Rows(z3, obligation)
    given = [question.relation(item) for item in obligation.given]
    goal = question.relation(obligation.goal)

    def excluded(*extra: Any) -> bool:
        solver = new_solver(z3, timeout_ms)
        solver.add(*question.background, *given, *extra)
        return bool(solver.check() == z3.unsat)

    if not excluded(z3.Not(goal)):
        return inconclusive("z3 found no proof")
    return inconclusive(CONTRADICTION) if excluded() else proven(METHOD)


class _Rows:
    """An obligation in the language of arrays; symbols are rows, or indices."""

    def __init__(self, z3: Any, obligation: Obligation) -> None:
        self._z3 = z3
        self._notation = obligation.notation
        self._rows = _row_symbols(obligation)
        self._row = z3.ArraySort(z3.IntSort(), z3.BoolSort())
        self._mix = z3.Xor(z3.Bool("a"), z3.Bool("b")).decl()
        self.background: list[Any] = []
        for quantity in obligation.quantities:
            if not quantity.range.whole or quantity.at_most:
                raise UndecidedError(f"z3 is asked about rows of bits only where {quantity.name} is one, or an index")
            if not quantity.is_function and quantity.symbol not in self._rows:
                index = z3.Int(quantity.name)
                self.background += [COMPARE[operator](index, limit) for operator, limit in quantity.range.limits]

    def relation(self, item: Relation) -> Any:
        """A relation between rows, or between indices."""
        if _is_of_rows(item, self._rows):
            return self._as_row(item.lhs) == self._as_row(item.rhs)
        return COMPARE[item.operator](self._as_index(item.lhs), self._as_index(item.rhs))

    def _as_row(self, expression: Expr) -> Any:
        z3 = self._z3
        if isinstance(expression, ExclusiveOr):
            return reduce(lambda first, other: z3.Map(self._mix, first, other), map(self._as_row, expression.args))
        if isinstance(expression, Integer) and expression >= 0:
            row = z3.K(z3.IntSort(), False)
            for place in range(int(expression).bit_length()):
                if int(expression) >> place & 1:
                    row = z3.Store(row, place, True)
            return row
        if isinstance(expression, Applied):
            own = self._notation[expression.function.name]
            count = expression.subscripts
            sorts = [z3.IntSort()] * count + [self._row] * (len(own.of) - count)
            arguments = [
                *map(self._as_index, expression.arguments[:count]),
                *map(self._as_row, expression.arguments[count:]),
            ]
            return self._value(own.name, own.domain, *sorts)(*arguments)
        if isinstance(expression, Symbol) and expression in self._rows:
            return self._value(expression.name, self._notation[expression.name].domain)()
        raise UndecidedError(f"z3 is not asked about {expression}")

    def _value(self, name: str, domain: str, *sorts: Any) -> Any:
        """The quantity as a function of its arguments, of none if it is no function; a bit is a row of one place."""
        z3 = self._z3
        if domain != "bit":
            return z3.Function(name, *sorts, self._row)
        bit = z3.Function(name, *sorts, z3.BoolSort())
        return lambda *arguments: z3.Store(z3.K(z3.IntSort(), False), 0, bit(*arguments))

    def _as_index(self, expression: Expr) -> Any:
        if isinstance(expression, Integer):
            return self._z3.IntVal(int(expression))
        if isinstance(expression, Symbol) and expression not in self._rows and expression.is_integer:
            return self._z3.Int(expression.name)
        if isinstance(expression, Add):
            return self._z3.Sum(*map(self._as_index, expression.args))
        if isinstance(expression, Mul) and expression.args[0].is_Integer:
            return self._z3.Product(*map(self._as_index, expression.args))
        raise UndecidedError(f"z3 is not asked about {expression} beside rows of bits")


def _row_symbols(obligation: Obligation) -> set[Symbol]:
    """The symbols that stand for rows: in an exclusive or, in an argument that is no index, or equal to a row."""
    found: set[Symbol] = set()
    for side in obligation.sides:
        for mixed in side.atoms(ExclusiveOr):
            found |= {part for part in mixed.args if isinstance(part, Symbol)}
        for call in side.atoms(Applied):
            found |= {part for part in call.arguments[call.subscripts :] if isinstance(part, Symbol)}
    while True:
        more = {
            side
            for item in obligation.relations
            if _is_of_rows(item, found)
            for side in (item.lhs, item.rhs)
            if isinstance(side, Symbol)
        }
        if more <= found:
            return found
        found |= more


def _is_of_rows(item: Relation, rows: set[Symbol]) -> bool:
    sides = (item.lhs, item.rhs)
    return item.is_equation and any(isinstance(side, ExclusiveOr | Applied) or side in rows for side in sides)
