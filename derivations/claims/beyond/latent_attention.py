"""latent-attention: attending on the compressed vectors of a cache, or expanding them to keys and values of each head.

Not in the lecture, which leaves the arithmetic of attention out: little for grouped-query attention, and much for
latent attention, which multiplies with a vector as wide as all its heads need.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from derivations.claim.claim import Asserted, Between, Cards, Claim, Deployment, Grid, Published, Reading, Said
from derivations.claims.shared import chapters
from derivations.claims.shared.cache import CACHE, FLASHMLA, LATENT, SELECTED
from derivations.claims.shared.latents import HEADS, IN_V2, PAIR_ON_HEADS, PAIR_ON_LATENTS, PAIRS
from derivations.claims.shared.passes import ATTENTION_WORK, SERVING
from derivations.claims.shared.said import DECODE
from derivations.derivation.premise import Alternative, Premise
from derivations.language.quantity import Notation, Quantity

if TYPE_CHECKING:
    from derivations.derivation.board import Board
    from derivations.derivation.script import Handle

# --- letters

ARITHMETIC = (
    *PAIRS.only("f_latent", "f_heads"),
    Quantity("f_extra", "FLOP·sequence/token^2", "extra arithmetic of a pair of tokens on the latents",
             definition="f_latent - f_heads"),
    Quantity("f_spread", "FLOP·sequence/token^2", "the same on keys and values of each head, in all layers",
             definition="n_own*f_heads"),
    Quantity("a_through", "FLOP/token", "arithmetic of a layer to project a token between latents and heads",
             latex=r"a_{\mathrm{through}}"),
    Quantity("w_latent", "FLOP/sequence", "arithmetic of a layer for the new tokens of a sequence, on the latents"),
    Quantity("w_heads", "FLOP/sequence", "the same with the latents of the context expanded"),
    Quantity("w_least", "FLOP/sequence", "the smaller of the two", latex=r"w_{\min}", definition="min(w_latent, w_heads)"),
    Quantity("n_long", "token/sequence", "new tokens above which expanding takes less, in the limit of a long context",
             latex=r"n_{\infty}", definition="a_through/f_extra"),
    PAIRS["y_latent"],
)
READS = (
    Quantity("S_read", "byte/sequence", "bytes of a sequence's latents that a layer reads"),
    Quantity("t_pairs", "s/sequence", "time of a layer for the products with a sequence's context", latex=r"t_{\mathrm{pairs}}"),
    Quantity("t_latents", "s/sequence", "time of a layer to read a sequence's latents", latex=r"t_{\mathrm{latents}}"),
    Quantity("t_attend", "s/sequence", "the slower of the two", latex=r"t_{\mathrm{attend}}", definition="max(t_pairs, t_latents)"),
    Quantity("I_latent", "FLOP/byte", "arithmetic on latents per byte read",
             definition="t_pairs*C_gpu/(t_latents*W_gpu)"),
    Quantity("kappa_heads", "byte/token", "cache of a token if every head stores keys and values", latex=r"\kappa_{\mathrm{heads}}"),
    Quantity("y_heads", "", "that cache relative to the latents", definition="kappa_heads/kappa_stored"),
    Quantity("K_request", "GB/sequence", "latents of a whole sequence, all layers", definition="kappa_stored*L_past"),
)
LETTERS = Notation((
    *SERVING.only("n", "C_gpu", "W_gpu"),
    *CACHE.only("kappa_stored", "n_own", "b_kv"),
    ATTENTION_WORK,
    *LATENT,
    *HEADS,
    *ARITHMETIC,
    *READS,
))

TENSOR_WAYS = Quantity("n_shared", "", "GPUs that share the heads of a layer, each with all latents")
SCALES = Quantity("b_scales", "1/token", "numbers of the cache that hold scales, for each token and layer")


# --- premises

THROUGH = Premise(
    "through", "a_through = 2[FLOP·token]*n_query*d_latent*(d_nope + d_value)",
    because="each head has a matrix between latent and key, and one between latent and value", source=IN_V2,
)
ABSORBED = Premise(
    "absorbed", "w_latent = n*L_past*f_latent + n*a_through",
    because="query and output of each new token go through the two matrices, and the context stays as stored", source=IN_V2,
)
EXPANDED = Premise(
    "expanded", "w_heads = n*L_past*f_heads + L_past*a_through",
    because="every latent of the context goes through the two matrices, once for all new tokens", source=IN_V2,
    alternatives=(
        Alternative("already-expanded", "w_heads = n*L_past*f_heads", because="keys and values of all heads are stored and never recomputed",
                    source="our own: multi-head attention without sharing"),
    ),
)
NARROW = Premise(
    "narrow", "d_both < 2*d_latent", because="latents are wider than the keys and values of one head", source="as on the cards of these models",
)
ALL_LATENTS = Premise(
    "all-latents", "S_read = L_past*(d_latent + d_rope)*b_kv",
    because="each sequence has its own latents, read once for all heads and all new tokens", source=IN_V2,
    alternatives=(
        Alternative("selected-latents", "S_read = L_top*(d_latent + d_rope)*b_kv", because="an index selects some tokens of the context; its own reads are left out",
                    source="DeepSeek-V3.2, from its card; with time-of-pairs, selected-pairs", quantities=SELECTED),
        Alternative("with-scales", "S_read = L_past*(d_latent + d_rope + b_scales)*b_kv", because="narrow formats store scales next to the numbers",
                    source="the fp8 cache of FlashMLA", quantities=(SCALES,)),
    ),
)
TIME_OF_PAIRS = Premise(
    "time-of-pairs", "t_pairs = n*L_past*f_latent/(C_gpu*1[GPU])",
    because="at the rate on the data sheet; projections of the new tokens are left out, which are small at long context", source="as the compute time of a pass",
    alternatives=(
        Alternative("selected-pairs", "t_pairs = n*L_top*f_latent/(C_gpu*1[GPU])", because="only with the tokens that an index selects",
                    source="DeepSeek-V3.2, from its card", quantities=SELECTED),
        Alternative("heads-shared", "t_pairs = n*L_past*f_latent/(n_shared*C_gpu*1[GPU])", because="tensor parallelism divides the heads, and each GPU reads all latents",
                    source="our own", quantities=(TENSOR_WAYS,)),
    ),
)
TIME_OF_LATENTS = Premise(
    "time-of-latents", "t_latents = S_read/(W_gpu*1[GPU])", because="at the bandwidth on the data sheet", source="as the KV fetch of a pass",
)
STORED_LATENTS = Premise(
    "stored-latents", "kappa_stored = n_own*(d_latent + d_rope)*b_kv",
    because="latent attention stores one compressed vector and one positional key per layer, for all heads",
    source="DeepSeek-V2 and V3, from the model's card",
)
STORED_HEADS = Premise(
    "stored-heads", "kappa_heads = n_own*n_query*(d_nope + d_rope + d_value)*b_kv",
    because="a key and a value per head", source="by counting",
)
ALL_LAYERS = Premise(
    "all-layers", "f_attn = n_own*f_latent", because="every layer has such attention", source="by counting",
)


# --- the argument

def latent_attention(board: Board) -> Handle:
    """Where expanding takes less than attending on latents; what latents save in memory; and what binds a decode."""
    pairs = (board.take(PAIR_ON_LATENTS), board.take(PAIR_ON_HEADS))
    result = _crossing(board, pairs)
    intensity = _bound(board, pairs[0])
    _stored(board, pairs)
    board.reject(
        "four-for-each-number", "I_latent = 4[FLOP·sequence/token]*n*n_query/b_kv", against=(intensity,),
        because="a deep dive into such a kernel counts keys and values as equally wide: only keys have the positional part, so the true value is a little lower",
    )
    return result


def _crossing(board: Board, pairs: tuple[Handle, Handle]) -> Handle:
    """The new tokens from which it takes less to expand the context, for any number of heads."""
    through, absorbed, expanded = board.take(THROUGH), board.take(ABSORBED), board.take(EXPANDED)
    both = board.define("key-and-value", "d_both")
    narrow = board.take(NARROW)
    expensive = board.state(
        "more-expensive-by-pair", "f_latent > f_heads", (*pairs, both, narrow),
        because="once the context is expanded, each pair of tokens takes less",
    )
    extra = board.define("extra", "f_extra")
    least = board.define("least", "w_least")
    even = board.boundary("as-much", least, because="where both take the same arithmetic")
    spelled = board.substitute("as-much-in-full", even, (absorbed, expanded), because="both, written out")
    paid = board.rewrite(
        "extra-for-expanding", spelled, "n*L_past*f_extra + n*a_through = L_past*a_through", using=(extra,),
        because="the extra arithmetic of pairs plus the matrices for new tokens, compared with the matrices for the context",
    )
    tokens = board.solve("tokens-at-even", paid, for_="n", because="with more new tokens, expanding takes less")
    long = board.define("at-endless-context", "n_long")
    result = board.rewrite(
        "expand-from", tokens, "n = L_past*n_long/(L_past + n_long)", using=(long,),
        because="always below the context, and below the value for a long context: half of it when those two are equal",
    )
    board.limit("endless-context", result, "L_past", "oo", because="for a long context only pairs and matrices matter")
    widths = board.substitute("endless-in-full", long, (through, extra, *pairs), because="in widths")
    board.rewrite(
        "endless-in-widths", widths, "n_long = d_latent*d_both*1[token^2/sequence]/(2*d_latent - d_both)", using=(both, narrow),
        because="the positional part and the heads cancel",
    )
    board.reject(
        "decode-expands", "w_heads < w_latent", against=(absorbed, expanded, *pairs, through, both, expensive),
        because="says that keys and values always take less: but for a single new token they expand the whole context",
    )
    return result


def _bound(board: Board, pair: Handle) -> Handle:
    """What binds attention in decode: arithmetic for each byte, and the heads at which both take as long."""
    pairs, reads, latents = board.take(TIME_OF_PAIRS), board.take(ALL_LATENTS), board.take(TIME_OF_LATENTS)
    intensity = board.define("intensity-of-latents", "I_latent")
    spelled = board.substitute("intensity-in-full", intensity, (pairs, latents, reads, pair), because="written out")
    short = board.rewrite(
        "intensity", spelled, "I_latent = 2[FLOP·sequence/token]*n*n_query*(2*d_latent + d_rope)/((d_latent + d_rope)*b_kv)",
        because="the context cancels: all heads do arithmetic on latents that are read once",
    )
    slower = board.define("slower", "t_attend")
    even = board.boundary("balance", slower, because="where both take equally long")
    full = board.substitute("balance-in-full", even, (pairs, latents, reads, pair), because="both times, written out")
    board.solve("heads-at-balance", full, for_="n_query", because="with fewer heads per GPU attention is memory-bound, with more it is compute-bound")
    board.reject(
        "always-bound-by-memory", "t_pairs < t_latents", against=(pairs, latents, reads, pair),
        because="says that attention in decode is always memory-bound: with many heads on one latent it is not",
    )
    return short


def _stored(board: Board, pairs: tuple[Handle, Handle]) -> None:
    """Bytes kept, and arithmetic of all layers, for latents and for heads."""
    latents, heads = board.take(STORED_LATENTS), board.take(STORED_HEADS)
    whole = board.take(ALL_LAYERS)
    ratio = board.define("heads-over-latents", "y_heads")
    board.substitute("cache-saved", ratio, (heads, latents), because="layers and format cancel")
    board.substitute("pair-of-all-layers", whole, (pairs[0],), because="on the latents")
    spread = board.define("pair-on-heads-of-all-layers", "f_spread")
    board.substitute("expanded-pair-of-all-layers", spread, (pairs[1],), because="on keys and values")
    expensive = board.define("more-expensive", "y_latent")
    wider = board.substitute("more-expensive-in-widths", expensive, pairs, because="the arithmetic that the smaller cache costs")
    board.independence("for-any-heads", wider, of="n_query", because="both sides are proportional to the number of heads")
    request = board.define("request", "K_request")
    board.substitute("request-in-full", request, (latents,), because="the whole context, in all layers")


# --- numbers

_NOTES = "FlashMLA"
_OWN = "our own choice"
_SHAPE = {
    "n_query": Said("128", "heads of DeepSeek-V3", ""),
    "d_nope": Said("128 1/token", "of DeepSeek-V3", ""),
    "d_value": Said("128 1/token", "of DeepSeek-V3", ""),
}
DEFAULTS = {
    **_SHAPE,
    "n": DECODE,
    "L_past": Said("4,096 token/sequence", _OWN, ""),
}
_CARD = Cards("h800", "deepseek-v3", compute="bf16", cache="bf16")
READINGS = (
    Reading("h800", "DeepSeek-V3 on an H800, attention in bf16, at the rates of data sheets", DEFAULTS, _CARD),
    Reading("h800-throttled", "the same at the throttled clock rate",
            {**DEFAULTS, "C_gpu": Said("865 TFLOP/s/GPU", _NOTES, "deep dive of 2025-04-22", FLASHMLA)}, _CARD),
    Reading("one-draft", "the same with one drafted token in addition to the new one",
            {**DEFAULTS, "n": Said("2 token/sequence", _OWN, "")}, _CARD),
    Reading("short-context", "the same with a context of 512 tokens",
            {**DEFAULTS, "L_past": Said("512 token/sequence", _OWN, "")}, _CARD),
    Reading("long-request", "a request of 128K tokens, one layer more for the draft",
            {**DEFAULTS, "n_own": Said("62", _NOTES, "note on sparse attention of 2025-09-29", FLASHMLA),
             "L_past": Said("131,072 token/sequence", _NOTES, "the same", FLASHMLA)}, _CARD),
)
PUBLISHED = (
    Published("request-in-full", "8.72 GiB/sequence", _NOTES, "note on sparse attention of 2025-09-29", "three significant figures", "long-request"),
    Published("heads-at-balance", "128", _NOTES, "deep dive of 2025-04-22, of heads times new tokens", "three significant figures", "h800-throttled",
              note="with a factor of two per head and byte; only keys have the positional part"),
)
ASSERTED = (
    Asserted("decode with latents is compute-bound once heads times new tokens reach half of the throttled rate over bandwidth, given as 128; the step heads-at-balance counts the positional part in the keys only and comes out higher",
             _NOTES, "deep dive of 2025-04-22"),
    Asserted("attention in decode is always bound by bandwidth; the statement always-bound-by-memory is refuted",
             "a book on scaling models, edition of 2025-02", "its chapter on inference"),
)
GRIDS = (
    Grid(("intensity", "heads-at-balance", "expand-from", "more-expensive-in-widths"), readings=tuple(item.name for item in READINGS[:4]),
         title="Arithmetic per byte, heads at balance, and new tokens above which expanding takes less"),
    Grid(("heads-at-balance",), ("h100", "h200", "b200", "gb200", "b300", "mi300x", "mi355x"),
         cards=Cards(model="deepseek-v3", compute="bf16", cache="bf16"),
         title="Heads on a GPU at which decode on latents is balanced"),
)
RANGES = {
    "n_query": Between("16", "128", "our own", "from heads shared by eight GPUs to all on one"),
    "n": Between("1 token/sequence", "4 token/sequence", "our own", "with up to three drafts"),
    "L_past": Between("512 token/sequence", "131,072 token/sequence", "our own", "from a short prompt to the longest of DeepSeek-V3"),
}


CLAIM = Claim(
    name="latent-attention",
    title="Latent attention: attend to latents, or expand them",
    chapter=chapters.AFTERWARDS,
    question="Should attention run on the latents, or on keys and values?",
    answer="On keys and values from about {expand-from:2 new token} on, over a past of {L_past:4/}, and on the latents in decode, which is compute-bound from about {heads-at-balance:3 head} on.",
    answer_if=("n*(L_past + n_long) < L_past*n_long",),  # so few are new in decode
    otherwise="On keys and values from about {expand-from:2 new token} on, over a past of {L_past:4/}, also in decode with {n:4/} in a pass.",
    notation=LETTERS, body=latent_attention, result="expand-from", outside="no such number",
    defaults=DEFAULTS, readings=READINGS, published=PUBLISHED, asserted=ASSERTED, grids=GRIDS, ranges=RANGES,
    compared=("expand-from", "intensity", "heads-at-balance", "cache-saved", "pair-of-all-layers", "expanded-pair-of-all-layers"),
    not_from_cards=("kappa_stored", "f_attn"),  # they follow here, from the widths on the card
    # attention is computed in 16 bits, whatever the format of the weights
    deployment=Deployment(Cards("h200", "deepseek-v3", compute="bf16", weights="fp8")),
)
