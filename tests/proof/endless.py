"""Calls that do not return, or break down, for a worker to make."""

import itertools
import os
import time
from pathlib import Path


def endless(_: object = None) -> None:
    """Run on, where other threads may run."""
    while True:
        pass


def uninterrupted() -> int:
    """Run on inside C, where no other thread runs."""
    return sum(itertools.repeat(1))


def patient(path: Path) -> None:
    """Say that it began, and wait without taking processor time."""
    path.write_text(str(os.getpid()))
    while True:
        time.sleep(0.01)


def broken() -> None:
    """End the process that it runs in."""
    os._exit(3)


def torn() -> None:
    """Fail with an error that no other process can read."""

    class LocalError(Exception):
        pass

    raise LocalError("here")
