"""Reminders by direct message: setting, sending and stopping them."""

from __future__ import annotations

import functools
from typing import TYPE_CHECKING

from bot.chat.reminders.sending import CHECK_SECONDS, send_reminders
from bot.chat.responding.announcements import repeat

if TYPE_CHECKING:
    from bot.chat.responding.context import PatienceBot

__all__ = ["CHECK_SECONDS", "send_reminders", "setup"]


def setup(bot: PatienceBot) -> None:
    """Add the background work of the feature."""
    work = functools.partial(send_reminders, bot)
    bot.background.append(
        functools.partial(repeat, bot, work, name="Sending reminders", seconds=CHECK_SECONDS)
    )
