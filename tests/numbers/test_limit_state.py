"""Numbers in a limit: premises about what moves are held against the states that come close to it."""

from collections.abc import Mapping
from functools import cache, partial

import pytest

from derivations import Board, Claim, Handle, Notation, Premise, Report, derive

LETTERS = Notation.of("""
    y [1] what goes to a limit
    x [1] what grows
    a [1] its part that dies out
    b [1] its part that stays
    t [1] a bound
    u [1] twice as much
    m [1] (fraction) a share
""")
VALUES = {"a": "2", "b": "5", "u": "9"}


@cache
def claim(beside: tuple[str, ...], main: str = "y = a/x + b", then: str = "") -> Claim:
    """The limit of y as x grows, beside other premises; or what follows for another letter."""

    def body(board: Board) -> Handle:
        taken = board.take(Premise("main", main))
        for place, premise in enumerate(beside):
            board.take(Premise(f"beside-{place}", premise))
        limit = board.limit("far", taken, "x", "oo")
        return board.solve("then", limit, for_=then) if then else limit

    return Claim("far-off", LETTERS, body)


def told(of: Claim, values: Mapping[str, str]) -> Report:
    """The claim with these numbers and some for the other letters; they count only where the claim has the letter.

    An empty text leaves a letter without a number.
    """
    used = {quantity.name for step in derive(of).derivation for quantity in LETTERS
            if step.relation is not None and quantity.name in step.relation.names}
    return derive(of, values={name: value for name, value in {**VALUES, **values}.items() if value and name in used})


@pytest.mark.parametrize(
    ("beside", "values", "broken"),
    [(("y <= t",), {"t": "3"}, "y = 5 and t = 3"),
     (("y >= t",), {"t": "7"}, "y = 5 and t = 7"),
     (("min(y, u) >= t",), {"t": "6"}, "min(y, u) = 5 and t = 6"),
     (("x <= t",), {"t": "3"}, "t = 3"),
     (("m = y/t",), {"t": "3"}, "m = 1.667, which must be in (0, 1]")],
)
def test_a_premise_that_forbids_the_states_close_to_a_limit_leaves_no_result(
    beside: tuple[str, ...], values: dict[str, str], broken: str
) -> None:
    """Whichever side bounds by a letter, also what only grows: both numbers are told."""
    found = told(claim(beside), values)
    assert [text.split(", but ")[1] for text in found.contradictions] == [f"{broken}, as x → ∞"]
    assert found.result.value is None


def test_a_number_for_what_goes_to_a_limit_is_held_against_all_states() -> None:
    """By hand: 5 + 2/x is above 5 on the way, and it is told that it goes there."""
    found = told(claim(("y = t",)), {"t": "3"})
    assert [text.split(", but ")[1] for text in found.contradictions] == [
        "y = 3 and b = 5 and a = 2, where x would be -1, which must be positive, with y = 3 by beside-0",
        "y = 5 and t = 3, as x → ∞"]
    assert found.result.value is None
    # 7 is met on the way, at x = 1, but x goes on
    assert told(claim(("y = t",)), {"t": "7"}).contradictions == ("beside-0 says y = t, but y = 5 and t = 7, as x → ∞",)


def test_a_premise_that_no_letter_satisfies_is_told_without_the_limit() -> None:
    """By hand: 5 + 2/x < 3 - 1/x would need a negative x, wherever x goes; at most 5.5 - 1/x is met on the way."""
    found = told(claim(("y < t - 1/x",)), {"t": "3"})
    assert [text.split(", but ")[1] for text in found.contradictions] == ["x < -1.5 by it and > 0 as it must be"]
    assert found.result.value is None
    assert told(claim(("y < t - 1/x",)), {"t": "5.5"}).result.value is not None


@pytest.mark.parametrize(
    ("beside", "values"),
    [(("y <= t",), {"t": "6"}), (("y >= t",), {"t": "5"}), (("y < t + 3/x",), {"t": "5"}), (("x >= t",), {"t": "3"}),
     (("max(y, u) >= t",), {"t": "8"}), (("m = y/t",), {"t": "5.5"}), (("u = 2*y", "u <= t"), {"t": "11", "u": ""})],
)
def test_one_that_allows_them_leaves_the_number(beside: tuple[str, ...], values: dict[str, str]) -> None:
    """Also where both sides are equal in the limit, and not on the way."""
    found = told(claim(beside), values)
    assert not found.contradictions
    assert found.result.value == 5


def test_what_is_equal_in_the_limit_is_told_apart_by_the_way_there() -> None:
    """From above y goes to 5, so that it is never at most 5; from below it is."""
    assert told(claim(("y <= t",)), {"t": "5"}).contradictions[0].endswith("y = 5 and t = 5, from above as x → ∞")
    assert not told(claim(("y <= t",), main="y = b*x/(a + x)"), {"t": "5"}).contradictions


def test_what_follows_from_a_limit_is_held_against_the_same_states() -> None:
    """b is found from what y goes to; a letter between carries the bound."""
    found = derive(claim(("y <= t",), then="b"), values={"a": "2", "y": "5", "t": "3"})
    assert "y = 5 and t = 3" in found.contradictions[0]
    assert "u = 10 and t = 9" in told(claim(("u = 2*y", "u <= t")), {"t": "9", "u": ""}).contradictions[0]


def test_a_letter_without_a_number_can_be_chosen() -> None:
    """Nothing is broken where the bound may be any number."""
    found = derive(claim(("y <= t",)), values={"b": "5"})
    assert not found.contradictions
    assert found.result.value == 5


def test_a_chosen_letter_carries_its_number_to_premises_of_what_is_between() -> None:
    """At the least y is 4, with x from the choice; the result is twice that."""

    def body(board: Board) -> Handle:
        cost = board.take(Premise("cost", "y = a*x + b/x"))
        twice = board.take(Premise("twice", "u = 2*y"))
        board.take(Premise("cap", "y <= t"))
        best = board.minimise("best", cost, over="x")
        return board.substitute("least", twice, (board.substitute("at-best", cost, (best,)),))

    chosen = Claim("chosen", LETTERS, body)
    broken, allowed = (derive(chosen, values={"a": "1", "b": "4", "t": t}).contradictions for t in "34")
    assert "y >= 4 by it and <= 3 by cap, with u from least" in broken[0]
    assert not allowed


def test_beside_the_result_a_bound_by_a_letter_that_a_line_does_not_rest_on_moves_with_what_grows() -> None:
    """The line speaks of states with other bounds than the one given, and has its number; a bound in it forbids them.
    """

    def body(main: str, board: Board) -> Handle:
        taken = board.take(Premise("main", main))
        board.take(Premise("bound", "x <= t"))
        board.limit("far", taken, "x", "oo")
        return board.take(Premise("other", "u = 2*b"))

    values = {"a": "2", "b": "5", "t": "3"}
    found = derive(Claim("beside", LETTERS, partial(body, "y = a/x + b")), values=values)
    assert found.derivation["far"].verdict.finding == "proven"
    assert found.numbers("far").value == 5
    held = derive(Claim("beside", LETTERS, partial(body, "y = a/x + b*t")), values=values)
    told = "premise bound does not let x grow beyond all bounds"
    assert held.derivation["far"].verdict.reason == told
    assert (found.result.value, held.result.value) == (10, 10)
