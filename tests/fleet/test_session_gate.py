"""Sessions start one after the other, also over processes."""

from __future__ import annotations

import asyncio
import inspect
import time
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager
from datetime import datetime, timedelta
from itertools import pairwise

import pytest
from sqlalchemy import make_url, select

from bot.chat.connection.gateway import Timing
from bot.chat.connection.session_starts import SessionGate
from bot.fleet.cluster import Cluster
from bot.store.database.connection import Database
from bot.store.database.open import open_database
from bot.store.fleet.installation import SessionStartLog
from bot.store.fleet.schema import session_starts
from tests.store.database.migrated import reopened
from tests.waiting import SECONDS

INTERVAL = 0.2
MILLISECOND = timedelta(milliseconds=1)


@pytest.fixture
async def database(migrated_url: str) -> AsyncIterator[Database]:
    """An open database, of each kind in turn."""
    async with reopened(migrated_url) as opened:
        yield opened


@asynccontextmanager
async def process(database: Database, interval: float = INTERVAL) -> AsyncIterator[SessionGate]:
    """The gate of a process of its own."""
    if not database.is_postgresql:
        yield SessionGate(SessionStartLog(database), interval)
        return
    async with Cluster(database, interval=interval) as cluster:
        yield cluster.gate


async def start(database: Database, *shards: int, max_concurrency: int = 1) -> None:
    """Start sessions in a process of their own."""
    async with process(database) as gate:
        for shard in shards:
            async with gate.turn(shard, max_concurrency):
                await gate.note_start(shard)


async def started(database: Database) -> list[tuple[datetime, int]]:
    """When sessions were started, and of which bucket, in order."""
    query = select(session_starts.c.at, session_starts.c.bucket).order_by(session_starts.c.at)
    async with database.transaction() as connection:
        return [(at, bucket) for at, bucket in await connection.execute(query)]


async def smallest_gap(database: Database) -> timedelta:
    """The shortest time between two starts."""
    times = [at for at, _bucket in await started(database)]
    return min(later - earlier for earlier, later in pairwise(times))


def test_sessions_are_half_a_second_further_apart_than_discord_demands() -> None:
    demanded = 5.0
    for kind in (SessionGate, Cluster):
        assert inspect.signature(kind).parameters["interval"].default >= demanded + 0.5
    assert Timing().session_interval >= demanded + 0.5


@pytest.mark.slow
async def test_sessions_keep_their_distance_over_a_restart(database: Database) -> None:
    await start(database, 0, 1)
    await start(database, 2)
    assert await smallest_gap(database) >= timedelta(seconds=INTERVAL) - MILLISECOND


@pytest.mark.slow
@pytest.mark.postgres
async def test_sessions_keep_their_distance_over_processes(migrated_postgres_url: str) -> None:
    async with open_database(migrated_postgres_url) as database:
        await asyncio.gather(start(database, 0), start(database, 1), start(database, 2))
        assert await smallest_gap(database) >= timedelta(seconds=INTERVAL) - MILLISECOND


@pytest.mark.postgres
async def test_the_distance_counts_from_when_the_start_was_sent(migrated_postgres_url: str) -> None:
    async with (
        open_database(migrated_postgres_url) as database,
        process(database) as one,
        process(database) as other,
    ):
        async with one.turn(0, 1):
            await one.note_start(0)
            await asyncio.sleep(INTERVAL)  # sending takes as long as that
            sent = time.monotonic()
        async with other.turn(1, 1):
            assert time.monotonic() - sent >= INTERVAL


@pytest.mark.slow
async def test_a_shard_that_starts_again_and_again_waits_no_longer_than_others(
    database: Database,
) -> None:
    async with asyncio.timeout(SECONDS):
        for _ in range(12):
            async with process(database, 0.0) as gate, gate.turn(0, 1):
                await gate.note_start(0)


async def test_sessions_of_other_buckets_do_not_wait(database: Database) -> None:
    async with AsyncExitStack() as stack:
        gate = await stack.enter_async_context(process(database, 60.0))
        for shard in range(4):
            await stack.enter_async_context(gate.turn(shard, 4))
            await gate.note_start(shard)
    assert {bucket for _at, bucket in await started(database)} == {0, 1, 2, 3}


@pytest.mark.postgres
async def test_a_turn_that_was_cancelled_keeps_nobody_waiting(migrated_postgres_url: str) -> None:
    async with (
        open_database(migrated_postgres_url) as database,
        process(database, 0.0) as one,
        process(database, 0.0) as other,
    ):
        async with one.turn(0, 1):
            waiting = asyncio.create_task(start(database, 1))
            await asyncio.sleep(0)
            waiting.cancel()
        async with asyncio.timeout(SECONDS), other.turn(2, 1):
            pass


@pytest.mark.postgres
async def test_a_session_starts_although_locks_cannot_be_taken_for_long(
    migrated_postgres_url: str, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr("bot.fleet.cluster._AWAY", 0.1)
    monkeypatch.setattr(Database, "url", make_url(migrated_postgres_url).set(database="nowhere"))
    async with open_database(migrated_postgres_url) as database:
        await start(database, 0)
        assert [bucket for _at, bucket in await started(database)] == [0]
    assert "A session starts although others may, too" in caplog.text
