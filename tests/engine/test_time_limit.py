"""A time limit ends what cannot be asked to stop, and leaves the alarm as it found it."""

from __future__ import annotations

import signal
import threading
import time

import pytest

from derivations import Board, Notation, Premise
from derivations.engine.time_limit import time_limit
from derivations.errors import UndecidedError


def test_a_long_computation_ends() -> None:
    """The engine says that it has no answer."""
    with pytest.raises(UndecidedError, match=r"no answer within 0.05 s"), time_limit(0.05):
        time.sleep(5)


def test_nothing_on_the_way_swallows_the_alarm() -> None:
    """A broad `except Exception` does not keep the computation alive."""

    def stubborn() -> None:
        while True:
            try:
                time.sleep(1)
            except Exception:
                continue

    with pytest.raises(UndecidedError), time_limit(0.05):
        stubborn()


def test_the_alarm_is_put_back() -> None:
    """Neither a timer nor a handler stays behind."""
    before = signal.getsignal(signal.SIGALRM)
    with time_limit(5):
        pass
    assert signal.getsignal(signal.SIGALRM) is before
    assert signal.getitimer(signal.ITIMER_REAL)[0] == 0


def test_an_alarm_of_the_host_goes_on() -> None:
    """What was set before still rings, later by nothing."""
    before = signal.signal(signal.SIGALRM, signal.SIG_IGN)
    try:
        signal.setitimer(signal.ITIMER_REAL, 30)
        with time_limit(5):
            time.sleep(0.01)
        left, _ = signal.setitimer(signal.ITIMER_REAL, 0)
        assert 20 < left < 30
    finally:
        signal.signal(signal.SIGALRM, before)


@pytest.mark.parametrize("seconds", [0, -1])
def test_no_limit(seconds: float) -> None:
    """Zero and below switch the limit off."""
    with time_limit(seconds):
        assert signal.getitimer(signal.ITIMER_REAL)[0] == 0


def test_another_thread_runs_on() -> None:
    """Alarms reach the main thread only; elsewhere there is no limit, and no error."""
    ended = []

    def work() -> None:
        with time_limit(0.01):
            time.sleep(0.05)
            ended.append(True)

    thread = threading.Thread(target=work)
    thread.start()
    thread.join()
    assert ended == [True]


def test_a_rule_past_its_limit_is_inconclusive() -> None:
    """The step says so, and what needs it waits."""
    letters = "abcdefgh"
    board = Board(Notation.of("\n".join(f"{c} [] letter" for c in "y" + letters)), time_limit=0.01)
    heavy = board.take(Premise("heavy", "y = (a + b + c + d + 1)^5/((a + e + f)^3 + b)"))
    solved = board.solve("solved", heavy, for_="a")
    board.rewrite("after", solved, "a = y")
    derivation = board.finish()
    assert "no answer within 0.01 s" in derivation["solved"].verdict.reason
    assert str(derivation["after"].verdict) == "waiting for solved"
