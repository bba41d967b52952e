"""A limit of processor time for a computation that cannot be asked to stop, and attempts that may fail.

Processor time, as what is found must not depend on what else the machine does meanwhile.
"""

from __future__ import annotations

import contextlib
import gc
import signal
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from types import FrameType

from derivations.errors import DimensionError, InputError, NoClosedFormError, UndecidedError, WritingError

RULE_SECONDS = 10.0  # of processor time that a rule may compute, and that it may check, unless told otherwise
_LONGEST = 1e6  # seconds, eleven days
_SOON = 0.001  # seconds
_TIMER, _SIGNAL = "ITIMER_VIRTUAL", "SIGVTALRM"  # time in the process itself, without that of the system for it
_OWN_FILES = (contextlib.__file__, __file__)  # where a body is entered and left


def refuse_time_limit(seconds: float) -> None:
    """Raise `InputError` for a number of seconds that no alarm can be set to.

    >>> refuse_time_limit(float("nan"))
    Traceback (most recent call last):
    ...
    derivations.errors.InputError: a time limit is a number of seconds up to 1,000,000, or 0 for none, not nan
    """
    if not seconds <= _LONGEST:
        raise InputError(f"a time limit is a number of seconds up to {_LONGEST:,.0f}, or 0 for none, not {seconds:g}")


class _Alarm(BaseException):
    """Not an `Exception`, so that nothing on the way catches it by accident."""


def _collecting() -> set[object]:
    """Code that runs while garbage is collected: an exception raised there is lost."""
    return {getattr(callback, "__code__", None) for callback in gc.callbacks}


@contextlib.contextmanager
def time_limit(seconds: float) -> Iterator[None]:
    """Raise `NoClosedFormError` if the body takes more than `seconds` of processor time; zero means no limit.

    A timer of the same kind that was set before goes on afterwards. There is no limit outside the main thread, nor
    where the system has no such timer. Raises `InputError` for what is no number of seconds.
    """
    refuse_time_limit(seconds)
    if seconds <= 0 or not hasattr(signal, _TIMER) or threading.current_thread() is not threading.main_thread():
        yield
        return

    timer, rings, over = getattr(signal, _TIMER), getattr(signal, _SIGNAL), False

    def ring(number: int, frame: FrameType | None) -> None:
        if over:
            return
        if frame is not None and (frame.f_code.co_filename in _OWN_FILES or frame.f_code in _collecting()):
            signal.setitimer(timer, _SOON)  # on the way in or out nothing would catch it
            return
        raise _Alarm

    before = signal.signal(rings, ring)
    started = time.process_time()
    theirs, interval = signal.setitimer(timer, seconds)
    try:
        yield
    except _Alarm:
        raise NoClosedFormError(f"no answer within {seconds:g} s of processor time") from None
    finally:
        over = True
        signal.setitimer(timer, 0)
        signal.signal(rings, before)
        if theirs:  # a timer that was set before goes on, and rings at once if its time has passed
            left = theirs - (time.process_time() - started)
            signal.setitimer(timer, max(left, 1e-6), interval)


_FAILURES = (ArithmeticError, NotImplementedError, RecursionError, TypeError, ValueError)


@contextmanager
def attempt(seconds: float) -> Iterator[None]:
    """Raise `UndecidedError` where the body finds no answer: no time, a failure of SymPy, units torn apart.

    A computation may split ``log(B/1[sequence])`` into terms that have no dimension of their own; what it found is
    then no relation that can be shown.
    """
    from sympy.polys.polyerrors import BasePolynomialError  # here, as commands that only read words load this module

    try:
        with time_limit(seconds):
            yield
    except DimensionError as error:
        raise UndecidedError(f"what was computed does not keep its units together: {error}") from None
    except WritingError as error:
        raise UndecidedError(f"what was computed is no relation: {error}") from None
    except (*_FAILURES, BasePolynomialError) as error:
        reason = " ".join(str(error).split())[:120]
        raise UndecidedError(f"SymPy fails here: {type(error).__name__}: {reason}") from error
