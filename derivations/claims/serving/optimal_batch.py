"""optimal-batch: the batch at which compute and memory take equally long.

Lecture 0:08:02 to 0:20:41. Said: "300 times sparsity", and a sparsity of 8 for DeepSeek; practice card 8: 2,400.
"""

from __future__ import annotations

from derivations.claims import chapters
from derivations.claims.claim import Claim
from derivations.claims.notation.serving import OTHER_FORMAT, SERVING
from derivations.claims.premises.passes import POOLED_BANDWIDTH, POOLED_COMPUTE
from derivations.claims.serving.balance import balance_batch, take_balance, take_pass
from derivations.claims.serving.optimal_batch_said import ASSERTED, DEFAULTS, GRIDS, PUBLISHED, READINGS
from derivations.engine.board import Board, Handle


def optimal_batch(board: Board) -> Handle:
    """Roofline, its boundary, the batch there; then the short context, the ridge, and the smallest best batch."""
    times = take_pass(board)
    pooled_compute = board.take(POOLED_COMPUTE)
    pooled_bandwidth = board.take(POOLED_BANDWIDTH)

    board.split("regimes", times.roofline, ("compute-bound", "memory-bound"), because="one of the two is slower")
    _, spelled = take_balance(board, times)
    batch, crossover = balance_batch(board, spelled)
    ridge = board.define("ridge", "r")
    sparsity = board.define("sparsity", "s")
    result = board.rewrite(
        "balance-batch", batch, "B = r*s/(n*(1 - L/L_x))", using=(ridge, sparsity, crossover), condition="L < L_x",
        because="hardware, model and context apart",
    )  # fmt: skip

    short = board.limit("short-context", batch, "L", because="the lecture leaves the KV cache out")
    board.rewrite(
        "grouped", short, "B = (C/W)*(b_w/phi)*(N_total/N_active)*(1/n)", because="hardware, number format, model"
    )
    product = board.rewrite(
        "ridge-times-sparsity", short, "B = r*s/n", using=(ridge, sparsity),
        because="the formula on the blackboard, its units repaired",
    )  # fmt: skip
    board.state("tokens-per-pass", "n*B = r*s", (product,), because="the 300 counts tokens per pass, not FLOP per byte")
    intensity = board.define("intensity", "I")
    board.rewrite(
        "ridge-from-intensity", ridge, "r = I*b_w/phi", using=(intensity,),
        because="at two FLOP per multiply-add, FLOP per byte and tokens per pass agree only for 16-bit weights",
    )  # fmt: skip
    other = board.define("other-ridge", "r_alt")
    board.state(
        "precision-free", "r_alt/r = (C_alt*b_alt)/(C*b_w)", (ridge, other),
        because="two number formats have the same ridge exactly where compute rate times bytes per weight is the same",
    )  # fmt: skip
    per_gpu = board.substitute("ridge-per-gpu", ridge, (pooled_compute, pooled_bandwidth))
    board.independence(
        "any-number-of-gpus", per_gpu, of="G",
        because="more GPUs do not change the balance batch of all of them together",
    )  # fmt: skip

    shared = board.define("shared-pass", "t_seq")
    whole = board.solve("pass-from-share", shared, for_="T")
    bound = board.substitute("roofline-in-full", times.roofline, (whole, *times.times))
    share = board.solve("time-per-sequence", bound, for_="t_seq", because="what a sequence pays for its pass")
    smallest = board.minimise(
        "smallest-best-batch", share, over="B",
        because="no batch takes less machine time per sequence, and no smaller one as little",
    )  # fmt: skip
    board.rewrite(
        "same-batch", smallest, "B = r*s/(n*(1 - L/L_x))", using=(ridge, sparsity, crossover), condition="L < L_x",
        because="the balance batch is the smallest of the cheapest batches",
    )  # fmt: skip

    board.reject(
        "parameters-plus-bytes", "t_m = (N_total + B*L*kappa)/W",
        because="as on the blackboard (0:05:09) and on card 3: right only if one parameter is one byte",
    )  # fmt: skip
    board.reject(
        "flop-per-byte", "B = (C/W)*s/n",
        because="with the 300 in FLOP per byte, as on card 7: right in number for 16-bit formats, wrong in unit",
    )  # fmt: skip
    board.reject(
        "sparsity-upside-down", "B = (r/n)*(N_active/N_total)", against=(product, sparsity),
        because="summaries that multiply by active over total: sparse models need larger batches, not smaller",
    )  # fmt: skip
    return result


OPTIMAL_BATCH = Claim(
    name="optimal-batch",
    title="The balance batch: 300 times sparsity",
    chapter=chapters.BATCH_SIZE,
    question="How many sequences should share a forward pass?",
    notation=SERVING.extended(OTHER_FORMAT),
    body=optimal_batch,
    result="balance-batch",
    outside="no balance",
    defaults=DEFAULTS,
    readings=READINGS,
    published=PUBLISHED,
    asserted=ASSERTED,
    compared=("ridge", "sparsity", "crossover-context", "balance-batch"),
    not_from_cards=("G",),  # it cancels
    grids=GRIDS,
)  # fmt: skip

