"""A point against an obligation with exclusive ors: small whole numbers, as bit vectors of Z3.

What holds of small numbers need not hold of all, so that nothing is proven here.
"""

from __future__ import annotations

from functools import reduce
from operator import add, mul, xor
from typing import Any

from sympy import Add, Expr, Integer, Mul, Pow, Symbol

from derivations.engine.obligation import Obligation
from derivations.engine.opaque import Applied, ExclusiveOr
from derivations.engine.relation import Relation
from derivations.engine.written.nodes import COMPARE
from derivations.engine.z3_library import new_solver
from derivations.engine.z3_refutation import checked_back
from derivations.errors import UndecidedError

_SMALL = 16  # every quantity is below
_WIDTH = 32  # room for sums and products of them; what does not fit is found out when the point is put back
_MOST = 2**20
_HIGHEST_POWER = 4


def small_point(z3: Any, obligation: Obligation, timeout_ms: int) -> dict[str, Expr] | None:
    """A point of small whole numbers that satisfies everything given and not the goal, or None if none is found.

    Raises `UndecidedError` where there is more in it than whole numbers, their sums, products and exclusive ors.
    """
    question = _Small(z3, obligation)
    solver = new_solver(z3, timeout_ms)
    goal = question.relation(obligation.goal)
    solver.add(*(question.relation(item) for item in obligation.given), z3.Not(goal))
    solver.add(*question.background)
    if solver.check() != z3.sat:
        return None
    model = solver.model()
    point = {
        part: Integer(model.eval(value, model_completion=True).as_signed_long())
        for part, value in question.values.items()
    }
    return checked_back(obligation, point)


class _Small:
    """An obligation in the language of bit vectors, with the values of its symbols and calls."""

    def __init__(self, z3: Any, obligation: Obligation) -> None:
        self._z3 = z3
        self._notation = obligation.notation
        self.values: dict[Expr, Any] = {}
        self.background: list[Any] = []
        for quantity in obligation.quantities:
            if not quantity.range.whole:
                raise UndecidedError(f"z3 is not asked about {quantity.name} beside exclusive ors of whole numbers")
            if not quantity.is_function:
                self._value(quantity.symbol)
        for quantity in obligation.quantities:
            if quantity.at_most:
                bound = obligation.notation[quantity.at_most].symbol
                self.background.append(self._value(quantity.symbol) <= self._value(bound))

    def relation(self, item: Relation) -> Any:
        """A relation between expressions, of numbers with their signs."""
        return COMPARE[item.operator](self._expression(item.lhs), self._expression(item.rhs))

    def _expression(self, expression: Expr) -> Any:
        if isinstance(expression, Integer) and abs(expression) < _MOST:
            return self._z3.BitVecVal(int(expression), _WIDTH)
        if isinstance(expression, Symbol | Applied):
            return self._value(expression)
        if isinstance(expression, Pow) and expression.exp.is_Integer and 0 < expression.exp <= _HIGHEST_POWER:
            return reduce(mul, [self._expression(expression.base)] * int(expression.exp))
        operation = {Add: add, Mul: mul}.get(expression.func, xor if isinstance(expression, ExclusiveOr) else None)
        if operation is None:
            raise UndecidedError(f"z3 is not asked about {expression} beside exclusive ors of whole numbers")
        return reduce(operation, map(self._expression, expression.args))

    def _value(self, part: Expr) -> Any:
        """The bit vector of a symbol or a call, in the domain of its quantity and small."""
        if part not in self.values:
            if isinstance(part, Applied):
                arguments = [self._expression(argument) for argument in part.arguments]
                sorts = [self._z3.BitVecSort(_WIDTH)] * (len(arguments) + 1)
                name = part.function.name
                value = self._z3.Function(name, *sorts)(*arguments)
            else:
                name = part.name
                value = self._z3.BitVec(name, _WIDTH)
            self.values[part] = value
            limits = self._notation[name].range.limits
            self.background += [value < _SMALL, *(COMPARE[operator](value, limit) for operator, limit in limits)]
        return self.values[part]
