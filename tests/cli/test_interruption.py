"""Ctrl-C: one line and exit code 130, wherever it comes and whatever becomes of it on its way."""

import signal
import subprocess
import sys
from functools import partial

import pytest

# the command, with something of its own where a study is applied
PROGRAM = """
import os, signal, sys, time
import derivations.study.application as application
from derivations.cli import main
from derivations.cli.interruption import ended_by_ctrl_c

class Last:
    def __del__(self):
        os.kill(os.getpid(), signal.SIGINT)
        time.sleep(0)

def lost(*_, **__):
    Last()
    while True:
        time.sleep(0.01)

def another_error(*_, **__):
    try:
        os.kill(os.getpid(), signal.SIGINT)
        time.sleep(10)
    finally:
        raise RuntimeError("release unlocked lock")

def swallowed(*_, **__):
    try:
        os.kill(os.getpid(), signal.SIGINT)
        time.sleep(10)
    except BaseException:
        raise SystemExit(1)

def within_exec(*_, **__):
    exec("import time; os.kill(os.getpid(), signal.SIGINT); time.sleep(10)")

def meant(*_, **__):
    try:
        with ended_by_ctrl_c():
            os.kill(os.getpid(), signal.SIGINT)
            time.sleep(10)
    except KeyboardInterrupt:
        raise SystemExit(0)

def never(*_, **__):
    raise RuntimeError("release unlocked lock")

application.apply = {way}
sys.argv = ["derive", "show", "optimal-batch", "--brief"]
main()
"""
IMPORTED = """
import os, signal, sys, time

class Finder:
    def find_spec(self, name, *_):
        if name == "derivations.cli.main":
            os.kill(os.getpid(), signal.SIGINT)
            time.sleep(1)

sys.meta_path.insert(0, Finder())
import derivations.cli
"""
BEHIND = """
import atexit, os, signal, sys
from derivations.cli import main

atexit.register(lambda: os.kill(os.getpid(), signal.SIGINT))
sys.argv = ["derive", "--version"]
main()
"""


def ended(program: str) -> tuple[int, str]:
    """The exit code of a program that hears Ctrl-C, and what it says."""
    done = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, check=False, timeout=60,
        preexec_fn=partial(signal.signal, signal.SIGINT, signal.SIG_DFL),  # ignored in what runs in the background
    )
    return done.returncode, done.stderr.strip()


@pytest.mark.some(2)
@pytest.mark.parametrize("way", ["lost", "another_error", "swallowed", "within_exec"])
def test_what_becomes_of_it_is_an_interruption(way: str) -> None:
    """Lost at the end of an object, or taken for an error: a lock given back twice, or a page that failed.

    Python itself ends with another code after what it executes from a text.
    """
    assert ended(PROGRAM.replace("{way}", way)) == (130, "derive: interrupted")


@pytest.mark.long
def test_where_it_is_the_way_to_end_it_is_no_interruption() -> None:
    """As in the lab, which serves until then."""
    assert ended(PROGRAM.replace("{way}", "meant")) == (0, "")


@pytest.mark.long
def test_an_error_without_it_stays_one() -> None:
    code, told = ended(PROGRAM.replace("{way}", "never"))
    assert (code, told.splitlines()[-1]) == (1, "RuntimeError: release unlocked lock")


def test_it_may_come_while_the_command_is_imported() -> None:
    """Before there is anything that could hear it."""
    assert ended(IMPORTED) == (130, "derive: interrupted")


def test_behind_the_end_it_changes_nothing() -> None:
    """What was asked for has been told."""
    assert ended(BEHIND) == (0, "")
