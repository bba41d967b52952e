"""Ctrl-C: a command that heard it was interrupted, whatever became of the exception on its way."""

from __future__ import annotations

import _thread
import atexit
import os
import signal
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from types import FrameType
from typing import TYPE_CHECKING

from click.exceptions import Abort

if TYPE_CHECKING:
    from sys import UnraisableHookArgs

_AGAIN = 0.05  # seconds
_CODE = 130


@contextmanager
def ended_by_ctrl_c() -> Iterator[None]:
    """A block in which Ctrl-C is no interruption but the way to end it: it raises `KeyboardInterrupt`, no more."""
    before = signal.getsignal(signal.SIGINT)
    if threading.current_thread() is not threading.main_thread() or not callable(before):
        yield
        return
    signal.signal(signal.SIGINT, signal.default_int_handler)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)


@contextmanager
def interruptible() -> Iterator[None]:
    """A block in which Ctrl-C ends as `Abort`, also where it is taken for another error, or comes once all is done.

    In what Python calls by itself, as at the end of an object, errors go nowhere: it is raised again after that. Behind
    the block it is ignored. Where it was ignored before, as in the background of a shell, nothing changes.
    The exit code is set at the very end: Python sets another one for what was interrupted within `exec`, whoever
    handles it, and so within the making of a dataclass.
    """
    if signal.getsignal(signal.SIGINT) is not signal.default_int_handler:
        yield
        return
    came = False

    def hear(number: int, frame: FrameType | None) -> None:
        nonlocal came
        came = True
        signal.default_int_handler(number, frame)

    def tell(lost: UnraisableHookArgs) -> None:
        if issubclass(lost.exc_type, KeyboardInterrupt):
            threading.Timer(_AGAIN, _thread.interrupt_main).start()
        else:
            sys.__unraisablehook__(lost)

    def leave() -> None:
        if came:
            for stream in (sys.stdout, sys.stderr):
                with suppress(OSError, ValueError):  # who reads has left
                    stream.flush()
            os._exit(_CODE)

    atexit.register(leave)  # before all that the command registers, and so called after it
    before, sys.unraisablehook = sys.unraisablehook, tell
    signal.signal(signal.SIGINT, hear)
    try:
        yield
    except BaseException:
        signal.signal(signal.SIGINT, signal.SIG_IGN)
        if came:
            raise Abort from None
        raise
    finally:
        signal.signal(signal.SIGINT, signal.SIG_IGN)
        sys.unraisablehook = before
    if came:
        raise Abort
