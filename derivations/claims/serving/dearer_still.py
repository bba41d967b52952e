"""What a price still higher than that of fast mode could buy."""

from __future__ import annotations

from derivations.claims.premises.modes import HIGH_PASS, PRICE_OF_HIGH
from derivations.engine.board import Board, Handle


def dearer_still(
    board: Board, normal: tuple[Handle, Handle], filled: tuple[Handle, Handle], known: tuple[Handle, ...]
) -> tuple[Handle, Handle]:
    """The speed at another price, and the most that any price buys; with a memory-bound usual batch, then without.

    `normal` are both regimes of the usual mode, `filled` what its caches take, `known` the size of its batch and what
    the times are made of. Returns the speed at a price with a memory-bound usual batch, and with a compute-bound one.
    """
    compute, reads = normal
    share, cache = filled
    price, speed = board.take(PRICE_OF_HIGH), board.define("higher-speed", "v_high")
    whole = board.take(HIGH_PASS)
    _, high = board.split(
        "high-regimes", whole, ("high-compute-bound", "high-memory-bound"), because="which side is the slower one"
    )
    by_cache = board.state(
        "speed-by-cache", "v_high = 1 + w_norm*(1 - 1/x_high)", (speed, price, reads, high, cache),
        because="a higher price is a smaller batch, and what it sheds is cache",
    )  # fmt: skip
    at_price = board.substitute(
        "speed-for-a-price", by_cache, (share,), because="with the caches that fast mode implies"
    )
    board.limit("speed-for-any-price", at_price, "x_high", "oo", because="an empty batch still reads the weights")
    shed = board.state(
        "speed-from-compute", "v_high = m_norm*(1 - L/(L_x*x_high))", (speed, price, compute, high, *known),
        because="a compute-bound usual batch sheds compute, and then cache",
    )  # fmt: skip
    board.limit("speed-without-context", shed, "L", because="without caches the weights are all that is read",
                holding=("m_norm", "x_high"))  # fmt: skip
    return at_price, shed
