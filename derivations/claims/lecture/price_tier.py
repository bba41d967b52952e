"""price-tier: two prices that keep every context profitable, and how long a context the more expensive one pays for.

Lecture 1:33:03 to 1:36:29. Said: half more above 200,000 tokens, such that every context is profitable.
The half itself is not derived there.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from derivations.claim.claim import (
    AS_BUILT,
    AS_SAID,
    Asserted,
    Between,
    Claim,
    Grid,
    OnCard,
    Published,
    Reading,
    Said,
    Sentence,
)
from derivations.claim.composition import letters_on_cards
from derivations.claims.shared import chapters
from derivations.claims.shared.passes import (
    ARITHMETIC_TIME,
    ATTENTION,
    POOLED_ATTENTION,
    SERVING,
    Pass,
    kink_context,
    take_balance,
    take_pass,
    take_pool,
)
from derivations.claims.shared.prices import (
    OUTPUT_AND_INPUT,
    PRICE_TIERS,
    SLOWER_OF_BOTH,
    STEPPED,
    TOKEN_SHARES,
    PriceStep,
    listed_prices,
    take_price_step,
)
from derivations.claims.shared.said import (
    CARDS,
    DECODE,
    HALF_MORE,
    LECTURE,
    NO_ATTENTION,
    PATEL,
    POPE,
    STEP,
    STEP_PLACE,
)
from derivations.derivation.premise import Alternative, Premise
from derivations.language.quantity import Quantity

if TYPE_CHECKING:
    from derivations.derivation.board import Board
    from derivations.derivation.script import Handle

# --- letters

COST_LINE = (
    Quantity("cost_out", "USD/token", "cost of an output token: its share of the price of a pass",
             latex=r"c_{\mathrm{out}}"),
)

REQUESTS = (
    Quantity("L_low", "token/sequence", "context of a request below the step in the price", "nonnegative"),
    Quantity("u_attn", "", "arithmetic of attention at the step, as a fraction of all arithmetic; the rest is products with the weights",
             "nonnegative"),
    Quantity("t_low", "s", "time of the memory reads if all contexts were that of the lower request"),
    Quantity("c_low", "s", "time of the arithmetic if all contexts were that of the lower request",
             latex=r"t_{\mathrm{compute, low}}"),
    Quantity("cost_low", "USD/token", "cost of an output token at that context", latex=r"c_{\mathrm{low}}"),
    Quantity("L_high", "token/sequence", "context of a request above the step in the price"),
    Quantity("t_high", "s", "time of the memory reads if all contexts were that of the higher request"),
    Quantity("c_high", "s", "time of the arithmetic if all contexts were that of the higher request",
             latex=r"t_{\mathrm{compute, high}}"),
    Quantity("cost_high", "USD/token", "cost of an output token at that context", latex=r"c_{\mathrm{high}}"),
    Quantity("y_high", "", "cost of an output token at that context, over the price below the step",
             definition="cost_high/p_short"),
    Quantity("m_high", "", "profit on a token at that context, as a fraction of the price below the step", "real",
             definition="(p_long - cost_high)/p_short"),
)

LETTERS = SERVING.extended((*ATTENTION, *TOKEN_SHARES, *OUTPUT_AND_INPUT, *PRICE_TIERS, *COST_LINE, *REQUESTS))


# --- premises

_STEP_IN_PRICE = "after lecture 1:33:03 to 1:36:29"

COST_BY_TIME = Premise(
    "cost-by-time", f"cost_out = {SLOWER_OF_BOTH}",
    because="an output token pays for its share of a pass, which takes as long as the slower of compute and reads",
    source=_STEP_IN_PRICE,
)
PRICE_AT_COST = Premise(
    "price-at-cost", "p_short = p_mach*t_c/(n*B)",
    because="the lower price is the cost of a token in a compute-bound pass; the margin is included in the price of machine time",
    source=_STEP_IN_PRICE,
)


def _reads(side: str) -> Premise:
    return Premise(
        f"reads-{side}", f"t_{side} = t_w + t_kv*L_{side}/L",
        because="the weight fetch is as at the step, and the KV fetch is proportional to the context", source=_STEP_IN_PRICE,
    )


def _compute(side: str) -> Premise:
    return Premise(
        f"compute-{side}", f"c_{side} = t_c*(1 + u_attn*(L_{side}/L - 1))",
        because="the products with the weights take as long as at the step, and the arithmetic of attention is proportional to the context",
        source=f"{_STEP_IN_PRICE}, where the arithmetic is a level line; the arithmetic of attention is our own",
    )


def _cost(side: str) -> Premise:
    return Premise(
        f"cost-{side}", f"cost_{side} = p_mach*max(c_{side}, t_{side})/(n*B)",
        because="as for any token: the slower of compute and the reads at its own context", source=_STEP_IN_PRICE,
    )


READS_LOW, COMPUTE_LOW, COST_LOW = _reads("low"), _compute("low"), _cost("low")
READS_HIGH, COMPUTE_HIGH, COST_HIGH = _reads("high"), _compute("high"), _cost("high")
MEMORY_BOUND_ABOVE = Premise(
    "memory-bound-above", "u_attn <= u_kv",
    because="compute-bound below the step and memory-bound above it: attention is no larger a part of the arithmetic than the cache is of the reads, so that the reads grow faster with the context",
    source=f"{_STEP_IN_PRICE}; the arithmetic of attention is left out there",
    alternatives=(
        Alternative("compute-bound-above", "u_attn >= u_kv",
                    because="attention is the larger part, as latent attention is that computes longer than it reads: no context is memory-bound"),
    ),
)
BELOW_THE_STEP = Premise(
    "below-the-step", "L_low <= L",
    because="the lower price applies to contexts up to the step", source=_STEP_IN_PRICE,
)
ABOVE_THE_STEP = Premise(
    "above-the-step", "L <= L_high",
    because="the higher price applies to contexts from the step on", source=_STEP_IN_PRICE,
)
WITHIN_THE_WINDOW = Premise(
    "within-the-window", "L_high <= L_far",
    because="no request is longer than the context that the higher price covers", source=_STEP_IN_PRICE,
    alternatives=(
        Alternative("longer", "L_high >= L_far", because="a request is longer than the context that the price covers"),
    ),
)


# --- the argument

def price_tier(board: Board) -> Handle:
    """Cost against context with its kink; the premium, both ways; that no request makes a loss."""
    times = take_pass(board, compute=ARITHMETIC_TIME)
    take_pool(board)
    board.take(POOLED_ATTENTION)
    balance, _, _, crossover = take_balance(board, times)
    groups = (board.define("ridge", "r"), board.define("sparsity", "s"), crossover)
    kink_context(board, times, groups)
    attention = board.define("attention-over-weights", "y_attn")
    _cost_line(board, times, attention)
    tiers = take_price_step(board, balance, times.memory)
    share = _share(board, times, balance, tiers, (*groups[:2], attention))
    board.rewrite(
        "premium-of-window", tiers.premium, "premium_out = u_kv*(L_far/L - 1)", using=(tiers.longest,),
        because="solved for the premium: how much a window of this length has to add to the price",
    )
    _no_loss(board, times, balance, tiers)
    board.reject(
        "against-the-weights", "t_kv = t_w", against=(share, *times.times),
        because="two summaries and a blog post let the KV fetch cross the weight fetch at the step; on the blackboard it crosses compute, and the weight fetch is shorter than compute by the factor of batch over balance batch",
    )
    board.reject(
        "one-premium", "premium_in = premium_out", against=(tiers.output, tiers.input),
        because="applies one 50% to the whole price (1:33:03): input and output have different steps",
    )
    return board.rewrite(
        "longest-profitable", tiers.paid_for, "L_far = L*(1 + premium_out/u_kv)",
        because="the premium extends the context beyond the step, and further if weights are a larger part of the reads",
    )


def _cost_line(board: Board, times: Pass, attention: Handle) -> None:
    """Cost of an output token against the context: flat but for attention up to the kink, then rising."""
    cost = board.take(COST_BY_TIME)
    flat, rising = board.split(
        "cost-line", cost, ("flat-cost", "rising-cost"),
        because="compute-bound at short contexts, memory-bound at long ones",
    )
    level = board.substitute("flat-in-full", flat, (times.compute,), because="with the compute time written out")
    board.rewrite(
        "flat-but-for-attention", level, "cost_out = (p_mach*phi*N_active/C)*(1 + y_attn)", using=(attention,),
        because="below the kink a longer context costs more only by the arithmetic of attention: without it, as in the lecture, every context costs the same",
    )
    reads = (times.memory, times.weights, times.cache)
    board.substitute("rising-in-full", rising, reads, because="a constant for the weights, and a term linear in the context")


def _share(board: Board, times: Pass, balance: Handle, tiers: PriceStep, groups: tuple[Handle, ...]) -> Handle:
    """The cache's part of the reads at the step: the larger the batch beside its balance, the more."""
    share = board.state(
        "share-of-reads", "u_kv = 1 - t_w/t_c", (tiers.share, balance, times.memory),
        because="at the step reads take as long as compute: what is not the weights' part of that time is the cache's",
    )
    spelled = board.substitute("share-in-full", share, (times.weights, times.compute), because="both times, written out")
    board.rewrite(
        "share-of-batch", spelled, "u_kv = 1 - r*s/(n*B*(1 + y_attn))", using=groups,
        because="the weights' part is the balance batch without a context over the batch, and smaller where attention adds to the compute",
    )
    batch = board.solve("batch-in-full", spelled, for_="B", because="solved for the batch; the reads are all cache only in the limit of a large batch")
    board.rewrite("batch-of-share", batch, "B = r*s/(n*(1 + y_attn)*(1 - u_kv))", using=groups,
                  because="without attention twice the balance batch for a half, three times for two thirds")
    return board.state(
        "cache-beside-weights", "t_kv*(1 - u_kv) = t_w*u_kv", (tiers.share, share),
        because="KV fetch and weight fetch take equally long at one batch only, which leaves each a half",
    )


def _no_loss(board: Board, times: Pass, balance: Handle, tiers: PriceStep) -> None:
    """Each price is at least the cost of every request that it is for, and a single price would not be."""
    price = board.take(PRICE_AT_COST)
    low = (board.take(READS_LOW), board.take(COMPUTE_LOW), board.take(COST_LOW), board.take(BELOW_THE_STEP))
    board.state(
        "no-loss-below", "cost_low <= p_short", (price, *low, balance, times.memory),
        because="up to the step neither the reads nor the arithmetic take longer than at it, whatever the context",
    )
    reads, compute, cost, above = (board.take(each) for each in (READS_HIGH, COMPUTE_HIGH, COST_HIGH, ABOVE_THE_STEP))
    bound = board.suppose(MEMORY_BOUND_ABOVE)
    known = (price, reads, compute, cost, above, bound, balance, times.memory, tiers.share)
    relative = board.define("cost-over-price", "y_high")
    board.state(
        "cost-of-higher", "y_high = 1 + u_kv*(L_high/L - 1)", (relative, *known),
        because="with a single price every longer request would lose the part above one",
    )
    earned = board.define("earned", "m_high")
    prices = (tiers.prices, tiers.reads, tiers.longest)
    board.state(
        "earned-above", "m_high = premium_out - u_kv*(L_high/L - 1)", (earned, *known, tiers.output),
        because="the whole premium just above the step, nothing at the longest profitable context, a loss beyond it",
    )
    within = board.suppose(WITHIN_THE_WINDOW)
    board.state(
        "no-loss-above", "cost_high <= p_long", (*known, *prices, within),
        because="the longest context sets the higher price, and every shorter one costs less",
    )


# --- what was said

_PLACE = "1:33:03 to 1:36:29"
_CONTEXTS = "1:52:18 to 1:54:04"
_GEMINI = "gemini-3.1-pro-prices"
_NO_WEIGHTS = Said("1", f"{POPE}: the weights are negligible", STEP_PLACE, LECTURE)
_PICTURE = Said("1/2", "measured on the picture of card 22", CARDS.date, CARDS)
_TWICE = Said("1/2", f"the cache's part at {POPE}'s batch of twice the balance batch", "0:19:31", LECTURE)
_THRICE = Said("2/3", f"the cache's part at {POPE}'s batch of three times the balance batch", "0:19:31", LECTURE)
_LEFT_OUT = {"u_attn": NO_ATTENTION}  # nothing is known of the attention of models that have a price alone
_WINDOW = Said("1 million token/sequence", f"{PATEL}: no company has more", _CONTEXTS, LECTURE)


def _said(name: str, title: str, share: Said) -> Reading:
    return Reading(name, title, {"premium_out": HALF_MORE, "L": STEP, "u_kv": share, **_LEFT_OUT})


def _window(name: str, title: str, share: Said) -> Reading:
    """A window of a million whose price is asked for; its longest request is the whole window."""
    return Reading(name, title, {"L": STEP, "u_kv": share, "L_far": _WINDOW, "L_high": _WINDOW, **_LEFT_OUT})


_LISTS = tuple(
    Reading(card, f"{title}, list prices", {**listed_prices(card), "u_kv": _NO_WEIGHTS, **_LEFT_OUT}) for card, title in STEPPED.items()
)
_BATCHES = ("twice-the-balance", "three-times-the-balance")
_WINDOWS = ("million", "million-with-weights")

DEFAULTS: dict[str, Said | OnCard] = {**listed_prices(_GEMINI), "u_kv": _THRICE, "n": DECODE, **_LEFT_OUT}

READINGS = (
    _said(AS_SAID, "as said: 50%, 200k, and a batch so large that the weights drop out", _NO_WEIGHTS),
    _said("card-picture", "the same with the weights half of compute, as in the picture on card 22", _PICTURE),
    _said(_BATCHES[0], "the same with a batch of twice the balance batch", _TWICE),
    _said(_BATCHES[1], "the same with three times the balance batch", _THRICE),
    _window(_WINDOWS[0], "a window of a million tokens, the weights left out", _NO_WEIGHTS),
    _window(_WINDOWS[1], "the same with the weights half of compute", _PICTURE),
    *_LISTS,
)

PUBLISHED = (
    Published("price-step", "50%", PATEL, "1:33:03", "exact", _GEMINI, kind="look-up", note="of output"),
    Published("price-step", "50%", "practice card 21, and summaries", CARDS.date, "one significant figure", AS_BUILT,
              kind="retelling", note="of output"),
    Published("input-price-step", "50%", PATEL, "1:33:03", "exact", _GEMINI, kind="look-up",
              note="input doubles, and prefill is compute-bound, so memory reads do not explain it"),
    *(Published("price-step", "50%", PATEL, "1:33:03, of Gemini; here another price list", "exact", card, "look-up")
      for card in ("claude-sonnet-4.5-prices", "gpt-5.4-prices", "gpt-5.5-prices")),
    *(Published("price-step", "50%", PATEL, "1:33:03, of Gemini; here another price list", "exact", card, "look-up",
                note="input and output both double there") for card in ("grok-4-prices", "gemini-1.5-pro-prices")),
    Published("premium-of-window", "50%", PATEL, "1:33:03, not said of a window", "one significant figure",
              _WINDOWS[0], "illustration",
              note="if the step is where reads overtake compute"),
    Published("premium-of-window", "50%", PATEL, "1:33:03, not said of a window", "one significant figure",
              _WINDOWS[1], "illustration", note="the same with a weight fetch of half of compute"),
    Published("longest-profitable", "1 million token/sequence", PATEL, f"{_CONTEXTS}, no company has more",
              "one significant figure", kind="look-up",
              note="said of the contexts on sale, and not of what a price pays for: in so long a window some requests would be sold below cost, or the step is not at the kink"),
)

ASSERTED = (
    Asserted("why 50% more and not another number: asked, not derived", f"{PATEL} asks, {POPE} answers", _PLACE),
    Asserted("the step in the price is somewhat aligned with the kink, maybe not exactly; for a published model with dense attention the kink is at a few thousand tokens",
             POPE, _PLACE),
    Asserted("compute-bound below the step, memory-bound above it: the KV fetch crosses compute", f"{POPE}; card 21", _PLACE),
    Asserted("at the step the KV fetch crosses the weight fetch", "two summaries and a blog post", "2026"),
    Asserted("the KV fetch crosses compute in one place, and the weights in another", "one of the summaries", "2026"),
    Asserted("one is incentivized to price close to cost", POPE, "1:41:18"),
)

GRIDS = (
    Grid(("price-step", "input-price-step", "L", "longest-profitable"), readings=tuple(each.name for each in _LISTS),
         title="Steps in list prices, and the context that the premium on output pays for, with the weights left out"),
    Grid(("u_kv", "premium_out", "longest-profitable"), readings=(AS_SAID, *_BATCHES[::-1], "card-picture"),
         title="What 50% more pays for, by how far the batch is above the balance batch"),
    Grid(("u_kv", "L_far", "premium-of-window", "cost-of-higher"), readings=_WINDOWS,
         title="What a window of a million tokens has to cost above the step, relative to the price below it"),
)

RANGES = {
    "u_kv": Between("1/2", "1", POPE, "from twice the balance batch, 0:19:31, to one where the weights drop out"),
}


CLAIM = Claim(
    name="price-tier",
    title="Two price tiers: what 50% more above 200,000 tokens pays for",
    chapter=chapters.PRICES,
    question="What does 50% more for output above 200,000 tokens pay for?",
    answer="Contexts up to about {longest-profitable:/}: a price {price-step:%} higher pays for {context-covered:3} times the context.",
    answer_if=("u_attn <= u_kv", "premium_out > 0"),
    otherwise=(
        Sentence("Less than about {longest-profitable:/} of context: {price-step:%} more is a premium on reads, and here the arithmetic of attention grows faster than they do.",
                 ("u_attn > u_kv", "premium_out > 0")),
        Sentence("For nothing: output above {L:3/} costs no more than below.", ("premium_out <= 0",)),
    ),
    notation=LETTERS, body=price_tier,
    result="longest-profitable", outside="not covered",
    defaults=DEFAULTS, readings=READINGS, published=PUBLISHED, asserted=ASSERTED, grids=GRIDS, ranges=RANGES,
    compared=("price-step", "input-price-step", "longest-profitable", "premium-of-window"),
    not_from_cards=letters_on_cards(LETTERS),  # a list says of no model and no accelerator what its tokens take
)
