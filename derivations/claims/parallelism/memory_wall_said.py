"""What was said and printed about the claim memory-wall."""

from __future__ import annotations

from derivations.claims.claim import ALL, AS_SAID, Asserted, Between, Cards, Grid, OnCard, Published, Reading, Said
from derivations.claims.lecture import LECTURE, PATEL, POPE
from derivations.claims.parallelism.pipeline_kv_said import DEFAULTS as WIDE_STAGES
from derivations.claims.said import STEP

_BYTE = Said("1 byte/parameter", POPE, "1:02:22, a trillion parameters in one terabyte", LECTURE)
_TRILLION = Said("1e12 parameter", POPE, "1:02:22", LECTURE)
_FIVE = Said("5e12 parameter", PATEL, "0:45:49", LECTURE)
_CACHE = {
    "kappa": Said("1667 byte/token", PATEL, "1:38:22, of another model", LECTURE),
    "L": STEP,
    "b_micro": WIDE_STAGES["b_micro"],
}


def _rack(name: str, title: str, parameters: Said, memory: str) -> Reading:
    """A model at one byte per parameter in a memory that was named."""
    by = Said(memory, PATEL, "0:45:35 to 0:45:49", LECTURE)
    return Reading(name, title, {"b_w": _BYTE, "N_total": parameters, "M": by, **_CACHE})


def _on_card(name: str, title: str, card: str) -> Reading:
    """A model of a trillion parameters at one byte, in the memory of a card's domain."""
    memory = {"G": OnCard(card, "domain"), "M_gpu": OnCard(card, "capacity")}
    return Reading(name, title, {"b_w": _BYTE, "N_total": _TRILLION, **memory, **_CACHE})


DEFAULTS = {name: WIDE_STAGES[name] for name in ("b_micro", "L")}

READINGS = (
    _rack(AS_SAID, "as said: 5 T parameters of a byte, in a rack of 10 TB", _FIVE, "10 TB"),
    _rack("twenty-terabytes", "the same in a rack of 20 TB", _FIVE, "20 TB"),
    _on_card("trillion-on-blackwell", "1 T parameters of a byte, on a rack of GB200", "gb200"),
    _on_card("trillion-on-hopper", "1 T parameters of a byte (GPT-4, by rumour), on a node of H100", "h100"),
    _on_card("trillion-on-rubin", "1 T parameters of a byte, on a rack of Rubin", "rubin"),
    Reading("blackwell-rack", "NVIDIA GB200 NVL72, DeepSeek-V3 in fp8, 8k of context", DEFAULTS,
            Cards("gb200", "deepseek-v3", compute="fp8", cache="fp8")),
    Reading("blackwell-ultra-rack", "NVIDIA GB300 NVL72, the same", DEFAULTS,
            Cards("gb300", "deepseek-v3", compute="fp8", cache="fp8")),
)  # fmt: skip

PUBLISHED = (
    Published("pooled-memory", "640 GB", PATEL, "0:45:35, eight Hoppers", "exact", "trillion-on-hopper"),
    Published("pooled-memory", ("10 TB", "20 TB"), PATEL, "0:45:49, a rack of Blackwell", "range", "blackwell-rack"),
    Published("pooled-memory", ("30 TB", "90 TB"), POPE, "1:02:22, “many tens of terabytes”", "range",
              "blackwell-rack", reproduces=False,
              note="little more than one ten; many is taken for three or more. He gives it as what the host had "
              "said, who said 10 to 20 (0:45:49)"),
    Published("pooled-memory", ("20 TB", "90 TB"), "a summary", "2026, “tens of terabytes”", "range",
              "blackwell-rack", reproduces=False, note="even two tens would be more than it has"),
    Published("pooled-memory", ("20 TB", "90 TB"), "a summary", "2026, “tens of terabytes”", "range",
              "blackwell-ultra-rack", note="just so with the larger memory of the later chip"),
    Published("model-size", "1 TB", POPE, "1:02:22", "exact", "trillion-on-blackwell"),
    Published("weights-share", "1", PATEL, "0:45:49, a rack is enough for 5 T", "rounded up to a whole number",
              note="half of it at the lower end of what he says"),
    Published("weights-share", "1", PATEL, "0:45:49, a rack is enough for 5 T", "rounded up to a whole number",
              "twenty-terabytes"),
)  # fmt: skip

ASSERTED = (
    Asserted("GPT-4 had more than a trillion parameters, by rumour, and larger models came only in the last six months",
             PATEL, "0:44:49 to 0:45:35"),
    Asserted("active parameters are limited by the cost of compute, total parameters by the size of the scale-up "
             "domain",
             POPE, "0:46:52"),
    Asserted("a rack has a huge surplus of memory, so that hardware with less of it could have been built, with the "
             "weights over eight racks", POPE, "1:01:36 to 1:02:28"),
    Asserted("the volume of smartphones will go down by 30% for want of memory; a summary adds laptops, of which no "
             "number was given", PATEL, "1:03:36"),
    Asserted("hyperscalers spend 50% of their CapEx on memory this year: Dylan Patel, as quoted by the host, and no "
             "number of the lecturer's as a summary has it", PATEL, "1:03:36 to 1:03:51"),
    Asserted("their CapEx is high hundreds of billions of dollars, “maybe a trillion”; “believable”, says the lecturer",
             PATEL, "1:03:51"),
    Asserted("a rack of Blackwell has many tens of terabytes, as he takes the host to have said; here those of several "
             "cards", POPE, "1:02:22",
             across=("gb200", "gb300", "rubin", "mi455x"), of="pooled-memory"),
)  # fmt: skip

GRIDS = (
    Grid(("pooled-memory", "weights-share", "share-left", "tokens-that-fit", "fitting-batch"),
         ("a100-80", "h100", "h200", "b200", "gb200", "gb300", "rubin", "mi300x", "mi455x"),
         cards=Cards(model="deepseek-v3", weights="fp8", cache="fp8"),
         title="DeepSeek-V3 with weights and cache of one byte, in one scale-up domain"),
    Grid(("weights-share",), ("h100", "h200", "gb200", "rubin"), ALL,
         title="Weights over the memory of a domain, bf16; above one they do not fit"),
    Grid(("weights-share", "tokens-that-fit", "fitting-batch", "even-stages"),
         readings=(AS_SAID, "twenty-terabytes", "trillion-on-hopper", "trillion-on-blackwell", "trillion-on-rubin"),
         title="What was said of racks"),
)  # fmt: skip

RANGES = {
    "G": Between("8 GPU", "72 GPU", POPE, "0:40:47, Hopper and Blackwell"),
    "M_gpu": Between("80 GB/GPU", "288 GB/GPU", "cards from H100 to Rubin"),
    "b_w": Between("0.5 byte/parameter", "2 byte/parameter", "fp4 and bf16"),
    "N_total": Between("671e9 parameter", "5e12 parameter", "DeepSeek-V3, and the 5 T of 0:45:49"),
}
