"""roofline: the slower of compute and memory bounds a pass, and what MFU is left away from the balance batch.

Lecture 0:02:04 to 0:12:31. Said: with the balance at a context of 100,000, a run at 200,000 halves the utilization.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from derivations.claim.claim import (
    AS_SAID,
    Asserted,
    Between,
    Cards,
    Claim,
    Grid,
    ModelGrid,
    Published,
    Reading,
    Said,
    Sentence,
)
from derivations.claims.shared import chapters
from derivations.claims.shared.passes import (
    ARITHMETIC_TIME,
    ATTENTION,
    POOLED_ATTENTION,
    SERVING,
    Pass,
    fetch_for_any_batch,
    take_balance,
    take_pass,
    take_pool,
)
from derivations.claims.shared.said import DECODE, LECTURE, NO_ATTENTION, PATEL, POPE, RIDGE
from derivations.language.quantity import Quantity

if TYPE_CHECKING:
    from derivations.derivation.board import Board
    from derivations.derivation.script import Handle

# --- letters

UTILIZATION = (
    Quantity("mfu", "", "model FLOP utilization: time that the multiplications need, over the time of the pass",
             latex=r"u", definition="t_c/T"),
    Quantity("mfu_reads", "", "utilization that the memory reads allow; above one where compute is the limit",
             latex=r"u_{\mathrm{reads}}", definition="t_c/t_m"),
    Quantity("slope_c", "s/sequence", "arithmetic time that one more sequence adds",
             latex=r"t_{\mathrm{compute}}'"),
    Quantity("slope_m", "s/sequence", "read time that one more sequence adds", "nonnegative",
             latex=r"t_{\mathrm{memory}}'"),
    Quantity("L_bal", "token/sequence", "context at which compute and memory take equally long, at a given batch",
             latex=r"L_{\mathrm{balance}}"),
    Quantity("y_context", "", "context over the one at balance", "nonnegative", latex="y", definition="L/L_bal"),
)


# --- premises: those of a forward pass, in passes.py

# --- the argument

def roofline(board: Board) -> Handle:
    """The bound and its regimes; where the slopes match; utilization, at any batch and at a large one, and the most of it."""
    times = take_pass(board, compute=ARITHMETIC_TIME, cache=fetch_for_any_batch("L", "the KV fetch"))
    take_pool(board)
    board.take(POOLED_ATTENTION)
    compute_bound, memory_bound = board.split(
        "regimes", times.roofline, ("compute-bound", "memory-bound"), because="a pass takes as long as the slower of the two"
    )
    crossover = take_balance(board, times).crossover
    ridge = board.define("ridge", "r")
    sparsity = board.define("sparsity", "s")
    kv, attention = board.define("kv-context", "L_kv"), board.define("attention-over-weights", "y_attn")
    groups = (ridge, sparsity, kv, attention)
    board.rewrite(
        "compute-bound-from", compute_bound, "T >= t_c", using=(*times.times, *groups),
        condition="n*B*(1 + y_attn - L/L_kv) >= r*s",
        because="the regime by batch: from the balance batch on, and at no batch where a further sequence adds more to the reads than to the arithmetic",
    )
    slopes = _slopes(board, times, kv, attention)
    reads, used = _utilization(board, times, memory_bound)
    in_full = board.substitute("reads-leave-in-full", reads, times.times, because="the times, written out")
    of_batch = board.rewrite(
        "utilization-by-reads", in_full, "mfu_reads = (1 + y_attn)/(r*s/(n*B) + L/L_kv)", using=groups,
        because="two terms of reads add up: the weights, which the batch shares, and the caches, which it does not; and two of arithmetic, of weights and of attention",
    )
    large = board.limit(
        "reads-of-a-large-batch", of_batch, "B", "oo", because="many sequences share the weights; only the caches are left"
    )
    board.rewrite("of-a-large-batch", large, "mfu_reads = (1 + y_attn)*L_kv/L", because="arithmetic over reads of one more sequence")
    result = _at_any_batch(board, used, times, slopes, (kv, attention))
    _off_balance(board, times, memory_bound, (ridge, sparsity, crossover), of_batch, (kv, attention))
    _attention(board, attention, kv)
    _wrong(board, of_batch, slopes)
    return result


def _slopes(board: Board, times: Pass, kv: Handle, attention: Handle) -> tuple[Handle, Handle]:
    """Slopes of both sides of the roofline in the batch, and the context at which they are the same."""
    compute = board.differentiate("compute-slope", times.compute, by="B", named="slope_c",
                                  because="a straight line through the origin")
    whole = board.substitute("reads-in-full", times.memory, (times.weights, times.cache), because="both reads")
    memory = board.differentiate("memory-slope", whole, by="B", named="slope_m",
                                 because="the weights are constant, the cache is linear in the batch")
    board.state(
        "slopes", "slope_m*(1 + y_attn) = slope_c*L/L_kv", (compute, memory, kv, attention),
        because="compute is slower at large batches where attention and weights take longer than the reads of the cache, the reads are elsewhere; at the crossover context the lines are parallel",
    )
    return compute, memory


def _at_any_batch(board: Board, used: Handle, times: Pass, slopes: tuple[Handle, Handle], parts: tuple[Handle, Handle]) -> Handle:
    """The most that is used at any batch: reads grow with it at least as their slope says, and nothing passes the rate."""
    compute, memory = slopes
    straight = board.state("compute-by-slope", "t_c = slope_c*B", (times.compute, compute), because="a line through the origin")
    above = board.state("reads-by-slope", "t_m >= slope_m*B", (times.memory, times.weights, times.cache, memory),
                        because="the weights only add to the reads of the caches")
    by_slopes = board.state(
        "most-by-slopes", "mfu <= slope_c/max(slope_c, slope_m)", (used, times.roofline, straight, above),
        because="no batch comes to more than what one more sequence adds",
    )
    in_full = board.substitute("most-in-full", by_slopes, (compute, memory), because="both slopes, written out")
    return board.rewrite(
        "most", in_full, "mfu <= L_kv*(1 + y_attn)/max(L_kv*(1 + y_attn), L)", using=parts,
        because="the full rate, up to the context at which reading the cache takes longer than the arithmetic",
    )


def _utilization(board: Board, times: Pass, memory_bound: Handle) -> tuple[Handle, Handle]:
    """Utilization at the roofline: 1 where a pass is compute-bound, a quotient of times where it is memory-bound."""
    used = board.define("utilization", "mfu")
    reads = board.define("reads-leave", "mfu_reads")
    whole = board.solve("pass-from-utilization", used, for_="T")
    bound = board.substitute("roofline-of-utilization", times.roofline, (whole,), because="with utilization in place of time")
    best = board.solve("best-utilization", bound, for_="mfu", because="no pass is faster than the roofline")
    board.rewrite(
        "all-or-what-reads-leave", best, "mfu <= min(1, mfu_reads)", using=(reads,),
        because="compute-bound at best the full rate, memory-bound what the reads allow",
    )
    board.reject(
        "used-as-reads-allow", "mfu = mfu_reads", against=(used, reads, times.roofline),
        because="takes arithmetic over reads for what is used: at a short context that is more than the full rate, and no pass uses more",
    )
    slower = board.substitute("memory-bound-utilization", memory_bound, (whole,), because="in the memory-bound regime")
    board.solve("bound-by-reads", slower, for_="mfu", because="the ratio of the two times")
    return reads, used


def _off_balance(
    board: Board, times: Pass, memory_bound: Handle, groups: tuple[Handle, Handle, Handle], of_batch: Handle,
    parts: tuple[Handle, Handle],
) -> None:
    """The context at balance for a given batch, and the utilization at a multiple of it."""
    regime = board.rewrite(
        "memory-bound-from", memory_bound, "T >= t_m", using=(*times.times, *groups),
        condition="L >= L_x*(1 - r*s/(n*B))", because="the same regime, by batch and context",
    )
    edge = board.isolate(
        "balance-ends", regime, of="L", named="L_bal",
        because="a longer context makes the pass memory-bound; a batch below the short-context balance always is",
    )
    board.rewrite("balance-context", edge, "L_bal = L_x*(1 - r*s/(n*B))", because="below the context where the slopes match")
    board.limit("slopes-match", edge, "B", "oo", because="for a large batch it is where the two slopes match")
    over = board.define("over-balance", "y_context")
    beyond = board.state(
        "off-balance", "mfu_reads = (1 + y_attn)/(y_context - (y_context - 1)*r*s/(n*B) + y_attn)",
        (of_batch, edge, over, *groups, *parts),
        because="the weights do not grow with the context, so utilization falls by less than the context grows",
    )
    board.limit("off-balance-of-a-large-batch", beyond, "B", "oo",
                because="reading the weights is negligible: without attention's arithmetic in inverse proportion to the context",
                holding=("y_context", "y_attn"))


def _attention(board: Board, attention: Handle, kv: Handle) -> None:
    """How the arithmetic of attention stands to that of the weights, which he keeps, and to its own reads."""
    board.solve(
        "context-of-attention", attention, for_="L",
        because="the context at which the arithmetic of attention takes a given multiple of the time for the weights",
    )
    own = board.define("attention-over-its-reads", "x_pair")
    board.state(
        "attention-by-its-reads", "y_attn = x_pair*L/L_kv", (attention, own, kv),
        because="above one, attention computes longer than it reads: then a large batch is compute-bound at every context",
    )
    board.reject(
        "attention-is-small", "y_attn <= 1/10", against=(attention,),
        because="'quite small' (0:03:56), said of any context: but it grows with the context, and the arithmetic of the weights does not",
    )


def _wrong(board: Board, of_batch: Handle, slopes: tuple[Handle, Handle]) -> None:
    """Statements that fail."""
    board.reject(
        "no-factor-for-a-multiply-add", "t_c = B*N_active/C",
        because="as on the blackboard (0:03:28) and on card 2: correct only at one FLOP per parameter and sequence",
    )
    board.reject(
        "halves-at-any-batch", "mfu_reads = L_kv/L", against=(of_batch,),
        because="takes the halving of 0:11:40 as exact at every batch: weights are read as well, and they do not grow",
    )
    board.reject(
        "compute-always-ends-above", "slope_m < slope_c", against=slopes,
        because="says that a large enough batch is always compute-bound: from the crossover context on, where there is one, none is",
    )


# --- what was said

_HALVED = "0:11:40"
_AT_BALANCE = Said("100k token/sequence", PATEL, f"{_HALVED}, where the balance is", LECTURE)
_RUN_AT = Said("200k token/sequence", PATEL, _HALVED, LECTURE)
_SPARSITY = Said("256/32", f"{POPE}: 32 of 256 experts", "0:19:16", LECTURE)


def _times_balance(name: str, times: int) -> Reading:
    """The same contexts, with a finite batch: so many times the balance batch without a context."""
    batch = Said(f"{times * 2400} sequence", f"{POPE}: {times} times 300 times sparsity", "0:19:31", LECTURE)
    return Reading(name, f"the balance at 100,000 for a batch of {times} times 300 times sparsity",
                   {"L_bal": _AT_BALANCE, "L": _RUN_AT, "y_attn": NO_ATTENTION, "r": RIDGE, "s": _SPARSITY, "n": DECODE, "B": batch})


_ON_A_NODE = Said("32 sequence", "as many of these contexts as fit next to the weights", "in eight H200")
_ON_A_RACK = Said("1,800 sequence", "about as many of these contexts as fit next to the weights", "in 72 GB200")

DEFAULTS = {"n": DECODE, "B": _ON_A_NODE, "L": _RUN_AT}

READINGS = (
    Reading(AS_SAID, "as said: the slopes match at 100,000, and the run is at 200,000",
            {"L_kv": _AT_BALANCE, "L": _RUN_AT, "y_attn": NO_ATTENTION}),
    _times_balance("twice-the-balance-batch", 2),
    _times_balance("three-times-the-balance-batch", 3),
    Reading("rack", "a rack of GB200 in fp8 with DeepSeek-V3",
            {"n": DECODE, "B": _ON_A_RACK, "L": _RUN_AT}, Cards("gb200", "deepseek-v3", compute="fp8", cache="fp8")),
)

_LARGE = f"{_HALVED}; {POPE} agrees, as modeled here"

PUBLISHED = (
    Published("most", "50%", PATEL, _LARGE, "exact",
              note="exactly so only in the limit of a large batch"),
    Published("off-balance", "50%", PATEL, _LARGE, "exact", "twice-the-balance-batch",
              note="at a finite batch some of the reads are weights, which do not double", otherwise="most"),
    Published("off-balance", "50%", PATEL, _LARGE, "exact", "three-times-the-balance-batch",
              note="three times as many share the weights", otherwise="most"),
)

ASSERTED = (
    Asserted("all of these are lower bounds, written with an equals sign for short", POPE, "0:04:58"),
    Asserted("the arithmetic of attention is quite small and left out; here it counts, the step attention-over-weights derives when it is small, and a table computes it for each model",
             POPE, "0:03:56"),
    Asserted("attention in decode is mostly memory fetch, with hardly any multiplications", POPE, "0:07:13"),
    Asserted("with dense attention the fetch is linear in the context; sparse attention puts a square root there",
             POPE, "0:12:31"),
    Asserted("whether compute or the cache ends up slower depends on the context; to be limited by both at once is really desirable",
             POPE, "0:08:02 to 0:10:31"),
)

GRIDS = (
    Grid(("crossover-context",), ("a100-80", "h100", "h200", "b200", "gb200", "rubin"),
         ("deepseek-v3", "llama-3.1-70b", "mixtral-8x7b"), title="Context at which the two slopes match, if they do",
         outside="never"),
    ModelGrid(("attention-over-weights",),
              title="Time of the arithmetic of attention over that of the weights, for a token at {L:/} of context"),
)

RANGES = {
    "L": Between("100k token/sequence", "200k token/sequence", PATEL, _HALVED),
}


CLAIM = Claim(
    name="roofline",
    title="The roofline of a pass, and its MFU away from the balance batch",
    chapter=chapters.BATCH_SIZE,
    question="What bounds the time of a forward pass?",
    answer="The slower of arithmetic and memory reads: at {L:/} of context, reading the KV cache limits even the largest batch to an MFU of about {most:%}.",
    answer_if=("L_kv*(1 + y_attn) < L",),
    otherwise=(
        Sentence("The slower of arithmetic and memory reads: at {L:/} of context a large batch is limited by its arithmetic, as that of attention alone takes longer than reading the KV cache.",
                 ("x_pair >= 1", "L > 0[token/sequence]")),
        Sentence("The slower of arithmetic and memory reads: without context a large batch is limited by its arithmetic.", ("L = 0[token/sequence]",)),
        Sentence("The slower of arithmetic and memory reads: at {L:/} of context a large batch is limited by its arithmetic.",
                 ("L_kv*(1 + y_attn) >= L",)),
    ),
    said_answer="The slower of arithmetic and memory reads: with the lecture's numbers, at {L:/} of context, reading the KV cache limits even the largest batch to an MFU of about {most:%}.",
    notation=SERVING.extended((*ATTENTION, *UTILIZATION)), body=roofline, result="most", outside="no balance",
    deciding="trust the single matrix products and layers, each timed alone: a whole step adds overhead, and a small batch does not read every expert",
    defaults=DEFAULTS, readings=READINGS, published=PUBLISHED, asserted=ASSERTED, grids=GRIDS, ranges=RANGES,
    compared=("kv-context", "attention-over-weights", "balance-context", "utilization-by-reads", "of-a-large-batch", "most"),
)
