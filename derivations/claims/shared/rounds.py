"""Feistel rounds: each changes one half by a function of the other, and any number of them is undone."""

from __future__ import annotations

from typing import TYPE_CHECKING

from derivations.derivation.premise import Alternative, Premise
from derivations.language.quantity import Quantity

if TYPE_CHECKING:
    from derivations.derivation.board import Board
    from derivations.derivation.script import Handle

ROUND_INDEX = Quantity("k_round", "", "round, counted from 0", "whole", latex="k")

ROUNDS = (
    ROUND_INDEX,
    Quantity("n_rounds", "", "rounds of the cipher", "whole", latex="n"),
    Quantity("left", "", "left half before round k", "real", latex="L", of=("index",)),
    Quantity("right", "", "right half before round k", "real", latex="R", of=("index",)),
    Quantity("f_round", "", "any function, a different one in each round", "real", latex="F", of=("index", ""),
             derivative="f_slope"),
    Quantity("f_slope", "", "derivative of that function, where it has one", "real", latex="F'", of=("index", "")),
)

ROUNDS_BACK = (
    Quantity("left_back", "", "left half before round k, as it is recovered", "real", latex=r"\hat L", of=("index",)),
    Quantity("right_back", "", "right half before round k, as it is recovered", "real", latex=r"\hat R", of=("index",)),
)


ROUNDS_PLACE = "lecture 2:09:15 to 2:09:58"

# rounds that swap the halves
LEFT_NEXT = Premise(
    "left-next", "left(k_round + 1) = right(k_round)",
    because="the halves swap places, so the next round changes the other half",
    source="H. Feistel's cipher as it is commonly written; the swap is not in the lecture",
)
RIGHT_NEXT = Premise(
    "right-next", "right(k_round + 1) = left(k_round) + f_round(k_round, right(k_round))",
    because="a function of one half is added to the other half, with a different function in each round",
    source=f"after {ROUNDS_PLACE}",
    alternatives=(
        Alternative(
            "own-half", "right(k_round + 1) = left(k_round) + f_round(k_round, left(k_round))",
            because="a slip: it takes the function of the half that changes and is lost",
            source="our own, to show what the inverse depends on",
        ),
    ),
)
RIGHT_BACK_END = Premise(
    "right-back-end", "right_back(n_rounds) = right(n_rounds)",
    because="the inverse starts from the output of the last round", source="our own",
)
LEFT_BACK_END = Premise(
    "left-back-end", "left_back(n_rounds) = left(n_rounds)",
    because="the inverse starts from the output of the last round", source="our own",
)
RIGHT_BACK = Premise(
    "right-back", "right_back(k_round) = left_back(k_round + 1)",
    because="the unchanged half is read off", source=ROUNDS_PLACE,
)
LEFT_BACK = Premise(
    "left-back", "left_back(k_round) = right_back(k_round + 1) - f_round(k_round, left_back(k_round + 1))",
    because="compute the function of the unchanged half again, forward, and subtract it",
    source=ROUNDS_PLACE,
)


def undo_rounds(board: Board, forward: tuple[Handle, ...]) -> Handle:
    """All rounds undone by downward induction, from the last to the first; returns the left half before them."""
    back = (LEFT_BACK_END, RIGHT_BACK_END, RIGHT_BACK, LEFT_BACK)
    left, right = board.induct(
        "undone", ("left_back(k_round) = left(k_round)", "right_back(k_round) = right(k_round)"), "k_round",
        (*forward, *(board.take(item) for item in back)), "n_rounds", downward=True,
        because="if both halves are recovered after a round, they are recovered before it",
    )
    result = board.instance("plain-left", left, "k_round", "0", because="all rounds undone: the left half")
    board.instance("plain-right", right, "k_round", "0", because="all rounds undone: the right half")
    return result
