"""What was said and printed about the claim latency-floor."""

from __future__ import annotations

from derivations.claims.claim import AS_SAID, Asserted, Cards, Grid, OnCard, Published, Reading, Said
from derivations.claims.lecture import CARDS, LECTURE, PATEL, POPE
from derivations.claims.said import DECODE, NO_CONTEXT, TOTAL, TWENTY_MILLISECONDS

_PASS = "0:12:59, 'like one millisecond or 20 milliseconds', of a pass"
_GROWTH = "1:18:10"
_HOPS = "1:15:20"
_TRILLION = "1:01:36 to 1:02:28"
_EIGHT_BIT = {"model": "deepseek-v3", "compute": "fp8", "cache": "fp8"}


def _generation(name: str, new: str, old: str) -> Reading:
    """A domain of one accelerator beside a domain of an older one."""
    numbers = {"G": (new, "domain"), "W_gpu": (new, "bandwidth"), "G_old": (old, "domain"), "W_old": (old, "bandwidth")}
    return Reading(name, f"{new} after {old}", {letter: OnCard(*place) for letter, place in numbers.items()})


def _grows(reading: str, note: str = "") -> Published:
    """The growth of a GPU's bandwidth in a generation, against one."""
    return Published("bandwidth-of-a-gpu", ("1.5", "2"), POPE, f"{_GROWTH}, per generation", "range", reading,
                     reproduces=not note, note=note)  # fmt: skip


DEFAULTS = {"n": DECODE, "B": Said("1 sequence", "the smallest batch", ""), "L": NO_CONTEXT}

READINGS = (
    Reading(
        AS_SAID, "as said: 700 B in half a byte each, 72 GPUs, and the 20 TB/s that he gives Rubin",
        {"N_total": TOTAL, "b_w": Said("1/2 byte/parameter", f"{POPE}: half a byte", "0:18:09", LECTURE),
         "G": Said("72 GPU", POPE, "0:02:13", LECTURE), "W_gpu": Said("20 TB/s/GPU", POPE, "0:24:13", LECTURE)},
    ),
    Reading("blackwell-rack", "a rack of 72 GB200, DeepSeek-V3 in fp8", DEFAULTS, Cards("gb200", **_EIGHT_BIT)),
    Reading("blackwell-rack-fp4", "the same rack, DeepSeek-V3 in fp4", DEFAULTS,
            Cards("gb200", "deepseek-v3", compute="fp4", cache="fp8")),
    Reading("hopper-node", "a node of 8 H100, DeepSeek-V3 in fp8, which does not quite fit", DEFAULTS,
            Cards("h100", **_EIGHT_BIT)),
    Reading("trillion-in-a-terabyte", "the rack, a trillion parameters in one terabyte",
            {"N_total": Said("1e12 parameter", POPE, _TRILLION, LECTURE),
             "b_w": Said("1 byte/parameter", f"{POPE}: a trillion needs one terabyte", _TRILLION, LECTURE),
             "G": OnCard("gb200", "domain"), "W_gpu": OnCard("gb200", "bandwidth"),
             "M_gpu": OnCard("gb200", "capacity")}),
    _generation("ampere-to-hopper", "h100", "a100-80"),
    _generation("hopper-to-blackwell", "gb200", "h100"),
    _generation("late-hopper-to-blackwell", "gb200", "h200"),
    _generation("blackwell-to-rubin", "rubin", "gb200"),
    Reading("sixty-four-used", "64 GPUs of a Blackwell rack after 8 of Hopper",
            {"G": Said("64 GPU", POPE, "0:34:11", LECTURE), "G_old": OnCard("h100", "domain")}),
    Reading("with-hops", "20 ms, and 4 hops of 2 ms",
            {"T": TWENTY_MILLISECONDS, "n_hops": Said("4", PATEL, _HOPS, LECTURE),
             "t_hop": Said("2 ms", PATEL, _HOPS, LECTURE)}),
)  # fmt: skip

PUBLISHED = (
    Published("latency-floor", "1 ms", POPE, _PASS, "one significant figure", "blackwell-rack",
              note="said as an example of a pass; it is the floor of this rack"),
    Published("latency-floor", "20 ms", POPE, _PASS, "order of magnitude", "hopper-node",
              note="said as an example of a pass; the floor of this node is of that order"),
    Published("latency-floor", "20 ms", "practice card 9", f"{CARDS.date}, faster is impossible",
              "one significant figure", "blackwell-rack", reproduces=False,
              note="reading all of the memory takes so long; the weights are a small part of it"),
    Published("domain-size", "8", POPE, f"{_GROWTH}, from Hopper", "exact", "sixty-four-used"),
    Published("domain-size", "8", POPE, f"{_GROWTH}, from Hopper", "exact", "hopper-to-blackwell", reproduces=False,
              note="the rack has 72"),
    _grows("ampere-to-hopper"),
    _grows("late-hopper-to-blackwell"),
    _grows("hopper-to-blackwell", "against the first Hopper it is more"),
    _grows("blackwell-to-rubin", "as announced, it is more"),
    Published("domain-bandwidth", "8", "a summary", "2026, aggregate memory bandwidth", "one significant figure",
              "hopper-to-blackwell", reproduces=False, note="the size of the domain without the bandwidth of each GPU"),
    Published("hops-add-up", "30 ms", PATEL, _HOPS, "one significant figure", "with-hops"),
    Published("hops", "10 ms", PATEL, f"{_HOPS}, about", "one significant figure", "with-hops", reproduces=False,
              note="his own 2 ms and 4 stages give a little less"),
)  # fmt: skip

ASSERTED = (
    Asserted("with all of the memory bandwidth in use one cannot do any better", POPE, "0:10:31"),
    Asserted("the floor comes from loading all the active parameters; corrected to all parameters since",
             "practice card 5", "before 2026-07-22"),
    Asserted("stages of a pipeline cannot load in parallel for one token, and the GPUs of a domain can", POPE,
             "1:17:07"),
    Asserted("a hop takes probably a few milliseconds, could be off by an order of magnitude, and he cannot say with "
             "a lot of authority", POPE, _HOPS),
    Asserted("pipelining solves the capacity problem, scale-up size helps the bandwidth problem", POPE, _GROWTH),
    Asserted("speculative decoding is a second effect on speed; named and not returned to", POPE, "0:01:36"),
    Asserted("smartphone volume is down by 30%, and half of this year's CapEx of maybe a trillion goes into memory",
             f"{PATEL}, the latter after Dylan Patel", "1:03:31 to 1:04:14"),
)  # fmt: skip

GRIDS = (
    Grid(("latency-floor", "floor-of-one-token", "weights-in-memory"),
         ("h100", "h200", "b200", "gb200", "b300", "gb300", "rubin"), cards=Cards(**_EIGHT_BIT),
         title="DeepSeek-V3 in fp8 on one scale-up domain: the floor, that of a single token if only its experts are "
         "read, and the weights over the memory, above one where they do not fit"),
)  # fmt: skip
