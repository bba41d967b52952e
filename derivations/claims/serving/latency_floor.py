"""latency-floor: no pass is faster than its weights are read, however small its batch.

Lecture 0:08:02 to 0:10:31 and 1:14:24 to 1:18:10. Said: the floor is all parameters over the memory bandwidth, of as
many GPUs as the scale-up domain has.
"""

from __future__ import annotations

from derivations.claims import chapters
from derivations.claims.claim import Claim
from derivations.claims.notation.experts import TOUCHED
from derivations.claims.notation.racks import WEIGHTS_IN_MEMORY
from derivations.claims.notation.serving import ALL_MEMORY, EXPERTS, MEMORY, SERVING
from derivations.claims.premises.floors import ACTIVE_PARAMETERS, ALL_PARAMETERS
from derivations.claims.premises.passes import POOLED_BANDWIDTH, POOLED_COMPUTE, POOLED_MEMORY
from derivations.claims.serving.balance import Pass, take_pass
from derivations.claims.serving.latency_floor_said import ASSERTED, DEFAULTS, GRIDS, PUBLISHED, READINGS
from derivations.engine.board import Board, Handle


def latency_floor(board: Board) -> Handle:
    """The bound of an empty pass; how long the floor is flat; fewer experts."""
    times = take_pass(board)
    board.take(POOLED_COMPUTE)
    bandwidth = board.take(POOLED_BANDWIDTH)
    board.take(POOLED_MEMORY)
    board.define("model-size", "S_model")
    board.define("weights-in-memory", "u_mem")
    reads = board.state("reads-bound", "T >= t_m", (times.roofline,), because="whatever compute does meanwhile")
    in_full = board.substitute(
        "reads-in-full", reads, (times.memory, times.weights, times.cache), because="weights, and a cache per sequence"
    )
    empty = board.limit("empty-pass", in_full, "B", because="the caches leave with the sequences, the weights do not")
    result = board.substitute(
        "latency-floor", empty, (bandwidth,), because="each GPU of the domain reads its own share at the same time"
    )
    _touched(board, times, bandwidth, _flat(board, times))
    board.reject(
        "active-weights", "t_w = b_w*N_active/W", against=(times.weights,),
        because="card 5 before 22 July 2026: a batch touches every expert, and all parameters are read",
    )  # fmt: skip
    board.reject(
        "parameters-over-bandwidth", "T >= N_total/W",
        because="as on the blackboard (0:10:31): right only if one parameter is one byte",
    )  # fmt: skip
    return result


def _flat(board: Board, times: Pass) -> Handle:
    """The roofline in units of the weight fetch: flat until compute or the caches take longer. Returns the sparsity."""
    ridge = board.define("ridge", "r")
    sparsity = board.define("sparsity", "s")
    board.rewrite(
        "roofline-over-floor", times.roofline, "T >= t_w*max(n*B/(r*s), 1 + t_kv/t_w)",
        using=(*times.times, ridge, sparsity),
        because="below the balance batch the floor rises by the caches alone, and without a context not at all",
    )  # fmt: skip
    return sparsity


def _touched(board: Board, times: Pass, bandwidth: Handle, sparsity: Handle) -> None:
    """If a small batch leaves experts unread: from the active parameters at one token to all of them."""
    everything = board.take(ALL_PARAMETERS)
    used = board.take(ACTIVE_PARAMETERS)
    touched = board.define("touched", "N_touched")
    board.define("touched-share", "u_touched")
    board.define("touched-fetch", "t_touched")
    board.state(
        "never-more-than-all", "N_touched <= N_total", (touched, everything),
        because="the power is never below zero: the more tokens, the fewer experts are left out",
    )  # fmt: skip
    single = board.define("single-token", "B_one")
    one = board.define("read-by-one", "N_one")
    active = board.state(
        "one-token-reads-active", "N_one = N_active", (one, single, used),
        because="with a single token the power is one, and what is left are the active parameters",
    )  # fmt: skip
    fetch = board.define("fetch-of-one", "t_one")
    board.substitute(
        "floor-of-one-token", fetch, (active, bandwidth), because="the floor of a pass over a single token"
    )
    board.state(
        "lower-by-sparsity", "t_w = s*t_one", (times.weights, fetch, active, sparsity),
        because="the two floors are as far apart as all parameters and active ones",
    )  # fmt: skip


LATENCY_FLOOR = Claim(
    name="latency-floor",
    title="The latency floor: reading all weights once",
    chapter=chapters.BATCH_SIZE,
    question="How fast can a forward pass be, however small its batch?",
    notation=SERVING.extended((MEMORY, ALL_MEMORY, *WEIGHTS_IN_MEMORY, *EXPERTS, *TOUCHED)),
    body=latency_floor,
    result="latency-floor",
    outside="no floor",
    defaults=DEFAULTS,
    readings=READINGS,
    published=PUBLISHED,
    asserted=ASSERTED,
    compared=("latency-floor", "floor-of-one-token", "touched-fetch", "weights-in-memory"),
    grids=GRIDS,
)  # fmt: skip
