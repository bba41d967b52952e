"""What was said and printed about the claim latency-floor."""

from __future__ import annotations

from derivations.claims.claim import AS_SAID, Asserted, Cards, Grid, OnCard, Published, Reading, Said
from derivations.claims.lecture import CARDS, LECTURE, POPE
from derivations.claims.said import DECODE, NO_CONTEXT, TOTAL

_PASS = "0:12:59, 'like one millisecond or 20 milliseconds', of a pass"
_GROWTH = "1:18:10"
_TRILLION = "1:01:36 to 1:02:28"
_EIGHT_BIT = {"model": "deepseek-v3", "compute": "fp8", "cache": "fp8"}

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
    Reading("later-hopper-node", "a node of 8 H200, DeepSeek-V3 in fp8", DEFAULTS, Cards("h200", **_EIGHT_BIT)),
    Reading("trillion-in-a-terabyte", "the rack, a trillion parameters in one terabyte",
            {"N_total": Said("1e12 parameter", POPE, _TRILLION, LECTURE),
             "b_w": Said("1 byte/parameter", f"{POPE}: a trillion needs one terabyte", _TRILLION, LECTURE),
             "G": OnCard("gb200", "domain"), "W_gpu": OnCard("gb200", "bandwidth"),
             "M_gpu": OnCard("gb200", "capacity")}),
)  # fmt: skip

PUBLISHED = (
    Published("latency-floor", "1 ms", POPE, _PASS, "one significant figure", "blackwell-rack",
              note="said as an example of a pass; it is the floor of this rack"),
    Published("latency-floor", "20 ms", POPE, _PASS, "one significant figure", "later-hopper-node",
              note="said as an example of a pass; it is the floor of this node, in which the weights fit"),
    Published("latency-floor", "20 ms", "practice card 9", f"{CARDS.date}, faster is impossible",
              "one significant figure", "blackwell-rack", reproduces=False,
              note="reading all of the memory takes so long; the weights are a small part of it"),
)  # fmt: skip

ASSERTED = (
    Asserted("with all of the memory bandwidth in use one cannot do any better", POPE, "0:10:31"),
    Asserted("the floor comes from loading all the active parameters; corrected to all parameters since",
             "practice card 5", "before 2026-07-22"),
    Asserted("stages of a pipeline cannot load in parallel for one token, and the GPUs of a domain can", POPE,
             "1:17:07"),
    Asserted("pipelining solves the capacity problem, scale-up size helps the bandwidth problem", POPE, _GROWTH),
    Asserted("speculative decoding is a second effect on speed; named and not returned to", POPE, "0:01:36"),
)  # fmt: skip

GRIDS = (
    Grid(("latency-floor", "floor-of-one-token", "weights-in-memory"),
         ("h100", "h200", "b200", "gb200", "b300", "gb300", "rubin"), cards=Cards(**_EIGHT_BIT),
         title="DeepSeek-V3 in fp8 on one scale-up domain: the floor, that of a single token if only its experts are "
         "read, and the weights over the memory, above one where they do not fit"),
)  # fmt: skip
