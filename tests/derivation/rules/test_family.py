"""Families: what follows what is varied is written out, differentiated implicitly, or refused."""

from __future__ import annotations

import json
from dataclasses import replace

import pytest

from derivations.derivation.board import Board
from derivations.derivation.derivation import Derivation
from derivations.derivation.premise import Premise
from derivations.derivation.rules.base import Input, Outcome
from derivations.derivation.rules.calculus import IMPLICITLY, Differentiate
from derivations.derivation.rules.family import family_words, no_follower, partial_derivative
from derivations.derivation.rules.independence import Independence
from derivations.derivation.step import Step
from derivations.errors import UndecidedError
from derivations.language.quantity import Notation
from derivations.language.relation import relation
from derivations.proof.normal_form import vanishes
from derivations.proof.verdict import Finding

NOTATION = Notation.of("""
    cost [] (real) cost
    p [] price
    N [] size
    D [] data
    k [] constant
    x [] (real) place
    z [] height
    u [] (real) level
    L [] (nonnegative) context
    n [] (whole) count
    slope [] (real) slope
""")
LAW = "D + D^5 = k/N^3"


def of(text: str) -> Input:
    return Input("given", relation(text, NOTATION))


def varied(rule: str, by: str, formula: str, *premises: str, holding: tuple[str, ...] = ()) -> Step:
    """The slope of a cost, or its independence, under premises; what is stored is found again."""
    board = Board(NOTATION)
    cost = board.take(Premise("cost", f"cost = {formula}"))
    for place, text in enumerate(premises):
        board.take(Premise(f"law-{place}", text))
    if rule == "slope":
        board.differentiate("varied", cost, by, "slope", holding=holding)
    else:
        board.independence("varied", cost, by, holding=holding)
    found = board.finish()
    assert all(item.upheld for item in Derivation.from_json(json.dumps(found.to_json())).check())
    return found["varied"]


@pytest.mark.parametrize(
    ("formula", "by", "laws", "slope"),
    [
        ("p*N*D", "N", [LAW], "p*D - 3*p*k/(N^3*(1 + 5*D^4))"),
        ("p*N*D", "k", [LAW], "p/(N^2*(1 + 5*D^4))"),
        ("D^2", "N", ["D^3 = k + N"], "2/(3*D)"),
        ("D", "N", ["D*exp(D) = N"], "1/((1 + D)*exp(D))"),
        ("p*D", "N", ["D + D^3 = z", "z = k*N"], "p*k/(1 + 3*D^2)"),  # the law itself is written out
        ("u", "x", ["u^3 + u = x"], "1/(3*u^2 + 1)"),
    ],
)
def test_what_an_equation_determines_is_differentiated_implicitly(
    formula: str, by: str, laws: list[str], slope: str
) -> None:
    step = varied("slope", by, formula, *laws)
    assert (step.verdict.finding, step.verdict.checked_by[-1]) == (Finding.ARGUED, IMPLICITLY)
    assert vanishes(step.rhs - relation(f"slope = {slope}", NOTATION).rhs)
    assert step.note.endswith("follows")


def test_the_slope_reads_as_it_is_written_by_hand() -> None:
    assert str(varied("slope", "N", "p*N*D", LAW).relation) == "slope = p*D - 3*p*k/(N^3*(5*D^4 + 1))"


@pytest.mark.parametrize(
    "wrong", ["p*D", "-2*p*D", "p*D + 3*p*k/(N^3*(1 + 5*D^4))", "p*D - 3*p*k/(N^3*(1 + D^4))", "p*D - 3*p*k/N^3"]
)
def test_a_wrong_slope_is_refuted_by_a_point_of_the_law(wrong: str) -> None:
    """At fixed D it is p D; with D = k/N^3 it would be -2 p D."""
    rule = Differentiate(NOTATION["N"].symbol, NOTATION["slope"].symbol, following=(NOTATION["D"].symbol,))
    inputs = (of("cost = p*N*D"), of(LAW))
    outcome = Outcome(relation(f"slope = {wrong}", NOTATION), note=rule.note)
    found = rule.check(inputs, outcome, NOTATION).verdict
    assert found.finding is Finding.REFUTED
    point = {NOTATION[name].symbol: value for name, value in found.counterexample.items()}
    assert inputs[1].relation.difference.xreplace(point) == 0


@pytest.mark.parametrize(
    ("law", "letters", "reason"),
    [
        ("D - D^5 = k/N^3", "DN", "may leave more than one D"),
        ("D + D^5 = 0 - k/N", "DN", "may leave no D"),
        ("L + L^3 = k*N", "LN", "L may reach an end of its domain"),
        ("max(D, k) = N", "DN", "is not smooth"),
        ("sqrt(x) + z = k", "zx", "x may have no value"),
        ("z + 1/x = k", "zx", "x may have no value"),
        ("z^2 = u", "zu", ""),  # one state is enough for a slope
    ],
)
def test_what_is_no_smooth_function_does_not_follow(law: str, letters: str, reason: str) -> None:
    follower, by = (NOTATION[name].symbol for name in letters)
    found = no_follower(relation(law, NOTATION), follower, by, NOTATION, everywhere=False)
    assert reason in found
    assert bool(found) is bool(reason)


def test_independence_is_a_slope_that_vanishes() -> None:
    """Where D + D^5 = k N the quotient by N is k; it rests on k."""
    assert varied("independence", "N", "(D + D^5)/N", "D + D^5 = k*N").verdict.shown
    wrong = varied("independence", "k", "(D + D^5)/N", "D + D^5 = k*N").verdict
    assert (wrong.finding, wrong.reason) == (Finding.REFUTED, "cost changes with k")
    assert varied("independence", "N", "p*N*D", LAW).verdict.finding is Finding.REFUTED


def test_a_slope_that_vanishes_on_two_stretches_shows_no_independence() -> None:
    """With (z - x)(z + x) = 0 and z > 0, z = |x|: the slope of z/x is zero, and z/x is 1 and -1."""
    slope = varied("slope", "x", "z*p/x", "z^2 = x^2")
    assert slope.verdict.finding is not Finding.REFUTED
    found = varied("independence", "x", "z*p/x", "z^2 = x^2").verdict
    assert (found.finding, "may leave no z" in found.reason) == (Finding.INCONCLUSIVE, True)


def test_a_count_does_not_vary_smoothly() -> None:
    found = varied("independence", "n", "p*D + n", "D + D^3 = k + n").verdict
    assert "n counts whole numbers" in found.reason


def test_held_on_purpose_is_a_partial_derivative() -> None:
    step = varied("slope", "N", "p*N*D", LAW, holding=("D",))
    assert (str(step.relation), step.note) == ("slope = p*D", "(∂cost/∂N)_D, at fixed D")
    both = varied("slope", "N", "p*N*D + k", "D = 2*N", "k = 3*N", holding=("D", "k"))
    assert both.note == "(∂cost/∂N)_(D, k), at fixed D, k"
    mixed = varied("slope", "N", "p*N*D + k", "D = 2*N", "k = 3*N", holding=("D",))
    assert (str(mixed.relation), mixed.note) == (
        "slope = p*D + 3", "(∂cost/∂N)_D, at fixed D, with k written out"
    )


def test_what_is_told_of_a_family_is_checked() -> None:
    """A stored step that says another derivative, or other inputs, than it is made of."""
    rule = Differentiate(NOTATION["N"].symbol, NOTATION["slope"].symbol, (NOTATION["D"].symbol,), "cost")
    inputs = (of("cost = p*N*D"),)
    (outcome,) = rule.compute(inputs, NOTATION)
    assert rule.check(inputs, outcome, NOTATION).verdict.shown
    lie = replace(rule, differentiated="p")
    assert lie.check(inputs, outcome, NOTATION).verdict.finding is Finding.REFUTED
    written = Independence(NOTATION["N"].symbol, written=(NOTATION["D"].symbol,))
    for others in ((), (of("k = N"),), (of("D <= N"),), (of("D = N"), of("k = N"))):
        with pytest.raises(UndecidedError):
            written.check((*inputs, *others), Outcome(inputs[0].relation), NOTATION)


def test_words() -> None:
    D, k = NOTATION["D"].symbol, NOTATION["k"].symbol
    assert family_words((D,), (k,), ()) == "at fixed D, with k written out"
    assert family_words((), (), (D,)) == "as D follows"
    assert family_words(()) == ""
    assert partial_derivative("y", D, (k,)) == "(∂y/∂D)_k"
