"""A pooler between the bot and PostgreSQL."""

from __future__ import annotations

import asyncio
import contextlib
import os
import pwd
import shutil
import tempfile
from collections.abc import AsyncIterator
from functools import partial
from pathlib import Path
from typing import Final

import pytest

from bot.fleet.advisory_locks import AdvisoryLocks
from bot.store.database.connection import notify
from bot.store.database.errors import InvalidUrl
from bot.store.database.moving import move
from bot.store.database.open import open_database
from tests.postgresql import SOCKET, Server
from tests.store.database.migrated import database_name, sqlite_url
from tests.waiting import until

pytestmark = [
    pytest.mark.postgres,
    pytest.mark.skipif(shutil.which("pgbouncer") is None, reason="PgBouncer is not installed"),
]

SETTINGS: Final = """
[databases]
* = host={server} user=postgres
[pgbouncer]
unix_socket_dir = {folder}
listen_port = 5432
auth_type = any
pool_mode = {mode}
"""


@contextlib.asynccontextmanager
async def pooled(server: Server, url: str, mode: str) -> AsyncIterator[str]:
    """The URL of a database behind PgBouncer, which runs until the end of the block."""
    with tempfile.TemporaryDirectory(prefix="pooler-") as name:
        folder = Path(name)
        settings = folder / "pgbouncer.ini"
        settings.write_text(SETTINGS.format(server=server.folder, folder=folder, mode=mode))
        if server.user is not None:
            os.chown(folder, pwd.getpwnam(server.user).pw_uid, -1)
        process = await asyncio.create_subprocess_exec(
            *("pgbouncer", "--quiet", settings), user=server.user, stderr=asyncio.subprocess.DEVNULL
        )
        try:
            await until(partial(listens, folder / SOCKET))
            yield f"postgresql+asyncpg://postgres@/{database_name(url)}?host={folder}"
        finally:
            process.terminate()
            await process.wait()


async def listens(address: Path) -> bool:
    """Whether a process accepts connections at a socket, which is there a moment before."""
    try:
        _, writer = await asyncio.open_unix_connection(address)
    except OSError:
        return False
    writer.close()
    await writer.wait_closed()
    return True


async def test_a_pooler_that_lends_sessions_for_a_transaction_is_refused(
    postgres_server: Server, migrated_postgres_url: str, tmp_path: Path
) -> None:
    async with pooled(postgres_server, migrated_postgres_url, "transaction") as url:
        with pytest.raises(InvalidUrl, match="let the pool be in session mode"):
            async with open_database(url):
                pass
        with pytest.raises(InvalidUrl, match="let the pool be in session mode"):
            await move(url, sqlite_url(tmp_path / "moved.db"))


async def test_a_pooler_in_session_mode_is_as_good_as_none(
    postgres_server: Server, migrated_postgres_url: str
) -> None:
    async with (
        pooled(postgres_server, migrated_postgres_url, "session") as url,
        open_database(url) as database,
    ):
        assert (await database.server_version()).startswith("PostgreSQL")
        heard = asyncio.Queue[str]()
        locks = AdvisoryLocks(database, heard.put_nowait)
        assert await locks.take([1, 2]) == {1, 2}
        assert await heard.get() == ""
        async with database.transaction() as connection:
            await notify(connection, "game", 7)
        assert await heard.get() == "game 7"
        await locks.close()
