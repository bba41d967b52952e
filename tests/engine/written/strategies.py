"""Random canonical trees and random SymPy expressions."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from hypothesis import strategies as st
from sympy import Expr, I, Integer, Max, Min, Rational, exp, log, nan, oo, sqrt, zoo

from derivations.engine.literal import UNIT_SYMBOLS
from derivations.engine.quantity import Notation
from derivations.engine.written.fold import fold
from derivations.engine.written.limits import check_size
from derivations.engine.written.nodes import (
    Call,
    Name,
    Negative,
    Node,
    Number,
    Power,
    Product,
    Quotient,
    Sum,
)
from derivations.errors import InputError

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


def _larger(parts: st.SearchStrategy[Node]) -> st.SearchStrategy[Node]:
    return st.one_of(
        st.builds(Negative, parts),
        st.builds(Sum, _several(parts)),
        st.builds(Product, _several(parts)),
        st.builds(Quotient, parts, parts.filter(lambda node: fold(node) != 0)),
        st.builds(Power, parts, exponents),
        st.builds(Call, st.sampled_from(["sqrt", "exp", "log"]), st.tuples(parts)),
        st.builds(Call, st.sampled_from(["max", "min"]), st.tuples(parts, parts)),
    )


trees: st.SearchStrategy[Node] = st.recursive(names | numbers, _larger, max_leaves=12).filter(_is_usable)

_symbols = st.sampled_from([quantity.symbol for quantity in NOTATION] + [UNIT_SYMBOLS["byte"], UNIT_SYMBOLS["s"]])
_rationals = st.builds(Rational, st.integers(-60, 60), st.sampled_from([1, 1, 2, 3, 7, 50, 1000]))
_small = st.sampled_from(
    [Integer(-2), Integer(-1), Integer(2), Integer(3), Rational(1, 2), Rational(-1, 2), Rational(-3, 2), Rational(1, 3)]
)


def _is_finite(expression: Any) -> bool:
    return isinstance(expression, Expr) and not expression.has(nan, zoo, oo, -oo, I) and expression.is_real is not False


def _maximum(function: Any, first: Expr, second: Expr) -> Any:
    try:
        return function(first, second)
    except ValueError:  # not comparable
        return None


def _combined(parts: st.SearchStrategy[Expr]) -> st.SearchStrategy[Expr]:
    bounded = st.sampled_from([quantity.symbol for quantity in NOTATION])
    return st.one_of(
        st.builds(lambda x, y: x + y, parts, parts),
        st.builds(lambda x, y: x - y, parts, parts),
        st.builds(lambda x, y: x * y, parts, parts),
        st.builds(lambda x, y: x / y, parts, parts),
        st.builds(lambda x, n: x**n, parts, _small),
        st.builds(lambda x, p, n: x ** (n * p + 1), parts, bounded, _small),
        st.builds(sqrt, parts),
        st.builds(lambda x: exp(-x), bounded),
        st.builds(log, parts),
        st.builds(_maximum, st.sampled_from([Max, Min]), parts, parts),
    ).filter(_is_finite)


expressions: st.SearchStrategy[Expr] = st.recursive(_symbols | _rationals, _combined, max_leaves=9)
