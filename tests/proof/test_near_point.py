"""Exact points near given numbers: what does not follow is refuted there, what follows is not."""

from fractions import Fraction

import pytest

from derivations import Notation, Quantity
from derivations.kernel.statement import Statement
from derivations.language.relation import relation
from derivations.proof.certified import statement_of
from derivations.proof.near_point import refuting_point
from derivations.proof.obligation import Obligation

NOTATION = Notation((
    Quantity("x", "", "a chance", "fraction"), Quantity("w", "", "odds against it"), Quantity("n", "", "a length"),
    Quantity("m", "", "a whole length", "integer"), Quantity("c", "", "a cost"), Quantity("a", "s", "one time"),
    Quantity("b", "s", "another time"), Quantity("t", "s", "the longer one"),
))
TURN = ("x = 1/(1 + w)", "x^n*(1 - x)*(1 + c*(n - 1)) = c*(1 - x^n)", "m >= n")
NEAR = {name: Fraction(value) for name, value in (
    ("x", "0.6958"), ("w", "0.43714"), ("n", "7.9211"), ("c", "0.0208"), ("a", "0.0179"), ("b", "0.0036"),
)}


def stated(goal: str, *given: str) -> Statement:
    """A goal that is to follow from relations."""
    return statement_of(Obligation(relation(goal, NOTATION), tuple(relation(text, NOTATION) for text in given)))


def test_an_equation_without_a_closed_form_is_met_exactly() -> None:
    """It is solved for the cost, at a length of half an odd number and a chance that is a square."""
    wanted = stated("m = n", *TURN, "m = ceil(n)")
    point = refuting_point(wanted, NEAR)
    assert point is not None
    assert point.refutes(wanted)
    assert point.values["n"] == Fraction(15, 2)
    assert point.values["m"] == 8
    assert all(point.holds(fact) for fact in wanted.given)
    assert abs(point.values["c"] - NEAR["c"]) < NEAR["c"] / 4


@pytest.mark.parametrize("goal", ["m = ceil(n)", "m < n + 1", "x*(1 + w) = 1"])
def test_what_follows_is_not_refuted(goal: str) -> None:
    assert refuting_point(stated(goal, *TURN, "m = ceil(n)"), NEAR) is None


def test_a_point_in_another_regime_is_found_as_well() -> None:
    """The given numbers lie where the first time is the longer one."""
    wanted = stated("t = a", "t = max(a, b)", "b > a")
    point = refuting_point(wanted, NEAR)
    assert point is not None
    assert point.values["b"] > point.values["a"]
    assert refuting_point(stated("t = b", "t = max(a, b)", "b > a"), NEAR) is None


def test_numbers_that_are_given_stay_near() -> None:
    point = refuting_point(stated("t = b", "t = max(a, b)"), NEAR)
    assert point is not None
    assert (point.values["a"], point.values["b"]) == (NEAR["a"], NEAR["b"])
