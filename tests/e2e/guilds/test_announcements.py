"""Announcements survive the end of the process at any moment: made once, and none is lost."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from datetime import timedelta
from pathlib import Path

import pytest
from sqlalchemy import delete

from bot.chat.daily.posts import post_days
from bot.chat.responding.announcements import Announcement, announce_all
from bot.chat.responding.context import PatienceBot
from bot.chat.responding.replies import Reply, text_reply
from bot.errors import StoreError
from bot.images import ImageRenderer
from bot.models.daily import DailyDeal
from bot.models.places import Place
from bot.service.daily.posts import DayMessages
from bot.service.outbox import CLAIM, Outbox
from bot.store.daily.daily import save_daily_deal
from bot.store.daily.schema import daily_messages
from bot.store.preferences import Owner, save_preferences
from bot.tasks import cancel_and_wait
from engine import UnknownGame
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


async def test_what_a_dead_process_claimed_and_did_not_send_is_sent_a_minute_later(
    bot: RunningBot, ada: Person, clock: Clock
) -> None:
    assert await Outbox(bot.database, clock=clock).take(f"day:{TODAY}:{TABLE.id}")
    await want_posts(bot)
    await bot.announce(post_days)
    assert await ada.open("daily") == []
    clock.now += CLAIM
    await bot.announce(post_days)
    assert len(await ada.open("daily")) == 1


async def test_what_a_dead_process_sent_and_did_not_note_is_not_sent_again(
    bot: RunningBot, ada: Person, clock: Clock
) -> None:
    """Not even later than Discord knows its nonce."""
    await want_posts(bot)
    await bot.announce(post_days)
    async with bot.database.transaction() as connection:
        await connection.execute(delete(daily_messages))
    bot.discord.state.forget_nonces()
    clock.now += CLAIM
    await bot.restart()
    await bot.announce(post_days)
    assert len(await ada.open("daily")) == 1


@pytest.mark.quick
async def test_what_could_not_be_noted_is_noted_later_and_not_sent_again(
    bot: RunningBot, ada: Person
) -> None:
    await want_posts(bot)
    async with bot.database.transaction() as connection:
        await connection.exec_driver_sql(
            "CREATE TRIGGER full BEFORE INSERT ON daily_messages"
            " BEGIN SELECT RAISE(FAIL, 'database or disk is full'); END"
        )
    with pytest.raises(StoreError):
        await bot.announce(post_days)
    async with bot.database.transaction() as connection:
        await connection.exec_driver_sql("DROP TRIGGER full")
    await bot.announce(post_days)
    assert await bot.services[DayMessages].due() == ()
    assert len(await ada.open("daily")) == 1


@pytest.mark.quick
async def test_one_that_cannot_be_made_does_not_hold_up_those_after_it(
    bot: RunningBot, ada: Person
) -> None:
    noted: list[str] = []

    def announcement(name: str, reply: Callable[[], Awaitable[Reply]]) -> Announcement:
        async def note() -> None:
            noted.append(name)

        return Announcement(name, Place(CHANNEL, TABLE.id), reply, note)

    async def broken() -> Reply:
        raise UnknownGame("There is no such game.")

    async def whole() -> Reply:
        return text_reply("Here are the results.")

    async def announce_both(client: PatienceBot) -> bool:
        announcements = [announcement("broken", broken), announcement("whole", whole)]
        return await announce_all(client, announcements)

    assert not await bot.announce(announce_both)
    assert noted == ["whole"]
    [post] = await ada.open("daily")
    assert "Here are the results." in post.text


async def test_a_bot_told_to_stop_sends_what_it_has_begun_to_send(
    bot: RunningBot, ada: Person
) -> None:
    await want_posts(bot)
    sent = bot.discord.inject(RateLimited(0.5), path_contains=f"/channels/{CHANNEL}/messages")
    work = asyncio.create_task(bot.announce(post_days))
    await asyncio.wait_for(sent.happened.wait(), TIMEOUT_SECONDS)
    await cancel_and_wait([work])
    # If the bot's own announcements were first, it is they that send.
    async with quiet(bot.client):
        assert len(await ada.open("daily")) == 1
    await bot.restart()
    await bot.announce(post_days)
    assert len(await ada.open("daily")) == 1
