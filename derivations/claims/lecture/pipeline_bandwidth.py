"""pipeline-bandwidth: when the network between racks does not slow a pipeline down.

Lecture 0:48:28 to 0:53:11. Said: an eighth, times the activated experts, times the layers per stage, times two; and at
least one.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from derivations.claim.claim import AS_SAID, Asserted, Between, Cards, Claim, Grid, Published, Reading, Said, Sentence
from derivations.claims.shared import chapters
from derivations.claims.shared.deployments import RACK
from derivations.claims.shared.passes import EXPERTS, SERVING
from derivations.claims.shared.racks import ACTIVATION, NETWORK_RATIO, ON_NETWORK_CARDS, ONE_DOMAIN
from derivations.claims.shared.said import LECTURE, PATEL, POPE
from derivations.claims.shared.stages import PIPELINE
from derivations.derivation.premise import Alternative, Premise
from derivations.language.quantity import Notation, Quantity

if TYPE_CHECKING:
    from derivations.derivation.board import Board
    from derivations.derivation.script import Handle

# --- letters

# what a stage sends over either network
STAGE_TRAFFIC = (
    Quantity("l_stage", "", "layers of a stage", latex=r"\ell"),
    Quantity("n_dest", "", "other GPUs that hold the experts of a token in one layer"),
    Quantity("n_up", "", "sends of a token over the scale-up network in one stage"),
    Quantity("n_out", "", "sends of a token over the scale-out network in one stage"),
    Quantity("Q_up", "byte/token", "bytes of a token over the scale-up network in one stage"),
    Quantity("Q_out", "byte/token", "bytes of a token over the scale-out network in one stage"),
    Quantity("t_up", "s", "time of the scale-up network for a micro-batch in one stage"),
    Quantity("t_out", "s", "time of the scale-out network for a micro-batch in one stage"),
    Quantity("t_net", "s", "time of the slower of the two networks"),
    Quantity("y_pipe", "", "time of the scale-up network over that of the scale-out network", definition="t_up/t_out"),
)

LETTERS = Notation((
    *STAGE_TRAFFIC,
    NETWORK_RATIO,
    *ON_NETWORK_CARDS.only("W_up", "W_out"),
    ACTIVATION,
    *EXPERTS.only("k_active", "n_experts"),
    *SERVING.only("n", "G"),
    *PIPELINE.only("ep_width", "b_micro"),
))


# --- premises

DESTINATIONS = Premise(
    "destinations", "n_dest = k_active",
    because="each expert of a token is on a different GPU, and none on the token's own",
    source="lecture 0:50:48, which counts activated experts",
    alternatives=(
        Alternative(
            "distinct-gpus", "n_dest = (ep_width/1[GPU] - 1)*(1 - (1 - 1[GPU]/ep_width)^k_active)",
            because="experts on the same GPU share a send, and one on the token's own GPU needs none: the mean number of other GPUs reached, with experts placed uniformly and independently",
            source="our own: the mean over routings",
        ),
    ),
)
EXPERT_SENDS = Premise(
    "expert-sends", "n_up = 2*n_dest*l_stage",
    because="in each layer the activation of a token goes to the GPUs of its experts and back: a factor of two",
    source="lecture 0:50:48 to 0:52:43, the 2 after Dwarkesh Patel",
    alternatives=(
        Alternative(
            "one-way", "n_up = n_dest*l_stage",
            because="the way out alone: the form before the way back was counted",
            source="lecture 0:50:48, before Dwarkesh Patel's correction",
        ),
    ),
)
HAND_OVER = Premise(
    "hand-over", "n_out = 1",
    because="a stage sends one activation per token to the next stage, once",
    source="lecture 0:50:48",
)
UP_BYTES = Premise(
    "up-bytes", "Q_up = n_up*S_act",
    because="each send is one activation", source="after lecture 0:50:48",
)
OUT_BYTES = Premise(
    "out-bytes", "Q_out = n_out*S_act",
    because="each send is one activation", source="after lecture 0:50:48",
)
UP_TIME = Premise(
    "up-time", "t_up = Q_up*n*b_micro/(ep_width*W_up)",
    because="the GPUs of a stage send at the same time, each for its share of the tokens, at full bandwidth",
    source="after lecture 0:50:48",
)
OUT_TIME = Premise(
    "out-time", "t_out = Q_out*n*b_micro/(ep_width*W_out)",
    because="every GPU of a stage has its own scale-out link and sends its share of the tokens",
    source="after lecture 0:50:48",
)
BOTH_NETWORKS = Premise(
    "both-networks", "t_net = max(t_up, t_out)",
    because="the two networks work at the same time, so the slower one sets the time",
    source="after lecture 0:52:43, where the scale-up network should be the bottleneck",
)


# --- the argument

def pipeline_bandwidth(board: Board) -> Handle:
    """The bytes of a stage on either network, their times, the ratio of the two; then how many sends are enough."""
    board.take(ONE_DOMAIN)
    places = board.take(DESTINATIONS)
    sends = board.take(EXPERT_SENDS)
    once = board.take(HAND_OVER)
    up_bytes, out_bytes = board.take(UP_BYTES), board.take(OUT_BYTES)
    up, out = board.take(UP_TIME), board.take(OUT_TIME)

    asked = board.define("ratio-of-times", "y_pipe")
    spelled = board.substitute(
        "ratio-in-full", asked, (up, out, up_bytes, out_bytes), because="bytes over bandwidth on either network"
    )
    board.independence(
        "any-micro-batch", spelled, of="b_micro", because="more tokens add bytes on both networks in the same proportion"
    )
    board.independence("any-width", spelled, of="ep_width", because="more GPUs add links of both kinds")
    board.independence("any-activation", spelled, of="S_act", because="activations have the same size on both networks")
    ratio = board.define("network-ratio", "y_net")
    by_sends = board.rewrite(
        "ratio-of-sends", spelled, "y_pipe = n_up/(y_net*n_out)", using=(ratio,),
        because="only the numbers of sends and the ratio of bandwidths are left",
    )
    counted = board.substitute("ratio-by-experts", by_sends, (sends, once, places), because="the sends, counted")
    result = board.rewrite(
        "times-ratio", counted, "y_pipe = (1/y_net)*k_active*l_stage*2",
        because="as on the blackboard: one over the bandwidth ratio, times experts, times layers, times two for out and back",
    )
    _enough(board, (sends, once, places), (up, out, up_bytes, out_bytes), ratio)

    board.reject(
        "eight-on-the-wrong-side", "y_pipe = y_net*k_active*l_stage", against=(result,),
        because="a course prints 8 times experts times layers, at least 8: but the bandwidth ratio divides, and the way back is missing; otherwise one expert in one layer would be enough",
    )
    board.reject(
        "way-back-forgotten", "y_pipe = (1/y_net)*k_active*l_stage", against=(result,),
        because="as first written (before 0:52:43): but what goes out to the experts also comes back",
    )
    return result


def _enough(
    board: Board, counts: tuple[Handle, Handle, Handle], times: tuple[Handle, Handle, Handle, Handle], ratio: Handle
) -> None:
    """The fewest sends, and so the fewest layers, with which the scale-up network is the slower of the two."""
    sends, once, places = counts
    slower = board.take(BOTH_NETWORKS)
    bound, _ = board.split(
        "networks", slower, ("scale-up-binds", "scale-out-binds"), because="the slower of the two networks"
    )
    even = board.boundary("even-networks", slower, because="where both take equally long")
    spelled = board.substitute("even-in-full", even, times, because="both times, written out")
    needed = board.solve("sends-at-even", spelled, for_="n_up", because="with fewer sends than this, the network of the rack idles part of the time")
    enough = board.rewrite(
        "sends-needed", needed, "n_up = y_net*n_out", using=(ratio,),
        because="for each send that leaves the rack, as many inside it as the ratio of bandwidths",
    )
    layers = board.substitute("sends-of-layers", enough, (sends, once), because="the sends, counted")
    board.solve(
        "enough-layers", layers, for_="l_stage",
        because="with this many layers per stage both networks take equally long; below one, any stage has enough",
    )
    at_least = board.state(
        "sends-at-least", "n_up >= y_net*n_out", (bound, *times, ratio),
        because="with at least that many sends the scale-up network is the bottleneck",
    )
    board.substitute(
        "product-at-least", at_least, (sends, once, places),
        because="the condition as said: the product of the three is at least 8",
    )


# --- what was said

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
    Reading("hopper-node", "NVIDIA H200 with 400 Gbit/s a GPU, its networks those of the H100, DeepSeek-V3, one layer",
            {"l_stage": _ONE_LAYER}, Cards("h200")),
    Reading("blackwell-rack", "NVIDIA GB200 with 400 Gbit/s a GPU, DeepSeek-V3, one layer",
            {"l_stage": _ONE_LAYER}, Cards("gb200")),
    Reading("cut-for-export", "NVIDIA H800, on which DeepSeek-V3 was trained, one layer",
            {"l_stage": _ONE_LAYER}, Cards("h800")),
)

_ENOUGH = "0:52:53, 'really doesn’t seem hard': even one layer per rack"

PUBLISHED = (
    Published("network-ratio", "8", POPE, "0:38:47 and 0:39:31", "one significant figure", "hopper-node",
              kind="look-up", note="about 8, said of scale-up over scale-out"),
    Published("network-ratio", "8", POPE, "0:38:47 and 0:39:31", "one significant figure", "blackwell-rack",
              kind="look-up", note="the rack that the lecture is about, with one 400 Gbit/s link a GPU"),
    Published("sends-needed", "8", POPE, "0:52:53, at least 8", "exact"),
    Published("enough-layers", "1", POPE, _ENOUGH, "at most"),
    Published("enough-layers", "1", POPE, _ENOUGH, "at most", "sixteen-experts"),
    Published("enough-layers", "1", POPE, _ENOUGH, "at most", "eight-experts",
              note="8 experts, 'could be 8 by itself', with the way back"),
    Published("enough-layers", "1", POPE, _ENOUGH, "at most", "hopper-node"),
    Published("enough-layers", "1", POPE, _ENOUGH, "at most", "blackwell-rack",
              note="8 experts at the built ratio"),
    Published("enough-layers", "1", POPE, _ENOUGH, "at most", "dense",
              note="without experts: add layers until it is enough, as the lecturer says"),
)

ASSERTED = (
    Asserted("a factor of 2 was missing at first: the traffic goes out to the experts and comes back",
             PATEL, "0:52:43"),
    Asserted("the scale-up network should be the bottleneck, because it is the more important and precious resource",
             POPE, "0:52:43"),
    Asserted("in the DeepSeek case maybe 32 experts or 16 are activated: its card has fewer", POPE, "0:51:34"),
    Asserted("with small experts tensor parallelism matters much less; data and pipeline parallelism remain",
             POPE, "0:48:12"),
    Asserted("of four ways to shard a model (layers, width, inner width, experts), two pay off at today's sizes: layers and experts",
             POPE, "after 0:52:53"),
    Asserted("on the drawing one token goes to one to three experts", POPE, "0:50:23"),
)

_CHIPS = ("a100-80", "h800", "h100", "h200", "b200", "gb200", "gb300", "rubin", "mi300x", "tpu-v5p", "tpu-v7")

GRIDS = (
    Grid(("network-ratio", "times-ratio", "enough-layers"), _CHIPS, title="DeepSeek-V3 with one layer per stage"),
    Grid(("times-ratio", "enough-layers"), _CHIPS, premises={"destinations": "distinct-gpus"},
         title="The same with each other GPU counted once, in a stage as wide as the scale-up domain"),
)

RANGES = {
    "k_active": Between("1", "32", "a dense model, and the 32 that was said", "0:51:34"),
    "l_stage": Between("1", "25", POPE, "one layer per rack, and a hundred over four"),
    "W_out": Between("25 GB/s/GPU", "200 GB/s/GPU", "cards from A100 to Rubin"),
}


CLAIM = Claim(
    name="pipeline-bandwidth",
    title="Pipelining over the slow network: experts times layers times two, over eight",
    chapter=chapters.PIPELINES,
    question="Does the network between racks slow a pipeline down?",
    answer=(
        "Hardly: with {enough-layers:3} layers per stage or more, sending between racks takes no longer "
        "than the experts' traffic inside a rack."
    ),
    answer_if=("y_net > 2*k_active", "y_net <= 8*k_active"),  # at most four layers of the dozens that a model has
    otherwise=(
        Sentence("No: with any layer in a stage, sending between racks takes no longer than the experts' traffic inside a rack.", ("y_net <= 2*k_active",)),
        Sentence("Unless a stage has {enough-layers:3} layers or more, sending between racks takes longer than the experts' traffic inside a rack.",
                 ("y_net > 8*k_active",)),
    ),
    deciding="would take the time of one pass over several racks, with pipeline stages and without; published are only training runs, whose rates do not show the loss to the network",
    notation=LETTERS, body=pipeline_bandwidth, result="times-ratio",
    defaults=DEFAULTS, readings=READINGS, published=PUBLISHED, asserted=ASSERTED, grids=GRIDS, ranges=RANGES,
    compared=("network-ratio", "times-ratio", "sends-needed", "enough-layers"),
    deployment=RACK,
)
