"""The topics of premises: what the claim that first takes one is about."""

from __future__ import annotations

from collections.abc import Mapping

from derivations.claims.index import chapter_of
from derivations.mapping import FrozenMapping
from derivations.site.chapters import chapter_title

_TOPICS: Mapping[str, tuple[str, ...]] = FrozenMapping({
    "A forward pass": ("roofline", "latency-floor", "optimal-batch", "speculative-decoding", "pass-time",
                       "tensor-parallel", "number-formats", "draft-length", "energy", "block-decoding"),
    "Prices and costs": ("cost-per-token", "fast-mode", "price-tier", "prefill-decode", "dollar-per-token",
                         "cache-price", "batch-discount", "agent-sessions", "memory-price"),
    "Arrivals, queues and replicas": ("train-interval", "queueing", "replicas", "prefill-decode-pools"),
    "Experts, and networks inside and between racks": ("moe-quality", "expert-parallelism", "scale-up",
                                                       "all-to-all", "routing-imbalance"),
    "Pipelines": ("pipeline-bandwidth", "bubbles", "memory-wall", "pipeline-kv", "pipeline-latency"),
    "KV cache and attention": ("kv-bytes", "cache-tiers", "context-wall", "latent-attention", "hybrid-attention"),
    "Training: tokens, losses and budgets": ("chinchilla", "overtraining-optimum", "budget-split",
                                             "cheapest-training", "training-mfu", "checkpoint-interval",
                                             "sharding-plan", "rl-rollout"),
    "Ciphers, residual nets and what is kept to run them backward": ("feistel", "revnet", "differential", "recompute"),
})
# taken first where something else is about it
_OTHERWISE: Mapping[str, str] = FrozenMapping({"training-arithmetic": "chinchilla"})
TOPICS = tuple(_TOPICS)


def topic_of(premise: str, claims: tuple[str, ...]) -> str:
    """The topic of a premise that these claims take; a claim that is not listed here has its chapter as its topic.

    >>> topic_of("kv-fetch", ("roofline", "kv-bytes")), topic_of("left-next", ("feistel", "revnet"))
    ('A forward pass', 'Ciphers, residual nets and what is kept to run them backward')
    """
    claim = _OTHERWISE.get(premise, claims[0])
    found = next((topic for topic, members in _TOPICS.items() if claim in members), "")
    return found or chapter_title(chapter_of(claim))[0]
