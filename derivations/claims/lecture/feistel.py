"""feistel: why any function makes a round that can be undone, and what it costs to undo it.

Lecture 2:09:15 to 2:09:58. Said: (x, y) becomes (x, y + f(x)), and f need not be invertible. Not said: how often f is
computed on the way back, and how many rounds it takes to mix both halves.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from derivations.claim.claim import AS_SAID, Asserted, Claim, Reading, Said
from derivations.claims.shared import chapters
from derivations.claims.shared.rounds import LEFT_NEXT, RIGHT_NEXT, ROUNDS, ROUNDS_BACK, ROUNDS_PLACE, undo_rounds
from derivations.claims.shared.said import POPE
from derivations.derivation.premise import Alternative, Premise
from derivations.language.quantity import Notation, Quantity
from derivations.numbers.source import Source

if TYPE_CHECKING:
    from derivations.derivation.board import Board
    from derivations.derivation.script import Handle

# --- letters

ONE_ROUND = (
    Quantity("half_x", "", "half that a round leaves unchanged", "real", latex="x"),
    Quantity("half_y", "", "half that a round changes", "real", latex="y"),
    Quantity("half_z", "", "what the round makes of it", "real", latex="z"),
    Quantity("f_one", "", "any function: what a round adds", "real", latex="f", of=("",)),
    Quantity("half_other", "", "half that a round leaves unchanged, in another text", "real", latex=r"\tilde x"),
    Quantity("half_d", "", "by how much the two differ", "real", latex="d"),
)

ONE_ROUND_OF_BITS = (
    Quantity("bits_x", "", "half that a round leaves unchanged, a row of bits of any width read as a whole number",
             "whole", latex="a"),
    Quantity("bits_y", "", "half that a round changes, such a row", "whole", latex="b"),
    Quantity("bits_z", "", "what the round makes of it", "whole", latex="c"),
    Quantity("f_bits", "", "any function of such a row: what a round adds", "whole", latex="g", of=("",)),
)

TWO_ROUNDS = (
    Quantity("y_two", "", "what two rounds with swaps make of the half y", "real", latex="y_{2}", definition="left(2)"),
    Quantity("x_two", "", "what two rounds with swaps make of the half x", "real", latex="x_{2}",
             definition="right(2)"),
    Quantity("y_three", "", "what three rounds with swaps make of the half y", "real", latex="y_{3}",
             definition="right(3)"),
    Quantity("slope_yy", "", "derivative of the half y after two rounds by y", "real", latex="J_{yy}"),
    Quantity("slope_yx", "", "derivative of the half y after two rounds by x", "real", latex="J_{yx}"),
    Quantity("slope_xy", "", "derivative of the half x after two rounds by y", "real", latex="J_{xy}"),
    Quantity("slope_xx", "", "derivative of the half x after two rounds by x", "real", latex="J_{xx}"),
    Quantity("slope_yy_three", "", "derivative of the half y after three rounds by y", "real", latex="J_{3}"),
)

WITHOUT_SWAP = (
    Quantity("x_same", "", "half that every round leaves unchanged", "real", latex="X", of=("index",)),
    Quantity("y_same", "", "half that every round changes", "real", latex="Y", of=("index",)),
    Quantity("x_same_2nd", "", "half that every round leaves unchanged, in a second run", "real", latex=r"\tilde X",
             of=("index",)),
    Quantity("y_same_2nd", "", "half that every round changes, in a second run", "real", latex=r"\tilde Y",
             of=("index",)),
)

ROUNDS_OF_BITS = (
    Quantity("left_bits", "", "left half before round k, a row of bits of any width", "whole", latex="l",
             of=("index",)),
    Quantity("right_bits", "", "right half before round k, such a row", "whole", latex="r", of=("index",)),
    Quantity("left_bits_back", "", "that left half as it is recovered", "whole", latex=r"\hat l", of=("index",)),
    Quantity("right_bits_back", "", "that right half as it is recovered", "whole", latex=r"\hat r", of=("index",)),
    Quantity("f_round_bits", "", "any function of a row of bits, a different one in each round", "whole", latex=r"\varphi",
             of=("index", "")),
)

CALLS = (
    Quantity("n_calls", "", "functions computed before round k on the way forward", "real", latex="C", of=("index",)),
    Quantity("c_again", "", "functions computed on the way back to recover both halves before round k", "real",
             latex=r"\hat C", of=("index",)),
    Quantity("c_undo", "", "functions computed to undo one round", "real", latex=r"c_{1}"),
    Quantity("n_do", "", "functions computed to encrypt", "real", latex=r"N_{\mathrm{forward}}",
             definition="n_calls(n_rounds)"),
    Quantity("n_undo", "", "functions computed to undo it", "real", latex=r"N_{\mathrm{back}}", definition="c_again(0)"),
)

LETTERS = Notation((
    *ONE_ROUND, *ROUNDS, *ROUNDS_BACK, *WITHOUT_SWAP, *TWO_ROUNDS, *ONE_ROUND_OF_BITS, *ROUNDS_OF_BITS,
    *CALLS,
))


# --- premises

_XOR = "a cipher computes with bits, where adding is exclusive or"
_SECOND = "a second run of the same cipher, with the same functions"

# one round, as it was said
ROUND = Premise(
    "round", "half_z = half_y + f_one(half_x)",
    because="one half stays unchanged, and any function of it is added to the other half", source=ROUNDS_PLACE,
)
SAME_VALUE = Premise(
    "same-value", "f_one(half_x) = f_one(half_other)",
    because="the function has the same value for both, so it has no inverse unless they are the same half",
    source="our own",
)
OTHER_TEXT = Premise(
    "other-text", "half_other = half_x + half_d",
    because="a case: a second text, whose half is the same only if the difference is zero", source="our own",
)
ROUND_OF_BITS = Premise(
    "round-of-bits", "bits_z = xor(bits_y, f_bits(bits_x))",
    because=f"{_XOR}: each bit separately, without a carry, in halves of any width; each added bit may depend on all of the unchanged half",
    source=f"after {ROUNDS_PLACE}, and 2:03:52 to 2:09:15 on the field of two elements",
)
LEFT_START = Premise(
    "left-start", "left(0) = half_y",
    because="the first round changes the half y", source=ROUNDS_PLACE,
)
RIGHT_START = Premise("right-start", "right(0) = half_x", because="and reads the half x", source=ROUNDS_PLACE)

# rounds that do not swap
STAYS = Premise(
    "stays", "x_same(k_round + 1) = x_same(k_round)",
    because="without a swap the same half stays unchanged in every round", source=f"{ROUNDS_PLACE}, repeated as it stands",
)
CHANGES = Premise(
    "changes", "y_same(k_round + 1) = y_same(k_round) + f_round(k_round, x_same(k_round))",
    because="and the other one is changed in every round", source=f"{ROUNDS_PLACE}, repeated as it stands",
)
STAYS_2ND = Premise("stays-2nd", "x_same_2nd(k_round + 1) = x_same_2nd(k_round)", _SECOND, "our own")
CHANGES_2ND = Premise(
    "changes-2nd", "y_same_2nd(k_round + 1) = y_same_2nd(k_round) + f_round(k_round, x_same_2nd(k_round))",
    because=_SECOND, source="our own",
)
ONLY_Y_DIFFERS = Premise(
    "only-y-differs", "x_same_2nd(0) = x_same(0)",
    because="a case: two runs that begin with the same half x, and with any y", source="our own",
)

# rounds of bits
LEFT_NEXT_BITS = Premise(
    "left-next-bits", "left_bits(k_round + 1) = right_bits(k_round)",
    because="the swap", source="as over numbers",
)
RIGHT_NEXT_BITS = Premise(
    "right-next-bits", "right_bits(k_round + 1) = xor(left_bits(k_round), f_round_bits(k_round, right_bits(k_round)))",
    because=f"{_XOR}, digit by digit",
    source=f"after {ROUNDS_PLACE}, and 2:03:52 to 2:09:15 on the field of two elements",
    alternatives=(
        Alternative(
            "own-half", "right_bits(k_round + 1) = xor(left_bits(k_round), f_round_bits(k_round, left_bits(k_round)))",
            because="a slip: it takes the function of the half that changes and is lost",
            source="our own, to show what the inverse depends on",
        ),
    ),
)
LEFT_BITS_BACK_END = Premise(
    "left-bits-back-end", "left_bits_back(n_rounds) = left_bits(n_rounds)",
    because="the inverse starts there", source="our own",
)
RIGHT_BITS_BACK_END = Premise(
    "right-bits-back-end", "right_bits_back(n_rounds) = right_bits(n_rounds)",
    because="the inverse starts there", source="our own",
)
RIGHT_BITS_BACK = Premise(
    "right-bits-back", "right_bits_back(k_round) = left_bits_back(k_round + 1)",
    because="it is read off", source=ROUNDS_PLACE,
)
LEFT_BITS_BACK = Premise(
    "left-bits-back",
    "left_bits_back(k_round) = xor(right_bits_back(k_round + 1), f_round_bits(k_round, left_bits_back(k_round + 1)))",
    because="the same function as forward; exclusive or removes what it added", source=ROUNDS_PLACE,
)

# what either way computes
CALLS_START = Premise("calls-start", "n_calls(0) = 0", because="nothing is computed yet", source="our own")
CALLS_NEXT = Premise(
    "calls-next", "n_calls(k_round + 1) = n_calls(k_round) + 1",
    because="a round computes one function, of the unchanged half", source=ROUNDS_PLACE,
)
AGAIN_END = Premise("again-end", "c_again(n_rounds) = 0", because="the inverse has computed nothing yet", source="our own")
AGAIN_NEXT = Premise(
    "again-next", "c_again(k_round) = c_again(k_round + 1) + c_undo",
    because="every round is undone in the same way", source=ROUNDS_PLACE,
)
UNDO_ONE = Premise(
    "undo-one", "c_undo = 1",
    because="to undo a round, compute the same function forward again and subtract it: no search for values is needed",
    source=ROUNDS_PLACE,
    alternatives=(
        Alternative(
            "values-tried", "c_undo = n_tried",
            because="a round that replaces the half by the function itself has to be inverted: try values of the half until the function gives the known value",
            source="our own: a function that is known by its values alone",
            quantities=(Quantity("n_tried", "", "values of a half to try: at worst all of them"),),
        ),
    ),
)


# --- the argument

def feistel(board: Board) -> Handle:
    """One round undone, any number of them undone, and what it takes that both halves are mixed."""
    _one_round(board)
    forward = tuple(board.take(item) for item in (LEFT_NEXT, RIGHT_NEXT))
    result = _cost(board, undo_rounds(board, forward))
    _without_swap(board)
    _with_swap(board, forward)
    _over_bits(board)
    return result


def _one_round(board: Board) -> None:
    """The inverse as it was said, over numbers and for each bit, and what is wrongly said about it."""
    added = board.take(ROUND)
    undone = board.solve("one-round-undone", added, for_="half_y", because="subtract what was added")
    mixed = board.take(ROUND_OF_BITS)
    board.solve("bits-undone-once", mixed, for_="bits_y",
                because="exclusive or with the same row twice changes nothing: forward and back are the same step")
    case = (board.take(OTHER_TEXT), board.take(SAME_VALUE))
    board.reject(
        "function-has-to-be-invertible", "half_other = half_x", against=(added, undone, *case),
        because="if f had to be invertible, two halves with one value of f would be the same; f may even be constant",
    )
    board.reject(
        "plus-for-minus", "half_y = half_z + f_one(half_x)", against=(added,),
        because="over numbers the inverse subtracts what was added; only over bits does the sign not matter",
    )
    board.reject(
        "function-of-the-changed-half", "half_y = half_z - f_one(half_z)", against=(added,),
        because="the changed half does not tell what was added to it; the unchanged half does",
    )
    board.reject(
        "sum-of-rows", "bits_z = bits_y + f_bits(bits_x)", against=(mixed,),
        because="one plus one is two, which needs another digit: exclusive or is addition without the carry",
    )


def _cost(board: Board, recovered: Handle) -> Handle:
    """The functions that are computed to encrypt and to undo it: as many, whatever they are, if the text is recovered."""
    start, step = board.take(CALLS_START), board.take(CALLS_NEXT)
    counted = board.induct(
        "calls", ["n_calls(k_round) = k_round"], "k_round", (start, step), because="one for each round"
    )
    encrypted = board.instance("calls-of-all", counted[0], "k_round", "n_rounds", because="after all rounds")
    end, back = board.take(AGAIN_END), board.take(AGAIN_NEXT)
    recounted = board.induct(
        "calls-back", ["c_again(k_round) = (n_rounds - k_round)*c_undo"], "k_round", (end, back), "n_rounds", downward=True,
        because="as many for each round that is undone",
    )
    undone = board.instance("calls-back-of-all", recounted[0], "k_round", "0", because="back at the first round")
    forward, again = board.define("to-encrypt", "n_do"), board.define("to-undo", "n_undo")
    each = board.take(UNDO_ONE)
    rounds = board.state(
        "rounds-times-one", "n_undo = n_rounds*c_undo", (again, undone, recovered),
        because="the same number for each round, on the way back that recovers the text"
    )
    result = board.substitute("cost-of-undoing", rounds, (each,), because="as often as there are rounds, what it takes to undo one")
    board.state(
        "costs-as-much-as-forward", "n_undo = n_do", (result, forward, encrypted),
        because="undoing costs as much as encrypting, however hard the functions are to invert",
    )
    board.reject(
        "costs-twice-as-much", "n_undo = 2*n_rounds", against=(result,),
        because="counts each round as run and then inverted: its function is computed only once",
    )
    return result


def _without_swap(board: Board) -> None:
    """Rounds that always change the same half do not mix."""
    first = tuple(board.take(item) for item in (STAYS, CHANGES))
    second = tuple(board.take(item) for item in (STAYS_2ND, CHANGES_2ND, ONLY_Y_DIFFERS))
    board.induct(
        "never-mixed", ["x_same(k_round) = x_same(0)"], "k_round", first[:1],
        because="what no round changes is unchanged at the end: half of the text stays in plain sight",
    )
    board.induct(
        "change-stays-outside",
        ("x_same_2nd(k_round) = x_same(k_round)",
         "y_same_2nd(k_round) - y_same(k_round) = y_same_2nd(0) - y_same(0)"),
        "k_round", (*first, *second),
        because="a change of y never reaches x, and passes all rounds unchanged",
    )


def _with_swap(board: Board, forward: tuple[Handle, ...]) -> None:
    """With the swap: what each half rests on after two rounds, and after three."""
    start = tuple(board.take(item) for item in (LEFT_START, RIGHT_START))
    rounds = tuple(
        board.instance(f"{step.name}-{place}", step, "k_round", str(place), because="that round")
        for place in range(3)
        for step in forward
    )
    board.state(
        "first-round-undone", "left(0) = right(1) - f_round(0, left(1))", rounds[:2],
        because="the first round, read backward: what was added is recomputed from the half that it left as it was",
    )
    named = (("y-by-two", "y_two"), ("x-by-two", "x_two"), ("y-by-three", "y_three"))
    first, second, third = (board.define(name, quantity) for name, quantity in named)
    y_two = board.state(
        "y-after-two", "y_two = half_y + f_round(0, half_x)", (first, *rounds[:4], *start),
        because="the half y now depends on x",
    )
    x_two = board.state(
        "x-after-two", "x_two = half_x + f_round(1, half_y + f_round(0, half_x))", (second, *rounds[:4], *start),
        because="the half x now depends on the changed y",
    )
    slopes = (
        (y_two, "half_y", "slope_yy", "the only dependence that goes through no function"),
        (y_two, "half_x", "slope_yx", "x reaches y through the first function"),
        (x_two, "half_y", "slope_xy", "y reaches x through the second one"),
        (x_two, "half_x", "slope_xx", "x reaches itself through both"),
    )
    for step, by, slope, because in slopes:
        board.differentiate(slope.replace("_", "-"), step, by=by, named=slope, because=because)
    y_three = board.state(
        "y-after-three",
        "y_three = half_y + f_round(0, half_x) + f_round(2, half_x + f_round(1, half_y + f_round(0, half_x)))",
        (third, *rounds, *start), because="y now depends on the changed x",
    )
    board.differentiate(
        "slope-yy-three", y_three, by="half_y", named="slope_yy_three",
        because="now y also reaches itself through functions: three rounds if every dependence has to",
    )
    board.reject(
        "y-without-x", "y_two = half_y", against=(y_two,), because="with the swap two rounds are enough: x reaches y"
    )
    board.reject(
        "x-without-y", "x_two = half_x + f_round(1, f_round(0, half_x))", against=(x_two,),
        because="with the swap two rounds are enough: y reaches x",
    )


def _over_bits(board: Board) -> None:
    """The way back once more, where adding is exclusive or."""
    forward = (LEFT_NEXT_BITS, RIGHT_NEXT_BITS)
    back = (LEFT_BITS_BACK_END, RIGHT_BITS_BACK_END, RIGHT_BITS_BACK, LEFT_BITS_BACK)
    left, right = board.induct(
        "bits-undone",
        ("left_bits_back(k_round) = left_bits(k_round)", "right_bits_back(k_round) = right_bits(k_round)"),
        "k_round", tuple(board.take(item) for item in (*forward, *back)), "n_rounds", downward=True,
        because="the same argument: what is added twice cancels in every bit, however many there are",
    )
    board.instance("plain-left-bits", left, "k_round", "0", because="all rounds undone: the left half")
    board.instance("plain-right-bits", right, "k_round", "0", because="all rounds undone: the right half")


# --- what was said

DES = Source(
    "fips-46-3", "Data Encryption Standard, FIPS 46-3", date="1999-10-25", author="NIST", standing="unverified",
)
DEFAULTS = {"n_rounds": Said("16", "DES", "rounds; from general knowledge", DES)}

READINGS = (Reading(AS_SAID, "as said: a formula, here with the rounds of DES", DEFAULTS),)

ASSERTED = (
    Asserted("the inverse reads x off, and has y = z - f(x): the steps one-round-undone and bits-undone-once derive it",
             POPE, "2:09:15 to 2:09:58"),
    Asserted("f need not be invertible: no step uses an inverse of f, and the statement function-has-to-be-invertible is refuted by a point",
             POPE, "2:09:15 to 2:09:58"),
    Asserted("how many rounds one takes, and what the way back costs, is not said: by the step cost-of-undoing it costs as much as the way forward; by y-after-two and x-after-two each half depends on both after two rounds",
             "not said", "2:09:15 to 2:09:58"),
    Asserted("ciphers compute in the field of two elements", POPE, "2:03:52 to 2:09:15"),
    Asserted("ciphers and nets both mix information over all inputs in layers that repeat, with opposite aims: a cipher makes structure look random, and a net finds structure in what looks random",
             POPE, "2:03:52 to 2:09:15"),
)


CLAIM = Claim(
    name="feistel",
    title="Feistel rounds: any function can be undone, at the cost of computing it",
    chapter=chapters.CRYPTOGRAPHY,
    question="How can rounds be undone if their functions have no inverse, and what does that cost?",
    answer=(
        "By computing the round functions again: undoing {n_rounds:round} takes {cost-of-undoing:call}, as "
        "many as doing them."
    ),
    deciding="it is a theorem that counts calls, so there is nothing to measure",
    notation=LETTERS, body=feistel, result="cost-of-undoing",
    defaults=DEFAULTS, readings=READINGS, asserted=ASSERTED,
)
