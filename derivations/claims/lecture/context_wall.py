"""context-wall: why contexts stopped growing, and what a hundred million tokens would take.

Lecture 1:52:15 to 1:55:05. Said: contexts grew from 8,000 to 100,000 or 200,000 tokens and have stayed at that balance;
an employee's month is about a hundred million; square roots help, and not without end; the quadratic cost of attention
shows only in the millions of tokens. That is said of recomputing keys and values that are kept as they are multiplied
with; what decode with absorbed latent attention costs is another number, with a step of its own. As built, decode
counts that arithmetic: it moves the wall outward, and where it takes longer than its reads, it is the wall itself.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from derivations.claim.claim import (
    AS_BUILT,
    AS_SAID,
    Asserted,
    Between,
    Cards,
    Claim,
    Grid,
    ModelGrid,
    OnCard,
    Published,
    Reading,
    Said,
    Sentence,
)
from derivations.claims.shared import chapters
from derivations.claims.shared.cache import CACHE, DENSE_READ, FETCH_OF_ONE
from derivations.claims.shared.deployments import RACK
from derivations.claims.shared.passes import (
    ALL_MEMORY,
    ARITHMETIC_TIME,
    ATTENTION,
    MEMORY,
    POOLED_ATTENTION,
    POOLED_BANDWIDTH,
    POOLED_COMPUTE,
    POOLED_MEMORY,
    SERVING,
    Pass,
    fetch_for_any_batch,
    take_balance,
    take_pass,
)
from derivations.claims.shared.said import (
    ACTIVE,
    ACTIVE_AT_THE_STEP,
    DECODE,
    LECTURE,
    NO_ATTENTION,
    PATEL,
    POPE,
    RIDGE,
    STEP_PLACE,
    TWENTY_MILLISECONDS,
)
from derivations.claims.shared.stages import PIPELINE
from derivations.derivation.premise import Premise
from derivations.language.quantity import Quantity

if TYPE_CHECKING:
    from derivations.derivation.board import Board
    from derivations.derivation.script import Handle

# --- letters

ONE_SEQUENCE = (
    PIPELINE["K_seq"],
    FETCH_OF_ONE,
    Quantity("y_far_kv", "",
             "KV fetch over compute at a context: below one, the fetch overlaps with compute",
             "nonnegative", latex=r"y_{\mathrm{KV}}", definition="t_kv/t_c"),
    Quantity("y_far_cost", "", "cost of a token over that of one at a short context, with the weight fetch left out",
             latex=r"y_{\mathrm{cost}}", definition="max(1 + y_attn, L/L_kv)"),
    Quantity("n_gpus", "GPU", "GPUs whose memory the cache of one sequence fills", "nonnegative",
             latex=r"n_{\mathrm{GPUs}}", definition="K_seq*1[sequence]/M_gpu"),
)

WALLS = (
    Quantity("L_whole", "token/sequence", "context at which the cache of one sequence fills all memory"),
    Quantity("L_tick", "token/sequence", "context at which fetching the cache of one sequence takes a given interval"),
    Quantity("t_tick", "s", "interval within which the cache of one sequence has to be fetched"),
)

ATTENTION_WALLS = (
    Quantity("f_plain", "FLOP·sequence/token^2",
             "arithmetic for each pair of a new token and a token of its context, if keys and values are stored in the form that is multiplied",
             latex=r"f_{\mathrm{plain}}"),
    Quantity("g_use", "", "query heads, over all layers, that use each number in the cache"),
    Quantity("h_query", "", "query heads of a layer"),
    Quantity("l_use", "", "layers that share the cache of one layer, that layer included"),
    *CACHE.only("n_kv", "b_kv"),
    Quantity("L_plain", "token/sequence",
             "context at which attention takes as much arithmetic as the weights, if keys and values are stored in that form"),
    Quantity("n_again", "", "tokens of a context that is recomputed", "integer"),
    Quantity("j_again", "", "position of a token among them", "integer"),
    Quantity("S_again", "", "pairs of a token and a token that it attends to: the sum of the positions"),
    Quantity("x_pairs", "", "fraction of a context that one of its tokens attends to, on average",
             definition="S_again/n_again^2"),
    Quantity("L_again", "token/sequence",
             "context that takes as much arithmetic for attention as for weights, if all of it is recomputed"),
)


# --- premises

EVERY_NUMBER_USED = Premise(
    "every-number-used", "f_plain = 2[FLOP·sequence/token]*g_use*kappa/b_kv",
    because="every query head that shares a number of the cache multiplies and adds it once: keys for a score, values for the sum",
    source="attention that stores its keys and values; after lecture 1:38:35, where they are counted",
)
SHARED_NUMBERS = Premise(
    "shared-numbers", "g_use = l_use*h_query/n_kv",
    because="the query heads of a layer share its heads of keys and values evenly, and layers may share a cache",
    source="grouped queries, and layers that share their global context, as at lecture 1:38:35 to 1:41:12",
)
ATTENTION_AS_WEIGHTS = Premise(
    "attention-as-weights", "f_plain*L_plain = phi*N_active",
    determines="L_plain",
    because="each new token multiplies with every token of its context, and with every active parameter",
    source="after lecture 1:52:15",
)
RECOMPUTED_AS_WEIGHTS = Premise(
    "recomputed-as-weights", "f_plain*x_pairs*L_again = phi*N_active",
    determines="L_again",
    because="if a whole context is recomputed, each of its tokens attends to those before it and uses every active parameter",
    source="after lecture 1:52:15, where keys and values are recomputed instead of stored",
)
FILLS_MEMORY = Premise(
    "fills-memory", "kappa_stored*L_whole = M/1[sequence]",
    determines="L_whole",
    because="one sequence and nothing else in memory: an upper bound for its cache",
    source="after lecture 1:52:22 to 1:55:05, where capacity is the other cost next to bandwidth",
)
ONE_TICK = Premise(
    "one-tick", "kappa*L_tick = W*t_tick/1[sequence]",
    determines="L_tick",
    because="one sequence has all of the bandwidth for one interval: the longest that can be read in it",
    source="after lecture 0:24:01 and 1:52:22 to 1:55:05",
)


# --- the argument

def context_wall(board: Board) -> Handle:
    """The walls: cost, memory, one interval of reads, the arithmetic of attention; and what a wanted context takes."""
    times = take_pass(board, compute=ARITHMETIC_TIME, cache=fetch_for_any_batch("L_x", "the KV fetch at the wall"))
    read = board.take(DENSE_READ)
    compute, bandwidth, memory = (board.take(each) for each in (POOLED_COMPUTE, POOLED_BANDWIDTH, POOLED_MEMORY))
    crossover = take_balance(board, times).crossover
    each = board.substitute("wall-per-gpu", crossover, (compute, bandwidth, board.take(POOLED_ATTENTION)))
    board.independence("any-number-of-gpus", each, of="G", because="compute and bandwidth grow together")
    ridge = board.define("ridge", "r")
    kv, own = board.define("kv-context", "L_kv"), board.define("attention-over-its-reads", "x_pair")
    board.rewrite(
        "wall-as-said", kv, "L_kv = b_w*n*N_active/(r*kappa)", using=(ridge,),
        because="without the arithmetic of attention, as in the lecture: active weights in bytes, over ridge times KV bytes per token",
    )
    result = board.rewrite(
        "cost-wall", crossover, "L_x = b_w*n*N_active/(r*kappa*(1 - x_pair))", using=(ridge, own), condition="x_pair < 1",
        because="beyond this context reading its cache sets the cost of a token, at any batch; before it the arithmetic does, which attention adds to, and all along where that takes longer than its reads",
    )
    _one_sequence(board, times, read, kv)
    _other_walls(board, memory, bandwidth)
    _attention_walls(board, kv, ridge)
    return result


def _one_sequence(board: Board, times: Pass, read: Handle, kv: Handle) -> None:
    """One sequence at a context: its memory, its time, and its cost beside a short one."""
    held = board.define("cache-of-a-sequence", "K_seq")
    board.define("gpus-of-a-sequence", "n_gpus")
    own = board.define("fetch-share", "k_seq")
    board.substitute("fetch-of-a-sequence", own, (times.cache,), because="a sequence's own cache, which no other sequence shares")
    cost = board.define("fetch-over-compute", "y_far_kv")
    spelled = board.substitute(
        "fetch-over-compute-in-full", cost, (times.cache, times.compute), because="the batch cancels: no batch helps"
    )
    attention = board.define("attention-over-weights", "y_attn")
    board.rewrite(
        "cost-over-balance", spelled, "y_far_kv = L/(L_kv*(1 + y_attn))", using=(kv, attention),
        because="above one, reading the cache sets the cost of an output token; below one, it overlaps with compute",
    )
    board.define("cost-over-short", "y_far_cost")
    board.reject(
        "a-batch-pays", "y_far_kv = L/(B*L_kv)*1[sequence]", against=(spelled, kv),
        because="says that a slow mode with larger batches saves (a digest): each sequence has its own KV fetch (card 6)",
    )
    board.substitute(
        "fetch-of-what-is-stored", held, (read,), because="dense attention reads all that is stored"
    )


def _other_walls(board: Board, memory: Handle, bandwidth: Handle) -> None:
    """The contexts at which one sequence fills the memory, and at which reading it takes a whole interval."""
    filled = board.take(FILLS_MEMORY)
    whole = board.solve("memory-wall-of-all", filled, for_="L_whole", because="all memory, for one sequence")
    board.substitute("memory-wall", whole, (memory,), because="the number of GPUs that hold it together")
    tick = board.take(ONE_TICK)
    longest = board.solve("bandwidth-wall-of-all", tick, for_="L_tick", because="all bandwidth, for one sequence")
    board.substitute("bandwidth-wall", longest, (bandwidth,), because="the number of GPUs that read it together")


def _attention_walls(board: Board, kv: Handle, ridge: Handle) -> None:
    """Where the arithmetic of attention counts: for one token, as decode computes it, and when all is recomputed."""
    work, shared = board.take(EVERY_NUMBER_USED), board.take(SHARED_NUMBERS)
    board.substitute("plain-work", work, (shared,), because="all heads and layers that share a number multiply with it")
    arithmetic = board.solve(
        "arithmetic-wall", board.take(ATTENTION_AS_WEIGHTS), for_="L_plain",
        because="beyond this context, the cost of recomputing a token's keys and values is no longer flat",
    )
    beside = board.state(
        "arithmetic-beside-fetch", "L_plain/L_kv = kappa*C/(n*f_plain*W)", (arithmetic, kv),
        because="how much later than the KV fetch the arithmetic of attention matters: hardware intensity over that of attention",
    )
    board.rewrite(
        "arithmetic-beside-ridge", beside, "L_plain/L_kv = r*phi*b_kv/(2[FLOP·sequence/token]*g_use*n*b_w)",
        using=(work, ridge), because="the ridge over the heads that use each number: model size drops out",
    )
    by_uses = board.substitute("arithmetic-wall-by-uses", arithmetic, (work,), because="the work, from the cache")
    board.solve("uses-at-the-wall", by_uses, for_="g_use",
                because="the number of query heads that may use each number of the cache for a wall at a given context")
    decode = board.define("decode-wall", "L_attn")
    board.state("decode-beside-arithmetic", "L_attn = L_plain*f_plain*C_attn/(f_attn*C)", (decode, arithmetic),
                because="one wall for each way to compute attention, in the inverse ratio of their arithmetic; in decode each part at its own rate")
    again = _recomputed(board, arithmetic)
    board.reject(
        "all-seen-by-all", "L_again = L_plain", against=(again, arithmetic),
        because="lets every token of a recomputed context attend to all of it: but a token does not attend to later ones",
    )
    board.reject(
        "absorbed-is-plain", "L_attn = L_plain", against=(decode, arithmetic),
        because="tests what was said of recomputation with the arithmetic of absorbed decode: the two differ",
    )


def _recomputed(board: Board, arithmetic: Handle) -> Handle:
    """The context whose attention takes as much arithmetic as its weights when all of it is computed again."""
    pairs = board.sum(
        "pairs", "j_again", index="j_again", first="1", last="n_again", count="n_again", named="S_again",
        because="a token attends to itself and to those before it: as many tokens as its position",
    )
    part = board.define("part-seen", "x_pairs")
    of_some = board.substitute("part-seen-of-some", part, (pairs,), because="pairs over all pairs")
    half = board.limit("part-seen-of-many", of_some, "n_again", "oo", because="of a long context half, on average")
    whole = board.solve("recompute-wall-by-part", board.take(RECOMPUTED_AS_WEIGHTS), for_="L_again", because="inverted")
    of_many = board.substitute("recompute-wall-of-many", whole, (half,), because="of a long context")
    again = board.rewrite("recompute-wall", of_many, "L_again = 2*phi*N_active/f_plain", because="divided by one half")
    board.state("recomputed-is-twice", "L_again = 2*L_plain", (again, arithmetic),
                because="a whole context takes as much for attention as for weights at twice the length")
    return again


# --- what was said

_PLACE = "1:52:18 to 1:54:04"
_MONTH = Said("100 million token/sequence", f"{PATEL}: a month of an employee", _PLACE, LECTURE)
_KAPPA = Said("1,667 byte/token", PATEL, "1:38:22", LECTURE)
_STEP_IS_L_KV = Said("200k token/sequence", f"{POPE}: where the KV fetch takes as long as compute", STEP_PLACE, LECTURE)
_CACHE_PLACE = "1:38:35 to 1:41:12"
_BYTE_WEIGHTS = Said("1 byte/parameter", "not said there, and the number needs it", STEP_PLACE)
_MODEL = {
    "r": RIDGE, "b_w": _BYTE_WEIGHTS, "n": DECODE, "N_active": ACTIVE_AT_THE_STEP, "kappa": _KAPPA, "L_kv": _STEP_IS_L_KV,
    "y_attn": NO_ATTENTION, "x_pair": NO_ATTENTION,
}
_HEADS: dict[str, Said | OnCard] = {
    "phi": Said("2 FLOP/parameter/token", "one multiply and one add", ""),
    "b_kv": Said("1 byte", "not said, and the bytes need it", _CACHE_PLACE),
    "n_kv": Said("8", POPE, _CACHE_PLACE, LECTURE),
    "h_query": OnCard("llama-3.1-70b", "attention.query_heads"),  # not said; a model with as many heads of keys and values
    "l_use": Said("1", "not said: one layer reads the cache of one layer", _CACHE_PLACE),
}
_ONE_LAYER = Said("2,048 byte/token", f"{POPE}: one layer, two vectors of 8 heads, 128 wide, in one byte each", _CACHE_PLACE, LECTURE)
_MACHINE: dict[str, Said | OnCard] = {
    "G": Said("1 GPU", "one GPU", ""), "W_gpu": OnCard("gb200", "bandwidth"), "M_gpu": OnCard("gb200", "capacity"),
}
_CONTEXTS = {"eight-thousand": ("8k", POPE), "hundred-thousand": ("100k", POPE), "two-hundred-thousand": ("200k", POPE),
             "million": ("1 million", PATEL)}


def _context(name: str, tokens: str, by: str) -> Reading:
    context = Said(f"{tokens} token/sequence", by, _PLACE, LECTURE)
    return Reading(name, f"as said, with a context of {tokens}", {**_MODEL, **_MACHINE, "L": context})


_ON = {"llama-3.1-70b": "Llama 3.1 70B", "llama-3.1-405b": "Llama 3.1 405B", "qwen3-235b": "Qwen3-235B-A22B"}

_LATENT_IN_FULL = Said(
    "4997120 FLOP*sequence/token^2", "61 layers x 128 heads x (2 x 192 for scores + 2 x 128 for sums)", "configuration file"
)


def _plain_heads(card: str) -> dict[str, Said | OnCard]:
    """The query heads of a model, each of whose layers has a cache of its own."""
    return {"h_query": OnCard(card, "attention.query_heads"), "l_use": Said("1", "each layer keeps its own", "configuration file")}


DEFAULTS = {"n": DECODE, "L": _MONTH, "t_tick": TWENTY_MILLISECONDS}

READINGS = (
    Reading(AS_SAID, "as said: 1,667 byte, 300, 100 B active, a hundred million tokens; on one GB200",
            {**_MODEL, **_HEADS, **_MACHINE, "L": _MONTH}),
    Reading("one-layer", "the architecture that he takes for its bytes: one layer, 8 heads of 128, 100 B active",
            {**_HEADS, "N_active": ACTIVE_AT_THE_STEP, "kappa": _ONE_LAYER}),
    Reading("wall-at-a-million", "the same with the wall of arithmetic at a million tokens, the least that counts as millions",
            {"phi": _HEADS["phi"], "b_kv": _HEADS["b_kv"], "N_active": ACTIVE_AT_THE_STEP, "kappa": _ONE_LAYER,
             "L_plain": Said("1 million token/sequence", POPE, "1:52:15", LECTURE)}),
    *(_context(name, *said) for name, said in _CONTEXTS.items()),
    Reading("gpt-3", "GPT-3 on an A100, in bf16", {"n": DECODE}, Cards("a100-40", "gpt-3")),
    *(Reading(card, f"{title} on an H100", {"n": DECODE, **_plain_heads(card)}, Cards("h100", card))
      for card, title in _ON.items()),
    Reading("latent-recomputed", "DeepSeek-V3 on an H100, its keys and values recomputed in full",
            {"n": DECODE, "f_plain": _LATENT_IN_FULL}, Cards("h100", "deepseek-v3")),
)

_MILLIONS = ("1 million token/sequence", "10 million token/sequence")
_SLOPE = (POPE, "1:52:15, quadratic cost shows only 'in the millions of tokens'", "range")
PUBLISHED = (
    Published("cost-wall", ("100k token/sequence", "200k token/sequence"), POPE, _PLACE, "range",
              note="the balanced cost point; not a test of it, because the bytes per token were derived from a step at 200k"),
    Published("cost-wall", "200k token/sequence", "a summary", "2026, stuck there", "one significant figure",
              kind="retelling", note="by the same bytes"),
    Published("cost-wall", "1 million token/sequence", "a digest", "2026, stalled there", "one significant figure",
              kind="retelling", note="that is the longest window on sale, not the point of balanced cost"),
    Published("wall-as-said", ("100k token/sequence", "200k token/sequence"), POPE, _PLACE, "range", AS_BUILT,
              note="the cache of a published model", otherwise="cost-wall"),
    Published("cost-wall", "8k token/sequence", POPE, f"{_PLACE}, about GPT-3", "one significant figure", "gpt-3",
              "look-up", note="the contexts of that time were not at the balance of their hardware"),
    Published("arithmetic-wall", _MILLIONS, *_SLOPE, "one-layer",
              note="said of computing keys and values again, and of the architecture of his bytes: with 64 query heads, which were not said"),
    *(Published("arithmetic-wall", _MILLIONS, *_SLOPE, card,
                note="attention takes as much arithmetic as the weights long before") for card in _ON),
)

ASSERTED = (
    Asserted("contexts grew from about 8,000 tokens to 100,000 or 200,000 between GPT-3 and GPT-4, and have stayed there for a year or two",
             POPE, _PLACE),
    Asserted("no company has more than a million", PATEL, _PLACE),
    Asserted("if in-context learning is enough, no continual learning is needed; a month of an employee is about a hundred million tokens, which needs a different bandwidth",
             PATEL, _PLACE),
    Asserted("no very good path is in sight; HBM is not getting hugely better: the wall moves with bandwidth over compute rate, and has not moved outward over the generations",
             POPE, _PLACE, across=("a100-40", "a100-80", "h100", "h200", "b200", "b300", "rubin"), of="wall-as-said"),
    Asserted("sparse attention reads the square root of the context: a large gain, 'maybe priced in already', with a limit, because quality suffers if it is too sparse; DeepSeek-V3.2 selects a fixed number instead",
             POPE, "0:12:31 and 1:52:22 to 1:55:05"),
)

GRIDS = (
    Grid(("L", "cache-of-a-sequence", "fetch-of-a-sequence", "cost-over-balance"), readings=(*_CONTEXTS, AS_SAID),
         title="What contexts take at 1,667 bytes per token, fetched on one GB200; below one, the fetch overlaps with compute"),
    Grid(("cost-wall",), ("a100-40", "a100-80", "h100", "h200", "b200", "b300", "rubin"),
         ("deepseek-v3", "llama-3.1-70b", "llama-3.1-405b"), title="The wall by generation of accelerators"),
    Grid(("wall-as-said", "decode-wall", "cost-wall", "cost-over-short"), ("a100-80", "h100", "h200", "b200", "gb200", "rubin"),
         title="DeepSeek-V3: the wall without the arithmetic of attention, the context at which that doubles the arithmetic, the wall with it, and what a token then costs at a hundred million"),
    Grid(("memory-wall", "bandwidth-wall"), ("h100", "h200", "b200", "gb200", "rubin"),
         title="The longest context of DeepSeek-V3 that one scale-up domain can hold, and the longest that it reads in 20 ms"),
    ModelGrid(("decode-wall", "wall-as-said", "cost-wall", "gpus-of-a-sequence"),
              title="Models on the default accelerator: all that is stored is read, attention as in decode (latent attention absorbed), and GPUs for a hundred million tokens"),
    Grid(("f_plain", "arithmetic-wall", "recompute-wall"), readings=("one-layer", AS_SAID, *_ON, "latent-recomputed"),
         title="Where the arithmetic of attention matters if keys and values are recomputed: for one token, and for a whole context"),
)

RANGES = {
    "N_active": Between("37e9 parameter", "100e9 parameter", POPE, f"{ACTIVE.where} and {ACTIVE_AT_THE_STEP.where}"),
}


# what an answer says of the wall, and of a sequence that would be longer
_WALL = "Beyond about {cost-wall:/} of context reading the KV cache takes longer than the arithmetic, at any batch, and the cost per token grows with it"
_ATTENTION_WALL = "Beyond about {decode-wall:/} of context most arithmetic is that of attention, which takes longer than reading the KV cache, and the cost per token grows with it"
_MANY = "{L:/} would take about {cache-of-a-sequence:/} of KV cache, the memory of {gpus-of-a-sequence}."
_PART = "{L:/} would take about {cache-of-a-sequence:/} of KV cache, part of the memory of one GPU."

CLAIM = Claim(
    name="context-wall",
    title="The wall of long contexts: memory bandwidth, and a hundred million tokens",
    chapter=chapters.PRICES,
    question="Why did contexts stop growing?",
    answer=f"{_WALL}; {_MANY}",
    answer_if=("x_pair < 1", "n_gpus >= 1"),
    otherwise=tuple(
        Sentence(f"{wall}{also}", (*where, *sized))
        for wall, where in ((_WALL, ("x_pair < 1",)), (_ATTENTION_WALL, ("x_pair >= 1",)))
        for also, sized in ((f"; {_MANY}", ("n_gpus >= 1",)), (f"; {_PART}", ("L > 0[token/sequence]",)), (".", ()))
    ),
    said_answer="With the lecture's numbers, beyond about {cost-wall:/} of context the cost per token grows.",
    notation=SERVING.extended((MEMORY, ALL_MEMORY, CACHE["kappa_stored"], *ATTENTION, *ONE_SEQUENCE, *WALLS, *ATTENTION_WALLS)),
    body=context_wall, result="cost-wall", outside="no wall",
    defaults=DEFAULTS, readings=READINGS, published=PUBLISHED, asserted=ASSERTED, grids=GRIDS, ranges=RANGES,
    compared=("wall-as-said", "cost-wall", "cost-over-balance", "cache-of-a-sequence", "fetch-of-a-sequence", "gpus-of-a-sequence"),
    not_from_cards=("kappa",),  # what is read is traced to what is stored
    deployment=RACK,
)
