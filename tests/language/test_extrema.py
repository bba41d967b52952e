"""Values put into a max or min: as SymPy does it, without comparing what cannot be compared."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from sympy import Expr, Max, Min, Rational, Symbol, sqrt

from derivations.language.extrema import incomparable, put_in

X, Y = Symbol("x", positive=True), Symbol("y", nonnegative=True)
A, B, C = (Symbol(name, positive=True) for name in "abc")
Z = Symbol("z", nonnegative=True)
REAL, WHOLE = Symbol("q", real=True), Symbol("k", integer=True, positive=True)
POWERS = [A, B, C, Z, A**2, 1 / B, sqrt(C), Z**2]
terms = st.builds(
    lambda number, factors: Rational(*number) * Expr.__mul__(*factors), st.tuples(st.integers(1, 5), st.integers(1, 3)),
    st.tuples(st.sampled_from(POWERS), st.sampled_from(POWERS)),
)
sums = st.lists(terms, min_size=1, max_size=3).map(lambda each: sum(each, Rational(0)))


@pytest.mark.long
@given(sums, sums, st.sampled_from([Max, Min]))
def test_it_is_what_sympy_says_of_sums_of_positive_terms(left: Expr, right: Expr, extremum: type[Expr]) -> None:
    """Where no argument is found larger there is none for SymPy; elsewhere SymPy is asked."""
    expression = A * extremum(X, Y) / C + X
    assert put_in(expression, {X: left, Y: right}) == expression.xreplace({X: left, Y: right})


@pytest.mark.parametrize(
    "arguments",
    [[A, 2 * A], [A, A + B], [A, -B], [A, A * WHOLE], [A, REAL], [A + 1, REAL**2], [1 / Z, A], [A, Rational(0)]],
    ids=str,
)
def test_what_may_be_larger_by_nature_is_left_to_sympy(arguments: list[Expr]) -> None:
    """A term of both, a sign that is not positive, a whole number, or a zero below the line."""
    assert not incomparable(arguments)
    assert put_in(Max(X, Y), dict(zip((X, Y), arguments, strict=True))) == Max(*arguments)


def test_one_of_several_with_a_common_term_is_told_apart() -> None:
    """Of three arguments one is smaller than another."""
    assert put_in(Max(X, Y, C), {X: A, Y: A + B}) == Max(C, A + B)
