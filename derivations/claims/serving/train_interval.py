"""train-interval: a pass takes about as long as reading all of the memory once.

Lecture 0:21:49 to 0:27:50. Said: 20 ms "on many generations", 15 ms for Rubin; 40 ms at worst; 128,000 tokens a second.
"""

from __future__ import annotations

from derivations.claims import chapters
from derivations.claims.claim import (
    Claim,
)
from derivations.claims.notation.serving import ALL_MEMORY, MEMORY, SERVING
from derivations.claims.notation.trains import TRAINS
from derivations.claims.premises.passes import POOLED_COMPUTE
from derivations.claims.premises.trains import ANNOUNCED_TRAFFIC, BACK_TO_BACK, EVEN_ARRIVALS, JUST_MISSED, NEXT_TRAIN
from derivations.claims.serving.balance import Pass, take_pass
from derivations.claims.serving.operating_point import operating_point
from derivations.claims.serving.train_interval_said import ASSERTED, DEFAULTS, GRIDS, PUBLISHED, READINGS
from derivations.claims.serving.trains import drain_interval, mean_time, sum_of_places, take_reads, take_throughput
from derivations.engine.board import Board, Handle


def train_interval(board: Board) -> Handle:
    """The time to read all memory once; what a request sees of it; what a system generates; where it meets balance."""
    taken = take_reads(board)
    board.take(POOLED_COMPUTE)
    read = drain_interval(board, taken)
    board.independence(
        "any-number-of-gpus", read.interval, of="G",
        because="more GPUs bring memory and bandwidth in the same proportion",
    )  # fmt: skip
    _given_interval(board, read.drain)
    back_to_back = board.take(BACK_TO_BACK)
    _time_in_system(board, back_to_back)
    _throughput(board, back_to_back)
    times = take_pass(board)
    _lower_bound(board, taken.pass_time, taken.bandwidth, read.drain, times)
    operating_point(board, read.all_read, times)
    return read.interval


def _given_interval(board: Board, drain: Handle) -> None:
    """What can be read in an interval that somebody names, and how many times that is all memory."""
    read = board.define("bytes-in-interval", "R_given")
    times = board.define("times-read", "n_reads")
    board.state(
        "times-the-drain-time", "n_reads = t_given/T", (read, times, drain),
        because="in twice the time all memory could be read twice, and nobody wants the same bytes twice",
    )  # fmt: skip


def _time_in_system(board: Board, back_to_back: Handle) -> None:
    """Worst and mean time between the arrival of a request and its token."""
    waiting = board.take(NEXT_TRAIN)
    time = board.substitute("time-in-system", waiting, (back_to_back,), because="a wait, then a ride")
    board.state(
        "at-most-two", "t_sys <= 2*T", (time,), because="no wait is longer than an interval while no train is full"
    )
    missed = board.take(JUST_MISSED)
    whole = board.substitute("wait-and-ride", time, (missed,), because="who just missed a train waits a whole interval")
    board.rewrite("worst-time", whole, "t_sys = 2*T", because="one interval to wait, one pass to ride")
    board.reject(
        "all-of-it-is-waiting", "x_wait*tau = 2*T", against=(back_to_back, missed),
        because="the 40 ms as time in the queue: half of them is the ride",
    )  # fmt: skip

    places = sum_of_places(board)
    mean_time(board, board.take(EVEN_ARRIVALS), (time, back_to_back, places))


def _throughput(board: Board, back_to_back: Handle) -> None:
    """Tokens a second, and their share of a larger traffic."""
    rate = take_throughput(board, back_to_back)
    passes = board.define("passes-per-second", "f_pass")
    board.rewrite(
        "batch-times-passes", rate, "X_sys = f_pass*n*B", using=(passes,), because="as he puts it: 64 times the batch"
    )
    board.take(ANNOUNCED_TRAFFIC)
    share = board.define("share", "u_sys")
    board.solve("traffic-of-share", share, for_="X_all", because="the traffic that a share stands for")


def _lower_bound(board: Board, pass_time: Handle, bandwidth: Handle, drain: Handle, times: Pass) -> None:
    """No pass is faster than its weights are read; the interval is that bound times what else fits."""
    board.state(
        "no-faster", "T >= t_w", (pass_time, times.memory),
        because="a pass that needs all experts reads all weights: this is what cannot be beaten",
    )  # fmt: skip
    board.substitute(
        "weights-alone", times.weights, (bandwidth,),
        because="the bound itself: one copy of the weights, read by all GPUs of a domain together",
    )  # fmt: skip
    board.state(
        "as-many-as-fit", "T = t_w*(M/(b_w*N_total))", (drain, times.weights),
        because="the interval is longer than the bound by how many times the weights fit into the memory",
    )  # fmt: skip


TRAIN_INTERVAL = Claim(
    name="train-interval",
    title="A train every 20 ms: the time to read all of the memory",
    chapter=chapters.BATCH_SIZE,
    question="How often should a forward pass start, and what does a user see of it?",
    notation=SERVING.extended((MEMORY, ALL_MEMORY, *TRAINS)),
    body=train_interval,
    result="interval",
    outside="no such operating point",
    defaults=DEFAULTS,
    readings=READINGS,
    published=PUBLISHED,
    asserted=ASSERTED,
    compared=("interval", "worst-time", "mean-time", "throughput", "share", "weights-alone", "meeting-batch"),
    grids=GRIDS,
)  # fmt: skip
