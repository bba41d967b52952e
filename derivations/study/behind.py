"""Steps behind a result that is given a value: the pass at a batch, where the claim solves for the batch."""

from __future__ import annotations

from collections.abc import Collection

from derivations.claim.evaluated_claim import EvaluatedClaim
from derivations.derivation.step import Step
from derivations.errors import UndecidedError
from derivations.numbers.definitions import defining_steps
from derivations.numbers.evaluation import Evaluation
from derivations.study.hardware import with_gpus


def solved_for(evaluated: EvaluatedClaim, given: Collection[str]) -> str:
    """The quantity that the result solves for, where it is given a value all the same; empty for any other result.

    A quantity that a step defines is none: a value for it takes the place of the definition.
    """
    name = evaluated.headline.subject_name
    return name if name in given and name not in defining_steps(evaluated.derivation) else ""


def seen_behind(evaluated: EvaluatedClaim) -> Evaluation:
    """The evaluation with the GPUs of a domain where their number is left open, as it cancels in the result alone."""
    scenario = with_gpus(evaluated, evaluated.scenario)
    return evaluated.evaluation if scenario is evaluated.scenario else evaluated.evaluation.again(scenario)


def steps_behind(evaluated: EvaluatedClaim, solved: str, evaluation: Evaluation) -> tuple[Step, ...]:
    """The steps that rest on what the result solves for and suppose nothing about it, one for each quantity.

    Steps that hold only in a regime are left out: the step that these split says the same.
    """
    found: dict[str, Step] = {}
    for step in evaluated.derivation.trace:
        subject = step.subject_name
        if not subject or subject == solved or subject in found:
            continue
        if step.within or step.conditions or step.rule == "split":
            continue
        try:
            if solved in evaluation.function(step.name).chain.given:
                found[subject] = step
        except UndecidedError:
            continue
    return tuple(found.values())
