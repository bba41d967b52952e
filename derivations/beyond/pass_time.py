"""pass-time: how long a pass takes with what a roofline leaves out, and what follows for speed and throughput.

Not in the lecture: its roofline is a bound. Here stand an overhead per step, efficiencies, communication and the prompts
that are mixed in, each as a premise that one can take or leave.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from derivations.claim.claim import Cards, Claim, Grid, Reading, Said
from derivations.language.quantity import Notation, Quantity
from derivations.lecture.shared import chapters
from derivations.lecture.shared.passes import COMPUTE_TIME, EXPERTS, KV_FETCH, SERVING, WEIGHT_FETCH, take_pool
from derivations.lecture.shared.prices import RENT
from derivations.lecture.shared.racks import ON_NETWORK_CARDS
from derivations.lecture.shared.requests import PROMPTS, REQUESTS, SPEED, STEADY
from derivations.lecture.shared.said import GPU_HOUR
from derivations.search.premise import Alternative, Premise

if TYPE_CHECKING:
    from derivations.search.board import Board, Handle

# --- letters

LEFT_OUT = (
    Quantity("t_gaps", "s", "time of a pass in which the GPU neither multiplies nor reads", "nonnegative",
             latex=r"t_{\mathrm{gaps}}"),
    Quantity("t_comm", "s", "time of the communication between GPUs in a pass, at the full rate of their links",
             "nonnegative", latex=r"t_{\mathrm{comm}}"),
)
EFFICIENCIES = (
    Quantity("e_flop", "", "fraction of the peak compute rate that is reached", "fraction",
             latex=r"\eta_{\mathrm{compute}}"),
    Quantity("e_read", "", "fraction of the memory bandwidth that reads of weights and cache reach", "fraction",
             latex=r"\eta_{\mathrm{read}}"),
    Quantity("e_link", "", "fraction of the bandwidth of the scale-up links that the communication reaches", "fraction",
             latex=r"\eta_{\mathrm{link}}"),
    Quantity("t_prod", "s", "overhead of each matrix product on top of its reads and its arithmetic",
             latex=r"t_{\mathrm{product}}"),
    Quantity("n_prod", "", "dependent matrix products in a layer, which run one after another"),
)
OUTCOMES = (
    Quantity("t_base", "s", "time of a pass without what each sequence adds", latex=r"t_{\mathrm{base}}",
             definition="t_gaps + t_w/e_read"),
    Quantity("t_each", "s/sequence", "time that each sequence adds to a memory-bound pass",
             latex=r"t_{\mathrm{each}}", definition="t_kv/(e_read*B) + t_in/(e_flop*B) + t_comm/(e_link*B)"),
    Quantity("v_top", "token/s/sequence", "speed that no batch exceeds", latex=r"v_{\mathrm{top}}",
             definition="n/t_base"),
    Quantity("X_gpu", "token/s/GPU", "throughput: new tokens per second per GPU", definition="n*B/(T*G)"),
    Quantity("X_top", "token/s/GPU", "throughput that large memory-bound batches approach",
             latex=r"X_{\mathrm{top}}", definition="n/(G*t_each)"),
    Quantity("cost_new", "USD/Mtoken", "GPU rent for a new token", latex=r"c_{\mathrm{token}}",
             definition="p_gpu/X_gpu"),
    Quantity("cost_top", "USD/Mtoken", "the same at the highest throughput", latex=r"c_{\mathrm{top}}",
             definition="p_gpu/X_top"),
)
LETTERS = Notation((
    *SERVING,
    *ON_NETWORK_CARDS.only("W_up", "d_model", "b_act", "n_layers"),
    *RENT.only("p_gpu"),
    *REQUESTS.only("t_in", "q_in", "L_in", "L_out"),
    *LEFT_OUT,
    *EFFICIENCIES,
    SPEED,
    *OUTCOMES,
))

STEP_OVERHEAD = Quantity("t_step", "s", "time of a pass on top of reads and arithmetic, whatever the model",
                         latex=r"t_{\mathrm{step}}")
HIDDEN_SHARE = Quantity("x_hid", "", "fraction of the shorter of arithmetic and reads that overlaps with the longer",
                        "fraction")


# --- premises

EXCHANGE = Premise(
    "exchange", "t_comm = 4*n_layers*(1 - 1[GPU]/G)*d_model*b_act*(n*B + q_in*L_in)/(W_up*1[GPU])",
    because="tensor parallelism: after attention and after the feed-forward part the GPUs all-reduce the activations of all tokens, and each sends them nearly twice",
    source="our own: two all-reduces a layer, each of 2 (G - 1)/G of the data on every link, as a ring moves it",
    alternatives=(
        Alternative(
            "expert-parallel",
            "t_comm = 2*n_layers*k_active*(1 - 1[GPU]/G)*d_model*b_act*(n*B + q_in*L_in)/(G*W_up)",
            because="each GPU sends its own tokens to their experts and receives them back; one part in G stays local",
            source="our own: the mean over routings, with one format both ways",
            quantities=EXPERTS.only("k_active", "n_experts"),
        ),
        Alternative("no-exchange", "t_comm = 0[s]", because="communication takes no time, or there is one GPU",
                    source="what a roofline says"),
    ),
)
OVERHEAD = Premise(
    "overhead", "t_gaps = n_layers*n_prod*t_prod",
    because="kernels are launched, filled, drained and synchronized one after another, one for each dependent product of a layer",
    source="our own: the time of each is fitted to measurements",
    alternatives=(
        Alternative("each-step-alike", "t_gaps = t_step", because="each pass has the same overhead, whatever is in it",
                    source="our own", quantities=(STEP_OVERHEAD,)),
        Alternative("no-overhead", "t_gaps = 0[s]", because="nothing but reads and arithmetic takes time",
                    source="what a roofline says"),
    ),
)
KERNELS = Premise(
    "kernels", "T = t_gaps + max(t_c/e_flop, t_w/e_read) + t_kv/e_read + t_in/e_flop + t_comm/e_link",
    because="one stream runs its kernels one after another: within a matrix product reads and arithmetic overlap, a separate kernel reads the cache, and prompts and communication come on top",
    source="as measured here on one H100 and one H200: about a tenth of the cache reads overlapped with arithmetic",
    alternatives=(
        Alternative(
            "all-hidden", "T = t_gaps + max((t_c + t_in)/e_flop, (t_w + t_kv)/e_read, t_comm/e_link)",
            because="arithmetic, reads and communication all overlap, as in a roofline",
            source="after the roofline of the lecture, 0:04:58",
        ),
        Alternative(
            "nothing-hidden", "T = t_gaps + t_c/e_flop + t_w/e_read + t_kv/e_read + t_in/e_flop + t_comm/e_link",
            because="nothing overlaps", source="our own: the other end",
        ),
        Alternative(
            "partly-hidden",
            "T = t_gaps + x_hid*max(t_c/e_flop, (t_w + t_kv)/e_read) + (1 - x_hid)*(t_c/e_flop + (t_w + t_kv)/e_read) + t_in/e_flop + t_comm/e_link",
            because="a fraction of the shorter of arithmetic and reads overlaps with the longer", source="our own: in between",
            quantities=(HIDDEN_SHARE,),
        ),
    ),
)


TAKEN = (COMPUTE_TIME, WEIGHT_FETCH, KV_FETCH, STEADY, PROMPTS, EXCHANGE, OVERHEAD, KERNELS)


# --- the argument

@dataclass(frozen=True)
class Parts:
    """The rates of all GPUs together, the times of a pass in the order of `TAKEN`, and their sum."""

    pooled: tuple[Handle, Handle]
    compute: Handle
    weights: Handle
    cache: Handle
    begun: Handle
    prompts: Handle
    exchange: Handle
    overhead: Handle
    whole: Handle

    @property
    def times(self) -> tuple[Handle, ...]:
        """All but the sum."""
        return (self.compute, self.weights, self.cache, self.prompts, self.exchange, self.overhead)


def pass_time(board: Board) -> Handle:
    """The time of a pass, written out; the bound below it; and speed against throughput where reads bind."""
    parts = Parts(take_pool(board), *(board.take(each) for each in TAKEN))
    result = board.substitute(
        "pass-in-full", parts.whole, (*parts.times, parts.begun, *parts.pooled), because="every time, written out"
    )
    _bounds(board, parts)
    front, fastest = _front(board, parts)
    _wrong(board, parts, (front, fastest))
    return result


def _bounds(board: Board, parts: Parts) -> None:
    """What no machine is faster than: the reads with the prompts mixed in, and the arithmetic."""
    begun = board.state(
        "prompts-for-outputs", "t_in = t_c*L_in/L_out", (parts.prompts, parts.begun, parts.compute),
        because="prompt tokens per new token are in the ratio of prompt length to output length",
    )
    reads = board.state(
        "reads-and-prompts", "T >= (t_w + t_kv)/e_read + t_in/e_flop", (parts.whole,),
        because="reading weights and cache and computing prompts take this long, whatever else adds to it",
    )
    perfect = board.state("no-kernel-beats-the-card", "T >= t_w + t_kv + t_in", (reads,),
                          because="no efficiency is above one")
    board.state(
        "never-faster", "T >= t_w + B*(kappa*L/W + (L_in/L_out)*phi*n*N_active/C)",
        (perfect, parts.cache, parts.compute, begun),
        because="perfect kernels, instant links and no overhead: the weights once, and the cache and prompts of each sequence",
    )
    board.state(
        "arithmetic-bound", "T >= (1 + L_in/L_out)*t_c/e_flop", (parts.whole, begun),
        because="prompts and new tokens are computed one after the other",
    )


def _front(board: Board, parts: Parts) -> tuple[Handle, Handle]:
    """Throughput against speed, where reads bind: a straight line between two ends. Returns it and the highest speed."""
    _, reads = board.split("regimes", parts.whole, ("bound-by-compute", "bound-by-reads"),
                           because="a product with the weights takes as long as the slower of its reads and its arithmetic")
    base = board.define("base", "t_base")
    each = board.define("each", "t_each")
    spelled = board.substitute("each-in-full", each, (parts.cache, parts.prompts, parts.exchange, parts.begun),
                               because="cache, prompts and communication")
    board.rewrite(
        "every-sequence-the-same", spelled,
        "t_each = kappa*L/(e_read*W) + phi*n*N_active*L_in/(e_flop*C*L_out) + 4*n_layers*(1 - 1[GPU]/G)*d_model*b_act*n*(1 + L_in/L_out)/(e_link*W_up*1[GPU])",
        because="it does not depend on the batch: each sequence brings its own cache, prompt and activations",
    )
    alone = board.substitute("base-in-full", base, (parts.weights, parts.overhead), because="overhead and weights")
    board.independence("base-without-batch", alone, of="B", because="the weights are read once, however many sequences share them")
    straight = board.rewrite("straight", reads, "T = t_base + B*t_each", using=(base, each),
                             because="the part without sequences, plus what each sequence adds")
    speed = board.define("speed", "v_seq")
    through = board.define("throughput", "X_gpu")
    fastest = board.define("top-speed", "v_top")
    most = board.define("top-throughput", "X_top")
    known = (straight, speed, through, fastest, most)
    front = board.state(
        "front", "X_gpu = X_top*(1 - v_seq/v_top)", known,
        because="a straight line: half of the top speed gives half of the top throughput",
    )
    board.state("slower-than-top", "v_seq < v_top", (straight, speed, fastest), because="each sequence adds to a pass")
    cost = board.define("cost", "cost_new")
    cheapest = board.define("cost-at-top", "cost_top")
    board.state(
        "cost-of-speed", "cost_new = cost_top/(1 - v_seq/v_top)", (cost, cheapest, front),
        because="twice the cost at half of the top speed, and without limit toward the top speed",
    )
    return front, fastest


def _wrong(board: Board, parts: Parts, ends: tuple[Handle, ...]) -> None:
    """Statements that fail."""
    board.reject(
        "roofline-as-forecast", "T = max(t_c, t_w + t_kv)", against=(parts.whole,),
        because="takes the bound for the time: it leaves out the terms added here",
    )
    board.reject(
        "prompts-upside-down", "t_in = t_c*L_out/L_in", against=(parts.prompts, parts.begun, parts.compute),
        because="with longer outputs prompts are rarer, not more frequent",
    )
    board.reject(
        "speed-times-throughput", "X_gpu*v_seq = X_top*v_top/4",
        against=ends,
        because="keeps the product of speed and throughput constant: the trade-off is a line, not a hyperbola",
    )
    board.reject(
        "half-the-time", "T = e_read*t_w", against=(parts.whole,),
        because="the time at peak rate is divided by the efficiency, not multiplied",
    )


# --- numbers

_OWN = "our own choice"
DEFAULTS = {
    "n": Said("1 token/sequence", "decode", ""),
    "B": Said("64 sequence", _OWN, ""),
    "L_in": Said("1,024 token/sequence", _OWN, ""),
    "L_out": Said("1,024 token/sequence", _OWN, ""),
    "L": Said("1,536 token/sequence", "the prompt and half of the output", ""),
    "b_act": Said("2 byte", "activations are exchanged in 16 bits, whatever the products are in", ""),
    "p_gpu": GPU_HOUR,
}

_LARGE = Cards("h200", "deepseek-v3", compute="fp8", cache="fp8")
_MIDDLE = Cards("h100", "llama-3.1-70b", compute="fp8", cache="fp8")
_LATER = Cards("b200", "llama-3.1-70b", compute="fp8", cache="fp8")

READINGS = (
    Reading("deepseek-on-h200", "eight H200, DeepSeek-V3 in fp8", DEFAULTS, _LARGE),
    Reading("llama-on-h100", "eight H100, Llama 3.1 70B in fp8", DEFAULTS, _MIDDLE),
    Reading("llama-on-b200", "eight B200, Llama 3.1 70B in fp8", DEFAULTS, _LATER),
)

GRIDS = (
    Grid(("pass-in-full", "speed", "throughput", "cost", "top-speed", "top-throughput"),
         readings=tuple(item.name for item in READINGS),
         title="A pass with 64 sequences: its time, speed, throughput and cost per token, and both ends of the trade-off"),
)


CLAIM = Claim(
    name="pass-time",
    title="The time of a pass, as a forecast",
    chapter=chapters.AFTERWARDS,
    question="How long does a pass take, and how much throughput is left at a given speed?",
    answer="About {pass-in-full} for {B} on one node: {speed:/} per second for each sequence, {throughput:#} for each GPU.",
    notation=LETTERS, body=pass_time, result="pass-in-full", outside="no pass",
    defaults=DEFAULTS, readings=READINGS, grids=GRIDS,
    compared=("pass-in-full", "speed", "throughput", "cost"),
)
