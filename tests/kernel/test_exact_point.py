"""Exact points: fractions where there are any, nothing said where there are none, and never a float."""

from __future__ import annotations

import subprocess
import sys
from fractions import Fraction

import pytest

from derivations.kernel.exact_point import ExactPoint, within
from derivations.kernel.statement import Statement, statement
from derivations.kernel.term import ONE, ZERO, Term, number
from derivations.language.arithmetic import NotPlainError
from derivations.language.grammar import parse_relation

X, Y, COUNT = ("s", "x"), ("s", "y"), ("s", "i")
POINT = ExactPoint({"x": Fraction(9, 4), "y": Fraction(-2), "n": Fraction(3)}, {"f": lambda at: at * at + 1})
DOMAINS = {"a": "positive", "b": "positive", "x": "real", "k": "integer", "e": "whole", "f": "positive"}


def asked(goal: str, *given: str, at_most: dict[str, str] | None = None) -> Statement:
    """A statement from text."""
    read = [parse_relation(each, tuple(DOMAINS), {"f": (1, 0)}) for each in (goal, *given)]
    return statement(read[1:], read[0], DOMAINS, at_most or {})


@pytest.mark.parametrize(
    ("term", "value"),
    [
        (("+", X, ("*", Y, ("^", X, -1))), Fraction(49, 36)), (("pow", X, number(Fraction(-3, 2))), Fraction(8, 27)),
        (("pow", ZERO, number(Fraction(1, 2))), 0), (("pow", ZERO, ZERO), 1), (("^", ZERO, 0), 1),
        (("^", Y, -3), Fraction(-1, 8)),
        (("max", X, Y), Fraction(9, 4)), (("min", X, Y), -2), (("ceil", X), 3), (("ceil", Y), -2),
        (("exp", ZERO), 1), (("log", ONE), 0), (("fact", ("s", "n")), 6), (("xor", number(6), number(3)), 5),
        (("sum", "i", ONE, ("s", "n"), ("*", COUNT, X)), Fraction(27, 2)), (("prod", "i", ONE, number(4), COUNT), 24),
        (("sum", "i", ONE, ZERO, ("s", "unknown")), 0), (("prod", "i", number(3), ONE, ("s", "unknown")), 1),
        (("sum", "i", ONE, ("s", "n"), ("*", COUNT, ("sum", "i", ONE, number(2), COUNT))), 18), (("app", "f", Y), 5),
    ],
    ids=str,
)
def test_terms_have_values(term: Term, value: Fraction) -> None:
    """Those that a person would compute."""
    found = POINT.value(term)
    assert found == value
    assert type(found) is Fraction


@pytest.mark.parametrize(
    "term",
    [
        ("pow", number(2), number(Fraction(1, 2))), ("exp", ONE), ("log", number(2)), ("log", ZERO), ("^", ZERO, -1),
        ("pow", ZERO, number(-1)), ("pow", Y, number(Fraction(1, 2))), ("fact", X), ("fact", Y), ("xor", Y, ONE),
        ("sum", "i", ZERO, X, ONE), ("s", "unknown"), ("app", "g", ONE), ("*", ZERO, ("^", ZERO, -1)),
        # what would take for ever
        ("^", number(2), 10**9), ("pow", number(2), number(10**30)), ("pow", number(2), number(Fraction(1, 10**9))),
        ("fact", number(10**9)), ("sum", "i", ONE, number(10**9), ONE), ("^", ("^", number(3), 10_000), 10_000),
    ],
    ids=str,
)
def test_what_has_no_fraction_has_no_value(term: Term) -> None:
    """It is irrational, has no value at all, or a number that is too long."""
    with pytest.raises(NotPlainError):
        POINT.value(term)
    assert POINT.holds(("=", term, term)) is None
    assert POINT.holds(("!=", term, ZERO)) is None


def test_propositions_are_true_or_false() -> None:
    """By all four operators."""
    assert [POINT.holds((op, X, number(Fraction(9, 4)))) for op in ("=", "!=", ">", ">=")] == [True, False, False, True]
    assert [POINT.holds((op, Y, X)) for op in ("=", "!=", ">", ">=")] == [False, True, False, False]


@pytest.mark.parametrize(
    ("domain", "inside", "outside"),
    [
        ("positive", "1/9", "0"), ("nonnegative", "0", "-1"), ("fraction", "1", "3/2"), ("fraction", "1/2", "0"),
        ("integer", "1", "0"), ("integer", "2", "3/2"), ("whole", "0", "-1"), ("bit", "1", "2"), ("bit", "0", "1/2"),
    ],
)
def test_domains(domain: str, inside: str, outside: str) -> None:
    """What is in them, and what is not."""
    assert within(domain, Fraction(inside))
    assert not within(domain, Fraction(outside))
    assert within("real", Fraction(outside))


def test_a_point_refutes_where_all_that_is_given_holds() -> None:
    """And not where a premise fails, a value is outside of its domain, or the goal holds or has no value."""
    wrong = asked("x = a", "a*x = b")
    assert ExactPoint({"a": Fraction(2), "x": Fraction(3), "b": Fraction(6)}).refutes(wrong) is True
    assert ExactPoint({"a": Fraction(2), "x": Fraction(3), "b": Fraction(5)}).refutes(wrong) is False
    assert ExactPoint({"a": Fraction(-2), "x": Fraction(3), "b": Fraction(-6)}).refutes(wrong) is False
    assert ExactPoint({"a": Fraction(1), "x": Fraction(1), "b": Fraction(1)}).refutes(wrong) is False
    assert ExactPoint({"a": Fraction(1), "x": Fraction(2)}).refutes(wrong) is None
    assert ExactPoint({"x": Fraction(0), "a": Fraction(1)}).refutes(asked("a/x = 1")) is False
    assert ExactPoint({"a": Fraction(2), "b": Fraction(1)}).refutes(asked("sqrt(a) = b")) is None
    assert ExactPoint({"a": Fraction(4), "b": Fraction(1)}).refutes(asked("sqrt(a) = b")) is True
    assert ExactPoint({"x": Fraction(-1), "b": Fraction(1)}).refutes(asked("b = 2", "sqrt(x)*0 = 0")) is False


def test_bounds_by_other_quantities_count() -> None:
    """One that stands nowhere else may be as large as it is to be, if its domain lets it."""
    wrong = asked("k = 1", at_most={"k": "e"})
    assert ExactPoint({"k": Fraction(3), "e": Fraction(3)}).refutes(wrong) is True
    assert ExactPoint({"k": Fraction(3), "e": Fraction(2)}).refutes(wrong) is False
    assert ExactPoint({"k": Fraction(3)}).refutes(wrong) is True
    bounded = Statement(wrong.given, wrong.goals, {**wrong.domains, "e": "fraction"}, wrong.at_most)
    assert ExactPoint({"k": Fraction(3)}).refutes(bounded) is None


def test_values_of_functions_are_in_their_domain() -> None:
    """Else the function is none that the statement speaks of."""
    wrong = asked("f(x) = f(a)")
    point = {"x": Fraction(0), "a": Fraction(1)}
    assert ExactPoint(point, {"f": lambda at: at + 1}).refutes(wrong) is True
    assert ExactPoint(point, {"f": lambda at: at}).refutes(wrong) is None
    assert ExactPoint(point, {"f": lambda at: Fraction(1)}).refutes(wrong) is False


def test_no_sympy_is_needed() -> None:
    """Nothing but the kernel's statements and fractions."""
    code = "import sys, derivations.kernel.exact_point; print('sympy' in sys.modules)"
    found = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout
    assert found.strip() == "False"
