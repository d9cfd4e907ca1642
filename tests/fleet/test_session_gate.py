"""Sessions start one after the other, also over processes, and ever more slowly in a crash loop."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager
from datetime import UTC, datetime, timedelta
from itertools import pairwise

import pytest
from sqlalchemy import make_url, select

from bot.chat.connection.session_starts import SessionGate, crash_loop_pause
from bot.fleet import session_gate
from bot.fleet.cluster import Cluster
from bot.store.database.connection import Database
from bot.store.database.open import open_database
from bot.store.fleet.installation import SessionStartLog
from bot.store.fleet.schema import session_starts
from bot.tasks import cancel_and_wait
from tests.waiting import until

NOON = datetime(2026, 5, 1, 12, tzinfo=UTC)


def starts_of_a_crash_loop(seconds: float) -> list[datetime]:
    """When a shard starts that is restarted at once each time, for so long."""
    starts, now = [NOON], NOON
    while now < NOON + timedelta(seconds=seconds):
        now += timedelta(seconds=1 + crash_loop_pause(starts[::-1], now))
        starts.append(now)
    return starts


def test_a_crash_loop_slows_down_to_a_start_in_a_quarter_of_an_hour() -> None:
    starts = starts_of_a_crash_loop(24 * 60 * 60)
    assert len(starts) < 110, "Discord allows 1,000 a day, to all shards together."
    gaps = [later - earlier for earlier, later in pairwise(starts)]
    assert max(gaps[:4]) == timedelta(seconds=1)
    # The first of a row are free; then each pause is twice as long as the one before.
    paused = [gap.total_seconds() - 1 for gap in gaps[4:13]]
    assert paused == [10, 20, 40, 80, 160, 320, 640, 900, 900]
    assert gaps[-1] >= timedelta(minutes=15)


def test_a_stable_connection_ends_a_crash_loop() -> None:
    starts = starts_of_a_crash_loop(3600)
    assert crash_loop_pause(starts[::-1], starts[-1]) > 0
    later = starts[-1] + timedelta(minutes=20)
    assert crash_loop_pause(starts[::-1], later) == 0
    assert crash_loop_pause([later, *starts[::-1]], later) == 0


INTERVAL = 0.2
MILLISECOND = timedelta(milliseconds=1)


@pytest.fixture
async def database(migrated_url: str) -> AsyncIterator[Database]:
    """An open database, of each kind in turn."""
    async with open_database(migrated_url) as opened:
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


@pytest.mark.slow
async def test_sessions_keep_their_distance_over_a_restart(database: Database) -> None:
    await start(database, 0, 1)
    await start(database, 2)
    assert await smallest_gap(database) >= timedelta(seconds=INTERVAL) - MILLISECOND


@pytest.mark.postgres
async def test_sessions_keep_their_distance_over_processes(migrated_postgres_url: str) -> None:
    async with open_database(migrated_postgres_url) as database:
        await asyncio.gather(start(database, 0), start(database, 1), start(database, 2))
        assert await smallest_gap(database) >= timedelta(seconds=INTERVAL) - MILLISECOND


async def test_a_shard_in_a_crash_loop_waits_and_keeps_no_other_waiting(
    database: Database, caplog: pytest.LogCaptureFixture
) -> None:
    async with process(database, 0.0) as gate:
        for _ in range(5):
            async with gate.turn(0, 1):
                await gate.note_start(0)
        sixth = asyncio.create_task(start(database, 0))
        await until(lambda: "Shard 0 was started again and again" in caplog.text)
        async with gate.turn(1, 1):
            assert not sixth.done()
        await cancel_and_wait([sixth])


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
        async with asyncio.timeout(10), other.turn(2, 1):
            pass


@pytest.mark.postgres
async def test_a_session_starts_although_locks_cannot_be_taken_for_long(
    migrated_postgres_url: str, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(session_gate, "_AWAY", 0.1)
    monkeypatch.setattr(Database, "url", make_url(migrated_postgres_url).set(database="nowhere"))
    async with open_database(migrated_postgres_url) as database:
        await start(database, 0)
        assert [bucket for _at, bucket in await started(database)] == [0]
    assert "A session starts although others may, too" in caplog.text
