"""Mutants of whole claims: what ties or bounds a letter after the argument leaves no step standing that varies it."""

from __future__ import annotations

from random import Random

import pytest

from derivations.claims.index import CLAIMS

from .whole.mutants import Mutant, mutants

FEW = ("scale-up", *(pytest.param(name, marks=pytest.mark.long) for name in ("optimal-batch", "pipeline-latency")))
EACH = 200  # mutants of a claim, or all that it has: 6,000 in all


def standing(claim: str, count: int) -> tuple[int, list[str]]:
    """The number of mutants of a claim that are tried, and those that stand."""
    found: list[Mutant] = list(mutants([claim]))
    drawn = Random(claim).sample(found, min(count, len(found)))
    return len(drawn), [str(mutant) for mutant in drawn if mutant.stands()]


@pytest.mark.parametrize("claim", FEW)
def test_a_tie_after_the_argument_counts(claim: str) -> None:
    """Two opposite inequalities, or a bound, count as an equation would, for a few mutants."""
    tried, found = standing(claim, 8)
    assert tried == 8
    assert not found


@pytest.mark.long
@pytest.mark.one_in(12)
@pytest.mark.parametrize("claim", CLAIMS)
def test_every_tie_after_an_argument_counts(claim: str) -> None:
    """The same of many mutants of every claim."""
    tried, found = standing(claim, EACH)
    assert not found, f"{len(found)} of {tried} stand, as {found[:3]}"
