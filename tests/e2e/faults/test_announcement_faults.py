"""Announcements and what Discord does to them: refusals, broken connections, limits."""

from __future__ import annotations

from collections.abc import AsyncIterator
from datetime import timedelta
from pathlib import Path

import pytest

from bot.images import ImageRenderer
from bot.models.daily import DailyDeal
from bot.service.daily.posts import DayMessages
from bot.service.due import LONGEST_PAUSE
from bot.store.daily.daily import save_daily_deal
from bot.store.preferences import Owner, save_preferences
from local_discord import fault_injection as faults
from local_discord.fixtures import APPLICATION_ID, GUILDS, SEND_MESSAGES
from local_discord.testing import Person
from tests.e2e.clocks import NOON, Clock
from tests.e2e.daily.daily_deals import days_of, prove_at_once
from tests.e2e.running_bot import RunningBot, quiet, running_patience
from tests.store.finished_games import play_to_the_end

DAY, HOUR = timedelta(days=1), timedelta(hours=1)
YESTERDAY = NOON.date() - DAY
TABLE, OWLS = GUILDS
DAILY = TABLE.channels[2].id
LOUNGE = OWLS.channels[0].id


@pytest.fixture
async def bot(
    images: ImageRenderer, migrated_file: Path, clock: Clock
) -> AsyncIterator[RunningBot]:
    """A bot with a result of yesterday in each server."""
    async with running_patience(
        images, migrated_file, days=days_of(prove_at_once, clock), clock=clock
    ) as running:
        await save_daily_deal(running.database, DailyDeal(YESTERDAY, "saratoga", 42, 1, 112), NOON)
        for player, guild in enumerate(GUILDS, start=1):
            await play_to_the_end(
                running.database, player, day=YESTERDAY, guild=guild.id, at=NOON - DAY
            )
        yield running


async def post_in_both(bot: RunningBot) -> None:
    """Choose a channel in each server, and post there."""
    for guild, channel in ((TABLE.id, DAILY), (OWLS.id, LOUNGE)):
        chosen = {"daily_channel": str(channel)}
        await save_preferences(bot.database, Owner.GUILD, guild, chosen)
        await bot.services[DayMessages].touch(guild)
    await bot.do_due()


def messages_of(channel: int) -> str:
    return f"/channels/{channel}/messages"


@pytest.mark.parametrize(
    "fault",
    [
        faults.ResetBefore(),
        faults.ResetAfter(),
        faults.HttpError(503),
        faults.HttpError(403, html=True),  # not Discord's own: it has no code
    ],
)
async def test_after_a_failure_the_others_are_told_and_it_comes_once(
    bot: RunningBot, ada: Person, fault: faults.Fault
) -> None:
    bot.discord.inject(fault, path_contains=messages_of(DAILY))
    await post_in_both(bot)
    assert len(await ada.open("lounge")) == 1
    await bot.do_due(after=LONGEST_PAUSE)
    assert len(await ada.open("daily")) == 1
    assert len(await ada.open("lounge")) == 1


@pytest.mark.parametrize("fault", [faults.ResetBefore(), faults.ResetAfter()])
async def test_a_reminder_comes_once_after_a_broken_connection(
    bot: RunningBot, ada: Person, ben: Person, fault: faults.Fault
) -> None:
    for person in (ada, ben):
        await person.command("patience", "daily remind", hour=12)
    bot.discord.inject(fault, path_contains=messages_of(int(ada.channel("dm"))))

    await bot.set_clock(NOON + 5 * HOUR)
    await bot.do_due()
    await bot.do_due(after=LONGEST_PAUSE)
    for person in (ada, ben):
        assert len([one for one in await person.open("dm") if not one.ephemeral]) == 1


async def test_a_channel_that_takes_no_results_turns_them_off_and_the_setup_says_so(
    bot: RunningBot, ada: Person
) -> None:
    await bot.discord.deny(DAILY, SEND_MESSAGES)
    await post_in_both(bot)
    assert [refusal.code for refusal in bot.discord.refusals] == [50013]
    bot.discord.refusals.clear()
    assert len(await ada.open("lounge")) == 1
    page = await ada.command("patience", "setup")
    assert f"could not be shown in <#{DAILY}>" in page.text
    await bot.discord.deny(DAILY, 0)
    again = await ada.select(page, [str(DAILY)], custom_id="patience:setup:daily_channel")
    assert "could not be shown" not in again.text


async def choose_in_vain(bot: RunningBot, person: Person) -> None:
    """Have somebody choose a channel whose category then takes it back, and post there."""
    category = await bot.discord.add_category(TABLE.id, "Games")
    await bot.discord.move_channel(DAILY, category)
    async with quiet(bot.client):
        page = await person.command("patience", "setup")
        await person.select(page, [str(DAILY)], custom_id="patience:setup:daily_channel")
        await bot.discord.overwrite(category.id, APPLICATION_ID, deny=SEND_MESSAGES)
    await bot.do_due()


async def test_whoever_chose_a_channel_is_told_once_that_it_takes_no_results(
    bot: RunningBot, ada: Person
) -> None:
    await choose_in_vain(bot, ada)
    [told] = await ada.open("dm")
    assert f"can no longer be shown in <#{DAILY}>, which you chose" in told.text
    assert [refusal.code for refusal in bot.discord.refusals] == [50013]
    bot.discord.refusals.clear()


async def test_whoever_takes_no_direct_messages_holds_up_nothing(
    bot: RunningBot, ada: Person
) -> None:
    bot.discord.close_direct_messages(ada.id)
    await choose_in_vain(bot, ada)
    assert [refusal.code for refusal in bot.discord.refusals] == [50013, 50007]
    bot.discord.refusals.clear()
    page = await ada.command("patience", "setup")
    assert f"could not be shown in <#{DAILY}>" in page.text


async def test_whoever_chose_a_channel_is_told_after_a_failure(
    bot: RunningBot, ada: Person
) -> None:
    bot.discord.inject(faults.ResetBefore(), path_contains="/users/@me/channels")
    await choose_in_vain(bot, ada)
    assert await ada.open("dm") == []
    await bot.do_due(after=LONGEST_PAUSE)
    assert len(await ada.open("dm")) == 1
    bot.discord.refusals.clear()


@pytest.mark.quick
@pytest.mark.parametrize("code", [10003, 50001])
async def test_a_channel_that_is_gone_or_hidden_turns_results_off(
    bot: RunningBot, ada: Person, code: int
) -> None:
    bot.discord.inject(faults.Refused(code), path_contains=messages_of(DAILY))
    await post_in_both(bot)
    page = await ada.command("patience", "setup")
    assert f"could not be shown in <#{DAILY}>" in page.text


async def test_a_message_that_automod_blocks_is_dropped_and_the_next_day_is_told(
    bot: RunningBot, ada: Person
) -> None:
    bot.discord.inject(faults.Refused(200000), path_contains=messages_of(DAILY))
    await post_in_both(bot)
    await bot.do_due()
    assert await ada.open("daily") == []
    await bot.advance(DAY)
    today = DailyDeal(NOON.date(), "saratoga", 43, 1, 112)
    await save_daily_deal(bot.database, today, NOON)
    await play_to_the_end(bot.database, 3, deal=43, day=NOON.date(), guild=TABLE.id, at=NOON)
    await bot.do_due()
    assert len(await ada.open("daily")) == 1
