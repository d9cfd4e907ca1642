"""Tournaments: the leagues of servers."""

from __future__ import annotations

import functools
from typing import TYPE_CHECKING

from bot.chat.responding.announcements import repeat
from bot.chat.tournaments.cog import CHECK_SECONDS, announce_endings

if TYPE_CHECKING:
    from bot.chat.responding.context import PatienceBot

__all__ = ["CHECK_SECONDS", "announce_endings", "setup"]


def setup(bot: PatienceBot) -> None:
    """Add the background work of the feature."""
    work = functools.partial(announce_endings, bot)
    bot.background.append(
        functools.partial(repeat, bot, work, name="Announcing tournaments", seconds=CHECK_SECONDS)
    )
