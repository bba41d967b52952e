"""bubbles: how much of a pipeline idles while a batch passes it, and what more micro-batches cost.

Lecture 0:54:16 to 1:02:22. Said: three-quarters of the time each of four racks does nothing; in inference the next
batch starts at once. The lecture has no formula for the bubble; the practice cards have a picture.
"""

from __future__ import annotations

from derivations.claims import chapters
from derivations.claims.claim import Claim
from derivations.claims.notation.bubbles import BUBBLES, SLOT_TIMES
from derivations.claims.notation.serving import SERVING
from derivations.claims.notation.stages import PIPELINE
from derivations.claims.notation.training import TRAINING
from derivations.claims.parallelism.bubbles_said import ASSERTED, DEFAULTS, GRIDS, PUBLISHED, RANGES, READINGS
from derivations.claims.parallelism.slot_times import fewest_reads
from derivations.claims.premises.bubbles import BUSY, FILL, IDLE, SCHEDULE
from derivations.engine.board import Board, Handle
from derivations.engine.quantity import Notation

_SERVING = ("r", "s", "phi", "b_w", "N_total", "N_active", "C", "W", "C_gpu", "W_gpu", "G")
_NOTATION = Notation(
    (
        *BUBBLES,
        *SLOT_TIMES,
        *(quantity for quantity in PIPELINE if quantity.name in ("n_stages", "ep_width")),
        *(SERVING[name] for name in _SERVING),
        TRAINING["a_pre"],
    )
)


def bubbles(board: Board) -> Handle:
    """Idle time out of the schedule, over all of the time and over the busy time; then what more slots cost."""
    fill = board.take(FILL)
    schedule = board.take(SCHEDULE)
    busy = board.take(BUSY)
    idle = board.take(IDLE)
    rest = board.substitute("slots-without-work", idle, (schedule, busy), because="all slots, less those with work")
    waiting = board.rewrite(
        "idle-slots", rest, "t_idle = n_fill*t_slot",
        because="whatever the batch, a stage waits as many slots as there are stages beside it",
    )  # fmt: skip
    _from_the_picture(board, fill)

    share = board.define("share-of-time", "x_bubble")
    spelled = board.substitute("share-in-full", share, (waiting, schedule), because="slots that wait, over all slots")
    by_slots = board.rewrite(
        "share-by-slots", spelled, "x_bubble = n_fill/(n_mb + n_fill)",
        because="the time of a slot cancels: a share is a matter of counting",
    )  # fmt: skip
    result = board.rewrite(
        "idle-share", by_slots, "x_bubble = (n_stages - 1)/(n_mb + n_stages - 1)", using=(fill,), because="in stages"
    )
    over = board.define("over-busy-time", "y_bubble")
    slots = board.substitute("ratio-in-full", over, (waiting, busy), because="slots that wait, over slots that work")
    ratio = board.rewrite(
        "idle-over-busy", slots, "y_bubble = (n_stages - 1)/n_mb", using=(fill,),
        because="in stages, as papers print it",
    )  # fmt: skip
    board.state(
        "share-from-ratio", "x_bubble = y_bubble/(1 + y_bubble)", (result, ratio),
        because="the ratio that papers print is no share of the time, and above one where few micro-batches pass",
    )  # fmt: skip
    needed = board.solve(
        "micro-batches-from-share", by_slots, for_="n_mb", because="turned round: the micro-batches for an idle share"
    )
    board.rewrite(
        "micro-batches-needed", needed, "n_mb = n_fill*(1 - x_bubble)/x_bubble",
        because="so many micro-batches an idle share takes",
    )  # fmt: skip
    board.limit(
        "endless-batch", result, "n_mb", "oo",
        because="where the next micro-batch always follows, as in inference, nothing idles",
    )  # fmt: skip
    fewest_reads(board, schedule)

    board.reject(
        "ratio-taken-for-a-share", "x_bubble = (n_stages - 1)/n_mb", against=(result,),
        because="some papers print it as the fraction of time that is lost: it is idle over busy, and with fewer "
        "micro-batches than stages it can be more than all of the time",
    )  # fmt: skip
    board.reject(
        "all-but-one", "x_bubble = 1 - 1/n_stages", against=(result,),
        because="three-quarters of the time for four racks (0:57:07 to 1:02:22), taken for any number of "
        "micro-batches: it was said of one at a time, and is right there",
    )  # fmt: skip
    return result


def _from_the_picture(board: Board, fill: Handle) -> None:
    """The empty boxes of the picture, counted: one more for each stage further down, and the same at the end."""
    empty = board.sum(
        "empty-boxes", "j_stage - 1", index="j_stage", first="1", last="n_stages", count="n_stages", named="S_before",
        because="the first stage starts at once, the second one slot later, and so on",
    )  # fmt: skip
    board.state(
        "boxes-of-each-stage", "2*S_before/n_stages = n_fill", (empty, fill),
        because="as many again are empty at the end, in the order of the stages reversed: the mean is that of each one",
    )  # fmt: skip


BUBBLES_CLAIM = Claim(
    name="bubbles",
    title="Pipeline bubbles: the share of the time that stages wait",
    chapter=chapters.PIPELINES,
    question="How much of a pipeline idles while a batch of training passes it?",
    notation=_NOTATION,
    body=bubbles,
    result="idle-share",
    defaults=DEFAULTS,
    readings=READINGS,
    published=PUBLISHED,
    asserted=ASSERTED,
    compared=("idle-share", "idle-over-busy", "micro-batches-needed"),
    grids=GRIDS,
    ranges=RANGES,
)
