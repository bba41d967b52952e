"""Processes beside this one that take work, start afresh, hear no Ctrl-C, and end with the block that began them.

What is sent and what comes back are pickled values. Where one process is enough, the work is done here.
"""

from __future__ import annotations

import multiprocessing
import os
from collections import deque
from collections.abc import Callable, Collection, Iterable, Iterator
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from concurrent.futures.process import BrokenProcessPool
from contextlib import contextmanager
from typing import Any, TypeAlias

from derivations.errors import StoppedError
from derivations.proof.interruption import held_back, unheard, unheard_by_others

Submit: TypeAlias = Callable[..., "Future[Any]"]  # of a function and what it is given
Completed: TypeAlias = Callable[[Collection["Future[Any]"]], Collection["Future[Any]"]]
_GLANCE = 0.2  # seconds after which one who waits hears Ctrl-C


def cores() -> int:
    """How many processes this machine runs at once."""
    return os.cpu_count() or 1


@contextmanager
def workers(jobs: int, begin: Callable[[], object] = int) -> Iterator[tuple[Submit, Completed]]:
    """What takes work, and what waits until some of it is completed; here if there is one job, else other processes.

    Each of them calls `begin` first.
    """
    if jobs <= 1:
        yield at_once, list
        return
    with held_back() as interrupted, _pool(jobs, begin) as submit:

        def completed(running: Collection[Future[Any]]) -> Collection[Future[Any]]:
            found: Collection[Future[Any]] = ()
            while not found:
                if interrupted():
                    raise KeyboardInterrupt
                found = wait(running, _GLANCE, FIRST_COMPLETED).done
            return found

        yield submit, completed


def done_by(jobs: int, function: Callable[..., Any], given: Iterable[tuple[Any, ...]]) -> Iterator[tuple[int, Any]]:
    """What a function makes of each of what is given, with its place among them, in the order in which it is made.

    Raises what the function raises, and `StoppedError` where a process is ended from outside.
    """
    with workers(jobs) as (submit, completed):
        left, running = deque(enumerate(given)), dict[Future[Any], int]()
        while left or running:
            while left and len(running) < max(jobs, 1):  # what waits here can still be given up
                place, each = left.popleft()
                running[submit(function, *each)] = place
            for future in completed(running):
                try:
                    yield running.pop(future), future.result()
                except BrokenProcessPool:
                    raise StoppedError("the process that worked on it was ended from outside") from None


def at_once(function: Callable[..., Any], *arguments: Any) -> Future[Any]:
    """What comes of a piece of work, done here."""
    future: Future[Any] = Future()
    try:
        future.set_result(function(*arguments))
    except Exception as error:  # told where the result is asked for, as of another process
        future.set_exception(error)
    return future


@contextmanager
def _pool(jobs: int, begin: Callable[[], object]) -> Iterator[Submit]:
    before = set(multiprocessing.active_children())
    # processes that start afresh: a copy of one with threads may wait for ever
    pool = ProcessPoolExecutor(
        jobs, mp_context=multiprocessing.get_context("spawn"), initializer=_begin, initargs=(begin,))

    def submit(function: Callable[..., Any], *arguments: Any) -> Future[Any]:
        try:
            with unheard_by_others():
                return pool.submit(function, *arguments)
        except BrokenProcessPool as error:
            future: Future[Any] = Future()
            future.set_exception(error)
            return future

    try:
        yield submit
    except BaseException:  # Ctrl-C among them
        for child in set(multiprocessing.active_children()) - before:
            child.terminate()
        raise
    finally:
        pool.shutdown(wait=True, cancel_futures=True)


def _begin(begin: Callable[[], object]) -> None:
    unheard()
    begin()
