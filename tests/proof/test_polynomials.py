"""Polynomials in lowest terms: a denominator of one term is divided out as SymPy divides any other."""

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st
from sympy import QQ
from sympy.polys.rings import PolyElement, ring

from derivations.errors import NoClosedFormError
from derivations.proof.budget import attempt
from derivations.proof.polynomials import lowest, product

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


def test_work_on_letters_of_our_own_is_told_by_its_size() -> None:
    """A reader knows no letter that stands for a maximum; of readers' letters the sum itself is told."""
    own, x = ring("_max0 x", QQ)[1:]
    for one, told in (((own + x) ** 2, "multiplying a polynomial of 3 terms by x$"),
                      ((x + 1) ** 2, r"multiplying x\*\*2 \+ 2\*x \+ 1 by x$")):
        with pytest.raises(NoClosedFormError, match=told), attempt(1):
            product(one, x)
