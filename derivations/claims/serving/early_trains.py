"""Trains that leave as soon as they are full, beside trains by a timetable."""

from __future__ import annotations

from dataclasses import dataclass

from derivations.claims.premises.queueing import EARLY_ARRIVALS, EARLY_TRAIN, LEAVES_WHEN_READY, READY
from derivations.claims.serving.trains import mean_time
from derivations.engine.board import Board, Handle


@dataclass(frozen=True)
class Waits:
    """What is known of a wait by the timetable: the worst time, who just missed a train, and the sum of places."""

    worst: Handle
    missed: Handle
    places: Handle


def early_trains(board: Board, timetable: Handle, edge: Handle, waits: Waits) -> None:
    """The same times where a full train leaves at once: by the timetable until trains are full, and earlier then."""
    ready = board.take(READY)
    filled, busy = board.split(
        "ready-or-not", ready, ("filled", "machine-busy"), because="a full train finds the machine free, or it waits"
    )
    leaves = board.take(LEAVES_WHEN_READY)
    by_timer, early = board.split(
        "early-or-not", leaves, ("by-the-timetable", "leaves-early"),
        because="the interval ends before the train is ready, or after",
    )  # fmt: skip
    when_full = board.substitute("leaves-when-full", early, (filled,), because="as long as it takes to fill")
    ride = board.take(EARLY_TRAIN)
    waiting = board.substitute(
        "early-time-not-full", ride, (waits.missed, by_timer), because="one that is not full leaves by the timetable"
    )
    board.state(
        "same-while-not-full", "t_early = t_sys", (waiting, waits.worst),
        because="the other rule changes nothing as long as trains are not full",
    )  # fmt: skip
    board.substitute(
        "early-worst-time", ride, (waits.missed, when_full),
        because="the more arrives, the shorter the wait, in place of a queue that grows",
    )  # fmt: skip
    mean = mean_time(board, board.take(EARLY_ARRIVALS), (ride, when_full, waits.places), "early-mean")
    board.rewrite(
        "early-half-wait", mean, "t_early_mean = B_cap/(2*lam) + T", because="half the time to fill, and a ride"
    )
    _how_far(board, timetable, edge, (filled, busy))
    board.reject(
        "earlier-than-the-timetable", "t_dep < tau", (by_timer,),
        because="that the other rule shortens the wait at low traffic, where trains are not full",
    )  # fmt: skip


def _how_far(board: Board, timetable: Handle, edge: Handle, ready: tuple[Handle, Handle]) -> None:
    """Up to which arrivals the other rule works, and how many times as many that are."""
    filled, busy = ready
    free = board.isolate(
        "free-until", filled, of="lam", named="lam_free",
        because="beyond this a full train waits for the machine, and passes run back to back",
    )  # fmt: skip
    board.state(
        "no-earlier-than-a-pass", "t_ready = T", (busy,), because="then trains leave full, a pass apart, a queue grows"
    )
    gain = board.define("gain", "gain_early")
    more = board.substitute("gain-in-arrivals", gain, (free, edge), because="the two edges")
    board.substitute(
        "gain-by-busy", more, (timetable,),
        because="it is what the machine was idle: nothing if passes run back to back, as in the lecture",
    )  # fmt: skip
