"""The daily deal: playing it, its leaderboard, its calendar and its posts."""

from __future__ import annotations

import functools
from typing import TYPE_CHECKING

from bot.chat.background import repeat
from bot.chat.daily.cog import DailyCog
from bot.chat.daily.posts import CHECK_SECONDS, post_results

if TYPE_CHECKING:
    from bot.chat.context import PatienceBot

__all__ = ["CHECK_SECONDS", "DailyCog", "post_results", "setup"]


async def setup(bot: PatienceBot) -> None:
    """Add the feature to the bot."""
    await bot.add_cog(DailyCog())
    work = functools.partial(post_results, bot)
    bot.background.append(
        functools.partial(repeat, bot, work, name="Posting results", seconds=CHECK_SECONDS)
    )
