"""What was said and printed about the claim roofline."""

from __future__ import annotations

from derivations.claims.claim import AS_SAID, Asserted, Between, Cards, Grid, Published, Reading, Said
from derivations.claims.lecture import LECTURE, PATEL, POPE
from derivations.claims.said import BATCH, DECODE, RIDGE

_HALVED = "0:11:40"
_AT_BALANCE = Said("100k token/sequence", PATEL, f"{_HALVED}, where the balance is", LECTURE)
_RUN_AT = Said("200k token/sequence", PATEL, _HALVED, LECTURE)
_SPARSITY = Said("256/32", f"{POPE}: 32 of 256 experts", "0:19:16", LECTURE)


def _times_balance(name: str, times: int) -> Reading:
    """The same contexts, with a finite batch: so many times the balance batch without a context."""
    batch = Said(f"{times * 2400} sequence", f"{POPE}: {times} times 300 times sparsity", "0:19:31", LECTURE)
    return Reading(
        name, f"the balance at 100,000 for a batch of {times} times 300 times sparsity",
        {"L_bal": _AT_BALANCE, "L": _RUN_AT, "r": RIDGE, "s": _SPARSITY, "n": DECODE, "B": batch},
    )  # fmt: skip


DEFAULTS = {"n": DECODE, "B": BATCH, "L": _RUN_AT}

READINGS = (
    Reading(AS_SAID, "as said: the slopes match at 100,000, and the run is at 200,000",
            {"L_x": _AT_BALANCE, "L": _RUN_AT}),
    _times_balance("twice-the-balance-batch", 2),
    _times_balance("three-times-the-balance-batch", 3),
    Reading("rack", "a rack of GB200 in fp8 with DeepSeek-V3", {"n": DECODE, "B": BATCH, "L": _RUN_AT},
            Cards("gb200", "deepseek-v3", compute="fp8", cache="fp8")),
)  # fmt: skip

PUBLISHED = (
    Published("of-a-large-batch", "50%", PATEL, f"{_HALVED}; {POPE} agrees, as modelled here", "exact",
              note="exactly so only in the limit of a large batch"),
    Published("off-balance", "50%", PATEL, _HALVED, "exact", "twice-the-balance-batch", reproduces=False,
              note="at a finite batch a part of the reads is weights, which do not double"),
    Published("off-balance", "50%", PATEL, _HALVED, "exact", "three-times-the-balance-batch", reproduces=False,
              note="closer, as three times as many share the weights"),
)  # fmt: skip

ASSERTED = (
    Asserted("all of these are lower bounds, and stand with an equals sign for short", POPE, "0:04:58"),
    Asserted("the arithmetic of attention is quite small and left out", POPE, "0:03:56"),
    Asserted("attention in decode is mostly memory fetch, with hardly any multiplications", POPE, "0:07:13"),
    Asserted("with dense attention the fetch is linear in the context; sparse attention puts a square root there",
             POPE, "0:12:31"),
    Asserted("whether compute or the cache ends above depends on the context; to be bound by both is really desirable",
             POPE, "0:08:02 to 0:10:31"),
)  # fmt: skip

GRIDS = (
    Grid(("crossover-context",), ("a100-80", "h100", "h200", "b200", "gb200", "rubin"),
         ("deepseek-v3", "llama-3.1-70b", "mixtral-8x7b"), title="Context at which the two slopes match"),
)  # fmt: skip

RANGES = {
    "L": Between("100k token/sequence", "200k token/sequence", PATEL, _HALVED),
}
