"""Settings of players and guilds, and privacy."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bot.chat.settings.cog import SettingsCog
from bot.chat.settings.setup_offer import offer_setup

if TYPE_CHECKING:
    from bot.chat.context import PatienceBot

__all__ = ["SettingsCog", "offer_setup", "setup"]


async def setup(bot: PatienceBot) -> None:
    """Add the feature to the bot."""
    await bot.add_cog(SettingsCog())
    bot.after_commands.append(offer_setup)
