"""Where claims about trains begin: the time to read all memory, the mean wait, and the tokens of a second."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from derivations.claims.premises.passes import POOLED_BANDWIDTH, POOLED_MEMORY
from derivations.claims.premises.trains import FULL_READ, GENERATED, PASS_BY_READS, READ_TIME
from derivations.engine.board import Board, Handle


@dataclass(frozen=True)
class Reads:
    """What says how long a pass takes that reads all memory once."""

    pass_time: Handle
    reads: Handle
    full: Handle
    memory: Handle
    bandwidth: Handle


@dataclass(frozen=True)
class Interval:
    """The bytes of a pass, the time to read them, and the same by one GPU's card."""

    all_read: Handle
    drain: Handle
    interval: Handle


def take_reads(board: Board) -> Reads:
    """The premises about the reads of a pass, and about memory and bandwidth of all GPUs together."""
    premises = (PASS_BY_READS, READ_TIME, FULL_READ, POOLED_MEMORY, POOLED_BANDWIDTH)
    return Reads(*(board.take(each) for each in premises))


def drain_interval(board: Board, taken: Reads) -> Interval:
    """All memory over all bandwidth, which is that of one GPU."""
    all_read = board.substitute("all-memory-read", taken.reads, (taken.full,), because="all memory, once")
    drain = board.substitute("drain-time", taken.pass_time, (all_read,), because="memory over bandwidth")
    interval = board.substitute(
        "interval", drain, (taken.memory, taken.bandwidth), because="both are per GPU, so that one GPU's card tells"
    )
    return Interval(all_read, drain, interval)


def sum_of_places(board: Board) -> Handle:
    """The places of requests that arrive evenly over an interval, added up."""
    return board.sum(
        "places", "j_req", index="j_req", first="1", last="N_req", count="N_req", named="S_req",
        because="1 + 2 + ... for the shares of the interval that they wait",
    )  # fmt: skip


def mean_time(board: Board, mean: Handle, using: Sequence[Handle], name: str = "mean") -> Handle:
    """The mean time in the system of many requests, from that of one: the steps `name`-of-some and `name`-time."""
    of_some = board.substitute(
        f"{name}-of-some", mean, using, because="as for one request, with the mean of their waits"
    )
    return board.limit(
        f"{name}-time", of_some, "N_req", "oo", because="with many requests half an interval is waited on average"
    )


def take_throughput(board: Board, back_to_back: Handle) -> Handle:
    """The tokens that a system generates in a second, if passes start back to back."""
    generated = board.take(GENERATED)
    return board.substitute(
        "throughput", generated, (back_to_back,), because="a batch of tokens leaves at the end of every pass"
    )
