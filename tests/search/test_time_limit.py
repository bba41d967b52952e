"""A limit of processor time ends what cannot be asked to stop, and leaves the timer as it found it.

An attempt that finds no answer says why, and never as the reader's error.
"""

from __future__ import annotations

import signal
import threading
import time

import pytest
from sympy.polys.polyerrors import PolynomialError

from derivations import Board, Finding, Notation, Premise, Quantity
from derivations.errors import DimensionError, InputError, UndecidedError, WritingError
from derivations.search.rules.calculus import Limit
from derivations.search.rules.solve import Solve
from derivations.search.time_limit import attempt, time_limit


def _busy(*_: object) -> None:
    while True:
        pass


def test_a_long_computation_ends() -> None:
    """The engine says that it has no answer."""
    with pytest.raises(UndecidedError, match=r"no answer within 0.05 s of processor time"), time_limit(0.05):
        _busy()


def test_what_waits_is_not_ended() -> None:
    """A machine that does something else meanwhile takes no time from the limit."""
    with time_limit(0.02):
        time.sleep(0.1)


def test_nothing_on_the_way_swallows_the_alarm() -> None:
    """A broad `except Exception` does not keep the computation alive."""

    def stubborn() -> None:
        while True:
            try:
                _busy()
            except Exception:
                continue

    with pytest.raises(UndecidedError), time_limit(0.05):
        stubborn()


def test_the_timer_is_put_back() -> None:
    """Neither a timer nor a handler stays behind."""
    before = signal.getsignal(signal.SIGVTALRM)
    with time_limit(5):
        pass
    assert signal.getsignal(signal.SIGVTALRM) is before
    assert signal.getitimer(signal.ITIMER_VIRTUAL)[0] == 0


def test_a_timer_of_the_host_goes_on() -> None:
    """What was set before still rings, later by nothing."""
    before = signal.signal(signal.SIGVTALRM, signal.SIG_IGN)
    try:
        signal.setitimer(signal.ITIMER_VIRTUAL, 30)
        with time_limit(5):
            sum(range(10_000))
        left, _ = signal.setitimer(signal.ITIMER_VIRTUAL, 0)
        assert 20 < left < 31  # it counts in ticks
    finally:
        signal.signal(signal.SIGVTALRM, before)


def test_an_alarm_of_the_host_is_not_touched() -> None:
    """An alarm after some time on the clock is another timer."""
    before = signal.signal(signal.SIGALRM, signal.SIG_IGN)
    try:
        signal.setitimer(signal.ITIMER_REAL, 300)
        with pytest.raises(UndecidedError), time_limit(0.01):
            _busy()
        assert signal.setitimer(signal.ITIMER_REAL, 0)[0] > 0
    finally:
        signal.signal(signal.SIGALRM, before)


@pytest.mark.parametrize("seconds", [0, -1])
def test_no_limit(seconds: float) -> None:
    """Zero and below switch the limit off."""
    with time_limit(seconds):
        assert signal.getitimer(signal.ITIMER_VIRTUAL)[0] == 0


def test_another_thread_runs_on() -> None:
    """Signals reach the main thread only; elsewhere there is no limit, and no error."""
    ended = []

    def work() -> None:
        with time_limit(1e-6):
            ended.append(signal.getitimer(signal.ITIMER_VIRTUAL)[0] == 0)

    thread = threading.Thread(target=work)
    thread.start()
    thread.join()
    assert ended == [True]


def test_a_rule_past_its_limit_is_inconclusive(monkeypatch: pytest.MonkeyPatch) -> None:
    """The step says so, and what needs it waits."""
    monkeypatch.setattr(Limit, "compute", _busy)
    board = Board(Notation.of("y [] size\na [] letter"), time_limit=0.01)
    short = board.limit("short", board.take(Premise("plain", "y = 1 + a")), "a")
    board.rewrite("after", short, "y = 1")
    derivation = board.finish()
    assert "no answer within 0.01 s" in derivation["short"].verdict.reason
    assert str(derivation["after"].verdict) == "waiting for short"


def test_a_solution_past_its_limit_is_left_to_numbers(monkeypatch: pytest.MonkeyPatch) -> None:
    """The equation stands, and says which quantity it gives."""
    monkeypatch.setattr(Solve, "compute", _busy)
    board = Board(Notation.of("y [] size\na [] letter"), time_limit=0.01)
    board.solve("turned", board.take(Premise("plain", "y = 1 + a")), for_="a")
    step = board.finish()["turned"]
    assert (str(step.relation), step.unknown) == ("y = 1 + a", "a")
    assert step.note == "no answer within 0.01 s of processor time"
    assert step.verdict.finding is Finding.NUMERIC


def test_an_alarm_on_the_way_in_waits_for_the_body() -> None:
    """It rings before the body begins, where nothing would catch it."""
    for _ in range(20):
        with pytest.raises(UndecidedError, match="no answer within 1e-09 s"), time_limit(1e-9):
            _busy()
    assert signal.getitimer(signal.ITIMER_VIRTUAL)[0] == 0


@pytest.mark.parametrize("seconds", [float("nan"), float("inf"), 1e300])
def test_what_no_alarm_can_be_set_to_is_refused(seconds: float) -> None:
    """Rather than failing in every rule."""
    with pytest.raises(InputError, match=r"a time limit is a number of seconds up to 1,000,000, or 0 for none"):
        Board(Notation.of("y [] size"), time_limit=seconds)


@pytest.mark.parametrize(
    ("failure", "told"),
    [
        (ValueError("not in\nlist"), "SymPy fails here: ValueError: not in list"),
        (TypeError("zoo is not comparable"), "SymPy fails here: TypeError"),
        (ZeroDivisionError(), "SymPy fails here: ZeroDivisionError"),
        (PolynomialError("no"), "SymPy fails here: PolynomialError"),
        (DimensionError("a is byte but b is token"), "does not keep its units together: a is byte"),
        (WritingError("cannot write I"), "what was computed is no relation: cannot write I"),
        (UndecidedError("no closed form"), "no closed form"),
    ],
)
def test_failures_become_the_engines_own(failure: Exception, told: str) -> None:
    """One line with the kind and the reason."""
    with pytest.raises(UndecidedError, match=told) as caught, attempt(0):
        raise failure
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize("failure", [InputError("yours"), KeyError("ours"), KeyboardInterrupt()])
def test_the_rest_goes_on(failure: BaseException) -> None:
    """What the reader got wrong stays the reader's, and a slip in this package is not hidden."""
    with pytest.raises(type(failure)), attempt(0):
        raise failure


def test_units_torn_apart_leave_the_step_inconclusive() -> None:
    """A logarithm of a ratio of units cannot be shown in pieces; the board goes on."""
    quantities = [("y", ""), ("x", "token"), ("c", ""), ("y_x", "1/token")]
    board = Board(Notation(tuple(Quantity(name, unit, name) for name, unit in quantities)))
    taken = board.take(Premise("taken", "y = c*log(1 + x/1[token])*log(x/1[token])"))
    board.solve("solved", taken, for_="c")
    board.differentiate("slope", taken, "x", "y_x")
    derivation = board.finish()
    assert str(derivation["slope"].verdict.finding) == "inconclusive"
