"""Where reads overtake compute as the context grows."""

from __future__ import annotations

from derivations.claims.serving.balance import Pass
from derivations.engine.board import Board, Handle


def kink(board: Board, times: Pass, groups: tuple[Handle, ...]) -> Handle:
    """The two regimes of a pass, and the context at which one goes over into the other.

    `groups` are the ridge, the sparsity and the crossover context, in which the edge is told.
    """
    spelled = board.substitute("roofline-in-full", times.roofline, times.times, because="the times, written out")
    flat, _ = board.split("regimes", spelled, ("compute-bound", "memory-bound"), because="one of the two is slower")
    edge = board.isolate(
        "kink-in-full", flat, of="L", named="L_even",
        because="up to this context the pass is bound by compute, and beyond it by memory",
    )  # fmt: skip
    return board.rewrite(
        "kink", edge, "L_even = L_x*(1 - r*s/(n*B))", using=groups, condition="r*s < n*B",
        because="short of L_x by what the weights take of the time; there is none below the balance batch",
    )  # fmt: skip
