"""Suppositions of a step: the boundary it is at, and the branch of a solution it is on."""

from __future__ import annotations

from derivations import Board, Handle, Notation, Premise

NOTATION = Notation.of("x [] x\na [] a\nb [] b\ny [] y\nz [] z")


def test_steps_at_a_boundary_say_so() -> None:
    """That two arguments of a max are equal does not follow from the max; steps that rest on it name it."""
    board = Board(NOTATION)
    roofline = board.take(Premise("roofline", "y = max(a*x, b + x)"))
    balance = board.boundary("balance", roofline)
    board.rewrite("turned", balance, "b = (a - 1)*x", because="no more than another form")
    board.state("apart", "y >= a*x", (roofline,))
    derivation = board.finish()
    assert derivation["turned"].within == ("balance",)
    assert derivation["balance"].within == ("balance",)
    assert derivation["apart"].within == ()
    assert "at balance" in derivation["turned"].to_markdown()
    assert "at balance" not in derivation["balance"].to_markdown()


def test_an_edge_is_a_quantity_of_its_own() -> None:
    """Where a condition ends is no longer at the boundary that it came from."""
    board = Board(NOTATION)
    roofline = board.take(Premise("roofline", "y = max(a*x, b + z*x)"))
    batch = board.solve("batch", board.boundary("balance", roofline), for_="x")
    board.isolate("edge", batch, of="z", named="y")
    derivation = board.finish()
    assert derivation["batch"].within == ("balance",)
    assert derivation["edge"].within == ()


def test_two_branches_never_hold_together() -> None:
    """Each root solves the equation; a step that uses both would prove that they are equal."""
    board = Board(NOTATION)
    roots = board.take(Premise("roots", "(x - a)*(x - b) = 0"))
    board.solve("root", roots, for_="x")
    first, second = Handle("root-1"), Handle("root-2")
    board.equate("both", first, second)
    board.state("hence", "a = b", (first, second))
    board.state("alone", "y + x > 0", (first,))
    derivation = board.finish()
    assert derivation["root-1"].verdict.holds
    assert derivation["root-2"].verdict.holds
    for name in ("both", "hence"):
        assert derivation[name].verdict.finding == "inconclusive"
        assert "different branches" in derivation[name].verdict.reason
    assert derivation["alone"].within == ("root-1",)
    assert derivation["root"].verdict.reason == "2 admissible branches, choose one: root-1, root-2"


def test_a_reject_needs_something_to_be_held_against() -> None:
    """A formula for a quantity that nothing given determines is not refuted by failing to follow."""
    board = Board(NOTATION)
    taken = board.take(Premise("taken", "y = a*b"))
    board.reject("idle", "a = b")
    board.reject("elsewhere", "z = a", against=(taken,))
    board.reject("wrong", "y = a/b", against=(taken,))
    derivation = board.finish()
    assert not derivation["idle"].sound
    assert not derivation["elsewhere"].sound
    assert derivation["wrong"].sound
