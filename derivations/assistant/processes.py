"""Processes in which tools answer, where a call can be stopped: by work, by processor time, by memory, by patience.

A call is made in one of a few processes, which stay for the next ones: the one that answered last is the first to be
asked again, as it knows most. A call that is stopped says nothing about what was asked.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from queue import LifoQueue
from typing import Any, Final

from derivations.assistant.outcome import Outcome
from derivations.document.schema import SCHEMA
from derivations.errors import StoppedError
from derivations.proof.worker import Worker

PROCESSES: Final = 2
SECONDS: Final = 120.0  # of processor time of a call
MEMORY: Final = 2 * 2**30  # bytes of address space of a process
PATIENCE: Final = 300.0  # seconds on the clock until a call is ended, whatever it waits for
_AGAIN: Final = 0.01  # seconds until a process that was not there yet is ended


class Call:
    """A call that is under way, or about to be, which any thread can stop."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._worker: Worker | None = None
        self.stopped = ""

    def stop(self, why: str) -> None:
        """End the call, and the process that works on it, which may be about to start."""
        self.stopped = self.stopped or why
        while self._ends():
            time.sleep(_AGAIN)

    def _ends(self) -> bool:
        """End the process that works on the call, if there is one; False once nothing works on it."""
        with self._lock:
            if self._worker is not None:
                self._worker.close()
            return self._worker is not None

    @contextmanager
    def working(self, worker: Worker) -> Iterator[None]:
        """While the body runs, stopping the call ends the process; raises `StoppedError` if it is stopped already."""
        with self._lock:
            if self.stopped:
                raise StoppedError(self.stopped)
            self._worker = worker
        try:
            yield
        finally:
            with self._lock:
                self._worker = None


class Processes:
    """Processes that answer calls of tools, each one at a time; they start when they are first needed."""

    def __init__(
        self, count: int = PROCESSES, seconds: float = SECONDS, memory: int = MEMORY, patience: float = PATIENCE
    ) -> None:
        self._workers = [Worker(seconds, memory) for _ in range(count)]
        self._free: LifoQueue[Worker] = LifoQueue()
        for worker in self._workers:
            self._free.put(worker)
        self._patience = patience

    def answer(self, tool: str, arguments: Any, call: Call | None = None) -> dict[str, Any]:
        """The answer of a tool; one whose outcome is ``stopped`` for a call that took too much, or broke down."""
        from derivations.assistant.tools import answered

        call = call or Call()
        worker = self._free.get()
        clock = threading.Timer(self._patience, call.stop, (f"took more than {self._patience:g} s",))
        clock.daemon = True
        clock.start()
        try:
            with call.working(worker):
                found: dict[str, Any] = worker.call(answered, tool, arguments)
        except StoppedError as error:
            told = f"stopped: the call {call.stopped or error}; that says nothing about what was asked"
            return {"schema": SCHEMA, "answer": told, "outcome": Outcome.STOPPED.value}
        except Exception as error:  # of the engine's own: the next call is not to fail for it
            told = f"stopped: the engine failed with {type(error).__name__}; that says nothing about what was asked"
            return {"schema": SCHEMA, "answer": told, "outcome": Outcome.STOPPED.value}
        finally:
            clock.cancel()
            self._free.put(worker)
        return found

    def close(self) -> None:
        """End the processes."""
        for worker in self._workers:
            worker.close()
