"""prefill-decode-pools: GPUs for prompts beside those that decode, what it costs to part them, and what it wins.

The lecture prices input and output on one machine. Here they have machines of their own, as DeepSeek and others run
them: matched to the traffic, against passes in which prompts are computed between two tokens of others.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from derivations.claim.claim import AS_BUILT, Between, Cards, Claim, Grid, Published, Reading, Said
from derivations.claims.shared import chapters
from derivations.claims.shared.cache import CACHE
from derivations.claims.shared.passes import (
    SERVING,
    Pass,
    take_balance,
    take_pass,
    take_pool,
)
from derivations.claims.shared.pools import INPUT_RATE, ONE_AT_A_TIME, POOL_RATIO, POOLS, SGLANG, of_the_day
from derivations.claims.shared.racks import ALL_STARTS, OF_SUMS, ON_NETWORK_CARDS, ROOFLINE_AND_STARTS, STARTED
from derivations.claims.shared.requests import PROMPTS, REQUESTS, SPEED, STEADY
from derivations.claims.shared.said import DECODE
from derivations.derivation.premise import Alternative, Premise
from derivations.language.quantity import Notation, Quantity
from derivations.numbers.source import Source

if TYPE_CHECKING:
    from derivations.derivation.board import Board
    from derivations.derivation.script import Handle

# --- letters

APART = (
    Quantity("N_up", "", "systems that compute input", "nonnegative", latex=r"N_{\mathrm{prefill}}", definition="X_in/X_up"),
    Quantity("N_gen", "", "systems that generate output", latex=r"N_{\mathrm{decode}}", definition="X_out/X_gen"),
    Quantity("W_move", "byte/s", "cache that a system sends per second while it computes input"),
    Quantity("y_move", "", "the same, relative to the scale-out bandwidth of its GPUs", definition="W_move/(G*W_out)"),
)
MIXED = (
    Quantity("T_mix", "s", "time of a pass with the prompts that begin in it"),
    Quantity("X_mix", "token/s", "output tokens that one system generates if it also computes the prompts",
             definition="n*B/T_mix"),
    Quantity("v_mix", "token/s/sequence", "speed of a sequence there", definition="n/T_mix"),
)
LETTERS = Notation((
    *REQUESTS,
    *POOLS.only("X_out", "X_in", "X_gen", "X_up", "N_mean"),
    POOL_RATIO,
    *APART,
    SPEED,
    *MIXED,
    *SERVING.only("T", "t_c", "t_m", "t_w", "t_kv", "phi", "n", "B", "L", "L_x", "kappa", "b_w", "N_total", "N_active"),
    *SERVING.only("C", "W", "C_gpu", "W_gpu", "G"),
    CACHE["kappa_stored"],
    ON_NETWORK_CARDS["W_out"],
    *STARTED,
))

FOUND = Quantity("x_found", "", "fraction of the prompts whose cache is read from a store", "fraction")


# --- premises

INPUT_ASKED = Premise(
    "input-asked", "X_in = lam_req*L_in",
    because="every request has a prompt, and all of it is computed", source="by counting",
    alternatives=(
        Alternative("part-is-found", "X_in = (1 - x_found)*lam_req*L_in",
                    because="part of some prompts is already cached: the beginning of a conversation, a document",
                    source="DeepSeek's note on its day, where more than half is found", quantities=(FOUND,)),
    ),
)
OUTPUT_ASKED = Premise(
    "output-asked", "X_out = lam_req*L_out", because="every request generates its output", source="by counting",
)
GENERATES = Premise(
    "generates", "X_gen = n*B/T",
    because="every sequence of the batch gets its new tokens in each pass, and passes run back to back",
    source="after lecture 0:26:32",
)
BETWEEN_PASSES = Premise(
    "between-passes", "T_mix = T + t_in",
    because="prompts are computed between passes, while the decoding sequences wait",
    source="our own: engines without chunked prefill",
    alternatives=(
        Alternative(
            "chunks-ride-along", "T_mix = max(t_c + t_in, t_m) + t_starts",
            because="prompts are split into chunks that run within decode passes, and their arithmetic overlaps with the reads as far as it fits",
            source="our own: chunked prefill at its best",
        ),
    ),
)
HANDED_OVER = Premise(
    "handed-over", "W_move = kappa_stored*X_up",
    because="the cache of every computed token is sent to the decode pool, once", source="by counting",
)


# --- the argument

@dataclass(frozen=True)
class Rates:
    """Steps of the rates: what a system of each pool does in a second, the pass behind it, and how many GPUs of the one for the other."""

    pooled: tuple[Handle, Handle]
    times: Pass
    generates: Handle
    computes: Handle
    ratio: Handle
    asked: tuple[Handle, Handle]


def prefill_decode_pools(board: Board) -> Handle:
    """The ratio of the pools by lengths and rates; in times of a pass; what parting wins; and what it sends."""
    asked = (board.take(INPUT_ASKED), board.take(OUTPUT_ASKED))
    ratio = board.define("pools", "y_pools")
    spelled = board.substitute("pools-in-full", ratio, asked, because="the traffic of each pool over the rate of one of its systems")
    result = board.rewrite(
        "pools-by-lengths", spelled, "y_pools = (L_in/L_out)*X_gen/X_up",
        because="the ratio of input to output tokens, and of the rates for each",
    )
    board.independence("whatever-the-traffic", result, of="lam_req", because="twice the requests need twice as many of both")
    board.solve("output-at-balance", result, for_="L_out", because="inverted: the output length for which a given ratio is right")
    pooled, times = take_pool(board), take_pass(board, ROOFLINE_AND_STARTS)
    board.take(ALL_STARTS)
    rates = Rates(pooled, times, board.take(GENERATES), board.take(INPUT_RATE), result, asked)
    _parted(board, rates, _by_times(board, rates))
    _sent(board, rates)
    board.reject(
        "a-token-is-a-token", "y_pools = L_in/L_out", against=(result,),
        because="splits GPUs in the ratio of tokens: but input tokens are computed many at a time",
    )
    return result


def _by_times(board: Board, rates: Rates) -> Handle:
    """The same ratio with the rates of a roofline: prompts over a pass, which it returns, and two bounds on it."""
    begun, prompts = board.take(STEADY), board.take(PROMPTS)
    known = (rates.ratio, rates.generates, rates.computes, prompts, begun)
    times = board.state("pools-by-times", "y_pools = t_in/T", known,
                        because="in a pass as many prompts begin as outputs end: their time relative to that of the pass")
    board.state("no-more-than-tokens", "y_pools <= L_in/L_out", (times, rates.times.roofline, rates.times.compute, prompts, begun),
                because="decode does the same arithmetic per token as prefill and takes at least as long")
    crossover = take_balance(board, rates.times).crossover
    longer = board.state("no-pass-before-its-reads", "T >= kappa*B*L/W", (rates.times.roofline, rates.times.memory, rates.times.cache),
                         because="a pass reads the cache of its sequences")
    begins = board.substitute("prompts-in-full", prompts, (begun,), because="of the prompts that begin in a pass")
    board.state(
        "pools-by-contexts", "y_pools*L <= (L_in/L_out)*L_x", (times, longer, begins, crossover),
        because="at the crossover context, reading the cache takes as long as computing a prompt token; a longer context takes more",
    )
    board.reject(
        "prompts-over-compute", "y_pools = t_in/t_c", against=(times, rates.times.roofline, rates.times.memory, *rates.times.times),
        because="treats decode as compute-bound, like prefill: a memory-bound pass takes as long as its reads",
    )
    return times


def _parted(board: Board, rates: Rates, times: Handle) -> None:
    """Parting takes as many GPUs, and makes a token faster by the time of the prompts."""
    parted = board.take(ONE_AT_A_TIME)
    board.define("prefill-systems", "N_up")
    board.define("decode-systems", "N_gen")
    mixed = board.take(BETWEEN_PASSES)
    together = board.define("generates-with-prompts", "X_mix")
    known = (parted, *rates.asked, rates.generates, rates.ratio, times, together, mixed, rates.times.roofline)
    board.state(
        "no-fewer-apart", "N_mean*X_mix >= X_out", known,
        because="the work per GPU is the same either way: separating the two saves none of it",
    )
    speed, slower = board.define("speed", "v_seq"), board.define("speed-with-prompts", "v_mix")
    board.state(
        "speed-won", "v_seq = (1 + y_pools)*v_mix", (speed, slower, mixed, times),
        because="a sequence does not wait for the prompts of others: tokens come faster in proportion to the size of the second pool",
    )
    board.reject(
        "fewer-gpus-apart", "N_mean*X_mix < X_out", against=known,
        because="says that separate pools need fewer GPUs: without overlap they only change which GPU does the work",
    )


def _sent(board: Board, rates: Rates) -> None:
    """What goes from one pool to the other, over the links that there are."""
    sent = board.take(HANDED_OVER)
    part = board.define("links-in-use", "y_move")
    spelled = board.substitute("links-in-full", part, (sent, rates.computes, rates.pooled[0]), because="for GPUs that compute at full rate")
    short = board.rewrite(
        "links-per-gpu", spelled, "y_move = kappa_stored*C_gpu/(phi*N_active*W_out)",
        because="time to send a token's cache over its link, relative to the arithmetic of a token",
    )
    board.independence("links-for-any-prompt", short, of="L_in", because="a longer prompt takes longer to compute and sends proportionally more")


# --- numbers

SCALING_BOOK = Source(
    "scaling-book-serving",
    "How To Scale Your Model, Serving LLaMA 3-70B on TPUs, as first published",
    url="https://github.com/jax-ml/scaling-book/blob/0819a7d/applied-inference.md",
    date="2025-02-04",
    author="Austin, Jacob and others",
    standing="verified",
)
_OWN = "our own choice"
_BOOK = "a book on scaling models, edition of 2025-02"
_SERVING = "its chapter on serving LLaMA 3-70B"


def _book(batch: str, where: str) -> dict[str, Said]:
    """The book's servers: a prompt of 8k in 0.91 s, and steps of 19 ms with so many sequences."""
    said = {"X_up": "819,200/91 token/s", "T": "19 ms", "L_in": "8,192 token/sequence", "L_out": "512 token/sequence"}
    numbers = {name: Said(text, _BOOK, _SERVING, SCALING_BOOK) for name, text in said.items()}
    return {**numbers, "n": DECODE, "B": Said(f"{batch} sequence", _BOOK, where, SCALING_BOOK)}


DEFAULTS = {
    "lam_req": Said("1 sequence/s", _OWN, ""),
    "L_in": Said("2,048 token/sequence", _OWN, ""),
    "L_out": Said("1,024 token/sequence", _OWN, ""),
    "L": Said("2,560 token/sequence", "the prompt and half of the output", ""),
    "B": Said("256 sequence", _OWN, ""),
    "n": DECODE,
    **OF_SUMS,
}
READINGS = (
    Reading("deepseek-day", "DeepSeek's published day, from the rates of its nodes", {
        "X_out": of_the_day("168e9 token/day", "output"),
        "X_in": of_the_day("608e9 token/day", "input, cached or not"),
        "X_gen": of_the_day("14,800 token/s", "output of a node"),
        "X_up": of_the_day("73,700 token/s", "input of a node, cached or not"),
    }),
    Reading("sglang", "three nodes of H100 for prompts of 2,000 tokens, and nine that decode", {
        "y_pools": Said("1/3", "SGLang", "3 nodes and 9", SGLANG), "L_in": Said("2,000 token/sequence", "SGLang", "prompts", SGLANG),
        "X_gen": Said("22,300 token/s", "SGLang", "output of a node", SGLANG),
        "X_up": Said("52,300 token/s", "SGLang", "input of a node", SGLANG),
    }),
    Reading("scaling-book", "the book's servers, 32 sequences to a step", _book("32", "what it rounds 43 to")),
    Reading("scaling-book-43", "the same with the 43 sequences that it finds room for", _book("43", "its table of slices, bf16")),
    Reading("llama-on-h100", "the lengths and the batch of our choice, Llama 3.1 70B in fp8 on eight H100",
            DEFAULTS, Cards("h100", "llama-3.1-70b", compute="fp8", cache="fp8")),
)
PUBLISHED = (
    Published("pools-by-lengths", "3", _BOOK, _SERVING, "nearest integer", "scaling-book",
              note="a batch of 43 is called 32"),
    Published("pools-by-lengths", "3", _BOOK, _SERVING, "nearest integer", "scaling-book-43"),
)
GRIDS = (
    Grid(("pools", "prefill-systems", "decode-systems"), readings=("deepseek-day",), title="Nodes for input and for output of a day"),
    Grid(("pools-by-lengths",), readings=(AS_BUILT, "llama-on-h100", "scaling-book", "scaling-book-43"),
         title="Prefill systems per decode system"),
    Grid(("links-per-gpu",), ("h100", "h200", "h800", "b200", "gb200"), title="Fraction of the scale-out bandwidth that caches take"),
)
RANGES = {
    "L_in": Between("512 token/sequence", "32,768 token/sequence", "our own", "from a question to a document"),
    "L_out": Between("128 token/sequence", "8,192 token/sequence", "our own", "from a label to a chain of thought"),
    "B": Between("64 sequence", "1,024 sequence", "our own", "a quarter and four times the default"),
}


CLAIM = Claim(
    name="prefill-decode-pools",
    title="Pools for prefill and decode: how many GPUs of each",
    chapter=chapters.AFTERWARDS,
    question="How many GPUs should do prefill for each that decodes?",
    answer="About {pools-by-lengths:2 GPU} on prefill for each on decode, where a sequence then gets about {speed:/} per second instead of {speed-with-prompts:#}.",
    answer_if=("v_seq >= 1.1*v_mix",),  # two figures tell them apart
    otherwise="About {pools-by-lengths:2 GPU} on prefill for each on decode, where a sequence gets about {speed:/} per second, hardly more than without them.",
    notation=LETTERS, body=prefill_decode_pools, result="pools-by-lengths", outside="no such ratio",
    deciding="trust the node counts of a day in production: the ratio of the pools also depends on the fraction of peak that prefill and decode each reach",
    defaults=DEFAULTS, readings=READINGS, published=PUBLISHED, grids=GRIDS, ranges=RANGES,
    compared=("pools-by-lengths", "one-at-a-time", "links-per-gpu", "speed", "speed-with-prompts"),
)
