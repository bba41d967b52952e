"""What was said and printed about the claim prefill-decode."""

from __future__ import annotations

from derivations.claims.claim import AS_BUILT, AS_SAID, Asserted, Between, Grid, OnCard, Published, Reading, Said
from derivations.claims.lecture import CARDS, LECTURE, PATEL, POPE
from derivations.claims.price_lists import listed
from derivations.claims.said import ACTIVE_AT_THE_STEP, BATCH, DECODE, GPU_HOUR, RIDGE, STEP_PLACE

_PLACE = "1:41:39 to 1:48:50"
_EIGHT = Said("256/32", f"{POPE}: 32 of 256 experts", "0:19:16", LECTURE)
_STEP_IS_L_X = Said("200k token/sequence", f"{POPE}: where the KV fetch takes as long as compute", STEP_PLACE, LECTURE)
_MODEL = {"r": RIDGE, "s": _EIGHT, "n": DECODE, "B": BATCH, "L_x": _STEP_IS_L_X}
_LISTS = {
    "claude-opus-4.6-prices": "Claude Opus 4.6 and 4.7", "claude-sonnet-4.5-prices": "Claude Sonnet 4 and 4.5",
    "gemini-3.1-pro-prices": "Gemini 3.1 Pro", "gpt-5-prices": "GPT-5 and 5.1", "gpt-5.5-prices": "GPT-5.5",
    "grok-4-prices": "Grok 4", "deepseek-v3-prices": "DeepSeek-V3", "deepseek-r1-prices": "DeepSeek-R1",
    "deepseek-v3.2-prices": "DeepSeek-V3.2", "deepseek-v4-pro-prices": "DeepSeek-V4-Pro",
    "kimi-k2-prices": "Kimi K2",
}  # fmt: skip
_FIVE = ("claude-opus-4.6-prices", "claude-sonnet-4.5-prices", "grok-4-prices")
_OUTSIDE = ("gemini-3.1-pro-prices", "gpt-5-prices", "gpt-5.5-prices", "deepseek-v3.2-prices",
            "deepseek-v4-pro-prices")  # fmt: skip
_RENTED: dict[str, Said | OnCard] = {
    "N_active": ACTIVE_AT_THE_STEP, "C_gpu": OnCard("b200", "compute.fp8"), "p_gpu": GPU_HOUR,
    "phi": Said("2 FLOP/parameter/token", "one multiply and one add", ""),
}  # fmt: skip


def _said(name: str, title: str, ratio: str, where: str, by: str = POPE) -> Reading:
    return Reading(name, title, {**_MODEL, "y_price": Said(ratio, by, where, LECTURE)})


def _prices(card: str, title: str) -> Reading:
    """Without the step itself: the context is what this claim looks for."""
    prices = {letter: number for letter, number in listed(card).items() if letter != "L"}
    return Reading(card, f"{title}, list prices", prices)


DEFAULTS: dict[str, Said | OnCard] = {
    "n": DECODE, "B": BATCH, "p_gpu": GPU_HOUR,
    "p_short": OnCard("deepseek-v3-prices", "output"), "q_short": OnCard("deepseek-v3-prices", "input"),
}  # fmt: skip

READINGS = (
    _said(AS_SAID, "as said: five times; 300 times 8, 2,000 sequences, and L_x at the step of 200k", "5", _PLACE),
    _said("three-times", "the same with the lower end of 'three to five times'", "3", "1:41:39"),
    _said("half-more", "the same with the host's first figure, 50%", "1.5", "1:41:24", PATEL),
    Reading("three-balance-batches", "as said, but with three times the balance batch of 300 times 8",
            {**_MODEL, "B": Said("7,200 sequence", f"{POPE}: two to three times 300 times 8", "0:19:31", LECTURE),
             "y_price": Said("5", POPE, _PLACE, LECTURE)}),
    *(_prices(card, title) for card, title in _LISTS.items()),
    *(Reading(f"rent-{card}", f"100 B active on a B200 in fp8 at two dollars an hour, and input of {_LISTS[card]}",
              {**_RENTED, "q_short": OnCard(card, "input")})
      for card in ("gemini-3.1-pro-prices", "claude-opus-4.6-prices")),
)  # fmt: skip

_FIFTH = "practice card 24"
PUBLISHED = (
    Published("price-ratio", ("3", "5"), POPE, "1:41:39", "range", AS_BUILT, note="of DeepSeek-V3's own prices"),
    Published("price-ratio", ("3", "5"), _FIFTH, CARDS.date, "range", AS_BUILT),
    *(Published("price-ratio", "5", POPE, f"{_PLACE}; the providers' lists", "exact", card) for card in _FIVE),
    *(Published("price-ratio", ("3", "5"), POPE, "1:41:39", "range", card)
      for card in ("kimi-k2-prices", "deepseek-r1-prices")),
    *(Published("price-ratio", ("3", "5"), POPE, "1:41:39", "range", card, reproduces=False,
                note="another provider, another ratio") for card in _OUTSIDE),
    Published("price-ratio-above", ("3", "5"), POPE, "1:41:39", "range", "gemini-3.1-pro-prices",
              note="above the step at 200k tokens, where input is twice as dear and output half more"),
    Published("price-ratio", "150%", PATEL, "1:41:24, 50% more, asked", "two significant figures",
              "claude-opus-4.6-prices", reproduces=False,
              note="the 50% is the step in the price of output at 200k; he is corrected at once"),
    Published("use-of-compute", "1/5", _FIFTH, CARDS.date, "exact",
              note="of prefill's, which is taken to reach the full rate"),
    Published("use-of-compute", "1/3", "practice card 18", f"{CARDS.date}, a third of the MFU of prefill", "exact",
              reproduces=False, note="the chapter on training takes another efficiency of decode than the prices say"),
    Published("use-of-compute", "30%", POPE, "1:24:42 to 1:28:24", "two significant figures", reproduces=False,
              note="'a little too generous', he says of it there; from the prices it is less"),
    Published("use-of-compute", "1/3", "practice card 18", CARDS.date, "exact", "three-times",
              note="three times is the price ratio that goes with the efficiency of the other chapter"),
)  # fmt: skip

ASSERTED = (
    Asserted("prefill is limited by compute and decode by bandwidth", POPE, _PLACE),
    Asserted("the time of the memory reads needs no adjustment for a longer pass, as the new part of the cache stays "
             "on the chip", POPE, _PLACE),
    Asserted("decode is 'tremendously' memory-bound", POPE, "before 1:48:50"),
    Asserted("input, and not output, is five times as dear: a slip, put right at once", PATEL, _PLACE),
    Asserted("one is incentivized to price close to cost; the table of rents shows how far list prices are above one "
             "part of that cost, so that ratios are all they can tell", POPE, "1:41:18"),
)  # fmt: skip

GRIDS = (
    Grid(("price-ratio", "price-ratio-above", "use-of-compute"), readings=tuple(_LISTS),
         title="Output over input in list prices, and the use of compute that they would imply"),
    Grid(("batch-without-context", "context-of-large-batch", "context-of-ratio", "contexts-apart"),
         readings=(AS_SAID, "three-times", "half-more", "three-balance-batches"), outside="none",
         title="Where decode could be so far memory-bound, on the lecture's own numbers"),
    Grid(("q_short", "rent-of-a-token", "margin"),
         readings=("rent-gemini-3.1-pro-prices", "rent-claude-opus-4.6-prices"),
         title="List price of input, and the rent of its multiplications"),
    Grid(("batch-without-context", "context-of-large-batch"), ("h100", "h200", "b200", "gb200", "mi300x", "tpu-v5e"),
         title="Where DeepSeek-V3's own price ratio could hold, on other accelerators"),
)  # fmt: skip

RANGES = {
    "B": Between("2,000 sequence", "6,000 sequence", POPE, "2,000 at 0:20:24, up to three times that at 0:19:31"),
}  # fmt: skip
