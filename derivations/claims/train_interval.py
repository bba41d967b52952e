"""train-interval: a pass takes about as long as reading all of the memory once.

Lecture 0:21:49 to 0:27:50. Said: 20 ms "on many generations", 15 ms for Rubin; 40 ms at worst; 128,000 tokens a second.
"""

from __future__ import annotations

from derivations.claims.balance import balance_batch, take_balance, take_pass
from derivations.claims.claim import (
    ALL,
    AS_BUILT,
    AS_SAID,
    Asserted,
    Cards,
    Claim,
    Grid,
    Published,
    Reading,
    Said,
)
from derivations.claims.lecture import LECTURE, PATEL, POPE
from derivations.claims.notation import ALL_MEMORY, MEMORY, SERVING, TRAINS
from derivations.claims.premises import (
    BACK_TO_BACK,
    EVEN_ARRIVALS,
    FULL_READ,
    GENERATED,
    JUST_MISSED,
    NEXT_TRAIN,
    PASS_BY_READS,
    POOLED_BANDWIDTH,
    POOLED_COMPUTE,
    POOLED_MEMORY,
    READ_TIME,
)
from derivations.engine.board import Board, Handle


def train_interval(board: Board) -> Handle:
    """The time to read all memory once; what a request sees of it; what a system generates; where it meets balance."""
    pass_time = board.take(PASS_BY_READS)
    reads = board.take(READ_TIME)
    full = board.take(FULL_READ)
    memory = board.take(POOLED_MEMORY)
    bandwidth = board.take(POOLED_BANDWIDTH)
    board.take(POOLED_COMPUTE)
    all_read = board.substitute("all-memory-read", reads, (full,), because="all memory, once")
    drain = board.substitute("drain-time", pass_time, (all_read,), because="memory over bandwidth")
    interval = board.substitute(
        "interval", drain, (memory, bandwidth), because="both are per GPU, so that one GPU's card tells"
    )
    board.independence(
        "any-number-of-gpus", interval, of="G", because="more GPUs bring memory and bandwidth in the same proportion"
    )
    back_to_back = board.take(BACK_TO_BACK)
    _time_in_system(board, back_to_back)
    _throughput(board, back_to_back)
    _operating_point(board, all_read)
    return interval


def _time_in_system(board: Board, back_to_back: Handle) -> None:
    """Worst and mean time between the arrival of a request and its token."""
    waiting = board.take(NEXT_TRAIN)
    time = board.substitute("time-in-system", waiting, (back_to_back,), because="a wait, then a ride")
    board.state(
        "at-most-two", "t_sys <= 2*T", (time,), because="no wait is longer than an interval while no train is full"
    )
    missed = board.take(JUST_MISSED)
    board.substitute("worst-time", time, (missed,), because="who just missed a train waits a whole interval")

    places = board.sum(
        "places", "j_req", index="j_req", first="1", last="N_req", count="N_req", named="S_req",
        because="1 + 2 + ... for the shares of the interval that they wait",
    )  # fmt: skip
    mean = board.take(EVEN_ARRIVALS)
    of_many = board.substitute("mean-of-some", mean, (back_to_back, places))
    board.limit("mean-time", of_many, "N_req", "oo", because="with many requests half an interval is waited on average")


def _throughput(board: Board, back_to_back: Handle) -> None:
    """Tokens a second, and their share of a larger traffic."""
    generated = board.take(GENERATED)
    board.substitute(
        "throughput", generated, (back_to_back,), because="a batch of tokens leaves at the end of every pass"
    )
    share = board.define("share", "u_sys")
    board.solve("traffic-of-share", share, for_="X_all", because="the traffic that a share stands for")


def _operating_point(board: Board, all_read: Handle) -> None:
    """Where all memory is read once in a pass and compute takes exactly as long: one context, and one batch."""
    times = take_pass(board)
    weights_alone = times.weights
    balance, spelled = take_balance(board, times)
    _, crossover = balance_batch(board, spelled)
    ridge = board.define("ridge", "r")
    sparsity = board.define("sparsity", "s")

    busy = board.substitute(
        "compute-as-long", balance, (times.compute, all_read), because="compute takes as long as reading all memory"
    )
    batch = board.solve("batch-for-both", busy, for_="B", because="only one batch gives compute that much to do")
    filled = board.equate("memory-filled", all_read, times.memory, because="what is read is weights and caches")
    spelled_out = board.substitute("memory-filled-in-full", filled, (times.weights, times.cache, batch))
    context = board.solve("context-for-both", spelled_out, for_="L", because="only one context fills the memory")
    meeting = board.rewrite(
        "meeting-context", context, "L = L_x*(1 - b_w*N_total/M)", using=(crossover,),
        because="a little short of the crossover: the more memory beside the weights, the closer",
    )  # fmt: skip
    board.rewrite(
        "meeting-batch", batch, "B = r*M/(b_w*n*N_active)", using=(ridge, context),
        because="the ridge times memory over active weights: the whole memory stands where the weights stood",
    )  # fmt: skip
    board.state(
        "larger-than-balance", "B = r*s*(M/(b_w*N_total))/n", (batch, ridge, sparsity),
        because="the batch that balances there is larger than 300 times sparsity as often as the weights fit in memory",
    )  # fmt: skip
    board.reject(
        "weights-take-the-interval", "t_w = M/W", against=(weights_alone, meeting),
        because="card 9: a pass cannot be faster because the weights cannot be read in less; "
        "it is the whole memory that takes so long",
    )  # fmt: skip
    board.reject(
        "both-at-short-context", "B = r*s/n", against=(batch, ridge, sparsity, context),
        because="20 ms and a batch of 300 times sparsity as one operating point",
    )  # fmt: skip


_TWO_THOUSAND = Said("2,000 sequence", POPE, "0:20:24", LECTURE)
_DECODE = Said("1 token/sequence", POPE, "0:07:13, decode", LECTURE)
_PER_SECOND = Said("1/64 s", f"{POPE}: 64 passes a second", "0:26:48", LECTURE)

TRAIN_INTERVAL = Claim(
    name="train-interval",
    title="A train every 20 ms: the time to read all of the memory",
    chapter="0:00:00 How batch size affects token cost and speed",
    question="How often should a forward pass start, and what does a user see of it?",
    notation=SERVING.extended((MEMORY, ALL_MEMORY, *TRAINS)),
    body=train_interval,
    result="interval",
    outside="no such operating point",
    defaults={"n": _DECODE, "B": _TWO_THOUSAND},
    readings=(
        Reading(
            AS_SAID,
            "as said: Rubin, 288 GB at 20 TB/s, a batch of 2,000",
            {
                "M_gpu": Said("288 GB/GPU", POPE, "0:24:13", LECTURE),
                "W_gpu": Said("20 TB/s/GPU", POPE, "0:24:13", LECTURE),
                "n": _DECODE,
                "B": _TWO_THOUSAND,
            },
        ),
        Reading(
            "twenty-milliseconds",
            "the 20 ms that he goes on with",
            {"T": Said("20 ms", POPE, "0:24:01", LECTURE), "n": _DECODE, "B": _TWO_THOUSAND},
        ),
        Reading(
            "sixty-four-a-second",
            "64 passes a second, and a thousandth of all traffic",
            {
                "T": _PER_SECOND,
                "n": _DECODE,
                "B": _TWO_THOUSAND,
                "u_sys": Said("1/1000", POPE, "0:27:37", LECTURE),
            },
        ),
        Reading(
            "later-traffic",
            "64 passes a second, against the 500 million tokens a second of the later chapter",
            {
                "T": _PER_SECOND,
                "n": _DECODE,
                "B": _TWO_THOUSAND,
                "X_all": Said("500 million token/s", POPE, "1:29:49", LECTURE),
            },
        ),
        Reading(
            "blackwell-rack",
            "a rack of 72 GB200, DeepSeek-V3 in fp8",
            {"n": _DECODE, "B": _TWO_THOUSAND},
            Cards("gb200", "deepseek-v3", compute="fp8", cache="fp8"),
        ),
    ),
    published=(
        Published("interval", "20 ms", POPE, "0:24:01", "one significant figure", AS_BUILT,
                  note="on many generations, he says: the table of cards shows which"),
        Published("interval", "15 ms", POPE, "0:24:13, and practice card 9", "rounded up to two significant figures"),
        Published("interval", "15 ms", "a summary", "2026, for Blackwell", "rounded up to two significant figures",
                  "blackwell-rack", reproduces=False, note="288 GB and 20 TB/s were said of Rubin"),
        Published("interval", "20 ms", "another summary", "2026, for Blackwell", "one significant figure",
                  "blackwell-rack"),
        Published("worst-time", "40 ms", POPE, "0:23:25", "exact", "twenty-milliseconds",
                  note="wait and ride together, while no train is full"),
        Published("throughput", "128,000 token/s", POPE, "0:26:58", "exact", "sixty-four-a-second"),
        Published("throughput", "128,000 token/s", POPE, "0:26:58", "exact", "twenty-milliseconds", reproduces=False,
                  note="20 ms make 50 passes a second, not 64"),
        Published("throughput", "128,000 token/s", POPE, "0:26:58", "exact", reproduces=False,
                  note="and 14.4 ms make 69"),
        Published("traffic-of-share", ("100 million token/s", "1,000 million token/s"), POPE,
                  "0:27:28, hundreds of millions", "range", "sixty-four-a-second"),
        Published("share", "1/1000", POPE, "0:27:37", "one significant figure", "later-traffic", reproduces=False,
                  note="the two passages take different traffic"),
    ),
    asserted=(
        Asserted("memory over bandwidth is about 20 ms on many generations", POPE, "0:24:01",
                 across=("a100-40", "a100-80", "h100", "h200", "b200", "b300", "rubin", "mi300x", "tpu-v5p"),
                 of="interval"),
        Asserted("a longer interval is pointless: in 30 ms the memory could be read twice, and nobody wants the same "
                 "weights and caches twice", POPE, "0:25:14"),
        Asserted("one needs a thousandth of Gemini's traffic to be competitive", PATEL, "0:27:37"),
        Asserted("the 128,000 tokens a second are those of 'the system'; a summary says replica, two posts say rack",
                 POPE, "0:26:58"),
    ),
    compared=("interval", "worst-time", "mean-time", "throughput", "share", "meeting-context", "meeting-batch"),
    grids=(
        Grid(("interval", "worst-time"), ALL, title="Time to read the memory, and worst time in the system"),
        Grid(("meeting-context", "meeting-batch"), ALL, cards=Cards(model="deepseek-v3", compute="fp8", cache="fp8"),
             title="Where one scale-up domain reads all memory in a pass that balances, DeepSeek-V3 in fp8"),
    ),
)  # fmt: skip
