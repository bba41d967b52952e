"""Definitions: the step that each quantity can be traced back through."""

from __future__ import annotations

from collections.abc import Collection, Iterable

from derivations.derivation.derivation import Derivation
from derivations.derivation.step import Step

DEFINING = ("take", "define", "isolate")


def defining_steps(derivation: Derivation) -> dict[str, Step]:
    """The first equation that stands with each quantity alone on its left, by the name of that quantity."""
    found: dict[str, Step] = {}
    for step in derivation.trace:
        if step.rule in DEFINING and step.verdict.holds and step.relation is not None and step.relation.is_equation:
            name = step.relation.left.name
            if name:
                found.setdefault(name, step)
    return found


def following(letters: Iterable[str], rests_on: Iterable[tuple[str, Collection[str]]]) -> frozenset[str]:
    """These letters, and those that rest on them: each that may is given with the names that it rests on."""
    found, grown, known = frozenset[str](), frozenset(letters), tuple(rests_on)
    while grown:
        found |= grown
        grown = frozenset(name for name, others in known if not grown.isdisjoint(others)) - found
    return found
