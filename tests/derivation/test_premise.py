"""Premises, their alternatives, and what may stand in their place."""

from __future__ import annotations

import pytest

from derivations import Alternative, Assumptions, Board, Notation, Premise, Quantity
from derivations.errors import DimensionError, GrammarError, InputError, UnknownNameError

NOTATION = Notation.of("T [s] time\na [s] one\nb [s] other\nn [] count")
INDEX = Quantity("x", "s", "time of the index")
TIME = Premise(
    "time",
    "T = max(a, b)",
    because="they overlap",
    source="a book",
    alternatives=(
        Alternative("serial", "T = a + b", because="they do not", source="another book"),
        Alternative("indexed", "T = a + x", because="there is an index", quantities=(INDEX,)),
    ),
)


def test_default() -> None:
    """Without assumptions the premise is taken as written, with its reason and source."""
    board = Board(NOTATION)
    board.take(TIME)
    step = board.finish()["time"]
    assert str(step.relation) == "T = max(a, b)"
    assert (step.because, step.source, step.replaces) == ("they overlap", "a book", "")


def test_alternative_by_name_brings_its_reason() -> None:
    """The reason and the source are those of the alternative, and the default is named."""
    board = Board(NOTATION, Assumptions({"time": "serial"}))
    board.take(TIME)
    step = board.finish()["time"]
    assert str(step.relation) == "T = a + b"
    assert (step.because, step.source, step.replaces) == ("they do not", "another book", "T = max(a, b)")


def test_alternative_brings_quantities() -> None:
    """A letter that only the alternative needs is known from then on."""
    board = Board(NOTATION, Assumptions({"time": "indexed"}))
    time = board.take(TIME)
    board.solve("index", time, for_="x")
    derivation = board.finish()
    assert str(derivation["index"].relation) == "x = T - a"
    assert "x" in derivation.notation


def test_own_relation() -> None:
    """A relation with the same left side may be typed."""
    board = Board(NOTATION, Assumptions({"time": "T = n*a"}))
    board.take(TIME)
    assert board.finish()["time"].because == "assumed by the reader"


@pytest.mark.parametrize(
    ("text", "error", "told"),
    [
        ("seriel", UnknownNameError, "serial"),
        ("T = T + a", InputError, "circular"),
        ("a = b", InputError, "defines T, not a"),
        ("T = a*b", DimensionError, "s^2"),
        ("T = a + n", DimensionError, "n is"),
        ("T = a +", GrammarError, "ends"),
        ("T = a + zz", GrammarError, "zz"),
        ("T = a; import os", GrammarError, "column"),
    ],
)
def test_what_cannot_stand_there(text: str, error: type[Exception], told: str) -> None:
    """Each is refused in one line that says what is wrong."""
    board = Board(NOTATION, Assumptions({"time": text}))
    with pytest.raises(error, match=told.replace("^", r"\^")) as caught:
        board.take(TIME)
    assert "\n" not in str(caught.value)


def test_premises_in_a_circle() -> None:
    """Two premises that define each other are named; nothing is derived from them."""
    board = Board(NOTATION, Assumptions({"one": "a = T"}))
    board.take(Premise("one", "a = b"))
    with pytest.raises(InputError, match="premises time and one define T in a circle"):
        board.take(Premise("time", "T = a + b"))


def test_unused_assumption() -> None:
    """A premise that nothing took is named, with the ones there are."""
    board = Board(NOTATION, Assumptions({"tyme": "serial"}))
    board.take(TIME)
    with pytest.raises(UnknownNameError, match="did you mean time"):
        board.finish()


def test_premises_that_part_and_meet_again_are_no_circle() -> None:
    """However many ways lead from one to another: each premise is looked at once."""
    places = range(40)
    letters = "\n".join(f"y{place} [s] time\nu{place} [s] time\nv{place} [s] time" for place in [*places, 40])
    board = Board(Notation.of(f"{letters}\nx [s] time\nw [s] time"))
    board.take(Premise("last", "w = 2*x"))
    for place in places:
        board.take(Premise(f"u-{place}", f"u{place} = 2*y{place}"))
        board.take(Premise(f"v-{place}", f"v{place} = 3*y{place}"))
        board.take(Premise(f"y-{place}", f"y{place + 1} = u{place} + v{place}"))
    board.take(Premise("first", "x = 2*y40"))
    with pytest.raises(InputError, match="in a circle"):
        board.take(Premise("back", "y0 = 2*w"))
