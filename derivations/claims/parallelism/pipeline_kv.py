"""pipeline-kv: why pipelining does not shrink the KV cache.

Lecture 1:04:23 to 1:14:55, and 1:17:07. Said: the stages cancel in the KV term, and "even two is often enough".
"""

from __future__ import annotations

from derivations.claims import chapters
from derivations.claims.claim import Claim
from derivations.claims.notation.serving import ALL_MEMORY, MEMORY, SERVING
from derivations.claims.notation.stages import PIPELINE
from derivations.claims.parallelism.even_parts import even_parts
from derivations.claims.parallelism.pipeline_kv_said import ASSERTED, DEFAULTS, GRIDS, PUBLISHED, RANGES, READINGS
from derivations.claims.premises.passes import POOLED_BANDWIDTH, POOLED_COMPUTE, POOLED_MEMORY
from derivations.claims.premises.stages import (
    BALANCED_MICRO_BATCH,
    GPU_MEMORY,
    MICRO_BATCHES,
    ONE_PER_STAGE,
    STAGE_CACHE,
    STAGE_WEIGHTS,
    STAGES_IN_TURN,
)
from derivations.engine.board import Board, Handle


def pipeline_kv(board: Board) -> Handle:
    """The stages cancel from the KV cache; then when it outweighs the weights, what fits, and what else stays."""
    weights = board.take(STAGE_WEIGHTS)
    cache = board.take(STAGE_CACHE)
    memory = board.take(GPU_MEMORY)
    micro = board.take(MICRO_BATCHES)
    one = board.take(ONE_PER_STAGE)

    board.state(
        "whole-system", "m_gpu*ep_width*n_stages = b_w*N_total + kappa*B*L", (memory, weights, cache),
        because="all GPUs together hold the weights once, and the cache of every sequence under way",
    )  # fmt: skip
    under_way = board.substitute(
        "sequences-under-way", micro, (one,), because="as many sequences as keep every stage busy"
    )
    board.define(
        "idle-with-one", "x_idle", because="why there is more than one: a single micro-batch is in one stage at a time"
    )
    share = board.substitute(
        "cache-per-gpu", cache, (under_way,),
        because="a stage keeps its layers of a sequence, and it does so for all sequences under way",
    )  # fmt: skip
    result = board.independence(
        "cache-without-stages", share, of="n_stages",
        because="a stage has a smaller part of each sequence, and as many more sequences are under way: the two cancel",
    )  # fmt: skip
    sequence = board.define("sequence-cache", "K_seq")
    batch = board.define("micro-batch-cache", "K_micro")
    board.rewrite(
        "one-whole-micro-batch", share, "m_kv = K_micro/ep_width", using=(sequence, batch),
        because="a stage keeps a part of each micro-batch, and these parts come to one whole micro-batch",
    )  # fmt: skip

    full = board.substitute("memory-per-gpu", memory, (weights, share), because="weights and KV cache, written out")
    board.limit("many-stages", full, "n_stages", "oo", because="what is left with ever more stages")
    size = board.define("model-size", "S_model")
    part = board.define("weights-part", "w_share")
    board.substitute("part-per-stage", part, (weights, size), because="layers are spread evenly over the stages")

    stages = even_parts(board, weights, share)
    fewest = _what_fits(board, full)
    _at_balance(board, stages, fewest)
    _weight_time(board, weights)
    board.take(POOLED_MEMORY)

    board.reject(
        "micro-batch-size", "b_micro = n_stages",
        because="as said at 1:10:33, a slip of the tongue: the number of micro-batches is meant, not their size",
    )  # fmt: skip
    board.reject(
        "cache-over-stages", "m_kv = kappa*b_micro*L/(ep_width*n_stages)", against=(share,),
        because="a stage keeps only its own layers (asked at 1:11:40): true of one sequence, but more are under way",
    )  # fmt: skip
    board.reject(
        "all-over-stages", "m_gpu = (b_w*N_total + kappa*b_micro*L)/(ep_width*n_stages)", against=(full,),
        because="the memory of one micro-batch over all GPUs: right only for a single stage",
    )  # fmt: skip
    board.reject(
        "parameters-plus-bytes", "m_gpu = (N_total + kappa*B*L)/(ep_width*n_stages)",
        because="as on the blackboard (1:05:42): right only if one parameter is one byte",
    )  # fmt: skip
    return result


def _what_fits(board: Board, full: Handle) -> Handle:
    """The fewest stages with which a GPU holds its part, and the context beyond which no number of them helps."""
    fullest = board.define("memory-needed", "m_full")
    board.split("room", fullest, ("too-large", "fits"), because="what is in use fits, or it does not")
    limit = board.boundary("memory-full", fullest, because="with the fewest stages that fit, the memory is full")
    spelled = board.substitute("memory-full-in-full", limit, (full,), because="weights and KV cache, written out")
    fewest = board.solve(
        "fewest-stages", spelled, for_="n_stages", because="so many that the weights fit beside the KV cache"
    )
    longest = board.isolate(
        "longest-context", fewest, of="L", named="L_fit",
        because="beyond this context the KV cache alone is too large, and no number of stages helps",
    )  # fmt: skip
    board.rewrite(
        "fewest-stages-by-context", fewest, "n_stages = b_w*N_total/(ep_width*M_gpu*(1 - L/L_fit))", using=(longest,),
        condition="L < L_fit", because="weights over memory, and over the part of it that the KV cache leaves",
    )  # fmt: skip
    return fewest


def _at_balance(board: Board, stages: Handle, fewest: Handle) -> None:
    """How many stages either is if each micro-batch is a balance batch."""
    balance = board.take(BALANCED_MICRO_BATCH)
    board.take(POOLED_COMPUTE)
    board.take(POOLED_BANDWIDTH)
    ridge = board.define("ridge", "r")
    sparsity = board.define("sparsity", "s")
    single = board.define("one-stage-context", "L_one")
    batch = board.solve("balanced-batch", balance, for_="b_micro", because="what the hardware asks for")
    there = board.substitute(
        "even-stages-at-balance", stages, (batch, ridge, sparsity),
        because="the size of the model cancels: a larger one has the larger batch",
    )  # fmt: skip
    board.rewrite(
        "even-stages-by-context", there, "n_stages = L_one/L", using=(single,),
        because="two stages are enough from half of the one-stage context on",
    )  # fmt: skip
    board.substitute("fewest-stages-at-balance", fewest, (batch,), because="what fits, with the batch of the hardware")


def _weight_time(board: Board, weights: Handle) -> None:
    """What stages do not speed up either."""
    turn = board.take(STAGES_IN_TURN)
    time = board.substitute(
        "weight-time", turn, (weights,), because="each stage reads less, and there are as many more of them in a row"
    )
    board.independence(
        "weight-time-without-stages", time, of="n_stages",
        because="stages add capacity; only a wider scale-up domain reads the weights of a token faster",
    )  # fmt: skip


PIPELINE_KV = Claim(
    name="pipeline-kv",
    title="Pipelining does not shrink the KV cache",
    chapter=chapters.NOT_WISE,
    question="What does a GPU save if a model is spread over more racks?",
    notation=SERVING.extended((*PIPELINE, MEMORY, ALL_MEMORY)),
    body=pipeline_kv,
    result="cache-without-stages",
    defaults=DEFAULTS,
    readings=READINGS,
    published=PUBLISHED,
    asserted=ASSERTED,
    compared=("stage-weights", "cache-per-gpu", "memory-per-gpu", "even-stages"),
    grids=GRIDS,
    ranges=RANGES,
)  # fmt: skip
