"""Several shards, in one process or in several: each by itself, and all of them one bot."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Final

import pytest
from sqlalchemy import select

from bot.chat.connection.gateway import DiscordRefused
from bot.chat.connection.session_starts import SessionGate
from bot.chat.responding.context import PatienceBot, guild_language
from bot.chat.responding.loop import ORPHANED_AFTER, ShardOwnership
from bot.chat.responding.replies import text_reply
from bot.chat.responding.surface import Post
from bot.chat.settings.guilds import follow_guilds
from bot.i18n import _
from bot.images import ImageRenderer
from bot.models.due import Due, Subject
from bot.models.places import Place
from bot.models.shards import ShardPlan
from bot.service.guilds import Guilds
from bot.service.preferences import PreferenceService
from bot.store.due.due import touch
from bot.store.guilds.schema import removed_guilds
from local_discord import LocalDiscord
from local_discord.fixtures import GUILDS
from local_discord.guilds import FixedGuilds, shard_of
from local_discord.testing import Person
from tests.e2e.contests.race_tables import play, race_message, start_race
from tests.e2e.log_lines import log_lines
from tests.e2e.running_bot import RunningBot
from tests.waiting import SECONDS, until

COUNT: Final = 2
HERE, THERE = GUILDS
"""A German server of shard 1, and one of shard 0."""
ONE: Final = ShardPlan((1,), COUNT)
ZERO: Final = ShardPlan((0,), COUNT)
MONTH: Final = timedelta(days=30, minutes=1)
PHOENIX: Final = {"game": "phoenix", "deal": "7"}


class OneHeld(SessionGate):
    """A gate that lets shard 0 wait for ever."""

    @asynccontextmanager
    async def turn(self, shard: int, max_concurrency: int) -> AsyncIterator[None]:
        """A shard's turn, which never comes for shard 0."""
        if shard == 0:
            await asyncio.Event().wait()
        async with super().turn(shard, max_concurrency):
            yield


@pytest.fixture
async def bot(images: ImageRenderer, migrated_file: Path) -> AsyncIterator[RunningBot]:
    """A bot that is not running yet, of which Discord recommends two shards."""
    guilds = FixedGuilds([replace(HERE, locale="de"), THERE])
    async with LocalDiscord(guilds=guilds, shards=COUNT, max_concurrency=COUNT) as discord:
        discord.gateway.session_start_limit.seconds = 0
        bot = RunningBot(discord, images, migrated_file)
        try:
            yield bot
        finally:
            await bot.stop()
        assert discord.refusals == []


async def ready(bot: RunningBot, *shards: int) -> None:
    await until(lambda: bot.client.connections.cache.ready_shards == {*shards})


async def removed(bot: RunningBot) -> set[int]:
    """The servers that are noted to have removed the bot."""
    async with bot.database.reading() as connection:
        return {*(await connection.execute(select(removed_guilds.c.guild_id))).scalars()}


async def knows_languages(bot: RunningBot) -> None:
    """Wait until Discord has told the bot of the German server.

    A client counts as ready as soon as it has heard of no server for a moment.
    """

    async def is_german() -> bool:
        return await bot.services[Guilds].locale_of(HERE.id) == "de"

    await until(is_german)


async def plays(bot: RunningBot, *channels: str) -> None:
    """Play a move in channels, to prove that the bot serves players there."""
    async with Person.connect(bot.discord.page_url, "Ada") as ada:
        for channel in channels:
            board = await ada.command(channel, "play", **PHOENIX)
            assert "1 move ·" in (await ada.press(board, label="6")).text


async def test_as_many_shards_as_discord_recommends_serve_every_server(bot: RunningBot) -> None:
    await bot.start()
    await ready(bot, 0, 1)
    assert {guild.id for guild in bot.client.guilds} == {HERE.id, THERE.id}
    await plays(bot, "patience", "lounge", "dm")


@pytest.mark.quick
async def test_of_a_server_next_to_nothing_is_remembered(bot: RunningBot) -> None:
    await bot.start()
    await knows_languages(bot)
    guild = bot.client.get_guild(HERE.id)
    assert guild is not None
    assert not guild.unavailable
    assert (list(guild.channels), list(guild.roles), list(guild.members)) == ([], [], [])


@pytest.mark.quick
async def test_players_are_served_while_another_shard_waits_for_its_turn(bot: RunningBot) -> None:
    bot.gate = OneHeld(interval=0)
    await bot.start()
    await ready(bot, 1)
    assert not bot.client.is_ready()
    await plays(bot, "patience")


async def test_every_shard_comes_back_after_an_outage_with_a_handful_of_log_lines(
    bot: RunningBot, caplog: pytest.LogCaptureFixture
) -> None:
    await bot.start()
    await ready(bot, 0, 1)
    async with bot.discord.outage():
        await until(lambda: sum("No connection" in line for line in log_lines(caplog)) == 2)
    await until(lambda: all(one.is_connected for one in bot.client.connections.by_shard.values()))
    assert bot.discord.gateway.resumes == COUNT
    await plays(bot, "patience", "lounge")
    assert len(log_lines(caplog)) < 6


async def test_a_server_that_left_while_a_shard_was_away_is_forgotten(bot: RunningBot) -> None:
    await bot.start()
    await ready(bot, 0, 1)
    bot.discord.state.left_guilds.add(HERE.id)
    await bot.discord.gateway.invalidate_sessions()
    await until(lambda: bot.client.get_guild(HERE.id) is None)
    assert bot.client.get_guild(THERE.id) is not None


async def test_servers_of_other_processes_have_not_removed_the_bot(bot: RunningBot) -> None:
    bot.plan = ZERO
    await bot.start()
    await ready(bot, 0)
    for guild in (HERE, THERE):
        await bot.services[PreferenceService].save_guild(guild.id, language="de")
    bot.discord.state.left_guilds.update({HERE.id, THERE.id})
    await bot.restart()
    await ready(bot, 0)
    await bot.announce(follow_guilds)
    await bot.advance(MONTH)
    await bot.announce(follow_guilds)
    assert (await bot.services[PreferenceService].get_guild(HERE.id)).language == "de"
    assert (await bot.services[PreferenceService].get_guild(THERE.id)).language == ""


async def test_what_removed_the_bot_is_noted_before_every_shard_is_ready_and_no_other(
    bot: RunningBot,
) -> None:
    await bot.start()
    for guild in (HERE, THERE):
        await bot.services[PreferenceService].save_guild(guild.id, language="de")
    bot.discord.state.left_guilds.update({HERE.id, THERE.id})
    bot.gate = OneHeld(interval=0)
    await bot.restart()
    async with asyncio.timeout(SECONDS):
        while await removed(bot) != {HERE.id}:
            pass
    await bot.advance(MONTH)
    await bot.announce(follow_guilds)
    assert (await bot.services[PreferenceService].get_guild(HERE.id)).language == ""
    assert (await bot.services[PreferenceService].get_guild(THERE.id)).language == "de"


async def test_a_server_is_told_in_its_language_by_a_process_that_never_saw_it(
    bot: RunningBot,
) -> None:
    bot.plan = ONE
    await bot.start()
    await knows_languages(bot)
    await bot.services[Guilds].save()
    bot.plan = ZERO
    await bot.restart()
    await ready(bot, 0)
    assert bot.client.get_guild(HERE.id) is None
    assert await guild_language(bot.client, HERE.id) == "de"


async def test_a_server_whose_shard_nobody_serves_is_told_by_another_process_after_a_while(
    bot: RunningBot,
) -> None:
    seconds, told = 0.0, list[str]()

    async def tell(_bot: PatienceBot, one: Due) -> Post:
        told.append(_("Your game goes on."))
        guild = HERE if one.guild == HERE.id else THERE
        return Post(Place(guild.channels[0].id, guild.id), text_reply("It is over."))

    async def tell_both() -> None:
        bot.client.due.handlers["note"] = tell
        async with bot.database.transaction() as connection:
            for guild in (HERE, THERE):
                subject = Subject("note", guild.id)
                await touch(connection, subject, datetime.now(UTC), guild=guild.id)
        await bot.do_due()

    bot.plan = ONE
    await bot.start()
    await knows_languages(bot)
    await bot.services[Guilds].save()
    bot.plan = ZERO
    await bot.restart()
    bot.client.due.ownership = ShardOwnership(lambda: seconds)
    await ready(bot, 0)
    await tell_both()
    assert told == ["Your game goes on."]
    seconds += ORPHANED_AFTER
    await tell_both()
    assert sorted(told[1:]) == ["Dein Spiel geht weiter.", "Your game goes on."]


async def test_a_race_is_shown_by_the_process_that_serves_its_server(bot: RunningBot) -> None:
    seconds = 0.0
    bot.discord.state.guilds = FixedGuilds([HERE, THERE])
    bot.plan = ONE
    await bot.start()
    await ready(bot, 1)
    async with (
        Person.connect(bot.discord.page_url, "Ada") as ada,
        Person.connect(bot.discord.page_url, "Ben") as ben,
    ):
        await start_race(bot, ada, ben)
        await play(bot, ben, 5)
        bot.plan = ZERO
        await bot.restart()
        bot.client.due.ownership = ShardOwnership(lambda: seconds)
        await ready(bot, 0)
        # A running race is looked at every 15 seconds.
        await bot.do_due(after=timedelta(seconds=15))
        assert "5 moves" not in (await race_message(ada)).text
        seconds += ORPHANED_AFTER
        await bot.do_due()
        assert "5 moves" in (await race_message(ada)).text


async def test_a_servers_language_is_known_from_a_command_there(bot: RunningBot) -> None:
    bot.plan = ONE
    await bot.start()
    await ready(bot, 1)
    bot.discord.state.guilds = FixedGuilds([replace(HERE, locale="fr"), THERE])
    await plays(bot, "patience")
    assert await bot.services[Guilds].locale_of(HERE.id) == "fr"


@pytest.mark.parametrize("code", [4010, 4011])
async def test_shards_that_discord_refuses_are_named_with_their_setting(
    bot: RunningBot, code: int
) -> None:
    bot.plan = ONE
    bot.discord.gateway.refuse_next(1, code)
    with pytest.raises(DiscordRefused, match=rf"{code}.*PATIENCE_SHARDS"):
        await bot.start()


def test_the_servers_are_of_different_shards() -> None:
    assert (shard_of(HERE.id, COUNT), shard_of(THERE.id, COUNT)) == (1, 0)
