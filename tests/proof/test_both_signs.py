"""Both signs: what floats show has no sign everywhere, and what they cannot be trusted for."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from sympy import Expr, Integer, Max, Min, Rational, Symbol, ceiling, exp, log, sqrt

from derivations.proof.both_signs import has_both_signs
from derivations.proof.normal_form import field_of
from derivations.proof.sign import Sign, polynomial_sign, sign

A, B, C = (Symbol(name, positive=True) for name in "abc")
N = Symbol("n", positive=True, integer=True)
X = Symbol("x", real=True)
LETTERS = (A, B, C, N, X)


@pytest.mark.parametrize(
    "expression", [A - B, A*B - C**2, X, X**3 + 1, N - 3, sqrt(A) - B, log(A), exp(X) - A, Max(A, B) - C, A**B - 2,
                   Min(A, 1) - Rational(1, 2), 1/(A - B)],
)
def test_two_places_show_both_signs(expression: Expr) -> None:
    assert has_both_signs(expression)
    assert sign(expression) is Sign.UNKNOWN


@pytest.mark.parametrize(
    "expression", [A + B, -A, N - 1, (A - B)**2, A**2 + B**2 - 2*A*B, X**2, exp(X), log(1 + A), Max(A, B) - A,
                   (A + B)**2 - A**2 - 2*A*B - B**2, A**B, Integer(0), (A + B/3)**3 - (A + B/3)*(A + B/3)**2],
)
def test_what_has_one_sign_never_shows_both(expression: Expr) -> None:
    """Also where floats are off: what cancels is no sign."""
    assert not has_both_signs(expression)


@pytest.mark.parametrize("expression", [ceiling(A) - B, Symbol("z") - A, Symbol("k", integer=True)])
def test_nothing_is_said_of_what_floats_are_not_tried_on(expression: Expr) -> None:
    assert not has_both_signs(expression)


def test_a_root_of_a_negative_number_is_passed_over() -> None:
    """It has no value there; elsewhere it has."""
    assert not has_both_signs(sqrt(X))
    assert has_both_signs(sqrt(A - B) - C)


@st.composite
def expressions(draw: st.DrawFn, depth: int = 3) -> Expr:
    """Sums, products, quotients and powers of letters and small numbers."""
    if depth == 0 or draw(st.integers(0, 3)) == 0:
        return draw(st.sampled_from([*LETTERS, Integer(1), Integer(-2), Rational(1, 3)]))
    one, other = draw(expressions(depth - 1)), draw(expressions(depth - 1))
    return draw(st.sampled_from([one + other, one - other, one*other, one**2, one/other if other != 0 else one]))


@given(expressions())
def test_algebra_finds_no_sign_of_what_shows_both(expression: Expr) -> None:
    """The two ways agree: what is seen to have both signs has none by its coefficients and factors."""
    if not expression.is_finite or not has_both_signs(expression):
        return
    own = field_of(expression)
    signs = [polynomial_sign(part, own) for part in (own.numerator(own.elements[0]), own.elements[0].denom)]
    assert Sign.UNKNOWN in signs
