"""cache-tiers: compute a cache again or keep it, and where it is kept.

Lecture 1:48:52 to 2:03:48. Said: found in the cache a token costs a tenth; hold times of five minutes and an hour are
the times to read a flash drive and a disk once.
"""

from __future__ import annotations

from derivations.claims import chapters
from derivations.claims.claim import Claim
from derivations.claims.notation.cache import CACHE
from derivations.claims.notation.holding import CACHE_PRICES, HOLDING, USED_EVENLY
from derivations.claims.notation.serving import MEMORY, SERVING
from derivations.claims.premises.holding import (
    CHEAPER_READS,
    CHEAPEST_WAY,
    ENOUGH_DEVICES,
    HELD_ON_DEVICE,
    HELD_ON_GPU,
    ONE_READ,
)
from derivations.claims.serving.cache_tiers_said import ASSERTED, DEFAULTS, GRIDS, PUBLISHED, READINGS
from derivations.engine.board import Board, Handle


def cache_tiers(board: Board) -> Handle:
    """Three ways to have a cache again and how long each is the cheapest; the drain time; the price lists."""
    _three_ways(board)
    result = _drain(board)
    _reads_that_pay(board)
    return result


def _three_ways(board: Board) -> None:
    """Computed again, kept on the GPU, kept on a device: the hold times at which one goes over into another."""
    again = board.define(
        "recompute", "q_rent", because="computed again: the rent of the multiplications, and no holding"
    )
    hbm = (board.define("rent-of-memory", "h_hbm"), board.take(HELD_ON_GPU))
    rate, fetch = board.define("price-of-holding", "h_dev"), board.define("price-of-fetching", "e_dev")
    device = board.take(HELD_ON_DEVICE)
    cheapest = board.take(CHEAPEST_WAY)

    first = board.boundary("recompute-or-hbm", cheapest, between=("q_rent", "cost_hbm"), because="equally dear")
    spelled = board.substitute("recompute-or-hbm-in-full", first, (again, *hbm), because="both costs, written out")
    board.solve(
        "hold-in-hbm", spelled, for_="t_hold",
        because="for so long the memory of the GPU is cheaper than its multipliers; the rent cancels",
    )  # fmt: skip

    second = board.boundary("hbm-or-device", cheapest, between=("cost_hbm", "cost_dev"), because="equally dear")
    even = board.substitute("hbm-or-device-in-full", second, (hbm[1], device), because="both costs, written out")
    moved = board.solve("leave-hbm", even, for_="t_hold", because="from here on the device is the cheaper of the two")
    ratio = board.define("holding-ratio", "y_hold")
    board.rewrite(
        "leave-hbm-by-drain", moved, "t_hold = (M_dev/W_dev)/(y_hold - 1)", using=(ratio, rate, fetch),
        condition="1 < y_hold", because="the time to read the device once, over what holding is cheaper by there",
    )  # fmt: skip

    third = board.boundary("recompute-or-device", cheapest, between=("q_rent", "cost_dev"), because="equally dear")
    last = board.substitute("recompute-or-device-in-full", third, (device,), because="written out")
    dropped = board.solve("hold-on-device", last, for_="t_hold", because="beyond this it is cheaper to compute again")
    ratio = board.define("fetching-ratio", "y_fetch")
    board.rewrite(
        "hold-on-device-by-drain", dropped, "t_hold = (M_dev/W_dev)*(y_fetch - 1)", using=(ratio, rate, fetch),
        condition="1 < y_fetch", because="the same time, times what a read is cheaper by than computing",
    )  # fmt: skip
    board.define("loading", "y_load", because="in time and not in price: one GPU against one device")


def _drain(board: Board) -> Handle:
    """The hold time at which a device is used evenly, and the hold times that are sold."""
    needed = board.take(ENOUGH_DEVICES)
    board.split(
        "what-binds", needed, ("bound-by-capacity", "bound-by-bandwidth"),
        because="kept for long the devices are full, kept for short they are busy",
    )  # fmt: skip
    even = board.boundary("used-evenly", needed, because="full and busy at once: neither part of a device is idle")
    times = board.solve("hold-time", even, for_="t_hold", because="the one hold time that uses a device evenly")
    once = board.take(ONE_READ)
    drain = board.substitute("hold-time-of-one-read", times, (once,), because="read once while it is kept")
    result = board.rewrite(
        "drain-time", drain, "t_hold = M_dev/W_dev", because="the time to read the whole device once"
    )
    board.define("five-minutes-over-drain", "y_brief")
    board.define("hour-over-drain", "y_lasting")
    board.reject(
        "time-tells-the-device", "t_hold = M_dev/W_dev", against=(times,),
        because="that a hold time alone tells the device (a summary, as a fact): read several times, it is that much "
        "longer",
    )  # fmt: skip
    return result


def _reads_that_pay(board: Board) -> None:
    """How many further reads make it pay to have a token kept."""
    for name, quantity in (("base-input", "q_again"), ("kept-input", "q_kept")):
        board.define(name, quantity)
    written, hit = board.define("write-over-input", "x_write"), board.define("hit-over-input", "x_hit")
    parts = (board.define("surcharge", "q_extra"), board.define("saving", "q_saved"))
    cheaper = board.take(CHEAPER_READS)
    even = board.boundary("even-reads", cheaper, because="where both ways cost the same")
    reads = board.solve("reads-in-prices", even, for_="k_read", because="what keeping costs, over what a hit saves")
    board.rewrite(
        "reads-that-pay", reads, "k_read = (x_write - 1)/(1 - x_hit)", using=(written, hit, *parts),
        because="in prices of input; the next whole number of reads is the first that pays",
    )  # fmt: skip
    base, first = board.define("input-over-hit", "y_hit"), board.define("write-over-hit", "y_written")
    board.reject(
        "cheaper-than-writes", "y_written = y_hit", against=(base, first),
        because="a digest: ten times cheaper than cache writes; the ten is beside the base price, as he says",
    )  # fmt: skip


CACHE_TIERS = Claim(
    name="cache-tiers",
    title="Keep a cache or compute it again: hold times and drain times",
    chapter=chapters.PRICES,
    question="For how long does a cache pay to be kept, and do hold times of five minutes and an hour tell where?",
    notation=SERVING.extended((MEMORY, CACHE[0], *HOLDING, *USED_EVENLY, *CACHE_PRICES)),
    body=cache_tiers,
    outside="none",
    defaults=DEFAULTS,
    readings=READINGS,
    published=PUBLISHED,
    asserted=ASSERTED,
    compared=("drain-time", "hold-in-hbm", "input-over-hit", "reads-that-pay"),
    grids=GRIDS,
)  # fmt: skip
