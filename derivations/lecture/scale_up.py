"""scale-up: what a wider scale-up domain does to the time in which the weights are read.

Lecture 0:40:47 to 0:41:27 and 1:17:07 to 1:18:10. Said: bandwidth per GPU grows 1.5 to 2 times in a generation, and the
domain 8 times from Hopper; Rubin has "500 and something", at least "a genuine 4x".
"""

from __future__ import annotations

from derivations.claim.claim import (
    ALL,
    AS_BUILT,
    AS_SAID,
    Asserted,
    Between,
    Cards,
    Claim,
    Grid,
    OnCard,
    Published,
    Reading,
    Said,
)
from derivations.language.quantity import Notation, Quantity
from derivations.lecture.shared import chapters
from derivations.lecture.shared.documents import GENERAL_KNOWLEDGE
from derivations.lecture.shared.passes import POOLED_BANDWIDTH, SERVING, WEIGHT_FETCH
from derivations.lecture.shared.racks import NETWORK_RATIO, ON_NETWORK_CARDS
from derivations.lecture.shared.said import LECTURE, POPE
from derivations.search.board import Board, Handle
from derivations.search.premise import Alternative, Premise

# --- letters

NEXT_GENERATION = (
    Quantity("G_next", "GPU", "GPUs of the scale-up domain of a later generation", latex=r"G'"),
    Quantity("W_next", "byte/s/GPU", "memory bandwidth of one GPU of that generation", latex=r"W_{\mathrm{GPU}}'"),
    Quantity("t_next", "s", "time to fetch the weights once, in that generation", latex=r"t_{\mathrm{weights}}'"),
    Quantity("y_gen", "", "how many times sooner the later generation has read the weights", definition="t_w/t_next"),
    Quantity("y_domain", "", "how many times as many GPUs are in its domain", definition="G_next/G"),
    Quantity("y_gpu", "", "how many times as fast each of its GPUs reads", definition="W_next/W_gpu"),
    Quantity("u_domain", "", "share of the domain in that, by logarithms", "real",
             definition="log(y_domain)/log(y_gen)"),
    Quantity("u_gpu", "", "share of the GPU in that, by logarithms", "real", definition="log(y_gpu)/log(y_gen)"),
)

LETTERS = Notation((
    *SERVING.only("t_w", "n", "B", "b_w", "N_total", "W", "W_gpu", "G"),
    *NEXT_GENERATION,
    NETWORK_RATIO,
    *ON_NETWORK_CARDS.only("W_up", "W_out"),
))


# --- premises

NEXT_FETCH = Premise(
    "next-fetch", "t_next = b_w*N_total/(G_next*W_next)",
    because="the same model in a domain of the later generation, which reads it in the same way",
    source="after lecture 1:17:07",
    alternatives=(
        Alternative(
            "half-the-bytes", "t_next = b_w*N_total/(2*G_next*W_next)",
            because="the later generation computes in a format of half the size, and its weights are stored in it",
            source="our own: from fp8 to fp4, say",
        ),
    ),
)


# --- the argument

def scale_up(board: Board) -> Handle:
    """The weights read by all GPUs of a domain; two generations; which part is the domain, and which the GPU."""
    weights = board.take(WEIGHT_FETCH)
    pooled = board.take(POOLED_BANDWIDTH)
    later = board.take(NEXT_FETCH)
    time = board.substitute(
        "weights-alone", weights, (pooled,),
        because="each GPU of the domain reads its own part of the weights, and all do so together",
    )
    asked = board.define("sooner", "y_gen")
    spelled = board.substitute("sooner-in-full", asked, (time, later), because="both times, written out")
    board.independence("any-model", spelled, of="N_total", because="a larger model takes longer in both")
    board.independence("any-format", spelled, of="b_w", because="and so do larger weights")
    domain = board.define("domain-ratio", "y_domain")
    gpu = board.define("gpu-ratio", "y_gpu")
    result = board.rewrite(
        "domain-times-gpu", spelled, "y_gen = y_domain*y_gpu", using=(domain, gpu),
        because="two reasons, and they multiply: more GPUs that read together, and a faster one in each place",
    )
    share = board.define("share-of-domain", "u_domain")
    board.substitute(
        "domain-share", share, (result,),
        because="ratios multiply, so that their logarithms add: this part of the sum is the domain's",
    )
    rest = board.define("share-of-gpu", "u_gpu")
    board.substitute("gpu-share", rest, (result,), because="and this one that of the faster GPU")
    board.solve("domain-of-next", domain, for_="G_next", because="the domain that a ratio stands for")
    board.solve("gpu-of-next", gpu, for_="W_next", because="the bandwidth that a ratio stands for")

    board.state(
        "bandwidth-of-domains", "G_next*W_next = y_gen*G*W_gpu", (spelled,),
        because="the aggregate bandwidth of a domain grows by both factors",
    )
    network = board.define("network-ratio", "y_net")
    board.state(
        "time-in-the-next", "t_next = t_w/(y_domain*y_gpu)", (asked, result), because="the later time out of the earlier"
    )
    board.solve("domain-for-a-step", result, for_="y_domain", because="what a step asks of the domain, the GPU given")
    board.solve("gpu-for-a-step", result, for_="y_gpu", because="and of the GPU, the domain given")

    board.reject(
        "domain-alone", "y_gen = y_domain", against=(result,),
        because="a summary has the aggregate bandwidth grow by the 8 of the domain: the faster GPUs are left out",
    )
    board.reject(
        "gpu-alone", "y_gen = y_gpu", against=(result,),
        because="the step of a generation told by the data sheet of its GPU: the domain is left out",
    )
    board.reject(
        "one-and-the-same-eight", "y_domain = y_net", against=(domain, network),
        because="two numbers of the lecture are 8: this domain over the earlier one (1:18:10), and scale-up over scale-out bandwidth (0:38:47); they have nothing to do with each other",
    )
    board.reject(
        "ratios-added", "y_gen = y_domain + y_gpu", against=(result,),
        because="8 times and another 2 times are not 10 times",
    )
    return result


# --- what was said

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
)

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
)

ASSERTED = (
    Asserted("from Hopper to Blackwell it was a product decision, from a tray to a rack; from there to 500 some “Jensen math”",
             POPE, "0:41:21"),
    Asserted("what limits a domain: power, weight, cooling, space, the bend radius of cables, the density of connectors",
             POPE, "0:37:09 to 0:41:42"),
    Asserted("“pipelining solves the capacity problem, scale-up size helps the bandwidth problem”: in the claim pipeline-kv the step weight-time-without-stages shows the first half",
             POPE, "1:18:10"),
    Asserted("Google has long had large domains, which may be why it was ahead; he allows this and does not endorse it",
             f"asked; {POPE}", "0:45:49 to 0:46:52"),
    Asserted("dies and packages of the later Rubin, and two dies in each package of Blackwell", _UNVERIFIED, "2026"),
)

GRIDS = (
    Grid(("weights-alone", "domain-ratio", "gpu-ratio", "domain-times-gpu"), ALL,
         title="Time to read DeepSeek-V3 once in a domain, whether it fits or not, and how much sooner a rack of GB200 has read it; a torus of TPUs counts as one domain"),
    Grid(("domain-ratio", "gpu-ratio", "domain-times-gpu"),
         readings=("a100-to-h100", "h100-to-h200", "h200-to-gb200", "gb200-to-rubin"),
         title="From generation to generation"),
    Grid(("G", "G_next", "domain-ratio"), readings=("dies-over-packages", "dies-over-dies", "packages-over-packages"),
         title="Rubin's domain over Blackwell's, by what is counted"),
    Grid(("G", "domain-of-next"), readings=("genuine-four", "genuine-four-of-dies"),
         title="The domain that a genuine factor of four makes"),
)

RANGES = {
    "G": Between("8 GPU", "72 GPU", POPE, "0:40:47, Hopper and Blackwell"),
    "W_next": Between("7.7 TB/s/GPU", "22 TB/s/GPU", "cards from B200 to Rubin"),
}


CLAIM = Claim(
    name="scale-up",
    title="Wider scale-up domains: how much sooner the weights are read",
    chapter=chapters.NOT_WISE,
    question="How much sooner does a later generation of racks read the weights of a model, and why?",
    notation=LETTERS, body=scale_up, result="domain-times-gpu",
    defaults=DEFAULTS, readings=READINGS, published=PUBLISHED, asserted=ASSERTED, grids=GRIDS, ranges=RANGES,
    compared=("domain-ratio", "gpu-ratio", "domain-times-gpu", "domain-share"),
)
