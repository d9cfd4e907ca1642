"""A server removes the bot: what it chose is kept for a month, its players' games for ever."""

from __future__ import annotations

import logging
from datetime import timedelta

import pytest

from bot.chat.connection.command_registration import install_link
from bot.chat.settings.guilds import follow_guilds
from bot.service.preferences import PreferenceService
from local_discord.fixtures import APPLICATION_ID, GUILDS
from local_discord.testing import Person
from tests.e2e.running_bot import RunningBot
from tests.waiting import until

HOME = GUILDS[0].id
MONTH = timedelta(days=30)


async def chosen_language(bot: RunningBot) -> str:
    return (await bot.services[PreferenceService].get_guild(HOME)).language


async def speak_german(bot: RunningBot) -> None:
    await bot.services[PreferenceService].save_guild(HOME, language="de")


async def follow_for_a_month(bot: RunningBot) -> None:
    await bot.announce(follow_guilds)
    await bot.advance(MONTH)
    await bot.announce(follow_guilds)


async def test_what_a_server_chose_is_dropped_a_month_after_it_removed_the_bot(
    bot: RunningBot, ada: Person
) -> None:
    await ada.command("patience", "play", game="phoenix", deal="7")
    await speak_german(bot)
    await bot.discord.leave(HOME)
    while bot.client.get_guild(HOME) is not None:
        await bot.client.wait_for("guild_remove")
    await bot.announce(follow_guilds)
    await bot.advance(MONTH - timedelta(minutes=1))
    await bot.announce(follow_guilds)
    assert await chosen_language(bot) == "de"
    await bot.advance(timedelta(minutes=2))
    await bot.announce(follow_guilds)
    assert await chosen_language(bot) == ""
    assert "Phoenix · deal 7" in (await ada.command("patience", "board")).text


async def test_a_server_that_removed_the_bot_while_it_was_off_is_found(bot: RunningBot) -> None:
    await speak_german(bot)
    await bot.stop()
    await bot.discord.leave(HOME)
    await bot.start()
    await bot.client.wait_until_ready()
    await follow_for_a_month(bot)
    assert await chosen_language(bot) == ""


@pytest.mark.quick
async def test_a_server_that_adds_the_bot_again_finds_everything_as_it_was(bot: RunningBot) -> None:
    await speak_german(bot)
    await bot.discord.leave(HOME)
    await bot.restart()
    await bot.client.wait_until_ready()
    await bot.announce(follow_guilds)
    bot.discord.state.left_guilds.discard(HOME)
    await bot.restart()
    await bot.client.wait_until_ready()
    await follow_for_a_month(bot)
    assert await chosen_language(bot) == "de"


async def test_a_server_that_is_not_available_has_not_removed_the_bot(bot: RunningBot) -> None:
    await speak_german(bot)
    await bot.client.wait_until_ready()
    gone = {"id": str(HOME), "unavailable": True}
    noticed = bot.client.wait_for("guild_unavailable")
    await bot.discord.gateway.dispatch("GUILD_DELETE", gone, HOME)
    await noticed
    await follow_for_a_month(bot)
    assert await chosen_language(bot) == "de"


@pytest.mark.quick
async def test_a_bot_that_is_in_no_server_logs_the_link_that_adds_it_to_one(
    bot: RunningBot, caplog: pytest.LogCaptureFixture
) -> None:
    for guild in GUILDS:
        await bot.discord.leave(guild.id)
    with caplog.at_level(logging.INFO, "bot"):
        await bot.restart()
        await until(lambda: "Add it to one" in caplog.text)
    assert install_link(APPLICATION_ID) in caplog.text
