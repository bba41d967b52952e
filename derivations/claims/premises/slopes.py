"""The premises about slopes of layers, and about differences that pass a cipher."""

from derivations.engine.premise import Alternative, Premise

_PLACE = "after lecture 2:03:52 to 2:09:15"
_CHAIN = "the chain rule, as derived for one layer"

BEFORE = Premise(
    "layers-before", "v_in = h_before(u_net)",
    because="what goes into a layer is some function of the input of the net", source="our own",
)  # fmt: skip
WITH_RESIDUAL = Premise(
    "with-residual", "v_out = v_in + f_smooth(v_in)",
    because="a layer adds what it computes to what goes in", source=f"{_PLACE}, residuals",
)  # fmt: skip
WITHOUT_RESIDUAL = Premise(
    "without-residual", "v_bare = f_smooth(v_in)", because="a layer as it was before residuals", source="our own"
)
SLOPES_MULTIPLY = Premise(
    "slopes-multiply",
    "slope_to(k_layer + 1) = (1 + f_add_slope(k_layer, stream(k_layer)))*slope_to(k_layer)",
    because=f"{_CHAIN}; every layer has a function of its own",
    source="our own",
)
SLOPE_STARTS = Premise(
    "slope-starts", "slope_to(0) = 1", because="the input moves with itself", source="definition of the slope"
)
ALIKE = Premise(
    "alike", "slope_even(k_layer + 1) = (1 + e_layer)*slope_even(k_layer)",
    because=f"{_CHAIN}; a case: the functions of all layers have the same slope", source="our own",
    alternatives=(
        Alternative(
            "against", "slope_even(k_layer + 1) = (1 - e_layer)*slope_even(k_layer)",
            because="a case: every layer takes off a part of what goes in",
            source="our own",
        ),
    ),
)  # fmt: skip
ALIKE_STARTS = Premise("alike-starts", "slope_even(0) = 1", "the input moves with itself", "definition of the slope")
PLAIN = Premise(
    "plain", "slope_plain(k_layer + 1) = e_layer*slope_plain(k_layer)",
    because=f"{_CHAIN}, without a residual", source="our own",
)  # fmt: skip
PLAIN_STARTS = Premise("plain-starts", "slope_plain(0) = 1", "the input moves with itself", "definition of the slope")

_BIT = "in the field of two elements adding is exclusive or"
KEYED_ONE = Premise("keyed-one", "keyed_one = xor(c_one, c_key)", f"a key is added; {_BIT}", _PLACE)
KEYED_TWO = Premise("keyed-two", "keyed_two = xor(c_two, c_key)", "the same key, added to another text", _PLACE)
ROUND_ONE = Premise(
    "round-one", "next_one = xor(c_one, g_bit(w_one))", f"a round adds any function of the other half; {_BIT}",
    "after lecture 2:09:15 to 2:09:58",
)  # fmt: skip
ROUND_TWO = Premise("round-two", "next_two = xor(c_two, g_bit(w_two))", "the same round, of another text",
                    "after lecture 2:09:15 to 2:09:58")  # fmt: skip
TRAIL_NEXT = Premise(
    "trail-next", "p_trail(k_layer + 1) = p_pass*p_trail(k_layer)",
    because="an assumption of differential cryptanalysis: the functions let a difference pass independently of each "
    "other, and all with the same probability",
    source="E. Biham and A. Shamir's method, from general knowledge",
)  # fmt: skip
TRAIL_STARTS = Premise("trail-starts", "p_trail(0) = 1", "the attacker chooses the first difference", "our own")
