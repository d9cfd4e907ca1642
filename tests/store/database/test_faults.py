"""A database that fails while it is used: each fault passes, and play goes on without a restart."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import os
import shutil
import sqlite3
import subprocess
import time
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator
from datetime import UTC, datetime
from pathlib import Path
from typing import Final

import pytest
from sqlalchemy import text
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.models.play import Deal
from bot.store.database.connection import Database
from bot.store.database.engines import Limits
from bot.store.database.errors import Failure, StoreUnavailable
from bot.store.database.open import open_database
from bot.store.play.games import count_hint, create_game, unfinished_games
from bot.store.play.schema import games
from bot.tasks import cancel_and_wait
from tests.postgresql import Server, running_server
from tests.store.database.migrated import sqlite_url
from tests.store.database.proxy import proxied
from tests.waiting import until

NOON: Final = datetime(2026, 5, 1, 12, tzinfo=UTC)
END_ALL: Final = (
    "SELECT pg_terminate_backend(pid) FROM pg_stat_activity "
    "WHERE pid <> pg_backend_pid() AND datname IS NOT NULL"
)
SHORT: Final = Limits(statement=0.5, lock=0.3, connect=0.5, pool=0.5, turn=0.5, silence=0.3)


async def deal(database: Database) -> int:
    return (await create_game(database, Deal(1, "saratoga", 42, NOON))).id


async def failure(database: Database) -> Failure:
    """How the database fails a player who plays."""
    with pytest.raises(StoreUnavailable) as caught:
        await deal(database)
    return caught.value.failure


async def until_it_works(database: Database) -> None:
    async with asyncio.timeout(20):
        while True:
            with contextlib.suppress(StoreUnavailable):
                await deal(database)
                return
            await asyncio.sleep(0.05)


@pytest.fixture
async def postgres(migrated_postgres_url: str) -> AsyncIterator[Database]:
    async with open_database(migrated_postgres_url, limits=SHORT) as database:
        yield database


@pytest.fixture
async def sqlite(migrated_file: Path) -> AsyncIterator[Database]:
    async with open_database(sqlite_url(migrated_file), limits=SHORT) as database:
        yield database


@pytest.fixture
def server() -> Iterator[Server]:
    """A server of this test's own, which it may stop."""
    with running_server() as server:
        yield server


@pytest.mark.slow
@pytest.mark.postgres
async def test_a_server_that_restarts_is_a_few_lines_in_the_log(
    server: Server, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.INFO)
    async with open_database(server.create_database(), limits=SHORT) as database:
        game = await deal(database)
        caplog.clear()
        stopped, outcomes = asyncio.Event(), list[bool]()

        async def play() -> None:
            while not stopped.is_set():
                try:
                    await count_hint(database, game)
                    outcomes.append(True)
                except StoreUnavailable:
                    outcomes.append(False)
                    await asyncio.sleep(0.005)

        players = [asyncio.create_task(play()) for _ in range(20)]
        await asyncio.to_thread(server.stop)
        # Long enough for everybody to notice.
        await until(lambda: outcomes.count(False) >= 500)
        await asyncio.to_thread(server.start_again)
        await until_it_works(database)
        outcomes.clear()
        await until(lambda: outcomes.count(True) >= 100)
        stopped.set()
        await asyncio.gather(*players)
    assert 2 <= len(caplog.records) <= 10, caplog.messages
    assert not any(record.exc_info for record in caplog.records)


def stall() -> None:
    time.sleep(SHORT.statement + SHORT.silence)


def end_connections(server: Server) -> None:
    """End all connections to a server."""
    psql = [str(server.programs / "psql"), f"--host={server.folder}", "--username=postgres"]
    subprocess.run([*psql, "--command", END_ALL], check=True, stdout=subprocess.DEVNULL)


async def write_once(database: Database, game: int, meanwhile: Callable[[], None]) -> None:
    hint = text("UPDATE games SET hints = hints + 1 WHERE id = :game")
    asyncio.get_running_loop().call_soon(meanwhile)
    async with database.autocommit() as connection:
        await connection.execute(hint, {"game": game})


async def write_many(database: Database, game: int, meanwhile: Callable[[], None]) -> None:
    async with database.transaction() as connection:
        await connection.execute(text("SELECT 1"))
        asyncio.get_running_loop().call_soon(meanwhile)
        hints = text("UPDATE games SET hints = hints + 1 WHERE id = :game")
        await connection.execute(hints, [{"game": game}, {"game": game}])


@pytest.mark.slow
@pytest.mark.postgres
@pytest.mark.parametrize("write", [write_once, write_many])
async def test_an_event_loop_that_stalls_for_longer_than_a_statement_may_take_breaks_nothing(
    postgres: Database, write: Callable[[Database, int, Callable[[], None]], Awaitable[None]]
) -> None:
    game = await deal(postgres)
    # When the event loop goes on, the statement is prepared, and its limit has passed.
    with pytest.raises(StoreUnavailable) as caught:
        await write(postgres, game, stall)
    assert caught.value.failure in {Failure.AWAY, Failure.BUSY}
    await deal(postgres)


@pytest.mark.postgres
async def test_a_connection_that_ends_just_as_its_answer_comes_is_away(
    postgres_server: Server, postgres: Database
) -> None:
    game = await deal(postgres)
    # When the event loop goes on, the statement is prepared, and its connection is closed.
    with pytest.raises(StoreUnavailable) as caught:
        await write_many(postgres, game, lambda: end_connections(postgres_server))
    assert caught.value.failure is Failure.AWAY
    await deal(postgres)


@pytest.mark.slow
@pytest.mark.postgres
async def test_connections_that_are_dead_but_open_are_given_up(
    postgres_server: Server, migrated_postgres_url: str
) -> None:
    async with (
        proxied(postgres_server) as proxy,
        open_database(proxy.url(migrated_postgres_url), limits=SHORT) as database,
    ):
        await deal(database)
        proxy.fall_silent()
        assert await failure(database) is Failure.AWAY
        assert await failure(database) is Failure.AWAY
        proxy.speak()
        await until_it_works(database)


@pytest.mark.slow
@pytest.mark.postgres
async def test_who_reads_gives_up_a_dead_connection(
    postgres_server: Server, migrated_postgres_url: str
) -> None:
    async with (
        proxied(postgres_server) as proxy,
        open_database(proxy.url(migrated_postgres_url), limits=SHORT) as database,
    ):

        async def read() -> None:
            async with database.reading() as connection:
                await connection.execute(text("SELECT 1"))
                proxy.fall_silent()
                await connection.execute(text("SELECT 1"))

        with pytest.raises(StoreUnavailable) as caught:
            await read()
        assert caught.value.failure is Failure.AWAY
        proxy.speak()
        await until_it_works(database)


@pytest.mark.postgres
async def test_a_bot_stops_although_its_connections_are_dead(
    postgres_server: Server, migrated_postgres_url: str
) -> None:
    async with (
        proxied(postgres_server) as proxy,
        asyncio.timeout(60),
        open_database(proxy.url(migrated_postgres_url)) as database,
    ):
        await deal(database)
        async with database.reading() as connection:
            await connection.execute(text("SELECT 1"))
        proxy.fall_silent()


@pytest.mark.postgres
async def test_who_finds_all_connections_in_use_is_told_so(postgres: Database) -> None:
    async with contextlib.AsyncExitStack() as stack:
        for _ in range(8):
            await stack.enter_async_context(postgres.transaction())
        assert await failure(postgres) is Failure.BUSY
    await deal(postgres)


@pytest.mark.postgres
async def test_who_waits_too_long_for_a_locked_row_is_told_so(postgres: Database) -> None:
    game = await deal(postgres)
    async with postgres.transaction() as connection:
        await connection.execute(text("SELECT * FROM games FOR UPDATE"))
        with pytest.raises(StoreUnavailable) as caught:
            await count_hint(postgres, game)
    assert caught.value.failure is Failure.BUSY
    await count_hint(postgres, game)


@pytest.mark.postgres
async def test_a_transaction_that_cannot_be_put_in_order_is_repeated(postgres: Database) -> None:
    await deal(postgres)
    tries = list[int]()

    async def unit(connection: AsyncConnection) -> None:
        tries.append(1)
        if len(tries) == 1:
            await connection.execute(text("DO $$ BEGIN RAISE SQLSTATE '40001'; END $$"))

    await postgres.run(unit)
    assert len(tries) == 2


@pytest.mark.postgres
@pytest.mark.parametrize(
    ("code", "kind"),
    [
        ("53100", Failure.FULL),
        ("53300", Failure.BUSY),
        ("57P03", Failure.AWAY),
        ("XX001", Failure.DAMAGED),
    ],
)
async def test_what_a_server_complains_of_is_told_apart(
    postgres: Database, code: str, kind: Failure
) -> None:
    with pytest.raises(StoreUnavailable) as caught:
        async with postgres.transaction() as connection:
            await connection.execute(text(f"DO $$ BEGIN RAISE SQLSTATE '{code}'; END $$"))
    assert caught.value.failure is kind
    await deal(postgres)


@pytest.mark.postgres
async def test_a_server_that_became_a_standby_is_left_for_the_next(
    migrated_postgres_url: str,
) -> None:
    async with open_database(migrated_postgres_url) as database:
        await deal(database)
        async with database.transaction() as connection:
            before = await connection.scalar(text("SELECT pg_backend_pid()"))
            await connection.execute(text("SET default_transaction_read_only = on"))
        assert await failure(database) is Failure.READ_ONLY
        async with database.transaction() as connection:
            assert await connection.scalar(text("SELECT pg_backend_pid()")) != before
        await deal(database)


async def test_a_full_disk_says_so_until_it_has_room(
    sqlite: Database, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.INFO)
    await limit_pages(sqlite, 1)
    for _ in range(100):
        with pytest.raises(StoreUnavailable) as caught:
            await create_game(sqlite, Deal(1, "x" * 65_536, 42, NOON))
        assert caught.value.failure is Failure.FULL
        # What is there can be read all the while.
        assert await unfinished_games(sqlite, 1) == ()
    assert sqlite.outage_reason().startswith("The database's disk is full")
    await limit_pages(sqlite, 1_000_000)
    await deal(sqlite)
    assert sqlite.outage_reason() == ""
    assert [message.split(" (")[0].split(",")[0] for message in caplog.messages] == [
        "The database's disk is full",
        "The database works again",
    ]


async def test_what_was_rolled_back_does_not_count_as_written(sqlite: Database) -> None:
    await deal(sqlite)
    await limit_pages(sqlite, 1)
    with pytest.raises(StoreUnavailable):
        await write_too_much(sqlite)
    [game] = await unfinished_games(sqlite, 1)
    assert game.hints == 0
    assert sqlite.outage_reason().startswith("The database's disk is full")


async def write_too_much(database: Database) -> None:
    async with database.transaction() as connection:
        await connection.execute(games.update().values(hints=1))
        await connection.execute(games.update().values(log="x" * 65_536))


async def limit_pages(database: Database, pages: int) -> None:
    """Limit the size of an SQLite file, at least to what it already has."""
    await execute(database, f"PRAGMA max_page_count = {pages}")


async def execute(database: Database, sql: str) -> None:
    async with database.autocommit() as connection:
        await connection.execute(text(sql))


async def test_a_file_that_another_program_locks_is_free_again_later(
    sqlite: Database, migrated_file: Path
) -> None:
    await deal(sqlite)
    with contextlib.closing(sqlite3.connect(migrated_file)) as other:
        other.execute("BEGIN IMMEDIATE")
        assert await failure(sqlite) is Failure.LOCKED
        # What is there can be read all the while.
        async with sqlite.reading() as connection:
            assert await connection.scalar(text("SELECT count(*) FROM games")) == 1
        other.rollback()
    await deal(sqlite)


async def test_a_file_that_cannot_be_written_can_be_again_later(sqlite: Database) -> None:
    await deal(sqlite)
    await execute(sqlite, "PRAGMA query_only = ON")
    assert await failure(sqlite) is Failure.READ_ONLY
    await execute(sqlite, "PRAGMA query_only = OFF")
    await deal(sqlite)


@pytest.mark.slow
async def test_without_free_file_descriptors_play_goes_on_later(database: Database) -> None:
    with contextlib.ExitStack() as stack:
        with contextlib.suppress(OSError):
            while True:
                stack.callback(os.close, os.open(os.devnull, os.O_RDONLY))
        with pytest.raises(StoreUnavailable):
            async with database.reading() as connection:
                await connection.execute(text("SELECT 1"))
    await deal(database)
    async with database.reading() as connection:
        await connection.execute(text("SELECT 1"))


async def test_a_damaged_log_costs_what_was_played_since_it_was_last_emptied(
    migrated_file: Path, tmp_path: Path
) -> None:
    left, log = tmp_path / "left" / "patience.db", log_of(migrated_file)
    async with open_database(sqlite_url(migrated_file)) as database:
        await deal(database)
        emptying = asyncio.create_task(database.keep_checkpointed(pause=0))
        await until(lambda: not log.stat().st_size)
        await cancel_and_wait([emptying])
        await deal(database)
        leave_damaged(migrated_file, left)
    async with open_database(sqlite_url(left)) as database:
        assert len(await unfinished_games(database, 1)) == 1


def log_of(file: Path) -> Path:
    return file.with_name(f"{file.name}-wal")


def leave_damaged(file: Path, left: Path) -> None:
    """Copy a database as a killed bot leaves it, with a log that is damaged."""
    left.parent.mkdir()
    shutil.copy(file, left)
    log_of(left).write_bytes(b"\xff" * log_of(file).stat().st_size)
