"""The time of a pass kernel by kernel: overhead, efficiencies and communication beside arithmetic and reads."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from derivations.claims.shared.passes import EXPERTS, KV_FETCH, PRODUCTS_TIME, WEIGHT_FETCH, take_pool
from derivations.claims.shared.requests import PROMPTS, STEADY
from derivations.claims.shared.stages import HOP, PIPELINE
from derivations.derivation.premise import Alternative, Premise
from derivations.language.quantity import Quantity

if TYPE_CHECKING:
    from derivations.derivation.board import Board
    from derivations.derivation.script import Handle

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
FRONT = (
    Quantity("t_base", "s", "fixed time of a pass: without what each sequence adds", latex=r"t_{\mathrm{base}}",
             definition="t_gaps + t_w/e_read"),
    Quantity("t_each", "s/sequence", "time that each sequence adds to a memory-bound pass",
             latex=r"t_{\mathrm{each}}", definition="t_kv/(e_read*B) + t_in/(e_flop*B) + t_comm/(e_link*B)"),
    Quantity("v_top", "token/s/sequence", "speed that no batch exceeds", latex=r"v_{\mathrm{top}}",
             definition="n/t_base"),
    Quantity("X_gpu", "token/s/GPU", "throughput: new tokens per second per GPU", definition="n*B/(T*G)"),
    Quantity("X_top", "token/s/GPU", "throughput that large memory-bound batches approach",
             latex=r"X_{\mathrm{top}}", definition="n/(G*t_each)"),
)

STEP_OVERHEAD = Quantity("t_step", "s", "time of a pass on top of reads and arithmetic, whatever the model",
                         latex=r"t_{\mathrm{step}}")
HIDDEN_SHARE = Quantity("x_hid", "", "fraction of the shorter of arithmetic and reads that overlaps with the longer",
                        "fraction")

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
_ONE_STREAM = "t_gaps + max(t_c/e_flop, t_w/e_read) + t_kv/e_read + t_in/e_flop + t_comm/e_link"
KERNELS = Premise(
    "kernels", f"T = {_ONE_STREAM}",
    because="one stream runs its kernels one after another: within a matrix product reads and arithmetic overlap, a separate kernel reads the cache, and prompts and communication come on top",
    source="as measured here on one H100 and one H200: about a tenth of the cache reads overlapped with arithmetic, and launched on two streams hardly more did",
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
        Alternative(
            "through-stages", f"T = {_ONE_STREAM} + n_stages*t_hop",
            because="a pipeline of equal stages: G are the GPUs of one and B is a micro-batch, one for each stage; a token goes through the stages one after another, which together take as long as all layers on G GPUs, and makes a hop after each",
            source="claims pipeline-latency (stage-after-stage, time-per-token) and pipeline-kv (one-per-stage)",
            quantities=(PIPELINE["n_stages"], HOP),
        ),
    ),
)


TAKEN = (PRODUCTS_TIME, WEIGHT_FETCH, KV_FETCH, STEADY, PROMPTS, EXCHANGE, OVERHEAD, KERNELS)


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


def take_kernels(board: Board) -> Parts:
    """The rates of all GPUs together, the times of a pass, and their sum, as premises."""
    return Parts(take_pool(board), *(board.take(each) for each in TAKEN))


@dataclass(frozen=True)
class Front:
    """Where reads bind: the pass as a straight line in its batch, and throughput against speed as another.

    `computed` is the pass where arithmetic binds, `each` what each sequence adds where reads do; `line` are the straight
    pass, its speed, its throughput, and the ends of both.
    """

    computed: Handle
    each: Handle
    straight: Handle
    fastest: Handle
    line: tuple[Handle, ...]
    front: Handle


def take_front(board: Board, parts: Parts) -> Front:
    """Throughput against speed, where reads bind: a straight line between two ends."""
    computed, reads = board.split("regimes", parts.whole, ("bound-by-compute", "bound-by-reads"),
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
    return Front(computed, each, straight, fastest, known, front)
