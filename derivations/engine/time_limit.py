"""A time limit for a computation that cannot be asked to stop.

The limit works where an alarm signal does: on the main thread of a POSIX system. Elsewhere the computation runs on.
"""

from __future__ import annotations

import signal
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from types import FrameType

from derivations.errors import NoClosedFormError

RULE_SECONDS = 10.0  # how long a rule may compute, and how long it may check, unless told otherwise


class _Alarm(BaseException):
    """Not an `Exception`, so that nothing on the way catches it by accident."""


@contextmanager
def time_limit(seconds: float) -> Iterator[None]:
    """Raise `NoClosedFormError` if the body takes longer than `seconds`; zero means no limit.

    An alarm that was set before goes on afterwards.
    """
    if seconds <= 0 or not hasattr(signal, "SIGALRM") or threading.current_thread() is not threading.main_thread():
        yield
        return

    def ring(number: int, frame: FrameType | None) -> None:
        raise _Alarm

    before = signal.signal(signal.SIGALRM, ring)
    started = time.monotonic()
    theirs, interval = signal.setitimer(signal.ITIMER_REAL, seconds)
    try:
        yield
    except _Alarm:
        raise NoClosedFormError(f"no answer within {seconds:g} s") from None
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)
        if theirs:  # an alarm that was set before goes on, and rings at once if its time has passed
            left = theirs - (time.monotonic() - started)
            signal.setitimer(signal.ITIMER_REAL, max(left, 1e-6), interval)
