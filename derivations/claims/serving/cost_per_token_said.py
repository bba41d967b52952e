"""What was said and printed about the claim cost-per-token."""

from __future__ import annotations

from derivations.claims.claim import AS_BUILT, AS_SAID, Asserted, Cards, Grid, OnCard, Published, Reading, Said
from derivations.claims.lecture import LECTURE, POPE
from derivations.claims.said import ACTIVE, ACTIVE_AT_THE_STEP, BATCH, DECODE, GPU_HOUR, NO_CONTEXT, RIDGE, TOTAL

_WORSE = "0:04:28"
_ALONE = Said("1 sequence", POPE, f"{_WORSE}, without a batch", LECTURE)
_SAID = {"r": RIDGE, "n": DECODE, "B": _ALONE, "L": NO_CONTEXT}
_RACK = Cards("gb200", "deepseek-v3", compute="fp8", cache="fp8")
_BLACKWELL: dict[str, Said | OnCard] = {
    "g_rent": GPU_HOUR,
    "phi": Said("2 FLOP/parameter/token", "one multiply and one add", ""),
    "C_gpu": OnCard("b200", "compute.fp8"),
}
_LISTS = {
    "claude-opus-4.6-prices": "Claude Opus 4.6", "gemini-3.1-pro-prices": "Gemini 3.1 Pro",
    "gpt-5-prices": "GPT-5", "deepseek-v3-prices": "DeepSeek-V3",
}  # fmt: skip


def _listed(card: str, title: str) -> Reading:
    """List prices beside the rent of a B200 in fp8: DeepSeek's own parameters, 100 billion for the others."""
    own = card.startswith("deepseek")
    active = OnCard("deepseek-v3", "active") if own else ACTIVE_AT_THE_STEP
    numbers: dict[str, Said | OnCard] = {**_BLACKWELL, "N_active": active, "p_short": OnCard(card, "output"),
                                        "q_short": OnCard(card, "input")}  # fmt: skip
    return Reading(card, f"{title}, list prices, {'its own' if own else '100 B'} active parameters", numbers)


DEFAULTS = {"n": DECODE, "B": _ALONE, "L": NO_CONTEXT, "g_rent": GPU_HOUR}

_EXPERTS = Said("256/32", f"{POPE}: 32 of 256 experts", "0:19:16", LECTURE)
_IN_PRACTICE = Said("4,800 sequence", f"{POPE}: in practice twice 300 times sparsity, or more", "0:19:31", LECTURE)

READINGS = (
    Reading(AS_SAID, "as said: 300, 32 of 256 experts, one sequence",
            {**_SAID, "s": _EXPERTS}),
    Reading("batch-as-said", "as said, with 2,000 sequences", {**_SAID, "s": _EXPERTS, "B": BATCH}),
    Reading("batch-in-practice", "as said, with twice the balance batch", {**_SAID, "s": _EXPERTS, "B": _IN_PRACTICE}),
    Reading("dense-model", "the same for a dense model", {**_SAID, "s": Said("1", "a dense model", "by definition")}),
    Reading("said-parameters", "the same with his own parameters, 37 B of 700 B",
            {**_SAID, "N_total": TOTAL, "N_active": ACTIVE}),
    Reading("batch-of-2000", "a rack of GB200, DeepSeek-V3 in fp8, 2,000 sequences", {**DEFAULTS, "B": BATCH}, _RACK),
    Reading("one-on-a-rack", "the same rack, one sequence", DEFAULTS, _RACK),
    *(_listed(card, title) for card, title in _LISTS.items()),
)  # fmt: skip

PUBLISHED = (
    Published("over-the-floor", "1000", POPE, f"{_WORSE}, 'can be a thousand times worse'", "order of magnitude",
              note="said before anything was derived, and as an order"),
    Published("over-the-floor", "1000", POPE, _WORSE, "order of magnitude", "dense-model", reproduces=False,
              note="for a dense model it is the 300 alone"),
    Published("over-the-floor", "1000", POPE, _WORSE, "order of magnitude", "said-parameters", reproduces=False,
              note="with his parameters the balance batch is larger, and so is the ratio"),
    Published("over-the-floor", "1000", POPE, _WORSE, "order of magnitude", AS_BUILT, reproduces=False,
              note="the same on the default cards; and less, if one token reads only its own experts"),
)  # fmt: skip

ASSERTED = (
    Asserted("at a batch of one the cost per token goes almost to infinity: it is large, and finite", POPE, "0:14:22"),
    Asserted("the weight part is drawn as a hyperbola; 'parabola' was the spoken word", POPE, "0:14:22"),
    Asserted("a pass takes like one millisecond or 20 milliseconds", POPE, "0:12:59"),
    Asserted("a slow mode would sit on the floor line, and save little, as cache and compute are unique to each "
             "sequence", POPE, "0:15:31"),
    Asserted("a slow mode could save", "a podcast's notes (pod.mattf.im)", "2026"),
    Asserted("you are incentivized to price close to cost", POPE, "1:41:18"),
)  # fmt: skip

GRIDS = (
    Grid(("over-the-floor",), ("a100-80", "h100", "h200", "b200", "gb200", "rubin"),
         ("deepseek-v3", "llama-3.1-70b", "mixtral-8x7b"), title="Cost of a token alone in its pass, over the floor"),
    Grid(("compute-part", "q_short", "list-price-of-input", "p_short", "list-price-of-output"),
         readings=tuple(_LISTS),
         title="Rent for the multiplications of a token on a B200 at full fp8 rate, and list prices beside it"),
    Grid(("over-the-floor", "saved-of-a-token"), readings=("batch-as-said", "batch-in-practice", "batch-of-2000"),
         title="What a slow mode with larger batches could save, as a part of the cost"),
)  # fmt: skip
