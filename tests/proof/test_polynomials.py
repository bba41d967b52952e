"""Polynomials in lowest terms: a denominator of one term is divided out as SymPy divides any other."""

from fractions import Fraction

from hypothesis import given
from hypothesis import strategies as st
from sympy import QQ
from sympy.polys.rings import PolyElement, ring

from derivations.proof.polynomials import lowest

RING = ring("x y z", QQ)[0]
numbers = st.fractions(-9, 9, max_denominator=6).filter(bool)
powers = st.tuples(*[st.integers(0, 4)] * 3)


def polynomials(most: int) -> st.SearchStrategy[PolyElement]:
    """Polynomials of up to so many terms, none of which is zero."""
    return st.dictionaries(powers, numbers, min_size=1, max_size=most).map(
        lambda told: RING.from_dict({key: QQ(value.numerator, value.denominator) for key, value in told.items()}))


@given(polynomials(5), polynomials(1))
def test_a_fraction_over_one_term_is_in_lowest_terms(over: PolyElement, under: PolyElement) -> None:
    """As SymPy finds them: with whole coefficients, and a denominator that begins positively."""
    assert lowest(over, under) == over.cancel(under)


def test_zero_is_over_one() -> None:
    """Whatever it was divided by."""
    assert lowest(RING.zero, RING.gens[0] * 3) == (RING.zero, RING.one)


def test_a_common_factor_of_sums_is_divided_out() -> None:
    """Where a denominator has several terms."""
    x, y, _ = RING.gens
    assert lowest((x + y) * (x - y), (x + y) * QQ(2)) == (x - y, RING(Fraction(2)))
