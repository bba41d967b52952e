"""The premises about rounds that change one half of what they are given, and about their way back."""

from derivations.engine.premise import Alternative, Premise

_PLACE = "lecture 2:09:15 to 2:09:58"
_XOR = "a cipher computes with bits, where adding is exclusive or"
_SECOND = "a second run of the same cipher, with the same functions"

# one round, as it was said
ROUND = Premise(
    "round",
    "half_z = half_y + f_one(half_x)",
    because="one half stays as it is, and any function of it is added to the other half",
    source=_PLACE,
)
SAME_VALUE = Premise(
    "same-value",
    "f_one(half_x) = f_one(half_other)",
    because="and the function has one value for both, so that it has no inverse unless they are the same half",
    source="our own",
)
OTHER_TEXT = Premise(
    "other-text", "half_other = half_x + half_d",
    because="a case: a second text, whose half is the same only if the difference is zero", source="our own",
)  # fmt: skip
ROUND_OF_BITS = Premise(
    "round-of-bits",
    "bits_z = xor(bits_y, f_bits(bits_x))",
    because=f"{_XOR}: each binary digit for itself, without a carry, in halves of any width; each digit of what is "
    "added may rest on all of the half that stays",
    source=f"after {_PLACE}, and 2:03:52 to 2:09:15 on the field of two elements",
)

# rounds that swap the halves
LEFT_NEXT = Premise(
    "left-next",
    "left(k_round + 1) = right(k_round)",
    because="the halves change places, so that the next round changes the other one",
    source="H. Feistel's cipher as it is commonly written; the swap is not in the lecture",
)
RIGHT_NEXT = Premise(
    "right-next",
    "right(k_round + 1) = left(k_round) + f_round(k_round, right(k_round))",
    because="a function of the one half is added to the other, in each round another function",
    source=f"after {_PLACE}",
    alternatives=(
        Alternative(
            "own-half",
            "right(k_round + 1) = left(k_round) + f_round(k_round, left(k_round))",
            because="a slip: the function of the half that is changed, which is then lost",
            source="our own, to show what the way back rests on",
        ),
    ),
)
LEFT_START = Premise("left-start", "left(0) = half_y", because="the first round changes the half y", source=_PLACE)
RIGHT_START = Premise("right-start", "right(0) = half_x", because="and reads the half x", source=_PLACE)
RIGHT_BACK_END = Premise(
    "right-back-end", "right_back(n_rounds) = right(n_rounds)",
    because="the way back begins with what the last round left", source="our own",
)  # fmt: skip
LEFT_BACK_END = Premise(
    "left-back-end", "left_back(n_rounds) = left(n_rounds)",
    because="the way back begins with what the last round left", source="our own",
)  # fmt: skip
RIGHT_BACK = Premise(
    "right-back",
    "right_back(k_round) = left_back(k_round + 1)",
    because="the half that stayed is read off",
    source=_PLACE,
)
LEFT_BACK = Premise(
    "left-back",
    "left_back(k_round) = right_back(k_round + 1) - f_round(k_round, left_back(k_round + 1))",
    because="the function of the half that stayed is computed once more, forward, and taken off again",
    source=_PLACE,
)

# rounds that do not swap
STAYS = Premise(
    "stays", "x_same(k_round + 1) = x_same(k_round)",
    because="without a swap the same half stays in every round", source=f"{_PLACE}, repeated as it stands",
)  # fmt: skip
CHANGES = Premise(
    "changes", "y_same(k_round + 1) = y_same(k_round) + f_round(k_round, x_same(k_round))",
    because="and the other one is changed in every round", source=f"{_PLACE}, repeated as it stands",
)  # fmt: skip
STAYS_2ND = Premise("stays-2nd", "x_same_2nd(k_round + 1) = x_same_2nd(k_round)", _SECOND, "our own")
CHANGES_2ND = Premise(
    "changes-2nd", "y_same_2nd(k_round + 1) = y_same_2nd(k_round) + f_round(k_round, x_same_2nd(k_round))",
    _SECOND, "our own",
)  # fmt: skip
ONLY_Y_DIFFERS = Premise(
    "only-y-differs", "x_same_2nd(0) = x_same(0)",
    because="a case: two runs that begin with the same half x, and with any y", source="our own",
)  # fmt: skip

# rounds of bits
LEFT_NEXT_BITS = Premise(
    "left-next-bits", "left_bits(k_round + 1) = right_bits(k_round)", "the swap", "as over numbers"
)
RIGHT_NEXT_BITS = Premise(
    "right-next-bits",
    "right_bits(k_round + 1) = xor(left_bits(k_round), f_round_bits(k_round, right_bits(k_round)))",
    because=f"{_XOR}, digit by digit",
    source=f"after {_PLACE}, and 2:03:52 to 2:09:15 on the field of two elements",
    alternatives=(
        Alternative(
            "own-half",
            "right_bits(k_round + 1) = xor(left_bits(k_round), f_round_bits(k_round, left_bits(k_round)))",
            because="a slip: the function of the half that is changed, which is then lost",
            source="our own, to show what the way back rests on",
        ),
    ),
)
LEFT_BITS_BACK_END = Premise(
    "left-bits-back-end", "left_bits_back(n_rounds) = left_bits(n_rounds)", "the way back begins there", "our own"
)
RIGHT_BITS_BACK_END = Premise(
    "right-bits-back-end", "right_bits_back(n_rounds) = right_bits(n_rounds)", "the way back begins there", "our own"
)
RIGHT_BITS_BACK = Premise(
    "right-bits-back", "right_bits_back(k_round) = left_bits_back(k_round + 1)", "it is read off", _PLACE
)
LEFT_BITS_BACK = Premise(
    "left-bits-back",
    "left_bits_back(k_round) = xor(right_bits_back(k_round + 1), f_round_bits(k_round, left_bits_back(k_round + 1)))",
    because="the same function as forward; exclusive or takes off what it put on",
    source=_PLACE,
)
