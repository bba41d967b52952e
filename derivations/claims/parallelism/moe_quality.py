"""moe-quality: how much dense quality experts buy, and what they cost.

Lecture 0:27:57 to 0:30:35. Read off a figure: 64 experts with 370 M active parameters are as good as 1.3 B dense ones,
"64x for 4x". In time a pure win, as a larger batch pays for the weights; the cost is memory.
"""

from __future__ import annotations

from derivations.claims import chapters
from derivations.claims.claim import Claim
from derivations.claims.notation.routed import READ_OFF, ROUTED, STORED
from derivations.claims.notation.serving import EXPERTS, SERVING
from derivations.claims.parallelism.moe_quality_said import ASSERTED, DEFAULTS, GRIDS, PUBLISHED, READINGS
from derivations.claims.premises.passes import COMPUTE_TIME, WEIGHT_FETCH
from derivations.claims.premises.routed import (
    DENSE_LAW,
    DENSE_SLOPE,
    HALF_ACTIVE,
    ONE_EXPERT,
    ROUTED_EXPERTS,
    ROUTED_LAW,
    SMOOTHED_EXPERTS,
)
from derivations.engine.board import Board, Handle


def moe_quality(board: Board) -> Handle:
    """The dense model that is as good, by the law; the point read off as a power; what it costs in time and memory."""
    experts(board)
    result = as_good(board)
    halving(board)
    cost(board)
    return result


def experts(board: Board) -> None:
    """Experts as the law counts them."""
    board.take(ROUTED_EXPERTS)
    more = board.define("further-experts", "x_more")
    shift, counted = board.take(ONE_EXPERT), board.take(SMOOTHED_EXPERTS)
    board.state(
        "fewer-than-the-most", "e_hat < e_max", (counted,), because="however many there are, the law counts no more"
    )
    board.substitute("counted-by-constants", counted, (shift, more), because="with the constants as printed")


def as_good(board: Board) -> Handle:
    """The dense model of the same loss."""
    routed, dense, slope = (board.take(each) for each in (ROUTED_LAW, DENSE_LAW, DENSE_SLOPE))
    for name, letter in (("size", "lg_N"), ("experts", "lg_E"), ("one", "lg_one")):
        board.define(f"decades-of-{name}", letter)
    same = board.equate("same-loss", dense, routed, because="both are as good as each other")
    decades = board.solve("dense-decades", same, for_="lg_dense", because="in decades, where the law is plain")
    gained = board.define("decades-gained-defined", "lg_gain")
    over = board.state(
        "decades-gained", "lg_gain = (rt_b - rt_c*lg_N)*(lg_E - lg_one)/rt_dense", (gained, decades, slope),
        because="a power of the experts, and a smaller one for larger models",
    )  # fmt: skip
    board.define("last-size", "N_last")
    board.state(
        "until-the-last-size", "lg_gain = rt_c*(rt_b/rt_c - lg_N)*(lg_E - lg_one)/rt_dense", (over,),
        because="experts gain something exactly as long as the decades of size are fewer than b over c",
    )  # fmt: skip
    gain = board.define("gain-defined", "y_dense")
    result = board.substitute("gain", gain, (over,), because="as a factor")
    size = board.define("dense-size-defined", "N_dense")
    board.substitute("dense-size", size, (result,), because="times the parameters that a token uses")
    total = board.define("total-over-dense", "y_total")
    board.substitute("total-gain", total, (result,), because="so many times the parameters in all, for that")
    board.reject(
        "experts-as-parameters", "lg_gain = lg_E", (over,),
        because="notes that turn the sixty-four round: experts do not count as so many times the parameters",
    )  # fmt: skip
    return result


def halving(board: Board) -> None:
    """The point read off as a power of the experts: what half the active parameters take."""
    half = board.take(HALF_ACTIVE)
    board.define("power-read-off", "p_gain")
    times = board.solve("sparser-for-half", half, for_="x_half", because="the power turned round")
    total = board.define("total-for-half", "y_half")
    board.substitute(
        "total-for-half-read-off", total, (times,), because="so many times the experts, each half as large"
    )
    board.reject(
        "total-eight-fold", "y_half = x_half", (total,),
        because="half the active parameters and as many times in all as experts (0:30:11): the experts are halved, too",
    )  # fmt: skip


def cost(board: Board) -> None:
    """What sparsity costs: nothing in time once the batch is large, and memory in any case."""
    compute, weights = (board.take(each) for each in (COMPUTE_TIME, WEIGHT_FETCH))
    board.independence(
        "compute-by-active-alone", compute, of="N_total", because="what is not active is not multiplied with"
    )
    each = board.define("read-per-sequence", "t_fetch")
    spread = board.substitute("spread-over-the-batch", each, (weights,), because="one fetch serves the whole batch")
    board.limit(
        "nothing-in-a-large-batch", spread, "B", to="oo",
        because="the pure win: the larger the batch, the less each sequence pays for weights it does not use",
    )  # fmt: skip
    memory = board.define(
        "all-weights", "S_model", because="every expert is kept in memory, however seldom a token asks for it"
    )
    sparse = board.define("sparsity", "s")
    board.rewrite(
        "memory-by-sparsity", memory, "S_model = b_w*s*N_active", using=(sparse,),
        because="memory grows with the sparsity, whatever the batch",
    )  # fmt: skip


MOE_QUALITY = Claim(
    name="moe-quality",
    title="Sixty-four experts for four times the parameters: what sparsity buys",
    chapter=chapters.BATCH_SIZE,
    question="How large a dense model is as good as a model with experts?",
    notation=SERVING.extended((*EXPERTS, *ROUTED, *READ_OFF, *STORED)),
    body=moe_quality,
    result="gain",
    defaults=DEFAULTS,
    readings=READINGS,
    published=PUBLISHED,
    asserted=ASSERTED,
    compared=("routed-experts", "gain", "dense-size", "total-gain", "last-size"),
    not_from_cards=("C_gpu", "W_gpu", "G", "kappa"),
    grids=GRIDS,
)  # fmt: skip
