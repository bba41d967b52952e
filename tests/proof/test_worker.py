"""A call in a process of its own is stopped by time, memory or Ctrl-C, which is told and kept nowhere."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from pathlib import Path

import pytest
import sympy
from sympy.abc import x

from derivations import Board, Finding, Notation, Premise, derive
from derivations.derivation.rules.calculus import Limit
from derivations.errors import StoppedError
from derivations.proof import worker as workers
from derivations.proof.budget import attempt, remembered
from derivations.proof.worker import Worker, by_sympy, stoppable

from .endless import broken, endless, patient, torn, uninterrupted

_ROOT = Path(__file__).parents[2]
_SECONDS = 0.3  # of processor time


@pytest.fixture
def worker(monkeypatch: pytest.MonkeyPatch) -> Iterator[Worker]:
    """One of a low limit, which finds the tests, in place of that of the process."""
    monkeypatch.syspath_prepend(_ROOT)
    own = Worker(_SECONDS, memory=2**31)
    monkeypatch.setattr(workers, "_worker", lambda _: own)
    yield own
    own.close()


@pytest.mark.long
def test_what_is_made_there_is_what_is_made_here(worker: Worker) -> None:
    """Symbols come back as they are, with what is known of them."""
    p, d = sympy.Symbol("p", positive=True), sympy.Dummy("d", real=True)
    assert worker.call(sympy.limit, (p + x) / x * d, x, sympy.oo) == d
    assert worker.call(sympy.factor, p**2 - d**2) == (p - d) * (p + d)


def test_it_stays_for_the_next_call(worker: Worker) -> None:
    assert worker.call(os.getpid) == worker.call(os.getpid) != os.getpid()


@pytest.mark.some(1)
@pytest.mark.parametrize("call", [endless, uninterrupted])
def test_what_does_not_end_is_stopped(worker: Worker, call: object) -> None:
    """By what it took of the processor, also where it lets no other thread run; the next call has an answer."""
    if call is uninterrupted:
        pytest.importorskip("resource")
    with pytest.raises(StoppedError, match=r"took more than 0\.3 s of processor time"):
        worker.call(call)  # type: ignore[arg-type]
    assert worker.call(abs, -2) == 2


def test_what_takes_too_much_memory_is_stopped(worker: Worker) -> None:
    pytest.importorskip("resource")
    with pytest.raises(StoppedError, match="took more than 2 GiB of memory"):
        worker.call(bytearray, 2**32)
    assert worker.call(abs, -2) == 2


def test_what_breaks_down_is_stopped(worker: Worker) -> None:
    with pytest.raises(StoppedError, match=r"broke down \(code 3\)"):
        worker.call(broken)
    assert worker.call(abs, -2) == 2


def test_an_error_is_raised_here(worker: Worker) -> None:
    """Its own kind, or its name where the kind does not travel."""
    with pytest.raises(ZeroDivisionError):
        worker.call(divmod, 1, 0)
    with pytest.raises(NotImplementedError, match="LocalError: here"):
        worker.call(torn)


def test_what_a_call_prints_is_no_reply(worker: Worker) -> None:
    assert worker.call(print, "printed") is None
    assert worker.call(abs, -2) == 2


def test_a_stopped_call_is_told_and_not_kept(worker: Worker) -> None:
    """The same question has an answer once the call has one."""
    calls = [endless, abs]

    @remembered(maxsize=8)
    def asked(number: int) -> object:
        return stoppable(True, ("a test of", number), calls.pop(0), number)

    told = r"^stopped: a test of -2 took more than 0\.3 s of processor time$"
    with pytest.raises(StoppedError, match=told), attempt(9):
        asked(-2)
    with attempt(9):
        assert asked(-2) == 2
    assert calls == []


def test_a_small_call_and_one_without_a_budget_are_made_here(worker: Worker) -> None:
    with attempt(9):
        assert stoppable(False, (), os.getpid) == os.getpid()
    with attempt(0):
        assert stoppable(True, (), os.getpid) == os.getpid()
    with attempt(9):
        assert stoppable(True, (), os.getpid) != os.getpid()


def test_a_browser_has_no_second_process(worker: Worker, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "platform", "emscripten")
    with attempt(9):
        assert stoppable(True, (), os.getpid) == os.getpid()


def test_without_a_second_process_a_call_is_made_here(worker: Worker, monkeypatch: pytest.MonkeyPatch) -> None:
    """Where the system refuses one."""

    def refused(*_: object, **__: object) -> None:
        raise PermissionError

    monkeypatch.setattr(subprocess, "Popen", refused)
    assert worker.call(os.getpid) == os.getpid()


@pytest.mark.long
def test_a_judgement_that_was_stopped_is_none(worker: Worker, monkeypatch: pytest.MonkeyPatch) -> None:
    """It is told, and judged once the calls have answers."""
    report = derive("optimal-batch")
    told = report.judge("B = 2*r*s/n").outcome

    calls = []

    def stopped(*_: object) -> None:
        calls.append(stoppable)
        stoppable(True, ("a test",), endless)

    with monkeypatch.context() as patch:
        patch.setattr("derivations.study.judge.judge.sufficient_conditions", stopped)
        patch.setattr("derivations.study.judge.judge.contrast", stopped)
        with pytest.raises(StoppedError, match=r"^stopped: a test took more than 0\.3 s of processor time$"):
            report.judge("B = 2*r*s/n")
    assert len(calls) == 1  # nothing more is begun, as no answer would be told
    assert report.judge("B = 2*r*s/n").outcome is told


@pytest.mark.long
def test_a_large_expression_is_made_there(worker: Worker) -> None:
    with attempt(10_000):
        assert by_sympy(1, sympy.limit, (x + 1) / x, x, sympy.oo) == 1
    assert worker._process is not None


def test_a_step_with_a_large_formula_is_made_there(worker: Worker) -> None:
    """Its quantities come back as what they are."""
    worker.seconds = 60
    places = range(10)
    board = Board(Notation.of("y [] size\nx [] letter\n" + "\n".join(f"c_{k} [] constant" for k in places)))
    over, under = ("+".join(f"c_{abs(end - k)}*x^{k}" for k in places) for end in (0, 9))
    ratio = board.take(Premise("ratio", f"y = ({over})/({under})"))
    board.limit("short", ratio, "x")  # continuous there: its value is the limit, and nothing is asked
    assert worker._process is None
    board.limit("long", ratio, "x", "oo")
    found = board.finish()
    assert (str(found["short"].relation), found["short"].verdict.holds) == ("y = c_0/c_9", True)
    assert (str(found["long"].relation), found["long"].verdict.holds) == ("y = c_9/c_0", True)
    assert worker._process is not None


def test_a_stopped_step_is_inconclusive(worker: Worker, monkeypatch: pytest.MonkeyPatch) -> None:
    """It says what was stopped, what needs it waits, and nothing of it is kept."""

    def compute(self: Limit, inputs: object, notation: object) -> object:
        return stoppable(True, ("SymPy's limit of", x), endless)

    def derived() -> object:
        board = Board(Notation.of("y [] size\na [] letter"))
        short = board.limit("short", board.take(Premise("plain", "y = 1 + a/3")), "a")
        board.rewrite("after", short, "y = 1")
        return board.finish()

    with monkeypatch.context() as patch:
        patch.setattr(Limit, "compute", compute)
        stopped = derived()
    verdict = stopped["short"].verdict  # type: ignore[index]
    assert (verdict.finding, verdict.stopped) == (Finding.INCONCLUSIVE, True)
    assert verdict.reason == "stopped: SymPy's limit of x took more than 0.3 s of processor time"
    assert str(stopped["after"].verdict) == "waiting for short"  # type: ignore[index]
    assert derived()["short"].verdict.holds  # type: ignore[index]


@pytest.fixture
def heard() -> Iterator[None]:
    """Ctrl-C is heard, also where the tests run in the background and ignore it."""
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    yield
    signal.signal(signal.SIGINT, before)


@pytest.mark.usefixtures("heard")
def test_ctrl_c_ends_the_call_and_its_process(worker: Worker, tmp_path: Path) -> None:
    """What is interrupted is nobody's any more; the next call has an answer."""
    begun = tmp_path / "begun"

    def interrupt() -> None:
        while not (begun.exists() and begun.read_text()):
            time.sleep(0.01)
        os.kill(os.getpid(), signal.SIGINT)

    thread = threading.Thread(target=interrupt)
    thread.start()
    with pytest.raises(KeyboardInterrupt):
        worker.call(patient, begun)
    thread.join()
    assert worker._process is None
    with pytest.raises(ProcessLookupError):
        os.kill(int(begun.read_text()), 0)
    assert worker.call(abs, -2) == 2


@pytest.mark.some(1)
@pytest.mark.parametrize("ending", ["", "os.kill(os.getpid(), 9)"])
def test_no_process_is_left_behind(tmp_path: Path, ending: str) -> None:
    """Neither after an end nor after a kill, also where a call is under way."""
    program = f"""
import os, sys, threading, time
sys.path.append({str(_ROOT)!r})
from pathlib import Path
from derivations.proof.worker import Worker
from tests.proof.endless import patient
worker, begun = Worker(), Path({str(tmp_path / 'begun')!r})
print(worker.call(os.getpid), flush=True)
threading.Thread(target=worker.call, args=(patient, begun), daemon=True).start()
while not begun.exists():
    time.sleep(0.01)
{ending}
"""
    with subprocess.Popen([sys.executable, "-c", program], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL,
                          text=True) as process:
        assert process.stdout is not None
        pid = int(process.stdout.readline())
        process.wait()
    for _ in range(1000):
        if not _runs(pid):
            break
        time.sleep(0.01)
    assert not _runs(pid)


def _runs(pid: int) -> bool:
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    return True
