"""Backing up a database, which may be in use, to a file, and restoring it from one."""

from __future__ import annotations

import asyncio
from pathlib import Path

from bot.store.copies import copy_database, restore_database
from bot.store.dumps import dump_database, restore_dump
from bot.store.errors import StoreUnavailable
from bot.store.url import database_file, parse_url


async def back_up(url: str, target: Path) -> None:
    """Back a database up to a file that does not exist yet.

    Args:
        url: the database's URL.
        target: the file: an SQLite database, or a dump of PostgreSQL's in its custom format.

    Raises:
        StoreUnavailable: if that is not possible; then there is no such file.
    """
    parsed = parse_url(url)
    file = database_file(parsed)
    _check_files(file, target)
    if file is None:
        await dump_database(parsed, target)
    else:
        await asyncio.to_thread(copy_database, file, target)


async def restore(url: str, source: Path) -> str:
    """Put a backup in the place of a database that no bot uses.

    Returns:
        Where the database before is now, in words; "" if there was none.

    Raises:
        StoreInUse: if a bot runs on it.
        UnknownRevision: if the backup is of a newer version, or of another program.
        StoreUnavailable: if the backup cannot be used. The database is as it was.
    """
    _check_source(source)
    parsed = parse_url(url)
    file = database_file(parsed)
    if file is None:
        schema = await restore_dump(parsed, source)
        return f"in its schema {schema}" if schema else ""
    aside = await asyncio.to_thread(restore_database, file, source)
    return f"in {aside}" if aside is not None else ""


def _check_files(file: Path | None, target: Path) -> None:
    if target.exists():
        raise StoreUnavailable(f"{target} is there already; name a file that is not.")
    if not target.parent.is_dir():
        raise StoreUnavailable(f"There is no folder {target.parent}; create it first.")
    if file is not None and not file.is_file():
        raise StoreUnavailable(f"There is no database {file}; DATABASE_URL says where it is.")


def _check_source(source: Path) -> None:
    if not source.is_file():
        raise StoreUnavailable(f"There is no file {source}; name a backup.")
