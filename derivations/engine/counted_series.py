"""Sums and products over an index as they are meant here: a range that ends before it starts counts nothing.

SymPy takes such a range for a reversed one, whose terms count negatively, and a product of zeros for zero, even where
there are none. It acts on that when it compares the arguments of a max.
"""

from __future__ import annotations

from typing import Any

from sympy import Expr, Product, Sum

from derivations.engine.finite import NoValueError, opened
from derivations.engine.index import series_parts
from derivations.errors import UndecidedError


class _Counted:
    __slots__ = ()

    def _eval_evalf(self, prec: int) -> Expr | None:
        """The value to so many bits; None where it has none."""
        try:
            return opened(self, {})._evalf(prec)
        except (NoValueError, UndecidedError):
            return None

    def _sympystr(self, printer: Any) -> str:
        parts = ", ".join(map(printer._print, series_parts(self)))
        return f"{'sum' if isinstance(self, Sum) else 'product'}({parts})"


class CountedSum(_Counted, Sum):  # type: ignore[misc]
    """A sum, zero where nothing is counted.

    >>> from sympy.abc import k
    >>> Sum(k, (k, 3, 1)).evalf(), CountedSum(k, (k, 3, 1)).evalf()
    (-2.00000000000000, 0)
    """


class CountedProduct(_Counted, Product):  # type: ignore[misc]
    """A product, one where nothing is counted.

    >>> from sympy.abc import k, n
    >>> Product(0, (k, 1, n)).is_zero, CountedProduct(0, (k, 1, n)).is_zero, CountedProduct(0, (k, 1, 2)).is_zero
    (True, None, True)
    """

    def _eval_is_zero(self) -> bool | None:
        found: bool | None = super()._eval_is_zero()
        never_empty = all((last - first).is_nonnegative for _, first, last in self.limits)
        return found if never_empty or not found else None

    def _eval_is_extended_nonpositive(self) -> bool | None:
        """Not known by itself: an empty one is one."""
        return None
