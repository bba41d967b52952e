"""Minimise subject to an equation, on a board: what varies, what is held, and what ties it."""

import pytest

from derivations.derivation.board import Board
from derivations.derivation.premise import Premise
from derivations.derivation.recheck import recheck, upheld
from derivations.derivation.script import Handle
from derivations.derivation.stored import restored, stored
from derivations.errors import InputError
from derivations.language.quantity import Notation
from derivations.proof.verdict import Finding

NOTATION = Notation.of("""
    cost [] cost
    area [] area
    p [] price of one side
    q [] price of the other side
    x [] one side
    y [] other side
    u [] slope
    k [] something else
""")
COST = Premise("cost", "cost = p*x + q*y", because="both sides are paid for")
AREA = Premise("area", "area = x*y", because="what is wanted")


def _board(*more: Premise) -> tuple[Board, Handle, Handle]:
    board = Board(NOTATION)
    cost, area = board.take(COST), board.take(AREA)
    for each in more:
        board.take(each)
    return board, cost, area


def test_what_the_equation_says_the_value_of_is_held_and_the_step_says_so() -> None:
    board, cost, area = _board()
    best = board.minimise("best", cost, over=("x", "y"), subject_to=area, because="cheapest")
    board.solve_together("sides", (best, area), ("x", "y"))
    found = board.finish()
    assert str(found["best"].relation) == "p*x = q*y"
    assert found["best"].note == (
        "a condition for the least value along the curve, together with the equation of that: "
        "x and y vary together, at fixed area")
    assert found["best"].within == ("best",)
    assert found["best"].verdict.finding is Finding.ARGUED
    assert found["best"].verdict.reason.startswith("by rule minimise_subject_to")
    assert {str(found[f"sides-{name}"].relation) for name in "xy"} == {"x = area/sqrt(area*p/q)", "y = sqrt(area*p/q)"}
    assert all(step.verdict.holds for step in found.steps)
    assert upheld(recheck(found))
    assert upheld(recheck(restored(stored(found))))


def test_one_that_follows_the_other_by_a_premise_cannot_vary_beside_it() -> None:
    """A shape that is given leaves one size for an area."""
    board, cost, area = _board(Premise("shape", "y = k*x", because="a shape"))
    board.minimise("best", cost, over=("x", "y"), subject_to=area)
    found = board.finish()["best"].verdict
    assert (found.finding, "y depends on x by premise shape" in found.reason) == (Finding.INCONCLUSIVE, True)


def test_what_rests_on_one_of_them_is_held_on_purpose_or_not_at_all() -> None:
    discount = Premise("discount", "q = k/x", because="more of the one is cheaper for the other")
    board, cost, area = _board(discount)
    board.minimise("best", cost, over=("x", "y"), subject_to=area)
    board.minimise("held", cost, over=("x", "y"), subject_to=area, holding=("q",))
    found = board.finish()
    assert "q depends on x by premise discount" in found["best"].verdict.reason
    assert found["held"].verdict.holds
    assert found["held"].note.endswith("x and y vary together, at fixed q, area")


def test_a_premise_that_is_taken_later_ties_it_all_the_same() -> None:
    board, cost, area = _board()
    best = board.minimise("best", cost, over=("x", "y"), subject_to=area)
    board.solve("long", best, for_="x")
    board.take(Premise("shape", "y = k*x", because="a shape"))
    found = board.finish()
    assert found["best"].verdict.finding is Finding.INCONCLUSIVE
    assert found["long"].verdict.finding is Finding.WAITING


def test_the_optimum_is_supposed_where_something_else_varies() -> None:
    """At the cheapest sides x and y are no free quantities: a slope in one of them would leave the optimum."""
    board, cost, area = _board()
    best = board.minimise("best", cost, over=("x", "y"), subject_to=area)
    mixed = board.state("mixed", "cost = 3*p*x/2 + q*y/2", (cost, best), because="each side costs the same")
    board.differentiate("slope", mixed, by="x", named="u")
    found = board.finish()
    assert found["mixed"].within == ("best",)
    assert found["slope"].verdict.finding is Finding.INCONCLUSIVE
    assert "best" in found["slope"].verdict.reason


@pytest.mark.parametrize(
    ("over", "message"),
    [
        (("x",), "one equation leaves no choice over x: two quantities are wanted"),
        (("x", "x"), "one equation leaves no choice over x and x: two quantities are wanted"),
        (("x", "y", "k"), "one equation leaves 2 of them free over x, y and k: two quantities are wanted"),
    ],
)
def test_another_number_of_quantities_is_refused(over: tuple[str, ...], message: str) -> None:
    board, cost, area = _board()
    with pytest.raises(InputError) as told:
        board.minimise("best", cost, over=over, subject_to=area)
    assert str(told.value) == message


def test_several_quantities_without_an_equation_are_refused() -> None:
    board, cost, _ = _board()
    with pytest.raises(InputError, match="subject to an equation: name its step"):
        board.minimise("best", cost, over=("x", "y"))


def test_a_greatest_value_is_no_least_one() -> None:
    board = Board(NOTATION)
    area = board.take(Premise("area", "area = x*y", because="what is wanted"))
    fence = board.take(Premise("fence", "k = x + y", because="what is there"))
    board.minimise("best", area, over=("x", "y"), subject_to=fence)
    found = board.finish()["best"]
    assert found.relation is None
    assert found.verdict.finding is Finding.REFUTED
    assert "area is greatest where it neither falls nor rises" in found.verdict.reason
