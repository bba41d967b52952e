"""recompute: what a layer keeps for the backward pass, and what it costs to keep less and compute it again.

Not in the lecture, whose reversible layers keep nothing. Here stand the three choices of training at scale: keep all,
keep all but the scores of attention, keep the inputs of layers alone.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from derivations.claim.claim import Between, Cards, Claim, Deployment, Grid, Published, Reading, Said
from derivations.claims.shared import chapters
from derivations.claims.shared.lifetime import TRAINING, TRAINING_ARITHMETIC
from derivations.claims.shared.passes import ATTENTION_WORK, MEMORY, SERVING
from derivations.claims.shared.racks import ON_NETWORK_CARDS
from derivations.claims.shared.stages import CHUNKS, PIPELINE
from derivations.claims.shared.training_step import (
    ALL_PASSES,
    MATRICES,
    PAPER,
    SCORE_WORK,
    STEP_WORK,
    TENSOR_WAYS,
    VOCABULARY,
)
from derivations.derivation.premise import Alternative, Premise
from derivations.language.quantity import Notation, Quantity
from derivations.numbers.source import Source

if TYPE_CHECKING:
    from derivations.derivation.board import Board
    from derivations.derivation.script import Handle

# --- letters

SHAPE = (
    Quantity("n_pair", "sequence/token^2", "scores of a layer for each pair of tokens of a sequence: one in each head",
             latex=r"n_{\mathrm{heads}}"),
)
LAYOUT = (
    TENSOR_WAYS,
    Quantity("n_ahead", "", "extra chunks in flight on the first stage: none, or, with interleaving, one for each stage beyond the first",
             "nonnegative"),
    Quantity("n_under", "", "chunks of micro-batches whose activations the first stage holds at most",
             latex=r"N_{\mathrm{held}}"),
    Quantity("b_state", "byte/parameter", "weights, gradients and state of the optimizer for each parameter"),
)
KEPT = (
    Quantity("b_mask", "byte", "size of one number of a dropout mask"),
    Quantity("v_same", "byte", "stored per number of the width on every GPU that shares the layer", latex=r"v_{\mathrm{whole}}"),
    Quantity("v_cut", "byte", "stored per number of the width by all of them together", latex=r"v_{\mathrm{split}}"),
    Quantity("v_score", "byte", "stored per attention score", "nonnegative", latex=r"v_{\mathrm{score}}"),
    Quantity("m_scores", "GB", "what a layer stores for the scores of a micro-batch", "nonnegative"),
    Quantity("m_rest", "GB", "what a layer stores for a micro-batch apart from the scores"),
    Quantity("m_more", "GB", "larger of the two", definition="max(m_scores, m_rest)"),
    Quantity("m_none", "GB", "stored per layer and micro-batch on a GPU without recomputation"),
    Quantity("m_spread", "GB", "the same if the parts between products are split by tokens (sequence parallelism)", latex=r"m_{\mathrm{spread}}"),
    Quantity("m_sel", "GB", "the same with the scores recomputed", latex=r"m_{\mathrm{selective}}"),
    Quantity("m_inputs", "GB", "stored per layer and micro-batch on a GPU if all but the input of the layer is recomputed"),
    Quantity("M_none", "GB", "activations on a GPU of the first stage without recomputation"),
    Quantity("M_sel", "GB", "the same with the scores recomputed", latex=r"M_{\mathrm{selective}}"),
    Quantity("M_inputs", "GB", "the same with all but the inputs of layers recomputed"),
    Quantity("M_state", "GB", "weights, gradients and state of the optimizer on a GPU"),
    Quantity("y_less", "", "activations with the scores recomputed, relative to no recomputation",
             definition="m_sel/m_none"),
    Quantity("k_every", "", "layers between two stored inputs"),
    Quantity("m_every", "GB", "stored on a single GPU: the inputs, and everything of the layers between two of them"),
)
WORK = (
    Quantity("w_sel", "FLOP", "the same with the scores recomputed", latex=r"w_{\mathrm{selective}}"),
    Quantity("w_inputs", "FLOP", "the same with all but the inputs of layers recomputed"),
    Quantity("x_sel", "", "extra arithmetic for recomputing the scores", definition="w_sel/w_none - 1",
             latex=r"x_{\mathrm{selective}}"),
    Quantity("x_inputs", "", "extra arithmetic for recomputing all but the inputs of layers",
             definition="w_inputs/w_none - 1"),
    Quantity("y_again", "", "arithmetic with everything recomputed, relative to the scores alone",
             definition="w_inputs/w_sel"),
)
LETTERS = Notation((
    *SERVING.only("phi"),
    MEMORY,
    TRAINING["a_pre"],
    *ON_NETWORK_CARDS.only("d_model", "b_act", "n_layers"),
    *PIPELINE.only("n_stages", "b_micro"),
    ATTENTION_WORK,
    *STEP_WORK,
    *SHAPE,
    CHUNKS,
    *LAYOUT,
    *KEPT,
    *WORK,
))

INNER_WIDTH = Quantity("y_inner", "", "inner width of the feed-forward part over the width of the model")
KEY_SHARE = Quantity("y_keys", "", "heads of keys and values over those of queries", "fraction")


# --- premises


ON_EACH = Premise(
    "on-each", "v_same = 4*b_act + 2*b_mask",
    because="the inputs of both norms, of attention and of the feed-forward part, and the masks of the two dropouts after them, are outside the products that tensor parallelism splits",
    source=PAPER,
    alternatives=(
        Alternative("no-dropout", "v_same = 4*b_act", because="today's models are pre-trained without dropout: no masks",
                    source="our own"),
    ),
)
SPLIT_UP = Premise(
    "split-up", "v_cut = 12*b_act",
    because="queries, keys, values and the output of attention are four vectors; the inner vector of the feed-forward part, four times as wide, is stored before and after its activation function",
    source=PAPER,
    alternatives=(
        Alternative(
            "gated", "v_cut = (2 + 2*y_keys + 3*y_inner)*b_act",
            because="heads share keys and values, and a gated feed-forward part stores the gate, the gated vector, and their product",
            source="our own count, for layers like Llama's", quantities=(KEY_SHARE, INNER_WIDTH),
        ),
    ),
)
FOR_SCORES = Premise(
    "for-scores", "v_score = 2*b_act + b_mask",
    because="for each pair of tokens the softmax, its dropout mask, and the output of the dropout",
    source=PAPER,
    alternatives=(
        Alternative("softmax-alone", "v_score = b_act", because="without dropout only the softmax is stored", source="our own"),
        Alternative("fused", "v_score = 0[byte]", because="a fused kernel recomputes the scores in the backward pass, tile by tile, and stores none",
                    source="Dao et al. 2022, arXiv 2205.14135, from general knowledge"),
    ),
)
SCORES_KEPT = Premise(
    "scores-kept", "m_scores = n_pair*D_micro*L_train*v_score",
    because="each token has a score with every token of its sequence, in every head",
    source="by counting",
)
REST_KEPT = Premise(
    "rest-kept", "m_rest = d_model*D_micro*(v_same + v_cut)", because="vectors of the model's width, or a multiple of it",
    source="by counting",
)
NOTHING_AGAIN = Premise(
    "nothing-again", "m_none = d_model*D_micro*(v_same + v_cut/tp_way) + m_scores/tp_way",
    because="tensor parallelism splits what is inside attention and the feed-forward part, and replicates what is between them",
    source=PAPER,
)
SPREAD = Premise(
    "spread", "m_spread = (m_rest + m_scores)/tp_way",
    because="the parts between the products are split by tokens, at no extra traffic",
    source=PAPER,
)
SCORES_AGAIN = Premise(
    "scores-again", "m_sel = m_spread - m_scores/tp_way", because="queries, keys and values are stored, and the scores are recomputed from them",
    source=PAPER,
)
INPUTS_ALONE = Premise(
    "inputs-alone", "m_inputs = d_model*D_micro*b_act",
    because="only the input of each layer is stored, on every GPU that shares the layer", source=PAPER,
    alternatives=(
        Alternative("inputs-spread", "m_inputs = d_model*D_micro*b_act/tp_way", because="each GPU stores its share of the tokens",
                    source="our own"),
    ),
)
HELD = Premise(
    "held", "n_under = n_stages*n_chunks + n_ahead",
    because="the first stage runs forward until its first micro-batch comes back from the last stage: by then each chunk of every stage has one micro-batch in flight, and interleaving starts some early",
    source="the schedules 1F1B and interleaved 1F1B; arXiv 2104.04473, from general knowledge",
)
FIRST_NONE = Premise(
    "first-none", "M_none = m_none*n_under*n_layers/(n_stages*n_chunks)",
    because="the layers of a chunk, for every chunk in memory", source="by counting",
)
FIRST_SELECTIVE = Premise(
    "first-selective", "M_sel = m_sel*n_under*n_layers/(n_stages*n_chunks)", because="the same", source="by counting",
)
FIRST_INPUTS = Premise(
    "first-inputs", "M_inputs = m_inputs*n_under*n_layers/(n_stages*n_chunks)", because="the same", source="by counting",
)
BLOCKS = Premise(
    "blocks", "N_block = 12*n_layers*d_model^2*1[parameter·token^2]",
    because="four square matrices of attention, and two of the feed-forward part, each four times as large",
    source="by counting, for layers as GPT-3's",
    alternatives=(
        Alternative("all-on-the-card", "N_block = N_total", because="as the card of the model says, vocabulary included",
                    source="the card", quantities=SERVING.only("N_total", "N_active")),
    ),
)
STATE = Premise(
    "state", "M_state = b_state*N_block/(tp_way*n_stages)",
    because="layers and matrices are split evenly, and the state is not sharded over data-parallel copies",
    source=PAPER,
)
FITS = Premise(
    "fits", "M_state + M_sel <= M_gpu*1[GPU]",
    because="state and activations of the first stage, with scores recomputed, fit into the memory of a GPU",
    source="our own; buffers and the output layer are left out",
)
AGAIN_SCORES = Premise(
    "again-scores", "w_sel = w_none + w_score", because="the products of attention once more", source=PAPER,
)
AGAIN_LAYERS = Premise(
    "again-layers", "w_inputs = w_none + w_mat + w_score", because="one more forward pass of all layers", source=PAPER,
)
EVERY = Premise(
    "every", "m_every = (n_layers/k_every)*d_model*D_micro*b_act + k_every*(m_rest + m_scores)",
    because="one input per group of layers, plus everything of one group while its backward pass runs",
    source="Chen et al. 2016, arXiv 1604.06174, from general knowledge",
)


# --- the argument

@dataclass(frozen=True)
class Sizes:
    """Steps of what a layer keeps: its two parts, and a GPU's under each choice."""

    scores: Handle
    rest: Handle
    none: Handle
    spread: Handle
    selective: Handle
    inputs: Handle


def recompute(board: Board) -> Handle:
    """Bytes of a layer under three choices; the first stage; the arithmetic of each; and how far apart inputs lie."""
    formats = tuple(board.take(each) for each in (ON_EACH, SPLIT_UP, FOR_SCORES))
    kept = (SCORES_KEPT, REST_KEPT, NOTHING_AGAIN, SPREAD, SCORES_AGAIN, INPUTS_ALONE)
    sizes = Sizes(*(board.take(each) for each in kept))
    kept_with_scores_again, less = _layer(board, sizes, formats)
    _first_stage(board, sizes, kept_with_scores_again)
    result = _arithmetic(board)
    _distance(board, sizes)
    board.reject(
        "divided-like-weights", "m_none = m_spread", against=(sizes.none, sizes.spread, sizes.scores, sizes.rest),
        because="says that tensor parallelism alone splits activations as it splits weights: what is between products is replicated",
    )
    board.reject(
        "a-fifth-for-every-model", "y_less = 1/5", against=(less,),
        because="five times less holds for one size of model: it depends on length, width and heads",
    )
    return result


def _layer(board: Board, sizes: Sizes, formats: tuple[Handle, ...]) -> tuple[Handle, Handle]:
    """A layer: what is kept with the scores computed again, and that over all; and the length from which scores are
    the larger part.
    """
    selective = board.substitute("selective-in-full", sizes.selective, (sizes.spread, sizes.rest),
                                 because="the scores are gone")
    kept = board.rewrite("selective", selective, "m_sel = d_model*D_micro*(v_same + v_cut)/tp_way",
                         because="everything but the scores, split evenly")
    board.independence("selective-with-any-heads", kept, of="n_pair", because="heads enter only through the scores")
    ratio = board.define("less", "y_less")
    spelled = board.substitute("less-in-full", ratio, (kept, sizes.none, sizes.scores), because="both, written out")
    result = board.rewrite(
        "less-by-length", spelled,
        "y_less = (v_same + v_cut)/(v_same*tp_way + v_cut + v_score*n_pair*L_train/d_model)",
        because="micro-batch and layers cancel",
    )
    larger = board.define("larger-part", "m_more")
    even = board.boundary("even-parts", larger, because="where the scores take as much as everything else")
    full = board.substitute("even-parts-in-full", even, (sizes.scores, sizes.rest), because="both, written out")
    length = board.solve("length-at-even", full, for_="L_train", because="longer sequences store more for scores than for everything else")
    board.substitute("length-in-formats", length, formats, because="in widths of a head, and the formats")
    return kept, result


def _first_stage(board: Board, sizes: Sizes, selective: Handle) -> None:
    """The first stage holds the most; beside its state, the sequences of a micro-batch that fit."""
    tokens = board.define("tokens-of-micro-batch", "D_micro")
    held, blocks = board.take(HELD), board.take(BLOCKS)
    first = tuple(board.take(each) for each in (FIRST_NONE, FIRST_SELECTIVE, FIRST_INPUTS))
    layer = ((sizes.none, sizes.scores), (selective,), (sizes.inputs,))
    names = ("stage-with-none", "stage-with-scores-again", "stage-with-inputs-alone")
    full = [board.substitute(name, stage, (*size, held, tokens), because="for every chunk in flight, written out")
            for name, stage, size in zip(names, first, layer, strict=True)]
    board.state(
        "any-depth-without-chunks", "M_sel*n_stages*n_chunks = m_sel*n_layers*(n_stages*n_chunks + n_ahead)", (first[1], held),
        because="with more stages, each holds fewer layers and more micro-batches: without interleaving, depth saves no activations",
    )
    state = board.substitute("state-in-full", board.take(STATE), (blocks,), because="the weights are split, and their state with them")
    room = board.substitute("room-in-full", board.take(FITS), (state, full[1]), because="both, written out")
    board.solve("sequences-that-fit", room, for_="b_micro", because="the largest micro-batch, with scores recomputed")
    board.reject(
        "a-stage-holds-its-share", "M_sel = m_sel*n_layers/n_stages", against=(first[1], held),
        because="counts activations of one micro-batch: the first stage has as many in flight as there are stages",
    )


def _arithmetic(board: Board) -> Handle:
    """What is added under both choices, and the one over the other, which a clock can measure."""
    parts = tuple(board.take(each) for each in (MATRICES, SCORE_WORK, VOCABULARY, ALL_PASSES))
    training = board.take(TRAINING_ARITHMETIC)
    selective, inputs = board.take(AGAIN_SCORES), board.take(AGAIN_LAYERS)
    common = (*parts, training)
    known = (selective, inputs, *common)
    scores = board.define("added-by-scores", "x_sel")
    layers = board.define("added-by-layers", "x_inputs")
    spelled = board.substitute("added-by-scores-in-full", scores, (selective, *common), because="written out")
    board.rewrite(
        "extra-for-scores", spelled, "x_sel = f_attn*L_train/(3*(phi*(N_block + N_vocab) + f_attn*L_train))",
        because="a third of attention's share of a forward pass: little for short sequences",
    )
    full = board.substitute("added-by-layers-in-full", layers, (inputs, *common), because="written out")
    board.rewrite(
        "extra-for-layers", full, "x_inputs = (phi*N_block + f_attn*L_train)/(3*(phi*(N_block + N_vocab) + f_attn*L_train))",
        because="a third, less the share of the output layer",
    )
    board.state("at-most-a-third", "x_inputs <= 1/3", (layers, *known), because="one more forward pass, where training costs three")
    board.state("scores-are-cheaper", "x_sel < x_inputs", (scores, layers, *known),
                because="the products with weights are not recomputed")
    ratio = board.define("again-over-scores", "y_again")
    both = board.substitute("again-in-full", ratio, known, because="written out")
    result = board.rewrite(
        "slower-by", both,
        "y_again = (4*phi*N_block + 3*phi*N_vocab + 4*f_attn*L_train)/(3*phi*(N_block + N_vocab) + 4*f_attn*L_train)",
        because="the cost of four forward passes, compared with three plus the scores",
    )
    board.reject(
        "twice-the-compute", "w_inputs = 2*w_none", against=known,
        because="says that recomputing everything doubles the arithmetic: the backward pass does not run twice",
    )
    return result


def _distance(board: Board, sizes: Sizes) -> None:
    """How many layers apart the inputs that are kept lie best."""
    every = board.substitute("apart-in-full", board.take(EVERY), (sizes.rest, sizes.scores), because="in bytes of a layer")
    best = board.minimise("least-held", every, over="k_every",
                          because="fewer inputs take less memory, but more layers between them take more")
    board.independence("apart-for-any-batch", best, of="D_micro", because="more tokens add to both in proportion")
    board.reject(
        "root-of-the-layers", "k_every = sqrt(n_layers)", against=(best,),
        because="spaces stored inputs by the square root of the depth: optimal only if a layer stores no more than its input, and it stores dozens of times that",
    )


# --- numbers

CALCULON = Source(
    "korthikanti-in-calculon",
    "Korthikanti et al. 2022, models, layouts and figure 1, as transcribed in Calculon",
    url="https://github.com/calculon-ai/calculon/tree/caa4b11f8fe1fee3ba57adaacb7590d7deabd053",
    date="2022-05",
    author="Korthikanti, Vijay and others",
    standing="secondary",
)
_OWN = "our own choice"
_BY = "Korthikanti et al. 2022"
_TWO_FLOP = Said("2 FLOP/parameter/token", "one multiply and one add", "")
_FORMATS = {
    "b_mask": Said("1 byte", "a mask of one byte", "as the paper counts"),
    "b_state": Said("18 byte/parameter", "2 of weights, 4 of gradients, 12 of the optimizer", "as the paper's sizes have it"),
}


def _model(name: str, heads: int, width: int, layers: int, batch: int, stages: int, chunks: int) -> Reading:
    """A model of the paper, with its layout."""

    def said(text: str, what: str = "model and layout") -> Said:
        return Said(text, _BY, what, CALCULON)

    return Reading(name, f"{name.replace('-', ' ')}, on A100s, as in the paper", {
        **_FORMATS,
        "phi": _TWO_FLOP,
        "b_act": said("2 byte"),
        "n_pair": said(f"{heads} sequence/token^2"),
        "d_model": said(f"{width} 1/token"),
        "n_layers": said(f"{layers}"),
        "f_attn": said(f"{4 * layers * width} FLOP·sequence/token^2", "two products in each layer"),
        "N_vocab": said(f"{51200 * width} parameter", "51,200 words"),
        "L_train": said("2048 token/sequence"),
        "b_micro": said(f"{batch} sequence"),
        "tp_way": said("8"),
        "n_stages": said(f"{stages}"),
        "M_gpu": said("80 GB/GPU", "A100 with 80 GB"),
        "n_chunks": said(f"{chunks}"),
        "n_ahead": said(f"{stages - 1 if chunks > 1 else 0}", "none with one chunk a stage, else the stages less one"),
    })


DEFAULTS = {
    **_FORMATS,
    "phi": _TWO_FLOP,
    "n_pair": Said("64 sequence/token^2", "heads of Llama 3.1 70B", ""),
    "N_vocab": Said("1,050,673,152 parameter", "128,256 words of 8,192 numbers", "of Llama 3.1 70B"),
    "L_train": Said("8192 token/sequence", _OWN, ""),
    "b_micro": Said("1 sequence", _OWN, ""),
    "tp_way": Said("8", _OWN, "the GPUs of a node"),
    "n_stages": Said("4", _OWN, ""),
    "n_chunks": Said("1", _OWN, ""),
    "n_ahead": Said("0", "one chunk per stage: no interleaving", ""),
}

READINGS = (
    _model("22-billion", 64, 6144, 48, 4, 1, 1),
    _model("175-billion", 96, 12288, 96, 1, 8, 3),
    _model("530-billion", 128, 20480, 105, 1, 35, 3),
    _model("1-trillion", 160, 25600, 128, 1, 64, 1),
)
_SIZES = {
    "22-billion": ("59.25", "9.5625", "45.5625"),
    "175-billion": ("66.84375", "12.3515625", "45.5625"),
    "530-billion": ("114.0234375", "23.076171875", "31.640625"),
    "1-trillion": ("131.25", "26.5625", "32.958984375"),
}
_STEPS = ("stage-with-none", "stage-with-scores-again", "state-in-full")

PUBLISHED = tuple(
    Published(step, f"{size} GiB", _BY, f"figure 1, {reading.replace('-', ' ')} parameters, as transcribed in Calculon", "exact", reading)
    for reading, sizes in _SIZES.items()
    for step, size in zip(_STEPS, sizes, strict=True)
)

_ROWS = tuple(item.name for item in READINGS)
GRIDS = (
    Grid(("stage-with-none", "stage-with-scores-again", "stage-with-inputs-alone", "state-in-full"), readings=_ROWS,
         title="Bytes on a GPU of the first stage: activations under three choices, and the state"),
    Grid(("less-by-length", "length-at-even", "extra-for-scores", "extra-for-layers", "slower-by", "least-held"),
         readings=_ROWS, title="What recomputation saves and costs"),
)

RANGES = {
    "L_train": Between("2048 token/sequence", "131072 token/sequence", "our own", "from GPT-3's to Llama 3's longest"),
}


CLAIM = Claim(
    name="recompute",
    title="Activations: what to store, and what to recompute",
    chapter=chapters.AFTERWARDS,
    question="What should training store, and what should it recompute?",
    answer="With the attention scores recomputed, about {selective} per layer for about {extra-for-scores:%} more arithmetic, while recomputing whole layers costs about {extra-for-layers:%} more.",
    notation=LETTERS, body=recompute, result="slower-by", outside="does not fit",
    defaults=DEFAULTS, readings=READINGS, published=PUBLISHED, grids=GRIDS, ranges=RANGES,
    compared=("stage-with-none", "stage-with-scores-again", "stage-with-inputs-alone", "slower-by"),
    deployment=Deployment(Cards("h100", "llama-3.1-70b", compute="bf16")), counted=("k_every",),
)
