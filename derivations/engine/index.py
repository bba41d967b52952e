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
