"""all-to-all: what a layer of experts costs on the network, each way, and whether its arithmetic can hide that.

The lecture asks which part of the sends leaves a rack. Here each way has its own format and a start, all layers add up to
a speed that no batch exceeds, and one number of the model says from which network on the exchange hides.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from derivations.claim.claim import AS_BUILT, Between, Cards, Claim, Deployment, Grid, Published, Reading, Said
from derivations.claims.shared import chapters
from derivations.claims.shared.passes import EXPERTS, SERVING
from derivations.claims.shared.racks import ALL_RACKS, ON_NETWORK_CARDS, OTHER_SIZE, RACKS, SENDS_THAT_LEAVE
from derivations.claims.shared.said import DECODE
from derivations.claims.shared.stages import PIPELINE
from derivations.derivation.premise import Alternative, Premise
from derivations.language.quantity import Notation, Quantity
from derivations.numbers.source import Source

if TYPE_CHECKING:
    from derivations.derivation.board import Board
    from derivations.derivation.script import Handle

# --- letters

WAYS = (
    Quantity("t_start_out", "s", "time of a dispatch on top of its bytes", "nonnegative"),
    Quantity("t_start_back", "s", "time of a combine on top of its bytes", "nonnegative"),
    Quantity("t_disp", "s", "time of a dispatch: activations to the experts of a layer", latex=r"t_{\mathrm{dispatch}}"),
    Quantity("t_comb", "s", "time of a combine: outputs of the experts, back", latex=r"t_{\mathrm{combine}}"),
    Quantity("t_pair", "s", "time of both", latex=r"t_{\mathrm{both}}", definition="t_disp + t_comb"),
    Quantity("t_bytes", "s", "time of both for the bytes alone", "nonnegative",
             definition="t_disp + t_comb - t_start_out - t_start_back"),
)
LAYERS = (
    Quantity("n_plain", "", "layers without experts", "nonnegative"),
    Quantity("n_moe", "", "layers with experts", latex=r"n_{\mathrm{experts,layers}}"),
    Quantity("n_turns", "", "micro-batches that alternate in a pass: the exchange of each counts"),
    Quantity("t_exch", "s", "time of the exchange in all layers of a pass", latex=r"t_{\mathrm{exchange}}"),
    Quantity("v_wire", "token/s/sequence", "speed of a sequence if only the exchange took time", definition="n/t_exch"),
)
HIDING = (
    Quantity("d_inner", "", "inner width of an expert"),
    Quantity("N_each", "parameter", "parameters of one routed expert"),
    Quantity("t_exp", "s", "time of the multiplications of the routed experts in a layer", latex=r"t_{\mathrm{multiply}}"),
    Quantity("t_either", "s", "the slower of the multiplications and the bytes", definition="max(t_exp, t_bytes)"),
    Quantity("y_shows", "", "time of the exchange over that of the experts' multiplications", definition="t_pair/t_exp"),
    Quantity("y_least", "", "the same if only the bytes took time", "nonnegative", definition="t_bytes/t_exp"),
    Quantity("I_net", "FLOP/byte", "compute rate of a GPU over its scale-out bandwidth", definition="C_gpu/W_out"),
)
LETTERS = Notation((
    *SERVING.only("phi", "n", "C_gpu", "G", "N_total", "N_active"),
    *ON_NETWORK_CARDS.only("W_out", "d_model", "b_act", "n_layers"),
    OTHER_SIZE,
    *EXPERTS.only("k_active", "n_experts"),
    *PIPELINE.only("ep_width", "b_micro"),
    *RACKS,
    *WAYS,
    *LAYERS,
    *HIDING,
))


# --- premises

_KERNELS = "DeepEP, low-latency kernels"

DISPATCH = Premise(
    "dispatch", "t_disp = t_start_out + x_leave*k_active*d_model*b_act*n*b_micro/(ep_width*W_out)",
    because="each GPU sends the activations of its tokens to each of their experts; traffic within a scale-up domain uses its faster links and takes no longer",
    source=_KERNELS,
)
COMBINE = Premise(
    "combine", "t_comb = t_start_back + x_leave*k_active*d_model*b_back*n*b_micro/(ep_width*W_out)",
    because="each GPU receives the outputs of the experts, possibly in another format", source=_KERNELS,
)
SENDING_LAYERS = Premise(
    "sending-layers", "n_moe = n_layers - n_plain", because="layers without experts send nothing", source="by counting",
)
IN_TURN = Premise(
    "in-turn", "t_exch = n_turns*n_moe*(t_disp + t_comb)",
    because="the network does one exchange at a time, and every layer finishes its own before the next begins", source="after DeepSeek-AI 2025, on hardware for V3",
)
EXPERT_SIZE = Premise(
    "expert-size", "N_each = 3*d_model*d_inner*1[parameter·token]",
    because="a gated expert has three matrices between the width of the model and its inner width", source="by counting",
)
EXPERT_WORK = Premise(
    "expert-work", "t_exp = phi*N_each*k_active*n*b_micro/(ep_width*C_gpu)",
    because="each token multiplies with each of its experts, and the GPUs share that work evenly", source="after lecture 0:03:28, for one layer",
    alternatives=(
        Alternative("with-the-rest-of-the-layer", "t_exp = phi*N_active*n*b_micro/(n_layers*ep_width*C_gpu)",
                    because="attention and the parameters that every token uses can overlap with the exchange of another micro-batch, too", source="as the claim expert-parallelism counts"),
    ),
)


# --- the argument

def all_to_all(board: Board) -> Handle:
    """Both ways of a layer; all layers, and the speed that they allow; and whether arithmetic hides the bytes."""
    board.take(ALL_RACKS)
    part = board.take(SENDS_THAT_LEAVE)
    ways = (board.take(DISPATCH), board.take(COMBINE))
    both = board.define("both-ways", "t_pair")
    spelled = board.substitute("both-in-full", both, ways, because="dispatch and combine, written out")
    pair = board.rewrite(
        "exchange-of-a-layer", spelled,
        "t_pair = t_start_out + t_start_back + x_leave*k_active*d_model*(b_act + b_back)*n*b_micro/(ep_width*W_out)",
        because="two start-ups, plus the bytes of both ways",
    )
    result = _all_layers(board, ways, both)
    _hide(board, ways, (both, pair))
    board.reject(
        "bytes-that-stay", "t_disp = t_start_out + k_active*d_model*b_act*n*b_micro/(ep_width*W_out)", against=(ways[0], part),
        because="counts traffic that stays in a node: the bandwidth comes out above that of the NIC",
    )
    return result


def _all_layers(board: Board, ways: tuple[Handle, Handle], both: Handle) -> Handle:
    """The exchange of a pass, the speed it allows, and the floor under it."""
    layers, turns = board.take(SENDING_LAYERS), board.take(IN_TURN)
    spelled = board.substitute("exchange-in-full", turns, (*ways, layers), because="all layers with experts, both ways")
    floor = board.state(
        "floor-of-starts", "t_exch >= n_turns*n_moe*(t_start_out + t_start_back)", (turns, *ways),
        because="bytes shrink with the batch, start-ups do not",
    )
    speed = board.define("speed-of-wires", "v_wire")
    board.state("speed-floor", "v_wire*n_turns*n_moe*(t_start_out + t_start_back) <= n", (speed, floor), because="the same as a speed: no batch, however small, is faster")
    fast = board.substitute("speed-in-full", speed, (spelled,), because="written out")
    board.state("whole-exchange", "t_exch = n_turns*n_moe*t_pair", (turns, both), because="the exchange of a layer times the number of layers")
    board.reject(
        "every-layer-sends", "t_exch = n_turns*n_layers*(t_disp + t_comb)", against=(turns, layers, *ways),
        because="a paper counts all layers: those without experts send nothing",
    )
    return fast


def _hide(board: Board, ways: tuple[Handle, Handle], pairs: tuple[Handle, Handle]) -> None:
    """The exchange over the arithmetic of the experts: one width, two formats, and the hardware."""
    both, pair = pairs
    size, work = board.take(EXPERT_SIZE), board.take(EXPERT_WORK)
    only = board.define("bytes-alone", "t_bytes")
    spelled = board.substitute("bytes-in-full", only, ways, because="without the start-ups")
    in_bytes = board.rewrite(
        "bytes-of-both", spelled, "t_bytes = x_leave*k_active*d_model*(b_act + b_back)*n*b_micro/(ep_width*W_out)", because="both formats together",
    )
    ratio, least = board.define("exchange-over-work", "y_shows"), board.define("bytes-over-work", "y_least")
    board.substitute("exchange-over-work-in-full", ratio, (work, size, pair), because="with the start-ups")
    board.state("starts-only-add", "y_shows >= y_least", (ratio, least, only, both), because="arithmetic that hides the exchange also hides its bytes")
    fraction = board.substitute("bytes-over-work-in-full", least, (work, size, in_bytes), because="written out")
    short = board.rewrite(
        "least-by-width", fraction, "y_least = x_leave*C_gpu*(b_act + b_back)/(3*phi*d_inner*W_out*1[parameter·token])",
        because="tokens, their experts and the width of the model cancel: the inner width sets the arithmetic for each number sent",
    )
    for name, letter in (("for-any-batch", "b_micro"), ("for-any-experts", "k_active"), ("for-any-width", "d_model")):
        board.independence(name, short, of=letter, because="more of it adds sends and multiplications in proportion")
    slower = board.define("slower-of-both", "t_either")
    even = board.boundary("even", slower, because="where the bytes are just hidden")
    spread = board.substitute("even-in-full", even, (work, size, in_bytes), because="both, written out")
    board.solve("width-that-hides", spread, for_="d_inner", because="wider experts hide their exchange, narrower ones do not")
    rate = board.solve("rate-that-hides", spread, for_="C_gpu", because="inverted: with faster arithmetic the exchange takes longer than the experts")
    net = board.define("arithmetic-for-a-byte", "I_net")
    board.substitute("network-that-hides", net, (rate,), because="the highest ratio of compute to network bandwidth at which the exchange is hidden")


# --- numbers

_ISCA = Source(
    "deepseek-isca-2025",
    "Insights into DeepSeek-V3: Scaling Challenges and Reflections on Hardware for AI Architectures, arXiv 2505.09343",
    url="https://arxiv.org/abs/2505.09343",
    date="2025-05",
    author="DeepSeek-AI",
    standing="unverified",
)
_V4 = Source(
    "deepseek-v4-report",
    "DeepSeek-V4, on the overlap of experts, arXiv 2606.19348, as quoted in notes on it",
    url="https://arxiv.org/abs/2606.19348",
    date="2026-06",
    author="DeepSeek-AI",
    standing="secondary",
)
_OWN = "our own choice"
_PAPER = "DeepSeek-AI 2025"
_WHERE = "on hardware for V3, arXiv 2505.09343"
_NO_START = {name: Said("0 s", "left out there", "") for name in ("t_start_out", "t_start_back")}
_ONE_GPU = Said("1 GPU", "of each GPU", "")


def _isca(link: str, plain: str, width: str = "7,000 1/token") -> dict[str, Said]:
    """The paper's example: 32 tokens of a GPU, nine experts, one byte out and two back, two micro-batches in turn."""
    said = {"b_micro": "32 sequence", "k_active": "9", "d_model": width, "b_act": "1 byte", "b_back": "2 byte", "x_leave": "1",
            "W_out": link, "n_layers": "61", "n_turns": "2"}
    numbers = {name: Said(text, _PAPER, _WHERE, _ISCA) for name, text in said.items()}
    return {**_NO_START, **numbers, "ep_width": _ONE_GPU, "n": DECODE, "n_plain": Said(plain, "layers of DeepSeek-V3 without experts", "")}


DEFAULTS = {
    "n": DECODE,
    "b_act": Said("33/32 byte", "fp8, and a scale of four bytes for every 128 numbers", "as DeepEP sends"),
    "b_back": Said("2 byte", "bf16", "as DeepEP sends"),
    "n_racks": Said("16", _OWN, "nodes of eight GPUs: 128 of them"),
    "b_micro": Said("16,384 sequence", _OWN, "128 of each GPU"),
    "n_plain": Said("3", "layers of DeepSeek-V3 without experts", "from its configuration"),
    "n_turns": Said("1", _OWN, ""),
    "d_inner": Said("2048", "inner width of DeepSeek-V3's experts", "from its configuration"),
    "t_start_out": Said("45 us", "DeepEP", "about what its table leaves on top of the bytes"),
    "t_start_back": Said("60 us", "DeepEP", "about what its table leaves on top of the bytes"),
}
_HIDES = {"x_leave": Said("1", "every send leaves", ""), "b_act": Said("1 byte", "fp8", ""), "b_back": Said("2 byte", "bf16", "")}
READINGS = (
    Reading("isca", "the paper's example, all 61 layers sending", _isca("50 GB/s/GPU", "0")),
    Reading("isca-58", "the same with the 58 layers that have experts", _isca("50 GB/s/GPU", "3")),
    Reading("isca-whole-width", "and with all 7,168 numbers of an activation", _isca("50 GB/s/GPU", "3", "7,168 1/token")),
    Reading("isca-rack", "the paper's example over the links of a rack of GB200", _isca("900 GB/s/GPU", "0")),
    Reading("v4-pro", "experts of DeepSeek-V4-Pro, whose inner width is 3,072", {**_HIDES, "phi": Said("2 FLOP/parameter/token", "one multiply and one add", ""),
            "d_inner": Said("3072", "DeepSeek-V4-Pro", "", _V4)}),
)
PUBLISHED = (
    Published("exchange-of-a-layer", "120.96 us", _PAPER, _WHERE, "exact", "isca"),
    Published("in-turn", "14.76 ms", _PAPER, _WHERE, "four significant figures", "isca"),
    Published("speed-in-full", "67 token/s/sequence", _PAPER, _WHERE, "two significant figures", "isca"),
    Published("speed-in-full", "67 token/s/sequence", _PAPER, _WHERE, "two significant figures", "isca-58"),
    Published("speed-in-full", "67 token/s/sequence", _PAPER, _WHERE, "two significant figures", "isca-whole-width"),
    Published("exchange-of-a-layer", "6.72 us", _PAPER, f"{_WHERE}, with a rack of GB200", "exact", "isca-rack"),
    Published("speed-in-full", "1,200 token/s/sequence", _PAPER, f"{_WHERE}, with a rack of GB200", "two significant figures", "isca-rack"),
    Published("network-that-hides", "6,144 FLOP/byte", "DeepSeek-AI 2026", "on V4, arXiv 2606.19348, as quoted", "exact", "v4-pro"),
)
GRIDS = (
    Grid(("exchange-of-a-layer", "in-turn", "speed-in-full"), readings=(AS_BUILT, "isca", "isca-58", "isca-whole-width", "isca-rack"),
         title="The exchange of a layer and of a pass, and the speed that it allows"),
    Grid(("arithmetic-for-a-byte", "least-by-width", "width-that-hides"), ("h100", "h200", "h800", "b200", "b300"),
         title="FLOP per network byte, DeepSeek-V3's exchange over its experts' multiplications, and the inner width that would hide it"),
)
RANGES = {
    "b_micro": Between("2,048 sequence", "32,768 sequence", "our own", "16 to 256 of each GPU"),
    "t_start_out": Between("0 us", "50 us", "our own", "none, and the most that DeepEP's table leaves"),
    "n_racks": Between("2", "40", "our own", "up to DeepSeek's widest deployment of 320 GPUs"),
}


CLAIM = Claim(
    name="all-to-all",
    title="The all-to-all of experts: start-up time, bytes, and what hides them",
    chapter=chapters.AFTERWARDS,
    question="How long does the all-to-all of experts take?",
    answer=(
        "About {exchange-of-a-layer} in each layer with experts, which limits a sequence to about {speed-in-full:/} per "
        "second if nothing overlaps with it."
    ),
    notation=LETTERS, body=all_to_all, result="speed-in-full", outside="no exchange",
    deciding="trust the lower bounds, which are bytes over bandwidth: how close an all-to-all comes to them depends on its start-up time and its kernels",
    defaults=DEFAULTS, readings=READINGS, published=PUBLISHED, grids=GRIDS, ranges=RANGES,
    compared=("exchange-of-a-layer", "in-turn", "speed-in-full", "least-by-width"),
    deployment=Deployment(Cards("h800", "deepseek-v3", compute="fp8"), gpus=("n_racks", "G"), batch=("b_micro",)),
)
