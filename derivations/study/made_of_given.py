"""Values that follow from given ones by a sum or a slope, and that give way to what it makes of them."""

from __future__ import annotations

from dataclasses import replace

from derivations.claim.evaluated_claim import AnyEvaluated
from derivations.language.tree import names
from derivations.numbers.contradiction import SAYING


def without_made(evaluated: AnyEvaluated) -> AnyEvaluated:
    """The evaluated claim without the values of letters that a sum or a slope makes of valued ones, of given ones, too.

    The tokens that a round yields were measured, say, and the chance is given from which they follow.
    """
    values, given = evaluated.scenario.values, evaluated.given
    made = set[str]()
    for step in evaluated.derivation if given else ():
        if step.rule in SAYING and step.relation is not None and step.verdict.holds:
            behind = names(step.relation.written.right)
            if step.subject_name not in given and not given.keys().isdisjoint(behind) and values.keys() >= behind:
                made.add(step.subject_name)
    made &= values.keys()
    return replace(evaluated, scenario=evaluated.scenario.without(made)) if made else evaluated
