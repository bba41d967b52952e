"""differential: what layers do to a small change, and what rounds of a cipher do to a difference.

Lecture 2:03:52 to 2:09:15. Said: nets are trained because their derivative is kept simple, and a good cipher makes a
large difference of a small one.
"""

from __future__ import annotations

from derivations.claims import chapters
from derivations.claims.claim import Claim
from derivations.claims.nets.differential_said import ASSERTED, DEFAULTS, RANGES, READINGS
from derivations.claims.notation.slopes import CIPHER_DIFFERENCE, EVEN_STACK, ONE_LAYER, STACK, TRAIL
from derivations.claims.premises import slopes as given
from derivations.engine.board import Board, Handle
from derivations.engine.quantity import Notation


def differential(board: Board) -> Handle:
    """The derivative of a stack of residual layers, beside the differences of a cipher."""
    _one_layer(board)
    _any_layers(board)
    result = _like_layers(board)
    _cipher_round(board)
    _trail(board)
    return result


def _one_layer(board: Board) -> None:
    """The chain rule for one layer, with a residual and without one."""
    before = board.take(given.BEFORE)
    layer, bare = board.take(given.WITH_RESIDUAL), board.take(given.WITHOUT_RESIDUAL)
    inner = board.differentiate("slope-in", before, by="u_net", named="slope_in", because="of the layers before")
    spelled = board.substitute("layer-of-input", layer, (before,), because="as a function of the input of the net")
    slope = board.differentiate("slope-out", spelled, by="u_net", named="slope_out", because="by the chain rule")
    kept = board.state(
        "slope-with-residual", "slope_out = (1 + f_smooth_slope(v_in))*slope_in", (slope, inner, before),
        because="what goes in passes as it is, and what is added comes on top: a factor close to one",
    )  # fmt: skip
    plain = board.substitute("bare-layer-of-input", bare, (before,), because="as a function of the input of the net")
    only = board.differentiate("slope-bare", plain, by="u_net", named="slope_bare", because="by the chain rule")
    bare_slope = board.state(
        "slope-without-residual", "slope_bare = f_smooth_slope(v_in)*slope_in", (only, inner, before),
        because="without a residual the factor is the slope of the function alone",
    )  # fmt: skip
    board.reject(
        "slopes-add", "slope_out = slope_in + f_smooth_slope(v_in)", against=(kept,),
        because="outputs of layers add up, and their slopes multiply",
    )  # fmt: skip
    board.reject(
        "as-well-without", "slope_bare = (1 + f_smooth_slope(v_in))*slope_in", against=(bare_slope,),
        because="a residual is not a detail: without it the one is missing from the factor",
    )  # fmt: skip


def _any_layers(board: Board) -> None:
    """The product over layers, at any depth, and written out for three of them."""
    step, start = board.take(given.SLOPES_MULTIPLY), board.take(given.SLOPE_STARTS)
    every = board.induct(
        "product-of-slopes",
        ["slope_to(k_layer) = product(1 + f_add_slope(j_layer, stream(j_layer)), j_layer, 0, k_layer - 1)"],
        "k_layer", (step, start), because="a factor for each layer that the input has passed, whatever the layers are",
    )  # fmt: skip
    three = board.instance("slope-to-three", every[0], "k_layer", "3", because="a net of three layers")
    factors = "*".join(f"(1 + f_add_slope({place}, stream({place})))" for place in range(3))
    spelled = board.state("three-layers", f"slope_to(3) = {factors}", (three,), because="the product written out")
    board.reject(
        "sum-of-slopes", "slope_to(3) = 1 + sum(f_add_slope(j_layer, stream(j_layer)), j_layer, 0, 2)",
        against=(spelled,),
        because="that is what small slopes come close to: the products of two slopes and more are missing",
    )  # fmt: skip


def _like_layers(board: Board) -> Handle:
    """Layers with one slope: the product is a power, at any depth."""
    step, start = board.take(given.ALIKE), board.take(given.ALIKE_STARTS)
    power = board.induct(
        "power", ["slope_even(k_layer) = (1 + e_layer)^k_layer"], "k_layer", (step, start),
        because="a factor close to one for each layer",
    )  # fmt: skip
    deep = board.instance("power-at-depth", power[0], "k_layer", "n_deep", because="after all layers")
    growth = board.define("growth", "y_deep")
    result = board.state("slope-at-depth", "y_deep = (1 + e_layer)^n_deep", (growth, deep),
                         because="a small change of the input grows slowly with small slopes")  # fmt: skip
    step, start = board.take(given.PLAIN), board.take(given.PLAIN_STARTS)
    bare = board.induct(
        "plain-power", ["slope_plain(k_layer) = e_layer^k_layer"], "k_layer", (step, start),
        because="without residuals the small slopes themselves multiply",
    )  # fmt: skip
    deep = board.instance("plain-power-at-depth", bare[0], "k_layer", "n_deep", because="after all layers")
    growth = board.define("plain-growth", "y_plain")
    board.state("plain-slope-at-depth", "y_plain = e_layer^n_deep", (growth, deep),
                because="with small slopes a change of the input is lost")  # fmt: skip
    return result


def _cipher_round(board: Board) -> None:
    """What passes unchanged, and what does not."""
    keys = board.take(given.KEYED_ONE), board.take(given.KEYED_TWO)
    before = board.define("difference", "diff_in")
    keyed = board.define("keyed-difference", "diff_key")
    board.state(
        "key-drops-out", "diff_key = diff_in", (*keys, before, keyed),
        because="a difference passes what is linear as it is, whatever the key: it is the derivative of a cipher",
    )  # fmt: skip
    rounds = board.take(given.ROUND_ONE), board.take(given.ROUND_TWO)
    after = board.define("next-difference", "diff_out")
    changed = board.state(
        "difference-after-round", "diff_out = xor(diff_in, xor(g_bit(w_one), g_bit(w_two)))", (*rounds, before, after),
        because="as with a residual: what was there, and the difference of what is added",
    )  # fmt: skip
    board.reject(
        "difference-passes-functions", "diff_out = diff_in", against=(changed,),
        because="that would be a cipher of linear parts alone, which a single pair of texts gives away",
    )  # fmt: skip
    board.reject(
        "function-of-the-difference", "diff_out = xor(diff_in, g_bit(w_one - w_two))", against=(changed,),
        because="what a function makes of a difference rests on the texts, not on their difference alone: hence "
        "probabilities",
    )  # fmt: skip


def _trail(board: Board) -> None:
    """How likely a difference passes many functions as it is hoped to."""
    step, start = board.take(given.TRAIL_NEXT), board.take(given.TRAIL_STARTS)
    trail = board.induct("trail", ["p_trail(k_layer) = p_pass^k_layer"], "k_layer", (step, start),
                         because="a factor below one for each function")  # fmt: skip
    passed = board.instance("trail-at-length", trail[0], "k_layer", "n_passed", because="through all of them")
    chance = board.define("chance", "y_trail")
    board.state("chance-of-trail", "y_trail = p_pass^n_passed", (chance, passed),
                because="once this is rarer than a text of the cipher, there is nothing to attack with")  # fmt: skip


DIFFERENTIAL = Claim(
    name="differential",
    title="Slopes of nets and differences of ciphers",
    chapter=chapters.CRYPTOGRAPHY,
    question="How does a small change of the input grow through layers, and through the rounds of a cipher?",
    notation=Notation((*EVEN_STACK, *TRAIL, *STACK, *ONE_LAYER, *CIPHER_DIFFERENCE)),
    body=differential,
    result="slope-at-depth",
    defaults=DEFAULTS,
    readings=READINGS,
    asserted=ASSERTED,
    compared=("slope-at-depth", "plain-slope-at-depth", "chance-of-trail"),
    ranges=RANGES,
)  # fmt: skip
