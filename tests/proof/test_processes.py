"""Work that several processes share."""

import os
import signal

import pytest

from derivations.errors import InputError, StoppedError
from derivations.proof.processes import at_once, cores, done_by, workers


@pytest.mark.parametrize("jobs", [0, 1, 2])
def test_each_piece_comes_back_with_its_place(jobs: int) -> None:
    """Whatever the number of processes, and in whatever order it is made."""
    given = [(2, 10), (3, 5), (7, 1)]
    assert dict(done_by(jobs, pow, given)) == {0: 1024, 1: 243, 2: 7}
    assert dict(done_by(jobs, pow, [])) == {}


@pytest.mark.parametrize("jobs", [1, 2])
def test_what_a_piece_raises_is_raised_where_it_was_given(jobs: int) -> None:
    """An error of ours is the same, whichever process it comes from."""
    with pytest.raises(InputError, match="3 is refused"):
        list(done_by(jobs, refused, [(3,)]))


def test_a_process_that_is_ended_from_outside_is_told() -> None:
    """As an error of ours, not as one of the library's."""
    with pytest.raises(StoppedError, match="ended from outside"):
        list(done_by(2, signal.raise_signal, [(signal.SIGTERM,)]))


def test_one_job_is_done_here_and_others_elsewhere() -> None:
    """No process is started for one."""
    assert [found for _, found in done_by(1, os.getpid, [()])] == [os.getpid()]
    assert os.getpid() not in [found for _, found in done_by(2, os.getpid, [()])]
    assert cores() >= 1


def test_work_done_here_has_its_error_where_the_result_is_asked_for() -> None:
    """As that of another process has."""
    assert at_once(pow, 2, 3).result() == 8
    future = at_once(pow, 2, "3")
    with pytest.raises(TypeError):
        future.result()


def test_each_process_begins_as_it_is_told() -> None:
    """With what the caller wants done first; Ctrl-C is heard by none of them."""
    with workers(2, begun) as (submit, completed):
        future = submit(heard)
        completed([future])
        assert future.result() == (True, signal.SIG_IGN)


_BEGUN = []


def refused(number: int) -> None:
    """Refuse a number."""
    raise InputError(f"{number} is refused")


def begun() -> None:
    """Remember that a process has begun."""
    _BEGUN.append(True)


def heard() -> tuple[bool, object]:
    """Whether this process has begun, and what it does at Ctrl-C."""
    return _BEGUN == [True], signal.getsignal(signal.SIGINT)
