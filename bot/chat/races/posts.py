"""Races in their channels: their progress while they run, and how they ended."""

from __future__ import annotations

import functools
import logging
from dataclasses import replace
from typing import TYPE_CHECKING, Final

from bot.chat.races.views import present_players, race_view
from bot.chat.responding.announcements import (
    Announcement,
    announce_all,
    deliver,
    do_all,
    served_shards,
)
from bot.chat.responding.channel_messages import post, post_or_handle_rejection
from bot.chat.responding.context import guild_language
from bot.i18n import use_locale
from bot.models.contests import RaceState
from bot.service.contests.races import Races
from bot.service.contests.ratings import Ratings

if TYPE_CHECKING:
    import discord

    from bot.chat.responding.context import PatienceBot
    from bot.chat.responding.replies import Reply
    from bot.models.contests import Race, RacePost

CHECK_SECONDS: Final = 5.0
"""Seconds between two looks at races; the service keeps the pause between two edits."""

_log = logging.getLogger(__name__)


async def announce_races(bot: PatienceBot) -> bool:
    """Announce the races that are over, of closed tables and expired challenges as well.

    Returns:
        Whether nothing is left to be tried again.
    """
    await bot.services[Ratings].rate_finished()
    races = bot.services[Races]
    announcements = [
        Announcement(
            f"race:{ended.id}",
            ended.place,
            functools.partial(_result, bot, ended),
            functools.partial(races.mark_announced, ended),
            before=ended.message_id,
            due=ended.ended_at,
            save=functools.partial(races.save_message, ended),
        )
        for ended in await races.unannounced()
        if ended.place is not None
    ]
    return await announce_all(bot, announcements)


async def _result(bot: PatienceBot, ended: Race) -> Reply:
    if ended.state is not RaceState.FINISHED:
        return race_view(ended, ())
    progress = await bot.services[Races].progress(ended)
    ratings = await bot.services[Ratings].of_race(ended.id, ended.guild_id)
    return replace(race_view(ended, progress, ratings=ratings), pings=present_players(ended))


async def post_race_progress(bot: PatienceBot) -> bool:
    """Show the progress of running races, in the servers of this process.

    Returns:
        Whether nothing is left to be tried again.
    """
    served = await served_shards(bot)
    due = await bot.services[Races].due_posts()
    mine = (one for one in due if served.serves(one.guild_id))
    return await do_all(bot, {_name(one): functools.partial(_post, bot, one) for one in mine})


def _name(due: RacePost) -> str:
    return f"race progress:{due.race_id}"


async def _post(bot: PatienceBot, due: RacePost) -> bool:
    """Edit the message of a race; False if it is to be tried again later."""
    races = bot.services[Races]

    async def send() -> int | None:
        race = await races.get(due.race_id)
        if race.state is not RaceState.RUNNING or race.message_id is None or race.place is None:
            return None
        with use_locale(await guild_language(bot, race.guild_id)):
            reply = race_view(race, await races.progress(race))
        save = functools.partial(races.save_message, race)
        posted = post(bot, race.place, reply, before=race.message_id, save=save)
        return await post_or_handle_rejection(posted, functools.partial(_forget_message, bot, race))

    async def note(_message: int | None) -> None:
        await races.mark_posted(due)

    return await deliver(bot, _name(due), send, note)


async def _forget_message(bot: PatienceBot, race: Race, error: discord.HTTPException) -> None:
    """Forget a message that is gone, or whose channel is closed; the result gets another."""
    _log.info("The message of race %d is gone: %s", race.id, error)
    await bot.services[Races].save_message(race, None)
