"""Numbers of states: those of a state of random premises contradict none of them, and those of no state some."""

from fractions import Fraction
from functools import cache
from random import Random

import pytest

from derivations.derivation.derivation import Derivation
from derivations.kernel.exact_point import ExactPoint
from derivations.language.tree import WrittenRelation
from derivations.numbers.contradiction import NAMING
from derivations.numbers.evaluation import Evaluation
from derivations.numbers.scenario import Scenario
from derivations.numbers.value import Value

from ..derivation.whole.boards import ran
from ..derivation.whole.generator import script
from ..derivation.whole.states import Told, states, truth

SEEDS = 40, pytest.param(120, marks=pytest.mark.long)  # how many boards
_KEPT = (1.0, 0.6, 0.4)  # parts of the letters that have numbers


def at(derivation: Derivation, values: dict[str, Fraction]) -> Evaluation:
    """The derivation with these numbers."""
    letters = derivation.notation
    given = {name: Value(number, letters[name].unit, letters[name].dimension, "by hand")
             for name, number in values.items()}
    return Evaluation(derivation, Scenario("own", "own", given), disagreeing=True)


@cache
def found(seeds: int) -> list[tuple[int, Derivation, list[WrittenRelation], dict[str, Fraction]]]:
    """Random boards, what they take and how they name letters, and a state of that."""
    boards = []
    for seed in range(seeds):
        derivation = ran(script(seed))
        if derivation is None:
            continue
        believed = [step for step in derivation if step.rule in NAMING and not step.context and step.verdict.holds]
        written = [item.written for step in believed for item in (step.relation, *step.conditions) if item is not None]
        told = Told.of(written, derivation.notation, [quantity.name for quantity in derivation.notation])
        for point in states(told, Random(seed), 1, 24):
            values = {name: value for name, value in point.values.items() if name in derivation.notation}
            boards.append((seed, derivation, written, values))
    return boards


@pytest.mark.parametrize("seeds", SEEDS)
def test_numbers_of_a_state_contradict_nothing(seeds: int) -> None:
    """All of them, and some of them: what is left out has the number of the state, which nothing forbids."""
    looked = 0
    for seed, derivation, _, values in found(seeds):
        draw = Random(seed)
        for part in _KEPT:
            kept = {name: value for name, value in values.items() if draw.random() <= part}
            told = [str(each) for each in at(derivation, kept).consistency.broken_premises if not each.beside]
            assert not told, (seed, kept)
            looked += 1
    assert looked >= 1.6 * seeds


@pytest.mark.parametrize("seeds", SEEDS)
def test_numbers_of_no_state_contradict_something(seeds: int) -> None:
    """The state with one number another: where exact values say that a premise fails, it is told."""
    looked = 0
    for seed, derivation, written, values in found(seeds):
        name = Random(seed).choice(sorted(values))
        moved = {**values, name: values[name] * 2 + Fraction(1, 3)}
        if not derivation.notation[name].range.contains(moved[name]):
            continue
        point = ExactPoint(moved)
        if any(truth(item, point) is False for item in written):
            assert at(derivation, moved).consistency.broken_premises, (seed, moved)
            looked += 1
    assert looked >= seeds / 6
