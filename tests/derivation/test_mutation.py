"""Mutants of the roofline's relations: none that is false is ever called proven."""

from collections import Counter
from random import Random

import pytest

from derivations.derivation.rules.base import Input, Outcome
from derivations.errors import InputError, UndecidedError
from derivations.language.relation import from_written
from derivations.language.tree import WrittenRelation
from derivations.proof.verdict import Finding

from ..proof.numeric import holds
from .mutants import mutant
from .roofline import NOTATION, derivation, rules, world

WORLDS = 24
GENERAL = ("compute-bound", "memory-bound", "pass", "bound", "per-sequence")  # true at any batch
WITHOUT_CONTEXT = ("short", "grouped", "product", "tokens")


def _names() -> dict[str, tuple[str, ...]]:
    """For every quantity those of its dimension, and two others, which fail in their dimensions."""
    found = {}
    for quantity in NOTATION:
        alike = [o.name for o in NOTATION if o.dimension == quantity.dimension and o.name != quantity.name]
        found[quantity.name] = (*alike * 2, *[o.name for o in NOTATION if o.name not in (quantity.name, *alike)][:2])
    return found


@pytest.mark.parametrize("mutants", [30, pytest.param(400, marks=pytest.mark.long)])
def test_no_false_mutant_is_proven(mutants: int) -> None:
    """False means: it fails at a point where every premise, and every condition of the step, holds.

    Mutants that hold at all of them say the same in other words, or something weaker, and are drawn again.
    """
    random, names, findings = Random(1), _names(), Counter[str]()
    steps = [step for step in derivation().steps if step.relation is not None]
    worlds = {
        step.name: [
            world(random, balanced=step.name not in GENERAL, context=step.name not in WITHOUT_CONTEXT)
            for _ in range(WORLDS)
        ]
        for step in steps
    }
    while findings.total() < mutants:
        step = random.choice(steps)
        changed = mutant(step.relation.written, names, random)
        if not _is_false(changed, step.conditions, worlds[step.name]):
            continue
        findings[_found(step.name, changed)] += 1
    assert findings[Finding.PROVEN] == findings[Finding.CHECKED] == 0, findings
    assert findings["dimensions"] + findings[Finding.REFUTED] >= 0.95 * mutants, findings
    assert findings[Finding.REFUTED] >= 0.25 * mutants, findings


def test_the_worlds_satisfy_what_is_derived_in_them() -> None:
    """Otherwise they would call true relations false."""
    random = Random(2)
    for step in derivation().trace:
        for _ in range(8):
            point = world(random, balanced=step.name not in GENERAL, context=step.name not in WITHOUT_CONTEXT)
            if all(holds(condition.written, point) for condition in step.conditions):
                assert holds(step.relation.written, point), (step.name, point)


def _is_false(changed: WrittenRelation, conditions: tuple, worlds: list) -> bool:
    return any(
        holds(changed, point) is False and all(holds(condition.written, point) for condition in conditions)
        for point in worlds
    )


def _found(name: str, changed: WrittenRelation) -> str:
    step = derivation()[name]
    inputs = tuple(
        Input(other.name, other.relation, other.conditions) for other in map(derivation().__getitem__, step.inputs)
    )
    try:
        outcome = Outcome(from_written(changed, NOTATION), step.conditions)
        return rules()[name].check(inputs, outcome, NOTATION).verdict.finding
    except InputError:
        return "dimensions"
    except UndecidedError:
        return Finding.INCONCLUSIVE
