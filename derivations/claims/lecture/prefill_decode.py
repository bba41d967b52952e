"""prefill-decode: why output costs more than input, and what that says about decode.

Lecture 1:41:24 to 1:48:50. Said: output at three to five times the price of input, five in the calculation, so that
decode waits for memory five times as long as it computes.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from derivations.claim.claim import (
    AS_SAID,
    Asserted,
    Between,
    Cards,
    Claim,
    Deployment,
    Grid,
    OnCard,
    Published,
    Reading,
    Said,
)
from derivations.claims.shared import chapters
from derivations.claims.shared.passes import (
    ARITHMETIC_TIME,
    ATTENTION,
    POOLED_ATTENTION,
    REACHED_RATE,
    SERVING,
    Pass,
    kink_context,
    take_balance,
    take_pass,
    take_pool,
)
from derivations.claims.shared.prices import OUTPUT_AND_INPUT, RENT, SLOWER_OF_BOTH, TOKEN_SHARES, listed_prices
from derivations.claims.shared.said import (
    ACTIVE_AT_THE_STEP,
    BATCH,
    CARDS,
    DECODE,
    GPU_HOUR,
    LECTURE,
    NO_ATTENTION,
    PATEL,
    POPE,
    RIDGE,
    STEP_PLACE,
)
from derivations.derivation.premise import Alternative, Premise
from derivations.language.quantity import Quantity

if TYPE_CHECKING:
    from derivations.derivation.board import Board
    from derivations.derivation.script import Handle

# --- letters: those of prices and of a forward pass, in prices.py and passes.py, and one more

LONGEST = Quantity(
    "L_end", "token/sequence", "context at which memory is slower by the ratio of the prices, in a batch so large that the weights drop out",
    latex=r"L_{\mathrm{end}}",
)

# --- premises

INPUT_PRICE = Premise(
    "input-price", "q_short = p_mach*t_c/(n*B)",
    because="prefill is compute-bound, and a token's share of compute at a context does not depend on how many tokens share the pass",
    source="after lecture 1:41:24 to 1:48:50",
    alternatives=(
        Alternative(
            "prefill-below-peak", "q_short = p_mach*t_c/(u_flop*n*B)",
            because="prefill reaches only a fraction of the rate on the data sheet, which makes input more expensive",
            source="after lecture 0:19:31, where real efficiency is below the roofline",
            quantities=(REACHED_RATE,),
        ),
    ),
)
OUTPUT_PRICE = Premise(
    "output-price", f"p_short = {SLOWER_OF_BOTH}",
    because="an output token pays for its share of a pass, which takes as long as the slower of compute and reads",
    source="after lecture 1:41:24 to 1:48:50",
    alternatives=(
        Alternative(
            "no-overlap", "p_short = p_mach*(t_c + t_m)/(n*B)",
            because="nothing overlaps: a pass reads first, then multiplies, and a token pays for both",
        ),
    ),
)
OUTPUT_COSTS_MORE = Premise(
    "output-costs-more", "y_price > 1",
    because="output costs more than input on every list", source="lecture 1:41:24 to 1:48:50",
    alternatives=(
        Alternative(
            "costs-no-more", "y_price <= 1",
            because="below the step at 200,000 tokens the price is flat in the context, so decode is compute-bound there and costs the same as input",
            source="after lecture 1:33:03 to 1:38:22, the other argument from a price list",
        ),
    ),
)


# --- the argument

def prefill_decode(board: Board) -> Handle:
    """A token's share of a pass; the pass that is even; prices in proportion; where a price ratio can hold."""
    times = take_pass(board, compute=ARITHMETIC_TIME)
    take_pool(board)
    board.take(POOLED_ATTENTION)
    _shares(board, times)
    _, spelled, batch, crossover = take_balance(board, times)
    groups = (
        board.define("ridge", "r"), board.define("sparsity", "s"), board.define("kv-context", "L_kv"),
        board.define("attention-over-its-reads", "x_pair"),
    )
    wall = board.rewrite(
        "wall-by-contexts", crossover, "L_x = L_kv/(1 - x_pair)", using=groups[2:], condition="x_pair < 1",
        because="attention multiplies while its cache is read, which moves the crossover outward",
    )
    kink = kink_context(board, times, (*groups, wall))
    _even_pass(board, spelled, batch, (*groups[:2], board.define("attention-over-weights", "y_attn")))
    memory = board.define("memory-over-compute", "y_mem")
    spelled = board.substitute("memory-in-full", memory, times.times, because="the times, written out")
    law = board.rewrite(
        "memory-in-groups", spelled, "y_mem = (r*s/(n*B) + L/L_kv)/(1 + x_pair*L/L_kv)", using=groups,
        because="reads of weights and cache, over products with the weights and in attention: with a longer context it goes to one over the time of attention beside its reads",
    )
    flat, price = _prices(board, memory)
    result = _operating_points(board, price, law, groups[:2])
    _conflict(board, times, (flat, memory), (result, kink, wall, *groups))
    board.reject(
        "input-costs-more", "y_price = 1/y_mem", against=(price, law),
        because="the host had it reversed for a moment (after 1:41:24): input five times as expensive",
    )
    board.define("price-ratio-above", "y_long")
    board.define("rent-of-a-token", "q_rent")
    board.define("margin", "y_margin", because="the list price of input, relative to the rent of the machine at full rate")
    return result


def _shares(board: Board, times: Pass) -> None:
    """Compute per new token is flat in the length of a pass, memory falls as one over it."""
    compute = board.define("compute-share", "c_tok")
    flat = board.substitute(
        "compute-per-token", compute, (times.compute,), because="every new token has its own multiplications"
    )
    board.independence("flat-in-length", flat, of="n", because="prefill and decode spend the same compute time on a token")
    memory = board.define("memory-share", "m_tok")
    falling = board.substitute(
        "memory-per-token", memory, (times.memory, times.weights, times.cache),
        because="all new tokens of a pass share one read of weights and cache; the newly written cache stays on the chip",
    )
    board.state("shared-reads", "m_tok*n = (b_w*N_total/B + kappa*L)/W", (falling,), because="a pass of twice as many new tokens has half the reads for each")


def _even_pass(board: Board, spelled: Handle, batch: Handle, groups: tuple[Handle, ...]) -> None:
    """The new tokens per sequence that make a pass even; more of them are a prefill bound by compute."""
    even = board.solve("even-pass", spelled, for_="n", because="where the flat line and the falling one cross")
    board.rewrite("even-pass-in-groups", even, "n = (r*s/B + kappa*L*C/(phi*N_active*W))/(1 + y_attn)", using=groups,
                  because="the balance batch over the batch, more if a context is read, and fewer if attention multiplies with it")
    short = board.limit("batch-without-cache", batch, "L", because="at its start a prompt has no context", holding=("y_price",))
    start = board.rewrite("balance-batch", short, "B = r*s/n", using=groups[:2], because="ridge times sparsity over the new tokens of a sequence")
    board.solve("shortest-prefill", start, for_="n",
                because="with more new tokens per sequence than this, a prompt is compute-bound from its start")


def _prices(board: Board, memory: Handle) -> tuple[Handle, Handle]:
    """Prices in proportion to time, and what their ratio says: none if compute-bound, else memory over compute."""
    taken = (board.take(OUTPUT_PRICE), board.take(INPUT_PRICE))
    listed_prices = board.define("price-ratio", "y_price")
    ratio = board.substitute("ratio-of-times", listed_prices, taken, because="the price of the machine and the batch cancel")
    flat, _ = board.split(
        "two-ratios", ratio, ("ratio-compute-bound", "ratio-memory-bound"),
        because="if compute is slower, output costs the same as input; it costs more only if memory is slower",
    )
    use = board.define("decode-use", "u_decode")
    board.state(
        "use-of-compute", "u_decode = 1/y_price", (use, ratio),
        because="the inverse of the price ratio: the more an output token costs over an input token, the more compute idles",
    )
    either = board.state("same-price-or-memory", "(y_price - 1)*(y_mem - y_price) >= 0", (ratio, memory),
                         because="either a ratio of one, or the ratio of memory to compute time")
    expensive = board.suppose(OUTPUT_COSTS_MORE)
    bound = board.state("is-memory-bound", "t_m > t_c", (either, memory, expensive),
                        because="compute-bound, output would cost no more than input")
    price = board.state(
        "price-is-memory", "y_price = y_mem", (ratio, memory, bound),
        because="so the price list tells how many times longer the memory reads take than compute",
    )
    return flat, price


def _operating_points(board: Board, price: Handle, law: Handle, balanced: tuple[Handle, ...]) -> Handle:
    """Batch and context at which decode is memory-bound by the ratio of the prices."""
    groups = board.substitute("price-in-groups", price, (law,), because="the same for the ratio of the prices")
    batch = board.solve("batch-of-ratio", groups, for_="B", because="solved for the batch, at a given context")
    board.limit("batch-without-context", batch, "L", because="without a context: the balance batch over the ratio",
                holding=("y_price",))
    longest = board.isolate(
        "context-of-large-batch", batch, of="L", named="L_end",
        because="the context of a batch so large that the weights drop out; where attention takes longer than its reads over that ratio, as latent attention does, there is none",
    )
    share = board.state(
        "weights-explain-the-rest", "y_price*(1 - L/L_end) = r*s/(n*B)", (groups, longest, *balanced),
        because="the shorter a context is than that, the more the weights have to explain",
    )
    context = board.solve("context-turned", share, for_="L", because="the context at which decode is memory-bound by that factor")
    spelled = board.substitute("context-in-full", context, (longest,), because="with that context written out")
    return board.rewrite(
        "context-of-ratio", spelled, "L = L_kv*(y_price - r*s/(n*B))/(1 - x_pair*y_price)",
        because="the KV fetch has to explain what the weight fetch does not, and attention multiplies while it is read",
    )


def _conflict(board: Board, times: Pass, flat: tuple[Handle, Handle], known: tuple[Handle, ...]) -> None:
    """The argument from the step at 200,000 tokens, and the one from output and input, at one operating point."""
    below = board.state(
        "below-the-kink", "y_mem <= 1", flat,
        because="the argument of the price step: where the price is flat in the context, a pass is compute-bound, so memory is not slower by any factor",
    )
    apart = board.define("apart", "L_apart")
    board.state(
        "contexts-apart", "L_apart = L_x*(y_price - 1)*(1 - x_pair*r*s/(n*B))/(1 - x_pair*y_price)", (apart, *known),
        because="the gap between the longest compute-bound context and the context that the ratio needs: both arguments never hold at the same batch and context; without attention the gap is the same at any batch",
    )
    board.reject(
        "five-times-below-the-step", "t_m = 5*t_c", against=(below, *flat, times.memory),
        because="has decode memory-bound by a factor of five (1:48:50) and compute-bound up to the step (1:36:29), in one model at one batch and context",
    )


# --- what was said

_PLACE = "1:41:39 to 1:48:50"
_EIGHT = Said("256/32", f"{POPE}: 32 of 256 experts", "0:19:16", LECTURE)
_STEP_IS_L_KV = Said("200k token/sequence", f"{POPE}: where the KV fetch takes as long as compute", STEP_PLACE, LECTURE)
_FIVE_TIMES = Said("5", POPE, _PLACE, LECTURE)
_MODEL = {"r": RIDGE, "s": _EIGHT, "n": DECODE, "B": BATCH, "L_kv": _STEP_IS_L_KV, "L_x": _STEP_IS_L_KV, "x_pair": NO_ATTENTION}
_LISTS = {
    "claude-opus-4.6-prices": "Claude Opus 4.6 and 4.7", "claude-sonnet-4.5-prices": "Claude Sonnet 4 and 4.5",
    "gemini-3.1-pro-prices": "Gemini 3.1 Pro", "gpt-5-prices": "GPT-5 and 5.1", "gpt-5.5-prices": "GPT-5.5",
    "grok-4-prices": "Grok 4", "deepseek-v3-prices": "DeepSeek-V3", "deepseek-r1-prices": "DeepSeek-R1",
    "deepseek-v3.2-prices": "DeepSeek-V3.2", "deepseek-v4-pro-prices": "DeepSeek-V4-Pro",
    "kimi-k2-prices": "Kimi K2",
}
_FIVE = ("claude-opus-4.6-prices", "claude-sonnet-4.5-prices", "grok-4-prices")
_OWN = "deepseek-v3-prices"
_OUTSIDE = ("gemini-3.1-pro-prices", "gpt-5-prices", "gpt-5.5-prices", "deepseek-v3.2-prices",
            "deepseek-v4-pro-prices")
_RENTED: dict[str, Said | OnCard] = {
    "N_active": ACTIVE_AT_THE_STEP, "C_gpu": OnCard("b200", "compute.fp8"), "p_gpu": GPU_HOUR,
    "phi": Said("2 FLOP/parameter/token", "one multiply and one add", ""),
}


def _said(name: str, title: str, ratio: str, where: str, by: str = POPE) -> Reading:
    return Reading(name, title, {**_MODEL, "y_price": Said(ratio, by, where, LECTURE)})


def _listed_prices(card: str, title: str) -> Reading:
    """Without the step itself: the context is what this claim looks for."""
    prices = {letter: number for letter, number in listed_prices(card).items() if letter != "L"}
    return Reading(card, f"{title}, list prices", prices)


DEFAULTS: dict[str, Said | OnCard] = {
    "n": DECODE, "B": BATCH, "p_gpu": GPU_HOUR, "y_price": _FIVE_TIMES,
}

READINGS = (
    _said(AS_SAID, "as said: five times; 300 times 8, 2,000 sequences, and L_kv at the step of 200k, without attention", "5", _PLACE),
    _said("three-times", "the same with the lower end of 'three to five times'", "3", "1:41:39"),
    _said("half-more", "the same with the host's first figure, 50%", "1.5", "1:41:24", PATEL),
    Reading("three-balance-batches", "as said, but with three times the balance batch of 300 times 8",
            {**_MODEL, "B": Said("7,200 sequence", f"{POPE}: two to three times 300 times 8", "0:19:31", LECTURE),
             "y_price": _FIVE_TIMES}),
    *(_listed_prices(card, title) for card, title in _LISTS.items()),
    *(Reading(f"rent-{card}", f"100 B active on a B200 in fp8 at two dollars an hour, and input of {_LISTS[card]}",
              {**_RENTED, "q_short": OnCard(card, "input")})
      for card in ("gemini-3.1-pro-prices", "claude-opus-4.6-prices")),
)

_FIFTH = "practice card 24"
PUBLISHED = (
    Published("price-ratio", ("3", "5"), POPE, "1:41:39", "range", _OWN, "look-up"),
    Published("price-ratio", ("3", "5"), _FIFTH, CARDS.date, "range", _OWN, "retelling"),
    *(Published("price-ratio", "5", POPE, f"{_PLACE}; the providers' lists", "exact", card, "look-up") for card in _FIVE),
    *(Published("price-ratio", ("3", "5"), POPE, "1:41:39", "range", card, "look-up")
      for card in ("kimi-k2-prices", "deepseek-r1-prices")),
    *(Published("price-ratio", ("3", "5"), POPE, "1:41:39", "range", card, "look-up",
                note="another provider, another ratio") for card in _OUTSIDE),
    Published("price-ratio-above", ("3", "5"), POPE, "1:41:39", "range", "gemini-3.1-pro-prices",
              "look-up", otherwise="price-ratio", note="above the step at 200k tokens, where input costs twice as much and output 50% more"),
    Published("price-ratio", "150%", PATEL, "1:41:24, 50% more, asked", "two significant figures",
              "claude-opus-4.6-prices", "illustration",
              note="the 50% is the step in the price of output at 200k; the lecturer corrects it at once"),
    Published("use-of-compute", "1/5", _FIFTH, CARDS.date, "exact", kind="retelling",
              note="relative to prefill, which is assumed to reach the full rate"),
    Published("use-of-compute", "30%", POPE, "1:24:42 to 1:28:24", "two significant figures", kind="premise",
              note="'a little too generous', the lecturer says there"),
    Published("use-of-compute", "1/3", "practice card 18", f"{CARDS.date}, a third of the MFU of prefill", "exact",
              "three-times", "retelling",
              note="three times is the price ratio that goes with the efficiency of the other chapter"),
    Published("use-of-compute", "1/3", "practice card 18", f"{CARDS.date}, a third of the MFU of prefill", "exact",
              kind="retelling", note="the chapter on training uses another efficiency of decode than the prices imply"),
)

ASSERTED = (
    Asserted("prefill is limited by compute and decode by bandwidth", POPE, _PLACE),
    Asserted("the time of the memory reads needs no adjustment for a longer pass, because the new part of the cache stays on the chip",
             POPE, _PLACE),
    Asserted("decode is 'tremendously' memory-bound", POPE, "before 1:48:50"),
    Asserted("input, not output, is five times as expensive: a slip, corrected at once", PATEL, _PLACE),
    Asserted("one is incentivized to price close to cost; the table of rents shows how far list prices are above one part of that cost, so only their ratios are informative",
             POPE, "1:41:18"),
)

GRIDS = (
    Grid(("price-ratio", "price-ratio-above", "use-of-compute"), readings=tuple(_LISTS),
         title="Output over input in list prices, and the utilization that they would imply"),
    Grid(("batch-without-context", "context-of-large-batch", "context-of-ratio", "contexts-apart"),
         readings=(AS_SAID, "three-times", "half-more", "three-balance-batches"), outside="none",
         title="Where decode could be memory-bound by that factor, on the lecture's own numbers"),
    Grid(("q_short", "rent-of-a-token", "margin"),
         readings=("rent-gemini-3.1-pro-prices", "rent-claude-opus-4.6-prices"),
         title="List price of input, and the rent of its multiplications"),
    Grid(("batch-without-context", "context-of-large-batch"), ("h100", "h200", "b200", "gb200", "mi300x", "tpu-v5e"),
         outside="none", title="Where a price ratio of five could hold, on other accelerators"),
)

RANGES = {
    "B": Between("2,000 sequence", "6,000 sequence", POPE, "2,000 at 0:20:24, up to three times that at 0:19:31"),
}


CLAIM = Claim(
    name="prefill-decode",
    title="Why output costs more than input: decode is memory-bound",
    chapter=chapters.PRICES,
    question="If output costs five times as much as input, where does the time go?",
    answer="At a price ratio of {price-ratio:2}, memory reads take {price-ratio:2} times as long as the arithmetic: an MFU of about {use-of-compute:%}, reached at about {context-of-ratio:/} of context.",
    said_answer="With the lecture's numbers, at a price ratio of {price-ratio:2}, memory reads take {price-ratio:2} times as long as the arithmetic: an MFU of about {use-of-compute:%}, reached at about {context-of-ratio:/} of context.",
    notation=SERVING.extended((*ATTENTION, *TOKEN_SHARES, LONGEST, *OUTPUT_AND_INPUT, *RENT)), body=prefill_decode,
    deciding="trust the measured speeds of prefill and decode: cost is only one of the things that set a price",
    result="context-of-ratio", outside="no such context",
    defaults=DEFAULTS, readings=READINGS, published=PUBLISHED, asserted=ASSERTED, grids=GRIDS, ranges=RANGES,
    over="B",
    compared=("price-ratio", "use-of-compute", "shortest-prefill", "batch-without-context", "context-of-large-batch",
              "context-of-ratio", "contexts-apart"),
    # grouped queries: with latent attention, a longer context brings reads and arithmetic together
    deployment=Deployment(Cards("gb200", "qwen3-235b")),
)
