"""Signs: claimed only where every admissible value has them."""

from random import Random

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st
from sympy import Integer

from derivations.errors import InputError, UndecidedError
from derivations.language.grammar import parse_expression
from derivations.language.to_sympy import to_sympy
from derivations.language.tree import Node
from derivations.proof.normal_form import Field
from derivations.proof.sign import Sign, factors_of, sign

from . import numeric
from .expressions import NOTATION, names, numbers, trees


def of(text: str, **options: bool) -> Sign:
    """The sign of an expression in the notation of the random trees."""
    return sign(to_sympy(parse_expression(text), NOTATION), **options)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("a + b/c", Sign.POSITIVE),
        ("-a*b", Sign.NEGATIVE),
        ("a - b", Sign.UNKNOWN),
        ("a - a", Sign.ZERO),
        ("L", Sign.NONNEGATIVE),
        ("L + a", Sign.POSITIVE),
        ("-L*M", Sign.NONPOSITIVE),
        ("-L - a", Sign.NEGATIVE),
        ("a/L", Sign.NONNEGATIVE),
        ("x", Sign.UNKNOWN),
        ("x^2", Sign.NONNEGATIVE),
        ("x^2 + a", Sign.POSITIVE),
        ("-x^4 - 1", Sign.NEGATIVE),
        ("(a - b)^2", Sign.NONNEGATIVE),
        ("(a - b)^2*(a + b)", Sign.NONNEGATIVE),
        ("-(a - b)^2/c", Sign.NONPOSITIVE),
        ("(a^2 - b^2)/(a - b)", Sign.POSITIVE),
        ("sqrt(a)", Sign.POSITIVE),
        ("sqrt(L)", Sign.NONNEGATIVE),
        ("sqrt(a - b)", Sign.NONNEGATIVE),
        ("sqrt(x)", Sign.NONNEGATIVE),
        ("a - sqrt(a^2 + b)", Sign.NEGATIVE),
        ("sqrt(a^2 + b) - a", Sign.POSITIVE),
        ("sqrt(a^2 + L) - a", Sign.NONNEGATIVE),
        ("a + 1/2 - sqrt(2*a + a^2 + 1)", Sign.NEGATIVE),
        ("a - sqrt(a + b)", Sign.UNKNOWN),
        ("max(a, x)", Sign.POSITIVE),
        ("max(L, x)", Sign.NONNEGATIVE),
        ("min(a, b)", Sign.POSITIVE),
        ("min(a, x)", Sign.UNKNOWN),
        ("min(-a, x)", Sign.NEGATIVE),
        ("min(L, M)", Sign.NONNEGATIVE),
        ("min(a, L)", Sign.NONNEGATIVE),
        ("min(L, -M)", Sign.NONPOSITIVE),
        ("max(-L, -a)", Sign.NONPOSITIVE),
        ("max(-L, x)", Sign.UNKNOWN),
        ("max(-a, -b)", Sign.NEGATIVE),
        ("exp(x)", Sign.POSITIVE),
        ("log(a)", Sign.UNKNOWN),
        ("log(a)^2", Sign.NONNEGATIVE),
        ("a^x", Sign.POSITIVE),
        ("L^a", Sign.NONNEGATIVE),
        ("x^a", Sign.UNKNOWN),
        ("x^(2*a)", Sign.UNKNOWN),
        ("x^(a/2)", Sign.UNKNOWN),
        ("(x^a - b)^2", Sign.UNKNOWN),
        ("1 - f", Sign.UNKNOWN),
        ("k - 1", Sign.UNKNOWN),
    ],
)
def test_signs_that_coefficients_show(text: str, expected: Sign) -> None:
    """An even power of what may be no real number, such as x^a for negative x, has no sign."""
    assert of(text) is expected


def test_where_a_denominator_is_zero_may_be_left_out() -> None:
    assert of("a/L", where_defined=True) is Sign.POSITIVE
    assert of("-a/(L*M)", where_defined=True) is Sign.NEGATIVE
    assert of("x/L", where_defined=True) is Sign.UNKNOWN
    assert of("M/L", where_defined=True) is Sign.NONNEGATIVE


@given(trees(st.one_of(names, numbers)), st.randoms(use_true_random=False), st.booleans())
def test_no_value_contradicts_a_sign(tree: Node, random: Random, where_defined: bool) -> None:
    try:
        found = sign(to_sympy(tree, NOTATION), where_defined=where_defined)
    except (InputError, UndecidedError):
        assume(False)
    assume(found is not Sign.UNKNOWN)
    for _ in range(12):
        value = numeric.value(tree, numeric.point(NOTATION, random))
        if value is None or (isinstance(value, float) and abs(value) < 1e-9):
            continue
        assert {
            Sign.POSITIVE: value > 0,
            Sign.NONNEGATIVE: value >= 0,
            Sign.ZERO: value == 0,
            Sign.NONPOSITIVE: value <= 0,
            Sign.NEGATIVE: value < 0,
        }[found]


@given(trees(names, calls=False))
def test_factors_multiply_to_the_polynomial(tree: Node) -> None:
    try:
        own = Field(to_sympy(tree, NOTATION))
    except InputError:
        assume(False)
    polynomial = own.elements[0].numer
    assume(polynomial)
    constant, factors = factors_of(polynomial)
    product = polynomial.ring.one * constant
    for factor, power in factors:
        product *= factor**power
    assert product == polynomial


def test_flipping_twice_changes_nothing() -> None:
    assert all(found.flipped.flipped is found for found in Sign)
    assert sign(Integer(-3)) is Sign.NEGATIVE


def test_what_is_of_high_degree_is_not_taken_apart() -> None:
    """Exponents such as 0.2831 lead there, and factoring would take minutes."""
    polynomial = Field(to_sympy(parse_expression("(a^0.2831 - b^2)*(a - 1)"), NOTATION)).elements[0].numer
    assert factors_of(polynomial) == (1, [(polynomial, 1)])
    assert of("a^0.2831 - b^2") is Sign.UNKNOWN
    assert of("a^0.2831 + b^2") is Sign.POSITIVE
