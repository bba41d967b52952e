"""pipeline-kv: why pipelining does not shrink the KV cache.

Lecture 1:04:23 to 1:14:55, and 1:17:07. Said: the stages cancel in the KV term, and "even two is often enough".
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from derivations.claim.claim import AS_SAID, Asserted, Between, Cards, Claim, Grid, OnCard, Published, Reading, Said
from derivations.claims.shared import chapters
from derivations.claims.shared.deployments import PIPELINED_RACKS
from derivations.claims.shared.passes import ALL_MEMORY, MEMORY, POOLED_MEMORY, SERVING, take_pool
from derivations.claims.shared.said import LECTURE, PATEL, POPE
from derivations.claims.shared.stages import (
    MICRO_BATCHES,
    ONE_PER_STAGE,
    PIPELINE,
    STAGE_CACHE,
    STAGE_WEIGHTS,
    WIDE_STAGES,
    even_stages,
)
from derivations.derivation.premise import Alternative, Premise

if TYPE_CHECKING:
    from derivations.derivation.board import Board
    from derivations.derivation.script import Handle

# --- letters: those of stages and of a forward pass, in stages.py and passes.py

# --- premises

GPU_MEMORY = Premise(
    "gpu-memory", "m_gpu = m_w + m_kv",
    because="memory holds weights and KV cache; activations are left out", source="lecture 1:04:23",
)
STAGES_IN_TURN = Premise(
    "stages-in-turn", "t_w = n_stages*m_w/W_gpu",
    because="a token goes through the stages one after another, and the GPUs of a stage read their shares of its weights in parallel",
    source="after lecture 1:17:07",
)
BALANCED_MICRO_BATCH = Premise(
    "balanced-micro-batch", "n*b_micro = r*s",
    because="each micro-batch is a balance batch, 300 times sparsity with the KV cache left out, as for the 20 ms train",
    source="lecture 1:08:30",
    alternatives=(
        Alternative(
            "with-context", "n*b_micro = r*s*L_one/(L_one - L)",
            because="the balance batch with the KV cache counted, as the claim optimal-batch derives it",
            source="claim optimal-batch",
        ),
    ),
)


# --- the argument

def pipeline_kv(board: Board) -> Handle:
    """The stages cancel from the KV cache; then when it outweighs the weights, what fits, and what else stays."""
    weights = board.take(STAGE_WEIGHTS)
    cache = board.take(STAGE_CACHE)
    memory = board.take(GPU_MEMORY)
    micro = board.take(MICRO_BATCHES)
    one = board.take(ONE_PER_STAGE)

    board.state(
        "whole-system", "m_gpu*ep_width*n_stages = b_w*N_total + kappa*B*L", (memory, weights, cache),
        because="all GPUs together hold the weights once, and the cache of every sequence in flight",
    )
    under_way = board.substitute(
        "sequences-under-way", micro, (one,), because="as many sequences as it takes to keep every stage busy"
    )
    board.define(
        "idle-with-one", "x_idle", because="a single micro-batch is in one stage at a time and leaves the others idle: hence more than one"
    )
    share = board.substitute(
        "cache-per-gpu", cache, (under_way,),
        because="a stage keeps the cache of its own layers, for all sequences in flight",
    )
    result = board.independence(
        "cache-without-stages", share, of="n_stages",
        because="with more stages, each holds a smaller part of each sequence, and proportionally more sequences are in flight: the two cancel",
    )
    sequence = board.define("sequence-cache", "K_seq")
    batch = board.define("micro-batch-cache", "K_micro")
    board.rewrite(
        "one-whole-micro-batch", share, "m_kv = K_micro/ep_width", using=(sequence, batch),
        because="a stage keeps a part of each micro-batch, and these parts add up to one whole micro-batch",
    )

    full = board.substitute("memory-per-gpu", memory, (weights, share), because="weights and KV cache, written out")
    board.limit("many-stages", full, "n_stages", "oo", because="what is left in the limit of many stages")
    size = board.define("model-size", "S_model")
    part = board.define("weights-part", "w_share")
    board.substitute("part-per-stage", part, (weights, size), because="the stages share the layers evenly")

    stages = even_stages(board, weights, share)
    fewest = _what_fits(board, full)
    _at_balance(board, stages, fewest)
    _weight_time(board, weights)
    board.take(POOLED_MEMORY)

    board.reject(
        "micro-batch-size", "b_micro = n_stages",
        because="as said at 1:10:33, a slip of the tongue: he meant the number of micro-batches, not their size",
    )
    board.reject(
        "cache-over-stages", "m_kv = kappa*b_micro*L/(ep_width*n_stages)", against=(share,),
        because="a stage keeps only its own layers (asked at 1:11:40): true of one sequence, but more sequences are in flight",
    )
    board.reject(
        "all-over-stages", "m_gpu = (b_w*N_total + kappa*b_micro*L)/(ep_width*n_stages)", against=(full,),
        because="spreads the memory of one micro-batch over all GPUs: correct only for a single stage",
    )
    board.reject(
        "parameters-plus-bytes", "m_gpu = (N_total + kappa*B*L)/(ep_width*n_stages)",
        because="as on the blackboard (1:05:42): correct only at one byte per parameter",
    )
    return result


def _what_fits(board: Board, full: Handle) -> Handle:
    """The fewest stages with which a GPU holds its part, and the context beyond which no number of them helps."""
    fullest = board.define("memory-needed", "m_full")
    board.split("room", fullest, ("too-large", "fits"), because="weights and caches fit into memory, or they do not")
    limit = board.boundary("memory-full", fullest, because="with the fewest stages that fit, memory is exactly full")
    spelled = board.substitute("memory-full-in-full", limit, (full,), because="weights and KV cache, written out")
    fewest = board.solve(
        "fewest-stages", spelled, for_="n_stages", because="just enough stages for the weights to fit next to the KV cache"
    )
    longest = board.isolate(
        "longest-context", fewest, of="L", named="L_fit",
        because="beyond this context the KV cache alone exceeds the memory, and no number of stages helps",
    )
    board.rewrite(
        "fewest-stages-by-context", fewest, "n_stages = b_w*N_total/(ep_width*M_gpu*(1 - L/L_fit))", using=(longest,),
        condition="L < L_fit", because="weights over memory, divided by the fraction of memory that the KV cache leaves free",
    )
    return fewest


def _at_balance(board: Board, stages: Handle, fewest: Handle) -> None:
    """Both numbers of stages where each micro-batch is a balance batch."""
    balance = board.suppose(BALANCED_MICRO_BATCH)
    take_pool(board)
    ridge = board.define("ridge", "r")
    sparsity = board.define("sparsity", "s")
    single = board.define("one-stage-context", "L_one")
    batch = board.solve("balanced-batch", balance, for_="b_micro", because="the micro-batch that the hardware needs for balance")
    there = board.substitute(
        "even-stages-at-balance", stages, (batch, ridge, sparsity),
        because="the total parameters cancel: a model with more of them needs a proportionally larger batch",
    )
    board.rewrite(
        "even-stages-by-context", there, "n_stages = L_one/L", using=(single,),
        because="from half of the one-stage context on, two stages are enough",
    )
    board.substitute("fewest-stages-at-balance", fewest, (batch,), because="the fewest stages that fit, at the balance batch")


def _weight_time(board: Board, weights: Handle) -> None:
    """The time to read the weights, which no number of stages shortens either."""
    turn = board.take(STAGES_IN_TURN)
    time = board.substitute(
        "weight-time", turn, (weights,), because="each stage reads proportionally less, and there are proportionally more stages one after another"
    )
    board.independence(
        "weight-time-without-stages", time, of="n_stages",
        because="stages add capacity; only a wider scale-up domain reads the weights of a token faster",
    )


# --- what was said

_CHIPS = ("a100-80", "h100", "h200", "b200", "gb200", "mi300x", "tpu-v6e", "tpu-v7")
_MODELS = ("deepseek-v3", "kimi-k2", "qwen3-235b", "gpt-oss-120b", "llama-3.1-405b")

_SAID = {
    "b_w": Said("1 byte/parameter", POPE, "1:02:22, a trillion parameters in one terabyte", LECTURE),
    "N_total": Said("1e12 parameter", POPE, "1:02:22", LECTURE),
    "ep_width": WIDE_STAGES["ep_width"],
    "b_micro": WIDE_STAGES["b_micro"],
    "L": Said("200k token/sequence", POPE, "1:36:29, of another model", LECTURE),
    "kappa": Said("1667 byte/token", POPE, "1:38:22, of another model", LECTURE),
}

READINGS = (
    Reading(AS_SAID, "as said: four stages, with numbers from elsewhere in the lecture",
            {**_SAID, "n_stages": WIDE_STAGES["n_stages"]}),
    Reading("two-stages", "the same with two stages", {**_SAID, "n_stages": Said("2", POPE, "1:11:40", LECTURE)}),
    Reading("one-stage", "the same without pipelining",
            {**_SAID, "n_stages": Said("1", POPE, "1:12:54, no pipelining", LECTURE)}),
    Reading("blackwell-rack", "each stage a rack of NVIDIA GB200 NVL72, with DeepSeek-V3",
            {"ep_width": OnCard("gb200", "domain")}, Cards("gb200")),
    Reading("hopper-node", "each stage a node of NVIDIA H100 SXM, with DeepSeek-V3",
            {"ep_width": OnCard("h100", "domain")}, Cards("h100")),
)

PUBLISHED = (
    Published("one-per-stage", "4", POPE, "1:08:30 to 1:10:33", "exact", note="counted in the drawing"),
    Published("idle-with-one", "3/4", POPE, "0:57:07 to 1:02:22", "exact",
              note="“three-quarters of the time each of the racks is doing nothing”: before a next batch follows"),
    Published("part-per-stage", "1/4", POPE, "1:01:25", "exact"),
    Published("model-size", "1 TB", POPE, "1:02:22", "exact"),
    Published("even-stages", "2", POPE, "1:11:40", "rounded up to a whole number",
              note="“even two is often enough”: the first whole number with which the KV cache is larger"),
    Published("even-stages", ("2", "3"), "a summary", "2026, diminishing returns “beyond two or three stages”",
              "rounded up to a whole number", kind="retelling", note="the lecture says two"),
    Published("pooled-memory", ("10 TB", "20 TB"), PATEL, "0:45:49", "range", "blackwell-rack", kind="look-up"),
    Published("pooled-memory", "640 GB", PATEL, "0:45:35", "exact", "hopper-node", kind="look-up"),
)

ASSERTED = (
    Asserted("a rack of Blackwell has many tens of terabytes; a summary prints: tens of terabytes",
             POPE, "1:02:22", across=("gb200", "gb300"), of="pooled-memory"),
    Asserted("hardware with less memory per GPU could have been built, with the weights spread over eight racks",
             POPE, "1:02:28"),
    Asserted("in practice: expert parallelism up to the size of the scale-up domain, then little pipelining, “maybe none at all, maybe two”",
             POPE, "1:12:54"),
    Asserted("the KV cache is neither amortized over the batch nor cut by stages: it “sucks from both of those points of view”",
             POPE, "1:12:28"),
)

GRIDS = (
    Grid(("even-stages-at-balance",), _CHIPS, _MODELS,
         title="Stages beyond which the KV cache is larger than the weights, each micro-batch a balance batch"),
    Grid(("fewest-stages-at-balance",), _CHIPS, _MODELS,
         title="Fewest stages that fit, each micro-batch a balance batch; below one, a single stage has room to spare"),
)

RANGES = {
    "kappa": Between("1667 byte/token", "70.272 kB/token", "Reiner Pope, and DeepSeek for V3 in bf16",
                     "1:38:22, and arXiv 2505.09343"),
    "L": Between("8k token/sequence", "200k token/sequence", POPE, "1:54:04"),
    "ep_width": Between("8 GPU", "72 GPU", POPE, "0:40:47, from Hopper to Blackwell"),
    "b_micro": Between("2000 sequence", "3000 sequence", PATEL, "after 0:19:41"),
}


CLAIM = Claim(
    name="pipeline-kv",
    title="Pipelining does not shrink the KV cache",
    chapter=chapters.NOT_WISE,
    question="How much memory does a GPU save if the model is spread over more racks?",
    answer=(
        "Only memory for weights: the KV cache on each GPU stays at about {cache-without-stages:/}, however "
        "many stages there are."
    ),
    answer_if=("L > 0[token/sequence]",),
    otherwise="Only memory for weights: without context there is no KV cache.",
    deciding="would take the KV cache on one GPU of a deployment, with one pipeline stage and with several; published deployments use stages for long prompts, and none for decode",
    notation=SERVING.extended((*PIPELINE, MEMORY, ALL_MEMORY)), body=pipeline_kv, result="cache-without-stages",
    defaults=WIDE_STAGES, readings=READINGS, published=PUBLISHED, asserted=ASSERTED, grids=GRIDS, ranges=RANGES,
    over="ep_width",
    compared=("stage-weights", "cache-per-gpu", "memory-per-gpu", "even-stages"),
    deployment=PIPELINED_RACKS,
)
