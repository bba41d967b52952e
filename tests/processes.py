"""Tests in several processes, which are forked once everything is imported and collected, so that this is done once.

A process takes the next group of tests when it is through with one, and sends what becomes of each test to the process
that it was forked from, which alone tells it. A process that dies, and a test of which nothing was heard, fail the run.
"""

from __future__ import annotations

import multiprocessing
import os
import warnings
from collections.abc import Callable, Iterator, Sequence
from multiprocessing.connection import Connection, wait
from multiprocessing.process import BaseProcess
from multiprocessing.sharedctypes import Synchronized
from typing import Any

import pytest

OPTION = "--processes"
# of a warning: what was warned of, when, the test, and where, in the order of pytest's own hook
_Warned = tuple[warnings.WarningMessage, str, str, tuple[str, int, str] | None]


def add_option(parser: pytest.Parser) -> None:
    """`--processes COUNT`."""
    parser.addoption(OPTION, metavar="COUNT", default="1", help="run tests in so many processes; auto: one a processor")


class Processes:
    """A plugin that runs groups of tests in as many processes as are asked for."""

    def __init__(self, group: Callable[[str], str]) -> None:
        self._group = group

    @pytest.hookimpl(tryfirst=True)
    def pytest_runtestloop(self, session: pytest.Session) -> bool | None:
        """The tests in groups, where that is asked for and can be done; else as ever."""
        groups = list(self._groups(session.items))
        count = min(_count(session.config.getoption(OPTION)), len(groups))
        if count < 2 or session.testsfailed or session.config.option.collectonly or session.config.option.usepdb:
            return None
        fork = multiprocessing.get_context("fork")
        turn, workers = fork.Value("i", 0), {}
        try:
            with warnings.catch_warnings():
                # of Python 3.12, where there are threads: those of NumPy's libraries, which know that they are forked
                warnings.simplefilter("ignore", DeprecationWarning)
                for _ in range(count):
                    receiver, sender = fork.Pipe(duplex=False)
                    process = fork.Process(target=_work, args=(session, groups, turn, sender))
                    process.start()
                    sender.close()
                    workers[receiver] = process
            _tell(session, workers, turn, len(groups))
        finally:
            for receiver, process in workers.items():
                receiver.close()
                process.terminate()
                process.join()
        return True

    def _groups(self, items: Sequence[pytest.Item]) -> Iterator[list[int]]:
        """Places of tests that one process runs, in the order of the first of each group."""
        found: dict[str, list[int]] = {}
        for place, item in enumerate(items):
            found.setdefault(self._group(item.nodeid), []).append(place)
        yield from found.values()


def _count(said: str) -> int:
    if "fork" not in multiprocessing.get_all_start_methods():
        return 1
    return len(os.sched_getaffinity(0)) if said == "auto" else int(said)


def _tell(
    session: pytest.Session, workers: dict[Connection, BaseProcess], turn: Synchronized[int], past: int
) -> None:
    """Pass on what becomes of the tests, as if they were run here.

    Raises what stops pytest: for a failure, if one is enough, and for a test of which nothing was heard.
    """
    hook, items = session.config.hook, session.items
    unheard, at = set(range(len(items))), dict.fromkeys(workers, "")
    listening = list(workers)
    while listening:
        for receiver in wait(listening):
            assert isinstance(receiver, Connection)
            try:
                heard = receiver.recv()
            except EOFError:
                listening.remove(receiver)
                workers[receiver].join()
                if workers[receiver].exitcode:
                    session.shouldfail = f"a process ended with {workers[receiver].exitcode} after {at[receiver]}"
                continue
            if not isinstance(heard, tuple):
                at[receiver] = items[heard].nodeid
                continue
            place, reports, warned = heard
            unheard.discard(place)
            nodeid, location = items[place].nodeid, items[place].location
            hook.pytest_runtest_logstart(nodeid=nodeid, location=location)
            for each in warned:
                _warn(hook, each)
            for data in reports:
                report = hook.pytest_report_from_serializable(config=session.config, data=data)
                hook.pytest_runtest_logreport(report=report)
            hook.pytest_runtest_logfinish(nodeid=nodeid, location=location)
        if session.shouldfail or session.shouldstop:
            turn.value = past  # what a process has begun it ends
    if unheard and not session.shouldfail and not session.shouldstop:
        session.shouldfail = f"nothing was heard of {len(unheard)} tests, such as {items[min(unheard)].nodeid}"
    if session.shouldfail:
        raise session.Failed(session.shouldfail)
    if session.shouldstop:
        raise session.Interrupted(session.shouldstop)


def _warn(hook: Any, warned: _Warned) -> None:
    message, when, nodeid, location = warned
    hook.pytest_warning_recorded.call_historic(
        kwargs={"warning_message": message, "when": when, "nodeid": nodeid, "location": location})


class _Sent:
    """A plugin of a forked process: what becomes of the test that it runs."""

    def __init__(self, config: pytest.Config) -> None:
        self._config = config
        self._reports: list[dict[str, Any]] = []
        self._warned: list[_Warned] = []

    def taken(self) -> tuple[list[dict[str, Any]], list[_Warned]]:
        """What came since the last time."""
        found = self._reports, self._warned
        self._reports, self._warned = [], []
        return found

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        """Keep a report."""
        self._reports.append(self._config.hook.pytest_report_to_serializable(config=self._config, report=report))

    def pytest_warning_recorded(
        self, warning_message: warnings.WarningMessage, when: Any, nodeid: str, location: Any
    ) -> None:
        """Keep a warning."""
        self._warned.append((warning_message, when, nodeid, location))


def _work(session: pytest.Session, groups: list[list[int]], turn: Synchronized[int], sender: Connection) -> None:
    """Run group after group in a forked process."""
    config = session.config
    capture, terminal = (config.pluginmanager.get_plugin(name) for name in ("capturemanager", "terminalreporter"))
    config.pluginmanager.unregister(terminal)  # the other process tells
    if capture is not None:  # into a file of its own
        capture.stop_global_capturing()
        capture.start_global_capturing()
        capture.suspend_global_capture()
    sent = _Sent(config)
    config.pluginmanager.register(sent)
    sent.taken()  # warnings that came before, which pytest repeats to every new plugin
    places = _turns(groups, turn)
    place = next(places, None)
    while place is not None:
        following = None if session.shouldfail or session.shouldstop else next(places, None)
        item, nextitem = session.items[place], None if following is None else session.items[following]
        sender.send(place)
        item.ihook.pytest_runtest_protocol(item=item, nextitem=nextitem)
        sender.send((place, *sent.taken()))
        place = following


def _turns(groups: list[list[int]], turn: Synchronized[int]) -> Iterator[int]:
    """Places of the groups whose turn it is, when no process has taken them."""
    while True:
        with turn.get_lock():
            mine = turn.value
            turn.value = mine + 1
        if mine >= len(groups):
            return
        yield from groups[mine]
