"""context-wall: why contexts stopped growing, and what a hundred million tokens would take.

Lecture 1:52:15 to 1:55:05. Said: contexts grew from 8,000 to 100,000 or 200,000 tokens and have stayed at that balance;
an employee's month is about a hundred million; square roots help, and not without end.
"""

from __future__ import annotations

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
)
from derivations.language.quantity import Quantity
from derivations.lecture.shared import chapters
from derivations.lecture.shared.cache import CACHE, DENSE_READ, FETCH_OF_ONE
from derivations.lecture.shared.passes import (
    ALL_MEMORY,
    ATTENTION_WORK,
    MEMORY,
    POOLED_BANDWIDTH,
    POOLED_COMPUTE,
    POOLED_MEMORY,
    SERVING,
    Pass,
    take_balance,
    take_pass,
)
from derivations.lecture.shared.said import (
    ACTIVE,
    ACTIVE_AT_THE_STEP,
    DECODE,
    LECTURE,
    PATEL,
    POPE,
    RIDGE,
    STEP_PLACE,
    TWENTY_MILLISECONDS,
)
from derivations.lecture.shared.stages import PIPELINE
from derivations.search.board import Board, Handle
from derivations.search.premise import Premise

# --- letters

ONE_SEQUENCE = (
    PIPELINE["K_seq"],
    FETCH_OF_ONE,
    Quantity("y_far_kv", "",
             "KV fetch over compute at a context: above one, the cost of a token over that at a short one",
             "nonnegative", latex=r"y_{\mathrm{KV}}", definition="t_kv/t_c"),
    Quantity("n_gpus", "GPU", "GPUs whose memory the cache of one sequence fills", "nonnegative",
             latex=r"n_{\mathrm{GPUs}}", definition="K_seq*1[sequence]/M_gpu"),
)

WALLS = (
    Quantity("L_whole", "token/sequence", "context at which the cache of one sequence fills all memory"),
    Quantity("L_tick", "token/sequence", "context at which fetching the cache of one sequence takes a given interval"),
    Quantity("t_tick", "s", "interval in which the cache of one sequence is to be fetched"),
    Quantity("L_attn", "token/sequence", "context at which attention takes as much arithmetic as the weights"),
)


# --- premises

ATTENTION_AS_WEIGHTS = Premise(
    "attention-as-weights", "f_attn*L_attn = phi*N_active",
    determines="L_attn",
    because="each new token multiplies with every token of its context, and with every active parameter",
    source="arithmetic of the model's attention, from its card; after lecture 1:52:15",
)
FILLS_MEMORY = Premise(
    "fills-memory", "kappa_stored*L_whole = M/1[sequence]",
    determines="L_whole",
    because="one sequence, and nothing else in memory: the most that its cache can take",
    source="after lecture 1:52:22 to 1:55:05, where capacity is the other cost beside bandwidth",
)
ONE_TICK = Premise(
    "one-tick", "kappa*L_tick = W*t_tick/1[sequence]",
    determines="L_tick",
    because="one sequence has all of the bandwidth for one interval: the longest that can be read in it",
    source="after lecture 0:24:01 and 1:52:22 to 1:55:05",
)


# --- the argument

def context_wall(board: Board) -> Handle:
    """Four walls: cost, memory, one interval of reads, the arithmetic of attention; and what a wanted context takes."""
    times = take_pass(board)
    read = board.take(DENSE_READ)
    compute, bandwidth, memory = (board.take(each) for each in (POOLED_COMPUTE, POOLED_BANDWIDTH, POOLED_MEMORY))
    crossover = take_balance(board, times).crossover
    each = board.substitute("wall-per-gpu", crossover, (compute, bandwidth))
    board.independence("any-number-of-gpus", each, of="G", because="compute and bandwidth grow together")
    ridge = board.define("ridge", "r")
    result = board.rewrite(
        "cost-wall", crossover, "L_x = b_w*n*N_active/(r*kappa)", using=(ridge,),
        because="beyond this context a token costs more the longer it is, at any batch: active weights in bytes, over the ridge and the bytes that each token of context leaves",
    )
    _one_sequence(board, times, read, crossover)
    _other_walls(board, memory, bandwidth, crossover)
    return result


def _one_sequence(board: Board, times: Pass, read: Handle, crossover: Handle) -> None:
    """One sequence at a context: its memory, its time, and its cost beside a short one."""
    held = board.define("cache-of-a-sequence", "K_seq")
    board.define("gpus-of-a-sequence", "n_gpus")
    own = board.define("fetch-share", "k_seq")
    board.substitute("fetch-of-a-sequence", own, (times.cache,), because="its own cache, with nobody to share it")
    cost = board.define("fetch-over-compute", "y_far_kv")
    spelled = board.substitute(
        "fetch-over-compute-in-full", cost, (times.cache, times.compute), because="the batch cancels: no batch helps"
    )
    board.rewrite(
        "cost-over-balance", spelled, "y_far_kv = L/L_x", using=(crossover,),
        because="above one, a token of output costs so many times what it costs at a short context, the weights left out; below one the fetch is hidden behind compute",
    )
    board.reject(
        "a-batch-pays", "y_far_kv = L/(B*L_x)*1[sequence]", against=(spelled, crossover),
        because="that a slow mode with larger batches saves (a digest): the KV fetch is each sequence's own (card 6)",
    )
    board.substitute(
        "fetch-of-what-is-stored", held, (read,), because="all that is stored is read, where attention is dense"
    )


def _other_walls(board: Board, memory: Handle, bandwidth: Handle, crossover: Handle) -> None:
    """The contexts at which one sequence fills the memory, takes a whole interval, and its arithmetic counts."""
    filled = board.take(FILLS_MEMORY)
    whole = board.solve("memory-wall-of-all", filled, for_="L_whole", because="all memory, for one sequence")
    board.substitute("memory-wall", whole, (memory,), because="so many GPUs that keep it together")
    tick = board.take(ONE_TICK)
    longest = board.solve("bandwidth-wall-of-all", tick, for_="L_tick", because="all bandwidth, for one sequence")
    board.substitute("bandwidth-wall", longest, (bandwidth,), because="so many GPUs that read it together")
    attention = board.take(ATTENTION_AS_WEIGHTS)
    arithmetic = board.solve(
        "arithmetic-wall", attention, for_="L_attn", because="beyond this, compute is no longer flat in the context"
    )
    board.state(
        "arithmetic-beside-fetch", "L_attn/L_x = kappa*C/(n*f_attn*W)", (arithmetic, crossover),
        because="how much later than the KV fetch the arithmetic of attention is felt: hardware over FLOP per byte",
    )


# --- what was said

_PLACE = "1:52:18 to 1:54:04"
_MONTH = Said("100 million token/sequence", f"{PATEL}: a month of an employee", _PLACE, LECTURE)
_KAPPA = Said("1,667 byte/token", PATEL, "1:38:22", LECTURE)
_STEP_IS_L_X = Said("200k token/sequence", f"{POPE}: where the KV fetch takes as long as compute", STEP_PLACE, LECTURE)
_BYTE_WEIGHTS = Said("1 byte/parameter", "not said there, and the number needs it", STEP_PLACE)
_MODEL = {
    "r": RIDGE, "b_w": _BYTE_WEIGHTS, "n": DECODE, "N_active": ACTIVE_AT_THE_STEP, "kappa": _KAPPA, "L_x": _STEP_IS_L_X,
}
_MACHINE: dict[str, Said | OnCard] = {
    "G": Said("1 GPU", "one GPU", ""), "W_gpu": OnCard("gb200", "bandwidth"), "M_gpu": OnCard("gb200", "capacity"),
}
_CONTEXTS = {"eight-thousand": ("8k", POPE), "hundred-thousand": ("100k", POPE), "two-hundred-thousand": ("200k", POPE),
             "million": ("1 million", PATEL)}


def _context(name: str, tokens: str, by: str) -> Reading:
    context = Said(f"{tokens} token/sequence", by, _PLACE, LECTURE)
    return Reading(name, f"as said, with a context of {tokens}", {**_MODEL, **_MACHINE, "L": context})


_ON = {"llama-3.1-70b": "Llama 3.1 70B", "llama-3.1-405b": "Llama 3.1 405B", "qwen3-235b": "Qwen3-235B-A22B"}

DEFAULTS = {"n": DECODE, "L": _MONTH, "t_tick": TWENTY_MILLISECONDS}

READINGS = (
    Reading(AS_SAID, "as said: 1,667 byte, 300, 100 B active, a hundred million tokens; on one GB200",
            {**_MODEL, **_MACHINE, "L": _MONTH}),
    *(_context(name, *said) for name, said in _CONTEXTS.items()),
    Reading("gpt-3", "GPT-3 on an A100, in bf16", {"n": DECODE}, Cards("a100-40", "gpt-3")),
    *(Reading(card, f"{title} on an H100", {"n": DECODE}, Cards("h100", card)) for card, title in _ON.items()),
)

_MILLIONS = ("1 million token/sequence", "10 million token/sequence")
_SLOPE = (POPE, "1:52:15, quadratic cost shows only 'in the millions of tokens'", "range")
PUBLISHED = (
    Published("cost-wall", ("100k token/sequence", "200k token/sequence"), POPE, _PLACE, "range",
              note="the balanced cost point; no test of it, as the bytes per token were found from a step at 200k"),
    Published("cost-wall", "200k token/sequence", "a summary", "2026, stuck there", "one significant figure",
              note="by the same bytes"),
    Published("cost-wall", "1 million token/sequence", "a digest", "2026, stalled there", "one significant figure",
              reproduces=False, note="that is the longest window on sale, and not where cost is balanced"),
    Published("cost-wall", ("100k token/sequence", "200k token/sequence"), POPE, _PLACE, "range", AS_BUILT,
              reproduces=False, note="a published model leaves many times the bytes that the step would need"),
    Published("cost-wall", "8k token/sequence", POPE, f"{_PLACE}, about GPT-3", "one significant figure", "gpt-3",
              reproduces=False, note="the contexts of that time were not at the balance of their hardware"),
    Published("arithmetic-wall", _MILLIONS, *_SLOPE, AS_BUILT, reproduces=False,
              note="latent attention does much arithmetic for each byte that it keeps"),
    *(Published("arithmetic-wall", _MILLIONS, *_SLOPE, card, reproduces=False,
                note="attention takes as much arithmetic as the weights long before") for card in _ON),
)

ASSERTED = (
    Asserted("contexts grew from about 8,000 tokens to 100,000 or 200,000 between GPT-3 and GPT-4, and have stayed there for a year or two",
             POPE, _PLACE),
    Asserted("no company has more than a million", PATEL, _PLACE),
    Asserted("no continual learning is needed if learning in context is enough; a month of an employee is about a hundred million tokens, and would need another bandwidth",
             PATEL, _PLACE),
    Asserted("no very good path is in sight; HBM is not getting hugely better", POPE, _PLACE),
    Asserted("sparse attention reads as the square root of the context: a large gain, 'maybe priced in already', and not without end, as too sparse loses quality; DeepSeek-V3.2 selects a fixed number instead",
             POPE, "0:12:31 and 1:52:22 to 1:55:05"),
)

GRIDS = (
    Grid(("L", "cache-of-a-sequence", "fetch-of-a-sequence", "cost-over-balance"), readings=(*_CONTEXTS, AS_SAID),
         title="What contexts take at 1,667 bytes per token, fetched on one GB200; below one the fetch is hidden behind compute"),
    Grid(("cost-wall",), ("a100-40", "a100-80", "h100", "h200", "b200", "b300", "rubin"),
         ("deepseek-v3", "llama-3.1-70b", "llama-3.1-405b"), title="The wall by generation of accelerators"),
    Grid(("memory-wall", "bandwidth-wall"), ("h100", "h200", "b200", "gb200", "rubin"),
         title="The longest context of DeepSeek-V3 that one scale-up domain holds, and that it reads in 20 ms"),
    ModelGrid(("arithmetic-wall", "cost-wall", "gpus-of-a-sequence"),
              title="Models on the default accelerator if all that is stored is read, and the GPUs for a hundred million tokens"),
)

RANGES = {
    "N_active": Between("37e9 parameter", "100e9 parameter", POPE, f"{ACTIVE.where} and {ACTIVE_AT_THE_STEP.where}"),
}


CLAIM = Claim(
    name="context-wall",
    title="The wall of long contexts: memory bandwidth, and a hundred million tokens",
    chapter=chapters.PRICES,
    question="Up to what context do tokens cost about the same, and what would a hundred million tokens take?",
    notation=SERVING.extended((MEMORY, ALL_MEMORY, CACHE["kappa_stored"], ATTENTION_WORK, *ONE_SEQUENCE, *WALLS)),
    body=context_wall, result="cost-wall", outside="no wall",
    defaults=DEFAULTS, readings=READINGS, published=PUBLISHED, asserted=ASSERTED, grids=GRIDS, ranges=RANGES,
    compared=("cost-wall", "cost-over-balance", "cache-of-a-sequence", "fetch-of-a-sequence", "gpus-of-a-sequence"),
    not_from_cards=("kappa",),  # what is read is traced to what is stored
)
