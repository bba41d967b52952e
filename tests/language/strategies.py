"""Random canonical trees and random SymPy expressions."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction

from hypothesis import HealthCheck, assume, settings
from hypothesis import strategies as st
from sympy import Expr, I, Integer, Max, Min, Rational, exp, log, nan, oo, sqrt, zoo

from derivations.errors import InputError
from derivations.language.limits import check_size
from derivations.language.literal import UNIT_SYMBOLS
from derivations.language.quantity import Notation
from derivations.language.tree import Call, Name, Negative, Node, Number, Power, Product, Quotient, Sum, fold

NOTATION = Notation.of(
    """
    a [] first
    b [] (nonnegative) second
    k [] (integer) count
    p [] (real) exponent
    N_total [] total
    eta [] (fraction) share
    """
)
# The same examples on every run, and no clock: SymPy's first calls are slow on any machine.
steady = settings(deadline=None, derandomize=True, suppress_health_check=[HealthCheck.too_slow])
UNITS = ("", "", "", "byte", "FLOP/parameter/token", "1/s", "GB/s", "token^2", "%")

names = st.sampled_from([quantity.name for quantity in NOTATION]).map(Name)
values = st.builds(
    lambda digits, power: Fraction(digits) * Fraction(10) ** power,
    st.integers(0, 10**7),
    st.integers(-9, 15),
)
numbers = st.builds(Number, values, st.sampled_from(UNITS))
exponents: st.SearchStrategy[Node] = st.one_of(
    st.integers(0, 3).map(lambda value: Number(Fraction(value))),
    st.sampled_from([Name("p"), Name("k"), Negative(Name("eta")), Number(Fraction(1, 2))]),
    st.builds(lambda value: Negative(Number(Fraction(value))), st.integers(1, 3)),
    st.builds(lambda under: Quotient(Number(Fraction(1)), Number(Fraction(under))), st.integers(2, 5)),
    st.just(Sum((Negative(Name("p")), Negative(Number(Fraction(2)))))),
    st.just(Negative(Negative(Name("p")))),
)


def _is_usable(node: Node) -> bool:
    try:
        check_size(node)
    except InputError:
        return False
    return True


def _several(parts: st.SearchStrategy[Node]) -> st.SearchStrategy[tuple[Node, ...]]:
    return st.lists(parts, min_size=2, max_size=4).map(tuple)


def _quotient(over: Node, under: Node) -> Node:
    return Quotient(over, Number(Fraction(1)) if fold(under) == 0 else under)


def _larger(parts: st.SearchStrategy[Node]) -> st.SearchStrategy[Node]:
    return st.one_of(
        st.builds(Negative, parts),
        st.builds(Sum, _several(parts)),
        st.builds(Product, _several(parts)),
        st.builds(_quotient, parts, parts),
        st.builds(Power, parts, exponents),
        st.builds(Call, st.sampled_from(["sqrt", "exp", "log"]), st.tuples(parts)),
        st.builds(Call, st.sampled_from(["max", "min"]), st.tuples(parts, parts)),
    )


_any_trees: st.SearchStrategy[Node] = st.recursive(names | numbers, _larger, max_leaves=12)


@st.composite
def _usable_trees(draw: st.DrawFn) -> Node:
    tree = draw(_any_trees)
    assume(_is_usable(tree))
    return tree


trees: st.SearchStrategy[Node] = _usable_trees()

_names = st.sampled_from([quantity.symbol for quantity in NOTATION])
_units = st.sampled_from([UNIT_SYMBOLS["byte"], UNIT_SYMBOLS["s"]])
_rationals = st.builds(Rational, st.integers(-60, 60), st.sampled_from([1, 1, 2, 3, 7, 50, 1000]))
_small = st.sampled_from(
    [
        Integer(-2),
        Integer(-1),
        Integer(2),
        Integer(3),
        Rational(1, 2),
        Rational(-1, 2),
        Rational(-3, 2),
        Rational(1, 3),
    ]
)


_OPERATIONS: tuple[Callable[[Expr, Expr], Expr], ...] = (
    lambda x, y: x + y,
    lambda x, y: x - y,
    lambda x, y: x * y,
    lambda x, y: x / y,
    lambda x, _: sqrt(x),
    lambda x, _: log(x),
    lambda x, y: exp(-x) * y,
    Max,
    Min,
)


def _is_finite(expression: Expr) -> bool:
    return not expression.has(nan, zoo, oo, -oo, I) and expression.is_real is not False


def _operated(operation: Callable[[Expr, Expr], Expr], first: Expr, second: Expr) -> Expr:
    """The result of an operation, or the first operand where there is no real result."""
    try:
        result = operation(first, second)
        return result if _is_finite(result) else first
    except (ValueError, AssertionError):  # not comparable, or SymPy fails by itself
        return first


def _raised(base: Expr, power: Expr, symbol: Expr | None) -> Expr:
    exponent = power if symbol is None else power * symbol + 1
    return _operated(lambda x, y: x**y, base, exponent)


def _combined(parts: st.SearchStrategy[Expr]) -> st.SearchStrategy[Expr]:
    return st.one_of(
        st.builds(_operated, st.sampled_from(_OPERATIONS), parts, parts),
        st.builds(_raised, parts, _small, st.none() | _names),
    )


expressions: st.SearchStrategy[Expr] = st.recursive(_names | _units | _rationals, _combined, max_leaves=9)
