"""Challenges and races between two players."""

from __future__ import annotations

import functools
from typing import TYPE_CHECKING

from bot.chat.background import repeat
from bot.chat.races.announcements import CHECK_SECONDS, announce_results
from bot.chat.races.cog import RacesCog

if TYPE_CHECKING:
    from bot.chat.context import PatienceBot

__all__ = ["CHECK_SECONDS", "RacesCog", "announce_results", "setup"]


async def setup(bot: PatienceBot) -> None:
    """Add the feature to the bot."""
    await bot.add_cog(RacesCog())
    work = functools.partial(announce_results, bot)
    bot.background.append(
        functools.partial(repeat, bot, work, name="Announcing races", seconds=CHECK_SECONDS)
    )
