"""What comes whole: by its domain, by its unit, as of GPUs, or as a count without a unit, as of layers and stages.

Derivations take it for any number, so that slopes and limits of it are what they are of everything else. A range of it
goes over whole numbers, and where it comes out of a minimum or a bound, the whole numbers beside it are found.
"""

from __future__ import annotations

from derivations.claim.claim import Claim
from derivations.language.quantity import Quantity
from derivations.numbers.scenario import is_counted

COUNTS = frozenset({
    "n_layers", "n_moe", "n_plain", "n_own", "l_stage", "n_prod", "n_reduce",  # of a model
    "n_experts", "k_active", "n_kv", "h_query", "n_query", "d_head", "d_inner", "n_bins",
    "n_stages", "n_chunks", "n_mb", "n_micro", "n_few", "n_batches", "n_turns", "tp_way",  # of a pipeline
    "n_switch", "n_ports", "n_tiers", "n_way", "n_dest", "n_up", "n_out",  # of a network
    "n_models", "n_seen",
})


def counts_of(claim: Claim) -> frozenset[str]:
    """The names of the counts of a claim that no unit and no domain tells, those that it names itself among them."""
    return COUNTS.union(claim.counted)


def comes_whole(claim: Claim, quantity: Quantity) -> bool:
    """True for what is whole by nature: by its domain or its unit, or as a count of the claim."""
    return is_counted(quantity) or quantity.name in counts_of(claim)
