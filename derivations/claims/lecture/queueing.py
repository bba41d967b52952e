"""queueing: what a request waits where trains leave at fixed times, and where full ones leave at once.

Lecture 0:21:49 to 0:27:50. Said: 20 ms, 40 ms at worst, 2,000 sequences, and 128,000 tokens a second. Not said: how
full the trains are, what happens when they are full, what another rule of departure would bring, and that a request
keeps its place until its last token, so that a train has room for as many new ones as have ended.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from derivations.claim.claim import ALL, AS_SAID, Asserted, Cards, Claim, Grid, Published, Reading, Said
from derivations.claims.shared import chapters
from derivations.claims.shared.passes import ALL_MEMORY, MEMORY, SERVING
from derivations.claims.shared.requests import REQUESTS
from derivations.claims.shared.said import BATCH, DECODE, LECTURE, POPE, TWENTY_MILLISECONDS
from derivations.claims.shared.trains import (
    EVEN_ARRIVALS,
    FULL_TRAINS,
    GENERATED,
    JUST_MISSED,
    NEXT_TRAIN,
    TRAINS,
    drain_interval,
    mean_time,
    sum_of_places,
    take_reads,
)
from derivations.derivation.premise import Premise
from derivations.language.quantity import Notation, Quantity

if TYPE_CHECKING:
    from derivations.derivation.board import Board
    from derivations.derivation.script import Handle

# --- letters

ARRIVALS = (
    Quantity("lam", "sequence/s", "arrival rate: sequences that request a place per second", latex=r"\lambda"),
    Quantity("B_cap", "sequence", "places in a train: the largest batch of a pass", latex=r"B_{\mathrm{places}}"),
    Quantity("u_busy", "", "fraction of an interval that a pass takes", "fraction"),
    Quantity("u_fill", "", "fill: fraction of the places that are taken", "fraction", definition="B/B_cap"),
    Quantity("lam_full", "sequence/s", "arrival rate at which every train leaves full",
             latex=r"\lambda_{\mathrm{full}}"),
    Quantity("t_over", "s", "time for which more sequences arrive than trains can take", "nonnegative"),
    Quantity("n_queue", "sequence", "sequences in the queue in excess of those for the next train", "nonnegative"),
    Quantity("x_grow", "", "growth of the worst time, per second of overload", "real"),
)

SEATS = (
    Quantity("D_req", "token/sequence", "tokens that a request generates", latex=r"D_{\mathrm{request}}"),
    Quantity("t_ride", "s", "time that a request keeps its place"),
    Quantity("B_busy", "sequence", "places that are taken"),
    Quantity("u_place", "", "fraction of the places that are taken by requests", definition="B_busy/B_cap"),
    Quantity("lam_slot", "sequence/s", "places that become free per second, which is also the rate of admitted requests",
             latex=r"\lambda_{\mathrm{admitted}}", definition="B_busy/t_ride"),
    Quantity("lam_most", "sequence/s", "rate of requests at which all places are taken",
             latex=r"\lambda_{\mathrm{request,full}}"),
    Quantity("n_freed", "sequence", "places that become free from one departure to the next",
             definition="lam_slot*tau"),
    Quantity("n_outside", "sequence", "requests that wait for a place", "nonnegative"),
    Quantity("t_entry", "s", "time that the last of them waits for a place", "nonnegative"),
    Quantity("t_done", "s", "time from the arrival of a request to its last token"),
    Quantity("m_ride", "", "mean number of requests that ride, with unlimited places",
             latex=r"m_{\mathrm{ride}}", definition="lam_req*t_ride/1[sequence]"),
    Quantity("p_taken", "", "chance that at least as many ride then as there are places", "fraction"),
)

EARLY = (
    Quantity("t_ready", "s", "time from one departure until the next train is full and the machine is free"),
    Quantity("t_dep", "s", "interval between two departures where a full train leaves at once", latex=r"\tau'"),
    Quantity("t_early", "s", "time in the system where a full train leaves at once", latex=r"t'_{\mathrm{system}}"),
    Quantity("t_early_mean", "s", "mean time in the system where a full train leaves at once",
             latex=r"\bar t'_{\mathrm{system}}"),
    Quantity("lam_free", "sequence/s", "arrival rate up to which a full train finds the machine free",
             latex=r"\lambda_{\mathrm{free}}"),
    Quantity("gain_early", "", "capacity if a full train leaves at once, relative to trains by timetable",
             latex=r"g_{\mathrm{early}}", definition="lam_free/lam_full"),
)

RANDOM = (
    Quantity("m_arr", "", "mean number of arrivals in an interval", latex="m", definition="lam*tau/1[sequence]"),
    Quantity("c_cap", "", "places in a train, as a plain number", "integer", latex="c", definition="B_cap/1[sequence]"),
    Quantity("k_arr", "", "a number of arrivals", "integer", latex="k"),
    Quantity("p_full", "", "chance that a train fills within an interval", "fraction"),
    Quantity("p_over", "", "chance that more arrive in an interval than there are places", "fraction"),
    Quantity("B_mean", "sequence", "mean number on a train, with random arrivals", latex=r"\bar B"),
    Quantity("u_mean", "", "mean fill, with random arrivals", latex=r"\bar u_{\mathrm{fill}}",
             definition="B_mean/B_cap"),
    Quantity("t_cycle", "s", "mean interval between departures, with random arrivals", latex=r"\bar\tau'"),
    Quantity("n_left", "sequence", "mean number that finds no place in the next train, if nobody was waiting",
             latex=r"\bar n_{\mathrm{left}}"),
    Quantity("n_pairs", "", "mean number of pairs on a train", "nonnegative", latex=r"\bar n_{\mathrm{pairs}}"),
    Quantity("t_random", "s", "mean time in the system where a full train leaves at once, with random arrivals",
             latex=r"\bar t'_{\mathrm{random}}"),
)


LETTERS = Notation((
    SERVING["n"],
    *ARRIVALS,
    REQUESTS["lam_req"],
    *SEATS,
    *TRAINS.only("R_pass", "tau", "x_wait", "t_sys", "t_mean", "N_req", "j_req", "S_req", "X_sys"),
    *SERVING.only("T", "t_m", "B", "G", "W", "W_gpu"),
    MEMORY,
    ALL_MEMORY,
    FULL_TRAINS,
    *EARLY,
    *RANDOM,
))


# --- premises

_FULL_TRAINS = NEXT_TRAIN.alternative("full-trains")
assert _FULL_TRAINS is not None


def _of_early_trains(relation: str) -> str:
    """A relation about the timetable, said of trains that leave as soon as they are full."""
    for ours, theirs in (("t_sys", "t_early"), ("t_mean", "t_early_mean"), ("tau", "t_dep")):
        relation = relation.replace(ours, theirs)
    return relation


TIMETABLE = Premise(
    "timetable", "tau = T/u_busy",
    because="trains leave at fixed times, full or not, and a pass takes a fraction of the interval; the lecture's passes run back to back and take all of it",
    source="after lecture 0:22:32",
)
BOARDED = Premise(
    "boarded", "B = min(lam*tau, B_cap)",
    because="sequences that arrive in an interval ride the next train, as far as there are places; a sequence that keeps decoding arrives again for each pass; arrivals are an even flow",
    source="after lecture 0:22:32: who is ready boards, and waits for the next train if this one is full",
)
QUEUE = Premise(
    "queue", "n_queue = (lam - B/tau)*t_over",
    because="arrivals that find no place stay in the queue", source="our own: nobody gives up",
)
QUEUE_AHEAD = Premise(
    "queue-ahead", "n_full = n_queue/B_cap",
    because="first come, first served: those ahead in the queue fill earlier trains",
    source="our own, after lecture 0:23:07: if the train is full, they wait for the next",
)
WITH_QUEUE = Premise(
    "with-queue", _FULL_TRAINS.relation,
    because="a request waits for its train, while the trains before it are full",
    source="lecture 0:23:07; an alternative there, and here what is derived",
)
RIDE = Premise(
    "ride", "t_ride = D_req*tau/n",
    because="a request gets its new tokens once per interval and keeps its place until it has the last of them; its prompt is computed elsewhere",
    source="our own, after lecture 0:22:32, where a sequence that decodes on rides every train",
)
PLACES_TAKEN = Premise(
    "places-taken", "B_busy = min(lam_req*t_ride, B_cap)",
    because="on average, as many ride as arrive during the time of one ride, as far as there are places; the others wait outside",
    source="Little's law: the mean number in a system is the rate of arrivals times the mean time in it",
)
OUTSIDE = Premise(
    "outside", "n_outside = (lam_req - lam_slot)*t_over",
    because="arrivals that are not admitted stay in the queue", source="our own: nobody gives up",
)
ENTRY = Premise(
    "entry", "t_entry = n_outside/lam_slot",
    because="first come, first served: the last one enters when enough places have become free", source="our own",
)
LAST_TOKEN = Premise(
    "last-token", "t_done = t_sys + t_ride - tau",
    because="the first token comes with the first train, and each further one an interval later",
    source="our own; for a request that finds a place in its first train",
)
READY = Premise(
    "ready", "t_ready = max(B_cap/lam, T)",
    because="a train is ready when all places are taken and the pass before it has ended; arrivals are an even flow",
    source="our own",
)
LEAVES_WHEN_READY = Premise(
    "leaves-when-ready", "t_dep = min(tau, t_ready)",
    because="another rule: a full train leaves at once, and any train leaves at most one interval after the one before",
    source="our own: the lecture has one rule and discusses no other",
)
EARLY_TRAIN = Premise(
    "early-train", _of_early_trains(NEXT_TRAIN.relation),
    because="as for trains by timetable: a fraction of an interval to wait, a pass to ride", source=NEXT_TRAIN.source,
)
EARLY_ARRIVALS = Premise(
    "early-arrivals", _of_early_trains(EVEN_ARRIVALS.relation),
    because=f"as for trains by timetable: {EVEN_ARRIVALS.because}", source=EVEN_ARRIVALS.source,
)

POISSON = "exp(-m_arr)*m_arr^k_arr/factorial(k_arr)"
"""The chance of k arrivals in an interval, m on average."""
_INDEPENDENT = "requests come independently of each other (Poisson)"

RANDOM_FILL = Premise(
    "random-fill", f"p_full = 1 - sum({POISSON}, k_arr, 0, c_cap - 1)",
    because=f"{_INDEPENDENT}, and a train is full unless fewer arrive in an interval than it has places; the clock of a train starts with the departure of the one before, and the machine is free when it leaves",
    source="Poisson's distribution; our own model of a train, not the lecture's",
)
RANDOM_PLACES = Premise(
    "random-places", f"p_taken = 1 - sum({POISSON.replace('m_arr', 'm_ride')}, k_arr, 0, c_cap - 1)",
    because=f"{_INDEPENDENT}; the number that ride at one moment then is Poisson-distributed, too, however long each of them rides",
    source="the queue with infinitely many servers (M/G/∞), in textbooks; it describes our trains as long as places are rarely all taken",
)
RANDOM_OVERFLOW = Premise(
    "random-overflow", f"p_over = 1 - sum({POISSON}, k_arr, 0, c_cap)",
    because=f"{_INDEPENDENT}; either at most as many arrive as there are places, or somebody finds none",
    source="Poisson's distribution",
)
RANDOM_BOARDED = Premise(
    "random-boarded", f"B_mean = (sum(k_arr*{POISSON}, k_arr, 0, c_cap - 1) + c_cap*p_full)*1[sequence]",
    because="a train takes all arrivals if they are fewer than its places, and otherwise fills all places: weighted with their chances",
    source="the mean of a truncated number",
)
RANDOM_CYCLE = Premise(
    "random-cycle", "t_cycle = B_mean/lam",
    because="nobody is left behind if a full train leaves at once, so over many trains as many ride as arrive: the mean number on a train is the arrival rate times the mean interval",
    source="Wald's identity, in textbooks on renewal processes",
)
RANDOM_PAIRS = Premise(
    "random-pairs", f"n_pairs = sum(k_arr*(k_arr - 1)/2*{POISSON}, k_arr, 0, c_cap - 1) + c_cap*(c_cap - 1)/2*p_full",
    because="pairs among those on one train, weighted with the chances of their number",
    source="the mean of a truncated number",
)
RANDOM_WAIT = Premise(
    "random-wait", "t_random = n_pairs*1[sequence]/lam*(1[sequence]/B_mean) + T",
    because="while k wait, the next one comes after 1/lam on average, if it comes before the train leaves: summed over all k below the places, that is one gap per pair; divided by all who ride, plus a pass to ride",
    source="our own, by counting who waits at each moment; the tests simulate it",
)
LEFT_BEHIND = Premise(
    "left-behind", "n_left = lam*tau - B_mean",
    because="by timetable the same number boards, and the other arrivals of the interval stay",
    source="our own; of a train before which nobody waited",
)


# --- the argument

def queueing(board: Board) -> Handle:
    """The fill of trains, the time in the system until they are full and after, and the same with another rule."""
    drain_interval(board, take_reads(board))
    timetable = board.take(TIMETABLE)
    boarded = board.take(BOARDED)
    not_full, full = board.split(
        "full-or-not", boarded, ("not-full", "full"), because="either a train has a place for everybody, or it is full"
    )
    edge = board.isolate(
        "full-from", not_full, of="lam", named="lam_full", because="from here on every train leaves full"
    )
    _fill(board, boarded, (not_full, full), edge)

    queue, ahead, waiting = (board.take(each) for each in (QUEUE, QUEUE_AHEAD, WITH_QUEUE))
    missed = board.take(JUST_MISSED)
    nobody = board.substitute("no-queue", queue, (not_full,), because="everybody has a place in the next train")
    time = board.substitute("time-in-system", waiting, (ahead, nobody), because="first a wait, then a ride")
    whole = board.substitute("wait-and-ride", time, (missed,), because="a request that just missed a train waits a whole interval")
    worst = board.rewrite(
        "worst-time", whole, "t_sys = tau + T", using=(edge,), condition="lam <= lam_full",
        because="an interval to wait, a pass to ride, as long as trains are not full",
    )
    board.state(
        "at-most-two-intervals", "t_sys <= 2*tau", (worst, timetable), because="a pass is no longer than its interval"
    )
    board.state(
        "at-least-two-passes", "t_sys >= 2*T", (worst, timetable),
        because="passes back to back are the best case: pass and interval are then equal",
    )
    places = sum_of_places(board)
    mean_time(board, board.take(EVEN_ARRIVALS), (time, places))
    _overload(board, full, edge, (queue, ahead, waiting, missed))
    _requests(board, timetable, edge, worst)
    _leaving_when_full(board, timetable, edge, Waits(worst, missed, places))
    _random_arrivals(board)
    board.reject(
        "faster-than-a-pass", "tau < T", (timetable,),
        because="more frequent trains without shorter passes: but the next train leaves when the machine is free",
    )
    return worst


def _fill(board: Board, boarded: Handle, regimes: tuple[Handle, Handle], edge: Handle) -> None:
    """The fill of trains, and the tokens that leave in a second."""
    not_full, full = regimes
    fill = board.define("fill", "u_fill")
    by_rate = board.substitute("fill-by-rate", fill, (not_full,), because="all who arrive in an interval")
    board.rewrite(
        "fill-while-not-full", by_rate, "u_fill = lam/lam_full", using=(edge,), condition="lam <= lam_full",
        because="arrivals over what fills the trains",
    )
    board.substitute("fill-of-a-train", fill, (boarded,), because="both cases in one")
    generated = board.take(GENERATED)
    board.substitute("throughput", generated, (boarded,), because="a batch of tokens leaves in every interval")
    board.substitute("carried", generated, (not_full,), because="all arrivals, whatever the interval")
    board.substitute("carried-when-full", generated, (full,), because="all places, and no more")


def _overload(board: Board, full: Handle, edge: Handle, wait: tuple[Handle, Handle, Handle, Handle]) -> None:
    """Overload: the queue grows without a bound while more arrives than trains carry."""
    queue, ahead, waiting, missed = wait
    grown = board.substitute("queue-when-full", queue, (full,), because="arrivals less places")
    late = board.substitute(
        "time-when-full", waiting, (ahead, grown, missed), because="the number of full trains before it"
    )
    longer = board.rewrite(
        "worst-time-when-full", late, "t_sys = tau + T + (lam/lam_full - 1)*t_over", using=(edge,),
        condition="lam >= lam_full", because="the value at the edge, and more with every second above it",
    )
    board.differentiate(
        "growth", longer, by="t_over", named="x_grow",
        because="growth per second of overload: there is no bound",
    )
    board.reject(
        "bounded-when-full", "t_sys = tau + T", (longer, edge),
        because="no request waits longer than an interval, printed without the condition that trains are not full",
    )


def _requests(board: Board, timetable: Handle, edge: Handle, worst: Handle) -> None:
    """Requests in place of tokens: the places that become free, the rate at which none is left, and the last token."""
    ride = board.take(RIDE)
    taken = board.take(PLACES_TAKEN)
    with_room, all_taken = board.split(
        "room-or-not", taken, ("room-for-requests", "all-places-taken"),
        because="either there is a place for everybody, or all places are taken",
    )
    most = board.isolate(
        "most-requests", with_room, of="lam_req", named="lam_most", because="from here on somebody waits for a place"
    )
    fullest = board.substitute("most-requests-in-full", most, (ride,), because="the time of a ride, written out")
    of_passes = board.substitute(
        "most-requests-of-passes", fullest, (timetable,), because="the interval, in terms of the pass"
    )
    board.rewrite(
        "most-requests-by-pass", of_passes, "lam_most = n*u_busy*B_cap/(D_req*T)",
        because="places over the tokens of a request and the time of a pass, if passes run back to back",
    )
    board.state(
        "same-edge", "lam_full = lam_most*D_req/n", (edge, fullest),
        because="the edge for trains, in requests: each request takes a place as often as it rides",
    )
    share = board.define("places-share", "u_place")
    board.substitute("share-of-places", share, (taken, ride), because="both cases in one")
    freed = board.define("admitted", "lam_slot")
    open_doors = board.substitute("admitted-with-room", freed, (with_room,), because="where there is room")
    board.rewrite("all-are-admitted", open_doors, "lam_slot = lam_req", because="everybody who arrives, at once")
    crowded = board.substitute("freed-places", freed, (all_taken, ride), because="where all places are taken")
    board.state(
        "no-more-than-freed", "lam_slot = lam_most", (crowded, fullest),
        because="as many as end, whatever arrives: requests are admitted, not tokens",
    )
    each = board.define("freed-in-an-interval", "n_freed")
    boarding = board.substitute("new-riders", each, (crowded,), because="where all places are taken")
    new = board.rewrite(
        "new-riders-of-a-train", boarding, "n_freed = n*B_cap/D_req",
        because="in a full train only places whose request has ended become free",
    )
    outside, entry = board.take(OUTSIDE), board.take(ENTRY)
    later = board.substitute("wait-for-a-place", entry, (outside,), because="divided by the rate at which places become free")
    full_later = board.substitute("wait-in-full", later, (crowded,), because="where all places are taken")
    board.rewrite(
        "wait-by-overload", full_later, "t_entry = (lam_req/lam_most - 1)*t_over", using=(fullest,),
        condition="lam_req >= lam_most", because="zero at the edge, and longer with every second above it",
    )
    last = board.take(LAST_TOKEN)
    whole = board.substitute(
        "last-token-in-full", last, (worst, ride), because="for a request that just missed a train and finds a place in the next one"
    )
    board.rewrite(
        "time-to-last-token", whole, "t_done = D_req*tau/n + T", because="an interval for each pass, and one more pass"
    )
    board.reject(
        "a-request-for-each-place", "lam_most = B_cap/tau", against=(fullest,),
        because="admits 2,000 new requests with every train: correct only if a request ends with its first pass",
    )
    board.reject(
        "emptied-at-each-departure", "n_freed = B_cap", against=(new,),
        because="lets a request left behind by a full train find the next one empty: those still decoding keep their places",
    )


@dataclass(frozen=True)
class Waits:
    """A wait by the timetable: the worst time, the case of a train just missed, and the sum of places."""

    worst: Handle
    missed: Handle
    places: Handle


def _leaving_when_full(board: Board, timetable: Handle, edge: Handle, waits: Waits) -> None:
    """The same times where a full train leaves at once: by the timetable until trains are full, and earlier then."""
    ready = board.take(READY)
    filled, busy = board.split(
        "ready-or-not", ready, ("filled", "machine-busy"), because="a full train finds the machine free, or it waits for it"
    )
    leaves = board.take(LEAVES_WHEN_READY)
    by_timer, early = board.split(
        "early-or-not", leaves, ("by-the-timetable", "leaves-early"),
        because="the interval ends before or after the train is ready",
    )
    when_full = board.substitute("leaves-when-full", early, (filled,), because="as long as it takes to fill")
    ride = board.take(EARLY_TRAIN)
    waiting = board.substitute(
        "early-time-not-full", ride, (waits.missed, by_timer), because="a train that is not full leaves by timetable"
    )
    board.state(
        "same-while-not-full", "t_early = t_sys", (waiting, waits.worst),
        because="the other rule changes nothing as long as trains do not fill up",
    )
    board.substitute(
        "early-worst-time", ride, (waits.missed, when_full),
        because="more arrivals mean a shorter wait, instead of a growing queue",
    )
    mean = mean_time(board, board.take(EARLY_ARRIVALS), (ride, when_full, waits.places), "early-mean")
    board.rewrite(
        "early-half-wait", mean, "t_early_mean = B_cap/(2*lam) + T", because="half the time to fill, and a ride"
    )
    _gain_of_leaving_early(board, timetable, edge, (filled, busy))
    board.reject(
        "earlier-than-the-timetable", "t_dep < tau", (by_timer,),
        because="expects the other rule to shorten the wait at low traffic, where trains are not full",
    )


def _gain_of_leaving_early(board: Board, timetable: Handle, edge: Handle, ready: tuple[Handle, Handle]) -> None:
    """The arrivals up to which the other rule works, over those at which trains are full."""
    filled, busy = ready
    free = board.isolate(
        "free-until", filled, of="lam", named="lam_free",
        because="beyond this a full train waits for the machine, and passes run back to back",
    )
    board.state(
        "no-earlier-than-a-pass", "t_ready = T", (busy,), because="beyond it trains leave full, a pass apart, and a queue grows"
    )
    gain = board.define("gain", "gain_early")
    more = board.substitute("gain-in-arrivals", gain, (free, edge), because="the two edges")
    board.substitute(
        "gain-by-busy", more, (timetable,),
        because="it is the idle time of the machine: zero if passes run back to back, as in the lecture",
    )


def _random_arrivals(board: Board) -> None:
    """The mean number on a train by a finite sum, and what follows for both rules of departure."""
    mean = board.define("mean-arrivals", "m_arr")
    board.define("places-as-number", "c_cap")
    filled = board.take(RANDOM_FILL)
    board.take(RANDOM_OVERFLOW)
    board.define("mean-riders", "m_ride")
    board.take(RANDOM_PLACES)
    boarded = board.take(RANDOM_BOARDED)
    spelled = board.substitute("boarded-in-full", boarded, (filled,), because="with the chance of a full train")
    number = board.rewrite(
        "mean-boarded", spelled,
        f"B_mean = (c_cap - sum((c_cap - k_arr)*{POISSON}, k_arr, 0, c_cap - 1))*1[sequence]",
        because="all places, less the empty ones: the known sum",
    )
    board.define("mean-fill", "u_mean")
    cycle = board.take(RANDOM_CYCLE)
    board.state(
        "as-many-as-arrive", "B_mean = lam*t_cycle", (cycle,), because="nobody is left behind if a full train leaves at once"
    )
    board.take(RANDOM_PAIRS)
    board.take(RANDOM_WAIT)
    left = board.take(LEFT_BEHIND)
    board.substitute("left-in-full", left, (number, mean), because="with the known sum")


# --- what was said

_OURS = "our example"
_BACK_TO_BACK = Said("1", POPE, "0:22:32, a pass starts when the previous one has ended", LECTURE)
_SOME = Said("80,000 sequence/s", _OURS, "the lecture names no rate of arrivals")
_ON_A_NODE = Said("60,000 sequence/s", _OURS, "somewhat below what fills the trains of eight H200")
_GENERATED = Said("128,000 sequence/s", f"{POPE}: 128,000 tokens a second, one for each sequence", "0:26:58", LECTURE)
_EDGE = Said("100,000 sequence/s", _OURS, "the rate that fills 2,000 places every 20 ms")
_SECOND = Said("1 s", _OURS, "a second above what trains can take")
_LENGTH = Said("1,000 token/sequence", _OURS, "the lecture names no length of an answer")
_TRAIN = {"n": DECODE, "B_cap": BATCH, "u_busy": _BACK_TO_BACK, "t_over": _SECOND, "D_req": _LENGTH}
_TWENTY = {"T": TWENTY_MILLISECONDS, **_TRAIN}


def _asked(places: Said, requests: str) -> dict[str, Said]:
    """Places asked for in a second, and the requests of our length that ask for so many."""
    return {"lam": places, "lam_req": Said(requests, _OURS, "the same, in requests of 1,000 tokens")}


_SOME_ASKED = _asked(_SOME, "80 sequence/s")
_GENERATED_ASKED = _asked(_GENERATED, "128 sequence/s")

DEFAULTS = {**_TRAIN, **_asked(_ON_A_NODE, "60 sequence/s")}

READINGS = (
    Reading(AS_SAID, "as said: a train every 20 ms with 2,000 places, passes back to back; arrivals of our own",
            {**_TWENTY, **_SOME_ASKED}),
    Reading("just-full", "the same, with arrivals that just fill the trains", {**_TWENTY, **_asked(_EDGE, "100 sequence/s")}),
    Reading("generated-at-20-ms", "the same, with the 128,000 a second that the lecturer derives",
            {**_TWENTY, **_GENERATED_ASKED}),
    Reading("generated-at-64-a-second", "64 trains a second, with those 128,000",
            {"T": Said("1/64 s", f"{POPE}: 64 passes a second", "0:26:48", LECTURE), **_TRAIN, **_GENERATED_ASKED}),
    Reading("generated-on-rubin", "Rubin, 288 GB at 20 TB/s, with those 128,000",
            {"M_gpu": Said("288 GB/GPU", POPE, "0:24:13", LECTURE),
             "W_gpu": Said("20 TB/s/GPU", POPE, "0:24:13", LECTURE), **_TRAIN, **_GENERATED_ASKED}),
    Reading("half-busy", "a pass of 10 ms every 20 ms, with those 128,000",
            {**_TRAIN, "T": Said("10 ms", _OURS, "half of the 20 ms"),
             "u_busy": Said("1/2", _OURS, "a pass of half an interval"), **_GENERATED_ASKED}),
)

PUBLISHED = (
    Published("worst-time", "40 ms", POPE, "0:23:25", "exact", note="whatever arrives, while no train is full"),
    Published("worst-time", "40 ms", POPE, "0:23:25", "exact", "just-full"),
    Published("worst-time", "40 ms", POPE, "0:23:25", "exact", "generated-at-20-ms",
              note="with the tokens that the lecturer derives a little later"),
    Published("worst-time", "40 ms", POPE, "0:23:25", "exact", "generated-at-64-a-second",
              note="at 64 a second the interval is shorter; the two numbers belong to two intervals"),
    Published("carried-when-full", "128,000 token/s", POPE, "0:26:58", "exact", "generated-at-64-a-second",
              note="every train is full"),
    Published("carried-when-full", "128,000 token/s", POPE, "0:26:58", "exact", "generated-at-20-ms",
              note="full trains at 20 ms"),
)

ASSERTED = (
    Asserted("if the train is full, requests left behind wait for the next one: said in passing, and all that is said about full trains; the next one has room only for as many as have ended, as the step new-riders-of-a-train derives",
             POPE, "0:22:32"),
    Asserted("the queue is bounded, because trains leave at a fixed cadence", "a summary", "2026, without a condition"),
    Asserted("a fast mode runs more frequent trains with smaller batches and less of a queue: so it does, as the smaller batch is what makes a pass shorter, and an interval is at least a pass",
             "a summary", "2026"),
    Asserted("whether providers use fixed intervals or another rule: asked, not answered", "a summary", "2026"),
)

GRIDS = (
    Grid(("fill-of-a-train", "worst-time", "mean-time", "growth", "early-worst-time"),
         readings=tuple(reading.name for reading in READINGS), outside="—",
         title="The two rules of departure with the numbers of the lecture"),
    Grid(("share-of-places", "most-requests-by-pass", "new-riders-of-a-train", "wait-by-overload", "time-to-last-token"),
         readings=tuple(reading.name for reading in READINGS), outside="—",
         title="The same trains in requests of 1,000 tokens"),
    Grid(("full-from", "worst-time", "mean-time", "most-requests-by-pass", "time-to-last-token"), ALL, cards=Cards(),
         title="Trains of 2,000 places on every card, a pass as long as reading all memory"),
)


CLAIM = Claim(
    name="queueing",
    title="Waiting for a train: full, empty, or leaving early",
    chapter=chapters.BATCH_SIZE,
    question="When do trains fill up, and how long does a request wait?",
    answer="Trains are full from about {full-from} on; below that, a sequence boards and rides within about {worst-time}, and above it the queue grows.",
    notation=LETTERS, body=queueing, result="worst-time", outside="the queue grows",
    defaults=DEFAULTS, readings=READINGS, published=PUBLISHED, asserted=ASSERTED, grids=GRIDS,
    compared=("fill-of-a-train", "full-from", "most-requests-by-pass", "new-riders-of-a-train", "throughput",
              "worst-time", "mean-time", "time-to-last-token", "gain-by-busy"),
)
