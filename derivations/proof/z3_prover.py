"""A second prover: obligations put to Z3, which shares nothing with the normal form, the signs and the slacks.

Each question has a context of Z3's own: in one that is shared, what was asked before gives terms other numbers, by
which Z3 orders them, and the same question may find another model or none.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from fractions import Fraction
from functools import reduce
from operator import add, mul, xor
from typing import Any

from sympy import Abs, Add, Expr, Integer, Max, Min, Mul, Pow, Rational, Sum, Symbol, ceiling, factorial, floor

from derivations.errors import STOPPED, InputError, StoppedError, UndecidedError
from derivations.language.counting import SERIES, series_parts, terms_in
from derivations.language.functions import Applied, ExclusiveOr
from derivations.language.literal import is_unit
from derivations.language.quantity import Quantity
from derivations.language.relation import Relation
from derivations.language.tree import COMPARE
from derivations.proof.counterexample import admissible, holds_at
from derivations.proof.exclusive_or import has_exclusive_or
from derivations.proof.interpolation import realised
from derivations.proof.obligation import Obligation
from derivations.proof.uninterpreted import apart, has_functions
from derivations.proof.verdict import CONTRADICTION, DOES_NOT_FOLLOW, Verdict, inconclusive, proven, refuted
from derivations.proof.worker import elsewhere

METHOD = "z3"


def load_z3() -> Any:
    """The package `z3`; raises `InputError`, which says how to get it, if it is not installed."""
    try:
        import z3
    except ImportError:
        raise InputError("the second prover needs Z3: pip install 'derivations[prove]'") from None
    return z3


def new_solver(z3: Any, context: Any, steps: int) -> Any:
    """A solver that answers the same each time, and gives up after as many steps as Z3 itself counts."""
    solver = z3.Solver(ctx=context)
    solver.set("rlimit", steps)
    solver.set("random_seed", 1)
    return solver


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


_SMALL = 16  # every quantity is below
_WIDTH = 32  # room for sums and products of them; what does not fit is found out when the point is put back
_MOST = 2**20
_HIGHEST_POWER = 4


def small_point(z3: Any, obligation: Obligation, steps: int) -> dict[str, Expr] | None:
    """A point of small whole numbers that satisfies everything given and not the goal, or None if none is found.

    Raises `UndecidedError` where there is more in it than whole numbers, their sums, products and exclusive ors.
    """
    question = _Small(z3, obligation)
    solver = new_solver(z3, question.context, steps)
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
        self.context = z3.Context()
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
            return self._z3.BitVecVal(int(expression), _WIDTH, self.context)
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
                sorts = [self._z3.BitVecSort(_WIDTH, self.context)] * (len(arguments) + 1)
                name = part.function.name
                value = self._z3.Function(name, *sorts)(*arguments)
            else:
                name = part.name
                value = self._z3.BitVec(name, _WIDTH, self.context)
            self.values[part] = value
            limits = self._notation[name].range.limits
            self.background += [value < _SMALL, *(COMPARE[operator](value, limit) for operator, limit in limits)]
        return self.values[part]


def prove_rows(z3: Any, obligation: Obligation, steps: int) -> Verdict:
    """The verdict of Z3 on an obligation about rows of bits and indices: proven, or inconclusive.

    Raises `UndecidedError` for one that speaks of anything else.
    """
    question = _Rows(z3, obligation)
    given = [question.relation(item) for item in obligation.given]
    goal = question.relation(obligation.goal)

    def excluded(*extra: Any) -> bool:
        solver = new_solver(z3, question.context, steps)
        solver.add(*question.background, *given, *extra)
        return bool(solver.check() == z3.unsat)

    if not excluded(z3.Not(goal)):
        return inconclusive("z3 found no proof")
    return inconclusive(CONTRADICTION) if excluded() else proven(METHOD)


class _Rows:
    """An obligation in the language of arrays; symbols are rows, or indices."""

    def __init__(self, z3: Any, obligation: Obligation) -> None:
        self._z3 = z3
        self.context = z3.Context()
        self._notation = obligation.notation
        self._rows = _row_symbols(obligation)
        self._index = z3.IntSort(self.context)
        self._row = z3.ArraySort(self._index, z3.BoolSort(self.context))
        self._mix = z3.Xor(z3.Bool("a", self.context), z3.Bool("b", self.context)).decl()
        self.background: list[Any] = []
        for quantity in obligation.quantities:
            if not quantity.range.whole or quantity.at_most:
                raise UndecidedError(f"z3 is asked about rows of bits only where {quantity.name} is one, or an index")
            if not quantity.is_function and quantity.symbol not in self._rows:
                index = z3.Int(quantity.name, self.context)
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
            row = z3.K(self._index, False)
            for place in range(int(expression).bit_length()):
                if int(expression) >> place & 1:
                    row = z3.Store(row, place, True)
            return row
        if isinstance(expression, Applied):
            own = self._notation[expression.function.name]
            count = expression.subscripts
            sorts = [self._index] * count + [self._row] * (len(own.of) - count)
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
        bit = z3.Function(name, *sorts, z3.BoolSort(self.context))
        return lambda *arguments: z3.Store(z3.K(self._index, False), 0, bit(*arguments))

    def _as_index(self, expression: Expr) -> Any:
        if isinstance(expression, Integer):
            return self._z3.IntVal(int(expression), self.context)
        if isinstance(expression, Symbol) and expression not in self._rows and expression.is_integer:
            return self._z3.Int(expression.name, self.context)
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


_MAX_POWER = 64
_MOST_TERMS = 20  # of a sum or product over an index
_STEPS = 1_000_000  # more than twice those of any answer about a claim
_COARSENESS = (1, 10, 1000)  # denominators of the rational points that are tried near an irrational one


def prove_with_z3(obligation: Obligation, steps: int = _STEPS) -> Verdict:
    """The verdict of Z3: proven, refuted with an exact point that was checked back, or inconclusive.

    Raises `UndecidedError` for an obligation that cannot be put to Z3, and `InputError` if Z3 is not installed.
    """
    z3, stopped = load_z3(), ""
    if has_exclusive_or(obligation):
        return _of_rows(z3, obligation, steps)
    for whole in (False, True):
        # whole numbers are hard for Z3: first it is asked about all numbers from 1 on, which proves more than needed
        question = _Question(z3, obligation, steps, whole)
        verdict = question.answer()
        if verdict is not None:
            return verdict
        stopped = question.stopped or stopped
        if not (question.rounds or any(quantity.range.whole for quantity in obligation.quantities)):
            break
    return inconclusive(stopped or "z3 found neither a proof nor a rational counterexample")


def _of_rows(z3: Any, obligation: Obligation, steps: int) -> Verdict:
    """The verdict on exclusive ors of whole numbers: rows of any width for a proof, small numbers for a point."""
    point, unasked = None, None
    try:
        found = prove_rows(z3, obligation, steps)
    except UndecidedError as error:
        found, unasked = inconclusive(str(error)), error
    if not found.holds and found.reason != CONTRADICTION:
        point = small_point(z3, obligation, steps)
    if point is None and unasked is not None:
        raise unasked
    return found if point is None else refuted(DOES_NOT_FOLLOW, point, METHOD)


class _Question:
    """One obligation in the language of Z3, integer quantities as whole numbers or not."""

    def __init__(self, z3: Any, obligation: Obligation, steps: int, whole: bool) -> None:
        self._z3 = z3
        self._context = z3.Context()
        self._obligation = obligation
        self._steps = steps
        self._variables: dict[Symbol, Any] = {}
        self._encoded: dict[Expr, Any] = {}
        self._roots: dict[tuple[Expr, int], Any] = {}
        self._functions: dict[Symbol, Any] = {}
        self._calls: dict[Expr, Any] = {}
        self._whole = whole
        self.rounds = False  # whether anything is rounded
        self.stopped = ""  # the reason for which the search of a point was
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
        """The verdict, or None if Z3 has none within its steps."""
        z3 = self._z3
        refutation = self._solver(z3.Not(self._goal))
        found = refutation.check()
        if found == z3.unsat:
            if self._solver().check() == z3.unsat:
                return inconclusive(CONTRADICTION)
            return proven(METHOD)
        point = self._point() if found == z3.sat else None
        shown = None if point is None else checked_back(self._obligation, point)
        if shown is not None:
            return refuted(DOES_NOT_FOLLOW, shown, METHOD)
        return None

    def _solver(self, *extra: Any) -> Any:
        solver = new_solver(self._z3, self._context, self._steps)
        solver.add(*self._background, *self._given, *extra)
        return solver

    # --- quantities and expressions

    def _declare(self, quantity: Quantity, whole: bool) -> None:
        z3, symbol = self._z3, quantity.symbol
        if quantity.is_function:
            self._functions[symbol] = z3.Function(quantity.name, *[z3.RealSort(self._context)] * (len(quantity.of) + 1))
            return
        counted = quantity.range.whole and whole
        variable = z3.ToReal(z3.Int(quantity.name, self._context)) if counted else self._real(quantity.name)
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
            return self._number(f"{expression.p}/{expression.q}")
        if isinstance(expression, Symbol):
            if is_unit(expression):
                return self._number(1)
            if expression not in self._variables:
                self._variables[expression] = self._real(expression.name)
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
            return reduce(lambda a, b: z3.If(a == b, self._number(0), self._number(1)), parts)
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
        rounded = z3.ToReal(z3.Int(name, self._context)) if self._whole else self._real(name)
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
        return self._number(1) / product if exponent.p < 0 else product

    def _root(self, base: Expr, value: Any, degree: int) -> Any:
        """The number, not negative, whose power is the base; the base of a root is not negative either."""
        if (base, degree) not in self._roots:
            root = self._real(f"root {len(self._roots)}")
            power = reduce(lambda a, b: a * b, [root] * degree)
            self._background += [value >= 0, root >= 0, power == value]
            self._roots[base, degree] = root
        return self._roots[base, degree]

    def _real(self, name: str) -> Any:
        return self._z3.Real(name, self._context)

    def _number(self, value: int | str) -> Any:
        return self._z3.RealVal(value, self._context)

    # --- counterexamples

    def _point(self) -> dict[Expr, Expr] | None:
        """A point where everything given holds and the goal does not, sought where the search can be stopped.

        Z3 counts no steps while it moves an irrational model, and may not come back.
        """
        try:
            return elsewhere(_sought_point, self._obligation, self._steps, self._whole)
        except StoppedError as error:
            self.stopped = f"{STOPPED}: z3's search of a point {error}"
            return None

    def rational_point(self) -> dict[Expr, Expr] | None:
        """The point, sought here."""
        solver = self._solver(self._z3.Not(self._goal))
        return self._rational_point(solver) if solver.check() == self._z3.sat else None

    def _rational_point(self, solver: Any) -> dict[Expr, Expr] | None:
        """A model in exact rationals: values that are none are moved to rationals nearby, one after the other."""
        z3 = self._z3
        model = solver.model()
        point: dict[Expr, Expr] = {}
        for symbol, variable in (*self._variables.items(), *self._calls.items()):
            for candidate in _candidates(model.eval(variable, model_completion=True)):
                solver.push()
                solver.add(variable == self._number(str(candidate)))
                if solver.check() == z3.sat:
                    point[symbol] = Rational(candidate.numerator, candidate.denominator)
                    model = solver.model()
                    break
                solver.pop()
            else:
                return None
        return point


def _sought_point(obligation: Obligation, steps: int, whole: bool) -> dict[Expr, Expr] | None:
    """The point of a question that is put again."""
    return _Question(load_z3(), obligation, steps, whole).rational_point()


def _candidates(value: Any) -> Iterable[Fraction]:
    """The value itself if it is rational, else rationals near it, the simplest first."""
    if hasattr(value, "as_fraction"):
        return [value.as_fraction()]
    if not hasattr(value, "approx"):
        return []
    close = value.approx(12).as_fraction()
    return [close.limit_denominator(limit) for limit in _COARSENESS]
