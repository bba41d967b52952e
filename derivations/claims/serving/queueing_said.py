"""What was said and printed about the claim queueing."""

from __future__ import annotations

from derivations.claims.claim import ALL, AS_SAID, Asserted, Cards, Grid, Published, Reading, Said
from derivations.claims.lecture import LECTURE, POPE
from derivations.claims.said import BATCH, DECODE, TWENTY_MILLISECONDS

_OURS = "our example"
_BACK_TO_BACK = Said("1", POPE, "0:22:32, a pass starts when the last one has ended", LECTURE)
_SOME = Said("80,000 sequence/s", _OURS, "the lecture names no rate of arrivals")
_GENERATED = Said("128,000 sequence/s", f"{POPE}: 128,000 tokens a second, one for each sequence", "0:26:58", LECTURE)
_EDGE = Said("100,000 sequence/s", _OURS, "what fills 2,000 places every 20 ms")
_SECOND = Said("1 s", _OURS, "a second above what trains carry")
_TRAIN = {"n": DECODE, "B_cap": BATCH, "u_busy": _BACK_TO_BACK, "t_over": _SECOND}
_TWENTY = {"T": TWENTY_MILLISECONDS, **_TRAIN}

DEFAULTS = {**_TRAIN, "lam": _SOME}

READINGS = (
    Reading(AS_SAID, "as said: a train every 20 ms with 2,000 places, passes back to back; arrivals of our own",
            {**_TWENTY, "lam": _SOME}),
    Reading("just-full", "the same, with arrivals that just fill the trains", {**_TWENTY, "lam": _EDGE}),
    Reading("generated-at-20-ms", "the same, with the 128,000 a second that he derives",
            {**_TWENTY, "lam": _GENERATED}),
    Reading("generated-at-64-a-second", "64 trains a second, with those 128,000",
            {"T": Said("1/64 s", f"{POPE}: 64 passes a second", "0:26:48", LECTURE), **_TRAIN, "lam": _GENERATED}),
    Reading("generated-on-rubin", "Rubin, 288 GB at 20 TB/s, with those 128,000",
            {"M_gpu": Said("288 GB/GPU", POPE, "0:24:13", LECTURE),
             "W_gpu": Said("20 TB/s/GPU", POPE, "0:24:13", LECTURE), **_TRAIN, "lam": _GENERATED}),
    Reading("half-busy", "a pass of 10 ms every 20 ms, with those 128,000",
            {**_TRAIN, "T": Said("10 ms", _OURS, "half of the 20 ms"),
             "u_busy": Said("1/2", _OURS, "a pass of half an interval"), "lam": _GENERATED}),
)  # fmt: skip

PUBLISHED = (
    Published("worst-time", "40 ms", POPE, "0:23:25", "exact", note="whatever arrives, while no train is full"),
    Published("worst-time", "40 ms", POPE, "0:23:25", "exact", "just-full"),
    Published("worst-time", "40 ms", POPE, "0:23:25, with 0:26:58", "exact", "generated-at-20-ms", reproduces=False,
              note="with the tokens that he derives a little later every train is full, and more arrives"),
    Published("worst-time", "40 ms", POPE, "0:23:25, with 0:26:48", "exact", "generated-at-64-a-second",
              reproduces=False, note="at 64 a second the interval is shorter; the two numbers are of two intervals"),
    Published("carried-when-full", "128,000 token/s", POPE, "0:26:58", "exact", "generated-at-64-a-second",
              note="so every train is full: the edge at which the 40 ms end"),
    Published("carried-when-full", "128,000 token/s", POPE, "0:26:58", "exact", "generated-at-20-ms",
              reproduces=False, note="not even full trains carry so many at 20 ms"),
)  # fmt: skip

ASSERTED = (
    Asserted("if the train is full, who is left waits for the next one: said in passing, and all that is said about "
             "full trains", POPE, "0:22:32"),
    Asserted("the queue is bounded, as trains leave at a fixed cadence", "a summary", "2026, without a condition"),
    Asserted("a fast mode runs more frequent trains with smaller batches and less of a queue: the wait is an interval, "
             "and an interval is at least a pass, so that the passes have to become shorter", "a summary", "2026"),
    Asserted("what rule providers follow, fixed intervals or another: asked, and not answered", "a summary", "2026"),
)  # fmt: skip

GRIDS = (
    Grid(("fill-of-a-train", "worst-time", "mean-time", "growth", "early-worst-time"),
         readings=tuple(reading.name for reading in READINGS), outside="—",
         title="The two rules of departure with the numbers of the lecture"),
    Grid(("full-from", "worst-time", "mean-time"), ALL, cards=Cards(),
         title="Trains of 2,000 places on every card, a pass as long as reading all memory"),
)  # fmt: skip
