"""A process for calls that may not return, where they can be stopped: by processor time, by memory, or by Ctrl-C.

SymPy's algorithms count no work of ours, and nothing inside a process ends them safely: an exception that a signal
throws into them can be lost in a callback, or leave half an answer in a cache. Large calls are therefore made in a
process of their own, which stays for the next ones. What is sent and what comes back are pickled values. The limits are
a safety net, more than ten times what the slowest call of the tests takes, and reaching one is no answer.
"""

from __future__ import annotations

import atexit
import math
import os
import pickle
import queue
import struct
import subprocess
import sys
import threading
import time
from collections.abc import Callable
from contextlib import suppress
from functools import lru_cache
from typing import TYPE_CHECKING, Any, BinaryIO, Final, NoReturn, TypeVar

from derivations.errors import StoppedError
from derivations.proof.budget import charge, in_words, is_limited, stop
from derivations.proof.interruption import held_back

if TYPE_CHECKING:
    from sympy import Expr

CALL_SECONDS: Final = 10.0  # of processor time
CALL_BYTES: Final = 4 * 2**30
_TIME_IS_UP, _MEMORY_IS_FULL = 75, 76  # codes with which the process ends
_OVER_TIME = -24  # the code of a process that its system ends for the time it takes
_LENGTH = struct.Struct(">Q")
_OPERATION: Final = 100  # what an operation in what an algorithm is given is paid for
_GLANCE: Final = 0.2  # seconds after which one who waits hears what came in between
_PATIENCE: Final = 10.0  # seconds for a process to end

_Answer = TypeVar("_Answer")


def stoppable(large: bool, doing: tuple[object, ...], function: Callable[..., _Answer], *arguments: Any) -> _Answer:
    """The value of a call that may not return, made where it can be stopped if it is `large`; `doing` says what it is.

    A stopped call ends the attempt that is under way, as stopped. Where there is no budget, and where there can be no
    second process, as in a browser, the call is made here.
    """
    if not large or not is_limited() or not _has_processes():
        return function(*arguments)
    try:
        answer: _Answer = _worker(os.getpid()).call(function, *arguments)
    except StoppedError as error:
        stop(f"{in_words(doing)} {error}")
    return answer


def by_sympy(few: int, function: Callable[..., _Answer], expression: Expr, *arguments: Any) -> _Answer:
    """Result of an algorithm of SymPy for an expression, made where it can be stopped above `few` operations."""
    operations = int(expression.count_ops())
    doing = (f"SymPy's {function.__name__} of", expression)
    charge(_OPERATION * (1 + operations), "computing", *doing)
    return stoppable(operations > few, doing, function, expression, *arguments)


def elsewhere(function: Callable[..., _Answer], *arguments: Any) -> _Answer:
    """The value of a call that nothing counts the work of, made where it can be stopped, or here without processes.

    Raises `StoppedError` for a call that took too much.
    """
    if not _has_processes():
        return function(*arguments)
    answer: _Answer = _worker(os.getpid()).call(function, *arguments)
    return answer


def _has_processes() -> bool:
    return sys.platform not in ("emscripten", "wasi") and bool(sys.executable)


@lru_cache(maxsize=1)
def _worker(_process: int) -> Worker:
    """The worker of this process: one that was forked has a worker of its own."""
    worker = Worker()
    atexit.register(worker.close)
    return worker


class Worker:
    """A process that makes calls, one at a time, started for the first and again after one that was stopped."""

    def __init__(self, seconds: float = CALL_SECONDS, memory: int = CALL_BYTES) -> None:
        self.seconds = seconds
        self.memory = memory
        self._lock = threading.Lock()
        self._process: subprocess.Popen[bytes] | None = None

    def call(self, function: Callable[..., Any], *arguments: Any) -> Any:
        """Result of the function, or its exception; made here where no process can be started.

        Raises `StoppedError` for a call that took too much or broke down.
        """
        with self._lock:
            try:
                process = self._started()
            except OSError:
                return function(*arguments)
            try:
                _send(process.stdin, pickle.dumps((function, arguments)))
                reply = _awaited(process.stdout)
            except (OSError, EOFError):  # it is ending, and its code will say why
                with suppress(subprocess.TimeoutExpired):
                    process.wait(_PATIENCE)
                raise StoppedError(self._ended()) from None
            except BaseException:  # Ctrl-C: nobody waits for what it computes
                self._ended()
                raise
        raised, value = pickle.loads(reply)
        if raised:
            raise value
        return value

    def close(self) -> None:
        """End the process, if there is one."""
        self._ended()

    def _started(self) -> subprocess.Popen[bytes]:
        if self._process is None or self._process.poll() is not None:
            path = [part for part in sys.path if isinstance(part, str)]
            serve = f"import sys; sys.path[:] = {path!r}; from {__name__} import serve; serve"
            with held_back():  # or a process would be there that nobody knows
                self._process = subprocess.Popen(
                    [sys.executable, "-P", "-c", f"{serve}({self.seconds!r}, {self.memory!r})"],
                    stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL,
                    start_new_session=True,  # Ctrl-C is for us, and we end it
                    creationflags=getattr(subprocess, "CREATE_NO_WINDOW", 0),
                )
        return self._process

    def _ended(self) -> str:
        """The reason, in words, for which the process has ended, or ends now."""
        process, self._process = self._process, None
        if process is None:
            return ""
        with suppress(OSError), process:  # closes the pipes and waits
            process.kill()
        if process.returncode in (_TIME_IS_UP, _OVER_TIME):
            return f"took more than {self.seconds:g} s of processor time"
        if process.returncode == _MEMORY_IS_FULL:
            return f"took more than {self.memory / 2**30:g} GiB of memory"
        return f"broke down (code {process.returncode})"


def serve(seconds: float, memory: int) -> NoReturn:
    """Make the calls that come in, until nobody is there who could ask for one."""
    replies = os.fdopen(os.dup(1), "wb")
    os.dup2(os.open(os.devnull, os.O_WRONLY), 1)  # what a call prints is no reply
    requests = sys.stdin.buffer
    limits = _system_limits(memory)
    waiting, taken = threading.Semaphore(0), list[bytes]()

    def listen() -> None:
        """Beside the calls, so that the end of who asks is heard during one."""
        while True:
            try:
                taken.append(_received(requests))
            except (OSError, EOFError):
                os._exit(0)
            waiting.release()

    threading.Thread(target=listen, daemon=True).start()
    while True:
        waiting.acquire()
        function, arguments = pickle.loads(taken.pop())
        over = threading.Event()
        threading.Thread(target=_watch, args=(over, time.process_time() + seconds), daemon=True).start()
        limits(seconds)
        try:
            reply = pickle.dumps((False, function(*arguments)))
        except MemoryError:
            os._exit(_MEMORY_IS_FULL)
        except Exception as error:
            reply = _failure(error)
        over.set()
        _send(replies, reply)


def _watch(over: threading.Event, until: float) -> None:
    """End the process once its processor time is up."""
    while not over.wait(max(until - time.process_time(), 0.001)):  # no more time passes for it than on the clock
        if time.process_time() >= until:
            os._exit(_TIME_IS_UP)


def _system_limits(memory: int) -> Callable[[float], None]:
    """Set the limit of memory, where the system has one, and return what sets that of time.

    The system ends also what lets no other thread run, such as a power of numbers with billions of digits.
    """
    try:
        import resource
    except ImportError:
        return lambda seconds: None

    def lower(kind: int, limit: int) -> None:
        _, most = resource.getrlimit(kind)
        with suppress(OSError, ValueError):
            resource.setrlimit(kind, (limit if most == resource.RLIM_INFINITY else min(limit, most), most))

    lower(resource.RLIMIT_AS, memory)
    lower(resource.RLIMIT_CORE, 0)
    return lambda seconds: lower(resource.RLIMIT_CPU, math.ceil(time.process_time() + seconds) + 1)


def _failure(error: Exception) -> bytes:
    """An error as a reply; one that does not survive the way is told by its name."""
    try:
        reply = pickle.dumps((True, error))
        pickle.loads(reply)
    except Exception:
        return pickle.dumps((True, NotImplementedError(f"{type(error).__name__}: {error}")))
    return reply


def _send(stream: BinaryIO | Any, data: bytes) -> None:
    stream.write(_LENGTH.pack(len(data)) + data)
    stream.flush()


def _received(stream: BinaryIO | Any) -> bytes:
    head = stream.read(_LENGTH.size)
    if len(head) < _LENGTH.size:
        raise EOFError
    data: bytes = stream.read(*_LENGTH.unpack(head))
    if len(data) < _LENGTH.unpack(head)[0]:
        raise EOFError
    return data


def _awaited(stream: BinaryIO | Any) -> bytes:
    """The same, read beside the thread that waits: what reads hears no Ctrl-C that comes just before."""
    found: queue.SimpleQueue[bytes] = queue.SimpleQueue()

    def read() -> None:
        try:
            found.put(_received(stream))
        except (OSError, EOFError, ValueError):  # the last where it was closed before this began
            found.put(b"")

    threading.Thread(target=read, daemon=True).start()
    while True:
        with suppress(queue.Empty):
            reply = found.get(timeout=_GLANCE)
            break
    if not reply:
        raise EOFError
    return reply
