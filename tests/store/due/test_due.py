"""What is due: touched, taken by one process, finished once, put off, and forgotten."""

from __future__ import annotations

import asyncio
from datetime import UTC, datetime, timedelta
from typing import Final

from bot.models.due import Due, Shown, Subject
from bot.models.places import Place
from bot.models.shards import ShardPlan
from bot.store.database.connection import Database
from bot.store.due.due import (
    drop,
    finish,
    next_due,
    put_off,
    take_due,
    touch,
)
from bot.store.due.posts import load_post
from bot.store.players.privacy import delete_player
from tests.store.due.due_times import load_due_at

NOON: Final = datetime(2026, 5, 1, 12, tzinfo=UTC)
MINUTE: Final = timedelta(minutes=1)
ALL: Final = ShardPlan((0,), 1)
RACE: Final = Subject("race", 7)
GUILD: Final = 41 << 22
"""A server of the last of three shards."""


async def touched(database: Database, at: datetime = NOON, subject: Subject = RACE) -> None:
    async with database.transaction() as connection:
        await touch(connection, subject, at, guild=GUILD)


async def taken(
    database: Database, now: datetime = NOON, served: ShardPlan = ALL, most: int = 8
) -> tuple[Due, ...]:
    return await take_due(database, served, now, now + MINUTE, most)


async def take_one(database: Database, now: datetime = NOON) -> Due:
    [one] = await taken(database, now)
    return one


async def test_what_is_touched_is_due_at_the_earliest_time_it_was_touched_for(
    database: Database,
) -> None:
    for minutes in (3, 1, 2):
        await touched(database, NOON + minutes * MINUTE)
    assert await next_due(database, ALL) == NOON + MINUTE
    assert await taken(database) == ()
    assert (await take_one(database, NOON + MINUTE)).at == NOON + MINUTE


async def test_what_is_scheduled_anew_is_due_at_its_new_time_alone(database: Database) -> None:
    await touched(database)
    async with database.transaction() as connection:
        await touch(connection, RACE, NOON + MINUTE, is_exact=True)
    assert await load_due_at(database, [RACE]) == {RACE: NOON + MINUTE}


async def test_of_several_processes_one_takes_what_is_due(database: Database) -> None:
    await touched(database)
    found = await asyncio.gather(*(taken(database) for _ in range(4)))
    assert len([*filter(None, found)]) == 1


async def test_what_a_dead_process_had_begun_is_taken_as_it_was_begun(database: Database) -> None:
    await touched(database)
    first = await take_one(database)
    assert await next_due(database, ALL) == NOON + MINUTE
    again = await take_one(database, NOON + MINUTE)
    assert (again.begun_at, again.at) == (first.begun_at, first.at)


async def test_what_has_waited_longest_is_taken_first_and_no_more_than_asked_for(
    database: Database,
) -> None:
    for number in range(4):
        await touched(database, NOON - number * MINUTE, Subject("race", number))
    assert [one.subject.id for one in await taken(database, most=2)] == [3, 2]


async def test_a_process_takes_what_its_own_shards_serve(database: Database) -> None:
    await touched(database)
    async with database.transaction() as connection:
        await touch(connection, Subject("reminder", 5), NOON, player=40 << 22)
        await touch(connection, Subject("race", 8), NOON)
    plans = [ShardPlan((shard,), 3) for shard in range(3)]
    assert [await next_due(database, plan) for plan in plans] == [NOON] * 3
    found = [await taken(database, served=plan) for plan in plans]
    assert [[one.subject.id for one in each] for each in found] == [[8], [5], [7]]


async def test_what_is_done_is_gone_or_due_again_at_its_time(database: Database) -> None:
    await touched(database)
    await finish(database, await take_one(database), NOON, again_at=NOON + MINUTE)
    assert await next_due(database, ALL) == NOON + MINUTE
    await finish(database, await take_one(database, NOON + MINUTE), NOON)
    assert await next_due(database, ALL) is None


async def test_what_was_touched_while_it_was_looked_at_is_looked_at_again(
    database: Database,
) -> None:
    await touched(database)
    one = await take_one(database)
    await touched(database, NOON + 5 * MINUTE)
    assert await taken(database) == ()
    await finish(database, one, NOON)
    assert (await take_one(database)).version == 1


async def test_what_was_scheduled_while_it_was_looked_at_keeps_its_time(
    database: Database,
) -> None:
    await touched(database)
    one = await take_one(database)
    async with database.transaction() as connection:
        await touch(connection, RACE, NOON + 5 * MINUTE, is_exact=True)
    await finish(database, one, NOON, again_at=NOON + MINUTE)
    await put_off(database, one, NOON + 2 * MINUTE)
    assert await next_due(database, ALL) == NOON + 5 * MINUTE


async def test_what_failed_is_taken_later_and_knows_how_often(database: Database) -> None:
    await touched(database)
    first = await take_one(database)
    await put_off(database, first, NOON + MINUTE)
    await touched(database)
    assert await taken(database) == ()
    again = await take_one(database, NOON + MINUTE)
    assert (again.failures, again.begun_at) == (1, first.begun_at)


async def test_the_message_is_saved_with_the_end_of_the_claim(database: Database) -> None:
    await touched(database)
    shown = Shown(RACE, Place(3, GUILD), 99, "running", NOON)
    await finish(database, await take_one(database), NOON, shown=shown)
    assert await load_post(database, RACE) == shown


async def test_a_subject_that_is_dropped_is_due_no_more(database: Database) -> None:
    await touched(database)
    async with database.transaction() as connection:
        await drop(connection, RACE)
    assert await taken(database) == ()


async def test_what_is_due_of_a_player_and_their_messages_are_deleted_with_them(
    database: Database,
) -> None:
    own = Subject("reminder", 5)
    async with database.transaction() as connection:
        await touch(connection, own, NOON, player=5)
    shown = Shown(own, Place(3), 99, "", NOON, player=5)
    await finish(database, await take_one(database), NOON, again_at=NOON, shown=shown)
    await delete_player(database, 5, NOON)
    assert await next_due(database, ALL) is None
    assert await load_post(database, own) is None


async def test_a_touch_wakes_whoever_sleeps_once_it_is_committed(database: Database) -> None:
    alarm = database.alarm
    sleeping = asyncio.create_task(alarm.sleep(None, 60 * MINUTE, lambda: NOON))
    await asyncio.sleep(0)
    async with database.transaction() as connection:
        await touch(connection, RACE, NOON + 59 * MINUTE)
        await asyncio.sleep(0.01)
        assert not sleeping.done()
    async with asyncio.timeout(10):
        await sleeping


async def test_a_touch_for_later_than_the_sleep_lasts_wakes_nobody(database: Database) -> None:
    sleeping = asyncio.create_task(database.alarm.sleep(None, MINUTE, lambda: NOON))
    await asyncio.sleep(0)
    await touched(database, NOON + 2 * MINUTE)
    await asyncio.sleep(0.01)
    assert not sleeping.done()
    sleeping.cancel()
