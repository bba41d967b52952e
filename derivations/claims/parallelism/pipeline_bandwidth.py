"""pipeline-bandwidth: when the network between racks does not slow a pipeline down.

Lecture 0:48:28 to 0:53:11. Said: an eighth, times the activated experts, times the layers per stage, times two; and at
least one.
"""

from __future__ import annotations

from derivations.claims import chapters
from derivations.claims.claim import Claim
from derivations.claims.notation.network import ACTIVATION, NETWORK_RATIO, ON_NETWORK_CARDS, STAGE_TRAFFIC
from derivations.claims.notation.serving import EXPERTS, SERVING
from derivations.claims.notation.stages import PIPELINE
from derivations.claims.parallelism.pipeline_bandwidth_said import (
    ASSERTED,
    DEFAULTS,
    GRIDS,
    PUBLISHED,
    RANGES,
    READINGS,
)
from derivations.claims.premises.network import (
    BOTH_NETWORKS,
    DESTINATIONS,
    EXPERT_SENDS,
    HAND_OVER,
    ONE_DOMAIN,
    OUT_BYTES,
    OUT_TIME,
    UP_BYTES,
    UP_TIME,
)
from derivations.engine.board import Board, Handle
from derivations.engine.quantity import Notation

_NOTATION = Notation(
    (
        *STAGE_TRAFFIC,
        NETWORK_RATIO,
        *ON_NETWORK_CARDS[:2],
        ACTIVATION,
        *EXPERTS[2:],
        SERVING["n"],
        SERVING["G"],
        *(quantity for quantity in PIPELINE if quantity.name in ("ep_width", "b_micro")),
    )
)


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
        "any-micro-batch", spelled, of="b_micro", because="more tokens are more bytes on both networks alike"
    )
    board.independence("any-width", spelled, of="ep_width", because="more GPUs bring links of both kinds")
    board.independence("any-activation", spelled, of="S_act", because="both networks carry activations of one size")
    ratio = board.define("network-ratio", "y_net")
    by_sends = board.rewrite(
        "ratio-of-sends", spelled, "y_pipe = n_up/(y_net*n_out)", using=(ratio,),
        because="only the sends are left, and how much faster one network is than the other",
    )  # fmt: skip
    counted = board.substitute("ratio-by-experts", by_sends, (sends, once, places), because="the sends, counted")
    result = board.rewrite(
        "times-ratio", counted, "y_pipe = (1/y_net)*k_active*l_stage*2",
        because="as on the blackboard: one over the bandwidth ratio, experts, layers, and out and back",
    )  # fmt: skip
    _enough(board, (sends, once, places), (up, out, up_bytes, out_bytes), ratio)

    board.reject(
        "eight-on-the-wrong-side", "y_pipe = y_net*k_active*l_stage", against=(result,),
        because="a course prints 8 times experts times layers, at least 8: the faster network divides, and the way "
        "back is missing; a single expert in a single layer would then be enough",
    )  # fmt: skip
    board.reject(
        "way-back-forgotten", "y_pipe = (1/y_net)*k_active*l_stage", against=(result,),
        because="as first written (before 0:52:43); what goes out to the experts comes back from them",
    )  # fmt: skip
    return result


def _enough(
    board: Board, counts: tuple[Handle, Handle, Handle], times: tuple[Handle, Handle, Handle, Handle], ratio: Handle
) -> None:
    """How many sends, and so how many layers, make the scale-up network the slower of the two."""
    sends, once, places = counts
    slower = board.take(BOTH_NETWORKS)
    bound, _ = board.split(
        "networks", slower, ("scale-up-binds", "scale-out-binds"), because="one of the two takes longer"
    )
    even = board.boundary("even-networks", slower, because="where both take equally long")
    spelled = board.substitute("even-in-full", even, times, because="both times, written out")
    needed = board.solve("sends-at-even", spelled, for_="n_up", because="with fewer sends than this the rack waits")
    enough = board.rewrite(
        "sends-needed", needed, "n_up = y_net*n_out", using=(ratio,),
        because="as many sends in the rack as the networks differ in bandwidth, for each one that leaves it",
    )  # fmt: skip
    layers = board.substitute("sends-of-layers", enough, (sends, once), because="the sends, counted")
    board.solve(
        "enough-layers", layers, for_="l_stage",
        because="with this many layers on a stage both networks take equally long; below one, any stage has enough",
    )  # fmt: skip
    at_least = board.state(
        "sends-at-least", "n_up >= y_net*n_out", (bound, *times, ratio),
        because="with as many sends or more the scale-up network is the one that binds",
    )  # fmt: skip
    board.substitute(
        "product-at-least", at_least, (sends, once, places),
        because="the condition as it was said: the product of the three is at least 8",
    )  # fmt: skip


PIPELINE_BANDWIDTH = Claim(
    name="pipeline-bandwidth",
    title="Pipelining over the slow network: experts times layers times two, over eight",
    chapter=chapters.PIPELINES,
    question="Does the network between racks slow a pipeline down?",
    notation=_NOTATION,
    body=pipeline_bandwidth,
    result="times-ratio",
    defaults=DEFAULTS,
    readings=READINGS,
    published=PUBLISHED,
    asserted=ASSERTED,
    compared=("network-ratio", "times-ratio", "sends-needed", "enough-layers"),
    grids=GRIDS,
    ranges=RANGES,
)
