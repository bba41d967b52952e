"""Every step of every claim, put to the second prover where it can be expressed."""

from __future__ import annotations

from functools import cache

import pytest

from derivations.claims.index import CLAIMS
from derivations.derivation.second_prover import Agreement, agreement
from derivations.proof.z3_prover import prove_with_z3

from ..reports import FEW, derived_under, few, plain
from .changes import CHANGES

z3 = cache(prove_with_z3)  # most obligations of a claim are the same under its changes


@pytest.fixture(autouse=True)
def asked_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """The second prover, which is asked of each obligation once."""
    monkeypatch.setattr("derivations.derivation.second_prover.find_prover", lambda _: z3)


@cache
def as_it_is(name: str) -> Agreement:
    """What the provers say of a claim under its own premises."""
    return agreement(plain(name).derivation)


@pytest.mark.some(1)
@pytest.mark.parametrize(
    ("name", "premises"),
    [pytest.param(name, premises, marks=() if name in FEW and not premises else pytest.mark.long)
     for name in CLAIMS for premises in CHANGES[name]],
    ids=str,
)
def test_the_provers_agree(name: str, premises: dict[str, str]) -> None:
    """What the engine proves is not refuted, and nearly all of it is proven again."""
    found = agreement(derived_under(name, premises)) if premises else as_it_is(name)
    assert [item.step.name for item in found.disagreements] == []
    proven = [item for item in found.steps if item.step.verdict.shown]
    obligations = [answer for item in proven for answer in item.answers]
    asked = [answer for answer in obligations if answer.second is not None]
    assert len(asked) >= min(3, len(proven))
    assert sum(answer.confirmed for answer in asked) >= 0.9 * len(asked)


# wrong statements with powers of any number, roots, logarithms or exponentials, which Z3 has no terms for, or finds no
# point of
UNASKED = {
    ("differential", "exactly-half"), ("routing-imbalance", "even-by-law-of-large-numbers"),
    ("cheapest-training", "as-if-nothing-were-served"), ("cheapest-training", "equal-costs"),
    ("checkpoint-interval", "restart-moves-young"), ("checkpoint-interval", "interval-on-the-other-branch"),
    ("draft-length", "always-one-more"), ("sharding-plan", "as-many-of-each"),
    ("cache-price", "pays-until-tiers-are-even"),
    ("draft-length", "by-its-own-chance"), ("draft-length", "brought-less-cost"),
}


@pytest.mark.some(1)
@pytest.mark.parametrize("name", few())
def test_what_is_rejected_is_refuted_again(name: str) -> None:
    """The second prover finds a point against a wrong statement that it can be asked about."""
    rejects = as_it_is(name).rejects
    assert rejects
    for item in rejects:
        assert item.answers or "dimensions" in item.step.verdict.checked_by
        assert all(answer.denied for answer in item.answers) or (name, item.step.name) in UNASKED
