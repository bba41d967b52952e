"""Whole derivations: what is told as proven on a random board is true in every state in which it is told to be.

Each board is checked as `whole.checks` says. What is found is printed as the shortest script in which it is found.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import replace
from functools import cache

import pytest

from derivations.derivation.step import Step
from derivations.language.printing.text import to_text
from derivations.language.relation import Relation, relation

from .whole.boards import ran
from .whole.checks import Found, Report, checked, on_board
from .whole.generator import script
from .whole.minimised import minimised

PART, QUICK, WHOLE = 50, 300, 20_000  # boards in one case; in all that are quick; in all
CASES = [pytest.param(first, PART, marks=[pytest.mark.long] if first >= QUICK else [])
         for first in range(0, WHOLE, PART)]
_SHOWN = 3  # findings that are minimised, each on some hundred boards


@cache
def report(seed: int) -> Report:
    """What is found on the board of a seed."""
    return checked(script(seed))


def told(found: Iterable[tuple[int, Found]]) -> str:
    """The kinds of what is found, and the shortest boards of some."""
    items = list(found)
    first: dict[tuple[str, str], tuple[int, Found]] = {}
    for seed, each in items:
        first.setdefault((each.what, each.kind), (seed, each))
    lines = [f"{times} x {what}: {kind}" for (what, kind), times in
             sorted(Counter((each.what, each.kind) for _, each in items).items())]
    for seed, each in list(first.values())[:_SHOWN]:
        shortest, again = minimised(script(seed), each)
        lines += ["", f"seed {seed}: {again}", str(shortest)]
    return "\n".join(lines)


def of(first: int, count: int, *kinds: str) -> list[tuple[int, Found]]:
    """What of some kinds is found on the boards of a case."""
    return [(seed, each) for seed in range(first, first + count) for each in report(seed).found if each.what in kinds]


@pytest.mark.one_in(60)
@pytest.mark.parametrize(("first", "count"), CASES)
def test_what_is_proven_is_true(first: int, count: int) -> None:
    """No line is false in a state that satisfies what it rests on, and ties count however they are said."""
    found = of(first, count, "false", "tied", "crash")
    assert not found, told(found)


@pytest.mark.one_in(60)
@pytest.mark.parametrize(("first", "count"), CASES)
def test_what_is_proven_speaks_of_some_state(first: int, count: int) -> None:
    """A line whose hypotheses contradict each other says so, and is not told as proven.

    That premises contradict each other is seen where they are written out: of few boards it is not.
    """
    found = of(first, count, "vacuous")
    unseen = [(seed, each) for seed, each in found if each.kind.startswith("premises without a state")]
    assert len({seed for seed, _ in unseen}) <= count / 25, told(unseen)
    others = [each for each in found if each not in unseen]
    assert len({seed for seed, _ in others}) <= count / 12, told(others)  # seen of one board in a hundred


@pytest.mark.one_in(60)
@pytest.mark.parametrize(("first", "count"), CASES)
def test_what_is_proven_says_for_which_values(first: int, count: int) -> None:
    """What is said of a choice, a limit or a slope has its states for all values that its conditions leave."""
    found = of(first, count, "narrow")
    assert len({seed for seed, _ in found}) <= count / 25, told(found)  # seen of one board in a thousand


def test_most_lines_are_put_to_states() -> None:
    """The lines of some boards, most of which have inequalities, limits or choices."""
    reports = [report(seed) for seed in range(QUICK)]
    lines = [line for each in reports for line in each.lines]
    assert sum(each.has_choices for each in reports) >= 0.3 * len(reports)
    assert len(lines) >= 2 * len(reports)
    assert sum(line.states > 0 for line in lines) >= 0.85 * len(lines)
    assert sum(each.states for each in reports) >= 3 * len(lines)


@pytest.mark.parametrize(("every", "least"), [(12, 8), pytest.param(2, 100, marks=pytest.mark.long)])
def test_what_is_planted_is_found(every: int, least: int) -> None:
    """A line that is not so, marked as proven, is told to be false wherever the line that it stands for had states."""
    planted, caught = 0, 0
    for seed in range(0, QUICK, every):
        seen, own = {line.step for line in report(seed).lines if line.states}, script(seed)
        derivation = ran(own) if seen else None
        if derivation is None:
            continue
        for step in derivation.trace:
            if step.name in seen and step.rule in _STATING and _is_equation(step):
                assert step.relation is not None
                wrong = replace(step, relation=relation(_not_so(step.relation), derivation.notation))
                trace = tuple(wrong if each is step else each for each in derivation.trace)
                found = on_board(own, replace(derivation, trace=trace)).found
                planted += 1
                caught += any(each.what == "false" and each.step == step.name for each in found)
    assert planted >= least
    assert caught >= 0.97 * planted, (planted, caught)


_STATING = ("equate", "substitute", "rewrite", "state", "limit")  # lines that no later hypothesis rests on


def _is_equation(step: Step) -> bool:
    return step.relation is not None and step.relation.is_equation and not step.unknown


def _not_so(item: Relation) -> str:
    """The right side twice and one more, which it is only where it is minus one."""
    left, right = (to_text(side) for side in (item.written.left, item.written.right))
    return f"{left} = 2*({right}) + 1"
