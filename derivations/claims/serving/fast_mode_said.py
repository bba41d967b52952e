"""What was said and printed about the claim fast-mode."""

from __future__ import annotations

from derivations.claims.claim import AS_SAID, Asserted, Grid, OnCard, Published, Reading, Said
from derivations.claims.lecture import LECTURE, PATEL, POPE
from derivations.claims.said import DECODE, RIDGE

_ASKED = "0:01:05"
_OPUS = "claude-opus-4.6-prices"
_SPARSITY = Said("256/32", f"{POPE}: 32 of 256 experts", "0:19:16", LECTURE)
_SPEED = Said("2.5", PATEL, _ASKED, LECTURE)
_HIGH = Said("100", PATEL, _ASKED, LECTURE)
_BALANCE = {"r": RIDGE, "s": _SPARSITY, "n": DECODE}


def _listed(card: str, title: str, speed: Said | OnCard) -> Reading:
    """List prices of output, usual and fast."""
    prices = {"p_short": OnCard(card, "output"), "p_fast": OnCard(card, "fast_output")}
    return Reading(card, title, {**prices, "v_fast": speed, "x_high": _HIGH, **_BALANCE})


DEFAULTS: dict[str, Said | OnCard] = {
    "p_short": OnCard(_OPUS, "output"), "p_fast": OnCard(_OPUS, "fast_output"), "v_fast": OnCard(_OPUS, "fast_speed"),
    "x_high": _HIGH, "n": DECODE,
}  # fmt: skip

READINGS = (
    Reading(AS_SAID, "as said: six times the price, two and a half times the speed; 300 and 32 of 256",
            {"x_price": Said("6", PATEL, _ASKED, LECTURE), "v_fast": _SPEED, "x_high": _HIGH, **_BALANCE}),
    _listed(_OPUS, "Claude Opus 4.6 and 4.7, list prices", OnCard(_OPUS, "fast_speed")),
    _listed("claude-opus-4.8-prices", "Claude Opus 4.8, list prices, at the speed of 4.6",
            Said("2.5", "not found for this model, and taken as for the earlier one", "")),
)  # fmt: skip

PUBLISHED = (
    Published("price-ratio", "6", PATEL, _ASKED, "exact", _OPUS),
    Published("speed-ratio", "2.5", PATEL, _ASKED, "exact", _OPUS, note="up to so much, says the provider"),
    Published("price-ratio", "6", PATEL, _ASKED, "exact", "claude-opus-4.8-prices", reproduces=False,
              note="the price of fast mode fell with later models"),
    Published("normal-without-context", ("2", "3"), POPE, "0:19:31, two or three times the balance batch in practice",
              "range", note="not said of fast mode; but without a cache only such a batch leaves so much to gain"),
)  # fmt: skip

ASSERTED = (
    Asserted("Claude, Codex and Cursor sell a fast mode; could a hundred times the price go much faster, and could a "
             "slow mode be cheaper", PATEL, "0:01:01 to 0:01:36"),
    Asserted("the main effect is the size of the batch; speculative decoding or multi-token prediction is another",
             POPE, "0:01:36"),
    Asserted("there is a floor on latency, the weights, and a floor on cost, compute and cache", POPE, "0:08:02 to "
             "0:15:31"),
    Asserted("fast mode buys priority and more frequent trains; the lecture does not say so", "a summary", "2026"),
    Asserted("fast mode runs larger batches", "a blog post (iamtypist.dev)", "2026"),
)  # fmt: skip

GRIDS = (
    Grid(("price-ratio", "batch-ratio", "normal-cache-fetch", "fast-cache-fetch", "weights-at-most"),
         readings=(_OPUS, "claude-opus-4.8-prices"),
         title="What list prices say if both modes are memory-bound: batches, caches in units of the weights, and the "
         "weights as a part of the memory"),
    Grid(("speed-for-a-price", "speed-for-any-price"), readings=(_OPUS, "claude-opus-4.8-prices"),
         title="Speed at a hundred times the price, and at any, if the modes are memory-bound"),
    Grid(("normal-without-context", "fast-without-context", "normal-batch", "fast-batch"),
         readings=(_OPUS, "claude-opus-4.8-prices"),
         title="And if the usual mode is compute-bound, without a context: both batches over the balance batch "
         "of the lecture, and in sequences"),
)  # fmt: skip
