"""One forward pass: its letters, its premises, its roofline, and the balance batch of the roofline's two sides."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, NamedTuple

from derivations.claims.shared.cache import BESIDE_CACHE, SELECTED, SPARSE_READ, SQUARE_ROOT
from derivations.derivation.premise import Alternative, LeftOut, Premise
from derivations.language.quantity import Notation, Quantity

if TYPE_CHECKING:
    from derivations.derivation.board import Board
    from derivations.derivation.script import Handle

PASS_TIME = (
    Quantity("T", "s", "time of one forward pass"),
    Quantity("t_seq", "s/sequence", "machine time per sequence: a pass divided by its batch, not a latency",
             definition="T/B"),
    Quantity("t_c", "s", "time of the multiplications in a pass", latex=r"t_{\mathrm{compute}}"),
    Quantity("t_m", "s", "time of the memory reads in a pass", latex=r"t_{\mathrm{memory}}"),
    Quantity("t_w", "s", "time to fetch the weights once", latex=r"t_{\mathrm{weights}}"),
    Quantity("t_kv", "s", "time to fetch the KV cache of the batch; 0 without context", "nonnegative"),
)

WORK = (
    Quantity("r", "token", "ridge: new tokens per pass at which a dense model balances compute and weight fetch",
             definition="(C/W)*(b_w/phi)"),
    Quantity("s", "", "sparsity: total over active parameters", definition="N_total/N_active"),
    Quantity("phi", "FLOP/parameter/token", "arithmetic per active parameter and new token: one multiply, one add"),
    Quantity("n", "token/sequence", "new tokens per sequence in a pass: 1 in decode"),
    Quantity("kappa", "byte/token", "KV cache read per token of context"),
    Quantity("B", "sequence", "batch: sequences that share a pass"),
    Quantity("L", "token/sequence", "context length; 0 leaves the KV cache out", "nonnegative"),
    Quantity("L_x", "token/sequence", "context at which the KV fetch alone takes as long as compute",
             latex=r"L_{\times}"),
)

MODEL = (
    Quantity("b_w", "byte/parameter", "size of a stored weight"),
    Quantity("N_total", "parameter", "all parameters of the model"),
    Quantity("N_active", "parameter", "parameters used for one token", at_most="N_total"),
)

HARDWARE = (
    Quantity("C", "FLOP/s", "compute rate of all GPUs together"),
    Quantity("W", "byte/s", "memory bandwidth of all GPUs together"),
    Quantity("C_gpu", "FLOP/s/GPU", "compute rate of one GPU"),
    Quantity("W_gpu", "byte/s/GPU", "memory bandwidth of one GPU"),
    Quantity("G", "GPU", "GPUs that share the model"),
    Quantity("I", "FLOP/byte", "arithmetic intensity of the hardware: compute rate over bandwidth", definition="C/W"),
)

SERVING = Notation((*PASS_TIME, *WORK, *MODEL, *HARDWARE))

MEMORY = Quantity("M_gpu", "byte/GPU", "memory of one GPU")

ALL_MEMORY = Quantity("M", "byte", "memory of all GPUs together")

ATTENTION_WORK = Quantity(
    "f_attn", "FLOP·sequence/token^2",
    "arithmetic of attention for each pair of a new token and a token of context; 0 leaves it out", "nonnegative",
)

# the same where only an alternative brings it along, and it is not left out
_BROUGHT_WORK = Quantity(
    "f_attn", "FLOP·sequence/token^2", "arithmetic of attention for each pair of a new token and a token of context"
)

ATTENTION_RATE = Quantity(
    "x_attn", "", "compute rate of the products with weights over that of attention, which has a number format of its own"
)

ATTENTION = (
    ATTENTION_WORK,
    Quantity("C_attn", "FLOP/s", "compute rate of all GPUs together in the number format in which attention computes",
             latex=r"C_{\mathrm{attention}}"),
    Quantity("C_attn_gpu", "FLOP/s/GPU", "compute rate of one GPU in that format", latex=r"C_{\mathrm{attention, GPU}}"),
    Quantity("L_kv", "token/sequence", "context at which the KV fetch alone takes as long as the products with the weights",
             definition="phi*n*N_active*W/(kappa*C)"),
    Quantity("L_attn", "token/sequence", "context at which the arithmetic of attention takes as long as the products with the weights",
             latex=r"L_{\mathrm{attention}}", definition="phi*N_active*C_attn/(f_attn*C)"),
    Quantity("y_attn", "", "time of the arithmetic of attention over that of the products with the weights", "nonnegative",
             latex=r"y_{\mathrm{attention}}", definition="f_attn*L*C/(phi*N_active*C_attn)"),
    Quantity("x_pair", "", "time of the arithmetic of attention over that of its reads", "nonnegative",
             latex=r"x_{\mathrm{attention}}", definition="n*f_attn*W/(kappa*C_attn)"),
)

REACHED_RATE = Quantity("u_flop", "", "fraction of the compute rate on the data sheet that is reached", "fraction")

EXPERTS = Notation((
    Quantity("N_always", "parameter", "parameters that every token uses: all but the routed experts"),
    Quantity("N_experts", "parameter", "parameters of all routed experts together", "nonnegative"),
    Quantity("k_active", "", "routed experts that a token uses in a layer", "integer", at_most="n_experts"),
    Quantity("n_experts", "", "routed experts of a layer"),
))


def touched(batch: str) -> str:
    """The parameters that a pass over so many sequences reads: all but the experts that no token is routed to.

    The one text of that formula, with the batch by name.

    >>> touched("B")
    'N_always + N_experts*(1 - (1 - k_active/n_experts)^(n*B/1[token]))'
    """
    return f"N_always + N_experts*(1 - (1 - k_active/n_experts)^(n*{batch}/1[token]))"


# one premise in two forms: every claim offers both and the rate below the peak by the same names, so that a study
# may choose among them for all claims at once; a claim that chooses the form it has is told nothing of the other
_WEIGHTS_ALONE, _WITH_ATTENTION = "t_c = phi*n*B*N_active/C", "t_c = phi*n*B*N_active/C + f_attn*n*B*L/C_attn"
_ON_THE_BLACKBOARD = Alternative(
    "weights-alone", _WEIGHTS_ALONE,
    because="as on the blackboard, where the arithmetic of attention is called quite small and left out",
    source="lecture 0:03:28 to 0:03:56",
)
_REAL_KERNELS = Alternative(
    "below-peak", "",
    because="real kernels reach only a fraction of the rate on the data sheet",
    source="after lecture 0:19:31, where real efficiency is the reason for larger batches",
    quantities=(REACHED_RATE,),
)
ARITHMETIC_TIME = Premise(
    "arithmetic-time", _WITH_ATTENTION,
    because="each new token multiplies every active parameter once, and with each token of its context, which attention computes in a number format of its own",
    source="after lecture 0:03:28, with phi and n written out; the arithmetic of attention, which is left out there, is our own, from the model's card",
    alternatives=(
        _ON_THE_BLACKBOARD,
        Alternative("with-attention", _WITH_ATTENTION, because="as it is here already", source="arithmetic of the model's attention, from its card"),
        replace(_REAL_KERNELS, relation="t_c = (phi*n*B*N_active/C + f_attn*n*B*L/C_attn)/u_flop"),
    ),
)
# for claims in which no context matters to the arithmetic, or whose attention is a kernel of its own
PRODUCTS_TIME = Premise(
    "arithmetic-time", _WEIGHTS_ALONE,
    because="each new token multiplies every active parameter once; the arithmetic of attention is left out, which matters little for grouped-query attention and a lot for DeepSeek-V3's latent attention at long context",
    source="after lecture 0:03:28, with phi and n written out",
    alternatives=(
        _ON_THE_BLACKBOARD,
        Alternative(
            "with-attention", "t_c = (phi*n*B*N_active + x_attn*f_attn*n*B*L)/C",
            because="every new token also multiplies with each token of its context, at the rate of the format in which attention computes",
            source="arithmetic of the model's attention, from its card; attention computes in bf16 where weights are stored in fewer bits",
            quantities=(_BROUGHT_WORK, ATTENTION_RATE),
        ),
        replace(_REAL_KERNELS, relation="t_c = phi*n*B*N_active/(u_flop*C)"),
    ),
    leaves_out=(
        LeftOut(
            "the arithmetic of attention", "x_attn*f_attn*n*B*L/C_gpu", beside="kappa*B*L/W_gpu", kept="the KV fetch", counted="with-attention",
            harmless="(phi*N_active + x_attn*f_attn*L)*n*B/C_gpu <= (b_w*N_total + kappa*B*L)/W_gpu",
            quantities=(_BROUGHT_WORK, ATTENTION_RATE),
        ),
    ),
)
WEIGHT_FETCH = Premise(
    "weight-fetch", "t_w = b_w*N_total/W",
    because="a large batch touches every expert, so all parameters are read once per pass",
    source="after lecture 0:05:09, with bytes per parameter written out",
    alternatives=(
        Alternative(
            "touched-experts", f"t_w = b_w*({touched('B')})/W",
            because="a pass reads only experts that some token is routed to; routing is uniform and independent for each token, so one token reads the active parameters, and a large batch all of them",
            source="our own: the mean over routings; counts of experts from the model's card",
            quantities=EXPERTS.quantities,
        ),
    ),
)
KV_FETCH = Premise(
    "kv-fetch", "t_kv = kappa*B*L/W",
    because="each sequence reads its own cache, and dense attention reads all of it", source="lecture 0:07:27",
    alternatives=(
        Alternative(
            "windows-and-selection", "t_kv = B*(kappa_all*L + R_fixed)/W",
            because="once the context is longer than windows and selection, their reads have a fixed size",
            source="layers, windows and selection of the model, from its card",
            quantities=SPARSE_READ,
        ),
        Alternative(
            "square-root", "t_kv = kappa*B*sqrt(L*L_dense)/W",
            because="sparse attention reads in proportion to the square root of the context, and all of it at the length L_dense",
            source="lecture 0:12:31, a square root in this term; the length from which it reads less is for the reader to choose",
            quantities=SQUARE_ROOT,
        ),
        Alternative(
            "top-k", "t_kv = kappa*B*L_top/W",
            because="in contexts beyond that length, each new token selects a fixed number of earlier ones and reads no others",
            source="DeepSeek-V3.2 selects 2,048, from its card",
            quantities=SELECTED,
        ),
    ),
    leaves_out=(
        LeftOut(
            "the reads of windows, and of the state of linear layers", "kappa_win*min(L, L_win) + K_state", beside="kappa*L", kept="the KV fetch",
            harmless="10*B*(kappa_win*min(L, L_win) + K_state)/W_gpu <= max(phi*n*B*N_active/C_gpu, (b_w*N_total + kappa*B*L)/W_gpu)",
            quantities=BESIDE_CACHE,
        ),
    ),
)


def fetch_for_any_batch(context: str, kept: str) -> Premise:
    """The KV fetch behind a result that is the same for any batch, at a context by its letter.

    No small batch, whose pass waits for the weights, excuses what it leaves out.
    """
    (item,) = KV_FETCH.leaves_out
    of_any = replace(
        item, term=f"kappa_win*min({context}, L_win) + K_state", beside=f"kappa*{context}", kept=kept, harmless="")
    return replace(KV_FETCH, leaves_out=(of_any,))


MEMORY_TIME = Premise(
    "memory-time", "t_m = t_w + t_kv",
    because="weights and KV cache share the memory bandwidth", source="lecture 0:07:27",
)
ROOFLINE = Premise(
    "roofline", "T >= max(t_c, t_m)",
    because="compute and memory reads overlap, and a pass takes at least as long as the slower of the two",
    source="after lecture 0:04:58",
    alternatives=(
        Alternative("no-overlap", "T >= t_c + t_m", because="nothing overlaps: a pass reads first, then multiplies"),
    ),
)
POOLED_COMPUTE = Premise(
    "pooled-compute", "C = G*C_gpu",
    because="the GPUs of one scale-up domain share the work evenly; communication is left out",
    source="after lecture 0:02:13",
)
POOLED_ATTENTION = Premise(
    "pooled-attention", "C_attn = G*C_attn_gpu",
    because="the GPUs share the arithmetic of attention as evenly as that of the weights",
    source="after lecture 0:02:13",
)
POOLED_BANDWIDTH = Premise(
    "pooled-bandwidth", "W = G*W_gpu",
    because="each GPU of the domain reads its own share of weights and cache at the same time",
    source="after lecture 1:17:07",
)
POOLED_MEMORY = Premise(
    "pooled-memory", "M = G*M_gpu",
    because="weights and cache are sharded over the memory of all GPUs, without copies", source="after lecture 0:24:01",
)


def _reached(bound: str) -> str:
    """A bound on the time of a pass as the time itself."""
    return bound.replace(">=", "=")


AT_ROOFLINE = Premise(
    "at-the-roofline",
    _reached(ROOFLINE.relation),
    because="the bound is reached: costs are those of perfect kernels, and real costs are higher",
    source="after lecture 0:04:58 to 0:15:29, where bounds are written with an equals sign",
    alternatives=tuple(
        Alternative(each.name, _reached(each.relation), each.because, each.source, each.quantities)
        for each in ROOFLINE.alternatives
    ),
)


@dataclass(frozen=True)
class Pass:
    """The times of a pass on a board, and the roofline over them."""

    compute: Handle
    weights: Handle
    cache: Handle
    memory: Handle
    roofline: Handle

    @property
    def times(self) -> tuple[Handle, ...]:
        """All that the two sides of the roofline are made of."""
        return (self.compute, self.memory, self.weights, self.cache)


def take_pass(
    board: Board, roofline: Premise = ROOFLINE, compute: Premise = PRODUCTS_TIME, cache: Premise = KV_FETCH,
) -> Pass:
    """Compute time, weight fetch, KV fetch, their sum in memory, and the roofline, as premises.

    Another premise in place of the `roofline` says what becomes of the two times, `ARITHMETIC_TIME` as `compute`
    counts the arithmetic of attention, and another `cache` says what is read of a sequence.
    """
    return Pass(*(board.take(each) for each in (compute, WEIGHT_FETCH, cache, MEMORY_TIME, roofline)))


def take_pool(board: Board, bandwidth: Premise = POOLED_BANDWIDTH) -> tuple[Handle, Handle]:
    """Compute rate and memory bandwidth of all GPUs together, as premises."""
    return board.take(POOLED_COMPUTE), board.take(bandwidth)


class Balance(NamedTuple):
    """The boundary between both sides of a roofline, also written out, the batch there, and the context that ends it."""

    even: Handle
    spelled: Handle
    batch: Handle
    crossover: Handle


def take_balance(board: Board, times: Pass) -> Balance:
    """The balance of a pass, solved for its batch."""
    even, spelled = even_sides(board, times)
    return Balance(even, spelled, *balance_batch(board, spelled))


def even_sides(board: Board, times: Pass) -> tuple[Handle, Handle]:
    """The boundary at which neither side of the roofline waits, and the same with the times written out."""
    balance = board.boundary("balance", times.roofline, because="where compute and memory take equally long")
    return balance, board.substitute("balance-in-full", balance, times.times, because="the three times, written out")


def balance_batch(board: Board, spelled: Handle) -> tuple[Handle, Handle]:
    """The batch at balance, and the context at which it ends."""
    batch = board.solve("batch", spelled, for_="B", because="the batch at balance, KV cache included")
    crossover = board.isolate(
        "crossover-context", batch, of="L", named="L_x",
        because="beyond this context the KV fetch grows faster with the batch than compute does",
    )
    return batch, crossover


def kink_context(board: Board, times: Pass, groups: tuple[Handle, ...]) -> Handle:
    """The context of the kink, at which a pass goes over from compute-bound to memory-bound, and both regimes.

    `groups` are the ridge, the sparsity and the crossover context, in which the edge is told.
    """
    flat, _ = board.split("regimes", times.roofline, ("compute-bound", "memory-bound"), because="a pass takes as long as the slower of the two")
    up_to = board.rewrite(
        "compute-bound-up-to", flat, "T >= t_c", using=(*times.times, *groups), condition="L <= L_x*(1 - r*s/(n*B))",
        because="the regime by context: below the balance batch at none",
    )
    edge = board.isolate(
        "kink-of-regimes", up_to, of="L", named="L_even",
        because="up to this context the pass is compute-bound, beyond it memory-bound",
    )
    return board.rewrite(
        "kink", edge, "L_even = L_x*(1 - r*s/(n*B))", using=groups, condition="r*s < n*B",
        because="below L_x by the weights' share of the time; below the balance batch there is no kink",
    )
