"""Processes in which tools answer: a call that takes too much is stopped, and the next one is answered."""

import threading
import time
from collections.abc import Iterator
from typing import Any

import pytest

from derivations.assistant.processes import Call, Processes
from derivations.proof.worker import Worker

CHECK = {"letters": [{"name": "x"}], "premises": [{"says": "x = 1"}], "steps": [{"says": "x + 1 = 2"}]}


@pytest.fixture(scope="module")
def processes() -> Iterator[Processes]:
    """Two of them, which each test finds as another one left them."""
    found = Processes()
    yield found
    found.close()


def test_a_call_is_answered_in_another_process_and_so_are_two_at_once(processes: Processes) -> None:
    answers: list[str] = []

    def ask() -> None:
        answers.append(processes.answer("check", CHECK)["outcome"])

    threads = [threading.Thread(target=ask) for _ in range(3)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert answers == ["proven"] * 3


def test_a_call_that_takes_too_long_or_too_much_memory_is_stopped_and_says_nothing() -> None:
    """By processor time, by the clock, by memory; nothing of it is a verdict."""
    for starved, why in (
        (Processes(1, seconds=0.001), "took more than 0.001 s of processor time"),
        (Processes(1, patience=0.05), "took more than 0.05 s"),
        (Processes(1, memory=40 * 2**20), "the call"),
    ):
        found = starved.answer("check", CHECK)
        starved.close()
        assert found["outcome"] == "stopped"
        assert why in found["answer"]
        assert found["answer"].endswith("that says nothing about what was asked")


def test_a_call_that_is_given_up_while_its_process_starts_is_ended(monkeypatch: pytest.MonkeyPatch) -> None:
    """There is no process to be ended when it is given up, and there is one a moment later."""
    call, own = Call(), Worker._started

    def started(worker: Worker) -> Any:
        threading.Thread(target=call.stop, args=("was given up",)).start()
        while not call.stopped:
            time.sleep(0.001)
        time.sleep(0.05)  # for a first look at what there is to end
        return own(worker)

    monkeypatch.setattr(Worker, "_started", started)
    busy = Processes(1)
    found = busy.answer("check", CHECK, call)
    busy.close()
    assert found["answer"].startswith("stopped: the call was given up")


def test_a_call_that_is_given_up_is_not_begun(processes: Processes) -> None:
    call = Call()
    call.stop("was given up")
    found = processes.answer("check", CHECK, call)
    assert found["answer"].startswith("stopped: the call was given up")
    assert processes.answer("check", CHECK)["outcome"] == "proven"


def test_what_the_engine_fails_at_ends_one_call_alone(processes: Processes) -> None:
    """Such as arguments that cannot be sent to the process at all."""
    found = processes.answer("check", lambda: None)
    assert found["outcome"] == "stopped"
    assert processes.answer("check", CHECK)["outcome"] == "proven"
