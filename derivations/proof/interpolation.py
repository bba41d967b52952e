"""Concrete functions through given points, so that a counterexample says which functions it is about.

A function of real values becomes a polynomial. Values in another range are means of the given ones, so that no value
leaves the range. Whole numbers and bits are given one by one, and are the least admissible number elsewhere. Where a
function and its derivative both occur, one polynomial makes both. A declared derivative that does not occur counts,
too: where it is positive, say, the function rises.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from itertools import product
from random import Random

from sympy import Add, And, Dummy, Eq, Expr, Integer, Lambda, Matrix, Mul, Piecewise, Symbol, diff, factorial, linsolve

from derivations.errors import InputError
from derivations.language.functions import Applied, applications
from derivations.language.literal import UNITS_TO_ONE
from derivations.language.quantity import Notation, Quantity
from derivations.language.read_back import stored_expression
from derivations.proof.counterexample import admissible, draw, holds_at, is_finite
from derivations.proof.obligation import Obligation
from derivations.proof.uninterpreted import Freed, Term

_LETTERS = ("r", "s", "t")
_MOST_POINTS = 8

At = tuple[Expr, ...]
FunctionTable = dict[At, Expr]


def variables(number: int) -> tuple[Symbol, ...]:
    """The names of the arguments of a concrete function.

    >>> variables(2)
    (s, t)
    """
    names = _LETTERS[-number:] if number <= len(_LETTERS) else [f"t{place}" for place in range(1, number + 1)]
    return tuple(Symbol(name, real=True) for name in names)


def realised(
    obligation: Obligation, plain: Freed, values: Mapping[str, Expr], *, seed: int = 0
) -> dict[str, Expr] | None:
    """The counterexample with concrete functions through a point of the freed obligation, or None.

    The point and the functions count only after they were put back into every relation that was given, every domain
    and the goal. Quantities that are nowhere but in arguments have any value of their domain.
    """
    random = Random(seed)
    point: dict[Symbol, Expr] = {
        quantity.symbol: values[quantity.name]
        if quantity.name in values
        else draw(random, quantity.symbol, quantity, False, 0)
        for quantity in plain.quantities
    }
    tables = _tables(plain.terms, point)
    if tables is None:
        return None
    functions = _functions(tables, obligation.notation)
    if functions is None:
        return None
    own = {quantity.symbol: point[quantity.symbol] for quantity in obligation.quantities if not quantity.is_function}
    if not _contradicts(obligation, own, functions):
        return None
    shown = {symbol.name: value for symbol, value in own.items()}
    for symbol, function in functions.items():
        shown |= _shown(symbol.name, function, tables[symbol], obligation.notation[symbol.name])
    try:
        for name, value in shown.items():
            stored_expression(value, notation_for(name, obligation.notation))
    except InputError:  # too long to be read back
        return None
    return shown


def functions_in(shown: Mapping[str, Expr], notation: Notation) -> dict[Symbol, Expr]:
    """The concrete functions that a counterexample names as ``f(t)``, by their symbols.

    Those that it only gives values of are not among them.
    """
    found: dict[Symbol, Expr] = {}
    for name, value in shown.items():
        function, opened, inside = name.partition("(")
        if opened and function in notation:
            letters = variables(len(notation[function].of))
            if inside == f"{', '.join(letter.name for letter in letters)})":
                found[notation[function].symbol] = Lambda(letters, value)
    return found


def notation_for(name: str, notation: Notation) -> Notation:
    """The notation in which the value of that name in a counterexample is written: of ``f(t)`` its own letters."""
    _, opened, inside = name.partition("(")
    if not opened:
        return notation
    return Notation(tuple(Quantity(str(x), "", "an argument", "real") for x in variables(inside.count(",") + 1)))


def _tables(terms: Iterable[Term], point: Mapping[Symbol, Expr]) -> dict[Symbol, FunctionTable] | None:
    """The values of every function; None where equal arguments would have different ones."""
    tables: dict[Symbol, FunctionTable] = {}
    for term in terms:
        arguments = tuple(part.xreplace(UNITS_TO_ONE).xreplace(dict(point)) for part in term.arguments)
        value = point[term.symbol]
        if not all(part.is_Rational for part in (*arguments, value)):
            return None
        if tables.setdefault(term.function, {}).setdefault(arguments, value) != value:
            return None
    return None if any(len(table) > _MOST_POINTS for table in tables.values()) else tables


def _functions(tables: Mapping[Symbol, FunctionTable], notation: Notation) -> dict[Symbol, Expr] | None:
    found: dict[Symbol, Expr] = {}
    lines = [_derivatives(quantity, notation) for quantity in notation if quantity.is_function]
    for symbol, table in tables.items():
        own = notation[symbol.name]
        line = _derivatives(own, notation)
        above = [each[0] for each in lines if own in each[1:]]
        if any(each.symbol in tables for each in above):
            continue
        beside = [each[0] for each in lines if each[0] not in line and any(part in line for part in each)]
        if line[-1].derivative in notation or any(each.symbol in tables for each in beside):
            return None  # a circle, or two functions of one derivative
        used = [each for each in line if each.symbol in tables]
        # whatever is smooth has derivatives, and is one, where these may have any value
        if any(each.domain != "real" for each in (*line, *beside) if used != [each]):
            return None
        if len(used) > 1:
            curves = _chained(line, tables)
            if curves is None:
                return None
            found |= curves
        elif own.range.whole and (line[1:] or beside):
            return None
        else:
            found[symbol] = _through(table, own)
    return found


def differentiable(notation: Notation) -> tuple[Quantity, ...]:
    """The functions whose derivative is declared, and these derivatives."""
    slopes = {quantity.derivative for quantity in notation}
    return tuple(each for each in notation if each.derivative or each.name in slopes)


def _derivatives(own: Quantity, notation: Notation) -> list[Quantity]:
    """A function, its derivative, the derivative of that and so on, until there is none or they come round."""
    line = [own]
    while line[-1].derivative in notation and notation[line[-1].derivative] not in line:
        line.append(notation[line[-1].derivative])
    return line


def _through(table: FunctionTable, own: Quantity) -> Expr:
    letters = variables(len(own.of))
    if own.range.whole:
        least = Integer(own.range.limits[0][1])
        cases = [(value, And(*(Eq(a, b) for a, b in zip(letters, at, strict=True)))) for at, value in table.items()]
        constant = len(set(table.values())) == 1
        return Lambda(letters, next(iter(table.values())) if constant else Piecewise(*cases, (least, True)))
    if own.domain == "real":
        return Lambda(letters, _polynomial(table, letters))
    return Lambda(letters, _mean(table, letters))


def _polynomial(table: FunctionTable, letters: Sequence[Symbol]) -> Expr:
    """A polynomial of least degree through the points."""
    for degree in range(len(table)):
        powers = [p for p in product(range(degree + 1), repeat=len(letters)) if sum(p) <= degree]
        powers.sort(key=sum)
        rows = [[Mul(*(a**e for a, e in zip(at, p, strict=True))) for p in powers] for at in table]
        found = _solution(rows, list(table.values()))
        if found is not None:
            monomials = (Mul(*(a**e for a, e in zip(letters, p, strict=True))) for p in powers)
            return Add(*(c * monomial for c, monomial in zip(found, monomials, strict=True)))
    raise AssertionError(table)  # a polynomial of that degree goes through all points


def _mean(table: FunctionTable, letters: Sequence[Symbol]) -> Expr:
    """A mean of the values, weighted so that it is each value at its place: it stays between them everywhere."""
    if len(set(table.values())) == 1:
        return next(iter(table.values()))
    squares = [Add(*((a - b) ** 2 for a, b in zip(letters, at, strict=True))) for at in table]
    weights = [Mul(*(s for other, s in enumerate(squares) if other != place)) for place in range(len(squares))]
    return Add(*(v * w for v, w in zip(table.values(), weights, strict=True))) / Add(*weights)


def _chained(chain: Sequence[Quantity], tables: Mapping[Symbol, FunctionTable]) -> dict[Symbol, Expr] | None:
    """A function of one real argument, its derivative and so on: one polynomial that meets all the values."""
    if any(len(quantity.of) != 1 for quantity in chain):
        return None
    (letter,) = variables(1)
    used = [(order, own.symbol) for order, own in enumerate(chain) if own.symbol in tables]
    wanted = [(order, at, value) for order, symbol in used for (at,), value in tables[symbol].items()]
    for degree in range(len(chain) * len(wanted) + 1):
        rows = [[_derived(power, order, at) for power in range(degree + 1)] for order, at, _ in wanted]
        found = _solution(rows, [value for _, _, value in wanted])
        if found is not None:
            curve: Expr = Add(*(c * letter**power for power, c in enumerate(found)))
            return {symbol: Lambda((letter,), diff(curve, letter, order)) for order, symbol in used}
    return None


def _derived(power: int, order: int, at: Expr) -> Expr:
    """The derivative of that order of a power."""
    return Integer(0) if order > power else factorial(power) / factorial(power - order) * at ** (power - order)


def _solution(rows: list[list[Expr]], values: list[Expr]) -> list[Expr] | None:
    """Coefficients that solve the equations, zero where they are free; None if there are none."""
    unknowns = [Dummy() for _ in rows[0]]
    found = next(iter(linsolve((Matrix(rows), Matrix(values)), unknowns)), None)
    return None if found is None else [part.xreplace(dict.fromkeys(unknowns, Integer(0))) for part in found]


def _contradicts(obligation: Obligation, own: Mapping[Symbol, Expr], functions: Mapping[Symbol, Expr]) -> bool:
    """True if everything given holds at the point with these functions, and the goal does not."""
    point = {**own, **functions}
    plain = [quantity for quantity in obligation.quantities if not quantity.is_function]
    calls = applications(*obligation.sides)
    return (
        all(admissible(quantity, own) for quantity in plain)
        and all(_in_range(call, point, obligation.notation) for call in calls)
        and all(holds_at(item, point) for item in obligation.given)
        and holds_at(obligation.goal, point) is False
    )


def _in_range(call: Applied, point: Mapping[Symbol, Expr], notation: Notation) -> bool:
    value = call.xreplace({**UNITS_TO_ONE, **point})
    return bool(is_finite(value) and notation[call.function.name].range.contains(value))


def _shown(name: str, function: Expr, table: FunctionTable, own: Quantity) -> dict[str, Expr]:
    """The function as ``f(t)``, or the values that it is made of."""
    if isinstance(function.expr, Piecewise):
        return {f"{name}({', '.join(map(str, at))})": value for at, value in table.items()}
    letters = ", ".join(letter.name for letter in variables(len(own.of)))
    return {f"{name}({letters})": function.expr}
