"""Several admissible solutions of one equation: the branches that a result waits for, and one of them as the result."""

from __future__ import annotations

from dataclasses import replace

from derivations.claim.evaluated_claim import EvaluatedClaim
from derivations.derivation.derivation import Derivation
from derivations.derivation.recheck import is_branch
from derivations.derivation.step import Step
from derivations.errors import InputError, UnknownNameError


def branches_of(step: Step, derivation: Derivation) -> list[Step]:
    """The branches of the solution that a step leaves open, or is one of."""
    solution = _parent(step.name) if is_branch(step.name, derivation) else step.name
    return [each for each in derivation.trace if is_branch(each.name, derivation) and _parent(each.name) == solution]


def branches_waited_for(evaluated: EvaluatedClaim) -> list[Step]:
    """The branches of the solution that the result is, or waits for; none where it stands, or waits for another reason.
    """
    derivation = evaluated.derivation
    if evaluated.headline.relation is not None:
        return []
    return branches_of(derivation.failures(evaluated.headline)[-1], derivation)


def on_branch(evaluated: EvaluatedClaim, name: str) -> EvaluatedClaim:
    """The claim with a branch of the solution that its result waits for as the result.

    What comes after the choice keeps waiting. Raises `InputError` where there is no choice, and `UnknownNameError` with
    the names of the branches for another one.
    """
    branches = [each.name for each in branches_waited_for(evaluated)]
    if not branches:
        raise InputError(f"the result of {evaluated.claim.name} is no choice between branches: leave out --branch")
    if name not in branches:
        raise UnknownNameError("branch", name, branches, where=f"of the result of {evaluated.claim.name}")
    return replace(evaluated, derivation=replace(evaluated.derivation, result=name))


def _parent(branch: str) -> str:
    return branch.rpartition("-")[0]
