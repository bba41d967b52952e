"""What was said and printed about the claim speculative-decoding."""

from __future__ import annotations

from derivations.claims.claim import AS_BUILT, AS_SAID, Asserted, Between, Cards, Grid, Published, Reading, Said
from derivations.claims.documents import DEEPSEEK_V3_DRAFTS
from derivations.claims.lecture import LECTURE, POPE
from derivations.claims.said import RIDGE

_PLACE = "section 5.4.3"
_REPORT = "DeepSeek-V3 technical report"
_TWO = Said("2", _REPORT, f"{_PLACE}: it predicts the next two tokens", DEEPSEEK_V3_DRAFTS)
_LOW = Said("85%", _REPORT, f"{_PLACE}, second token, lower end", DEEPSEEK_V3_DRAFTS)
_HIGH = Said("90%", _REPORT, f"{_PLACE}, second token, upper end", DEEPSEEK_V3_DRAFTS)
# the parameters of its module over those of the model: what a pass that waits for weights takes for a draft
_MODULE = Said("14/671", "our estimate", "14 billion parameters of the module over 671 billion, README of the model")
_FREE = Said("0", "left out", "drafts that cost nothing")
_BATCH = Said("256 sequence", "our choice", "waits for memory, and is routed to nearly every expert")
_LONG_BATCH = Said("16,384 sequence", "our choice", "large enough to wait for compute")
_NO_CONTEXT = Said("0 token/sequence", "our choice", "without a KV cache")
_CONTEXT = Said("1k token/sequence", "our choice", "below the crossover context")
_DRAFTS = {"n_ver": _TWO, "x_accept": _LOW, "x_draft": _MODULE}
_H100 = Cards("h100", "deepseek-v3")

DEFAULTS = {**_DRAFTS, "B": _BATCH, "L": _CONTEXT}

READINGS = (
    Reading(AS_SAID, "the lecture's ridge and sparsity; it gives no number about drafts, these are DeepSeek-V3's",
            {"r": RIDGE, "s": Said("256/32", f"{POPE}: 32 of 256 experts", "0:19:16", LECTURE), **_DRAFTS}),
    Reading("ninety", "the upper end of the acceptance", {**DEFAULTS, "x_accept": _HIGH}, _H100),
    Reading("free-drafts", "drafts that cost nothing", {**DEFAULTS, "x_draft": _FREE}, _H100),
    Reading("four-tokens", "four tokens verified",
            {**DEFAULTS, "n_ver": Said("4", "our choice", "three drafted")}, _H100),
    Reading("eight-tokens", "eight tokens verified",
            {**DEFAULTS, "n_ver": Said("8", "our choice", "seven drafted")}, _H100),
    Reading("large-batch", "a batch that waits for compute", {**DEFAULTS, "B": _LONG_BATCH, "L": _NO_CONTEXT}, _H100),
    Reading("large-batch-eight", "the same with eight tokens verified",
            {**DEFAULTS, "n_ver": Said("8", "our choice", "seven drafted"), "B": _LONG_BATCH, "L": _NO_CONTEXT}, _H100),
)  # fmt: skip

PUBLISHED = (
    Published("speed-up", "1.8", _REPORT, _PLACE, "two significant figures", AS_BUILT,
              note="batch and machine are not printed there; it follows where the pass waits for memory"),
    Published("speed-up", "1.8", _REPORT, _PLACE, "two significant figures", "ninety", reproduces=False,
              note="the upper end of the acceptance gives a little more than was measured"),
    Published("memory-bound-speed-up", "1.8", _REPORT, _PLACE, "two significant figures",
              note="the same without a machine: the regime alone gives it"),
    Published("speed-up", "1.8", _REPORT, _PLACE, "two significant figures", "free-drafts",
              note="without the time to draft it lies halfway to 1.9"),
    Published("speed-up", "1.8", _REPORT, _PLACE, "two significant figures", "large-batch", reproduces=False,
              note="no speed-up at all where the pass waits for compute: the number is one of small batches"),
)  # fmt: skip

ASSERTED = (
    Asserted("there is another effect beside the batch, called speculative decoding or multi-token prediction, to come "
             "back to: no number, and it never comes back", POPE, "0:01:50"),
    Asserted("drafts are accepted each by itself with the same chance: measured chances fall along a chain, and differ "
             "between texts", "the usual simplification", "Leviathan et al. 2023"),
)  # fmt: skip

GRIDS = (
    Grid(("tokens-put-out", "speed-up", "cache-read-per-token", "balance-with-drafts"),
         readings=("ninety", "free-drafts", "four-tokens", "eight-tokens", "large-batch", "large-batch-eight"),
         title="Other drafts and other batches, on an H100 with DeepSeek-V3"),
)  # fmt: skip

RANGES = {
    "x_accept": Between("85%", "90%", _REPORT, _PLACE),
    "x_draft": Between("0", "10%", "our assumption: from nothing to a tenth of a pass"),
}
