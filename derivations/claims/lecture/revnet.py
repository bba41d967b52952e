"""revnet: layers that are run backward, and the memory they save.

Lecture 2:10:25 to the end. Said: compute is spent to save memory, the opposite of a KV cache.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from derivations.claim.claim import ALL, AS_SAID, Asserted, Between, Claim, ModelGrid, Published, Reading, Said
from derivations.claims.shared import chapters
from derivations.claims.shared.deployments import TRAINING_RACK
from derivations.claims.shared.lifetime import TRAINING, TRAINING_ARITHMETIC
from derivations.claims.shared.passes import SERVING
from derivations.claims.shared.racks import ON_NETWORK_CARDS
from derivations.claims.shared.rounds import LEFT_NEXT, RIGHT_NEXT, ROUNDS, ROUNDS_BACK, undo_rounds
from derivations.claims.shared.said import LECTURE, POPE
from derivations.derivation.premise import Alternative, Premise
from derivations.language.quantity import Notation, Quantity
from derivations.numbers.source import Source

if TYPE_CHECKING:
    from derivations.derivation.board import Board
    from derivations.derivation.script import Handle

# --- letters

# a layer as it was said, and the block of the paper
LAYER = (
    Quantity("in_x", "", "output of the previous layer", "real", latex="x"),
    Quantity("in_y", "", "output of the layer before that one", "real", latex="y"),
    Quantity("out_x", "", "output of this layer", "real", latex=r"x_{\mathrm{out}}"),
    Quantity("out_y", "", "what it passes on unchanged", "real", latex=r"y_{\mathrm{out}}"),
    Quantity("f_layer", "", "any function: what a layer computes", "real", latex="f", of=("",)),
    Quantity("x_first", "", "first half before a block", "real", latex="x_{1}"),
    Quantity("x_second", "", "second half before a block", "real", latex="x_{2}"),
    Quantity("y_first", "", "first half after a block", "real", latex="y_{1}"),
    Quantity("y_second", "", "second half after a block", "real", latex="y_{2}"),
    Quantity("f_block", "", "any function: the first of a block", "real", latex=r"\mathcal{F}", of=("",)),
    Quantity("g_block", "", "any function: the second of a block", "real", latex=r"\mathcal{G}", of=("",)),
)

ACTIVATIONS = (
    Quantity("k_kept", "", "activations that a layer stores for the backward pass, in vectors of the model's width"),
    Quantity("D_held", "token", "tokens whose activations are held at the same time"),
    Quantity("m_vec", "GB", "a vector of the model's width for each of these tokens",
             definition="d_model*b_act*D_held"),
    Quantity("m_keep", "GB", "activations that ordinary training holds", latex=r"m_{\mathrm{kept}}"),
    Quantity("m_rev", "GB", "activations that training with reversible layers holds"),
    Quantity("m_larger", "GB", "larger of the two", latex=r"m_{\max}", definition="max(m_keep, m_rev)"),
    Quantity("y_act", "", "memory ratio: activations of ordinary training over those with reversible layers",
             definition="m_keep/m_rev"),
    Quantity("D_heavy", "token", "tokens whose stored activations are as large as the weights",
             definition="b_w*N_total*D_held/m_keep"),
)

REVERSIBLE_WORK = (
    Quantity("a_rev", "FLOP/parameter/token", "arithmetic of training with reversible layers"),
    Quantity("y_work", "", "arithmetic of training with reversible layers over that of ordinary training",
             definition="a_rev/a_pre"),
)

TRADES = (
    Quantity("w_byte", "FLOP/byte",
             "arithmetic that a byte of memory is worth while it is held; for the reader to supply"),
    Quantity("g_keep", "FLOP", "ordinary training on the held tokens, memory counted at its worth",
             latex=r"g_{\mathrm{kept}}"),
    Quantity("g_rev", "FLOP", "the same with reversible layers"),
    Quantity("g_least", "FLOP", "the cheaper of the two", latex=r"g_{\min}", definition="min(g_keep, g_rev)"),
    Quantity("v_rev", "FLOP/byte", "arithmetic that reversible layers spend for each byte they save", "nonnegative",
             definition="(a_rev - a_pre)*N_active*D_held/(m_keep - m_rev)"),
    Quantity("g_cached", "FLOP/token", "cost of keeping the KV cache of a token, at the worth of its memory"),
    Quantity("g_again", "FLOP/token", "cost of recomputing that cache"),
    Quantity("g_token", "FLOP/token", "the cheaper of these two", definition="min(g_cached, g_again)"),
    Quantity("v_kv", "FLOP/byte", "arithmetic that a KV cache saves for each byte it takes",
             definition="phi*N_active/kappa"),
    Quantity("y_trade", "",
             "arithmetic saved per byte of KV cache, over arithmetic spent per byte that reversible layers save",
             "nonnegative", definition="v_kv/v_rev"),
)

LETTERS = Notation((
    *SERVING.only("b_w", "N_total", "N_active", "phi", "kappa"),
    TRAINING["a_pre"],
    *ON_NETWORK_CARDS.only("d_model", "b_act", "n_layers"),
    *ACTIVATIONS,
    *REVERSIBLE_WORK,
    *TRADES,
    *LAYER,
    *ROUNDS,
    *ROUNDS_BACK,
))


# --- premises

_LAYER = "lecture 2:11:08 to 2:11:52"
_PAPER = "Gomez et al. 2017, arXiv 1707.04585"

LAYER_OUT = Premise(
    "layer-out", "out_x = in_y + f_layer(in_x)",
    because="the residual comes from two layers back", source=_LAYER,
)
LAYER_HANDED_ON = Premise(
    "layer-handed-on", "out_y = in_x",
    because="the input of this layer is the residual of the next one", source=_LAYER,
)
BLOCK_FIRST = Premise(
    "block-first", "y_first = x_first + f_block(x_second)",
    because="one function for one half", source=_PAPER,
)
BLOCK_SECOND = Premise(
    "block-second", "y_second = x_second + g_block(y_first)",
    because="and one for the other half, which reads the updated first half", source=_PAPER,
)

ORDINARY_ACTIVATIONS = Premise(
    "ordinary-activations", "m_keep = n_layers*k_kept*m_vec",
    because="the backward pass needs what every layer computed, in reverse order: each layer stores it until then",
    source="lecture after 2:10:25: linear in layers",
    alternatives=(
        Alternative(
            "inputs-only", "m_keep = (n_layers + k_kept)*m_vec",
            because="each layer stores only its input and recomputes the rest in the backward pass: the arithmetic of training changes with it (training-arithmetic, recomputed)",
            source="activation checkpointing, known from training at scale",
        ),
    ),
)
REVERSIBLE_ACTIVATIONS = Premise(
    "reversible-activations", "m_rev = (2 + k_kept)*m_vec",
    because="the current two halves, plus what the layer being processed stores",
    source="after lecture 2:10:25 to 2:11:52, and " + _PAPER,
    alternatives=(
        Alternative(
            "narrow-halves", "m_rev = (1 + k_kept)*m_vec",
            because="the two halves together have the width of the model",
            source=_PAPER + ", where the channels are divided",
        ),
    ),
)
REVERSIBLE_ARITHMETIC = Premise(
    "reversible-arithmetic", "a_rev = phi + phi + 2*phi",
    because="the forward pass; each function once more to invert the layer; and the backward pass at twice the cost",
    source="our own count: no equation in the lecture",
    alternatives=(
        Alternative(
            "computed-twice-more", "a_rev = phi + 2*phi + 2*phi",
            because="each function once more to recover the halves, and once more for the backward pass",
            source="our own: nothing is shared between the two",
        ),
    ),
)
KEPT_COST = Premise(
    "kept-cost", "g_keep = a_pre*N_active*D_held + w_byte*m_keep",
    because="arithmetic, plus memory at its worth", source="our own",
)
REVERSIBLE_COST = Premise(
    "reversible-cost", "g_rev = a_rev*N_active*D_held + w_byte*m_rev",
    because="more arithmetic and less memory", source="our own",
)
CACHED_COST = Premise(
    "cached-cost", "g_cached = w_byte*kappa",
    because="the memory of one token, at its worth", source="our own",
)
AGAIN_COST = Premise(
    "again-cost", "g_again = phi*N_active",
    because="one more forward pass for the token", source="after lecture 1:48:52 to 1:49:13",
)


# --- the argument

def revnet(board: Board) -> Handle:
    """Layers undone; then memory against depth, arithmetic, and the worth of a byte at which the trade pays."""
    _undone(board)
    vector = board.define("vector", "m_vec")
    result, kept, held = _memory(board, vector)
    ordinary, reversible = _arithmetic(board)
    _trades(board, (kept, held), (ordinary, reversible), vector)
    return result


def _undone(board: Board) -> None:
    """The layer that was said, the block of the paper, and any number of layers."""
    out, handed = board.take(LAYER_OUT), board.take(LAYER_HANDED_ON)
    board.solve("residual-read-off", handed, for_="in_x", because="x is passed on unchanged")
    board.state(
        "layer-undone", "in_y = out_x - f_layer(out_y)", (out, handed),
        because="with x known, compute its function again and subtract it",
    )
    first, second = board.take(BLOCK_FIRST), board.take(BLOCK_SECOND)
    board.solve("second-half-undone", second, for_="x_second", because="the second half first, because its function read y_1")
    board.solve("first-half-undone", first, for_="x_first", because="then the first, because its function read x_2")

    forward = (board.take(LEFT_NEXT), board.take(RIGHT_NEXT))
    shifted = board.instance("next-but-one", forward[1], "k_round", "k_round + 1", because="the layer after")
    board.state(
        "two-layers-back", "right(k_round + 2) = right(k_round) + f_round(k_round + 1, right(k_round + 1))",
        (forward[0], shifted), because="layers with a swap are layers whose residual comes from two layers back",
    )
    rounds = [
        board.instance(f"{step.name}-{place}", step, "k_round", str(place), because="that layer")
        for place in range(2)
        for step in forward
    ]
    board.state(
        "block-of-two", "right(2) = right(0) + f_round(1, left(2))", rounds,
        because="two such layers are a block of the paper: the second function reads the output of the first",
    )
    undo_rounds(board, forward)
    board.reject(
        "first-half-from-the-end", "x_first = y_first - f_block(y_second)", against=(first, second),
        because="the first function read the second half before the block, not after it",
    )


def _memory(board: Board, vector: Handle) -> tuple[Handle, Handle, Handle]:
    """Activations against depth: the ratio, and both, written out."""
    ordinary, reversible = board.take(ORDINARY_ACTIVATIONS), board.take(REVERSIBLE_ACTIVATIONS)
    kept = board.substitute("kept", ordinary, (vector,), because="by layers and by what each stores, in vectors as wide as the model")
    held = board.substitute("held", reversible, (vector,), because="by what is stored at any one time, in vectors of that width")
    board.independence("any-depth", held, of="n_layers", because="earlier layers are recomputed, not stored")
    ratio = board.define("ratio", "y_act")
    result = board.substitute("memory-saved", ratio, (ordinary, reversible), because="width and tokens cancel")
    larger = board.define("larger", "m_larger")
    even = board.boundary("even", larger, because="where both store the same amount")
    spelled = board.substitute("even-in-full", even, (ordinary, reversible), because="both, written out")
    board.solve("layers-at-even", spelled, for_="n_layers", because="with more layers than this, reversible layers save memory")
    heavy = board.define("heavy", "D_heavy")
    board.substitute("as-large-as-weights", heavy, (kept,), because="with more tokens, activations are larger than weights")
    board.reject(
        "held-for-each-layer", "m_rev = n_layers*k_kept*m_vec", against=(reversible,),
        because="stores activations for every layer: a layer that can be inverted stores none",
    )
    return result, ordinary, reversible


def _arithmetic(board: Board) -> tuple[Handle, Handle]:
    """The arithmetic of running layers backward: one forward pass more."""
    ordinary, reversible = board.take(TRAINING_ARITHMETIC), board.take(REVERSIBLE_ARITHMETIC)
    work = board.define("work", "y_work")
    board.substitute("overhead", work, (ordinary, reversible), because="the arithmetic of both, for each parameter and token")
    board.reject(
        "nothing-spent", "a_rev = a_pre", against=(ordinary, reversible),
        because="a blog post says that reversible layers and KV caches are both wins because memory is the limit: but one spends arithmetic, the other memory",
    )
    board.reject(
        "twice-the-compute", "a_rev = 2*a_pre", against=(ordinary, reversible),
        because="another blog post doubles the arithmetic: the functions run once more, but the backward pass does not",
    )
    return ordinary, reversible


def _trades(board: Board, memory: tuple[Handle, Handle], work: tuple[Handle, Handle], vector: Handle) -> None:
    """The worth of a byte at which reversible layers pay, and at which a KV cache does."""
    costs = (board.take(KEPT_COST), board.take(REVERSIBLE_COST))
    least = board.define("cheaper-training", "g_least")
    even = board.boundary("equally-expensive", least, because="where both are equally expensive")
    spelled = board.substitute("equally-expensive-in-full", even, (*costs, *memory, *work), because="both, written out")
    board.solve("worth-at-even", spelled, for_="w_byte", because="reversible layers pay off if a byte is worth more")
    spent = board.define("spent-per-byte", "v_rev")
    ratio = board.substitute("spent-in-full", spent, (*memory, *work), because="both, written out")
    board.rewrite(
        "spent", ratio, "v_rev = phi*N_active/((n_layers*k_kept - (2 + k_kept))*d_model*b_act)", using=(vector,),
        because="one forward pass, for the memory of all layers but one, less the two halves; the tokens cancel",
    )

    caches = (board.take(CACHED_COST), board.take(AGAIN_COST))
    token = board.define("cheaper-token", "g_token")
    edge = board.boundary("cache-equally-expensive", token, because="where both are equally expensive")
    full = board.substitute("cache-equally-expensive-in-full", edge, caches, because="both, written out")
    board.solve("cache-worth-at-even", full, for_="w_byte", because="a KV cache pays off if a byte is worth less")
    board.define("saved-per-byte", "v_kv", because="the same: arithmetic saved for each byte spent")
    board.define("both-trades", "y_trade", because="above one, there is a worth of a byte at which both pay off")


# --- what was said

KORTHIKANTI = Source(
    "korthikanti-2022",
    "Reducing Activation Recomputation in Large Transformer Models",
    url="https://arxiv.org/abs/2205.05198",
    date="2022-05",
    author="Korthikanti, Vijay and others",
    standing="unverified",
)
_TWO = Said("2 FLOP/parameter/token", POPE, "1:21:56, forward", LECTURE)
_KEPT = Said("17", "Korthikanti et al. 2022", "34 bytes for each number of the width, in numbers of two bytes; of a dense layer, the matrix of attention left out", KORTHIKANTI)

DEFAULTS = {
    "k_kept": _KEPT,
    "D_held": Said("4096 token", "our own example", "one sequence"),
}

READINGS = (
    Reading(AS_SAID, "as said: the layers of the lecture's example, each written to memory once",
            {"phi": _TWO, "n_layers": Said("100", POPE, "0:48:34, of another example", LECTURE),
             "k_kept": Said("1", "our own reading", "of 2:10:25 to 2:11:52: one vector for each layer")}),
)

PUBLISHED = (
    Published("training-arithmetic", "6 FLOP/parameter/token", POPE, "1:21:56", "exact",
              note="two forward and four backward: what one forward pass more is measured against"),
    Published("overhead", "2", "a blog post", "2026", "exact",
              kind="retelling", note="“twice the compute” is the post's own: the lecture has no equation for it, and it counts one forward pass more"),
)

ASSERTED = (
    Asserted("layer as said: x_out = y + f(x) and y_out = x; the steps residual-read-off and layer-undone derive the inverse",
             POPE, "2:11:08 to 2:11:52"),
    Asserted("ordinary training writes the activations of every layer to memory, linear in the layers, and they “can be the largest footprint”: step as-large-as-weights says from how many tokens on",
             POPE, "after 2:10:25"),
    Asserted("compute is spent to save memory, the opposite of a KV cache, which spends memory to save compute and is “generally profitable given where hardware is”: steps worth-at-even and cache-worth-at-even give the worth of a byte for either",
             POPE, "after 2:11:52"),
    Asserted("both are wins because memory is the limit: this reverses the lecturer's point, since each spends what the other saves",
             "a blog post", "2026"),
    Asserted("the reversible nets are of 2017, and so is the paper, arXiv 1707.04585", "the transcript", "2:10:25"),
    Asserted("they are of 2018 or 2019", "a passage of the video that the transcript leaves out", "2:10:25"),
    Asserted("they are of 2017 or 2018", "a blog post", "2026"),
    Asserted("activation storage independent of depth, with two functions in a block, for nets that classify images",
             "Gomez et al.", "arXiv 1707.04585"),
)

GRIDS = (
    ModelGrid(("spent", "saved-per-byte", "memory-saved"), ALL,
              title="Reversible layers for existing models, each layer counted as a dense one"),
)

RANGES = {
    "n_layers": Between("30", "126", "our own", "from small open models to Llama 3.1 405B"),
    "k_kept": Between("1", "34", "our own", "from a layer's input alone to twice the default"),
}


CLAIM = Claim(
    name="revnet",
    title="Reversible layers: arithmetic spent to save memory",
    chapter=chapters.CRYPTOGRAPHY,
    question="How much memory does a net save by recomputing activations in the backward pass?",
    answer="Activations take about {memory-saved} times less memory, for {overhead:3} times the arithmetic.",
    answer_if=("y_act >= 1.05",),
    otherwise="None with {n_layers:layer}: activations take no less memory, for {overhead:3} times the arithmetic.",
    deciding="would take the peak memory and the step time of one net, with stored and with reversed activations; published are only layers that are recomputed, against which the claim on recomputation is tested",
    notation=LETTERS, body=revnet, result="memory-saved",
    defaults=DEFAULTS, readings=READINGS, published=PUBLISHED, asserted=ASSERTED, grids=GRIDS, ranges=RANGES,
    compared=("overhead", "memory-saved", "spent", "saved-per-byte"),
    deployment=TRAINING_RACK,
)
