"""Existence: a state that is told is one, exactly; where none is found the question is open."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction

import pytest

from derivations import Board, Derivation, Notation, Premise
from derivations.claim.verdicts import StatesVerdict
from derivations.derivation.existence import State, contexts, is_state, states

NOTATION = Notation.of("x [] x\na [] a\nb [] b\nn [] (integer) count\ny [] y\nz [] z")


def taken(*premises: str) -> Board:
    """A board with premises."""
    board = Board(NOTATION)
    for place, text in enumerate(premises):
        board.take(Premise(f"premise-{place}", text))
    return board


@pytest.mark.parametrize(
    ("premises", "found"),
    [
        (("y = a*x", "y <= b"), True),
        (("y = max(a*x, b)", "z = y^2", "z > 4"), True),
        (("n = a/b", "a > b"), True),
        (("n*y = 1", "y > 1"), False),  # a whole number that is below 1
        (("x*x = 2",), False),  # there is one, and no fraction is
    ],
)
def test_an_exact_point_is_found_or_nothing_is_said(premises: tuple[str, ...], found: bool) -> None:
    """What is found satisfies every premise, put in exactly."""
    derivation = taken(*premises).finish()
    (state,) = states(derivation, {})
    assert bool(state.values) is found
    assert is_state(derivation, state) is found


def test_numbers_near_by_are_where_it_begins() -> None:
    """Close to those of a deployment all is as there."""
    derivation = taken("y = a*x", "y >= 1000*b").finish()
    (state,) = states(derivation, {"a": Fraction(7), "x": Fraction(9000), "b": Fraction(2)})
    assert (state.values["a"], state.values["y"]) == (7, 63000)


def at_a_balance(*premises: str) -> Derivation:
    """A derivation with a boundary, and what is supposed beside it."""
    board = taken("y = max(a*x, b)", *premises)
    balance = board.boundary("balance", board.take(Premise("roofline", "z = max(a*x, b)")))
    above = board.suppose(Premise("above", "x > 3"))
    board.state("line", "a < b", (balance, above))
    return board.finish()


def test_each_context_has_a_state_of_its_own() -> None:
    """The premises alone, what is supposed at a boundary, and both suppositions together."""
    derivation = at_a_balance()
    found = states(derivation, {})
    assert [each.context.words for each in found] == ["", "at balance", "where above", "at balance, where above"]
    assert all(is_state(derivation, each) for each in found)
    for each in found:
        values = each.values
        assert values["y"] == max(values["a"] * values["x"], values["b"])
        assert "above" not in each.context.names or values["x"] > 3
        assert "balance" not in each.context.names or values["a"] * values["x"] == values["b"]


def test_numbers_that_break_something_are_no_state() -> None:
    """In one letter, outside of a domain, or where something is missing."""
    derivation = at_a_balance()
    state = states(derivation, {})[-1]
    assert is_state(derivation, state)
    for name in ("x", "a", "y"):
        for wrong in ({**state.values, name: state.values[name] + 1}, {**state.values, name: Fraction(-1)},
                      {other: value for other, value in state.values.items() if other != name}):
            assert not is_state(derivation, replace(state, values=wrong))
    assert not is_state(derivation, replace(state, values={}))


@pytest.mark.parametrize(
    ("found", "words"),
    [
        ((True,), "an exact point satisfies all premises"),
        ((True, True, False), "an exact point satisfies all premises, also at balance; whether one also does where "
                              "above is open"),
        ((False, True, True), "an exact point satisfies all premises, also at balance and where above"),
        ((False, False), "no exact point was found that satisfies all premises; whether there is one is open"),
    ],
)
def test_what_was_found_is_told(found: tuple[bool, ...], words: str) -> None:
    """A state with more supposed is one of the premises, too."""
    derivation = at_a_balance()
    told = [State(context, {"x": Fraction(1)} if shown else {})
            for context, shown in zip(contexts(derivation), found, strict=False)]
    verdict = StatesVerdict.of(told)
    assert verdict.words == words
    assert verdict.as_data()["premises"] == ("shown" if any(found) else "open")


SLOPES = Notation.of("u [] u\nv [] v\nz [] (real) slope of v\nw [] w\nt [] (positive) slope")


def with_a_slope(named: str, *premises: str, line: str = "v = u^2") -> Derivation:
    """A derivation that names the slope of a premise, with further premises."""
    board = Board(SLOPES)
    board.differentiate("slope", board.take(Premise("line", line)), "u", named)
    for place, text in enumerate(premises):
        board.take(Premise(f"premise-{place}", text))
    return board.finish()


def test_a_state_has_the_slopes_that_are_named() -> None:
    """With z = 2u no w = (v - u*z)/u is above zero: it is -u. With any other number for z there would be a state."""
    (state,) = states(with_a_slope("z", "w = (v - u*z)/u"), {})
    assert not state.values
    (free,) = states(with_a_slope("z", "w = (2*v - u*z)/u + 1"), {})
    assert free.values["z"] == 2 * free.values["u"]


def test_a_slope_that_is_positive_by_its_domain_is_so_in_a_state() -> None:
    """That of 1/u is never, and has no such name."""
    assert states(with_a_slope("t"), {})[0].values["t"] > 0
    assert not with_a_slope("t", line="v = 1/u")["slope"].verdict.holds
