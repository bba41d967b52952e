"""batch-discount: which discount idle capacity pays for, and how long a request waits at a load.

The lecture fills its trains. Here GPUs are paid for by the largest load of a day and used by the mean one: what is left can
be sold for less to those who wait, and how full it may be for those who do not is a question of queues.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from derivations.claim.claim import AS_BUILT, Between, Cards, Claim, Deployment, Grid, Published, Reading, Said
from derivations.claims.shared import chapters
from derivations.claims.shared.passes import POOLED_COMPUTE, SERVING
from derivations.claims.shared.pools import INPUT_RATE, POOLS, of_the_day
from derivations.claims.shared.requests import REQUESTS
from derivations.derivation.premise import Alternative, Premise
from derivations.language.quantity import Notation, Quantity
from derivations.numbers.source import Source

if TYPE_CHECKING:
    from derivations.derivation.board import Board
    from derivations.derivation.script import Handle

# --- letters

CAPACITY = (
    Quantity("N_peak", "", "systems in use at the peak load of a day"),
    Quantity("u_load", "", "mean load over peak load", "fraction"),
    Quantity("X_most", "token/s", "tokens of all systems at peak load"),
    Quantity("X_paid", "token/s", "tokens sold at the list price, on average"),
    Quantity("X_idle", "token/s", "tokens that could be generated in addition", "nonnegative", definition="X_most - X_paid"),
    Quantity("cost_kept", "USD/s", "cost of the systems, whatever they do"),
    Quantity("x_add", "", "extra cost of work at full load, over that: power", "fraction"),
    Quantity("c_add", "USD/token", "marginal cost of a token"),
    Quantity("p_list", "USD/token", "list price, at which the tokens of the mean load pay for everything"),
)
DISCOUNTS = (
    Quantity("d_all", "", "discount for all tokens if idle capacity is sold as well, at one price", "nonnegative"),
    Quantity("d_most", "", "largest discount that still covers the marginal cost of a token"),
    Quantity("d_batch", "", "discount on tokens that fill idle capacity", "fraction"),
    Quantity("y_gain", "", "income beyond marginal cost, over the cost of the systems", "real",
             definition="((1 - d_batch)*p_list - c_add)*X_idle/cost_kept"),
)
WAITING = (
    Quantity("t_serve", "s", "time to compute a prompt on one system"),
    Quantity("rho_load", "", "fraction of the time in which the system computes", "fraction", latex=r"\varrho"),
    Quantity("y_mixed", "", "variance of that time over its mean squared: 0 for prompts of one length", "nonnegative"),
    Quantity("t_queue", "s", "mean time that a prompt waits", "nonnegative"),
    Quantity("y_wait", "", "waiting time over the time to compute the prompt", "nonnegative", definition="t_queue/t_serve"),
)
LETTERS = Notation((
    POOLS["N_mean"],
    *CAPACITY,
    *DISCOUNTS,
    *REQUESTS.only("lam_req", "L_in"),
    POOLS["X_up"],
    *SERVING.only("phi", "N_active", "N_total", "C", "C_gpu", "G"),
    *WAITING,
))


# --- premises

MEAN_OVER_PEAK = Premise(
    "mean-over-peak", "u_load = N_mean/N_peak", because="systems are rented for the peak load and used at the mean load",
    source="our own; DeepSeek gives its idle nodes to research at night",
)
ASKED_AT_LIST = Premise(
    "asked-at-list", "X_paid = u_load*X_most", because="tokens are generated in proportion to the systems in use", source="our own",
)
PAYS_FOR_ALL = Premise(
    "pays-for-all", "p_list*X_paid = cost_kept", because="the list price also pays for the idle hours; profit is left out", source="our own",
    determines="p_list",
)
ADDED = Premise("added", "c_add = x_add*cost_kept/X_most", because="work adds the cost of power and little else", source="our own")
ONE_PRICE = Premise(
    "one-price", "(1 - d_all)*p_list*X_most = cost_kept", because="all of the capacity, sold at one lower price, pays for the same cost", source="our own",
    determines="d_all",
)
AT_WHAT_IS_ADDED = Premise(
    "at-what-is-added", "(1 - d_most)*p_list = c_add", because="a token sold below its marginal cost is a loss", source="our own", determines="d_most",
)
SERVED = Premise("served", "t_serve = L_in*1[sequence]/X_up", because="a prompt has the system to itself while it is computed", source="as the claim prefill-decode-pools")
NOT_OVERFULL = Premise("not-overfull", "rho_load < 1", because="otherwise the queue grows without limit", source="by definition of a steady queue")
LOAD = Premise("busy-part", "rho_load = lam_req*t_serve/1[sequence]", because="the number of prompts that arrive in the time of one", source="by counting")
QUEUE_OF_PROMPTS = Premise(
    "queue-of-prompts", "t_queue = rho_load*(1 + y_mixed)*t_serve/(2*(1 - rho_load))",
    because="prompts arrive at random and are computed one at a time, first come, first served, with any distribution of lengths",
    source="Pollaczek and Khinchine's formula for one server",
    alternatives=(
        Alternative("exponential", "t_queue = rho_load*t_serve/(1 - rho_load)", because="lengths are exponentially distributed", source="the same, with a variance equal to the mean squared"),
    ),
)


# --- the argument

def batch_discount(board: Board) -> Handle:
    """The discount of one price, the largest, and what filling gains; then the wait at a load, and the load for a wait."""
    result = _discounts(board)
    _wait(board)
    return result


def _discounts(board: Board) -> Handle:
    """Between the price that fills everything for all, and the one that pays for what a token adds."""
    load, asked, pays, added = (board.take(each) for each in (MEAN_OVER_PEAK, ASKED_AT_LIST, PAYS_FOR_ALL, ADDED))
    one, least = board.take(ONE_PRICE), board.take(AT_WHAT_IS_ADDED)
    result = board.state("discount-of-one-price", "d_all = 1 - u_load", (one, pays, asked), because="the idle fraction, whatever the systems cost")
    board.substitute("discount-of-a-day", result, (load,), because="by the systems in use")
    most = board.state("largest-discount", "d_most = 1 - x_add*u_load", (least, pays, asked, added), because="one less the marginal cost, relative to the list price")
    board.state("room-between", "d_all <= d_most", (result, most), because="marginal cost is at most the full cost: the choice is between the two")
    idle, gain = board.define("idle", "X_idle"), board.define("gain", "y_gain")
    board.state(
        "gain-of-filling", "y_gain = (1 - u_load)*((1 - d_batch)/u_load - x_add)", (gain, idle, pays, asked, added),
        because="all idle capacity sold at the discount, less its marginal cost",
    )
    board.reject(
        "half-for-the-night", "d_all = 1/2", against=(result,),
        because="explains half price by idle hours: that needs a day whose mean is half of its peak",
    )
    board.reject(
        "anything-is-a-gain", "y_gain >= 0", against=(gain, idle, pays, asked, added),
        because="says that filling idle capacity always gains: below the marginal cost it loses",
    )
    return result


def _wait(board: Board) -> None:
    """The mean wait over the time of a prompt, and the load for it."""
    board.take(POOLED_COMPUTE)
    served, load, queue, rate = board.take(SERVED), board.take(LOAD), board.take(QUEUE_OF_PROMPTS), board.take(INPUT_RATE)
    full = board.take(NOT_OVERFULL)
    ratio = board.define("wait-over-work", "y_wait")
    short = board.substitute("wait-by-load", ratio, (queue,), because="it depends on the load and on the variance of prompt lengths")
    board.solve("load-for-wait", short, for_="rho_load", because="inverted: the load that a given wait allows")
    board.state("waits-as-mixed", "2*y_wait >= rho_load", (short, full), because="with prompts of one length the wait is half the load, and more as the system fills")
    board.substitute("load-in-full", load, (served, rate), because="requests, their length and the rate of a system")
    board.reject(
        "wait-as-load", "y_wait = rho_load", against=(queue, ratio), because="takes the wait as proportional to load: near full load it grows without limit",
    )


# --- numbers

_OWN = "our own choice"
_BATCH = Source(
    "claude-batch",
    "Claude Opus 5, batch processing at half the price",
    url="https://platform.claude.com/docs/about-claude/models/whats-new-opus-5",
    date="2026-09",
    author="Anthropic",
    standing="verified",
)
_GEMINI = Source(
    "gemini-batch",
    "Gemini API, flex and batch at half of the standard price",
    url="https://ai.google.dev/gemini-api/docs/optimization",
    date="2026",
    author="Google",
    standing="verified",
)
_DAY = {
    "N_mean": of_the_day("226.75", "nodes, mean of the day"), "N_peak": of_the_day("278", "nodes, at most"),
    "x_add": Said("7%", _OWN, "power over rent, between five and ten percent"), "d_batch": Said("50%", "Anthropic", "batch processing", _BATCH),
}
DEFAULTS = {
    **_DAY, "L_in": Said("8,192 token/sequence", _OWN, ""), "lam_req": Said("10 sequence/s", _OWN, ""), "y_mixed": Said("1", _OWN, "as exponential lengths"),
}
READINGS = (
    Reading("deepseek-day", "DeepSeek's published day: 226.75 nodes on average, 278 at most", _DAY),
    Reading("seven-tenths", "a system that computes 70% of the time, prompts of one length",
            {"rho_load": Said("70%", _OWN, ""), "y_mixed": Said("0", _OWN, "of one length"), "t_serve": Said("0.91 s", "a prompt of 8,192 tokens", "as a book on scaling models has it")}),
    Reading("nine-tenths-mixed", "one that computes 90% of the time, prompts of mixed lengths",
            {"rho_load": Said("90%", _OWN, ""), "y_mixed": Said("1", _OWN, "as exponential lengths"), "t_serve": Said("0.91 s", "a prompt of 8,192 tokens", "as a book on scaling models has it")}),
)
PUBLISHED = (
    Published("discount-of-a-day", "50%", "Anthropic", "batch processing", "exact", "deepseek-day", "look-up", note="the day is another provider's"),
    Published("discount-of-a-day", "50%", "Google", "flex and batch", "exact", "deepseek-day", "look-up", note="the day is another provider's"),
)
GRIDS = (
    Grid(("discount-of-a-day", "largest-discount", "gain-of-filling"), readings=("deepseek-day",), title="Discounts that a day's idle capacity pays for, and the gain at half price"),
    Grid(("queue-of-prompts", "wait-by-load"), readings=(AS_BUILT, "seven-tenths", "nine-tenths-mixed"), title="Mean wait of a prompt, and its ratio to the time to compute it"),
)
RANGES = {
    "x_add": Between("5%", "10%", "our own", "power over rent"),
    "N_mean": Between("140", "270", "our own", "from half of DeepSeek's peak to nearly all of it"),
}


CLAIM = Claim(
    name="batch-discount",
    title="The batch discount: idle capacity, and waiting",
    chapter=chapters.AFTERWARDS,
    question="What discount does idle capacity pay for?",
    answer="About {discount-of-one-price:%} if it goes to everybody, and up to about {largest-discount:%} for requests that only fill idle capacity.",
    answer_if=("u_load < 1",),
    otherwise="None: at full load there is no idle capacity.",
    notation=LETTERS, body=batch_discount, result="discount-of-one-price", outside="no such discount",
    deciding="trust the bound: it is the largest possible discount, and the seller decides how much of it to give",
    defaults=DEFAULTS, readings=READINGS, published=PUBLISHED, grids=GRIDS, ranges=RANGES,
    compared=("discount-of-one-price", "largest-discount", "gain-of-filling", "wait-by-load"),
    deployment=Deployment(Cards("h100", "llama-3.1-70b", compute="fp8")),
)
