"""expert-parallelism: what tokens send to experts on other GPUs, in one rack and in several.

Lecture 0:32:15 to 0:41:42. Said: 256 experts on 64 GPUs, four on each, one in 32 active; scale-out is 8 times slower,
and with two racks half of the tokens must cross it, so that one rack bounds the size of a layer of experts.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from derivations.claim.claim import (
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
    Sentence,
)
from derivations.claims.shared import chapters
from derivations.claims.shared.deployments import SEVERAL_RACKS
from derivations.claims.shared.passes import EXPERTS, SERVING
from derivations.claims.shared.racks import (
    ACTIVATION,
    ACTIVATION_SIZE,
    ALL_RACKS,
    LAYER_BYTES,
    LAYER_TRAFFIC,
    NETWORK_RATIO,
    ON_NETWORK_CARDS,
    RACKS,
    SENDS_THAT_LEAVE,
)
from derivations.claims.shared.said import LECTURE, PATEL, POPE
from derivations.claims.shared.stages import PIPELINE, WIDE_STAGES
from derivations.derivation.premise import Alternative, Premise
from derivations.language.quantity import Notation, Quantity
from derivations.numbers.source import Source

if TYPE_CHECKING:
    from derivations.derivation.board import Board
    from derivations.derivation.script import Handle

# --- letters

EXPERT_TRAFFIC = (
    Quantity("t_a2a", "s", "time of the scale-up network for a micro-batch in one layer"),
    Quantity("t_far_out", "s", "time of the scale-out network for traffic that leaves the rack in one layer", "nonnegative",
             latex=r"t_{\mathrm{rack}}"),
    Quantity("t_layer", "s", "time of the multiplications of a micro-batch in one layer"),
    Quantity("y_hide", "", "time of the multiplications over that of the scale-up network", definition="t_layer/t_a2a"),
    Quantity("y_leave", "", "slow-down of expert traffic: time of what leaves the rack, over all sends inside one rack",
             "nonnegative", definition="t_far_out/t_a2a"),
    Quantity("y_hide_out", "", "time of the multiplications over that of the traffic that leaves the rack",
             latex=r"y_{\mathrm{hide,rack}}", definition="t_layer/t_far_out"),
    Quantity("x_home", "", "fraction of the tokens with all experts in their own rack", "nonnegative"),
    Quantity("x_remote", "", "fraction of the tokens with at least one expert in another rack", "nonnegative",
             definition="1 - x_home"),
    Quantity("n_per_gpu", "1/GPU", "experts of a layer on one GPU", latex=r"n_{\mathrm{experts/GPU}}",
             definition="n_experts/ep_width"),
    Quantity("x_routed", "", "fraction of the experts of a layer that a token uses", definition="k_active/n_experts"),
)

SWITCHES = (
    Quantity("n_ports", "", "ports of a switch of the scale-up network"),
    Quantity("n_leaves", "", "groups of GPUs, each of which one switch connects", "integer"),
    Quantity("n_tiers", "", "layers of switches between the GPUs of a rack"),
    Quantity("n_way", "", "links on the path between two GPUs of a rack"),
)

PICK = Quantity("j_pick", "", "experts of a token that are chosen before a given one", "whole", latex="j")

LETTERS = Notation((
    LAYER_TRAFFIC,
    *EXPERT_TRAFFIC,
    *SWITCHES,
    *RACKS,
    NETWORK_RATIO,
    *SERVING.only("phi", "n", "N_total", "N_active", "C_gpu", "G"),
    *ON_NETWORK_CARDS,
    ACTIVATION,
    *EXPERTS.only("n_experts", "k_active"),
    *PIPELINE.only("ep_width", "b_micro"),
))


# --- premises

ALL_TO_ALL = Premise(
    "all-to-all", "t_a2a = Q_layer*n*b_micro/(ep_width*W_up)",
    because="each GPU has its share of the tokens, any GPU reaches any other at full bandwidth, as if all were in one rack, and routing is uniform",
    source="lecture 0:36:30 and 0:37:09",
)
SWITCH_GROUPS = Premise(
    "switch-groups", "n_leaves >= G/(n_ports*1[GPU])",
    because="each GPU of a group has a link to the group's switch, which has a port for each of them",
    source="our own: by counting",
)
SWITCH_LAYERS = Premise(
    "switch-layers", "n_tiers = min(2, n_leaves)",
    because="one layer of switches connects as many GPUs as a switch has ports, with a link from each GPU to each switch; beyond that a second layer, for which half of the ports are uplinks, connects up to half the square of the ports",
    source="our own: a folded Clos network at full bandwidth, of at most two layers",
)
UP_AND_DOWN = Premise(
    "up-and-down", "n_way = 2*n_tiers",
    because="from one GPU up through the layers and down to the other",
    source="lecture 0:38:35, of one layer",
)
LEAVING_TIME = Premise(
    "leaving-time", "t_far_out = x_leave*Q_layer*n*b_micro/(ep_width*W_out)",
    because="traffic that leaves the rack goes over the scale-out links, one per GPU, with a separate send to each expert",
    source="lecture 0:38:35 to 0:40:03",
)
EXPERTS_AT_HOME = Premise(
    "experts-at-home", "x_home = (1/n_racks)^k_active",
    because="each expert of a token is in any rack with the same chance, independently; because the experts are distinct, the true value is a little lower",
    source="our own: the chance that all of them lie in the token's own rack",
    alternatives=(
        Alternative(
            "different-experts",
            "x_home = product((n_experts/n_racks - j_pick)/(n_experts - j_pick), j_pick, 0, k_active - 1)",
            because="the experts of a token are distinct: each one in the token's own rack leaves one fewer there, and one fewer in total",
            source="our own: drawn without replacement, with as many experts in each rack; a rack has at least as many as a token uses",
            quantities=(PICK,),
        ),
    ),
)
LAYER_WORK = Premise(
    "layer-work", "t_layer = phi*n*b_micro*N_active/(n_layers*ep_width*C_gpu)",
    because="each layer has the same share of the active parameters, and the GPUs share its multiplications",
    source="after lecture 0:03:28, for one layer",
    alternatives=(
        Alternative(
            "two-micro-batches", "t_layer = 2*phi*n*b_micro*N_active/(n_layers*ep_width*C_gpu)",
            because="two micro-batches alternate, so the sends of one overlap with the multiplications of both",
            source="our own; overlap of two micro-batches as in DeepSeek's serving",
        ),
    ),
)


# --- the argument

def expert_parallelism(board: Board) -> Handle:
    """The bytes of a layer and their time in a rack; what leaves it if there are several; what compute hides."""
    board.take(ALL_RACKS)
    board.define("experts-per-gpu", "n_per_gpu")
    board.define("part-of-experts", "x_routed")
    size = board.take(ACTIVATION_SIZE)
    per_layer = board.take(LAYER_BYTES)
    inside = board.take(ALL_TO_ALL)
    board.substitute("bytes-per-token", per_layer, (size,), because="out and back, to each of the experts of a layer")
    layers, way = board.take(SWITCH_LAYERS), board.take(UP_AND_DOWN)
    groups = board.round_up("fewest-groups", board.take(SWITCH_GROUPS), because="switches come whole")
    board.substitute(
        "links-between-two", way, (layers, groups),
        because="two while a switch has a port for each GPU of the rack, and four with a second layer of switches",
    )
    slower = board.define("longer-than-inside", "y_leave")
    result = _out_of_the_rack(board, inside, slower)
    _hidden(board, (inside, per_layer, size), slower)
    return result


def _out_of_the_rack(board: Board, inside: Handle, slower: Handle) -> Handle:
    """Sends that leave a rack, the time they take over sends within one, and the tokens that have any."""
    part = board.take(SENDS_THAT_LEAVE)
    outside = board.take(LEAVING_TIME)
    spelled = board.substitute("longer-in-full", slower, (inside, outside), because="the same bytes, for the traffic that leaves")
    ratio = board.define("network-ratio", "y_net")
    by_ratio = board.rewrite(
        "longer-by-sends", spelled, "y_leave = x_leave*y_net", using=(ratio,),
        because="the fraction that leaves, times how much slower its network is",
    )
    result = board.substitute(
        "longer-with-racks", by_ratio, (part,), because="nothing with one rack; half of the ratio with two"
    )
    board.independence("longer-at-any-width", spelled, of="ep_width", because="links of both kinds come with each GPU")
    board.limit("ever-more-racks", result, "n_racks", "oo", because="in the limit every send leaves")

    home = board.take(EXPERTS_AT_HOME)
    remote = board.define("tokens-not-at-home", "x_remote")
    board.substitute("remote-tokens", remote, (home,), because="all tokens but those with no expert elsewhere")
    board.reject(
        "whole-ratio", "y_leave = y_net", against=(by_ratio, part),
        because="applies the factor of 8 to all traffic: what stays in its rack does not use the slow network",
    )
    return result


def _hidden(board: Board, traffic: tuple[Handle, Handle, Handle], slower: Handle) -> None:
    """Multiplications of a layer over its sends: above one, the sends hide behind them."""
    work = board.take(LAYER_WORK)
    asked = board.define("work-over-sends", "y_hide")
    spelled = board.substitute("work-over-sends-in-full", asked, (work, *traffic), because="both times, written out")
    hidden = board.rewrite(
        "work-hides-sends", spelled,
        "y_hide = (phi*N_active/(n_layers*C_gpu))*(W_up/(2*k_active*d_model*b_act))",
        because="a token's arithmetic in a layer over the compute rate, relative to its bytes over the bandwidth",
    )
    board.independence(
        "no-widest-rack", hidden, of="ep_width",
        because="more GPUs divide arithmetic and sends alike: within one domain no width is too wide",
    )
    board.independence("at-any-batch", hidden, of="b_micro", because="more tokens raise both alike")
    apart = board.define("work-over-what-leaves", "y_hide_out")
    board.state(
        "work-hides-what-leaves", "y_hide_out = y_hide/y_leave", (apart, asked, slower),
        because="traffic that overlaps inside a rack need not do so when it leaves the rack",
    )
    board.reject(
        "every-gpu-sends-all", "t_a2a = Q_layer*n*b_micro/(W_up*1[GPU])", against=traffic[:1],
        because="lets all-to-all time grow with the number of GPUs: each GPU sends only for its own share of the tokens",
    )


# --- what was said

_TWO = Said("2", PATEL, "0:39:54, two racks", LECTURE)
_SAID = {
    "y_net": Said("8", POPE, "0:38:47 and 0:39:31", LECTURE),
    "n_racks": _TWO,
    "n_experts": Said("256", POPE, "0:33:46", LECTURE),
    "k_active": Said("256/32", f"{POPE}: maybe one in 32", "0:32:41", LECTURE),
    "ep_width": Said("64 GPU", POPE, "0:34:11", LECTURE),
}

_SWITCH_ARTICLE = Source(
    "nvlink-switch-article",
    "An article on NVIDIA's NVLink Switch",
    url="https://www.slicast.com/article/1pl8afm",
    date="2024",
    standing="secondary",
)
_NVLINK_PAGE = Source(
    "nvidia-nvlink-manual",
    "NVIDIA Mission Control manual, NVLink technology",
    url="https://docs.nvidia.com/base-command-manager/product-manuals/nvidia-mission-control/nvlinkinfo",
    date="2026",
    standing="verified",
)
_PORTS = Said("72", "an article", "72 GPUs with 18 links each, on 18 switches", _SWITCH_ARTICLE)
_DOMAIN_AT_MOST = Said("576 GPU", "NVIDIA", "the most in one domain", _NVLINK_PAGE)

DEFAULTS = {"n_racks": _TWO, "b_micro": WIDE_STAGES["b_micro"], "n": WIDE_STAGES["n"], "n_ports": _PORTS}


def _nodes(name: str, title: str, number: str, by: str) -> Reading:
    """DeepSeek-V3 on so many nodes of the chip that it was served on."""
    return Reading(name, title, {**DEFAULTS, "n_racks": Said(number, by, "")}, Cards("h800"))


READINGS = (
    Reading(AS_SAID, "as said: 256 experts on 64 GPUs, one in 32 active, two racks, 8 times slower", _SAID),
    Reading("thirty-two-active", "the same with 32 of 256 active",
            {**_SAID, "k_active": Said("32", POPE, "0:19:16, a slip: 32 is the ratio", LECTURE)}),
    Reading("drawing", "the same with a rack of 128 GPUs, as two experts per GPU in the drawing imply",
            {**_SAID, "ep_width": Said("256/2 GPU", f"{POPE}: two experts on each, drawn", "0:34:26", LECTURE)}),
    Reading("one-rack", "the same in one rack", {**_SAID, "n_racks": Said("1", POPE, "0:36:30", LECTURE)}),
    _nodes("prefill-of-v3", "DeepSeek's own prefill: 32 GPUs in four nodes of H800", "32/8",
           "DeepSeek-V3 Technical Report, as quoted: EP32 on nodes of 8"),
    _nodes("decode-of-v3", "DeepSeek's own decode: 144 GPUs in eighteen nodes of H800", "144/8",
           "DeepSeek's overview of its serving, as quoted: EP144 on nodes of 8"),
    Reading("hopper-nodes", "two nodes of NVIDIA H200, their networks those of the H100", DEFAULTS, Cards("h200")),
    Reading("blackwell-racks", "two racks of NVIDIA GB200", DEFAULTS, Cards("gb200")),
    Reading("largest-domain", "the same with domains of 576 GPUs, on switches of as many ports",
            {**DEFAULTS, "G": _DOMAIN_AT_MOST}, Cards("gb200")),
    Reading("v3-as-published", "DeepSeek-V3 of the card on the 64 GPUs of a rack",
            {"n_experts": OnCard("deepseek-v3", "experts"), "k_active": OnCard("deepseek-v3", "active_experts"),
             "ep_width": _SAID["ep_width"], "n_racks": _TWO}),
)

PUBLISHED = (
    Published("experts-per-gpu", "4 1/GPU", POPE, "0:34:11", "exact"),
    Published("experts-per-gpu", "2 1/GPU", POPE, "0:34:26, in the drawing", "exact",
              kind="illustration", note="drawn for simplicity: 256 experts on 64 GPUs are four on each"),
    Published("part-of-experts", "1/32", POPE, "0:32:41, maybe 1 in 32", "exact", "v3-as-published", kind="premise"),
    Published("part-of-experts", "1/32", POPE, "0:32:41, maybe 1 in 32", "exact", "thirty-two-active",
              kind="premise", note="the lecturer's other count, 32 of 256, is one in eight"),
    Published("network-ratio", "8", POPE, "0:38:47 and 0:39:31", "one significant figure", "hopper-nodes",
              kind="look-up", note="between nodes of Hopper"),
    Published("network-ratio", "8", POPE, "0:38:47 and 0:39:31", "one significant figure", "blackwell-racks",
              kind="look-up", note="with one 400 Gbit/s link a GPU"),
    Published("links-between-two", "2", POPE, "0:38:35, two hops", "exact", "blackwell-racks",
              note="one layer of switches, each with a port for each of the 72 GPUs"),
    Published("links-between-two", "2", POPE, "0:38:35, two hops", "exact", "largest-domain",
              note="more GPUs than a switch has ports need a second layer of switches"),
    Published("sends-that-leave", "1/2", POPE, "0:39:54 to 0:40:10, half of the tokens", "exact",
              note="counted as sends"),
    Published("remote-tokens", "1/2", POPE, "0:39:54 to 0:40:10, half of the tokens", "exact",
              note="counted as tokens: those with at least one expert in the other rack", otherwise="sends-that-leave"),
)

ASSERTED = (
    Asserted("there are as many routers as GPUs, and the traffic is all-to-all, of the same volume out and back",
             POPE, "0:34:28"),
    Asserted("“one rack bounds the size of an expert layer”", POPE, "0:36:30"),
    Asserted("expert parallelism is the standard, and best practice", POPE, "0:33:46"),
    Asserted("DeepSeek reports a lot of expert parallelism", POPE, "1:12:54"),
    Asserted("DeepSeek's own expert parallelism spans 4 and 18 nodes of 8 GPUs, traffic overlaps with compute, and each token goes to at most four nodes; from general knowledge, unverified",
             "DeepSeek's reports, as quoted", "arXiv 2412.19437"),
    Asserted("a rack is some meters tall, one or two wide, and holds about 64 GPUs", POPE, "0:37:09"),
)

_CHIPS = ("a100-80", "h800", "h100", "h200", "b200", "gb200", "gb300", "rubin", "mi300x", "tpu-v5p", "tpu-v7")

GRIDS = (
    Grid(("work-hides-sends", "longer-with-racks", "work-hides-what-leaves"), _CHIPS,
         title="DeepSeek-V3 in bf16: time of arithmetic over sends within a domain, and over traffic that leaves it with two domains"),
    Grid(("longer-with-racks", "work-hides-what-leaves"), _CHIPS, premises={"sends-that-leave": "once-for-each-rack"},
         title="The same with one crossing for each token and rack"),
    Grid(("work-hides-sends",), ("h100", "gb200", "rubin"),
         ("deepseek-v3", "kimi-k2", "qwen3-235b", "gpt-oss-120b", "mixtral-8x22b", "llama-4-maverick"),
         title="Time of arithmetic over sends, by model; below one, sends take longer"),
    Grid(("sends-that-leave", "remote-tokens", "longer-with-racks"),
         readings=("one-rack", AS_SAID, "blackwell-racks", "prefill-of-v3", "decode-of-v3"),
         title="Traffic that leaves a rack or a node"),
    Grid(("remote-tokens",), readings=("one-rack", AS_SAID, "v3-as-published"),
         premises={"experts-at-home": "different-experts"}, title="Tokens with a remote expert, if a token's experts are distinct"),
)

RANGES = {
    "n_racks": Between("2", "18", "the lecture's two racks; DeepSeek's eighteen nodes"),
    "W_out": Between("25 GB/s/GPU", "200 GB/s/GPU", "cards from A100 to Rubin"),
}


CLAIM = Claim(
    name="expert-parallelism",
    title="One rack bounds the size of an expert layer",
    chapter=chapters.RACKS,
    question="How much slower is expert traffic across racks than inside one?",
    answer="It takes about {longer-with-racks} times as long over {n_racks:rack} as inside one, for about {bytes-per-token:/} that each token sends per layer.",
    answer_if=("n_racks > 1", "y_leave >= 1.05", "Q_layer > 0[byte/token]"),
    otherwise=(
        Sentence("It takes about {longer-with-racks} times as long over {n_racks:rack} as inside one.", ("n_racks > 1", "y_leave >= 1.05", "k_active >= 1")),
        Sentence("No slower: what leaves one of {n_racks:rack} takes about {longer-with-racks} times as long as all would inside one, for about {bytes-per-token:/} that each token sends per layer.",
                 ("n_racks > 1",)),
        Sentence("No slower: all experts are in one rack, and of about {bytes-per-token:/} that each token sends per layer nothing leaves it.", ("n_racks = 1",)),
    ),
    notation=LETTERS, body=expert_parallelism, result="longer-with-racks",
    deciding="trust the all-to-all across nodes, which is on the slower network: inside a scale-up domain the bandwidth also depends on how many GPUs take part",
    defaults=DEFAULTS, readings=READINGS, published=PUBLISHED, asserted=ASSERTED, grids=GRIDS, ranges=RANGES,
    compared=("network-ratio", "sends-that-leave", "longer-with-racks", "remote-tokens", "work-hides-sends",
              "work-hides-what-leaves"),
    deployment=SEVERAL_RACKS,
)
