"""Backups: copies of an SQLite database, made while it is used, checked, rotated and restored."""

from __future__ import annotations

import asyncio
import contextlib
import errno
import glob
import logging
import os
import shutil
import sqlite3
import threading
from collections.abc import Callable, Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Final
from urllib.parse import quote

from bot import background
from bot.store.database.dumps import dump_database, restore_dump
from bot.store.database.errors import StoreUnavailable, cause_of
from bot.store.database.files import (
    SIDE_FILES,
    copies_of,
    copy_name,
    create_private,
    flush,
    locked,
    locked_by_any_name,
    put_in_place,
    time_of,
    timestamp,
)
from bot.store.database.identity import adopt, games_dealt, revision_of
from bot.store.database.revisions import check_revision
from bot.store.database.url import resolved

_log = logging.getLogger(__name__)

DAILY: Final = "daily"
"""What daily copies have in their names in place of a revision."""
_DAY: Final = timedelta(days=1)
_LOOK: Final = 600.0
"""Seconds between two looks at whether a copy is due."""
_STEP: Final = 2000
"""Pages copied between two questions whether to stop."""
_INSTRUCTIONS: Final = 100_000
"""SQLite's instructions between two of those, while a copy is checked."""
_BEGINNING_OF_FILE: Final = b"SQLite format 3\0"
_BEGINNING_OF_DUMP: Final = b"PGDMP"
_ROOM: Final = 2
"""How many times its size must be free on the disk for a daily copy."""


async def back_up(url: str, target: Path) -> None:
    """Back a database up, in use or not, to a new file: SQLite, or a dump in custom format."""
    parsed, file = resolved(url)
    _check_files(file, target)
    if file is None:
        await dump_database(parsed, target)
    else:
        await asyncio.to_thread(copy_database, file, target)


async def restore(url: str, source: Path) -> str:
    """Put a backup in an unused database's place, whole even if killed; says where that is now."""
    parsed, file = resolved(url)
    _check_source(source, is_sqlite=file is not None)
    if file is None:
        schema = await restore_dump(parsed, source)
        return f"in its schema {schema}" if schema else ""
    aside = await asyncio.to_thread(_restore_file, file, source)
    return f"in {aside}" if aside is not None else ""


def _check_files(file: Path | None, target: Path) -> None:
    if target.exists():
        raise StoreUnavailable(f"{target} is there already; name a file that is not.")
    if not target.parent.is_dir():
        raise StoreUnavailable(f"There is no folder {target.parent}; create it first.")
    if file is not None:
        check_is_file(file)


def check_is_file(file: Path) -> None:
    """Check that there is a database to read."""
    if not file.is_file():
        raise StoreUnavailable(f"There is no database {file}; DATABASE_URL says where it is.")


def _check_source(source: Path, *, is_sqlite: bool) -> None:
    if not source.is_file():
        raise StoreUnavailable(f"There is no file {source}; name a backup.")
    try:
        with source.open("rb") as stream:
            beginning = stream.read(len(_BEGINNING_OF_FILE))
    except OSError as error:
        raise StoreUnavailable(f"{source} cannot be read ({cause_of(error)}).") from error
    if not beginning.startswith(_BEGINNING_OF_FILE if is_sqlite else _BEGINNING_OF_DUMP):
        other = "PostgreSQL" if is_sqlite else "SQLite"
        is_other = beginning.startswith(_BEGINNING_OF_DUMP if is_sqlite else _BEGINNING_OF_FILE)
        what = (
            f"a backup of {other}, and DATABASE_URL names another kind"
            if is_other
            else ("no backup of a database")
        )
        raise StoreUnavailable(f"{source} is {what}; name one that “python -m bot backup” made.")


def copy_database(file: Path, target: Path, stopped: Callable[[], bool] = lambda: False) -> None:
    """Copy a database, which may be in use, to a file that only its owner can read.

    The copy is of one moment. It is checked, is on disk, and has another name until then.

    Args:
        stopped: asked again and again; once true, there is no copy.
    """
    partial = target.with_name(f"{target.name}.partial")
    try:
        partial.unlink(missing_ok=True)
        create_private(partial)
        with contextlib.closing(opened_to_read(file)) as source, _opened(partial) as copy:
            # Otherwise it would begin anew with each move that is made meanwhile.
            source.execute("BEGIN")
            [[tables]] = source.execute("SELECT count(*) FROM sqlite_master").fetchall()
            if not tables:
                raise StoreUnavailable(f"The database {file} is empty, so it is not copied.")
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


async def keep_daily_copies(
    file: Path,
    kept: int,
    *,
    clock: Callable[[], datetime] = lambda: datetime.now(UTC),
    pause: float = _LOOK,
) -> None:
    """Copy a database once a day until cancelled, to a file beside it."""
    failed: datetime | None = None
    while True:
        now = clock()
        if failed is None or abs(now - failed) > _DAY / 4:
            try:
                failed = None
                await _copy_in_thread(file, kept, now)
                background.succeeded()
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
    # Beside the file itself, where a start looks for them.
    file = file.resolve() if file.is_symlink() else file
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
    _rotate(file, target, kept, now)


def _rotate(file: Path, newest: Path, kept: int, now: datetime) -> None:
    """Delete the oldest copies, but none with games that the newest one never had."""
    dealt = games_dealt(newest)
    # Those of the future would otherwise be taken for the newest, and this one for the oldest.
    for copy in sorted(daily_copies(file), key=lambda copy: time_of(copy) <= now)[:-kept]:
        if games_dealt(copy) > dealt:
            _log.warning(
                "%s stays beyond its time: more games were dealt in it than in the database.", copy
            )
        else:
            copy.unlink()


def _go_on(stopped: Callable[[], bool]) -> None:
    if stopped():
        raise InterruptedError(errno.EINTR, "interrupted")


def opened_to_read(file: Path) -> sqlite3.Connection:
    """A connection to read a database by; it is never the one that empties the log of a bot."""
    address = f"file:{quote(str(file.absolute()))}"
    connection = _connect(f"{address}?mode=ro")
    try:
        connection.execute("SELECT count(*) FROM sqlite_master").fetchall()
    except sqlite3.OperationalError:
        connection.close()
        # Of a database that nobody uses, the log has to be created to read it.
        return _connect(f"{address}?mode=rw")
    except sqlite3.Error:
        connection.close()
        raise
    return connection


def _connect(address: str) -> sqlite3.Connection:
    # Whoever reads for long does so in threads, one after the other.
    return sqlite3.connect(address, uri=True, isolation_level=None, check_same_thread=False)


@contextlib.contextmanager
def _opened(file: Path) -> Iterator[sqlite3.Connection]:
    with contextlib.closing(sqlite3.connect(file)) as connection:
        # It is flushed once, as a whole.
        connection.execute("PRAGMA synchronous = OFF")
        yield connection


def _restore_file(file: Path, source: Path) -> Path | None:
    """Put a copy in the place of a file; returns the name that the file before has now, if any."""
    with contextlib.ExitStack() as stack:
        stack.enter_context(locked(file))
        if file.exists():
            stack.enter_context(locked_by_any_name(file))
            if file.samefile(source):
                raise StoreUnavailable(f"{source} is the database itself; name a backup of it.")
        restored = file.with_name(f"{file.name}.restored")
        copy_database(source, restored)
        try:
            _check_revision(restored, source)
            return replace_database(file, restored)
        except OSError as error:
            raise StoreUnavailable(
                f"The database {file} cannot be replaced ({cause_of(error)})."
            ) from error
        finally:
            restored.unlink(missing_ok=True)


def replace_database(file: Path, other: Path) -> Path | None:
    """Put a database in a locked one's place; returns what that is called now, if there was one."""
    adopt(other, file)
    aside = _keep_aside(file)
    put_in_place(other, file)
    return aside


def _check_revision(copy: Path, name: Path) -> None:
    revision = revision_of(copy)
    if not revision:
        raise StoreUnavailable(f"{name} is no database of Patience's; name a backup.")
    check_revision(str(name), revision)


def _keep_aside(file: Path) -> Path | None:
    """Give a database another name as well, and return it; None if there is no database.

    What SQLite keeps beside the file goes: it holds its last moves, and would be written into any
    other file of that name. That is also so if somebody has moved the file itself.
    """
    aside = file.with_name(f"{file.stem}.replaced-{timestamp(datetime.now(UTC))}{file.suffix}")
    is_there = file.exists()
    if is_there and _is_one_file(file):
        _link(file, aside)
    elif is_there:
        # Without the file, a start refuses; with one but not the other, it would lose moves.
        file.rename(aside)
        flush(file.parent)
    for path in _beside(file):
        if path.exists():
            path.rename(aside.with_name(path.name.replace(file.name, aside.name, 1)))
    flush(file.parent)
    return aside if is_there else None


def _is_one_file(file: Path) -> bool:
    """Write what is beside a database into it; whether that is possible."""
    try:
        with contextlib.closing(sqlite3.connect(file, timeout=0)) as connection:
            [[is_busy, *_]] = connection.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchall()
    except sqlite3.Error:
        return False
    logs = (path for path in _beside(file) if not path.name.endswith("-shm"))
    return not is_busy and not any(path.exists() and path.stat().st_size for path in logs)


def _link(file: Path, other: Path) -> None:
    try:
        os.link(file, other)
    except OSError:
        # Some file systems have no links.
        shutil.copy2(file, other)


def _beside(file: Path) -> list[Path]:
    return [file.with_name(file.name + ending) for ending in SIDE_FILES]
