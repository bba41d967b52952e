"""The way back through any number of rounds, or layers: both halves recovered, whatever the functions are."""

from __future__ import annotations

from derivations.claims.premises import rounds as given
from derivations.engine.board import Board, Handle


def way_back(board: Board, forward: tuple[Handle, ...]) -> Handle:
    """From the last round back to the first; the step that has all of them undone."""
    back = (given.LEFT_BACK_END, given.RIGHT_BACK_END, given.RIGHT_BACK, given.LEFT_BACK)
    left, right = board.induct(
        "undone", ("left_back(k_round) = left(k_round)", "right_back(k_round) = right(k_round)"), "k_round",
        (*forward, *(board.take(item) for item in back)), "n_rounds", downward=True,
        because="if both halves are recovered after a round, they are before it",
    )  # fmt: skip
    result = board.instance("plain-left", left, "k_round", "0", because="all rounds undone: the left half")
    board.instance("plain-right", right, "k_round", "0", because="all rounds undone: the right half")
    return result
