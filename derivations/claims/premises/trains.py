"""Premises about passes that start one after another."""

from derivations.claims.notation.trains import FULL_TRAINS, READ_SHARE
from derivations.engine.premise import Alternative, Premise

READ_TIME = Premise(
    "read-time",
    "t_m = R_pass/W",
    because="almost all accesses are reads, and they come at full bandwidth",
    source="lecture 0:25:14",
)
PASS_BY_READS = Premise(
    "pass-by-reads",
    "T = t_m",
    because="the pass takes as long as its reads: compute is overlapped and takes no longer",
    source="after lecture 0:24:01",
)
FULL_READ = Premise(
    "full-read",
    "R_pass = M",
    because="weights and caches fill the memory, and a pass reads each of them once",
    source="lecture 0:24:01",
    alternatives=(
        Alternative(
            "part-read",
            "R_pass = u_read*M",
            because="some of the memory is empty, or holds caches of sequences that are not in this pass",
            quantities=(READ_SHARE,),
        ),
    ),
)
BACK_TO_BACK = Premise(
    "back-to-back",
    "tau = T",
    because="the next pass starts when the last one has ended, full or not",
    source="lecture 0:22:32",
)
NEXT_TRAIN = Premise(
    "next-train",
    "t_sys = x_wait*tau + T",
    because="a request waits for the next start and rides one pass; so it is while no train is full",
    source="lecture 0:23:07",
    alternatives=(
        Alternative(
            "full-trains",
            "t_sys = (x_wait + n_full)*tau + T",
            because="so many trains that start first are full",
            quantities=(FULL_TRAINS,),
        ),
    ),
)
JUST_MISSED = Premise(
    "just-missed",
    "x_wait = 1",
    because="the worst moment to arrive is just after a start",
    source="lecture 0:23:07",
)
EVEN_ARRIVALS = Premise(
    "even-arrivals",
    "t_mean = t_sys - (x_wait - S_req/N_req^2)*tau",
    because="of N requests spread evenly over an interval the j-th to last waits j/N of it, and all else is the same "
    "for each of them",
    source="not in the lecture: the mean beside its worst case",
)
GENERATED = Premise(
    "generated",
    "X_sys = n*B/tau",
    because="every sequence of a batch gets its new tokens once in an interval",
    source="lecture 0:26:32",
)
ANNOUNCED_TRAFFIC = Premise(
    "announced-traffic",
    "X_all = D_announced/t_announced",
    because="providers announce the tokens of a month, of all their products, input and output together; the lecture "
    "takes all of them as generated",
    source="after lecture 0:27:28",
)
