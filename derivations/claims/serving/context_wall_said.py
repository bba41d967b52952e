"""What was said and printed about the claim context-wall."""

from __future__ import annotations

from derivations.claims.claim import (
    AS_BUILT,
    AS_SAID,
    Asserted,
    Between,
    Cards,
    Grid,
    ModelGrid,
    OnCard,
    Published,
    Reading,
    Said,
)
from derivations.claims.lecture import LECTURE, PATEL, POPE
from derivations.claims.said import ACTIVE, ACTIVE_AT_THE_STEP, DECODE, RIDGE, STEP_PLACE, TWENTY_MILLISECONDS

_PLACE = "1:52:18 to 1:54:04"
_MONTH = Said("100 million token/sequence", f"{PATEL}: a month of an employee", _PLACE, LECTURE)
_KAPPA = Said("1,667 byte/token", PATEL, "1:38:22", LECTURE)
_STEP_IS_L_X = Said("200k token/sequence", f"{POPE}: where the KV fetch takes as long as compute", STEP_PLACE, LECTURE)
_BYTE_WEIGHTS = Said("1 byte/parameter", "not said there, and the number needs it", STEP_PLACE)
_MODEL = {
    "r": RIDGE, "b_w": _BYTE_WEIGHTS, "n": DECODE, "N_active": ACTIVE_AT_THE_STEP, "kappa": _KAPPA, "L_x": _STEP_IS_L_X,
}  # fmt: skip
_MACHINE: dict[str, Said | OnCard] = {
    "G": Said("1 GPU", "one GPU", ""), "W_gpu": OnCard("gb200", "bandwidth"), "M_gpu": OnCard("gb200", "capacity"),
}  # fmt: skip
_CONTEXTS = {"eight-thousand": ("8k", POPE), "hundred-thousand": ("100k", POPE), "two-hundred-thousand": ("200k", POPE),
             "million": ("1 million", PATEL)}  # fmt: skip


def _context(name: str, tokens: str, by: str) -> Reading:
    context = Said(f"{tokens} token/sequence", by, _PLACE, LECTURE)
    return Reading(name, f"as said, with a context of {tokens}", {**_MODEL, **_MACHINE, "L": context})


_ON = {"llama-3.1-70b": "Llama 3.1 70B", "llama-3.1-405b": "Llama 3.1 405B", "qwen3-235b": "Qwen3-235B-A22B"}

DEFAULTS = {"n": DECODE, "L": _MONTH, "t_tick": TWENTY_MILLISECONDS}

READINGS = (
    Reading(AS_SAID, "as said: 1,667 byte, 300, 100 B active, a hundred million tokens; on one GB200",
            {**_MODEL, **_MACHINE, "L": _MONTH}),
    *(_context(name, *said) for name, said in _CONTEXTS.items()),
    Reading("gpt-3", "GPT-3 on an A100, in bf16", {"n": DECODE}, Cards("a100-40", "gpt-3")),
    *(Reading(card, f"{title} on an H100", {"n": DECODE}, Cards("h100", card)) for card, title in _ON.items()),
)  # fmt: skip

_MILLIONS = ("1 million token/sequence", "10 million token/sequence")
_SLOPE = (POPE, "1:52:15, quadratic cost shows only 'in the millions of tokens'", "range")
PUBLISHED = (
    Published("cost-wall", ("100k token/sequence", "200k token/sequence"), POPE, _PLACE, "range",
              note="the balanced cost point; no test of it, as the bytes per token were found from a step at 200k"),
    Published("cost-wall", "200k token/sequence", "a summary", "2026, stuck there", "one significant figure",
              note="by the same bytes"),
    Published("cost-wall", "1 million token/sequence", "a digest", "2026, stalled there", "one significant figure",
              reproduces=False, note="that is the longest window on sale, and not where cost is balanced"),
    Published("cost-wall", ("100k token/sequence", "200k token/sequence"), POPE, _PLACE, "range", AS_BUILT,
              reproduces=False, note="a published model leaves many times the bytes that the step would need"),
    Published("cost-wall", "8k token/sequence", POPE, f"{_PLACE}, about GPT-3", "one significant figure", "gpt-3",
              reproduces=False, note="the contexts of that time were not at the balance of their hardware"),
    Published("arithmetic-wall", _MILLIONS, *_SLOPE, AS_BUILT, reproduces=False,
              note="latent attention does much arithmetic for each byte that it keeps"),
    *(Published("arithmetic-wall", _MILLIONS, *_SLOPE, card, reproduces=False,
                note="attention takes as much arithmetic as the weights long before") for card in _ON),
)  # fmt: skip

ASSERTED = (
    Asserted("contexts grew from about 8,000 tokens to 100,000 or 200,000 between GPT-3 and GPT-4, and have stayed "
             "there for a year or two", POPE, _PLACE),
    Asserted("no company has more than a million", PATEL, _PLACE),
    Asserted("no continual learning is needed if learning in context is enough; a month of an employee is about a "
             "hundred million tokens, and would need another bandwidth", PATEL, _PLACE),
    Asserted("no very good path is in sight; HBM is not getting hugely better", POPE, _PLACE),
    Asserted("sparse attention reads as the square root of the context: a large gain, 'maybe priced in already', and "
             "not without end, as too sparse loses quality; DeepSeek-V3.2 selects a fixed number instead", POPE,
             "0:12:31 and 1:52:22 to 1:55:05"),
)  # fmt: skip

GRIDS = (
    Grid(("L", "cache-of-a-sequence", "fetch-of-a-sequence", "cost-over-balance"), readings=(*_CONTEXTS, AS_SAID),
         title="What contexts take at 1,667 bytes per token, fetched on one GB200; below one the fetch is "
         "hidden behind compute"),
    Grid(("cost-wall",), ("a100-40", "a100-80", "h100", "h200", "b200", "b300", "rubin"),
         ("deepseek-v3", "llama-3.1-70b", "llama-3.1-405b"),
         title="The wall by generation of accelerators"),
    Grid(("memory-wall", "bandwidth-wall"), ("h100", "h200", "b200", "gb200", "rubin"),
         title="The longest context of DeepSeek-V3 that one scale-up domain holds, and that it reads in 20 ms"),
    ModelGrid(("arithmetic-wall", "cost-wall", "gpus-of-a-sequence"),
              title="Models on the default accelerator if all that is stored is read, and the GPUs for a hundred "
              "million tokens"),
)  # fmt: skip

RANGES = {
    "N_active": Between("37e9 parameter", "100e9 parameter", POPE, f"{ACTIVE.where} and {ACTIVE_AT_THE_STEP.where}"),
}  # fmt: skip
