"""Premises about trains that fill up, and about trains that leave as soon as they are full."""

from derivations.claims.premises.trains import EVEN_ARRIVALS, NEXT_TRAIN
from derivations.engine.premise import Premise

_FULL_TRAINS = NEXT_TRAIN.alternative("full-trains")
assert _FULL_TRAINS is not None


def _of_early_trains(relation: str) -> str:
    """A relation about the timetable, said of trains that leave as soon as they are full."""
    for ours, theirs in (("t_sys", "t_early"), ("t_mean", "t_early_mean"), ("tau", "t_dep")):
        relation = relation.replace(ours, theirs)
    return relation


TIMETABLE = Premise(
    "timetable",
    "tau = T/u_busy",
    because="trains leave at fixed times, full or not, and a pass takes a part of the interval; the lecture's passes "
    "start back to back and take all of it",
    source="after lecture 0:22:32",
)
BOARDED = Premise(
    "boarded",
    "B = min(lam*tau, B_cap)",
    because="who arrives in an interval rides the next train, as far as there are places; "
    "a sequence that decodes on asks again for each pass; arrivals are an even flow",
    source="after lecture 0:22:32: who is ready boards, and waits for the next train if this one is full",
)
QUEUE = Premise(
    "queue",
    "n_queue = (lam - B/tau)*t_over",
    because="what arrives and finds no place is still there",
    source="our own: nobody gives up",
)
QUEUE_AHEAD = Premise(
    "queue-ahead",
    "n_full = n_queue/B_cap",
    because="first come, first served: the queue fills the trains that leave before",
    source="our own, after lecture 0:23:07: if the train is full, they wait for the next",
)
WITH_QUEUE = Premise(
    "with-queue",
    _FULL_TRAINS.relation,
    because="a request waits for its train, and the trains before it are full",
    source="lecture 0:23:07; an alternative there, and here what is derived",
)
READY = Premise(
    "ready",
    "t_ready = max(B_cap/lam, T)",
    because="a train is ready when all places are taken and the pass before it has ended; arrivals are an even flow",
    source="our own",
)
LEAVES_WHEN_READY = Premise(
    "leaves-when-ready",
    "t_dep = min(tau, t_ready)",
    because="another rule: a full train leaves at once, and any train at the latest an interval after the one before",
    source="our own: the lecture has one rule, and asks for no other",
)
EARLY_TRAIN = Premise(
    "early-train",
    _of_early_trains(NEXT_TRAIN.relation),
    because="as for trains by the timetable: a part of an interval to wait, a pass to ride",
    source=NEXT_TRAIN.source,
)
EARLY_ARRIVALS = Premise(
    "early-arrivals",
    _of_early_trains(EVEN_ARRIVALS.relation),
    because=f"as for trains by the timetable: {EVEN_ARRIVALS.because}",
    source=EVEN_ARRIVALS.source,
)

POISSON = "exp(-m_arr)*m_arr^k_arr/factorial(k_arr)"
"""The chance of k arrivals in an interval, m on average."""
_INDEPENDENT = "requests come independently of each other (Poisson)"

RANDOM_FILL = Premise(
    "random-fill",
    f"p_full = 1 - sum({POISSON}, k_arr, 0, c_cap - 1)",
    because=f"{_INDEPENDENT}, and a train is full unless fewer arrive in an interval than it has places; the clock of "
    "a train starts with the departure of the one before, and the machine is free when it leaves",
    source="Poisson's distribution; our own model of a train, not the lecture's",
)
RANDOM_OVERFLOW = Premise(
    "random-overflow",
    f"p_over = 1 - sum({POISSON}, k_arr, 0, c_cap)",
    because=f"{_INDEPENDENT}; at most as many as there are places arrive, or somebody finds none",
    source="Poisson's distribution",
)
RANDOM_BOARDED = Premise(
    "random-boarded",
    f"B_mean = (sum(k_arr*{POISSON}, k_arr, 0, c_cap - 1) + c_cap*p_full)*1[sequence]",
    because="a train carries as many as arrive, if they are fewer than its places, and else all places: weighted with "
    "their chances",
    source="the mean of a number that is cut off",
)
RANDOM_CYCLE = Premise(
    "random-cycle",
    "t_cycle = B_mean/lam",
    because="nobody is left behind where a full train leaves at once, so that over many trains as many ride as arrive: "
    "the mean number on a train is the arrival rate times the mean interval",
    source="Wald's identity, in textbooks on renewal processes",
)
RANDOM_PAIRS = Premise(
    "random-pairs",
    f"n_pairs = sum(k_arr*(k_arr - 1)/2*{POISSON}, k_arr, 0, c_cap - 1) + c_cap*(c_cap - 1)/2*p_full",
    because="of those on one train, every two: weighted with the chances of their number",
    source="the mean of a number that is cut off",
)
RANDOM_WAIT = Premise(
    "random-wait",
    "t_random = n_pairs*1[sequence]/lam*(1[sequence]/B_mean) + T",
    because="as long as k wait, the next one comes after 1/lam on average, if it comes before the train leaves: added "
    "over all k below the places, that is a gap for every pair; shared by all who ride, and a pass to ride",
    source="our own, by counting who waits at each moment; the tests simulate it",
)
LEFT_BEHIND = Premise(
    "left-behind",
    "n_left = lam*tau - B_mean",
    because="by the timetable the same number boards, and the rest of those who arrived in the interval stays",
    source="our own; of a train before which nobody waited",
)
