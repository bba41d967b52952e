"""fast-mode: what a price and a speed say about batches.

Lecture 0:01:01 to 0:01:36 and 0:15:31. Said: six times the price for two and a half times the speed, and that the main
effect is the batch. The lecture derives neither number.
"""

from __future__ import annotations

from dataclasses import dataclass

from derivations.claims import chapters
from derivations.claims.claim import Claim
from derivations.claims.notation.modes import DEARER_STILL, MODES
from derivations.claims.notation.racks import WEIGHTS_IN_MEMORY
from derivations.claims.notation.serving import ALL_MEMORY, MEMORY, SERVING
from derivations.claims.premises.modes import DEARER, FAST_PASS, FASTER, NORMAL_FITS, NORMAL_PASS, PRICE_OF_FAST
from derivations.claims.premises.passes import POOLED_BANDWIDTH, POOLED_COMPUTE, POOLED_MEMORY
from derivations.claims.serving.balance import balance_batch, take_balance, take_pass
from derivations.claims.serving.dearer_still import dearer_still
from derivations.claims.serving.fast_mode_said import ASSERTED, DEFAULTS, GRIDS, PUBLISHED, READINGS
from derivations.engine.board import Board, Handle


@dataclass(frozen=True)
class Passes:
    """A pass in both modes, as regimes, with what a sequence adds to either side and both ratios."""

    normal_compute: Handle
    normal_reads: Handle
    fast_compute: Handle
    fast_reads: Handle
    known: tuple[Handle, ...]


def fast_mode(board: Board) -> Handle:
    """Price times speed is a ratio of batches; what both batches are with a cache and without; what a price can buy."""
    times = take_pass(board)
    for premise in (POOLED_COMPUTE, POOLED_BANDWIDTH, POOLED_MEMORY):
        board.take(premise)
    _, spelled = take_balance(board, times)
    _, crossover = balance_batch(board, spelled)
    dearer, faster = board.take(DEARER), board.take(FASTER)
    board.define("price-ratio", "x_price")
    speed, price = board.define("speed-ratio", "v_fast"), board.take(PRICE_OF_FAST)
    batches = board.define("ratio-of-batches", "y_batch")
    usual = board.solve("usual-batch", batches, for_="B_norm", because="by its ratio to the fast one")
    slower = board.solve("usual-time", speed, for_="T_norm", because="by its ratio to the fast one")
    dropped = board.substitute("price-by-ratios", price, (usual, slower), because="times and batches drop out")
    ratio = board.solve(
        "batch-ratio", dropped, for_="y_batch",
        because="price follows time over batch, speed one over time: no time is left, and no hardware",
    )  # fmt: skip
    normal, fast = board.take(NORMAL_PASS), board.take(FAST_PASS)
    each = (board.define("compute-of-a-sequence", "c_seq"), board.define("cache-of-a-sequence", "k_seq"))
    groups = (board.define("ridge", "r"), board.define("sparsity", "s"), crossover)
    because = "which side is the slower one"
    slow = board.split("normal-regimes", normal, ("normal-compute-bound", "normal-memory-bound"), because=because)
    quick = board.split("fast-regimes", fast, ("fast-compute-bound", "fast-memory-bound"), because=because)
    known = (ratio, batches, speed, dearer, faster, *each, *times.times)
    passes = Passes(slow[0], slow[1], quick[0], quick[1], known)
    board.state("compute-buys-nothing", "x_price = 1", (passes.normal_compute, passes.fast_compute, *passes.known[:3]),
                because="between two compute-bound batches no price is higher, however much faster")  # fmt: skip
    filled = _memory_bound(board, passes, groups, times.weights)
    size, of_normal = _without_context(board, passes, groups)
    usual_regimes = (passes.normal_compute, passes.normal_reads)
    at_price, shed = dearer_still(board, usual_regimes, filled, (size, *groups, *passes.known))
    mixed = board.substitute("speed-of-both-modes", shed, (of_normal,), because="with the batch that fast mode implies")
    board.limit("no-more-than-fast-mode", mixed, "L",
                because="without a context no price buys more than the time that the weights take",
                holding=("x_price", "v_fast", "x_high"))  # fmt: skip
    board.reject(
        "speed-in-proportion", "v_high = v_fast*x_high/x_price", against=(at_price, dearer, faster),
        because="that a hundred times the price goes faster in proportion (asked at 0:01:05): it hardly does",
    )  # fmt: skip
    board.reject(
        "larger-batches", "B_fast >= B_norm", against=(ratio, batches, dearer, faster),
        because="a blog post (iamtypist.dev) has fast mode run larger batches: at a higher price they are smaller",
    )  # fmt: skip
    board.reject(
        "price-alone", "y_batch = x_price", against=(ratio, faster),
        because="that six times the price is a sixth of the batch: the shorter pass is paid for as well",
    )  # fmt: skip
    return ratio


def _memory_bound(board: Board, passes: Passes, groups: tuple[Handle, ...], weights: Handle) -> tuple[Handle, Handle]:
    """With both modes memory-bound: caches in units of the weights, and the context and the memory that they need."""
    both = (passes.normal_reads, passes.fast_reads, *passes.known)
    normal, fast = board.define("normal-cache", "w_norm"), board.define("fast-cache", "w_fast")
    fast_share = board.state(
        "fast-cache-fetch", "w_fast = (v_fast - 1)/(v_fast*(x_price - 1))", (fast, *both),
        because="two times and their ratio leave one value for the cache of the fast batch",
    )  # fmt: skip
    share = board.state(
        "normal-cache-fetch", "w_norm = x_price*(v_fast - 1)/(x_price - 1)",
        (fast_share, fast, normal, *passes.known[:3]), because="price times speed as much",
    )  # fmt: skip
    board.state(
        "context-needed", "L >= L_x*x_price*(v_fast - 1)/(x_price*v_fast - 1)",
        (share, passes.normal_reads, normal, groups[2], *passes.known),
        because="so large a batch stays memory-bound only at a long context",
    )  # fmt: skip
    fits = board.take(NORMAL_FITS)
    size = board.define("model-size", "S_model")
    held = board.define("weights-in-memory", "u_mem")
    board.state(
        "weights-at-most", "u_mem <= (x_price - 1)/(x_price*v_fast - 1)",
        (held, size, fits, share, normal, weights, *passes.known),
        because="the caches of the usual batch have to stand beside the weights",
    )  # fmt: skip
    return share, normal


def _without_context(board: Board, passes: Passes, groups: tuple[Handle, ...]) -> tuple[Handle, Handle]:
    """With a compute-bound usual batch: both batches in units of the balance batch."""
    mixed = (passes.normal_compute, passes.fast_reads, *passes.known, *groups)
    normal, fast = board.define("normal-size", "m_norm"), board.define("fast-size", "m_fast")
    of_fast = board.state("fast-over-balance", "m_fast = 1/(x_price - L/L_x)", (fast, *mixed),
                          because="what a sequence pays is compute in one mode and reads in the other")  # fmt: skip
    of_normal = board.state("normal-over-balance", "m_norm = x_price*v_fast/(x_price - L/L_x)", (normal, *mixed),
                            because="price times speed as much")  # fmt: skip
    board.limit("fast-without-context", of_fast, "L", because="one over the price, in balance batches",
                holding=("x_price",))  # fmt: skip
    board.limit("normal-without-context", of_normal, "L", because="the speed alone, in balance batches",
                holding=("x_price", "v_fast"))  # fmt: skip
    counted = board.state("fast-in-sequences", "B_fast = r*s/(n*(x_price - L/L_x))", (of_fast, fast),
                          because="so many times the balance batch")  # fmt: skip
    board.limit("fast-batch", counted, "L", because="in sequences, without a context", holding=("x_price",))
    counted = board.state("normal-in-sequences", "B_norm = v_fast*r*s*x_price/(n*(x_price - L/L_x))",
                          (of_normal, normal), because="so many times the balance batch")  # fmt: skip
    board.limit("normal-batch", counted, "L", because="in sequences, without a context",
                holding=("x_price", "v_fast"))  # fmt: skip
    shown = board.define("traffic", "X_norm")
    board.state("traffic-of-full-compute", "X_norm = C/(phi*N_active)", (shown, passes.normal_compute, *passes.known),
                because="so many users there must be: all tokens that the machine can compute")  # fmt: skip
    return normal, of_normal


FAST_MODE = Claim(
    name="fast-mode",
    title="Fast mode: price times speed is a ratio of batches",
    chapter=chapters.BATCH_SIZE,
    question="What do six times the price and two and a half times the speed say about the batch?",
    notation=SERVING.extended((MEMORY, ALL_MEMORY, *WEIGHTS_IN_MEMORY, *MODES, *DEARER_STILL)),
    body=fast_mode,
    result="batch-ratio",
    outside="no such modes",
    defaults=DEFAULTS,
    readings=READINGS,
    published=PUBLISHED,
    asserted=ASSERTED,
    compared=("batch-ratio", "normal-cache-fetch", "fast-cache-fetch", "weights-at-most"),
    grids=GRIDS,
)  # fmt: skip
