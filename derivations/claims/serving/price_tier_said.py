"""What was said and printed about the claim price-tier."""

from __future__ import annotations

from derivations.claims.claim import AS_BUILT, AS_SAID, Asserted, Between, Grid, OnCard, Published, Reading, Said
from derivations.claims.lecture import CARDS, LECTURE, PATEL, POPE
from derivations.claims.price_lists import STEPPED, listed
from derivations.claims.said import DECODE, HALF_MORE, STEP, STEP_PLACE

_PLACE = "1:33:03 to 1:36:29"
_CONTEXTS = "1:52:18 to 1:54:04"
_GEMINI = "gemini-3.1-pro-prices"
_NO_WEIGHTS = Said("1", f"{POPE}: the weights are negligible", STEP_PLACE, LECTURE)
_PICTURE = Said("1/2", "measured on the picture of card 22", CARDS.date, CARDS)
_TWICE = Said("1/2", f"what {POPE}'s batch of twice the balance batch leaves to the cache", "0:19:31", LECTURE)
_THRICE = Said("2/3", f"what {POPE}'s batch of three times the balance batch leaves to it", "0:19:31", LECTURE)
_WINDOW = Said("1 million token/sequence", f"{PATEL}: no company has more", _CONTEXTS, LECTURE)


def _said(name: str, title: str, share: Said) -> Reading:
    return Reading(name, title, {"premium_out": HALF_MORE, "L": STEP, "u_kv": share})


def _window(name: str, title: str, share: Said) -> Reading:
    """What a window of a million has to cost; its longest request is the whole window."""
    return Reading(name, title, {"L": STEP, "u_kv": share, "L_far": _WINDOW, "L_high": _WINDOW})


_LISTS = tuple(
    Reading(card, f"{title}, list prices", {**listed(card), "u_kv": _NO_WEIGHTS}) for card, title in STEPPED.items()
)
_BATCHES = ("twice-the-balance", "three-times-the-balance")
_WINDOWS = ("million", "million-with-weights")

DEFAULTS: dict[str, Said | OnCard] = {**listed(_GEMINI), "u_kv": _THRICE, "n": DECODE}  # fmt: skip

READINGS = (
    _said(AS_SAID, "as said: 50%, 200k, and so large a batch that the weights drop out", _NO_WEIGHTS),
    _said("card-picture", "the same with the weights half of compute, as in the picture on card 22", _PICTURE),
    _said(_BATCHES[0], "the same with a batch of twice the balance batch", _TWICE),
    _said(_BATCHES[1], "the same with three times the balance batch", _THRICE),
    _window(_WINDOWS[0], "a window of a million tokens, the weights left out", _NO_WEIGHTS),
    _window(_WINDOWS[1], "the same with the weights half of compute", _PICTURE),
    *_LISTS,
)  # fmt: skip

PUBLISHED = (
    Published("price-step", "50%", PATEL, "1:33:03", "exact", _GEMINI, note="of output"),
    Published("price-step", "50%", "practice card 21, and summaries", CARDS.date, "one significant figure", AS_BUILT,
              note="of output"),
    Published("input-price-step", "50%", PATEL, "1:33:03", "exact", _GEMINI, reproduces=False,
              note="input doubles, and prefill is bound by compute, so that no line of memory reads explains it"),
    *(Published("price-step", "50%", PATEL, "1:33:03, of Gemini; here of another list", "exact", card)
      for card in ("claude-sonnet-4.5-prices", "gpt-5.4-prices", "gpt-5.5-prices")),
    *(Published("price-step", "50%", PATEL, "1:33:03, of Gemini; here of another list", "exact", card, reproduces=False,
                note="input and output both double there") for card in ("grok-4-prices", "gemini-1.5-pro-prices")),
    Published("premium-of-window", "50%", PATEL, "1:33:03, not said of a window", "one significant figure",
              _WINDOWS[0], reproduces=False,
              note="if the step is where reads overtake compute, half more does not pay for a window of a million"),
    Published("premium-of-window", "50%", PATEL, "1:33:03, not said of a window", "one significant figure",
              _WINDOWS[1], reproduces=False, note="nor with a weight fetch of half of compute"),
    Published("longest-profitable", "1 million token/sequence", PATEL, f"{_CONTEXTS}, no company has more",
              "one significant figure", reproduces=False,
              note="of a window so long a part would be sold below cost, or the step is no kink"),
)  # fmt: skip

ASSERTED = (
    Asserted("why half more, and not another number: asked and not derived", f"{PATEL} asks, {POPE} answers", _PLACE),
    Asserted("the step in the price is somewhat aligned with the kink, maybe not exactly; for a published model with "
             "dense attention the kink is at a few thousand tokens", POPE, _PLACE),
    Asserted("below the step compute, above it memory: the KV fetch crosses compute", f"{POPE}; card 21", _PLACE),
    Asserted("at the step the KV fetch crosses the weight fetch", "two summaries and a blog post", "2026"),
    Asserted("the KV fetch crosses compute in one place, and the weights in another", "one of the summaries", "2026"),
    Asserted("one is incentivized to price close to cost", POPE, "1:41:18"),
)  # fmt: skip

GRIDS = (
    Grid(("price-step", "input-price-step", "L", "longest-profitable"), readings=tuple(each.name for each in _LISTS),
         title="Steps in list prices, and the context that the premium on output pays for, the weights left out"),
    Grid(("u_kv", "premium_out", "longest-profitable"), readings=(AS_SAID, *_BATCHES[::-1], "card-picture"),
         title="What half more pays for, by how far the batch is above the balance batch"),
    Grid(("u_kv", "L_far", "premium-of-window", "cost-of-higher"), readings=_WINDOWS,
         title="What a window of a million tokens has to cost above the step, over the price below it"),
)  # fmt: skip

RANGES = {
    "u_kv": Between("1/2", "1", POPE, "from twice the balance batch, 0:19:31, to one where the weights drop out"),
}  # fmt: skip
