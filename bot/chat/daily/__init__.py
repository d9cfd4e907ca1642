"""The daily deal: playing it, its leaderboard, its calendar and its posts."""

from __future__ import annotations

import functools
from typing import TYPE_CHECKING

from bot.chat.daily.posts import CHECK_SECONDS, PROGRESS_SECONDS, post_progress, post_results
from bot.chat.responding.announcements import repeat

if TYPE_CHECKING:
    from bot.chat.responding.context import PatienceBot

__all__ = ["CHECK_SECONDS", "PROGRESS_SECONDS", "post_progress", "post_results", "setup"]


def setup(bot: PatienceBot) -> None:
    """Add the background work of the feature."""
    results, progress = (functools.partial(post, bot) for post in (post_results, post_progress))
    bot.background += [
        functools.partial(repeat, bot, results, name="Posting results", seconds=CHECK_SECONDS),
        functools.partial(repeat, bot, progress, name="Posting progress", seconds=PROGRESS_SECONDS),
    ]
