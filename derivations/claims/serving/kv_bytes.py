"""kv-bytes: what a step in the price at a context length says about the KV cache of a token.

Lecture 1:33:03 to 1:41:12. Said: 1,667 byte per token from a step at 200,000 tokens, and "exactly this number" from an
architecture that has 2,048.
"""

from __future__ import annotations

from derivations.claims import chapters
from derivations.claims.claim import (
    Claim,
)
from derivations.claims.notation.cache import CACHE, CACHE_RATIO
from derivations.claims.notation.prices import PRICE_TIERS, PRICES
from derivations.claims.notation.serving import SERVING
from derivations.claims.premises.cache import CACHE_LAYOUT, DENSE_READ
from derivations.claims.premises.passes import POOLED_BANDWIDTH, POOLED_COMPUTE
from derivations.claims.serving.balance import Pass, balance_batch, take_balance, take_pass
from derivations.claims.serving.kv_bytes_said import ASSERTED, DEFAULTS, GRIDS, PUBLISHED, READINGS
from derivations.claims.serving.price_step import price_step
from derivations.engine.board import Board, Handle


def kv_bytes(board: Board) -> Handle:
    """Compute and memory even at the step; large batches; the bytes that follow; an architecture; the prices."""
    times = take_pass(board)
    layout = board.take(CACHE_LAYOUT)
    read = board.take(DENSE_READ)
    board.take(POOLED_COMPUTE)
    board.take(POOLED_BANDWIDTH)
    balance, spelled = take_balance(board, times)
    of_batch = board.solve(
        "kv-bytes-of-batch", spelled, for_="kappa", because="the cache per token that makes both sides even"
    )
    large = board.limit(
        "large-batch", of_batch, "B", "oo",
        because="the weights are read once for the whole batch: the more share them, the less each one pays",
    )  # fmt: skip
    ridge = board.define("ridge", "r")
    result = board.rewrite(
        "kv-bytes", large, "kappa = b_w*n*N_active/(r*L)", using=(ridge,),
        because="the formula on the blackboard, with its units: parameters become bytes by the size of a weight",
    )  # fmt: skip
    intensity = board.define("intensity", "I")
    board.rewrite(
        "kv-bytes-by-intensity", large, "kappa = phi*n*N_active/(I*L)", using=(intensity,),
        because="with the hardware in FLOP per byte no size of a weight is needed, but the two FLOP of a multiply-add",
    )  # fmt: skip
    board.state(
        "weights-size-cancels", "b_w/r = phi/I", (ridge, intensity),
        because="the size of a weight stands in the formula only because it stands in the ridge as well",
    )  # fmt: skip
    _, crossover = balance_batch(board, spelled)
    board.solve("step-of-cache", large, for_="L", because="turned round: where the price of a known cache would step")
    board.state(
        "crossover-is-the-step", "kappa*L = kappa*L_x", (large, crossover),
        because="the context beyond which no batch balances is the one at which only an endless batch does",
    )  # fmt: skip
    _read(board, balance, times, ridge)
    _architecture(board, layout, read)
    price_step(board, balance, times.memory)
    _wrong(board, times.weights, times.cache, result, large, layout)
    return result


def _architecture(board: Board, layout: Handle, read: Handle) -> None:
    """The bytes that an architecture stores and reads, and how many times those of the price step they are."""
    board.substitute("bytes-of-layout", read, (layout,), because="the vectors of every layer with a cache of its own")
    board.define("over-the-step", "y_cache")
    board.define("read-over-the-step", "y_read")


def _read(board: Board, balance: Handle, times: Pass, ridge: Handle) -> None:
    """What the step says whatever a cache fetch is made of: the bytes read, per token of context."""
    bytes_read = board.define("bytes-read", "kappa_read")
    rest = board.state(
        "read-at-balance", "kappa_read = (t_c - t_w)*W/(B*L)", (bytes_read, balance, times.memory),
        because="windows, selected tokens or all: what compute leaves beside the weights is time to read the cache",
    )  # fmt: skip
    spelled = board.substitute(
        "read-at-balance-in-full", rest, (times.compute, times.weights), because="both times, written out"
    )
    large = board.limit("read-large-batch", spelled, "B", "oo", because="and of a large batch all of it")
    board.rewrite(
        "kv-bytes-read", large, "kappa_read = b_w*n*N_active/(r*L)", using=(ridge,),
        because="so a price says what is read, and not what is stored",
    )  # fmt: skip


def _wrong(board: Board, weights: Handle, cache: Handle, result: Handle, large: Handle, layout: Handle) -> None:
    """Statements about the step that circulate."""
    board.reject(
        "against-the-weights", "t_kv = t_w", against=(weights, cache, large),
        because="two summaries and a blog post put the step where the KV fetch equals the weight fetch; on the "
        "blackboard and on card 23 it equals compute, and the weight fetch is left out",
    )  # fmt: skip
    board.reject(
        "context-left-out", "kappa = b_w*n*N_active/r",
        because="as first written on the blackboard (after 1:36:29), without the context: bytes per sequence",
    )  # fmt: skip
    board.reject(
        "context-in-the-numerator", "kappa = b_w*n*N_active*L/r",
        because="as then read out (before 1:38:22), until he saw that something is wrong: a later step would mean a "
        "larger cache",
    )  # fmt: skip
    board.reject(
        "no-size-of-weights", "kappa = n*N_active/(r*L)", against=(result,),
        because="as on the blackboard and on card 23: parameters over tokens are no bytes, unless a weight is one byte",
    )  # fmt: skip
    board.reject(
        "two-is-a-size", "kappa_stored = n_own*n_kv*d_head*b_kv*1[1/token]", against=(layout,),
        because="a blog post reads the two as the bytes of a number; then keys and values would be one vector",
    )  # fmt: skip


KV_BYTES = Claim(
    name="kv-bytes",
    title="KV bytes per token out of a price step at 200,000 tokens",
    chapter=chapters.PRICES,
    question="If long contexts cost more above 200,000 tokens, how many bytes of KV cache does a token leave?",
    notation=SERVING.extended((*CACHE, *CACHE_RATIO, *PRICES, *PRICE_TIERS)),
    body=kv_bytes,
    result="kv-bytes",
    outside="no crossing",
    defaults=DEFAULTS,
    not_from_cards=("G", "kappa"),
    readings=READINGS,
    published=PUBLISHED,
    asserted=ASSERTED,
    compared=("kv-bytes", "kv-bytes-by-intensity", "dense-read", "over-the-step"),
    grids=GRIDS,
)  # fmt: skip

