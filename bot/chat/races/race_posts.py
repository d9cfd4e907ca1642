"""Races for many in their channels: how they stand while they run, and how they ended."""

from __future__ import annotations

import functools
import logging
from dataclasses import replace
from typing import TYPE_CHECKING, Final

from bot.chat.channels.background import Announcement, announce_all, deliver, do_all, on_duty
from bot.chat.channels.channel_messages import post, unless_refused
from bot.chat.locale import guild_language
from bot.chat.races.race_views import present_players, race_view
from bot.i18n import use_locale
from bot.models import RaceKind, RaceState

if TYPE_CHECKING:
    import discord

    from bot.chat.context import PatienceBot
    from bot.chat.messages.replies import Reply
    from bot.models import Race, RacePost

PROGRESS_SECONDS: Final = 5.0
"""Seconds between two looks at races that go on; the service keeps the pause between two edits."""

_log = logging.getLogger(__name__)


async def announce_races(bot: PatienceBot) -> bool:
    """Tell channels of races that are over and of tables that were closed.

    Returns:
        Whether nothing is left to be tried again.

    Raises:
        StoreError: if the database cannot be reached.
    """
    await bot.services.ratings.rate_finished()
    races = bot.services.races
    announcements = [
        Announcement(
            f"race:{ended.id}",
            ended.place,
            functools.partial(_result, bot, ended),
            functools.partial(races.announced, ended),
            before=ended.message_id,
            due=ended.ended_at,
            save=functools.partial(races.save_message, ended),
        )
        for ended in await races.unannounced()
    ]
    return await announce_all(bot, announcements)


async def _result(bot: PatienceBot, ended: Race) -> Reply:
    if ended.state is not RaceState.FINISHED:
        return race_view(ended, ())
    ratings = await bot.services.ratings.of_race(RaceKind.RACE, ended.id, ended.place.guild_id)
    return replace(race_view(ended, (), ratings=ratings), pings=present_players(ended))


async def post_race_progress(bot: PatienceBot) -> bool:
    """Show how the races stand that have gone on, in the servers that this process tells.

    Returns:
        Whether nothing is left to be tried again.

    Raises:
        StoreError: if the database cannot be reached.
    """
    duty = await on_duty(bot)
    due = await bot.services.races.due_posts()
    mine = (one for one in due if duty.serves(one.guild_id))
    return await do_all(bot, {_name(one): functools.partial(_post, bot, one) for one in mine})


def _name(due: RacePost) -> str:
    return f"race progress:{due.race_id}"


async def _post(bot: PatienceBot, due: RacePost) -> bool:
    """Edit the message of a race.

    Returns:
        False if it is to be tried again later.
    """
    races = bot.services.races

    async def send() -> int | None:
        race = await races.get(due.race_id)
        if race.state is not RaceState.RUNNING or race.message_id is None:
            return None
        with use_locale(await guild_language(bot, race.place.guild_id)):
            reply = race_view(race, await races.progress(race))
        save = functools.partial(races.save_message, race)
        posted = post(bot, race.place, reply, before=race.message_id, save=save)
        return await unless_refused(posted, functools.partial(_forget_message, bot, race))

    async def note(_message: int | None) -> None:
        await races.told(due)

    return await deliver(bot, _name(due), send, note)


async def _forget_message(bot: PatienceBot, race: Race, _error: discord.HTTPException) -> None:
    """Drop a message that was deleted, or of a channel that is closed; the result is told anew."""
    _log.info("The message of a race in channel %d is gone", race.place.channel_id)
    await bot.services.races.save_message(race, None)
