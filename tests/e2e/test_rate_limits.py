"""What the bot does by itself stays within Discord's limits, however much goes on."""

from __future__ import annotations

import logging
from collections.abc import AsyncIterator
from datetime import timedelta
from pathlib import Path
from typing import Final

import pytest

from bot.chat.requests import pace
from bot.chat.responding.suit_signs import SuitSigns
from bot.images import ImageRenderer
from bot.models.places import Place
from bot.service.contests.races import COUNTDOWN, Races
from bot.service.daily.daily import Daily
from bot.service.play.games import Games
from bot.service.players.reminders import Reminders
from bot.store.players.reminders import save_reminder_channel
from bot.store.preferences import Owner, save_preferences
from bot.store.solver.deals import save_winnable_deal
from engine import LAST_DEAL
from local_discord import rate_limits
from local_discord.fixtures import GUILDS
from local_discord.rate_limits import Limit, Limits
from local_discord.testing import Person
from tests.e2e.clocks import NOON, Clock
from tests.e2e.daily.daily_deals import days_of, prove_at_once
from tests.e2e.running_bot import RunningBot, running_patience
from tests.waiting import until

HERE: Final = Place(GUILDS[0].channels[0].id, GUILDS[0].id)
RACERS: Final = range(1, 19)
DAILY_PLAYERS: Final = range(101, 109)
MINUTE, HOUR = timedelta(minutes=1), timedelta(hours=1)

SOON: Final = Limits(messages=Limit(5, 0.5), edits=Limit(5, 0.5), deletions=Limit(3, 0.1))
"""Discord's limits, with routes that are free again sooner: responses tell when."""


@pytest.fixture
async def bot(
    images: ImageRenderer, migrated_file: Path, clock: Clock
) -> AsyncIterator[RunningBot]:
    async with running_patience(
        images, migrated_file, days=days_of(prove_at_once, clock), clock=clock
    ) as running:
        await running.client.wait_until_ready()
        # The uploads of a first start count towards the requests of a second.
        await until(lambda: running.client.suit_signs != SuitSigns())
        running.discord.limits = SOON
        running.give_accounts([*RACERS, *DAILY_PLAYERS])
        yield running
        assert running.discord.rate_limited == []


async def begin_races(bot: RunningBot, *organizers: Person) -> None:
    """Begin a race of ten in #patience for each organizer."""
    races = bot.services[Races]
    for number, organizer in enumerate(organizers):
        await save_winnable_deal(bot.database, "saratoga", LAST_DEAL - number, NOON)
        await organizer.command("patience", "race start", game="saratoga")
        [table] = await races.open_for(int(organizer.id))
        for racer in RACERS[number :: len(organizers)]:
            await races.ready(racer, table.id)
        race = await races.start(int(organizer.id), table.id)
        await bot.advance(COUNTDOWN)
        for racer in RACERS[number :: len(organizers)]:
            await races.board(racer, race.id)


async def begin_daily_games(bot: RunningBot) -> None:
    """Have players begin the day's deal in #patience, which has the day's message."""
    chosen = {"daily_channel": str(HERE.channel_id)}
    await save_preferences(bot.database, Owner.GUILD, GUILDS[0].id, chosen)
    for player in DAILY_PLAYERS:
        await bot.services[Daily].play(player, HERE)


async def everybody_moves(bot: RunningBot) -> None:
    """Play a move on every board, and let the channel be told of all."""
    for player in (*RACERS, *DAILY_PLAYERS):
        move = (await bot.services[Games].active(player)).game.legal_moves()[0]
        await bot.services[Games].play(player, str(move))
    await bot.do_due(after=MINUTE)
    await bot.do_due()


async def test_an_evening_of_two_races_and_eight_daily_games_in_one_channel(
    bot: RunningBot, ada: Person, ben: Person
) -> None:
    await begin_races(bot, ada, ben)
    await begin_daily_games(bot)
    for _ in range(2):
        await everybody_moves(bot)
    assert len(await ada.open("patience")) == 2 + 1


async def test_games_that_go_on_for_hours(
    bot: RunningBot, ada: Person, ben: Person, monkeypatch: pytest.MonkeyPatch
) -> None:
    await begin_races(bot, ada, ben)
    await begin_daily_games(bot)
    await everybody_moves(bot)
    monkeypatch.setattr(pace, "OLD_AFTER", timedelta())
    monkeypatch.setattr(rate_limits, "OLD_MESSAGE_SECONDS", 0)
    await everybody_moves(bot)
    assert len(await ada.open("patience")) == 2 + 1


async def remind_many(bot: RunningBot, *, opened: bool) -> int:
    """Send reminders to many players; how many received one."""
    reached = [bot.discord.add_user(f"player {number}") for number in range(60)]
    for user in reached:
        await bot.services[Reminders].set_daily(user.id, 17, "UTC", "en")
        channel = bot.discord.state.dm_of(user.id)
        assert channel is not None
        if opened:
            bot.discord.state.opened_dms.add(channel.id)
            await save_reminder_channel(bot.database, user.id, channel.id)
    await bot.set_clock(NOON + 5 * HOUR)
    for _ in range(2):
        await bot.do_due()
    channels = [bot.discord.state.dm_of(user.id) for user in reached]
    return sum(bool(bot.discord.state.messages(one.id)) for one in channels if one is not None)


async def test_reminders_of_many_at_the_same_hour(
    bot: RunningBot, caplog: pytest.LogCaptureFixture
) -> None:
    with caplog.at_level(logging.WARNING, "discord"):
        assert await remind_many(bot, opened=True) == 60
    assert caplog.messages == []


async def test_reminders_of_many_who_never_got_one(bot: RunningBot) -> None:
    assert await remind_many(bot, opened=False) == 20
