"""Systems: several quantities out of as many equations, each step of the elimination checked."""

import pytest

from derivations.derivation.board import Board
from derivations.derivation.derivation import Derivation
from derivations.derivation.premise import Assumptions, Premise
from derivations.derivation.recheck import recheck, upheld
from derivations.derivation.stored import restored, stored
from derivations.errors import InputError
from derivations.language.quantity import Notation
from derivations.proof.verdict import Finding

NOTATION = Notation.of("""
    a [] first
    b [] second
    c [] third
    d [] fourth
    u [] fifth
    x [] unknown
    y [] other unknown
    z [] third unknown
""")


def _solved(equations: dict[str, str], unknowns: tuple[str, ...], assumptions: Assumptions | None = None) -> Derivation:
    """A derivation with these equations, each the premise that determines one of the unknowns."""
    board = Board(NOTATION, assumptions)
    taken = [board.take(Premise(name, text, because="given", determines=unknowns[place % len(unknowns)]))
             for place, (name, text) in enumerate(equations.items())]
    board.solve_together("found", taken, unknowns, because="both at once")
    return board.finish()


def test_linear_equations_are_solved_and_put_back() -> None:
    found = _solved({"one": "a*x + b*y = c", "two": "x + 2*y = d"}, ("x", "y"))
    assert str(found["found-x-open"].relation) == "x = d - 2*y"
    assert str(found["found-without-x"].relation) == "a*(d - 2*y) + b*y = c"
    assert str(found["found-y"].relation) == "y = (a*d - c)/(2*a - b)"
    assert str(found["found-x"].relation) == "x = d - 2*((a*d - c)/(2*a - b))"
    assert [str(found[f"found-back-{place}"].relation) for place in (1, 2)] == ["a*x + b*y = c", "x + 2*y = d"]
    assert {step.verdict.finding for step in found.steps} == {Finding.PROVEN}
    assert [str(each) for each in found["found-x"].conditions] == [
        "2*(a*d - c)/(2*a - b) < d", "a*b*d + 2*a*c < 2*a^2*d + b*c"]


def test_every_step_is_checked_again_and_stored() -> None:
    found = _solved({"one": "x*y = u", "two": "a*x = b*y"}, ("x", "y"))
    assert upheld(recheck(found))
    assert upheld(recheck(restored(stored(found))))


def test_branches_are_told_each_with_both_quantities() -> None:
    """Neither is chosen: the quantities wait, and each branch solves both equations."""
    found = _solved({"sum": "x + y = u", "product": "x*y = c"}, ("x", "y"))
    assert [str(found[f"found-{name}-{place}"].relation.lhs) for name in "xy" for place in (1, 2)] == list("xxyy")
    assert all(found[f"found-{place}-back-{turn}"].verdict.holds for place in (1, 2) for turn in (1, 2))
    assert "choose one" in found["found-y"].verdict.reason
    assert found["found-x"].verdict.finding is Finding.WAITING


def test_three_quantities_come_out_one_after_the_other() -> None:
    found = _solved({"one": "x*y = u", "two": "y = a*z", "three": "x = b*z"}, ("x", "y", "z"))
    assert all(step.verdict.holds for step in found.steps)
    assert {"found-x", "found-y", "found-z"} <= {step.name for step in found.steps}
    assert all(f"found-back-{place}" in found for place in (1, 2, 3))


def test_without_a_closed_form_one_equation_is_left_for_numbers() -> None:
    found = _solved({"one": "x^5 + y = u", "two": "y = x^2"}, ("x", "y"))
    assert found["found-x"].verdict.finding is Finding.NUMERIC
    assert str(found["found-y"].relation) == "y = x^2"
    assert found["found-back-1"].verdict.holds


@pytest.mark.parametrize(
    ("equations", "reason"),
    [
        ({"one": "x + y = u", "two": "2*x + 2*y = 2*u"}, "infinitely many solutions: without x, two says nothing more"),
        ({"one": "x + y = u", "two": "2*x + 2*y = c"}, "no solution unless 2*u = c, which is what without x, two says"),
        ({"one": "x + y = 1", "two": "x + y = 2"}, "no solution unless 1 = 2, which is what without x, two says"),
        ({"one": "x + y = u", "two": "y - c = u - x - d"}, "no solution unless"),
        ({"one": "x <= u", "two": "x = y"}, "one is no equation"),
        ({"one": "x = y + 2*u", "two": "x + y = u"}, "no solution for y in its domain"),
    ],
)
def test_what_has_no_solution_or_too_many_says_which(equations: dict[str, str], reason: str) -> None:
    found = _solved(equations, ("x", "y"))
    for name in ("found-x", "found-y"):
        assert found[name].verdict.finding is Finding.INCONCLUSIVE
        assert reason in found[name].verdict.reason


def test_a_quantity_that_no_equation_names_may_be_anything() -> None:
    board = Board(NOTATION)
    taken = [board.take(Premise(name, text, because="given", determines="x" if place else ""))
             for place, (name, text) in enumerate({"one": "a = u", "two": "x*y = c"}.items())]
    board.solve_together("first", taken, ("x", "z"))
    other = board.take(Premise("three", "x = d", because="given", determines="x"))
    board.solve_together("second", (taken[1], other), ("x", "z"))
    found = board.finish()
    assert found["first-x"].verdict.reason == "no solution unless a = u, which is what one says"
    assert found["second-z"].verdict.reason == "infinitely many solutions: z is in none of the equations"


def test_a_premise_that_is_replaced_changes_all_of_it() -> None:
    found = _solved({"one": "x*y = u", "two": "a*x = b*y"}, ("x", "y"), Assumptions({"two": "a*x = b*y^2"}))
    assert all(step.verdict.holds for step in found.steps)
    assert str(found["found-y"].relation) == "y = a^(1/3)*u^(1/3)/b^(1/3)"


@pytest.mark.parametrize(
    ("count", "unknowns", "message"),
    [
        (1, ("x", "y"), "more unknowns than equations: 1 equation for x and y"),
        (3, ("x", "y"), "more equations than unknowns: 3 equations for x and y"),
        (1, ("x",), "two to 6 different quantities are solved for together, not x"),
        (2, ("x", "x"), "two to 6 different quantities are solved for together, not x and x"),
    ],
)
def test_as_many_equations_as_quantities_are_wanted(count: int, unknowns: tuple[str, ...], message: str) -> None:
    board = Board(NOTATION)
    taken = [board.take(Premise(f"law-{place}", "x*y = u", because="given", determines="x")) for place in range(count)]
    with pytest.raises(InputError) as told:
        board.solve_together("found", taken, unknowns)
    assert str(told.value) == message
