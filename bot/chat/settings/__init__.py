"""Settings of players and guilds, and privacy."""

from __future__ import annotations

import functools
from typing import TYPE_CHECKING

from bot.chat.channels.background import repeat
from bot.chat.settings.cog import SettingsCog
from bot.chat.settings.removed_guilds import CHECK_SECONDS, follow_guilds
from bot.chat.settings.setup_offer import offer_setup

if TYPE_CHECKING:
    from bot.chat.context import PatienceBot

__all__ = ["CHECK_SECONDS", "SettingsCog", "follow_guilds", "offer_setup", "setup"]


async def setup(bot: PatienceBot) -> None:
    """Add the feature to the bot."""
    await bot.add_cog(SettingsCog())
    bot.after_commands.append(offer_setup)
    work = functools.partial(follow_guilds, bot)
    bot.background.append(
        functools.partial(repeat, bot, work, name="Following servers", seconds=CHECK_SECONDS)
    )
