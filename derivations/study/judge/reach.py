"""The reach of a condition in a scenario, beside that of the one that is needed: both as bounds on one quantity."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

from sympy import Symbol

from derivations.derivation.derivation import Derivation
from derivations.errors import UndecidedError
from derivations.language.relation import Relation
from derivations.numbers.evaluation import Evaluation
from derivations.numbers.format import figures_apart, format_value
from derivations.study.isolation import isolated

_UPWARD = (">", ">=")


@dataclass(frozen=True)
class Reach:
    """The bound that a condition puts on a quantity with the numbers here, beside the one that is needed.

    Both are what a reader would type behind the quantity, such as "< 2,554 tokens per sequence". `enough` says that
    here the condition implies what is needed, and `factor`, at least 1, how far apart the bounds are; it is None where
    they bound from different sides or one of them is not above zero.
    """

    quantity: str
    given: str
    needed: str
    enough: bool
    opposite: bool
    factor: Fraction | None


def reach(evaluation: Evaluation, given: Relation, needed: Relation) -> Reach | None:
    """The reach of a condition beside a needed one; None where they bound no quantity in common by a number.

    >>> from derivations import derive, relation
    >>> report = derive("optimal-batch")
    >>> short, needed = (relation(text, report.derivation.notation) for text in ("L < L_kv/4", "L < L_kv"))
    >>> found = reach(report.evaluation, short, needed)
    >>> found.quantity, found.given, found.enough, found.factor
    ('L', '< 638.5 tokens per sequence', True, Fraction(4, 1))
    """
    for symbol in bounded(needed):
        first, second = (isolated(item, symbol) for item in (given, needed))
        own, least = _size(evaluation, first), _size(evaluation, second)
        if first is None or second is None or own is None or least is None:
            continue
        quantity = needed.notation[symbol.name]
        upward = second.operator in _UPWARD
        opposite = (first.operator in _UPWARD) is not upward
        inside = own > least if upward else own < least
        strict = second.operator in ("<", ">") and first.operator in ("<=", ">=")
        digits = figures_apart(own, least)
        texts = [f"{item.operator} {format_value(size, quantity.dimension, quantity.unit, digits)}"
                 for item, size in ((first, own), (second, least))]
        far = None if opposite or own <= 0 or least <= 0 else max(own / least, least / own)
        enough = not opposite and (inside or (own == least and not strict))
        return Reach(symbol.name, texts[0], texts[1], enough, opposite, far)
    return None


def bounded(relation: Relation) -> tuple[Symbol, ...]:
    """The quantities that stand alone on a side of an inequality, the left one first; none in an equation."""
    if relation.is_equation:
        return ()
    return tuple(side for side in (relation.lhs, relation.rhs) if isinstance(side, Symbol))


def unspoken(derivation: Derivation, given: tuple[Relation, ...], needed: tuple[Relation, ...]) -> str:
    """The quantity that what is needed bounds and no condition speaks of, if nothing says what it is; else empty."""
    told = {symbol for item in given for symbol in item.symbols}
    defined = {step.lhs for step in derivation if step.relation is not None and step.relation.is_equation}
    for item in needed:
        for symbol in bounded(item)[:1]:
            if symbol not in told and symbol not in defined:
                return str(symbol)
    return ""


def _size(evaluation: Evaluation, bound: Relation | None) -> Fraction | None:
    try:
        return None if bound is None else evaluation.size(bound.rhs)
    except UndecidedError:
        return None
