"""Definitions: the step that each quantity can be traced back through."""

from __future__ import annotations

from collections.abc import Mapping

from derivations.derivation.derivation import Derivation
from derivations.derivation.step import Step
from derivations.language.tree import names

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


def following(name: str, definitions: Mapping[str, Step]) -> frozenset[str]:
    """The quantities that are traced back to a quantity, through definitions by name."""
    found, grown = frozenset[str](), frozenset({name})
    while grown:
        found |= grown
        grown = frozenset(each for each, step in definitions.items() if step.relation is not None and not (
            names(step.relation.right.tree).isdisjoint(grown))) - found
    return found - {name}
