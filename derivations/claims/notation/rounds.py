"""The letters of rounds that change one half of what they are given: over numbers, and over bits."""

from derivations.engine.quantity import Quantity

ROUND_INDEX = Quantity("k_round", "", "round, counted from 0", "whole", latex="k")

ONE_ROUND = (
    Quantity("half_x", "", "half that a round leaves as it is", "real", latex="x"),
    Quantity("half_y", "", "half that a round changes", "real", latex="y"),
    Quantity("half_z", "", "what the round makes of it", "real", latex="z"),
    Quantity("f_one", "", "any function: what a round adds", "real", of=("",), latex="f"),
    Quantity("half_other", "", "half that a round leaves as it is, in another text", "real", latex=r"\tilde x"),
    Quantity("half_d", "", "by how much the two differ", "real", latex="d"),
)

ONE_ROUND_OF_BITS = (
    Quantity("bits_x", "", "half that a round leaves as it is, a row of bits of any width read as a whole number",
             "whole", latex="a"),
    Quantity("bits_y", "", "half that a round changes, such a row", "whole", latex="b"),
    Quantity("bits_z", "", "what the round makes of it", "whole", latex="c"),
    Quantity("f_bits", "", "any function of such a row: what a round adds", "whole", of=("",), latex="g"),
)  # fmt: skip

ROUNDS = (
    ROUND_INDEX,
    Quantity("n_rounds", "", "rounds of the cipher", "whole", latex="n"),
    Quantity("left", "", "left half before round k", "real", of=("index",), latex="L"),
    Quantity("right", "", "right half before round k", "real", of=("index",), latex="R"),
    Quantity("f_round", "", "any function, another one in each round", "real", of=("index", ""), latex="F",
             derivative="f_slope"),
    Quantity("f_slope", "", "derivative of that function, where it has one", "real", of=("index", ""), latex="F'"),
)  # fmt: skip

ROUNDS_BACK = (
    Quantity("left_back", "", "left half before round k, as it is recovered", "real", of=("index",), latex=r"\hat L"),
    Quantity("right_back", "", "right half before round k, as it is recovered", "real", of=("index",), latex=r"\hat R"),
)

TWO_ROUNDS = (
    Quantity("y_two", "", "what two rounds with swaps make of the half y", "real", latex="y_{2}", definition="left(2)"),
    Quantity("x_two", "", "what two rounds with swaps make of the half x", "real", latex="x_{2}",
             definition="right(2)"),
    Quantity("y_three", "", "what three rounds with swaps make of the half y", "real", latex="y_{3}",
             definition="right(3)"),
    Quantity("slope_yy", "", "how fast the half y after two rounds moves with y", "real",
             latex="J_{yy}"),
    Quantity("slope_yx", "", "how fast the half y after two rounds moves with x", "real",
             latex="J_{yx}"),
    Quantity("slope_xy", "", "how fast the half x after two rounds moves with y", "real",
             latex="J_{xy}"),
    Quantity("slope_xx", "", "how fast the half x after two rounds moves with x", "real",
             latex="J_{xx}"),
    Quantity("slope_yy_three", "", "how fast the half y after three rounds moves with y", "real",
             latex="J_{3}"),
)  # fmt: skip

WITHOUT_SWAP = (
    Quantity("x_same", "", "half that every round leaves as it is", "real", of=("index",), latex="X"),
    Quantity("y_same", "", "half that every round changes", "real", of=("index",), latex="Y"),
    Quantity("x_same_2nd", "", "half that every round leaves as it is, in a second run", "real", of=("index",),
             latex=r"\tilde X"),
    Quantity("y_same_2nd", "", "half that every round changes, in a second run", "real", of=("index",),
             latex=r"\tilde Y"),
)  # fmt: skip

ROUNDS_OF_BITS = (
    Quantity("left_bits", "", "left half before round k, a row of bits of any width", "whole", of=("index",),
             latex="l"),
    Quantity("right_bits", "", "right half before round k, such a row", "whole", of=("index",), latex="r"),
    Quantity("left_bits_back", "", "that left half as it is recovered", "whole", of=("index",), latex=r"\hat l"),
    Quantity("right_bits_back", "", "that right half as it is recovered", "whole", of=("index",), latex=r"\hat r"),
    Quantity("f_round_bits", "", "any function of a row of bits, another one in each round", "whole",
             of=("index", ""), latex=r"\varphi"),
)  # fmt: skip
