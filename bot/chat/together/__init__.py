"""Shared boards, on which everybody in a channel plays one game."""

from __future__ import annotations

import functools
from typing import TYPE_CHECKING

from bot.chat.responding.announcements import repeat
from bot.chat.together.showing import count_votes
from bot.chat.together.watching import CHECK_SECONDS, show_watched

if TYPE_CHECKING:
    from bot.chat.responding.context import PatienceBot

__all__ = ["CHECK_SECONDS", "count_votes", "setup", "show_watched"]


def setup(bot: PatienceBot) -> None:
    """Add the background work of the feature."""
    bot.background.append(functools.partial(count_votes, bot))
    show = functools.partial(show_watched, bot)
    bot.background.append(
        functools.partial(repeat, bot, show, name="Showing watched games", seconds=CHECK_SECONDS)
    )
