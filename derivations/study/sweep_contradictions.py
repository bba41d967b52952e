"""Contradictions of a sweep's numbers, as relations for arrays: memory of the deployment, inequalities of premises."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass

from derivations.claim.evaluated_claim import EvaluatedClaim
from derivations.claim.feasibility import NO_ROOM, misfits, room
from derivations.derivation.step import Step
from derivations.errors import DerivationsError, UndecidedError
from derivations.language.tree import COMPARE, Name, Node, WrittenRelation
from derivations.numbers.evaluation import Evaluation

_BROKEN = {"<": ">=", "<=": ">", ">": "<=", ">=": "<"}


@dataclass(frozen=True)
class Contradictory:
    """Relations that all hold where the numbers contradict what is taken, and the words for that."""

    words: str
    relations: tuple[WrittenRelation, ...]


def contradictory(each: EvaluatedClaim, evaluation: Evaluation, swept: Collection[str]) -> tuple[Contradictory, ...]:
    """Contradictions of a claim's numbers at some points of a sweep, and at all of them.

    The same as the exact engine says of one point (`EvaluatedClaim.contradictions`), but that what is swept is the
    batch and not the one that the claim solves for.
    """
    return (*_memory(each, evaluation, swept), *_inequalities(evaluation, swept))


def _memory(each: EvaluatedClaim, evaluation: Evaluation, swept: Collection[str]) -> Iterator[Contradictory]:
    deployment, headline = each.claim.deployment, each.headline
    named = ("b_w", "N_total", "M_gpu", "M", "kappa", "kappa_stored", *deployment.gpus, *deployment.batch,
             deployment.context)
    varied: dict[str, Node] = {}
    beside: tuple[WrittenRelation, ...] = ()
    for name in named:
        if name in swept or (name in evaluation.derivation.notation and _varies(evaluation, (Name(name),), swept)):
            varied[name] = Name(name)
        elif name == headline.subject_name:
            with suppress(UndecidedError):
                function = evaluation.function(headline.name)
                varied[name], beside = function.formula, function.conditions
    if varied or misfits(each.claim, each.scenario, evaluation):
        *alone, whole = room(each.claim, each.scenario, evaluation, varied) or (None,)
        if whole is not None:
            yield Contradictory(NO_ROOM, (*beside, _broken(whole)))
        if beside:  # where there is no batch, the weights are there all the same
            yield from (Contradictory(NO_ROOM, (_broken(fits),)) for fits in alone if fits is not None)


def _inequalities(evaluation: Evaluation, swept: Collection[str]) -> Iterator[Contradictory]:
    for step in evaluation.derivation.premises:  # what follows from them is broken nowhere else
        relation = step.relation
        if relation is None or relation.is_equation or not relation.left.name:
            continue
        written = relation.written
        if _varies(evaluation, (written.left, written.right), swept) or _is_broken(evaluation, step):
            conditions = tuple(item.written for item in step.conditions)
            yield Contradictory(f"{step.name} says {relation}", (*conditions, _broken(written)))


def _broken(relation: WrittenRelation) -> WrittenRelation:
    return WrittenRelation(relation.left, _BROKEN[relation.operator], relation.right)


def _varies(evaluation: Evaluation, trees: Sequence[Node], swept: Collection[str]) -> bool:
    """True if formulas have numbers that follow what is swept."""
    try:
        chain = evaluation.chain(trees)
    except UndecidedError:
        return False
    return not chain.free and not set(swept).isdisjoint(chain.given)


def _is_broken(evaluation: Evaluation, step: Step) -> bool:
    """True if the numbers break an inequality that they all stand behind."""
    assert step.relation is not None
    with suppress(DerivationsError):
        left, right = (evaluation.size_of(side) for side in (step.relation.left, step.relation.right))
        return left is not None and right is not None and not COMPARE[step.relation.operator](left, right)
    return False
