"""Names for what a rule finds: the edge of a condition, a derivative, a sum.

Such a step says what its quantity *is*. That is no claim about the world only while nothing else has been said of the
quantity: an edge called by the name of a quantity that a premise speaks of would be a statement about that one.
"""

from __future__ import annotations

from collections.abc import Iterable

from sympy import Symbol

from derivations.engine.rules import Differentiate, FiniteSum, Isolate
from derivations.engine.rules.base import Rule
from derivations.engine.step import Step


def named_anew(rule: Rule, earlier: Iterable[Step]) -> str:
    """Why a rule cannot name what it finds as it is told to, after the steps `earlier`; empty if nothing is wrong."""
    name = _named(rule)
    if name is None:
        return ""
    for step in earlier:
        said = (step.relation, *step.conditions)
        if any(name in item.symbols for item in said if item is not None):
            return f"{name} already stands for something, in {step.name}"
    return ""


def _named(rule: Rule) -> Symbol | None:
    if isinstance(rule, Isolate):
        return rule.edge
    if isinstance(rule, Differentiate | FiniteSum):
        return rule.named
    return None
