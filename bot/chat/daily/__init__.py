"""The daily deal: playing it, its leaderboard, its calendar and its posts."""

from __future__ import annotations

import functools
from typing import TYPE_CHECKING

from bot.chat.channels.background import repeat
from bot.chat.daily.cog import DailyCog
from bot.chat.daily.posts import CHECK_SECONDS, post_results
from bot.chat.daily.progress import CHECK_SECONDS as PROGRESS_SECONDS
from bot.chat.daily.progress import post_progress

if TYPE_CHECKING:
    from bot.chat.context import PatienceBot

__all__ = [
    "CHECK_SECONDS",
    "PROGRESS_SECONDS",
    "DailyCog",
    "post_progress",
    "post_results",
    "setup",
]


async def setup(bot: PatienceBot) -> None:
    """Add the feature to the bot."""
    await bot.add_cog(DailyCog())
    results, progress = (functools.partial(post, bot) for post in (post_results, post_progress))
    bot.background += [
        functools.partial(repeat, bot, results, name="Posting results", seconds=CHECK_SECONDS),
        functools.partial(repeat, bot, progress, name="Posting progress", seconds=PROGRESS_SECONDS),
    ]
