"""Which conclusions of the lecture follow from its own premises, claim by claim, and which retellings do."""

import pytest

from derivations.claim.evaluated_claim import EvaluatedClaim
from derivations.claim.verdicts import said_verdict
from derivations.claims.index import CLAIMS

from ..reports import plain

# by claim: how many conclusions follow, then those that do not, and those of which it is not asked
CONCLUSIONS: dict[str, tuple[int, set[str], set[str]]] = {
    "roofline": (1, set(), set()),
    "cost-per-token": (1, set(), set()),
    "optimal-batch": (2, set(), set()),
    "train-interval": (7, set(), set()),
    "queueing": (2, set(), set()),
    "replicas": (2, set(), set()),
    "moe-quality": (2, set(), set()),
    "expert-parallelism": (3, set(), set()),
    "pipeline-bandwidth": (1, set(), {"sends-needed: 8"}),
    "bubbles": (2, set(), set()),
    "memory-wall": (2, set(), set()),
    "pipeline-kv": (4, set(), {"one-per-stage: 4"}),
    "pipeline-latency": (1, set(), set()),
    "chinchilla": (13, set(), {"inference-arithmetic: 2 FLOP per parameter and token"}),
    "budget-split": (1, set(), set()),
    "kv-bytes": (4, set(), set()),
    "cache-tiers": (2, set(), set()),
    "context-wall": (2, set(), set()),
    "revnet": (1, set(), set()),
    "recompute": (12, set(), set()),
    "dollar-per-token": (4, set(), set()),
    "cheapest-training": (10, set(), set()),
    "checkpoint-interval": (1, set(), set()),
    "draft-length": (1, set(), set()),
    "agent-sessions": (1, set(), set()),
    "memory-price": (5, {"rise-if-kept: 7 to 9%"}, set()),
    "hybrid-attention": (1, {"most: 3"}, set()),
    "rl-rollout": (1, set(), set()),
    "latent-attention": (1, {"heads-at-balance: 128"}, set()),
    "prefill-decode-pools": (1, set(), set()),
    "all-to-all": (5, {"speed-in-full: 67 tokens per second and sequence"}, set()),
    "tensor-parallel": (2, {"grid-pays: 81 GPUs"}, set()),
    "training-mfu": (2, {"mfu-from-rate: 41%"}, set()),
    "sharding-plan": (
        17, {"groups: 13.9", "tokens-at-the-best-split: 16 billion tokens", "time-of-the-run: 2 days"}, set(),
    ),
    "number-formats": (3, {"smaller-in-bits: 3.5", "part-in-bits: 25%"}, set()),
}
# by claim: of how many statements of others how many follow
RETOLD = {
    "latency-floor": (2, 0), "optimal-batch": (6, 3), "train-interval": (4, 3), "replicas": (2, 2),
    "moe-quality": (1, 0), "memory-wall": (1, 1), "pipeline-kv": (1, 1), "scale-up": (2, 0), "chinchilla": (7, 4),
    "kv-bytes": (6, 5), "price-tier": (1, 1), "prefill-decode": (3, 3), "cache-tiers": (4, 2), "context-wall": (2, 1),
    "revnet": (1, 0),
}


@pytest.fixture(params=CLAIMS, scope="module")
def evaluated(request: pytest.FixtureRequest) -> EvaluatedClaim:
    return plain(request.param)


def test_what_follows_as_said(evaluated: EvaluatedClaim) -> None:
    own = [item for item in evaluated.statements if item.kind == "conclusion"]
    told = {follows: [f"{item.said.published.step}: {item.said.said}" for item in own if item.follows is follows]
            for follows in (True, False, None)}
    follow, does_not, not_asked = CONCLUSIONS.get(evaluated.claim.name, (0, set(), set()))
    assert (len(told[True]), set(told[False]), set(told[None])) == (follow, does_not, not_asked)


def test_what_follows_as_retold(evaluated: EvaluatedClaim) -> None:
    found = said_verdict(evaluated.statements, "retelling")
    assert (found.judged, found.follow) == RETOLD.get(evaluated.claim.name, (0, 0))


def test_numbers_of_one_statement_are_of_one_kind(evaluated: EvaluatedClaim) -> None:
    for item in evaluated.statements:
        assert {row.published.kind for row in item.otherwise} <= {item.kind}


def test_a_note_says_nothing_in_advance(evaluated: EvaluatedClaim) -> None:
    """Whether a number follows is computed, and a note beside it stays true whatever comes out."""
    for item in evaluated.claim.published:
        assert "not follow" not in item.note
        assert "follows from" not in item.note
