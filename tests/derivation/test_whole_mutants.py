"""Mutants of whole claims: what ties or bounds a letter after the argument leaves no step standing that varies it."""

from __future__ import annotations

from random import Random

import pytest

from .whole.mutants import mutants

FEW = ("optimal-batch", "latency-floor", "pipeline-latency", "scale-up")


@pytest.mark.parametrize(("claims", "count"), [
    (FEW, 60), pytest.param(None, 6_000, marks=pytest.mark.long),
])
def test_no_step_that_varies_a_letter_stands_beside_what_ties_it(claims: tuple[str, ...] | None, count: int) -> None:
    """Two opposite inequalities, or a bound, count as an equation would."""
    found = list(mutants() if claims is None else mutants(claims))
    standing = [str(mutant) for mutant in Random(1).sample(found, count) if mutant.stands()]
    assert not standing, f"{len(standing)} of {count} stand, as {standing[:3]}"
