"""What was said and printed about the claim pipeline-latency."""

from __future__ import annotations

from derivations.claims.claim import ALL, AS_SAID, Asserted, Between, Grid, Published, Reading, Said
from derivations.claims.lecture import LECTURE, PATEL, POPE
from derivations.claims.parallelism.pipeline_kv_said import DEFAULTS as WIDE_STAGES
from derivations.claims.said import TWENTY_MILLISECONDS

_FOUR = Said("4", POPE, "1:15:20, realistic", LECTURE)
_TWO_MILLISECONDS = Said("2 ms", PATEL, "1:15:46, about", LECTURE)
_NOTHING = Said("0 ms", POPE, "0:57:07 to 1:01:25, the ideal", LECTURE)
_SAID = {"T": TWENTY_MILLISECONDS, "n_stages": _FOUR, "t_hop": _TWO_MILLISECONDS}


def _hop(name: str, title: str, time: str) -> Reading:
    """Another time of a hand-over, within the order of magnitude that he leaves open."""
    by = Said(time, f"{POPE}: off by an order of magnitude, perhaps", "1:15:20", LECTURE)
    return Reading(name, title, {**_SAID, "t_hop": by})


DEFAULTS = {
    **{name: said for name, said in WIDE_STAGES.items() if name != "n"},
    "n_stages": _FOUR,
    "t_hop": _TWO_MILLISECONDS,
}

READINGS = (
    Reading(AS_SAID, "as said: 20 ms, four stages, 2 ms for each hand-over", _SAID),
    Reading("ideal", "the same without hand-overs", {**_SAID, "t_hop": _NOTHING}),
    Reading("two-stages", "the same with two stages", {**_SAID, "n_stages": Said("2", POPE, "1:12:54", LECTURE)}),
    _hop("ten-times-shorter", "the same with hand-overs ten times as fast", "0.2 ms"),
    _hop("ten-times-longer", "the same with hand-overs ten times as slow", "20 ms"),
)  # fmt: skip

PUBLISHED = (
    Published("time-per-token", "30 ms", POPE, "1:15:46, from 20 to 30, or something like that",
              "one significant figure"),
    Published("hop-time", "10 ms", f"{PATEL}, {POPE} agrees", "1:15:46, about", "one significant figure",
              reproduces=False, note="four times two milliseconds are fewer; the 30 ms, rounded, follow all the same"),
    Published("slower", "1", POPE, "1:01:25, neutral for latency", "exact", "ideal",
              note="exactly where a hand-over takes no time"),
    Published("slower", "1", POPE, "1:01:25, neutral for latency", "exact", reproduces=False,
              note="the statement of the ideal pipeline, with the hand-overs of 1:15:20"),
)  # fmt: skip

ASSERTED = (
    Asserted("a hand-over takes “probably a few milliseconds, could be off by an order of magnitude”; “I can't say "
             "with a lot of authority”", POPE, "1:15:20"),
    Asserted("the way is from a GPU to its network card, a switch at the top of the rack, perhaps one of the data "
             "centre, and down again", POPE, "1:15:20"),
    Asserted("pipelining is neutral for batch size and saves neither memory time nor compute time: only capacity", POPE,
             "0:57:07 to 1:01:25"),
)  # fmt: skip

GRIDS = (
    Grid(("work-of-all-stages", "time-per-token", "micro-batches-kept"), ALL,
         title="DeepSeek-V3 on four stages of 64 GPUs: work, time of a token, micro-batches that keep the stages at "
         "work"),
)  # fmt: skip

RANGES = {
    "t_hop": Between("0.2 ms", "20 ms", POPE, "1:15:20, an order of magnitude either way"),
    "n_stages": Between("2", "8", POPE, "1:12:54, maybe two; 1:02:22, eight racks"),
    "L": Between("8k token/sequence", "200k token/sequence", POPE, "1:54:04"),
}
