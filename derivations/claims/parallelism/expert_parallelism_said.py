"""What was said and printed about the claim expert-parallelism."""

from __future__ import annotations

from derivations.claims.claim import (
    AS_BUILT,
    AS_SAID,
    Asserted,
    Between,
    Cards,
    Grid,
    OnCard,
    Published,
    Reading,
    Said,
)
from derivations.claims.lecture import LECTURE, PATEL, POPE
from derivations.claims.parallelism.pipeline_kv_said import DEFAULTS as WIDE_STAGES

_TWO = Said("2", PATEL, "0:39:54, two racks", LECTURE)
_SAID = {
    "y_net": Said("8", POPE, "0:38:47 and 0:39:31", LECTURE),
    "n_racks": _TWO,
    "n_experts": Said("256", POPE, "0:33:46", LECTURE),
    "k_active": Said("256/32", f"{POPE}: maybe one in 32", "0:32:41", LECTURE),
    "ep_width": Said("64 GPU", POPE, "0:34:11", LECTURE),
}

DEFAULTS = {"n_racks": _TWO, "b_micro": WIDE_STAGES["b_micro"], "n": WIDE_STAGES["n"]}


def _nodes(name: str, title: str, number: str, by: str) -> Reading:
    """DeepSeek-V3 on so many nodes of the chip that it was served on."""
    return Reading(name, title, {**DEFAULTS, "n_racks": Said(number, by, "")}, Cards("h800"))


READINGS = (
    Reading(AS_SAID, "as said: 256 experts on 64 GPUs, one in 32 active, two racks, 8 times slower", _SAID),
    Reading("thirty-two-active", "the same with 32 of 256 active",
            {**_SAID, "k_active": Said("32", POPE, "0:19:16, a slip: 32 is the ratio", LECTURE)}),
    Reading("drawing", "the same with a rack of 128 GPUs, as two experts each in the drawing make it",
            {**_SAID, "ep_width": Said("256/2 GPU", f"{POPE}: two experts on each, drawn", "0:34:26", LECTURE)}),
    Reading("one-rack", "the same in one rack", {**_SAID, "n_racks": Said("1", POPE, "0:36:30", LECTURE)}),
    _nodes("prefill-of-v3", "DeepSeek's own prefill: 32 GPUs in four nodes of H800", "32/8",
           "DeepSeek-V3 Technical Report, as quoted: EP32 on nodes of 8"),
    _nodes("decode-of-v3", "DeepSeek's own decode: 144 GPUs in eighteen nodes of H800", "144/8",
           "DeepSeek's overview of its serving, as quoted: EP144 on nodes of 8"),
    Reading("blackwell-racks", "two racks of NVIDIA GB200", DEFAULTS, Cards("gb200")),
    Reading("v3-as-published", "DeepSeek-V3 of the card on the 64 GPUs of a rack",
            {"n_experts": OnCard("deepseek-v3", "experts"), "k_active": OnCard("deepseek-v3", "active_experts"),
             "ep_width": _SAID["ep_width"], "n_racks": _TWO}),
)  # fmt: skip

PUBLISHED = (
    Published("experts-per-gpu", "4 1/GPU", POPE, "0:34:11", "exact"),
    Published("experts-per-gpu", "2 1/GPU", POPE, "0:34:26, in the drawing", "exact", reproduces=False,
              note="drawn for simplicity: 256 experts on 64 GPUs are four on each"),
    Published("part-of-experts", "1/32", POPE, "0:32:41, maybe 1 in 32", "exact", "v3-as-published"),
    Published("part-of-experts", "1/32", POPE, "0:32:41, maybe 1 in 32", "exact", "thirty-two-active",
              reproduces=False, note="his other count, 32 of 256, is one in eight"),
    Published("network-ratio", "8", POPE, "0:38:47 and 0:39:31", "one significant figure", AS_BUILT, reproduces=False,
              note="near it on a node of H100"),
    Published("network-ratio", "8", POPE, "0:38:47 and 0:39:31", "one significant figure", "blackwell-racks",
              reproduces=False, note="with one 400 Gbit/s link a GPU more than twice as much"),
    Published("sends-that-leave", "1/2", POPE, "0:39:54 to 0:40:10, half of the tokens", "exact",
              note="of the sends, that is"),
    Published("remote-tokens", "1/2", POPE, "0:39:54 to 0:40:10, half of the tokens", "exact", reproduces=False,
              note="of the tokens nearly all have an expert in the other rack"),
)  # fmt: skip

ASSERTED = (
    Asserted("any GPU reaches any other in two hops, over the switches of the rack", POPE, "0:38:35"),
    Asserted("there are as many routers as GPUs, and the traffic is all-to-all, of the same volume out and back", POPE,
             "0:34:28"),
    Asserted("“one rack bounds the size of an expert layer”", POPE, "0:36:30"),
    Asserted("expert parallelism is the standard, and best practice", POPE, "0:33:46"),
    Asserted("DeepSeek reports a lot of expert parallelism", POPE, "1:12:54"),
    Asserted("its own reaches over 4 and 18 nodes of 8 GPUs, the traffic hidden behind compute, and each token goes "
             "to at most four nodes; from general knowledge, unverified",
             "DeepSeek's reports, as quoted", "arXiv 2412.19437"),
    Asserted("a rack is some metres tall, one or two wide, and holds about 64 GPUs", POPE, "0:37:09"),
)  # fmt: skip

_CHIPS = ("a100-80", "h800", "h100", "h200", "b200", "gb200", "gb300", "rubin", "mi300x", "tpu-v5p", "tpu-v7")

GRIDS = (
    Grid(("work-hides-sends", "longer-with-racks", "work-hides-what-leaves"), _CHIPS,
         title="DeepSeek-V3 in bf16: work over sends in a domain, and over what leaves it with two of them"),
    Grid(("longer-with-racks", "work-hides-what-leaves"), _CHIPS,
         premises={"sends-that-leave": "once-for-each-rack"},
         title="The same with one crossing for each token and rack"),
    Grid(("work-hides-sends",), ("h100", "gb200", "rubin"),
         ("deepseek-v3", "kimi-k2", "qwen3-235b", "gpt-oss-120b", "mixtral-8x22b", "llama-4-maverick"),
         title="Work over sends, by model; below one the sends take longer"),
    Grid(("sends-that-leave", "remote-tokens", "longer-with-racks"),
         readings=("one-rack", AS_SAID, "blackwell-racks", "prefill-of-v3", "decode-of-v3"),
         title="What leaves a rack, or a node"),
    Grid(("remote-tokens",), readings=("one-rack", AS_SAID, "v3-as-published"),
         premises={"experts-at-home": "different-experts"}, title="Tokens with a remote expert, if all are different"),
)  # fmt: skip

RANGES = {
    "n_racks": Between("2", "18", "the lecture's two racks; DeepSeek's eighteen nodes"),
    "W_out": Between("25 GB/s/GPU", "200 GB/s/GPU", "cards from A100 to Rubin"),
}
