"""A second prover: obligations put to Z3, which shares nothing with the normal form, the signs and the slack.

Quantities become real variables in their domains, max and min become if-then-else, a root becomes a variable whose
power is what stands under the root, a function one of which nothing is known. Z3 gives x/0 any value it likes, so
every denominator is required not to be zero, and everything under a root not to be negative, in what is given and in
the goal: a relation only says something where all of it is defined. What has no such form (symbolic exponents, exp and
log) is not asked.

Z3 is loaded when it is first asked. It comes with ``pip install 'derivations[prove]'``.
"""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction
from functools import reduce
from typing import Any

from sympy import Abs, Add, Expr, Max, Min, Mul, Pow, Rational, Sum, Symbol, ceiling, factorial, floor

from derivations.engine.finite import terms_in
from derivations.engine.index import SERIES, series_parts
from derivations.engine.literal import is_unit
from derivations.engine.obligation import Obligation
from derivations.engine.opaque import Applied, ExclusiveOr
from derivations.engine.quantity import Quantity
from derivations.engine.relation import Relation
from derivations.engine.verdict import CONTRADICTION, Verdict, inconclusive, proven, refuted
from derivations.engine.written.nodes import COMPARE
from derivations.engine.xor_form import has_exclusive_or
from derivations.engine.z3_bit_vectors import small_point
from derivations.engine.z3_library import METHOD, load_z3, new_solver
from derivations.engine.z3_refutation import checked_back
from derivations.engine.z3_rows import prove_rows
from derivations.errors import UndecidedError

_MAX_POWER = 64
_MOST_TERMS = 20  # of a sum or product over an index
_COARSENESS = (1, 10, 1000)  # denominators of the rational points that are tried near an irrational one


def prove_with_z3(obligation: Obligation, timeout_ms: int = 2000) -> Verdict:
    """What Z3 says of an obligation: proven, refuted with an exact point that was checked back, or inconclusive.

    Raises `UndecidedError` for an obligation that cannot be put to Z3, and `InputError` if Z3 is not installed.
    """
    z3 = load_z3()
    if has_exclusive_or(obligation):
        return _of_rows(z3, obligation, timeout_ms)
    for whole in (False, True):
        # whole numbers are hard for Z3: first it is asked about all numbers from 1 on, which proves more than needed
        question = _Question(z3, obligation, timeout_ms, whole)
        verdict = question.answer()
        if verdict is not None:
            return verdict
        if not (question.rounds or any(quantity.range.whole for quantity in obligation.quantities)):
            break
    return inconclusive("z3 found neither a proof nor a rational counterexample")


def _of_rows(z3: Any, obligation: Obligation, timeout_ms: int) -> Verdict:
    """The verdict on exclusive ors of whole numbers: rows of any width for a proof, small numbers for a point."""
    point, unasked = None, None
    try:
        found = prove_rows(z3, obligation, timeout_ms)
    except UndecidedError as error:
        found, unasked = inconclusive(str(error)), error
    if not found.holds and found.reason != CONTRADICTION:
        point = small_point(z3, obligation, timeout_ms)
    if point is None and unasked is not None:
        raise unasked
    return found if point is None else refuted("does not follow", point, METHOD)


class _Question:
    """One obligation in the language of Z3, integer quantities as whole numbers or not."""

    def __init__(self, z3: Any, obligation: Obligation, timeout_ms: int, whole: bool) -> None:
        self._z3 = z3
        self._obligation = obligation
        self._timeout_ms = timeout_ms
        self._variables: dict[Symbol, Any] = {}
        self._encoded: dict[Expr, Any] = {}
        self._roots: dict[tuple[Expr, int], Any] = {}
        self._functions: dict[Symbol, Any] = {}
        self._calls: dict[Expr, Any] = {}
        self._whole = whole
        self.rounds = False  # whether anything is rounded
        self._background: list[Any] = []  # domains, and that everything is defined
        for quantity in obligation.quantities:
            self._declare(quantity, whole)
        for quantity in obligation.quantities:  # once every quantity is known by its own kind
            if quantity.at_most:
                bound = obligation.notation[quantity.at_most].symbol
                self._background.append(self._variables[quantity.symbol] <= self._expression(bound))
        self._given = [self._relation(item) for item in obligation.given]
        self._goal = self._relation(obligation.goal)

    def answer(self) -> Verdict | None:
        """The verdict, or None if Z3 has none within its time."""
        z3 = self._z3
        refutation = self._solver(z3.Not(self._goal))
        found = refutation.check()
        if found == z3.unsat:
            if self._solver().check() == z3.unsat:
                return inconclusive(CONTRADICTION)
            return proven(METHOD)
        point = self._rational_point(refutation) if found == z3.sat else None
        shown = None if point is None else checked_back(self._obligation, point)
        if shown is not None:
            return refuted("does not follow", shown, METHOD)
        return None

    def _solver(self, *extra: Any) -> Any:
        solver = new_solver(self._z3, self._timeout_ms)
        solver.add(*self._background, *self._given, *extra)
        return solver

    # --- quantities and expressions

    def _declare(self, quantity: Quantity, whole: bool) -> None:
        z3, symbol = self._z3, quantity.symbol
        if quantity.is_function:
            self._functions[symbol] = z3.Function(quantity.name, *[z3.RealSort()] * (len(quantity.of) + 1))
            return
        variable = z3.ToReal(z3.Int(quantity.name)) if quantity.range.whole and whole else z3.Real(quantity.name)
        self._variables[symbol] = variable
        self._restrict(variable, quantity)

    def _restrict(self, variable: Any, quantity: Quantity) -> None:
        """A value is in the domain of its quantity."""
        self._background += [COMPARE[operator](variable, limit) for operator, limit in quantity.range.limits]
        if quantity.domain == "bit":
            self._background.append(self._z3.Or(variable == 0, variable == 1))

    def _relation(self, item: Relation) -> Any:
        return COMPARE[item.operator](self._expression(item.lhs), self._expression(item.rhs))

    def _expression(self, expression: Expr) -> Any:
        if expression not in self._encoded:
            self._encoded[expression] = self._encode(expression)
        return self._encoded[expression]

    def _encode(self, expression: Expr) -> Any:
        z3 = self._z3
        if isinstance(expression, Rational):
            return z3.RealVal(f"{expression.p}/{expression.q}")
        if isinstance(expression, Symbol):
            if is_unit(expression):
                return z3.RealVal(1)
            if expression not in self._variables:
                self._variables[expression] = z3.Real(expression.name)
            return self._variables[expression]
        if isinstance(expression, SERIES):
            return self._written_out(expression)
        if isinstance(expression, factorial):
            raise UndecidedError(f"z3 is not asked about {expression}")
        if isinstance(expression, ceiling | floor):
            up = 1 if isinstance(expression, ceiling) else -1
            return up * self._rounded_up(self._expression(up * expression.args[0]))
        if isinstance(expression, Applied):
            return self._call(expression)
        parts = [self._expression(part) for part in expression.args if not isinstance(expression, Pow)]
        if isinstance(expression, ExclusiveOr):
            return reduce(lambda a, b: z3.If(a == b, z3.RealVal(0), z3.RealVal(1)), parts)
        if isinstance(expression, Add):
            return z3.Sum(*parts)
        if isinstance(expression, Mul):
            return z3.Product(*parts)
        if isinstance(expression, Pow):
            return self._power(expression.base, expression.exp)
        if isinstance(expression, Max):
            return reduce(lambda a, b: z3.If(a >= b, a, b), parts)
        if isinstance(expression, Min):
            return reduce(lambda a, b: z3.If(a <= b, a, b), parts)
        if isinstance(expression, Abs):
            return z3.If(parts[0] >= 0, parts[0], -parts[0])
        raise UndecidedError(f"z3 is not asked about {expression}")

    def _written_out(self, series: Expr) -> Any:
        """A sum or product term by term, where it is known how many there are."""
        first, last = series_parts(series)[2:]
        if not (first.is_Integer and last.is_Integer and last - first < _MOST_TERMS):
            raise UndecidedError(f"z3 is not asked about {series}")
        terms = [self._expression(term) for term in terms_in(series)]
        return self._z3.Sum(*terms) if isinstance(series, Sum) else self._z3.Product(*terms)

    def _rounded_up(self, value: Any) -> Any:
        """A whole number, or at first any number, that is not below and less than one above."""
        z3, name = self._z3, f"ceil {len(self._encoded)}"
        self.rounds = True
        rounded = z3.ToReal(z3.Int(name)) if self._whole else z3.Real(name)
        self._background += [rounded >= value, rounded < value + 1]
        return rounded

    def _call(self, call: Applied) -> Any:
        """A function of its arguments, its value in the domain."""
        own = self._obligation.notation[call.function.name]
        value = self._functions[call.function](*map(self._expression, call.arguments))
        self._restrict(value, own)
        if own.range.whole and self._whole:
            self._background.append(self._z3.IsInt(value))
        self._calls[call] = value
        return value

    def _power(self, base: Expr, exponent: Expr) -> Any:
        if not isinstance(exponent, Rational) or abs(exponent.p) > _MAX_POWER or exponent.q > _MAX_POWER:
            raise UndecidedError(f"z3 is not asked about the exponent {exponent}")
        value = self._expression(base)
        if exponent.q != 1:
            value = self._root(base, value, int(exponent.q))
        if exponent.p < 0:
            self._background.append(value != 0)
        product = reduce(lambda a, b: a * b, [value] * abs(int(exponent.p)))
        return self._z3.RealVal(1) / product if exponent.p < 0 else product

    def _root(self, base: Expr, value: Any, degree: int) -> Any:
        """The number, not negative, whose power is the base; the base of a root is not negative either."""
        if (base, degree) not in self._roots:
            root = self._z3.Real(f"root {len(self._roots)}")
            power = reduce(lambda a, b: a * b, [root] * degree)
            self._background += [value >= 0, root >= 0, power == value]
            self._roots[base, degree] = root
        return self._roots[base, degree]

    # --- counterexamples

    def _rational_point(self, solver: Any) -> dict[Expr, Expr] | None:
        """A model in exact rationals: values that are none are moved to rationals nearby, one after the other."""
        z3 = self._z3
        model = solver.model()
        point: dict[Expr, Expr] = {}
        for symbol, variable in (*self._variables.items(), *self._calls.items()):
            for candidate in _candidates(model.eval(variable, model_completion=True)):
                solver.push()
                solver.add(variable == z3.RealVal(str(candidate)))
                if solver.check() == z3.sat:
                    point[symbol] = Rational(candidate.numerator, candidate.denominator)
                    model = solver.model()
                    break
                solver.pop()
            else:
                return None
        return point


def _candidates(value: Any) -> Iterable[Fraction]:
    """The value itself if it is rational, else rationals near it, the simplest first."""
    if hasattr(value, "as_fraction"):
        return [value.as_fraction()]
    if not hasattr(value, "approx"):
        return []
    close = value.approx(12).as_fraction()
    return [close.limit_denominator(limit) for limit in _COARSENESS]
