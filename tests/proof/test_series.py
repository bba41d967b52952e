"""Sums, products and factorials in one form: what is equal meets, and what is not does not."""

import pytest

from derivations.language.grammar import parse_expression
from derivations.language.quantity import Notation
from derivations.language.relation import from_sides
from derivations.language.to_sympy import to_sympy
from derivations.proof.normal_form import cancelled, equal
from derivations.proof.sign import sign

NOTATION = Notation.of("""
    a [] first
    b [] second
    m [] mean
    L [] (nonnegative) may be zero
    x [] (real) any sign
    n [] (integer) count
    k [] (integer) index
    j [] (integer) other index
    E [] (integer) experts
    R [] (integer) ranks
    t [] result
""")


def _read(text: str) -> object:
    return to_sympy(parse_expression(text), NOTATION)


@pytest.mark.parametrize(
    ("left", "right"),
    [
        ("sum(a*k^2, k, 1, n + 1)", "a*sum(j^2, j, 1, n) + a*(n + 1)^2"),
        ("sum(a*k^2 + b, k, 1, n)", "a*sum(k^2, k, 1, n) + b*n"),
        ("sum(m^j/factorial(j), j, 0, n)", "sum(m^j/factorial(j), j, 0, n - 1) + m^n/factorial(n)"),
        ("sum((n - j)*m^j, j, 0, n - 1)", "n*sum(m^j, j, 0, n - 1) - sum(j*m^j, j, 0, n - 1)"),
        ("sum(-x*k, k, 1, n)", "-x*sum(k, k, 1, n)"),
        ("sum(sum(j*k*a, j, 1, k), k, 1, n)", "a*sum(k*sum(j, j, 1, k), k, 1, n)"),
        ("sum(k, k, 1, 4)", "10"),
        ("sum(x*k, k, n, n + 2)", "3*x*(n + 1)"),
        ("sum(k, k, 2, n + 1)", "sum(k, k, 2, n) + n + 1"),
        ("product((E/R - j)/(E - j), j, 0, k)", "product((E/R - j)/(E - j), j, 0, k - 1)*(E/R - k)/(E - k)"),
        ("product(a*(E + j), j, 0, k - 1)", "a^k*product(E + j, j, 0, k - 1)"),
        ("product(k/(k + a), k, 1, n)", "product(k, k, 1, n)/product(a + k, k, 1, n)"),
        ("factorial(n + 1)", "(n + 1)*factorial(n)"),
        ("factorial(n)/factorial(n - 1)", "n"),
        ("factorial(n + 3)/factorial(n)", "(n + 1)*(n + 2)*(n + 3)"),
        ("max(sum(k*a, k, 1, n + 1), a)", "a*max(sum(k, k, 1, n) + n + 1, 1)"),
        ("ceil((n*a + b)/a)", "n + ceil(b/a)"),
        ("ceil(a*(b + 1))", "ceil(a*b + a)"),
        ("exp(sum(a*k, k, 1, n))", "exp(a*sum(k, k, 1, n))"),
    ],
)
def test_what_is_equal_meets(left: str, right: str) -> None:
    assert equal(_read(left), _read(right))


@pytest.mark.parametrize(
    ("left", "right"),
    [
        ("sum(a*k, k, 1, n + 1)", "sum(a*k, k, 1, n) + a*n"),
        ("sum(k, k, 3, n + 1)", "sum(k, k, 3, n) + n + 1"),  # for n = 1 both ranges are empty
        ("sum(k, k, 1, n)", "sum(k, k, 0, n - 1)"),
        ("product(a*k, k, 1, n)", "a*product(k, k, 1, n)"),
        ("sum(a, k, 2, n - 1)", "a*(n - 2)"),  # which is negative for n = 1
        ("product(a, k, 2, n - 1)", "a^(n - 2)"),
        ("factorial(n + 1)", "n*factorial(n)"),
        ("ceil(2*a)", "2*ceil(a)"),
        ("ceil(a + b)", "ceil(a) + ceil(b)"),
        ("sum(sum(j, j, 1, k), k, 1, n)", "sum(sum(k, j, 1, k), k, 1, n)"),
    ],
)
def test_what_is_not_equal_does_not_meet(left: str, right: str) -> None:
    assert not equal(_read(left), _read(right))


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        ("ceil(a/b)", "positive"), ("ceil(L)", "nonnegative"), ("ceil(x)", "unknown"), ("ceil(-a)", "nonpositive"),
        ("factorial(n)", "positive"), ("sum(a*k, k, 1, n)", "positive"), ("sum(a*k, k, 0, n)", "nonnegative"),
        ("sum(a*k, k, 2, n)", "nonnegative"), ("-sum(a*k, k, 1, n)", "negative"), ("sum(x*k, k, 1, n)", "unknown"),
        ("product(a + k, k, 5, n)", "positive"), ("product(L*k, k, 1, n)", "nonnegative"),
        ("product(x, k, 1, n)", "unknown"), ("sum(exp(-m)*m^j/factorial(j), j, 0, n - 1)", "positive"),
    ],
)
def test_signs(text: str, wanted: str) -> None:
    """A sum of positive terms is positive where its range is known not to be empty; a product of them always is."""
    assert sign(_read(text)).value == wanted


def test_a_cancelled_sum_keeps_its_index() -> None:
    """What is computed with it can be written again."""
    shown = str(from_sides(NOTATION["t"].symbol, "=", cancelled(_read("a*b/b*sum(k*a, k, 1, n)")), NOTATION))
    assert shown == "t = a^2*sum(k, k, 1, n)"
