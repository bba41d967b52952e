"""One form for sums and products over an index, and for factorials, so that equal ones meet.

What does not change with the index comes out in front of a sum, and a sum of terms becomes a sum of sums. Upper limits
that differ by whole numbers are brought to the least of them, one term after the other: the sum up to n + 1 is the sum
up to n and the term at n + 1, wherever the range up to n is known not to end before it starts. Factorials likewise.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Any

from sympy import Add, Expr, Integer, Mul, Product, Sum, Symbol, factorial
from sympy.polys.rings import PolyElement

from derivations.errors import UndecidedError
from derivations.language.counting import SERIES, at_index, series_parts
from derivations.proof.polynomials import greatest_divisor

_MOST_SHIFTED = 12  # terms that are taken off a range
_ROUNDS = 3  # what comes out of a range may hold ranges

FieldOf = Callable[[Expr], Any]
"""The field of an expression: of `normal_form`, which uses this module."""


def aligned(expressions: Sequence[Expr], field_of: FieldOf) -> list[Expr]:
    """The expressions with their sums, products and factorials in one form.

    Raises `UndecidedError` for a max or min that SymPy refuses then, as of a product over numbers that end before they
    start.
    """
    try:
        return _aligned(list(expressions), field_of)
    except ValueError as error:
        raise UndecidedError(f"no normal form: {error}") from None


def _aligned(found: list[Expr], field_of: FieldOf) -> list[Expr]:
    for _ in range(_ROUNDS):
        present = list(dict.fromkeys(_counted(found)))
        if not present:
            return found
        apart = {part: _apart(part, field_of) for part in present if isinstance(part, SERIES)}
        after = [expression.xreplace(apart) for expression in found]
        shifted = _shifted(list(dict.fromkeys(_counted(after))))
        after = [expression.xreplace(shifted) for expression in after]
        if after == found:
            return found
        found = after
    return found


def renamed(expression: Expr) -> Expr:
    """The expression with every index called by how deep it counts, so that names do not matter."""
    return _renamed(expression)[0]


def inside(series: Expr) -> tuple[Expr, Symbol]:
    """The term of a sum or product with an index that is known to be as large as where it starts; and that index."""
    # lemma: a term counts only at an index that is whole and at least the first one
    term, index, first, _ = series_parts(series)
    known = {"positive": True} if first.is_positive else {"nonnegative": True} if first.is_nonnegative else {}
    strong = Symbol(f"|{index.name}|", integer=True, **known)
    return at_index(term, index, strong), strong


def is_open_range(series: Expr) -> bool:
    """True unless the range is known not to end more than one before it starts: then it may be empty by far."""
    _, _, first, last = series_parts(series)
    return (last - first + 1).is_nonnegative is not True


def _counted(expressions: Sequence[Expr]) -> Iterator[Expr]:
    """Sums, products and factorials that stand outside of other sums and products."""
    pending = [expression for expression in expressions if expression.has(*SERIES, factorial)]
    while pending:
        part = pending.pop()
        if isinstance(part, SERIES):
            yield part
            continue
        if isinstance(part, factorial):
            yield part
        pending += part.args


def _renamed(expression: Expr) -> tuple[Expr, int]:
    if not expression.has(*SERIES):
        return expression, 0
    if isinstance(expression, SERIES):
        term, index, first, last = series_parts(expression)
        inner, depth = _renamed(term)
        # lemma: a bound index may have any name that does not occur in its term
        own = Symbol(f"#{depth}", integer=True)
        return expression.func(inner.xreplace({index: own}), (own, first, last)), depth + 1
    parts = [_renamed(part) for part in expression.args]
    return expression.func(*(part for part, _ in parts)), max(depth for _, depth in parts)


# --- what does not change with the index


def _apart(series: Expr, field_of: FieldOf) -> Expr:
    _, index, first, last = series_parts(series)
    known, strong = inside(series)
    try:
        own = field_of(known)
    except UndecidedError:
        return series
    element = own.elements[0]
    back = {strong: index}
    over, under = own.numerator(element), element.denom
    changing = [strong in own.generators[s].expression.free_symbols if s in own.generators else False
                for s in over.ring.symbols]

    def ranged(part: Expr) -> Expr:
        if part == 1 and isinstance(series, Product):
            return Integer(1)
        if part == 1 and not is_open_range(series):
            # lemma: from `first` to `last` there are last - first + 1 whole numbers, where that is 0 or more
            return last - first + 1
        return series.func(part, (index, first, last))

    def restored(polynomial: PolyElement) -> Expr:
        return own.back(polynomial).xreplace(back)

    if isinstance(series, Sum):
        # lemma: sum_k (a t_k + b u_k)/(c d_k) = (a/c) sum_k t_k/d_k + (b/c) sum_k u_k/d_k where k is in none of a, b, c
        still, moving = _content_apart(under, changing)
        parts = []
        for monomial, coefficient in _by_monomial(over, changing).items():
            parts.append(restored(coefficient) / restored(still) * ranged(restored(monomial) / restored(moving)))
        return Add(*parts)
    # lemma: a product of t_k u_k/v_k is that of the t_k times that of the u_k over that of the v_k; a factor c without
    # k, n times, is c^n, with n as above; a product of t_k^m, with whole m, is the m-th power of that of t_k
    result: Expr = Integer(1)
    for polynomial, direction in ((over, 1), (under, -1)):
        still, moving = _content_apart(polynomial, changing)
        if is_open_range(series):
            result *= ranged(restored(still)) ** direction
        else:
            result *= restored(still) ** (direction * (last - first + 1))
        common = tuple(map(min, zip(*moving.monoms(), strict=True))) if moving else ()
        for place, power in enumerate(common):
            if power:
                factor = moving.ring.gens[place]
                moving = moving.exquo(factor**power)
                result *= ranged(restored(factor)) ** (direction * power)
        result *= ranged(restored(moving)) ** direction
    return result


def _by_monomial(polynomial: PolyElement, changing: Sequence[bool]) -> dict[PolyElement, PolyElement]:
    """For each product of generators that change, what it is multiplied with."""
    ring = polynomial.ring
    found: dict[PolyElement, PolyElement] = {}
    for powers, coefficient in polynomial.terms():
        moving = ring({tuple(p if c else 0 for p, c in zip(powers, changing, strict=True)): ring.domain.one})
        still = ring({tuple(0 if c else p for p, c in zip(powers, changing, strict=True)): coefficient})
        found[moving] = found.get(moving, ring.zero) + still
    return found


def _content_apart(polynomial: PolyElement, changing: Sequence[bool]) -> tuple[PolyElement, PolyElement]:
    """The factor of a polynomial that does not change, and the rest."""
    content = polynomial.ring.zero
    for coefficient in _by_monomial(polynomial, changing).values():
        content = greatest_divisor(content, coefficient)
    if not content:
        return polynomial.ring.one, polynomial
    return content, polynomial.exquo(content)


# --- limits that differ by whole numbers


def _shifted(parts: Sequence[Expr]) -> dict[Expr, Expr]:
    """For sums, products and factorials that differ in steps of one from another, what they are in terms of that."""
    families: dict[tuple[Expr, ...], list[tuple[int, Expr]]] = {}
    found: dict[Expr, Expr] = {}
    for part in parts:
        if isinstance(part, factorial):
            # lemma: (n + m)! = n! (n + 1) ... (n + m) for whole m >= 0, wherever n! is defined
            base, step = _step(part.args[0])
            families.setdefault((base,), []).append((step, part))
            continue
        whole = _written_out(part)
        if whole is not None:
            found[part] = whole
        elif not is_open_range(part):
            _, index, first, last = series_parts(part)
            # lemma: the sum up to n + m is that up to n and the terms at n + 1, ..., n + m, where that up to n is of a
            # range that ends at most one before it starts; a product likewise
            base, step = _step(last)
            families.setdefault((renamed(part.func(series_parts(part)[0], (index, first, 0))), base), []).append(
                (step, part)
            )
    for (*_, base), members in families.items():
        lowest, least = min(members, key=lambda member: member[0])
        for step, part in members:
            if 0 < step - lowest <= _MOST_SHIFTED:
                found[part] = _from(least, part, [base + turn for turn in range(lowest + 1, step + 1)])
    return found


def _step(limit: Expr) -> tuple[Expr, int]:
    """A limit as something and a whole number."""
    expanded = limit.expand()
    constant = expanded.as_coeff_Add()[0]
    step = int(constant.p // constant.q) if constant.is_Rational else 0
    return expanded - step, step


def _from(least: Expr, part: Expr, added: Sequence[Expr]) -> Expr:
    """A longer one from a shorter one of the same kind."""
    if isinstance(part, factorial):
        return Mul(least, *added)
    term, index, first, _ = series_parts(part)
    base = part.func(term, (index, first, series_parts(least)[3]))
    further = (at_index(term, index, number) for number in added)
    return Add(base, *further) if isinstance(part, Sum) else Mul(base, *further)


def _written_out(series: Expr) -> Expr | None:
    """A range of a known and small number of terms, term by term."""
    term, index, first, last = series_parts(series)
    span = (last - first).expand()
    if not span.is_Integer or span >= _MOST_SHIFTED:
        return None
    # lemma: a sum is that of its terms at first, first + 1, ..., last; without any, it is 0, and a product 1
    terms = [at_index(term, index, first + turn) for turn in range(int(span) + 1)]
    return Add(*terms) if isinstance(series, Sum) else Mul(*terms)
