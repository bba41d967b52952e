"""Refutations put in exactly: what fractions confirm says so, and a point that they reject refutes nothing."""

from __future__ import annotations

from fractions import Fraction

import pytest
from sympy import Integer, Rational, Symbol, sqrt

from derivations.language.quantity import Notation
from derivations.language.relation import relation
from derivations.proof.counterexample import METHOD
from derivations.proof.exact_refutation import EXACT, NO_POINT, exact_point, exactly
from derivations.proof.obligation import Obligation
from derivations.proof.prove import prove
from derivations.proof.verdict import Finding, proven, refuted

from .functions import FALSE, question

NOTATION = Notation.of("""
    a [] positive number
    b [] positive number
    x [] (real) number
    k [] (integer) number
""")


def asked(goal: str, *given: str) -> Obligation:
    """An obligation from text."""
    return Obligation(relation(goal, NOTATION), tuple(relation(text, NOTATION) for text in given))


@pytest.mark.parametrize("line", FALSE)
def test_points_with_functions_are_confirmed(line: str) -> None:
    """Functions given by a formula and by a table, bits and rows of bits."""
    obligation = question(line)
    found = exactly(prove(obligation), [obligation])
    assert found.finding is Finding.REFUTED
    assert found.checked_by == (METHOD, EXACT)


def test_a_point_is_confirmed_in_one_of_several_obligations() -> None:
    """The others need not fail at it."""
    wrong = asked("x = 1", "a*x = b")
    found = exactly(prove(wrong), [asked("a = a"), wrong])
    assert found.checked_by == (METHOD, EXACT)


def test_what_is_irrational_stays_as_it_was_found() -> None:
    """The root of 2 has no fraction: fractions say nothing."""
    wrong = asked("x = b", "x = sqrt(2)*b")
    verdict = prove(wrong)
    assert verdict.finding is Finding.REFUTED
    assert exactly(verdict, [wrong]) == verdict


@pytest.mark.parametrize(
    "point",
    [
        {"a": Integer(1), "x": Integer(2), "b": Integer(3)},  # what is given fails
        {"a": Integer(1), "x": Integer(1), "b": Integer(1)},  # the goal holds
        {"a": Integer(-1), "x": Integer(2), "b": Integer(-2)},  # outside of the domain
    ],
    ids=str,
)
def test_a_point_that_does_not_refute_refutes_nothing(point: dict[str, Integer]) -> None:
    """Whoever says that it does."""
    wrong = asked("x = 1", "a*x = b")
    assert exactly(refuted("does not follow", point, METHOD), [wrong]).reason == NO_POINT
    known = {"a": Integer(1), "x": Rational(2), "b": Integer(2)}
    assert exactly(refuted("does not follow", known, METHOD), [wrong]).checked_by == (METHOD, EXACT)


def test_other_verdicts_are_not_touched() -> None:
    """Those without a point, and those that refute nothing."""
    wrong = asked("x = 1", "a*x = b")
    for verdict in (proven("normal form"), refuted("dimensions: a is byte", None, "dimensions"), prove(asked("a = a"))):
        assert exactly(verdict, [wrong]) == verdict
    assert exactly(refuted("does not follow", {"x": Integer(2)}, METHOD), []).checked_by == (METHOD,)


def test_a_point_is_read_from_what_is_shown() -> None:
    """Letters, formulas in an argument, and values at places; no value for what is irrational."""
    t = Symbol("t", real=True)
    notation = question("h(r) = h(s)").notation
    shown = {"r": Rational(1, 2), "s": sqrt(2), "h(t)": t**2 / 2, "R(1)": Integer(3), "R(0)": Integer(4)}
    point = exact_point(shown, notation)
    assert dict(point.values) == {"r": Fraction(1, 2)}
    assert point.value(("app", "h", ("n", 3, 1))) == Fraction(9, 2)
    assert point.value(("app", "R", ("n", 0, 1))) == 4
    assert point.holds(("=", ("app", "R", ("n", 2, 1)), ("n", 0, 1))) is None
