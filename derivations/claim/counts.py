"""Counts without a unit that tells it: layers, stages, experts; a range of one goes over whole numbers.

Derivations take them for any number, so that slopes and limits of them are what they are of everything else.
"""

from __future__ import annotations

from derivations.claim.claim import Claim

COUNTS = frozenset({
    "n_layers", "n_moe", "n_plain", "n_own", "l_stage", "n_prod", "n_reduce",  # of a model
    "n_experts", "k_active", "n_kv", "h_query", "n_query", "d_head", "d_inner", "n_bins",
    "n_stages", "n_chunks", "n_mb", "n_micro", "n_few", "n_batches", "n_turns", "tp_way",  # of a pipeline
    "n_switch", "n_ports", "n_tiers", "n_way", "n_dest", "n_up", "n_out",  # of a network
    "n_models", "n_seen",
})


def counts_of(claim: Claim) -> frozenset[str]:
    """The names of the counts of a claim, those that it names itself among them."""
    return COUNTS.union(claim.counted)
