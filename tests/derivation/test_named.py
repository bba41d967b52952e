"""A letter lies in its domain: where a step names it, and where a limit says what it goes to."""

from collections.abc import Callable

import pytest

from derivations.derivation.board import Board
from derivations.derivation.premise import Premise
from derivations.derivation.recheck import recheck, upheld
from derivations.derivation.script import Handle
from derivations.derivation.step import Step
from derivations.language.quantity import Notation, Quantity
from derivations.proof.verdict import Finding

NOTATION = Notation.of("""
    a [] first
    b [] second
    q [] third
    x [] what varies
    z [] bound
    y [] (real) number
    s [] positive name
    f [] (fraction) name of a fraction
    r [] (real) name of anything
    L [] (nonnegative) name of what may be zero
    k [] (integer) index
    n [] (integer) count
    P [] count that may be any positive number
    N [] (integer) whole name
    M [] (whole) other whole name
""").extended([Quantity("part", "", "name of a part of z", at_most="z")])


def _step(argument: Callable[..., Handle], *premises: str) -> Step:
    """The step that an argument makes of a board and premises, which is upheld when it is checked again."""
    board = Board(NOTATION)
    taken = [board.take(Premise(f"given-{place}", text)) for place, text in enumerate(premises)]
    argument(board, *taken)
    found = board.finish()
    assert upheld(recheck(found))
    return found["step"]


def _conditions(step: Step) -> list[str]:
    assert step.verdict.finding is Finding.PROVEN, step
    return [str(each) for each in step.conditions]


@pytest.mark.parametrize(
    ("premise", "named", "conditions"),
    [
        ("y = a*x - b*x", "s", ["b < a"]),
        ("y = a*x - b*x", "r", []),
        ("y = a*x - b*x", "L", ["b <= a"]),
        ("y = a*x + b*x", "s", []),
        ("z = a*x - b*x", "s", []),  # as z and x are positive
        ("y = a*x", "f", ["a <= 1"]),
        ("y = a*x", "part", ["a <= z"]),
        ("y = 3*x", "N", []),
    ],
)
def test_a_slope_lies_in_the_domain_of_its_name(premise: str, named: str, conditions: list[str]) -> None:
    step = _step(lambda board, taken: board.differentiate("step", taken, "x", named), premise)
    assert _conditions(step) == conditions


@pytest.mark.parametrize(
    ("premise", "named", "reason"),
    [
        ("y = b - a*x", "s", "its name asks for -a > 0, which never holds"),
        ("y = a*x", "N", "N is a whole number from 1, and a may be none"),
        ("y = x/2", "M", "M is a whole number from 0, and 1/2 may be none"),
    ],
)
def test_a_name_that_no_slope_can_have_is_refused(premise: str, named: str, reason: str) -> None:
    step = _step(lambda board, taken: board.differentiate("step", taken, "x", named), premise)
    assert (step.verdict.finding, step.verdict.reason) == (Finding.INCONCLUSIVE, reason)


def test_nothing_follows_from_a_name_alone() -> None:
    """That a > b does under the condition of the step, and is told so."""
    board = Board(NOTATION)
    slope = board.differentiate("slope", board.take(Premise("line", "y = a*x - b*x")), "x", "s")
    board.state("larger", "a > b", [slope])
    assert _conditions(board.finish()["larger"]) == ["b < a"]


@pytest.mark.some(3)
@pytest.mark.parametrize(
    ("term", "first", "last", "count", "named", "conditions"),
    [
        ("k - 1", "1", "n", "n", "s", ["1 < n"]),
        ("k - 1", "1", "n", "n", "L", []),
        ("k - 1", "1", "P", "P", "r", []),
        ("k", "1", "P", "P", "s", []),
        ("k - 1", "1", "P", "P", "s", ["1 < P"]),
        ("k - 1", "1", "P", "P", "L", ["1 <= P"]),  # between whole numbers the closed form says what it is
        ("f^k", "0", "n - 1", "n", "s", ["f < 1"]),  # as its terms are positive
        ("k", "1", "n", "n", "N", []),
        ("k - 1", "1", "n", "n", "M", []),
    ],
)
def test_a_sum_lies_in_the_domain_of_its_name(
    term: str, first: str, last: str, count: str, named: str, conditions: list[str]
) -> None:
    step = _step(lambda board: board.sum("step", term, "k", first, last, count, named))
    assert _conditions(step) == conditions


def test_the_edge_of_a_condition_is_no_whole_number() -> None:
    def argument(board: Board, taken: Handle, named: str) -> Handle:
        solved = board.solve("solved", taken, "s")
        return board.isolate("step", solved, "x", named)

    assert _conditions(_step(lambda board, taken: argument(board, taken, "q"), "s + b*x = a")) == []
    step = _step(lambda board, taken: argument(board, taken, "N"), "s + b*x = a")
    assert (step.verdict.finding, step.verdict.reason) == (
        Finding.INCONCLUSIVE, "N is a whole number from 1, and a/b may be none")


@pytest.mark.parametrize(
    ("premise", "relation", "conditions"),
    [
        ("f = q*x/(b + x)", "f = q", ["q <= 1"]),
        ("f = x/(b + x)", "f = 1", []),
        ("f = a*x/(a*x + b)", "f = 1", []),  # an end of the domain
        ("s = x/(b + x)", "s = 1", []),
        ("s = a - x/(1 + b)", "s = a - x", ["x <= a"]),
        ("r = a - x/(1 + b)", "r = a - x", []),
        ("s = (a - x)/(1 + b)", "s = a - x", []),  # as s is positive on the way
        ("part = q*x/(b + x)", "part = q", ["q <= z"]),
    ],
)
def test_a_limit_lies_in_the_domain_or_at_its_end(premise: str, relation: str, conditions: list[str]) -> None:
    step = _step(lambda board, taken: board.limit("step", taken, "b"), premise)
    assert _conditions(step) == conditions
    assert str(step.relation) == relation


def test_what_is_positive_may_go_to_zero() -> None:
    step = _step(lambda board, taken: board.limit("step", taken, "x"), "s = a*x")
    assert (str(step.relation), _conditions(step)) == ("s = 0", [])


def test_a_limit_below_every_value_is_refused() -> None:
    step = _step(lambda board, taken: board.limit("step", taken, "x"), "s = x - a")
    assert (step.verdict.finding, step.verdict.reason) == (
        Finding.INCONCLUSIVE, "its name asks for -a >= 0, which never holds")


def test_what_bounds_it_and_moves_is_no_bound_of_a_limit() -> None:
    """The part of z is no more than z on the way, which is a condition; where z goes to zero, it bounds no limit."""
    step = _step(lambda board, taken: board.limit("step", taken, "z"), "part = q*z/(b + z)")
    found = str(step.relation), list(map(str, step.conditions)), step.verdict.shown
    assert found == ("part = 0", ["q < b"], True)
