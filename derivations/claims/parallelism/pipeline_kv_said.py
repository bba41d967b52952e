"""What was said and printed about the claim pipeline-kv."""

from __future__ import annotations

from derivations.claims.claim import AS_SAID, Asserted, Between, Cards, Grid, OnCard, Published, Reading, Said
from derivations.claims.lecture import CARDS, LECTURE, PATEL, POPE
from derivations.claims.said import DECODE

_SAID = {
    "b_w": Said("1 byte/parameter", POPE, "1:02:22, a trillion parameters in one terabyte", LECTURE),
    "N_total": Said("1e12 parameter", POPE, "1:02:22", LECTURE),
    "ep_width": Said("64 GPU", POPE, "1:05:42", LECTURE),
    "b_micro": Said("2400 sequence", "practice card 8", "the 300 times sparsity of 1:08:30", CARDS),
    "L": Said("200k token/sequence", POPE, "1:36:29, of another model", LECTURE),
    "kappa": Said("1667 byte/token", POPE, "1:38:22, of another model", LECTURE),
}  # fmt: skip
_CHIPS = ("a100-80", "h100", "h200", "b200", "gb200", "mi300x", "tpu-v6e", "tpu-v7")
_MODELS = ("deepseek-v3", "kimi-k2", "qwen3-235b", "gpt-oss-120b", "llama-3.1-405b")
_FOUR = Said("4", POPE, "1:05:42", LECTURE)

DEFAULTS = {
        "n": DECODE,
        "n_stages": _FOUR,
        "ep_width": _SAID["ep_width"],
        "b_micro": _SAID["b_micro"],
        "L": Said("8k token/sequence", POPE, "1:52:22 to 1:54:04, contexts before they grew", LECTURE),
    }  # fmt: skip

READINGS = (
        Reading(AS_SAID, "as said: four stages, and numbers said elsewhere in the lecture",
                {**_SAID, "n_stages": _FOUR}),
        Reading("two-stages", "the same with two stages",
                {**_SAID, "n_stages": Said("2", POPE, "1:11:40", LECTURE)}),
        Reading("one-stage", "the same without pipelining",
                {**_SAID, "n_stages": Said("1", POPE, "1:12:54, no pipelining", LECTURE)}),
        Reading("blackwell-rack", "each stage a rack of NVIDIA GB200 NVL72, with DeepSeek-V3",
                {"ep_width": OnCard("gb200", "domain")}, Cards("gb200")),
        Reading("hopper-node", "each stage a node of NVIDIA H100 SXM, with DeepSeek-V3",
                {"ep_width": OnCard("h100", "domain")}, Cards("h100")),
    )  # fmt: skip

PUBLISHED = (
        Published("one-per-stage", "4", POPE, "1:08:30 to 1:10:33", "exact", note="counted in the drawing"),
        Published("idle-with-one", "3/4", POPE, "0:57:07 to 1:02:22", "exact",
                  note="“three-quarters of the time each of the racks is doing nothing”: before a next batch follows"),
        Published("part-per-stage", "1/4", POPE, "1:01:25", "exact"),
        Published("model-size", "1 TB", POPE, "1:02:22", "exact"),
        Published("even-stages", "2", POPE, "1:11:40", "rounded up to a whole number",
                  note="“even two is often enough”: the first whole number with which the KV cache is larger"),
        Published("even-stages", ("2", "3"), "a summary", "2026", "range", reproduces=False,
                  note="“beyond two or three stages”: the parts are even before two, and the lecture says two"),
        Published("pooled-memory", ("10 TB", "20 TB"), PATEL, "0:45:49", "range", "blackwell-rack"),
        Published("pooled-memory", "640 GB", PATEL, "0:45:35", "exact", "hopper-node"),
    )  # fmt: skip

ASSERTED = (
        Asserted("a rack of Blackwell has many tens of terabytes; a summary prints: tens of terabytes", POPE, "1:02:22",
                 across=("gb200", "gb300"), of="pooled-memory"),
        Asserted("hardware with less memory per GPU could have been built, with the weights spread over eight racks",
                 POPE, "1:02:28"),
        Asserted("in practice: expert parallelism up to the size of the scale-up domain, then little pipelining, "
                 "“maybe none at all, maybe two”", POPE, "1:12:54"),
        Asserted("the KV cache is neither amortised over the batch nor cut by stages: it “sucks from both of those "
                 "points of view”", POPE, "1:12:28"),
    )  # fmt: skip

GRIDS = (
        Grid(("even-stages-at-balance",), _CHIPS, _MODELS,
             title="Stages beyond which the KV cache is the larger part, each micro-batch a balance batch"),
        Grid(("fewest-stages-at-balance",), _CHIPS, _MODELS,
             title="Fewest stages that fit, each micro-batch a balance batch; below one, a single stage has room"),
    )  # fmt: skip

RANGES = {
        "kappa": Between("1667 byte/token", "70.272 kB/token", "Reiner Pope, and DeepSeek for V3 in bf16",
                         "1:38:22, and arXiv 2505.09343"),
        "L": Between("8k token/sequence", "200k token/sequence", POPE, "1:54:04"),
        "ep_width": Between("8 GPU", "72 GPU", POPE, "0:40:47, from Hopper to Blackwell"),
        "b_micro": Between("2000 sequence", "3000 sequence", PATEL, "after 0:19:41"),
    }  # fmt: skip
