"""Reading transactions: a snapshot beside those that write, and the limits of what takes long."""

from __future__ import annotations

import asyncio
import re
from datetime import UTC, datetime
from pathlib import Path
from typing import Final

import pytest
from sqlalchemy import Select, func, select, text
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.models.play import Deal
from bot.store.contests.races import load_race
from bot.store.daily.daily import load_daily_deals
from bot.store.database.connection import Database
from bot.store.database.engines import Limits
from bot.store.database.errors import Failure, StoreUnavailable
from bot.store.database.open import open_database, open_to_read
from bot.store.play.games import create_game, load_game
from bot.store.play.schema import games
from bot.store.preferences import Owner, load_preferences
from tests.store.database.migrated import sqlite_url

NOON: Final = datetime(2026, 5, 1, 12, tzinfo=UTC)
COUNT: Final = select(func.count()).select_from(games)
ENDLESS: Final = {
    "sqlite": "WITH RECURSIVE n(i) AS (SELECT 1 UNION SELECT i + 1 FROM n) SELECT max(i) FROM n",
    "postgresql": "SELECT pg_sleep(3600)",
}


def endless(database: Database) -> str:
    return ENDLESS["postgresql" if database.is_postgresql else "sqlite"]


async def deal(database: Database) -> None:
    await create_game(database, Deal(1, "saratoga", 42, NOON))


async def test_what_is_read_is_of_one_moment(database: Database) -> None:
    async with database.reading() as connection:
        before = await connection.scalar(COUNT)
        await deal(database)
        assert await connection.scalar(COUNT) == before
    async with database.reading() as connection:
        assert await connection.scalar(COUNT) == 1


async def test_a_database_says_which_one_it_is(database: Database) -> None:
    product = "PostgreSQL" if database.is_postgresql else "SQLite"
    assert re.fullmatch(rf"{product} [\d.]+", await database.server_version())


async def test_who_reads_cannot_write(database: Database) -> None:
    await deal(database)
    with pytest.raises(StoreUnavailable, match=r"read.?only"):
        async with database.reading() as connection:
            await connection.execute(games.delete())
    async with database.reading() as connection:
        assert await connection.scalar(COUNT) == 1


async def test_who_reads_for_long_holds_up_nobody(migrated_url: str) -> None:
    started = asyncio.Event()

    async def read(database: Database) -> None:
        async with database.reading() as connection:
            started.set()
            await connection.execute(text(endless(database)))

    async with open_database(migrated_url, limits=Limits(statement=600)) as database:
        reading = asyncio.create_task(read(database))
        await started.wait()
        for _ in range(10):
            await deal(database)
        assert not reading.done()
        reading.cancel()
        with pytest.raises(asyncio.CancelledError):
            await reading


async def test_who_only_reads_waits_for_no_writer(database: Database) -> None:
    await deal(database)
    async with database.transaction() as connection:
        await connection.execute(games.update().values(moves=0))
        async with asyncio.timeout(10):
            assert await load_preferences(database, Owner.PLAYER, 1) == {}
            assert await load_race(database, 1) is None
            assert not await load_daily_deals(database, NOON.date())
            assert await load_game(database, 1) is not None


async def test_a_statement_that_takes_too_long_ends(migrated_url: str) -> None:
    async with open_database(migrated_url, limits=Limits(statement=0.2)) as database:
        with pytest.raises(StoreUnavailable) as caught:
            async with database.reading() as connection:
                await connection.execute(text(endless(database)))
        assert caught.value.failure is Failure.BUSY
        async with database.reading() as connection:
            assert await connection.scalar(COUNT) == 0


@pytest.mark.postgres
async def test_an_operator_may_read_for_as_long_as_reading_every_game_takes(
    migrated_postgres_url: str,
) -> None:
    async with open_to_read(migrated_postgres_url) as database, database.reading() as connection:
        assert await connection.scalar(text("SHOW statement_timeout")) == "10min"


async def test_a_database_is_read_by_the_name_of_a_link(
    migrated_file: Path, tmp_path: Path
) -> None:
    link = tmp_path / "link.db"
    link.symlink_to(migrated_file)
    async with open_database(sqlite_url(link)) as database:
        await deal(database)
    async with open_to_read(sqlite_url(link)) as database, database.reading() as connection:
        assert await connection.scalar(COUNT) == 1


async def test_who_is_cancelled_leaves_a_connection_that_works(database: Database) -> None:
    started = asyncio.Event()

    async def wait() -> None:
        async with database.transaction() as connection:
            started.set()
            await connection.execute(text(endless(database)))

    task = asyncio.create_task(wait())
    await started.wait()
    await asyncio.sleep(0)
    task.cancel()
    with pytest.raises(asyncio.CancelledError):
        await task
    await deal(database)


@pytest.mark.slow
async def test_who_is_cancelled_at_any_moment_keeps_nobody_from_writing(
    database: Database,
) -> None:
    # As long as they are referred to, their tracebacks refer to half-read statements.
    ends: list[BaseException | None] = []
    for moment in range(40):
        dealing = asyncio.create_task(deal(database))
        await asyncio.sleep(moment / 10_000)
        dealing.cancel()
        ends += await asyncio.gather(dealing, return_exceptions=True)
        await deal(database)
    assert any(isinstance(end, asyncio.CancelledError) for end in ends)


async def test_a_deletion_waits_until_nobody_reads_what_is_deleted(file: Path) -> None:
    async with open_database(sqlite_url(file)) as database:
        await deal(database)
        async with database.reading() as connection:
            await connection.scalar(COUNT)
            await deal(database)
            emptying = asyncio.create_task(database.checkpoint())
            # Meanwhile others play.
            await deal(database)
            assert file.with_name(f"{file.name}-wal").stat().st_size
            assert not emptying.done()
        await emptying
        assert not file.with_name(f"{file.name}-wal").stat().st_size


@pytest.mark.postgres
async def test_a_transaction_that_deadlocks_is_repeated(migrated_postgres_url: str) -> None:
    async with open_database(migrated_postgres_url) as database:
        for _ in range(2):
            await deal(database)
        both_hold_one = asyncio.Barrier(2)
        tries: list[int] = []

        async def lock(connection: AsyncConnection, first: int, second: int) -> None:
            is_first_try = first not in tries
            tries.append(first)
            await connection.execute(_lock(first))
            if is_first_try:
                await both_hold_one.wait()
            await connection.execute(_lock(second))

        await asyncio.gather(
            database.run(lambda connection: lock(connection, 1, 2)),
            database.run(lambda connection: lock(connection, 2, 1)),
        )
        assert len(tries) == 3


def _lock(game_id: int) -> Select[tuple[int]]:
    return select(games.c.id).where(games.c.id == game_id).with_for_update()


async def test_what_fails_for_another_reason_is_not_repeated(database: Database) -> None:
    tries: list[int] = []

    async def unit(connection: AsyncConnection) -> None:
        tries.append(1)
        await connection.execute(text("SELECT * FROM nothing"))

    with pytest.raises(StoreUnavailable):
        await database.run(unit)
    assert tries == [1]
