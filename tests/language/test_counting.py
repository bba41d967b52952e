"""Sums and products over an index: exact values term by term, and ranges in which nothing is counted."""

from fractions import Fraction
from math import comb, prod

import pytest
from hypothesis import given
from hypothesis import strategies as st
from sympy import Integer, Rational, ceiling, exp, sqrt

from derivations.errors import UndecidedError
from derivations.language.counting import (
    MOST_TERMS,
    CountedProduct,
    CountedSum,
    NoValueError,
    exact_value,
    index_symbol,
    opened,
)
from derivations.language.grammar import parse_expression
from derivations.language.quantity import Notation
from derivations.language.to_sympy import to_sympy
from derivations.proof.prove import prove
from derivations.proof.verdict import Finding

from ..proof.functions import question
from .strategies import steady

NOTATION = Notation.of("""
    a [] first
    b [] second
    n [] (integer) count
    k [] (integer) index
    j [] (integer) other index
""")


def _value(text: str, **values: Fraction | int) -> Fraction | None:
    expression = to_sympy(parse_expression(text), NOTATION)
    return exact_value(expression, {NOTATION[name].symbol: Fraction(value) for name, value in values.items()})


small = st.fractions(min_value=Fraction(1, 9), max_value=9, max_denominator=9)
counts = st.integers(1, 6)


@steady
@given(small, small, counts)
def test_values_are_those_of_plain_python(a: Fraction, b: Fraction, n: int) -> None:
    """Sums, products, factorials and rounding, one in another."""
    assert _value("sum(a*k^2 - b, k, 1, n)", a=a, b=b, n=n) == sum(a * k * k - b for k in range(1, n + 1))
    assert _value("product(a + k/b, k, 0, n - 1)", a=a, b=b, n=n) == prod(a + k / b for k in range(n))
    assert _value("ceil(a/b)*factorial(n)", a=a, b=b, n=n) == -(-a // b) * prod(range(1, n + 1))
    assert _value("sum(ceil(k*a)*product(j + b, j, 1, k), k, 2, n)", a=a, b=b, n=n) == sum(
        -(-k * a // 1) * prod(j + b for j in range(1, k + 1)) for k in range(2, n + 1)
    )


def test_an_empty_range_is_nothing_or_one() -> None:
    assert _value("sum(k, k, 5, n)", n=2) == 0
    assert _value("product(k, k, 5, n)", n=2) == 1


@pytest.mark.parametrize(
    ("text", "values"),
    [
        ("sum(k, k, 1, a)", {"a": Fraction(5, 2)}),
        ("factorial(a)", {"a": Fraction(1, 2)}),
        ("factorial(n - 3)", {"n": 1}),
        ("sum(1/(k - 3), k, 1, n)", {"n": 4}),
    ],
)
def test_where_there_is_no_value_there_is_none(text: str, values: dict[str, Fraction]) -> None:
    with pytest.raises(NoValueError):
        _value(text, **values)


def test_what_is_no_fraction_or_too_long_has_no_exact_value() -> None:
    assert _value("sum(exp(-a), k, 1, n)", a=1, n=2) is None
    assert _value("a^(1/2)", a=2) is None
    assert _value("sum(1/k, k, 1, n)", n=6000) is None
    assert _value("factorial(n)", n=10**9) is None
    assert _value("2^(n*n)", n=10**9) is None


def test_too_many_terms_are_refused_at_once() -> None:
    with pytest.raises(UndecidedError, match="terms are too many"):
        _value("sum(k, k, 1, n)", n=MOST_TERMS + 1)


def test_a_sum_of_roots_is_written_out() -> None:
    """For a point that is to be checked back; long ones are not."""
    expression = to_sympy(parse_expression("sum(sqrt(k), k, 1, n)"), NOTATION)
    assert opened(expression, {NOTATION["n"].symbol: Integer(3)}) == 1 + sqrt(2) + sqrt(3)
    with pytest.raises(UndecidedError, match="too many to write out"):
        opened(expression, {NOTATION["n"].symbol: Integer(1000)})


def test_a_hypergeometric_product_is_a_quotient_of_binomials() -> None:
    found = opened(
        to_sympy(parse_expression("product((a/b - j)/(a - j), j, 0, n - 1)"), NOTATION),
        {NOTATION[name].symbol: Integer(value) for name, value in {"a": 256, "b": 2, "n": 8}.items()},
    )
    assert found == Rational(comb(128, 8), comb(256, 8))


@pytest.mark.parametrize(
    "line",
    [
        "max(sum(i, i, 3, 1), 0 - 1) = 0",
        "max(product(i, i, 3, 1), 3/4) = 1",
        "sum(max(sum(i, i, 4, k), 0 - 1), k, 1, 2) = 0",
        "max(product(0, i, 1, n + 1), 1/2) = 1/2",
        "max(product(i, i, 1, 3), 7) = 7",
    ],
)
def test_a_max_of_a_range_is_that_of_its_value(line: str) -> None:
    assert prove(question(line)).finding is Finding.PROVEN


@pytest.mark.parametrize(
    "line",
    [
        "max(sum(i, i, 3, 1), 0 - 1) = 0 - 1",
        "max(product(i, i, 3, 1), 3/4) = 3/4",
        "max(product(0, i, 1, n), 1/2) = 1/2",
        "r = 1/2 | r = max(product(s, i, 1, n), 1/2) | s = 0",
        "sum(max(product(0, i, 1, k), 1/2), k, 0, 2) = 3/2",
    ],
)
def test_a_reversed_range_is_empty_and_a_product_of_none_is_one(line: str) -> None:
    assert prove(question(line)).finding is Finding.REFUTED


def test_numbers_are_those_of_the_terms() -> None:
    k = index_symbol("k")
    assert abs(CountedSum(sqrt(k), (k, 1, 3)).evalf() - 4.146264369941973) < 1e-12
    assert int(CountedProduct(k, (k, 1, 4)).evalf()) == 24
    assert str(CountedSum(k, (k, 1, 4))) == "sum(k, k, 1, 4)"


def test_what_has_too_many_digits_is_not_rounded() -> None:
    """Up to the next whole number of exp(9^60) takes longer than anybody waits."""
    x = NOTATION[next(iter(NOTATION)).name].symbol
    with pytest.raises(UndecidedError, match="too many digits to round"):
        opened(ceiling(x + exp(Integer(9) ** 60), evaluate=False), {x: Integer(1)})
    assert opened(ceiling(x + exp(Integer(1)), evaluate=False), {x: Integer(1)}) == 4
