"""Trains with random arrivals: how full they are, how often they leave, and what a request waits."""

from __future__ import annotations

from derivations.claims.premises.queueing import (
    LEFT_BEHIND,
    POISSON,
    RANDOM_BOARDED,
    RANDOM_CYCLE,
    RANDOM_FILL,
    RANDOM_OVERFLOW,
    RANDOM_PAIRS,
    RANDOM_WAIT,
)
from derivations.engine.board import Board


def random_trains(board: Board) -> None:
    """The mean number on a train by a finite sum, and what follows for both rules of departure."""
    mean = board.define("mean-arrivals", "m_arr")
    board.define("places-as-number", "c_cap")
    filled = board.take(RANDOM_FILL)
    board.take(RANDOM_OVERFLOW)
    boarded = board.take(RANDOM_BOARDED)
    spelled = board.substitute("boarded-in-full", boarded, (filled,), because="with the chance of a full train")
    number = board.rewrite(
        "mean-boarded", spelled,
        f"B_mean = (c_cap - sum((c_cap - k_arr)*{POISSON}, k_arr, 0, c_cap - 1))*1[sequence]",
        because="all places, less the empty ones: the known sum",
    )  # fmt: skip
    board.define("mean-fill", "u_mean")
    cycle = board.take(RANDOM_CYCLE)
    board.state(
        "as-many-as-arrive", "B_mean = lam*t_cycle", (cycle,), because="nobody is left behind where a full train leaves"
    )
    board.take(RANDOM_PAIRS)
    board.take(RANDOM_WAIT)
    left = board.take(LEFT_BEHIND)
    board.substitute("left-in-full", left, (number, mean), because="with the known sum")
