"""Documents that premises and published numbers name in words, as sources with an address."""

from __future__ import annotations

import re

from derivations.claims.shared.said import CARDS, LECTURE
from derivations.numbers.source import Source

HOFFMANN = Source(
    "hoffmann-2022",
    "Training Compute-Optimal Large Language Models",
    url="https://arxiv.org/abs/2203.15556",
    date="2022-03",
    author="Hoffmann, Jordan and others",
    standing="secondary",
)
BESIROGLU = Source(
    "besiroglu-2024",
    "Chinchilla Scaling: A replication attempt",
    url="https://arxiv.org/abs/2404.10102",
    date="2024-04",
    author="Besiroglu, Tamay and others",
    standing="secondary",
)
SARDANA = Source(
    "sardana-2023",
    "Beyond Chinchilla-Optimal: Accounting for Inference in Language Model Scaling Laws",
    url="https://arxiv.org/abs/2401.00448",
    date="2023-12",
    author="Sardana, Nikhil and others",
    standing="secondary",
)
CLARK = Source(
    "clark-2022",
    "Unified Scaling Laws for Routed Language Models",
    url="https://arxiv.org/abs/2202.01169",
    date="2022-02",
    author="Clark, Aidan and others",
    standing="secondary",
)
LEVIATHAN = Source(
    "leviathan-2022",
    "Fast Inference from Transformers via Speculative Decoding",
    url="https://arxiv.org/abs/2211.17192",
    date="2022-11",
    author="Leviathan, Yaniv and others",
    standing="secondary",
)
GOMEZ = Source(
    "gomez-2017",
    "The Reversible Residual Network: Backpropagation Without Storing Activations",
    url="https://arxiv.org/abs/1707.04585",
    date="2017-07",
    author="Gomez, Aidan N. and others",
    standing="secondary",
)
KORTHIKANTI = Source(
    "korthikanti-2022",
    "Reducing Activation Recomputation in Large Transformer Models",
    url="https://arxiv.org/abs/2205.05198",
    date="2022-05",
    author="Korthikanti, Vijay and others",
    standing="secondary",
)
NARAYANAN = Source(
    "narayanan-2021",
    "Efficient Large-Scale Language Model Training on GPU Clusters Using Megatron-LM",
    url="https://arxiv.org/abs/2104.04473",
    date="2021-04",
    author="Narayanan, Deepak and others",
    standing="secondary",
)
CHEN = Source(
    "chen-2016",
    "Training Deep Nets with Sublinear Memory Cost",
    url="https://arxiv.org/abs/1604.06174",
    date="2016-04",
    author="Chen, Tianqi and others",
    standing="secondary",
)
LLAMA_3 = Source(
    "llama-3-herd",
    "The Llama 3 Herd of Models, arXiv 2407.21783, table 4",
    url="https://arxiv.org/abs/2407.21783",
    date="2024-07",
    author="Llama Team, AI @ Meta",
    standing="secondary",
)
ZERO = Source(
    "zero-2019",
    "ZeRO: Memory Optimizations Toward Training Trillion Parameter Models",
    url="https://arxiv.org/abs/1910.02054",
    date="2019-10",
    author="Rajbhandari, Samyam and others",
    standing="secondary",
)
DEEPSEEK_V2 = Source(
    "deepseek-v2",
    "DeepSeek-V2: A Strong, Economical, and Efficient Mixture-of-Experts Language Model",
    url="https://arxiv.org/abs/2405.04434",
    date="2024-05",
    author="{DeepSeek-AI}",
    standing="secondary",
)
GPT_OSS = Source(
    "gpt-oss-model-card",
    "gpt-oss-120b & gpt-oss-20b Model Card, arXiv 2508.10925, table 1",
    url="https://arxiv.org/abs/2508.10925",
    date="2025-08",
    author="OpenAI",
    standing="secondary",
)
GENERAL_KNOWLEDGE = Source(
    "general-knowledge", "General knowledge, no document at hand", date="2026", standing="unverified"
)
_NAMED = (
    (re.compile(r"(?<!not in the )\blecture\b|\b(?:Pope|Patel)\b"), LECTURE),
    (re.compile(r"\bcards? [0-9]"), CARDS),
    (re.compile(r"\bHoffmann\b|2203\.15556"), HOFFMANN),
    (re.compile(r"\bBesiroglu\b|2404\.10102"), BESIROGLU),
    (re.compile(r"\bSardana\b|2401\.00448"), SARDANA),
    (re.compile(r"\bClark\b|2202\.01169"), CLARK),
    (re.compile(r"\bLeviathan\b|2211\.17192"), LEVIATHAN),
    (re.compile(r"\bGomez\b|1707\.04585"), GOMEZ),
    (re.compile(r"\bNarayanan\b|2104\.04473"), NARAYANAN),
    (re.compile(r"1604\.06174"), CHEN),
    (re.compile(r"1910\.02054"), ZERO),
    (re.compile(r"2405\.04434"), DEEPSEEK_V2),
    (re.compile(r"\bKorthikanti\b|2205\.05198"), KORTHIKANTI),
    (re.compile(r"2508\.10925"), GPT_OSS),
)


def documents_named(text: str) -> tuple[Source, ...]:
    """The documents that a text such as "after lecture 0:03:28" or "practice card 7" names.

    >>> [source.key for source in documents_named("practice card 15; lecture 1:21:56")]
    ['lecture', 'lecture-cards']
    >>> documents_named("not in the lecture: the mean beside its worst case")
    ()
    """
    return tuple(source for pattern, source in _NAMED if pattern.search(text))
