"""Statements that the driver itself executes: as well guarded as any other."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from datetime import UTC, date, datetime
from pathlib import Path
from typing import Final

import pytest
from sqlalchemy import bindparam, literal_column, make_url, select, text, update

from bot.models import Place
from bot.store import Database, Deal, StoreUnavailable, open_database
from bot.store.compiled import Statement
from bot.store.engines import Limits
from bot.store.errors import Failure
from bot.store.games import create_game, load_game
from bot.store.schema import games
from tests.store.migrated import sqlite_url
from tests.store.proxy import proxied
from tests.store.test_faults import SHORT, limit_pages
from tests.store.test_reading import endless
from tools.postgresql import Server

NOON: Final = datetime(2026, 5, 1, 12, 0, 0, 123_000, tzinfo=UTC)
VERSION: Final = Statement(select(games.c.version).where(games.c.id == bindparam("of_game")))
FILL: Final = Statement(update(games).values(log="x" * 65_536).returning(games.c.id))


@pytest.fixture
async def hasty(migrated_url: str) -> AsyncIterator[Database]:
    """A database with short limits."""
    async with open_database(migrated_url, limits=SHORT) as database:
        yield database


def endlessly(database: Database) -> Statement:
    return Statement(select(literal_column(f"({endless(database)})").label("most")))


async def deal(database: Database) -> int:
    return (await create_game(database, Deal(1, "saratoga", 42, NOON))).id


async def test_values_are_those_that_sqlalchemy_reads(database: Database) -> None:
    dealt = Deal(1, "saratoga", 42, NOON, Place(3, 2), winnable=True, day=date(2026, 5, 1))
    created = await create_game(database, dealt)
    # It was read within a transaction, through SQLAlchemy.
    assert await load_game(database, created.id) == created


async def test_one_that_takes_too_long_ends(hasty: Database) -> None:
    with pytest.raises(StoreUnavailable) as caught:
        await hasty.execute(endlessly(hasty))
    assert caught.value.failure is Failure.BUSY
    await deal(hasty)


async def test_who_is_cancelled_leaves_a_database_that_works(hasty: Database) -> None:
    await cancelled(hasty)
    game = await deal(hasty)
    assert await hasty.execute(VERSION, of_game=game) == [{"version": 0}]


async def test_who_is_cancelled_keeps_nobody_waiting(migrated_file: Path) -> None:
    # What nobody waits for any more must end long before its limit.
    patient = Limits(statement=600)
    async with (
        open_database(sqlite_url(migrated_file), limits=patient) as database,
        asyncio.timeout(20),
    ):
        await cancelled(database)
        await deal(database)


async def cancelled(database: Database) -> None:
    """Cancel a statement that does not end."""
    # Only a statement is cancelled, however long connecting takes.
    await database.execute(VERSION, of_game=1)
    waiting = asyncio.create_task(database.execute(endlessly(database)))
    await asyncio.sleep(0.05)
    waiting.cancel()
    with pytest.raises(asyncio.CancelledError):
        await waiting


@pytest.mark.postgres
async def test_a_connection_that_is_dead_but_open_is_given_up(
    postgres_server: Server, migrated_postgres_url: str
) -> None:
    async with (
        proxied(postgres_server) as proxy,
        open_database(proxy.url(migrated_postgres_url), limits=SHORT) as database,
    ):
        await database.execute(VERSION, of_game=1)
        proxy.fall_silent()
        with pytest.raises(StoreUnavailable) as caught:
            await database.execute(VERSION, of_game=1)
        assert caught.value.failure is Failure.AWAY
        proxy.speak()
        assert await database.execute(VERSION, of_game=1) == []


async def test_reading_does_not_end_a_full_disk_but_writing_does(migrated_file: Path) -> None:
    async with open_database(sqlite_url(migrated_file)) as database:
        game = await deal(database)
        await limit_pages(database, 1)
        with pytest.raises(StoreUnavailable) as caught:
            await database.execute(FILL)
        assert caught.value.failure is Failure.FULL
        await database.execute(VERSION, of_game=game)
        assert database.why_down().startswith("The database's disk is full")
        await limit_pages(database, 1_000_000)
        await database.execute(FILL)
        assert database.why_down() == ""


@pytest.mark.postgres
async def test_no_statement_is_kept_where_the_url_says_so(migrated_postgres_url: str) -> None:
    url = make_url(migrated_postgres_url).update_query_dict({"prepared_statement_cache_size": "0"})
    async with open_database(url.render_as_string(hide_password=False)) as database:
        for _ in range(2):
            assert await database.execute(VERSION, of_game=1) == []
        async with database.transaction() as connection:
            kept = await connection.scalar(text("SELECT count(*) FROM pg_prepared_statements"))
    assert kept <= 1, "the one that counts them"
