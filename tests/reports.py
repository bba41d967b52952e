"""Reports of the built-in claims, derived once in each process that runs tests."""

from collections.abc import Collection, Iterable, Mapping
from functools import cache
from typing import Any

import pytest

from derivations import Report, derive, load_catalog
from derivations.claim.evaluated_claim import EvaluatedClaim
from derivations.claim.kept_review import kept_derivation
from derivations.claim.study import Study
from derivations.claims.index import CLAIMS, find_claim
from derivations.derivation.derivation import Derivation
from derivations.derivation.premise import Assumptions
from derivations.study.application import apply

from .claims.changes import a_change
from .once import derived_once

FEW = ("optimal-batch", "chinchilla", "pipeline-kv", "revnet")  # of every kind: serving, training, stages, nets


# claims whose own tests `make test` runs: these, and one whose result is found in numbers. What every claim comes to is
# held to what is shipped of it anyway (`claims/test_every_claim.py`); `.ci/run` runs those of what its commit changes.
OWN_TESTS = (*FEW, "checkpoint-interval")

# claims that between them have every rule with every finding, and every operation, that any claim has
OF_EVERY_FORM = (*FEW, "draft-length", "cheapest-training", "differential", "checkpoint-interval", "queueing")


# each claim is derived in one of the processes that run tests, for all tests of it
QUARTERS = {f"quarter {place}": CLAIMS[place::4] for place in range(4)}


def few(items: Iterable[Any] = CLAIMS, kept: Collection[Any] = FEW) -> list[Any]:
    """Parameters of a test, by default all claims: a few are for `make test`, the others for `make test-long`."""
    return [item if item in kept else pytest.param(item, marks=pytest.mark.long) for item in items]


def of_every_form() -> list[Any]:
    """Claims for a test of what derivations are made of, not of what a claim says: what holds of these holds of all."""
    return few(OF_EVERY_FORM)


def several(quick: tuple[str, ...] = FEW) -> list[Any]:
    """Claims for a test that puts several together: a few, and in the long run all, those of a process at a time."""
    return [pytest.param(quick, id="few"),
            *(pytest.param(names, marks=pytest.mark.long, id=quarter) for quarter, names in QUARTERS.items())]


def few_rows(rows: Iterable[tuple[Any, ...]], kept: Collection[tuple[Any, ...]]) -> list[Any]:
    """The same for a test of several parameters."""
    return [row if row in kept else pytest.param(*row, marks=pytest.mark.long) for row in rows]


@cache
def plain(claim: str) -> Report:
    """A claim as it is; derived once in a process, whichever test asks for it first."""
    with derived_once():
        return derive(claim)


@cache
def shipped(claim: str) -> EvaluatedClaim:
    """A claim as it is, from what the package ships of it: for tests whose process derives no claims.

    Tests of kept reviews hold it equal to the derivation; where none is kept, it is derived.
    """
    found = find_claim(claim)
    return apply(found, Study(), load_catalog(), derived=kept_derivation(found))


@cache
def changed(claim: str) -> Report:
    """A claim under a changed premise; the same."""
    with derived_once():
        return derive(claim, premises=a_change(claim))


def derived_under(claim: str, premises: Mapping[str, str]) -> Derivation:
    """A claim derived with these premises."""
    return _under(claim, tuple(premises.items()))


@cache
def _under(claim: str, premises: tuple[tuple[str, str], ...]) -> Derivation:
    if not premises:
        return plain(claim).derivation
    if dict(premises) == a_change(claim):
        return changed(claim).derivation
    with derived_once():
        return find_claim(claim).derive(Assumptions(dict(premises)))
