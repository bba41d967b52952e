"""rl-rollout: GPUs that generate for each that trains, what the longest answer takes, and how much staleness is enough.

The lecture counts reinforcement learning as arithmetic at a low efficiency. Here that efficiency follows from the length of
the answers; a synchronous update waits for the longest of them; and asynchrony buys one batch more for each update of staleness.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from derivations.claim.claim import AS_BUILT, Between, Cards, Claim, Deployment, Grid, Published, Reading, Said
from derivations.claims.shared import chapters
from derivations.claims.shared.kernels import STEP_OVERHEAD
from derivations.claims.shared.passes import (
    ATTENTION,
    KV_FETCH,
    MEMORY,
    MEMORY_TIME,
    POOLED_BANDWIDTH,
    POOLED_COMPUTE,
    PRODUCTS_TIME,
    SERVING,
    WEIGHT_FETCH,
)
from derivations.claims.shared.requests import REQUESTS, SPEED
from derivations.claims.shared.said import DECODE
from derivations.claims.shared.stages import PIPELINE, STORED_ONCE
from derivations.claims.shared.trains import PASS_BY_READS
from derivations.derivation.premise import Alternative, Premise
from derivations.language.quantity import Notation, Quantity
from derivations.numbers.source import Source

if TYPE_CHECKING:
    from derivations.derivation.board import Board
    from derivations.derivation.script import Handle

# --- letters

FILLED = (
    PIPELINE["m_w"],
    Quantity("u_full", "", "fraction of the memory of a GPU that weights and caches may fill", "fraction", latex=r"u_{\mathrm{memory}}"),
    Quantity("M_use", "byte/GPU", "memory of a GPU that weights and caches fill", latex=r"M_{\mathrm{use}}", definition="u_full*M_gpu"),
    Quantity("x_copy", "", "fraction of that memory that the weights take", latex=r"x_{\mathrm{weights}}", definition="m_w/M_use"),
    Quantity("u_gen", "", "MFU of generation", latex=r"u_{\mathrm{generate}}", definition="phi*n*B*N_active/(T*C)"),
)
LENGTHS = (
    *REQUESTS.only("L_in"),
    Quantity("L_gen", "token/sequence", "mean length of an answer", latex=r"\bar\ell"),
    Quantity("v_len", "", "variance of the lengths over the square of their mean: 0 if all are equal", "nonnegative", latex="v"),
)
POOLS = (
    Quantity("G_gen", "GPU", "GPUs that generate", latex=r"G_{\mathrm{generate}}"),
    Quantity("G_learn", "GPU", "GPUs that train", latex=r"G_{\mathrm{train}}"),
    Quantity("D_made", "token", "tokens generated between two updates", latex=r"D_{\mathrm{generate}}"),
    Quantity("D_learned", "token", "tokens of them that are trained on", latex=r"D_{\mathrm{train}}", at_most="D_made"),
    Quantity("n_scored", "", "forward passes over each trained token that only score it: by the old weights, by a reference", "whole",
             latex=r"n_{\mathrm{score}}"),
    Quantity("k_work", "", "arithmetic of a trained token over that of a generated one", definition="3 + n_scored", latex="k"),
    Quantity("u_learn", "", "MFU of training", "fraction", latex=r"u_{\mathrm{train}}"),
    Quantity("t_made", "s", "time in which the tokens of an update are generated", latex=r"t_{\mathrm{generate}}"),
    Quantity("t_learned", "s", "time in which the tokens of an update are trained on", latex=r"t_{\mathrm{train}}"),
    Quantity("y_pair", "", "GPUs that generate for each that trains", latex="y", definition="G_gen/G_learn"),
    Quantity("x_split", "", "fraction of the GPUs that generate", definition="G_gen/(G_gen + G_learn)"),
)
LONGEST_FIRST = (
    STEP_OVERHEAD,
    Quantity("t_bare", "s", "time of a pass without the reads of caches", latex=r"t_{0}"),
    Quantity("n_ans", "", "answers that the GPUs of one copy of the model generate between two updates", "integer", latex="a"),
    Quantity("B_ans", "sequence", "the same as sequences", definition="n_ans*1[sequence]", latex=r"B_{\mathrm{update}}"),
    Quantity("k_left", "", "answers that are not finished yet", "integer", latex="i"),
    Quantity("L_long", "token/sequence", "length of the longest answer of an update", latex=r"\ell_{\max}"),
    Quantity("t_barrier", "s", "time to generate the answers of an update, if the next ones wait for the last of them", latex=r"t_{\mathrm{wait}}"),
    Quantity("t_refill", "s", "time to generate as many if each finished answer is replaced at once", latex=r"t_{\mathrm{refill}}"),
    Quantity("y_strag", "", "slow-down of generation by the wait for the longest answer", definition="t_barrier/t_refill", latex="s"),
    Quantity("t_spare", "s", "time that refilling spares", "real", definition="t_barrier - t_refill"),
    Quantity("n_last", "", "answers of an update that finish last", "integer", latex="b"),
    Quantity("L_tail", "token/sequence", "tokens generated in sequence while no more than these are left", latex=r"\ell_{\mathrm{last}}"),
    Quantity("x_tail", "", "fraction of the passes of an update in which no more than these are left", latex=r"x_{\mathrm{last}}",
             definition="L_tail/L_long"),
)
WHOLE_STEP = (
    Quantity("x_roll", "", "fraction of a synchronous update that generates", "fraction", latex=r"x_{\mathrm{generate}}"),
    Quantity("x_learn", "", "fraction of it that does not", "fraction", latex=r"x_{\mathrm{rest}}"),
    Quantity("t_whole", "s", "time of a synchronous update: generation, training and the rest"),
    Quantity("t_after", "s", "time of the same with faster generation"),
    Quantity("y_roll", "", "speed-up of generation", latex=r"y_{\mathrm{generate}}"),
    Quantity("y_step", "", "speed-up of the whole update", definition="t_whole/t_after", latex=r"y_{\mathrm{update}}"),
)
STALENESS = (
    Quantity("k_stale", "", "staleness: updates by which the weights behind an answer may be older than those it trains", "whole", latex=r"\eta"),
    Quantity("D_open", "token", "tokens of answers that are submitted and not yet trained on", latex=r"D_{\mathrm{open}}"),
    Quantity("t_zero", "s", "time between two updates without staleness", latex=r"\tau"),
    Quantity("t_stay", "s", "time from the submission of an answer until it is trained on", latex=r"t_{\mathrm{stay}}"),
    Quantity("X_zero", "token/s", "throughput without staleness", latex=r"X_{0}", definition="D_made/t_zero"),
    Quantity("X_free", "token/s", "throughput with unbounded staleness: that of the slower pool", latex=r"X_{\infty}"),
    Quantity("X_rl", "token/s", "throughput: tokens that are trained on per second", latex="X"),
    Quantity("y_stale", "", "throughput over that without staleness", definition="X_rl/X_zero", latex=r"y_{\eta}"),
    Quantity("y_free", "", "throughput with unbounded staleness over that without", definition="X_free/X_zero", latex=r"y_{\infty}"),
    Quantity("k_enough", "", "staleness from which more of it brings nothing", "real", definition="y_free - 1", latex=r"\eta_{*}"),
    Quantity("k_long", "", "staleness that the longest answer alone makes necessary", "real",
             definition="X_free*t_bare*L_long/(n*D_made) - 1", latex=r"\eta_{\mathrm{longest}}"),
)
OF_A_RUN = (
    Quantity("G_rl", "GPU", "GPUs of a run of reinforcement learning", latex=r"G_{\mathrm{run}}"),
    Quantity("t_rl", "s", "time of the run", latex=r"t_{\mathrm{run}}"),
    Quantity("h_more", "h*GPU", "GPU-hours beside it, as for data", "nonnegative", latex=r"H_{\mathrm{data}}"),
    Quantity("h_run", "h*GPU", "GPU-hours of the run", latex="H", definition="G_rl*t_rl + h_more"),
    Quantity("p_rl", "USD/h/GPU", "cost of an hour of a GPU of the run", latex=r"p_{\mathrm{GPU}}"),
    Quantity("bill_run", "USD", "cost of the run", definition="p_rl*h_run", latex=r"c_{\mathrm{run}}"),
    Quantity("t_before", "s", "time of a run before a change", latex=r"t_{\mathrm{before}}"),
    Quantity("y_run", "", "speed-up of a run", definition="t_before/t_rl", latex=r"y_{\mathrm{run}}"),
    Quantity("t_roll", "s", "time between two rollouts of a run", latex=r"t_{\mathrm{rollout}}"),
    Quantity("v_long", "token/s/sequence", "speed that the longest answer needs to be done in that time", definition="L_long/t_roll",
             latex=r"v_{\mathrm{longest}}"),
    SPEED,
    Quantity("x_long", "", "fraction of that time in which the longest answer is generated", definition="L_long/(v_seq*t_roll)",
             latex=r"x_{\mathrm{longest}}"),
)
LETTERS = Notation((
    *SERVING.only("T", "t_c", "t_m", "t_w", "t_kv", "phi", "n", "kappa", "B", "L", "b_w", "N_total", "N_active", "C", "W", "C_gpu", "W_gpu", "G"),
    *(each for each in ATTENTION if each.name == "L_kv"),
    MEMORY,
    *FILLED,
    *LENGTHS,
    *POOLS,
    *LONGEST_FIRST,
    *WHOLE_STEP,
    *STALENESS,
    *OF_A_RUN,
))


# --- premises

_AREAL = "AReaL, arXiv 2505.24298"
_LOG_SPREAD = Quantity("s_len", "", "standard deviation of the logarithm of the length of an answer")

FILLED_MEMORY = Premise(
    "filled-memory", "B = G*(M_use - m_w)/(kappa*L)",
    because="generation takes as many sequences as fit: their caches fill what the weights leave", source="after lecture 1:04:23",
)
LONG_ANSWERS = Premise(
    "long-answers", "L >= L_kv",
    because="reading the cache of a sequence takes longer than multiplying its token with the weights, so that generation is memory-bound at any batch",
    source="our own: answers of thousands of tokens, where that context is below a thousand for models with grouped-query attention",
)
ALIVE_LONGER = Premise(
    "alive-longer", "L = L_in + L_gen*(1 + v_len)/2",
    because="on average over the passes a sequence has its prompt and half of its answer, and long answers stay in more passes than short ones",
    source="by counting: the mean of the square over twice the mean, as of waiting times in renewal theory",
)
SPREAD = Premise(
    "spread", "v_len = 1", because="answers end at any token with the same chance: their lengths are exponential", source="our own",
    alternatives=(
        Alternative("equal-lengths", "v_len = 0", because="all answers have the same length", source="our own"),
        Alternative("log-normal", "v_len = exp(s_len^2) - 1", because="the logarithm of the length is normal", source="variance of a log-normal distribution",
                    quantities=(_LOG_SPREAD,)),
    ),
)
GENERATED = Premise(
    "generated", "t_made = phi*N_active*D_made/(u_gen*C_gpu*G_gen)",
    because="each generated token multiplies every active parameter once, at the MFU of generation", source="by counting",
)
TRAINED = Premise(
    "trained", "t_learned = k_work*phi*N_active*D_learned/(u_learn*C_gpu*G_learn)",
    because="a trained token takes a forward pass, a backward pass of twice the cost, and a forward pass for each time it is scored", source="practice card 15; the passes that score, by counting",
)
BOTH_BUSY = Premise(
    "both-busy", "t_made = t_learned", because="neither pool waits for the other", source="our own",
)
BARE_PASS = Premise(
    "bare-pass", "t_bare = m_w/W_gpu + t_step",
    because="a pass reads its weights and launches its kernels, however few sequences are left", source="our own, after lecture 0:05:09",
    alternatives=(
        Alternative("drafted", "t_bare = (m_w/W_gpu + t_step)/k_kept", because="tokens are drafted and verified together, so that a pass brings several",
                    source="DeepSeek-R1, appendix B, second-hand: there to shorten the longest answers", quantities=(Quantity("k_kept", "", "tokens that a pass with drafts brings on average"),)),
    ),
)
WITH_A_BARRIER = Premise(
    "with-a-barrier", "t_barrier = t_bare*L_long/n + kappa*B_ans*L*L_gen/(n*W)",
    because="a synchronous update generates until its longest answer is done; each answer reads its own context in each of its passes", source="by counting",
    alternatives=(
        Alternative("with-environments", "t_barrier = t_bare*L_long/n + t_env + kappa*B_ans*L*L_gen/(n*W)", because="the longest answer also waits for its tools, tests or turns",
                    source="our own, of agents", quantities=(Quantity("t_env", "s", "time that the longest answer waits for its environment"),)),
    ),
)
REFILLED = Premise(
    "refilled", "t_refill = t_bare*B_ans*L_gen/(n*B) + kappa*B_ans*L*L_gen/(n*W)",
    because="the batch stays full, so that as many answers take fewer passes; the reads of their caches are the same", source="by counting",
)
ALL_BEGIN = Premise(
    "all-begin-together", "B_ans <= B", because="the answers of an update fit in memory together", source="our own",
)
NO_SHORTER = Premise(
    "no-shorter", "L_long >= L_gen", because="the longest answer is at least as long as the mean", source="by definition of the longest",
)
LONGEST = Premise(
    "longest", "L_long = L_gen*sum(1/k_left, k_left, 1, n_ans)",
    because="while several answers are left, the next of them ends after the mean length divided by their number", source="mean of the largest of exponential variables, by counting",
    alternatives=(
        Alternative("capped", "L_long = L_cap", because="in each update some answer reaches the longest length that is allowed", source="our own",
                    quantities=(Quantity("L_cap", "token/sequence", "longest answer that is allowed"),)),
        Alternative("longest-log-normal", "L_long = L_gen*exp(s_len*z_long - s_len^2/2)", because="the logarithm of the length is normal, and the longest is some standard deviations above the mean",
                    source="quantile of a log-normal distribution; a few percent low where it was simulated",
                    quantities=(_LOG_SPREAD, Quantity("z_long", "", "standard deviations of the longest answer above the mean, in the logarithm"))),
    ),
)
TAIL = Premise(
    "tail", "L_tail = L_gen*sum(1/k_left, k_left, 1, n_last)",
    because="the answers that finish last take turns like the others", source="as the longest answer",
)
REST_OF_UPDATE = Premise("rest-of-an-update", "x_learn = 1 - x_roll", because="what does not generate trains, scores or waits", source="by counting")
REST_UNCHANGED = Premise(
    "rest-unchanged", "t_after = t_whole*x_learn + t_whole*x_roll/y_roll",
    because="only generation gets faster; training and the rest take as long as before", source="Amdahl's law",
)
REFILLED_ALONE = Premise(
    "refilled-alone", "y_roll = y_strag", because="generation gets faster by nothing but the wait that it is spared", source="our own",
)
SUBMITTED = Premise(
    "submitted", "D_open = (1 + k_stale)*D_made",
    because="requests are submitted as long as none would be trained on with weights that are more updates ahead", source=f"{_AREAL}, equation 3",
)
IN_ORDER = Premise(
    "in-order", "t_stay = t_zero",
    because="a batch is trained on when all of its answers are done, so that each stays as long as an update without staleness takes", source=f"after {_AREAL}, section 4.1, where older answers go first",
    alternatives=(
        Alternative("first-done", "t_stay = t_zero*L_gen/L_long", because="any finished answers make up a batch, so that an answer stays no longer than it takes; long ones become older than the bound",
                    source="our own: the alternative that measured rows decide against"),
    ),
)
BY_LITTLE = Premise(
    "by-little", "X_rl = min(X_free, D_open/t_stay)",
    because="what is in flight passes in the time that it stays, unless a pool is slower", source="Little's law",
)
LONGEST_WAITS = Premise(
    "longest-waits", "t_zero >= t_barrier", because="without staleness an update waits for the generation of its answers", source="by definition",
)
POOL_RATE = Premise(
    "pool-rate", "X_free = u_gen*C_gpu*G_gen/(phi*N_active)",
    because="with enough staleness both pools are always busy, and generation never waits", source="our own",
)


# --- the argument

def rl_rollout(board: Board) -> Handle:
    """The MFU of generation by length; the ratio of the pools; the longest answer; the whole update; staleness; a run's bill."""
    full = _full(board)
    result = _pools(board, full)
    barrier = _longest(board)
    _update(board)
    _staleness(board, barrier)
    _run(board)
    return result


class Full(NamedTuple):
    """The MFU of generation, by lengths and by the context."""

    utilization: Handle
    by_context: Handle


def _full(board: Board) -> Full:
    """A pass over a full memory, and the MFU that it leaves."""
    weights, memory = board.take(STORED_ONCE), board.take(FILLED_MEMORY)
    board.define("memory-in-use", "M_use")
    copy = board.define("weights-of-memory", "x_copy")
    pooled, wide = board.take(POOLED_COMPUTE), board.take(POOLED_BANDWIDTH)
    compute, fetch, cache, reads = (board.take(each) for each in (PRODUCTS_TIME, WEIGHT_FETCH, KV_FETCH, MEMORY_TIME))
    time, long, even = board.take(PASS_BY_READS), board.take(LONG_ANSWERS), board.define("cache-as-compute", "L_kv")
    board.state("memory-bound", "t_c <= t_kv", (compute, cache, long, even), because="whatever the batch: each sequence adds more reading than arithmetic")
    whole = board.state("all-memory-is-read", "T = M_use/W_gpu", (time, reads, fetch, cache, weights, memory, wide),
                        because="weights and caches fill the memory, and a pass reads each of them once: as long for any model")
    utilization = board.define("utilization", "u_gen")
    spelled = board.substitute("utilization-in-full", utilization, (memory, whole, pooled), because="the arithmetic of the sequences that fit, over the time to read all memory")
    by_context = board.state("utilization-by-context", "u_gen = (L_kv/L)*(1 - x_copy)", (spelled, even, copy, pooled, wide),
                             because="memory remains only in the fraction that the weights take: more of it holds more sequences and takes longer to read")
    board.state("utilization-at-most", "u_gen <= L_kv/L", (by_context,), because="no memory makes up for the length of the context")
    board.reject("memory-for-utilization", "u_gen = (L_kv/L)*(1 - x_copy)/x_copy", against=(by_context,),
                 because="says that more memory raises the MFU in proportion: counts the sequences that fit, and leaves out that a pass over them takes longer")
    board.take(SPREAD)
    context = board.take(ALIVE_LONGER)
    by_length = board.substitute("utilization-by-length", by_context, (context, even), because="by the prompt, the mean length, and the spread of lengths")
    board.reject("half-of-the-mean", "L < L_in + L_gen/2", against=(context,), because="leaves out that long answers stay in more passes")
    return Full(by_length, by_context)


def _pools(board: Board, full: Full) -> Handle:
    """The GPUs that generate for each that trains."""
    made, learned, busy = (board.take(each) for each in (GENERATED, TRAINED, BOTH_BUSY))
    work, pair = board.define("work-of-training", "k_work"), board.define("pools", "y_pair")
    ratio = board.state("pools-by-utilization", "y_pair = u_learn*D_made/(k_work*u_gen*D_learned)", (pair, made, learned, busy),
                        because="the arithmetic of each pool over the MFU that it reaches; the size of the model cancels")
    board.substitute("pools-by-context", ratio, (full.by_context, work), because="with the MFU of a full memory")
    result = board.substitute("pools-by-length", ratio, (full.utilization, work), because="by the prompt, the mean length, and the spread of lengths")
    part = board.define("fraction-that-generates", "x_split")
    of_all = board.state("fraction-by-pools", "x_split = y_pair/(1 + y_pair)", (part, pair), because="of all GPUs")
    board.substitute("fraction-by-length", of_all, (result,), because="by the prompt, the mean length, and the spread of lengths")
    board.reject("pools-by-passes", "y_pair = D_made/(k_work*D_learned)", against=(ratio,),
                 because="divides the GPUs as the arithmetic: generation and training reach different fractions of the peak")
    return result


def _longest(board: Board) -> Handle:
    """What the longest answer takes, of the GPUs of one copy of the model; returns the time of generation with the wait."""
    board.take(BARE_PASS)
    count = board.define("answers-as-sequences", "B_ans")
    barrier, refill, fits = board.take(WITH_A_BARRIER), board.take(REFILLED), board.suppose(ALL_BEGIN)
    slower, lost = board.define("slow-down", "y_strag"), board.define("lost", "t_spare")
    longer, longest = board.take(NO_SHORTER), board.take(LONGEST)
    board.state("lost-in-passes", "t_spare = t_bare*(L_long - L_gen*B_ans/B)/n", (lost, barrier, refill),
                because="the longest answer costs passes without caches alone: what is read of caches is the same")
    board.state("refilling-is-no-slower", "t_refill <= t_barrier", (barrier, refill, fits, longer), because="a full batch takes no more passes than the longest answer")
    floor = board.state("longest-is-a-floor", "t_barrier >= t_bare*L_long/n", (barrier,), because="a token of an answer waits for the one before it")
    board.substitute("slow-down-in-full", slower, (barrier, refill, count), because="both, written out")
    board.substitute("longest-pass-by-pass", floor, (longest,), because="by the number of answers")
    board.reject("more-gpus-shorten-it", "t_barrier < t_bare*L_long/n", against=(barrier, count),
                 because="says that enough GPUs make a rollout as short as one likes: they share reads and sequences, and no token of the longest answer")
    board.take(TAIL)
    board.define("tail-of-passes", "x_tail")
    return barrier


def _update(board: Board) -> None:
    """What faster generation does to the whole update."""
    rest, after, gain = board.take(REST_OF_UPDATE), board.take(REST_UNCHANGED), board.define("speed-up-of-an-update", "y_step")
    spelled = board.state("speed-up-by-share", "y_step = 1/(x_learn + x_roll/y_roll)", (gain, after), because="the rest takes as long as before")
    most = board.limit("most-by-the-rest", spelled, "y_roll", "oo", because="if generation took no time", holding=("x_learn", "x_roll"))
    board.substitute("ceiling", most, (rest,), because="by the fraction that generates")
    board.state("most-speed-up", "y_step <= 1/x_learn", (spelled,), because="however fast generation gets")
    board.state("least-share", "x_roll >= 1 - 1/y_step", (spelled, rest), because="inverted: a speed-up tells how much of an update generated")
    board.substitute("speed-up-by-refilling", spelled, (board.suppose(REFILLED_ALONE),), because="where only the wait is spared")
    board.reject("all-of-it", "y_step = y_roll", against=(spelled,), because="takes the speed-up of generation for that of the update")


def _staleness(board: Board, barrier: Handle) -> None:
    """The throughput by the staleness that is permitted."""
    opened, stay, rate = board.take(SUBMITTED), board.take(IN_ORDER), board.take(BY_LITTLE)
    zero, gain, free, enough = (board.define(name, letter) for name, letter in (
        ("throughput-without-staleness", "X_zero"), ("gain", "y_stale"), ("most-gain", "y_free"), ("enough", "k_enough")))
    spelled = board.substitute("throughput-in-full", rate, (opened, stay), because="what is in flight, over the time that it stays")
    by_staleness = board.rewrite("throughput-by-staleness", spelled, "X_rl = min(X_free, (1 + k_stale)*X_zero)", using=(zero,),
                                 because="one batch more for each update of staleness, up to what the slower pool can do")
    board.state("gain-by-staleness", "y_stale = min(y_free, 1 + k_stale)", (gain, free, by_staleness), because="both over the throughput without staleness")
    edge = board.boundary("edge", by_staleness, because="where staleness stops to matter")
    board.state("enough-staleness", "k_stale = k_enough", (edge, enough, free), because="the gain that there is to have, less one")
    board.reject("linear-without-end", "X_rl = (1 + k_stale)*X_zero", against=(by_staleness,),
                 because="says that more staleness always pays: at the rate of the slower pool it brings only older answers")
    waits, pool, least = board.take(LONGEST_WAITS), board.take(POOL_RATE), board.define("staleness-for-the-longest", "k_long")
    period = board.state("no-update-before-its-longest", "t_zero >= t_bare*L_long/n", (waits, barrier), because="whatever the number of GPUs")
    most = board.state("most-without-staleness", "1/X_zero >= t_bare*L_long/(n*D_made)", (zero, period), because="the tokens of an update, over the time of its longest answer")
    board.state("no-less-staleness", "k_enough >= k_long", (enough, free, most, least), because="an update without staleness takes at least as long as its longest answer")
    board.substitute("staleness-by-gpus", least, (pool,), because="linear in the GPUs: a larger run with the same batch needs more of it")


def _run(board: Board) -> None:
    """The bill of a run, its speed-up, and what of it the longest answer takes."""
    hours, bill = board.define("hours-of-a-run", "h_run"), board.define("bill-of-a-run", "bill_run")
    board.substitute("bill-of-a-run-in-full", bill, (hours,), because="written out")
    board.solve("price-behind-a-bill", bill, for_="p_rl", because="inverted: what an hour of a GPU cost, by the bill")
    board.define("speed-up-of-a-run", "y_run")
    board.define("speed-for-the-longest", "v_long")
    board.define("share-of-the-longest", "x_long")


# --- numbers

_PAPER = Source(
    "areal", "AReaL: A Large-Scale Asynchronous Reinforcement Learning System for Language Reasoning",
    url="https://github.com/inclusionAI/AReaL/blob/4aef98d8d818af55b43621aaadba047ae10f4e77/assets/paper.pdf", date="2025", author="Fu, Wei and others", standing="verified",
)
_R1 = Source(
    "deepseek-r1-appendix", "DeepSeek-R1, second version, section 2.1 and appendix B, as transcribed in a public repository",
    url="https://arxiv.org/abs/2501.12948v2", date="2026", author="DeepSeek-AI", standing="secondary",
)
_M1 = Source(
    "minimax-m1", "MiniMax-M1 technical report",
    url="https://github.com/MiniMax-AI/MiniMax-M1/blob/2abb4f45a9df4154b4bde024d51874bd127edcee/MiniMax_M1_tech_report.pdf", date="2025-06", author="MiniMax", standing="verified",
)
_LAMINAR = Source("laminar", "Laminar: A Scalable Asynchronous RL Post-Training Framework", url="https://arxiv.org/html/2510.12633v1", date="2025-10", standing="verified")
_ROLL = Source("roll-flash", "ROLL Flash, introduction", url="https://arxiv.org/html/2510.11345v1", date="2025-10", standing="verified")
_APRIL = Source("april", "APRIL, abstract", url="https://arxiv.org/html/2509.18521v1", date="2025-09", standing="verified")
_OWN = "our own choice"
_TABLE_ONE, _FIGURE = "table 1, 1.5B on 16 nodes, 250 steps", "figure 5c, 1.5B on 16 nodes"
_SECOND_HAND = "second-hand: read in a transcription; reproduced, not measured"
_CARDS = Cards("h100", "qwen3-32b", compute="bf16")

DEFAULTS = {
    "n": DECODE, "u_full": Said("90%", _OWN, "the rest is for activations and buffers"),
    "L_in": Said("1,024 token/sequence", _OWN, ""), "L_gen": Said("8,000 token/sequence", _OWN, ""),
    "n_scored": Said("1", _OWN, "the answers are scored by the weights that an update begins with"), "u_learn": Said("40%", _OWN, ""),
    "D_made": Said("65.536e6 token", _OWN, "8,192 answers, 512 prompts of 16 as in AReaL"), "D_learned": Said("65.536e6 token", _OWN, "all of them"),
    "G_gen": Said("1,024 GPU", _OWN, "128 copies of the model on eight"),
    "n_ans": Said("64", _OWN, "8,192 answers on 128 copies"), "n_last": Said("6", _OWN, "about a tenth"),
    "t_step": Said("3 ms", _OWN, "not verified"), "x_roll": Said("70%", "ROLL Flash", "over 70% of the time of training is rollout", _ROLL),
}


def _areal(staleness: int) -> Reading:
    """AReaL's throughput at a staleness, from that without and that with any."""
    return Reading(f"areal-{staleness}", f"AReaL with a staleness of {staleness}, from its throughput without and with any", {
        "X_zero": Said("128,700 token/s", "AReaL", f"{_FIGURE}, staleness 0", _PAPER), "X_free": Said("396,800 token/s", "AReaL", f"{_FIGURE}, unbounded", _PAPER),
        "k_stale": Said(f"{staleness}", "AReaL", _FIGURE, _PAPER)})


def _hours(before: str, system: str) -> dict[str, Said]:
    """The hours of AReaL's run, and those of the same run on another system."""
    return {"t_before": Said(f"{before} h", "AReaL", f"{_TABLE_ONE}: {system}", _PAPER), "t_rl": Said("14.8 h", "AReaL", _TABLE_ONE, _PAPER)}


def _answers(name: str, length: str) -> Reading:
    """The defaults with another mean length."""
    return Reading(name, f"answers of {length} tokens", {**DEFAULTS, "L_gen": Said(f"{length} token/sequence", _OWN, "")}, _CARDS)


def _tenth(name: str, count: str, last: str) -> Reading:
    """So many answers, and the last tenth of them."""
    return Reading(name, f"the last tenth of {count} answers", {"L_gen": DEFAULTS["L_gen"], "n_ans": Said(count, _OWN, ""), "n_last": Said(last, _OWN, "a tenth")})


def _share(name: str, share: str, by: str, source: Source) -> Reading:
    """A fraction of an update that generates."""
    return Reading(name, f"{share} of an update generates, as {by} has it", {"x_roll": Said(share, by, "rollout in the time of training", source)})


_R1_GPUS = Said("512 GPU", "DeepSeek-R1", "H800", _R1)
_R1_ROLLOUT = {
    "t_roll": Said("1,097 s", "DeepSeek-R1-Zero", "198 hours, 10,400 steps, 16 steps from a rollout", _R1),
    "L_long": Said("39,700 token/sequence", "DeepSeek-R1-Zero", "mean of its longest allowed answers, 32,768 and 65,536 from step 8,200; that each rollout has one is assumed", _R1),
    "v_seq": Said("39 token/s/sequence", _OWN, "DeepSeek-V3 as served, times what drafted tokens bring"),
}
READINGS = (
    _answers("short-answers", "2,000"),
    _answers("long-answers-of-all", "24,000"),
    *(_areal(each) for each in (1, 2, 4, 8, 16)),
    Reading("areal-own", "AReaL, over a synchronous variant of its own", _hours("41.0", "its synchronous variant")),
    Reading("areal-verl", "the same, over verl", _hours("33.6", "verl")),
    _tenth("of-sixty-four", "64", "6"),
    _tenth("of-five-hundred", "512", "51"),
    _tenth("of-eight-thousand", "8,192", "819"),
    _share("seven-tenths", "70%", "ROLL Flash", _ROLL),
    _share("nine-tenths", "90%", "APRIL", _APRIL),
    Reading("laminar", "Laminar's speed-up", {"y_step": Said("5.48", "Laminar", "abstract, up to, on 1,024 GPUs", _LAMINAR)}),
    Reading("r1", "DeepSeek-R1 and R1-Zero, second-hand", {
        "G_rl": _R1_GPUS, "t_rl": Said("278 h", "DeepSeek-R1", "198 hours of R1-Zero and 80 of R1", _R1), "h_more": Said("5,000 h*GPU", "DeepSeek-R1", "data", _R1),
        "p_rl": Said("2 USD/h/GPU", "DeepSeek-R1", "assumed there", _R1)}),
    Reading("r1-zero", "a rollout of DeepSeek-R1-Zero, second-hand", _R1_ROLLOUT),
    Reading("minimax-m1", "MiniMax-M1", {
        "G_rl": Said("512 GPU", "MiniMax-M1", "H800", _M1), "t_rl": Said("21 day", "MiniMax-M1", "three weeks", _M1), "h_more": Said("0 h*GPU", _OWN, "nothing else is told"),
        "bill_run": Said("534,700 USD", "MiniMax-M1", "abstract", _M1)}),
)
PUBLISHED = (
    Published("speed-up-of-a-run", "2.77", "AReaL", "abstract and section 6.2, up to, over synchronous systems", "three significant figures", "areal-own",
              note="over its own synchronous variant"),
    Published("speed-up-of-a-run", "2.77", "AReaL", "abstract and section 6.2, up to, over synchronous systems", "three significant figures", "areal-verl",
              note="over verl, the synchronous system of others that it names"),
    Published("hours-of-a-run", "147e3 h*GPU", "DeepSeek-R1, second-hand", "appendix B.4.4", "three significant figures", "r1", kind="look-up", note=_SECOND_HAND),
    Published("bill-of-a-run-in-full", "294e3 USD", "DeepSeek-R1, second-hand", "appendix B.4.4", "three significant figures", "r1", kind="look-up", note=_SECOND_HAND),
    Published("fraction-by-length", "75%", "AReaL", "section 6.1, of the GPUs for inference, at all sizes: a heuristic", "two significant figures", AS_BUILT, kind="look-up",
              note="the lengths of its answers are not told"),
)
GRIDS = (
    Grid(("utilization-by-length", "pools-by-length", "fraction-by-length", "slow-down-in-full"), readings=("short-answers", AS_BUILT, "long-answers-of-all"),
         title="By the mean length of answers: MFU of generation, GPUs that generate for each that trains, their fraction of all, and the slow-down by the wait for the longest answer"),
    Grid(("throughput-by-staleness", "gain-by-staleness", "enough"), readings=tuple(f"areal-{each}" for each in (1, 2, 4, 8, 16)),
         title="AReaL's throughput by staleness, over that without, and the staleness from which more brings nothing"),
    Grid(("tail-of-passes",), readings=("of-sixty-four", "of-five-hundred", "of-eight-thousand"), title="Fraction of the passes in which no more than the last tenth of the answers is left"),
    Grid(("ceiling",), readings=("seven-tenths", "nine-tenths"), title="Speed-up of an update that no speed-up of generation exceeds"),
    Grid(("least-share",), readings=("laminar",), title="Fraction of an update that must have generated, by its speed-up"),
    Grid(("hours-of-a-run", "bill-of-a-run-in-full"), readings=("r1",), title="GPU-hours and bill of DeepSeek-R1 and R1-Zero"),
    Grid(("price-behind-a-bill",), readings=("minimax-m1",), title="Hour of a GPU behind the bill of MiniMax-M1"),
    Grid(("speed-for-the-longest", "share-of-the-longest"), readings=("r1-zero",), title="Speed that the longest answer of R1-Zero needs, and its fraction of the time between two rollouts as DeepSeek-V3 is served"),
)
RANGES = {
    "L_gen": Between("2,000 token/sequence", "32,000 token/sequence", "our own", "from a short chain of thought to a long one"),
    "n_scored": Between("0", "2", "our own", "from no score to the old weights and a reference"),
    "u_learn": Between("25%", "50%", "our own", "from short sequences to a tuned run"),
    "L_in": Between("256 token/sequence", "8,192 token/sequence", "our own", "from a question to one with a document"),
}


CLAIM = Claim(
    name="rl-rollout",
    title="RL rollouts: two pools, the longest answer, and staleness",
    chapter=chapters.AFTERWARDS,
    question="How many GPUs should generate for each that trains in reinforcement learning?",
    answer="About {pools-by-length:2 GPU} for each that trains, as generation has an MFU of {utilization-by-length:%} with answers of {L_gen:/} on average.",
    notation=LETTERS, body=rl_rollout, result="pools-by-length", outside="no such ratio",
    deciding="would be decided by the throughput of a run by its staleness and by its number of GPUs, with the lengths of its answers",
    defaults=DEFAULTS, readings=READINGS, published=PUBLISHED, grids=GRIDS, ranges=RANGES,
    compared=("pools-by-length", "utilization-by-length", "slow-down-in-full", "staleness-by-gpus"),
    deployment=Deployment(_CARDS),
)
