"""The files of an SQLite database: who may read them, and the copies made before migrations."""

from __future__ import annotations

import logging
import os
import re
import stat
import sys
from datetime import UTC, datetime
from pathlib import Path
from typing import Final

_log = logging.getLogger(__name__)

PRIVATE_FOLDER: Final = 0o700
_PRIVATE_FILE: Final = 0o600
_SIDE_FILES: Final = ("-wal", "-shm", "-journal")


def create_private(file: Path) -> None:
    """Create an empty file that only its owner can read, unless there is one.

    SQLite gives the files that it creates beside a database the same permissions.
    """
    if not file.exists():
        os.close(os.open(file, os.O_CREAT | os.O_WRONLY, _PRIVATE_FILE))


def keep_private(file: Path) -> None:
    """Let only their owner read a database, what SQLite keeps beside it, and its copies.

    Files of another owner are left as they are.
    """
    if sys.platform == "win32":
        return
    beside = (file.with_name(file.name + ending) for ending in _SIDE_FILES)
    restricted = [path.name for path in (file, *beside, *copies_of(file)) if _restrict(path)]
    if restricted:
        _log.info(
            "Other users of this machine could read %s in %s; now only the owner can.",
            ", ".join(restricted),
            file.parent,
        )


def _restrict(path: Path) -> bool:
    """Take a file's permissions from all but its owner; return whether any had some."""
    try:
        status = path.stat()
    except FileNotFoundError:
        return False
    mode = stat.S_IMODE(status.st_mode)
    if status.st_uid != os.geteuid() or not mode & ~_PRIVATE_FILE:
        return False
    try:
        path.chmod(mode & _PRIVATE_FILE)
    except OSError as error:
        # Some file systems have no permissions.
        _log.warning("Other users of this machine may read %s (%s).", path, error.strerror)
        return False
    return True


def copy_name(file: Path, revision: str) -> Path:
    """The name for a copy of a database at a revision, made now."""
    now = datetime.now(UTC).strftime("%Y%m%dT%H%M%S%fZ")
    return file.with_name(f"{file.stem}-{revision}-{now}{file.suffix}")


def copies_of(file: Path) -> list[Path]:
    """The copies beside a database, the newest first."""
    name = re.compile(rf"{re.escape(file.stem)}-\w+-(\d{{8}}T\d+Z){re.escape(file.suffix)}")
    matches = (name.fullmatch(path.name) for path in file.parent.iterdir())
    found = sorted((match[1], match[0]) for match in matches if match)
    return [file.with_name(copy) for _, copy in reversed(found)]


def newest_copy(file: Path) -> Path | None:
    """The newest copy beside a database that holds anything; None if there is none."""
    return next((copy for copy in copies_of(file) if copy.stat().st_size), None)
