"""Equations between exclusive ors of whole numbers, solved as linear ones: what is added twice cancels.

Each binary digit is for itself, and an equation holds where it does for every digit. So equations are added up and
solved for a part as linear ones are, over the field of two elements, whatever the width of the numbers.
"""

from __future__ import annotations

from dataclasses import replace

from sympy import Expr, Integer, Symbol

from derivations.language.functions import Applied, BitwiseExclusiveOr, ExclusiveOr
from derivations.language.relation import Relation
from derivations.proof.obligation import Obligation


def has_exclusive_or(obligation: Obligation) -> bool:
    """True if there is an exclusive or of whole numbers."""
    return any(side.has(BitwiseExclusiveOr) for side in obligation.sides)


def solved(obligation: Obligation) -> Obligation:
    """The same with every equation between exclusive ors solved for a part that the others do not name."""
    if not has_exclusive_or(obligation):
        return obligation
    found: dict[Expr, Expr] = {}
    contradictions: list[Expr] = []
    others: list[Relation] = []
    for item in obligation.given:
        total = _total(item.lhs, item.rhs) if item.is_equation else None
        if total is None:
            others.append(item)
            continue
        # lemma: a = b if and only if a xor b = 0, for whole a, b >= 0; what equals a part may stand in its place
        total = _put(total, found)
        if total.is_Integer:
            # lemma: 0 = 0 says nothing, and 0 = m is false of every other number m
            contradictions += [total] if total else []
            continue
        part = _part(total)
        if part is None:
            others.append(item)
            continue
        # lemma: p xor r = 0 if and only if p = r, and with total = p xor r, r = total xor p
        value = BitwiseExclusiveOr(total, part)
        found = {key: _put(old, {part: value}) for key, old in found.items()}
        found[part] = value
    equations = [*found.items(), *((Integer(0), number) for number in contradictions)]
    own = obligation.goal
    given = (Relation(left, "=", right, own.notation, own.written) for left, right in equations)
    return replace(obligation, given=(*others, *given))


def alone(left: Expr, right: Expr, wanted: Expr | None = None) -> tuple[Expr, Expr] | None:
    """A part of an equation between exclusive ors, or the wanted one, and what it is; None for other equations.

    >>> a, b, c = (Symbol(name, integer=True, nonnegative=True) for name in "abc")
    >>> alone(a, BitwiseExclusiveOr(b, c), b)
    (b, xor(a, c))
    """
    kinds = [side.func for side in (left, right) if isinstance(side, ExclusiveOr)]
    total = _total(left, right, kinds[0]) if kinds else None
    part = None if total is None else _part(total, wanted)
    # lemma: as in `solved`: where total = p xor r = 0, p = r = total xor p; bits are whole numbers of one digit
    return None if part is None else (part, kinds[0](total, part))


def _total(left: Expr, right: Expr, kind: type[ExclusiveOr] = BitwiseExclusiveOr) -> Expr | None:
    """The exclusive or that vanishes where an equation between two holds; None where a side is more than one."""
    if any(not isinstance(side, ExclusiveOr | Symbol | Applied | Integer) for side in (left, right)):
        return None
    fit = all(side.is_integer and side.is_nonnegative for side in (left, right))
    return kind(left, right) if fit else None


def _parts(total: Expr) -> tuple[Expr, ...]:
    return total.args if isinstance(total, ExclusiveOr) else (total,)


def _part(total: Expr, wanted: Expr | None = None) -> Expr | None:
    """A symbol or an applied function that stands in no other part: the one that is wanted, or the longest."""
    parts = _parts(total)
    fit = [
        part
        for part in parts
        if isinstance(part, Symbol | Applied)
        and wanted in (None, part)
        and not any(other.has(part) for other in parts if other != part)
    ]
    return max(fit, key=lambda part: (part.count_ops(), part.sort_key()), default=None)


def _put(total: Expr, found: dict[Expr, Expr]) -> Expr:
    """Parts replaced, but not what stands in the argument of a function."""
    parts = _parts(total)
    new = [found.get(part, part) for part in parts]
    return total if new == [*parts] else BitwiseExclusiveOr(*new)
