"""What is given for every index: a point refutes only beside functions that satisfy it at every one."""

from __future__ import annotations

import pytest

from derivations.derivation.board import Board
from derivations.derivation.premise import Premise
from derivations.language.functions import applications
from derivations.proof.every_index import goes_through, indices, speaks_elsewhere, with_instances
from derivations.proof.prove import INSTANCES, prove, prove_at_one_index
from derivations.proof.verdict import NEITHER, Finding

from .functions import NOTATION, question


@pytest.mark.parametrize(
    "line",
    [
        "x(0) = f(0, 0) | x(k) = f(k, 0)",
        "x(k + 1) = x(0) | x(k) = r",
        "x(n + 1) = f(n + 1, r) | x(k) = f(k, r)",
        "x(3) = x(2) + 1 | x(k + 1) = x(k) + 1",
        "x(0) > 0 | x(k) > 0",
        "x(0) = h(0) | x(k) = h(r) | r = 0",
        "h(3) = r | h(3) = x(n) | x(k) = r",  # one sequence at two indices
    ],
)
def test_an_instance_of_what_is_given_is_not_refuted(line: str) -> None:
    asked = question(line)
    assert prove_at_one_index(asked).finding is Finding.REFUTED
    found = prove(asked)
    assert (found.finding, found.reason) == (Finding.INCONCLUSIVE, INSTANCES)


@pytest.mark.parametrize(
    "line",
    [
        "x(0) = f(1, 0) | x(k) = f(k, 0)",
        "x(0) = f(0, 0) + 1 | x(k) = f(k, 0)",
        "x(0) = r + 1 | x(k) = r",
        "x(k) = r + 1 | x(k) = r",
    ],
)
def test_what_fails_beside_every_instance_is_refuted(line: str) -> None:
    found = prove(question(line))
    assert found.finding is Finding.REFUTED
    assert goes_through(question(line), found.counterexample)


def test_what_many_steps_show_is_not_refuted() -> None:
    """That a constant sequence is the same at the start and later needs more than one instance."""
    found = prove(question("x(5) = x(0) | x(k + 1) = x(k)"))
    assert (found.finding, found.reason) == (Finding.INCONCLUSIVE, NEITHER)


@pytest.mark.parametrize("line", ["x(0) = 1 | x(k) = r | k = 3", "R(0) = q | R(m) = q"])
def test_what_is_said_of_one_number_refutes_as_it_stands(line: str) -> None:
    """An equation says which number k is, and a number that a function takes is no index."""
    asked = question(line)
    assert not speaks_elsewhere(asked)
    assert prove(asked).finding is Finding.REFUTED


def test_instances_are_taken_where_functions_stand() -> None:
    wide = with_instances(question("x(4) = x(n) | x(k + 1) = x(k)"))
    calls = {str(call) for item in wide.given for call in applications(item.lhs, item.rhs)}
    assert {"x(3)", "x(5)", "x(n)", "x(n + 1)"} <= calls
    assert "x(n - 1)" not in calls  # n may be zero


def test_an_index_is_a_whole_number_that_is_only_that() -> None:
    item = question("x(k) = f(n, n) + r*a").goal
    assert {symbol.name for symbol in indices(item, NOTATION)} == {"k"}


def test_a_premise_for_every_index_and_its_instance_on_a_board() -> None:
    """The statement is not refuted, and the instance shows it; its wrong twin is refuted, stated or to be rejected."""
    board = Board(NOTATION)
    taken = board.take(Premise("back", "x(k) = f(k, 0)"))
    board.state("stated", "x(0) = f(0, 0)", [taken])
    board.instance("first", taken, "k", "0")
    board.state("wrong", "x(0) = f(1, 0)", [taken])
    board.reject("rejected", "x(0) = f(1, 0)", [taken])
    board.reject("right", "x(0) = f(0, 0)", [taken])
    board.reject("elsewhere", "h(0) = f(1, 0)", [taken])
    steps = board.finish()
    expected = {
        "stated": Finding.INCONCLUSIVE, "first": Finding.PROVEN, "wrong": Finding.REFUTED, "rejected": Finding.REFUTED,
        "right": Finding.INCONCLUSIVE, "elsewhere": Finding.INCONCLUSIVE,  # of h nothing is given
    }
    assert {name: steps[name].verdict.finding for name in expected} == expected
