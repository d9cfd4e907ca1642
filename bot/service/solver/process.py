"""A worker process that answers questions, one at a time, and ends with its parent.

It is made to be killed: whoever waits for its answer is told at once. So a search can be called
off, or may die for want of memory, and nothing else is lost.
"""

from __future__ import annotations

import multiprocessing
import os
import signal
import sys
import threading
from collections.abc import Callable
from dataclasses import dataclass
from multiprocessing.connection import Connection
from typing import Final, TypeVar

_Answer = TypeVar("_Answer")

_MOST_MEMORY: Final = 3 << 29
"""The bytes of data that a worker may hold; a search stays below a gigabyte."""
_NICENESS: Final = 10
"""How far a worker steps back behind what players wait for in any case."""


class WorkerDied(Exception):
    """The worker ended before it answered."""


class TaskFailed(Exception):
    """The worker could not answer: the text is the error that it met, and where."""


@dataclass(frozen=True, slots=True)
class _Failure:
    """An error that a question met in the worker."""

    text: str


class SolverProcess:
    """A process of its own; used by one thread at a time."""

    def __init__(self) -> None:
        """Start the process."""
        context = multiprocessing.get_context("spawn")
        self._pipe, theirs = context.Pipe()
        self._process = context.Process(
            target=_serve, args=(theirs,), name="patience-solver", daemon=True
        )
        self._process.start()
        # Held by the worker alone, so that its end is noticed.
        theirs.close()

    @property
    def pid(self) -> int | None:
        """The number of the process."""
        return self._process.pid

    def ask(self, question: Callable[..., _Answer], *arguments: object) -> _Answer:
        """Ask a question and wait for the answer.

        Args:
            question: a function of a module, called in the worker.
            arguments: what it is called with.

        Raises:
            WorkerDied: when the worker ended, or was killed, before it answered.
            QuestionFailed: when the question met an error.
        """
        try:
            self._pipe.send((question, arguments))
            answer = self._pipe.recv()
        except (EOFError, OSError) as error:
            raise WorkerDied(f"worker {self.pid} ended") from error
        if isinstance(answer, _Failure):
            raise TaskFailed(answer.text)
        return answer  # type: ignore[no-any-return]  # what came through the pipe is the answer

    def kill(self) -> None:
        """End the process, whatever it is at; may be called from any thread."""
        self._process.kill()

    def forget(self) -> None:
        """Kill the process, and give back what it held here; nobody may be asking it."""
        self._process.kill()
        self._process.join()
        self._process.close()
        self._pipe.close()


def _serve(pipe: Connection) -> None:
    """Answer questions until the pipe is closed."""
    end_with_parent()
    _step_back()
    while True:
        try:
            question, arguments = pipe.recv()
        except (EOFError, OSError):
            return
        try:
            answer = question(*arguments)
        except MemoryError:
            answer = _Failure("the memory that a worker may use was not enough")
        except Exception as error:  # told to the parent, which logs it
            answer = _Failure(f"{type(error).__name__}: {error} in {_place_of(error)}")
        pipe.send(answer)


def _place_of(error: Exception) -> str:
    """The line of code that raised an error."""
    traceback = error.__traceback__
    while traceback is not None and traceback.tb_next is not None:
        traceback = traceback.tb_next
    if traceback is None:
        return "an unknown place"
    return f"{traceback.tb_frame.f_code.co_filename}:{traceback.tb_lineno}"


def _step_back() -> None:
    """Leave processor and memory to others, where the system can be told so."""
    if sys.platform != "win32":
        import resource  # noqa: PLC0415  # only where there is such a thing

        os.nice(_NICENESS)
        _, most = resource.getrlimit(resource.RLIMIT_DATA)
        limit = _MOST_MEMORY if most == resource.RLIM_INFINITY else min(_MOST_MEMORY, most)
        resource.setrlimit(resource.RLIMIT_DATA, (limit, most))


def end_with_parent() -> None:
    """Make this worker end when its parent is gone, however it went, and leave Ctrl-C to it."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    parent = multiprocessing.parent_process()
    if parent is not None:
        threading.Thread(target=_end_with, args=(parent,), daemon=True).start()


def _end_with(parent: multiprocessing.process.BaseProcess) -> None:
    parent.join()
    os._exit(1)
