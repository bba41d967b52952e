"""train-interval: a pass takes about as long as reading all of the memory once.

Lecture 0:21:49 to 0:27:50. Said: 20 ms "on many generations", 15 ms for Rubin; 40 ms at worst; 128,000 tokens a second.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from derivations.claim.claim import (
    ALL,
    AS_SAID,
    Asserted,
    Cards,
    Claim,
    Grid,
    OnCard,
    Published,
    Reading,
    Said,
)
from derivations.claims.shared import chapters
from derivations.claims.shared.passes import (
    ALL_MEMORY,
    ARITHMETIC_TIME,
    ATTENTION,
    MEMORY,
    POOLED_ATTENTION,
    POOLED_COMPUTE,
    SERVING,
    Pass,
    even_sides,
    take_pass,
)
from derivations.claims.shared.said import BATCH, CARDS, DECODE, LECTURE, PATEL, POPE, TRAFFIC, TWENTY_MILLISECONDS
from derivations.claims.shared.trains import (
    ANNOUNCED_MONTHS,
    ANNOUNCED_TRAFFIC,
    BACK_TO_BACK,
    EVEN_ARRIVALS,
    JUST_MISSED,
    NEXT_TRAIN,
    SIXTY_FOUR_PASSES,
    THOUSANDTH,
    TRAINS,
    drain_interval,
    mean_time,
    sum_of_places,
    take_reads,
    take_throughput,
)

if TYPE_CHECKING:
    from derivations.derivation.board import Board
    from derivations.derivation.script import Handle

# --- letters and premises: those of trains and of a forward pass, in trains.py and passes.py

# --- the argument

def train_interval(board: Board) -> Handle:
    """The time to read all memory once; what a request sees of it; what a system generates; where it meets balance."""
    taken = take_reads(board)
    board.take(POOLED_COMPUTE)
    board.take(POOLED_ATTENTION)
    read = drain_interval(board, taken)
    board.independence(
        "any-number-of-gpus", read.interval, of="G",
        because="adding GPUs adds memory and bandwidth in the same proportion",
    )
    _given_interval(board, read.drain)
    back_to_back = board.take(BACK_TO_BACK)
    _time_in_system(board, back_to_back)
    _throughput(board, back_to_back)
    times = take_pass(board, compute=ARITHMETIC_TIME)
    _lower_bound(board, taken.pass_time, taken.bandwidth, read.drain, times)
    _operating_point(board, read.all_read, times)
    return read.interval


def _given_interval(board: Board, drain: Handle) -> None:
    """Bytes that can be read in a given interval, and how many times that is all memory."""
    read = board.define("bytes-in-interval", "R_given")
    times = board.define("times-read", "n_reads")
    board.state(
        "times-the-drain-time", "n_reads = t_given/T", (read, times, drain),
        because="in twice the time all memory could be read twice, and a pass needs the same bytes only once",
    )


def _time_in_system(board: Board, back_to_back: Handle) -> None:
    """Worst and mean time between the arrival of a request and its token."""
    waiting = board.take(NEXT_TRAIN)
    time = board.substitute("time-in-system", waiting, (back_to_back,), because="a request first waits for a pass, then rides it")
    board.state(
        "at-most-two", "t_sys <= 2*T", (time,), because="as long as no train is full, no request waits longer than one interval"
    )
    missed = board.take(JUST_MISSED)
    whole = board.substitute("wait-and-ride", time, (missed,), because="a request that just missed a train waits a whole interval")
    board.rewrite("worst-time", whole, "t_sys = 2*T", because="one interval to wait, one pass to ride")
    board.reject(
        "all-of-it-is-waiting", "x_wait*tau = 2*T", against=(back_to_back, missed),
        because="reads the 40 ms as time in the queue: half of it is the ride",
    )

    places = sum_of_places(board)
    mean_time(board, board.take(EVEN_ARRIVALS), (time, back_to_back, places))


def _throughput(board: Board, back_to_back: Handle) -> None:
    """Tokens a second, and their share of a larger traffic."""
    rate = take_throughput(board, back_to_back)
    passes = board.define("passes-per-second", "f_pass")
    board.rewrite(
        "batch-times-passes", rate, "X_sys = f_pass*n*B", using=(passes,), because="as the lecturer puts it: 64 times the batch"
    )
    board.take(ANNOUNCED_TRAFFIC)
    share = board.define("share", "u_sys")
    board.solve("traffic-of-share", share, for_="X_all", because="the total traffic that this share implies")


def _lower_bound(board: Board, pass_time: Handle, bandwidth: Handle, drain: Handle, times: Pass) -> None:
    """No pass is faster than its weights are read; the interval is that bound times what else fits."""
    board.state(
        "no-faster", "T >= t_w", (pass_time, times.memory),
        because="a pass that uses all experts reads all weights, and no pass is faster than that read",
    )
    board.substitute(
        "weights-alone", times.weights, (bandwidth,),
        because="the bound itself: all GPUs of the domain together read one copy of the weights",
    )
    board.state(
        "as-many-as-fit", "T = t_w*(M/(b_w*N_total))", (drain, times.weights),
        because="the interval over the bound is the number of times that the weights fit into memory",
    )


def _operating_point(board: Board, all_read: Handle, times: Pass) -> None:
    """The operating point at which a pass reads all memory once and computes as long: one context, and one batch."""
    balance, _ = even_sides(board, times)
    ridge = board.define("ridge", "r")
    sparsity = board.define("sparsity", "s")
    groups = board.define("kv-context", "L_kv"), board.define("attention-over-its-reads", "x_pair")

    filled = board.equate("memory-filled", all_read, times.memory, because="the bytes read are weights and caches")
    beside = board.substitute("memory-filled-in-full", filled, (times.weights,), because="the weights are read once")
    rest = board.solve("caches-take-the-rest", beside, for_="t_kv", because="what the weights leave of the time goes to caches")
    held = board.solve("context-of-a-batch", times.cache, for_="L", because="the more sequences, the shorter their contexts")
    busy = board.substitute(
        "compute-as-long", balance, (times.compute, held, all_read, rest),
        because="compute takes as long as reading all memory, whose caches attention multiplies with",
    )
    batch = board.solve("batch-for-both", busy, for_="B", because="exactly one batch keeps compute busy for that long")
    large = board.rewrite(
        "meeting-batch", batch, "B = r*M/(b_w*n*N_active)*(1 - x_pair*(1 - b_w*N_total/M))", using=(ridge, *groups),
        because="the balance batch with all memory in the place of all weights, less what the arithmetic of attention takes of the time",
    )
    context = board.substitute("context-for-both", held, (rest, batch), because="only one context fills the memory")
    meeting = board.rewrite(
        "meeting-context", context, "L = L_kv*(1 - b_w*N_total/M)/(1 - x_pair*(1 - b_w*N_total/M))", using=groups,
        because="the context at which reading the cache takes as long as the weights' arithmetic, shorter as the weights take memory, longer as attention computes",
    )
    board.state(
        "larger-than-balance", "B = (r*s/n)*(M/(b_w*N_total))*(1 - x_pair*(1 - b_w*N_total/M))", (large, sparsity),
        because="the lecture's 300 times sparsity, times how often the weights fit into memory, less the arithmetic of attention",
    )
    board.reject(
        "weights-take-the-interval", "t_w = M/W", against=(times.weights, meeting),
        because="card 9 says that no pass is faster because reading the weights takes that long: reading all memory does, and reading the weights only where they fill it",
    )
    board.reject(
        "both-at-short-context", "B = r*s/n", against=(batch, ridge, sparsity, context),
        because="pairs the balance batch without a context with a pass of 20 ms, in one breath (before 0:22:32)",
    )


# --- what was said

# as built without a batch: caches of 2,000 sequences that fill the memory of a rack, or the weights' arithmetic of so many
# on the oldest cards, take longer to compute with than reading all memory
DEFAULTS = {"n": DECODE, "t_given": TWENTY_MILLISECONDS}
WITH_BATCH = {**DEFAULTS, "B": BATCH}

READINGS = (
    Reading(AS_SAID, "as said: Rubin, 288 GB at 20 TB/s, a batch of 2,000",
            {"M_gpu": Said("288 GB/GPU", POPE, "0:24:13", LECTURE),
             "W_gpu": Said("20 TB/s/GPU", POPE, "0:24:13", LECTURE), "n": DECODE, "B": BATCH,
             "t_given": Said("30 ms", POPE, "0:25:14", LECTURE)}),
    Reading("twenty-milliseconds", "the 20 ms that the lecturer starts from",
            {"T": TWENTY_MILLISECONDS, "n": DECODE, "B": BATCH}),
    Reading("sixty-four-a-second", "64 passes a second, and a thousandth of all traffic",
            {**SIXTY_FOUR_PASSES, "u_sys": THOUSANDTH}),
    Reading("later-traffic", "64 passes a second, and the 500 million tokens a second of the later chapter",
            {**SIXTY_FOUR_PASSES, "X_all": TRAFFIC}),
    *ANNOUNCED_MONTHS,
    Reading("hopper-node", "a node of 8 H100",  # of no model: its 640 GB do not hold the one that is assumed elsewhere
            {**WITH_BATCH, "G": OnCard("h100", "domain"), "M_gpu": OnCard("h100", "capacity"), "W_gpu": OnCard("h100", "bandwidth")}),
    Reading("rubin-as-built", "Rubin as its card has it, DeepSeek-V3 in fp8",
            DEFAULTS, Cards("rubin", "deepseek-v3", compute="fp8", cache="fp8")),
    Reading("blackwell-rack", "a rack of 72 GB200, DeepSeek-V3 in fp8",
            DEFAULTS, Cards("gb200", "deepseek-v3", compute="fp8", cache="fp8")),
    Reading("blackwell-rack-fp4", "the same rack, DeepSeek-V3 in fp4",
            DEFAULTS, Cards("gb200", "deepseek-v3", compute="fp4", cache="fp8")),
    Reading("trillion-in-a-terabyte", "the same rack, a trillion parameters in one terabyte",
            {"N_total": Said("1e12 parameter", POPE, "1:01:36 to 1:02:28", LECTURE),
             "b_w": Said("1 byte/parameter", f"{POPE}: a trillion needs one terabyte", "1:01:36 to 1:02:28", LECTURE),
             "G": OnCard("gb200", "domain"), "W_gpu": OnCard("gb200", "bandwidth"),
             "M_gpu": OnCard("gb200", "capacity")}),
)

PUBLISHED = (
    Published("interval", "20 ms", POPE, "0:24:01", "one significant figure", "hopper-node",
              note="said of many generations; the table of cards shows which"),
    Published("interval", "20 ms", "practice card 9", CARDS.date, "one significant figure", "hopper-node", kind="retelling"),
    Published("interval", "15 ms", POPE, "0:24:13, about", "about two significant figures"),
    Published("interval", "15 ms", "practice card 9", CARDS.date, "about two significant figures", kind="retelling"),
    Published("interval", "15 ms", POPE, "0:24:13, about", "about two significant figures", "rubin-as-built",
              note="the card has more bandwidth than he says"),
    Published("interval", "15 ms", "a summary", "2026, for Blackwell", "about two significant figures",
              "blackwell-rack", kind="retelling", note="288 GB and 20 TB/s were said of Rubin"),
    Published("times-read", "2", POPE, "0:25:14, all of HBM twice in around 30 ms", "one significant figure"),
    Published("worst-time", "40 ms", POPE, "0:23:25", "exact", "twenty-milliseconds",
              note="wait and ride together, while no train is full"),
    Published("worst-time", "40 ms", "another summary", "2026, as queueing latency", "one significant figure",
              "twenty-milliseconds", kind="retelling", note="half of it is the ride"),
    Published("passes-per-second", "60 1/s", POPE, "0:26:32, about", "one significant figure", "twenty-milliseconds",
              note="said of 15 ms or 20 ms; here the longer one"),
    Published("passes-per-second", "60 1/s", POPE, "0:26:32, about", "one significant figure",
              note="here the shorter one, unrounded"),
    Published("passes-per-second", "64 1/s", POPE, "0:26:48", "exact", "twenty-milliseconds",
              kind="premise", note="a power of two near 60"),
    Published("throughput", "128,000 token/s", POPE, "0:26:58", "exact", "sixty-four-a-second"),
    Published("throughput", "128,000 token/s", POPE, "0:26:58", "exact", "twenty-milliseconds",
              note="with as many passes a second as 20 ms allow"),
    Published("throughput", "128,000 token/s", POPE, "0:26:58", "exact",
              note="with as many passes a second as the unrounded interval allows"),
    Published("traffic-of-share", ("100 million token/s", "1,000 million token/s"), POPE,
              "0:27:28, hundreds of millions", "range", "sixty-four-a-second", kind="look-up"),
    Published("announced-traffic", ("100 million token/s", "1,000 million token/s"), POPE,
              "0:27:28, announced 'last year'", "range", "announced-in-may-2025", kind="look-up"),
    Published("announced-traffic", ("100 million token/s", "1,000 million token/s"), POPE,
              "0:27:28, announced 'last year'", "range", "announced-in-june-2025", kind="look-up"),
    Published("announced-traffic", ("100 million token/s", "1,000 million token/s"), POPE,
              "0:27:28, announced 'last year'", "range", "announced-in-october-2025", kind="look-up"),
    Published("announced-traffic", ("100 million token/s", "1,000 million token/s"), POPE,
              "0:27:28, announced 'last year'", "range", "announced-in-may-2026",
              kind="look-up", note="announced after the lecture"),
    Published("announced-traffic", "500 million token/s", POPE, "1:29:49", "one significant figure",
              "announced-in-october-2025", kind="look-up", note="'I don't really know', he adds"),
    Published("share", "1/1000", POPE, "0:27:37", "order of magnitude", "announced-in-may-2025",
              note="'a thousandth' names an order of magnitude, and is compared as one"),
    Published("share", "1/1000", POPE, "0:27:37", "order of magnitude", "announced-in-june-2025",
              note="with the traffic announced a month later"),
    Published("share", "1/1000", POPE, "0:27:37", "order of magnitude", "announced-in-october-2025",
              note="with the traffic announced about half a year later"),
    Published("share", "1/1000", POPE, "0:27:37", "order of magnitude", "later-traffic",
              note="the two chapters use different figures for the traffic"),
)

ASSERTED = (
    Asserted("memory over bandwidth is about 20 ms on many generations; here NVIDIA's",
             POPE, "0:24:01", across=("a100-40", "a100-80", "h100", "h200", "b200", "b300", "rubin"), of="interval"),
    Asserted("a longer interval is pointless, because nobody wants to read the same weights and caches twice",
             POPE, "0:25:14"),
    Asserted("a longer interval leaves FLOPs idle, because there is nothing left to read", "practice card 9", CARDS.date),
    Asserted("one needs at least a thousandth of Gemini's traffic to be competitive", PATEL, "after 0:27:37"),
    Asserted("the 128,000 tokens a second are those 'of the system'", POPE, "0:26:32"),
    Asserted("the 128,000 tokens a second are those of one replica", "another summary", "2026"),
    Asserted("the 128,000 tokens a second are those of one rack, and so Gemini runs on a thousand racks", "two blog posts", "2026"),
)

GRIDS = (
    Grid(("interval", "worst-time"), ALL, title="Time to read all memory, and worst time in the system"),
    Grid(("weights-alone", "meeting-context", "meeting-batch"), ALL,
         cards=Cards(model="deepseek-v3", compute="fp8", cache="bf16"),
         title="DeepSeek-V3 in fp8, its cache in bf16, on one scale-up domain of each card with an fp8 rate: time to read the weights alone, and the context and batch at which a pass at balance reads all memory; a TPU torus counts as one domain"),
)


CLAIM = Claim(
    name="train-interval",
    title="A train every 20 ms: the time to read all of the memory",
    chapter=chapters.BATCH_SIZE,
    question="How often should a forward pass start?",
    answer="About every {interval}, the time a GPU takes to read all of its memory, {M_gpu:3/} at {W_gpu:/}; a request then takes at most {worst-time}.",
    notation=SERVING.extended((*ATTENTION, MEMORY, ALL_MEMORY, *TRAINS)), body=train_interval, result="interval",
    outside="no such operating point",
    defaults=DEFAULTS, readings=READINGS, published=PUBLISHED, asserted=ASSERTED, grids=GRIDS,
    compared=("interval", "worst-time", "mean-time", "throughput", "share", "weights-alone", "meeting-batch"),
)
