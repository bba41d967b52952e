"""The command as a program of its own: exit codes, streams, and a reader who leaves."""

import subprocess
import sys
from pathlib import Path

import pytest


def run(*words: str, **environment: str) -> subprocess.CompletedProcess[str]:
    """The command in a process of its own."""
    return subprocess.run(
        [sys.executable, "-W", "error", "-m", "derivations.cli", *words],
        capture_output=True, text=True, check=False, timeout=120,
        env={"PATH": "/usr/bin:/bin", "PYTHONUTF8": "1", "DERIVATIONS_CACHE": "", **environment},
    )


@pytest.mark.long
def test_the_program_shows_and_refuses() -> None:
    """Exit codes and streams as any other program's."""
    done = run("show", "optimal-batch", "--brief")
    assert (done.returncode, done.stderr) == (0, "")
    assert "2,422 sequences" in done.stdout
    done = run("show", "optimal-bath")
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr.count("\n") == 1
    done = run("--help")
    assert done.returncode == 0
    assert "derive show optimal-batch --as-said" in done.stdout


@pytest.mark.long
def test_a_reader_who_leaves_is_no_error() -> None:
    """`derive cards | head -1` ends without a complaint."""
    program = f"{sys.executable} -m derivations.cli cards | head -1"
    done = subprocess.run(["bash", "-c", program], capture_output=True, text=True, check=False, timeout=120)
    assert done.stderr == ""
    assert len(done.stdout.splitlines()) == 1


@pytest.mark.some(1)
@pytest.mark.skipif(not Path("/dev/full").exists(), reason="needs a device that is always full")
@pytest.mark.parametrize(("redirected", "code", "told"), [
    ("> /dev/full", 1, "derive: the output cannot be written: No space left on device\n"),
    (">&-", 0, ""),
])
def test_output_that_nobody_can_take_is_no_traceback(redirected: str, code: int, told: str) -> None:
    """A full disk is told in one line; a stream that the caller closed is not written to."""
    program = f"{sys.executable} -m derivations.cli cards {redirected}"
    done = subprocess.run(["bash", "-c", program], capture_output=True, text=True, check=False, timeout=120)
    assert (done.returncode, done.stderr) == (code, told)
