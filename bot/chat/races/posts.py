"""Races in their channels: their progress while they run, and how they ended."""

from __future__ import annotations

import functools
import logging
from dataclasses import replace
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Final

from bot.chat.races.views import present_players, race_view
from bot.chat.responding.announcements import (
    Announcement,
    announce,
    announce_all,
    do_all,
    every,
    served_shards,
)
from bot.models.contests import RacerOutcome, RaceState
from bot.service.contests.races import Races
from bot.service.contests.ratings import Ratings

if TYPE_CHECKING:
    import discord

    from bot.chat.responding.context import PatienceBot
    from bot.chat.responding.replies import Reply
    from bot.models.contests import Race, RacePost

_CHECK_SECONDS: Final = 5.0
"""Seconds between two looks at races; the service keeps the pause between two edits."""

_log = logging.getLogger(__name__)


@every(_CHECK_SECONDS, "Ending races")
async def announce_races(bot: PatienceBot) -> bool:
    """Announce races that ended or closed, and how those stand whose last players are silent."""
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
    announcements += [
        Announcement(
            f"race so far:{quiet.id}",
            quiet.place,
            functools.partial(_result_so_far, bot, quiet),
            functools.partial(races.mark_told, quiet),
            before=quiet.message_id,
            save=functools.partial(races.save_message, quiet),
        )
        for quiet in await races.quiet()
        if quiet.place is not None
    ]
    return await announce_all(bot, announcements)


async def _result_so_far(bot: PatienceBot, quiet: Race) -> Reply | None:
    """The table of a race that goes on, which pings those who wait for it."""
    races = bot.services[Races]
    race = await races.get(quiet.id)
    if race.state is not RaceState.RUNNING:
        return None
    told = replace(race, told_at=datetime.now(UTC))
    waiting = tuple(
        one.player_id
        for one in race.racers
        if one.outcome in (RacerOutcome.WON, RacerOutcome.UNFINISHED) and one.result
    )
    return replace(race_view(told, await races.progress(race)), pings=waiting)


async def _result(bot: PatienceBot, ended: Race) -> Reply:
    if ended.state is not RaceState.FINISHED:
        return race_view(ended, ())
    progress = await bot.services[Races].progress(ended)
    ratings = await bot.services[Ratings].of_race(ended.id, ended.guild_id)
    # Where the results so far were posted, this edits them, which pings nobody.
    pings = () if ended.told_at else present_players(ended)
    return replace(race_view(ended, progress, ratings=ratings), pings=pings)


@every(_CHECK_SECONDS, "Showing races")
async def post_race_progress(bot: PatienceBot) -> bool:
    """Show the progress of running races, in the servers of this process."""
    served = await served_shards(bot)
    due = await bot.services[Races].due_posts()
    mine = (one for one in due if served.serves(one.guild_id))
    return await do_all(bot, {_name(one): functools.partial(_post, bot, one) for one in mine})


def _name(due: RacePost) -> str:
    return f"race progress:{due.race_id}"


async def _post(bot: PatienceBot, due: RacePost) -> bool:
    """Edit the message of a race; False if it is to be tried again later."""
    races = bot.services[Races]
    note = functools.partial(races.mark_posted, due)
    race = await races.get(due.race_id)
    if race.state is not RaceState.RUNNING or race.message_id is None or race.place is None:
        await note()
        return True

    async def reply() -> Reply:
        return race_view(race, await races.progress(race))

    return await announce(
        bot,
        Announcement(
            f"{_name(due)}:{due.version}",
            race.place,
            reply,
            note,
            before=race.message_id,
            save=functools.partial(races.save_message, race),
            refused=functools.partial(_forget_message, bot, race),
        ),
    )


async def _forget_message(bot: PatienceBot, race: Race, error: discord.HTTPException) -> None:
    """Forget a message that is gone, or whose channel is closed; the result gets another."""
    _log.info("The message of race %d is gone: %s", race.id, error)
    await bot.services[Races].save_message(race, None)
