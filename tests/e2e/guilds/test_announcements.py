"""Announcements survive the end of the process at any moment: made once, and none is lost."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from datetime import timedelta
from pathlib import Path

import pytest

from bot.images import ImageRenderer
from bot.models.daily import DailyDeal, day_subject
from bot.service.daily.posts import DayMessages
from bot.service.due import Posts
from bot.store.daily.daily import save_daily_deal
from bot.store.preferences import Owner, save_preferences
from bot.tasks import cancel_and_wait
from local_discord.fault_injection import RateLimited
from local_discord.fixtures import GUILDS
from local_discord.testing import Person
from local_discord.testing.person import TIMEOUT_SECONDS
from tests.e2e.clocks import NOON, Clock
from tests.e2e.daily.daily_deals import days_of, prove_at_once
from tests.e2e.running_bot import RunningBot, quiet, running_patience
from tests.store.finished_games import play_to_the_end

TODAY = NOON.date()
YESTERDAY = TODAY - timedelta(days=1)
ANN = 7
TABLE = GUILDS[0]
CHANNEL = TABLE.channels[2].id


@pytest.fixture
async def bot(
    images: ImageRenderer, migrated_file: Path, clock: Clock
) -> AsyncIterator[RunningBot]:
    """A bot with a result of yesterday."""
    async with running_patience(
        images, migrated_file, days=days_of(prove_at_once, clock), clock=clock
    ) as running:
        database = running.database
        await save_daily_deal(database, DailyDeal(YESTERDAY, "saratoga", 42, 1, 112), NOON)
        await play_to_the_end(
            database, ANN, day=YESTERDAY, guild=TABLE.id, at=NOON - timedelta(days=1)
        )
        yield running


async def want_posts(bot: RunningBot) -> None:
    """Choose a channel for posts."""
    chosen = {"daily_channel": str(CHANNEL)}
    await save_preferences(bot.database, Owner.GUILD, TABLE.id, chosen)
    await bot.services[DayMessages].touch(TABLE.id)


@pytest.mark.quick
async def test_what_could_not_be_noted_is_noted_later_and_not_sent_again(
    bot: RunningBot, ada: Person, clock: Clock
) -> None:
    async with bot.database.transaction() as connection:
        await connection.exec_driver_sql(
            "CREATE TRIGGER full BEFORE INSERT ON posts"
            " BEGIN SELECT RAISE(FAIL, 'database or disk is full'); END"
        )
    await want_posts(bot)
    await bot.do_due()
    async with bot.database.transaction() as connection:
        await connection.exec_driver_sql("DROP TRIGGER full")
    clock.now += timedelta(hours=1)
    await bot.do_due()
    assert await bot.services[Posts].find(day_subject(TABLE.id, TODAY)) is not None
    assert len(await ada.open("daily")) == 1


async def test_a_bot_told_to_stop_sends_what_it_has_begun_to_send(
    bot: RunningBot, ada: Person
) -> None:
    await want_posts(bot)
    sent = bot.discord.inject(RateLimited(0.5), path_contains=f"/channels/{CHANNEL}/messages")
    work = asyncio.create_task(bot.do_due())
    await asyncio.wait_for(sent.happened.wait(), TIMEOUT_SECONDS)
    await cancel_and_wait([work])
    # If the bot's own announcements were first, it is they that send.
    async with quiet(bot.client):
        assert len(await ada.open("daily")) == 1
    await bot.restart()
    await bot.do_due()
    assert len(await ada.open("daily")) == 1
