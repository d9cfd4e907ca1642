"""The message of each server's day."""

from __future__ import annotations

from dataclasses import replace
from datetime import timedelta

from bot.models.daily import DayMessage
from bot.store.daily.daily import add_day_message, load_day_message
from bot.store.database.connection import Database
from tests.store.finished_games import NOON

TODAY, DAY = NOON.date(), timedelta(days=1)
MESSAGE = DayMessage(1, TODAY, 7, 70, "shown", "1", NOON)


async def test_a_message_replaces_its_servers_older_ones_but_yesterdays_alone(
    database: Database,
) -> None:
    for guild in (1, 2):
        for days in (2, 1):
            old = replace(MESSAGE, guild=guild, day=TODAY - days * DAY, message_id=70 + days)
            assert await add_day_message(database, old)
    assert await add_day_message(database, MESSAGE)
    left = {
        (guild, days)
        for guild in (1, 2)
        for days in (2, 1, 0)
        if await load_day_message(database, guild, TODAY - days * DAY)
    }
    assert left == {(1, 1), (1, 0), (2, 2), (2, 1)}


async def test_of_two_messages_of_a_day_the_first_is_kept(database: Database) -> None:
    assert await add_day_message(database, MESSAGE)
    assert not await add_day_message(database, replace(MESSAGE, message_id=71))
    assert await load_day_message(database, 1, TODAY) == MESSAGE
