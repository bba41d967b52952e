"""feistel: why any function makes a round that can be undone.

Lecture 2:09:15 to 2:09:58. Said: (x, y) becomes (x, y + f(x)), and f need not be invertible.
"""

from __future__ import annotations

from derivations.claims import chapters
from derivations.claims.claim import Claim
from derivations.claims.nets.feistel_said import ASSERTED, READINGS
from derivations.claims.nets.mixing import with_swap, without_swap
from derivations.claims.nets.way_back import way_back
from derivations.claims.notation.rounds import (
    ONE_ROUND,
    ONE_ROUND_OF_BITS,
    ROUNDS,
    ROUNDS_BACK,
    ROUNDS_OF_BITS,
    TWO_ROUNDS,
    WITHOUT_SWAP,
)
from derivations.claims.premises import rounds as given
from derivations.engine.board import Board, Handle
from derivations.engine.quantity import Notation


def feistel(board: Board) -> Handle:
    """One round undone, any number of them undone, and what it takes that both halves are mixed."""
    _one_round(board)
    forward = tuple(board.take(item) for item in (given.LEFT_NEXT, given.RIGHT_NEXT))
    result = way_back(board, forward)
    without_swap(board)
    with_swap(board, forward)
    _over_bits(board)
    return result


def _one_round(board: Board) -> None:
    """The inverse as it was said, over numbers and for each bit, and what is wrongly said about it."""
    added = board.take(given.ROUND)
    undone = board.solve("one-round-undone", added, for_="half_y", because="what was added is taken off again")
    mixed = board.take(given.ROUND_OF_BITS)
    board.solve("bits-undone-once", mixed, for_="bits_y",
                because="exclusive or with the same row twice changes nothing: forward and back are the same step")
    case = (board.take(given.OTHER_TEXT), board.take(given.SAME_VALUE))
    board.reject(
        "function-has-to-be-invertible", "half_other = half_x", against=(added, undone, *case),
        because="if f had to be invertible, two halves with one value of f would be the same; f may even be constant",
    )  # fmt: skip
    board.reject(
        "plus-for-minus", "half_y = half_z + f_one(half_x)", against=(added,),
        because="over numbers the inverse takes off what was added; only over bits is the sign no matter",
    )  # fmt: skip
    board.reject(
        "function-of-the-changed-half", "half_y = half_z - f_one(half_z)", against=(added,),
        because="the half that was changed does not tell what was added to it; the one that stayed does",
    )  # fmt: skip
    board.reject(
        "sum-of-rows", "bits_z = bits_y + f_bits(bits_x)", against=(mixed,),
        because="one and one is two, which takes another digit: exclusive or is addition without the carry",
    )  # fmt: skip


def _over_bits(board: Board) -> None:
    """The way back once more, where adding is exclusive or."""
    forward = (given.LEFT_NEXT_BITS, given.RIGHT_NEXT_BITS)
    back = (given.LEFT_BITS_BACK_END, given.RIGHT_BITS_BACK_END, given.RIGHT_BITS_BACK, given.LEFT_BITS_BACK)
    left, right = board.induct(
        "bits-undone",
        ("left_bits_back(k_round) = left_bits(k_round)", "right_bits_back(k_round) = right_bits(k_round)"),
        "k_round", tuple(board.take(item) for item in (*forward, *back)), "n_rounds", downward=True,
        because="the same argument: what is put on twice is gone, in every digit, however many there are",
    )  # fmt: skip
    board.instance("plain-left-bits", left, "k_round", "0", because="all rounds undone: the left half")
    board.instance("plain-right-bits", right, "k_round", "0", because="all rounds undone: the right half")


FEISTEL = Claim(
    name="feistel",
    title="Feistel rounds: any function can be undone",
    chapter=chapters.CRYPTOGRAPHY,
    question="How can a layer be run backward if its function has no inverse?",
    notation=Notation((*ONE_ROUND, *ROUNDS, *ROUNDS_BACK, *WITHOUT_SWAP, *TWO_ROUNDS, *ONE_ROUND_OF_BITS,
                       *ROUNDS_OF_BITS)),
    body=feistel,
    result="plain-left",
    readings=READINGS,
    asserted=ASSERTED,
)  # fmt: skip
