"""Expressions of SymPy's as formulas: decimals are fractions, branches a max or min, and the rest is refused."""

import pytest
import sympy
from sympy import Eq, Float, Max, Min, Piecewise, Rational, pi, symbols

from derivations.errors import WritingError
from derivations.language.foreign import as_formula
from derivations.language.quantity import Notation
from derivations.language.relation import relation, relation_source

a, b, x = symbols("a b x", positive=True)
LETTERS = Notation.of("t [s] time\na [s] work\nb [s] reads")


@pytest.mark.parametrize(
    ("written", "exact"), [(0.5, "1/2"), (0.1, "1/10"), (1e-9, "1/1000000000"), (3.35e12, "3350000000000")]
)
def test_a_decimal_is_the_fraction_that_it_is_written_as(written: float, exact: str) -> None:
    """And not the binary one next to it: no tenth is a sum of powers of two."""
    assert as_formula(written * a) == Rational(exact) * a
    assert not as_formula(written * a + Float("0.3")).has(Float)


@pytest.mark.parametrize(
    ("branches", "one"),
    [
        (Piecewise((a, a > b), (b, True)), Max(a, b)),
        (Piecewise((a, a >= b), (b, True)), Max(a, b)),
        (Piecewise((a, b < a), (b, True)), Max(a, b)),
        (Piecewise((b, a > b), (a, True)), Min(a, b)),
        (Piecewise((a, a <= b), (b, True)), Min(a, b)),
        (Piecewise((a * x, x > b), (a * b, True)), Max(a * x, a * b)),  # the same comparison, divided by a
    ],
)
def test_a_piecewise_of_two_is_a_max_or_min(branches: Piecewise, one: sympy.Expr) -> None:
    """Which one, at numbers on either side too."""
    assert as_formula(branches) == one
    for at in ({a: 2, b: 3, x: 5}, {a: 7, b: 3, x: 1}):
        assert branches.subs(at) == one.subs(at)


@pytest.mark.parametrize(
    "branches",
    [Piecewise((a, x > b), (b, True)), Piecewise((a, a > b), (x, True)), Piecewise((a, a > b)),
     Piecewise((a, a > b), (b, x > 1), (x, True)), Piecewise((a, Eq(a, b)), (b, True))],
)
def test_other_branches_are_refused(branches: Piecewise) -> None:
    """With what to do instead."""
    with pytest.raises(WritingError, match="premise for each regime"):
        as_formula(branches)


def test_pi_is_refused_with_a_way_out() -> None:
    """No number of the grammar is irrational."""
    with pytest.raises(WritingError, match="bring a letter"):
        as_formula(2 * pi * a)


def test_relations_are_read_so() -> None:
    """In a notation and as text."""
    t, work, reads = symbols("t a b")
    for source in (Eq(t, 0.5 * work), Eq(t, Piecewise((work, work > reads), (reads, True)))):
        assert relation(relation_source(source), LETTERS) == relation(source, LETTERS)
    assert str(relation(Eq(t, 0.5 * work), LETTERS)) == "t = a/2"
    assert str(relation(Eq(t, Piecewise((work, work > reads), (reads, True))), LETTERS)) == "t = max(a, b)"
