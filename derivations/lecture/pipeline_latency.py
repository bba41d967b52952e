"""pipeline-latency: a pipeline gives no token sooner, and its hand-overs make each one later.

Lecture 1:01:25 and 1:14:24 to 1:15:46. Said: neutral for latency; then about 10 ms more for each token, 20 to 30.
"""

from __future__ import annotations

from derivations.claim.claim import ALL, AS_SAID, Asserted, Between, Claim, Grid, Published, Reading, Said
from derivations.language.quantity import Notation, Quantity
from derivations.lecture.shared import chapters
from derivations.lecture.shared.passes import SERVING
from derivations.lecture.shared.said import LECTURE, PATEL, POPE, TWENTY_MILLISECONDS
from derivations.lecture.shared.stages import PIPELINE, STAGE_WEIGHTS, WIDE_STAGES
from derivations.search.board import Board, Handle
from derivations.search.premise import Alternative, Premise

# --- letters

HOPS = (
    Quantity("t_stage", "s", "time of a token on one stage"),
    Quantity("t_hop", "s", "time of the hand-over from one stage to the next", "nonnegative"),
    Quantity("n_hops", "", "hand-overs on the way of a token", "nonnegative"),
    Quantity("t_token", "s", "time between two tokens of a sequence"),
    Quantity("t_more", "s", "what the hand-overs add for each token", "nonnegative", definition="t_token - T"),
    Quantity("y_token", "", "time between two tokens over that without hand-overs", definition="t_token/T"),
    Quantity("n_keep", "", "micro-batches that keep every stage at work"),
)

LETTERS = Notation((
    SERVING["T"],
    *HOPS,
    *PIPELINE.only("m_w", "n_stages", "ep_width", "b_micro", "K_seq", "K_micro"),
    *SERVING.only("b_w", "N_total", "kappa", "L", "W_gpu"),
))


# --- premises

STAGE_READS = Premise(
    "stage-reads", "t_stage = (m_w + K_micro/(ep_width*n_stages))/W_gpu",
    because="for one micro-batch a stage reads its weights and its layers of the cache, and its GPUs do so together; arithmetic is overlapped",
    source="after lecture 1:17:07, for one stage",
)
STAGE_AFTER_STAGE = Premise(
    "stage-after-stage", "T = n_stages*t_stage",
    because="a token passes the stages one after another, and they have equal parts of the layers",
    source="after lecture 0:57:07 to 1:01:25",
)
TOKEN_TIME = Premise(
    "token-time", "t_token = T + n_hops*t_hop",
    because="between two stages the activation goes from a GPU to its network card, over a switch, and back up",
    source="lecture 1:15:20",
)
WRAP_ROUND = Premise(
    "wrap-round", "n_hops = n_stages",
    because="decode comes round again: after the last stage the new token goes back to the first",
    source="lecture 1:15:46, as many hops as stages",
    alternatives=(
        Alternative(
            "open-ended", "n_hops = n_stages - 1",
            because="what the last stage hands back is a token and no activation, and takes no time to speak of",
            source="our own",
        ),
        Alternative(
            "hidden", "n_hops = 0",
            because="the ideal pipeline, in which a hand-over takes no time",
            source="lecture 0:57:07 to 1:01:25, neutral for latency",
        ),
    ),
)
ALWAYS_AT_WORK = Premise(
    "always-at-work", "n_keep*t_stage = t_token",
    because="while a micro-batch is on its way round, every stage works on the others, one after another",
    source="after lecture 1:08:30",
)


# --- the argument

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
    )
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
        because="stages work on different micro-batches at a time: a token waits for all of them in turn, and only tokens per second grow with their number",
    )
    board.reject(
        "neutral-with-hops", "t_token = T", against=(result,),
        because="neutral for latency (1:01:25), taken together with hand-overs of a few milliseconds (1:15:20)",
    )
    return result


def _at_work(board: Board, stages: Handle, result: Handle) -> None:
    """More micro-batches than stages hide the hand-overs from the stages, though not from a token."""
    kept = board.take(ALWAYS_AT_WORK)
    needed = board.solve("micro-batches-to-hide", kept, for_="n_keep", because="turned round")
    spelled = board.substitute(
        "micro-batches-with-hops", needed, (result, stages), because="as many as stages, and more for what is on its way"
    )
    board.rewrite(
        "micro-batches-kept", spelled, "n_keep = n_stages*(1 + t_hop/t_stage)",
        because="the stages then never wait, and hold the caches of as many more sequences",
    )


# --- what was said

_FOUR = Said("4", POPE, "1:15:20, realistic", LECTURE)
_TWO_MILLISECONDS = Said("2 ms", PATEL, "1:15:46, about", LECTURE)
_NOTHING = Said("0 ms", POPE, "0:57:07 to 1:01:25, the ideal", LECTURE)
_SAID = {"T": TWENTY_MILLISECONDS, "n_stages": _FOUR, "t_hop": _TWO_MILLISECONDS}


def _hop(name: str, title: str, time: str) -> Reading:
    """Another time of a hand-over, within the order of magnitude that he leaves open."""
    by = Said(time, f"{POPE}: off by an order of magnitude, perhaps", "1:15:20", LECTURE)
    return Reading(name, title, {**_SAID, "t_hop": by})


DEFAULTS = {
    **{name: said for name, said in WIDE_STAGES.items() if name != "n"},
    "n_stages": _FOUR,
    "t_hop": _TWO_MILLISECONDS,
}

READINGS = (
    Reading(AS_SAID, "as said: 20 ms, four stages, 2 ms for each hand-over", _SAID),
    Reading("ideal", "the same without hand-overs", {**_SAID, "t_hop": _NOTHING}),
    Reading("two-stages", "the same with two stages", {**_SAID, "n_stages": Said("2", POPE, "1:12:54", LECTURE)}),
    _hop("ten-times-shorter", "the same with hand-overs ten times as fast", "0.2 ms"),
    _hop("ten-times-longer", "the same with hand-overs ten times as slow", "20 ms"),
)

PUBLISHED = (
    Published("time-per-token", "30 ms", POPE, "1:15:46, from 20 to 30, or something like that",
              "one significant figure"),
    Published("hop-time", "10 ms", f"{PATEL}, {POPE} agrees", "1:15:46, about", "one significant figure",
              reproduces=False, note="four times two milliseconds are fewer; the 30 ms, rounded, follow all the same"),
    Published("slower", "1", POPE, "1:01:25, neutral for latency", "exact", "ideal",
              note="exactly where a hand-over takes no time"),
    Published("slower", "1", POPE, "1:01:25, neutral for latency", "exact", reproduces=False,
              note="the statement of the ideal pipeline, with the hand-overs of 1:15:20"),
)

ASSERTED = (
    Asserted("a hand-over takes “probably a few milliseconds, could be off by an order of magnitude”; “I can't say with a lot of authority”",
             POPE, "1:15:20"),
    Asserted("the way is from a GPU to its network card, a switch at the top of the rack, perhaps one of the data centre, and down again",
             POPE, "1:15:20"),
    Asserted("pipelining is neutral for batch size and saves neither memory time nor compute time: only capacity",
             POPE, "0:57:07 to 1:01:25"),
)

GRIDS = (
    Grid(("work-of-all-stages", "time-per-token", "micro-batches-kept"), ALL,
         title="DeepSeek-V3 on four stages of 64 GPUs: work, time of a token, micro-batches that keep the stages at work"),
)

RANGES = {
    "t_hop": Between("0.2 ms", "20 ms", POPE, "1:15:20, an order of magnitude either way"),
    "n_stages": Between("2", "8", POPE, "1:12:54, maybe two; 1:02:22, eight racks"),
    "L": Between("8k token/sequence", "200k token/sequence", POPE, "1:54:04"),
}


CLAIM = Claim(
    name="pipeline-latency",
    title="A pipeline and the time of a token: neutral, and 10 ms more",
    chapter=chapters.NOT_WISE,
    question="Does a token come sooner or later if a model is spread over more stages?",
    notation=LETTERS, body=pipeline_latency, result="time-per-token",
    defaults=DEFAULTS, readings=READINGS, published=PUBLISHED, asserted=ASSERTED, grids=GRIDS, ranges=RANGES,
    compared=("stage-after-stage", "hop-time", "time-per-token", "slower"),
)
