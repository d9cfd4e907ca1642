"""The files of an SQLite database: who may use and read them, and their copies."""

from __future__ import annotations

import contextlib
import errno
import logging
import os
import re
import stat
import struct
import sys
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path
from typing import Final

from filelock import FileLock, Timeout

from bot.store.database.errors import (
    NOT_WRITABLE,
    StoreDamaged,
    StoreInUse,
    StoreRefused,
    cannot_open,
    cause_of,
)

_log = logging.getLogger(__name__)

PRIVATE_FOLDER: Final = 0o700
_PRIVATE_FILE: Final = 0o600
SIDE_FILES: Final = ("-wal", "-shm", "-journal")
"""How the names of the files end that SQLite keeps beside a database."""
_TIME: Final = "%Y%m%dT%H%M%S%fZ"
_LOCKED_BYTE: Final = 2**62
"""Beyond what SQLite locks, and beyond any file."""


def create_private(file: Path) -> None:
    """Create an empty file, unless it is there, that only its owner can read, as all beside it."""
    if not file.exists():
        os.close(os.open(file, os.O_CREAT | os.O_WRONLY, _PRIVATE_FILE))


def put_in_place(partial: Path, target: Path) -> None:
    """Give a file that is complete its name, under which it is on disk whole or not at all."""
    flush(partial)
    partial.replace(target)
    flush(target.parent)


def flush(path: Path) -> None:
    """Flush a file or a folder to disk."""
    descriptor = os.open(path, os.O_RDONLY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)


def keep_private(file: Path) -> None:
    """Let only their owner read a database, what is beside it and its copies, if that is us."""
    if sys.platform == "win32":
        return
    beside = (file.with_name(file.name + ending) for ending in SIDE_FILES)
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


def copy_name(file: Path, what: str, now: datetime) -> Path:
    """The name for a copy of a database made now, which says what it is, such as its revision."""
    return file.with_name(f"{file.stem}-{what}-{timestamp(now)}{file.suffix}")


def timestamp(now: datetime) -> str:
    """A time as it stands in names of files."""
    return now.astimezone(UTC).strftime(_TIME)


def time_of(copy: Path) -> datetime:
    """When a copy was made, by its name."""
    return datetime.strptime(copy.stem.rpartition("-")[2], _TIME).replace(tzinfo=UTC)


def copies_of(file: Path) -> list[Path]:
    """The copies beside a database, the newest first."""
    name = re.compile(rf"{re.escape(file.stem)}-\w+-(\d{{8}}T\d+Z){re.escape(file.suffix)}")
    matches = (name.fullmatch(path.name) for path in file.parent.iterdir())
    found = sorted((match[1], match[0]) for match in matches if match and _is_time(match[1]))
    return [file.with_name(copy) for _, copy in reversed(found)]


def _is_time(text: str) -> bool:
    try:
        return bool(datetime.strptime(text, _TIME).replace(tzinfo=UTC))
    except ValueError:
        return False


def newest_copy(file: Path) -> Path | None:
    """The newest copy beside a database that holds anything; None if there is none."""
    return next((copy for copy in copies_of(file) if copy.stat().st_size), None)


def damaged(file: Path, error: BaseException) -> StoreDamaged:
    """The error that says that a database is damaged, and what to do."""
    return StoreDamaged(
        f"The database {file} is damaged ({cause_of(error)}); {how_to_restore(file)}."
    )


def how_to_restore(file: Path) -> str:
    """What to do about a database that lost its content."""
    copy = newest_copy(file)
    if copy is None:
        return restore_command("FILE", " with your newest backup")
    return restore_command(copy, ", its newest copy")


def restore_command(source: Path | str, what: str = "") -> str:
    """The command that puts a copy in a database's place, in a sentence."""
    return (
        f"run “python -m bot restore {source}”{what}, which keeps what is there under another name"
    )


@contextlib.contextmanager
def locked(file: Path) -> Iterator[None]:
    """Hold the lock on a database file's own name, creating its folder if needed."""
    # Whoever can open the lock can hold it, and keep the bot from starting.
    lock = FileLock(
        file.with_name(f"{file.name}.lock"), mode=_PRIVATE_FILE, blocking=False, thread_local=False
    )
    try:
        file.parent.mkdir(mode=PRIVATE_FOLDER, parents=True, exist_ok=True)
        lock.acquire()
    except Timeout:
        raise _in_use(file) from None
    except OSError as error:
        if error.errno in NOT_WRITABLE:
            raise StoreRefused(
                f"The database {file} cannot be opened: this user may not write to the folder "
                f"{file.parent} ({cause_of(error)}); change that, or let DATABASE_URL name a file "
                "in another folder."
            ) from None
        raise cannot_open(str(file), error) from None
    try:
        yield
    finally:
        lock.release()


def is_in_use(file: Path) -> bool:
    """Whether a bot has a database file: the lock on its name is tried, and released."""
    if not file.with_name(f"{file.name}.lock").exists():
        return False
    try:
        with locked(file):
            return False
    except StoreInUse:
        return True


@contextlib.contextmanager
def locked_by_any_name(file: Path) -> Iterator[None]:
    """Hold the lock on a database file itself, which may have other names: hard links.

    Each of these would have a log of its own, so that two bots would damage the file. The lock on
    its name is held already. Systems without locks of open files, unlike Linux, know no such lock.
    """
    try:
        descriptor = os.open(file, os.O_RDWR)
    except OSError as error:
        raise cannot_open(str(file), error) from None
    try:
        if sys.platform == "linux":
            _lock_byte(descriptor, file)
        yield
    finally:
        # Closing it would end SQLite's own locks, too; its connections are closed by now.
        os.close(descriptor)


if sys.platform == "linux":
    import fcntl

    def _lock_byte(descriptor: int, file: Path) -> None:
        """Lock an open file, which SQLite's locks on other bytes do not notice."""
        # struct flock: type, whence, start, length, and a process that has to be 0.
        lock = struct.pack("hhqqi0q", fcntl.F_WRLCK, os.SEEK_SET, _LOCKED_BYTE, 1, 0)
        try:
            fcntl.fcntl(descriptor, fcntl.F_OFD_SETLK, lock)
        except OSError as error:
            # Some file systems have no such locks.
            if error.errno in {errno.EACCES, errno.EAGAIN}:
                raise _in_use(file) from None


def _in_use(file: Path) -> StoreInUse:
    return StoreInUse(
        f"The database {file} is in use by another Patience; stop that one first, or give "
        "this one a DATABASE_URL of its own."
    )
