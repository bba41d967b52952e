"""Outside: whether a point lies in no state of a derivation, though it satisfies the premises that were put in."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from itertools import product

from sympy import Expr, Rational, Symbol, nan

from derivations.derivation.dependence import letters_in
from derivations.derivation.derivation import Derivation
from derivations.derivation.trace import LASTING
from derivations.language.functions import applications
from derivations.language.literal import UNITS_TO_ONE
from derivations.language.relation import FLIPPED, Relation


def breaks_premises(
    point: Mapping[str, Expr], derivation: Derivation, conditions: Iterable[Relation] = ()
) -> bool:
    """True if a premise or a condition fails at a point, once what explicit premises and definitions say of other
    letters is put in.

    What speaks of a function says nothing of it.
    """
    notation = derivation.notation
    values = {notation[name].symbol: value for name, value in point.items() if name in notation}
    said = [step.relation for step in derivation if step.rule in LASTING and step.relation is not None]
    said = [item for item in said if not applications(item.lhs, item.rhs)]
    while True:
        new = {item.lhs: at for item in said if item.is_equation and item.lhs.is_Symbol and item.lhs not in values
               and (at := _number(item.rhs, values)) is not None}
        if not new:
            break
        for letter, value in new.items():
            if value.is_rational and not notation[letter.name].range.contains(value):
                return True
        values |= new
    return any(_fails(item, values) for item in (*said, *conditions)) or _without_room(said, values, derivation)


def _without_room(said: Iterable[Relation], values: Mapping[Symbol, Expr], derivation: Derivation) -> bool:
    """True if bounds of a letter without a number, and its domain, leave it none."""
    bounds: dict[Symbol, list[tuple[str, Expr]]] = {}
    for item in said:
        turned = (item.rhs, FLIPPED[item.operator], item.lhs)
        for letter, operator, other in ((item.lhs, item.operator, item.rhs), turned):
            if letter.is_Symbol and letter not in values and not item.is_equation:
                number = _number(other, values)
                if number is not None:
                    bounds.setdefault(letter, []).append((operator, number))
    for letter, own in bounds.items():
        domain = [(operator, Rational(bound)) for operator, bound in derivation.notation[letter.name].range.limits]
        below = [(bound, len(operator) == 1) for operator, bound in (*own, *domain) if operator[0] == ">"]
        above = [(bound, len(operator) == 1) for operator, bound in (*own, *domain) if operator[0] == "<"]
        for (low, strict), (high, also) in product(below, above):
            if (low - high).is_positive or ((strict or also) and (low - high).is_zero):
                return True
    return False


def _number(expression: Expr, values: Mapping[Symbol, Expr]) -> Expr | None:
    """The number of an expression; None where a letter has none, or it has no value."""
    if not letters_in(expression) <= values.keys():
        return None
    found = _at(expression, values)
    return found if found.is_number and found.is_real and found.is_finite else None


def _at(expression: Expr, values: Mapping[Symbol, Expr]) -> Expr:
    """An expression with values put in; not a number where a max would compare what has none."""
    try:
        return expression.xreplace({**UNITS_TO_ONE, **values})
    except ValueError:
        return nan


def _fails(item: Relation, values: Mapping[Symbol, Expr]) -> bool:
    """True for a relation that is false at these values, whatever letters without one are in their domains.

    What speaks of none of them is as true as premises are.
    """
    if values.keys().isdisjoint(item.symbols):
        return False
    difference = _at(item.difference, values)
    if difference.is_finite is False or difference.is_real is not True:
        return False
    if item.is_equation:
        return difference.is_zero is False
    wrong = difference.is_negative if item.operator in (">", ">=") else difference.is_positive
    return bool(wrong or (item.operator in ("<", ">") and difference.is_zero))
