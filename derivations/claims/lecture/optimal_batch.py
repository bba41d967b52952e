"""optimal-batch: the batch at which compute and memory take equally long.

Lecture 0:08:02 to 0:20:41. Said: "300 times sparsity", and a sparsity of 8 for DeepSeek; practice card 8: 2,400.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from derivations.claim.claim import (
    AS_SAID,
    Asserted,
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
from derivations.claims.shared.cache import BESIDE_CACHE, HELD_OF_ONE, held
from derivations.claims.shared.passes import (
    ALL_MEMORY,
    ARITHMETIC_TIME,
    ATTENTION,
    MEMORY,
    POOLED_ATTENTION,
    POOLED_MEMORY,
    SERVING,
    take_balance,
    take_pass,
    take_pool,
)
from derivations.claims.shared.prices import GPU_RENT
from derivations.claims.shared.said import (
    ACTIVE,
    CARDS,
    DECODE,
    GPU_HOUR,
    LECTURE,
    NO_CONTEXT,
    PATEL,
    POPE,
    RIDGE,
    TOTAL,
)
from derivations.language.quantity import Quantity

if TYPE_CHECKING:
    from derivations.derivation.board import Board
    from derivations.derivation.script import Handle

# --- letters

OTHER_FORMAT = (
    Quantity("r_alt", "token", "ridge in another number format", latex="r'", definition="(C_alt/W)*(b_alt/phi)"),
    Quantity("C_alt", "FLOP/s", "compute rate in another number format", latex="C'"),
    Quantity("b_alt", "byte/parameter", "size of a stored weight in another number format", latex=r"b_w'"),
)

# what a token costs at a batch that is not the balance batch, too
RENT_OF_A_TOKEN = (
    GPU_RENT,
    Quantity("rent_tok", "USD/Mtoken", "rent of all GPUs for a new token's share of a pass",
             latex=r"c_{\mathrm{token}}", definition="g_rent*G*T/(n*B)"),
)


ROOM = (
    MEMORY,
    ALL_MEMORY,
    HELD_OF_ONE,
    *BESIDE_CACHE,
    Quantity("B_room", "sequence", "batch that fits in memory next to the weights", latex=r"B_{\mathrm{room}}",
             definition="(M - b_w*N_total)/K_held"),
)


# --- premises: those of a forward pass, in passes.py, and of what a sequence holds

HELD = held("held-by-a-sequence", "L")

# --- the argument

def optimal_batch(board: Board) -> Handle:
    """Roofline, its boundary, the batch there; then the short context, the ridge, and the smallest best batch."""
    times = take_pass(board, compute=ARITHMETIC_TIME)
    pooled = take_pool(board)
    board.take(POOLED_ATTENTION)

    board.split("regimes", times.roofline, ("compute-bound", "memory-bound"), because="a pass takes as long as the slower of the two")
    _, _, batch, crossover = take_balance(board, times)
    ridge = board.define("ridge", "r")
    sparsity = board.define("sparsity", "s")
    two_contexts = board.define("kv-context", "L_kv"), board.define("attention-context", "L_attn")
    groups = (ridge, sparsity, *two_contexts)
    result = board.rewrite(
        "balance-batch", batch, "B = r*s/(n*(1 + L/L_attn - L/L_kv))", using=groups, condition="L < L_kv*(1 + L/L_attn)",
        because="grouped by hardware, model, context: reading the cache moves the balance up, the arithmetic of attention moves it down",
    )
    _with_context(board, batch, crossover, two_contexts, groups)

    short = board.limit("short-context", batch, "L", because="the lecture leaves the context out")
    board.rewrite(
        "grouped", short, "B = (C/W)*(b_w/phi)*(N_total/N_active)*(1/n)", because="grouped by hardware, number format and model"
    )
    product = board.rewrite(
        "ridge-times-sparsity", short, "B = r*s/n", using=(ridge, sparsity),
        because="the formula on the blackboard, with its units corrected",
    )
    board.state("tokens-per-pass", "n*B = r*s", (product,), because="the 300 counts tokens per pass, not FLOP per byte")
    intensity = board.define("intensity", "I")
    board.rewrite(
        "ridge-from-intensity", ridge, "r = I*b_w/phi", using=(intensity,),
        because="with two FLOP per multiply-add, FLOP per byte and tokens per pass are the same number only for 16-bit weights",
    )
    other = board.define("other-ridge", "r_alt")
    board.state(
        "precision-free", "r_alt/r = (C_alt*b_alt)/(C*b_w)", (ridge, other),
        because="two number formats have the same ridge exactly if compute rate times bytes per weight is the same",
    )
    per_gpu = board.substitute("ridge-per-gpu", ridge, pooled)
    board.independence(
        "any-number-of-gpus", per_gpu, of="G",
        because="adding GPUs does not change the balance batch of the whole domain",
    )

    shared = board.define("shared-pass", "t_seq")
    whole = board.solve("pass-from-share", shared, for_="T")
    bound = board.substitute("roofline-in-full", times.roofline, (whole, *times.times))
    share = board.solve("time-per-sequence", bound, for_="t_seq", because="machine time per sequence: the time of the pass over its batch")
    smallest = board.minimise(
        "smallest-best-batch", share, over="B",
        because="no batch takes less machine time per sequence, and every smaller one takes more",
    )
    board.rewrite(
        "same-batch", smallest, "B = r*s/(n*(1 + L/L_attn - L/L_kv))", using=groups, condition="L < L_kv*(1 + L/L_attn)",
        because="the balance batch is the smallest of the cheapest batches",
    )
    rented = board.define("rented-pass", "rent_tok")
    paid = board.solve("pass-from-rent", rented, for_="T")
    bounded = board.substitute("roofline-in-rent", times.roofline, (paid,))
    board.solve("rent-of-a-token", bounded, for_="rent_tok",
                because="the time of the pass at its rent, over the new tokens of its batch")

    board.reject(
        "parameters-plus-bytes", "t_m = (N_total + B*L*kappa)/W",
        because="as on the blackboard (0:05:09) and on card 3: correct only at one byte per parameter",
    )
    board.reject(
        "flop-per-byte", "B = (C/W)*s/n",
        because="reads the 300 as FLOP per byte, as on card 7: for 16-bit formats the number is right, and the unit is wrong",
    )
    board.reject(
        "sparsity-upside-down", "B = (r/n)*(N_active/N_total)", against=(product, sparsity),
        because="some summaries multiply by active over total parameters: sparse models need larger batches, not smaller ones",
    )
    return result


def _with_context(
    board: Board, batch: Handle, crossover: Handle, two_contexts: tuple[Handle, Handle], groups: tuple[Handle, ...]
) -> None:
    """Whether the balance batch falls or rises with the context, where it ends, and how many sequences there is room for.
    """
    own = board.define("attention-over-its-reads", "x_pair")
    line = board.state(
        "straight-line", "r*s/(n*B) = 1 - (1 - x_pair)*L/L_kv", (batch, own, *groups),
        because="the inverse of the batch is a straight line in the context: the batch falls for ever if the arithmetic of attention takes longer than its reads, and rises to a wall if it takes less",
    )
    board.state(
        "attention-left-out", "r*s/(n*B) >= 1 - L/L_kv", (line, own),
        because="without the arithmetic of attention, as in the lecture, both sides are the same: its batch is never too small",
    )
    board.rewrite(
        "wall-by-contexts", crossover, "L_x = L_kv/(1 - x_pair)", using=(own, *two_contexts), condition="x_pair < 1",
        because="the arithmetic of attention moves the wall outward, and where it takes as long as its reads there is none",
    )
    board.take(POOLED_MEMORY)
    held_by_one = board.take(HELD)
    fitting = board.define("batch-that-fits", "B_room")
    board.substitute("batch-that-fits-in-full", fitting, (held_by_one,), because="cache, windows and state, written out")
    board.reject(
        "always-a-wall", "L_x = L_kv", against=(crossover, *two_contexts),
        because="leaves the arithmetic of attention out of the balance, which matters little for grouped-query attention and a lot for latent attention",
    )


# --- what was said

SERVED = Said("8k token/sequence", "a served context", "")
AT_NO_CONTEXT = {"n": DECODE, "L": NO_CONTEXT}
DEFAULTS = {"n": DECODE, "L": SERVED}
_AT = {"a-thousand": "1k", "served": "8k", "long": "128k"}

READINGS = (
    Reading(AS_SAID, "as said: 300, and 32 of 256 experts for the sparsity",
            {"r": RIDGE, "s": Said("256/32", f"{POPE}: 32 of 256 experts", "0:19:16", LECTURE), **AT_NO_CONTEXT}),
    Reading("said-parameters", "the lecturer's own parameters: 37 B of 700 B",
            {"r": RIDGE, "N_total": TOTAL, "N_active": ACTIVE, **AT_NO_CONTEXT}),
    Reading("published-parameters", "DeepSeek's published parameters: 37 B of 671 B",
            {"r": RIDGE, "N_total": OnCard("deepseek-v3", "total"), "N_active": OnCard("deepseek-v3", "active"),
             **AT_NO_CONTEXT}),
    Reading("routed-experts", "DeepSeek's routed experts: 8 of 256",
            {"r": RIDGE, "s": Said("256/8", "DeepSeek-V3: 8 of 256 routed experts", "configuration file"), **AT_NO_CONTEXT}),
    Reading("dense-model", "a dense model: all parameters are active",
            {"r": RIDGE, "s": Said("1", "a dense model", "by definition"), **AT_NO_CONTEXT}),
    Reading("sixteen-bit", "an H100 with 16-bit weights and arithmetic",
            AT_NO_CONTEXT, Cards("h100", "deepseek-v3", compute="bf16")),
    Reading("eight-bit", "an H100 with 8-bit weights and arithmetic",
            AT_NO_CONTEXT, Cards("h100", "deepseek-v3", compute="fp8")),
    *(Reading(name, f"as built, at {tokens} tokens of context",
              {"n": DECODE, "L": Said(f"{tokens} token/sequence", SERVED.by, "")}, Cards()) for name, tokens in _AT.items()),
)

_CARD = f"{CARDS.date}, after {POPE}, 0:19:16"

PUBLISHED = (
    Published("sparsity", "8", POPE, "0:19:16", "exact", kind="premise"),
    Published("sparsity", "8", POPE, "0:19:16", "exact", "published-parameters",
              kind="premise", note="32 is the ratio, not the number of active experts, and the formula counts parameters"),
    Published("sparsity", "32", POPE, "0:32:41, maybe one in 32", "exact", "routed-experts", kind="premise"),
    Published("ridge", "300 token", POPE, "0:18:09", "one significant figure", "sixteen-bit", kind="look-up", note="said without a unit"),
    Published("ridge", ("590 token", "600 token"), "a blog post", "2026, for FP8", "range", "eight-bit",
              kind="retelling", note="FP8 doubles FLOP per byte and halves bytes per weight: the ridge stays where it is"),
    Published("intensity", "300 FLOP/byte", "practice card 7", CARDS.date, "one significant figure", "sixteen-bit",
              kind="retelling", note="correct in FLOP per byte only for 16-bit arithmetic"),
    Published("balance-batch", "2,400 sequence", "practice card 8", _CARD, "exact", kind="retelling"),
    Published("balance-batch", ("2,000 sequence", "3,000 sequence"), PATEL, "after 0:19:41", "range",
              note="said in tokens, one per sequence in decode; and said of two to three times the balance batch, which is larger"),
    Published("balance-batch", "2,000 sequence", POPE, "0:20:24", "one significant figure"),
    Published("balance-batch", "2,400 sequence", "practice card 8", _CARD, "exact", "said-parameters",
              kind="retelling", note="the formula counts parameters; here with the lecturer's own counts"),
    Published("balance-batch", "2,400 sequence", "practice card 8", _CARD, "exact", "published-parameters",
              kind="retelling", note="the same with the published total"),
    Published("balance-batch", "2,400 sequence", "practice card 8", _CARD, "exact", "routed-experts",
              kind="retelling", note="32 is the ratio of routed experts, not their number"),
    Published("balance-batch", "300 sequence", "a summary", "2026, roughly, for a dense model",
              "one significant figure", "dense-model", kind="retelling"),
    Published("balance-batch", "3,750 sequence", "a blog post (iamtypist.dev)", "2026", "three significant figures",
              kind="retelling", note="the post does not say from which inputs"),
    Published("balance-batch", "24,000 sequence", "a blog post", "date unknown", "two significant figures",
              kind="retelling", note="300 times 80"),
)

ASSERTED = (
    Asserted("in practice one runs two to three times the balance batch, because real efficiency is below the roofline",
             POPE, "0:19:31", times=(2, 3)),
    Asserted("the 300 stayed reasonably stable from A100 through H100 to B100 (here the B200)",
             POPE, "0:18:41", across=("a100-40", "a100-80", "h100", "b200"), of="ridge"),
    Asserted("Rubin has about the same 300; here in the format in which it multiplies DeepSeek-V3's weights",
             "a summary and a blog post", "2026", across=("rubin",), of="ridge"),
)

GRIDS = (
    Grid(("balance-batch",), ("a100-80", "h100", "h200", "b200", "gb200", "rubin"),
         ("deepseek-v3", "llama-3.1-70b", "mixtral-8x7b"), outside="no balance"),
    Grid(("L", "balance-batch", "batch-that-fits"), readings=tuple(_AT),
         title="The balance batch beside the sequences that the memory of eight H200 holds, DeepSeek-V3"),
    Grid(("kv-context", "attention-context", "crossover-context"), ("a100-80", "h100", "h200", "b200", "gb200", "rubin"),
         outside="falls for ever", title="Where the balance of DeepSeek-V3 ends, if it does"),
    Grid(("intensity", "ridge"), ("a100-40", "a100-80", "h100", "h200", "b200", "gb200", "rubin"),
         title="The ridge from A100 to Rubin, each in the format in which it multiplies DeepSeek-V3's weights"),
)


# what an answer says of the balance, and of the memory beside it; the batch in letters, as a reader may give another
_BALANCES = (
    ("About {balance-batch:3} at {L:3/} of context, and fewer beyond: attention computes {x_pair:3} times as long as it reads",
     ("x_pair > 1",)),
    ("About {balance-batch:3} at {L:3/} of context, and no balance from {crossover-context:/} on, where reading the cache takes longer than the arithmetic at any batch",
     ("L < L_x",)),
)
_MEMORIES = (
    ("memory binds first, at {batch-that-fits:3}.", ("B_room*n*(1 + L/L_attn - L/L_kv) < r*s", "B_room >= 1[sequence]")),
    ("memory does not hold a single one.", ("B_room < 1[sequence]",)),
    ("memory, which holds about {batch-that-fits:3}, does not bind.", ("B_room*n*(1 + L/L_attn - L/L_kv) >= r*s", "B_room >= 1[sequence]")),
)
_NO_BALANCE = Sentence(
    "As many as memory holds, about {batch-that-fits:3} of {L:3/}: no batch balances from {crossover-context:/} on, where reading the cache takes longer than the arithmetic at any batch.",
    ("L >= L_x", "B_room >= 1[sequence]"),
)
_NO_ROOM = Sentence(
    "None: memory does not hold a sequence of {L:3/}, and no batch balances from {crossover-context:/} on, where reading the cache takes longer than the arithmetic at any batch.",
    ("L >= L_x", "B_room < 1[sequence]"),
)

CLAIM = Claim(
    name="optimal-batch",
    title="The balance batch: 300 times sparsity",
    chapter=chapters.BATCH_SIZE,
    question="How many sequences should share a forward pass?",
    answer="About {balance-batch}: a ridge of {ridge:3} times a sparsity of {sparsity}.",
    answer_if=("L = 0", "n = 1[token/sequence]"),
    said_answer="With the lecture's numbers about {balance-batch}: a ridge of {ridge:3} times a sparsity of {sparsity}.",
    otherwise=(
        *(Sentence(f"{balance}; {memory}", (*where, *bound))
          for balance, where in _BALANCES for memory, bound in _MEMORIES),
        _NO_BALANCE,
        _NO_ROOM,
        Sentence("About {balance-batch}, where the arithmetic takes as long as the memory reads."),
    ),
    notation=SERVING.extended((*ATTENTION, *OTHER_FORMAT, *RENT_OF_A_TOKEN, *ROOM)), body=optimal_batch, result="balance-batch", outside="no balance",
    deciding="trust the knee of a single matrix product, which measures the ridge alone: in an MoE layer the kernels add losses of their own, and a production batch also depends on memory and demand",
    defaults={**DEFAULTS, "g_rent": GPU_HOUR}, readings=READINGS, published=PUBLISHED, asserted=ASSERTED, grids=GRIDS,
    compared=("ridge", "sparsity", "kv-context", "attention-context", "balance-batch", "batch-that-fits"),
    fitting="B_room",
)
