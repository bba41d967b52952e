"""memory-wall: why a rack has so much memory: what the weights take, what the rest is used for, and what it buys.

Lecture 0:44:49 to 0:45:49 and 1:01:36 to 1:04:23. Said: 640 GB in eight Hoppers, 10 to 20 TB in a rack of Blackwell,
"many tens of terabytes"; a trillion parameters need one terabyte, and a model of five trillion fits with its KV cache.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from derivations.claim.claim import (
    ALL,
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
from derivations.claims.shared.cache import BESIDE_CACHE, CACHE, FREE_PART
from derivations.claims.shared.deployments import RACK_OF_MICRO_BATCHES
from derivations.claims.shared.passes import (
    ALL_MEMORY,
    ARITHMETIC_TIME,
    ATTENTION,
    KV_FETCH,
    MEMORY,
    POOLED_ATTENTION,
    POOLED_MEMORY,
    SERVING,
    Pass,
    take_balance,
    take_pass,
    take_pool,
)
from derivations.claims.shared.racks import ONE_DOMAIN, WEIGHTS_OVER_MEMORY
from derivations.claims.shared.said import DECODE, LECTURE, PATEL, POPE, STEP
from derivations.claims.shared.stages import (
    MICRO_BATCHES,
    ONE_PER_STAGE,
    PIPELINE,
    STAGE_CACHE,
    STAGE_WEIGHTS,
    WIDE_STAGES,
    even_stages,
)
from derivations.derivation.premise import Alternative, Premise
from derivations.language.quantity import Notation, Quantity

if TYPE_CHECKING:
    from derivations.derivation.board import Board
    from derivations.derivation.script import Handle

# --- letters

RACK_MEMORY = (
    WEIGHTS_OVER_MEMORY,
    Quantity("K_room", "byte", "memory that the weights leave for the KV cache"),
    Quantity("u_room", "", "fraction of the memory that the weights leave for the KV cache", definition="K_room/M"),
    Quantity("D_room", "token", "tokens of context that fit, over all sequences"),
    Quantity("B_fit", "sequence", "batch that fills the memory that the weights leave", latex=r"B_{\mathrm{fits}}"),
    Quantity("N_fit", "parameter", "parameters that fill the memory by themselves"),
)

USE_OF_MEMORY = (
    Quantity("M_bal", "byte", "memory that weights and KV caches take at the balance batch", latex=r"M_{\mathrm{balance}}",
             definition="b_w*N_total + kappa*B*L"),
    Quantity("B_full", "sequence", "batch whose KV caches fill the memory that the weights leave"),
    Quantity("y_full", "", "time of the arithmetic over that of the reads in a pass that reads all memory",
             definition="t_c*B_full*W/(B*M)"),
    Quantity("y_most", "", "the same if weights took no memory: the upper bound at that context",
             latex=r"y_{\infty}", definition="t_c/t_kv"),
    Quantity("x_reach", "", "fraction reached of the throughput with unlimited memory", definition="y_full/y_most"),
    Quantity("m_less", "byte/GPU", "memory of a GPU that is freed when several racks share the weights", "nonnegative",
             definition="S_model/ep_width - m_w"),
    Quantity("u_less", "", "the same, as a fraction of the memory of a GPU", "nonnegative", definition="m_less/M_gpu"),
)

LETTERS = Notation((
    ALL_MEMORY,
    MEMORY,
    *RACK_MEMORY,
    *USE_OF_MEMORY,
    *SERVING,
    *ATTENTION,
    *PIPELINE.only("m_w", "m_kv", "m_top", "n_stages", "n_micro", "ep_width", "b_micro", "S_model"),
    *CACHE.only("kappa_stored"),
    *BESIDE_CACHE,
))


# --- premises

ROOM = Premise(
    "room-for-cache", "K_room = M - b_w*N_total",
    because="the weights are stored once, and the rest is for the KV cache; activations are left out",
    source="after lecture 1:04:23",
    alternatives=(
        Alternative(
            "part-held-back", "K_room = x_free*M - b_w*N_total",
            because="some memory is reserved for activations and buffers, or lost to fragmentation",
            source="our own",
            quantities=(FREE_PART,),
        ),
    ),
)
ROOM_FILLED = Premise(
    "room-filled", "K_room = kappa*D_room",
    because="the KV cache of all tokens of all sequences, without copies, fills what is left; dense attention reads all that is stored",
    source="after lecture 1:04:23",
    alternatives=(
        Alternative(
            "as-stored", "K_room = kappa_stored*D_room",
            because="memory holds what is stored, and sparse attention reads only some of that for each token",
            source="layers and windows of the model, from its card",
            quantities=CACHE.only("kappa_stored"),
        ),
    ),
)
HELD_PER_TOKEN = Premise(
    "held-per-token", "kappa = kappa_stored + (kappa_win*min(L, L_win) + K_state)/L",
    because="each pass reads all that a sequence holds: beside the growing cache the tokens in its windows, or chunks, as many as there are and at most those of the window, and its state, both spread over the context here; a state counts as far as the card gives it",
    source="layers, windows and state of the model, from its card",
    alternatives=(
        Alternative(
            "growing-cache-alone", "kappa = kappa_stored",
            because="as on the blackboard, where every layer sees the whole context and nothing has a fixed size",
            source="lecture 0:07:27",
        ),
    ),
)
# windows and state are in the bytes for a token here
_ALL_HELD_IS_READ = replace(KV_FETCH, leaves_out=())
TOKENS_OF_BATCH = Premise(
    "tokens-of-batch", "D_room = B_fit*L",
    because="batch times context: both draw on the same room",
    source="lecture 1:04:23, the product in the KV term",
)
FULL_BATCH = Premise(
    "full-batch", "K_room = kappa*B_full*L",
    because="sequences of one context length are added until the memory that the weights leave is full",
    source="after lecture 1:04:23",
)


# --- the argument

def memory_wall(board: Board) -> Handle:
    """Weights over the memory of a rack; what they leave, in tokens and in sequences; and what more racks do."""
    memory = board.take(POOLED_MEMORY)
    size = board.define("model-size", "S_model")
    share = board.define("weights-over-memory", "u_mem")
    result = board.substitute("weights-share", share, (size,), because="above one, the number of racks that the weights alone fill")
    board.independence("share-at-any-batch", result, of="B", because="the weights are stored once for all sequences")

    room = board.take(ROOM)
    filled = board.take(ROOM_FILLED)
    each = board.take(HELD_PER_TOKEN)
    batch = board.take(TOKENS_OF_BATCH)
    both = board.equate("room-both-ways", room, filled, because="the cache fills what the weights leave")
    tokens = board.solve("tokens-that-fit", both, for_="D_room", because="divided by the cache of one token")
    largest = board.isolate(
        "largest-model", tokens, of="N_total", named="N_fit", because="a larger model leaves no room, whatever the batch"
    )
    board.rewrite(
        "tokens-by-size", tokens, "D_room = (M/kappa)*(1 - N_total/N_fit)", using=(largest,),
        condition="N_total < N_fit", because="what an empty rack would hold, less the fraction that the weights take",
    )
    left = board.define("room-over-memory", "u_room")
    part = board.substitute(
        "share-left-in-full", left, (filled, tokens), because="what the cache fills, over all memory"
    )
    board.rewrite("share-left", part, "u_room = 1 - u_mem", using=(result,), because="everything but the weights' share")
    spelled = board.substitute("batch-and-context", batch, (tokens,), because="batch and context share one room")
    fitting = board.solve(
        "fitting-batch", spelled, for_="B_fit",
        because="without windows and state: twice the context, half the batch",
    )
    board.substitute("fitting-batch-in-full", fitting, (each,), because="cache, windows and state, written out")
    board.limit("no-weights", fitting, "b_w", "0", because="the limit of weights that take no memory")
    of_weights = (memory, size, share)
    more = _more_racks(board, of_weights)
    bought = _use(board, room, of_weights)

    board.reject(
        "weights-in-every-gpu", "u_mem = S_model/(M_gpu*1[GPU])", against=(result, size, memory),
        because="uses the memory of one GPU in place of the domain's: the GPUs hold the weights together",
    )
    board.reject(
        "parts-the-other-way-round", "n_stages = kappa*b_micro*L/(b_w*N_total)", against=(more,),
        because="the same ratio upside down: with more cache, fewer stages are enough for it to outweigh the weights",
    )
    board.reject(
        "windows-take-no-room", "B_fit = (M - b_w*N_total)/(kappa_stored*L)", against=(fitting, each),
        because="counts the growing cache alone: correct only for a model without windows and state",
    )
    board.reject(
        "parameters-are-bytes", "K_room = M - N_total",
        because="as on the blackboard, parameters as bytes: correct only at one byte per parameter",
    )
    return bought


def _use(board: Board, room: Handle, weights: tuple[Handle, ...]) -> Handle:
    """What the memory is used for at balance, and what it buys at a context: a part of the best."""
    times = take_pass(board, compute=ARITHMETIC_TIME, cache=_ALL_HELD_IS_READ)
    take_pool(board)
    board.take(POOLED_ATTENTION)
    balance = take_balance(board, times)
    kv, attention = board.define("kv-context", "L_kv"), board.define("attention-over-weights", "y_attn")
    used = board.define("used-at-balance", "M_bal")
    spelled = board.substitute(
        "used-at-balance-in-full", used, (balance.batch,), because="at the balance batch, its caches counted"
    )
    at_balance = board.rewrite(
        "memory-at-balance", spelled, "M_bal = b_w*N_total*(1 + y_attn)/(1 + y_attn - L/L_kv)", using=(kv, attention),
        condition="L/L_kv < 1 + y_attn",
        because="at balance the reads take as long as the arithmetic: the memory serves a batch whose caches grow with the context",
    )
    board.state(
        "more-than-the-weights", "M_bal >= b_w*N_total", (at_balance,), because="at every context at least the weights"
    )
    whole = board.take(FULL_BATCH)
    fitting = board.substitute("full-batch-and-room", whole, (room,), because="what the weights leave")
    batch = board.solve("batch-of-a-full-memory", fitting, for_="B_full", because="divided by the cache of a sequence")
    asked, most = board.define("arithmetic-over-reads", "y_full"), board.define("arithmetic-over-caches", "y_most")
    _by_context(board, (asked, most), times, batch, (kv, attention))
    reached = board.define("part-of-most", "x_reach")
    bought = board.substitute(
        "part-of-most-in-full", reached, (asked, most, times.cache, batch), because="both, written out: the arithmetic cancels"
    )
    result = board.rewrite(
        "what-memory-buys", bought, "x_reach = 1 - u_mem", using=weights,
        because="arithmetic and KV fetch both grow with the batch; how close a full memory comes to the bound depends only on weights over memory",
    )
    board.reject(
        "twice-the-memory-twice-as-good", "x_reach = 1/u_mem", against=(result,),
        because="lets the gain grow with the memory: memory of twice the weights reaches half of the bound, and going from nine to ten times adds about a hundredth",
    )
    board.reject(
        "balance-needs-the-weights-alone", "M_bal = b_w*N_total", against=(at_balance,),
        because="counts a surplus as if only weights were stored: the caches of the balance batch have to fit, too",
    )
    return result


def _by_context(
    board: Board, asked: tuple[Handle, Handle], times: Pass, batch: Handle, groups: tuple[Handle, Handle]
) -> None:
    """Arithmetic over reads with the memory full, and at its bound, by the context."""
    full, most = asked
    at_most = board.substitute(
        "most-in-full", most, (times.compute, times.cache), because="the batch cancels: each sequence has its own cache, and its own arithmetic"
    )
    board.rewrite(
        "most-at-a-context", at_most, "y_most = (1 + y_attn)*L_kv/L", using=groups,
        because="below one, reads limit a pass at any batch; above one, arithmetic limits a large batch",
    )
    at_full = board.substitute(
        "full-memory-in-full", full, (times.compute, batch), because="at the largest batch that fits"
    )
    board.rewrite(
        "arithmetic-of-a-full-memory", at_full, "y_full = (1 + y_attn)*(L_kv/L)*(1 - b_w*N_total/M)", using=groups,
        because="the bound, less the fraction of the memory that the weights take",
    )


def _more_racks(board: Board, one: tuple[Handle, Handle, Handle]) -> Handle:
    """Racks as stages of a pipeline: what they save of a GPU's memory, and from how many on the cache fills it."""
    width = board.take(ONE_DOMAIN)
    weights = board.take(STAGE_WEIGHTS)
    cache = board.take(STAGE_CACHE)
    micro = board.take(MICRO_BATCHES)
    each = board.take(ONE_PER_STAGE)
    under_way = board.substitute("sequences-under-way", micro, (each,), because="one micro-batch for each rack")
    share = board.substitute("cache-per-gpu", cache, (under_way,), because="for all sequences in flight")
    board.independence(
        "cache-at-any-stages", share, of="n_stages",
        because="with more racks proportionally more sequences are in flight: each GPU keeps as much cache as before",
    )
    memory, size, taken = one
    less = board.define("saved-by-racks", "m_less")
    saved = board.substitute("saved-in-full", less, (weights, size), because="weights per GPU on a single rack, less those on one of several stages")
    part = board.define("saved-part", "u_less")
    of_memory = board.substitute("saved-part-in-full", part, (saved,), because="divided by the memory of a GPU")
    board.rewrite(
        "saved-by-many-racks", of_memory, "u_less = u_mem*(1 - 1/n_stages)", using=(taken, size, memory, width),
        because="at most what the weights take on one rack, and none of the cache",
    )
    return even_stages(board, weights, share)


# --- what was said

_BYTE = Said("1 byte/parameter", POPE, "1:02:22, a trillion parameters in one terabyte", LECTURE)
_TRILLION = Said("1e12 parameter", POPE, "1:02:22", LECTURE)
_FIVE = Said("5e12 parameter", PATEL, "0:45:49", LECTURE)
_CACHE = {
    "kappa": Said("1667 byte/token", PATEL, "1:38:22, of another model", LECTURE),
    "L": STEP,
    "b_micro": WIDE_STAGES["b_micro"],
}


def _rack(name: str, title: str, parameters: Said, memory: str) -> Reading:
    """A model at one byte per parameter in a memory of a size that was said."""
    by = Said(memory, PATEL, "0:45:35 to 0:45:49", LECTURE)
    return Reading(name, title, {"b_w": _BYTE, "N_total": parameters, "M": by, **_CACHE})


def _on_card(name: str, title: str, card: str) -> Reading:
    """A model of a trillion parameters at one byte, in the memory of a card's domain."""
    memory = {"G": OnCard(card, "domain"), "M_gpu": OnCard(card, "capacity")}
    return Reading(name, title, {"b_w": _BYTE, "N_total": _TRILLION, **memory, **_CACHE})


DEFAULTS = {"n": DECODE, **{name: WIDE_STAGES[name] for name in ("b_micro", "L", "n_stages")}}
_EIGHT_RACKS = Said("8", POPE, "1:02:22, weights over eight racks", LECTURE)

READINGS = (
    _rack(AS_SAID, "as said: 5 T parameters at one byte, in a rack of 10 TB", _FIVE, "10 TB"),
    _rack("twenty-terabytes", "the same in a rack of 20 TB", _FIVE, "20 TB"),
    _on_card("trillion-on-blackwell", "1 T parameters at one byte, on a rack of GB200", "gb200"),
    _on_card("trillion-on-hopper", "1 T parameters at one byte (GPT-4, by rumor), on a node of H100", "h100"),
    _on_card("trillion-on-rubin", "1 T parameters at one byte, on a rack of Rubin", "rubin"),
    Reading("eight-racks", "the same trillion over eight such racks of GB200",
            {"b_w": _BYTE, "N_total": _TRILLION, "G": OnCard("gb200", "domain"), "M_gpu": OnCard("gb200", "capacity"),
             **_CACHE, "n_stages": _EIGHT_RACKS}),
    Reading("blackwell-rack", "NVIDIA GB200 NVL72, DeepSeek-V3 in fp8, 8k of context",
            DEFAULTS, Cards("gb200", "deepseek-v3", compute="fp8", cache="fp8")),
    Reading("blackwell-ultra-rack", "NVIDIA GB300 NVL72, the same",
            DEFAULTS, Cards("gb300", "deepseek-v3", compute="fp8", cache="fp8")),
)

PUBLISHED = (
    Published("pooled-memory", "640 GB", PATEL, "0:45:35, eight Hoppers", "exact", "trillion-on-hopper", kind="look-up"),
    Published("pooled-memory", ("10 TB", "20 TB"), PATEL, "0:45:49, a rack of Blackwell", "range", "blackwell-rack", kind="look-up"),
    Published("pooled-memory", ("30 TB", "90 TB"), POPE, "1:02:22, “many tens of terabytes”", "range",
              "blackwell-rack",
              kind="look-up", note="many is read as three or more. He attributes it to the host, who said 10 to 20 (0:45:49)"),
    Published("pooled-memory", ("10 TB", "100 TB"), "a summary", "2026, “tens of terabytes”", "range", "blackwell-rack",
              kind="retelling", note="an order of magnitude, as 'hundreds of millions' is"),
    Published("pooled-memory", ("10 TB", "100 TB"), "a summary", "2026, “tens of terabytes”", "range",
              "blackwell-ultra-rack", kind="retelling", note="with the larger memory of the later chip"),
    Published("model-size", "1 TB", POPE, "1:02:22", "exact", "trillion-on-blackwell"),
    Published("weights-share", "1", PATEL, "0:45:49, a rack is enough for 5 T", "at most",
              note="at the lower end of the range that was said"),
    Published("weights-share", "1", PATEL, "0:45:49, a rack is enough for 5 T", "at most",
              "twenty-terabytes"),
)

ASSERTED = (
    Asserted("GPT-4 had more than a trillion parameters, by rumor, and larger models came only in the last six months",
             PATEL, "0:44:49 to 0:45:35"),
    Asserted("active parameters are limited by the cost of compute, total parameters by the size of the scale-up domain",
             POPE, "0:46:52"),
    Asserted("a rack has a huge surplus of memory, so that hardware with less of it could have been built, with the weights over eight racks: the step saved-by-many-racks derives what that saves (only weights), and what-memory-buys what the surplus is good for",
             POPE, "1:01:36 to 1:02:28"),
    Asserted("smartphone volume will fall by 30% for lack of memory; a summary adds laptops, for which no number was given",
             PATEL, "1:03:36"),
    Asserted("hyperscalers spend 50% of their CapEx on memory this year: Dylan Patel, quoted by the host; a summary ascribes it to the lecturer",
             PATEL, "1:03:36 to 1:03:51"),
    Asserted("their CapEx is high hundreds of billions of dollars, “maybe a trillion”; “believable”, says the lecturer",
             PATEL, "1:03:51"),
    Asserted("a rack of Blackwell has many tens of terabytes, as he understood the host; here on several cards",
             POPE, "1:02:22", across=("gb200", "gb300", "rubin", "mi455x"), of="pooled-memory"),
)

GRIDS = (
    Grid(("pooled-memory", "weights-share", "share-left", "tokens-that-fit", "fitting-batch"),
         ("a100-80", "h100", "h200", "b200", "gb200", "gb300", "rubin", "mi300x", "mi455x"),
         cards=Cards(model="deepseek-v3", weights="fp8", cache="fp8"),
         title="DeepSeek-V3 with one byte per weight and cache entry, in one scale-up domain"),
    Grid(("kv-context", "attention-over-weights", "most-at-a-context", "what-memory-buys", "arithmetic-of-a-full-memory", "saved-by-many-racks"),
         ("h200", "b200", "gb200", "gb300", "rubin", "mi300x", "mi455x"),
         cards=Cards(model="deepseek-v3", compute="fp8", cache="fp8"),
         title="What that memory buys at {L:/}: arithmetic over reads at the bound and with the memory full, above one where arithmetic is the limit; and what four such domains save"),
    Grid(("weights-share",), ("h100", "h200", "gb200", "rubin"), ALL,
         title="Weights over the memory of a domain, bf16; above one they do not fit"),
    Grid(("weights-share", "what-memory-buys", "tokens-that-fit", "fitting-batch", "even-stages", "saved-by-many-racks"),
         readings=(AS_SAID, "twenty-terabytes", "trillion-on-hopper", "trillion-on-blackwell", "eight-racks",
                   "trillion-on-rubin"),
         title="What was said about racks"),
)

RANGES = {
    "G": Between("8 GPU", "72 GPU", POPE, "0:40:47, Hopper and Blackwell"),
    "M_gpu": Between("80 GB/GPU", "288 GB/GPU", "cards from H100 to Rubin"),
    "b_w": Between("0.5 byte/parameter", "2 byte/parameter", "fp4 and bf16"),
    "N_total": Between("671e9 parameter", "5e12 parameter", "DeepSeek-V3, and the 5 T of 0:45:49"),
}


CLAIM = Claim(
    name="memory-wall",
    title="Why a rack has so much memory: what fills it, and what it buys",
    chapter=chapters.NOT_WISE,
    question="What is all the memory of a rack good for?",
    answer="Weights take about {weights-share:%}, and the KV cache in the rest brings a rack to about {what-memory-buys:%} of the throughput that unlimited memory would give.",
    answer_if=("y_most <= 1",),
    otherwise=(
        Sentence("Weights take about {weights-share:%}, and the KV cache in the rest is that of a batch whose arithmetic takes about {arithmetic-of-a-full-memory:%} of the time of its reads; with unlimited memory the arithmetic would be the limit.",
                 ("y_most > 1", "y_most*x_reach < 1")),
        Sentence("Weights take about {weights-share:%}, and the rest holds the KV cache of a batch that is limited by its arithmetic: at {L:/} of context more memory brings no more throughput.",
                 ("y_most*x_reach >= 1",)),
    ),
    notation=LETTERS, body=memory_wall, result="what-memory-buys", outside="the weights do not fit",
    defaults=DEFAULTS, readings=READINGS, published=PUBLISHED, asserted=ASSERTED, grids=GRIDS, ranges=RANGES,
    over="M_gpu",
    compared=("pooled-memory", "model-size", "weights-share", "what-memory-buys", "tokens-that-fit", "fitting-batch",
              "even-stages", "saved-by-many-racks"),
    not_from_cards=("kappa",),  # what is read is traced to what is held
    deployment=RACK_OF_MICRO_BATCHES,
)
