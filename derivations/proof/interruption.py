"""Ctrl-C where it may raise nothing: in the middle of starting a process, or of what a lock keeps whole.

`KeyboardInterrupt` comes between any two steps of the main thread. Between those of a library it may leave a lock taken
or given back twice, which ends in an error that nobody knows for an interruption, and a process half started.
"""

from __future__ import annotations

import signal
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any


@contextmanager
def held_back() -> Iterator[Callable[[], bool]]:
    """A block in which Ctrl-C raises nothing; the function says whether it came, and it is raised after the block.

    In a thread that never hears it, and where it is ignored, nothing changes.
    """
    came: list[tuple[Any, ...]] = []
    before = signal.getsignal(signal.SIGINT)
    if threading.current_thread() is not threading.main_thread() or not callable(before):
        yield lambda: False
        return
    signal.signal(signal.SIGINT, lambda *arguments: came.append(arguments))
    try:
        yield lambda: bool(came)
    finally:
        signal.signal(signal.SIGINT, before)
        if came:
            before(*came[0])


@contextmanager
def unheard_by_others() -> Iterator[None]:
    """A block in which what is started hears no Ctrl-C, from its first step on: who starts a process ends it."""
    mask = getattr(signal, "pthread_sigmask", None)  # Windows has none
    if mask is None:
        yield
        return
    before = mask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        mask(signal.SIG_SETMASK, before)


def unheard() -> None:
    """Hear no Ctrl-C from now on: who waits for this process does, and ends it."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
