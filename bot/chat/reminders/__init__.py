"""Reminders by direct message: setting, sending and stopping them."""

from __future__ import annotations

import functools
from typing import TYPE_CHECKING

from bot.chat.channels.background import repeat
from bot.chat.reminders.cog import RemindersCog
from bot.chat.reminders.sending import CHECK_SECONDS, send_reminders

if TYPE_CHECKING:
    from bot.chat.context import PatienceBot

__all__ = ["CHECK_SECONDS", "RemindersCog", "send_reminders", "setup"]


async def setup(bot: PatienceBot) -> None:
    """Add the feature to the bot."""
    await bot.add_cog(RemindersCog())
    work = functools.partial(send_reminders, bot)
    bot.background.append(
        functools.partial(repeat, bot, work, name="Sending reminders", seconds=CHECK_SECONDS)
    )
