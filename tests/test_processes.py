"""Tests in several processes: told as in one, and none is lost without a word."""

import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
CONFTEST = """
from tests.processes import Processes, add_option

def pytest_addoption(parser):
    add_option(parser)

def pytest_configure(config):
    config.pluginmanager.register(Processes(lambda nodeid: nodeid.partition("::")[0]), "processes")
"""
SHARED = """
import os
import pytest
import warnings

@pytest.fixture(scope="session", autouse=True)
def ended(request):
    yield
    print("torn down", file=open("{folder}/ended", "a"))

def test_first(): pass

def test_of_one_process():
    print("said in a test")
    with open("{folder}/seen", "a") as file:
        print("{name}", os.getpid(), file=file)
"""
WRONG = """
def test_wrong():
    print("said before it")
    assert 1 + 1 == 3

def test_skipped():
    pytest.skip("not here")

def test_that_warns():
    warnings.warn("mind the gap")

@pytest.fixture
def broken():
    raise ValueError("no such thing")

def test_error(broken): pass
"""


def run(folder: Path, *options: str, **files: str) -> tuple[int, str]:
    """Exit status and output of these tests in two processes."""
    (folder / "conftest.py").write_text(CONFTEST, encoding="utf-8")
    for name, more in files.items():
        (folder / f"test_{name}.py").write_text(SHARED.format(folder=folder, name=name) + more, encoding="utf-8")
    done = subprocess.run(
        [sys.executable, "-m", "pytest", "--processes", "2", "-p", "no:cacheprovider", "-p", "no:randomly", "-rs",
         "--rootdir", str(folder), *options, str(folder)],
        capture_output=True, text=True, check=False, cwd=ROOT, env={"PATH": "", "PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1"},
    )
    return done.returncode, done.stdout


@pytest.mark.long
def test_all_that_becomes_of_tests_is_told(tmp_path: Path) -> None:
    """Failures with what was printed before, errors, skips and warnings; a group is of one process, each to its end."""
    code, out = run(tmp_path, first="", second=WRONG, third="")
    assert code == pytest.ExitCode.TESTS_FAILED
    for told in ("1 failed", "7 passed", "1 skipped", "1 warning", "1 error", "assert (1 + 1) == 3", "said before it",
                 "ValueError: no such thing", "not here", "mind the gap"):
        assert told in out
    seen = dict(line.split() for line in (tmp_path / "seen").read_text().splitlines())
    assert len(seen) == 3
    assert len(set(seen.values())) == 2
    assert (tmp_path / "ended").read_text().count("torn down") == 3


@pytest.mark.long
def test_a_process_that_dies_fails_the_run(tmp_path: Path) -> None:
    """With the test after which it was not heard of; the others are run."""
    code, out = run(tmp_path, first="", second="\ndef test_fatal(): os._exit(7)\n\ndef test_after(): pass", third="")
    assert code == pytest.ExitCode.TESTS_FAILED
    assert "a process ended with 7 after test_second.py::test_fatal" in out
    assert "2 passed" in out or "4 passed" in out or "6 passed" in out


@pytest.mark.long
def test_a_run_stops_where_one_failure_is_enough(tmp_path: Path) -> None:
    """No new group begins then."""
    code, out = run(tmp_path, "-x", **{f"n{n}": WRONG for n in range(9)})
    assert code == pytest.ExitCode.TESTS_FAILED
    assert "stopping after" in out
    assert 1 <= out.count("said before it") <= 4
