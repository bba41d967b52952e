"""Where the claims are. Names are known without importing any of them, so that a slip in a name is told at once."""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING

from derivations.errors import UnknownNameError

if TYPE_CHECKING:
    from derivations.claims.claim import Claim

# name of the claim: module and attribute; in the order of the lecture
CLAIMS: dict[str, tuple[str, str]] = {
    "roofline": ("derivations.claims.serving.roofline", "ROOFLINE_CLAIM"),
    "latency-floor": ("derivations.claims.serving.latency_floor", "LATENCY_FLOOR"),
    "cost-per-token": ("derivations.claims.serving.cost_per_token", "COST_PER_TOKEN"),
    "fast-mode": ("derivations.claims.serving.fast_mode", "FAST_MODE"),
    "speculative-decoding": ("derivations.claims.serving.speculative_decoding", "SPECULATIVE_DECODING"),
    "optimal-batch": ("derivations.claims.serving.optimal_batch", "OPTIMAL_BATCH"),
    "train-interval": ("derivations.claims.serving.train_interval", "TRAIN_INTERVAL"),
    "queueing": ("derivations.claims.serving.queueing", "QUEUEING"),
    "replicas": ("derivations.claims.serving.replicas", "REPLICAS_NEEDED"),
    "moe-quality": ("derivations.claims.parallelism.moe_quality", "MOE_QUALITY"),
    "expert-parallelism": ("derivations.claims.parallelism.expert_parallelism", "EXPERT_PARALLELISM"),
    "pipeline-bandwidth": ("derivations.claims.parallelism.pipeline_bandwidth", "PIPELINE_BANDWIDTH"),
    "bubbles": ("derivations.claims.parallelism.bubbles", "BUBBLES_CLAIM"),
    "memory-wall": ("derivations.claims.parallelism.memory_wall", "MEMORY_WALL"),
    "pipeline-kv": ("derivations.claims.parallelism.pipeline_kv", "PIPELINE_KV"),
    "pipeline-latency": ("derivations.claims.parallelism.pipeline_latency", "PIPELINE_LATENCY"),
    "scale-up": ("derivations.claims.parallelism.scale_up", "SCALE_UP"),
    "chinchilla": ("derivations.claims.training.chinchilla", "CHINCHILLA"),
    "overtraining-optimum": ("derivations.claims.training.overtraining_optimum", "OVERTRAINING_OPTIMUM"),
    "budget-split": ("derivations.claims.training.budget_split", "BUDGET_SPLIT"),
    "kv-bytes": ("derivations.claims.serving.kv_bytes", "KV_BYTES"),
    "price-tier": ("derivations.claims.serving.price_tier", "PRICE_TIER"),
    "prefill-decode": ("derivations.claims.serving.prefill_decode", "PREFILL_DECODE"),
    "cache-tiers": ("derivations.claims.serving.cache_tiers", "CACHE_TIERS"),
    "context-wall": ("derivations.claims.serving.context_wall", "CONTEXT_WALL"),
    "feistel": ("derivations.claims.nets.feistel", "FEISTEL"),
    "revnet": ("derivations.claims.nets.revnet", "REVNET"),
    "differential": ("derivations.claims.nets.differential", "DIFFERENTIAL"),
}


def find_claim(name: str) -> Claim:
    """The built-in claim of that name; raises `UnknownNameError` with the nearest names."""
    if name not in CLAIMS:
        raise UnknownNameError("claim", name, CLAIMS)
    module, attribute = CLAIMS[name]
    claim: Claim = getattr(import_module(module), attribute)
    return claim
