"""How much dearer a price above a step in context must be, and for what context."""

from __future__ import annotations

from dataclasses import dataclass

from derivations.claims.premises.prices import CACHE_SHARE, LONGEST_READ, PRICE_BY_TIME
from derivations.engine.board import Board, Handle


@dataclass(frozen=True)
class PriceStep:
    """What stands on a board about a step in the price: premiums, the reads behind them, and the context paid for."""

    output: Handle
    input: Handle
    prices: Handle
    share: Handle
    premium: Handle
    longest: Handle


def price_step(board: Board, balance: Handle, memory: Handle) -> PriceStep:
    """How much dearer a price above the step must be, for what context; and that of input beside it."""
    step = board.define("price-step", "premium_out")
    of_input = board.define("input-price-step", "premium_in")
    longest = board.take(LONGEST_READ)
    prices = board.take(PRICE_BY_TIME)
    by_time = board.substitute(
        "premium-by-time", step, (prices,), because="the longest context sets the price above the step"
    )
    share = board.take(CACHE_SHARE)
    premium = board.state(
        "premium-of-context", "premium_out = u_kv*(y_far - 1)", (by_time, longest, balance, memory, share),
        because="reads and compute are even at the step; beyond it the cache grows with context, the weights do not",
    )  # fmt: skip
    covered = board.state("context-covered", "y_far = 1 + premium_out/u_kv", (premium,),
                          because="turned round: the context that a premium pays for")  # fmt: skip
    longest_context = board.define("longest-context", "L_far")
    board.substitute(
        "context-paid-for", longest_context, (covered,), because="in tokens; a longer request is a loss even so"
    )
    return PriceStep(step, of_input, prices, share, premium, longest_context)
