"""context-wall: why contexts stopped growing, and what a hundred million tokens would take.

Lecture 1:52:15 to 1:55:05. Said: contexts grew from 8,000 to 100,000 or 200,000 tokens and have stayed at that balance;
an employee's month is about a hundred million; square roots help, and not without end.
"""

from __future__ import annotations

from derivations.claims import chapters
from derivations.claims.claim import Claim
from derivations.claims.notation.cache import CACHE
from derivations.claims.notation.serving import ALL_MEMORY, ATTENTION_WORK, MEMORY, SERVING
from derivations.claims.notation.windows import ONE_SEQUENCE, WALLS
from derivations.claims.premises.cache import DENSE_READ
from derivations.claims.premises.passes import POOLED_BANDWIDTH, POOLED_COMPUTE, POOLED_MEMORY
from derivations.claims.premises.windows import ATTENTION_AS_WEIGHTS, FILLS_MEMORY, ONE_TICK
from derivations.claims.serving.balance import Pass, balance_batch, take_balance, take_pass
from derivations.claims.serving.context_wall_said import ASSERTED, DEFAULTS, GRIDS, PUBLISHED, RANGES, READINGS
from derivations.engine.board import Board, Handle


def context_wall(board: Board) -> Handle:
    """Four walls: cost, memory, one interval of reads, the arithmetic of attention; and what a wanted context takes."""
    times = take_pass(board)
    read = board.take(DENSE_READ)
    compute, bandwidth, memory = (board.take(each) for each in (POOLED_COMPUTE, POOLED_BANDWIDTH, POOLED_MEMORY))
    _, spelled = take_balance(board, times)
    _, crossover = balance_batch(board, spelled)
    each = board.substitute("wall-per-gpu", crossover, (compute, bandwidth))
    board.independence("any-number-of-gpus", each, of="G", because="compute and bandwidth grow together")
    ridge = board.define("ridge", "r")
    result = board.rewrite(
        "cost-wall", crossover, "L_x = b_w*n*N_active/(r*kappa)", using=(ridge,),
        because="beyond this context a token costs more the longer it is, at any batch: active weights in bytes, over "
        "the ridge and the bytes that each token of context leaves",
    )  # fmt: skip
    _one_sequence(board, times, read, crossover)
    _other_walls(board, memory, bandwidth, crossover)
    return result


def _one_sequence(board: Board, times: Pass, read: Handle, crossover: Handle) -> None:
    """What one sequence takes at a context: memory, time, and its cost beside a short one."""
    held = board.define("cache-of-a-sequence", "K_seq")
    board.define("gpus-of-a-sequence", "n_gpus")
    own = board.define("fetch-share", "k_seq")
    board.substitute("fetch-of-a-sequence", own, (times.cache,), because="its own cache, with nobody to share it")
    cost = board.define("fetch-over-compute", "y_far_kv")
    spelled = board.substitute(
        "fetch-over-compute-in-full", cost, (times.cache, times.compute), because="the batch cancels: no batch helps"
    )
    board.rewrite(
        "cost-over-balance", spelled, "y_far_kv = L/L_x", using=(crossover,),
        because="above one, a token of output costs so many times what it costs at a short context, the weights left "
        "out; below one the fetch is hidden behind compute",
    )  # fmt: skip
    board.reject(
        "a-batch-pays", "y_far_kv = L/(B*L_x)*1[sequence]", against=(spelled, crossover),
        because="that a slow mode with larger batches saves (a digest): the KV fetch is each sequence's own (card 6)",
    )  # fmt: skip
    board.substitute(
        "fetch-of-what-is-stored", held, (read,), because="all that is stored is read, where attention is dense"
    )


def _other_walls(board: Board, memory: Handle, bandwidth: Handle, crossover: Handle) -> None:
    """Where one sequence fills the memory, where it takes a whole interval, where its arithmetic counts."""
    filled = board.take(FILLS_MEMORY)
    whole = board.solve("memory-wall-of-all", filled, for_="L_whole", because="all memory, for one sequence")
    board.substitute("memory-wall", whole, (memory,), because="so many GPUs that keep it together")
    tick = board.take(ONE_TICK)
    longest = board.solve("bandwidth-wall-of-all", tick, for_="L_tick", because="all bandwidth, for one sequence")
    board.substitute("bandwidth-wall", longest, (bandwidth,), because="so many GPUs that read it together")
    attention = board.take(ATTENTION_AS_WEIGHTS)
    arithmetic = board.solve(
        "arithmetic-wall", attention, for_="L_attn", because="beyond this, compute is no longer flat in the context"
    )
    board.state(
        "arithmetic-beside-fetch", "L_attn/L_x = kappa*C/(n*f_attn*W)", (arithmetic, crossover),
        because="how much later than the KV fetch the arithmetic of attention is felt: hardware over FLOP per byte",
    )  # fmt: skip


CONTEXT_WALL = Claim(
    name="context-wall",
    title="The wall of long contexts: memory bandwidth, and a hundred million tokens",
    chapter=chapters.PRICES,
    question="Up to what context do tokens cost about the same, and what would a hundred million tokens take?",
    notation=SERVING.extended((MEMORY, ALL_MEMORY, CACHE[0], ATTENTION_WORK, *ONE_SEQUENCE, *WALLS)),
    body=context_wall,
    result="cost-wall",
    outside="no wall",
    defaults=DEFAULTS,
    readings=READINGS,
    published=PUBLISHED,
    asserted=ASSERTED,
    compared=("cost-wall", "cost-over-balance", "cache-of-a-sequence", "fetch-of-a-sequence", "gpus-of-a-sequence"),
    grids=GRIDS,
    ranges=RANGES,
    not_from_cards=("kappa",),  # what is read is traced to what is stored
)  # fmt: skip
