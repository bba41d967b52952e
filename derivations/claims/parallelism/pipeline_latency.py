"""pipeline-latency: a pipeline gives no token sooner, and its hand-overs make each one later.

Lecture 1:01:25 and 1:14:24 to 1:15:46. Said: neutral for latency; then about 10 ms more for each token, 20 to 30.
"""

from __future__ import annotations

from derivations.claims import chapters
from derivations.claims.claim import Claim
from derivations.claims.notation.hops import HOPS
from derivations.claims.notation.serving import SERVING
from derivations.claims.notation.stages import PIPELINE
from derivations.claims.parallelism.pipeline_latency_said import (
    ASSERTED,
    DEFAULTS,
    GRIDS,
    PUBLISHED,
    RANGES,
    READINGS,
)
from derivations.claims.premises.hops import (
    ALWAYS_AT_WORK,
    STAGE_AFTER_STAGE,
    STAGE_READS,
    TOKEN_TIME,
    WRAP_ROUND,
)
from derivations.claims.premises.stages import STAGE_WEIGHTS
from derivations.engine.board import Board, Handle
from derivations.engine.quantity import Notation

_STAGES = ("m_w", "n_stages", "ep_width", "b_micro", "K_seq", "K_micro")
_NOTATION = Notation(
    (
        SERVING["T"],
        *HOPS,
        *(quantity for quantity in PIPELINE if quantity.name in _STAGES),
        *(SERVING[name] for name in ("b_w", "N_total", "kappa", "L", "W_gpu")),
    )
)


def pipeline_latency(board: Board) -> Handle:
    """The time on all stages, which does not depend on their number; then what the hand-overs add."""
    weights = board.take(STAGE_WEIGHTS)
    reads = board.take(STAGE_READS)
    stages = board.take(STAGE_AFTER_STAGE)
    sequence = board.define("sequence-cache", "K_seq")
    batch = board.define("micro-batch-cache", "K_micro")
    work = board.substitute(
        "work-of-all-stages", stages, (reads, weights, batch, sequence),
        because="each stage reads less, and there are as many more of them",
    )  # fmt: skip
    neutral = board.independence(
        "neutral", work, of="n_stages", because="without hand-overs a token takes as long on one stage as on many"
    )

    token = board.take(TOKEN_TIME)
    hops = board.take(WRAP_ROUND)
    result = board.substitute(
        "time-per-token", token, (hops,), because="the work, and a hand-over for each stage: in decode for every token"
    )
    more = board.define("more-for-each-token", "t_more")
    added = board.substitute("hop-time", more, (result,), because="what is added, apart from the work")
    board.limit("no-hand-overs", added, "t_hop", "0", because="so it is neutral where a hand-over takes no time")
    board.solve(
        "hop-from-time", added, for_="t_hop", because="and only there: turned round, a time that adds nothing is none"
    )
    slower = board.define("slower-by", "y_token")
    board.substitute("slower", slower, (result,), because="of a short pass the hand-overs are the larger part")
    board.substitute("time-in-full", result, (neutral,), because="with the reads of all stages written out")
    _at_work(board, stages, result)

    board.reject(
        "stages-share-the-work", "T = t_stage", against=(stages,),
        because="stages work on different micro-batches at a time: a token waits for all of them in turn, and only "
        "tokens per second grow with their number",
    )  # fmt: skip
    board.reject(
        "neutral-with-hops", "t_token = T", against=(result,),
        because="neutral for latency (1:01:25), taken together with hand-overs of a few milliseconds (1:15:20)",
    )  # fmt: skip
    return result


def _at_work(board: Board, stages: Handle, result: Handle) -> None:
    """More micro-batches than stages hide the hand-overs from the stages, though not from a token."""
    kept = board.take(ALWAYS_AT_WORK)
    needed = board.solve("micro-batches-to-hide", kept, for_="n_keep", because="turned round")
    spelled = board.substitute(
        "micro-batches-with-hops",
        needed,
        (result, stages),
        because="as many as stages, and more for what is on its way",
    )
    board.rewrite(
        "micro-batches-kept", spelled, "n_keep = n_stages*(1 + t_hop/t_stage)",
        because="the stages then never wait, and hold the caches of as many more sequences",
    )  # fmt: skip


PIPELINE_LATENCY = Claim(
    name="pipeline-latency",
    title="A pipeline and the time of a token: neutral, and 10 ms more",
    chapter=chapters.NOT_WISE,
    question="Does a token come sooner or later if a model is spread over more stages?",
    notation=_NOTATION,
    body=pipeline_latency,
    result="time-per-token",
    defaults=DEFAULTS,
    readings=READINGS,
    published=PUBLISHED,
    asserted=ASSERTED,
    compared=("stage-after-stage", "hop-time", "time-per-token", "slower"),
    grids=GRIDS,
    ranges=RANGES,
)
