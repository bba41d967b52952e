"""The index: the names of all claims, of the lecture in its order and then those after it, without importing any."""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING

from derivations.claims.shared import chapters
from derivations.errors import UnknownNameError

if TYPE_CHECKING:
    from derivations.claim.claim import Claim


# in the order of the lecture; a claim's module is its name with underscores
LECTURE: tuple[str, ...] = (
    "roofline",
    "latency-floor",
    "cost-per-token",
    "fast-mode",
    "speculative-decoding",
    "optimal-batch",
    "train-interval",
    "queueing",
    "replicas",
    "moe-quality",
    "expert-parallelism",
    "pipeline-bandwidth",
    "bubbles",
    "memory-wall",
    "pipeline-kv",
    "pipeline-latency",
    "scale-up",
    "chinchilla",
    "overtraining-optimum",
    "budget-split",
    "kv-bytes",
    "price-tier",
    "prefill-decode",
    "cache-tiers",
    "context-wall",
    "feistel",
    "revnet",
    "differential",
)
# what is derived beyond it, in a folder beside
BEYOND: tuple[str, ...] = (
    "pass-time", "recompute", "latent-attention", "dollar-per-token", "prefill-decode-pools", "number-formats",
    "all-to-all", "tensor-parallel", "training-mfu", "cache-price", "routing-imbalance", "batch-discount",
    "cheapest-training", "checkpoint-interval", "draft-length", "energy", "sharding-plan", "agent-sessions",
    "memory-price", "hybrid-attention", "rl-rollout", "block-decoding",
)
CLAIMS: tuple[str, ...] = (*LECTURE, *BEYOND)
# the first claim of each chapter; those up to the next one belong to it
_CHAPTERS = {
    "roofline": chapters.BATCH_SIZE, "expert-parallelism": chapters.RACKS, "pipeline-bandwidth": chapters.PIPELINES,
    "memory-wall": chapters.NOT_WISE, "chinchilla": chapters.OVERTRAINED, "kv-bytes": chapters.PRICES,
    "feistel": chapters.CRYPTOGRAPHY, BEYOND[0]: chapters.AFTERWARDS,
}


def find_claim(name: str) -> Claim:
    """The claim of that name, built-in or of another installed package; raises `UnknownNameError` with the nearest."""
    if name not in CLAIMS:
        from derivations.claims.installed import installed_claim, installed_names  # which take long to look for

        if name not in installed_names():
            raise UnknownNameError("claim", name, all_claims())
        return installed_claim(name)
    claim: Claim = import_module(module_of(name)).CLAIM
    return claim


def all_claims() -> tuple[str, ...]:
    """The names of the built-in claims, and of those that other packages bring."""
    return (*CLAIMS, *other_claims())


def other_claims() -> tuple[str, ...]:
    """The names of claims that other packages bring, without importing any."""
    from derivations.claims.installed import installed_names

    return tuple(name for name in installed_names() if name not in CLAIMS)


def module_of(name: str) -> str:
    """The module that a claim stands in.

    >>> module_of("optimal-batch"), module_of("pass-time")
    ('derivations.claims.lecture.optimal_batch', 'derivations.claims.beyond.pass_time')
    """
    return f"derivations.claims.{'beyond' if name in BEYOND else 'lecture'}.{name.replace('-', '_')}"


def chapter_of(name: str) -> str:
    """The chapter of a built-in claim, without importing it; raises `UnknownNameError` with the nearest names.

    >>> chapter_of("replicas"), chapter_of("recompute")
    ('0:00:00 How batch size affects token cost and speed', 'After the lecture')
    """
    if name not in CLAIMS:
        raise UnknownNameError("claim", name, CLAIMS)
    before = CLAIMS[: CLAIMS.index(name) + 1]
    return _CHAPTERS[next(each for each in reversed(before) if each in _CHAPTERS)]
