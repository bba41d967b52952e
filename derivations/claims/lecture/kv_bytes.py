"""kv-bytes: what a step in the price at a context length says about the KV cache of a token.

Lecture 1:33:03 to 1:41:12. Said: 1,667 byte per token from a step at 200,000 tokens, and "exactly this number" from an
architecture that has 2,048.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from derivations.claim.claim import ALL, AS_SAID, Asserted, Claim, Grid, ModelGrid, Published, Reading, Said
from derivations.claims.shared import chapters
from derivations.claims.shared.cache import CACHE, DENSE_READ, LATENT
from derivations.claims.shared.passes import (
    ARITHMETIC_TIME,
    ATTENTION,
    POOLED_ATTENTION,
    SERVING,
    Pass,
    balance_batch,
    even_sides,
    take_pass,
    take_pool,
)
from derivations.claims.shared.prices import PRICE_TIERS, PRICES, STEPPED, listed_prices, take_price_step
from derivations.claims.shared.said import (
    ACTIVE_AT_THE_STEP,
    CARDS,
    DECODE,
    HALF_MORE,
    LECTURE,
    NO_ATTENTION,
    PATEL,
    POPE,
    RIDGE,
    STEP,
    STEP_PLACE,
)
from derivations.derivation.premise import Alternative, Premise
from derivations.language.quantity import Quantity

if TYPE_CHECKING:
    from derivations.derivation.board import Board
    from derivations.derivation.script import Handle

# --- letters

CACHE_RATIO = (
    Quantity("y_cache", "", "stored bytes per token over those that a step at this context implies",
             latex=r"y_{\mathrm{stored}}", definition="kappa_stored*r*L/(b_w*n*N_active*(1 + y_attn))"),
    Quantity("kappa_read", "byte/token", "KV cache read per token of context, with windows and selection averaged over the context",
             definition="t_kv*W/(B*L)"),
    Quantity("y_read", "", "bytes read per token over those that a step at this context implies",
             definition="kappa_read*r*L/(b_w*n*N_active*(1 + y_attn))"),
)


# --- premises

CACHE_LAYOUT = Premise(
    "cache-layout", "kappa_stored = n_vectors*n_own*n_kv*d_head*b_kv",
    because="each layer with its own cache keeps a key and a value for each head; windowed layers are counted separately",
    source="lecture 1:38:35",
    alternatives=(
        Alternative(
            "latent", "kappa_stored = n_own*(d_latent + d_rope)*b_kv",
            because="latent attention keeps one compressed vector and one positional key per layer, for all heads",
            source="DeepSeek-V2 and V3, from the model's card",
            quantities=LATENT,
        ),
    ),
)


# --- the argument

def kv_bytes(board: Board) -> Handle:
    """Compute and memory even at the step; large batches; the bytes that follow; an architecture; the prices."""
    times = take_pass(board, compute=ARITHMETIC_TIME)
    layout = board.take(CACHE_LAYOUT)
    read = board.take(DENSE_READ)
    take_pool(board)
    board.take(POOLED_ATTENTION)
    balance, spelled = even_sides(board, times)
    of_batch = board.solve(
        "kv-bytes-of-batch", spelled, for_="kappa", because="the cache per token at which both sides take equally long"
    )
    large = board.limit(
        "large-batch", of_batch, "B", "oo",
        because="the weights are read once for the whole batch: the more sequences share them, the less each one pays",
    )
    ridge, attention = board.define("ridge", "r"), board.define("attention-over-weights", "y_attn")
    result = board.rewrite(
        "kv-bytes", large, "kappa = b_w*n*N_active*(1 + y_attn)/(r*L)", using=(ridge, attention),
        because="the formula on the blackboard, with its units, parameters in bytes by the size of a weight; the arithmetic of attention, which is left out there, counts as more parameters would",
    )
    intensity = board.define("intensity", "I")
    board.rewrite(
        "kv-bytes-by-intensity", large, "kappa = phi*n*N_active*(1 + y_attn)/(I*L)", using=(intensity, attention),
        because="with the hardware in FLOP per byte the formula needs no bytes per weight, but the two FLOP of a multiply-add",
    )
    board.state(
        "weights-size-cancels", "b_w/r = phi/I", (ridge, intensity),
        because="the bytes per weight stand in the formula only because the ridge contains them, too",
    )
    _, crossover = balance_batch(board, spelled)
    board.solve("step-of-cache", large, for_="L", because="where the price would step for a known cache")
    board.state(
        "crossover-is-the-step", "kappa*L = kappa*L_x", (large, crossover),
        because="the context beyond which no batch balances is the one where only the limit of a large batch does",
    )
    _read(board, balance, times, (ridge, attention))
    _architecture(board, layout, read)
    take_price_step(board, balance, times.memory)
    _wrong(board, times, balance, result, layout)
    return result


def _read(board: Board, balance: Handle, times: Pass, groups: tuple[Handle, Handle]) -> None:
    """Bytes read per token of context at the step, whatever a cache fetch is made of."""
    bytes_read = board.define("bytes-read", "kappa_read")
    rest = board.state(
        "read-at-balance", "kappa_read = (t_c - t_w)*W/(B*L)", (bytes_read, balance, times.memory),
        because="whether windows, selected tokens or all of it: the cache is read in the time that compute takes beyond the weight fetch",
    )
    spelled = board.substitute(
        "read-at-balance-in-full", rest, (times.compute, times.weights), because="both times, written out"
    )
    large = board.limit("read-large-batch", spelled, "B", "oo", because="in a large batch, all of the compute time is for the cache")
    board.rewrite(
        "kv-bytes-read", large, "kappa_read = b_w*n*N_active*(1 + y_attn)/(r*L)", using=groups,
        because="so a price tells how much is read, not how much is stored",
    )


def _architecture(board: Board, layout: Handle, read: Handle) -> None:
    """Bytes that an architecture stores and reads, over those that the step in the price implies."""
    board.substitute("bytes-of-layout", read, (layout,), because="the vectors of every layer with its own cache")
    board.define("over-the-step", "y_cache")
    board.define("read-over-the-step", "y_read")


def _wrong(board: Board, times: Pass, balance: Handle, result: Handle, layout: Handle) -> None:
    """Statements about the step that circulate."""
    board.reject(
        "against-the-weights", "t_kv = t_w", against=(times.weights, times.cache, times.compute, times.memory, balance),
        because="two summaries and a blog post put the step where the KV fetch equals the weight fetch; on the blackboard and on card 23 it equals compute, with the weight fetch left out",
    )
    board.reject(
        "context-left-out", "kappa = b_w*n*N_active/r",
        because="as first written on the blackboard (after 1:36:29), without the context: bytes per sequence",
    )
    board.reject(
        "context-in-the-numerator", "kappa = b_w*n*N_active*L/r",
        because="as read out next (before 1:38:22), until he noticed the error: a step at a longer context would mean a larger cache",
    )
    board.reject(
        "no-size-of-weights", "kappa = n*N_active/(r*L)", against=(result,),
        because="as on the blackboard and on card 23: parameters per token are bytes per token only at one byte per weight",
    )
    board.reject(
        "two-is-a-size", "kappa_stored = n_own*n_kv*d_head*b_kv*1[1/token]", against=(layout,),
        because="a blog post reads the factor of two as bytes per number; then keys and values would be a single vector",
    )


# --- what was said

_HEADS = "1:38:35 to 1:41:12"
_BYTE_WEIGHTS = Said(
    "1 byte/parameter",
    "not said there, but the number needs it; a trillion parameters in one terabyte (1:02:22) says the same",
    STEP_PLACE,
)
_SHARED_LAYER = {
    "n_vectors": Said("2 1/token", POPE, f"{_HEADS}, keys and values", LECTURE),
    "n_own": Said("1", POPE, f"{_HEADS}, one global cache for all layers", LECTURE),
    "n_kv": Said("8", POPE, "1:40:52", LECTURE),
    "d_head": Said("128", POPE, _HEADS, LECTURE),
    "b_kv": Said("1 byte", "not said, but the number needs it", _HEADS),
}


def _said(name: str, title: str, weights: Said) -> Reading:
    numbers = {
        "r": RIDGE, "b_w": weights, "n": DECODE, "N_active": ACTIVE_AT_THE_STEP, "L": STEP, "y_attn": NO_ATTENTION,
    }
    return Reading(name, title, {**numbers, **_SHARED_LAYER})


def _prices(card: str, title: str) -> Reading:
    return Reading(card, f"{title}, list prices", listed_prices(card))


_WINDOWED = (
    "gpt-oss-120b", "gpt-oss-20b", "deepseek-v3.2", "deepseek-v4-pro", "deepseek-v4-flash", "llama-4-maverick",
    "gemma-4-31b",
)
_PRICE_READINGS = tuple(_prices(card, title) for card, title in STEPPED.items())
_GEMINI = _PRICE_READINGS[0].name
_BLOG = "a blog post, since corrected"
_PICTURE = ("measured on the picture of card 22", CARDS.date, CARDS)
_PICTURE_SHARE = Said("1/2", *_PICTURE)

DEFAULTS = {"n": DECODE, "L": STEP}

READINGS = (
    _said(AS_SAID, "as said: 300, 100 B active, 200k; one byte per weight is not said", _BYTE_WEIGHTS),
    _said("fp4-weights", "the same with the FP4 weights that the 300 was explained with",
          Said("1/2 byte/parameter", f"{POPE}: half a byte", "0:18:09", LECTURE)),
    _said("bf16-weights", "the same with 16-bit weights", Said("2 byte/parameter", "16-bit weights", "")),
    Reading("flop-per-byte", "the same with the 300 in FLOP per byte, as on card 7",
            {"I": Said("300 FLOP/byte", "practice card 7", CARDS.date, CARDS),
             "phi": Said("2 FLOP/parameter/token", "one multiply and one add", ""), "n": DECODE,
             "N_active": ACTIVE_AT_THE_STEP, "L": STEP, "y_attn": NO_ATTENTION}),
    Reading("sixteen-bit-cache", "his architecture with 16-bit numbers",
            {**_SHARED_LAYER, "b_kv": Said("2 byte", "16-bit numbers", "")}),
    Reading("two-bytes-one-vector", "the same with the factor of two read as bytes, which leaves one vector",
            {**_SHARED_LAYER, "n_vectors": Said("1 1/token", "what is left without the factor of two", ""),
             "b_kv": Said("2 byte", "a blog post", "2026")}),
    Reading("blog-layout", "a blog post's architecture: 60 layers of 4 heads, 16-bit numbers",
            {name: Said(number, _BLOG, "2026")
             for name, number in (("n_vectors", "2 1/token"), ("n_own", "60"), ("n_kv", "4"), ("d_head", "128"),
                                  ("b_kv", "2 byte"))}),
    Reading("half-more", "the 50% as said, at a batch so large that the weights drop out",
            {"premium_out": HALF_MORE, "L": STEP,
             "u_kv": Said("1", f"{POPE}: the weights are negligible", STEP_PLACE, LECTURE)}),
    Reading("half-more-with-weights", "the same with the weights half of compute, as in the picture on card 22",
            {"premium_out": HALF_MORE, "L": STEP, "u_kv": _PICTURE_SHARE}),
    Reading("card-picture", "the picture on card 22: its two prices, with the weights half of compute",
            {"premium_out": Said("53%", *_PICTURE), "u_kv": _PICTURE_SHARE}),
    *_PRICE_READINGS,
)

_BOARD = "1:38:22, on the blackboard"
_THIS_NUMBER = "1:40:52, 'gives you exactly this number', the 'around two kilobytes' of 1:38:35"

PUBLISHED = (
    Published("kv-bytes", "1,667 byte/token", PATEL, _BOARD, "nearest integer",
              note="'plausible, actually', says Reiner Pope"),
    Published("kv-bytes", "2 kB/token", PATEL, "1:38:22, almost two kilobytes", "one significant figure"),
    Published("kv-bytes", "2 kB/token", POPE, "1:38:35, 'around two kilobytes'", "one significant figure"),
    Published("kv-bytes", "1.7 kB/token", "practice card 23", CARDS.date, "two significant figures", kind="retelling"),
    Published("kv-bytes", "1,667 byte/token", PATEL, _BOARD, "nearest integer", "fp4-weights",
              note="with the format that the 300 was explained with"),
    Published("kv-bytes", "1,667 byte/token", PATEL, _BOARD, "nearest integer", "bf16-weights",
              note="with 16-bit weights"),
    Published("kv-bytes-by-intensity", "1,667 byte/token", PATEL, _BOARD, "nearest integer", "flop-per-byte",
              note="with the 300 as card 7 has it", otherwise="kv-bytes"),
    Published("kv-bytes", ("1.6 kB/token", "2 kB/token"), "a summary", "2026", "range", kind="retelling"),
    Published("kv-bytes", "2 kB/token", "the same summary", "2026, roughly", "one significant figure", kind="retelling"),
    Published("kv-bytes", ("1 kB/token", "2 kB/token"), "other summaries", "2026", "range", kind="retelling"),
    Published("dense-read", "2 kB/token", POPE, _THIS_NUMBER, "one significant figure",
              note="with one byte for each number in the cache"),
    Published("dense-read", "2 kB/token", POPE, _THIS_NUMBER, "one significant figure", "sixteen-bit-cache",
              note="with two bytes for each number"),
    Published("dense-read", "1.2 kB/token", _BLOG, "2026", "two significant figures", "blog-layout",
              kind="retelling", note="the decimal point slipped in its own product"),
    Published("price-step", "50%", PATEL, "1:33:03", "exact", _GEMINI, kind="look-up", note="of output"),
    Published("price-step", "50%", "practice card 21, and summaries", CARDS.date, "one significant figure", _GEMINI, kind="retelling"),
    Published("input-price-step", "50%", PATEL, "1:33:03", "exact", _GEMINI,
              kind="look-up", note="input doubles, and prefill is compute-bound, so the KV fetch does not explain its step"),
    Published("context-covered", "2.85", "the picture on card 22, measured", CARDS.date, "three significant figures",
              "card-picture",
              kind="illustration", note="a sketch: its prices are above cost by a margin, and the premium comes on top of that"),
)

ASSERTED = (
    Asserted("the step in the price is somewhat aligned with the point where the lines cross, maybe not exactly",
             POPE, "1:33:03 to 1:36:29"),
    Asserted("why 50% and not another number: asked, not derived; the two prices should be profitable at any context",
             f"{PATEL} asks, {POPE} answers", "1:33:03 to 1:36:29"),
    Asserted("plausible, if maybe a little bit small", POPE, "1:41:12"),
    Asserted("KV heads are typically 1 to 8; or fewer heads and more layers", POPE, _HEADS),
    Asserted("with sparse attention all of these numbers grow, by a factor of one over the sparsity",
             POPE, "before 1:41:12"),
    Asserted("in models like Character.AI's and Gemma one global cache is shared by all layers", POPE, _HEADS),
    Asserted("one KV head, windows on most layers, sharing between neighboring layers only: more than 20 times less in all",
             "Character.AI's own post", "its blog"),
    Asserted("plausible for 8 KV heads, dense attention and a head dimension of 128; so it is, for one layer",
             "a summary", "2026"),
    Asserted("the factor of two in the bytes of the architecture means two bytes per number; but it counts keys and values",
             "a blog post", "2026"),
    Asserted("a factor is missing in the bytes of the architecture; it is: the bytes per number",
             "a blog post", "2026"),
)

GRIDS = (
    Grid(("L", "price-step", "input-price-step"), readings=tuple(each.name for each in _PRICE_READINGS),
         title="The step in list prices, by provider"),
    Grid(("premium_out", "u_kv", "context-covered", "context-paid-for"),
         readings=("half-more", "half-more-with-weights", "card-picture"),
         title="How long a context a premium pays for"),
    ModelGrid(("cache-layout", "over-the-step", "bytes-read", "read-over-the-step"),
              premises={"kv-fetch": "windows-and-selection"},
              title="KV bytes stored and read per token of context at the step, and their ratio to what the step implies"),
    Grid(("crossover-context",), ALL, ALL, {"arithmetic-time": "weights-alone"},
         title="L_x, where the KV fetch takes as long as compute, if everything that grows with the context is read; as said, without the arithmetic of attention"),
    Grid(("crossover-context",), ALL, ALL, outside="no crossing",
         title="L_x with the arithmetic of attention included; 'no crossing' where the KV fetch never takes longer"),
    Grid(("crossover-context",), ALL, _WINDOWED,
         {"arithmetic-time": "weights-alone", "kv-fetch": "windows-and-selection"}, outside="inside", at_least="L_full",
         title="L_x with what windows and selection read, as said without the arithmetic of attention; 'inside' where the KV fetch takes longer already before they are full"),
)


CLAIM = Claim(
    name="kv-bytes",
    title="KV bytes per token from a price step at 200,000 tokens",
    chapter=chapters.PRICES,
    question="How many bytes of KV cache does a price step imply?",
    answer="About {kv-bytes}, compared with {bytes-read:/} that the model stores, if the price steps where reading the KV cache takes as long as the arithmetic.",
    answer_if=("y_attn <= 1",),
    otherwise="About {kv-bytes}, compared with {bytes-read:/} that the model stores, if the price steps where reading the KV cache takes as long as the arithmetic, which takes {y_attn:2} times as long for attention as for the weights.",
    said_answer="With the lecture's numbers about {kv-bytes}, if the price steps where reading the KV cache takes as long as the arithmetic.",
    notation=SERVING.extended((*ATTENTION, *CACHE, *CACHE_RATIO, *PRICES, *PRICE_TIERS)), body=kv_bytes, result="kv-bytes",
    outside="no crossing",
    defaults=DEFAULTS, readings=READINGS, published=PUBLISHED, asserted=ASSERTED, grids=GRIDS,
    not_from_cards=("G", "kappa"),
    compared=("kv-bytes", "kv-bytes-by-intensity", "dense-read", "over-the-step"),
)
