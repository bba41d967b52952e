"""Where several claims begin: the times of a pass, the roofline over them, and where its two sides are even."""

from __future__ import annotations

from dataclasses import dataclass

from derivations.claims.premises.passes import COMPUTE_TIME, KV_FETCH, MEMORY_TIME, ROOFLINE, WEIGHT_FETCH
from derivations.engine.board import Board, Handle
from derivations.engine.premise import Premise


@dataclass(frozen=True)
class Pass:
    """The times of a pass on a board, and the roofline over them."""

    compute: Handle
    weights: Handle
    cache: Handle
    memory: Handle
    roofline: Handle

    @property
    def times(self) -> tuple[Handle, ...]:
        """All that the two sides of the roofline are made of."""
        return (self.compute, self.memory, self.weights, self.cache)


def take_pass(board: Board, roofline: Premise = ROOFLINE) -> Pass:
    """Compute time, weight fetch, KV fetch, their sum in memory, and the roofline, as premises.

    Another premise in place of the `roofline` says what becomes of the two times.
    """
    return Pass(*(board.take(each) for each in (COMPUTE_TIME, WEIGHT_FETCH, KV_FETCH, MEMORY_TIME, roofline)))


def take_balance(board: Board, times: Pass) -> tuple[Handle, Handle]:
    """Where neither side of the roofline waits, and the same with the times written out."""
    balance = board.boundary("balance", times.roofline, because="where neither side waits for the other")
    return balance, board.substitute("balance-in-full", balance, times.times, because="the three times, written out")


def balance_batch(board: Board, spelled: Handle) -> tuple[Handle, Handle]:
    """The batch at balance, and the context at which it ends."""
    batch = board.solve("batch", spelled, for_="B", because="the batch at balance, KV cache included")
    crossover = board.isolate(
        "crossover-context", batch, of="L", named="L_x",
        because="beyond this context the KV fetch grows faster with the batch than compute does",
    )  # fmt: skip
    return batch, crossover
