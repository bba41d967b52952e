"""A budget of work for a computation that may not end, and attempts that may fail.

Work is what our own searches do, counted: terms multiplied, points tried, cases told apart. So the same question has
the same answer on every machine, however busy, in every thread, and whatever was computed before. What is called and
counts nothing, SymPy's own algorithms, is stopped elsewhere (`worker.py`), which is told as that.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass
from functools import lru_cache, wraps
from typing import Any, Final, NoReturn, TypeVar

from derivations.errors import (
    STOPPED,
    DimensionError,
    InputError,
    NoClosedFormError,
    StoppedError,
    UndecidedError,
    WritingError,
    clipped,
)

RULE_BUDGET: Final = 5_000_000  # that a rule may spend on computing, and on checking, unless told otherwise
_MOST: Final = 10**15

_Answer = TypeVar("_Answer")
_Search = TypeVar("_Search", bound=Callable[..., Any])


def refuse_budget(budget: float) -> None:
    """Raise `InputError` for what is no amount of work.

    >>> refuse_budget(float("nan"))
    Traceback (most recent call last):
    ...
    derivations.errors.InputError: a budget is a number up to 1,000,000,000,000,000, or 0 for none, not nan
    """
    if not budget <= _MOST:
        raise InputError(f"a budget is a number up to {_MOST:,}, or 0 for none, not {budget:g}")


def budget_of(budget: float | None) -> float:
    """The budget that is meant, `RULE_BUDGET` if none is; raises `InputError` for what is no amount."""
    meant = RULE_BUDGET if budget is None else budget
    refuse_budget(meant)
    return meant


@dataclass(eq=False)
class Meter:
    """The work that was done in a computation, of what may be done; and the same of the computation around it."""

    limit: float = math.inf
    around: Meter | None = None
    spent: float = 0

    def __iter__(self) -> Iterator[Meter]:
        meter: Meter | None = self
        while meter is not None:
            yield meter
            meter = meter.around


_METER: ContextVar[Meter | None] = ContextVar("meter", default=None)


class Ended(BaseException):
    """The end of a computation: not an `Exception`, so that nothing on the way takes it for a failure of its own.

    What is interrupted so is kept nowhere. It becomes an `UndecidedError` where the budget was given.
    """

    def __init__(self, meter: Meter, told: UndecidedError) -> None:
        super().__init__(str(told))
        self.meter = meter
        self.told = told


def is_limited() -> bool:
    """True where there is a budget, so that what is computed can be ended."""
    meter = _METER.get()
    return meter is not None and any(one.limit < math.inf for one in meter)


def stop(reason: str) -> NoReturn:
    """End the attempt that is under way, as stopped. Raises `StoppedError` where none is."""
    told, meter = StoppedError(f"{STOPPED}: {reason}"), _METER.get()
    raise told if meter is None else Ended(meter, told)


def charge(work: float, doing: str, *what: object) -> None:
    """Count work that is about to be done; `doing` and `what` say in words what it is, once a budget is spent."""
    meter, over = _METER.get(), None
    while meter is not None:
        meter.spent += work
        if meter.spent > meter.limit:
            over = meter  # of several the outermost, which nothing within it outlives
        meter = meter.around
    if over is not None:
        told = f"ran out of its budget of {over.limit:,.0f} while {in_words((doing, *what))}"
        raise Ended(over, NoClosedFormError(told))


def in_words(doing: tuple[object, ...]) -> str:
    """The work at hand, in one line."""
    return " ".join(clipped(" ".join(str(part).split())) for part in doing)


def remembered(maxsize: int) -> Callable[[_Search], _Search]:
    """`functools.lru_cache` for a function of hashable arguments that counts work: an answer that is kept costs again.

    So what is left of a budget does not depend on what was computed before. An answer that costs more than is left is
    computed again, and runs out where it did without being kept.
    """

    def decorate(search: _Search) -> _Search:
        @lru_cache(maxsize=maxsize)
        def kept(*arguments: Any) -> tuple[Any, float]:
            with _metered(_METER.get() or Meter()) as meter:
                before = meter.spent
                return search(*arguments), meter.spent - before

        @wraps(search)
        def answer(*arguments: Any) -> Any:
            meter = _METER.get()
            before = 0 if meter is None else meter.spent
            found, cost = kept(*arguments)
            if meter is None or not cost or meter.spent != before:
                return found
            if any(one.spent + cost > one.limit for one in meter):
                return search(*arguments)
            for one in meter:
                one.spent += cost
            return found

        answer.cache_clear = kept.cache_clear  # type: ignore[attr-defined]
        return answer  # type: ignore[return-value]

    return decorate


@contextmanager
def _metered(meter: Meter) -> Iterator[Meter]:
    before = _METER.set(meter)
    try:
        yield meter
    finally:
        _METER.reset(before)


@contextmanager
def uncounted() -> Iterator[None]:
    """Let the body cost nothing: what an object finds once and keeps would cost the first time only."""
    with _metered(Meter()):
        yield


@contextmanager
def budgeted(budget: float) -> Iterator[Meter]:
    """Raise `NoClosedFormError` once the body has done more work than `budget`; zero or less means no limit.

    The work counts for a budget around it, too. Raises `InputError` for what is no amount of work.
    """
    refuse_budget(budget)
    with _metered(Meter(budget if budget > 0 else math.inf, _METER.get())) as meter:
        try:
            yield meter
        except Ended as ended:
            if ended.meter is not meter:
                raise
            raise ended.told from None


_FAILURES = (ArithmeticError, NotImplementedError, RecursionError, TypeError, ValueError)


@contextmanager
def attempt(budget: float) -> Iterator[Meter]:
    """Raise `UndecidedError` where the body finds no answer: no work left, a failure of SymPy, units torn apart.

    A computation may split ``log(B/1[sequence])`` into terms that have no dimension of their own; what it found is
    then no relation that can be shown.
    """
    from sympy.polys.polyerrors import BasePolynomialError  # here, as commands that only read words load this module

    try:
        with budgeted(budget) as meter:
            yield meter
    except DimensionError as error:
        raise UndecidedError(f"what was computed does not keep its units together: {error}") from None
    except WritingError as error:
        raise UndecidedError(f"what was computed is no relation: {error}") from None
    except (*_FAILURES, BasePolynomialError) as error:
        reason = " ".join(str(error).split())[:120]
        raise UndecidedError(f"SymPy fails here: {type(error).__name__}: {reason}") from error
