"""hybrid-attention: what context costs if most layers keep a window or a state, or if an index selects what is attended to.

A layer with a window or a linear state keeps as much as a full layer does of some context, whatever it is: that context is
one number for both. Selection keeps everything, and saves arithmetic from a position on which widths alone set.
"""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING, NamedTuple

from derivations.claim.claim import (
    AS_BUILT,
    Asserted,
    Between,
    Cards,
    Claim,
    Deployment,
    Grid,
    ModelGrid,
    OnCard,
    Published,
    Reading,
    Said,
)
from derivations.claims.shared import chapters
from derivations.claims.shared.cache import BESIDE_CACHE, CACHE, FLASHMLA, FREE_PART, HELD_OF_ONE, LATENT, SELECTED
from derivations.claims.shared.latents import HEADS, PAIR_ON_HEADS, PAIR_ON_LATENTS, PAIRS
from derivations.claims.shared.passes import ALL_MEMORY, MEMORY, POOLED_BANDWIDTH, POOLED_MEMORY, SERVING
from derivations.claims.shared.prices import RENT
from derivations.claims.shared.racks import ON_NETWORK_CARDS
from derivations.derivation.premise import Alternative, LeftOut, Premise
from derivations.language.quantity import Notation, Quantity
from derivations.numbers.source import Source

if TYPE_CHECKING:
    from derivations.derivation.board import Board
    from derivations.derivation.script import Handle

# --- letters

LAYERS = (
    Quantity("n_fixed", "", "layers with a window or a linear state: what they keep does not grow for ever", definition="n_layers - n_own"),
    Quantity("m_fixed", "", "such layers for each full one", latex="m", definition="n_fixed/n_own"),
    Quantity("kappa_layer", "byte/token", "cache of a token in a full layer, which sees the whole context", latex=r"\kappa_1"),
    Quantity("n_memory", "", "heads of the state of a linear layer; 0 without", "nonnegative"),
    Quantity("d_memory", "", "width of such a head's keys"),
    Quantity("d_memory_value", "", "width of its values"),
    Quantity("b_memory", "byte/sequence", "size of one number of a state"),
    Quantity("S_fixed", "byte/sequence", "what a layer with a window or a state keeps of a sequence", "nonnegative", latex="S"),
    Quantity("L_worth", "token/sequence", "context of which a full layer keeps as much", "nonnegative", latex="L_0", definition="S_fixed/kappa_layer"),
    Quantity("L_state", "token/sequence", "the same of the state alone", "nonnegative", definition="K_state/(n_fixed*kappa_layer)"),
    Quantity("y_window", "", "bytes of a token in a window over those in a full layer", "nonnegative", definition="kappa_win/(n_fixed*kappa_layer)"),
)
SAVED = (
    Quantity("K_full", "byte/sequence", "memory that a sequence would hold if all layers were full", latex=r"K_{\mathrm{full}}"),
    Quantity("y_hybrid", "", "gain: that memory over what the sequence holds", definition="K_full/K_held"),
    Quantity("L_half", "token/sequence", "context at which the gain is half of the most", "nonnegative", definition="m_fixed*L_worth"),
    Quantity("x_spared", "", "fraction of that memory that is saved", "real", definition="1 - K_held/K_full"),
    Quantity("K_least", "byte/sequence", "the smaller of both", definition="min(K_full, K_held)"),
    Quantity("kappa_other", "byte/token", "cache of a token in all layers of another model"),
    Quantity("y_other", "", "memory that a sequence holds in another model, over what it holds here", definition="kappa_other*L_past/K_held"),
)
SERVED = (
    Quantity("B_dense", "sequence", "sequences that would fit if all layers were full", latex=r"B_{\mathrm{dense}}"),
    Quantity("y_fitting", "", "sequences that fit over those", definition="B/B_dense"),
    Quantity("T_full", "s", "time of a pass over as many sequences as would fit if all layers were full", latex=r"T_{\mathrm{full}}"),
    Quantity("y_rate", "", "throughput over that if all layers were full", definition="B*T_full/(B_dense*T)"),
    Quantity("S_one", "byte", "weights that are read for one token", definition="b_w*N_active"),
    Quantity("y_alone", "", "speed of a sequence alone over that if all layers were full",
             definition="(S_one + K_full*1[sequence])/(S_one + K_held*1[sequence])"),
)
INDEX = (
    Quantity("n_index", "", "heads of the index of a layer", latex=r"h_{\mathrm{index}}"),
    Quantity("d_index", "1/token", "width of such a head, and of the key that all of them share"),
    Quantity("f_index", "FLOP·sequence/token^2", "arithmetic of the index of a layer for a new token and a token of context"),
    Quantity("w_masked", "FLOP/token", "arithmetic of a layer for a token of a prompt that attends to all before it, on keys and values", definition="L_past*f_heads"),
    Quantity("w_picked", "FLOP/token", "the same to the tokens that an index selects, on latents", definition="L_top*f_latent"),
    Quantity("w_pick", "FLOP/token", "the smaller of the two"),
    Quantity("w_prompt", "FLOP/token", "arithmetic of a layer with an index for a token of a prompt"),
    Quantity("y_prompt", "", "arithmetic for a token of a prompt without an index, over that with one", definition="w_masked/w_prompt"),
    Quantity("w_dense", "FLOP/token", "arithmetic of a layer without an index for an output token, on latents", definition="L_past*f_latent"),
    Quantity("w_output", "FLOP/token", "arithmetic of a layer with an index for an output token"),
    Quantity("y_output", "", "arithmetic for an output token without an index, over that with one", definition="w_dense/w_output"),
    Quantity("L_bend", "token/sequence", "position at which the cost of a token of a prompt bends", latex=r"L_{\mathrm{bend}}"),
    Quantity("L_prompt", "token/sequence", "position from which a token of a prompt is cheaper with an index, at one rate", definition="L_top*f_latent/(f_heads - f_index)"),
    Quantity("L_output", "token/sequence", "the same for an output token", definition="L_top*f_latent/(f_latent - f_index)"),
    Quantity("w_prefill", "FLOP/token", "arithmetic of a layer for a token of a prompt, with an index or without, whichever is less", definition="min(w_masked, w_prompt)"),
    Quantity("w_decode", "FLOP/token", "the same for an output token", definition="min(w_dense, w_output)"),
    Quantity("kappa_one", "byte/token", "latents of a token in a layer"),
    Quantity("kappa_index", "byte/token", "key of a token for the index of a layer"),
    Quantity("y_keys", "", "cache with an index over that without", definition="(kappa_one + kappa_index)/kappa_one"),
    Quantity("n_indexed", "", "layers of the model with the index"),
    Quantity("y_fetched", "", "bytes that an output token reads of a layer's cache without an index, over those with one",
             definition="L_past*kappa_one/(L_past*kappa_index + L_top*kappa_one)"),
    Quantity("g_prompt", "USD·sequence/token^2", "growth of the cost of a token of a prompt with its position, without an index"),
    Quantity("g_output", "USD·sequence/token^2", "the same of an output token"),
    Quantity("C_prompt", "FLOP/s/GPU", "rate of attention for prompts that such a growth stands for", definition="p_gpu*n_indexed*f_heads/g_prompt"),
    Quantity("C_output", "FLOP/s/GPU", "the same for outputs", definition="p_gpu*n_indexed*f_latent/g_output"),
)
LETTERS = Notation((
    HEADS["L_past"],
    *CACHE,
    ON_NETWORK_CARDS["n_layers"],
    *LAYERS,
    *BESIDE_CACHE,
    HELD_OF_ONE,
    *SAVED,
    *SERVING.only("B", "T", "W", "G", "W_gpu", "b_w", "N_total", "N_active"),
    MEMORY,
    ALL_MEMORY,
    FREE_PART,
    *SERVED,
    *HEADS.only("n_query", "d_nope", "d_value"),
    *LATENT,
    *PAIRS,
    *SELECTED,
    *INDEX,
    RENT["p_gpu"],
    SERVING["C_gpu"],
))


# --- premises

LAYER_CACHE = Premise(
    "layer-cache", "kappa_layer = n_vectors*n_kv*d_head*b_kv", because="a full layer keeps a key and a value of each token, for each head",
    source="by counting",
    alternatives=(
        Alternative("latents", "kappa_layer = (d_latent + d_rope)*b_kv", because="latent attention keeps one compressed vector and one positional key for all heads",
                    source="DeepSeek-V2 and V3, from the model's card"),
    ),
)
GROWING = Premise("growing", "kappa_stored = n_own*kappa_layer", because="all full layers are alike", source="by counting")
SOME_FIXED = Premise("some-fixed", "n_own < n_layers", because="some layers have a window or a state: else nothing is replaced", source="the model's card")
STATE = Premise(
    "state", "K_state = n_fixed*n_memory*d_memory*d_memory_value*b_memory",
    because="a linear layer keeps a matrix for each head, keys by values, whatever the context", source="the model's configuration",
)
KEPT = Premise(
    "kept", "S_fixed = (kappa_win*min(L_past, L_win) + K_state)/n_fixed",
    because="a layer with a window keeps as many tokens as there are, at most those of the window, and a linear layer its state", source="the model's card",
    alternatives=(
        Alternative("narrow-state", "S_fixed = (kappa_win*min(L_past, L_win) + K_state/2)/n_fixed",
                    because="states are kept in half the bytes that the card counts: which format they have is up to the server", source="our own"),
    ),
)
HELD = Premise("held", "K_held = kappa_stored*L_past + n_fixed*S_fixed", because="full layers keep the whole context, and the others what they keep", source="by counting")
ALL_FULL = Premise(
    "all-full", "K_full = n_layers*kappa_layer*L_past", because="the same model with a full layer in place of each other one: what is compared with", source="by counting",
    alternatives=(
        Alternative("shared-by-two", "K_full = n_layers*kappa_layer*L_past/2", because="without windows or states, two layers would share a cache: another way to save", source="our own"),
    ),
)
FILLED = Premise(
    "filled-up", "B = (x_free*M - b_w*N_total)/K_held", because="sequences are added until weights and what they hold fill the memory that a server takes", source="as in the claim replicas",
)
FILLED_FULL = Premise(
    "filled-up-if-full", "B_dense = (x_free*M - b_w*N_total)/K_full", because="the same memory, with the weights of as many parameters", source="as in the claim replicas",
)
ALL_READ = Premise(
    "all-read", "T = (b_w*N_total + B*K_held)/W",
    because="a pass of decode reads weights and all that its sequences hold; its arithmetic overlaps, and states that are written back are left out", source="after the memory time of a pass",
    leaves_out=(LeftOut("the states that are written back", "B*K_state/W", "B*K_held/W", "the reads of what sequences hold", counted="states-written"),),
    alternatives=(
        Alternative("states-written", "T = (b_w*N_total + B*(K_held + K_state))/W", because="a linear layer writes its state back with every token: as many bytes once more", source="our own"),
    ),
)
ALL_READ_FULL = Premise(
    "all-read-if-full", "T_full = (b_w*N_total + B_dense*K_full)/W", because="the same if all layers were full", source="after the memory time of a pass",
)
INDEX_WORK = Premise(
    "index-work", "f_index = 2[FLOP·sequence/token]*n_index*d_index", because="each head of the index multiplies with one key for all of them; one multiply-add per number",
    source="DeepSeek-V3.2-Exp, from its report and configuration",
)
NARROW_INDEX = Premise(
    "narrow-index", "f_index < f_heads", because="the index takes less than what it saves", source="DeepSeek-V3.2-Exp, from its configuration",
)
WIDE_LATENTS = Premise(
    "wide-latents", "f_heads < f_latent", because="latents are wider than the keys and values of a head", source="as on the cards of these models",
)
MASKED = Premise(
    "masked", "w_pick = min(w_masked, w_picked)",
    because="at an early position a prompt attends to all before it on keys and values, and masks what is not selected: the same result for less", source="DeepSeek-V3.2-Exp, caption of its figure of costs",
    alternatives=(
        Alternative("slow-gather", "w_pick = min(w_masked, y_gather*w_picked)", because="selected tokens lie scattered, and reads of them slow attention down", source="our own",
                    quantities=(Quantity("y_gather", "", "time of a FLOP of attention to selected tokens over that of attention to all"),)),
        Alternative("always-selected", "w_pick = min(L_past, L_top)*f_latent", because="also at an early position the selected tokens are attended to on latents", source="our own"),
    ),
)
PROMPT_WORK = Premise(
    "prompt-work", "w_prompt = L_past*f_index + w_pick", because="the index scores every token before, and attention is to those that it selects; projections are left out", source="DeepSeek-V3.2-Exp, from its report",
)
OUTPUT_WORK = Premise(
    "output-work", "w_output = L_past*f_index + min(L_past, L_top)*f_latent", because="the same for an output token, on latents at any position", source="DeepSeek-V3.2-Exp, from its report",
)


# --- the argument

def hybrid_attention(board: Board) -> Handle:
    """The gain in memory, its limits; what it does to batches and to one sequence; and what selection saves instead."""
    memory = _memory(board)
    _ends(board, memory)
    _served(board, memory)
    pairs = (board.take(PAIR_ON_LATENTS), board.take(PAIR_ON_HEADS))
    index = board.take(INDEX_WORK)
    _prompts(board, pairs, index)
    _outputs(board, pairs, index)
    return memory.gain


class Memory(NamedTuple):
    """What a sequence holds with and without windows and states, and the gain: as defined, and in two letters."""

    full: Handle
    held: Handle
    growing: Handle
    defined: Handle
    gain: Handle
    beyond: Handle
    worth: Handle
    fixed: Handle
    each: Handle
    spelled: Handle
    ratio: Handle


def _memory(board: Board) -> Memory:
    """The gain by context, in two letters."""
    layer, growing = board.take(LAYER_CACHE), board.take(GROWING)
    board.take(SOME_FIXED)
    fixed = board.define("fixed-layers", "n_fixed")
    state = board.take(STATE)
    kept, held, full = board.take(KEPT), board.take(HELD), board.take(ALL_FULL)
    ratio, worth, defined = board.define("fixed-for-each-full", "m_fixed"), board.define("worth", "L_worth"), board.define("gain-in-memory", "y_hybrid")
    spelled = board.substitute("gain-in-bytes", defined, (full, held, growing), because="written out")
    gain = board.rewrite("gain", spelled, "y_hybrid = (m_fixed + 1)*L_past/(L_past + m_fixed*L_worth)", using=(ratio, worth, fixed),
                         because="bytes drop out: window and state are one number, the context of which a full layer keeps as much")
    _, beyond = board.split("windows", kept, ("within-the-window", "beyond-the-window"), because="a context fits in a window, or is cut by it")
    alone, window = board.define("state-in-tokens", "L_state"), board.define("window-by-bytes", "y_window")
    board.substitute("state-in-heads", alone, (state, layer), because="heads times both widths, over what a full layer keeps of a token")
    whole = board.substitute("worth-in-bytes", worth, (beyond,), because="in bytes, once windows are full")
    constant = board.rewrite("worth-beyond", whole, "L_worth = L_state + y_window*L_win", using=(alone, window),
                             because="a state counts by its bytes, and a window by its tokens: beyond the window, neither grows")
    return Memory(full, held, growing, defined, gain, beyond, constant, fixed, worth, spelled, ratio)


def _ends(board: Board, memory: Memory) -> None:
    """Where the gain begins, where half of the most is reached, and what it goes to."""
    board.state("above-one", "y_hybrid - 1 = m_fixed*(L_past - L_worth)/(L_past + m_fixed*L_worth)", (memory.gain,),
                because="from that context on memory is saved, whatever the number of replaced layers")
    half = board.define("half-context", "L_half")
    board.rewrite("part-of-the-most", memory.gain, "y_hybrid = (m_fixed + 1)*L_past/(L_past + L_half)", using=(half,),
                  because="half of the most at that context, and nine tenths at nine times as much")
    board.substitute("half-context-in-full", half, (memory.worth,), because="with windows that are full")
    board.substitute("gain-beyond-the-window", memory.gain, (memory.worth,), because="with windows that are full")
    long = board.substitute("gain-in-bytes-beyond", memory.spelled, (memory.beyond,), because="the same in bytes")
    layers = board.limit("most-in-layers", long, "L_past", "oo", because="of a long context, only the full layers count")
    most = board.rewrite("most", layers, "y_hybrid = m_fixed + 1", using=(memory.ratio, memory.fixed), because="the replaced layers for each full one, and that one")
    saved = board.define("saved", "x_spared")
    part = board.substitute("saved-in-bytes", saved, (memory.full, memory.held, memory.growing), because="written out")
    board.rewrite("saved-by-context", part, "x_spared = m_fixed*(L_past - L_worth)/((m_fixed + 1)*L_past)", using=(memory.ratio, memory.each, memory.fixed),
                  because="the same as a fraction of the memory")
    bytes_left = board.substitute("saved-in-bytes-beyond", part, (memory.beyond,), because="with windows that are full")
    at_most = board.limit("most-saved-in-layers", bytes_left, "L_past", "oo", because="all but the full layers")
    board.rewrite("most-saved", at_most, "x_spared = m_fixed/(m_fixed + 1)", using=(memory.ratio, memory.fixed), because="in the same letters")
    even = board.boundary("as-much", board.define("smaller", "K_least"), because="where both hold as much")
    spelled = board.substitute("as-much-in-full", even, (memory.full, memory.held, memory.growing), because="both, written out")
    board.state("even-context", "L_past = L_worth", (spelled, memory.fixed, memory.each),
                because="the layers drop out, full ones and others: below it a state is larger than the cache that it replaces")
    other = board.define("over-another-model", "y_other")
    by_gain = board.state("other-by-gain", "y_other = kappa_other/(n_layers*kappa_layer)*y_hybrid", (other, memory.full, memory.defined),
                            because="only the gain is owed to windows and states, the rest to other heads and layers")
    board.reject("three-to-one-is-three", "y_hybrid = m_fixed", against=(most,),
                 because="takes the replaced layers for each full one for the most that is gained: the full one is counted, too")
    board.reject("never-more-memory", "y_hybrid >= 1", against=(memory.gain,),
                 because="says that no context takes more memory: a state is as large for the first token as for any other")
    board.reject("all-by-states", "y_other = y_hybrid", against=(by_gain,),
                 because="takes all that is saved against another model for the gain of states: fewer and narrower heads count as well")


def _served(board: Board, memory: Memory) -> None:
    """Batch, throughput, and one sequence alone."""
    board.take(POOLED_MEMORY)
    board.take(POOLED_BANDWIDTH)
    fits, full = board.take(FILLED), board.take(FILLED_FULL)
    batch = board.define("batch-over-full", "y_fitting")
    board.state("batch-by-gain", "y_fitting = y_hybrid", (batch, fits, full, memory.defined), because="weights leave the same memory to both")
    read, read_full = board.take(ALL_READ), board.take(ALL_READ_FULL)
    time = board.substitute("time-of-a-pass", read, (fits,), because="a full memory is read once, whatever the model and its layers")
    board.substitute("time-of-a-pass-if-full", read_full, (full,), because="the same time")
    rate = board.define("throughput-over-full", "y_rate")
    board.state("throughput-by-gain", "y_rate = y_hybrid", (rate, read, read_full, fits, full, memory.defined),
                because="as long a pass, over proportionally more sequences: throughput and memory gain alike")
    board.independence("any-model", time, of="N_total", because="weights take room from caches, and a full memory is read all the same")
    one, alone = board.define("weights-of-one", "S_one"), board.define("alone", "y_alone")
    spelled = board.substitute("alone-in-full", alone, (one, memory.full, memory.held, memory.growing, memory.beyond), because="written out")
    part = board.state("alone-by-gain", "y_alone - 1 = (y_hybrid - 1)*K_held*1[sequence]/(S_one + K_held*1[sequence])", (alone, memory.defined),
                because="of the gain, a sequence alone has the part that reads of its memory have in all reads")
    board.reject("alone-gains-as-much", "y_alone = y_hybrid", against=(part, memory.gain),
                 because="takes the gain of memory for that of one user: a sequence alone reads the weights as well")
    board.limit("most-alone", spelled, "L_past", "oo", because="the same most, but only where its cache outweighs the weights")


def _prompts(board: Board, pairs: tuple[Handle, Handle], index: Handle) -> None:
    """Prefill: the position from which selected tokens take less, and the one from which an index pays."""
    board.take(NARROW_INDEX)
    wide = board.take(WIDE_LATENTS)
    masked, picked, pick = board.define("all-before", "w_masked"), board.define("selected", "w_picked"), board.take(MASKED)
    early, late = board.split("position", pick, ("early", "late"), because="at an early position attention to all takes less, at a late one attention to those that are selected")
    work, gain = board.take(PROMPT_WORK), board.define("prompt-without-over-with", "y_prompt")
    board.state("early-costs-more", "w_prompt > w_masked", (work, early), because="a prompt attends to all as it did without an index, and pays for the index besides")
    with_late = board.substitute("prompt-late", gain, (work, late, masked, picked), because="attention no longer grows, and the index does")
    bend = board.isolate("bend", with_late, of="L_past", named="L_bend", because="where the condition ends, the cost of a token of a prompt bends")
    widths = board.substitute("bend-in-widths", bend, pairs, because="in widths")
    board.independence("bend-for-any-heads", widths, of="n_query", because="both ways are proportional to the number of heads")
    board.rewrite("knee", widths, "L_bend = L_top*(2*d_latent + d_rope)/(d_nope + d_rope + d_value)", because="heads, layers, prices and the index drop out")
    board.state("knee-beyond-selection", "L_bend > L_top", (bend, wide), because="latents are wider than heads: more tokens come before the bend than are selected")
    most = board.limit("most-of-prompts", with_late, "L_past", "oo", because="of a long context only the index counts")
    board.substitute("most-of-prompts-in-widths", most, (pairs[1], index), because="in widths")
    board.reject("always-cheaper", "w_prompt < w_masked", against=(work, late, masked, picked),
                 because="says that an index pays at any position: leaves out its own arithmetic, and that latents take more for each pair")
    even = board.boundary("prompt-as-much", board.define("cheaper-prompt", "w_prefill"), because="where a token takes as much with an index as without")
    full = board.substitute("prompt-as-much-in-full", even, (masked, work, late, picked), because="both, written out, beyond the bend")
    board.state("prompt-pays", "L_past = L_prompt", (full, board.define("prompt-pays-from", "L_prompt")), because="from that position on a token of a prompt is cheaper with an index")


def _outputs(board: Board, pairs: tuple[Handle, Handle], index: Handle) -> None:
    """Decode: the position from which an index pays, by arithmetic; and what its keys take."""
    work, gain, old = board.take(OUTPUT_WORK), board.define("output-without-over-with", "y_output"), board.define("dense-output", "w_dense")
    _, beyond = board.split("selection", work, ("all-selected", "some-selected"), because="fewer tokens than are selected, or more")
    spelled = board.substitute("output-late", gain, (beyond, old), because="beyond what is selected")
    most = board.limit("most-of-outputs", spelled, "L_past", "oo", because="of a long context only the index grows: the cost of an output token is not constant")
    board.substitute("most-of-outputs-in-widths", most, (pairs[0], index), because="in widths")
    even = board.boundary("output-as-much", board.define("cheaper-output", "w_decode"), because="where a token takes as much with an index as without")
    full = board.substitute("output-as-much-in-full", even, (old, beyond), because="both, written out, beyond what is selected")
    board.state("output-pays", "L_past = L_output", (full, board.define("output-pays-from", "L_output")), because="from that context on an output token is cheaper with an index")
    board.reject("constant-output", "w_output = L_top*f_latent", against=(beyond,),
                 because="says that an output token costs the same at any context: leaves out the index, which scores all of it")
    keys = board.define("keys-over-latents", "y_keys")
    board.reject("selection-saves-memory", "y_keys <= 1", against=(keys,),
                 because="takes what is read for what is stored: any token may be selected later, and the keys of the index come on top")
    reads = board.define("reads-without-over-with", "y_fetched")
    board.limit("most-of-reads", reads, "L_past", "oo", because="a key for each token in place of its latents")
    ratio = board.define("slopes", "y_latent")
    board.substitute("slopes-in-widths", ratio, pairs, because="what a token of context costs in decode over what it does in prefill, at one rate")
    rates = board.define("rate-of-prompts", "C_prompt"), board.define("rate-of-outputs", "C_output")
    board.state("slopes-by-rates", "g_output/g_prompt = y_latent*C_prompt/C_output", (*rates, ratio),
                because="rent and layers cancel: at one rate, costs grow in the ratio of their arithmetic")


# --- numbers

_KIMI_URL = "https://github.com/MoonshotAI/Kimi-Linear/blob/858dba5ee09b7bf8a4830150528fa6ab0728e441/tech_report.pdf"
_V32_URL = "https://github.com/deepseek-ai/DeepSeek-V3.2-Exp/blob/3b99a5350d260b7c2a357e82362305509e2d0724/"
_KIMI_LINEAR = Source(
    "kimi-linear", "Kimi Linear: An Expressive, Efficient Attention Architecture, technical report", url=_KIMI_URL, date="2025-10", author="Kimi Team", standing="verified",
)
_V32 = Source(
    "deepseek-v3.2-exp", "DeepSeek-V3.2-Exp, configuration and code of its repository", url=f"{_V32_URL}inference/config_671B_v3.2.json",
    date="2025-09-29", author="DeepSeek-AI", standing="verified",
)
_COSTS = Source("deepseek-v3.2-costs", "DeepSeek-V3.2-Exp, cost.jpg, digitised", url=f"{_V32_URL}cost.jpg", date="2025-09-29", author="DeepSeek-AI", standing="verified")
_MINIMAX = Source(
    "minimax-m1", "MiniMax-M1, config.json of its repository",
    url="https://github.com/MiniMax-AI/MiniMax-M1/blob/2abb4f45a9df4154b4bde024d51874bd127edcee/config.json", date="2025-06", author="MiniMax", standing="verified",
)
_OWN = "our own choice"
_KIMI = "Kimi Linear"
_LONG = "131,072 token/sequence"
_NONE = {"kappa_win": Said("0 byte/token", "no windows", ""), "L_win": Said("0 token/sequence", "no windows", "")}


def _states(layers: str, full: str, state: tuple[str, str, str], by: str, source: Source | None = None, number: str = "4") -> dict[str, Said | OnCard]:
    """A model with linear layers: its layers, the full ones, and the heads and widths of a state."""
    heads, key, width = state
    return {
        "n_layers": Said(layers, by, "layers with attention of either kind", source), "n_own": Said(full, by, "full layers", source),
        "n_memory": Said(heads, by, "heads of a state", source), "d_memory": Said(key, by, "its keys", source),
        "d_memory_value": Said(width, by, "its values", source), "b_memory": Said(f"{number} byte/sequence", _OWN, "format of the state"),
        **_NONE, "L_past": Said(_LONG, _OWN, ""),
    }


def _heads(heads: str, width: str, by: str, source: Source | None = None) -> dict[str, Said | OnCard]:
    """The cache of a full layer, in numbers of two bytes."""
    return {"n_vectors": Said("2 1/token", "keys and values", ""), "n_kv": Said(heads, by, "heads of keys and values", source),
            "d_head": Said(width, by, "width of a head", source), "b_kv": Said("2 byte", "bf16", "")}


_WIDTHS: dict[str, Said | OnCard] = {
    "n_query": Said("128", "DeepSeek-V3.2-Exp", "heads", _V32), "d_nope": Said("128 1/token", "DeepSeek-V3.2-Exp", "key of a head", _V32),
    "d_value": Said("128 1/token", "DeepSeek-V3.2-Exp", "value of a head", _V32), "d_latent": Said("512 1/token", "DeepSeek-V3.2-Exp", "latent", _V32),
    "d_rope": Said("64 1/token", "DeepSeek-V3.2-Exp", "positional key", _V32), "L_top": Said("2,048 token/sequence", "DeepSeek-V3.2-Exp", "selected tokens", _V32),
    "n_index": Said("64", "DeepSeek-V3.2-Exp", "heads of the index", _V32), "d_index": Said("128 1/token", "DeepSeek-V3.2-Exp", "their width", _V32),
    "n_indexed": Said("61", "DeepSeek-V3.2-Exp", "layers", _V32),
}
_CACHED: dict[str, Said | OnCard] = {
    "kappa_one": Said("656 byte/token", "FlashMLA", "cache of a token in fp8, with scales", FLASHMLA),
    "kappa_index": Said("132 byte/token", "DeepSeek-V3.2-Exp", "a key in fp8, with its scale", _V32),
}
DEFAULTS: dict[str, Said | OnCard] = {
    "L_past": Said(_LONG, _OWN, "the longest of DeepSeek-V3.2"), "x_free": Said("0.9", "vLLM's default", "fraction of the memory that a server takes"),
    **_WIDTHS, **_CACHED, "p_gpu": Said("2 USD/h/GPU", "DeepSeek-V3.2-Exp", "rent in its report", _V32),
}
_SLOPES = {name: Said(f"{Fraction(slope) / 10**6 / 2**17} USD·sequence/token^2", "DeepSeek-V3.2-Exp", f"its figure of costs, digitised: {slope} dollars a million tokens over 128K positions", _COSTS)
           for name, slope in (("g_prompt", "0.6125"), ("g_output", "2.087"))}
_KIMI_STATES = {**_states("27", "7", ("32", "128", "128"), "Kimi Linear", _KIMI_LINEAR), "kappa_layer": Said("1,152 byte/token", _KIMI, "512 and 64 numbers of two bytes", _KIMI_LINEAR)}
_NEXT = "copies of Qwen3-Next's configuration, second-hand"
_GEMMA = "copies of Gemma 3's configuration, second-hand"
_NEMOTRON = "documentation of Megatron Bridge, an excerpt, second-hand"
_QWEN_NEXT = {**_states("48", "12", ("32", "128", "128"), _NEXT), **_heads("2", "256", _NEXT)}
READINGS = (
    Reading("three-to-one", "Kimi Linear as it is described: three linear layers to a full one", {"m_fixed": Said("3", _KIMI, "three KDA layers to one of MLA", _KIMI_LINEAR)}),
    Reading("kimi-linear", "Kimi Linear 48B, 20 linear layers and 7 full ones", _KIMI_STATES),
    Reading("kimi-linear-two-bytes", "the same with states in two bytes", {**_KIMI_STATES, "b_memory": Said("2 byte/sequence", _OWN, "bf16")}),
    Reading("qwen3-next", "Qwen3-Next 80B, 36 linear layers and 12 full ones", {**_QWEN_NEXT}),
    Reading("minimax-m1", "MiniMax-M1, 70 linear layers and 10 full ones", {**_states("80", "10", ("64", "128", "128"), "MiniMax-M1", _MINIMAX), **_heads("8", "128", "MiniMax-M1", _MINIMAX)}),
    Reading("nemotron-h-4b", "Nemotron-H-4B, 24 layers of Mamba-2 and 4 full ones", {**_states("28", "4", ("112", "64", "128"), _NEMOTRON, number="2"), **_heads("8", "128", _NEMOTRON)}),
    Reading("gemma-3-27b", "Gemma 3 27B, 52 layers with a window and 10 full ones", {
        "n_layers": Said("62", _GEMMA, "layers"), "n_own": Said("10", _GEMMA, "full layers"), **_heads("16", "128", _GEMMA),
        "kappa_win": Said(f"{52 * 2 * 16 * 128 * 2} byte/token", _GEMMA, "52 layers of the same heads"), "L_win": Said("1,024 token/sequence", _GEMMA, "window"),
        "K_state": Said("0 byte/sequence", "no states", ""), "L_past": Said(_LONG, _OWN, "")}),
    Reading("v3.1-figure", "DeepSeek-V3.1 without an index, as its costs are drawn", {**_WIDTHS, "p_gpu": DEFAULTS["p_gpu"], **_SLOPES}),
    Reading("against-qwen3", "Qwen3-Next against Qwen3-32B, at 32K", {
        **_QWEN_NEXT, "L_past": Said("32,768 token/sequence", _OWN, ""), "kappa_other": Said(f"{2 * 64 * 8 * 128 * 2} byte/token", "Qwen3-32B", "64 layers of 8 heads of 128, keys and values, in two bytes")}),
)
PUBLISHED = (
    Published("most-saved", "75%", _KIMI, "abstract, up to that much of the KV cache", "exact", "three-to-one"),
    Published("most-saved", "75%", _KIMI, "abstract, up to that much of the KV cache", "exact", "kimi-linear", note="20 linear layers and 7 full ones"),
    Published("most", "3", _KIMI, "section 6.3, the largest ratio of I/O-bound decoding", "exact", "three-to-one", note="the full layer counts as well"),
)
ASSERTED = (
    Asserted("a time per output token of 1.84 ms against 11.48 ms at a million tokens, with larger batches, and called theoretical; the hardware is not stated, so that no step derives it, and memory alone would gain what the step most says",
             _KIMI, "figure 1b and section 6.3"),
    Asserted("more than ten times the throughput of Qwen3-32B beyond 32K, by linear attention; the step other-by-gain says what is owed to it, and the statement all-by-states is refuted",
             "the model card of Qwen3-Next, second-hand", "2025"),
    Asserted("attention is 8% of the layers of Nemotron-H-56B: 10 of 118, where 54 are feed-forward parts; of the layers that mix tokens it is twice as much",
             "the model's page, second-hand", "2025"),
    Asserted("sparse attention makes the cost of an output token independent of context; the statement constant-output is refuted", "common", "2025"),
)
_HYBRIDS = ("kimi-linear", "kimi-linear-two-bytes", "qwen3-next", "minimax-m1", "nemotron-h-4b", "gemma-3-27b")
GRIDS = (
    Grid(("filled-up", "filled-up-if-full", "time-of-a-pass", "alone-in-full"), readings=(AS_BUILT,),
         title="Sequences that fit, those that would fit with full layers alone, the time of a pass over either, and the gain in speed of a sequence alone"),
    Grid(("worth", "half-context", "gain", "most", "saved-by-context"), readings=(AS_BUILT, *_HYBRIDS),
         title="What a replaced layer keeps, in tokens of a full one; the context of half of the most; the gain; the most; and the part that is saved"),
    ModelGrid(("gain", "worth", "half-context", "most"), ("qwen3.5-397b", "gpt-oss-120b", "gpt-oss-20b", "gemma-4-31b", "llama-4-maverick"),
              title="Gain in memory, by the models of the cards"),
    Grid(("knee", "prompt-pays-from", "output-pays-from", "most-of-prompts-in-widths", "most-of-outputs-in-widths", "most-of-reads", "keys-over-latents"), readings=(AS_BUILT,),
         title="Selection: the bend, the positions from which an index pays, the most that it saves, and the cache with its keys"),
    Grid(("rate-of-prompts", "rate-of-outputs"), readings=("v3.1-figure",), title="The rates that published slopes stand for"),
    Grid(("gain", "over-another-model"), readings=("against-qwen3",), title="Against another model, and what of it windows and states gain"),
)
RANGES = {
    "L_past": Between("8,192 token/sequence", "1,048,576 token/sequence", "our own", "from a short prompt to a million tokens"),
    "b_kv": Between("1 byte", "2 byte", "our own", "a cache in fp8 or in bf16, beside states as they are"),
}


CLAIM = Claim(
    name="hybrid-attention",
    title="Hybrid attention: what context costs with windows, states or an index",
    chapter=chapters.AFTERWARDS,
    question="What does context cost if most layers keep a window or a state?",
    answer="At a context of {L_past:4/}, {gain:2} times as many sequences fit in memory as with full layers alone; at most {most:2} at any context, and half of that from {half-context-in-full:2/} on.",
    notation=LETTERS, body=hybrid_attention, result="gain", outside="nothing replaced",
    defaults=DEFAULTS, readings=READINGS, published=PUBLISHED, asserted=ASSERTED, grids=GRIDS, ranges=RANGES,
    compared=("gain", "most", "most-saved", "knee", "slopes-in-widths"),
    not_from_cards=("kappa_stored",),  # it follows here, from the heads on the card
    deployment=Deployment(Cards("h200", "qwen3.5-397b"), context="L_past"),
)
