"""The daily deal: playing it, its leaderboard, its calendar, its posts and its reminders."""

from __future__ import annotations

import functools
from typing import TYPE_CHECKING

from bot.chat.daily.posts import CHECK_SECONDS, PROGRESS_SECONDS, post_progress, post_results
from bot.chat.daily.reminders.sending import CHECK_SECONDS as REMINDER_SECONDS
from bot.chat.daily.reminders.sending import send_reminders
from bot.chat.responding.announcements import repeat

if TYPE_CHECKING:
    from bot.chat.responding.context import PatienceBot

__all__ = ["CHECK_SECONDS", "PROGRESS_SECONDS", "post_progress", "post_results", "setup"]


def setup(bot: PatienceBot) -> None:
    """Add the background work of the feature."""
    work = (post_results, post_progress, send_reminders)
    results, progress, reminders = (functools.partial(one, bot) for one in work)
    bot.background += [
        functools.partial(repeat, bot, results, name="Posting results", seconds=CHECK_SECONDS),
        functools.partial(repeat, bot, progress, name="Posting progress", seconds=PROGRESS_SECONDS),
        functools.partial(
            repeat, bot, reminders, name="Sending reminders", seconds=REMINDER_SECONDS
        ),
    ]
