"""memory-wall: how much of a rack's memory the weights take, and what is left to the KV cache.

Lecture 0:44:49 to 0:45:49 and 1:01:36 to 1:04:23. Said: 640 GB in eight Hoppers, 10 to 20 TB in a rack of Blackwell,
"many tens of terabytes"; a trillion parameters need one terabyte, and a model of five trillion fits with its KV cache.
"""

from __future__ import annotations

from derivations.claims import chapters
from derivations.claims.claim import Claim
from derivations.claims.notation.racks import RACK_MEMORY
from derivations.claims.notation.serving import ALL_MEMORY, MEMORY, SERVING
from derivations.claims.notation.stages import PIPELINE
from derivations.claims.parallelism.even_parts import even_parts
from derivations.claims.parallelism.memory_wall_said import (
    ASSERTED,
    DEFAULTS,
    GRIDS,
    PUBLISHED,
    RANGES,
    READINGS,
)
from derivations.claims.premises.network import ONE_DOMAIN
from derivations.claims.premises.passes import POOLED_MEMORY
from derivations.claims.premises.racks import ROOM, ROOM_FILLED, TOKENS_OF_BATCH
from derivations.claims.premises.stages import MICRO_BATCHES, ONE_PER_STAGE, STAGE_CACHE, STAGE_WEIGHTS
from derivations.engine.board import Board, Handle
from derivations.engine.quantity import Notation

_STAGES = ("m_w", "m_kv", "m_top", "n_stages", "n_micro", "ep_width", "b_micro", "S_model")
_NOTATION = Notation(
    (
        ALL_MEMORY,
        MEMORY,
        *RACK_MEMORY,
        *(SERVING[name] for name in ("b_w", "N_total", "kappa", "B", "L", "G")),
        *(quantity for quantity in PIPELINE if quantity.name in _STAGES),
    )
)


def memory_wall(board: Board) -> Handle:
    """Weights over the memory of a rack; what they leave, in tokens and in sequences; and what more racks do."""
    memory = board.take(POOLED_MEMORY)
    size = board.define("model-size", "S_model")
    share = board.define("weights-over-memory", "u_mem")
    result = board.substitute("weights-share", share, (size,), because="above one the weights alone need so many racks")
    board.independence("share-at-any-batch", result, of="B", because="the weights are kept once for all sequences")

    room = board.take(ROOM)
    filled = board.take(ROOM_FILLED)
    batch = board.take(TOKENS_OF_BATCH)
    both = board.equate("room-both-ways", room, filled, because="what is left is what is filled")
    tokens = board.solve("tokens-that-fit", both, for_="D_room", because="over the cache of one token")
    largest = board.isolate(
        "largest-model", tokens, of="N_total", named="N_fit", because="a larger one leaves no room, whatever the batch"
    )
    board.rewrite(
        "tokens-by-size", tokens, "D_room = (M/kappa)*(1 - N_total/N_fit)", using=(largest,),
        condition="N_total < N_fit", because="what an empty rack would hold, less the part that the weights take",
    )  # fmt: skip
    left = board.define("room-over-memory", "u_room")
    part = board.substitute(
        "share-left-in-full", left, (filled, tokens), because="what the cache fills, over all memory"
    )
    board.rewrite("share-left", part, "u_room = 1 - u_mem", using=(result,), because="all but the share of the weights")
    spelled = board.substitute("batch-and-context", batch, (tokens,), because="one room for both")
    fitting = board.solve("fitting-batch", spelled, for_="B", because="twice the context, half the batch")
    board.limit("no-weights", fitting, "N_total", "0", because="what the cache alone would leave")
    more = _more_racks(board)

    board.reject(
        "weights-in-every-gpu", "u_mem = S_model/(M_gpu*1[GPU])", against=(result, size, memory),
        because="the memory of a single GPU in the place of that of the domain: its GPUs hold the weights together",
    )  # fmt: skip
    board.reject(
        "parts-the-other-way-round", "n_stages = kappa*b_micro*L/(b_w*N_total)", against=(more,),
        because="the same two parts the other way round: more cache asks for fewer stages until it is the larger part",
    )  # fmt: skip
    board.reject(
        "parameters-are-bytes", "K_room = M - N_total",
        because="as on the blackboard, parameters as bytes: right only if one parameter is one byte",
    )  # fmt: skip
    return result


def _more_racks(board: Board) -> Handle:
    """Racks as stages of a pipeline: from how many on the KV cache is what fills the memory of a GPU."""
    board.take(ONE_DOMAIN)
    weights = board.take(STAGE_WEIGHTS)
    cache = board.take(STAGE_CACHE)
    micro = board.take(MICRO_BATCHES)
    one = board.take(ONE_PER_STAGE)
    under_way = board.substitute("sequences-under-way", micro, (one,), because="each rack has one micro-batch")
    share = board.substitute("cache-per-gpu", cache, (under_way,), because="of all sequences under way")
    return even_parts(board, weights, share)


MEMORY_WALL = Claim(
    name="memory-wall",
    title="What the memory of a rack is used for",
    chapter=chapters.NOT_WISE,
    question="How much of a rack's memory do the weights take, and what batch and context fill the rest?",
    notation=_NOTATION,
    body=memory_wall,
    result="weights-share",
    outside="the weights do not fit",
    defaults=DEFAULTS,
    readings=READINGS,
    published=PUBLISHED,
    asserted=ASSERTED,
    compared=(
        "pooled-memory",
        "model-size",
        "weights-share",
        "share-left",
        "tokens-that-fit",
        "fitting-batch",
        "even-stages",
    ),
    grids=GRIDS,
    ranges=RANGES,
)
