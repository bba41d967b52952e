"""routing-imbalance: how much longer the fullest expert works than the mean, by chance, and by skew.

The lecture spreads tokens evenly. Here they fall on experts at random: the fullest has more than the mean, less so the
larger the batch; and a skewed router stays skewed at any batch.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from derivations.claim.claim import AS_BUILT, Between, Cards, Claim, Deployment, Grid, OnCard, Reading, Said
from derivations.claims.shared import chapters
from derivations.claims.shared.passes import EXPERTS, PRODUCTS_TIME, SERVING, WEIGHT_FETCH, take_pool
from derivations.claims.shared.said import DECODE
from derivations.derivation.premise import Alternative, Premise
from derivations.language.quantity import Notation, Quantity
from derivations.numbers.largest_load import expected_largest_load

if TYPE_CHECKING:
    from derivations.derivation.board import Board
    from derivations.derivation.script import Handle

# --- letters

LOADS = (
    Quantity("n_bins", "", "bins: the experts of a layer, or as many GPUs as are given, with equally many experts each",
             definition="n_experts"),
    Quantity("x_rest", "", "fraction of the bins that a token is not routed to", "fraction"),
    Quantity("mu_load", "token", "mean tokens per bin", latex=r"\mu"),
    Quantity("v_load", "token^2", "variance of the tokens per bin", latex=r"\sigma^{2}"),
    Quantity("z_top", "", "standard deviations of the fullest bin above the mean"),
    Quantity("m_fullest", "token", "tokens of the fullest bin, averaged over routings", latex=r"m_{\max}"),
    Quantity("y_top", "", "the fullest bin relative to the mean", definition="m_fullest/mu_load"),
    Quantity("y_extra", "", "overhead of the fullest bin: its excess over the mean, relative to the mean", definition="m_fullest/mu_load - 1"),
    Quantity("m_counted", "token", "tokens of the fullest bin, averaged over all routings: counted, for small sizes"),
    Quantity("y_counted", "%", "the overhead of the fullest bin, counted", definition="m_counted/mu_load - 1"),
)
PASSES = (
    Quantity("T_even", "s", "time of a pass with tokens spread evenly", definition="max(t_c, t_w)"),
    Quantity("T_uneven", "s", "time of a pass in which all wait for the fullest bin"),
    Quantity("y_slow", "", "the ratio of the two", definition="T_uneven/T_even"),
)
LETTERS = Notation((
    *SERVING.only("n", "B", "L", "phi", "t_c", "t_w", "b_w", "N_total", "N_active", "C", "W", "C_gpu", "W_gpu", "G"),
    *EXPERTS.only("k_active", "n_experts"),
    *LOADS,
    *PASSES,
))

TOP_SHARE = Quantity("s_top", "", "fraction of all sends that goes to the fullest bin", "fraction")
REPLICAS_OF_TOP = Quantity("n_copies_top", "", "copies of the fullest expert that share its tokens")


# --- premises

MEAN_LOAD = Premise(
    "mean-load", "mu_load = n*B*k_active/n_bins", because="each new token is sent to k experts, and the sends are spread over the bins", source="by counting",
)
NOT_CHOSEN = Premise(
    "not-chosen", "x_rest = 1 - k_active/n_bins", because="the experts of a token are distinct", source="by counting",
    alternatives=(
        Alternative("sends-by-themselves", "x_rest = 1 - 1/n_bins", because="a GPU has many experts and may receive several sends of a token: each send is independent",
                    source="by counting, for bins of many experts"),
    ),
)
BY_CHANCE = Premise(
    "by-chance", "v_load = mu_load*x_rest*1[token]", because="each token picks each bin independently and with the same chance: the load is binomial",
    source="variance of a binomial distribution",
)
FULLEST = Premise(
    "fullest", "m_fullest = mu_load + z_top*sqrt(v_load)", because="the largest of many loads is some standard deviations above their mean",
    source="maxima of nearly normal loads; simulated here for DeepSeek-V3",
    alternatives=(
        Alternative("with-long-tail", "m_fullest = mu_load + z_top*sqrt(v_load) + log(n_bins)/3*1[token]",
                    because="a load of few tokens goes further above its mean than a normal one: with the last term the bound holds at any size",
                    source="Bernstein's inequality and the bound on a maximum that follows from it, e.g. Boucheron, Lugosi and Massart 2013, sections 2.5 and 2.8; from general knowledge"),
        Alternative("skewed", "m_fullest = s_top*n*B*k_active", because="the router prefers some experts, however many tokens there are", source="our own", quantities=(TOP_SHARE,)),
        Alternative("skewed-with-copies", "m_fullest = s_top*n*B*k_active/n_copies_top", because="the fullest expert is replicated, and the copies share its tokens",
                    source="as DeepSeek's load balancer does", quantities=(TOP_SHARE, REPLICAS_OF_TOP)),
    ),
)
AT_MOST = Premise(
    "at-most", "z_top = sqrt(2*log(n_bins))", because="the mean of the maximum of normal variables is at most this, whether they are correlated or not",
    source="bound on the expectation of a maximum, e.g. Boucheron, Lugosi and Massart 2013, section 2.5; from general knowledge",
)
WAIT_FOR_FULLEST = Premise(
    "wait-for-fullest", "T_uneven = max(y_top*t_c, t_w)",
    because="the fullest expert has more arithmetic, but the same weights to read; all active parameters count as experts, which are most of them",
    source="our own",
)
NO_LESS = Premise("no-less", "y_top >= 1", because="the fullest bin has at least the mean", source="by definition of the fullest")


# --- the argument

def routing_imbalance(board: Board) -> Handle:
    """The fullest over the mean by batch; the batch for an overhead; and what a pass loses."""
    board.define("bins", "n_bins", because="the experts of a layer, unless other bins are given")
    mean, rest, spread, fullest, bound = (board.take(each) for each in (MEAN_LOAD, NOT_CHOSEN, BY_CHANCE, FULLEST, AT_MOST))
    extra, top = board.define("overhead", "y_extra"), board.define("fullest-over-mean", "y_top")
    board.state("overhead-beyond-one", "y_top = 1 + y_extra", (top, extra), because="the mean plus the excess")
    spelled = board.substitute("overhead-in-full", extra, (fullest, spread, mean), because="in tokens of the pass")
    result = board.rewrite(
        "overhead-by-batch", spelled, "y_extra = z_top*sqrt(n_bins*x_rest*1[token]/(n*B*k_active))",
        because="it falls as one over the square root of the batch: four times the tokens, half the overhead",
    )
    board.limit("endless-batch", result, "B", "oo", because="random imbalance averages out")
    batch = board.solve("batch-by-overhead", result, for_="B", because="inverted: the batch for a given overhead")
    board.substitute("batch-for-overhead", batch, (bound, rest), because="with the bound, and the fraction that is not chosen")
    board.define("counted-overhead", "y_counted")
    _passes(board)
    board.reject(
        "even-by-law-of-large-numbers", "m_fullest = mu_load", against=(fullest, spread, mean, rest, bound),
        because="assumes an even spread of tokens: the mean is even, but the fullest expert is above it",
    )
    board.reject(
        "as-the-batch", "y_extra = z_top*n_bins*x_rest*1[token]/(n*B*k_active)", against=(result,),
        because="says that twice the batch halves the overhead: it takes four times the batch",
    )
    return result


def _passes(board: Board) -> None:
    """What a pass loses: nothing while its reads bind it, and never more than the overhead."""
    take_pool(board)
    compute, weights, uneven = board.take(PRODUCTS_TIME), board.take(WEIGHT_FETCH), board.take(WAIT_FOR_FULLEST)
    even, ratio = board.define("even-pass", "T_even"), board.define("slower-by", "y_slow")
    spelled = board.substitute("slower-in-full", ratio, (uneven, even, compute, weights), because="both passes, written out")
    _, reads = board.split("regimes", uneven, ("bound-by-fullest", "bound-by-reads"), because="either the fullest expert or the weights take longer")
    fuller = board.take(NO_LESS)
    board.state("no-faster", "y_slow >= 1", (ratio, uneven, even, fuller), because="the fullest bin has at least the mean")
    board.state("no-slower-than-fullest", "y_slow <= y_top", (ratio, uneven, even, fuller), because="all experts wait for it, and for nothing else")
    board.state("free-while-reading", "y_slow = 1", (ratio, even, reads, fuller), because="memory-bound experts lose nothing: small batches are the most uneven and the least slowed")
    board.reject("slower-by-all", "y_slow = y_top", against=(spelled, ratio, uneven, even, fuller), because="says that the fullest expert slows every pass by its excess")


# --- numbers

_OWN = "our own choice"
_SKEW: dict[str, Said | OnCard] = {"n": DECODE, "k_active": OnCard("deepseek-v3", "active_experts"), "n_bins": OnCard("deepseek-v3", "experts")}


def _tokens(name: str, title: str, tokens: int) -> Reading:
    """DeepSeek-V3's experts with so many tokens in a pass."""
    return Reading(name, title, {**_SKEW, "B": Said(f"{tokens} sequence", _OWN, "")})


def _counted(name: str, tokens: int, experts: int, chosen: int) -> Reading:
    """So few tokens and experts that all routings are counted."""
    by = {"B": f"{tokens} sequence", "n_bins": str(experts), "k_active": str(chosen)}
    counted = Said(f"{expected_largest_load(tokens, experts, chosen)} token", "counted here", "over all routings")
    own = {letter: Said(text, _OWN, "") for letter, text in by.items()}
    return Reading(name, f"{tokens} tokens, each to {chosen} of {experts} experts", {"n": DECODE, **own, "m_counted": counted})


DEFAULTS = {"n": DECODE, "B": Said("2,048 sequence", _OWN, "")}
READINGS = (
    _tokens("two-hundred", "256 tokens in a pass", 256),
    _tokens("two-thousand", "2,048 tokens in a pass", 2048),
    _tokens("deepseek-profile", "18,432 tokens in a pass, 128 on each of 144 GPUs", 18432),
    Reading("a-tenth", "an overhead of a tenth", {**_SKEW, "y_extra": Said("10%", _OWN, "")}),
    _counted("eight-counted", 8, 8, 1),
    _counted("pairs-counted", 8, 4, 2),
    _counted("sixteen-counted", 16, 4, 1),
    Reading("three-per-cent", "an overhead of 3%", {**_SKEW, "y_extra": Said("3%", _OWN, "")}),
)
GRIDS = (
    Grid(("mean-load", "fullest", "overhead-by-batch"), readings=("two-hundred", "two-thousand", "deepseek-profile"),
         title="Tokens of an expert, of the fullest, and its excess over the mean"),
    Grid(("overhead-by-batch", "counted-overhead"), readings=("eight-counted", "pairs-counted", "sixteen-counted"),
         title="Overhead of the fullest expert for small sizes: by the bound, and counted over all routings"),
    Grid(("batch-for-overhead",), readings=("a-tenth", "three-per-cent"), title="Tokens of a pass for a given overhead"),
    Grid(("overhead-by-batch", "slower-by"), readings=(AS_BUILT,), title="Overhead of the fullest expert, and how much it slows a pass"),
)
RANGES = {
    "B": Between("256 sequence", "16,384 sequence", "our own", "from a small batch to that of a wide deployment"),
    "n_experts": Between("64", "384", "our own", "experts of recent models"),
}


CLAIM = Claim(
    name="routing-imbalance",
    title="Routing imbalance: the fullest expert, by chance and by skew",
    chapter=chapters.AFTERWARDS,
    question="How much more work does the fullest expert have than the mean?",
    answer="By chance alone, up to about {overhead-by-batch:%} more at {B:4}; four times the batch halves that, but not what a skewed router adds.",
    answer_if=("y_extra <= 1",),  # with fewer tokens the fullest is further out than normal loads are
    otherwise="At {B:4} an expert has only about {mean-load} on average, too few for standard deviations to bound what the fullest has by chance.",
    notation=LETTERS, body=routing_imbalance, result="overhead-by-batch", outside="no such overhead",
    defaults=DEFAULTS, readings=READINGS, grids=GRIDS, ranges=RANGES,
    compared=("overhead-by-batch", "fullest-over-mean", "slower-by"),
    deployment=Deployment(Cards("gb200", "deepseek-v3", compute="fp8")),
)
