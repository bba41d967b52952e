"""cost-per-token: a share of a rented pass; the weights are shared by the batch, compute and cache are not.

Lecture 0:04:23 and 0:12:40 to 0:15:50. Said: without a batch the cost "can be a thousand times worse".
"""

from __future__ import annotations

from dataclasses import dataclass

from derivations.claims import chapters
from derivations.claims.claim import Claim
from derivations.claims.notation.costs import COSTS
from derivations.claims.notation.serving import SERVING
from derivations.claims.premises.costs import AT_ROOFLINE, RENTAL
from derivations.claims.premises.passes import POOLED_BANDWIDTH, POOLED_COMPUTE
from derivations.claims.serving.balance import Pass, balance_batch, take_balance, take_pass
from derivations.claims.serving.cost_per_token_said import ASSERTED, DEFAULTS, GRIDS, PUBLISHED, READINGS
from derivations.engine.board import Board, Handle

_CANCELS = "in figures of one GPU: their number cancels"


@dataclass(frozen=True)
class Parts:
    """What a token pays for: multiplications, weights, cache, and both reads."""

    compute: Handle
    weights: Handle
    cache: Handle
    reads: Handle

    @property
    def all(self) -> tuple[Handle, ...]:
        """The four of them."""
        return (self.compute, self.weights, self.cache, self.reads)


def cost_per_token(board: Board) -> Handle:
    """The share of a pass in three parts; what a batch shares; the floor, how far above, and what is left to save."""
    times = take_pass(board, AT_ROOFLINE)
    pooled = (board.take(POOLED_COMPUTE), board.take(POOLED_BANDWIDTH))
    rental = board.take(RENTAL)
    share = board.define("share-of-a-pass", "cost_tok")
    rented = board.substitute("rent-of-a-token", share, (rental,), because="rent for the time of the pass, shared")
    names = {"compute-part": "cost_c", "weights-part": "cost_w", "cache-part": "cost_kv", "reads-part": "cost_m"}
    parts = Parts(*(board.define(step, letter) for step, letter in names.items()))
    cost = board.rewrite(
        "cost-in-parts", rented, "cost_tok = max(cost_c, cost_m)", using=(times.roofline, times.memory, *parts.all),
        because="the slower side of the roofline, in money",
    )  # fmt: skip
    compute_bound, _ = board.split(
        "cost-regimes", cost, ("cost-compute-bound", "cost-memory-bound"), because="one side is dearer"
    )
    _shared(board, times, parts, pooled)

    floor = board.define("floor", "cost_floor")
    board.state("never-below", "cost_tok >= cost_floor", (cost, times.roofline, times.memory, *parts.all, floor),
                because="weights come on top")  # fmt: skip
    _, spelled = take_balance(board, times)
    _, crossover = balance_batch(board, spelled)
    over = board.define("cost-over-floor", "y_cost")
    groups = (board.define("ridge", "r"), board.define("sparsity", "s"), crossover)
    known = (*parts.all, *times.times, *groups)
    in_parts = board.substitute("over-in-parts", over, (cost, floor), because="both written out")
    result = board.rewrite(
        "over-the-floor", in_parts, "y_cost = max(1, r*s/(n*B) + L/L_x)/max(1, L/L_x)", using=known,
        because="all in units of compute: weights by the batch, cache by the context",
    )  # fmt: skip
    _by_context(board, floor, (over, cost, *known), known)
    _slow_mode(board, (cost, compute_bound), floor, parts, (over, result))
    board.define("list-price-of-output", "y_out")
    board.define("list-price-of-input", "y_in")
    _wrong(board, parts)
    return result


def _shared(board: Board, times: Pass, parts: Parts, pooled: tuple[Handle, Handle]) -> None:
    """Which parts the batch shares: not compute, not the cache, only the weights."""
    compute, bandwidth = pooled
    multiplied = board.substitute("compute-share", parts.compute, (times.compute, compute), because=_CANCELS)
    board.independence("compute-not-shared", multiplied, of="B", because="every token brings its own multiplications")
    cached = board.substitute("cache-share", parts.cache, (times.cache, bandwidth), because=_CANCELS)
    board.independence("cache-not-shared", cached, of="B", because="every sequence reads a cache of its own")
    fetched = board.substitute("weights-share", parts.weights, (times.weights, bandwidth), because=_CANCELS)
    board.state(
        "hyperbola", "cost_w*B = g_rent*b_w*N_total/(n*W_gpu)", (fetched,),
        because="twice the batch, half the part: large at one sequence, and without an end downwards",
    )  # fmt: skip
    reads = board.substitute("reads-share", parts.reads, (fetched, cached), because="weights and cache")
    board.limit("reads-of-a-large-batch", reads, "B", "oo", because="the cache is left")


def _by_context(board: Board, floor: Handle, whole: tuple[Handle, ...], known: tuple[Handle, ...]) -> None:
    """How far above the floor, where that is compute and where it is the cache; without a context the batch alone."""
    reads = board.define("reads-over-compute", "y_reads")
    spelled = board.rewrite("reads-by-groups", reads, "y_reads = r*s/(n*B) + L/L_x", using=known,
                            because="weights by the batch, cache by the context")  # fmt: skip
    board.limit(
        "without-context", spelled, "L",
        because="the balance batch over the batch: alone in a pass, as many times as that batch has sequences",
    )  # fmt: skip
    compute, cache = board.split("floors", floor, ("floor-is-compute", "floor-is-cache"), because="the dearer one")
    board.state(
        "over-compute", "y_cost = max(1, r*s/(n*B) + L/L_x)", (compute, *whole),
        because="up to the crossover context",
    )  # fmt: skip
    board.state(
        "over-cache", "y_cost = 1 + (r*s/(n*B))*L_x/L", (cache, *whole),
        because="beyond it the floor is higher, and a small batch is worse by less",
    )  # fmt: skip


def _slow_mode(
    board: Board, costs: tuple[Handle, Handle], floor: Handle, parts: Parts, above: tuple[Handle, Handle]
) -> None:  # fmt: skip
    """What larger batches could save: nothing where compute is the slower side, at most the weights' part elsewhere."""
    saved = board.define("slow-mode", "x_saved")
    cost, compute_bound = costs
    board.state("saved-of-a-token", "x_saved = 1 - max(1, L/L_x)/max(1, r*s/(n*B) + L/L_x)", (saved, *above),
                because="all that is above the floor")  # fmt: skip
    board.state("nothing-to-save", "x_saved = 0", (saved, compute_bound, floor, parts.reads),
                because="a batch at balance or above it sits on the floor already")  # fmt: skip
    board.state("only-the-weights", "x_saved <= cost_w/(cost_w + cost_kv)", (saved, cost, floor, parts.reads),
                because="compute and cache are unique to each sequence")  # fmt: skip


def _wrong(board: Board, parts: Parts) -> None:
    """Statements that fail."""
    board.reject(
        "parabola", "cost_w = g_rent*G*t_w*B^2/(n*1[sequence^3])", against=(parts.weights,),
        because="'parabola', as spoken at 0:14:22; the edited transcript has hyperbola",
    )  # fmt: skip
    board.reject("time-over-batch", "cost_tok = T/B",
                 because="as on the blackboard (0:12:40 to 0:15:29): a time per sequence is no money yet")  # fmt: skip
    board.reject(
        "cache-shared-too", "cost_kv = cost_w*t_kv/(t_w*B)*1[sequence]", against=(parts.weights, parts.cache),
        because="that a batch shares the caches as it shares the weights; card 6: it does not",
    )  # fmt: skip


COST_PER_TOKEN = Claim(
    name="cost-per-token",
    title="Alone in its pass a token costs a thousand times as much",
    chapter=chapters.BATCH_SIZE,
    question="What does a token cost, and which part of it does a larger batch share?",
    notation=SERVING.extended(COSTS),
    body=cost_per_token,
    result="over-the-floor",
    outside="no floor",
    defaults=DEFAULTS,
    readings=READINGS,
    published=PUBLISHED,
    asserted=ASSERTED,
    compared=("over-the-floor", "cost-in-parts", "floor"),
    grids=GRIDS,
)  # fmt: skip
