"""cache-price: when to pay for a prompt that is kept, for how long, and what such a price pays for.

The lecture reads hold times as drain times of devices. Here a caller decides: calls come at random, each that comes in time
finds the prompt and starts the time anew, and each that comes too late writes it once more.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from derivations.claim.claim import AS_BUILT, Between, Claim, Grid, OnCard, Reading, Said
from derivations.claims.shared import chapters
from derivations.claims.shared.cache import CACHE
from derivations.claims.shared.passes import MEMORY
from derivations.claims.shared.pools import of_the_day
from derivations.claims.shared.prices import CACHE_LIST, CHEAP_HIT, HIT_PRICE, MEMORY_RENT, PRICES, RENT, SURCHARGE
from derivations.claims.shared.said import GPU_HOUR, LECTURE, PATEL
from derivations.derivation.premise import Alternative, Premise
from derivations.language.quantity import Notation, Quantity

if TYPE_CHECKING:
    from derivations.derivation.board import Board
    from derivations.derivation.script import Handle

# --- letters

CALLS = (
    Quantity("lam_call", "1/s", "calls with the same prompt per second", latex=r"\lambda_{\mathrm{call}}"),
    Quantity("t_apart", "s", "mean time between two calls", definition="1/lam_call"),
    Quantity("t_keep", "s", "hold time of a prompt after each use"),
    Quantity("p_late", "", "fraction of the calls that come too late for a hit", "fraction"),
    Quantity("y_calls", "", "calls per late call at which caching breaks even", definition="(x_write - x_hit)/(1 - x_hit)"),
    Quantity("x_call", "", "mean price of a call's prompt, relative to fresh input"),
    Quantity("x_way", "", "the cheaper of caching and not caching, relative to fresh input", definition="min(1, x_call)"),
)
LONGER = (
    Quantity("t_keep_long", "s", "longer hold time of a prompt"),
    Quantity("t_beyond", "s", "extra hold time of the longer tier", definition="t_keep_long - t_keep"),
    Quantity("q_write_long", "USD/token", "price of an input token written to the longer tier"),
    Quantity("x_write_long", "", "the same over that of input", definition="q_write_long/q_short"),
    Quantity("p_late_long", "", "fraction of the calls that come too late even for the longer tier", "fraction"),
    Quantity("x_call_long", "", "mean price of a call's prompt on the longer tier"),
    Quantity("y_tiers", "", "extra cost of a late call over a hit on the longer tier, relative to the shorter", definition="(x_write_long - x_hit)/(x_write - x_hit)"),
    Quantity("x_tier", "", "the cheaper of both", definition="min(x_call, x_call_long)"),
    Quantity("y_calls_long", "", "calls per late call at which the longer tier breaks even", definition="(x_write_long - x_hit)/(1 - x_hit)"),
    Quantity("x_way_long", "", "the cheaper of the longer tier and not caching, relative to fresh input", definition="min(1, x_call_long)"),
)
HELD = (
    Quantity("h_paid", "USD/s/token", "surcharge for writing a token to the cache, over its hold time", definition="q_extra/t_keep"),
    Quantity("y_rent", "", "that surcharge over the rent of the memory that its cache fills", definition="h_paid/h_hbm"),
)
LETTERS = Notation((
    *CALLS,
    *LONGER,
    PRICES["q_short"],
    HIT_PRICE,
    *CACHE_LIST.only("q_write", "q_extra", "x_write", "x_hit"),
    *RENT.only("p_gpu"),
    MEMORY_RENT,
    MEMORY,
    CACHE["kappa_stored"],
    *HELD,
))


# --- premises

AT_RANDOM = Premise(
    "at-random", "p_late = exp(-lam_call*t_keep)",
    because="calls are independent, and each restarts the hold time: the next call is late if the gap is longer",
    source="Poisson arrivals: times between calls are exponential",
    alternatives=(
        Alternative("in-sessions", "p_late = x_opens + (1 - x_opens)*exp(-lam_call*t_keep)",
                    because="some calls open a session, whose prompt is not cached; the others come at random", source="our own",
                    quantities=(Quantity("x_opens", "", "fraction of the calls that open a session", "fraction"),)),
    ),
)
PAID = Premise(
    "paid", "x_call = (1 - p_late)*x_hit + p_late*x_write",
    because="a call that finds its prompt pays for a hit, and a late one pays for a write", source="price lists",
)
PAID_LONGER = Premise(
    "paid-longer", "x_call_long = (1 - p_late_long)*x_hit + p_late_long*x_write_long", because="the same on the longer tier", source="price lists",
)
AT_RANDOM_LONGER = Premise(
    "at-random-longer", "p_late_long = exp(-lam_call*t_keep_long)", because="the same calls", source="as for the shorter time",
)
LONGER_DEARER = Premise("longer-dearer", "x_write_long > x_write", because="the longer the hold time, the higher the price of a write", source="price lists")


# --- the argument

def cache_price(board: Board) -> Handle:
    """The calls that may come too late; the time between them; the longer tier; and what the surcharge pays for."""
    late, paid, dearer, cheaper = (board.take(each) for each in (AT_RANDOM, PAID, SURCHARGE, CHEAP_HIT))
    board.state(
        "beyond-fresh", "x_call - 1 = (x_write - x_hit)*p_late - (1 - x_hit)", (paid,),
        because="above one, not caching is cheaper: each late call adds to it",
    )
    way = board.define("cheaper-way", "x_way")
    even = board.boundary("even", way, because="where caching costs as much as not caching")
    spelled = board.substitute("even-in-full", even, (paid,), because="written out")
    calls = board.define("calls-to-a-late-one", "y_calls")
    share = board.state(
        "late-at-even", "p_late = 1/y_calls", (spelled, calls, dearer, cheaper), because="caching pays as long as no more calls are late",
    )
    gap = board.define("mean-gap", "t_apart")
    inverse = board.state("time-by-late", "t_apart = t_keep/log(1/p_late)", (late, gap), because="inverted: the mean gap between calls that makes this fraction late")
    result = board.state(
        "longest-gap", "t_apart = t_keep/log(y_calls)", (inverse, share), because="calls may be this far apart: several times the hold time",
    )
    _longer(board, (late, paid, dearer, cheaper), gap)
    _held(board)
    board.reject("always-saves", "x_call < 1", against=(paid, dearer, cheaper), because="says that a cached prompt always saves: not if most calls are late")
    board.reject("always-a-hit", "x_call = x_hit", against=(paid, dearer, cheaper), because="says that caching saves all but the price of a hit: late calls pay for a write")
    return result


def _longer(board: Board, short: tuple[Handle, ...], gap: Handle) -> None:
    """The mean time between calls up to which the longer tier is the cheaper one."""
    late, paid, dearer, cheaper = short
    late_long, paid_long, more = board.take(AT_RANDOM_LONGER), board.take(PAID_LONGER), board.take(LONGER_DEARER)
    tier = board.define("cheaper-tier", "x_tier")
    even = board.boundary("tiers-even", tier, because="where both tiers cost the same")
    spelled = board.substitute("tiers-even-in-full", even, (paid, paid_long), because="both, written out")
    price = board.define("price-of-late-calls", "y_tiers")
    ratio = board.state(
        "late-on-both", "p_late/p_late_long = y_tiers", (spelled, price, dearer, cheaper, more),
        because="calls that are late on the shorter tier but not on the longer have to make up for its price",
    )
    longer = board.define("time-beyond", "t_beyond")
    times = board.state("late-by-times", "p_late/p_late_long = exp(lam_call*t_beyond)", (late, late_long, longer), because="the ratio of the two, by time")
    board.define("long-write-over-input", "x_write_long")
    rate = board.state("rate-between-tiers", "lam_call*t_beyond = log(y_tiers)", (ratio, times), because="the logarithm of both sides")
    board.state(
        "gap-between-tiers", "t_apart = t_beyond/log(y_tiers)", (rate, gap),
        because="with calls further apart than this the shorter tier is cheaper, because most calls are late on both",
    )
    _longer_pays(board, (late_long, paid_long, dearer, more, cheaper), gap)


def _longer_pays(board: Board, given: tuple[Handle, ...], gap: Handle) -> None:
    """The mean time between calls up to which the longer tier costs less than fresh input, which ends before the tiers are even."""
    late, paid, dearer, more, cheaper = given
    way = board.define("cheaper-way-longer", "x_way_long")
    even = board.boundary("longer-even", way, because="where the longer tier costs as much as not caching")
    spelled = board.substitute("longer-even-in-full", even, (paid,), because="written out")
    calls = board.define("calls-to-a-late-one-longer", "y_calls_long")
    share = board.state(
        "late-at-even-longer", "p_late_long = 1/y_calls_long", (spelled, calls, dearer, more, cheaper),
        because="the longer tier pays as long as no more calls are late",
    )
    inverse = board.state(
        "time-by-late-longer", "t_apart = t_keep_long/log(1/p_late_long)", (late, gap),
        because="inverted: the mean gap between calls that makes this fraction late",
    )
    board.state(
        "longest-gap-longer", "t_apart = t_keep_long/log(y_calls_long)", (inverse, share),
        because="beyond this gap fresh input is cheaper than either tier, although the longer one is cheaper than the shorter",
    )
    board.reject(
        "pays-until-tiers-are-even", "t_apart = t_beyond/log(y_tiers)", against=(inverse, share),
        because="takes the gap at which both tiers cost the same for the one up to which the longer pays: on many lists both cost more than fresh input there",
    )


def _held(board: Board) -> None:
    """What the surcharge pays for, in rents of memory."""
    paid, rent, ratio = board.define("surcharge-by-time", "h_paid"), board.define("rent-of-memory", "h_hbm"), board.define("rents", "y_rent")
    extra = board.define("surcharge-of-a-token", "q_extra")
    board.define("write-over-input", "x_write")
    board.define("hit-over-input", "x_hit")
    full = board.substitute("rents-in-full", ratio, (paid, rent, extra), because="both, written out")
    board.independence("rents-for-any-hit", full, of="q_hit", because="the price of a hit cancels")


# --- numbers

_OWN = "our own choice"
_OPUS, _FABLE, _R1 = "claude-opus-5-prices", "claude-fable-5.1-prices", "deepseek-r1-prices"


def _one_tier(card: str, write: str) -> dict[str, Said | OnCard]:
    """Input, a hit, and what is kept for one time, on one list."""
    return {"q_short": OnCard(card, "input"), "q_hit": OnCard(card, "cached_input"), "q_write": OnCard(card, write)}


def _prices(card: str) -> dict[str, Said | OnCard]:
    """Input, a hit, and what is kept for five minutes and for an hour, on one list."""
    return {**_one_tier(card, "write_5_minutes"), "q_write_long": OnCard(card, "write_1_hour")}


_HOUR = Said("1 h", "the list", "kept for an hour")
_TIMES = {"t_keep": Said("5 min", "the list", "kept for five minutes"), "t_keep_long": _HOUR}
_CALLS = {"lam_call": Said("6 1/h", _OWN, "ten minutes apart")}
DEFAULTS = {**_prices(_OPUS), **_TIMES, **_CALLS, "p_gpu": GPU_HOUR}
READINGS = (
    Reading("opus", "Claude Opus 5, kept for five minutes or for an hour, calls ten minutes apart", {**_prices(_OPUS), **_TIMES, **_CALLS}),
    Reading("as-read-out", "the lecture's prices: a hit at 10% of input", {
        "q_short": Said("5 dollar/Mtoken", PATEL, "1:59:59 to 2:00:25", LECTURE),
        "q_hit": Said("0.5 dollar/Mtoken", f"{PATEL}: ten times cheaper", "1:48:52", LECTURE),
        "q_write": Said("6.25 dollar/Mtoken", f"{PATEL}: kept for five minutes", "1:59:59 to 2:00:25", LECTURE),
        "t_keep": _TIMES["t_keep"], **_CALLS,
    }),
    Reading("fable", "Claude Fable 5.1, whose hits cost a fortieth", {**_prices(_FABLE), **_TIMES, **_CALLS}),
    Reading("an-hour-alone", "Claude Opus 5, kept for an hour",
            {**_one_tier(_OPUS, "write_1_hour"), "t_keep": _HOUR, **_CALLS}),  # there is no longer tier to compare it with
    Reading("calls-a-minute", "Claude Opus 5, calls a minute apart", {**_prices(_OPUS), **_TIMES, "lam_call": Said("60 1/h", _OWN, "")}),
    Reading("deepseek-day", "DeepSeek's published day: nothing for writing, and more than half found on disk", {
        "x_write": Said("1", "DeepSeek", "no price for writing"), "q_short": OnCard(_R1, "input"), "q_hit": OnCard(_R1, "cached_input"),
        "p_late": of_the_day("133/304", "266 billion of 608 billion input tokens were not found"),
    }),
)
GRIDS = (
    Grid(("late-at-even", "longest-gap", "gap-between-tiers"), readings=("opus", "as-read-out", "an-hour-alone", "fable"),
         title="Fraction of calls that may be late, the longest gap between calls, and the gap up to which the hour is the cheaper tier"),
    Grid(("at-random", "paid", "paid-longer"), readings=("opus", "calls-a-minute"), title="Late calls, and the mean price of a prompt on both tiers"),
    Grid(("paid",), readings=("deepseek-day",), title="Mean price of a day's input, relative to fresh input"),
    Grid(("surcharge-by-time", "rents-in-full"), readings=(AS_BUILT,), title="The surcharge per hold time, and relative to the rent of the memory that the cache fills"),
)
RANGES = {
    "t_keep": Between("5 min", "1 h", "the list", "its two hold times"),
    "q_write": Between("5.5 dollar/Mtoken", "9.5 dollar/Mtoken", "our own", "a tenth over fresh input to nine tenths over it"),
    "q_hit": Between("0.125 dollar/Mtoken", "2.5 dollar/Mtoken", "our own", "a fortieth of fresh input, as on one list, to half of it"),
}


CLAIM = Claim(
    name="cache-price",
    title="Prompt cache prices: when caching a prompt pays, and for how long",
    chapter=chapters.AFTERWARDS,
    question="When does it pay to cache a prompt?",
    answer="If it is reused about every {longest-gap} or more often, with a hold time of {t_keep}; with one of {t_keep_long} up to a gap of about {longest-gap-longer}.",
    notation=LETTERS, body=cache_price, result="longest-gap", outside="it never pays",
    defaults=DEFAULTS, readings=READINGS, grids=GRIDS, ranges=RANGES,
    compared=("late-at-even", "longest-gap", "longest-gap-longer", "gap-between-tiers", "paid", "paid-longer"),
)
