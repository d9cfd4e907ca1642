"""Recording what a process writes to SQLite's files, and when that is on disk."""

from __future__ import annotations

import os
import shutil
import struct
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Final, NamedTuple

DATABASE: Final = "patience.db"
MARKS: Final = "acknowledged"
"""The file to which the players write what was acknowledged; only when matters, not where."""

_SOURCE: Final = Path(__file__).with_name("recorder.c")
_HEAD: Final = struct.Struct("=cHQQ")


class Operation(NamedTuple):
    """Something that was done to a file, as explained in ``recorder.c``."""

    kind: str
    name: str
    offset: int
    data: bytes


class NoRecorder(Exception):
    """Nothing can be recorded here; the text says why."""


def record(folder: Path, *, calls: int, seed: int, synchronous: str = "FULL") -> list[Operation]:
    """Let eight players play on a database, and record what their process writes.

    Args:
        folder: a folder with an empty, migrated database.
        calls: how many calls are acknowledged until they stop.
        seed: draws what they play.
        synchronous: SQLite's setting of that name.

    Raises:
        NoRecorder: if there is no C compiler, or it cannot make the recorder.
    """
    log = folder.with_name(f"{folder.name}.log")
    environment = os.environ | {
        "LD_PRELOAD": str(_compiled(folder.parent)),
        "POWERCUT_FOLDER": str(folder),
        "POWERCUT_LOG": str(log),
    }
    command = [sys.executable, "-m", "tests.powercut.playing", str(folder), str(calls), str(seed)]
    subprocess.run([*command, synchronous], env=environment, check=True, timeout=600)
    return list(_operations(log.read_bytes()))


def _compiled(folder: Path) -> Path:
    compiler = shutil.which("cc")
    if compiler is None or not sys.platform.startswith("linux"):
        raise NoRecorder("recording takes Linux and a C compiler")
    library = folder / "recorder.so"
    options = ["-shared", "-fPIC", "-O2", "-o", str(library), str(_SOURCE), "-ldl", "-lpthread"]
    made = subprocess.run([compiler, *options], capture_output=True, text=True, check=False)
    if made.returncode:
        raise NoRecorder(f"the recorder cannot be compiled: {made.stderr}")
    return library


def _operations(log: bytes) -> Iterator[Operation]:
    position = 0
    while position < len(log):
        kind, name_length, offset, length = _HEAD.unpack_from(log, position)
        position += _HEAD.size
        name = log[position : position + name_length].decode()
        position += name_length
        yield Operation(kind.decode(), name, offset, log[position : position + length])
        position += length
