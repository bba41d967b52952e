"""queueing: what a request waits where trains leave at fixed times, and where full ones leave at once.

Lecture 0:21:49 to 0:27:50. Said: 20 ms, 40 ms at worst, 2,000 sequences, and 128,000 tokens a second. Not said: how
full the trains are, what happens when they are full, and what another rule of departure would bring.
"""

from __future__ import annotations

from derivations.claims import chapters
from derivations.claims.claim import Claim
from derivations.claims.notation.queueing import ARRIVALS, EARLY, RANDOM
from derivations.claims.notation.serving import ALL_MEMORY, MEMORY, SERVING
from derivations.claims.notation.trains import FULL_TRAINS, TRAINS
from derivations.claims.premises.queueing import BOARDED, QUEUE, QUEUE_AHEAD, TIMETABLE, WITH_QUEUE
from derivations.claims.premises.trains import EVEN_ARRIVALS, GENERATED, JUST_MISSED
from derivations.claims.serving.early_trains import Waits, early_trains
from derivations.claims.serving.queueing_said import ASSERTED, DEFAULTS, GRIDS, PUBLISHED, READINGS
from derivations.claims.serving.random_trains import random_trains
from derivations.claims.serving.trains import drain_interval, mean_time, sum_of_places, take_reads
from derivations.engine.board import Board, Handle
from derivations.engine.quantity import Notation

_PASS = tuple(SERVING[name] for name in ("T", "t_m", "B", "G", "W", "W_gpu"))

_WAITS = tuple(each for each in TRAINS if each.name in (
    "tau", "x_wait", "t_sys", "t_mean", "N_req", "j_req", "S_req", "X_sys", "R_pass"
))  # fmt: skip


def queueing(board: Board) -> Handle:
    """How full trains are, the time in the system until they are full and after, and the same with another rule."""
    drain_interval(board, take_reads(board))
    timetable = board.take(TIMETABLE)
    boarded = board.take(BOARDED)
    not_full, full = board.split(
        "full-or-not", boarded, ("not-full", "full"), because="a train has a place for everybody, or it is full"
    )
    edge = board.isolate(
        "full-from", not_full, of="lam", named="lam_full", because="from here on every train leaves full"
    )
    _fill(board, boarded, (not_full, full), edge)

    queue, ahead, waiting = (board.take(each) for each in (QUEUE, QUEUE_AHEAD, WITH_QUEUE))
    missed = board.take(JUST_MISSED)
    nobody = board.substitute("no-queue", queue, (not_full,), because="everybody has a place in the next train")
    time = board.substitute("time-in-system", waiting, (ahead, nobody), because="a wait, then a ride")
    whole = board.substitute("wait-and-ride", time, (missed,), because="who just missed a train waits a whole interval")
    worst = board.rewrite(
        "worst-time", whole, "t_sys = tau + T", using=(edge,), condition="lam <= lam_full",
        because="an interval to wait, a pass to ride, as long as trains are not full",
    )  # fmt: skip
    board.state(
        "at-most-two-intervals", "t_sys <= 2*tau", (worst, timetable), because="a pass is no longer than its interval"
    )
    board.state(
        "at-least-two-passes", "t_sys >= 2*T", (worst, timetable),
        because="passes back to back are the best case: both are then equal",
    )  # fmt: skip
    places = sum_of_places(board)
    mean_time(board, board.take(EVEN_ARRIVALS), (time, places))
    _overload(board, full, edge, (queue, ahead, waiting, missed))
    early_trains(board, timetable, edge, Waits(worst, missed, places))
    random_trains(board)
    board.reject(
        "faster-than-a-pass", "tau < T", (timetable,),
        because="more frequent trains in place of shorter passes, as a summary explains a fast mode: "
        "the next train leaves when the machine is free",
    )  # fmt: skip
    return worst


def _fill(board: Board, boarded: Handle, regimes: tuple[Handle, Handle], edge: Handle) -> None:
    """How full trains are, and the tokens that leave in a second."""
    not_full, full = regimes
    fill = board.define("fill", "u_fill")
    by_rate = board.substitute("fill-by-rate", fill, (not_full,), because="all who arrive in an interval")
    board.rewrite(
        "fill-while-not-full", by_rate, "u_fill = lam/lam_full", using=(edge,), condition="lam <= lam_full",
        because="what arrives over what fills the trains",
    )  # fmt: skip
    board.substitute("fill-of-a-train", fill, (boarded,), because="both cases in one")
    generated = board.take(GENERATED)
    board.substitute("throughput", generated, (boarded,), because="a batch of tokens leaves in every interval")
    board.substitute("carried", generated, (not_full,), because="all that is asked for, whatever the interval")
    board.substitute("carried-when-full", generated, (full,), because="all places, and no more than these")


def _overload(board: Board, full: Handle, edge: Handle, wait: tuple[Handle, Handle, Handle, Handle]) -> None:
    """The queue that grows while more arrives than trains carry."""
    queue, ahead, waiting, missed = wait
    grown = board.substitute("queue-when-full", queue, (full,), because="what arrives, less the places")
    late = board.substitute(
        "time-when-full", waiting, (ahead, grown, missed), because="the trains before are full, and so many of them"
    )
    longer = board.rewrite(
        "worst-time-when-full", late, "t_sys = tau + T + (lam/lam_full - 1)*t_over", using=(edge,),
        condition="lam >= lam_full", because="what it was at the edge, and more with every second above it",
    )  # fmt: skip
    board.differentiate(
        "growth", longer, by="t_over", named="x_grow",
        because="seconds of time in the system for each second that the overload lasts: it has no bound",
    )  # fmt: skip
    board.reject(
        "bounded-when-full", "t_sys = tau + T", (longer, edge),
        because="no request waits longer than an interval, printed without the condition that trains are not full",
    )  # fmt: skip


QUEUEING = Claim(
    name="queueing",
    title="Waiting for a train: full ones, empty ones, and those that leave early",
    chapter=chapters.BATCH_SIZE,
    question="At which traffic do trains fill up, and what does a request wait before and after that?",
    notation=Notation((SERVING["n"], *ARRIVALS, *_WAITS, *_PASS, MEMORY, ALL_MEMORY, FULL_TRAINS, *EARLY, *RANDOM)),
    body=queueing,
    result="worst-time",
    outside="the queue grows",
    defaults=DEFAULTS,
    readings=READINGS,
    published=PUBLISHED,
    asserted=ASSERTED,
    compared=("fill-of-a-train", "full-from", "throughput", "worst-time", "mean-time", "gain-by-busy"),
    grids=GRIDS,
)  # fmt: skip
