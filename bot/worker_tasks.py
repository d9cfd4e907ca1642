"""What a worker process does.

Nothing here imports asyncio, which would take 3 MB of each worker.
"""

from __future__ import annotations

import multiprocessing
import os
import pickle
import signal
import socket
import struct
import threading
import traceback
from collections.abc import Callable
from contextlib import suppress
from multiprocessing.process import BaseProcess
from typing import Final

LENGTH: Final = struct.Struct(">Q")
"""What precedes a message: how many bytes it has."""


def serve(ours: socket.socket, prepare: Callable[[], None]) -> None:
    """Do tasks in this process, one after the other, until the bot ends it or itself."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    # Python's own handlers would wait for native code to return.
    signal.signal(signal.SIGTERM, signal.SIG_DFL)
    parent = multiprocessing.parent_process()
    if parent is not None:
        threading.Thread(target=_exit_after, args=(parent,), daemon=True).start()
    prepare()
    with suppress(ConnectionError), ours, ours.makefile("rb") as tasks:
        ours.sendall(LENGTH.pack(0))
        while length := tasks.read(LENGTH.size):
            result = _result_of(tasks.read(*LENGTH.unpack(length)))
            ours.sendall(LENGTH.pack(len(result)) + result)


def _exit_after(parent: BaseProcess) -> None:
    parent.join()
    os._exit(1)


def _result_of(task: bytes) -> bytes:
    """What :meth:`WorkerProcess.run` returns of a task."""
    try:
        function, arguments = pickle.loads(task)  # noqa: S301  # the bot's own
        return pickle.dumps((True, function(*arguments)))
    except Exception as error:
        error.add_note(traceback.format_exc())  # the traceback itself cannot be pickled
        try:
            return pickle.dumps((False, error))
        except Exception:
            return pickle.dumps((False, RuntimeError(repr(error))))
