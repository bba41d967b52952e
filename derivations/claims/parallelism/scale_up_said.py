"""What was said and printed about the claim scale-up."""

from __future__ import annotations

from derivations.claims.claim import (
    ALL,
    AS_BUILT,
    AS_SAID,
    Asserted,
    Between,
    Cards,
    Grid,
    OnCard,
    Published,
    Reading,
    Said,
)
from derivations.claims.documents import GENERAL_KNOWLEDGE
from derivations.claims.lecture import LECTURE, POPE

_PLACE = "1:18:10"
_EIGHT = Said("8", POPE, f"{_PLACE}, from Hopper", LECTURE)
_UNVERIFIED = "general knowledge, unverified"


def _step(name: str, title: str, earlier: str, later: str) -> Reading:
    """From one card to another."""
    return Reading(name, title, _card(later), Cards(earlier))


def _card(later: str) -> dict[str, Said | OnCard]:
    return {"G_next": OnCard(later, "domain"), "W_next": OnCard(later, "bandwidth")}


def _domains(name: str, title: str, earlier: str, later: str) -> Reading:
    """Two sizes of domains alone, counted in one way or another."""
    sizes = {"G": f"{earlier} GPU", "G_next": f"{later} GPU"}
    return Reading(name, title, {key: Said(size, _UNVERIFIED, "", GENERAL_KNOWLEDGE) for key, size in sizes.items()})


DEFAULTS = _card("gb200")

READINGS = (
    Reading(AS_SAID, "as said of Hopper to Blackwell: domain 8 times, GPU twice",
            {"y_domain": _EIGHT, "y_gpu": Said("2", POPE, f"{_PLACE}, 1.5 to 2 times", LECTURE)}),
    Reading("lower-end", "the same with a GPU 1.5 times as fast",
            {"y_domain": _EIGHT, "y_gpu": Said("1.5", POPE, f"{_PLACE}, 1.5 to 2 times", LECTURE)}),
    Reading("used-gpus", "8 GPUs of Hopper to the 64 of a Blackwell rack that are used",
            {"G": Said("8 GPU", POPE, "0:40:47, Hopper", LECTURE), "G_next": Said("64 GPU", POPE, "0:34:11", LECTURE)}),
    _step("a100-to-h100", "NVIDIA A100 80 GB to H100, cards", "a100-80", "h100"),
    _step("h100-to-h200", "NVIDIA H100 to H200, cards", "h100", "h200"),
    _step("h200-to-gb200", "NVIDIA H200 to GB200, cards", "h200", "gb200"),
    _step("gb200-to-rubin", "NVIDIA GB200 to Rubin, cards", "gb200", "rubin"),
    Reading("genuine-four", "Rubin as said: four times the 64 of Blackwell",
            {"G": Said("64 GPU", POPE, "0:41:21", LECTURE), "y_domain": Said("4", POPE, "0:41:21", LECTURE)}),
    Reading("genuine-four-of-dies", "the same of 144 dies of Blackwell",
            {"G": Said("144 GPU", _UNVERIFIED, "dies", GENERAL_KNOWLEDGE),
             "y_domain": Said("4", POPE, "0:41:21", LECTURE)}),
    _domains("dies-over-packages", "576 dies of the later Rubin over 72 packages of Blackwell", "72", "576"),
    _domains("dies-over-dies", "576 dies of the later Rubin over 144 dies of Blackwell", "144", "576"),
    _domains("packages-over-packages", "144 packages of the later Rubin over 72 of Blackwell", "72", "144"),
)  # fmt: skip

PUBLISHED = (
    Published("domain-ratio", "8", POPE, "0:40:47 and 1:18:10, Hopper to Blackwell", "exact", "used-gpus",
              note="64 of the 72 over 8"),
    Published("domain-ratio", "8", POPE, "0:40:47 and 1:18:10, Hopper to Blackwell", "exact", AS_BUILT,
              reproduces=False, note="all 72 over 8; and this 8 is not the 8 of scale-up over scale-out (0:38:47)"),
    Published("gpu-ratio", ("1.5", "2"), POPE, "1:18:10, a generation", "range", "a100-to-h100"),
    Published("gpu-ratio", ("1.5", "2"), POPE, "1:18:10, a generation", "range", "h200-to-gb200",
              note="from the last Hopper"),
    Published("gpu-ratio", ("1.5", "2"), POPE, "1:18:10, a generation", "range", AS_BUILT, reproduces=False,
              note="from the first Hopper it is more"),
    Published("gpu-ratio", ("1.5", "2"), POPE, "1:18:10, a generation", "range", "gb200-to-rubin", reproduces=False,
              note="and to Rubin as well"),
    Published("domain-times-gpu", "8", "a summary", "2026, “aggregate memory bandwidth by 8x”", "exact",
              reproduces=False, note="the domain alone: the factor of each GPU is left out"),
    Published("domain-times-gpu", "8", "a summary", "2026, “aggregate memory bandwidth by 8x”", "exact", "lower-end",
              reproduces=False, note="and so at the lower end of what he says of a GPU"),
    Published("domain-times-gpu", "8", "a summary", "2026, “aggregate memory bandwidth by 8x”", "exact", AS_BUILT,
              reproduces=False, note="and on the cards the more so"),
    Published("domain-ratio", "4", POPE, "0:41:21, “at least a genuine 4x”", "exact", "dies-over-dies",
              note="dies on both sides; he does not say what he counts"),
    Published("domain-ratio", "4", POPE, "0:41:21, “at least a genuine 4x”", "exact", "packages-over-packages",
              reproduces=False, note="packages on both sides: twice"),
    Published("domain-ratio", "4", POPE, "0:41:21, “at least a genuine 4x”", "exact", "gb200-to-rubin",
              reproduces=False, note="the first Rubin has a domain of as many packages as Blackwell"),
    Published("domain-ratio", "4", "a web page", "2026, “500+, roughly 4x Blackwell's 72”", "one significant figure",
              "dies-over-packages", reproduces=False, note="dies over packages: its own two numbers give 8"),
    Published("domain-of-next", ("500 GPU", "600 GPU"), POPE, "0:40:47 to 0:41:27, “500 and something”", "range",
              "genuine-four", reproduces=False,
              note="four times 64 are no 500: part of the number is a way of counting, as he says"),
    Published("domain-of-next", ("500 GPU", "600 GPU"), POPE, "0:40:47 to 0:41:27, “500 and something”", "range",
              "genuine-four-of-dies", note="four times the dies of a Blackwell rack are"),
)  # fmt: skip

ASSERTED = (
    Asserted("from Hopper to Blackwell it was a product decision, from a tray to a rack; from there to 500 some "
             "“Jensen math”", POPE, "0:41:21"),
    Asserted("what limits a domain: power, weight, cooling, space, the bend radius of cables, the density of "
             "connectors",
             POPE, "0:37:09 to 0:41:42"),
    Asserted("“pipelining solves the capacity problem, scale-up size helps the bandwidth problem”: in the claim "
             "pipeline-kv the step weight-time-without-stages shows the first half", POPE, "1:18:10"),
    Asserted("Google has long had large domains, which may be why it was ahead; he allows this and does not endorse it",
             f"asked; {POPE}", "0:45:49 to 0:46:52"),
    Asserted("dies and packages of the later Rubin, and two dies in each package of Blackwell", _UNVERIFIED, "2026"),
)  # fmt: skip

GRIDS = (
    Grid(("weights-alone", "domain-ratio", "gpu-ratio", "domain-times-gpu"), ALL,
         title="Time to read DeepSeek-V3 once in a domain, whether it fits or not, and how much sooner a rack of "
         "GB200 has read it; a torus of TPUs counts as one domain"),
    Grid(("domain-ratio", "gpu-ratio", "domain-times-gpu"),
         readings=("a100-to-h100", "h100-to-h200", "h200-to-gb200", "gb200-to-rubin"),
         title="From generation to generation"),
    Grid(("G", "G_next", "domain-ratio"), readings=("dies-over-packages", "dies-over-dies", "packages-over-packages"),
         title="Rubin's domain over Blackwell's, by what is counted"),
    Grid(("G", "domain-of-next"), readings=("genuine-four", "genuine-four-of-dies"),
         title="The domain that a genuine factor of four makes"),
)  # fmt: skip

RANGES = {
    "G": Between("8 GPU", "72 GPU", POPE, "0:40:47, Hopper and Blackwell"),
    "W_next": Between("7.7 TB/s/GPU", "22 TB/s/GPU", "cards from B200 to Rubin"),
}
