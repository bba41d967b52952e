"""round_up: the least whole number that a lower bound allows."""

from dataclasses import replace

import pytest

from derivations.derivation.board import Board
from derivations.derivation.premise import Premise
from derivations.derivation.rules.base import Input, Outcome
from derivations.derivation.rules.round_up import RoundUp
from derivations.errors import UndecidedError
from derivations.language.quantity import Notation
from derivations.language.relation import relation
from derivations.proof.verdict import Finding

from .case import NOTATION, Case, of
from .twins import right_uses, wrong_twins
from .verify import verify_right, verify_wrong


@pytest.mark.parametrize("case", right_uses(RoundUp), ids=str)
def test_right_uses_are_computed_and_shown(case: Case) -> None:
    verify_right(case)


@pytest.mark.parametrize("case", wrong_twins(RoundUp), ids=str)
def test_wrong_twins_are_refuted(case: Case) -> None:
    verify_wrong(case)


@pytest.mark.parametrize(
    ("given", "reason"),
    [
        ("N > a/b", "keeps N above its bound"),
        ("N <= a/b", "no lower bound"),
        ("N = a/b", "no lower bound"),
        ("x >= a/b", "only whole numbers"),
        ("N >= a/N", "no lower bound"),
        ("N >= -a", "no value in the domain"),
    ],
)
def test_what_is_no_bound_on_a_whole_number_is_undecided(given: str, reason: str) -> None:
    with pytest.raises(UndecidedError, match=reason):
        RoundUp().compute((Input("bound", of(given)),), NOTATION)


def test_a_number_with_an_upper_bound_carries_the_condition_that_there_is_room() -> None:
    """Not more machines than places: there is such a number exactly where the bound leaves room."""
    notation = Notation(tuple(replace(q, at_most="M") if q.name == "N" else q for q in NOTATION))
    given = (Input("bound", relation("N >= a/b", notation)),)
    (outcome,) = RoundUp().compute(given, notation)
    assert list(map(str, outcome.conditions)) == ["a <= b*M"]
    assert RoundUp().check(given, outcome, notation).verdict.finding is Finding.PROVEN
    without = Outcome(outcome.relation)
    assert RoundUp().check(given, without, notation).verdict.finding is Finding.REFUTED


@pytest.mark.parametrize(
    ("beside", "reason"),
    [
        ("M = c*N", "M depends on N by premise beside"),
        ("M + c = c*N", "M depends on N by premise beside"),
        ("M = c*k", ""),
        ("N = c*M", ""),  # c goes on with N
        ("N < a/M + 1", ""),  # says just what is asked
        ("N = 2*M", "N is determined by what is held, by premise beside"),
    ],
)
@pytest.mark.parametrize("later", [False, True])
def test_a_number_that_its_bound_moves_with_is_not_the_least_above_it(beside: str, reason: str, later: bool) -> None:
    """With a = 5 and c = 1, N >= a/M and M = c*N leave 3 as the least N, and ceil(a/M) is 2 there. Also where the
    premise is taken afterwards."""
    notation = Notation.of("N [] (integer) machines\nM [] rows\na [] work\nc [] rate\nk [] factor")
    board = Board(notation)
    bound = board.take(Premise("bound", "N >= a/M", because="so"))
    if not later:
        board.take(Premise("beside", beside, because="so"))
    board.round_up("least", bound)
    if later:
        board.take(Premise("beside", beside, because="so"))
    found = board.finish()["least"]
    assert found.verdict.shown is not bool(reason)
    assert found.verdict.reason.startswith(reason)
