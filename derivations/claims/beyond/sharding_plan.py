"""sharding-plan: how a training run splits its GPUs between data and tensor parallelism, and how many it can use.

The lecture splits a model over stages and experts. Here every layer is split twice: some GPUs have other tokens and gather
the weights, others have a part of the weights and exchange activations. Either exchange shrinks as the other kind of split
grows, so that there is a best split, and a number of GPUs from which on no split hides behind the arithmetic.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from derivations.claim.claim import (
    AS_BUILT,
    Between,
    Cards,
    Claim,
    Deployment,
    Grid,
    Published,
    Reading,
    Said,
    Sentence,
)
from derivations.claims.shared import chapters
from derivations.claims.shared.documents import LLAMA_3, ZERO
from derivations.claims.shared.lifetime import PRETRAINING_COST, TRAINING, TRAINING_ARITHMETIC
from derivations.claims.shared.passes import MEMORY, REACHED_RATE, SERVING
from derivations.claims.shared.racks import INNER_WIDTH, ON_NETWORK_CARDS
from derivations.claims.shared.training_step import GRADIENT_BYTES, STEP_TOKENS, TENSOR_WAYS, TRAINING_GPUS
from derivations.derivation.premise import Alternative, Premise
from derivations.language.quantity import Notation, Quantity
from derivations.numbers.source import Source

if TYPE_CHECKING:
    from derivations.derivation.board import Board
    from derivations.derivation.script import Handle

# --- letters

SPLIT = (
    STEP_TOKENS,
    TRAINING_GPUS,
    Quantity("dp_way", "", "groups of GPUs with tokens of their own: the degree of data parallelism", latex="d"),
    TENSOR_WAYS,
    Quantity("n_mats", "", "matrices of a feed-forward layer: two, or three where it is gated"),
    INNER_WIDTH,
    Quantity("N_layer", "parameter", "parameters of a feed-forward layer"),
)
EXCHANGE = (
    Quantity("W_data", "byte/s/GPU", "bandwidth of one GPU, per direction, on which weights are gathered"),
    Quantity("W_tensor", "byte/s/GPU", "bandwidth of one GPU, per direction, on which activations are exchanged"),
    Quantity("t_gather", "s", "time to gather the weights of a layer, forward"),
    Quantity("t_act", "s", "time to exchange the activations of a layer, forward", latex=r"t_{\mathrm{activations}}"),
    Quantity("t_mult", "s", "time of the multiplications of a layer, forward", latex=r"t_{\mathrm{multiply}}"),
    Quantity("t_both", "s", "time of both exchanges of a layer"),
    Quantity("G_room", "GPU", "GPUs up to which the best split is no wider than a scale-up domain", definition="G_train*(G/(tp_way*1[GPU]))^2"),
    Quantity("t_longer", "s", "the longer of the multiplications and both exchanges", definition="max(t_mult, t_both)"),
)
HIDING = (
    Quantity("y_both", "", "time of both exchanges over that of the multiplications", definition="t_both/t_mult"),
    Quantity("y_gather", "", "time of the gathered weights over that of the multiplications", definition="t_gather/t_mult"),
    Quantity("D_gather", "token", "tokens of a group at which gathered weights take as long as the multiplications",
             definition="t_gather*D_batch/(dp_way*t_mult)"),
    Quantity("tp_most", "", "tensor ways at which activations take as long as the multiplications",
             definition="t_mult*tp_way/t_act"),
    Quantity("G_alone", "GPU", "GPUs up to which gathered weights hide with data parallelism alone", definition="D_batch*1[GPU]/D_gather"),
    Quantity("tp_even", "", "tensor ways that hide the exchanges up to the most GPUs: those of the best split, or as many as a domain has GPUs",
             definition="min(tp_most/2, G/1[GPU])"),
    Quantity("G_hide", "GPU", "GPUs up to which both exchanges are hidden: with the tensor ways that hide most"),
    Quantity("D_hide", "token/GPU", "tokens between two updates for each of these", definition="D_batch/G_hide"),
    Quantity("D_each", "token/GPU", "tokens between two updates for each GPU", definition="D_batch/G_train"),
)
STATE = (
    GRADIENT_BYTES,
    Quantity("b_opt", "byte/parameter", "state of the optimizer for each parameter, with the exact copy of the weights"),
    Quantity("M_plain", "GB", "weights, gradients and state of the optimizer on a GPU, with a copy in each group"),
    Quantity("M_z1", "GB", "the same with the state of the optimizer split over the groups"),
    Quantity("M_z2", "GB", "the same with that and gradients split over the groups"),
    Quantity("M_z3", "GB", "the same with all of it split over the groups"),
    Quantity("v_plain", "GB", "bytes that a GPU sends in a step if gradients are added up over the groups", latex=r"v_{\mathrm{gradients}}"),
    Quantity("v_z3", "GB", "bytes that a GPU sends in a step if weights are split over the groups, too", latex=r"v_{\mathrm{all}}"),
    Quantity("y_sent", "", "the latter over the former", definition="v_z3/v_plain"),
    Quantity("G_state", "GPU", "GPUs whose memory the state of training fills if all of it is split", definition="M_z3*G_train/(M_gpu*1[GPU])"),
)
RUN = Quantity("t_train", "day", "time of the training run, multiplications alone at the fraction of the peak that is reached")
LETTERS = Notation((
    *SERVING.only("phi", "C_gpu", "G", "N_total", "N_active", "b_w"),
    MEMORY,
    REACHED_RATE,
    *ON_NETWORK_CARDS.only("W_up", "W_out", "d_model", "b_act"),
    *TRAINING.only("a_pre", "cost_pre", "D_pre"),
    *SPLIT,
    *EXCHANGE,
    *HIDING,
    *STATE,
    RUN,
))


# --- premises

_BOOK = "a book on scaling models, edition of 2025-02"
_TRAINING = "its chapter on training"

TWO_SPLITS = Premise(
    "two-splits", "tp_way = G_train/(dp_way*1[GPU])",
    because="every GPU belongs to one group, and the GPUs of a group share each layer; neither pipeline nor context parallelism", source="by counting",
)
LAYER = Premise(
    "feed-forward", "N_layer = n_mats*d_model*d_ff*1[parameter·token]",
    because="a layer stands for its feed-forward matrices; those of attention are split alike and exchange activations once more; they are left out",
    source=f"{_BOOK}, {_TRAINING}",
)
GATHERED = Premise(
    "gathered", "t_gather = b_w*N_layer/(tp_way*W_data*1[GPU])",
    because="a GPU receives the part of the weights that its group does not hold, just before it is used; the backward pass gathers once more, adds up gradients of the same width, and multiplies twice as much: the ratio stays",
    source=f"{_BOOK}, {_TRAINING}; the factor 1 - 1/dp_way is taken as one",
    alternatives=(
        Alternative("gradients-twice-as-wide", "t_gather = 4*b_w*N_layer/(3*tp_way*W_data*1[GPU])",
                    because="weights are gathered twice in a step and gradients added up once, in twice as many bytes: four parts where there were three", source="by counting"),
    ),
)
EXCHANGED = Premise(
    "exchanged", "t_act = 2*b_act*d_model*D_batch/(dp_way*W_tensor*1[GPU])",
    because="the activations of a group's tokens are gathered before a layer, and added up and split again behind it",
    source=f"{_BOOK}, {_TRAINING}; the factor 1 - 1/tp_way is taken as one",
)
MULTIPLIED = Premise(
    "multiplied", "t_mult = phi*N_layer*D_batch/(G_train*C_gpu)",
    because="each token multiplies every weight once, and the GPUs share that evenly", source="as the compute time of a pass",
)
ONE_AFTER_THE_OTHER = Premise(
    "one-after-the-other", "t_both = t_gather + t_act",
    because="the two exchanges overlap with arithmetic, but not with each other", source=f"{_BOOK}, {_TRAINING}",
    alternatives=(
        Alternative("side-by-side", "t_both = max(t_gather, t_act)", because="each exchange has a network of its own", source="our own"),
    ),
)
FROM_OUTSIDE = Premise(
    "from-outside", "W_data = W_out",
    because="the groups are spread over all domains, so weights arrive on the scale-out network", source="the usual layout",
    alternatives=(
        Alternative("from-inside", "W_data = W_up", because="all groups are in one scale-up domain, as in a pod", source="our own"),
    ),
)
INSIDE = Premise(
    "inside", "W_tensor = W_up", because="the GPUs of a group are neighbors in a scale-up domain", source="the usual layout",
)
WITHIN_A_DOMAIN = Premise(
    "within-a-domain", "tp_way*1[GPU] <= G", because="a group has no more GPUs than a scale-up domain", source="the usual layout",
)
_EVEN = "min(phi*n_mats*d_ff*W_tensor*1[parameter·token]/(4*b_act*C_gpu), G/1[GPU])"
_AT_THESE = "G_alone*tp_even*(1 - tp_even/tp_most)"
AS_WIDE_AS_HIDES = Premise(
    "as-wide-as-hides", "tp_way = tp_even",
    because="of all ways within a domain, these let most GPUs hide their exchanges", source="our own",
)
AS_MANY_AS_HIDE = Premise(
    "as-many-as-hide", "G_hide = G_train", because="as many GPUs train as just hide their exchanges with these ways", source="our own",
)
COPIES = Premise(
    "copies", "M_plain = (b_w + b_grad + b_opt)*N_total/tp_way", because="each group has its own copy of everything",
    source="plain data parallelism; ZeRO, arXiv 1910.02054",
)
OPTIMIZER_SPLIT = Premise(
    "optimizer-split", "M_z1 = (b_w + b_grad + b_opt/dp_way)*N_total/tp_way", because="each group updates its share of the weights",
    source="ZeRO, stage 1, arXiv 1910.02054",
)
GRADIENTS_SPLIT = Premise(
    "gradients-split", "M_z2 = (b_w + (b_grad + b_opt)/dp_way)*N_total/tp_way", because="and keeps the gradients of that share alone",
    source="ZeRO, stage 2, arXiv 1910.02054",
)
ALL_SPLIT = Premise(
    "all-split", "M_z3 = (b_w + b_grad + b_opt)*N_total/(dp_way*tp_way)", because="and gathers the weights of the others as they are used",
    source="ZeRO, stage 3, arXiv 1910.02054",
)
GRADIENTS_ADDED = Premise(
    "gradients-added", "v_plain = 2*b_grad*N_total/tp_way",
    because="gradients are added up and split over the groups, and updated weights of the same size gathered: two halves of an all-reduce",
    source="by counting; the factor 1 - 1/dp_way is taken as one",
)
WEIGHTS_GATHERED = Premise(
    "weights-gathered", "v_z3 = (2*b_w + b_grad)*N_total/tp_way",
    because="weights are gathered forward and backward, and gradients added up and split",
    source="by counting; the factor 1 - 1/dp_way is taken as one",
)
AT_THAT_SPEED = Premise(
    "at-that-speed", "t_train = cost_pre/(u_flop*G_train*C_gpu)", because="all GPUs multiply all the time, at a fraction of the peak",
    source=f"{_BOOK}, {_TRAINING}",
)


# --- the argument

class Times(NamedTuple):
    """Steps of a layer: both exchanges, the multiplications, the two splits, and the layer itself."""

    gather: Handle
    exchange: Handle
    multiply: Handle
    ways: Handle
    layer: Handle


class Known(NamedTuple):
    """Steps that say which exchanges hide within a domain: its premise, where they just hide, and either split alone.

    That is in full, and by name.
    """

    whole: Handle
    within: Handle
    even: Handle
    alone: Handle
    widest: Handle
    named: tuple[Handle, ...]


def sharding_plan(board: Board) -> Handle:
    """The best split; the GPUs up to which it hides, and any split within a domain; either kind of split alone; memory, traffic and time of the run."""
    layer, ways = board.take(LAYER), board.take(TWO_SPLITS)
    times = Times(board.take(GATHERED), board.take(EXCHANGED), board.take(MULTIPLIED), ways, layer)
    board.take(FROM_OUTSIDE)
    board.take(INSIDE)
    within = board.take(WITHIN_A_DOMAIN)
    whole = board.take(ONE_AFTER_THE_OTHER)
    both, best = _best(board, times, whole, within)
    even = _hidden(board, times, both, best)
    alone, widest, *named = _alone(board, times)
    result = _within_a_domain(board, times, Known(whole, within, even, alone, widest, tuple(named)))
    _state(board, ways)
    _whole_run(board)
    return result


def _best(board: Board, times: Times, whole: Handle, within: Handle) -> tuple[Handle, Handle]:
    """Both exchanges by the groups, and the split at which they take least."""
    spelled = board.substitute("both-in-full", whole, (times.gather, times.exchange, times.ways), because="written out, by the groups")
    best = board.minimise(
        "groups", spelled, over="dp_way", because="more groups have fewer tokens each, whose activations are exchanged, but a larger part of each layer to gather",
    )
    in_widths = board.substitute("groups-in-widths", best, (times.layer,), because="the width of the model cancels")
    board.independence("groups-for-any-width", in_widths, of="d_model", because="weights and activations are as wide")
    board.independence("groups-for-any-rate", in_widths, of="C_gpu", because="how fast a GPU multiplies moves neither exchange")
    ways = board.substitute("tensor-ways", times.ways, (in_widths,), because="the rest of the GPUs")
    board.state("at-the-best-both-take-as-long", "t_gather = t_act", (times.gather, times.exchange, times.ways, best),
                because="there, neither exchange is worth making shorter")
    room = board.define("room-in-a-domain", "G_room")
    board.substitute("gpus-within-a-domain", room, (ways,), because="with more GPUs than this, the best split is wider than a domain")
    board.state("best-split-fits", "G_train <= G_room", (within, room), because="the tensor ways grow as the root of the GPUs")
    share = board.define("both-over-multiplications", "y_both")
    board.substitute("both-over-multiplications-in-full", share, (spelled, times.multiply, times.layer), because="for any split")
    board.reject(
        "as-many-of-each", "dp_way = sqrt(G_train/1[GPU])", against=(best,),
        because="splits the GPUs evenly: tokens and inner width say which exchange is larger, and bandwidths which is faster",
    )
    return spelled, best


def _hidden(board: Board, times: Times, both: Handle, best: Handle) -> Handle:
    """The least exchange against the multiplications: the GPUs, and the tokens, at which it takes as long.

    At the best split activations take half of the arithmetic there, whatever the GPUs: its ways may be more than a domain has.
    """
    at_best = board.substitute("least-in-full", both, (best,), because="at the best split")
    least = board.rewrite(
        "least-exchange", at_best, "t_both = 2*sqrt(2*b_w*b_act*N_layer*d_model*D_batch/(G_train*W_data*W_tensor*1[GPU]))",
        because="falls as the root of the GPUs, where the multiplications fall as the GPUs",
    )
    longer = board.define("longer-of-both", "t_longer")
    even = board.boundary("even", longer, because="where the exchanges are just hidden")
    spelled = board.substitute("even-in-full", even, (least, times.multiply, times.layer), because="both, written out")
    board.solve("gpus-at-the-best-split", spelled, for_="G_train", because="more GPUs have less to multiply each, but not as much less to exchange")
    tokens = board.solve("tokens-at-the-best-split", spelled, for_="D_batch", because="inverted: fewer tokens between two updates do not hide")
    each = board.define("tokens-of-a-gpu", "D_each")
    per_gpu = board.substitute("tokens-of-a-gpu-at-the-best-split", each, (tokens,), because="what counts is the tokens for each GPU")
    board.independence("for-any-number-of-gpus", per_gpu, of="G_train", because="both grow together")
    board.reject(
        "gathers-alone", "D_batch = b_w*C_gpu*G_train/(phi*W_data*1[GPU])", against=(tokens,),
        because="takes the condition of data parallelism alone: with both splits the rate counts squared, over both bandwidths",
    )
    return even


def _within_a_domain(board: Board, times: Times, known: Known) -> Handle:
    """The GPUs up to which exchanges hide by the tensor ways; and with as many of these as let most of them hide."""
    whole, within, even, alone, widest, _ = known
    shares = board.state(
        "gpus-by-shares", "G_train = G_alone*tp_way*(1 - tp_way/tp_most)", (even, whole, *known.named, times.ways),
        because="as many times those of data parallelism alone, less the share of the arithmetic that activations take",
    )
    width = board.define("ways-within-a-domain", "tp_even")
    best, domain = board.split("width", width, ("width-of-the-best-split", "width-of-a-domain"), because="the best split, or the widest within a domain")
    board.state(
        "no-ways-hide-more", f"{_AT_THESE} - G_train = G_alone*(tp_most/2 - tp_way)^2/tp_most", (shares, best),
        because="any other ways hide fewer, as a square is not below zero",
    )
    board.state(
        "no-ways-of-a-domain-hide-more", f"G_train <= {_AT_THESE}", (shares, domain, within),
        because="more ways leave less to gather, until activations take half of the arithmetic",
    )
    in_full = board.substitute("ways-that-hide-most", width, (widest,), because="written out")
    many = board.suppose(AS_MANY_AS_HIDE)
    by_these = board.substitute("gpus-by-these-shares", many, (shares, board.suppose(AS_WIDE_AS_HIDES)), because="with these ways")
    spelled_out = board.substitute("gpus-that-hide-in-full", by_these, (alone, widest, in_full), because="written out")
    result = board.rewrite(
        "gpus-that-hide", spelled_out, f"G_hide = phi*W_data*D_batch*1[GPU]/(b_w*C_gpu)*{_EVEN}*(1 - 2*b_act*C_gpu*{_EVEN}/(phi*n_mats*d_ff*W_tensor*1[parameter·token]))",
        because="the same in full",
    )
    board.substitute("tokens-of-a-gpu-that-hide", board.define("tokens-of-a-gpu-then", "D_hide"), (result,), because="what counts is the tokens for each GPU")
    return result


def _alone(board: Board, times: Times) -> tuple[Handle, ...]:
    """Either exchange alone against the multiplications: tokens of a group, and tensor ways.

    The GPUs and the ways at the edge in full, and all that is named for these.
    """
    known = (times.gather, times.multiply, times.ways)
    ratio, group = board.define("gathered-over-multiplications", "y_gather"), board.define("group-at-the-edge", "D_gather")
    spelled = board.substitute("gathered-over-multiplications-in-full", ratio, known, because="both, written out")
    board.rewrite("gathered-by-tokens", spelled, "y_gather = b_w*C_gpu*dp_way/(phi*W_data*D_batch)", because="weights and tensor ways cancel")
    full = board.substitute("group-at-the-edge-in-full", group, known, because="both, written out")
    tokens = board.rewrite(
        "tokens-of-a-group", full, "D_gather = b_w*C_gpu/(phi*W_data)",
        because="with at least so many tokens of its own, a group hides the weights that it gathers",
    )
    board.independence("for-any-tensor-ways", tokens, of="tp_way", because="a part of a layer has as much less to gather as to multiply")
    board.independence("for-any-layer", tokens, of="N_layer", because="each weight is gathered once and multiplied with every token")
    alone = board.define("gpus-by-data-alone", "G_alone")
    by_data = board.substitute("gpus-by-data-alone-in-full", alone, (tokens,), because="each GPU a group of its own")
    most = board.define("ways-at-the-edge", "tp_most")
    ways = board.substitute("ways-at-the-edge-in-full", most, (times.exchange, *known[1:], times.layer), because="both, written out")
    widest = board.rewrite(
        "tensor-ways-that-hide", ways, "tp_most = phi*n_mats*d_ff*W_tensor*1[parameter·token]/(2*b_act*C_gpu)",
        because="with more ways, activations take longer than the multiplications",
    )
    board.independence("ways-for-any-tokens", widest, of="D_batch", because="each token is exchanged and multiplied")
    board.reject(
        "more-tokens-allow-more-ways", "tp_most = phi*D_batch*W_tensor*1[parameter]/(b_act*C_gpu)", against=(widest, most),
        because="takes the tokens for the inner width: more of them have more activations to exchange, so that no batch hides more ways",
    )
    return by_data, widest, group, alone, most


def _state(board: Board, ways: Handle) -> None:
    """The state of training on a GPU at each stage of splitting it, and what that costs on the network."""
    plain, first, second, third = (board.take(each) for each in (COPIES, OPTIMIZER_SPLIT, GRADIENTS_SPLIT, ALL_SPLIT))
    board.state("each-stage-holds-less", "M_z1 - M_z2 = b_grad*N_total/tp_way*(1 - 1/dp_way)", (first, second), because="its gradients, but for one group's share")
    board.limit("least-with-weights-whole", second, "dp_way", "oo", because="with many groups, only the weights are left", holding=("tp_way",))
    board.state("all-split-is-a-share", "M_z3*dp_way = M_plain", (plain, third), because="nothing is held twice")
    hold = board.define("gpus-that-hold", "G_state")
    spelled = board.substitute("gpus-that-hold-in-full", hold, (third, ways), because="written out")
    board.independence("held-for-any-split", spelled, of="dp_way", because="all of it is split over all GPUs, in whichever way")
    sent, gathered = board.take(GRADIENTS_ADDED), board.take(WEIGHTS_GATHERED)
    ratio = board.define("sent-more", "y_sent")
    full = board.substitute("sent-more-in-full", ratio, (sent, gathered), because="both, written out")
    board.reject(
        "stages-send-alike", "v_z3 = v_plain", against=(sent, gathered, full),
        because="a book says that all stages have the same communication cost: its own table has half as much again where weights are split",
    )


def _whole_run(board: Board) -> None:
    """The time of a run on so many GPUs."""
    cost, arithmetic = board.take(PRETRAINING_COST), board.take(TRAINING_ARITHMETIC)
    board.substitute("time-of-the-run", board.take(AT_THAT_SPEED), (cost, arithmetic), because="written out")


# --- numbers

def _chapter(key: str, title: str, file: str) -> Source:
    """A chapter of the book."""
    return Source(
        key, f"How To Scale Your Model, {title}, as first published", url=f"https://github.com/jax-ml/scaling-book/blob/0819a7d/{file}.md",
        date="2025-02-04", author="Austin, Jacob and others", standing="verified",
    )


_SCALING = _chapter("scaling-book-training", "How to Parallelize a Transformer for Training", "training")
_APPLIED = _chapter("scaling-book-applied-training", "Training LLaMA 3 on TPUs", "applied-training")
_EXAMPLE = "its chapter on training LLaMA 3"
_RAJBHANDARI = "Rajbhandari et al. 2019"
_FIGURE = "arXiv 1910.02054, figure 1, as retold"
_OWN = "our own choice"
_CARD = Cards("h100", "llama-3.1-70b", compute="bf16")


def _book(where: str = _TRAINING, source: Source = _SCALING, /, **numbers: str) -> dict[str, Said]:
    """A TPU v5p of the book, with layers of two matrices in 16 bits; weights on two of three axes, activations on one."""
    said = {"phi": "2 FLOP/parameter/token", "b_w": "2 byte/parameter", "b_act": "2 byte", "n_mats": "2", "C_gpu": "4.59e14 FLOP/s/GPU",
            "W_data": "3.6e11 byte/s/GPU", "W_tensor": "1.8e11 byte/s/GPU"} | numbers
    return {name: Said(text, _BOOK, where, source) for name, text in said.items()}


def _data_alone(**numbers: str) -> dict[str, Said]:
    """The same with data parallelism alone, on all three axes unless told otherwise: no activations are exchanged."""
    said = _book(**{"W_data": "5.4e11 byte/s/GPU"} | numbers)
    return {name: value for name, value in said.items() if name != "W_tensor"}


def _run(gpus: str, reached: str) -> dict[str, Said]:
    """The book's LLaMA 3 70B on so many chips."""
    return _book(G_train=gpus, u_flop=reached, N_active="70e9 parameter", D_pre="15e12 token")


def _meta(text: str) -> Said:
    return Said(text, "Llama Team 2024", "arXiv 2407.21783, table 4", LLAMA_3)


DEFAULTS = {
    "D_batch": Said("4194304 token", "Llama 3.1 70B", "about four million tokens, as the book has it"),
    "G_train": Said("512 GPU", _OWN, ""),
    "n_mats": Said("3", "Llama 3.1 70B", "a gated layer"),
    "d_ff": Said("28672", "Llama 3.1 70B", "from its configuration"),
    "b_act": Said("2 byte", "activations in 16 bits", ""),
    "b_grad": Said("2 byte/parameter", "gradients in 16 bits", ""),
    "b_opt": Said("12 byte/parameter", "an exact copy of the weights, and two means", "Adam, 4 bytes each"),
    "D_pre": Said("15e12 token", "Llama 3.1", "15 trillion, as the book has it"),
    "u_flop": Said("40%", _OWN, ""),
}
_LLAMA = {**DEFAULTS, "dp_way": Said("64", _OWN, "eight GPUs to a group: a node")}
_LARGE = Cards("h100", "llama-3.1-405b", compute="bf16")
_META = {
    **DEFAULTS, "d_ff": Said("53248", "Llama 3.1 405B", "from its configuration"), "D_batch": _meta("16777216 token"),
    "G_train": Said("1024 GPU", "Llama Team 2024", "arXiv 2407.21783, table 4: 16,384 GPUs over 16 pipeline stages, and a layer is on one of these", LLAMA_3),
}
READINGS = (
    Reading("a-node-each", "the same with eight GPUs to a group", _LLAMA, _CARD),
    Reading("four-each", "the same with four GPUs to a group", {**DEFAULTS, "dp_way": Said("128", _OWN, "")}, _CARD),
    Reading("data-alone", "the same with each GPU a group of its own", {**DEFAULTS, "dp_way": Said("512", _OWN, "")}, _CARD),
    Reading("eight-bits", "the same with weights and activations in 8 bits", {**DEFAULTS, "b_act": Said("1 byte", _OWN, "")},
            Cards("h100", "llama-3.1-70b", compute="fp8")),
    Reading("llama-3-405b", "Llama 3.1 405B with 16 million tokens between two updates, on the 1,024 GPUs of a pipeline stage", _META, _LARGE),
    Reading("llama-3-405b-as-run", "the same stage as run: 128 groups of 8 tensor ways", {**_META, "dp_way": _meta("128")}, _LARGE),
    Reading("book", "the book's example: 64 chips, 48,000 tokens", _book(d_ff="32768", G_train="64 GPU", D_batch="48000 token")),
    Reading("book-in-binary", "the same with 48 times 1,024 tokens", _book(d_ff="32768", G_train="64 GPU", D_batch="49152 token")),
    Reading("book-4096", "the same layer on 4,096 chips", _book(d_ff="32768", G_train="4096 GPU")),
    Reading("book-llama-2", "the book's LLaMA 2 13B", _book(d_ff="13824", G_train="4096 GPU")),
    Reading("book-llama-3", "the book's LLaMA 3 70B on a pod", _book(_EXAMPLE, _APPLIED, d_ff="28672", G_train="8960 GPU", D_batch="4.19e6 token")),
    Reading("book-one-axis", "one axis, and an inner width of 30,000", _book(W_data="1.8e11 byte/s/GPU", d_ff="30000")),
    Reading("book-gemma", "one axis, and an inner width of 50,000", _book(d_ff="50000")),
    Reading("book-16-million", "three axes, and 16 million tokens", _data_alone(D_batch="16e6 token")),
    Reading("book-40-million", "three axes, and 40 million tokens", _data_alone(D_batch="40e6 token")),
    Reading("book-2-million", "three axes, and 2 million tokens", _data_alone(D_batch="2e6 token")),
    Reading("book-pods", "whole pods over the data-center network, by the book's rates", _data_alone(C_gpu="3.8e18 FLOP/s/GPU", W_data="5e13 byte/s/GPU")),
    Reading("book-pods-counted", "the same by its chips: 8,960 of a pod, 2,240 hosts", _data_alone(C_gpu="4.11264e18 FLOP/s/GPU", W_data="5.6e13 byte/s/GPU")),
    Reading("book-run", "the book's run on 18,823 chips", _run("18823 GPU", "50%")),
    Reading("book-ten-pods", "the same on ten pods", _run("89600 GPU", "50%")),
    Reading("book-ten-pods-at-peak", "the same at the peak rate", _run("89600 GPU", "100%")),
    Reading("zero", "7.5 billion parameters on 64 GPUs", {name: Said(text, _RAJBHANDARI, _FIGURE, ZERO) for name, text in {
        "b_w": "2 byte/parameter", "b_grad": "2 byte/parameter", "b_opt": "12 byte/parameter", "N_total": "7.5e9 parameter", "G_train": "64 GPU", "dp_way": "64",
    }.items()}),
)
_CUT = "rounded down to a whole number"
PUBLISHED = (
    Published("groups", "13.9", _BOOK, f"{_TRAINING}, 64 chips", "three significant figures", "book"),
    Published("groups", "13.9", _BOOK, f"{_TRAINING}, 64 chips", "three significant figures", "book-in-binary"),
    Published("tokens-of-a-gpu-at-the-best-split", "400 token/GPU", _BOOK, _TRAINING, "one significant figure", "book"),
    Published("tokens-of-a-gpu-at-the-best-split", "940 token/GPU", _BOOK, f"{_TRAINING}, question 3", _CUT, "book-llama-2"),
    Published("tokens-of-a-gpu-at-the-best-split", "453 token/GPU", _BOOK, _EXAMPLE, _CUT, "book-llama-3"),
    Published("groups", "1618", _BOOK, _EXAMPLE, "nearest integer", "book-llama-3"),
    Published("tokens-at-the-best-split", "1.6e10 token", _BOOK, f"{_TRAINING}, caption on 4,096 chips", "two significant figures", "book-4096",
              note="the factors are printed beside it"),
    Published("tokens-of-a-group", "2550 token", _BOOK, _TRAINING, "exact", "book-one-axis"),
    Published("tokens-of-a-group", "850 token", _BOOK, _TRAINING, "exact", "book-16-million"),
    Published("gpus-by-data-alone-in-full", "18823 GPU", _BOOK, _TRAINING, _CUT, "book-16-million"),
    Published("gpus-by-data-alone-in-full", "47000 GPU", _BOOK, _TRAINING, "two significant figures", "book-40-million"),
    Published("gpus-by-data-alone-in-full", "2400 GPU", _BOOK, _TRAINING, "two significant figures", "book-2-million"),
    Published("tensor-ways-that-hide", "11", _BOOK, f"{_TRAINING}, for each axis", _CUT, "book-one-axis"),
    Published("tensor-ways-that-hide", "19", _BOOK, f"{_TRAINING}, of Gemma 7B", _CUT, "book-gemma"),
    Published("tokens-of-a-group", "76000 token", _BOOK, f"{_TRAINING}, of a pod", "two significant figures", "book-pods"),
    Published("tokens-of-a-group", "76000 token", _BOOK, f"{_TRAINING}, of a pod", "two significant figures", "book-pods-counted"),
    Published("time-of-the-run", "17 day", _BOOK, _TRAINING, "two significant figures", "book-run"),
    Published("time-of-the-run", "2 day", _BOOK, f"{_TRAINING}, on ten pods", "one significant figure", "book-ten-pods",
              note="what is reached of the peak is that of the sentence on two pods"),
    Published("time-of-the-run", "2 day", _BOOK, f"{_TRAINING}, on ten pods", "one significant figure", "book-ten-pods-at-peak"),
    Published("copies", "120 GB", _RAJBHANDARI, _FIGURE, "three significant figures", "zero"),
    Published("optimizer-split", "31.4 GB", _RAJBHANDARI, _FIGURE, "three significant figures", "zero"),
    Published("gradients-split", "16.6 GB", _RAJBHANDARI, _FIGURE, "three significant figures", "zero"),
    Published("all-split", "1.9 GB", _RAJBHANDARI, _FIGURE, "two significant figures", "zero"),
)
_SPLITS = ("a-node-each", "four-each", "data-alone")
GRIDS = (
    Grid(("both-over-multiplications-in-full", "gathered-by-tokens", "copies", "optimizer-split", "gradients-split", "all-split"), readings=_SPLITS,
         title="Exchanges over multiplications for some splits of the GPUs assumed, and the state of training on each"),
    Grid(("gathered-by-tokens", "tokens-of-a-group"), readings=("a-node-each", "llama-3-405b-as-run"),
         title="Gathered weights over multiplications, in whichever way a group shares its layers"),
    Grid(("gpus-that-hide", "ways-that-hide-most", "gpus-at-the-best-split", "groups", "tensor-ways", "tokens-of-a-group", "tensor-ways-that-hide"),
         readings=(AS_BUILT, "eight-bits", "llama-3-405b", "book", "book-llama-3"), title="GPUs that hide their exchanges within a domain and at the best split"),
    Grid(("gpus-that-hide", "ways-that-hide-most", "tokens-of-a-group", "tensor-ways-that-hide"), ("h100", "h200", "h800", "b200", "gb200"), cards=_CARD,
         title="GPUs that hide their exchanges with how many tensor ways, tokens of a group, and most tensor ways"),
)
RANGES = {
    "D_batch": Between("1048576 token", "16777216 token", "our own", "from one million to Llama 3 405B's sixteen"),
    "d_ff": Between("14336", "53248", "our own", "from Llama 3.1 8B to 405B"),
}


_SQUARE = "2*b_act*D_batch*G_train*W_data/(1[parameter·token·GPU]*b_w*n_mats*d_ff*W_tensor)"  # of the best number of groups
_BOTH = f"{_SQUARE} >= 1", f"{_SQUARE} <= (G_train/1[GPU])^2"
# where the exchanges just overlap, each of them takes half of the arithmetic: there are ways of both kinds then, too
_TENSOR_WAYS_HIDE = "phi*n_mats*d_ff*W_tensor*1[parameter·token] >= 4*b_act*C_gpu"
_GROUPS_HIDE = "phi*W_data*D_batch >= 2*b_w*C_gpu"
_WITHIN = f"(G_train/G)^2 <= {_SQUARE}"  # the best split is no wider than a domain
_HIDE = *_BOTH, _WITHIN, _TENSOR_WAYS_HIDE, _GROUPS_HIDE
_HALF = "phi*n_mats*d_ff*W_tensor*1[parameter·token·GPU]/(4*b_act*C_gpu)"  # GPUs of a group of the best split there
_PLAN = "About {groups} ways for data and {tensor-ways} for tensor parallelism with {G_train:4}"

CLAIM = Claim(
    name="sharding-plan",
    title="The sharding plan: data and tensor parallelism, and what hides",
    chapter=chapters.AFTERWARDS,
    question="How should training split its GPUs between data and tensor parallelism?",
    answer=(
        f"{_PLAN}; both exchanges overlap fully with the arithmetic up to about {{gpus-that-hide}}, with the "
        "{ways-that-hide-most} tensor ways of the best split there, at {tokens-of-a-gpu-that-hide}."
    ),
    answer_if=(*_HIDE, f"{_HALF} <= G"),
    otherwise=(
        Sentence(
            f"{_PLAN}; both exchanges overlap fully with the arithmetic up to about {{gpus-that-hide}}, with "
            "{ways-that-hide-most} tensor ways, as many as a scale-up domain has GPUs, at {tokens-of-a-gpu-that-hide}.",
            (*_HIDE, f"{_HALF} > G"),
        ),
        Sentence(
            "The best split of {G_train:4} would be wider than a scale-up domain of {G}; both exchanges overlap fully with the arithmetic up to about "
            "{gpus-that-hide}, with {ways-that-hide-most} tensor ways, at {tokens-of-a-gpu-that-hide}.",
            (_WITHIN.replace("<=", ">"), _TENSOR_WAYS_HIDE, _GROUPS_HIDE),
        ),
        Sentence(f"{_PLAN}.", _BOTH),
        Sentence("All of {G_train:4} for data parallelism: the best split would have less than one way for tensor parallelism.", (f"{_SQUARE} > (G_train/1[GPU])^2",)),
        Sentence("All of {G_train:4} for tensor parallelism: the best split would have less than one way for data.", (f"{_SQUARE} < 1",)),
    ),
    notation=LETTERS, body=sharding_plan, result="gpus-that-hide", outside="no such number",
    defaults=DEFAULTS, readings=READINGS, published=PUBLISHED, grids=GRIDS, ranges=RANGES,
    compared=("gpus-that-hide", "ways-that-hide-most", "groups", "tensor-ways"),
    deployment=Deployment(_CARD, gpus=("G_train",)),
)
