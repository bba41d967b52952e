"""Circles: premises and definitions that define each other."""

from __future__ import annotations

from collections.abc import Iterable

from sympy import Expr

from derivations.engine.relation import Relation
from derivations.engine.step import Step
from derivations.errors import InputError


def refuse_circle(name: str, taken: Relation, steps: Iterable[Step]) -> None:
    """Raise `InputError` if what is taken as `name` and the premises and definitions of `steps` define a circle."""
    if not taken.is_equation or not taken.lhs.is_Symbol:
        return
    premises = [step for step in steps if step.rule in ("take", "define")]
    defined = {step.lhs: step for step in premises if step.relation is not None and step.relation.is_equation}
    paths: list[tuple[Expr, tuple[str, ...]]] = [(taken.rhs, (name,))]
    while paths:
        expression, path = paths.pop()
        if taken.lhs in expression.free_symbols:
            raise InputError(f"premises {' and '.join(path)} define {taken.written_left} in a circle")
        for symbol in expression.free_symbols & set(defined):
            step = defined[symbol]
            if step.name not in path:
                paths.append((step.rhs, (*path, step.name)))
