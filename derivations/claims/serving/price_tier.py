"""price-tier: two prices that keep every context profitable, and how long a context the dearer one pays for.

Lecture 1:33:03 to 1:36:29. Said: half more above 200,000 tokens, such that every context is profitable.
The half itself is not derived there.
"""

from __future__ import annotations

from derivations.claims import chapters
from derivations.claims.claim import Claim
from derivations.claims.notation.prefill import OUTPUT_AND_INPUT, TOKEN_SHARES
from derivations.claims.notation.prices import PRICE_TIERS
from derivations.claims.notation.serving import SERVING
from derivations.claims.notation.tiers import COST_LINE, REQUESTS
from derivations.claims.premises.passes import POOLED_BANDWIDTH, POOLED_COMPUTE
from derivations.claims.premises.tiers import (
    ABOVE_THE_STEP,
    BELOW_THE_STEP,
    COST_BY_TIME,
    COST_HIGH,
    COST_LOW,
    PRICE_AT_COST,
    READS_HIGH,
    READS_LOW,
    WITHIN_THE_WINDOW,
)
from derivations.claims.serving.balance import Pass, balance_batch, take_balance, take_pass
from derivations.claims.serving.kink import kink
from derivations.claims.serving.price_step import PriceStep, price_step
from derivations.claims.serving.price_tier_said import ASSERTED, DEFAULTS, GRIDS, PUBLISHED, RANGES, READINGS
from derivations.engine.board import Board, Handle


def price_tier(board: Board) -> Handle:
    """Cost against context with its kink; the premium, both ways; that no request makes a loss."""
    times = take_pass(board)
    board.take(POOLED_COMPUTE)
    board.take(POOLED_BANDWIDTH)
    balance, spelled = take_balance(board, times)
    _, crossover = balance_batch(board, spelled)
    groups = (board.define("ridge", "r"), board.define("sparsity", "s"), crossover)
    edge = kink(board, times, groups)
    _cost_line(board, times)
    tiers = price_step(board, balance, times.memory)
    share = _share(board, times, balance, tiers, groups, edge)
    board.rewrite(
        "premium-of-window", tiers.premium, "premium_out = u_kv*(L_far/L - 1)", using=(tiers.longest,),
        because="the other way round: how much dearer the longest context of a window has to be",
    )  # fmt: skip
    _no_loss(board, times, balance, tiers)
    board.reject(
        "against-the-weights", "t_kv = t_w", against=(share, *times.times),
        because="two summaries and a blog post have the KV fetch cross the weight fetch at the step; on the blackboard "
        "it crosses compute, and the weights are less than that by as much as the batch is above its balance",
    )  # fmt: skip
    board.reject(
        "one-premium", "premium_in = premium_out", against=(tiers.output, tiers.input),
        because="one 50% for the whole price (1:33:03): input and output have steps of their own",
    )  # fmt: skip
    return board.rewrite(
        "longest-profitable", Handle("context-paid-for"), "L_far = L*(1 + premium_out/u_kv)",
        because="the premium adds so much of the step, and the more the weights take of it, the more",
    )  # fmt: skip


def _cost_line(board: Board, times: Pass) -> None:
    """What a token of output costs: flat up to the kink, then rising with the context."""
    cost = board.take(COST_BY_TIME)
    flat, rising = board.split(
        "cost-line",
        cost,
        ("flat-cost", "rising-cost"),
        because="compute is the slower at short contexts, memory at long",
    )
    level = board.substitute("flat-in-full", flat, (times.compute,), because="with its times")
    board.independence("no-context-in-it", level, of="L", because="below the kink every context costs the same")
    reads = (times.memory, times.weights, times.cache)
    board.substitute("rising-in-full", rising, reads, because="the weights' share, and a line in the context")


def _share(
    board: Board, times: Pass, balance: Handle, tiers: PriceStep, groups: tuple[Handle, ...], edge: Handle
) -> Handle:  # fmt: skip
    """What part of the reads at the step is cache: the larger the batch beside its balance, the more."""
    model = (*times.times, *groups[:2])
    share = board.state(
        "share-of-batch", "u_kv = 1 - r*s/(n*B)", (tiers.share, balance, *model),
        because="the weights take as large a part of the step as the balance batch is of the batch",
    )  # fmt: skip
    board.solve("batch-of-share", share, for_="B", because="turned round; all of it is cache only in an endless batch")
    board.state(
        "kink-of-share", "L_even = u_kv*L_x", (edge, share),
        because="the step is short of where the KV fetch alone takes as long as compute",
    )  # fmt: skip
    return board.state(
        "cache-beside-weights", "t_kv = (n*B/(r*s) - 1)*t_w", (tiers.share, share, balance, *model),
        because="cache and weights are read equally long at one batch only, twice the balance batch",
    )  # fmt: skip


def _no_loss(board: Board, times: Pass, balance: Handle, tiers: PriceStep) -> None:
    """Each price is at least the cost of every request that it is for, and a single price would not be."""
    price = board.take(PRICE_AT_COST)
    low = (board.take(READS_LOW), board.take(COST_LOW), board.take(BELOW_THE_STEP))
    board.state(
        "no-loss-below", "cost_low <= p_short", (price, *low, balance, times.memory),
        because="up to the step compute is the slower, whatever the context",
    )  # fmt: skip
    reads, cost, above = board.take(READS_HIGH), board.take(COST_HIGH), board.take(ABOVE_THE_STEP)
    known = (price, reads, cost, above, balance, times.memory, tiers.share)
    relative = board.define("cost-over-price", "y_high")
    board.state(
        "cost-of-higher", "y_high = 1 + u_kv*(L_high/L - 1)", (relative, *known),
        because="with a single price every longer request would lose what this is above one",
    )  # fmt: skip
    earned = board.define("earned", "m_high")
    prices = (tiers.prices, Handle("longest-read"), tiers.longest)
    board.state(
        "earned-above", "m_high = premium_out - u_kv*(L_high/L - 1)", (earned, *known, tiers.output),
        because="the premium just above the step, nothing at the longest profitable context, and a loss beyond it",
    )  # fmt: skip
    within = board.take(WITHIN_THE_WINDOW)
    board.state(
        "no-loss-above", "cost_high <= p_long", (*known, *prices, within),
        because="the longest context sets the dearer price, and every shorter one costs less",
    )  # fmt: skip


PRICE_TIER = Claim(
    name="price-tier",
    title="Two price tiers: what half more above 200,000 tokens pays for",
    chapter=chapters.PRICES,
    question="If output costs half more above 200,000 tokens, up to what context does that cover the cost?",
    notation=SERVING.extended((*TOKEN_SHARES, *OUTPUT_AND_INPUT, *PRICE_TIERS, *COST_LINE, *REQUESTS)),
    body=price_tier,
    result="longest-profitable",
    outside="not covered",
    defaults=DEFAULTS,
    readings=READINGS,
    published=PUBLISHED,
    asserted=ASSERTED,
    compared=("price-step", "input-price-step", "longest-profitable", "premium-of-window", "crossover-context"),
    grids=GRIDS,
    ranges=RANGES,
)  # fmt: skip
