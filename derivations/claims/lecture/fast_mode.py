"""fast-mode: what a price and a speed say about batches.

Lecture 0:01:01 to 0:01:36 and 0:15:31. Said: six times the price for two and a half times the speed, and that the main
effect is the batch. The lecture derives neither number.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from derivations.claim.claim import AS_SAID, Asserted, Claim, Grid, OnCard, Published, Reading, Said, Sentence
from derivations.claims.shared import chapters
from derivations.claims.shared.cache import FETCH_OF_ONE
from derivations.claims.shared.deployments import RACK
from derivations.claims.shared.passes import (
    ALL_MEMORY,
    MEMORY,
    POOLED_MEMORY,
    SERVING,
    take_balance,
    take_pass,
    take_pool,
)
from derivations.claims.shared.prices import PRICES
from derivations.claims.shared.racks import WEIGHTS_IN_MEMORY
from derivations.claims.shared.said import DECODE, LECTURE, PATEL, POPE, RIDGE
from derivations.derivation.premise import Alternative, Premise
from derivations.language.quantity import Quantity

if TYPE_CHECKING:
    from derivations.derivation.board import Board
    from derivations.derivation.script import Handle

# --- letters

MODES = (
    PRICES["p_short"],
    Quantity("p_fast", "USD/token", "price of an output token in fast mode"),
    Quantity("x_price", "", "price in fast mode relative to the usual price", latex="x", definition="p_fast/p_short"),
    Quantity("v_fast", "", "speed in fast mode relative to the usual speed: tokens per second of a sequence", latex="v",
             definition="T_norm/T_fast"),
    Quantity("B_norm", "sequence", "batch of the usual mode", latex=r"B_{\mathrm{normal}}"),
    Quantity("B_fast", "sequence", "batch of the fast mode"),
    Quantity("y_batch", "", "ratio of batches: usual mode over fast mode", latex="y", definition="B_norm/B_fast"),
    Quantity("T_norm", "s", "time of a pass in the usual mode", latex=r"T_{\mathrm{normal}}"),
    Quantity("T_fast", "s", "time of a pass in fast mode"),
    Quantity("c_seq", "s/sequence", "time of the multiplications for each sequence of a pass", latex="c",
             definition="t_c/B"),
    FETCH_OF_ONE,
    Quantity("w_norm", "", "cache fetch over weight fetch in the usual mode", "nonnegative",
             latex=r"w_{\mathrm{normal}}", definition="k_seq*B_norm/t_w"),
    Quantity("w_fast", "", "cache fetch over weight fetch in fast mode", "nonnegative", definition="k_seq*B_fast/t_w"),
    Quantity("m_norm", "", "batch of the usual mode over the balance batch without a context",
             latex=r"m_{\mathrm{normal}}", definition="n*B_norm/(r*s)"),
    Quantity("m_fast", "", "batch of the fast mode over the balance batch without a context",
             definition="n*B_fast/(r*s)"),
    Quantity("X_norm", "token/s", "tokens generated in the usual mode", latex=r"X_{\mathrm{normal}}",
             definition="n*B_norm/T_norm"),
)

DEARER_STILL = (
    Quantity("x_high", "", "an even higher price, relative to the usual one"),
    Quantity("v_high", "", "speed at that price, relative to the usual one", definition="T_norm/T_high"),
    Quantity("B_high", "sequence", "batch at that price"),
    Quantity("T_high", "s", "time of a pass at that price"),
)

MARGIN = Quantity("x_margin", "", "margin in fast mode relative to the usual one, as a factor on the cost")


# --- premises

def _pass_of(mode: str, letter: str) -> Premise:
    """A pass at the roofline with the batch of a mode."""
    return Premise(
        f"{mode}-pass", f"T_{letter} = max(c_seq*B_{letter}, t_w + k_seq*B_{letter})",
        because="the roofline is reached at the batch of this mode: weights are read once, everything else per sequence",
        source="after lecture 0:04:58; that batch makes the mode, lecture 0:01:36",
    )


def _price_of(mode: str, letter: str, price: str, *alternatives: Alternative) -> Premise:
    """A price in proportion to the machine time of a token."""
    return Premise(
        f"price-of-{mode}", f"{price} = (T_{letter}/B_{letter})/(T_norm/B_norm)",
        because="prices are proportional to the machine time of a token, with the same margin in both modes",
        source="after lecture 0:12:40, the cost of a pass shared by its batch; that prices are proportional to it is our assumption",
        alternatives=alternatives,
    )


NORMAL_PASS = _pass_of("normal", "norm")
FAST_PASS = _pass_of("fast", "fast")
HIGH_PASS = _pass_of("high", "high")
PRICE_OF_FAST = _price_of(
    "fast", "fast", "x_price",
    Alternative(
        "other-margin", "x_price = x_margin*(T_fast/B_fast)/(T_norm/B_norm)",
        because="a provider may charge more for speed than it costs",
        quantities=(MARGIN,),
    ),
)
PRICE_OF_HIGH = _price_of("high", "high", "x_high")
MORE_EXPENSIVE = Premise("more-expensive", "x_price > 1", because="fast mode costs more", source="lecture 0:01:05")
FASTER = Premise("faster", "v_fast > 1", because="fast mode is faster", source="lecture 0:01:05")
NORMAL_FITS = Premise(
    "normal-fits", "W*(t_w + k_seq*B_norm) <= M",
    because="weights and the caches of the usual batch are stored in the memory that they are read from",
    source="after lecture 0:24:01",
)


# --- the argument

_SLOWER = "compute-bound or memory-bound"


def fast_mode(board: Board) -> Handle:
    """Price times speed is a ratio of batches; what both batches are with a cache and without; what a price can buy."""
    times = take_pass(board)
    take_pool(board)
    board.take(POOLED_MEMORY)
    crossover = take_balance(board, times).crossover
    expensive, faster = board.take(MORE_EXPENSIVE), board.take(FASTER)
    board.define("price-ratio", "x_price")
    speed, price = board.define("speed-ratio", "v_fast"), board.take(PRICE_OF_FAST)
    batches = board.define("ratio-of-batches", "y_batch")
    usual = board.solve("usual-batch", batches, for_="B_norm", because="by its ratio to the fast one")
    slower = board.solve("usual-time", speed, for_="T_norm", because="by its ratio to the fast one")
    dropped = board.substitute("price-by-ratios", price, (usual, slower), because="times and batches cancel")
    ratio = board.solve(
        "batch-ratio", dropped, for_="y_batch",
        because="price is proportional to time over batch, speed to one over time: in the product both times and hardware cancel",
    )
    normal, fast = board.take(NORMAL_PASS), board.take(FAST_PASS)
    each = (board.define("compute-of-a-sequence", "c_seq"), board.define("cache-of-a-sequence", "k_seq"))
    groups = (board.define("ridge", "r"), board.define("sparsity", "s"), crossover)
    computes, reads = board.split(
        "normal-regimes", normal, ("normal-compute-bound", "normal-memory-bound"), because=_SLOWER
    )
    fast_computes, fast_reads = board.split(
        "fast-regimes", fast, ("fast-compute-bound", "fast-memory-bound"), because=_SLOWER
    )
    ratios = (ratio, batches, speed)
    known = (*ratios, expensive, faster, *each, *times.times)
    passes = Passes(computes, reads, fast_computes, fast_reads, ratios, known, groups, fetch=(each[1], times.cache))
    board.state("compute-buys-nothing", "x_price = 1", (computes, fast_computes, *ratios),
                because="between two compute-bound batches the price is the same, however much the speed differs")
    filled = _memory_bound(board, passes, times.weights)
    size, of_normal = _without_context(board, passes)
    at_price, shed = _higher_price(board, passes, filled, size)
    mixed = board.substitute("speed-of-both-modes", shed, (of_normal,), because="with the batch that fast mode implies")
    board.limit("no-more-than-fast-mode", mixed, "L",
                because="without a context, no price buys a pass faster than the weight fetch",
                holding=("x_price", "v_fast", "x_high"))
    board.reject(
        "speed-in-proportion", "v_high = v_fast*x_high/x_price", against=(at_price, expensive, faster),
        because="expects a hundred times the price to be faster in proportion (asked at 0:01:05): the gain is small",
    )
    board.reject(
        "larger-batches", "B_fast >= B_norm", against=(ratio, batches, expensive, faster),
        because="a blog post (iamtypist.dev) says that fast mode runs larger batches: at a higher price they are smaller",
    )
    board.reject(
        "price-alone", "y_batch = x_price", against=(ratio, faster),
        because="takes six times the price for a sixth of the batch: the shorter pass enters as well",
    )
    return ratio


@dataclass(frozen=True)
class Passes:
    """A pass in both modes, as regimes.

    `ratios` are those of batches and speeds, `known` the same with all that the times are made of, `groups` the ridge,
    the sparsity and the crossover context, `fetch` the cache of a sequence and of a batch.
    """

    normal_compute: Handle
    normal_reads: Handle
    fast_compute: Handle
    fast_reads: Handle
    ratios: tuple[Handle, Handle, Handle]
    known: tuple[Handle, ...]
    groups: tuple[Handle, Handle, Handle]
    fetch: tuple[Handle, Handle]


def _memory_bound(board: Board, passes: Passes, weights: Handle) -> tuple[Handle, Handle]:
    """With both modes memory-bound: caches in units of the weights, and the context and the memory that they need."""
    both = (passes.normal_reads, passes.fast_reads, *passes.known)
    normal, fast = board.define("normal-cache", "w_norm"), board.define("fast-cache", "w_fast")
    fast_share = board.state(
        "fast-cache-fetch", "w_fast = (v_fast - 1)/(v_fast*(x_price - 1))", (fast, *both),
        because="the two times and their ratio determine the cache of the fast batch",
    )
    share = board.state(
        "normal-cache-fetch", "w_norm = x_price*(v_fast - 1)/(x_price - 1)",
        (fast_share, fast, normal, *passes.ratios), because="smaller by price times speed",
    )
    board.state(
        "context-needed", "L >= L_x*x_price*(v_fast - 1)/(x_price*v_fast - 1)",
        (share, passes.normal_reads, normal, passes.groups[2], *passes.known),
        because="a batch this large stays memory-bound only at a long context",
    )
    fits = board.take(NORMAL_FITS)
    size = board.define("model-size", "S_model")
    held = board.define("weights-in-memory", "u_mem")
    board.state(
        "weights-at-most", "u_mem <= (x_price - 1)/(x_price*v_fast - 1)",
        (held, size, fits, share, normal, weights, *passes.known),
        because="the caches of the usual batch have to fit next to the weights",
    )
    return share, normal


def _without_context(board: Board, passes: Passes) -> tuple[Handle, Handle]:
    """With a compute-bound usual batch: both batches in units of the balance batch."""
    mixed = (passes.normal_compute, passes.fast_reads, *passes.known, *passes.groups)
    normal, fast = board.define("normal-size", "m_norm"), board.define("fast-size", "m_fast")
    of_fast = board.state("fast-over-balance", "m_fast = 1/(x_price - L/L_x)", (fast, *mixed),
                          because="a sequence pays for compute in one mode and for reads in the other")
    of_normal = board.state("normal-over-balance", "m_norm = x_price*v_fast/(x_price - L/L_x)", (normal, *mixed),
                            because="smaller by price times speed")
    because = f"{_SLOWER} depends on the context as well"
    of_fast = board.substitute("fast-regime-by-context", of_fast, passes.fetch, because=because)
    of_normal = board.substitute("normal-regime-by-context", of_normal, passes.fetch, because=because)
    board.limit("fast-without-context", of_fast, "L", because="in balance batches, one over the price",
                holding=("x_price", "v_fast"))
    board.limit("normal-without-context", of_normal, "L", because="in balance batches, the speed alone",
                holding=("x_price", "v_fast"))
    counted = board.state("fast-in-sequences", "B_fast = r*s/(n*(x_price - L/L_x))", (of_fast, fast),
                          because="that multiple of the balance batch")
    board.limit("fast-batch", counted, "L", because="in sequences, without a context",
                holding=("x_price", "v_fast"))
    counted = board.state("normal-in-sequences", "B_norm = v_fast*r*s*x_price/(n*(x_price - L/L_x))",
                          (of_normal, normal), because="that multiple of the balance batch")
    board.limit("normal-batch", counted, "L", because="in sequences, without a context",
                holding=("x_price", "v_fast"))
    shown = board.define("traffic", "X_norm")
    board.state("traffic-of-full-compute", "X_norm = C/(phi*N_active)", (shown, passes.normal_compute, *passes.known),
                because="the demand that this takes: all tokens that the machine can compute")
    return normal, of_normal


def _higher_price(board: Board, passes: Passes, filled: tuple[Handle, Handle], size: Handle) -> tuple[Handle, Handle]:
    """The speed at another price, and the most that any price buys; with a memory-bound usual batch, then without.

    `filled` is what the caches of the usual mode take, `size` its batch beside the balance batch. Returns the speed at
    a price with a memory-bound usual batch, and with a compute-bound one.
    """
    compute, reads = passes.normal_compute, passes.normal_reads
    share, cache = filled
    price, speed = board.take(PRICE_OF_HIGH), board.define("higher-speed", "v_high")
    whole = board.take(HIGH_PASS)
    _, high = board.split(
        "high-regimes", whole, ("high-compute-bound", "high-memory-bound"), because=_SLOWER
    )
    by_cache = board.state(
        "speed-by-cache", "v_high = 1 + w_norm*(1 - 1/x_high)", (speed, price, reads, high, cache),
        because="a higher price means a smaller batch, and the time saved is KV fetch",
    )
    at_price = board.substitute(
        "speed-for-a-price", by_cache, (share,), because="with the cache fetch that fast mode implies"
    )
    by_batch = board.state(
        "speed-by-batch", "v_high = (x_price*v_fast - 1)/(x_price - 1)/(1 + k_seq*B_high/t_w)",
        (speed, reads, high, cache, share), because="the smaller the batch, the less it reads in addition to the weights",
    )
    board.limit("speed-for-any-price", by_batch, "B_high",
                because="at any price: even an empty batch reads the weights")
    shed = board.state(
        "speed-from-compute", "v_high = m_norm*(1 - L/(L_x*x_high))",
        (speed, price, compute, high, size, *passes.groups, *passes.known),
        because="a compute-bound usual batch first saves compute, then KV fetch",
    )
    shed = board.substitute(
        "high-regime-by-context", shed, passes.fetch, because=f"{_SLOWER} depends on the context as well"
    )
    board.limit("speed-without-context", shed, "L", because="without caches only the weights are read",
                holding=("m_norm", "x_high", "x_price", "v_fast"))
    return at_price, shed


# --- what was said

_ASKED = "0:01:05"
_OPUS = "claude-opus-4.6-prices"
_SPARSITY = Said("256/32", f"{POPE}: 32 of 256 experts", "0:19:16", LECTURE)
_SPEED = Said("2.5", PATEL, _ASKED, LECTURE)
_HIGH = Said("100", PATEL, _ASKED, LECTURE)
_BALANCE = {"r": RIDGE, "s": _SPARSITY, "n": DECODE}


def _listed(card: str, title: str, speed: Said | OnCard) -> Reading:
    """List prices of output, usual and fast."""
    prices = {"p_short": OnCard(card, "output"), "p_fast": OnCard(card, "fast_output")}
    return Reading(card, title, {**prices, "v_fast": speed, "x_high": _HIGH, **_BALANCE})


DEFAULTS: dict[str, Said | OnCard] = {
    "p_short": OnCard(_OPUS, "output"), "p_fast": OnCard(_OPUS, "fast_output"), "v_fast": OnCard(_OPUS, "fast_speed"),
    "x_high": _HIGH, "n": DECODE,
}

READINGS = (
    Reading(AS_SAID, "as said: six times the price, two and a half times the speed; 300 and 32 of 256",
            {"x_price": Said("6", PATEL, _ASKED, LECTURE), "v_fast": _SPEED, "x_high": _HIGH, **_BALANCE}),
    _listed(_OPUS, "Claude Opus 4.6 and 4.7, list prices", OnCard(_OPUS, "fast_speed")),
    _listed("claude-opus-4.8-prices", "Claude Opus 4.8, list prices, at the speed of 4.6",
            Said("2.5", "not found for this model; taken from the earlier one", "")),
)

PUBLISHED = (
    Published("price-ratio", "6", PATEL, _ASKED, "exact", _OPUS, kind="look-up"),
    Published("speed-ratio", "2.5", PATEL, _ASKED, "exact", _OPUS, kind="premise", note="the provider says up to this much"),
    Published("price-ratio", "6", PATEL, _ASKED, "exact", "claude-opus-4.8-prices",
              kind="look-up", note="fast mode became cheaper with later models"),
    Published("normal-without-context", ("2", "3"), POPE, "0:19:31, two or three times the balance batch in practice",
              "range", kind="premise", note="not said of fast mode, but of batches in practice"),
)

ASSERTED = (
    Asserted("Claude, Codex and Cursor sell a fast mode; could a hundred times the price go much faster, and could a slow mode be cheaper",
             PATEL, "0:01:01 to 0:01:36"),
    Asserted("the main effect is the size of the batch; speculative decoding or multi-token prediction is another",
             POPE, "0:01:36"),
    Asserted("latency has a floor, the weight fetch, and cost has a floor, compute and KV fetch",
             POPE, "0:08:02 to 0:15:31"),
    Asserted("fast mode buys priority and smaller batches, by more frequent trains: the smaller batch is the lecture's reason, of priority it says nothing",
             "a summary", "2026"),
    Asserted("fast mode runs larger batches", "a blog post (iamtypist.dev)", "2026"),
)

GRIDS = (
    Grid(("price-ratio", "batch-ratio", "normal-cache-fetch", "fast-cache-fetch", "weights-at-most"),
         readings=(_OPUS, "claude-opus-4.8-prices"),
         title="What list prices imply if both modes are memory-bound: batches, KV fetch relative to weights, and weights as a fraction of the memory"),
    Grid(("speed-for-a-price", "speed-for-any-price"), readings=(_OPUS, "claude-opus-4.8-prices"),
         title="Speed at a hundred times the price, and at any price, if the modes are memory-bound"),
    Grid(("normal-without-context", "fast-without-context", "normal-batch", "fast-batch"),
         readings=(_OPUS, "claude-opus-4.8-prices"),
         title="If the usual mode is compute-bound, without a context: both batches relative to the lecture's balance batch, and in sequences"),
)


CLAIM = Claim(
    name="fast-mode",
    title="Fast mode: price times speed is a ratio of batches",
    chapter=chapters.BATCH_SIZE,
    question="What do the price and speed of fast mode imply about batches?",
    answer=(
        "Batches {batch-ratio} times smaller, for {price-ratio} times the price and {speed-ratio} times the speed; "
        "on a later list, at {price-ratio@claude-opus-4.8-prices} times the price, {batch-ratio@claude-opus-4.8-prices} "
        "times smaller if it is as much faster."
    ),
    answer_if=("y_batch >= 1.05", "v_fast = 2.5"),  # the speed-up for which the later list is told
    otherwise=(
        Sentence("Batches {batch-ratio} times smaller, for {price-ratio} times the price and {speed-ratio} times the speed.",
                 ("y_batch >= 1.05",)),
        Sentence("No smaller batches, for {price-ratio} times the price and {speed-ratio} times the speed."),
    ),
    notation=SERVING.extended((MEMORY, ALL_MEMORY, *WEIGHTS_IN_MEMORY, *MODES, *DEARER_STILL)), body=fast_mode,
    result="batch-ratio", outside="no such modes",
    defaults=DEFAULTS, readings=READINGS, published=PUBLISHED, asserted=ASSERTED, grids=GRIDS,
    over="p_fast",
    compared=("batch-ratio", "normal-cache-fetch", "fast-cache-fetch", "weights-at-most"),
    deployment=RACK,
)
