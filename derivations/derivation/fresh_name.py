"""Fresh names for what a rule finds: the edge of a condition, a derivative, a sum.

Such a step says what its quantity *is*. That is no claim about the world only while nothing else has been said of the
quantity: an edge called by the name of a quantity that a premise speaks of would be a statement about that one.
"""

from __future__ import annotations

from collections.abc import Iterable

from sympy import Symbol

from derivations.derivation.rules.base import Rule
from derivations.derivation.rules.calculus import Differentiate
from derivations.derivation.rules.induction import NAMING, Induction, Instance, only
from derivations.derivation.rules.isolate import Isolate
from derivations.derivation.rules.series import FiniteSum
from derivations.derivation.step import Step
from derivations.derivation.trace import BELIEVED
from derivations.language.functions import outside_indices


def named_anew(rule: Rule, earlier: Iterable[Step]) -> str:
    """The reason for which a rule cannot name its finding so, after the steps `earlier`; empty if there is none."""
    name = _named(rule)
    if name is None:
        return ""
    for step in earlier:
        said = (step.relation, *step.conditions)
        if any(name in item.symbols for item in said if item is not None):
            return f"{name} already stands for something, in {step.name}"
    return ""


def bound_index(rule: Rule, earlier: Iterable[Step], used: Iterable[Step]) -> str:
    """The reason for which an index, after the steps `earlier`, may not be any index; empty if it is.

    A premise that speaks of it not only as an index may pin it; so may a boundary or a branch that the inputs, `used`,
    suppose. And what a step names is a quantity for one index.
    """
    if not isinstance(rule, Induction | Instance):
        return ""
    index = rule.index
    context = next((step.context.words for step in used if step.context), "")
    if context:
        return f"what holds {context} does not hold for every {index}"
    for step in earlier:
        item = step.relation
        if item is None or index not in item.symbols:
            continue
        if step.rule in BELIEVED and index in outside_indices(item.lhs) | outside_indices(item.rhs):
            return f"{step.name} speaks of {index} not only as an index: {only(index)}"
        if step.rule in NAMING:
            return f"{step.name} names what is another for every {index}"
    return ""


def _named(rule: Rule) -> Symbol | None:
    if isinstance(rule, Isolate):
        return rule.edge
    if isinstance(rule, Differentiate | FiniteSum):
        return rule.named
    return None
