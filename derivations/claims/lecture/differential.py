"""differential: what rounds of a cipher do to a difference, and what layers do to a small change.

Lecture 2:03:52 to 2:09:15. Said: a good cipher makes a large difference of a small one, and nets are trained because
their derivative is kept simple. Not said: how large, and after how many rounds.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from derivations.claim.claim import AS_SAID, Asserted, Between, Claim, OnCard, Reading, Said
from derivations.claims.shared import chapters
from derivations.claims.shared.said import LECTURE, PATEL, POPE
from derivations.derivation.premise import Alternative, Premise
from derivations.language.quantity import Notation, Quantity
from derivations.numbers.source import Source

if TYPE_CHECKING:
    from derivations.derivation.board import Board
    from derivations.derivation.script import Handle

# --- letters

ONE_LAYER = (
    Quantity("u_net", "", "input of the whole net", "real", latex="u"),
    Quantity("h_before", "", "any differentiable function: what the earlier layers compute", "real", latex="h",
             of=("",), derivative="h_slope"),
    Quantity("h_slope", "", "derivative of that function", "real", latex="h'", of=("",)),
    Quantity("v_in", "", "input of a layer", "real", latex="v"),
    Quantity("f_smooth", "", "any differentiable function: what the layer computes", "real", latex="f", of=("",),
             derivative="f_smooth_slope"),
    Quantity("f_smooth_slope", "", "derivative of that function", "real", latex="f'", of=("",)),
    Quantity("v_out", "", "output of the layer with a residual", "real"),
    Quantity("v_bare", "", "output of the layer without one", "real"),
    Quantity("slope_in", "", "derivative of the layer's input by the input of the net", "real",
             latex=r"J_{\mathrm{in}}"),
    Quantity("slope_out", "", "derivative of the output with a residual by it", "real", latex=r"J_{\mathrm{out}}"),
    Quantity("slope_bare", "", "derivative of the output without a residual by it", "real",
             latex=r"J_{\mathrm{bare}}"),
)

STACK = (
    Quantity("k_layer", "", "layer or round, counted from 0", "whole", latex="k"),
    Quantity("j_layer", "", "every layer before it", "whole", latex="j"),
    Quantity("stream", "", "input of layer k", "real", latex="x", of=("index",)),
    Quantity("f_add_slope", "", "derivative of what layer k adds", "real", latex="F'", of=("index", "")),
    Quantity("slope_to", "", "derivative of the input of layer k by the input of the net", "real", latex="J",
             of=("index",)),
)

EVEN_STACK = (
    Quantity("e_layer", "", "slope of what each layer computes, the same for all of them", "positive",
             latex=r"\varepsilon"),
    Quantity("slope_even", "", "the same derivative if all layers are alike", "real",
             latex=r"\bar J", of=("index",)),
    Quantity("slope_plain", "", "the same without residuals", "real", latex=r"\hat J", of=("index",)),
    Quantity("n_deep", "", "layers of the net", "whole", latex="n"),
    Quantity("y_deep", "", "growth of a small change of the input through all layers, with residuals", "real",
             definition="slope_even(n_deep)"),
    Quantity("y_plain", "", "the same without residuals", "real", definition="slope_plain(n_deep)"),
)

CIPHER_DIFFERENCE = (
    Quantity("c_one", "", "bit of a text that a round changes", "bit", latex="a"),
    Quantity("c_two", "", "the same bit of another text", "bit", latex="b"),
    Quantity("c_key", "", "bit of a key", "bit", latex="c"),
    Quantity("keyed_one", "", "bit of the first text after the key is added", "bit", latex=r"\hat a"),
    Quantity("keyed_two", "", "bit of the other text after the key is added", "bit", latex=r"\hat b"),
    Quantity("diff_in", "", "difference of the two bits", "bit", latex=r"\delta", definition="xor(c_one, c_two)"),
    Quantity("diff_key", "", "their difference after the key is added", "bit", latex=r"\hat\delta",
             definition="xor(keyed_one, keyed_two)"),
    Quantity("w_one", "", "half that a function of a round reads, in the first text", "real", latex="r"),
    Quantity("w_two", "", "the same half in the other text", "real", latex="s"),
    Quantity("g_bit", "", "any function: a bit of what a round adds", "bit", latex="g", of=("",)),
    Quantity("next_one", "", "bit of the first text after the round", "bit", latex="a'"),
    Quantity("next_two", "", "bit of the other text after the round", "bit", latex="b'"),
    Quantity("diff_out", "", "their difference after the round", "bit", latex=r"\delta'",
             definition="xor(next_one, next_two)"),
)

TRAIL = (
    Quantity("p_pass", "", "probability that a difference passes one function as predicted", "fraction",
             latex="p"),
    Quantity("p_trail", "", "probability that it has passed k functions as predicted", "fraction", latex="P", of=("index",)),
    Quantity("n_passed", "", "functions that a difference has to pass through", "whole", latex="m"),
    Quantity("y_trail", "", "probability that a difference passes all of them as predicted", "fraction",
             definition="p_trail(n_passed)"),
)

AVALANCHE = (
    Quantity("w_half", "", "bits of a half of the text", "integer", latex="w"),
    Quantity("p_same", "", "chance that fresh random bits for a half agree in both texts", "fraction", latex=r"p_{=}"),
    Quantity("p_hidden", "", "chance that before round k the half that is read agrees in both texts, so that the difference is hidden in the other one",
             "nonnegative", latex="H", of=("index",)),
    Quantity("x_start", "", "chance that the first difference is in the half that is not read", "nonnegative"),
    Quantity("q_read", "", "mean fraction of the bits that differ in the half read in round k", "nonnegative", latex="Q",
             of=("index",)),
    Quantity("q_carried", "", "mean fraction of the bits that differ in the other half, for a hidden difference", "nonnegative",
             latex=r"Q_{\mathrm{d}}", of=("index",)),
    Quantity("q_spared", "", "mean fraction of the bits of that half that agree", "nonnegative",
             latex=r"Q_{\mathrm{a}}", of=("index",)),
    Quantity("n_more", "", "rounds of the cipher after its first two", "whole", latex=r"n_{\mathrm{more}}"),
    Quantity("y_flip", "", "mean fraction of the bits that differ after all rounds", "nonnegative",
             definition="(q_read(n_more + 1) + q_read(n_more + 2))/2"),
    Quantity("y_off", "", "largest distance of that mean from one half", "nonnegative",
             definition="(p_hidden(n_more) + p_hidden(n_more + 1))/4"),
)


# --- premises

_PLACE = "after lecture 2:03:52 to 2:09:15"
_CHAIN = "the chain rule, as derived for one layer"

BEFORE = Premise(
    "layers-before", "v_in = h_before(u_net)",
    because="what goes into a layer is some function of the input of the net", source="our own",
)
WITH_RESIDUAL = Premise(
    "with-residual", "v_out = v_in + f_smooth(v_in)",
    because="a layer adds what it computes to what goes in", source=f"{_PLACE}, residuals",
)
WITHOUT_RESIDUAL = Premise(
    "without-residual", "v_bare = f_smooth(v_in)",
    because="a layer without a residual, as before residual networks", source="our own",
)
SLOPES_MULTIPLY = Premise(
    "slopes-multiply", "slope_to(k_layer + 1) = (1 + f_add_slope(k_layer, stream(k_layer)))*slope_to(k_layer)",
    because=f"{_CHAIN}; every layer has a function of its own", source="our own",
)
SLOPE_STARTS = Premise(
    "slope-starts", "slope_to(0) = 1",
    because="the derivative of the input by itself is one", source="definition of the slope",
)
ALIKE = Premise(
    "alike", "slope_even(k_layer + 1) = (1 + e_layer)*slope_even(k_layer)",
    because=f"{_CHAIN}; a case: the functions of all layers have the same slope", source="our own",
    alternatives=(
        Alternative(
            "against", "slope_even(k_layer + 1) = (1 - e_layer)*slope_even(k_layer)",
            because="a special case: every layer subtracts a fraction of its input", source="our own",
        ),
    ),
)
ALIKE_STARTS = Premise("alike-starts", "slope_even(0) = 1", "the derivative of the input by itself is one", "definition of the slope")
PLAIN = Premise(
    "plain", "slope_plain(k_layer + 1) = e_layer*slope_plain(k_layer)",
    because=f"{_CHAIN}, without a residual", source="our own",
)
PLAIN_STARTS = Premise("plain-starts", "slope_plain(0) = 1", "the derivative of the input by itself is one", "definition of the slope")

_BIT = "in the field of two elements adding is exclusive or"
KEYED_ONE = Premise("keyed-one", "keyed_one = xor(c_one, c_key)", f"a key is added; {_BIT}", _PLACE)
KEYED_TWO = Premise("keyed-two", "keyed_two = xor(c_two, c_key)", "the same key, added to another text", _PLACE)
ROUND_ONE = Premise(
    "round-one", "next_one = xor(c_one, g_bit(w_one))",
    because=f"a round adds any function of the other half; {_BIT}", source="after lecture 2:09:15 to 2:09:58",
)
ROUND_TWO = Premise(
    "round-two", "next_two = xor(c_two, g_bit(w_two))",
    because="the same round, of another text", source="after lecture 2:09:15 to 2:09:58",
)
TRAIL_NEXT = Premise(
    "trail-next", "p_trail(k_layer + 1) = p_pass*p_trail(k_layer)",
    because="an assumption of differential cryptanalysis: a difference passes each function independently, with the same probability",
    source="E. Biham and A. Shamir's method, from general knowledge",
)
TRAIL_STARTS = Premise("trail-starts", "p_trail(0) = 1", "the attacker chooses the first difference", "our own")

_DRAWN = "the function of each round is drawn uniformly at random among all functions of a half, independently of the others"
HIDDEN_STARTS = Premise(
    "hidden-starts", "p_hidden(0) = x_start",
    because="a bit chosen at random is in either half with equal chance", source="our own",
)
HIDDEN_NEXT = Premise(
    "hidden-next", "p_hidden(k_layer + 1) = p_same*(1 - p_hidden(k_layer))",
    because=f"{_DRAWN}; what is hidden is read in the next round, after the swap, and where the half that is read differs the next one gets fresh bits, which agree by chance alone",
    source="our own; the rounds as in lecture 2:09:15 to 2:09:58, with a swap",
    alternatives=(
        Alternative(
            "no-swap", "p_hidden(k_layer + 1) = p_hidden(k_layer)",
            because="without a swap the same half is read in every round, and a hidden difference stays hidden",
            source="our own, as in the claim feistel",
        ),
    ),
)
FRESH_AGREE = Premise(
    "fresh-agree", "p_same = (1/2)^w_half",
    because="each bit agrees with probability one half, independently of the others", source="our own",
)
HIDDEN_BITS = Premise(
    "hidden-bits", "p_hidden(k_layer) = q_carried(k_layer) + q_spared(k_layer)",
    because="if the difference is hidden, each bit of the other half either differs or agrees", source="our own",
)
FRESH_BITS = Premise(
    "fresh-bits", "q_read(k_layer + 1) = (1 - p_hidden(k_layer))/2 + q_carried(k_layer)",
    because=f"{_DRAWN}; if the half that was read differs, each bit of the changed half is a fair coin; if not, that half is as it was",
    source="our own; the exclusive or with a fair coin is a fair coin",
)


# --- the argument

def differential(board: Board) -> Handle:
    """The derivative of a stack of residual layers, beside the differences of a cipher."""
    _one_layer(board)
    _any_layers(board)
    _like_layers(board)
    _cipher_round(board)
    result = _avalanche(board)
    _trail(board)
    return result


def _one_layer(board: Board) -> None:
    """The chain rule for one layer, with a residual and without one."""
    before = board.take(BEFORE)
    layer, bare = board.take(WITH_RESIDUAL), board.take(WITHOUT_RESIDUAL)
    inner = board.differentiate("slope-in", before, by="u_net", named="slope_in", because="of the layers before")
    spelled = board.substitute("layer-of-input", layer, (before,), because="as a function of the input of the net")
    slope = board.differentiate("slope-out", spelled, by="u_net", named="slope_out", because="by the chain rule")
    kept = board.state(
        "slope-with-residual", "slope_out = (1 + f_smooth_slope(v_in))*slope_in", (slope, inner, before),
        because="the input passes unchanged, plus what the layer adds: a factor close to one",
    )
    plain = board.substitute("bare-layer-of-input", bare, (before,), because="as a function of the input of the net")
    only = board.differentiate("slope-bare", plain, by="u_net", named="slope_bare", because="by the chain rule")
    bare_slope = board.state(
        "slope-without-residual", "slope_bare = f_smooth_slope(v_in)*slope_in", (only, inner, before),
        because="without a residual the factor is the slope of the function alone",
    )
    board.reject(
        "slopes-add", "slope_out = slope_in + f_smooth_slope(v_in)", against=(kept,),
        because="outputs of layers add up, and their slopes multiply",
    )
    board.reject(
        "as-well-without", "slope_bare = (1 + f_smooth_slope(v_in))*slope_in", against=(bare_slope,),
        because="drops the residual: without it the one is missing from the factor",
    )


def _any_layers(board: Board) -> None:
    """The product over layers, at any depth, and written out for three of them."""
    step, start = board.take(SLOPES_MULTIPLY), board.take(SLOPE_STARTS)
    every = board.induct(
        "product-of-slopes",
        ["slope_to(k_layer) = product(1 + f_add_slope(j_layer, stream(j_layer)), j_layer, 0, k_layer - 1)"],
        "k_layer", (step, start), because="one factor for each layer that the input has passed, whatever the layers compute",
    )
    three = board.instance("slope-to-three", every[0], "k_layer", "3", because="a net of three layers")
    factors = "*".join(f"(1 + f_add_slope({place}, stream({place})))" for place in range(3))
    spelled = board.state("three-layers", f"slope_to(3) = {factors}", (three,), because="the product written out")
    board.reject(
        "sum-of-slopes", "slope_to(3) = 1 + sum(f_add_slope(j_layer, stream(j_layer)), j_layer, 0, 2)",
        against=(spelled,),
        because="an approximation for small slopes: products of two or more slopes are missing",
    )


def _like_layers(board: Board) -> None:
    """Layers with one slope: the product is a power, at any depth."""
    step, start = board.take(ALIKE), board.take(ALIKE_STARTS)
    power = board.induct(
        "power", ["slope_even(k_layer) = (1 + e_layer)^k_layer"], "k_layer", (step, start),
        because="a factor close to one for each layer",
    )
    deep = board.instance("power-at-depth", power[0], "k_layer", "n_deep", because="after all layers")
    growth = board.define("growth", "y_deep")
    board.state("slope-at-depth", "y_deep = (1 + e_layer)^n_deep", (growth, deep),
                because="a small change of the input grows slowly with small slopes")
    step, start = board.take(PLAIN), board.take(PLAIN_STARTS)
    bare = board.induct(
        "plain-power", ["slope_plain(k_layer) = e_layer^k_layer"], "k_layer", (step, start),
        because="without residuals, the small slopes themselves multiply",
    )
    deep = board.instance("plain-power-at-depth", bare[0], "k_layer", "n_deep", because="after all layers")
    growth = board.define("plain-growth", "y_plain")
    board.state("plain-slope-at-depth", "y_plain = e_layer^n_deep", (growth, deep),
                because="with small slopes, a change of the input vanishes")


def _cipher_round(board: Board) -> None:
    """A difference through a round: a key drops out of it, and a function does not."""
    keys = board.take(KEYED_ONE), board.take(KEYED_TWO)
    before = board.define("difference", "diff_in")
    keyed = board.define("keyed-difference", "diff_key")
    board.state(
        "key-drops-out", "diff_key = diff_in", (*keys, before, keyed),
        because="a difference passes linear parts unchanged, whatever the key: it is the derivative of a cipher",
    )
    rounds = board.take(ROUND_ONE), board.take(ROUND_TWO)
    after = board.define("next-difference", "diff_out")
    changed = board.state(
        "difference-after-round", "diff_out = xor(diff_in, xor(g_bit(w_one), g_bit(w_two)))", (*rounds, before, after),
        because="as with a residual: the old difference plus the difference of what is added",
    )
    board.reject(
        "difference-passes-functions", "diff_out = diff_in", against=(changed,),
        because="holds only for a cipher with linear parts alone, which a single pair of texts breaks",
    )
    board.reject(
        "function-of-the-difference", "diff_out = xor(diff_in, g_bit(w_one - w_two))", against=(changed,),
        because="what a function does to a difference depends on the texts, not only on their difference: hence probabilities",
    )


def _avalanche(board: Board) -> Handle:
    """How far from one half the part of the bits that flip can be after any number of rounds beyond two."""
    step, start = board.take(HIDDEN_NEXT), board.take(HIDDEN_STARTS)
    agree = board.take(FRESH_AGREE)
    coins = board.take(FRESH_BITS)
    hidden = board.induct(
        "hidden", ["p_hidden(k_layer) = p_same/(1 + p_same) + (x_start - p_same/(1 + p_same))*(-p_same)^k_layer"],
        "k_layer", (step, start),
        because="it converges to its limit with alternating steps, each smaller by a factor of p_same",
    )
    before = board.instance("hidden-at-last", hidden[0], "k_layer", "n_more", because="two rounds before the end")
    after = board.instance("hidden-next-at-last", step, "k_layer", "n_more", because="and one before it")
    one = board.instance("coins-of-one-half", coins, "k_layer", "n_more", because="one half of the output")
    other = board.instance("coins-of-the-other", coins, "k_layer", "n_more + 1", because="and the other one")
    split = board.take(HIDDEN_BITS)
    parts = (
        board.instance("bits-of-one-half", split, "k_layer", "n_more", because="where it was hidden then"),
        board.instance("bits-of-the-other", split, "k_layer", "n_more + 1", because="and a round later"),
    )
    flipped, off = board.define("flipped", "y_flip"), board.define("off-half", "y_off")
    board.state(
        "flips-at-least", "y_flip >= 1/2 - y_off", (flipped, off, one, other),
        because="half of the bits if the difference was read, and at least none if it was hidden",
    )
    board.state(
        "flips-at-most", "y_flip <= 1/2 + y_off", (flipped, off, one, other, *parts),
        because="half of the bits if the difference was read, and at most all if it was hidden",
    )
    by_width = board.state(
        "avalanche",
        "y_off = (p_same + (1 - p_same)*(p_same/(1 + p_same) + (x_start - p_same/(1 + p_same))*(-p_same)^n_more))/4",
        (off, after, before), because="one round later, a difference stays hidden only if fresh bits agree by chance",
    )
    later = board.instance("hidden-after-one", step, "k_layer", "k_layer + 1", because="any round but the first")
    board.state(
        "rarely-hidden", "p_hidden(k_layer + 1) <= p_same", (step,),
        because="from the second round on the difference hides only if all fresh bits of a half agree",
    )
    board.state(
        "rarely-hidden-again", "p_hidden(k_layer + 2) <= p_same", (later,), because="and in every round after it"
    )
    board.substitute("avalanche-by-width", by_width, (agree,), because="one half for each bit of a half")
    board.reject(
        "all-bits-flip", "y_flip = 1", against=(flipped, one, other),
        because="takes avalanche as every bit flipping: that would be as easy to detect as none flipping; it is one half",
    )
    board.reject(
        "exactly-half", "y_off = 0", against=(by_width,),
        because="says that no difference stays hidden: but halves of fresh bits can agree by chance",
    )
    return by_width


def _trail(board: Board) -> None:
    """The probability that a difference passes many functions as it is hoped to: a product, if they are independent."""
    step, start = board.take(TRAIL_NEXT), board.take(TRAIL_STARTS)
    trail = board.induct("trail", ["p_trail(k_layer) = p_pass^k_layer"], "k_layer", (step, start),
                         because="a factor below one for each function")
    passed = board.instance("trail-at-length", trail[0], "k_layer", "n_passed", because="through all of them")
    chance = board.define("chance", "y_trail")
    board.state("chance-of-trail", "y_trail = p_pass^n_passed", (chance, passed),
                because="once this is rarer than one text in all, the attack has nothing to work with")


# --- what was said

RIJNDAEL = Source(
    "daemen-rijmen-2002",
    "The Design of Rijndael",
    date="2002",
    author="Daemen, Joan and Rijmen, Vincent",
    standing="unverified",
)
_CIPHER = {
    "w_half": Said("16", "our own example", "the cipher of the notebook, which has 32 bits"),
    "n_more": Said("1", "our own example", "three rounds"),
    "x_start": Said("1/2", "our own example", "a bit anywhere in the text"),
}
_SLOPE = Said("0.1", "our own example", "a slope that is small compared with one")

DEFAULTS: Mapping[str, Said | OnCard] = {
    "n_deep": OnCard("deepseek-v3", "layers"),
    "e_layer": _SLOPE,
    **_CIPHER,
    "p_pass": Said("1/64", "Daemen and Rijmen", "the likeliest difference of the S-box of AES", RIJNDAEL),
    "n_passed": Said("25", "Daemen and Rijmen", "least number of S-boxes that a difference passes in four rounds of AES",
                     RIJNDAEL),
}

READINGS = (
    Reading(AS_SAID, "as said: the layers of the lecture's example; a slope and a cipher of our own",
            {"n_deep": Said("100", POPE, "0:48:34, of another example", LECTURE), "e_layer": _SLOPE, **_CIPHER}),
    Reading("two-rounds", "the same cipher with two rounds", {**_CIPHER, "n_more": Said("0", "our own example", "two rounds")}),
    Reading("bytes", "the same with halves of a byte", {**_CIPHER, "w_half": Said("8", "our own example", "a small one")}),
)

ASSERTED = (
    Asserted("99% of new ciphers are broken", POPE, "2:08:02"),
    Asserted("a cipher without ten years of scrutiny is probably broken",
             POPE, "2:08:02, in a passage that the transcript leaves out"),
    Asserted("a good cipher turns a small difference into a large one: by the steps flips-at-least and flips-at-most about half of the bits, whatever the text, if its functions are as good as random",
             POPE, "2:03:52 to 2:09:15"),
    Asserted("a net with random weights may be a fair cipher", POPE, "2:03:52 to 2:09:15"),
    Asserted("nets can be trained because their derivative is kept simple, by residuals and normalization: the steps slope-with-residual and slope-at-depth show what residuals do to it",
             POPE, "2:03:52 to 2:09:15"),
    Asserted("ciphers can be differentiated as well, in the field of two elements, which is differential cryptanalysis: the steps key-drops-out and difference-after-round derive what it rests on",
             POPE, "2:03:52 to 2:09:15"),
    Asserted("adversarial images are avalanche in nets, a small change with a large effect: wanted in ciphers, not in nets",
             POPE, "2:03:52 to 2:09:15"),
    Asserted("nets can have back doors, like ciphers", PATEL, "2:03:52 to 2:09:15"),
)

RANGES = {
    "w_half": Between("4", "32", "our own", "from halves of four bits to those of DES, from general knowledge"),
    "n_more": Between("0", "14", "our own", "from two rounds to the sixteen of DES, from general knowledge"),
}


CLAIM = Claim(
    name="differential",
    title="Avalanche: differences of ciphers, and slopes of nets",
    chapter=chapters.CRYPTOGRAPHY,
    question="After how many rounds does one changed bit flip half of the output, and what does a net do to a small change?",
    answer="After two rounds and {n_more} more, half of the bits have flipped to within {avalanche}, while a net of {n_deep:residual layer} amplifies a small change by a factor of about {power-at-depth}.",
    deciding="its probabilities are premises, which its notebook simulates; what a trained net does to a small change would take its Jacobians, layer by layer, and none are published",
    notation=Notation((*EVEN_STACK, *TRAIL, *STACK, *ONE_LAYER, *CIPHER_DIFFERENCE, *AVALANCHE)),
    body=differential, result="avalanche",
    defaults=DEFAULTS, readings=READINGS, asserted=ASSERTED, ranges=RANGES,
    compared=("avalanche", "slope-at-depth", "plain-slope-at-depth", "chance-of-trail"),
)
