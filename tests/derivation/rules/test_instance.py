"""instance: what holds for every index, at one of them."""

import pytest

from derivations.derivation.board import Board
from derivations.derivation.premise import Premise
from derivations.derivation.rules.induction import Instance
from derivations.language.quantity import Notation, Quantity
from derivations.proof.verdict import Finding

from .case import Case
from .twins import right_uses, wrong_twins
from .verify import verify_right, verify_wrong


@pytest.mark.parametrize("case", right_uses(Instance), ids=str)
def test_right_uses_are_computed_and_shown(case: Case) -> None:
    verify_right(case)


@pytest.mark.parametrize("case", wrong_twins(Instance), ids=str)
def test_wrong_twins_are_refuted(case: Case) -> None:
    verify_wrong(case)


def test_a_name_for_one_index_stands_for_no_other() -> None:
    """An edge that a step names is another one for every index."""
    board = Board(Notation.of("k [] (whole) index\nx(index) [] sequence\nL [] context\nL_x [] edge\nB [] batch"))
    taken = board.take(Premise("given", "B*(x(k) - L) = 1", because="so it is"))
    edge = board.isolate("edge", board.solve("batch", taken, "B"), of="L", named="L_x")
    board.instance("first", edge, "k", "0")
    assert "edge names what is another for every k" in str(board.finish()["first"].verdict)


def test_an_instance_is_an_index() -> None:
    board = Board(Notation.of("k [] (whole) index\nx(index) [] (real) sequence\na [] (real) number"))
    taken = board.take(Premise("given", "x(k) = a", because="so it is"))
    board.instance("before", taken, "k", "0 - 1")
    board.instance("first", taken, "k", "0")
    steps = board.finish()
    assert not steps["before"].verdict.holds
    assert steps["first"].verdict.finding is Finding.PROVEN


def test_a_definition_is_for_one_index() -> None:
    """What is defined by the value of a sequence is no constant."""
    state = Quantity("state", "", "what is defined", "real", definition="x(k)")
    board = Board(Notation.of("k [] (whole) index\nx(index) [] (real) sequence").extended([state]))
    board.instance("first", board.define("defined", "state"), "k", "0")
    assert "defined names what is another for every k" in str(board.finish()["first"].verdict)


def test_the_least_number_for_one_index_is_not_that_for_another() -> None:
    board = Board(Notation.of("k [] (whole) index\nx(index) [] sequence\nN [] (integer) number"))
    taken = board.take(Premise("given", "N >= x(k)", because="so it is"))
    board.instance("first", board.round_up("least", taken), "k", "0")
    assert "what holds at least does not hold for every k" in str(board.finish()["first"].verdict)
