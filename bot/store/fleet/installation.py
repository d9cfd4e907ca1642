"""What all processes of an installation have in common, by name."""

from __future__ import annotations

import hmac
import os
import socket
from collections.abc import Callable
from datetime import datetime, timedelta
from typing import Final

from sqlalchemy import delete, func, insert, select

from bot.store.database.connection import Database
from bot.store.fleet.claims import database_now
from bot.store.fleet.schema import installation, session_starts

_SECRET: Final = "secret"  # noqa: S105  # the name of its fingerprint
_COMMANDS: Final = "commands"


class OtherSecret(Exception):
    """The database belongs to an installation with another secret; the text says what to do."""


class Installation:
    """What processes that share a database agree on."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def check_secret(self, secret: str) -> None:
        """Make sure that all processes have the same secret: they would choose different days."""
        if not self._database.is_postgresql:
            return
        fingerprint = hmac.digest(secret.encode(), b"fingerprint", "sha256").hex()
        if await self._keep_first(_SECRET, fingerprint) != fingerprint:
            raise OtherSecret(
                "PATIENCE_SECRET: the database is used with another secret; write that one here. "
                "One that was generated is in data/patience.secret on the machine that was first."
            )

    async def registered_commands(self) -> str:
        """The digest of the commands that were registered last; empty if none were."""
        query = select(installation.c.value).where(installation.c.name == _COMMANDS)
        async with self._database.reading() as connection:
            return await connection.scalar(query) or ""

    async def note_registered(self, digest: str) -> None:
        """Note the digest of the commands that were registered."""
        statement = self._database.dialect.insert(installation).values(name=_COMMANDS, value=digest)
        async with self._database.autocommit() as connection:
            await connection.execute(
                statement.on_conflict_do_update(index_elements=["name"], set_={"value": digest})
            )

    async def _keep_first(self, name: str, value: str) -> str:
        """Save a value unless there is one, and return the one that is kept."""
        statement = self._database.dialect.insert(installation).values(name=name, value=value)
        query = select(installation.c.value).where(installation.c.name == name)
        async with self._database.transaction() as connection:
            await connection.execute(statement.on_conflict_do_nothing())
            kept: str = (await connection.execute(query)).scalar_one()
            return kept


class SessionStartLog:
    """When sessions were started, by the database's clock."""

    def __init__(self, database: Database, application_id: Callable[[], int] = lambda: 0) -> None:
        self._database = database
        self._application_id = application_id

    async def since_last(self, bucket: int) -> timedelta | None:
        """How long ago the last session of a bucket was started; None if there was none."""
        columns = session_starts.c
        async with self._database.reading() as connection:
            now = await database_now(connection)
            # Those after now are from before the clock was set back.
            query = select(func.max(columns.at, type_=columns.at.type)).where(
                columns.application_id == self._application_id(),
                columns.bucket == bucket,
                columns.at <= now,
            )
            last: datetime | None = (await connection.execute(query)).scalar_one()
        return None if last is None else now - last

    async def save(self, shard: int, bucket: int) -> None:
        """Save that a shard's session is started now, in the place of the one before."""
        key = {"application_id": self._application_id(), "shard": shard}
        async with self._database.transaction() as connection:
            values = {**key, "bucket": bucket, "process": process_name()}
            now = await database_now(connection)
            await connection.execute(delete(session_starts).filter_by(**key))
            await connection.execute(insert(session_starts).values(**values, at=now))


def process_name() -> str:
    """What this process is called, by its machine and its number there."""
    return f"{socket.gethostname()}:{os.getpid()}"
