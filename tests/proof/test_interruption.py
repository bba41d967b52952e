"""Ctrl-C held back: nothing is raised in a block, and what it raises comes after it."""

import os
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Iterator

import pytest

from derivations.proof.interruption import held_back, unheard_by_others


@pytest.fixture(autouse=True)
def heard() -> Iterator[None]:
    """Ctrl-C is heard, also where the tests run in the background."""
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    yield
    signal.signal(signal.SIGINT, before)


def interrupt() -> None:
    """Ctrl-C, heard before this returns."""
    os.kill(os.getpid(), signal.SIGINT)
    time.sleep(0.01)


def test_it_is_raised_after_the_block() -> None:
    """All of the block is done, and it knows."""
    done: list[bool] = []

    def whole() -> None:
        with held_back() as came:
            done.append(came())
            interrupt()
            done.append(came())

    with pytest.raises(KeyboardInterrupt):
        whole()
    assert done == [False, True]
    assert signal.getsignal(signal.SIGINT) is signal.default_int_handler


def test_it_comes_before_another_error() -> None:
    def failing() -> None:
        with held_back():
            interrupt()
            raise ValueError("a page that failed")

    with pytest.raises(KeyboardInterrupt):
        failing()


def test_without_it_nothing_changes() -> None:
    with pytest.raises(ValueError, match="a page"), held_back() as came:
        raise ValueError("a page that failed")
    assert not came()


def test_in_another_thread_nothing_is_held_back() -> None:
    """It hears none, and may not say who does."""
    found = []

    def work() -> None:
        with held_back() as came:
            found.append(came())

    thread = threading.Thread(target=work)
    thread.start()
    thread.join()
    assert found == [False]


@pytest.mark.skipif(not hasattr(signal, "pthread_sigmask"), reason="a system without masks of signals")
def test_a_process_that_is_started_hears_nothing() -> None:
    """From its first step on, and who starts it hears it again."""
    with unheard_by_others():
        child = subprocess.Popen([sys.executable, "-c", "print(1, flush=True); input(); print(2)"],
                                 stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
    child.send_signal(signal.SIGINT)
    told, _ = child.communicate("\n")
    assert (child.returncode, told.split()) == (0, ["1", "2"])
    with pytest.raises(KeyboardInterrupt):
        interrupt()
