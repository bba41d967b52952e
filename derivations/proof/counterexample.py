"""Counterexamples: exact points, checked back in every relation they were found for.

A relation holds or fails only where every part of it is defined: no denominator is zero, no root or logarithm is
taken of what has none. Elsewhere it says nothing.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from fractions import Fraction
from functools import lru_cache
from math import prod
from random import Random

from sympy import Add, Dummy, Expr, Float, Integer, Mul, Pow, Rational, Symbol, exp, log, logcombine, minimal_polynomial

from derivations.errors import UndecidedError
from derivations.kernel.exact_point import ExactPoint
from derivations.kernel.statement import proposition
from derivations.kernel.term import KernelError, Proposition
from derivations.language.counting import WHOLE, NoValueError, opened
from derivations.language.literal import UNITS_TO_ONE, is_unit
from derivations.language.quantity import Quantity
from derivations.language.relation import Relation
from derivations.language.tree import COMPARE
from derivations.proof.budget import charge
from derivations.proof.elimination import Elimination, eliminate
from derivations.proof.normal_form import vanishes
from derivations.proof.obligation import Obligation
from derivations.proof.slack import slacken
from derivations.proof.worker import stoppable

METHOD = "counterexample"
_TRIES = 60
_POINT = 100  # what a point is paid for, beside the operations in it
_DIGITS = 40
_CLOSE = Float("1e-25", 30)  # of the largest term
_FEW_ROOTS = 4  # with more of them a minimal polynomial takes too long
_LOW = 24  # degree of a number whose minimal polynomial takes a moment
_ROOT = 100  # what the square of such a degree is paid for
_BITS = 4_000_000  # of a power at a point; a longer one is not computed
_X = Dummy("x")

Point = Mapping[Symbol, Expr]


def find_counterexample(
    obligation: Obligation, elimination: Elimination | None = None, *, seed: int = 20, as_written: bool = True
) -> dict[str, Expr] | None:
    """A point where everything given holds and the goal does not, or None if the search finds none.

    Values are exact rationals. The point counts only after it was put back into every given relation, every domain
    and the goal. What has symbols in place of functions is not `as_written`.
    """
    if elimination is None:
        elimination = eliminate(obligation.given, obligation.quantities)
    slack = slacken(elimination.facts)
    removed = elimination.substitution
    start = {q.symbol: slack.apply(removed.get(q.symbol, q.symbol)) for q in obligation.quantities}
    exponents = _in_exponents(obligation)
    free = sorted(set().union(*(e.free_symbols for e in start.values()), set()), key=lambda s: s.sort_key())
    by_symbol = {quantity.symbol: quantity for quantity in obligation.quantities}
    told = _propositions(obligation) if as_written else ()
    random = Random(seed)
    work = _POINT + sum(value.count_ops() for value in start.values())
    try:
        plain = {key: value.xreplace(UNITS_TO_ONE) for key, value in start.items()}  # a max is slow to build again
    except (ZeroDivisionError, ValueError, TypeError):
        return None
    for attempt in range(_TRIES):
        charge(work, "trying points against", obligation.goal)
        chosen = {
            symbol: draw(random, symbol, by_symbol.get(symbol), symbol in exponents, attempt)
            for symbol in free
            if not is_unit(symbol)
        }
        try:
            point = {key: _at(value, chosen) for key, value in plain.items()}
            if not _ruled_out(told, point) and _contradicts(obligation, point):
                names = {s.name for item in obligation.relations for s in item.symbols}
                return {s.name: v for s, v in point.items() if s.name in names}
        except (ZeroDivisionError, ValueError, TypeError, NoValueError):
            continue
    return None


def _at(expression: Expr, point: Point) -> Expr:
    """The expression at a point, ranges term by term. Raises `NoValueError` or `ValueError` where it has no value."""
    if expression.has(*WHOLE):
        return opened(expression, point)
    values = dict(point)
    for power in _open_powers(expression):
        base, exponent = (part.xreplace(values) for part in power.args)
        if base.is_Rational and exponent.is_Rational and _bits(base) * abs(exponent) > _BITS:
            raise NoValueError(f"a power with too many digits: {power}")
    return expression.xreplace(values)


@lru_cache(maxsize=4096)
def _open_powers(expression: Expr) -> tuple[Pow, ...]:
    """The powers whose exponent hangs on a quantity, the shortest first, so that none is put into another unseen."""
    found = (power for power in expression.atoms(Pow) if power.exp.free_symbols)
    return tuple(sorted(found, key=lambda power: (power.count_ops(), str(power))))


def _bits(number: Rational) -> int:
    return max(number.p.bit_length(), number.q.bit_length()) if number not in (0, 1, -1) else 0


def _propositions(obligation: Obligation) -> tuple[Proposition, ...]:
    """The goal and what is given, as the kernel writes them; none where it has no terms for one of them."""
    try:
        return tuple(proposition(item.written) for item in (obligation.goal, *obligation.given))
    except KernelError:
        return ()


def _ruled_out(told: tuple[Proposition, ...], point: Point) -> bool:
    """True if fractions show that a point refutes nothing, before each relation is written out in SymPy."""
    if not (told and all(value.is_Rational for value in point.values())):
        return False
    here = ExactPoint({symbol.name: Fraction(int(value.p), int(value.q)) for symbol, value in point.items()})
    goal, *given = told
    return bool(here.holds(goal)) or any(here.holds(fact) is False for fact in given)


def _contradicts(obligation: Obligation, point: Point) -> bool:
    """True if the point lies in every domain, satisfies everything given, and not the goal."""
    return (
        all(admissible(quantity, point) for quantity in obligation.quantities)
        and all(holds_at(item, point) for item in obligation.given)
        # lemma: a point at which everything given holds and the goal fails shows that the goal does not follow
        and holds_at(obligation.goal, point) is False
    )


def holds_at(item: Relation, point: Point) -> bool | None:
    """The truth of a relation at a point; None where a side is undefined or stays symbolic."""
    values = {**UNITS_TO_ONE, **point}
    try:
        if not all(_is_defined(part, values) for side in (item.lhs, item.rhs) for part in _delicate(side)):
            return None
        if not all(_is_defined(part, values) for part in item.delicate if part.free_symbols <= values.keys()):
            return None
        left, right = (_at(side, values) for side in (item.lhs, item.rhs))
    except (ValueError, NoValueError, UndecidedError):  # a max of what cannot be compared, such as 1/0
        return None
    if not (is_finite(left) and is_finite(right)):
        return None
    difference = left - right
    if not difference.is_Rational:
        difference = _decided(difference, (left, right))
    if difference is None:
        return None
    return bool(COMPARE[item.operator](difference, 0))


def delicate(expression: Expr) -> tuple[Expr, ...]:
    """The powers and logarithms in an expression that are not defined everywhere."""
    powers = (p for p in expression.atoms(Pow) if not (p.exp.is_Integer and p.exp.is_positive))
    return (*powers, *expression.atoms(log))


@lru_cache(maxsize=4096)
def _delicate(expression: Expr) -> tuple[Expr, ...]:
    """Those outside of sums over an index; inside, that of the terms decides."""
    return tuple(part for part in delicate(expression) if part.free_symbols <= expression.free_symbols)


def _is_defined(part: Expr, values: Point) -> bool:
    """True if a power or logarithm is a real number; exponents that are no whole numbers need a base above zero."""
    base, exponent = (part.args[0], None) if isinstance(part, log) else part.args
    value = _at(base, values)
    if not is_finite(value):
        return False
    if exponent is None:
        return bool(value.is_positive)
    power = _at(exponent, values)
    if power.is_Integer:
        return bool(power > 0 or value.is_zero is False)
    return bool(value.is_positive or (value.is_zero and power.is_positive))


def _decided(number: Expr, parts: Iterable[Expr]) -> Expr | None:
    """An irrational number to 40 digits; where it is lost in the last fifteen of what it is made of, zero or None.

    Zero only if that is shown: digits alone do not tell zero from what is close to it.
    """
    value = number.evalf(_DIGITS)
    sizes = [_size(part) for part in parts]
    if not all(found.is_Float or found.is_Rational for found in (value, *sizes)):
        return None
    if abs(value) > _CLOSE * max(sizes):
        return value
    return Integer(0) if _is_zero(number) else None


def _is_zero(number: Expr) -> bool:
    """True if a number is shown to be zero: by the normal form, by its logarithms, or by its minimal polynomial."""
    # lemma: a product is zero if and only if one of its factors is; a sum of logarithms is that of the product
    if isinstance(number, Mul):
        return any(map(_is_zero, number.args))
    if vanishes(number) or (number.has(log) and vanishes(logcombine(number, force=True))):
        return True
    roots = {power for power in number.atoms(Pow) if not power.exp.is_Integer}
    # lemma: an algebraic number is zero if and only if its minimal polynomial is x
    if len(roots) > _FEW_ROOTS or number.is_algebraic is not True:
        return False
    if not all(power.exp.is_Rational for power in roots):  # 2^(log(3)/log(2)) is 3, which no polynomial is asked about
        return False
    degree = prod(int(power.exp.q) for power in roots)
    doing = ("SymPy's minimal polynomial of", number)
    charge(_ROOT * degree**2, "computing", *doing)
    return bool(stoppable(degree > _LOW, doing, minimal_polynomial, number, _X) == _X)


def _size(number: Expr) -> Expr:
    """The magnitude of a number if nothing in it cancelled: every term and every factor counts as positive."""
    if isinstance(number, Add):
        return Add(*map(_size, number.args))
    if isinstance(number, Mul):
        return Mul(*map(_size, number.args))
    if isinstance(number, Pow) and number.exp.is_positive:
        return (_size(number.base) ** number.exp).evalf(_DIGITS)
    value = abs(number.evalf(_DIGITS))
    # an argument that is off by all of it moves its logarithm by about one
    return value + 1 if isinstance(number, log) else value


def is_finite(value: Expr) -> bool:
    """True for a finite real number."""
    return not value.free_symbols and value.is_finite is True and value.is_real is not False


def admissible(quantity: Quantity, point: Point) -> bool:
    """True if the quantity's value at a point lies in its domain and not above what bounds it."""
    value = point[quantity.symbol]
    if not value.is_Rational:
        decided = _decided(value, (value,))
        if decided is None:
            return False
        value = decided
    bounds = [other for symbol, other in point.items() if symbol.name == quantity.at_most]
    return quantity.range.contains(value) and all(bool(value <= bound) for bound in bounds)


def draw(random: Random, symbol: Symbol, quantity: Quantity | None, exponent: bool, attempt: int) -> Expr:
    """A value in the domain of a quantity; of a slack variable, which is positive or zero, without one."""
    domain = "positive" if quantity is None else quantity.domain
    if domain == "bit":
        return Integer(random.randint(0, 1))
    if domain == "whole":
        return Integer(random.randint(0, 4))
    if domain == "integer" or (exponent and domain != "fraction"):
        return Integer(random.randint(1, 4))
    if domain == "fraction":
        below = random.randint(2, 9)
        return Rational(random.randint(1, below), below)
    if not symbol.is_positive and symbol.is_nonnegative and attempt % 3 == 2 and random.random() < 0.5:
        return Integer(0)
    spread = Integer(4) ** random.randint(-2, 3) if attempt % 2 else Integer(1)
    value = Rational(random.randint(1, 12), random.randint(1, 5)) * spread
    if domain == "real":
        value *= random.choice((-1, -1, -1, 0, 1, 1, 1))
    return value


def _in_exponents(obligation: Obligation) -> set[Symbol]:
    found: set[Symbol] = set()
    for side in obligation.sides:
        for power in side.atoms(Pow):
            found |= power.exp.free_symbols
        for call in side.atoms(exp):
            found |= call.args[0].free_symbols
    return found
