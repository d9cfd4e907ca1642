"""Tournaments: the leagues of servers."""

from __future__ import annotations

import functools
from typing import TYPE_CHECKING

from bot.chat.channels.background import repeat
from bot.chat.tournaments.announcements import CHECK_SECONDS, announce_endings
from bot.chat.tournaments.cog import TournamentCog

if TYPE_CHECKING:
    from bot.chat.context import PatienceBot

__all__ = ["CHECK_SECONDS", "TournamentCog", "announce_endings", "setup"]


async def setup(bot: PatienceBot) -> None:
    """Add the feature to the bot."""
    await bot.add_cog(TournamentCog())
    work = functools.partial(announce_endings, bot)
    bot.background.append(
        functools.partial(repeat, bot, work, name="Announcing tournaments", seconds=CHECK_SECONDS)
    )
