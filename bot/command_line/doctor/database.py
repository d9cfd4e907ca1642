"""What the doctor finds out about the database: whether it can be used, and is copied."""

from __future__ import annotations

import os
from datetime import datetime, timedelta
from pathlib import Path
from typing import Final

from bot.command_line.doctor.findings import Finding
from bot.errors import StoreError
from bot.settings import Settings
from bot.store.database.copies import daily_copies
from bot.store.database.files import is_in_use, time_of
from bot.store.database.identity import check_present
from bot.store.database.open import check_startable, open_to_read
from bot.store.database.url import resolved

_OLD: Final = timedelta(days=2)
"""How old the newest copy may be: one is made each day, while the bot runs."""


async def check_database(settings: Settings, now: datetime) -> tuple[list[Finding], str]:
    """Whether the database can be used and is copied, and its version if that is known."""
    _url, file = resolved(settings.database_url)
    if file is not None and not file.exists():
        return [_check_missing(file), check_copies(settings, now)], ""
    version = ""
    try:
        async with open_to_read(settings.database_url) as database:
            version = await database.server_version()
        state = str(file or version)
        if file is not None and is_in_use(file):
            state += ", in use by a running bot"
        elif file is not None:
            check_startable(file)
        finding = Finding("database", state)
    except StoreError as error:
        finding = Finding("database", advice=str(error))
    return [finding, check_copies(settings, now)], version


def _check_missing(file: Path) -> Finding:
    """Whether a database that is not there can be created, and was not lost."""
    folder = next(path for path in file.absolute().parents if path.is_dir())
    try:
        check_present(file)
    except StoreError as error:
        return Finding("database", advice=str(error))
    if not os.access(folder, os.W_OK | os.X_OK):
        return Finding("database", advice=f"let the user of the bot write to {folder}.")
    return Finding("database", f"{file} is created at the first start")


def check_copies(settings: Settings, now: datetime) -> Finding:
    """Whether there is a copy of late."""
    _url, file = resolved(settings.database_url)
    if file is None:
        return Finding("copies", "PostgreSQL's are up to you: “python -m bot backup FILE”")
    if not settings.patience_backups:
        return Finding(
            "copies",
            "none, as PATIENCE_BACKUPS is 0",
            hint="write 7, or let a timer run “python -m bot backup FILE”.",
        )
    copies = daily_copies(file) if file.parent.is_dir() else []
    if not copies:
        return Finding("copies", "none yet; the running bot makes one each day")
    age = now - time_of(copies[-1])
    if age > _OLD:
        return Finding(
            "copies",
            advice=f"the newest, {copies[-1].name}, is {age.days} days old; start the bot, and "
            "look for “No daily copy” in its log.",
        )
    return Finding("copies", f"{len(copies)}, the newest is {copies[-1].name}")
