"""Single statements, which are committed at once: as well guarded as transactions."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from datetime import UTC, datetime
from pathlib import Path
from typing import Final

import pytest
from sqlalchemy import make_url, select, text

from bot.models.play import Deal
from bot.store.database.connection import Database
from bot.store.database.engines import Limits
from bot.store.database.errors import Failure, StoreUnavailable
from bot.store.database.open import open_database
from bot.store.play.games import create_game
from bot.store.play.schema import games
from tests.postgresql import Server
from tests.store.database.migrated import sqlite_url
from tests.store.database.proxy import proxied
from tests.store.database.test_faults import SHORT, limit_pages
from tests.store.database.test_reading import endless

NOON: Final = datetime(2026, 5, 1, 12, tzinfo=UTC)


@pytest.fixture
async def hasty(migrated_url: str) -> AsyncIterator[Database]:
    """A database with short limits."""
    async with open_database(migrated_url, limits=SHORT) as database:
        yield database


async def deal(database: Database) -> int:
    return (await create_game(database, Deal(1, "saratoga", 42, NOON))).id


async def execute(database: Database, sql: str) -> None:
    async with database.autocommit() as connection:
        await connection.execute(text(sql))


async def versions(database: Database) -> list[int]:
    async with database.autocommit() as connection:
        return [*await connection.scalars(select(games.c.version))]


async def fill(database: Database) -> None:
    async with database.autocommit() as connection:
        await connection.execute(games.update().values(log="x" * 65_536))


async def cancel_a_statement(database: Database) -> None:
    """Cancel a statement that does not end."""
    # Only a statement is cancelled, however long connecting takes.
    await versions(database)
    waiting = asyncio.create_task(execute(database, endless(database)))
    await asyncio.sleep(0.05)
    waiting.cancel()
    with pytest.raises(asyncio.CancelledError):
        await waiting


async def test_a_statement_is_committed_at_once(database: Database) -> None:
    await deal(database)
    async with database.autocommit() as connection:
        await connection.execute(games.update().values(version=7))
        async with database.reading() as other:
            assert await other.scalar(select(games.c.version)) == 7


@pytest.mark.slow
async def test_one_that_takes_too_long_ends(hasty: Database) -> None:
    with pytest.raises(StoreUnavailable) as caught:
        await execute(hasty, endless(hasty))
    assert caught.value.failure is Failure.BUSY
    await deal(hasty)


async def test_who_is_cancelled_leaves_a_database_that_works(hasty: Database) -> None:
    await cancel_a_statement(hasty)
    await deal(hasty)
    assert await versions(hasty) == [0]


async def test_who_is_cancelled_keeps_nobody_waiting(migrated_file: Path) -> None:
    # What nobody waits for any more must end long before its limit.
    patient = Limits(statement=600)
    async with (
        open_database(sqlite_url(migrated_file), limits=patient) as database,
        asyncio.timeout(20),
    ):
        await cancel_a_statement(database)
        await deal(database)


@pytest.mark.slow
@pytest.mark.postgres
async def test_a_connection_that_is_dead_but_open_is_given_up(
    postgres_server: Server, migrated_postgres_url: str
) -> None:
    async with (
        proxied(postgres_server) as proxy,
        open_database(proxy.url(migrated_postgres_url), limits=SHORT) as database,
    ):
        await versions(database)
        proxy.fall_silent()
        with pytest.raises(StoreUnavailable) as caught:
            await versions(database)
        assert caught.value.failure is Failure.AWAY
        proxy.speak()
        assert await versions(database) == []


async def test_reading_does_not_end_a_full_disk_but_writing_does(migrated_file: Path) -> None:
    async with open_database(sqlite_url(migrated_file)) as database:
        await deal(database)
        await limit_pages(database, 1)
        with pytest.raises(StoreUnavailable) as caught:
            await fill(database)
        assert caught.value.failure is Failure.FULL
        await versions(database)
        assert database.outage_reason().startswith("The database's disk is full")
        await limit_pages(database, 1_000_000)
        await fill(database)
        assert database.outage_reason() == ""


@pytest.mark.postgres
async def test_no_statement_is_kept_where_the_url_says_so(migrated_postgres_url: str) -> None:
    url = make_url(migrated_postgres_url).update_query_dict({"prepared_statement_cache_size": "0"})
    async with open_database(url.render_as_string(hide_password=False)) as database:
        for _ in range(2):
            assert await versions(database) == []
        async with database.transaction() as connection:
            kept = await connection.scalar(text("SELECT count(*) FROM pg_prepared_statements"))
    assert kept <= 1, "the one that counts them"
