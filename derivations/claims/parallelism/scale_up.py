"""scale-up: what a wider scale-up domain does to the time in which the weights are read.

Lecture 0:40:47 to 0:41:27 and 1:17:07 to 1:18:10. Said: bandwidth per GPU grows 1.5 to 2 times in a generation, and the
domain 8 times from Hopper; Rubin has "500 and something", at least "a genuine 4x".
"""

from __future__ import annotations

from derivations.claims import chapters
from derivations.claims.claim import Claim
from derivations.claims.notation.network import NETWORK_RATIO, ON_NETWORK_CARDS
from derivations.claims.notation.racks import NEXT_GENERATION
from derivations.claims.notation.serving import SERVING
from derivations.claims.parallelism.scale_up_said import ASSERTED, DEFAULTS, GRIDS, PUBLISHED, RANGES, READINGS
from derivations.claims.premises.passes import POOLED_BANDWIDTH, WEIGHT_FETCH
from derivations.claims.premises.racks import NEXT_FETCH
from derivations.engine.board import Board, Handle
from derivations.engine.quantity import Notation

_SERVING = ("t_w", "n", "B", "b_w", "N_total", "W", "W_gpu", "G")
_NOTATION = Notation((*(SERVING[name] for name in _SERVING), *NEXT_GENERATION, NETWORK_RATIO, *ON_NETWORK_CARDS[:2]))


def scale_up(board: Board) -> Handle:
    """The weights read by all GPUs of a domain; two generations; which part is the domain, and which the GPU."""
    weights = board.take(WEIGHT_FETCH)
    pooled = board.take(POOLED_BANDWIDTH)
    later = board.take(NEXT_FETCH)
    time = board.substitute(
        "weights-alone", weights, (pooled,),
        because="each GPU of the domain reads its own part of the weights, and all do so together",
    )  # fmt: skip
    asked = board.define("sooner", "y_gen")
    spelled = board.substitute("sooner-in-full", asked, (time, later), because="both times, written out")
    board.independence("any-model", spelled, of="N_total", because="a larger model takes longer in both")
    board.independence("any-format", spelled, of="b_w", because="and so do larger weights")
    domain = board.define("domain-ratio", "y_domain")
    gpu = board.define("gpu-ratio", "y_gpu")
    result = board.rewrite(
        "domain-times-gpu", spelled, "y_gen = y_domain*y_gpu", using=(domain, gpu),
        because="two reasons, and they multiply: more GPUs that read together, and a faster one in each place",
    )  # fmt: skip
    share = board.define("share-of-domain", "u_domain")
    board.substitute(
        "domain-share", share, (result,),
        because="ratios multiply, so that their logarithms add: this part of the sum is the domain's",
    )  # fmt: skip
    rest = board.define("share-of-gpu", "u_gpu")
    board.substitute("gpu-share", rest, (result,), because="and this one that of the faster GPU")
    board.solve("domain-of-next", domain, for_="G_next", because="the domain that a ratio stands for")
    board.solve("gpu-of-next", gpu, for_="W_next", because="the bandwidth that a ratio stands for")

    board.state(
        "bandwidth-of-domains", "G_next*W_next = y_gen*G*W_gpu", (spelled,),
        because="the aggregate bandwidth of a domain grows by both factors",
    )  # fmt: skip
    network = board.define("network-ratio", "y_net")
    board.state(
        "time-in-the-next",
        "t_next = t_w/(y_domain*y_gpu)",
        (asked, result),
        because="the later time out of the earlier",
    )
    board.solve("domain-for-a-step", result, for_="y_domain", because="what a step asks of the domain, the GPU given")
    board.solve("gpu-for-a-step", result, for_="y_gpu", because="and of the GPU, the domain given")

    board.reject(
        "domain-alone", "y_gen = y_domain", against=(result,),
        because="a summary has the aggregate bandwidth grow by the 8 of the domain: the faster GPUs are left out",
    )  # fmt: skip
    board.reject(
        "gpu-alone", "y_gen = y_gpu", against=(result,),
        because="the step of a generation told by the data sheet of its GPU: the domain is left out",
    )  # fmt: skip
    board.reject(
        "one-and-the-same-eight", "y_domain = y_net", against=(domain, network),
        because="two numbers of the lecture are 8: this domain over the earlier one (1:18:10), and scale-up over "
        "scale-out bandwidth (0:38:47); they have nothing to do with each other",
    )  # fmt: skip
    board.reject(
        "ratios-added", "y_gen = y_domain + y_gpu", against=(result,),
        because="8 times and another 2 times are not 10 times",
    )  # fmt: skip
    return result


SCALE_UP = Claim(
    name="scale-up",
    title="Wider scale-up domains: how much sooner the weights are read",
    chapter=chapters.NOT_WISE,
    question="How much sooner does a later generation of racks read the weights of a model, and why?",
    notation=_NOTATION,
    body=scale_up,
    result="domain-times-gpu",
    defaults=DEFAULTS,
    readings=READINGS,
    published=PUBLISHED,
    asserted=ASSERTED,
    compared=("domain-ratio", "gpu-ratio", "domain-times-gpu", "domain-share"),
    grids=GRIDS,
    ranges=RANGES,
)
