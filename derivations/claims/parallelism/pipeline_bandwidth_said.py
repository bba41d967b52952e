"""What was said and printed about the claim pipeline-bandwidth."""

from __future__ import annotations

from derivations.claims.claim import AS_BUILT, AS_SAID, Asserted, Between, Cards, Grid, Published, Reading, Said
from derivations.claims.lecture import LECTURE, PATEL, POPE

_PLACE = "0:50:48 to 0:52:43"
_ONE_LAYER = Said("1", POPE, f"{_PLACE}, the extreme: one layer per rack", LECTURE)
_EIGHT_TIMES = Said("8", POPE, "0:38:47", LECTURE)


def _experts(name: str, title: str, number: str, where: str) -> Reading:
    """The bandwidth ratio as said, one layer per stage, and so many experts."""
    experts = Said(number, POPE, where, LECTURE)
    return Reading(name, title, {"y_net": _EIGHT_TIMES, "k_active": experts, "l_stage": _ONE_LAYER})


def _layers(name: str, title: str, number: str) -> Reading:
    """The bandwidth ratio as said, and one expert, as in a dense model."""
    one = Said("1", "a dense model", "by definition")
    return Reading(name, title, {"y_net": _EIGHT_TIMES, "k_active": one, "l_stage": Said(number, "our own", "")})


DEFAULTS = {"l_stage": _ONE_LAYER}

READINGS = (
    _experts(AS_SAID, "as said: 8 times, 32 experts, one layer", "32", f"{_PLACE}, 'maybe 32 experts or 16'"),
    _experts("sixteen-experts", "the same with 16 experts", "16", f"{_PLACE}, 'maybe 32 experts or 16'"),
    _experts("eight-experts", "the same with 8 experts", "8", f"{_PLACE}, 'could be 8 by itself'"),
    _layers("dense", "a dense model, one layer", "1"),
    Reading("quarter-of-a-hundred", "8 times, 8 experts, and a quarter of a hundred layers on each of four racks",
            {"y_net": _EIGHT_TIMES, "k_active": Said("8", POPE, _PLACE, LECTURE),
             "l_stage": Said("100/4", f"{POPE}: about 100 layers, four racks", "0:48:34 and 0:57:07", LECTURE)}),
    Reading("blackwell-rack", "NVIDIA GB200 with 400 Gbit/s a GPU, DeepSeek-V3, one layer", {"l_stage": _ONE_LAYER},
            Cards("gb200")),
    Reading("cut-for-export", "NVIDIA H800, on which DeepSeek-V3 was trained, one layer", {"l_stage": _ONE_LAYER},
            Cards("h800")),
)  # fmt: skip

PUBLISHED = (
    Published("network-ratio", "8", POPE, "0:38:47 and 0:39:31", "one significant figure", AS_BUILT, reproduces=False,
              note="9 on the card, which is near; about 8, he says of scale-up over scale-out"),
    Published("network-ratio", "8", POPE, "0:38:47 and 0:39:31", "one significant figure", "blackwell-rack",
              reproduces=False,
              note="more than twice as much on the rack that the lecture is about, with one 400 Gbit/s link a GPU"),
    Published("sends-needed", "8", POPE, "0:52:53, at least 8", "exact"),
    Published("enough-layers", "1", POPE, "0:52:53, 'really doesn’t seem hard': even one layer per rack",
              "rounded up to a whole number"),
    Published("enough-layers", "1", POPE, "0:52:53", "rounded up to a whole number", "sixteen-experts"),
    Published("enough-layers", "1", POPE, "0:52:53, experts 'could be 8 by itself'", "rounded up to a whole number",
              "eight-experts", note="with the way back 8 experts are twice what is needed"),
    Published("enough-layers", "1", POPE, "0:52:53", "rounded up to a whole number", AS_BUILT),
    Published("enough-layers", "1", POPE, "0:52:53", "rounded up to a whole number", "blackwell-rack",
              reproduces=False, note="with the built ratio one layer of 8 experts falls short, and the rack waits"),
    Published("enough-layers", "1", POPE, "0:52:53", "rounded up to a whole number", "dense", reproduces=False,
              note="without experts a stage needs several layers: add layers until it is enough, he says"),
)  # fmt: skip

ASSERTED = (
    Asserted("a factor of 2 was missing at first: the traffic goes out to the experts and comes back", PATEL,
             "0:52:43"),
    Asserted("the scale-up network should be the one that binds, as it is the more important and precious resource",
             POPE, "0:52:43"),
    Asserted("in the DeepSeek case maybe 32 experts or 16 are activated: its card has fewer", POPE, "0:51:34"),
    Asserted("with small experts tensor parallelism matters much less; data and pipeline parallelism remain", POPE,
             "0:48:12"),
    Asserted("of four ways to cut a model (layers, width, inner width, experts) two are profitable as models are "
             "sized: layers and experts", POPE, "after 0:52:53"),
    Asserted("on the drawing one token goes to one to three experts", POPE, "0:50:23"),
)  # fmt: skip

_CHIPS = ("a100-80", "h800", "h100", "h200", "b200", "gb200", "gb300", "rubin", "mi300x", "tpu-v5p", "tpu-v7")

GRIDS = (
    Grid(("network-ratio", "times-ratio", "enough-layers"), _CHIPS, title="DeepSeek-V3 with one layer per stage"),
    Grid(("times-ratio", "enough-layers"), _CHIPS, premises={"destinations": "distinct-gpus"},
         title="The same with each other GPU counted once, in a stage as wide as the scale-up domain"),
)  # fmt: skip

RANGES = {
    "k_active": Between("1", "32", "a dense model, and the 32 that was said", "0:51:34"),
    "l_stage": Between("1", "25", POPE, "one layer per rack, and a hundred over four"),
    "W_out": Between("25 GB/s/GPU", "200 GB/s/GPU", "cards from A100 to Rubin"),
}
