"""latency-floor: no pass is faster than its weights are read, however small its batch.

Lecture 0:08:02 to 0:10:31 and 1:14:24 to 1:18:10. Said: the floor is all parameters over the memory bandwidth, of as
many GPUs as the scale-up domain has.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from derivations.claim.claim import AS_SAID, Asserted, Cards, Claim, Grid, OnCard, Published, Reading, Said
from derivations.claims.shared import chapters
from derivations.claims.shared.experts import (
    ACTIVE_PARAMETERS,
    ALL_PARAMETERS,
    READ_BY_TOUCH,
    TOUCHED_EXPERTS,
)
from derivations.claims.shared.passes import (
    ALL_MEMORY,
    ARITHMETIC_TIME,
    ATTENTION,
    EXPERTS,
    KV_FETCH,
    MEMORY,
    POOLED_ATTENTION,
    POOLED_MEMORY,
    ROOFLINE,
    SERVING,
    Pass,
    take_pass,
    take_pool,
)
from derivations.claims.shared.racks import ALL_STARTS, OF_SUMS, STARTED, WEIGHTS_IN_MEMORY
from derivations.claims.shared.said import CARDS, DECODE, LECTURE, NO_CONTEXT, POPE, TOTAL
from derivations.language.quantity import Quantity

if TYPE_CHECKING:
    from derivations.derivation.board import Board
    from derivations.derivation.script import Handle

# --- letters

TOUCHED = (
    Quantity("T_all", "s", "time of a forward pass with what its GPUs wait for each other", latex=r"T_{\mathrm{all}}",
             definition="T + t_starts"),
    *READ_BY_TOUCH,
    Quantity("t_touched", "s", "time to fetch the parameters that some token of the pass uses",
             definition="b_w*N_touched/W"),
    Quantity("t_one", "s", "time to fetch the parameters that a single token uses", latex=r"t_{1}",
             definition="b_w*N_one/W"),
    Quantity("T_one", "s", "least time of a pass over a single token that reads only these", latex=r"T_{1}",
             definition="t_one + t_starts"),
    Quantity("u_touched", "", "fraction of all parameters that a pass reads", definition="N_touched/N_total"),
)


# --- premises: those of a forward pass, in passes.py, and of the experts that it reads, in experts.py

# --- the argument

def latency_floor(board: Board) -> Handle:
    """The bound of an empty pass; what more GPUs cannot lower; how long the floor is flat; fewer experts."""
    cache = replace(KV_FETCH, leaves_out=())  # an empty pass reads none
    times = take_pass(board, ROOFLINE, ARITHMETIC_TIME, cache)
    _, bandwidth = take_pool(board)
    board.take(POOLED_ATTENTION)
    board.take(POOLED_MEMORY)
    board.define("model-size", "S_model")
    board.define("weights-in-memory", "u_mem")
    starts, waited = board.take(ALL_STARTS), board.define("pass-with-starts", "T_all")
    whole = board.state("roofline-and-starts", "T_all >= max(t_c, t_m) + t_starts", (times.roofline, waited),
                        because="GPUs wait for each other where they neither compute nor read")
    reads = board.state("reads-bound", "T_all >= t_m + t_starts", (whole,), because="however long compute takes")
    in_full = board.substitute("reads-in-full", reads, (times.memory,), because="the weights, and one KV cache per sequence")
    empty = board.limit("empty-pass", in_full, "B", because="without sequences there are no caches to read, but the weights remain")
    result = board.substitute(
        "latency-floor", empty, (times.weights, bandwidth), because="each GPU of the domain reads its own share at the same time, and all of them wait for their sums"
    )
    board.state("without-starts", "T_all >= b_w*N_total/(G*W_gpu)", (result,), because="as on the blackboard, where all-reduces take no time of their own")
    board.substitute("floor-with-counts", result, (starts,), because="with the all-reduces of every layer")
    board.state("never-below-the-starts", "T_all >= t_starts", (result,), because="no number of GPUs lowers the floor below that")
    _touched(board, times, bandwidth, _flat(board, times, whole))
    board.reject(
        "active-weights", "t_w = b_w*N_active/W", against=(times.weights,),
        because="card 5 before 22 July 2026: but a batch touches every expert, so all parameters are read",
    )
    board.reject(
        "parameters-over-bandwidth", "T >= N_total/W",
        because="as on the blackboard (0:10:31): correct only at one byte per parameter",
    )
    return result


def _touched(board: Board, times: Pass, bandwidth: Handle, sparsity: Handle) -> None:
    """If a small batch leaves experts unread: from the active parameters at one token to all of them."""
    everything = board.take(ALL_PARAMETERS)
    used = board.take(ACTIVE_PARAMETERS)
    touched = board.take(TOUCHED_EXPERTS)
    board.define("touched-share", "u_touched")
    board.define("touched-fetch", "t_touched")
    board.state(
        "never-more-than-all", "N_touched <= N_total", (touched, everything),
        because="the power is never negative: the more tokens, the fewer experts go unread",
    )
    single = board.define("single-token", "B_one")
    one = board.define("read-by-one", "N_one")
    active = board.state(
        "one-token-reads-active", "N_one = N_active", (one, single, used),
        because="with a single token the exponent is one, which leaves the active parameters",
    )
    fetch = board.define("fetch-of-one", "t_one")
    spelled = board.substitute("fetch-of-active", fetch, (active, bandwidth), because="the active parameters, once")
    one = board.define("single-pass", "T_one")
    board.substitute("floor-of-one-token", one, (spelled,), because="the floor of a pass over a single token")
    board.state(
        "lower-by-sparsity", "t_w = s*t_one", (times.weights, fetch, active, sparsity),
        because="the ratio of the two fetches is the ratio of all parameters to active ones",
    )


def _flat(board: Board, times: Pass, whole: Handle) -> Handle:
    """The roofline in units of the weight fetch: flat until compute or the caches take longer. Returns the sparsity."""
    ridge = board.define("ridge", "r")
    sparsity = board.define("sparsity", "s")
    attention = board.define("attention-over-weights", "y_attn")
    board.rewrite(
        "roofline-over-floor", whole, "T_all >= t_w*max((1 + y_attn)*n*B/(r*s), 1 + t_kv/t_w) + t_starts",
        using=(*times.times, ridge, sparsity, attention),
        because="below the balance batch only the caches raise the floor, and without a context nothing does",
    )
    return sparsity


# --- what was said

_PASS = "0:12:59, 'like one millisecond or 20 milliseconds', of a pass"
_GROWTH = "1:18:10"
_TRILLION = "1:01:36 to 1:02:28"
_NO_STARTS = Said("0 s", f"{POPE}: all-reduces are left out", "0:08:02 to 0:10:31", LECTURE)
_EIGHT_BIT = {"model": "deepseek-v3", "compute": "fp8", "cache": "fp8"}

DEFAULTS = {"n": DECODE, "B": Said("1 sequence", "the smallest batch", ""), "L": NO_CONTEXT, **OF_SUMS}

READINGS = (
    Reading(AS_SAID, "as said: 700 B at half a byte each, 72 GPUs, and the 20 TB/s that he gives for Rubin",
            {"N_total": TOTAL, "b_w": Said("1/2 byte/parameter", f"{POPE}: half a byte", "0:18:09", LECTURE),
             "G": Said("72 GPU", POPE, "0:02:13", LECTURE), "W_gpu": Said("20 TB/s/GPU", POPE, "0:24:13", LECTURE),
             "t_starts": _NO_STARTS}),
    Reading("blackwell-rack", "a rack of 72 GB200, DeepSeek-V3 in fp8", DEFAULTS, Cards("gb200", **_EIGHT_BIT)),
    Reading("blackwell-rack-fp4", "the same rack, DeepSeek-V3 in fp4",
            DEFAULTS, Cards("gb200", "deepseek-v3", compute="fp4", cache="fp8")),
    Reading("hopper-node", "a node of 8 H100, DeepSeek-V3 in fp8, which does not quite fit",
            DEFAULTS, Cards("h100", **_EIGHT_BIT)),
    Reading("later-hopper-node", "a node of 8 H200, DeepSeek-V3 in fp8", DEFAULTS, Cards("h200", **_EIGHT_BIT)),
    Reading("trillion-in-a-terabyte", "the rack, a trillion parameters in one terabyte",
            {"N_total": Said("1e12 parameter", POPE, _TRILLION, LECTURE),
             "b_w": Said("1 byte/parameter", f"{POPE}: a trillion needs one terabyte", _TRILLION, LECTURE),
             "G": OnCard("gb200", "domain"), "W_gpu": OnCard("gb200", "bandwidth"),
             "M_gpu": OnCard("gb200", "capacity"), "t_starts": _NO_STARTS}),
)

PUBLISHED = (
    Published("latency-floor", "1 ms", POPE, _PASS, "one significant figure", "blackwell-rack",
              kind="illustration", note="said as an example of a pass"),
    Published("latency-floor", "20 ms", POPE, _PASS, "one significant figure", "later-hopper-node",
              kind="illustration", note="said as an example of a pass; the weights fit into this node"),
    Published("latency-floor", "20 ms", "practice card 9", f"{CARDS.date}, faster is impossible",
              "one significant figure", "blackwell-rack",
              kind="retelling", note="the card's reason is that the weights could not all be read; so long it takes to read all memory"),
    Published("latency-floor", "20 ms", "a summary", "2026, a hard floor: every byte of HBM once per token, on Blackwell",
              "one significant figure", "blackwell-rack",
              kind="retelling", note="a token needs the weights read and not all of memory, which may be empty"),
)

ASSERTED = (
    Asserted("using all of the memory bandwidth, one cannot do better", POPE, "0:10:31"),
    Asserted("the floor comes from loading all the active parameters; corrected to all parameters since",
             "practice card 5", "before 2026-07-22"),
    Asserted("stages of a pipeline cannot load in parallel for one token, and the GPUs of a domain can",
             POPE, "1:17:07"),
    Asserted("pipelining solves the capacity problem, scale-up size helps the bandwidth problem", POPE, _GROWTH),
    Asserted("speculative decoding is a second effect on speed; named and not returned to", POPE, "0:01:36"),
)

GRIDS = (
    Grid(("latency-floor", "floor-of-one-token", "weights-in-memory"),
         ("h100", "h200", "b200", "gb200", "b300", "gb300", "rubin"), cards=Cards(**_EIGHT_BIT),
         title="DeepSeek-V3 in fp8 on one scale-up domain: the floor; the floor of a single token if only its experts are read; and the weights over the memory, above one where they do not fit"),
)


CLAIM = Claim(
    name="latency-floor",
    title="The latency floor: reading all weights once",
    chapter=chapters.BATCH_SIZE,
    question="How fast can a forward pass be?",
    answer="About {latency-floor}: the time to read {model-size} of weights once with {G:4}, and to start the all-reduces of every layer.",
    answer_if=("t_starts > 0[s]",),
    otherwise="About {latency-floor}: the time to read {model-size} of weights once with {G:4}.",
    notation=SERVING.extended((*ATTENTION, MEMORY, ALL_MEMORY, *WEIGHTS_IN_MEMORY, *EXPERTS, *TOUCHED, *STARTED)), body=latency_floor,
    deciding="trust the one that counts only the experts a batch activates: a small batch does not read every expert, which a floor of all parameters assumes",
    result="latency-floor", outside="no floor",
    defaults=DEFAULTS, readings=READINGS, published=PUBLISHED, asserted=ASSERTED, grids=GRIDS,
    over="G",
    compared=("latency-floor", "floor-of-one-token", "touched-fetch", "weights-in-memory"),
)
