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
    bits = board.take(given.ROUND_OF_BITS)
    board.state(
        "bit-undone", "y_bit(j_bit) = xor(z_bit(j_bit), f_bit(j_bit, half_x))", (bits,),
        because="exclusive or with the same bit twice changes nothing: forward and back are the same step",
    )  # fmt: skip
    first = board.define("first-bit", "z_first")
    zero = board.instance("bit-zero", bits, "j_bit", "0", because="that bit")
    carry = board.state("first-bit-changed", "z_first = xor(y_bit(0), f_bit(0, half_x))", (first, zero),
                        because="the round, for one bit")  # fmt: skip
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
        "sum-of-bits", "z_first = y_bit(0) + f_bit(0, half_x)", against=(carry,),
        because="one and one is two, which is no bit: exclusive or is addition without the carry",
    )  # fmt: skip


def _over_bits(board: Board) -> None:
    """The way back once more, where adding is exclusive or."""
    forward = (given.LEFT_NEXT_BIT, given.RIGHT_NEXT_BIT)
    back = (given.LEFT_BIT_BACK_END, given.RIGHT_BIT_BACK_END, given.RIGHT_BIT_BACK, given.LEFT_BIT_BACK)
    left, right = board.induct(
        "bits-undone",
        ("left_bit_back(k_round) = left_bit(k_round)", "right_bit_back(k_round) = right_bit(k_round)"),
        "k_round", tuple(board.take(item) for item in (*forward, *back)), "n_rounds", downward=True,
        because="the same argument, by cases of bits; a wider half is undone bit by bit as in bit-undone",
    )  # fmt: skip
    board.instance("plain-left-bit", left, "k_round", "0", because="all rounds undone: the left half")
    board.instance("plain-right-bit", right, "k_round", "0", because="all rounds undone: the right half")


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
