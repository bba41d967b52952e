"""Tracing: through definitions as far as they reach, never back to the quantity in question."""

from derivations import Board, Notation, Premise
from derivations.derivation.derivation import Derivation
from derivations.numbers.tracing import Tracing

NOTATION = Notation.of("t [s] time\nS [byte] size\nW [byte/s] bandwidth\nG [GPU] GPUs\nw [byte/s/GPU] one GPU's")


def _derivation() -> Derivation:
    board = Board(NOTATION)
    load = board.take(Premise("load", "t = S/W"))
    board.take(Premise("pooled", "W = G*w"))
    board.solve("bandwidth", load, for_="W")
    return board.finish()


def test_as_far_as_definitions_reach() -> None:
    """Through the bandwidth to the GPUs, where only they have values."""
    derivation = _derivation()
    t, size, *_ = (quantity.symbol for quantity in NOTATION)
    gpus, one = (NOTATION[name].symbol for name in ("G", "w"))
    assert Tracing(derivation, frozenset({"S", "G", "w"})).expanded(t) == size / (gpus * one)


def test_a_quantity_with_a_value_is_left_alone() -> None:
    """A given bandwidth cuts what it is made of."""
    derivation = _derivation()
    t, size, bandwidth, *_ = (quantity.symbol for quantity in NOTATION)
    assert Tracing(derivation, frozenset({"S", "W"})).expanded(t) == size / bandwidth


def test_what_leads_back_to_the_quantity_in_question_says_nothing_about_it() -> None:
    """W = S/t is not turned into W = W."""
    derivation = _derivation()
    t, size, bandwidth, *_ = (quantity.symbol for quantity in NOTATION)
    tracing = Tracing(derivation, frozenset({"S"}))
    assert tracing.expanded(size / t, target=bandwidth) == size / t


def test_what_was_traced_once_is_the_same_object() -> None:
    """Many scenarios with the same names cost little more than one."""
    tracing = Tracing(_derivation(), frozenset({"S", "G", "w"}))
    t = NOTATION["t"].symbol
    assert tracing.expanded(t) is tracing.expanded(t)
