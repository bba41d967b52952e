"""Every rule called with all sorts of arguments: no theorem is false at a point at which its hypotheses hold."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from typing import Any

import pytest

from derivations.kernel.certificate import RULES
from derivations.kernel.theorem import Kernel, Theorem

from .attack import Attack
from .total_point import refuted_at


def false_theorems(seeds: range, calls: int, kind: type[Kernel] = Kernel) -> tuple[list[str], Counter[str]]:
    """What is false among the theorems of so many calls for each seed, and how many theorems each rule made."""
    wrong: list[str] = []
    made: Counter[str] = Counter()
    for seed in seeds:
        attack = Attack(seed, kind)
        points = attack.others()
        for theorem in (*attack.run(calls), *attack.laws(calls // 2)):
            made["decided"] += points[0].holds(theorem.conclusion) is not None
            wrong += [f"{seed}: {theorem}" for point in points if refuted_at(theorem, point)]
        made += attack.made
    return wrong, made


def test_no_rule_makes_a_false_theorem() -> None:
    """Each rule makes some, and most of them have exact values."""
    wrong, made = false_theorems(range(30), 100)
    assert wrong == []
    assert not set(RULES) - set(made)
    assert made["decided"] > 1_000


@pytest.mark.long
def test_no_rule_makes_a_false_theorem_in_many_calls() -> None:
    """The same, for long."""
    wrong, made = false_theorems(range(1_000, 1_060), 300)
    assert wrong == []
    assert min(made[rule] for rule in RULES) > 5


def careless(**methods: Callable[..., Any]) -> type[Kernel]:
    """A kernel that leaves a side condition out."""
    return type("Careless", (Kernel,), methods)


def _stricter(kernel: Kernel, theorem: Theorem, apart: Theorem) -> Theorem:
    return kernel._made(theorem.hypotheses | apart.hypotheses, (">", *theorem.conclusion[1:]))


def _cases(kernel: Kernel, first: Theorem, second: Theorem, *_: object) -> Theorem:
    return kernel._made(first.hypotheses & second.hypotheses, first.conclusion)


@pytest.mark.some(2)
@pytest.mark.parametrize(
    ("kind", "start"),
    [
        (careless(_require_nonzero=lambda *_: None), 0), (careless(_sign=lambda *_: 2), 0),
        (careless(_same=lambda *_: True), 60), (careless(stricter=_stricter), 0), (careless(cases=_cases), 9),
    ],
    ids=["divides by zero", "every sign is plus", "all is the same", "never equal", "forgets hypotheses"],
)
def test_the_attack_sees_a_hole(kind: type[Kernel], start: int) -> None:
    """A kernel without a side condition makes false theorems."""
    assert any(false_theorems(range(seed, seed + 1), 100, kind)[0] for seed in range(start, 300))
