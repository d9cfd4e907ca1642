"""The daily deal: playing it, its leaderboard, calendar and reminders, and what shows its days."""

from __future__ import annotations

import functools
from typing import TYPE_CHECKING

from bot.chat.daily.posts import CHECK_SECONDS, post_days
from bot.chat.daily.reminders.presses import CHECK_SECONDS as REMINDER_SECONDS
from bot.chat.daily.reminders.presses import send_reminders
from bot.chat.responding.announcements import repeat

if TYPE_CHECKING:
    from bot.chat.responding.context import PatienceBot

__all__ = ["CHECK_SECONDS", "REMINDER_SECONDS", "post_days", "send_reminders", "setup"]


def setup(bot: PatienceBot) -> None:
    """Add the background work of the feature."""
    days, reminders = (functools.partial(one, bot) for one in (post_days, send_reminders))
    bot.background += [
        functools.partial(repeat, bot, days, name="Showing days", seconds=CHECK_SECONDS),
        functools.partial(
            repeat, bot, reminders, name="Sending reminders", seconds=REMINDER_SECONDS
        ),
    ]
