"""What was said and printed about the claim revnet."""

from __future__ import annotations

from derivations.claims.claim import ALL, AS_SAID, Asserted, Between, ModelGrid, Published, Reading, Said
from derivations.claims.lecture import LECTURE, POPE
from derivations.values.source import Source

KORTHIKANTI = Source(
    "korthikanti-2022",
    "Reducing Activation Recomputation in Large Transformer Models",
    url="https://arxiv.org/abs/2205.05198",
    date="2022-05",
    author="Korthikanti, Vijay and others",
    standing="unverified",
)
_TWO = Said("2 FLOP/parameter/token", POPE, "1:21:56, forward", LECTURE)
_KEPT = Said("17", "Korthikanti et al. 2022", "34 bytes for each number of the width, in numbers of two bytes; of a "
             "dense layer, the matrix of attention left out", KORTHIKANTI)  # fmt: skip

DEFAULTS = {
    "k_kept": _KEPT,
    "D_held": Said("4096 token", "our own example", "one sequence"),
}

READINGS = (
    Reading(AS_SAID, "as said: the layers of the lecture's example, each written to memory once",
            {"phi": _TWO,
             "n_layers": Said("100", POPE, "0:48:34, of another example", LECTURE),
             "k_kept": Said("1", "our own reading", "of 2:10:25 to 2:11:52: one vector for each layer")}),
)  # fmt: skip

PUBLISHED = (
    Published("training-arithmetic", "6 FLOP/parameter/token", POPE, "1:21:56", "exact",
              note="two forward and four backward: what one forward pass more is measured against"),
    Published("overhead", "2", "a blog post", "2026", "exact", reproduces=False,
              note="“twice the compute” is the post's own: the lecture has no equation for it. One forward pass more "
                   "is a third more"),
)  # fmt: skip

ASSERTED = (
    Asserted("layer as said: x_out = y + f(x) and y_out = x; the steps residual-read-off and layer-undone derive "
             "the inverse", POPE, "2:11:08 to 2:11:52"),
    Asserted("ordinary training writes the activations of every layer to memory, linear in the layers, and they “can "
             "be the largest footprint”: step as-large-as-weights says from how many tokens on", POPE, "after 2:10:25"),
    Asserted("compute is spent to save memory, the opposite of a KV cache, which spends memory to save compute and "
             "is “generally profitable given where hardware is”: steps worth-at-even and cache-worth-at-even give the "
             "worth of a byte for either", POPE, "after 2:11:52"),
    Asserted("both are wins because memory is what binds: reverses his point, as each spends what the other saves",
             "a blog post", "2026"),
    Asserted("the reversible nets are of 2017, and so is the paper, arXiv 1707.04585", "the transcript", "2:10:25"),
    Asserted("they are of 2018 or 2019", "a passage of the video that the transcript leaves out", "2:10:25"),
    Asserted("they are of 2017 or 2018", "a blog post", "2026"),
    Asserted("activation storage independent of depth, with two functions in a block, for nets that classify images",
             "Gomez et al.", "arXiv 1707.04585"),
)  # fmt: skip

GRIDS = (
    ModelGrid(("spent", "saved-per-byte", "memory-saved"), ALL,
              title="Reversible layers for models as they are, each layer counted as a dense one"),
)  # fmt: skip

RANGES = {
    "n_layers": Between("30", "126", "our own", "from small open models to Llama 3.1 405B"),
    "k_kept": Between("1", "34", "our own", "from a layer's input alone to twice the default"),
}
