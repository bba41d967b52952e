"""The index of a sum or product: a symbol of its own, so that nothing outside is ever mistaken for it.

A quantity ``k`` is a positive whole number to SymPy; the ``k`` that counts in a sum is a whole number and nothing more,
so the two are different symbols. What replaces the quantity leaves the index alone, and an expression that holds the
quantity can be put into a sum over ``k`` without being counted with.
"""

from __future__ import annotations

from sympy import Expr, Product, Sum, Symbol

SERIES = (Sum, Product)


def index_symbol(name: str) -> Symbol:
    """The symbol that counts under the name of a quantity."""
    return Symbol(name, integer=True)


def series_parts(series: Expr) -> tuple[Expr, Symbol, Expr, Expr]:
    """Term, index, first and last of a sum or product; of several in one, those of the outermost.

    >>> from sympy.abc import j, k, n
    >>> series_parts(Sum(Sum(j, (j, 1, k)), (k, 1, n)))
    (Sum(j, (j, 1, k)), k, 1, n)
    """
    inner, (index, first, last) = series.limits[:-1], series.limits[-1]
    term = series.func(series.function, *inner) if inner else series.function
    return term, index, first, last


def at_index(term: Expr, index: Symbol, value: Expr) -> Expr:
    """A term with a value in place of an index; sums inside that count with the same symbol keep it.

    >>> from sympy.abc import k, n
    >>> at_index(k * Sum(k, (k, 1, n)), k, n + 1)
    (n + 1)*Sum(k, (k, 1, n))
    """
    if not term.has(*SERIES):
        return term.xreplace({index: value})
    if index not in term.free_symbols:
        return term
    if isinstance(term, SERIES):
        inner, own, *limits = series_parts(term)
        inside = inner if own == index else at_index(inner, index, value)
        return term.func(inside, (own, *(at_index(limit, index, value) for limit in limits)))
    return term.func(*(at_index(part, index, value) for part in term.args))
