"""What was said and printed about the claim replicas."""

from __future__ import annotations

from dataclasses import replace

from derivations.claims.claim import AS_SAID, Asserted, Between, Cards, Grid, OnCard, Published, Reading, Said
from derivations.claims.lecture import LECTURE, PATEL, POPE
from derivations.claims.said import BATCH, DECODE, TRAFFIC
from derivations.claims.serving.train_interval_said import READINGS as TRAIN_READINGS

_WHERE = "1:29:46 to 1:32:10, all on one, or five or ten times less"
_ONE = Said("1", POPE, _WHERE, LECTURE)
_SHARED = {"n_models": _ONE}
_OF_TRAINS = {reading.name: reading for reading in TRAIN_READINGS}
_LATER = _OF_TRAINS["later-traffic"]
_MONTHS = tuple(reading for name, reading in _OF_TRAINS.items() if name.startswith("announced-in-"))


def _by(number: str) -> dict[str, Said | OnCard]:
    """The lecturer's traffic, shared by so many models."""
    return {**_LATER.numbers, "n_models": Said(number, POPE, _WHERE, LECTURE)}


DEFAULTS = {"n": DECODE, "B": BATCH, "X_all": TRAFFIC, "n_models": _ONE}

READINGS = (
    Reading(AS_SAID, "as said: 64 a second, 500 million tokens a second of one model", {**_LATER.numbers, **_SHARED}),
    Reading("ten-models", "the same traffic shared by ten models, 50 million each", _by("10")),
    Reading("five-models", "the same traffic shared by five models", _by("5")),
    Reading("a-thousandth", "64 a second, a thousandth of all traffic",
            {**_OF_TRAINS["sixty-four-a-second"].numbers, **_SHARED}),
    *(replace(reading, numbers={**reading.numbers, **_SHARED}) for reading in _MONTHS),
    Reading("twenty-milliseconds", "a pass of 20 ms, and 500 million tokens a second of one model",
            {**_OF_TRAINS["twenty-milliseconds"].numbers, "X_all": TRAFFIC, **_SHARED}),
    Reading("blackwell-racks", "racks of 72 GB200 that hold DeepSeek-V3 in fp8, all memory read in a pass", DEFAULTS,
            Cards("gb200", "deepseek-v3", compute="fp8", cache="fp8")),
)  # fmt: skip

PUBLISHED = (
    Published("traffic-of-share", ("100 million token/s", "1,000 million token/s"), POPE,
              "0:27:28, hundreds of millions", "range", "a-thousandth"),
    Published("replicas-by-share", "1000", "two blog posts", "2026, as racks, from the lecture's thousandth", "exact",
              "a-thousandth"),
    Published("replicas", "1000", "two blog posts", "2026, as racks", "order of magnitude", "announced-in-may-2025"),
    Published("replicas", "1000", "two blog posts", "2026, as racks", "order of magnitude", "announced-in-june-2025"),
    Published("replicas", "1000", "two blog posts", "2026, as racks", "order of magnitude",
              "announced-in-october-2025", reproduces=False, note="a thousand was said of less traffic"),
    Published("replicas", "1000", "two blog posts", "2026, as racks", "order of magnitude", reproduces=False,
              note="with the 500 million of the later chapter"),
    Published("family-traffic", "50e6 token/s", POPE, "1:29:46 to 1:32:10", "exact", "ten-models"),
    Published("share", "1/1000", PATEL, "after 0:27:37, to be competitive", "order of magnitude", reproduces=False,
              note="of the 500 million of the later chapter one system is a smaller part"),
    Published("share-of-model", "1/1000", PATEL, "after 0:27:37, to be competitive", "order of magnitude",
              "ten-models", note="of the 50 million of one model it is a larger one, and a thousandth lies between"),
)  # fmt: skip

ASSERTED = (
    Asserted("one needs at least a thousandth of Gemini's traffic to be competitive: so much fills the batches of one "
             "system; whether that makes anybody competitive nothing here says", PATEL, "after 0:27:37"),
    Asserted("500 million is the traffic of Gemini: 'maybe', and 'I don't really know'", POPE, "1:29:49"),
    Asserted("Gemini runs on a thousand racks: that is one system for each rack, and no source for either",
             "two blog posts", "2026"),
)  # fmt: skip

GRIDS = (
    Grid(("throughput", "replicas", "gpus", "room"),
         ("h100", "h200", "b200", "gb200", "b300", "gb300", "rubin", "mi300x", "mi355x", "trainium2", "gaudi3"),
         cards=Cards(model="deepseek-v3", compute="fp8", cache="fp8"), outside="no room",
         title="DeepSeek-V3 in fp8 with batches of 2,000, 500 million tokens a second: replicas of a scale-up domain"),
)  # fmt: skip

RANGES = {
    "X_all": Between("185 million token/s", "1,235 million token/s", "Google's tokens of a month, May 2025, May 2026"),
    "n_models": Between("1", "10", POPE, _WHERE),
    "B": Between("2,000 sequence", "3,000 sequence", PATEL, "0:20:15, two to three thousand"),
}
