"""Copies of an SQLite database: made while it is used, checked, kept for some days, restored."""

from __future__ import annotations

import asyncio
import contextlib
import errno
import glob
import logging
import shutil
import sqlite3
import threading
from collections.abc import Callable, Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Final
from urllib.parse import quote

from sqlalchemy import create_engine
from sqlalchemy.exc import SQLAlchemyError
from sqlalchemy.pool import NullPool

from bot.store.errors import StoreUnavailable, cause_of
from bot.store.files import (
    SIDE_FILES,
    copies_of,
    copy_name,
    create_private,
    flush,
    locked,
    put_in_place,
    time_of,
    timestamp,
)
from bot.store.revisions import MIGRATIONS, migration_state

_log = logging.getLogger(__name__)

DAILY: Final = "daily"
"""What stands in the names of daily copies where others have their revision."""
_DAY: Final = timedelta(days=1)
_LOOK: Final = 600.0
"""Seconds between two looks at whether a copy is due."""
_STEP: Final = 2000
"""Pages that are copied before it is asked whether to stop."""
_INSTRUCTIONS: Final = 100_000
"""As many of SQLite's machine, while a copy is checked."""
_ROOM: Final = 2
"""Of so many times its size, the disk must have room left for a daily copy."""


def copy_database(file: Path, target: Path, stopped: Callable[[], bool] = lambda: False) -> None:
    """Copy a database, which may be in use, to a file that only its owner can read.

    The copy is of one moment. It is checked, is on disk, and has another name until then.

    Args:
        file: the database.
        target: the copy.
        stopped: asked again and again; once true, there is no copy.

    Raises:
        StoreUnavailable: if that fails, or if the copy is damaged.
    """
    partial = target.with_name(f"{target.name}.partial")
    try:
        partial.unlink(missing_ok=True)
        create_private(partial)
        with contextlib.closing(_source(file)) as source, _opened(partial) as copy:
            # Otherwise it would begin anew with each move that is made meanwhile.
            source.execute("BEGIN")
            source.execute("SELECT count(*) FROM sqlite_master").fetchall()
            source.backup(copy, pages=_STEP, progress=lambda *_: _go_on(stopped))
            source.execute("ROLLBACK")
            # So that it is one file, whatever opens it.
            copy.execute("PRAGMA journal_mode = DELETE")
            copy.set_progress_handler(stopped, _INSTRUCTIONS)
            [[verdict], *_] = copy.execute("PRAGMA integrity_check(1)")
        if verdict != "ok":
            raise StoreUnavailable(f"The copy of {file} is damaged ({verdict}); it is not kept.")
        put_in_place(partial, target)
    except (sqlite3.Error, OSError) as error:
        raise StoreUnavailable(
            f"The database {file} cannot be copied to {target} ({cause_of(error)})."
        ) from error
    finally:
        partial.unlink(missing_ok=True)


def restore_database(file: Path, source: Path, migrations: Path = MIGRATIONS) -> Path | None:
    """Put a copy in the place of a database that nobody uses.

    Returns:
        The name that the database before has now; None if there was none.

    Raises:
        StoreInUse: if a bot runs on it.
        UnknownRevision: if the copy is of a newer version, or of another program.
        StoreUnavailable: if the copy cannot be read or is damaged. The database is as it was.
    """
    with locked(file):
        if file.exists() and file.samefile(source):
            raise StoreUnavailable(f"{source} is the database itself; name a backup of it.")
        restored = file.with_name(f"{file.name}.restored")
        copy_database(source, restored)
        try:
            _check_revision(restored, source, migrations)
            aside = _set_aside(file)
            restored.replace(file)
        except OSError as error:
            raise StoreUnavailable(
                f"The database {file} cannot be replaced ({cause_of(error)})."
            ) from error
        finally:
            restored.unlink(missing_ok=True)
        flush(file.parent)
    return aside


async def keep_daily_copies(
    file: Path,
    kept: int,
    *,
    clock: Callable[[], datetime] = lambda: datetime.now(UTC),
    pause: float = _LOOK,
) -> None:
    """Copy a database once a day until cancelled, to a file beside it.

    Args:
        file: the database.
        kept: how many daily copies are kept; the oldest go.
        clock: returns the current time.
        pause: seconds between two looks at whether a copy is due.
    """
    failed: datetime | None = None
    while True:
        now = clock()
        if failed is None or abs(now - failed) > _DAY / 4:
            try:
                failed = None
                await _copy_in_thread(file, kept, now)
            except (StoreUnavailable, OSError) as error:
                failed = now
                _log.warning("No daily copy: %s", cause_of(error))
        await asyncio.sleep(pause)


def daily_copies(file: Path) -> list[Path]:
    """The daily copies beside a database, the oldest first."""
    beginning = f"{file.stem}-{DAILY}-"
    return [copy for copy in reversed(copies_of(file)) if copy.name.startswith(beginning)]


async def _copy_in_thread(file: Path, kept: int, now: datetime) -> None:
    """Copy in a thread, which ends soon after this is cancelled."""
    stopped = threading.Event()
    try:
        await asyncio.to_thread(_copy_if_due, file, kept, now, stopped.is_set)
    finally:
        stopped.set()


def _copy_if_due(file: Path, kept: int, now: datetime, stopped: Callable[[], bool]) -> None:
    before = daily_copies(file)
    # One of the future is from before the clock was set back.
    if any(abs(now - time_of(copy)) < _DAY for copy in before):
        return
    # Left by a process that was killed while it copied. No other copies now: this one has the lock.
    for left in file.parent.glob(f"{glob.escape(file.stem)}-{DAILY}-*.partial*"):
        left.unlink(missing_ok=True)
    size = sum(path.stat().st_size for path in (file, *_beside(file)) if path.exists())
    if shutil.disk_usage(file.parent).free < _ROOM * size:
        raise StoreUnavailable(
            f"the disk of {file.parent} has no room for it; free {_ROOM * size // 10**6 + 1} MB."
        )
    target = copy_name(file, DAILY, now)
    copy_database(file, target, stopped)
    _log.info("The database is copied to %s.", target)
    # Those of the future would otherwise be taken for the newest, and this one for the oldest.
    for copy in sorted(daily_copies(file), key=lambda copy: time_of(copy) <= now)[:-kept]:
        copy.unlink()


def _go_on(stopped: Callable[[], bool]) -> None:
    if stopped():
        raise InterruptedError(errno.EINTR, "interrupted")


def _source(file: Path) -> sqlite3.Connection:
    """A connection to copy a database by; it is never the one that empties the log of a bot."""
    address = f"file:{quote(str(file.absolute()))}"
    connection = sqlite3.connect(f"{address}?mode=ro", uri=True, isolation_level=None)
    try:
        connection.execute("SELECT count(*) FROM sqlite_master").fetchall()
    except sqlite3.OperationalError:
        connection.close()
        # Of a database that nobody uses, the log has to be created to read it.
        return sqlite3.connect(f"{address}?mode=rw", uri=True, isolation_level=None)
    except sqlite3.Error:
        connection.close()
        raise
    return connection


@contextlib.contextmanager
def _opened(file: Path) -> Iterator[sqlite3.Connection]:
    with contextlib.closing(sqlite3.connect(file)) as connection:
        # It is flushed once, as a whole.
        connection.execute("PRAGMA synchronous = OFF")
        yield connection


def _check_revision(copy: Path, name: Path, migrations: Path) -> None:
    engine = create_engine(f"sqlite:///{copy}", poolclass=NullPool)
    try:
        with engine.connect() as connection:
            state = migration_state(connection, str(name), migrations)
    except SQLAlchemyError as error:
        raise StoreUnavailable(f"{name} cannot be read ({cause_of(error)}).") from error
    if state.revision is None:
        raise StoreUnavailable(f"{name} is no database of Patience's; name a backup.")


def _set_aside(file: Path) -> Path | None:
    """Rename a database and what is beside it, and return its new name; None if there is none."""
    aside = file.with_name(f"{file.stem}.replaced-{timestamp(datetime.now(UTC))}{file.suffix}")
    is_there = file.exists()
    if is_there:
        file.rename(aside)
    # They hold its last moves, and would be written into any other file of that name: also those
    # that are left of a file which somebody else has moved.
    for path, ending in zip(_beside(file), SIDE_FILES, strict=True):
        if path.exists():
            path.rename(aside.with_name(aside.name + ending))
    return aside if is_there else None


def _beside(file: Path) -> list[Path]:
    return [file.with_name(file.name + ending) for ending in SIDE_FILES]
