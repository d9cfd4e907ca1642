"""Challenges of one player, and races for many."""

from __future__ import annotations

import functools
from typing import TYPE_CHECKING

from bot.chat.channels.background import repeat
from bot.chat.races.announcements import CHECK_SECONDS, announce_results
from bot.chat.races.cog import RacesCog
from bot.chat.races.race_cog import RaceCog
from bot.chat.races.race_posts import PROGRESS_SECONDS, announce_races, post_race_progress

if TYPE_CHECKING:
    from bot.chat.context import PatienceBot

__all__ = [
    "CHECK_SECONDS",
    "PROGRESS_SECONDS",
    "RaceCog",
    "RacesCog",
    "announce_races",
    "announce_results",
    "post_race_progress",
    "setup",
]


async def setup(bot: PatienceBot) -> None:
    """Add the feature to the bot."""
    for cog in (RacesCog(), RaceCog()):
        await bot.add_cog(cog)
    results, races, progress = (
        functools.partial(work, bot)
        for work in (announce_results, announce_races, post_race_progress)
    )
    bot.background += [
        functools.partial(repeat, bot, results, name="Announcing races", seconds=CHECK_SECONDS),
        functools.partial(repeat, bot, races, name="Ending races", seconds=CHECK_SECONDS),
        functools.partial(repeat, bot, progress, name="Showing races", seconds=PROGRESS_SECONDS),
    ]
