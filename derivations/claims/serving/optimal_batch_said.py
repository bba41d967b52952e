"""What was said and printed about the claim optimal-batch."""

from __future__ import annotations

from derivations.claims.claim import AS_BUILT, AS_SAID, Asserted, Cards, Grid, OnCard, Published, Reading, Said
from derivations.claims.lecture import CARDS, LECTURE, PATEL, POPE
from derivations.claims.said import ACTIVE, DECODE, NO_CONTEXT, RIDGE, TOTAL

DEFAULTS = {"n": DECODE, "L": NO_CONTEXT}  # fmt: skip

READINGS = (
        Reading(
            AS_SAID,
            "as said: 300, and 32 of 256 experts for the sparsity",
            {
                "r": RIDGE,
                "s": Said("256/32", f"{POPE}: 32 of 256 experts", "0:19:16", LECTURE),
                "n": DECODE,
                "L": NO_CONTEXT,
            },
        ),
        Reading(
            "said-parameters",
            "the lecturer's own parameters: 37 B of 700 B",
            {
                "r": RIDGE,
                "N_total": TOTAL,
                "N_active": ACTIVE,
                "n": DECODE,
                "L": NO_CONTEXT,
            },
        ),
        Reading(
            "published-parameters",
            "DeepSeek's published parameters: 37 B of 671 B",
            {
                "r": RIDGE,
                "N_total": OnCard("deepseek-v3", "total"),
                "N_active": OnCard("deepseek-v3", "active"),
                "n": DECODE,
                "L": NO_CONTEXT,
            },
        ),
        Reading(
            "routed-experts",
            "DeepSeek's routed experts: 8 of 256",
            {
                "r": RIDGE,
                "s": Said("256/8", "DeepSeek-V3: 8 of 256 routed experts", "configuration file"),
                "n": DECODE,
                "L": NO_CONTEXT,
            },
        ),
        Reading("dense-model", "a dense model: all parameters are active",
                {"r": RIDGE, "s": Said("1", "a dense model", "by definition"), "n": DECODE, "L": NO_CONTEXT}),
        Reading("eight-bit", "an H100 with 8-bit weights and arithmetic", {"n": DECODE, "L": NO_CONTEXT},
                Cards("h100", "deepseek-v3", compute="fp8")),
    )  # fmt: skip

PUBLISHED = (
        Published("sparsity", "8", POPE, "0:19:16", "exact"),
        Published("sparsity", "8", POPE, "0:19:16", "exact", "published-parameters", reproduces=False,
                  note="32 is the ratio and not the number of active experts, and the formula takes parameters"),
        Published("sparsity", "32", POPE, "0:32:41, maybe one in 32", "exact", "routed-experts"),
        Published("ridge", "300 token", POPE, "0:18:09", "one significant figure", AS_BUILT,
                  note="said without a unit"),
        Published("ridge", ("590 token", "600 token"), "a blog post", "2026, for FP8", "range", "eight-bit",
                  reproduces=False, note="FLOP per byte doubles, and the byte per weight halves: nothing moves"),
        Published("intensity", "300 FLOP/byte", "practice card 7", CARDS.date, "one significant figure", AS_BUILT,
                  note="as FLOP per byte only for 16-bit arithmetic"),
        Published("balance-batch", "2,400 sequence", "practice card 8", f"{CARDS.date}, after {POPE}, 0:19:16",
                  "exact"),
        Published("balance-batch", ("2,000 sequence", "3,000 sequence"), PATEL, "after 0:19:41", "range",
                  note="said as tokens, one for each sequence in decode; and of twice or three times the balance "
                  "batch, which is more"),
        Published("balance-batch", "2,000 sequence", POPE, "0:20:24", "one significant figure"),
        Published("balance-batch", "2,400 sequence", "practice card 8", CARDS.date, "exact", "said-parameters",
                  reproduces=False, note="the formula takes parameters, and the lecturer's own counts give more"),
        Published("balance-batch", "2,400 sequence", "practice card 8", CARDS.date, "exact", "published-parameters",
                  reproduces=False, note="the same with the published total"),
        Published("balance-batch", "2,400 sequence", "practice card 8", CARDS.date, "exact", "routed-experts",
                  reproduces=False, note="32 is the ratio of routed experts, not their number"),
        Published("balance-batch", "300 sequence", "a summary", "2026, roughly, for a dense model",
                  "one significant figure", "dense-model"),
        Published("balance-batch", "3,750 sequence", "a blog post (iamtypist.dev)", "2026", "three significant figures",
                  reproduces=False, note="follows from none of the readings"),
        Published("balance-batch", "24,000 sequence", "a blog post", "date unknown", "two significant figures",
                  reproduces=False, note="ten times what the formula gives"),
    )  # fmt: skip

ASSERTED = (
        Asserted("practice runs at two to three times the balance batch, as real efficiency is below the roofline",
                 POPE, "0:19:31", times=(2, 3)),
        Asserted("the 300 stayed reasonably stable from A100 over H100 to B100, for which the B200 stands here", POPE,
                 "0:18:41", across=("a100-40", "a100-80", "h100", "b200"), of="ridge"),
        Asserted("Rubin is added to these; here in bf16", "a summary and a blog post", "2026", across=("rubin",),
                 of="ridge"),
    )  # fmt: skip

GRIDS = (
        Grid(("balance-batch",), ("a100-80", "h100", "h200", "b200", "gb200", "rubin"),
             ("deepseek-v3", "llama-3.1-70b", "mixtral-8x7b")),
    )  # fmt: skip
