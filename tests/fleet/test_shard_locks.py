"""Shards among processes that share a PostgreSQL database: one serves, one may wait."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Iterable
from contextlib import AsyncExitStack
from datetime import UTC, datetime

import asyncpg
import pytest
from sqlalchemy import text
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.fleet.advisory_locks import AdvisoryLocks
from bot.fleet.cluster import Cluster
from bot.fleet.shard_locks import SharedShardLocks, save_owner
from bot.models.shards import ShardInUse, ShardPlan
from bot.service.claims import Claims
from bot.service.play.games import Games
from bot.service.players.names import Names
from bot.service.preferences import PreferenceService
from bot.service.tables import BadLink, Sitting, Tables
from bot.store.database.connection import Database
from bot.store.database.open import open_database
from bot.store.players.privacy import delete_player
from tests.postgresql import Server
from tests.store.database.proxy import proxied
from tests.waiting import SECONDS, until

pytestmark = pytest.mark.postgres

BOT = 7
ALL = ShardPlan((0, 1), 2)


class Processes:
    """Processes of one bot, as far as their locks go."""

    def __init__(self, database: Database, stack: AsyncExitStack) -> None:
        self.database = database
        self._stack = stack

    async def start(
        self, plan: ShardPlan = ALL, *, bot: int = BOT, take_over: bool = False
    ) -> SharedShardLocks:
        """The locks of another process."""
        cluster = Cluster(self.database, take_over=take_over, poll=0.02)
        await self._stack.enter_async_context(cluster)
        await cluster.locks.open(bot, plan)
        return cluster.locks

    async def kill(self, locks: SharedShardLocks) -> None:
        """End a process that says nothing more."""
        await locks.close()
        await locks._locks.close()

    async def served(self) -> frozenset[int]:
        """The shards that are served."""
        async with Cluster(self.database) as cluster:
            cluster._advisory.application_id = BOT
            return await cluster.locks.live()

    async def cut_connections(self) -> None:
        """End the connections that hold locks, as a restart of PostgreSQL does."""
        async with self.database.transaction() as connection:
            await connection.execute(
                text(
                    "SELECT pg_terminate_backend(pid) FROM pg_stat_activity"
                    " WHERE application_name = 'patience locks'"
                )
            )


class CutLocks(AdvisoryLocks):
    """Locks whose connection ends before any of them are released."""

    def __init__(self, processes: Processes) -> None:
        super().__init__(processes.database, lambda _: None)
        self._processes = processes
        self._is_cut = False

    async def release(self, numbers: Iterable[int]) -> None:
        released = [*numbers]
        if released and not self._is_cut:
            self._is_cut = True
            await self._processes.cut_connections()
        await super().release(released)


@pytest.fixture
async def processes(migrated_postgres_url: str) -> AsyncIterator[Processes]:
    async with open_database(migrated_postgres_url) as database, AsyncExitStack() as stack:
        yield Processes(database, stack)


async def may_connect(locks: SharedShardLocks, *shards: int) -> None:
    """Wait until shards may be connected."""
    async with asyncio.timeout(SECONDS):
        for shard in shards:
            await locks.take(shard)


async def test_a_shard_is_refused_to_a_second_process_in_one_sentence(processes: Processes) -> None:
    await processes.start(ShardPlan((0, 1, 2), 4))
    with pytest.raises(ShardInUse) as refused:
        await processes.start(ShardPlan((1, 2, 3), 4))
    assert str(refused.value).startswith("Shards 1-2 of 4 are served by ")
    assert str(refused.value).endswith("set PATIENCE_TAKE_OVER=true to wait for it.")
    # It has given shard 3 back.
    await may_connect(await processes.start(ShardPlan((3,), 4)), 3)


async def test_shards_are_locked_through_a_pooler_that_knows_few_settings(
    postgres_server: Server, migrated_postgres_url: str
) -> None:
    async with (
        proxied(postgres_server, is_pooler=True) as pooler,
        open_database(pooler.url(migrated_postgres_url)) as database,
        AsyncExitStack() as stack,
    ):
        processes = Processes(database, stack)
        await may_connect(await processes.start(), 0, 1)
        with pytest.raises(ShardInUse):
            await processes.start()


async def test_a_refusal_names_every_process_that_serves_a_shard(processes: Processes) -> None:
    for name, shards in (("a:1", (0, 1)), ("b:2", (2,))):
        await processes.start(ShardPlan(shards, 3))
        await save_owner(processes.database, BOT, shards, 3, name)
    with pytest.raises(
        ShardInUse,
        match=r"^Shards 0-1 of 3 are served by a:1 since .* UTC, shard 2"
        r" of 3 is served by b:2 since .* UTC; stop that first, or",
    ):
        await processes.start(ShardPlan((0, 1, 2), 3))


async def test_processes_share_shards_and_other_bots_are_left_alone(processes: Processes) -> None:
    await may_connect(await processes.start(ShardPlan((0,), 2)), 0)
    await may_connect(await processes.start(ShardPlan((1,), 2)), 1)
    await may_connect(await processes.start(ShardPlan((0,), 1), bot=BOT + 1), 0)
    assert await processes.served() == {0, 1}


async def test_another_number_of_shards_is_refused_while_shards_are_served(
    processes: Processes,
) -> None:
    first = await processes.start(ShardPlan((1,), 2))
    with pytest.raises(ShardInUse, match=r"Shard 1 of 2 is served .* is changed to 4\."):
        await processes.start(ShardPlan((2,), 4))
    await processes.kill(first)
    await processes.start(ShardPlan((2,), 4))


async def test_a_waiting_process_serves_as_soon_as_the_one_before_dies(
    processes: Processes,
) -> None:
    first = await processes.start()
    second = await processes.start(take_over=True)
    assert second._awaited == {0, 1}
    with pytest.raises(ShardInUse, match="another process waits to take over already"):
        await processes.start(take_over=True)
    await processes.kill(first)
    await may_connect(second, 0, 1)
    await until(lambda: second._owned == {0, 1})
    assert await processes.served() == {0, 1}


async def test_shards_are_handed_over_one_after_the_other_once_they_are_connected(
    processes: Processes,
) -> None:
    first = await processes.start()
    second = await processes.start(take_over=True)
    draining = asyncio.create_task(first.drain())
    await may_connect(second, 0, 1)
    await second.ready(1)
    assert await first.given_up() == 1
    assert not draining.done()
    await second.ready(0)
    assert await first.given_up() == 0
    await draining
    await until(lambda: second._owned == {0, 1})
    assert await processes.served() == {0, 1}


async def test_a_process_that_nobody_waits_for_stops_at_once(processes: Processes) -> None:
    first = await processes.start()
    async with asyncio.timeout(SECONDS):
        await first.drain()
    assert await processes.served() == {0, 1}, "It serves until it is closed."


async def test_a_hand_over_ends_with_the_process_that_waited(processes: Processes) -> None:
    first = await processes.start()
    second = await processes.start(take_over=True)
    draining = asyncio.create_task(first.drain())
    await may_connect(second, 0)
    await processes.kill(second)
    async with asyncio.timeout(SECONDS):
        await draining
    assert first._given_up.empty()


async def test_locks_that_an_outage_took_are_taken_again(processes: Processes) -> None:
    first = await processes.start()
    await processes.cut_connections()
    await until(lambda: first._failures > 0)
    await until(lambda: first._failures == 0)
    with pytest.raises(ShardInUse):
        await processes.start()
    assert first._given_up.empty()


async def test_a_shard_taken_over_in_the_moment_of_an_outage_is_served(
    processes: Processes,
) -> None:
    first = await processes.start()
    second = SharedShardLocks(
        processes.database, CutLocks(processes), "second", take_over=True, poll=0.02
    )
    try:
        await second.open(BOT, ALL)
        await processes.kill(first)
        await may_connect(second, 0, 1)
        await until(lambda: second._failures > 0)
        await until(lambda: second._failures == 0)
        assert await processes.served() == {0, 1}
        # Nobody waits for them any more.
        await processes.start(take_over=True)
    finally:
        await processes.kill(second)


async def test_locks_are_taken_again_though_a_connection_breaks_as_it_is_made(
    processes: Processes, monkeypatch: pytest.MonkeyPatch
) -> None:
    await processes.start()
    listen, breaks = AdvisoryLocks._listen, 1

    async def break_and_listen(locks: AdvisoryLocks, connection: AsyncConnection) -> None:
        nonlocal breaks
        driver = (await connection.get_raw_connection()).driver_connection
        assert isinstance(driver, asyncpg.Connection)
        if breaks:
            breaks -= 1
            driver.terminate()
        await listen(locks, connection)

    monkeypatch.setattr(AdvisoryLocks, "_listen", break_and_listen)
    await processes.cut_connections()
    await until(lambda: not breaks)

    async def serves_both() -> bool:
        return await processes.served() == {0, 1}

    await until(serves_both)


async def test_a_shard_that_somebody_else_took_in_an_outage_ends_the_process(
    processes: Processes,
) -> None:
    first = await processes.start()
    first._poll = 0.5
    await processes.cut_connections()
    await processes.start(ShardPlan((1,), 2))
    with pytest.raises(ShardInUse, match=r"Shard 1 of 2 is served by .* were lost in an outage"):
        async with asyncio.timeout(SECONDS):
            await first.given_up()


async def test_preferences_changed_by_another_process_are_known_at_once(
    processes: Processes,
) -> None:
    ours, theirs = PreferenceService(processes.database), PreferenceService(processes.database)
    async with Cluster(processes.database, poll=0.02) as cluster:
        cluster.on_change("player", ours.forget)
        cluster.on_change("guild", ours.forget_guild)
        cluster.on_missed_changes(ours.forget_all)
        assert cluster.locks is not None
        await cluster.locks.open(BOT, ALL)
        assert not (await ours.get(1)).autoplay
        assert not (await ours.get_guild(2)).language
        await theirs.save(1, autoplay="yes")
        await theirs.save_guild(2, language="de")
        await until(lambda: not (ours._players or ours._guilds))
        assert (await ours.get(1)).autoplay
        assert (await ours.get_guild(2)).language == "de"
        # What is told during an outage is lost.
        await processes.cut_connections()
        await until(lambda: not (ours._players or ours._guilds))


async def test_a_player_deleted_by_another_process_has_no_name_in_memory(
    processes: Processes,
) -> None:
    names = Names(Games(processes.database))
    async with Cluster(processes.database, poll=0.02) as cluster:
        cluster.on_change("deleted", names.forget)
        assert cluster.locks is not None
        await cluster.locks.open(BOT, ALL)
        names.see(1, "Ada")
        assert await names.of([1]) == {1: "Ada"}
        await delete_player(processes.database, 1, datetime.now(UTC))
        await until(lambda: not names._known)
        assert await names.of([1]) == {}


async def test_a_board_changed_by_another_process_is_told_to_those_who_follow_it(
    processes: Processes,
) -> None:
    ours, theirs = Games(processes.database), Games(processes.database)
    theirs.changes.reaches_others = True
    told: list[int] = []
    async with Cluster(processes.database, poll=0.02) as cluster:
        cluster.on_change("game", ours.changes.tell)
        await cluster.locks.open(BOT, ALL)
        with ours.changes.follow(1, lambda: told.append(1)):
            await theirs.start(1, "klondike", 11)
            await until(lambda: len(told) == 1)
            await theirs.play(1, "s")
            await until(lambda: len(told) == 2)


async def test_a_table_left_in_another_process_is_told_where_its_button_was_pressed(
    processes: Processes,
) -> None:
    ours, theirs = (tables_of(processes.database) for _ in range(2))
    told: list[int] = []
    async with Cluster(processes.database, poll=0.02) as cluster:
        cluster.on_change("table", ours.note_left)
        await cluster.locks.open(BOT, ALL)
        ours.after(1, lambda: told.append(1))
        await theirs.leave(Sitting(1, 1))
        await until(lambda: told == [1])


async def test_a_link_opens_one_session_among_all_processes_though_its_page_asks_twice(
    processes: Processes,
) -> None:
    ours, theirs = (tables_of(processes.database) for _ in range(2))
    link = ours.link(1).partition("#")[2]
    await ours.open(link, "a page")
    await theirs.open(link, "a page")
    for tab in ("another", ""):
        with pytest.raises(BadLink):
            await theirs.open(link, tab)


def tables_of(database: Database) -> Tables:
    """The tables of a process, which tells the others."""
    games = Games(database)
    games.changes.reaches_others = True
    return Tables(Claims(database), games, PreferenceService(database), secret="a secret")
