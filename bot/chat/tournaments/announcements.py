"""Announcing how tournaments ended, in the channels where they were started."""

from __future__ import annotations

import functools
from typing import TYPE_CHECKING, Final

from bot.chat.responding.announcements import Announcement, announce_all
from bot.chat.tournaments.views import ending_post
from bot.service.contests.tournaments import ANNOUNCED_FOR, Tournaments

if TYPE_CHECKING:
    from bot.chat.responding.context import PatienceBot
    from bot.chat.responding.replies import Reply
    from bot.models.contests import Tournament

CHECK_SECONDS: Final = 5.0
"""Seconds between two checks for tournaments that are over."""


async def announce_endings(bot: PatienceBot) -> bool:
    """Announce every tournament that has ended lately where that has not been done."""
    tournaments = bot.services[Tournaments]
    announcements = [
        Announcement(
            f"tournament:{ended.id}",
            ended.place,
            functools.partial(_ending, bot, ended),
            functools.partial(tournaments.announced, ended),
            due=ended.ended_at,
            until=ended.ended_at and ended.ended_at + ANNOUNCED_FOR,
        )
        for ended in await tournaments.unannounced()
    ]
    return await announce_all(bot, announcements)


async def _ending(bot: PatienceBot, ended: Tournament) -> Reply:
    tournaments = bot.services[Tournaments]
    standings = await tournaments.standings(ended, viewer=0)
    return ending_post(ended, standings, await tournaments.mentioned(standings))
