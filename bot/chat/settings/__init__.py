"""Settings of players and guilds, and privacy."""

from __future__ import annotations

import functools
from typing import TYPE_CHECKING

from bot.chat.responding.announcements import repeat
from bot.chat.settings.guilds import CHECK_SECONDS, follow_guilds

if TYPE_CHECKING:
    from bot.chat.responding.context import PatienceBot

__all__ = ["CHECK_SECONDS", "follow_guilds", "setup"]


def setup(bot: PatienceBot) -> None:
    """Add the background work of the feature."""
    work = functools.partial(follow_guilds, bot)
    bot.background.append(
        functools.partial(repeat, bot, work, name="Following servers", seconds=CHECK_SECONDS)
    )
