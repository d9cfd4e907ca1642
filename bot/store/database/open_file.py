"""An open SQLite file, which somebody may delete, move or replace while it is used.

SQLite does not notice: it goes on with the open file, which is gone once it is closed. So its name
is compared with what was opened, and if that differs, what is in the open file is saved beside it.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
import math
from datetime import UTC, datetime
from pathlib import Path
from typing import Final, TypeAlias

from sqlalchemy import event

from bot.store.database.engines import SECONDS, Engines
from bot.store.database.errors import Failure, StoreDamaged
from bot.store.database.files import (
    PRIVATE_FOLDER,
    copy_name,
    create_private,
    put_in_place,
    restore_command,
)
from bot.store.database.identity import follow
from bot.store.database.outage import unavailable

_log = logging.getLogger(__name__)

_SAVED: Final = "saved"
"""What a copy of a lost file has in its name in place of a revision."""
_SHARED: Final = ("-wal", "-shm")
"""How the names of the files end that all connections share."""

_FileId: TypeAlias = tuple[int, int]
"""The device and the inode of a file."""


class OpenFile:
    """The file of an open database, and what SQLite keeps beside it.

    Attributes:
        why_lost: what became of it, in a few words; "" if it was found where it was opened.
    """

    def __init__(self, path: Path, engines: Engines) -> None:
        self._path = path
        self._autocommit = engines.autocommit
        self._opened = {path: _id_of(path)}
        self.why_lost = ""
        for engine in (engines.writer.sync_engine, engines.reader.sync_engine):
            event.listen(engine, "do_connect", self._refuse_other)
        event.listen(engines.writer.sync_engine, "connect", self._note_shared)
        event.listen(engines.writer.sync_engine, "close", self._forget_shared)

    def look(self) -> str:
        """Look whether the file's name still leads to it; like :attr:`why_lost`."""
        for path, opened in self._opened.items():
            if not self.why_lost and (found := _id_of(path)) != opened:
                became = "replaced" if found else "deleted or moved"
                self.why_lost = f"{path.name} was {became} while it was in use"
        return self.why_lost

    async def save(self) -> StoreDamaged:
        """Save what is in a lost file beside where it was; the error that says where.

        From then on a start accepts nothing but that, whatever has the file's name.
        """
        why = self.why_lost
        saved = copy_name(self._path, _SAVED, datetime.now(UTC))
        await asyncio.to_thread(
            saved.parent.mkdir, mode=PRIVATE_FOLDER, parents=True, exist_ok=True
        )
        partial = self._path.with_name(f"{self._path.name}.partial")
        partial.unlink(missing_ok=True)
        create_private(partial)
        unlimited = self._autocommit.execution_options(**{SECONDS: math.inf})
        async with unlimited.connect() as connection:
            await connection.exec_driver_sql("VACUUM INTO ?", (str(partial),))
        await asyncio.to_thread(self._put_in_place, partial, saved)
        _log.error("%s; all that was in it is saved in %s.", why, saved)
        return StoreDamaged(
            f"The database {self._path} is lost, as {why}, but all that was in it is saved; "
            f"{restore_command(saved)}."
        )

    def _put_in_place(self, partial: Path, saved: Path) -> None:
        with follow(partial, self._path):
            put_in_place(partial, saved)
        # Otherwise SQLite would write the log into whatever has the file's name now.
        for path in self._shared():
            if _id_of(path) == self._opened[path]:
                path.unlink()

    def _shared(self) -> list[Path]:
        return [path for path in self._opened if path != self._path]

    def _refuse_other(self, *_: object) -> None:
        """Let no connection be made to a file that only has the name."""
        if why := self.look():
            raise unavailable(why, Failure.DAMAGED)

    def _note_shared(self, *_: object) -> None:
        for ending in _SHARED:
            path = self._path.with_name(self._path.name + ending)
            # Where connections cannot share memory, there is no file for that.
            if (found := _id_of(path)) is not None:
                self._opened[path] = found

    def _forget_shared(self, *_: object) -> None:
        """Forget what goes with the last connection, and is made again by the next."""
        for path in self._shared():
            with contextlib.suppress(KeyError):
                del self._opened[path]


def _id_of(path: Path) -> _FileId | None:
    """Which file has a name; None if none has."""
    try:
        status = path.stat()
    except (FileNotFoundError, NotADirectoryError):
        return None
    return status.st_dev, status.st_ino
