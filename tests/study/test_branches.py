"""Several admissible solutions: what the result waits for, and one of them as the result."""

import pytest

from derivations import Board, Claim, Handle, Notation, Premise
from derivations.document.fields import ANSWER, report_document
from derivations.errors import InputError, UnknownNameError
from derivations.report import derive
from derivations.study.branches import branches_waited_for, on_branch
from derivations.writers.terminal import write as text

NOTATION = Notation.of("a [] height\nb [] width\nx [] (positive) place\ny [] twice the place")


def _two(board: Board) -> Handle:
    """Twice a place, of two that have the same height."""
    height = board.take(Premise("height", "a = 5 + x^2 - 2*b*x"))
    twice = board.take(Premise("twice", "y = 2*x"))
    return board.substitute("doubled", twice, using=[board.solve("place", height, for_="x")])


TWO = Claim("two", NOTATION, _two)
ASKED = {"a": 2, "b": 2}  # x^2 - 4 x + 3 = 0


def test_a_result_that_waits_names_the_branches() -> None:
    report = derive(TWO, values=ASKED)
    assert [each.name for each in branches_waited_for(report)] == ["place-1", "place-2"]
    told = text(report_document(report, ANSWER))
    assert "on place-1: 1" in told
    assert "on place-2: 3" in told
    assert "choose one: --branch place-1" in told


@pytest.mark.parametrize(("name", "number"), [("place-1", "1"), ("place-2", "3")])
def test_a_branch_is_the_result_where_it_is_chosen(name: str, number: str) -> None:
    chosen = on_branch(derive(TWO, values=ASKED), name)
    assert (chosen.headline.name, chosen.result.result) == (name, number)


def test_what_a_branch_needs_is_told_with_its_option() -> None:
    told = text(report_document(derive(TWO, values={"b": 2}), ANSWER))
    assert 'on place-1: needs a (height): give --set a="..."' in told


def test_another_branch_and_a_result_without_a_choice_are_refused() -> None:
    with pytest.raises(UnknownNameError, match=r"unknown branch 'place-3' of the result of two; did you mean place-2"):
        on_branch(derive(TWO), "place-3")
    with pytest.raises(InputError, match="is no choice between branches: leave out --branch"):
        on_branch(on_branch(derive(TWO), "place-1"), "place-1")
