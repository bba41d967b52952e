"""An attempt: a computation that may take too long, or run into what SymPy cannot do."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from sympy.polys.polyerrors import BasePolynomialError

from derivations.engine.time_limit import time_limit
from derivations.errors import DimensionError, UndecidedError, WritingError

_FAILURES = (ArithmeticError, BasePolynomialError, NotImplementedError, RecursionError, TypeError, ValueError)


@contextmanager
def attempt(seconds: float) -> Iterator[None]:
    """Raise `UndecidedError` where the body finds no answer: no time, a failure of SymPy, units torn apart.

    A computation may split ``log(B/1[sequence])`` into terms that have no dimension of their own; what it found is
    then no relation that can be shown.
    """
    try:
        with time_limit(seconds):
            yield
    except DimensionError as error:
        raise UndecidedError(f"what was computed does not keep its units together: {error}") from None
    except WritingError as error:
        raise UndecidedError(f"what was computed is no relation: {error}") from None
    except _FAILURES as error:
        reason = " ".join(str(error).split())[:120]
        raise UndecidedError(f"SymPy fails here: {type(error).__name__}: {reason}") from error
