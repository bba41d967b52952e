"""expert-parallelism: what tokens send to experts on other GPUs, in one rack and in several.

Lecture 0:32:15 to 0:41:42. Said: 256 experts on 64 GPUs, four on each, one in 32 active; scale-out is 8 times slower,
and with two racks half of the tokens must cross it, so that one rack bounds the size of a layer of experts.
"""

from __future__ import annotations

from derivations.claims import chapters
from derivations.claims.claim import Claim
from derivations.claims.notation.expert_traffic import EXPERT_TRAFFIC
from derivations.claims.notation.network import ACTIVATION, NETWORK_RATIO, ON_NETWORK_CARDS
from derivations.claims.notation.serving import EXPERTS, SERVING
from derivations.claims.notation.stages import PIPELINE
from derivations.claims.parallelism.expert_parallelism_said import (
    ASSERTED,
    DEFAULTS,
    GRIDS,
    PUBLISHED,
    RANGES,
    READINGS,
)
from derivations.claims.premises.experts import (
    ACTIVATION_SIZE,
    ALL_RACKS,
    ALL_TO_ALL,
    EXPERTS_AT_HOME,
    LAYER_BYTES,
    LAYER_WORK,
    LEAVING_TIME,
    SENDS_THAT_LEAVE,
)
from derivations.engine.board import Board, Handle
from derivations.engine.quantity import Notation

_NOTATION = Notation(
    (
        *EXPERT_TRAFFIC,
        NETWORK_RATIO,
        *(SERVING[name] for name in ("phi", "n", "N_total", "N_active", "C_gpu", "G")),
        *ON_NETWORK_CARDS,
        ACTIVATION,
        *reversed(EXPERTS[2:]),
        *(quantity for quantity in PIPELINE if quantity.name in ("ep_width", "b_micro")),
    )
)


def expert_parallelism(board: Board) -> Handle:
    """The bytes of a layer and their time in a rack; what leaves it if there are several; what compute hides."""
    board.take(ALL_RACKS)
    board.define("experts-per-gpu", "n_per_gpu")
    board.define("part-of-experts", "x_routed")
    size = board.take(ACTIVATION_SIZE)
    per_layer = board.take(LAYER_BYTES)
    inside = board.take(ALL_TO_ALL)
    board.substitute("bytes-per-token", per_layer, (size,), because="out and back, to each of the experts of a layer")
    slower = board.define("longer-than-inside", "y_leave")
    result = _out_of_the_rack(board, inside, slower)
    _hidden(board, (inside, per_layer, size), slower)
    return result


def _out_of_the_rack(board: Board, inside: Handle, slower: Handle) -> Handle:
    """Which sends leave a rack, and how much longer they take than sends within one; which tokens have any."""
    part = board.take(SENDS_THAT_LEAVE)
    outside = board.take(LEAVING_TIME)
    spelled = board.substitute("longer-in-full", slower, (inside, outside), because="the same bytes, where they leave")
    ratio = board.define("network-ratio", "y_net")
    by_ratio = board.rewrite(
        "longer-by-sends", spelled, "y_leave = x_leave*y_net", using=(ratio,),
        because="the part that leaves, times how much slower its network is",
    )  # fmt: skip
    result = board.substitute(
        "longer-with-racks", by_ratio, (part,), because="nothing with one rack; half of the ratio with two"
    )
    board.independence("longer-at-any-width", spelled, of="ep_width", because="links of both kinds come with each GPU")
    board.limit("ever-more-racks", result, "n_racks", "oo", because="in the end nearly every send leaves")

    home = board.take(EXPERTS_AT_HOME)
    remote = board.define("tokens-not-at-home", "x_remote")
    board.substitute("remote-tokens", remote, (home,), because="all tokens but those with no expert elsewhere")
    board.reject(
        "whole-ratio", "y_leave = y_net", against=(by_ratio, part),
        because="8 times slower for all of the traffic: the part that stays in its rack does not go over the slow "
        "network",
    )  # fmt: skip
    return result


def _hidden(board: Board, traffic: tuple[Handle, Handle, Handle], slower: Handle) -> None:
    """Whether the multiplications of a layer take longer than its sends, so that these can hide behind them."""
    work = board.take(LAYER_WORK)
    asked = board.define("work-over-sends", "y_hide")
    spelled = board.substitute("work-over-sends-in-full", asked, (work, *traffic), because="both times, written out")
    hidden = board.rewrite(
        "work-hides-sends", spelled,
        "y_hide = (phi*N_active/(n_layers*C_gpu))*(W_up/(2*k_active*d_model*b_act))",
        because="arithmetic of a token in a layer over compute rate, against its bytes over bandwidth",
    )  # fmt: skip
    board.independence(
        "no-widest-rack", hidden, of="ep_width",
        because="more GPUs share work and sends alike: no width is too wide for compute, as long as all are in one "
        "domain",
    )  # fmt: skip
    board.independence("at-any-batch", hidden, of="b_micro", because="and so do more tokens")
    apart = board.define("work-over-what-leaves", "y_hide_out")
    board.state(
        "work-hides-what-leaves", "y_hide_out = y_hide/y_leave", (apart, asked, slower),
        because="what hides inside need not hide where it leaves the rack",
    )  # fmt: skip
    board.reject(
        "every-gpu-sends-all", "t_a2a = Q_layer*n*b_micro/(W_up*1[GPU])", against=traffic[:1],
        because="an all-to-all taken to grow with the number of GPUs: each of them sends for its own part of the "
        "tokens only",
    )  # fmt: skip


EXPERT_PARALLELISM = Claim(
    name="expert-parallelism",
    title="One rack bounds a layer of experts",
    chapter=chapters.RACKS,
    question="What do tokens send to their experts, and what does it cost if the experts are in more than one rack?",
    notation=_NOTATION,
    body=expert_parallelism,
    result="longer-with-racks",
    defaults=DEFAULTS,
    readings=READINGS,
    published=PUBLISHED,
    asserted=ASSERTED,
    compared=(
        "network-ratio",
        "sends-that-leave",
        "longer-with-racks",
        "remote-tokens",
        "work-hides-sends",
        "work-hides-what-leaves",
    ),
    grids=GRIDS,
    ranges=RANGES,
)
