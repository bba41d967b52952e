"""kv-bytes: what a step in the price at a context length says about the KV cache of a token.

Lecture 1:33:03 to 1:41:22. Said: 1,667 byte per token from a step at 200,000 tokens, and 2,048 from an architecture.
"""

from __future__ import annotations

from derivations.claims.balance import balance_batch, take_balance, take_pass
from derivations.claims.claim import (
    ALL,
    AS_SAID,
    Asserted,
    Claim,
    Grid,
    OnCard,
    Published,
    Reading,
    Said,
)
from derivations.claims.lecture import CARDS, LECTURE, PATEL, POPE
from derivations.claims.notation import CACHE, CACHE_RATIO, PRICES, SERVING
from derivations.claims.premises import CACHE_LAYOUT, DENSE_READ, POOLED_BANDWIDTH, POOLED_COMPUTE
from derivations.engine.board import Board, Handle


def kv_bytes(board: Board) -> Handle:
    """Compute and memory even at the step; large batches; the bytes that follow; and those of an architecture."""
    times = take_pass(board)
    layout = board.take(CACHE_LAYOUT)
    read = board.take(DENSE_READ)
    board.take(POOLED_COMPUTE)
    board.take(POOLED_BANDWIDTH)
    _, spelled = take_balance(board, times)
    of_batch = board.solve(
        "kv-bytes-of-batch", spelled, for_="kappa", because="the cache per token that makes both sides even"
    )
    large = board.limit(
        "large-batch", of_batch, "B", "oo", because="a large batch pays so little for the weights that they drop out"
    )
    ridge = board.define("ridge", "r")
    result = board.rewrite(
        "kv-bytes", large, "kappa = b_w*n*N_active/(r*L)", using=(ridge,),
        because="the formula on the blackboard, its units repaired: a size of the weights stands in it",
    )  # fmt: skip
    intensity = board.define("intensity", "I")
    board.rewrite(
        "kv-bytes-by-intensity", large, "kappa = phi*n*N_active/(I*L)", using=(intensity,),
        because="in FLOP per byte no size of the weights is needed, but a two",
    )  # fmt: skip
    board.state(
        "weights-size-cancels", "b_w/r = phi/I", (ridge, intensity),
        because="the bytes of a weight come in only with a ridge that was told in tokens",
    )  # fmt: skip
    _, crossover = balance_batch(board, spelled)
    board.solve("step-of-cache", large, for_="L", because="turned round: where the price of a known cache would step")
    board.state(
        "crossover-is-the-step", "kappa*L = kappa*L_x", (large, crossover),
        because="the context beyond which no batch balances is the one at which a large batch does",
    )  # fmt: skip
    _architecture(board, layout, read)
    price = board.define("price-step", "premium")
    _wrong(board, times.weights, times.cache, result, large, price)
    return result


def _architecture(board: Board, layout: Handle, read: Handle) -> None:
    """The bytes that an architecture stores and reads, and how many times those of the price step they are."""
    board.substitute(
        "bytes-of-layout", read, (layout,), because="two vectors for every head of every layer with its own cache"
    )
    board.define("over-the-step", "y_cache")


def _wrong(board: Board, weights: Handle, cache: Handle, result: Handle, large: Handle, price: Handle) -> None:
    """Statements about the step that circulate."""
    board.reject(
        "against-the-weights", "kappa*B*L/W = b_w*N_total/W", against=(large,),
        because="summaries put the step where the KV fetch equals the weight fetch; it is compute that it equals",
    )  # fmt: skip
    board.reject(
        "context-in-the-numerator", "kappa = b_w*n*N_active*L/r", against=(result,),
        because="as first written on the blackboard (1:36:29): a longer step would mean a larger cache",
    )  # fmt: skip
    board.reject(
        "no-size-of-weights", "kappa = n*N_active/(r*L)",
        because="as on the blackboard and on card 23: parameters over tokens are no bytes, unless a weight is one byte",
    )  # fmt: skip


_STEP = Said("200k token/sequence", POPE, "1:36:29", LECTURE)
_ACTIVE = Said("100e9 parameter", POPE, "1:37:12", LECTURE)
_R = Said("300 token", POPE, "0:18:09", LECTURE)
_DECODE = Said("1 token/sequence", POPE, "0:07:13, decode", LECTURE)
_BYTE_WEIGHTS = Said("1 byte/parameter", "not said, and the number needs it", "1:37:12", LECTURE)
_SHARED_LAYER = {
    "n_vectors": Said("2 1/token", POPE, "1:39:30, keys and values", LECTURE),
    "n_own": Said("1", POPE, "1:39:50, one global cache for all layers", LECTURE),
    "n_kv": Said("8", POPE, "1:40:30", LECTURE),
    "d_head": Said("128", POPE, "1:39:10", LECTURE),
    "b_kv": Said("1 byte", "not said, and the number needs it", "1:40:52", LECTURE),
}


def _said(name: str, title: str, weights: Said) -> Reading:
    return Reading(
        name, title, {"r": _R, "b_w": weights, "n": _DECODE, "N_active": _ACTIVE, "L": _STEP, **_SHARED_LAYER}
    )


def _prices(name: str, title: str, key: str) -> Reading:
    card = "gemini-3.1-pro-prices"
    return Reading(name, title, {"p_short": OnCard(card, key), "p_long": OnCard(card, f"long_{key}")})


KV_BYTES = Claim(
    name="kv-bytes",
    title="KV bytes per token out of a price step at 200,000 tokens",
    chapter="1:33:02 What API prices tell about the architecture",
    question="If long contexts cost more above 200,000 tokens, how many bytes of KV cache does a token leave?",
    notation=SERVING.extended((*CACHE, *CACHE_RATIO, *PRICES)),
    body=kv_bytes,
    result="kv-bytes",
    outside="no crossing",
    defaults={"n": _DECODE, "L": _STEP},
    not_from_cards=("G", "kappa"),
    readings=(
        _said(AS_SAID, "as said: 300, 100 B active, 200k, and one byte per weight, unsaid", _BYTE_WEIGHTS),
        _said("fp4-weights", "the same with the FP4 weights that the 300 was explained with",
              Said("1/2 byte/parameter", f"{POPE}: half a byte", "0:18:09", LECTURE)),
        _said("bf16-weights", "the same with 16-bit weights", Said("2 byte/parameter", "16-bit weights", "")),
        Reading("flop-per-byte", "the same with the 300 in FLOP per byte, as on card 7",
                {"I": Said("300 FLOP/byte", "practice card 7", CARDS.date, CARDS),
                 "phi": Said("2 FLOP/parameter/token", "one multiply and one add", ""),
                 "n": _DECODE, "N_active": _ACTIVE, "L": _STEP}),
        Reading("blog-layout", "a blog post's architecture: 60 layers of 4 heads, 16-bit numbers",
                {name: Said(value, "a blog post, since corrected", "2026")
                 for name, value in (("n_vectors", "2 1/token"), ("n_own", "60"), ("n_kv", "4"), ("d_head", "128"),
                                     ("b_kv", "2 byte"))}),
        _prices("output-prices", "Gemini 3.1 Pro, list price of output", "output"),
        _prices("input-prices", "Gemini 3.1 Pro, list price of input", "input"),
    ),
    published=(
        Published("kv-bytes", "1,667 byte/token", POPE, "1:38:22", "nearest integer"),
        Published("kv-bytes", "2,000 byte/token", PATEL, "after 1:38:22, almost two kilobytes",
                  "one significant figure"),
        Published("kv-bytes", "1.7 kB/token", "practice card 23", CARDS.date, "two significant figures"),
        Published("kv-bytes", "1,667 byte/token", POPE, "1:38:22", "nearest integer", "fp4-weights", reproduces=False,
                  note="with the format that he explained the 300 with, half as much"),
        Published("kv-bytes", "1,667 byte/token", POPE, "1:38:22", "nearest integer", "bf16-weights",
                  reproduces=False, note="with 16-bit weights, twice as much"),
        Published("kv-bytes-by-intensity", "1,667 byte/token", POPE, "1:38:22", "nearest integer", "flop-per-byte",
                  reproduces=False, note="with the 300 as card 7 has it, twice as much"),
        Published("kv-bytes", ("1,600 byte/token", "2,000 byte/token"), "a summary", "2026", "range"),
        Published("kv-bytes", ("1,000 byte/token", "2,000 byte/token"), "other summaries", "2026", "range"),
        Published("dense-read", "1.2 kB/token", "a blog post, since corrected", "2026", "two significant figures",
                  "blog-layout", reproduces=False, note="a slip by a hundred in its own product"),
        Published("dense-read", "2,048 byte/token", POPE, "1:40:52", "exact",
                  note="one layer of 8 heads, 128 wide, and one byte for each number, unsaid"),
        Published("kv-bytes", "2,048 byte/token", POPE, "1:40:52, 'gives you exactly this number'", "exact",
                  reproduces=False, note="near, not exactly: the architecture gives 2,048"),
        Published("price-step", "50%", PATEL, "1:33:03", "exact", "output-prices"),
        Published("price-step", "50%", PATEL, "1:33:03", "exact", "input-prices", reproduces=False,
                  note="input doubles: prefill is bound by compute, and a KV fetch explains no step in it"),
    ),
    asserted=(
        Asserted("the step in the price is somewhat aligned with the kink of the cost, maybe not exactly", POPE,
                 "1:36:00"),
        Asserted("the premium of 50% itself is not derived", POPE, "1:33:03"),
        Asserted("plausible, if maybe a little bit small", POPE, "1:41:12"),
        Asserted("models of this kind share one global cache over all layers; Character.AI's own post has windows on "
                 "most layers and shares between neighbours, for more than 20 times in all", POPE, "1:39:50"),
    ),
    compared=("kv-bytes", "kv-bytes-by-intensity", "dense-read", "over-the-step", "price-step"),
    grids=(
        Grid(("crossover-context",), ALL, ALL, title="L_x: the context at which the KV fetch takes as long as compute"),
        Grid(("crossover-context",), ALL, ALL, {"compute-time": "with-attention"},
             title="L_x with the arithmetic of attention"),
        Grid(("crossover-context",), ALL, ALL, {"kv-fetch": "windows-and-selection"},
             title="L_x with what windows and selection read, where that is longer than they are"),
    ),
)  # fmt: skip
