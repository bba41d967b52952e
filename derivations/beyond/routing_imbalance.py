"""routing-imbalance: how much longer the fullest expert works than the mean, by chance, and by skew.

The lecture spreads tokens evenly. Here they fall on experts at random: the fullest has more than the mean, less so the
larger the batch; and a skewed router stays skewed at any batch.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from derivations.claim.claim import AS_BUILT, Between, Cards, Claim, Deployment, Grid, Reading, Said
from derivations.language.quantity import Notation, Quantity
from derivations.lecture.shared import chapters
from derivations.lecture.shared.passes import COMPUTE_TIME, EXPERTS, SERVING, WEIGHT_FETCH, take_pool
from derivations.lecture.shared.said import DECODE
from derivations.search.premise import Alternative, Premise

if TYPE_CHECKING:
    from derivations.search.board import Board, Handle

# --- letters

LOADS = (
    Quantity("n_bins", "", "experts that tokens fall on, or GPUs that have as many experts each"),
    Quantity("x_rest", "", "fraction of the bins that a token does not fall on", "fraction"),
    Quantity("mu_load", "token", "tokens of a bin in the mean", latex=r"\mu"),
    Quantity("v_load", "token^2", "variance of the tokens of a bin", latex=r"\sigma^{2}"),
    Quantity("z_top", "", "standard deviations by which the fullest bin lies above the mean"),
    Quantity("m_fullest", "token", "tokens of the fullest bin, in the mean over routings", latex=r"m_{\max}"),
    Quantity("y_top", "", "the fullest over the mean", definition="m_fullest/mu_load"),
    Quantity("y_extra", "", "overhead of the fullest: what it has beyond the mean, over that", definition="m_fullest/mu_load - 1"),
)
PASSES = (
    Quantity("T_even", "s", "time of a pass with tokens spread evenly", definition="max(t_c, t_w)"),
    Quantity("T_uneven", "s", "time of a pass in which all wait for the fullest"),
    Quantity("y_slow", "", "the one over the other", definition="T_uneven/T_even"),
)
LETTERS = Notation((
    *SERVING.only("n", "B", "L", "phi", "t_c", "t_w", "b_w", "N_total", "N_active", "C", "W", "C_gpu", "W_gpu", "G"),
    *EXPERTS.only("k_active", "n_experts"),
    *LOADS,
    *PASSES,
))

TOP_SHARE = Quantity("s_top", "", "fraction of all sends that goes to the fullest bin", "fraction")
REPLICAS_OF_TOP = Quantity("n_copies_top", "", "copies of the fullest expert, among which its tokens are divided")


# --- premises

MEAN_LOAD = Premise(
    "mean-load", "mu_load = n*B*k_active/n_bins", because="each new token is sent to so many experts, and the sends are divided by the bins", source="by counting",
)
NOT_CHOSEN = Premise(
    "not-chosen", "x_rest = 1 - k_active/n_bins", because="the experts of a token are different ones", source="by counting",
    alternatives=(
        Alternative("sends-by-themselves", "x_rest = 1 - 1/n_bins", because="a GPU has many experts, so that several sends of a token may fall on it: each falls by itself",
                    source="by counting, for bins of many experts"),
    ),
)
BY_CHANCE = Premise(
    "by-chance", "v_load = mu_load*x_rest*1[token]", because="each token falls on a bin with the same chance, and by itself: the load is binomial",
    source="variance of a binomial distribution",
)
FULLEST = Premise(
    "fullest", "m_fullest = mu_load + z_top*sqrt(v_load)", because="of many loads the largest lies some standard deviations above their mean",
    source="maxima of nearly normal loads; simulated here for DeepSeek-V3",
    alternatives=(
        Alternative("skewed", "m_fullest = s_top*n*B*k_active", because="a router prefers some experts, however many tokens there are", source="our own", quantities=(TOP_SHARE,)),
        Alternative("skewed-with-copies", "m_fullest = s_top*n*B*k_active/n_copies_top", because="the fullest expert is kept in copies, each with its part",
                    source="as DeepSeek's load balancer does", quantities=(TOP_SHARE, REPLICAS_OF_TOP)),
    ),
)
AT_MOST = Premise(
    "at-most", "z_top = sqrt(2*log(n_bins))", because="the mean of the largest of so many normal numbers is no larger, whether they hang together or not",
    source="bound on the expectation of a maximum, e.g. Boucheron, Lugosi and Massart 2013, section 2.5; from general knowledge",
)
WAIT_FOR_FULLEST = Premise(
    "wait-for-fullest", "T_uneven = max(y_top*t_c, t_w)",
    because="the multiplications of the fullest take longer, its weights no longer to read; all of the active parameters are counted as experts, which are most of them",
    source="our own",
)
NO_LESS = Premise("no-less", "y_top >= 1", because="the fullest has at least the mean", source="by definition of the fullest")


# --- the argument

def routing_imbalance(board: Board) -> Handle:
    """The fullest over the mean by batch; the batch for an overhead; and what a pass loses."""
    mean, rest, spread, fullest, bound = (board.take(each) for each in (MEAN_LOAD, NOT_CHOSEN, BY_CHANCE, FULLEST, AT_MOST))
    extra, top = board.define("overhead", "y_extra"), board.define("fullest-over-mean", "y_top")
    board.state("overhead-beyond-one", "y_top = 1 + y_extra", (top, extra), because="the mean, and what is beyond it")
    spelled = board.substitute("overhead-in-full", extra, (fullest, spread, mean), because="in tokens of the pass")
    result = board.rewrite(
        "overhead-by-batch", spelled, "y_extra = z_top*sqrt(n_bins*x_rest*1[token]/(n*B*k_active))",
        because="as one over the root of the batch: four times the tokens are half of the overhead",
    )
    board.limit("endless-batch", result, "B", "oo", because="chance evens out")
    batch = board.solve("batch-by-overhead", result, for_="B", because="inverted: the batch for an overhead")
    board.substitute("batch-for-overhead", batch, (bound, rest), because="with the bound, and the part that is not chosen")
    _passes(board, top, extra)
    board.reject(
        "even-by-law-of-large-numbers", "m_fullest = mu_load", against=(fullest, spread, mean, rest, bound),
        because="that tokens spread evenly: in the mean they do, and the fullest expert is not the mean",
    )
    board.reject(
        "as-the-batch", "y_extra = z_top*n_bins*x_rest*1[token]/(n*B*k_active)", against=(result,),
        because="that twice the batch is half of the overhead: it takes four times",
    )
    return result


def _passes(board: Board, top: Handle, extra: Handle) -> None:
    """What a pass loses: nothing while its reads bind it, and never more than the overhead."""
    take_pool(board)
    compute, weights, uneven = board.take(COMPUTE_TIME), board.take(WEIGHT_FETCH), board.take(WAIT_FOR_FULLEST)
    even, ratio = board.define("even-pass", "T_even"), board.define("slower-by", "y_slow")
    spelled = board.substitute("slower-in-full", ratio, (uneven, even, compute, weights), because="both passes, written out")
    _, reads = board.split("regimes", uneven, ("bound-by-fullest", "bound-by-reads"), because="the fullest expert or the weights take longer")
    fuller = board.take(NO_LESS)
    board.state("no-faster", "y_slow >= 1", (ratio, uneven, even, fuller), because="the fullest has no less than the mean")
    board.state("no-slower-than-fullest", "y_slow <= y_top", (ratio, uneven, even, fuller), because="all wait for it, and for nothing else")
    board.state("free-while-reading", "y_slow = 1", (ratio, even, reads, fuller), because="experts that wait for their weights lose nothing: small batches, which are the most uneven, are the least slowed")
    board.reject("slower-by-all", "y_slow = y_top", against=(spelled, ratio, uneven, even, fuller), because="that the fullest expert slows every pass by what it has more")


# --- numbers

_OWN = "our own choice"
_SKEW = {"n": DECODE, "k_active": Said("8", "DeepSeek-V3", "its card"), "n_bins": Said("256", "experts of a layer of DeepSeek-V3", "its card")}


def _tokens(name: str, title: str, tokens: int) -> Reading:
    """DeepSeek-V3's experts with so many tokens in a pass."""
    return Reading(name, title, {**_SKEW, "B": Said(f"{tokens} sequence", _OWN, "")})


DEFAULTS = {
    "n": DECODE, "n_bins": Said("256", "experts of a layer of DeepSeek-V3", "its card"), "B": Said("2,048 sequence", _OWN, ""),
}
READINGS = (
    _tokens("two-hundred", "256 tokens in a pass", 256),
    _tokens("two-thousand", "2,048 tokens in a pass", 2048),
    _tokens("deepseek-profile", "18,432 tokens in a pass, 128 on each of 144 GPUs", 18432),
    Reading("a-tenth", "an overhead of a tenth", {**_SKEW, "y_extra": Said("10%", _OWN, "")}),
    Reading("three-per-cent", "an overhead of 3%", {**_SKEW, "y_extra": Said("3%", _OWN, "")}),
)
GRIDS = (
    Grid(("mean-load", "fullest", "overhead-by-batch"), readings=("two-hundred", "two-thousand", "deepseek-profile"),
         title="Tokens of an expert, of the fullest, and what it has beyond the mean"),
    Grid(("batch-for-overhead",), readings=("a-tenth", "three-per-cent"), title="Tokens of a pass for an overhead"),
    Grid(("overhead-by-batch", "slower-by"), readings=(AS_BUILT,), title="Overhead of the fullest expert, and what a pass loses by it"),
)
RANGES = {
    "B": Between("256 sequence", "16,384 sequence", "our own", "from a small batch to that of a wide deployment"),
    "n_bins": Between("64", "384", "our own", "experts of recent models"),
}


CLAIM = Claim(
    name="routing-imbalance",
    title="Routing imbalance: the fullest expert, by chance and by skew",
    chapter=chapters.AFTERWARDS,
    question="How much longer does the fullest expert work than the mean, and how large a batch evens that out?",
    answer="About {overhead-by-batch:%} longer at {B}; four times the batch halves that.",
    notation=LETTERS, body=routing_imbalance, result="overhead-by-batch", outside="no such overhead",
    defaults=DEFAULTS, readings=READINGS, grids=GRIDS, ranges=RANGES,
    compared=("overhead-by-batch", "fullest-over-mean", "slower-by"),
    deployment=Deployment(Cards("gb200", "deepseek-v3", compute="fp8")),
)
