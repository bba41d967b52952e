"""Derivations with functions as plain data, and checked again."""

import json

import pytest

from derivations.derivation.board import Board
from derivations.derivation.derivation import Derivation
from derivations.derivation.premise import Premise
from derivations.derivation.recheck import recheck, upheld
from derivations.derivation.stored import restored, stored
from derivations.errors import InputError

from ..proof.functions import NOTATION


def derivation() -> Derivation:
    """Steps of every kind that speak of functions, and wrong statements."""
    board = Board(NOTATION)
    recurrence = board.take(Premise("recurrence", "x(k + 1) = x(k) + r", because="equal steps"))
    (closed,) = board.induct("closed", ["x(k) = x(0) + r*k"], "k", [recurrence])
    board.instance("third", closed, "k", "3")
    given = board.take(Premise("given", "c = xor(b, F(a))", because="mixed"))
    board.state("back", "b = xor(c, F(a))", [given])
    board.reject("wrong-bit", "b = xor(c, F(b))", [given])
    stack = board.take(Premise("stack", "s = r + smooth(r)", because="a residual"))
    slope = board.differentiate("slope-of-s", stack, by="r", named="t")
    board.reject("wrong-slope", "t = slope(r)*smooth(r)", [slope, stack])
    return board.finish()


def test_what_is_stored_comes_back_equal_and_is_upheld() -> None:
    own = derivation()
    assert all(step.sound for step in (*own.trace, *own.rejects))
    assert len(own.rejects) == 2
    again = Derivation.from_json(json.dumps(own.to_json()))
    assert again.checked() == own
    assert again.notation == own.notation
    assert upheld(recheck(again)), [str(item) for item in recheck(again) if not item.upheld]


def test_notes_and_goals_are_looked_at() -> None:
    """An index that was changed in a file is not upheld."""
    for step, key, value in (
        ("closed", "note", "for every k from 1 on"),
        ("closed", "relation", "x(k) = x(0) + 2*r*k"),
        ("third", "relation", "x(3) = x(0) + 2*r"),
        ("slope-of-s", "relation", "t = slope(r)"),
    ):
        data = stored(derivation())
        (changed,) = (item for item in data["trace"] if item["name"] == step)
        changed[key] = value
        found = {item.step.name: item.upheld for item in recheck(restored(data))}
        assert not found[step], step


@pytest.mark.parametrize(
    ("key", "value", "message"),
    [("of", "number", "is a list, not a text"), ("of", ["bytes per"], "unit"), ("derivative", 3, "is a text")],
)
def test_a_function_that_is_none_is_refused(key: str, value: object, message: str) -> None:
    data = stored(derivation())
    (function,) = (item for item in data["notation"] if item["name"] == "smooth")
    function[key] = value
    with pytest.raises(InputError, match=message):
        restored(data)
